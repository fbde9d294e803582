//! The automata of agents, as pictures that can be animated.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use synod_documents::ParticipantRole;

use crate::{Model, TextRange};

/// Asks for the automata of agents.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AutomataRequest {
    /// The text.
    pub model: Model,
    /// Only these agents, or agents of these types; all if there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub agents: Vec<String>,
    /// Whether arrows have no guards on them.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub short: bool,
}

/// The automata of agents.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Automata {
    /// One for each thread of each type of agents whose instances look alike.
    pub automata: Vec<AutomatonPicture>,
}

/// An automaton.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct AutomatonPicture {
    /// The type of agents, or the agent; and which of its threads it is.
    pub title: String,
    /// The agents that it stands for.
    pub agents: Vec<String>,
    /// What it leaves out, as a phrase; null if nothing.
    pub note: Option<String>,
    /// The picture, a document of its own.
    pub svg: String,
    /// The id of the group in the picture that holds the automaton.
    pub id: String,
    /// Its states.
    pub states: Vec<AutomatonState>,
    /// Its arrows.
    pub arrows: Vec<AutomatonArrow>,
}

/// A state of an automaton.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AutomatonState {
    /// What stands for it in runs: see `control` there.
    pub key: String,
    /// The id of its element in the picture.
    pub id: String,
    /// The whole truth about it.
    pub title: String,
    /// Whether agents begin there.
    pub is_initial: bool,
}

/// An arrow of an automaton: all commands of one kind between two states.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AutomatonArrow {
    /// The id of its element in the picture.
    pub id: String,
    /// The key of the state from which it leads.
    pub from: String,
    /// The key of the state to which it leads.
    pub to: String,
    /// What is done.
    pub role: ParticipantRole,
    /// The commands.
    pub commands: Vec<AutomatonCommand>,
}

/// A command of an automaton.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AutomatonCommand {
    /// The command, as the model wrote it.
    pub text: String,
    /// Where it is written; null if nowhere.
    pub range: Option<TextRange>,
}
