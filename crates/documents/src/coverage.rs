//! How often the commands of a model are used.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::diagnostic::Place;

/// How often the commands of a model are used in its reachable states.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CoverageReport {
    /// How many states were looked at.
    pub states: u64,
    /// Whether these are all reachable states, so that a count of 0 means never.
    pub complete: bool,
    /// The commands, in the order of the text.
    pub commands: Vec<CommandCount>,
}

/// How often a command is used.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CommandCount {
    /// What it is, in a word or two.
    pub kind: String,
    /// The command, as the model wrote it.
    pub text: String,
    /// Where it was written.
    pub place: Place,
    /// In how many steps between the states it is taken; of a condition on states, in how many it is true.
    pub count: u64,
    /// Whether some agent has come to it; true where that is not known.
    pub reached: bool,
}
