//! The reduction beside the search of all states, on random systems of components that sometimes meet; and what comes of
//! leaving out one of its conditions.

use std::cell::Cell;
use std::collections::BTreeMap;

use proptest::collection::vec;
use proptest::prelude::*;
use synod_core::{
    Alternative, BinaryOp, Budget, Choice, Engine, ExprId, Formula, Mode, Observation, Part, Proof, Rule,
    RuleId, Silent, Sort, StepPredicate, StepPredicateId, System, Type, Update, VarId, Variable, Verdict,
};
use synod_passes::under_fairness;
use synod_simulate::{Interpreter, judge};
use synod_testing::{Fragment, Tape, assert_valid, fair_questions, property, runner};

use super::StubbornSets;
use super::stubborn::Conditions;
use crate::engine::Explicit;
use crate::layout::Layout;
use crate::{Reduced, Reduction};

/// A system of components, each with a place and a value of its own.
struct Components {
    system: System,
    places: Vec<VarId>,
    values: Vec<VarId>,
    shared: Vec<VarId>,
}

impl Components {
    fn new(count: usize, shared: usize) -> Self {
        let mut system = System::new("components");
        let mut add = |name: String, hi: i64| {
            let ty = Type::Range { lo: 0, hi };
            system.add_var(Variable { name, ty, len: None, owner: None, span: Default::default() })
        };
        let places = (0..count).map(|number| add(format!("place {number}"), 2)).collect();
        let values = (0..count).map(|number| add(format!("value {number}"), 1)).collect();
        let shared = (0..shared).map(|number| add(format!("shared {number}"), 2)).collect();
        let mut components = Components { system, places, values, shared };
        let all = (0..components.system.vars.len() as u32)
            .map(|var| components.is(VarId(var), 0))
            .collect::<Vec<_>>();
        components.system.init = components.system.exprs.and(all);
        components
    }

    fn is(&mut self, var: VarId, value: i64) -> ExprId {
        let (var, value) = (self.system.exprs.var(var), self.system.exprs.int(value));
        self.system.exprs.eq(var, value)
    }

    /// Something of the component, or of all, or now and then of another component.
    fn var(&self, own: usize, draw: &mut Tape) -> VarId {
        match draw.below(6) {
            0 | 1 => self.values[own],
            2 => self.places[own],
            3 | 4 => self.shared[draw.below(self.shared.len())],
            _ => {
                let other = draw.below(self.places.len());
                if draw.rarely(2) { self.places[other] } else { self.values[other] }
            }
        }
    }

    fn condition(&mut self, own: usize, draw: &mut Tape) -> ExprId {
        let var = self.var(own, draw);
        let condition = self.is(var, draw.below(3) as i64);
        if draw.rarely(3) { self.system.exprs.not(condition) } else { condition }
    }

    fn update(&mut self, own: usize, picks: bool, draw: &mut Tape) -> Update {
        let var = self.var(own, draw);
        let exprs = &mut self.system.exprs;
        let value = match draw.below(6) {
            4 if picks => exprs.choice(0, Sort::Int),
            // Too much at last, which is a fault.
            5 => {
                let (now, one) = (exprs.var(var), exprs.int(1));
                exprs.binary(BinaryOp::Add, now, one)
            }
            _ => exprs.int(draw.below(2) as i64),
        };
        Update { var, index: None, value }
    }

