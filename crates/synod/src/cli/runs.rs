//! Options of the commands about runs.

use std::path::PathBuf;

use clap::Args;

use super::forms::{Bounded, Device, trace_formats};
use super::values::{confidence, error, probability, random_steps, whole};
use super::{FairnessArgs, ModelArgs, NoFairnessArgs, ProgressForm, ReadingArgs, ResourceArgs, ViewArgs};

/// Options of `simulate`.
#[derive(Args, Debug)]
pub struct SimulateArgs {
    #[command(flatten)]
    pub model: ModelArgs,

    #[command(flatten)]
    pub no_fairness: NoFairnessArgs,

    /// How many steps a run has, unless it ends in a dead end before; at most 1 000 000
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = random_steps)]
    pub steps: usize,

    /// How many runs
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole(0u64, u64::MAX))]
    pub runs: u64,

    /// The seed of the random numbers; without it every call gives other runs
    #[arg(long, value_name = "NUMBER", value_parser = whole(0u64, u64::MAX))]
    pub seed: Option<u64>,

    /// The number of the first run of the seed
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole(1u64, u64::MAX))]
    pub run: u64,

    /// Begin only in initial states that satisfy this (see `synod help constraints`)
    #[arg(long, value_name = "CONDITION")]
    pub constraint: Option<String>,

    /// Pick unbounded integers from -N to N only
    #[arg(long, value_name = "N", value_parser = whole(0i64, i64::MAX))]
    pub int_bound: Option<i64>,

    #[command(flatten)]
    pub limits: ResourceArgs,

    /// Print figures about the runs instead of the runs
    #[arg(long)]
    pub summary: bool,

    /// Print the runs in this form; several runs go into one table, as csv or ndjson
    #[arg(long, short, value_name = "FORMAT", value_parser = trace_formats(), conflicts_with_all = ["json", "summary"])]
    pub format: Option<String>,

    /// Print a JSON document (see `synod schema simulate`)
    #[arg(long)]
    pub json: bool,

    #[command(flatten)]
    pub view: ViewArgs,

    /// Write the runs here; the name tells how: *.json, *.itf.json, *.csv, *.ndjson, *.svg (a sequence chart), *.mmd (Mermaid) or
    /// *.puml (PlantUML)
    #[arg(long, value_name = "FILE")]
    pub trace_out: Option<PathBuf>,
}

/// Options of `estimate`.
#[derive(Args, Debug)]
pub struct EstimateArgs {
    #[command(flatten)]
    pub model: ModelArgs,

    #[command(flatten)]
    pub no_fairness: NoFairnessArgs,

    /// Estimate this property only: a name, a pattern with * and ?, or a position; may be repeated
    #[arg(long, short, value_name = "PROPERTY")]
    pub property: Vec<String>,

    /// Estimate this formula, in the language of the model, instead of its properties; may be repeated (see `synod help
    /// formulas`)
    #[arg(long, short = 'F', value_name = "FORMULA", allow_hyphen_values = true)]
    pub formula: Vec<String>,

    /// The horizon: how many steps a run has, unless the property is decided before
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = whole(1u64, 1_000_000_000))]
    pub steps: u64,

    /// The confidence: the least probability that the answer is right
    #[arg(long, value_name = "NUMBER", default_value_t = 0.95, value_parser = confidence)]
    pub confidence: f64,

    /// Half of the width that the interval may have, apart from undecided runs
    #[arg(long, value_name = "NUMBER", default_value_t = 0.01, value_parser = error)]
    pub error: f64,

    /// Do not estimate; test the claim that the probability is at least this, which takes fewer runs
    #[arg(long, value_name = "NUMBER", value_parser = probability)]
    pub at_least: Option<f64>,

    /// Judge the first `--steps` steps only, so that no run is undecided
    #[arg(long, value_name = "CLAIM")]
    pub bounded: Option<Bounded>,

    /// The seed of the random numbers; without it every call makes other runs
    #[arg(long, value_name = "NUMBER", value_parser = whole(0u64, u64::MAX))]
    pub seed: Option<u64>,

    #[command(flatten)]
    pub limits: ResourceArgs,

    /// Use this many threads; the answer does not depend on it
    #[arg(long, value_name = "N", value_parser = whole(1u16, u16::MAX))]
    pub threads: Option<u16>,

    /// Make the runs on this device; the answer does not depend on it (see `synod devices`)
    #[arg(long, value_name = "DEVICE", default_value = "cpu")]
    pub device: Device,

    /// Pick unbounded integers from -N to N only
    #[arg(long, value_name = "N", value_parser = whole(0i64, i64::MAX))]
    pub int_bound: Option<i64>,

    /// Print a JSON document (see `synod schema estimate`)
    #[arg(long)]
    pub json: bool,

    /// Report progress from the first second on, also if stderr is not a terminal, where it is a line every 10 seconds; with
    /// `--progress=json` as JSON, a document a line (see `synod schema progress`)
    #[arg(long, value_name = "FORM", num_args = 0..=1, require_equals = true, default_missing_value = "text")]
    pub progress: Option<ProgressForm>,
}

/// Options of `interact`.
#[derive(Args, Debug)]
pub struct InteractArgs {
    #[command(flatten)]
    pub model: ModelArgs,

    #[command(flatten)]
    pub fairness: FairnessArgs,

    #[command(flatten)]
    pub view: ViewArgs,

    /// Begin only in initial states that satisfy this (see `synod help constraints`)
    #[arg(long, value_name = "CONDITION")]
    pub constraint: Option<String>,

    #[command(flatten)]
    pub limits: ResourceArgs,
}

/// Options of `replay`.
#[derive(Args, Debug)]
pub struct ReplayArgs {
    /// The file of the model; `-` for standard input
    pub model: String,

    /// The file of the trace, or of the witness
    pub trace: String,

    /// The property that the trace has to violate (a witness is always about one)
    #[arg(long, short, value_name = "PROPERTY")]
    pub property: Option<String>,

    /// The same of this formula, in the language of the model (see `synod help formulas`)
    #[arg(
        long,
        short = 'F',
        value_name = "FORMULA",
        allow_hyphen_values = true,
        conflicts_with = "property"
    )]
    pub formula: Option<String>,

    /// Print the run in this form
    #[arg(long, short, value_name = "FORMAT", value_parser = trace_formats(), conflicts_with = "json")]
    pub format: Option<String>,

    #[command(flatten)]
    pub view: ViewArgs,

    #[command(flatten)]
    pub limits: ResourceArgs,

    /// Print a JSON document (see `synod schema replay`)
    #[arg(long)]
    pub json: bool,

    #[command(flatten)]
    pub reading: ReadingArgs,
}
