//! Walks through a model, step by step. The whole walk is in each request: whoever keeps it can go back and branch off.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use synod_documents::{State, Trace, WalkPosition};

use crate::{Limits, Model};

/// A walk: where it begins, and the numbers of the steps that are taken.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WalkPath {
    /// It begins in an initial state that satisfies this; any if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub constraint: Option<String>,
    /// The number of that initial state, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<usize>,
    /// The number of each step that is taken, from 1, among those that can be taken there.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub choices: Vec<usize>,
}

/// Asks where a walk leads.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WalkRequest {
    /// The text.
    pub model: Model,
    /// The walk so far.
    #[serde(default)]
    pub path: WalkPath,
    /// How it goes on; not at all if there is nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub go: Option<WalkStep>,
    /// Limits.
    #[serde(default, skip_serializing_if = "Limits::is_default")]
    pub limits: Limits,
}

/// How a walk goes on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum WalkStep {
    /// By the step of this number.
    Take(usize),
    /// By steps at random.
    Random {
        /// How many.
        count: usize,
        /// With the same seed the same steps are taken.
        seed: u64,
    },
    /// To the nearest state that satisfies a condition.
    Find(String),
    /// Along a run, from its first state: the walk so far is left.
    Follow(Box<Trace>),
}

/// Where a walk leads.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WalkView {
    /// The walk as it is now.
    pub path: WalkPath,
    /// Where it is, what can be done there, and why other things cannot.
    pub position: WalkPosition,
    /// The steps that can be taken, by the agent that begins them, in the order of the model.
    pub groups: Vec<StepGroup>,
    /// The initial states to choose from.
    pub starts: Starts,
    /// What became of a search or of steps at random, as a sentence; null if there is nothing to say.
    pub message: Option<String>,
    /// The walk as a run.
    pub trace: Trace,
    /// In which state of its automaton each agent is, as in views of runs.
    pub control: crate::ControlStates,
}

/// Steps that an agent begins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct StepGroup {
    /// The agent; null for steps that nobody begins.
    pub agent: Option<String>,
    /// The numbers of the steps.
    pub steps: Vec<usize>,
}

/// Initial states to choose from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Starts {
    /// The values in which the first of them differ, in the order of their numbers.
    pub states: Vec<State>,
    /// Whether there are more.
    pub more: bool,
}
