//! The rules of the engine, one by one, on systems small enough to see.

use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use synod_core::{
    Agent, AgentId, Alternative, BinaryOp, Budget, Engine, ExprId, Formula, Mode, Observation, Outcome, Part,
    Progress, Remark, Rule, RuleId, Silent, Step, StepPredicate, StepPredicateId, System, Tick, Type, Update,
    VarId, Variable, Verdict,
};
use synod_explicit::Explicit;
use synod_testing::property;

/// A system with variables of these types, all zero (or the least value) at the start.
fn system(types: &[Type]) -> System {
    let mut system = System::new("t");
    let mut initial = Vec::new();
    for (number, ty) in types.iter().enumerate() {
        let agent = system.add_agent(Agent {
            name: format!("a{number}"),
            role: "agent".into(),
            owns: vec![],
            observes: vec![],
            automaton: None,
            span: Default::default(),
        });
        let name = format!("v{number}");
        let var = system.add_var(Variable {
            name,
            ty: *ty,
            len: None,
            owner: Some(agent),
            span: Default::default(),
        });
        let least = ty.bounds(&[]).map_or(0, |(lo, _)| lo);
        initial.push(is(&mut system, var.0, least));
    }
    system.init = system.exprs.and(initial);
    system
}

fn is(system: &mut System, var: u32, value: i64) -> ExprId {
    let sort = system.var(VarId(var)).ty.sort();
    let (place, value) = (system.exprs.var(VarId(var)), system.exprs.constant(sort, value));
    system.exprs.eq(place, value)
}

fn plus(system: &mut System, var: u32, by: i64) -> ExprId {
    let (place, by) = (system.exprs.var(VarId(var)), system.exprs.int(by));
    system.exprs.binary(BinaryOp::Add, place, by)
}

fn rule(system: &mut System, guard: ExprId, updates: &[(u32, ExprId)]) -> RuleId {
    let yes = system.exprs.bool(true);
    let updates =
        updates.iter().map(|(var, value)| Update { var: VarId(*var), index: None, value: *value }).collect();
    let number = system.rules.len();
    system.add_rule(Rule {
        name: format!("rule{number}"),
        choices: vec![],
        guard,
        parts: vec![Part {
            agent: None,
            alternatives: vec![Alternative { guard: yes, updates, action: None }].into(),
        }],
        observation: Observation::of(Mode::Local),
        span: Default::default(),
    })
}

/// Counts from 0 to `last` and stays there without a step.
fn counter(last: i64) -> System {
    let mut system = system(&[Type::Range { lo: 0, hi: last }]);
    let (n, end) = (system.exprs.var(VarId(0)), system.exprs.int(last));
    let guard = system.exprs.lt(n, end);
    let next = plus(&mut system, 0, 1);
    rule(&mut system, guard, &[(0, next)]);
    system
}

fn ask_within(system: &System, formula: Formula, budget: &Budget) -> Outcome {
    let property = property(formula);
    Explicit::new(system).check(&property, budget, &Silent)
}

fn ask(system: &System, formula: Formula) -> Verdict {
    ask_within(system, formula, &Budget::unlimited()).verdict
}

fn holds(verdict: &Verdict) -> bool {
    match verdict {
        Verdict::Holds(_) => true,
        Verdict::Violated(_) => false,
        other => panic!("no answer: {other:?}"),
    }
}

fn always(formula: Formula) -> Formula {
    Formula::Globally(Box::new(formula))
}

fn eventually(formula: Formula) -> Formula {
    Formula::Finally(Box::new(formula))
}

