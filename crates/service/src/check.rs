//! Checking properties.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Limits, Model};

/// Asks for verdicts.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CheckRequest {
    /// The text.
    pub model: Model,
    /// The names of the properties, built-in ones among them; all of the model if there are neither these nor formulas.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub properties: Vec<String>,
    /// Formulas that are not in the text. In the report their names are `asked-1`, `asked-2`, …
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub formulas: Vec<String>,
    /// The engine; the one that fits if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub engine: Option<String>,
    /// Whether properties about what is possible get a witness when they hold.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub witnesses: bool,
    /// Whether to look for smaller counterexamples.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub minimise: bool,
    /// Whether to count how often each command is used.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub coverage: bool,
    /// What is assumed of runs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fairness: Option<FairnessChoice>,
    /// Limits.
    #[serde(default, skip_serializing_if = "Limits::is_default")]
    pub limits: Limits,
}

/// What is assumed of runs: only such runs count.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FairnessChoice {
    /// Agents that begin steps again and again if they can: by name, by type or `all`; with `strong:` before it, strong
    /// fairness.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub agents: Vec<String>,
    /// Conditions that hold infinitely often.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub weak: Vec<String>,
    /// Pairs of conditions: if the first holds infinitely often, so does the second.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub strong: Vec<(String, String)>,
}