    fn rule(&mut self, own: usize, draw: &mut Tape) -> RuleId {
        let from = draw.below(3) as i64;
        let to = (from + 1 + i64::from(draw.rarely(4))) % 3;
        let mut guard = vec![self.is(self.places[own], from)];
        if draw.rarely(2) {
            guard.push(self.condition(own, draw));
        }
        let choices: Vec<Choice> = (0..draw.below(4).saturating_sub(2))
            .map(|_| Choice { name: "c".to_string(), ty: Type::Range { lo: 0, hi: 1 }, agent: None })
            .collect();
        let place = Update { var: self.places[own], index: None, value: self.system.exprs.int(to) };
        let mut updates = if draw.rarely(8) { vec![] } else { vec![place] };
        if draw.rarely(2) {
            let update = self.update(own, !choices.is_empty(), draw);
            if updates.iter().all(|known: &Update| known.var != update.var) {
                updates.push(update);
            }
        }
        let yes = self.system.exprs.bool(true);
        let mut parts = vec![Part {
            agent: None,
            alternatives: vec![Alternative { guard: yes, updates, action: None }].into(),
        }];
        if draw.rarely(6) {
            // Another component takes part if it listens.
            let other = draw.below(self.places.len());
            let heard = self.is(self.places[other], draw.below(3) as i64);
            let unheard = if draw.rarely(2) { yes } else { self.system.exprs.not(heard) };
            let value = self.system.exprs.int(draw.below(2) as i64);
            let update = Update { var: self.values[other], index: None, value };
            if parts[0].alternatives[0].updates.iter().all(|known| known.var != update.var) {
                let hears = Alternative { guard: heard, updates: vec![update], action: None };
                let stays = Alternative { guard: unheard, updates: vec![], action: None };
                parts.push(Part { agent: None, alternatives: vec![hears, stays].into() });
            }
        }
        let guard = self.system.exprs.and(guard);
        let name = format!("rule {}", self.system.rules.len());
        let observation = Observation::of(Mode::Local);
        self.system.add_rule(Rule { name, choices, guard, parts, observation, span: Default::default() })
    }

    fn step(&mut self, draw: &mut Tape) -> StepPredicateId {
        let mut cases = BTreeMap::new();
        for _ in 0..1 + draw.below(2) {
            let rule = RuleId(draw.below(self.system.rules.len()) as u32);
            let own = draw.below(self.places.len());
            let case = match draw.below(3) {
                0 => self.system.exprs.bool(true),
                1 if self.system.rule(rule).parts.len() > 1 => self.system.exprs.took(1, 0),
                _ => self.condition(own, draw),
            };
            cases.insert(rule, case);
        }
        self.system.add_step_predicate(StepPredicate { text: String::new(), cases })
    }

    fn state(&mut self, draw: &mut Tape) -> Formula {
        let own = draw.below(self.places.len());
        let mut atom = Formula::State(self.condition(own, draw));
        if draw.rarely(3) {
            let own = draw.below(self.places.len());
            atom = Formula::Or(vec![atom, Formula::State(self.condition(own, draw))]);
        }
        atom
    }

    fn formula(&mut self, draw: &mut Tape) -> Formula {
        let boxed = |formula: Formula| Box::new(formula);
        let always = |formula: Formula| Formula::Globally(boxed(formula));
        let sometime = |formula: Formula| Formula::Finally(boxed(formula));
        let (a, b) = (self.state(draw), self.state(draw));
        match draw.below(17) {
            0 => always(Formula::Deadlock.not()),
            1 => always(Formula::Or(vec![Formula::Deadlock.not(), a])),
            2 => always(Formula::Faulty.not()),
            3 | 4 => always(a),
            5 => always(Formula::Step(self.step(draw)).not()),
            6 => always(Formula::Or(vec![Formula::Step(self.step(draw)).not(), a])),
            7 => sometime(if draw.rarely(2) { a } else { Formula::Or(vec![Formula::Deadlock, a]) }),
            8 => always(sometime(a)),
            9 => sometime(always(a)),
            10 => always(Formula::Or(vec![a.not(), sometime(b)])),
            11 => Formula::Until(boxed(a), boxed(b)),
            12 => sometime(a).on_infinite_runs(),
            13 => always(Formula::boxed(self.step(draw), if draw.rarely(2) { sometime(a) } else { a })),
            14 => sometime(Formula::diamond(self.step(draw), a)),
            15 => Formula::Until(
                boxed(Formula::Step(self.step(draw)).not()),
                boxed(if draw.rarely(2) { Formula::Step(self.step(draw)) } else { a }),
            ),
            _ => Formula::And(vec![
                always(Formula::Step(self.step(draw)).not()),
                Formula::Release(boxed(Formula::Step(self.step(draw))), boxed(a)),
            ]),
        }
    }
}

