//! Whether a property holds for all sizes: the procedures in the order in which they are tried.

use synod_core::{Counterexample, Property, counted};

use crate::abstraction::{Population, abstraction};
use crate::answer::{Conclusion, Limits, ParameterisedAnswer, ParameterisedQuery, Reason};
use crate::classes::{Class, Corrections, Obstacle, memberships};
use crate::concretise;
use crate::emergence::{self, Emergence};
use crate::formula::{IndexedFormula, IndexedProperty};
use crate::fragment::Fragment;
use crate::instance::{Instance, Steps};
use crate::routes::routes;
use crate::template::*;
use crate::unreachable;
use crate::verification::{Covering, InstanceVerdict, Verification, Violation};

/// Instances with so few agents more than the least are tried before the more costly proofs.
const FIRST_SEARCH: u32 = 2;

impl Templates {
    /// Whether a property holds for all sizes.
    pub fn verify(&self, query: ParameterisedQuery) -> ParameterisedAnswer {
        match self {
            Templates::Interleaved(family) => family.verify(query),
            Templates::Synchronous(family) => family.verify(query),
        }
    }

    /// From which size on a property holds, with the answer for all sizes.
    pub fn emergence(&self, query: ParameterisedQuery) -> (ParameterisedAnswer, Emergence) {
        match self {
            Templates::Interleaved(family) => family.emergence(query),
            Templates::Synchronous(family) => family.emergence(query),
        }
    }
}

#[expect(private_bounds, reason = "there are procedures for the two kinds of family only")]
impl<D: Procedures> Family<D> {
    /// Whether a property holds for all sizes.
    pub fn verify(&self, query: ParameterisedQuery) -> ParameterisedAnswer {
        let answer = |family: &Self, query| D::answer(&mut Verification::new(family, query));
        match D::simpler(self, query.property) {
            Some((family, property)) => {
                let simpler = ParameterisedQuery { property: &property, ..query };
                either(answer(&family, simpler), || answer(self, query))
            }
            None => answer(self, query),
        }
    }

    /// From which size on a property holds, with the answer for all sizes.
    pub fn emergence(&self, query: ParameterisedQuery) -> (ParameterisedAnswer, Emergence) {
        let simpler = D::simpler(self, query.property);
        let (family, property) =
            simpler.as_ref().map_or((self, query.property), |(family, property)| (family, property));
        let mut verification = Verification::new(family, ParameterisedQuery { property, ..query });
        let mut answer = D::answer(&mut verification);
        let emergence = D::emergence(&mut verification, &answer);
        answer.trials = verification.trials;
        (answer, emergence)
    }
}

/// An answer, or if it is open another one, after all that was tried for the first.
fn either(first: ParameterisedAnswer, second: impl FnOnce() -> ParameterisedAnswer) -> ParameterisedAnswer {
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
    fn answer(verification: &mut Verification<Self>) -> ParameterisedAnswer;

    /// A property that says the same and is easier to refute, with the family it is about.
    fn simpler(family: &Family<Self>, property: &IndexedProperty) -> Option<(Family<Self>, IndexedProperty)> {
        let _ = (family, property);
        None
    }

    /// From which size on it holds, given what is known for all sizes.
    fn emergence(verification: &mut Verification<Self>, answer: &ParameterisedAnswer) -> Emergence;
}

impl Procedures for Interleaved {
    fn answer(verification: &mut Verification<Self>) -> ParameterisedAnswer {
        answer(verification, Corrections::ALL)
    }

    fn emergence(verification: &mut Verification<Self>, answer: &ParameterisedAnswer) -> Emergence {
        emergence::interleaved(verification, answer)
    }
}

impl Procedures for Synchronous {
    fn answer(verification: &mut Verification<Self>) -> ParameterisedAnswer {
        let fits = Fragment::of(verification.property).universal.map_err(Obstacle::NotUniversal);
        let attempt = by_rounds(verification, &fits);
        verification.answer(attempt, vec![], fits)
    }

