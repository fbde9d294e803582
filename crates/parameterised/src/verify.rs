//! Whether a property holds for all sizes: the procedures in the order in which they are tried.

use synod_core::Budget;

use crate::abstraction::{Population, abstraction};
use crate::answer::{Answer, Conclusion, Limits, Oracle, Reason};
use crate::classes::{Corrections, Obstacle, memberships};
use crate::formula::IndexedProperty;
use crate::fragment::Fragment;
use crate::inquiry::{Covering, Inquiry, Violation};
use crate::realise::realise;
use crate::template::*;
use crate::unreachable;

impl Templates {
    /// Whether a property holds for all sizes.
    pub fn verify(
        &self,
        property: &IndexedProperty,
        oracle: &dyn Oracle,
        limits: Limits,
        budget: &Budget,
    ) -> Answer {
        match self {
            Templates::Interleaved(family) => family.verify(property, oracle, limits, budget),
            Templates::Synchronous(family) => family.verify(property, oracle, limits, budget),
        }
    }
}

impl Family<Interleaved> {
    /// Whether a property holds for all sizes.
    pub fn verify(
        &self,
        property: &IndexedProperty,
        oracle: &dyn Oracle,
        limits: Limits,
        budget: &Budget,
    ) -> Answer {
        self.verify_with(property, oracle, limits, budget, Corrections::ALL)
    }

    pub(crate) fn verify_with(
        &self,
        property: &IndexedProperty,
        oracle: &dyn Oracle,
        limits: Limits,
        budget: &Budget,
        corrections: Corrections,
    ) -> Answer {
        let fragment = Fragment::of(property);
        let mut inquiry = Inquiry::new(self, property, oracle, budget);
        let classes = memberships(self, &fragment, &inquiry.indices, corrections);
        let abstraction = self.abstraction_fits(&fragment);
        let known = classes.iter().find_map(|m| m.cutoff.as_ref().ok().map(|sizes| (m.class, sizes.clone())));
        let attempt = match known {
            Some((class, sizes)) => by_cutoff(&mut inquiry, class, sizes),
            None => by_all_means(&mut inquiry, &fragment, &abstraction, limits, corrections),
        };
        let conclusion = attempt.unwrap_or_else(Violation::conclusion);
        let Inquiry { indices, least: domain, trials, .. } = inquiry;
        Answer { indices, domain, conclusion, classes, abstraction, trials }
    }

    /// Whether what holds on the abstraction holds on instances.
    fn abstraction_fits(&self, fragment: &Fragment) -> Result<(), Obstacle> {
        if let Err(part) = &fragment.universal {
            return Err(Obstacle::NotUniversal(part.clone()));
        }
        if self.dynamics().null() == NullStep::WhenStuck {
            // An abstraction may go on where an instance is stuck.
            if fragment.liveness {
                return Err(Obstacle::Liveness);
            }
            if fragment.next {
                return Err(Obstacle::Next);
            }
        }
        Ok(())
    }
}

impl Family<Synchronous> {
    /// Whether a property holds for all sizes.
    pub fn verify(
        &self,
        property: &IndexedProperty,
        oracle: &dyn Oracle,
        limits: Limits,
        budget: &Budget,
    ) -> Answer {
        let fragment = Fragment::of(property);
        let mut inquiry = Inquiry::new(self, property, oracle, budget);
        let fits = fragment.universal.clone().map_err(Obstacle::NotUniversal);
        let attempt = by_rounds(&mut inquiry, &fits, limits);
        let conclusion = attempt.unwrap_or_else(Violation::conclusion);
        let Inquiry { indices, least: domain, trials, .. } = inquiry;
        Answer { indices, domain, conclusion, classes: vec![], abstraction: fits, trials }
    }
}

