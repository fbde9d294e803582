//! Answers to parameterised questions, with everything that was tried on the way.

use std::time::Duration;

use synod_core::{Budget, Counterexample, Outcome, Property, System, Verdict};

use crate::abstraction::Extent;
use crate::certificate::Certificate;
use crate::classes::{Class, Membership, Obstacle};
use crate::formula::IndexedProperty;
use crate::template::Sizes;

/// Whoever decides properties of single systems: instances and abstractions.
pub trait Oracle: Sync {
    /// Decides a property of a system.
    fn check(&self, system: &System, property: &Property, budget: &Budget) -> Outcome;

    /// Whether a counterexample is a run of the system on which the formula of the property, which is about
    /// single runs, is false. Who cannot tell says no, and will be asked to decide the property instead.
    fn confirms(&self, system: &System, property: &Property, counterexample: &Counterexample) -> bool {
        let _ = (system, property, counterexample);
        false
    }
}

impl<F: Fn(&System, &Property, &Budget) -> Outcome + Sync> Oracle for F {
    fn check(&self, system: &System, property: &Property, budget: &Budget) -> Outcome {
        self(system, property, budget)
    }
}

/// What is asked of a family, and with what means.
#[derive(Clone, Copy)]
pub struct ParameterisedQuery<'a> {
    /// What is to hold for all sizes.
    pub property: &'a IndexedProperty,
    /// Decides instances and abstractions.
    pub oracle: &'a dyn Oracle,
    /// How far to go where nothing else bounds the work.
    pub limits: Limits,
    /// When to stop.
    pub budget: &'a Budget,
}

impl<'a> ParameterisedQuery<'a> {
    /// A query with the usual limits.
    pub fn new(property: &'a IndexedProperty, oracle: &'a dyn Oracle, budget: &'a Budget) -> Self {
        ParameterisedQuery { property, oracle, limits: Limits::default(), budget }
    }

    /// The same with other limits.
    pub fn within(self, limits: Limits) -> Self {
        ParameterisedQuery { limits, ..self }
    }
}

/// How far to go where nothing bounds the work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The greatest threshold of counting abstractions.
    pub threshold: u32,
    /// How many agents more than the smallest instance has are tried in the search for a violation.
    pub more_agents: u32,
    /// How long one instance or abstraction may take, while there are other ways to go.
    pub attempt: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { threshold: 3, more_agents: 6, attempt: Duration::from_secs(60) }
    }
}

/// The answer to whether a property holds for all sizes.
#[derive(Clone, Debug)]
pub struct ParameterisedAnswer {
    /// How many variables of each role the property has.
    pub indices: Sizes,
    /// The sizes that the question is about: at least so many agents of each role. Smaller instances
    /// have too few agents to say something about.
    pub domain: Sizes,
    /// What is known.
    pub conclusion: Conclusion,
    /// Whether the family is in each class with a known cutoff, and if not why; none for synchronous
    /// families.
    pub classes: Vec<Membership>,
    /// What stands against proofs by abstraction, if anything.
    pub abstraction: Result<(), Obstacle>,
    /// What was asked of instances and abstractions, in order.
    pub trials: Vec<Trial>,
}

/// What is known about all sizes.
#[derive(Clone, Debug)]
pub enum Conclusion {
    /// It holds for every size of the domain.
    Holds(Reason),
    /// It fails for this size.
    Violated {
        /// The number of agents of each role in the instance that violates it.
        sizes: Sizes,
        /// A counterexample in that instance.
        counterexample: Box<Counterexample>,
    },
    /// Not known.
    Unknown {
        /// Why.
        reason: String,
        /// What to try.
        advice: Option<String>,
    },
}

impl Conclusion {
    /// The word used for machines: `holds`, `violated` or `unknown`.
    pub fn word(&self) -> &'static str {
        match self {
            Conclusion::Holds(_) => "holds",
            Conclusion::Violated { .. } => "violated",
            Conclusion::Unknown { .. } => "unknown",
        }
    }
}

/// Why a property holds for every size.
#[derive(Clone, Debug)]
pub enum Reason {
    /// The cutoff of a class: one instance speaks for all.
    Cutoff {
        /// Whose theorem gives the cutoff.
        class: Class,
        /// The instance that was checked.
        sizes: Sizes,
    },
    /// Agents of some roles never influence others, so that the instance with no more of them than the
    /// property names, and one of each role, speaks for all.
    Independent {
        /// The instance that was checked.
        sizes: Sizes,
    },
    /// Instances and abstractions that together stand for all sizes.
    Covered(Vec<Cover>),
    /// What the property excludes cannot be reached, whatever the size.
    Unreachable(Box<Certificate>),
}

/// Sizes for which a property was checked together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cover {
    /// The sizes, for each role.
    pub sizes: Vec<Extent>,
    /// The threshold of the abstraction; `None` for a single instance.
    pub threshold: Option<u32>,
}

/// Something that was asked.
#[derive(Clone, Debug, PartialEq)]
pub struct Trial {
    /// Of what.
    pub question: TrialSubject,
    /// What came of it.
    pub verdict: TrialVerdict,
    /// Why there was none.
    pub reason: Option<String>,
    /// How many states there are, if they were counted.
    pub states: Option<u64>,
    /// How long it took.
    pub elapsed: Duration,
}

/// What came of a trial.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TrialVerdict {
    /// It holds there.
    Holds,
    /// It is violated there; a violation of an abstraction may be one of no instance.
    Violated,
    /// There is no violation within a bound.
    Bounded,
    /// It was not decided.
    Unknown,
}

impl From<&Verdict> for TrialVerdict {
    fn from(verdict: &Verdict) -> Self {
        match verdict {
            Verdict::Holds(_) => TrialVerdict::Holds,
            Verdict::Violated(_) => TrialVerdict::Violated,
            Verdict::Bounded { .. } => TrialVerdict::Bounded,
            Verdict::Unknown { .. } => TrialVerdict::Unknown,
        }
    }
}

/// What something was asked of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TrialSubject {
    /// The instance of these sizes.
    Instance(Sizes),
    /// The abstraction that stands for these sizes, with this threshold.
    Abstraction(Vec<Extent>, u32),
    /// All sizes, by searching backwards from what the property excludes.
    Backwards {
        /// Whether the search is exact; otherwise it can only prove.
        exact: bool,
    },
}
