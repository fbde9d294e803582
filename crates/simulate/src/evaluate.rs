//! The truth of a formula on a trace, by definition.
//!
//! On a lasso a linear-time formula is true or false. On a finite trace it is true or false only if
//! every continuation agrees, as far as three-valued connectives can see, else unknown. Knowledge, path
//! quantifiers and coalitions talk about more than one run; of them the trace shows what it can.

use synod_core::{Env, Formula, State, Step, StepPredicateId, Trace, eval_bool};

use crate::interpreter::Interpreter;

/// Three truth values, in order: conjunction is the minimum, disjunction the maximum.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Truth {
    /// False, whatever comes after.
    False,
    /// The trace does not tell.
    Unknown,
    /// True, whatever comes after.
    True,
}

impl From<bool> for Truth {
    fn from(value: bool) -> Self {
        if value { Truth::True } else { Truth::False }
    }
}

impl std::ops::Not for Truth {
    type Output = Truth;
    fn not(self) -> Truth {
        match self {
            Truth::False => Truth::True,
            Truth::Unknown => Truth::Unknown,
            Truth::True => Truth::False,
        }
    }
}

/// The truth of `formula` at the start of `trace`, which must be a run of the system.
pub fn evaluate(interpreter: &Interpreter, formula: &Formula, trace: &Trace) -> Truth {
    evaluate_with(interpreter, formula, trace, &[])[0]
}

/// What is known of a formula about more than one run, from elsewhere.
#[derive(Clone, Copy, Debug)]
pub struct Hint<'f> {
    /// The position of the state that it is about.
    pub at: usize,
    /// One of the subformulas of what is evaluated.
    pub formula: &'f Formula,
    /// Its truth there.
    pub truth: Truth,
}

/// The truth of `formula` at each state of `trace`, which must be a run of the system, given what is known
/// of subformulas.
pub fn evaluate_with(
    interpreter: &Interpreter,
    formula: &Formula,
    trace: &Trace,
    hints: &[Hint],
) -> Vec<Truth> {
    let mut hints = hints.to_vec();
    if let Some(start) = trace.loop_start {
        // The loop is written out twice, and what is known of a state is known of it both times.
        let arrives = |hint: &Hint| hint.formula.any(&mut |f| matches!(f, Formula::Arrived(_)));
        let again = hints.iter().filter(|hint| hint.at >= start && !arrives(hint));
        let again: Vec<Hint> =
            again.map(|hint| Hint { at: hint.at + trace.states.len() - start, ..*hint }).collect();
        hints.extend(again);
    }
    let run = Run { hints: &hints, ..Run::new(interpreter, trace) };
    let mut truth = run.truth(formula);
    truth.truncate(trace.states.len());
    truth
}

/// The step by which a position is left or reached.
#[derive(Clone, Copy)]
enum Passage<'a> {
    /// This one, from that state.
    Known(&'a State, &'a Step),
    /// There is none: the start of the run is not reached by a step.
    None,
    /// The trace does not tell.
    Unknown,
}

struct Position<'a> {
    /// `None` stands for all that may come after a finite trace.
    state: Option<&'a State>,
    reached: Passage<'a>,
    left: Passage<'a>,
}

/// A trace as a sequence of positions whose last leads back to `back`.
struct Run<'a> {
    interpreter: &'a Interpreter<'a>,
    positions: Vec<Position<'a>>,
    back: usize,
    hints: &'a [Hint<'a>],
}

impl<'a> Run<'a> {
    fn new(interpreter: &'a Interpreter<'a>, trace: &'a Trace) -> Self {
        let last = trace.states.len() - 1;
        let passage = |i: usize| Passage::Known(&trace.states[i], &trace.steps[i]);
        let mut positions: Vec<Position> = (0..=last)
            .map(|i| Position {
                state: Some(&trace.states[i]),
                reached: if i == 0 { Passage::None } else { passage(i - 1) },
                left: if i < trace.steps.len() { passage(i) } else { Passage::Unknown },
            })
            .collect();
        let stay = |i: usize| Passage::Known(&trace.states[i], &Step::Stutter);
        let back = match trace.loop_start {
            // The loop is written out a second time: its start is reached first from before the loop
            // and later from its end, and these may be different steps.
            Some(start) => {
                positions.extend((start..=last).map(|i| Position {
                    state: Some(&trace.states[i]),
                    reached: if i == start { passage(last) } else { passage(i - 1) },
                    left: passage(i),
                }));
                last + 1
            }
            None if interpreter.is_deadlock(&trace.states[last]) => {
                positions[last].left = stay(last);
                positions.push(Position {
                    state: Some(&trace.states[last]),
                    reached: stay(last),
                    left: stay(last),
                });
                last + 1
            }
            None => {
                positions.push(Position { state: None, reached: Passage::Unknown, left: Passage::Unknown });
                last + 1
            }
        };
        Run { interpreter, positions, back, hints: &[] }
    }

