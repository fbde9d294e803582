//! A formula watched along a run: after each position what is still to be shown, until nothing is.
//!
//! [`crate::evaluate`] judges a trace as a whole; a monitor forgets the past and needs no trace, so that
//! runs may be long. Both agree on every beginning of a run.

use synod_core::{Env, Formula, State, Step, StepPredicateId, Trace, eval_bool};

use crate::evaluate::{Truth, evaluate};
use crate::interpreter::{Interpreter, Moves};

/// A position of a run: its state, what can be done there, and how it was reached.
#[derive(Clone, Copy, Debug)]
pub struct Position<'a> {
    /// The state of the position.
    pub state: &'a State,
    /// The steps that leave it.
    pub moves: &'a Moves,
    /// The step that led here and the state it was taken in; `None` at the start.
    pub reached: Option<(&'a State, &'a Step)>,
}

/// What is left to show of a formula.
#[derive(Clone, Debug)]
pub struct Monitor<'a> {
    interpreter: Interpreter<'a>,
    left: Formula,
}

fn constant(value: bool) -> Formula {
    if value { Formula::And(Vec::new()) } else { Formula::Or(Vec::new()) }
}

fn as_constant(formula: &Formula) -> Option<bool> {
    match formula {
        Formula::And(list) if list.is_empty() => Some(true),
        Formula::Or(list) if list.is_empty() => Some(false),
        _ => None,
    }
}

/// Conjunction (`all`) or disjunction: flat, without constants and repetitions.
fn join(parts: impl IntoIterator<Item = Formula>, all: bool) -> Formula {
    let mut kept: Vec<Formula> = Vec::new();
    for part in parts {
        match as_constant(&part) {
            Some(value) if value == all => continue,
            Some(_) => return part,
            None => {}
        }
        let inner = match part {
            Formula::And(list) if all => list,
            Formula::Or(list) if !all => list,
            other => vec![other],
        };
        for one in inner {
            if !kept.contains(&one) {
                kept.push(one);
            }
        }
    }
    match kept.len() {
        1 => kept.remove(0),
        _ if all => Formula::And(kept),
        _ => Formula::Or(kept),
    }
}

/// What is to be shown of a formula at the start of a run.
pub(crate) fn at_the_start(formula: &Formula) -> Formula {
    join(formula.conjuncts(), true)
}

impl<'a> Monitor<'a> {
    /// Watches a formula from the start of a run. Quantifiers over runs at the top mean what a property
    /// means anyway, so they are dropped.
    pub fn new(interpreter: Interpreter<'a>, formula: &Formula) -> Self {
        Monitor { interpreter, left: at_the_start(formula) }
    }

    /// Goes on with what is left to show.
    pub(crate) fn going_on(interpreter: Interpreter<'a>, left: Formula) -> Self {
        Monitor { interpreter, left }
    }

    /// Whether single runs decide a formula: it speaks of nobody's knowledge and of no other runs.
    pub fn watches(formula: &Formula) -> bool {
        formula.conjuncts().iter().all(Formula::is_linear)
    }

    /// What can be said in a position, before it is left.
    pub fn look(&self, position: &Position) -> Truth {
        self.now(&self.left, position)
    }

    /// Leaves a position by a step.
    pub fn leave(&mut self, position: &Position, step: &Step) {
        self.left = self.after(&self.left, position, step);
    }

    /// What the run is worth that stays in a position for ever, since no step can be taken there.
    pub fn rest(&mut self, position: &Position) -> Truth {
        self.leave(position, &Step::Stutter);
        let trace = Trace { states: vec![position.state.clone()], steps: Vec::new(), loop_start: None };
        evaluate(&self.interpreter, &self.left, &trace)
    }

    /// A part of a formula that a position decides by itself; `None` for temporal operators.
    fn atom(&self, formula: &Formula, at: &Position) -> Option<bool> {
        let system = self.interpreter.system();
        Some(match formula {
            Formula::State(id) => eval_bool(&system.exprs, *id, Env::of(system, at.state)) == Ok(true),
            Formula::Arrived(predicate) => {
                at.reached.is_some_and(|(from, step)| self.interpreter.satisfies(from, step, *predicate))
            }
            Formula::Deadlock => at.moves.enabled.is_empty(),
            Formula::Faulty => !at.moves.faulted.is_empty(),
            _ => return None,
        })
    }

    fn now(&self, formula: &Formula, at: &Position) -> Truth {
        let step = |predicate| {
            let all = self.interpreter.all_satisfy(at.state, at.moves, predicate);
            all.map_or(Truth::Unknown, Truth::from)
        };
        now(formula, &|part| self.atom(part, at), &step)
    }

