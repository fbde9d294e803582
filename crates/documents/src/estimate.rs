//! The report of `synod estimate`. Nothing in it is proved.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Head;
use crate::diagnostic::Diagnostic;

/// Estimates from random runs: nothing in this document is proved.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct EstimateReport {
    /// What was simulated.
    #[serde(flatten)]
    pub head: Head,
    /// The seed of all runs.
    pub seed: u64,
    /// How many steps a run has at most.
    pub horizon: u64,
    /// What runs count for that are undecided there; null if they are counted apart.
    pub bounded: Option<BoundedClaim>,
    /// The least probability that an answer is right.
    pub confidence: f64,
    /// Half of the width that an interval may have.
    pub error: f64,
    /// One answer for each property asked for.
    pub properties: Vec<EstimatedProperty>,
    /// Warnings and notes about the model.
    pub warnings: Vec<Diagnostic>,
}

/// How likely a property is to hold on a random run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct EstimatedProperty {
    /// The name of the property.
    pub name: String,
    /// The property in the words of the model.
    pub text: String,
    /// Whether there is an estimate.
    pub verdict: EstimateVerdict,
    /// What the runs say, as a sentence.
    pub reason: String,
    /// The probability; null for a test.
    pub probability: Option<Probability>,
    /// The claim that was tested; null if none was.
    pub claim: Option<Claim>,
    /// What was counted.
    pub runs: Option<RunCounts>,
    /// Why the answer is not as exact as asked for.
    pub stopped: Option<String>,
    /// The device that made the runs, if another than the processor was asked for and did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub device: Option<String>,
    /// How long it took.
    #[schemars(range(min = 0))]
    pub time_seconds: f64,
}

/// What is asked of the steps up to the horizon.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum BoundedClaim {
    /// The property is not violated within them.
    NotViolated,
    /// The property is satisfied within them.
    Satisfied,
}

/// Whether there is an estimate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum EstimateVerdict {
    /// There is one.
    Estimate,
    /// Single runs do not decide the property.
    Unknown,
}

/// The property holds on a random run with a probability from `low` to `high`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Probability {
    /// The share of the runs that satisfy the property: the point estimate; null if some are undecided.
    pub estimate: Option<f64>,
    /// The lower end of the interval.
    #[schemars(range(min = 0, max = 1))]
    pub low: f64,
    /// The upper end of the interval.
    #[schemars(range(min = 0, max = 1))]
    pub high: f64,
}

/// A claim about a probability, and what became of it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Claim {
    /// The probability is claimed to be at least this.
    pub at_least: f64,
    /// What became of it.
    pub decision: ClaimDecision,
}

/// What became of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ClaimDecision {
    /// It is accepted.
    Accepted,
    /// It is rejected.
    Rejected,
    /// It is neither.
    Undecided,
}

/// How many runs did what.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RunCounts {
    /// All runs.
    pub total: u64,
    /// Those that satisfy the property.
    pub satisfied: u64,
    /// Of the satisfied ones, those that only got stuck without what is asked for.
    pub stuck: u64,
    /// Those that violate it.
    pub violated: u64,
    /// Those that are open at the horizon: counted neither as satisfied nor as violated.
    pub undecided: u64,
    /// The steps of all runs together.
    pub steps: u64,
    /// `synod simulate` with the seed and this number of a run gives the first violating one.
    pub first_violation_run: Option<u64>,
}
