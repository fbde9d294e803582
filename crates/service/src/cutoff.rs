//! Any number of agents.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Limits, Model};

/// Asks what holds for any number of agents.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CutoffRequest {
    /// The text.
    pub model: Model,
    /// For a model of one system: the role of which there is to be any number of agents.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub role: Option<String>,
    /// The names of the properties; all if there are neither these nor formulas.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub properties: Vec<String>,
    /// Formulas that are not in the text.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub formulas: Vec<String>,
    /// The engine for instances and abstractions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub engine: Option<String>,
    /// Whether to find out from which size on a property holds.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub emergence: bool,
    /// Limits.
    #[serde(default, skip_serializing_if = "Limits::is_default")]
    pub limits: Limits,
}
