//! Traces in the Informal Trace Format of Apalache and Quint, as Synod writes them.
//!
//! Other tools' files hold more kinds of values; who reads them looks for what the model needs and ignores the rest.

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::trace::Step;

/// A run in the Informal Trace Format.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ItfTrace {
    /// Where it is from.
    #[serde(rename = "#meta")]
    pub meta: Meta,
    /// The names of the variables.
    pub vars: Vec<String>,
    /// The states.
    pub states: Vec<State>,
    /// The position of the state to which the last step leads back. Absent for a finite run.
    #[serde(rename = "loop", default, skip_serializing_if = "Option::is_none")]
    pub loop_start: Option<usize>,
}

/// Where a trace is from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct Meta {
    /// `ITF`.
    pub format: String,
    /// Where the format is described.
    pub format_description: String,
    /// The name of the model.
    pub source: String,
    /// What the trace shows.
    pub description: String,
}

/// The values of the variables, and the step taken from the state.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct State {
    /// Its position, and the step, so that reading back is exact.
    #[serde(rename = "#meta")]
    pub meta: StateMeta,
    /// The value of each variable.
    #[serde(flatten)]
    pub values: IndexMap<String, Value>,
}

/// What is known of a state besides its values.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct StateMeta {
    /// The position of the state.
    pub index: usize,
    /// The step taken from it. Absent where the run ends.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub step: Option<Step>,
}

/// A value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Value {
    /// A truth value.
    Bool(bool),
    /// An integer.
    Int {
        /// Its digits.
        #[serde(rename = "#bigint")]
        digits: String,
    },
    /// The name of a value of an enumeration.
    Name(String),
    /// The elements of an array.
    Array(Vec<Value>),
}
