//! A walk through a model, step by step: where it is, what can be done there, and why other things cannot.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::diagnostic::Place;
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

/// A kind of step, or an action of an agent, that cannot be taken in a state, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BlockedStep {
    /// The rule.
    pub rule: String,
    /// The agent that begins it, or whose action is blocked.
    pub agent: Option<String>,
    /// The action of the agent that is blocked, where all agents act at once; null if the whole rule is.
    pub action: Option<String>,
    /// Where the command behind the rule was written.
    pub place: Option<Place>,
    /// Each of these would have to be otherwise. None: it goes with nothing that others can do here.
    pub obstacles: Vec<Obstacle>,
}

/// What keeps a step from being taken.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Obstacle {
    /// Conjuncts of the guard of the rule are false.
    Guard {
        /// The conjuncts.
        conditions: Vec<Condition>,
    },
    /// A participant can do nothing that the step needs of it.
    Participant {
        /// Who; null for a part that is no agent's.
        agent: Option<String>,
        /// The values picked by the step that was tried, such as `MSG = call`; empty if they do not matter.
        picked: Vec<String>,
        /// Everything it could do, each with what is false.
        alternatives: Vec<ClosedAlternative>,
    },
    /// The step meets a fault.
    Fault {
        /// The step, in one sentence.
        step: String,
        /// The fault, in the words of the model.
        text: String,
    },
}

/// Something that a participant cannot do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ClosedAlternative {
    /// The command, as the model wrote it; null for staying out of the step.
    pub command: Option<String>,
    /// Where it was written.
    pub place: Option<Place>,
    /// The conjuncts of its guard that are false.
    pub conditions: Vec<Condition>,
}

/// A condition that is false.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Condition {
    /// The condition.
    pub text: String,
    /// The values of the variables that it reads.
    pub values: State,
}
