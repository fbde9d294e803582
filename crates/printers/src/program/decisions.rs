//! Runs as lists of choices, and back.
//!
//! A program chooses, in this order: a first value for every place of the state that has no given one;
//! then for each step the rule, by its position among those that the program has; a value for each of the
//! rule's choices; and for each of its parts that has several alternatives one of them, by its position
//! among those that the program has.

use synod_core::{RuleId, State, Step, Taken, Trace};
use synod_simulate::Interpreter;

use super::start::First;
use crate::two_valued::TwoValuedRule;

/// What a program chooses.
#[derive(Clone, Debug)]
pub struct Decisions {
    start: Vec<First>,
    rules: Vec<Shape>,
    /// Whether a step that only waits comes after the rules.
    waits: bool,
}

/// The choices of one rule.
#[derive(Clone, Debug)]
struct Shape {
    id: RuleId,
    choices: usize,
    /// For each part the alternatives that the program has.
    parts: Vec<Vec<u32>>,
}

/// Why a list of choices is not a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoRun(pub String);

impl std::fmt::Display for NoRun {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl Decisions {
    pub(crate) fn new(
        start: &[First],
        plans: &[TwoValuedRule],
        choices: impl Fn(RuleId) -> usize,
        waits: bool,
    ) -> Self {
        let shape = |plan: &TwoValuedRule| Shape {
            id: plan.id,
            choices: choices(plan.id),
            parts: plan.parts.iter().map(|part| part.iter().map(|(i, _)| *i).collect()).collect(),
        };
        Decisions { start: start.to_vec(), rules: plans.iter().map(shape).collect(), waits }
    }

    /// The run that a program takes with these choices. A step of which the list has only a beginning
    /// was not taken.
    pub fn decode(&self, interpreter: &Interpreter, chosen: &[i64]) -> Result<Trace, NoRun> {
        let mut left = chosen.iter().copied();
        let mut state = State::new();
        for place in &self.start {
            state.push(match place {
                First::Given(value) => *value,
                First::Chosen(..) => left.next().ok_or(NoRun("the first state is not complete".into()))?,
            });
        }
        let mut trace = Trace { states: vec![state], steps: Vec::new(), loop_start: None };
        while let Some(step) = self.step(&mut left)? {
            let state = &trace.states[trace.states.len() - 1];
            let next = match &step {
                Step::Take(taken) => interpreter.take(state, taken).map_err(|why| {
                    let why = why.describe(interpreter.system(), taken.rule);
                    NoRun(format!("step {} cannot be taken: {why}", trace.steps.len() + 1))
                })?,
                Step::Stutter => state.clone(),
            };
            trace.states.push(next);
            trace.steps.push(step);
        }
        Ok(trace)
    }

    fn step(&self, left: &mut impl Iterator<Item = i64>) -> Result<Option<Step>, NoRun> {
        let Some(position) = left.next() else { return Ok(None) };
        let position = usize::try_from(position).unwrap_or(usize::MAX);
        if self.waits && position == self.rules.len() {
            return Ok(Some(Step::Stutter));
        }
        let shape = self.rules.get(position).ok_or(NoRun(format!("there is no rule {position}")))?;
        let choices: Vec<i64> = left.take(shape.choices).collect();
        if choices.len() < shape.choices {
            return Ok(None);
        }
        let mut alternatives = Vec::new();
        for part in &shape.parts {
            let pick = match part.as_slice() {
                [only] => Some(*only),
                several => {
                    let Some(pick) = left.next() else { return Ok(None) };
                    usize::try_from(pick).ok().and_then(|pick| several.get(pick).copied())
                }
            };
            alternatives.push(pick.ok_or(NoRun("there is no such alternative".into()))?);
        }
        Ok(Some(Step::Take(Taken { rule: shape.id, choices, alternatives })))
    }

    /// The choices that make a program take a run; `None` if it has no such step.
    pub fn encode(&self, trace: &Trace) -> Option<Vec<i64>> {
        let first = trace.states.first()?;
        let chosen =
            std::iter::zip(&self.start, first).filter(|(place, _)| matches!(place, First::Chosen(..)));
        let mut list: Vec<i64> = chosen.map(|(_, value)| *value).collect();
        for step in &trace.steps {
            let Step::Take(taken) = step else {
                list.push(self.waits.then_some(self.rules.len() as i64)?);
                continue;
            };
            let position = self.rules.iter().position(|shape| shape.id == taken.rule)?;
            list.push(position as i64);
            list.extend(&taken.choices);
            for (part, pick) in std::iter::zip(&self.rules[position].parts, &taken.alternatives) {
                let at = part.iter().position(|alternative| alternative == pick)?;
                if part.len() > 1 {
                    list.push(at as i64);
                }
            }
        }
        Some(list)
    }
}
