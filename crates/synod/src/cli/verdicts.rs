//! Options of the commands that give verdicts.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use clap::Args;

use super::values::{seconds, whole};
use super::{
    AnyNumberArgs, ClusterArgs, EngineArgs, FairnessArgs, LimitArgs, ModelArgs, NoFairnessArgs, ProgressForm,
    ReadingArgs, ResourceArgs, VerdictOptions, ViewArgs,
};
use crate::commands::check::Resumed;

/// Options of `check`.
#[derive(Args, Clone, Debug)]
pub struct CheckArgs {
    #[command(flatten)]
    pub model: ModelArgs,

    /// Check this property only: a name, a pattern with * and ?, or a position; may be repeated
    #[arg(long, short, value_name = "PROPERTY")]
    pub property: Vec<String>,

    /// Check this formula, in the language of the model, instead of its properties; may be repeated (see `synod help
    /// formulas`)
    #[arg(long, short = 'F', value_name = "FORMULA", allow_hyphen_values = true)]
    pub formula: Vec<String>,

    #[command(flatten)]
    pub engine: EngineArgs,

    #[command(flatten)]
    pub cluster: ClusterArgs,

    #[command(flatten)]
    pub verdicts: VerdictOptions,

    #[command(flatten)]
    pub fairness: FairnessArgs,

    #[command(flatten)]
    pub limits: LimitArgs,

    #[command(flatten)]
    pub any_number: AnyNumberArgs,

    /// Print a JSON document (see `synod schema check`)
    #[arg(long)]
    pub json: bool,

    /// Print a witness for existential properties that hold
    #[arg(long)]
    pub witness: bool,

    /// Compare the verdicts with those that the model expects, in comments such as `expect: violated`: 0 if all are as
    /// expected, else 1 (see `synod help expectations`)
    #[arg(long)]
    pub expect: bool,

    /// Write the verdicts here as comma-separated values, a record a property; `-` for standard output
    #[arg(long, value_name = "FILE")]
    pub csv: Option<PathBuf>,

    /// Check again whenever a file of the models is saved, until Ctrl-C
    #[arg(long)]
    pub watch_files: bool,

    #[command(flatten)]
    pub view: ViewArgs,

    /// Look for counterexamples with fewer steps, then with fewer agents that move, then with fewer and smaller values
    /// that change: at most 20 seconds for each
    #[arg(long, alias = "minimize")]
    pub minimise: bool,

    /// Write counterexamples here, and with --witness witnesses; the name tells how: *.json, *.itf.json, *.csv, *.ndjson, *.svg
    /// (a sequence chart), *.mmd (Mermaid) or *.puml (PlantUML)
    #[arg(long, value_name = "FILE")]
    pub trace_out: Option<PathBuf>,

    /// Draw counterexamples here for Graphviz, and witnesses of existential properties
    #[arg(long, value_name = "FILE")]
    pub witness_dot: Option<PathBuf>,

    /// Write the proofs of properties that engines such as ic3 proved here (see `synod certify`)
    ///
    /// They are in the words of the model, or SMT-LIB in files named *.smt2, or AIGER in files named *.aag or
    /// *.aig. Several proofs go into files of their own: proof.cert becomes proof.<property>.cert.
    #[arg(long, value_name = "FILE")]
    pub certificate: Option<PathBuf>,

    /// Write a report here as well; may be repeated: JSON, SARIF, JUnit, HTML or CSV, as the file name ends
    ///
    /// *.json is what `--json` prints, *.sarif is for code scanning, *.junit.xml for test dashboards, *.html to read, *.csv for
    /// tables.
    #[arg(long, value_name = "FILE")]
    pub report: Vec<PathBuf>,

    /// Accept a model without properties; otherwise that is an error
    #[arg(long)]
    pub allow_empty: bool,

    /// Count how often each command of the model is used, and print its text with the counts; with `--coverage=FILE` write
    /// them there in the format of LCOV
    #[arg(long, value_name = "FILE", num_args = 0..=1, require_equals = true)]
    pub coverage: Option<Option<PathBuf>>,