    fn after(&self, formula: &Formula, at: &Position, step: &Step) -> Formula {
        let taken = |predicate| self.interpreter.satisfies(at.state, step, predicate);
        after(formula, &|part| self.atom(part, at), &taken)
    }
}

/// What a position says about its own atoms; `None` for other formulas.
type Atoms<'a> = &'a dyn Fn(&Formula) -> Option<bool>;

/// What can be said of a formula in a position, given what is known of the step that leaves it.
pub(crate) fn now(formula: &Formula, atom: Atoms, step: &dyn Fn(StepPredicateId) -> Truth) -> Truth {
    use Formula::*;
    if let Some(value) = atom(formula) {
        return value.into();
    }
    let now = |f: &Formula| now(f, atom, step);
    match formula {
        Not(a) => !now(a),
        And(list) => list.iter().map(now).min().unwrap_or(Truth::True),
        Or(list) => list.iter().map(now).max().unwrap_or(Truth::False),
        Finally(a) => now(a).max(Truth::Unknown),
        Globally(a) => now(a).min(Truth::Unknown),
        Until(a, b) | WeakUntil(a, b) => now(b).max(now(a).min(Truth::Unknown)),
        Release(a, b) => now(b).min(now(a).max(Truth::Unknown)),
        Step(predicate) => step(*predicate),
        _ => Truth::Unknown,
    }
}

/// What is left of a formula at the next position, given which predicates the step there satisfies.
pub(crate) fn after(formula: &Formula, atom: Atoms, taken: &dyn Fn(StepPredicateId) -> bool) -> Formula {
    use Formula::*;
    if let Some(value) = atom(formula) {
        return constant(value);
    }
    let after = |f: &Formula| after(f, atom, taken);
    let again = || formula.clone();
    match formula {
        Step(predicate) => constant(taken(*predicate)),
        Not(a) => {
            let a = after(a);
            as_constant(&a).map_or_else(|| a.not(), |value| constant(!value))
        }
        And(list) => join(list.iter().map(after), true),
        Or(list) => join(list.iter().map(after), false),
        Next(a) => (**a).clone(),
        Finally(a) => join([after(a), again()], false),
        Globally(a) => join([after(a), again()], true),
        Until(a, b) | WeakUntil(a, b) => join([after(b), join([after(a), again()], true)], false),
        Release(a, b) => join([after(b), join([after(a), again()], false)], true),
        other => other.clone(),
    }
}

/// What is left to show of a formula of single runs where a finite trace ends: the trace goes on to satisfy the formula just
/// if what follows, from its last state on, satisfies this. How that state was reached is dealt with.
pub fn left_to_show(interpreter: &Interpreter, formula: &Formula, trace: &Trace) -> Formula {
    let mut monitor = Monitor::new(*interpreter, formula);
    for (at, state) in trace.states.iter().enumerate() {
        let moves = interpreter.moves(state);
        let before = at.checked_sub(1).map(|i| (&trace.states[i], &trace.steps[i]));
        let position = Position { state, moves: &moves, reached: before };
        match trace.steps.get(at) {
            Some(step) => monitor.leave(&position, step),
            None => return monitor.arrived(&monitor.left, &position),
        }
    }
    monitor.left
}

impl Monitor<'_> {
    /// A formula in which how this position was reached is replaced by its truth.
    fn arrived(&self, formula: &Formula, at: &Position) -> Formula {
        use Formula::*;
        if !formula.any(&mut |part| matches!(part, Arrived(_))) {
            return formula.clone();
        }
        let here = |f: &Formula| self.arrived(f, at);
        let later = || Next(Box::new(formula.clone()));
        match formula {
            Arrived(_) => self.atom(formula, at).map_or_else(|| formula.clone(), constant),
            Not(a) => {
                let a = here(a);
                as_constant(&a).map_or_else(|| a.not(), |value| constant(!value))
            }
            And(list) => join(list.iter().map(here), true),
            Or(list) => join(list.iter().map(here), false),
            Finally(a) => join([here(a), later()], false),
            Globally(a) => join([here(a), later()], true),
            Until(a, b) | WeakUntil(a, b) => join([here(b), join([here(a), later()], true)], false),
            Release(a, b) => join([here(b), join([here(a), later()], false)], true),
            other => other.clone(),
        }
    }
}

