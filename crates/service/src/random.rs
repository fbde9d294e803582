//! Random runs: simulations and estimates.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use synod_documents::BoundedClaim;

use crate::{Limits, Model};

/// Asks for random runs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SimulateRequest {
    /// The text.
    pub model: Model,
    /// The seed: with the same one the runs are the same.
    pub seed: u64,
    /// How many runs.
    pub runs: u64,
    /// How many steps a run has at most.
    pub steps: usize,
    /// The number of the first run, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_run: Option<u64>,
    /// Runs begin in initial states that satisfy this.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub constraint: Option<String>,
    /// Whether only the figures about all runs are wanted.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub summary_only: bool,
    /// Limits.
    #[serde(default, skip_serializing_if = "Limits::is_default")]
    pub limits: Limits,
}

/// Asks how likely properties are to hold on random runs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EstimateRequest {
    /// The text.
    pub model: Model,
    /// The names of the properties; all of the model if there are neither these nor formulas.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub properties: Vec<String>,
    /// Formulas that are not in the text.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub formulas: Vec<String>,
    /// The seed: with the same one the runs are the same.
    pub seed: u64,
    /// How many steps a run has at most.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub horizon: Option<u64>,
    /// The least probability that an answer is right; 0.95 if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confidence: Option<f64>,
    /// Half of the width that an interval may have; 0.01 if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<f64>,
    /// Test that the probability is at least this, instead of estimating it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_least: Option<f64>,
    /// What runs count for that are undecided at the horizon; they are counted apart if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bounded: Option<BoundedClaim>,
    /// Limits.
    #[serde(default, skip_serializing_if = "Limits::is_default")]
    pub limits: Limits,
}
