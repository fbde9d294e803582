//! What kind of question a formula is.

use synod_core::{Formula, Unsupported};

use crate::ltl::{Automaton, Linear, TooLarge};

/// Splits a property into conjuncts that can be asked one by one. Quantification over all runs is what
/// a property means anyway, so it is dropped at the top.
pub(crate) fn conjuncts(formula: &Formula) -> Vec<Formula> {
    use Formula::*;
    let mut todo = vec![formula.clone()];
    let mut done = Vec::new();
    while let Some(formula) = todo.pop() {
        match formula {
            And(list) => todo.extend(list.into_iter().rev()),
            AllRuns(inner) => todo.push(*inner),
            Not(inner) => match *inner {
                Not(inner) => todo.push(*inner),
                Or(list) => todo.extend(list.into_iter().rev().map(Formula::not)),
                SomeRun(inner) => todo.push(inner.not()),
                Finally(inner) => todo.push(Globally(Box::new(inner.not()))),
                other => done.push(other.not()),
            },
            other => done.push(other),
        }
    }
    done
}

/// Whether the formula talks about one run only.
pub(crate) fn is_linear(formula: &Formula) -> bool {
    !formula.is_branching() && !formula.is_epistemic()
}

/// Whether the formula talks about what surrounds one point, and not about a certain run from there.
pub(crate) fn is_about_point(formula: &Formula) -> bool {
    use Formula::*;
    match formula {
        State(_) | Arrived(_) | Deadlock | Faulty => true,
        AllRuns(_) | SomeRun(_) | Knows(..) | EverybodyKnows(..) => true,
        CommonKnowledge(..) | DistributedKnowledge(..) | Coalition(..) => true,
        Not(inner) => is_about_point(inner),
        And(list) | Or(list) => list.iter().all(is_about_point),
        Step(_) | Next(_) | Finally(_) | Globally(_) | Until(..) | Release(..) | WeakUntil(..) => false,
    }
}

/// Whether the formula talks about one position of a run: a point and the step that leaves it.
fn is_about_position(formula: &Formula) -> bool {
    use Formula::*;
    match formula {
        Step(_) => true,
        Not(inner) => is_about_position(inner),
        And(list) | Or(list) => list.iter().all(is_about_position),
        other => is_about_point(other),
    }
}

/// For `G p` with `p` about one position: `p`.
pub(crate) fn invariant(formula: &Formula) -> Option<&Formula> {
    match formula {
        Formula::Globally(inner) if is_about_position(inner) => Some(inner),
        _ => None,
    }
}

/// Whether it matters to the formula by which step a state was reached.
pub(crate) fn has_arrivals(formula: &Formula) -> bool {
    formula.any(&mut |part| matches!(part, Formula::Arrived(_)))
}

/// Whether the engine decides the formula.
pub(crate) fn supported(formula: &Formula) -> Result<(), Unsupported> {
    if formula.any(&mut |part| matches!(part, Formula::Coalition(..))) {
        let reason = "strategies of coalitions are not decided by explicit search";
        return Err(Unsupported(reason.to_string()));
    }
    for conjunct in conjuncts(formula) {
        fits(&conjunct).map_err(|TooLarge| {
            Unsupported(format!(
                "the formula has more than {} different temporal operators or atoms in one piece",
                u128::BITS
            ))
        })?;
    }
    Ok(())
}

/// Whether all pieces about one run are small enough.
fn fits(formula: &Formula) -> Result<(), TooLarge> {
    let mut todo = vec![formula.clone()];
    let mut points = Vec::new();
    while let Some(formula) = todo.pop() {
        let mut number = 0;
        let linear = Linear::new(&formula, false, &mut |inner| {
            points.push(inner.clone());
            number += 1;
            number - 1
        })?;
        Automaton::new(linear)?;
        todo.extend(points.drain(..).flat_map(|point| match point {
            Formula::AllRuns(inner) | Formula::SomeRun(inner) | Formula::Knows(_, inner) => Some(*inner),
            Formula::EverybodyKnows(_, inner)
            | Formula::CommonKnowledge(_, inner)
            | Formula::DistributedKnowledge(_, inner) => Some(*inner),
            _ => None,
        }));
    }
    let mut atoms = Vec::new();
    crate::points::base_atoms(formula, &mut atoms);
    if atoms.len() > u128::BITS as usize { Err(TooLarge) } else { Ok(()) }
}