    fn simpler(family: &Family<Self>, property: &IndexedProperty) -> Option<(Family<Self>, IndexedProperty)> {
        family.linearised(property)
    }

    fn emergence(verification: &mut Verification<Self>, answer: &ParameterisedAnswer) -> Emergence {
        emergence::synchronous(verification, answer)
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
pub(crate) fn answer(
    verification: &mut Verification<Interleaved>,
    corrections: Corrections,
) -> ParameterisedAnswer {
    let fragment = Fragment::of(verification.property);
    let classes = memberships(verification.family, &fragment, &verification.indices, corrections);
    let fits = verification.family.abstraction_fits(&fragment);
    let known = classes.iter().find_map(|m| m.cutoff.as_ref().ok().map(|sizes| (m.class, sizes.clone())));
    let attempt = match known {
        Some((class, sizes)) => by_cutoff_or_else(verification, class, sizes, |verification| {
            by_all_means(verification, &fragment, &fits, corrections)
        }),
        None => by_all_means(verification, &fragment, &fits, corrections),
    };
    verification.answer(attempt, classes, fits)
}

/// By the cutoff, and by other means if the instance there is hard to decide.
fn by_cutoff_or_else(
    verification: &mut Verification<Interleaved>,
    class: Class,
    sizes: Sizes,
    otherwise: impl FnOnce(&mut Verification<Interleaved>) -> Result<Conclusion, Violation>,
) -> Result<Conclusion, Violation> {
    let open = |conclusion: &Conclusion| matches!(conclusion, Conclusion::Unknown { .. });
    verification.time_limited = true;
    let first = by_cutoff(verification, class, sizes.clone());
    verification.time_limited = false;
    match first? {
        Some(conclusion) if open(&conclusion) && verification.stopped().is_none() => {
            match otherwise(verification)? {
                other if open(&other) => Ok(by_cutoff(verification, class, sizes)?.unwrap_or(other)),
                other => Ok(other),
            }
        }
        Some(conclusion) => Ok(conclusion),
        None => otherwise(verification),
    }
}

/// One instance speaks for all; the least one is asked before, since its violations are easier to read.
/// `None` if that instance violates the property, and is not one of those asked about.
fn by_cutoff(
    verification: &mut Verification<Interleaved>,
    class: Class,
    sizes: Sizes,
) -> Result<Option<Conclusion>, Violation> {
    let least = verification.least.clone();
    if let Some(reason) = verification.try_instance(&least)? {
        return Ok(Some(undecided(verification, &least, reason)));
    }
    Ok(match verification.instance(&sizes) {
        InstanceVerdict::Holds => Some(Conclusion::Holds(Reason::Cutoff { class, sizes })),
        InstanceVerdict::Unknown(reason) => Some(undecided(verification, &sizes, reason)),
        InstanceVerdict::Violated(counterexample) if verification.asks(&sizes) => {
            return Err(Violation { sizes, counterexample });
        }
        InstanceVerdict::Violated(_) => None,
    })
}

/// Abstractions of growing precision, a search backwards, and in between instances of growing size.
fn by_all_means(
    verification: &mut Verification<Interleaved>,
    fragment: &Fragment,
    fits: &Result<(), Obstacle>,
    corrections: Corrections,
) -> Result<Conclusion, Violation> {
    verification.search(0..=0)?;
    let least = verification.least.clone();
    if fits.is_ok() {
        for threshold in 1..=verification.limits.threshold.max(1) {
            let covering = verification.cover(&abstraction, &least, threshold, corrections.empty_rest)?;
            if let Covering::Proved(covers) = covering {
                return Ok(Conclusion::Holds(Reason::Covered(covers)));
            }
            if threshold == 1 {
                if let Some(conclusion) = unreachable::decide(verification, fragment)? {
                    return Ok(conclusion);
                }
                verification.search(1..=FIRST_SEARCH)?;
            }
            if verification.stopped().is_some() {
                break;
            }
        }
    }
    verification.search(1..=verification.limits.more_agents)?;
    Ok(give_up(verification, fits))
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
    verification: &mut Verification<Synchronous>,
    fits: &Result<(), Obstacle>,
) -> Result<Conclusion, Violation> {
    let (family, least) = (verification.family, verification.least.clone());
    let open = verification.try_instance(&least)?;
    let mut of_a_group = |f: &IndexedFormula| matches!(f, IndexedFormula::Group(..));
    if !family.noticed().contains(&true) && !verification.property.formula.any(&mut of_a_group) {
        // The agents that the property names do the same, however many others there are.
        return Ok(match open {
            None => Conclusion::Holds(Reason::Independent { sizes: least }),
            Some(reason) => undecided(verification, &least, reason),
        });
    }
    if fits.is_ok() {
        match verification.cover(&abstract_rounds, &least, 1, true)? {
            Covering::Proved(covers) => return Ok(Conclusion::Holds(Reason::Covered(covers))),
            Covering::Failed { populations, counterexample: Some(counterexample) } => {
                verification.search(1..=FIRST_SEARCH)?;
                follow(verification, &populations, &counterexample)?;
            }
            Covering::Failed { counterexample: None, .. } | Covering::Undecided => {}
        }
    }
    verification.search(1..=verification.limits.more_agents)?;
    Ok(give_up(verification, fits))
}

/// More agents than this are not put into one instance.
const MOST_AGENTS: u32 = 500;

/// Looks for a violation where enough agents follow a run of the abstraction.
fn follow(
    verification: &mut Verification<Synchronous>,
    populations: &[Population],
    counterexample: &Counterexample,
) -> Result<(), Violation> {
    let Some(abstraction) = verification.family.abstraction(populations) else { return Ok(()) };
    let Some(routes) = routes(&abstraction, populations, counterexample) else { return Ok(()) };
    let sizes = concretise::sizes(populations, &routes);
    if sizes.iter().sum::<u32>() > MOST_AGENTS {
        return Ok(());
    }
    if let Ok(mut instance) = verification.family.instance(&sizes)
        && let Some(property) = instance.property(verification.family, verification.property)
        && let Some(trace) = concretise::retrace(&instance, &abstraction, counterexample, &routes)
    {
        let counterexample = Box::new(Counterexample::of(trace));
        for formula in property.formula.conjuncts() {
            let conjunct = Property { formula, ..property.clone() };
            let linear = conjunct.formula.is_linear();
            if linear && verification.oracle.confirms(&instance.system, &conjunct, &counterexample) {
                return Err(Violation { sizes, counterexample });
            }
        }
    }
    verification.try_instance(&sizes).map(drop)
}

/// That an instance could not be decided.
pub(crate) fn undecided<D: Steps>(
    verification: &Verification<D>,
    sizes: &[u32],
    reason: String,
) -> Conclusion {
    let sizes = verification.family.show_sizes(sizes);
    Conclusion::Unknown { reason: format!("the instance {sizes} was not decided: {reason}"), advice: None }
}

fn give_up<D: Steps>(verification: &Verification<D>, fits: &Result<(), Obstacle>) -> Conclusion {
    if let Some(stop) = verification.stopped() {
        return Conclusion::Unknown { reason: stop.reason().to_string(), advice: None };
    }
    let most = verification.limits.more_agents;
    let searched = format!("with up to {} more than the smallest instance has", counted(most, "agent"));
    let reason = match fits {
        Ok(()) => format!("no proof was found, and no violation {searched}"),
        Err(obstacle) => {
            format!(
                "nothing can be proved for all sizes, because {obstacle}; there is no violation {searched}"
            )
        }
    };
    let Limits { more_agents, threshold, .. } = verification.limits;
    let advice = format!(
        "search larger instances with `--more-agents` (now {more_agents}), or let abstractions count further with \
         `--threshold` (now {threshold})"
    );
    Conclusion::Unknown { reason, advice: Some(advice) }
}
