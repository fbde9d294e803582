//! What kind of question a formula is.

use synod_core::{Formula, System, Unsupported};

use crate::ltl::{Automaton, Linear, TooLarge};

/// Whether the formula talks about one run only.
pub(crate) fn is_linear(formula: &Formula) -> bool {
    !formula.is_branching() && !formula.is_epistemic()
}

/// For `G p` with `p` about one position: `p`.
pub(crate) fn invariant(formula: &Formula) -> Option<&Formula> {
    match formula {
        Formula::Globally(inner) if inner.is_about_position() => Some(inner),
        _ => None,
    }
}

/// Whether it matters to the formula by which step a state was reached.
pub(crate) fn has_arrivals(formula: &Formula) -> bool {
    formula.any(&mut |part| matches!(part, Formula::Arrived(_)))
}

/// Whether the engine decides the formula.
pub(crate) fn supported(system: &System, formula: &Formula) -> Result<(), Unsupported> {
    formula.check_coalitions(system).map_err(|reason| Unsupported(reason.to_string()))?;
    for conjunct in formula.conjuncts() {
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
            Formula::AllRuns(inner) | Formula::SomeRun(inner) | Formula::Knows(_, inner) => vec![*inner],
            Formula::EverybodyKnows(_, inner)
            | Formula::CommonKnowledge(_, inner)
            | Formula::DistributedKnowledge(_, inner) => vec![*inner],
            Formula::Coalition(_, path) => path.children().into_iter().cloned().collect(),
            _ => vec![],
        }));
    }
    let mut atoms = Vec::new();
    crate::points::base_atoms(formula, &mut atoms);
    if atoms.len() > u128::BITS as usize { Err(TooLarge) } else { Ok(()) }
}
