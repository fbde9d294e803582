//! Fairness, strategies, limits: what the random models do not cover.

use synod_bdd::Bdd;
use synod_core::{
    Agent, AgentId, Alternative, Budget, Choice, Engine, ExprId, Formula, Mode, Observation, Part, Rule,
    Silent, Sort, System, Type, Update, VarId, Variable, Verdict,
};
use synod_testing::property;

fn add_agent(system: &mut System, name: &str) -> AgentId {
    system.add_agent(Agent {
        name: name.to_string(),
        role: name.to_string(),
        owns: vec![],
        observes: vec![],
        automaton: None,
        span: Default::default(),
    })
}

fn add_var(system: &mut System, name: &str, hi: i64, owner: Option<AgentId>) -> VarId {
    let ty = Type::Range { lo: 0, hi };
    system.add_var(Variable { name: name.to_string(), ty, len: None, owner, span: Default::default() })
}

fn is(system: &mut System, var: VarId, value: i64) -> ExprId {
    let (var, value) = (system.exprs.var(var), system.exprs.int(value));
    system.exprs.eq(var, value)
}

fn add_rule(
    system: &mut System,
    choices: Vec<Choice>,
    guard: ExprId,
    alternatives: Vec<(ExprId, VarId, ExprId)>,
) {
    let alternative = |(guard, var, value)| Alternative {
        guard,
        updates: vec![Update { var, index: None, value }],
        action: None,
    };
    let parts = vec![Part { agent: None, alternatives: alternatives.into_iter().map(alternative).collect() }];
    let name = format!("rule{}", system.rules.len());
    system.add_rule(Rule {
        name,
        choices,
        guard,
        parts,
        observation: Observation::of(Mode::Joint),
        span: Default::default(),
    });
}

fn holds(system: &System, formula: Formula) -> bool {
    let outcome = Bdd::new(system).unwrap().check(&property(formula), &Budget::unlimited(), &Silent);
    match outcome.verdict {
        Verdict::Holds(_) => true,
        Verdict::Violated(_) => false,
        other => panic!("no answer: {other:?}"),
    }
}

fn finally(formula: Formula) -> Formula {
    Formula::Finally(Box::new(formula))
}

fn globally(formula: Formula) -> Formula {
    Formula::Globally(Box::new(formula))
}

/// `x` from 0 may go to 1 and back, or to 2 where it stays.
fn walk() -> (System, [Formula; 3]) {
    let mut system = System::new("walk");
    let agent = add_agent(&mut system, "blind");
    let x = add_var(&mut system, "x", 2, None);
    let [at0, at1, at2] = [0, 1, 2].map(|value| is(&mut system, x, value));
    system.init = at0;
    let [to0, to1, to2] = [0, 1, 2].map(|value| system.exprs.int(value));
    let yes = system.exprs.bool(true);
    add_rule(&mut system, vec![], yes, vec![(at0, x, to1), (at1, x, to0), (at0, x, to2), (at2, x, to2)]);
    assert_eq!(agent, AgentId(0));
    (system, [at0, at1, at2].map(Formula::State))
}

#[test]
fn only_fair_runs_count() {
    let (mut system, [_, at1, at2]) = walk();
    assert!(!holds(&system, globally(finally(at1.clone()))));
    system.fairness = vec![at1.clone()];
    assert!(holds(&system, globally(finally(at1.clone()))));
    assert!(holds(&system, globally(at2.clone().not())));
    assert!(!holds(&system, Formula::SomeRun(Box::new(finally(at2)))));
}

#[test]
fn only_fair_states_count_for_knowledge() {
    let (mut system, [_, at1, at2]) = walk();
    let knows = |fact: Formula| Formula::Knows(AgentId(0), Box::new(fact));
    assert!(!holds(&system, knows(at2.clone().not())));
    system.fairness = vec![at1];
    assert!(holds(&system, knows(at2.not())));
}

#[test]
fn without_fair_runs_everything_holds() {
    let (mut system, [_, at1, at2]) = walk();
    system.fairness = vec![at1, at2];
    let outcome =
        Bdd::new(&system).unwrap().check(&property(Formula::Or(vec![])), &Budget::unlimited(), &Silent);
    assert!(matches!(outcome.verdict, Verdict::Holds(_)));
}

/// Two agents pick 0 or 1; the first may pick 1 only at `x = 0`. `x` becomes 1 if they pick the same,
/// else 2, and stays where it is from 1 and 2 on. Where it would become 3, there is no step.
fn game() -> (System, [AgentId; 2], [Formula; 3]) {
    let mut system = System::new("game");
    let agents = ["ann", "bob"].map(|name| add_agent(&mut system, name));
    let x = add_var(&mut system, "x", 2, None);
    let [at0, at1, at2] = [0, 1, 2].map(|value| is(&mut system, x, value));
    system.init = at0;
    let bit = |name: &str, agent| Choice { name: name.to_string(), ty: Type::Bool, agent: Some(agent) };
    let choices = vec![bit("a", agents[0]), bit("b", agents[1])];
    let exprs = &mut system.exprs;
    let (a, b) = (exprs.choice(0, Sort::Bool), exprs.choice(1, Sort::Bool));
    let guard = exprs.implies(a, at0);
    let same = exprs.eq(a, b);
    let differ = exprs.not(same);
    let (matched, missed, stays) = (exprs.and([at0, same]), exprs.and([at0, differ]), exprs.not(at0));
    let (one, two, now) = (exprs.int(1), exprs.int(2), exprs.var(x));
    add_rule(&mut system, choices, guard, vec![(matched, x, one), (missed, x, two), (stays, x, now)]);
    (system, agents, [at0, at1, at2].map(Formula::State))
}