#[test]
fn a_violated_invariant_has_a_shortest_run_on_any_number_of_threads() {
    // Two counters; the sum 7 is first reached after seven steps.
    let mut system = system(&[Type::Range { lo: 0, hi: 90 }, Type::Range { lo: 0, hi: 90 }]);
    for var in 0..2 {
        let (n, end) = (system.exprs.var(VarId(var)), system.exprs.int(90));
        let guard = system.exprs.lt(n, end);
        let next = plus(&mut system, var, 1);
        rule(&mut system, guard, &[(var, next)]);
    }
    let sum = {
        let (a, b) = (system.exprs.var(VarId(0)), system.exprs.var(VarId(1)));
        system.exprs.binary(BinaryOp::Add, a, b)
    };
    let limit = system.exprs.int(150);
    let below = Formula::State(system.exprs.lt(sum, limit));
    for threads in [1, 2, 4] {
        let mut budget = Budget::unlimited();
        budget.threads = threads;
        let engine = Explicit::new(&system);
        let found = engine.explore(&budget, &Silent);
        assert_eq!((found.states, found.depth, found.deadlocks), (91 * 91, 180, 1));
        let Verdict::Violated(evidence) = ask_within(&system, always(below.clone()), &budget).verdict else {
            panic!("the sum is reached");
        };
        assert_eq!(evidence.trace.states.len(), 151);
    }
}

#[test]
fn a_value_that_does_not_fit_is_a_fault_and_no_step() {
    let mut system = system(&[Type::Range { lo: 0, hi: 2 }]);
    let (yes, next) = (system.exprs.bool(true), plus(&mut system, 0, 1));
    rule(&mut system, yes, &[(0, next)]);
    let found = Explicit::new(&system).explore(&Budget::unlimited(), &Silent);
    assert_eq!((found.states, found.deadlocks, found.faults), (3, 1, 1));
    let outcome = ask_within(&system, always(Formula::Faulty.not()), &Budget::unlimited());
    let Verdict::Violated(evidence) = outcome.verdict else { panic!("it is faulty") };
    assert_eq!(evidence.trace.states, [[0], [1], [2]]);
    assert!(
        outcome.remarks.iter().any(|remark| matches!(remark, Remark::FaultySteps(_))),
        "{:?}",
        outcome.remarks
    );
}

#[test]
fn dead_ends_repeat_for_ever() {
    let mut system = counter(3);
    let end = Formula::State(is(&mut system, 0, 3));
    assert!(holds(&ask(&system, eventually(always(end.clone())))));
    assert!(holds(&ask(&system, eventually(Formula::Deadlock))));
    let Verdict::Violated(evidence) = ask(&system, always(eventually(end.not()))) else {
        panic!("it stays at the end")
    };
    assert_eq!(evidence.trace.loop_start, Some(3));
    assert_eq!(evidence.trace.steps[3], Step::Stutter);
}

#[test]
fn unbounded_integers_are_cut_and_the_verdict_says_where() {
    let mut system = system(&[Type::Int]);
    let (yes, next) = (system.exprs.bool(true), plus(&mut system, 0, 1));
    rule(&mut system, yes, &[(0, next)]);
    let mut budget = Budget::unlimited();
    budget.int_bound = 20;
    let found = Explicit::new(&system).explore(&budget, &Silent);
    assert_eq!((found.states, found.cut, found.deadlocks, found.faults), (21, true, 0, 0));
    let not_minus = Formula::State(is(&mut system, 0, -1)).not();
    let Verdict::Bounded { within } = ask_within(&system, always(not_minus), &budget).verdict else {
        panic!("it is cut");
    };
    assert_eq!(within, "with integers between -20 and 20");
    let not_twenty = Formula::State(is(&mut system, 0, 20)).not();
    assert_eq!(ask_within(&system, always(not_twenty), &budget).verdict.word(), "violated");
}

#[test]
fn integers_with_a_range_of_their_own_are_not_cut() {
    let mut system = system(&[Type::Int]);
    let (n, end) = (system.exprs.var(VarId(0)), system.exprs.int(1000));
    let guard = system.exprs.lt(n, end);
    let next = plus(&mut system, 0, 1);
    rule(&mut system, guard, &[(0, next)]);
    assert!(holds(&ask(&system, eventually(Formula::Deadlock))));
}

#[test]
fn without_initial_states_everything_holds_and_it_is_said() {
    let mut system = counter(3);
    system.init = system.exprs.bool(false);
    for formula in [always(Formula::Or(vec![])), eventually(Formula::Or(vec![])), Formula::Or(vec![])] {
        let outcome = ask_within(&system, formula, &Budget::unlimited());
        assert!(holds(&outcome.verdict));
        assert_eq!(outcome.remarks, [Remark::NoInitialState]);
    }
}

