//! Further runs that explain a counterexample: what an agent takes for possible, how a branch goes on.

use synod_core::{AgentId, Companion, Counterexample, Formula, is_fair, show_doubt, show_formula};

use crate::bits::BitSet;
use crate::course::strategy;
use crate::decide::witness;
use crate::pace::Pace;
use crate::points::View;
use crate::product::Witness;
use crate::sets::{Failure, Sets};

/// A run, with what explains why subformulas about more than one run are false (or true, where their
/// negation is asked) at a position of it.
pub(crate) fn explained(
    sets: &mut Sets,
    formula: &Formula,
    witness: Witness,
    pace: &Pace,
) -> Result<Counterexample, Failure> {
    let Witness { trace, nodes } = witness;
    let subformulas = formula.about_more_runs();
    let mut explained = Counterexample::of(trace);
    for (subformula, positive) in subformulas {
        let set = sets.of(subformula)?.clone();
        let fails = |position: &usize| set.contains(nodes[*position]) != positive;
        let mut positions = 0..explained.trace.states.len();
        // A finite run ends where it goes wrong.
        let at = match explained.trace.loop_start {
            None => positions.rfind(fails),
            Some(_) => positions.find(fails),
        };
        let Some(at) = at else { continue };
        match subformula {
            Formula::Coalition(group, path) => {
                explained.strategies.push(strategy(sets, group, path, !positive, at, nodes[at])?);
            }
            _ => explained.companions.extend(companion(sets, subformula, positive, at, nodes[at], pace)?),
        }
    }
    Ok(explained)
}

fn companion(
    sets: &mut Sets,
    formula: &Formula,
    positive: bool,
    at: usize,
    point: u32,
    pace: &Pace,
) -> Result<Option<Companion>, Failure> {
    let found = match (formula, positive) {
        (Formula::Knows(agent, fact), true) => doubt(sets, &[*agent], fact, at, point, pace)?,
        (Formula::DistributedKnowledge(group, fact), true) => doubt(sets, group, fact, at, point, pace)?,
        (Formula::EverybodyKnows(group, fact), true) => first_doubt(sets, group, fact, at, point, pace)?,
        (Formula::CommonKnowledge(group, fact), true) => {
            common_doubt(sets, group, fact, formula, at, point, pace)?
        }
        (Formula::AllRuns(path), true) => branch(sets, path, false, at, point, pace)?,
        (Formula::SomeRun(path), false) => branch(sets, path, true, at, point, pace)?,
        _ => None,
    };
    Ok(found.map(|companion| Companion { about: formula.clone(), ..companion }))
}

fn first_doubt(
    sets: &mut Sets,
    group: &[AgentId],
    fact: &Formula,
    at: usize,
    point: u32,
    pace: &Pace,
) -> Result<Option<Companion>, Failure> {
    for agent in group {
        let found = doubt(sets, &[*agent], fact, at, point, pace)?;
        if found.is_some() {
            return Ok(found);
        }
    }
    Ok(None)
}

/// One of a group may doubt the fact, or only that it is common knowledge: then it takes for possible a point
/// that is nearer to the doubt of the fact itself.
fn common_doubt(
    sets: &mut Sets,
    group: &[AgentId],
    fact: &Formula,
    common: &Formula,
    at: usize,
    point: u32,
    pace: &Pace,
) -> Result<Option<Companion>, Failure> {
    // States on no fair run are nobody's possibility.
    let fairness = &sets.points.system.fairness;
    let counts = match fairness.is_empty() {
        true => BitSet::new(sets.points.len(), true),
        false => sets.some_run(&is_fair(fairness), true)?,
    };
    let mut doubted = sets.of(fact)?.clone().complement().intersect(&counts);
    let mut what = fact;
    loop {
        let mut more = doubted.clone();
        for agent in group {
            if let Some(other) = same_in(sets, &[*agent], &doubted, point) {
                return doubt_at(sets, &[*agent], other, what, at, pace).map(Some);
            }
            let looks = sets.known_to(&[*agent], &doubted.clone().complement()).complement();
            more = more.unite(&looks.intersect(&counts));
        }
        if more == doubted {
            return Ok(None);
        }
        (doubted, what) = (more, common);
    }
}

/// A run to a point that looks the same to the group and where the fact is false.
fn doubt(
    sets: &mut Sets,
    group: &[AgentId],
    fact: &Formula,
    at: usize,
    point: u32,
    pace: &Pace,
) -> Result<Option<Companion>, Failure> {
    let doubted = sets.of(fact)?.clone().complement();
    match same_in(sets, group, &doubted, point) {
        Some(other) => doubt_at(sets, group, other, fact, at, pace).map(Some),
        None => Ok(None),
    }
}

/// The first point of a set that looks like another to a group.
fn same_in(sets: &mut Sets, group: &[AgentId], set: &BitSet, point: u32) -> Option<u32> {
    let classes = sets.classes(group);
    let here = classes[point as usize];
    (0..classes.len() as u32).find(|other| classes[*other as usize] == here && set.contains(*other))
}

/// A run to a point that looks the same to the group and where the fact is false.
fn doubt_at(
    sets: &mut Sets,
    group: &[AgentId],
    other: u32,
    fact: &Formula,
    at: usize,
    pace: &Pace,
) -> Result<Companion, Failure> {
    let points = sets.points;
    let (trace, nodes) = points.path_to(other);
    Ok(Companion {
        at,
        looks_same_to: group.to_vec(),
        about: fact.clone(),
        shows: show_doubt(points.system, group, fact),
        run: explained(sets, fact, Witness { trace, nodes }, pace)?,
    })
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
    let found = witness(view, automaton, point..point + 1, pace, sets.points.bytes())?;
    let text = show_formula(sets.points.system, path);
    let verb = if positive { "satisfies" } else { "violates" };
    let Some(found) = found else { return Ok(None) };
    let shown = if positive { path.clone().not() } else { path.clone() };
    Ok(Some(Companion {
        at,
        looks_same_to: vec![],
        about: path.clone(),
        shows: format!("from here a run goes on that {verb} `{text}`"),
        run: explained(sets, &shown, found, pace)?,
    }))
}
