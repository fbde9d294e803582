//! A walk through a model, step by step: where it is, what can be done there, and why other things cannot.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::blocked::BlockedStep;
use crate::trace::{State, Step};

/// Where a walk is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct WalkPosition {
    /// How many steps were taken.
    pub depth: usize,
    /// The current state.
    pub state: State,
    /// The first steps that can be taken, in the order of their numbers, which count from 1.
    pub steps: Vec<OfferedStep>,
    /// How many steps can be taken, listed or not.
    pub step_count: usize,
    /// Steps that are not taken because they meet a fault.
    pub faults: Vec<FaultedStep>,
    /// Whether the loop of the trace that the walk follows begins here.
    pub at_loop_start: bool,
    /// What agents would do here but cannot, and why.
    pub blocked: Vec<BlockedStep>,
}

/// A step that can be taken.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OfferedStep {
    /// Its number.
    pub number: usize,
    /// The step.
    pub step: Step,
    /// The variables that it changes, with their new values.
    pub changes: State,
}

/// A step that meets a fault, and so is not taken.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FaultedStep {
    /// The step.
    pub step: Step,
    /// The fault, in the words of the model.
    pub fault: String,
}

/// What an agent observes, and the steps in which it can take part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AgentView {
    /// The agent.
    pub agent: String,
    /// The variables that it observes, with their values.
    pub observes: State,
    /// The steps in which it takes part, with what it does in each.
    pub steps: Vec<AgentStep>,
    /// What it would do but cannot, and why.
    pub blocked: Vec<BlockedStep>,
}

/// A step in which an agent takes part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AgentStep {
    /// The number of the step.
    pub number: usize,
    /// The step in one sentence.
    pub text: String,
    /// What the agent does, as the model wrote it.
    pub command: String,
}