    fn next(&self, position: usize) -> usize {
        if position + 1 < self.positions.len() { position + 1 } else { self.back }
    }

    /// The truth of a formula at every position.
    fn truth(&self, formula: &Formula) -> Vec<Truth> {
        let mut truth = self.own_truth(formula);
        for hint in self.hints.iter().filter(|hint| hint.formula == formula) {
            if let Some(truth) = truth.get_mut(hint.at) {
                *truth = hint.truth;
            }
        }
        truth
    }

    /// The truth of a formula, apart from what is known of itself.
    fn own_truth(&self, formula: &Formula) -> Vec<Truth> {
        use Formula::*;
        let each = |test: &dyn Fn(&Position) -> Truth| self.positions.iter().map(test).collect();
        let in_state = |test: &dyn Fn(&synod_core::State) -> bool| {
            each(&|p| p.state.map_or(Truth::Unknown, |state| test(state).into()))
        };
        match formula {
            State(id) => {
                let exprs = &self.interpreter.system().exprs;
                match exprs.as_const(*id) {
                    Some(value) => each(&|_| (value == 1).into()),
                    None => in_state(&|state| {
                        eval_bool(exprs, *id, Env::of(self.interpreter.system(), state)) == Ok(true)
                    }),
                }
            }
            Step(predicate) => each(&|p| self.passes(p.left, *predicate, p.state)),
            Arrived(predicate) => each(&|p| self.passes(p.reached, *predicate, None)),
            Deadlock => in_state(&|state| self.interpreter.is_deadlock(state)),
            Faulty => in_state(&|state| !self.interpreter.moves(state).faulted.is_empty()),
            Not(a) => self.truth(a).into_iter().map(|t| !t).collect(),
            And(list) => self.join(list, Truth::True, Ord::min),
            Or(list) => self.join(list, Truth::False, Ord::max),
            Next(a) => {
                let a = self.truth(a);
                (0..a.len()).map(|i| a[self.next(i)]).collect()
            }
            Finally(a) => {
                let a = self.truth(a);
                self.fixpoint(Truth::False, |i, next| a[i].max(next))
            }
            Globally(a) => {
                let a = self.truth(a);
                self.fixpoint(Truth::True, |i, next| a[i].min(next))
            }
            Until(a, b) => {
                let (a, b) = (self.truth(a), self.truth(b));
                self.fixpoint(Truth::False, |i, next| b[i].max(a[i].min(next)))
            }
            WeakUntil(a, b) => {
                let (a, b) = (self.truth(a), self.truth(b));
                self.fixpoint(Truth::True, |i, next| b[i].max(a[i].min(next)))
            }
            Release(a, b) => {
                let (a, b) = (self.truth(a), self.truth(b));
                self.fixpoint(Truth::True, |i, next| b[i].min(a[i].max(next)))
            }
            // What fails on this run fails on some run, and what is false is known to nobody.
            AllRuns(a) | Knows(_, a) => self.truth(a).into_iter().map(|t| t.min(Truth::Unknown)).collect(),
            EverybodyKnows(group, a) | CommonKnowledge(group, a) | DistributedKnowledge(group, a)
                if !group.is_empty() =>
            {
                self.truth(a).into_iter().map(|t| t.min(Truth::Unknown)).collect()
            }
            SomeRun(a) => self.truth(a).into_iter().map(|t| t.max(Truth::Unknown)).collect(),
            EverybodyKnows(..) | CommonKnowledge(..) | DistributedKnowledge(..) | Coalition(..) => {
                each(&|_| Truth::Unknown)
            }
        }
    }

    fn join(&self, list: &[Formula], unit: Truth, pick: fn(Truth, Truth) -> Truth) -> Vec<Truth> {
        let all = vec![unit; self.positions.len()];
        list.iter()
            .fold(all, |so_far, f| std::iter::zip(so_far, self.truth(f)).map(|(a, b)| pick(a, b)).collect())
    }

    /// The solution of `t[i] = step(i, t[next of i])` that is reached from `start` everywhere.
    fn fixpoint(&self, start: Truth, step: impl Fn(usize, Truth) -> Truth) -> Vec<Truth> {
        let mut truth = vec![start; self.positions.len()];
        loop {
            let mut changed = false;
            for i in (0..truth.len()).rev() {
                let new = step(i, truth[self.next(i)]);
                changed |= new != truth[i];
                truth[i] = new;
            }
            if !changed {
                return truth;
            }
        }
    }

