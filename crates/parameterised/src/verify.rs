//! Whether a property holds for all sizes: the procedures in the order in which they are tried.

use synod_core::{Budget, Counterexample, Property};

use crate::abstraction::{Population, abstraction};
use crate::answer::{Answer, Conclusion, Limits, Oracle, Reason};
use crate::classes::{Class, Corrections, Obstacle, memberships};
use crate::emergence::{self, Emergence};
use crate::formula::{IndexedFormula, IndexedProperty};
use crate::fragment::Fragment;
use crate::inquiry::{Covering, Inquiry, Known, Violation};
use crate::instance::{Instance, Steps};
use crate::realise::routes;
use crate::retrace;
use crate::template::*;
use crate::unreachable;

/// Instances with so few agents more than the least are tried before the more costly proofs.
const FIRST_SEARCH: u32 = 2;

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

    /// From which size on a property holds, with the answer for all sizes.
    pub fn emergence(
        &self,
        property: &IndexedProperty,
        oracle: &dyn Oracle,
        limits: Limits,
        budget: &Budget,
    ) -> (Answer, Emergence) {
        match self {
            Templates::Interleaved(family) => family.emergence(property, oracle, limits, budget),
            Templates::Synchronous(family) => family.emergence(property, oracle, limits, budget),
        }
    }
}

#[expect(private_bounds, reason = "there are procedures for the two kinds of family only")]
impl<D: Procedures> Family<D> {
    /// Whether a property holds for all sizes.
    pub fn verify(
        &self,
        property: &IndexedProperty,
        oracle: &dyn Oracle,
        limits: Limits,
        budget: &Budget,
    ) -> Answer {
        let answer = |family: &Self, property: &IndexedProperty| {
            D::answer(&mut Inquiry::new(family, property, oracle, limits, budget), limits)
        };
        match D::simpler(self, property) {
            Some((family, simpler)) => either(answer(&family, &simpler), || answer(self, property)),
            None => answer(self, property),
        }
    }

    /// From which size on a property holds, with the answer for all sizes.
    pub fn emergence(
        &self,
        property: &IndexedProperty,
        oracle: &dyn Oracle,
        limits: Limits,
        budget: &Budget,
    ) -> (Answer, Emergence) {
        let simpler = D::simpler(self, property);
        let (family, property) =
            simpler.as_ref().map_or((self, property), |(family, property)| (family, property));
        let mut inquiry = Inquiry::new(family, property, oracle, limits, budget);
        let mut answer = D::answer(&mut inquiry, limits);
        let emergence = D::emergence(&mut inquiry, &answer, limits);
        answer.trials = inquiry.trials;
        (answer, emergence)
    }
}

/// An answer, or if it is open another one, after all that was tried for the first.
fn either(first: Answer, second: impl FnOnce() -> Answer) -> Answer {
    if !matches!(first.conclusion, Conclusion::Unknown { .. }) {
        return first;
    }
    let mut answer = second();
    answer.trials.splice(0..0, first.trials);
    answer
}

/// The procedures for a kind of family.
pub(crate) trait Procedures: Steps {
    /// Whether the property holds for all sizes.
    fn answer(inquiry: &mut Inquiry<Self>, limits: Limits) -> Answer;

    /// A property that says the same and is easier to refute, with the family it is about.
    fn simpler(family: &Family<Self>, property: &IndexedProperty) -> Option<(Family<Self>, IndexedProperty)> {
        let _ = (family, property);
        None
    }

    /// From which size on it holds, given what is known for all sizes.
    fn emergence(inquiry: &mut Inquiry<Self>, answer: &Answer, limits: Limits) -> Emergence;
}

impl Procedures for Interleaved {
    fn answer(inquiry: &mut Inquiry<Self>, limits: Limits) -> Answer {
        answer(inquiry, limits, Corrections::ALL)
    }

    fn emergence(inquiry: &mut Inquiry<Self>, answer: &Answer, limits: Limits) -> Emergence {
        emergence::interleaved(inquiry, answer, limits)
    }
}

