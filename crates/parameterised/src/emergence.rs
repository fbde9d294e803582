//! From which size on a property holds. Small instances may violate what all larger ones satisfy.

use crate::abstraction::abstraction;
use crate::answer::{Conclusion, ParameterisedAnswer, Reason};
use crate::classes::{Class, Membership};
use crate::formula::{IndexedFormula, IndexedProperty};
use crate::instance::Steps;
use crate::reach::Reach;
use crate::simulation::{carries_over, simulates};
use crate::template::*;
use crate::verification::{Abstraction, Covering, Verification};
use crate::verify::abstract_rounds;

/// From which size on a property holds.
#[derive(Clone, Debug)]
pub enum Emergence {
    /// It holds for all sizes from these on.
    From {
        /// The sizes: at least so many agents of each role.
        sizes: Sizes,
        /// Why it holds from there on.
        because: Reason,
        /// For each role, whether it could do with one agent less; not asked where that leaves the
        /// domain of the question.
        fewer: Vec<Option<Fewer>>,
    },
    /// It is violated for all sizes from these on.
    Never {
        /// Every instance with at least so many agents of each role violates it.
        sizes: Sizes,
        /// Why the violation stays.
        because: Persistence,
    },
    /// Not known.
    Unknown {
        /// Why.
        reason: String,
    },
}

/// What is known of one agent less.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fewer {
    /// This size violates the property.
    Violated(Sizes),
    /// No violation was found, and no proof.
    Unknown,
}

/// Why a violation stays when agents are added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Persistence {
    /// Agents start where the property is false, however many they are.
    Start,
    /// No action needs all agents: those that are added may stand still.
    StandStill,
    /// Larger instances can do whatever the abstraction does, which violates the property: those that are
    /// added wait together for the actions that need all.
    Simulation,
    /// An agent that is added may do what another one of its role does: in the class SFE any one, in a
    /// synchronous family one that the property does not name.
    Imitate,
}

/// From which size on a property of an interleaved family holds.
pub(crate) fn interleaved(
    verification: &mut Verification<Interleaved>,
    answer: &ParameterisedAnswer,
) -> Emergence {
    let family = verification.family;
    let reach = Reach::of(family);
    let needs_all = |action: &ActionId| {
        let kind = family.dynamics().action(*action).kind;
        matches!(kind, Kind::RoleSynchronous(_) | Kind::GlobalSynchronous)
    };
    let free = |m: &Membership| m.class == Class::Sfe && m.cutoff.is_ok();
    // In the class SGS a violation need not stay: an agent that is added may block the others.
    let stays = if answer.classes.iter().any(free) {
        Some(Persistence::Imitate)
    } else if answer.abstraction.is_ok() && !reach.live.iter().any(needs_all) {
        Some(Persistence::StandStill)
    } else {
        None
    };
    let threshold = verification.limits.threshold;
    match emerge(verification, answer, &abstraction, threshold, &|_| stays) {
        emergence @ Emergence::Unknown { .. } if answer.abstraction.is_ok() => {
            violated_by_simulation(verification).unwrap_or(emergence)
        }
        other => other,
    }
}

/// From which size on a property of a synchronous family holds.
pub(crate) fn synchronous(
    verification: &mut Verification<Synchronous>,
    answer: &ParameterisedAnswer,
) -> Emergence {
    let universal = answer.abstraction.is_ok();
    let (indices, noticed) = (verification.indices.clone(), verification.family.noticed());
    let stays = |sizes: &[u32]| {
        // Of a role that others notice there has to be somebody to imitate.
        let mut roles = std::iter::zip(sizes, &indices).zip(&noticed);
        let imitable = roles.all(|((n, m), noticed)| !noticed || n > m);
        (universal && imitable).then_some(Persistence::Imitate)
    };
    emerge(verification, answer, &abstract_rounds, 1, &stays)
}

/// Looks for sizes from which on all instances can do what the abstraction does. One of them is checked;
/// what it violates, all of them violate.
fn violated_by_simulation(verification: &mut Verification<Interleaved>) -> Option<Emergence> {
    let family = verification.family;
    if !carries_over(&verification.property.formula) || !family.is_environment_listed() {
        return None;
    }
    let tracked = verification.least.clone();
    for more in 0..=verification.limits.more_agents {
        for sizes in verification.sizes_with(&tracked, more) {
            if verification.stopped().is_some() {
                return None;
            }
            if simulates(family, &tracked, &sizes, verification.budget) {
                let violation = verification.try_instance(&sizes).err()?;
                return Some(Emergence::Never { sizes: violation.sizes, because: Persistence::Simulation });
            }
        }
    }
    None
}

