//! Runs through states, with the steps between them found exactly.

use std::collections::BTreeSet;

use synod_core::{Env, Rule, State, Step, Stop, System, Taken, Trace, eval, eval_bool};

use crate::diagram::{Diagram, Level, Manager};
use crate::graph::Point;
use crate::rule::Piece;
use crate::symbolic::Symbolic;

impl Symbolic<'_, '_> {
    /// The state of a point.
    pub fn state_of(&self, point: &Point) -> State {
        self.context.layout.state(&|level| point.at(level))
    }

    /// The run through a sequence of points, at least one.
    pub fn trace(&mut self, points: &[Point]) -> Result<Trace, Stop> {
        let mut trace = Trace { states: vec![], steps: vec![], loop_start: None };
        for pair in points.windows(2) {
            let step = self.step(&pair[0], &pair[1])?;
            trace.steps.push(step);
        }
        trace.states = points.iter().map(|point| self.state_of(point)).collect();
        Ok(trace)
    }

    /// The run through a sequence of points that goes on with the one at `start` for ever.
    pub fn lasso_trace(&mut self, points: &[Point], start: usize) -> Result<Trace, Stop> {
        let mut trace = self.trace(points)?;
        let step = self.step(&points[points.len() - 1], &points[start])?;
        trace.steps.push(step);
        trace.loop_start = Some(start);
        Ok(trace)
    }

    /// A step between two points that follow each other.
    fn step(&mut self, from: &Point, to: &Point) -> Result<Step, Stop> {
        let (state, target) = (self.state_of(from), self.state_of(to));
        let levels = self.context.layout.state_levels();
        let system = self.context.system;
        for piece in &self.model.pieces {
            let written = |level: &Level| piece.written.binary_search(level).is_ok();
            if levels.iter().any(|level| !written(level) && from.at(*level) != to.at(*level)) {
                continue;
            }
            let mut literals: Vec<(Level, bool)> = levels.iter().map(|l| (*l, from.at(*l))).collect();
            literals.extend(piece.written.iter().map(|level| (level + 1, to.at(*level))));
            let m = &mut self.context.manager;
            let fixed = m.cube_of(literals)?;
            let Some(inner) = inner_values(m, piece, &fixed)? else { continue };
            let assigned = |level: Level| inner.iter().any(|(l, value)| *l == level && *value);
            let fields = &self.context.layout.choices[piece.rule.0 as usize];
            let choices: Vec<i64> = fields.iter().map(|field| field.read(&assigned)).collect();
            let taken: Vec<Option<u32>> =
                piece.taken.iter().map(|pick| Some(pick.as_ref()?.read(&assigned) as u32)).collect();
            if let Some(alternatives) =
                alternatives(system, system.rule(piece.rule), &state, &target, &choices, &taken)
            {
                return Ok(Step::Take(Taken { rule: piece.rule, choices, alternatives }));
            }
        }
        Ok(Step::Stutter)
    }
}

/// Values for the choices of a piece, and the alternatives taken, between two states.
fn inner_values(m: &mut Manager, piece: &Piece, fixed: &Diagram) -> Result<Option<Vec<(Level, bool)>>, Stop> {
    // What is fixed comes first: of a large conjunct only the branches that agree with it are looked at.
    let mut steps = fixed.clone();
    for conjunct in &piece.conjuncts {
        steps = m.and(&steps, conjunct)?;
    }
    Ok(m.pick(&steps))
}

/// For each part the alternative that leads to the target: the one picked, or else the first that does.
/// Parts assign different variables, so each can be asked alone.
fn alternatives(
    system: &System,
    rule: &Rule,
    state: &State,
    target: &State,
    choices: &[i64],
    known: &[Option<u32>],
) -> Option<Vec<u32>> {
    let env = Env { system, state, choices, taken: &[] };
    let mut taken = Vec::with_capacity(rule.parts.len());
    for (part, pick) in std::iter::zip(&rule.parts, known) {
        let updates = part.alternatives.iter().flat_map(|alternative| &alternative.updates);
        let slots: BTreeSet<usize> = updates
            .flat_map(|update| {
                let first = system.slot(update.var);
                first..first + system.var(update.var).len.unwrap_or(1) as usize
            })
            .collect();
        let leads = |number: u32| {
            let alternative = &part.alternatives[number as usize];
            if eval_bool(&system.exprs, alternative.guard, env) != Ok(true) {
                return false;
            }
            let mut next = state.clone();
            for update in &alternative.updates {
                let index = update.index.map_or(Ok(0), |index| eval(&system.exprs, index, env));
                let (Ok(index), Ok(value)) = (index, eval(&system.exprs, update.value, env)) else {
                    return false;
                };
                let var = system.var(update.var);
                if !(0..i64::from(var.len.unwrap_or(1))).contains(&index)
                    || !var.ty.contains(value, &system.enums)
                {
                    return false;
                }
                next[system.slot(update.var) + index as usize] = value;
            }
            slots.iter().all(|slot| next[*slot] == target[*slot])
        };
        let mut candidates = match pick {
            Some(pick) => *pick..*pick + 1,
            None => 0..part.alternatives.len() as u32,
        };
        taken.push(candidates.find(|number| leads(*number))?);
    }
    Some(taken)
}