fn by_rounds(
    inquiry: &mut Inquiry<Synchronous>,
    fits: &Result<(), Obstacle>,
    limits: Limits,
) -> Result<Conclusion, Violation> {
    let (family, least) = (inquiry.family, inquiry.least.clone());
    let undecided_reason = inquiry.try_instance(&least)?;
    if !family.noticed().contains(&true) {
        // The agents that the property names do the same, however many others there are.
        return Ok(match undecided_reason {
            None => Conclusion::Holds(Reason::Independent { sizes: least }),
            Some(reason) => undecided(inquiry, &least, reason),
        });
    }
    if fits.is_ok() {
        let abstraction = |family: &Family<Synchronous>, populations: &[Population], _| {
            family.abstraction(populations).instance
        };
        match inquiry.cover(&abstraction, 1, true)? {
            Covering::Proved(covers) => return Ok(Conclusion::Holds(Reason::Covered(covers))),
            Covering::Failed { populations, counterexample: Some(counterexample) } => {
                inquiry.search(1..=FIRST_SEARCH)?;
                let enough = realise(&family.abstraction(&populations), &populations, &counterexample);
                if let Some(sizes) = enough {
                    inquiry.try_instance(&sizes)?;
                }
            }
            Covering::Failed { counterexample: None, .. } | Covering::Undecided => {}
        }
    }
    inquiry.search(1..=limits.more_agents)?;
    Ok(give_up(inquiry, fits, limits))
}

/// One instance speaks for all; the least one is asked before, since its violations are easier to read.
fn by_cutoff(
    inquiry: &mut Inquiry<Interleaved>,
    class: crate::Class,
    sizes: Sizes,
) -> Result<Conclusion, Violation> {
    let least = inquiry.least.clone();
    if let Some(reason) = inquiry.try_instance(&least)? {
        return Ok(undecided(inquiry, &least, reason));
    }
    Ok(match inquiry.try_instance(&sizes)? {
        None => Conclusion::Holds(Reason::Cutoff { class, sizes }),
        Some(reason) => undecided(inquiry, &sizes, reason),
    })
}

pub(crate) fn undecided<D: crate::Steps>(inquiry: &Inquiry<D>, sizes: &[u32], reason: String) -> Conclusion {
    let sizes = inquiry.family.show_sizes(sizes);
    Conclusion::Unknown { reason: format!("the instance {sizes} was not decided: {reason}"), advice: None }
}

/// Instances with so few agents more than the least are tried before the more costly proofs.
const FIRST_SEARCH: u32 = 2;

fn by_all_means(
    inquiry: &mut Inquiry<Interleaved>,
    fragment: &Fragment,
    fits: &Result<(), Obstacle>,
    limits: Limits,
    corrections: Corrections,
) -> Result<Conclusion, Violation> {
    inquiry.search(0..=0)?;
    if fits.is_ok() {
        for threshold in 1..=limits.threshold.max(1) {
            if let Covering::Proved(covers) =
                inquiry.cover(&abstraction, threshold, corrections.empty_rest)?
            {
                return Ok(Conclusion::Holds(Reason::Covered(covers)));
            }
            if threshold == 1 {
                if let Some(conclusion) = unreachable::decide(inquiry, fragment)? {
                    return Ok(conclusion);
                }
                inquiry.search(1..=FIRST_SEARCH)?;
            }
            if inquiry.stopped().is_some() {
                break;
            }
        }
    }
    inquiry.search(1..=limits.more_agents)?;
    Ok(give_up(inquiry, fits, limits))
}

pub(crate) fn give_up<D: crate::Steps>(
    inquiry: &Inquiry<D>,
    fits: &Result<(), Obstacle>,
    limits: Limits,
) -> Conclusion {
    if let Some(stop) = inquiry.stopped() {
        return Conclusion::Unknown { reason: stop.reason().to_string(), advice: None };
    }
    let reason = match fits {
        Ok(()) => format!(
            "no proof was found, and no violation with up to {} agents more than the property names",
            limits.more_agents
        ),
        Err(obstacle) => format!(
            "nothing can be proved for all sizes, because {obstacle}; there is no violation with up to {} \
             agents more than the property names",
            limits.more_agents
        ),
    };
    let advice = Some("single sizes can be checked, and the search can be extended".to_string());
    Conclusion::Unknown { reason, advice }
}