/// The system and the formula that numbers describe.
fn question(numbers: Vec<u16>) -> (System, Formula) {
    let draw = &mut Tape::new(numbers);
    let mut components = Components::new(2 + draw.below(3), 1 + draw.below(2));
    for own in 0..components.places.len() {
        for _ in 0..1 + draw.below(4) {
            components.rule(own, draw);
        }
    }
    let formula = components.formula(draw);
    if draw.rarely(12) {
        let condition = components.state(draw);
        components.system.fairness.push(condition);
    }
    (components.system, formula)
}

fn component_questions() -> impl Strategy<Value = (System, Formula)> {
    vec(any::<u16>(), 20..160).prop_map(question)
}

fn budget() -> Budget {
    let mut budget = Budget::unlimited();
    (budget.threads, budget.int_bound) = (1, 3);
    budget
}

/// What came of many questions.
#[derive(Default)]
struct Counts {
    fewer: Cell<u32>,
    violated: Cell<u32>,
}

/// Whether the reduced search answers as the search of all states does.
fn agrees(system: &System, formula: &Formula, counts: &Counts) -> Result<(), TestCaseError> {
    let property = property(formula.clone());
    assert_valid(system, std::slice::from_ref(&property));
    let engine = Reduced::new(system, Reduction::PartialOrder);
    if engine.supports(formula).is_err() {
        return Ok(());
    }
    let expected = Explicit::new(system).check(&property, &budget(), &Silent);
    let found = engine.check(&property, &budget(), &Silent);
    match (&expected.verdict, &found.verdict) {
        (_, Verdict::Unknown { reason, .. }) => {
            prop_assert_eq!(reason, "no steps are independent and invisible to the property");
        }
        (Verdict::Holds(proof), Verdict::Holds(Proof::ExhaustedReduced { states: visited })) => {
            if let Proof::Exhausted { states } = proof {
                prop_assert!(visited <= states);
                counts.fewer.set(counts.fewer.get() + u32::from(visited < states));
            }
        }
        (Verdict::Bounded { .. }, Verdict::Bounded { .. }) => {}
        (Verdict::Violated(_), Verdict::Violated(run)) => {
            counts.violated.set(counts.violated.get() + 1);
            let formula = under_fairness(formula, &system.fairness);
            let interpreter = Interpreter::new(system).with_int_bound(budget().int_bound);
            prop_assert_eq!(judge(&interpreter, &formula, run), Ok(()));
        }
        (expected, found) => prop_assert!(false, "{:?} and {:?}", expected, found),
    }
    Ok(())
}

#[test]
fn verdicts_on_components_are_those_of_the_search_of_all_states() {
    let counts = Counts::default();
    let test = |(system, formula): (System, Formula)| agrees(&system, &formula, &counts);
    runner(6000).run(&component_questions(), test).unwrap();
    assert!(counts.fewer.get() > 800, "{} times fewer states", counts.fewer.get());
    assert!(counts.violated.get() > 1000, "{} violations", counts.violated.get());
}

#[test]
fn verdicts_on_all_kinds_of_systems_are_those_of_the_search_of_all_states() {
    let counts = Counts::default();
    let test = |(system, formula): (System, Formula)| agrees(&system, &formula, &counts);
    runner(1500).run(&fair_questions(Fragment::Linear), test).unwrap();
    runner(1500).run(&fair_questions(Fragment::Invariant), test).unwrap();
    assert!(counts.violated.get() > 20, "{} violations", counts.violated.get());
}

/// Whether a verdict is wrong if the reduction keeps only some of its conditions.
fn is_mistaken(conditions: Conditions) -> bool {
    let wrong = Cell::new(false);
    let test = |(system, formula): (System, Formula)| {
        if wrong.get() || !system.fairness.is_empty() {
            return Ok(());
        }
        let layout = Layout::new(&system, budget().int_bound);
        for part in formula.conjuncts() {
            let Some(sets) = StubbornSets::with(&system, &layout, &part, conditions) else { continue };
            let property = property(part);
            let expected = Explicit::new(&system).check(&property, &budget(), &Silent).verdict;
            let found =
                Explicit::new(&system).following(Some(sets)).check(&property, &budget(), &Silent).verdict;
            wrong.set(wrong.get() || expected.word() != found.word());
        }
        Ok(())
    };
    runner(6000).run(&component_questions(), test).unwrap();
    wrong.get()
}

