//! Answers, with the reason to believe them.

use crate::certificate::{Certificate, Conditions};
use crate::trace::Counterexample;

/// The answer to a property.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    /// It holds, and this is why.
    Holds(Proof),
    /// It fails, and this shows it.
    Violated(Box<Counterexample>),
    /// No violation within a bound; nothing is claimed beyond it.
    Bounded {
        /// The bound, as a phrase that completes "no violation …".
        within: String,
    },
    /// No answer.
    Unknown {
        /// Why.
        reason: String,
        /// What to try.
        advice: Option<String>,
    },
}

impl Verdict {
    /// The word used for machines: `holds`, `violated`, `bounded` or `unknown`.
    pub fn word(&self) -> &'static str {
        match self {
            Verdict::Holds(_) => "holds",
            Verdict::Violated(_) => "violated",
            Verdict::Bounded { .. } => "bounded",
            Verdict::Unknown { .. } => "unknown",
        }
    }

    /// Whether it settles the question.
    pub fn is_conclusive(&self) -> bool {
        matches!(self, Verdict::Holds(_) | Verdict::Violated(_))
    }
}

/// Why a property holds.
#[derive(Clone, Debug, PartialEq)]
pub enum Proof {
    /// Every reachable state was visited and none violates it.
    Exhausted {
        /// How many there are.
        states: u64,
    },
    /// Every reachable state of a system that passes reduced for it was visited.
    ExhaustedReduced {
        /// How many there are.
        states: u64,
    },
    /// Every reachable state was visited up to symmetry: one of all those that differ only in which agent is which.
    ExhaustedOrbits {
        /// How many were visited.
        states: u64,
    },
    /// It was proved without visiting states; the proof can be checked again.
    Inductive(Box<Certificate>),
    /// Another program says so. It was not checked here.
    Reported {
        /// Its name.
        by: String,
        /// Its reason, as a phrase that follows the name.
        because: String,
        /// The proof, if it gave one that can be checked again.
        certificate: Option<Box<Certificate<Conditions>>>,
    },
    /// It says nothing about what comes later, and holds in every initial state.
    Initial {
        /// How many there are.
        states: u64,
    },
}
