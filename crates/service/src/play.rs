//! Strategies to play against: the page plays one side, the person the other.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use synod_documents::{State, Step, Trace};

use crate::{ControlStates, Model};

/// Asks how a play goes on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PlayRequest {
    /// The text.
    pub model: Model,
    /// The run with the strategy in it, as an answer had it.
    pub trace: Box<Trace>,
    /// The position of the strategy among those of the run.
    #[serde(default)]
    pub strategy: usize,
    /// The number of each choice that the person made, from 1, among those that there were.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub choices: Vec<usize>,
}

/// How a play goes on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PlayView {
    /// Who is played by the page.
    pub played: PlayedSide,
    /// The members of the coalition.
    pub coalition: Vec<String>,
    /// What the strategy shows, as a sentence.
    pub goal: String,
    /// The state.
    pub state: State,
    /// What the page does here, in words; null if it is not its turn, or it does not matter.
    pub decision: Option<String>,
    /// What the person may choose.
    pub options: Vec<PlayOption>,
    /// Whether the play is over, and why, as a sentence; null if it is not.
    pub over: Option<String>,
    /// What happened so far.
    pub history: Vec<PlayMove>,
    /// In which state of its automaton each agent is, as in views of runs.
    pub control: ControlStates,
}

/// Which side is played by the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum PlayedSide {
    /// The coalition, which wins.
    Coalition,
    /// The others, who prevent it.
    Others,
}

/// Something that the person may choose.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PlayOption {
    /// Its number, from 1.
    pub number: usize,
    /// What it is, in words.
    pub text: String,
    /// The step that comes of it.
    pub step: Option<Step>,
}

/// Something that happened in a play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PlayMove {
    /// What the page did, in words; null if it did nothing.
    pub decision: Option<String>,
    /// What the person chose, in words.
    pub choice: String,
    /// The step that came of it.
    pub step: Step,
    /// The state afterwards.
    pub state: State,
}