#[test]
fn steps_and_arrivals_are_told_apart() {
    let mut system = system(&[Type::Bool]);
    let (up, down) = (system.exprs.bool(true), system.exprs.bool(false));
    let (is_down, is_up) = (is(&mut system, 0, 0), is(&mut system, 0, 1));
    let rises = rule(&mut system, is_down, &[(0, up)]);
    rule(&mut system, is_up, &[(0, down)]);
    let text = "rises".to_string();
    let rise = system.add_step_predicate(StepPredicate { text, cases: [(rises, up)].into() });
    let is_up = Formula::State(is_up);
    assert!(holds(&ask(&system, always(is_up.clone().iff(Formula::Arrived(rise))))));
    assert!(holds(&ask(&system, always(is_up.clone().not().iff(Formula::Step(rise))))));
    assert!(!holds(&ask(&system, always(Formula::Step(rise)))));
    assert!(holds(&ask(&system, always(Formula::boxed(rise, is_up)))));
    let Verdict::Violated(evidence) = ask(&system, always(Formula::Step(rise).not())) else {
        panic!("it rises")
    };
    assert_eq!(evidence.trace.steps.len(), 1);
}

#[test]
fn what_an_agent_does_not_see_it_does_not_know() {
    // Agent 0 sees only v0, which never changes; v1 may rise.
    let mut system = system(&[Type::Bool, Type::Bool]);
    let (low, up) = (is(&mut system, 1, 0), system.exprs.bool(true));
    rule(&mut system, low, &[(1, up)]);
    let high = Formula::State(is(&mut system, 1, 1));
    let knows = |agent: u32, fact: &Formula| Formula::Knows(AgentId(agent), Box::new(fact.clone()));
    assert!(holds(&ask(&system, always(high.clone().implies(knows(1, &high))))));
    assert!(holds(&ask(&system, always(knows(0, &high).not()))));
    let Verdict::Violated(evidence) = ask(&system, always(high.clone().implies(knows(0, &high)))) else {
        panic!("agent 0 cannot see it");
    };
    let [companion] = evidence.companions.as_slice() else { panic!("one run explains it") };
    assert_eq!(companion.looks_same_to, [AgentId(0)]);
    assert_eq!(companion.at, evidence.trace.states.len() - 1);
    assert_eq!(companion.run.trace.states.last(), Some(&vec![0, 0]));
    let group = vec![AgentId(0), AgentId(1)];
    let pooled = Formula::DistributedKnowledge(group.clone(), Box::new(high.clone()));
    assert!(holds(&ask(&system, always(high.clone().implies(pooled)))));
    let common = Formula::CommonKnowledge(group, Box::new(Formula::Or(vec![high.clone(), high.not()])));
    assert!(holds(&ask(&system, always(common))));
}

#[test]
fn branching_time_sees_what_could_happen() {
    let mut system = system(&[Type::Range { lo: 0, hi: 2 }]);
    let zero = is(&mut system, 0, 0);
    for target in [1, 2] {
        let target = system.exprs.int(target);
        rule(&mut system, zero, &[(0, target)]);
    }
    let (one, two) = (Formula::State(is(&mut system, 0, 1)), Formula::State(is(&mut system, 0, 2)));
    let possibly = |f: &Formula| Formula::SomeRun(Box::new(eventually(f.clone())));
    assert!(holds(&ask(&system, Formula::And(vec![possibly(&one), possibly(&two)]))));
    assert!(!holds(&ask(&system, always(possibly(&one)))));
    assert!(!holds(&ask(&system, eventually(one))));
}

#[test]
fn the_time_limit_cancellation_and_the_memory_limit_end_the_search() {
    let system = counter(200_000);
    let formula = || eventually(Formula::Deadlock);
    let unknown = |budget: &Budget, why: &str| match ask_within(&system, formula(), budget).verdict {
        Verdict::Unknown { reason, .. } => assert!(reason.contains(why), "{reason}"),
        other => panic!("{other:?}"),
    };
    unknown(&Budget::unlimited().timeout(Duration::ZERO), "time");
    let cancelled = Budget::unlimited();
    cancelled.cancel();
    unknown(&cancelled, "interrupted");
    let mut small = Budget::unlimited();
    small.memory = Some(1 << 18);
    unknown(&small, "memory");
    let found = Explicit::new(&system).explore(&small, &Silent);
    assert!(!found.complete && found.memory <= 1 << 18);
}

