//! A condition on positions that must never hold: on a state, whether steps leave it, whether they fault, and on a step.

use synod_core::{ExprId, Formula, RuleId, System};

use super::layout::Layout;
use super::predicates::{Predicates, StepVisitor};
use super::rules::Lines;
use super::terms::{Terms, all, any};
use crate::Unprintable;

/// A condition on positions, in terms of its atoms.
#[derive(Clone, Debug, Default)]
pub(super) struct Watch {
    never: Option<Formula>,
    /// The conditions on states in it.
    states: Vec<ExprId>,
    /// The conditions on steps in it.
    steps: Predicates,
}

/// What is known of a position: texts for whether it is a dead end and whether some step of it faults.
#[derive(Clone, Copy)]
struct Position<'a> {
    deadlock: &'a str,
    faulty: &'a str,
    /// A step leaves it.
    has_step: bool,
}

impl Watch {
    /// The condition must be about one position, and not about how that was reached.
    pub fn new(never: Option<&Formula>) -> Result<Self, Unprintable> {
        let mut watch = Watch { never: never.cloned(), ..Watch::default() };
        let strange = never.is_some_and(|never| {
            never.any(&mut |part| {
                match part {
                    Formula::State(id) if !watch.states.contains(id) => watch.states.push(*id),
                    Formula::Step(id) => {
                        watch.steps.add(*id);
                    }
                    _ => {}
                }
                use Formula::{And, Deadlock, Faulty, Not, Or, State, Step};
                !matches!(part, State(_) | Step(_) | Deadlock | Faulty | Not(_) | And(_) | Or(_))
            })
        });
        match strange {
            true => Err(Unprintable("the condition is not one on single positions of runs".to_string())),
            false => Ok(watch),
        }
    }

    /// What is true of the state `s`.
    pub fn state(&self, lines: &mut Lines, system: &System, layout: &Layout) {
        state_atoms(lines, system, layout, &self.states);
        if !self.steps.is_empty() {
            lines.line(
                "/* Whether a step violates the condition if none of the state faults, and if some does. */",
            );
            lines.line("int bad0 = 0, bad1 = 0;");
        }
    }

    /// Whether the condition holds at some position at the state, once all its steps are known.
    pub fn finish(&self, lines: &mut Lines) {
        let position = Position { deadlock: "dead", faulty: "faulty", has_step: false };
        let bad = match (&self.never, self.steps.is_empty()) {
            (None, _) => "0".to_string(),
            (Some(_), true) => self.text(position),
            (Some(_), false) => {
                format!("((faulty ? bad1 : bad0) || (dead && {}))", self.text(position))
            }
        };
        lines.line(format!("const int bad = {bad};"));
    }

    fn text(&self, position: Position) -> String {
        self.never.as_ref().map_or_else(|| "0".to_string(), |never| self.formula(never, position))
    }

    fn formula(&self, formula: &Formula, position: Position) -> String {
        let parts =
            |list: &[Formula]| list.iter().map(|part| self.formula(part, position)).collect::<Vec<_>>();
        match formula {
            Formula::State(id) => format!("a{}", place(&self.states, id)),
            Formula::Step(_) if !position.has_step => "0".to_string(),
            Formula::Step(id) => format!("p{}", place(&self.steps.0, id)),
            Formula::Deadlock => position.deadlock.to_string(),
            Formula::Faulty => position.faulty.to_string(),
            Formula::Not(inner) => format!("!{}", self.formula(inner, position)),
            Formula::And(list) => all(&parts(list)).unwrap_or_else(|| "1".to_string()),
            Formula::Or(list) => any(&parts(list)).unwrap_or_else(|| "0".to_string()),
            _ => unreachable!("a watch is about one position"),
        }
    }
}

impl StepVisitor for Watch {
    fn predicates(&self) -> &Predicates {
        &self.steps
    }

    fn step(&self, lines: &mut Lines, terms: &mut Terms, rule: RuleId) {
        if !self.steps.is_empty() {
            lines.begin("{");
            let mark = terms.open();
            self.steps.declare(lines, terms, rule);
            for faulty in ["0", "1"] {
                let bad = self.text(Position { deadlock: "0", faulty, has_step: true });
                lines.line(format!("bad{faulty} |= {bad};"));
            }
            terms.close(mark);
            lines.end();
        }
        lines.line("EMIT(n);");
    }
}

/// Declares which conditions on states are true of the state `s`; the one at position `i` is called `a{i}`.
pub(super) fn state_atoms(lines: &mut Lines, system: &System, layout: &Layout, states: &[ExprId]) {
    let mut terms = Terms::new(system, layout, Vec::new(), states.iter().copied());
    lines.all(terms.declare(states));
    for (number, id) in states.iter().enumerate() {
        lines.line(format!("const int a{number} = {};", terms.term(*id).is_true()));
    }
}

fn place<T: PartialEq>(list: &[T], wanted: &T) -> usize {
    list.iter().position(|known| known == wanted).expect("all atoms were listed")
}