#[test]
fn a_group_enforces_what_all_its_members_agree_on() {
    let (system, [ann, bob], [at0, at1, at2]) = game();
    let can = |group: &[AgentId], path: Formula| Formula::Coalition(group.to_vec(), Box::new(path));
    let next = |formula: Formula| Formula::Next(Box::new(formula));
    for goal in [&at1, &at2] {
        assert!(holds(&system, can(&[ann, bob], next(goal.clone()))));
        assert!(holds(&system, can(&[ann, bob], finally(goal.clone()))));
        assert!(!holds(&system, can(&[ann], next(goal.clone()))));
        assert!(!holds(&system, can(&[bob], finally(goal.clone()))));
        assert!(!holds(&system, can(&[], finally(goal.clone()))));
    }
    let leaves = Formula::Or(vec![at1.clone(), at2.clone()]);
    assert!(holds(&system, can(&[], next(leaves.clone()))));
    assert!(holds(&system, can(&[], Formula::Until(Box::new(at0.clone()), Box::new(leaves)))));
    assert!(holds(&system, can(&[ann, bob], globally(at2.clone().not()))));
    assert!(!holds(&system, can(&[ann], globally(at2.not()))));
    assert!(!holds(&system, can(&[ann, bob], globally(at0))));
    assert!(holds(
        &system,
        can(&[ann, bob], Formula::WeakUntil(Box::new(Formula::And(vec![])), Box::new(at1)))
    ));
}

#[test]
fn a_pick_without_a_step_is_a_success_but_one_that_is_not_allowed_is_none() {
    let mut system = System::new("stuck");
    let ann = add_agent(&mut system, "ann");
    let x = add_var(&mut system, "x", 1, None);
    let at0 = is(&mut system, x, 0);
    system.init = at0;
    let exprs = &mut system.exprs;
    let a = exprs.choice(0, Sort::Int);
    let (zero, one, two) = (exprs.int(0), exprs.int(1), exprs.int(2));
    // Of 0, 1 and 2 she may pick 0, which leads to 1, and 1, which leads out of the range of `x`.
    let guard = exprs.lt(a, two);
    let (goes, leaves) = (exprs.eq(a, zero), exprs.eq(a, one));
    let choices = vec![Choice { name: "a".into(), ty: Type::Range { lo: 0, hi: 2 }, agent: Some(ann) }];
    add_rule(&mut system, choices, guard, vec![(goes, x, one), (leaves, x, two)]);
    let never = Formula::Next(Box::new(Formula::Or(vec![])));
    assert!(holds(&system, Formula::Coalition(vec![ann], Box::new(never.clone()))));
    assert!(!holds(&system, Formula::Coalition(vec![], Box::new(never.clone()))));
    let mut closed = system.clone();
    closed.rules[0].guard = closed.exprs.bool(false);
    assert!(!holds(&closed, Formula::Coalition(vec![ann], Box::new(never))));
}

#[test]
fn limits_end_in_unknown() {
    let (system, _) = walk();
    let mut small = Budget::unlimited();
    small.memory = Some(1);
    let engine = Bdd::new(&system).unwrap();
    for _ in 0..2 {
        let outcome = engine.check(&property(Formula::And(vec![])), &small, &Silent);
        assert_eq!(outcome.verdict.word(), "unknown");
    }
    // What was stopped can be taken up again.
    let outcome = engine.check(&property(Formula::And(vec![])), &Budget::unlimited(), &Silent);
    assert_eq!(outcome.verdict.word(), "holds");
    assert_eq!(outcome.statistics.states, Some(3));
}

#[test]
fn unbounded_integers_are_refused_unless_the_model_bounds_them() {
    let mut system = System::new("t");
    let ty = Type::Int;
    let n =
        system.add_var(Variable { name: "n".into(), ty, len: None, owner: None, span: Default::default() });
    assert!(Bdd::new(&system).unwrap_err().0.contains('n'));
    let mut bounded = system.clone();
    bounded.init = is(&mut bounded, n, 7);
    assert!(Bdd::new(&bounded).is_ok());
}

/// A number that counts to `last`, and stays there.
fn counting(last: i64) -> (System, VarId) {
    let mut system = System::new("counting");
    let n = add_var(&mut system, "n", last, None);
    let (now, one, most) = (system.exprs.var(n), system.exprs.int(1), system.exprs.int(last));
    let next = system.exprs.binary(synod_core::BinaryOp::Add, now, one);
    let guard = system.exprs.lt(now, most);
    let yes = system.exprs.bool(true);
    system.init = is(&mut system, n, 0);
    add_rule(&mut system, vec![], guard, vec![(yes, n, next)]);
    (system, n)
}

#[test]
fn a_violation_of_an_invariant_ends_the_search_where_it_is_seen() {
    let (mut system, n) = counting(1000);
    let seven = is(&mut system, n, 7);
    let never = |condition| property(Formula::Globally(Box::new(condition)));
    let engine = Bdd::new(&system).unwrap();
    let outcome = engine.check(&never(Formula::State(seven).not()), &Budget::unlimited(), &Silent);
    let Verdict::Violated(found) = outcome.verdict else { panic!("{:?}", outcome.verdict) };
    assert_eq!(found.trace.steps.len(), 7);
    assert_eq!(outcome.statistics.states, None, "not all states were found");
    // The search goes on from there for the next one.
    let stuck = engine.check(&never(Formula::Deadlock.not()), &Budget::unlimited(), &Silent);
    let Verdict::Violated(found) = stuck.verdict else { panic!("{:?}", stuck.verdict) };
    assert_eq!(found.trace.steps.len(), 1000);
    let any = engine.check(&never(Formula::And(vec![])), &Budget::unlimited(), &Silent);
    assert_eq!((any.verdict.word(), any.statistics.states), ("holds", Some(1001)));
}