#[test]
fn a_stopped_search_goes_on_where_it_was() {
    let system = counter(100);
    let engine = Explicit::new(&system);
    let mut short = Budget::unlimited();
    short.depth = Some(10);
    let first = engine.explore(&short, &Silent);
    assert_eq!((first.complete, first.states), (false, 12));
    let second = engine.explore(&Budget::unlimited(), &Silent);
    assert_eq!((second.complete, second.states, second.transitions), (true, 101, 100));
}

#[test]
fn a_depth_limit_bounds_the_verdict() {
    let mut system = counter(100);
    let mut short = Budget::unlimited();
    short.depth = Some(10);
    let at = |system: &mut System, value: i64| always(Formula::State(is(system, 0, value)).not());
    let (ten, eleven) = (at(&mut system, 10), at(&mut system, 11));
    assert_eq!(ask_within(&system, ten, &short).verdict.word(), "violated");
    let Verdict::Bounded { within } = ask_within(&system, eleven, &short).verdict else {
        panic!("it is too far");
    };
    assert_eq!(within, "within 10 steps of the initial states");
}

#[test]
fn a_run_does_not_pause_where_the_search_ends() {
    let mut system = counter(100);
    let mut short = Budget::unlimited();
    short.depth = Some(10);
    let text = "counts".to_string();
    let yes = system.exprs.bool(true);
    let counts = system.add_step_predicate(StepPredicate { text, cases: [(RuleId(0), yes)].into() });
    let (first, near) = (is(&mut system, 0, 0), is(&mut system, 0, 9));
    let counted = Formula::Or(vec![Formula::State(first), Formula::Arrived(counts)]);
    assert_eq!(ask_within(&system, always(counted), &short).verdict.word(), "bounded");
    let missed = Formula::And(vec![Formula::State(near), Formula::Arrived(counts)]);
    assert_eq!(ask_within(&system, always(missed.not()), &short).verdict.word(), "violated");
}

#[test]
fn coalitions_of_other_shapes_are_refused_in_words() {
    let system = counter(1);
    let formula = Formula::Coalition(
        vec![],
        Box::new(Formula::Not(Box::new(Formula::Next(Box::new(Formula::Deadlock))))),
    );
    let reason = Explicit::new(&system).supports(&formula).unwrap_err();
    assert!(reason.0.contains("coalition"));
    assert_eq!(ask(&system, formula).word(), "unknown");
}

#[test]
fn several_properties_share_one_search() {
    struct Count(AtomicU32);
    impl Progress for Count {
        fn tick(&self, _: Tick) {
            self.0.fetch_add(1, Ordering::Relaxed);
        }
    }
    let mut system = counter(50);
    let far = Formula::State(is(&mut system, 0, 40));
    let engine = Explicit::new(&system);
    let check = |formula: Formula| {
        let property = property(formula);
        engine.check(&property, &Budget::unlimited(), &Count(AtomicU32::new(0)))
    };
    let first = check(always(far.clone().not()));
    assert_eq!(first.verdict.word(), "violated");
    // The second search begins where the first stopped, and counts nothing twice.
    let second = check(always(Formula::Faulty.not()));
    assert_eq!(second.verdict.word(), "holds");
    assert_eq!((second.statistics.states, second.statistics.transitions), (Some(51), Some(50)));
    let again = check(always(far.not()));
    assert_eq!(again.verdict, first.verdict);
}

#[test]
fn an_unknown_predicate_is_satisfied_by_no_step() {
    let mut system = counter(2);
    let none = system.add_step_predicate(StepPredicate { text: "none".into(), cases: Default::default() });
    assert_eq!(none, StepPredicateId(0));
    assert!(holds(&ask(&system, always(Formula::Step(none).not()))));
}
