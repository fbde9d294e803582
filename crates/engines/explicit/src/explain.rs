//! Further runs that explain a counterexample: what an agent takes for possible, how a branch goes on.

use synod_core::{AgentId, Companion, Formula, System, show_formula};

use crate::decide::witness;
use crate::pace::Pace;
use crate::points::View;
use crate::product::Witness;
use crate::sets::{Failure, Sets};

/// Explains why subformulas about more than one run are false (or true, where their negation is asked)
/// at a position of the run.
pub(crate) fn explain(
    sets: &mut Sets,
    formula: &Formula,
    witness: &Witness,
    pace: &Pace,
) -> Result<Vec<Companion>, Failure> {
    let mut subformulas = Vec::new();
    about_more_runs(formula, true, &mut subformulas);
    let mut companions = Vec::new();
    for (subformula, positive) in subformulas {
        let set = sets.of(subformula)?.clone();
        let fails = |position: &usize| set.contains(witness.nodes[*position]) != positive;
        let mut positions = 0..witness.trace.states.len();
        // A finite run ends where it goes wrong.
        let at = match witness.trace.loop_start {
            None => positions.rfind(fails),
            Some(_) => positions.find(fails),
        };
        if let Some(at) = at {
            companions.extend(companion(sets, subformula, positive, at, witness.nodes[at], pace)?);
        }
    }
    Ok(companions)
}

/// The maximal subformulas about more than one run, and whether they stand positively.
fn about_more_runs<'f>(formula: &'f Formula, positive: bool, found: &mut Vec<(&'f Formula, bool)>) {
    use Formula::*;
    match formula {
        Not(inner) => about_more_runs(inner, !positive, found),
        AllRuns(_)
        | SomeRun(_)
        | Knows(..)
        | EverybodyKnows(..)
        | CommonKnowledge(..)
        | DistributedKnowledge(..)
        | Coalition(..) => found.push((formula, positive)),
        other => other.children().into_iter().for_each(|child| about_more_runs(child, positive, found)),
    }
}

fn companion(
    sets: &mut Sets,
    formula: &Formula,
    positive: bool,
    at: usize,
    point: u32,
    pace: &Pace,
) -> Result<Option<Companion>, Failure> {
    match (formula, positive) {
        (Formula::Knows(agent, fact), true) => doubt(sets, &[*agent], fact, at, point),
        (Formula::DistributedKnowledge(group, fact), true) => doubt(sets, group, fact, at, point),
        (Formula::EverybodyKnows(group, fact), true) => first_doubt(sets, group, fact, at, point),
        (Formula::CommonKnowledge(group, fact), true) => {
            // One of them may doubt the fact, or only that it is common knowledge.
            let direct = first_doubt(sets, group, fact, at, point)?;
            match direct {
                Some(companion) => Ok(Some(companion)),
                None => first_doubt(sets, group, formula, at, point),
            }
        }
        (Formula::AllRuns(path), true) => branch(sets, path, false, at, point, pace),
        (Formula::SomeRun(path), false) => branch(sets, path, true, at, point, pace),
        _ => Ok(None),
    }
}

fn first_doubt(
    sets: &mut Sets,
    group: &[AgentId],
    fact: &Formula,
    at: usize,
    point: u32,
) -> Result<Option<Companion>, Failure> {
    for agent in group {
        let found = doubt(sets, &[*agent], fact, at, point)?;
        if found.is_some() {
            return Ok(found);
        }
    }
    Ok(None)
}

/// A run to a point that looks the same to the group and where the fact is false.
fn doubt(
    sets: &mut Sets,
    group: &[AgentId],
    fact: &Formula,
    at: usize,
    point: u32,
) -> Result<Option<Companion>, Failure> {
    let truth = sets.of(fact)?.clone();
    let points = sets.points;
    let classes = sets.classes(group);
    let here = classes[point as usize];
    let other =
        std::iter::zip(0.., classes).find(|(other, class)| **class == here && !truth.contains(*other));
    Ok(other.map(|(other, _)| Companion {
        at,
        looks_same_to: group.to_vec(),
        shows: format!(
            "to {} the last state looks the same, but there `{}` is false",
            names(points.system, group),
            show_formula(points.system, fact)
        ),
        trace: points.path_to(other),
    }))
}

fn names(system: &System, group: &[AgentId]) -> String {
    group.iter().map(|agent| system.agent(*agent).name.as_str()).collect::<Vec<_>>().join(" and ")
}

/// A run from a point that satisfies the formula, or its negation if not `positive`.
fn branch(
    sets: &mut Sets,
    path: &Formula,
    positive: bool,
    at: usize,
    point: u32,
    pace: &Pace,
) -> Result<Option<Companion>, Failure> {
    let automaton = sets.linear(path, positive)?;
    let view = View::new(sets.points, &sets.sets, &automaton.linear.atoms);
    let found = witness(view, automaton, vec![point], pace, sets.points.bytes())?;
    let text = show_formula(sets.points.system, path);
    let verb = if positive { "satisfies" } else { "violates" };
    Ok(found.map(|found| Companion {
        at,
        looks_same_to: vec![],
        shows: format!("from here a run goes on that {verb} `{text}`"),
        trace: found.trace,
    }))
}