    /// Whether a step satisfies a predicate. If the trace does not tell which step leaves `state`, all
    /// steps that can be taken there may still agree.
    fn passes(&self, passage: Passage, predicate: StepPredicateId, state: Option<&State>) -> Truth {
        match (passage, state) {
            (Passage::Known(from, step), _) => self.interpreter.satisfies(from, step, predicate).into(),
            (Passage::None, _) => Truth::False,
            (Passage::Unknown, None) => Truth::Unknown,
            (Passage::Unknown, Some(state)) => {
                self.interpreter.every_step_satisfies(state, predicate).map_or(Truth::Unknown, Truth::from)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{counter, is, ring, trace, up};

    fn boxed(f: &Formula) -> Box<Formula> {
        Box::new(f.clone())
    }

    #[test]
    fn operators_on_a_lasso() {
        let (mut system, _) = ring(2);
        let [zero, one, two] = [0, 1, 2].map(|v| is(&mut system, v));
        let interpreter = Interpreter::new(&system);
        let lasso = trace(&[0, 1, 2], vec![up(); 3], Some(0));
        let holds = |f: Formula| evaluate(&interpreter, &f, &lasso);
        assert_eq!(holds(Formula::Next(boxed(&one))), Truth::True);
        let again = Formula::Finally(boxed(&zero));
        assert_eq!(holds(Formula::Globally(boxed(&again))), Truth::True);
        assert_eq!(holds(Formula::Globally(boxed(&zero))), Truth::False);
        assert_eq!(holds(Formula::Until(boxed(&zero), boxed(&one))), Truth::True);
        assert_eq!(holds(Formula::Until(boxed(&zero), boxed(&two))), Truth::False);
        let not_two = two.clone().not();
        assert_eq!(holds(Formula::WeakUntil(boxed(&not_two), boxed(&one))), Truth::True);
        assert_eq!(holds(Formula::Release(boxed(&one), boxed(&not_two))), Truth::True);
        assert_eq!(holds(Formula::Release(boxed(&two), boxed(&not_two))), Truth::False);
    }

    #[test]
    fn the_start_of_a_loop_is_reached_in_two_ways() {
        let (mut system, wraps) = ring(1);
        let zero = is(&mut system, 0);
        let interpreter = Interpreter::new(&system);
        let lasso = trace(&[0, 1], vec![up(); 2], Some(0));
        let arrived = Formula::Arrived(wraps);
        assert_eq!(evaluate(&interpreter, &arrived, &lasso), Truth::False);
        let later = zero.clone().implies(arrived);
        let always_later = Formula::Next(Box::new(Formula::Globally(Box::new(later))));
        assert_eq!(evaluate(&interpreter, &always_later, &lasso), Truth::True);
        let step = Formula::Next(Box::new(Formula::Step(wraps)));
        assert_eq!(evaluate(&interpreter, &step, &lasso), Truth::True);
    }

    #[test]
    fn a_finite_trace_decides_what_every_continuation_agrees_on() {
        let (mut system, wraps) = ring(2);
        let [zero, one] = [0, 1].map(|v| is(&mut system, v));
        let interpreter = Interpreter::new(&system);
        let start = trace(&[0, 1], vec![up()], None);
        let holds = |f: Formula| evaluate(&interpreter, &f, &start);
        assert_eq!(holds(Formula::Globally(boxed(&zero))), Truth::False);
        assert_eq!(holds(Formula::Finally(boxed(&one))), Truth::True);
        assert_eq!(holds(Formula::Globally(boxed(&one)).not()), Truth::True);
        let two_on = Formula::Next(Box::new(Formula::Next(boxed(&one))));
        assert_eq!(holds(two_on), Truth::Unknown);
        let never = Formula::Next(Box::new(Formula::Next(Box::new(Formula::Or(vec![])))));
        assert_eq!(holds(never), Truth::False);
        // No step from 1 wraps, so none has to be named.
        assert_eq!(holds(Formula::Next(Box::new(Formula::Step(wraps)))), Truth::False);
    }

    #[test]
    fn a_finite_trace_into_a_dead_end_goes_on_there_for_ever() {
        let mut system = counter(1);
        let zero = is(&mut system, 0);
        let interpreter = Interpreter::new(&system);
        let end = trace(&[0, 1], vec![up()], None);
        let back = Formula::Globally(Box::new(Formula::Finally(Box::new(zero))));
        assert_eq!(evaluate(&interpreter, &back, &end), Truth::False);
        let stuck = Formula::Finally(Box::new(Formula::Deadlock));
        assert_eq!(evaluate(&interpreter, &stuck, &end), Truth::True);
        let faulty = Formula::Globally(Box::new(Formula::Faulty.not()));
        assert_eq!(evaluate(&interpreter, &faulty, &end), Truth::False);
    }

    #[test]
    fn one_run_refutes_knowledge_but_cannot_prove_it() {
        let (mut system, _) = ring(1);
        let [zero, one] = [0, 1].map(|v| is(&mut system, v));
        let interpreter = Interpreter::new(&system);
        let lasso = trace(&[0, 1], vec![up(); 2], Some(0));
        let knows = |f| Formula::Knows(synod_core::AgentId(0), Box::new(f));
        assert_eq!(evaluate(&interpreter, &knows(one), &lasso), Truth::False);
        assert_eq!(evaluate(&interpreter, &knows(zero.clone()), &lasso), Truth::Unknown);
        assert_eq!(evaluate(&interpreter, &Formula::SomeRun(Box::new(zero)), &lasso), Truth::True);
    }
}
