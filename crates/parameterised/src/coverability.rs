//! Backward coverability (Abdulla, Čerāns, Jonsson and Tsay, LICS 1996): from which configurations can one of some
//! others be covered? Sets of such configurations are closed upwards, so their least elements are enough, and there
//! are finitely many.

use std::collections::VecDeque;

use synod_core::{Budget, Stop};

use crate::petri_net::{Configuration, Net};

/// What the search says.
pub(crate) enum Coverability {
    /// An instance can start where one of the targets can be reached from.
    Reachable(Configuration),
    /// No instance can; the least configurations that lead to a target.
    Unreachable(Vec<Configuration>),
}

/// More least configurations than this are given up on.
const MOST: usize = 50_000;

/// Searches backwards from the targets.
pub(crate) fn backwards(
    net: &Net,
    targets: Vec<Configuration>,
    budget: &Budget,
) -> Result<Coverability, Stop> {
    let mut basis: Vec<Configuration> = Vec::new();
    let mut todo: VecDeque<Configuration> = targets.into();
    while let Some(next) = todo.pop_front() {
        if basis.iter().any(|known| next.covers(known)) {
            continue;
        }
        if net.is_initial(&next) {
            return Ok(Coverability::Reachable(next));
        }
        budget.check(0)?;
        if basis.len() >= MOST {
            return Err(Stop::Memory);
        }
        for transition in &net.transitions {
            todo.extend(transition.before(&next));
        }
        basis.retain(|known| !known.covers(&next));
        basis.push(next);
    }
    Ok(Coverability::Unreachable(basis))
}
