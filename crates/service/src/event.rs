//! News of work that is going on.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use synod_documents::{CutoffProperty, Diagnostic, Probability, Progress, PropertyReport, RunCounts};

/// News of work that is going on, in the order in which it comes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum JobEvent {
    /// Work on a property begins, or goes on.
    Begins {
        /// Its name.
        property: String,
    },
    /// How far it is.
    Progress(JobProgress),
    /// A property is answered.
    Answer {
        /// The answer.
        property: Box<PropertyReport>,
    },
    /// A property is answered for any number of agents.
    CutoffAnswer {
        /// The answer.
        property: Box<CutoffProperty>,
    },
    /// Something is odd about the model as a whole.
    Finding {
        /// What.
        finding: Box<Diagnostic>,
    },
    /// What random runs say so far.
    Interval {
        /// The name of the property.
        property: String,
        /// With which probability it holds.
        probability: Probability,
        /// What was counted.
        runs: RunCounts,
    },
}

/// How far a question is.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct JobProgress {
    /// What was done so far.
    #[serde(flatten)]
    pub done: Progress,
    /// The engine that tells this; null if it is not known.
    pub engine: Option<String>,
    /// How many states a second there were since the last news.
    #[schemars(range(min = 0))]
    pub rate: f64,
}
