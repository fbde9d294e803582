//! News of work that is going on.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How far a question is.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Progress {
    /// What is being worked on: the name of a property.
    pub property: String,
    /// States stored so far.
    pub states: u64,
    /// Steps computed so far.
    pub transitions: u64,
    /// Distance from the initial states.
    pub depth: u64,
    /// Nodes of what stands for sets of states or runs: decision diagrams, or the circuit of a bounded search.
    pub nodes: u64,
    /// Bytes in use.
    pub memory_bytes: u64,
    /// Runs made so far, for an estimate.
    pub runs: Option<u64>,
    /// How many runs there will be at most, if that is known.
    pub most_runs: Option<u64>,
    /// How long it has taken so far.
    #[schemars(range(min = 0))]
    pub time_seconds: f64,
    /// The engine that tells this; null if it is not known.
    pub engine: Option<String>,
}

impl From<synod_core::Tick> for Progress {
    fn from(tick: synod_core::Tick) -> Self {
        let synod_core::Tick { states, transitions, depth, nodes, memory, engine } = tick;
        let engine = engine.map(str::to_string);
        Progress { states, transitions, depth, nodes, memory_bytes: memory, engine, ..Progress::default() }
    }
}
