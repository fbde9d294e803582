//! News of work that is going on.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How far a question is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Progress {
    /// What is being worked on: the name of a property.
    pub property: String,
    /// How much was done.
    #[serde(flatten)]
    pub done: WorkDone,
    /// How long it has taken so far.
    #[schemars(range(min = 0))]
    pub time_seconds: f64,
}

/// How much was done of a piece of work.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum WorkDone {
    /// By an engine.
    Search {
        /// States stored so far.
        states: u64,
        /// Steps computed so far.
        transitions: u64,
        /// Distance from the initial states.
        depth: u64,
        /// Bytes in use.
        memory_bytes: u64,
    },
    /// For an estimate.
    Runs {
        /// Runs made so far.
        runs: u64,
        /// How many there will be at most, if that is known.
        most_runs: Option<u64>,
    },
}

impl From<synod_core::Tick> for WorkDone {
    fn from(tick: synod_core::Tick) -> Self {
        let synod_core::Tick { states, transitions, depth, memory } = tick;
        WorkDone::Search { states, transitions, depth, memory_bytes: memory }
    }
}
