//! News of work that is going on.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How far a question is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Progress {
    /// What is being worked on: the name of a property.
    pub property: String,
    /// States stored so far.
    pub states: u64,
    /// Steps computed so far.
    pub transitions: u64,
    /// Distance from the initial states.
    pub depth: u64,
    /// Bytes in use.
    pub memory_bytes: u64,
    /// How long it has taken so far.
    #[schemars(range(min = 0))]
    pub time_seconds: f64,
}

impl Progress {
    /// What an engine tells, about a property and after this time.
    pub fn new(property: impl Into<String>, tick: synod_core::Tick, time_seconds: f64) -> Self {
        Progress {
            property: property.into(),
            states: tick.states,
            transitions: tick.transitions,
            depth: tick.depth,
            memory_bytes: tick.memory,
            time_seconds,
        }
    }
}
