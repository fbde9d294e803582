//! The report of `synod check`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Head;
use crate::any_number::AnyNumber;
use crate::diagnostic::{Diagnostic, Place, Severity};
use crate::system::PropertyOrigin;
use crate::trace::Trace;

/// What `synod check` found out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CheckReport {
    /// What was checked.
    #[serde(flatten)]
    pub head: Head,
    /// One answer for each property asked for: those of the model in its order, then built-in ones.
    pub properties: Vec<PropertyReport>,
    /// Warnings and notes about the model.
    pub warnings: Vec<Diagnostic>,
    /// All answers together.
    pub summary: Summary,
}

/// All answers together.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Summary {
    /// How many properties hold.
    pub holds: usize,
    /// How many are violated.
    pub violated: usize,
    /// How many are not violated within the limits given.
    pub bounded: usize,
    /// How many are not decided.
    pub unknown: usize,
    /// How long all of them took.
    #[schemars(range(min = 0))]
    pub time_seconds: f64,
    /// 0 if all hold, 1 if some are violated, else 3.
    #[schemars(range(max = 3))]
    pub exit_code: u8,
}

impl Summary {
    /// Counts verdicts.
    pub fn new(verdicts: impl Iterator<Item = Verdict> + Clone, time_seconds: f64, exit_code: u8) -> Self {
        let count = |wanted| verdicts.clone().filter(|verdict| *verdict == wanted).count();
        Summary {
            holds: count(Verdict::Holds),
            violated: count(Verdict::Violated),
            bounded: count(Verdict::Bounded),
            unknown: count(Verdict::Unknown),
            time_seconds,
            exit_code,
        }
    }
}

/// The answer to a property, in one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// It holds.
    Holds,
    /// It is violated.
    Violated,
    /// No violation within the limits given.
    Bounded,
    /// Not decided.
    Unknown,
}

impl From<&synod_core::Verdict> for Verdict {
    fn from(verdict: &synod_core::Verdict) -> Self {
        match verdict {
            synod_core::Verdict::Holds(_) => Verdict::Holds,
            synod_core::Verdict::Violated(_) => Verdict::Violated,
            synod_core::Verdict::Bounded { .. } => Verdict::Bounded,
            synod_core::Verdict::Unknown { .. } => Verdict::Unknown,
        }
    }
}

/// Something the user should know about an answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Remark {
    /// The stable name of this kind of remark; `synod help CODE` explains it.
    pub code: String,
    /// How much it matters.
    pub severity: Severity,
    /// The remark as a sentence.
    pub text: String,
}

/// A pass that reduced the model before the engine was asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Pass {
    /// Its name.
    pub name: String,
    /// What it removed, as a phrase.
    pub removed: String,
}

/// What an engine says that did not settle a question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct EngineReason {
    /// Its name.
    pub engine: String,
    /// Its verdict.
    pub verdict: Verdict,
    /// How far it came, as a phrase.
    pub reason: String,
}

/// Figures about a piece of work.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Statistics {
    /// Reachable states of the model, if all were counted.
    pub states: Option<u64>,
    /// Steps between them.
    pub transitions: Option<u64>,
    /// Greatest distance from the initial states.
    pub depth: Option<u64>,
    /// How long it took.
    #[schemars(range(min = 0))]
    pub time_seconds: f64,
    /// Most bytes in use at a time for what is stored.
    pub memory_bytes: Option<u64>,
}

impl From<&synod_core::Statistics> for Statistics {
    fn from(statistics: &synod_core::Statistics) -> Self {
        Statistics {
            states: statistics.states,
            transitions: statistics.transitions,
            depth: statistics.depth,
            time_seconds: statistics.elapsed.as_secs_f64(),
            memory_bytes: statistics.memory,
        }
    }
}

/// The answer to one property.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PropertyReport {
    /// The name of the property.
    pub name: String,
    /// The property in the words of the model.
    pub text: String,
    /// Where it is written; null for built-in ones.
    #[serde(default)]
    pub place: Option<Place>,
    /// Who asks it.
    pub origin: PropertyOrigin,
    /// The answer.
    pub verdict: Verdict,
    /// How the verdict is known, or why there is none.
    pub reason: String,
    /// What to try when there is no verdict.
    pub advice: Option<String>,
    /// What the user should know besides.
    pub remarks: Vec<Remark>,
    /// The passes that reduced the model for this property, in order.
    #[serde(default)]
    pub passes: Vec<Pass>,
    /// The engine that gave the answer.
    pub engine: Option<String>,
    /// The other program that this engine asked, with its version.
    #[serde(default)]
    pub program: Option<String>,
    /// Where it is not settled: how far the other engines came that were asked.
    #[serde(default)]
    pub others: Vec<EngineReason>,
    /// What it took.
    #[serde(flatten)]
    pub statistics: Statistics,
    /// The counterexample of a violated property.
    pub trace: Option<Trace>,
    /// What shows that a property holds: a strategy, or a run if witnesses were asked for.
    #[serde(default)]
    pub witness: Option<Trace>,
    /// For models of any number of agents: what is known about all sizes. Absent for others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub any_number: Option<AnyNumber>,
}

impl From<&synod_core::Remark> for Remark {
    fn from(remark: &synod_core::Remark) -> Self {
        Remark {
            code: remark.code().to_string(),
            severity: remark.severity().into(),
            text: remark.to_string(),
        }
    }
}