fn emerge<D: Steps>(
    verification: &mut Verification<D>,
    answer: &ParameterisedAnswer,
    abstraction: Abstraction<D>,
    most: u32,
    stays: &dyn Fn(&[u32]) -> Option<Persistence>,
) -> Emergence {
    match &answer.conclusion {
        Conclusion::Holds(reason) => {
            let (sizes, fewer) = (verification.least.clone(), vec![None; verification.least.len()]);
            return Emergence::From { sizes, because: reason.clone(), fewer };
        }
        _ if at_start(verification.family, verification.property, &verification.property.formula)
            == Some(false) =>
        {
            return Emergence::Never { sizes: verification.least.clone(), because: Persistence::Start };
        }
        Conclusion::Violated { sizes, .. } => {
            if let Some(because) = stays(sizes) {
                return Emergence::Never { sizes: sizes.clone(), because };
            }
        }
        Conclusion::Unknown { .. } => {}
    }
    if let Err(obstacle) = &answer.abstraction {
        let reason = format!("nothing can be proved for all sizes, because {obstacle}");
        return Emergence::Unknown { reason };
    }
    for threshold in 1..=most.max(1) {
        let from = verification.from(threshold);
        if let Ok(Covering::Proved(covers)) = verification.cover(abstraction, &from, threshold, true) {
            return descend(verification, abstraction, threshold, from, Reason::Covered(covers));
        }
        // A violation with some more agents than the property names may be one that stays.
        if let Err(violation) = verification.search_from(&from, 0..=1)
            && let Some(because) = stays(&violation.sizes)
        {
            return Emergence::Never { sizes: violation.sizes, because };
        }
    }
    let reason = match verification.stopped() {
        Some(stop) => stop.reason(),
        None => "no size was found from which on it can be proved",
    };
    Emergence::Unknown { reason: reason.to_string() }
}

/// The truth of a formula where agents and the environment start, if that follows from where the agents that
/// it names start. For formulas about all ways to start, one that makes them false is enough.
fn at_start<D>(family: &Family<D>, property: &IndexedProperty, formula: &IndexedFormula) -> Option<bool> {
    use IndexedFormula::*;
    let at = |inner: &IndexedFormula| at_start(family, property, inner);
    let begins = |template: &Template, p: &PropositionId| {
        Some(family.proposition(*p).states.contains(template.initial.first()?))
    };
    match formula {
        Holds(p, variable) => begins(family.role(property.variables[variable.0 as usize].role), p),
        Environment(p) if family.is_environment_listed() => begins(family.environment(), p),
        Environment(_) => None,
        Not(inner) => at(inner).map(|truth| !truth),
        And(list) | Or(list) => {
            let decisive = matches!(formula, Or(_));
            let truths: Vec<Option<bool>> = list.iter().map(at).collect();
            match truths.contains(&Some(decisive)) {
                true => Some(decisive),
                false => (!truths.contains(&None)).then_some(!decisive),
            }
        }
        // What is so now is so at some time, and what is not so is not always so, or known.
        Globally(inner) | Knows(_, inner) => at(inner).filter(|truth| !truth),
        Finally(inner) => at(inner).filter(|truth| *truth),
        Until(first, second) => match (at(first), at(second)) {
            (_, Some(true)) => Some(true),
            (Some(false), Some(false)) => Some(false),
            _ => None,
        },
        AllRuns(inner) | SomeRun(inner) => at(inner),
        Next(_) | Group(..) => None,
    }
}

/// Leaves out agents as long as the property can still be proved.
fn descend<D: Steps>(
    verification: &mut Verification<D>,
    abstraction: Abstraction<D>,
    threshold: u32,
    mut sizes: Sizes,
    mut because: Reason,
) -> Emergence {
    let mut fewer = vec![None; sizes.len()];
    for role in 0..sizes.len() {
        // Where the number of agents is fixed, it is the least one.
        while sizes[role] > verification.least[role] {
            let mut lower = sizes.clone();
            lower[role] -= 1;
            match verification.cover(abstraction, &lower, threshold, true) {
                Ok(Covering::Proved(covers)) => {
                    because = Reason::Covered(covers);
                    sizes = lower;
                    continue;
                }
                Ok(_) => {
                    let found = verification.search_from(&lower, 0..=2).err();
                    fewer[role] = Some(found.map_or(Fewer::Unknown, |found| Fewer::Violated(found.sizes)));
                }
                Err(violation) => fewer[role] = Some(Fewer::Violated(violation.sizes)),
            }
            break;
        }
    }
    Emergence::From { sizes, because, fewer }
}