impl Procedures for Synchronous {
    fn answer(inquiry: &mut Inquiry<Self>, limits: Limits) -> Answer {
        let fits = Fragment::of(inquiry.property).universal.map_err(Obstacle::NotUniversal);
        let attempt = by_rounds(inquiry, &fits, limits);
        inquiry.answer(attempt, vec![], fits)
    }

    fn simpler(family: &Family<Self>, property: &IndexedProperty) -> Option<(Family<Self>, IndexedProperty)> {
        family.straightened(property)
    }

    fn emergence(inquiry: &mut Inquiry<Self>, answer: &Answer, _: Limits) -> Emergence {
        emergence::synchronous(inquiry, answer)
    }
}

impl Family<Interleaved> {
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

/// The answer for an interleaved family.
pub(crate) fn answer(inquiry: &mut Inquiry<Interleaved>, limits: Limits, corrections: Corrections) -> Answer {
    let fragment = Fragment::of(inquiry.property);
    let classes = memberships(inquiry.family, &fragment, &inquiry.indices, corrections);
    let fits = inquiry.family.abstraction_fits(&fragment);
    let known = classes.iter().find_map(|m| m.cutoff.as_ref().ok().map(|sizes| (m.class, sizes.clone())));
    let attempt = match known {
        Some((class, sizes)) => by_cutoff_or_else(inquiry, class, sizes, |inquiry| {
            by_all_means(inquiry, &fragment, &fits, limits, corrections)
        }),
        None => by_all_means(inquiry, &fragment, &fits, limits, corrections),
    };
    inquiry.answer(attempt, classes, fits)
}

/// By the cutoff, and by other means if the instance there is hard to decide.
fn by_cutoff_or_else(
    inquiry: &mut Inquiry<Interleaved>,
    class: Class,
    sizes: Sizes,
    otherwise: impl FnOnce(&mut Inquiry<Interleaved>) -> Result<Conclusion, Violation>,
) -> Result<Conclusion, Violation> {
    let open = |conclusion: &Conclusion| matches!(conclusion, Conclusion::Unknown { .. });
    inquiry.hurried = true;
    let first = by_cutoff(inquiry, class, sizes.clone());
    inquiry.hurried = false;
    match first? {
        Some(conclusion) if open(&conclusion) && inquiry.stopped().is_none() => match otherwise(inquiry)? {
            other if open(&other) => Ok(by_cutoff(inquiry, class, sizes)?.unwrap_or(other)),
            other => Ok(other),
        },
        Some(conclusion) => Ok(conclusion),
        None => otherwise(inquiry),
    }
}

/// One instance speaks for all; the least one is asked before, since its violations are easier to read.
/// `None` if that instance violates the property, and is not one of those asked about.
fn by_cutoff(
    inquiry: &mut Inquiry<Interleaved>,
    class: Class,
    sizes: Sizes,
) -> Result<Option<Conclusion>, Violation> {
    let least = inquiry.least.clone();
    if let Some(reason) = inquiry.try_instance(&least)? {
        return Ok(Some(undecided(inquiry, &least, reason)));
    }
    Ok(match inquiry.instance(&sizes) {
        Known::Holds => Some(Conclusion::Holds(Reason::Cutoff { class, sizes })),
        Known::Unknown(reason) => Some(undecided(inquiry, &sizes, reason)),
        Known::Violated(counterexample) if inquiry.asks(&sizes) => {
            return Err(Violation { sizes, counterexample });
        }
        Known::Violated(_) => None,
    })
}

/// Abstractions of growing precision, a search backwards, and in between instances of growing size.
fn by_all_means(
    inquiry: &mut Inquiry<Interleaved>,
    fragment: &Fragment,
    fits: &Result<(), Obstacle>,
    limits: Limits,
    corrections: Corrections,
) -> Result<Conclusion, Violation> {
    inquiry.search(0..=0)?;
    let least = inquiry.least.clone();
    if fits.is_ok() {
        for threshold in 1..=limits.threshold.max(1) {
            let covering = inquiry.cover(&abstraction, &least, threshold, corrections.empty_rest)?;
            if let Covering::Proved(covers) = covering {
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

/// The abstraction of a synchronous family; there is only one threshold.
pub(crate) fn abstract_rounds(
    family: &Family<Synchronous>,
    populations: &[Population],
    _: u32,
) -> Option<Instance> {
    family.abstraction(populations).map(|abstraction| abstraction.instance)
}

fn by_rounds(
    inquiry: &mut Inquiry<Synchronous>,
    fits: &Result<(), Obstacle>,
    limits: Limits,
) -> Result<Conclusion, Violation> {
    let (family, least) = (inquiry.family, inquiry.least.clone());
    let open = inquiry.try_instance(&least)?;
    let mut of_a_group = |f: &IndexedFormula| matches!(f, IndexedFormula::Group(..));
    if !family.noticed().contains(&true) && !inquiry.property.formula.any(&mut of_a_group) {
        // The agents that the property names do the same, however many others there are.
        return Ok(match open {
            None => Conclusion::Holds(Reason::Independent { sizes: least }),
            Some(reason) => undecided(inquiry, &least, reason),
        });
    }
    if fits.is_ok() {
        match inquiry.cover(&abstract_rounds, &least, 1, true)? {
            Covering::Proved(covers) => return Ok(Conclusion::Holds(Reason::Covered(covers))),
            Covering::Failed { populations, counterexample: Some(counterexample) } => {
                inquiry.search(1..=FIRST_SEARCH)?;
                follow(inquiry, &populations, &counterexample)?;
            }
            Covering::Failed { counterexample: None, .. } | Covering::Undecided => {}
        }
    }
    inquiry.search(1..=limits.more_agents)?;
    Ok(give_up(inquiry, fits, limits))
}

/// More agents than this are not put into one instance.
const MOST_AGENTS: u32 = 500;

/// Looks for a violation where enough agents follow a run of the abstraction.
fn follow(
    inquiry: &mut Inquiry<Synchronous>,
    populations: &[Population],
    counterexample: &Counterexample,
) -> Result<(), Violation> {
    let Some(abstraction) = inquiry.family.abstraction(populations) else { return Ok(()) };
    let Some(routes) = routes(&abstraction, populations, counterexample) else { return Ok(()) };
    let sizes = retrace::sizes(populations, &routes);
    if sizes.iter().sum::<u32>() > MOST_AGENTS {
        return Ok(());
    }
    if let Ok(mut instance) = inquiry.family.instance(&sizes)
        && let Some(property) = instance.property(inquiry.family, inquiry.property)
        && let Some(trace) = retrace::retrace(&instance, &abstraction, counterexample, &routes)
    {
        let counterexample = Box::new(Counterexample::of(trace));
        for formula in property.formula.conjuncts() {
            let conjunct = Property { formula, ..property.clone() };
            let linear = !conjunct.formula.is_branching() && !conjunct.formula.is_epistemic();
            if linear && inquiry.oracle.confirms(&instance.system, &conjunct, &counterexample) {
                return Err(Violation { sizes, counterexample });
            }
        }
    }
    inquiry.try_instance(&sizes).map(drop)
}

/// That an instance could not be decided.
pub(crate) fn undecided<D: Steps>(inquiry: &Inquiry<D>, sizes: &[u32], reason: String) -> Conclusion {
    let sizes = inquiry.family.show_sizes(sizes);
    Conclusion::Unknown { reason: format!("the instance {sizes} was not decided: {reason}"), advice: None }
}

fn give_up<D: Steps>(inquiry: &Inquiry<D>, fits: &Result<(), Obstacle>, limits: Limits) -> Conclusion {
    if let Some(stop) = inquiry.stopped() {
        return Conclusion::Unknown { reason: stop.reason().to_string(), advice: None };
    }
    let most = limits.more_agents;
    let searched = format!("with up to {most} agents more than the smallest instance has");
    let reason = match fits {
        Ok(()) => format!("no proof was found, and no violation {searched}"),
        Err(obstacle) => {
            format!(
                "nothing can be proved for all sizes, because {obstacle}; there is no violation {searched}"
            )
        }
    };
    let advice = Some("single sizes can be checked, and the search can be extended".to_string());
    Conclusion::Unknown { reason, advice }
}