#[test]
fn with_all_conditions_there_are_no_mistakes() {
    assert!(!is_mistaken(Conditions::ALL));
}

#[test]
fn commuting_steps_need_dependence_and_enabling_rules() {
    assert!(is_mistaken(Conditions { dependence: false, ..Conditions::ALL }));
    assert!(is_mistaken(Conditions { enabling: false, ..Conditions::ALL }));
}

#[test]
fn temporal_formulas_need_visibility() {
    assert!(is_mistaken(Conditions { visibility: false, ..Conditions::ALL }));
}

#[test]
fn steps_that_are_not_put_off_for_ever_need_the_proviso() {
    assert!(is_mistaken(Conditions { proviso: false, ..Conditions::ALL }));
}

#[test]
fn what_observations_depend_on_is_read_by_their_steps() {
    // The first component changes what is observed of the second step of the second.
    let mut components = Components::new(2, 1);
    let mut rule = |own: usize, from: u16| components.rule(own, &mut Tape::new(vec![from]));
    let (_, _, second) = (rule(0, 0), rule(1, 0), rule(1, 1));
    let unchanged = components.is(components.places[0], 0);
    let cases = BTreeMap::from([(second, unchanged)]);
    let step = components.system.add_step_predicate(StepPredicate { text: String::new(), cases });
    let never = property(Formula::Globally(Box::new(Formula::Step(step).not())));
    let system = components.system;
    let layout = Layout::new(&system, 3);
    for (observations, verdict) in [(true, "violated"), (false, "holds")] {
        let conditions = Conditions { observations, ..Conditions::ALL };
        let sets = StubbornSets::with(&system, &layout, &never.formula, conditions);
        let found = Explicit::new(&system).following(sets).check(&never, &budget(), &Silent).verdict;
        assert_eq!(found.word(), verdict);
    }
}

/// Components that count to the end, each for itself.
fn counters(count: usize) -> System {
    let mut components = Components::new(count, 1);
    for own in 0..count {
        for from in 0..2 {
            let guard = components.is(components.places[own], from);
            let yes = components.system.exprs.bool(true);
            let value = components.system.exprs.int(from + 1);
            let updates = vec![Update { var: components.places[own], index: None, value }];
            let alternatives = vec![Alternative { guard: yes, updates, action: None }].into();
            components.system.add_rule(Rule {
                name: format!("{own} from {from}"),
                choices: vec![],
                guard,
                parts: vec![Part { agent: None, alternatives }],
                observation: Observation::of(Mode::Local),
                span: Default::default(),
            });
        }
    }
    components.system
}

#[test]
fn what_is_visited_does_not_depend_on_threads() {
    let mut system = counters(9);
    let first = {
        let (var, value) = (system.exprs.var(VarId(0)), system.exprs.int(2));
        system.exprs.eq(var, value)
    };
    let (always, never) = (system.exprs.bool(true), system.exprs.bool(false));
    let visited = |formula: Formula, threads: usize| {
        let mut budget = budget();
        budget.threads = threads;
        let engine = Reduced::new(&system, Reduction::PartialOrder);
        match engine.check(&property(formula), &budget, &Silent).verdict {
            Verdict::Holds(Proof::ExhaustedReduced { states }) => states,
            other => panic!("{other:?}"),
        }
    };
    let globally = |formula: Formula| Formula::Globally(Box::new(formula));
    for threads in [1, 3] {
        // One order of steps is enough where nothing is seen: 19 of 3⁹ states.
        assert_eq!(visited(globally(Formula::State(always)), threads), 19);
        assert_eq!(
            visited(
                Formula::Finally(Box::new(Formula::Or(vec![Formula::Deadlock, Formula::State(never)]))),
                threads
            ),
            19
        );
        // What the first one does is seen, so that it does it in every order.
        let seen = Formula::Finally(Box::new(Formula::State(first)));
        assert_eq!(
            visited(seen, threads),
            visited(globally(Formula::Or(vec![Formula::State(first), Formula::State(always)])), 1)
        );
    }
}
