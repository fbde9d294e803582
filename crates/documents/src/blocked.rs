//! Why a step is blocked: what agents would do in a state but cannot, and what stands against it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::diagnostic::Place;
use crate::trace::{ParticipantRole, State};

/// Something that an agent would do in a state, but cannot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BlockedStep {
    /// Who would do it; null if it is nobody's.
    pub agent: Option<String>,
    /// The part that the agent would play.
    pub role: ParticipantRole,
    /// What it would do, in a few words.
    pub action: String,
    /// The command, as the model wrote it.
    pub command: String,
    /// Where it was written.
    pub place: Option<Place>,
    /// Each of these would have to be otherwise. None: it goes with nothing that others can do here.
    pub obstacles: Vec<Obstacle>,
    /// Why it is blocked, in words, a line each.
    pub text: Vec<String>,
}

/// What keeps something from being done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Obstacle {
    /// Conditions of its own are false.
    Guard {
        /// All of them have to be true.
        conditions: Vec<Condition>,
    },
    /// Somebody who would have to take part cannot.
    Participant {
        /// Who; null for a part that is no agent's.
        agent: Option<String>,
        /// Why it would have to and cannot, as a phrase that follows `which`.
        because: String,
        /// The values picked by the step that was tried, such as `MSG = call`; empty if they do not matter.
        picked: Vec<String>,
        /// What it could do, each with what is false.
        closed: Vec<ClosedCommand>,
    },
    /// It waits for somebody, and nobody comes.
    Waits {
        /// For what, as a phrase that follows `waits for`.
        what: String,
        /// What comes closest, each with what is false.
        closed: Vec<ClosedCommand>,
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
pub struct ClosedCommand {
    /// Whose it is, where that is not said around it.
    pub agent: Option<String>,
    /// The command, as the model wrote it; null for staying out of the step.
    pub command: Option<String>,
    /// Where it was written.
    pub place: Option<Place>,
    /// What is false.
    pub conditions: Vec<Condition>,
}

/// A condition that is false.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Condition {
    /// The condition.
    pub text: String,
    /// The values of what it reads.
    pub values: State,
}