    /// Save explicit-state search in this folder, which has to be empty, so that `synod resume FOLDER` can go on with it
    ///
    /// Other engines than `explicit`, `symmetry` and `por` do not take part then.
    #[arg(long, value_name = "FOLDER", conflicts_with = "watch_files")]
    pub checkpoint: Option<PathBuf>,

    /// Save it as often as this; 30 seconds unless it is given
    #[arg(long, value_name = "SECONDS", requires = "checkpoint", value_parser = seconds)]
    pub checkpoint_every: Option<Duration>,

    /// Keep visited states in memory in sorted runs, of each only what differs from the one before it; for invariants
    ///
    /// Other engines than `explicit` do not take part then.
    #[arg(long, conflicts_with_all = ["checkpoint", "reduction", "disk"])]
    pub compress: bool,

    /// Keep visited states in files in this folder, which has to be empty; for invariants. They are removed at the end
    ///
    /// Other engines than `explicit` do not take part then. `--memory` limits what is held in memory, not the files.
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["checkpoint", "reduction", "watch_files"])]
    pub disk: Option<PathBuf>,

    /// What `synod resume` goes on from.
    #[arg(skip)]
    pub resumed: Option<Arc<Resumed>>,

    /// Print the verdicts only: no runs, no warnings, no progress
    #[arg(long, short)]
    pub quiet: bool,

    /// Print which passes reduced the model for each property, and what each removed
    #[arg(long, short)]
    pub verbose: bool,

    /// Print what explicit-state search did: states, steps, depth, bytes a state, rate, branching, reduction (in JSON too)
    #[arg(long)]
    pub stats: bool,

    /// Report progress from the first second on, also if stderr is not a terminal, where it is a line every 10 seconds; with
    /// `--progress=json` as JSON, a document a line (see `synod schema progress`)
    #[arg(long, value_name = "FORM", num_args = 0..=1, require_equals = true, default_missing_value = "text")]
    pub progress: Option<ProgressForm>,
}

/// Options of `cutoff`.
#[derive(Args, Debug)]
pub struct CutoffArgs {
    #[command(flatten)]
    pub model: ModelArgs,

    #[command(flatten)]
    pub no_fairness: NoFairnessArgs,

    /// Explain this property only: a name, a pattern with * and ?, or a position; may be repeated
    #[arg(long, short, value_name = "PROPERTY")]
    pub property: Vec<String>,

    #[command(flatten)]
    pub engine: EngineArgs,

    #[command(flatten)]
    pub limits: LimitArgs,

    #[command(flatten)]
    pub any_number: AnyNumberArgs,

    /// Print a JSON document (see `synod schema cutoff`)
    #[arg(long)]
    pub json: bool,

    /// Report progress from the first second on, also if stderr is not a terminal, where it is a line every 10 seconds; with
    /// `--progress=json` as JSON, a document a line (see `synod schema progress`)
    #[arg(long, value_name = "FORM", num_args = 0..=1, require_equals = true, default_missing_value = "text")]
    pub progress: Option<ProgressForm>,
}

/// Options of `resume`.
#[derive(Args, Debug)]
pub struct ResumeArgs {
    /// The folder that was given to `--checkpoint`
    pub folder: PathBuf,

    #[command(flatten)]
    pub limits: ResourceArgs,

    /// Use this many threads
    #[arg(long, value_name = "N", value_parser = whole(1u16, u16::MAX))]
    pub threads: Option<u16>,
}

/// Options of `certify`.
#[derive(Args, Debug)]
pub struct CertifyArgs {
    /// The file of the model; `-` for standard input
    pub model: String,

    /// The file of the certificate
    pub certificate: String,

    /// For certificates of models of other languages than PISPL: let there be any number of agents of this
    /// role
    #[arg(long, value_name = "ROLE")]
    pub any_number: Option<String>,

    #[command(flatten)]
    pub limits: ResourceArgs,

    #[command(flatten)]
    pub reading: ReadingArgs,
}
