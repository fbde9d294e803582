//! The state graph of small models.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use synod_documents::{State, Value};

use crate::{Limits, Model};

/// Asks for the state graph.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GraphRequest {
    /// The text.
    pub model: Model,
    /// How many states there are at most; 2000 if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub most_states: Option<usize>,
    /// Only states that satisfy this.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub filter: Option<String>,
    /// States with the same value of this belong together.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cluster: Option<String>,
    /// Limits.
    #[serde(default, skip_serializing_if = "Limits::is_default")]
    pub limits: Limits,
}

/// A state graph.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct StateGraph {
    /// The states, in the order in which they are found; their positions are their numbers.
    pub nodes: Vec<GraphNode>,
    /// The steps between them.
    pub edges: Vec<GraphEdge>,
    /// Whether these are all reachable states.
    pub is_complete: bool,
    /// The variables whose values are not the same in all states.
    pub varying: Vec<String>,
}

/// A state of a graph.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct GraphNode {
    /// Its values.
    pub state: State,
    /// How many steps it is from an initial state.
    pub depth: usize,
    /// Whether it is an initial one.
    pub is_initial: bool,
    /// Whether no step can be taken in it.
    pub is_dead_end: bool,
    /// Whether its steps were looked at, so that no edges are missing.
    pub is_explored: bool,
    /// The value by which states are put together; null if none was asked for.
    pub cluster: Option<Value>,
}

/// A step of a graph.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct GraphEdge {
    /// The number of the state from which it leads.
    pub from: usize,
    /// The number of the state to which it leads.
    pub to: usize,
    /// What happens, in one sentence.
    pub text: String,
    /// Who begins it; null if nobody does.
    pub agent: Option<String>,
}