/// Where a trace first settles a formula, and how; `None` if it does not, or if the interpreter ran out of its
/// budget.
pub fn decided(interpreter: &Interpreter, formula: &Formula, trace: &Trace) -> Option<(usize, bool)> {
    let mut monitor = Monitor::new(*interpreter, formula);
    for (at, state) in trace.states.iter().enumerate() {
        let moves = interpreter.moves(state);
        if moves.cut_short {
            return None;
        }
        let before = at.checked_sub(1).map(|i| (&trace.states[i], &trace.steps[i]));
        let position = Position { state, moves: &moves, reached: before };
        let truth = match (monitor.look(&position), trace.steps.get(at)) {
            (Truth::Unknown, None) if moves.enabled.is_empty() => monitor.rest(&position),
            (Truth::Unknown, Some(step)) => {
                monitor.leave(&position, step);
                Truth::Unknown
            }
            (truth, _) => truth,
        };
        if truth != Truth::Unknown {
            return Some((at, truth == Truth::True));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;
    use crate::testing::{counter, is, ring};
    use crate::walk::Walk;

    fn boxed(f: &Formula) -> Box<Formula> {
        Box::new(f.clone())
    }

    #[test]
    fn a_monitor_agrees_with_the_definition_on_every_beginning() {
        let (mut system, wraps) = ring(2);
        let [zero, one, two] = [0, 1, 2].map(|v| is(&mut system, v));
        let formulas = [
            Formula::Globally(boxed(&two.clone().not())),
            Formula::Finally(boxed(&two)),
            Formula::Until(boxed(&two.clone().not()), boxed(&two)),
            Formula::WeakUntil(boxed(&zero), boxed(&one)),
            Formula::Release(boxed(&one), boxed(&two.clone().not())),
            Formula::Next(boxed(&Formula::Next(boxed(&Formula::Step(wraps))))),
            Formula::Finally(boxed(&Formula::Arrived(wraps))),
            Formula::Globally(boxed(&zero.clone().implies(Formula::Next(boxed(&one))))),
            Formula::Globally(boxed(&zero.clone().implies(Formula::Finally(boxed(&two))))),
            Formula::And(vec![Formula::Finally(boxed(&one)), Formula::Finally(boxed(&two))]),
        ];
        let interpreter = Interpreter::new(&system);
        let mut walk = Walk::new(interpreter, vec![0]);
        walk.random(5, &mut Random::new(1), &synod_core::Budget::unlimited());
        let whole = walk.history();
        for formula in &formulas {
            let found = decided(&interpreter, formula, &whole);
            let by_definition = (0..whole.states.len()).find_map(|last| {
                let trace = Trace {
                    states: whole.states[..=last].to_vec(),
                    steps: whole.steps[..last].to_vec(),
                    loop_start: None,
                };
                match evaluate(&interpreter, formula, &trace) {
                    Truth::Unknown => None,
                    truth => Some((last, truth == Truth::True)),
                }
            });
            assert_eq!(found, by_definition, "{formula:?}");
        }
    }

    #[test]
    fn in_a_dead_end_everything_is_settled() {
        let mut system = counter(2);
        let two = is(&mut system, 2);
        let interpreter = Interpreter::new(&system);
        let mut walk = Walk::new(interpreter, vec![0]);
        walk.random(9, &mut Random::new(1), &synod_core::Budget::unlimited());
        let always_again = Formula::Globally(Box::new(Formula::Finally(Box::new(two.clone()))));
        assert_eq!(decided(&interpreter, &always_again, &walk.history()), Some((2, true)));
        let never = Formula::Globally(Box::new(Formula::Finally(Box::new(two.not()))));
        assert_eq!(decided(&interpreter, &never, &walk.history()), Some((2, false)));
    }

    #[test]
    fn what_is_left_does_not_grow_with_the_run() {
        let (mut system, _) = ring(2);
        let [zero, two] = [0, 2].map(|v| is(&mut system, v));
        let response = Formula::Globally(Box::new(zero.implies(Formula::Finally(Box::new(two)))));
        let interpreter = Interpreter::new(&system);
        let mut monitor = Monitor::new(interpreter, &response);
        let mut walk = Walk::new(interpreter, vec![0]);
        for _ in 0..30 {
            let (state, moves) = (walk.state().clone(), walk.moves().clone());
            let step = Step::Take(moves.enabled[0].taken.clone());
            monitor.leave(&Position { state: &state, moves: &moves, reached: None }, &step);
            walk.take(1).unwrap();
            let parts = match &monitor.left {
                Formula::And(list) => list.len(),
                _ => 1,
            };
            assert!(parts <= 2);
        }
    }
}
