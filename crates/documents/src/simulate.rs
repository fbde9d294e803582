//! The report of `synod simulate`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Head;
use crate::diagnostic::Diagnostic;
use crate::trace::Trace;

/// Random runs of a model.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SimulateReport {
    /// What was simulated.
    #[serde(flatten)]
    pub head: Head,
    /// The runs; none if only the summary was asked for.
    pub runs: Vec<RandomRun>,
    /// Figures about all runs.
    pub summary: SimulationSummary,
    /// Warnings and notes about the model.
    pub warnings: Vec<Diagnostic>,
}

/// A random run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RandomRun {
    /// The seed of all runs.
    pub seed: u64,
    /// The number of the run, from 1: with the seed it gives this run again.
    pub number: u64,
    /// Whether no step can be taken where the run ends.
    pub dead_end: bool,
    /// The run.
    pub trace: Trace,
}

/// Figures about random runs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SimulationSummary {
    /// How many runs there are.
    pub runs: usize,
    /// How many of them end where no step can be taken.
    pub dead_ends: usize,
    /// The length of the shortest.
    pub min_steps: Option<usize>,
    /// The mean length.
    #[schemars(range(min = 0))]
    pub mean_steps: f64,
    /// The length of the longest.
    pub max_steps: Option<usize>,
    /// What became of those properties of the model that single runs can settle.
    pub properties: Vec<SimulatedProperty>,
}

/// What became of a property on random runs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SimulatedProperty {
    /// The name of the property.
    pub name: String,
    /// The runs that satisfy it, however they go on.
    pub satisfied: SettledRuns,
    /// How many of these only got stuck without what is asked for.
    #[serde(default)]
    pub stuck: usize,
    /// The runs that violate it, however they go on.
    pub violated: SettledRuns,
    /// How many runs may still do either.
    pub undecided: usize,
}

/// Runs that settle a property in one way.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SettledRuns {
    /// How many there are.
    pub runs: usize,
    /// After how many steps it is settled, on average.
    #[schemars(range(min = 0))]
    pub mean_steps: Option<f64>,
}
