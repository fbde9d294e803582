//! What can be typed: commands, options, and the help that goes with them.

mod fairness;
mod forms;
mod limits;
mod reading;
mod serve;
mod values;
mod view;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use clap::{Args, Parser, Subcommand};

pub use fairness::{FairnessArgs, NoFairnessArgs};
use forms::{Bounded, Device, documents, forms, trace_formats, verifiers};
pub use forms::{Colour, LabelsForm, ProgressForm};
pub use limits::{AnyNumberArgs, EngineArgs, LimitArgs, ResourceArgs};
pub use reading::{ModelArgs, ReadingArgs, VerdictOptions};
pub use serve::{ServeArgs, WorkerArgs};
use values::{confidence, error, probability, seconds, whole};
pub use values::{is_whole, random_steps};
pub use view::ViewArgs;

use crate::commands::check::Resumed;

/// Model, simulate and verify multi-agent systems.
#[derive(Parser, Debug)]
#[command(
    name = "synod",
    bin_name = "synod",
    version,
    disable_help_subcommand = true,
    arg_required_else_help = true,
    after_help = "\
Examples:
  synod check model.rcp                     verify all properties of a model
  synod check model.rcp --property spec-2   verify one of them
  synod interact model.rcp                  walk through it, step by step
  synod check model.pispl                   verify for any number of agents
  synod help traces                         read about a topic
  synod help rcheck::unknown-name           what an error means, with an example

Exit codes: 0 all hold, 1 some violated, 2 bad input or usage, 3 inconclusive.
Topics for `synod help`: properties, formulas, expectations, fairness, engines, languages, any-number, traces, \
constraints, exit-codes, codes, glossary; every code of an error, and every term of the glossary."
)]
pub struct Cli {
    /// When to use colour
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto", hide_default_value = true)]
    pub color: Colour,

    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// What Synod can do.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// Verify properties; show a run of the model for each that fails
    #[command(
        after_help = "\
Examples:
  synod check model.rcp
  synod check model.rcp --property spec-1 --property 'safe*' --property no-deadlock
  synod check model.rcp --timeout 60 --memory 2G
  synod check model.rcp --json > report.json
  synod check model.rcp --trace-out counterexample.itf.json
  synod check model.rcp --formula 'G (a-busy -> F !a-busy)'
  synod check model.rcp other.labs folder    several models, with one table and one exit code
  synod check model.labs n=2..6 size=4,8     all combinations of values
  synod check model.rcp --watch-files        again whenever the file is saved
  synod check folder --expect                are the verdicts those that the models announce?
  synod check model.rcp --trace-out chart.svg --watch 'client-n + 1' --only client,machine
  synod check model.pispl                    for any number of agents (see `synod help any-number`)
  synod check model.pispl Robot=3 Source=1   for so many

A property is named as in the model, or spec-N by its position; no-deadlock and no-fault can be \
asked of every model. Each counterexample is replayed on an independent interpreter before it is \
shown.
Exit codes: 0 all hold, 1 some violated, 2 bad input or usage, 3 inconclusive; of several models the
worst, in the order 2, 1, 3, 0. `--timeout` is for each model.",
        override_usage = "synod check [OPTIONS] <MODEL|FOLDER>... [NAME=VALUE|NAME=A..B|NAME=A,B]..."
    )]
    Check(Box<CheckArgs>),

    /// Explain what can be proved for any number of agents, and how
    #[command(after_help = "\
Examples:
  synod cutoff model.pispl
  synod cutoff model.pispl --property formula-2 --json

For each formula: the sizes it is about; each class of systems with a known cutoff, with the cutoff or what \
stands against it; what was asked of which instance or abstraction; and what follows. See `synod help \
any-number`.
Exit codes: 0 all hold, 1 some violated, 2 bad input or usage, 3 inconclusive.")]
    Cutoff(CutoffArgs),

    /// Print random runs of a model
    #[command(after_help = "\
Examples:
  synod simulate model.rcp
  synod simulate model.rcp --steps 50 --runs 3 --seed 7
  synod simulate model.rcp --constraint 'client-b = client2' --trace-out run.json
  synod simulate model.labs n=3 --runs 1000 --steps 100 --summary

The same seed gives the same runs for ever; `--run 3` begins with the third of them.")]
    Simulate(SimulateArgs),

    /// Estimate how likely properties are to hold on random runs; nothing is proved
    #[command(after_help = "\
Examples:
  synod estimate model.labs n=10 --property Consensus
  synod estimate model.labs n=10 --steps 5000 --confidence 0.99 --error 0.005 --seed 7
  synod estimate model.labs n=10 --at-least 0.9
  synod estimate model.labs --bounded not-violated --steps 1000 --at-least 0.98
  synod estimate model.labs n=10 --error 0.001 --device gpu

Every step that can be taken is as likely as the others, and so is every initial state. Runs on which \
a property is undecided after `--steps` steps are counted apart, and widen the interval; with `--bounded` \
the question is about so many steps only. Runs of different seeds are independent.
Exit codes: 0 all claims (`--at-least`) are accepted, 1 one is rejected, 2 bad input or usage, 3 \
otherwise: an estimate without a claim proves nothing.")]
    Estimate(EstimateArgs),

    /// Format models: indentation and spaces are laid out, comments and meaning stay
    #[command(after_help = "\
Examples:
  synod fmt model.rcp               format a file in place
  synod fmt models                  format all models in a folder
  synod fmt models --check          list those that would change, and change nothing
  synod fmt model.labs --diff       show what would change
  synod fmt - --language labs       from standard input to standard output

Line breaks stay where they are, but for runs of blank lines, which become one. A file is written only if the result \
consists of the same tokens and comments. A file with errors in its syntax is left as it is.
Exit codes: 0 done, 1 something would change (with `--check` or `--diff`), 2 bad input or usage.")]
    Fmt(FmtArgs),

    /// Walk through a model: take steps, ask why others are blocked, follow a counterexample
    #[command(after_help = "\
Examples:
  synod interact model.rcp
  printf 'steps\\ntake 1\\nstate\\n' | synod interact model.rcp

Type `help` at the prompt for the commands.
`--timeout` and `--memory` hold for reading the model, and anew for each command at the prompt.")]
    Interact(InteractArgs),

    /// Say what is allowed in models and probably not meant, such as names that are never used
    #[command(
        after_help = "\
Examples:
  synod lint model.rcp
  synod lint folder --notes
  synod lint folder --report lint.sarif

Warnings that reading gives, names that are never used or hide others, variables that nobody reads, and conditions that are \
the same in all states. No state is visited. Where parameters have no values, only the text is looked at.
Exit codes: 0 nothing was found, 1 something was, 2 bad input or usage.",
        override_usage = "synod lint [OPTIONS] <MODEL|FOLDER>... [NAME=VALUE]..."
    )]
    Lint(LintArgs),

    /// Serve an editor: the Language Server Protocol on standard input and output
    #[command(after_help = "\
Editors start it themselves; see the chapter on editors in the book. It answers what the Language Server Protocol \
asks about models in all languages, and `synod.check` checks properties.")]
    Lsp,

    /// Serve a debugger: the Debug Adapter Protocol on standard input and output
    #[command(after_help = "\
Editors start it themselves; see the chapter on the debugger in the book. It walks through a model, forwards and backwards, \
with the buttons of the editor: agents are threads, commands have breakpoints, and a counterexample is a recording.")]
    Dap,

    /// Open the workbench in the browser: write, check, and understand runs
    #[command(after_help = "\
Examples:
  synod serve                                the models of this folder
  synod serve models --open                  those of another, and open the page
  synod serve --public --address 0.0.0.0     for a course: no files, quotas, a process for each job

It listens on this machine alone unless `--public` and `--address` say otherwise, and answers only those who have the token \
of the address that it prints. What it guards against, and what it does not, is in the book, in the chapter on the \
workbench.")]
    Serve(ServeArgs),

    /// Work for the server
    #[command(hide = true)]
    ServeWorker(WorkerArgs),

    /// Write a small commented model to begin with
    #[command(after_help = "\
Examples:
  synod init rcheck
  synod init labs robots.labs
  synod init ispl -                          to standard output

A file that is there already is never written over.")]
    Init(InitArgs),

    /// Print a model in another form
    #[command(after_help = "\
Examples:
  synod show model.rcp                                   the model as Synod understands it
  synod show model.rcp --format dot --agent client       an agent's automaton for Graphviz
  synod show model.rcp --format svg -o automata.svg      pictures of all agents
  synod show model.rcp --format sequence --trace t.json  a run as a sequence chart
  synod show model.rcp --format smv -o model.smv         input for nuXmv
  synod show model.labs n=3 --format c --steps 12        a C program for CBMC
  synod show model.labs n=3 --format c --for svcomp      a C program for other verifiers
  synod show model.labs n=3 --format lnt                 an LNT program for CADP")]
    Show(ShowArgs),

    /// Go on with a check that was interrupted, from its last checkpoint
    #[command(after_help = "\
Examples:
  synod check model.labs --checkpoint saved        the search is saved every half minute
  synod resume saved                               after Ctrl-C, a power cut or `kill -9`
  synod resume saved --memory 32G                  after the memory was used up

What was asked is asked again, with the same options, in the folder where it was asked; limits may be others. The model has \
to be the same, and the version of Synod. Verdicts and counts are those of a check without interruption. What was damaged \
is noticed and searched again. See the chapter on checkpoints in the book.
Exit codes: those of `synod check`.")]
    Resume(ResumeArgs),

    /// Check that a trace is a run of a model, and print it
    #[command(after_help = "\
Examples:
  synod check model.rcp --trace-out trace.json
  synod replay model.rcp trace.json
  synod replay model.rcp trace.json --format sequence > run.svg
  synod show model.rcp --format aiger -p safe -o safe.aig
  synod replay model.rcp safe.witness -p safe            what a model checker says of safe.aig

Reads traces written by `--trace-out`, reports written by `check --json` (their first \
counterexample), traces of other tools in the Informal Trace Format, and witnesses of hardware model \
checkers in the formats of AIGER and BTOR2, which are about one property.
Exit codes: 0 the trace is a run of the model and violates the property if one is given, 1 it is not \
or does not, 2 bad input or usage.")]
    Replay(ReplayArgs),

    /// Check a certificate again: does it prove a property of the model?
    #[command(after_help = "\
Examples:
  synod check model.rcp --engine ic3 --property safe --certificate safe.cert
  synod certify model.rcp safe.cert
  synod check model.pispl --property safe --certificate sizes.cert
  synod certify model.pispl sizes.cert

The circuit of the model is built anew, and a solver that took no part in the proof checks every step of it. \
For any number of agents: no instance starts in the configurations that the certificate excludes, every step into \
them is one from within, and outside of them the property holds. \
Certificates about integers without bounds are checked by an SMT solver that is installed. \
Files of SMT-LIB and AIGER must claim just what the proof in their comments comes down to in the model.
Exit code 1: the certificate is refused. 3: it could not be checked.")]
    Certify(CertifyArgs),

    /// List the devices that `check --engine gpu` can use
    #[command(after_help = "\
Graphics processors come first, and the first device is the one that is used. Drivers of graphics cards bring OpenCL with \
them; `pocl-opencl-icd` brings it to the processor.
Exit codes: 0 there is one that can be used, 3 there is none.")]
    Devices,

    /// Look at this Synod itself: what it is and has, and whether it works
    #[command(subcommand, name = "self")]
    Own(OwnCommand),

    /// Print the JSON Schema of a document that Synod writes
    Schema {
        /// Which document
        #[arg(value_parser = documents())]
        document: String,
    },

    /// Print a script that lets a shell complete Synod's commands
    #[command(after_help = "\
Examples:
  synod completions bash > ~/.local/share/bash-completion/completions/synod
  synod completions fish > ~/.config/fish/completions/synod.fish")]
    Completions {
        /// Which shell
        shell: clap_complete::Shell,
    },

    /// Print a manual page, as `man` reads it
    #[command(after_help = "\
Examples:
  synod man | man -l -
  synod man check > synod-check.1
  synod man --folder ~/.local/share/man/man1   all of them")]
    Man {
        /// The command that the page is about; without one, Synod as a whole
        command: Option<String>,

        /// Write the pages of all commands into this folder
        #[arg(long, value_name = "FOLDER", conflicts_with = "command")]
        folder: Option<PathBuf>,
    },

    /// Explain a command or a topic
    Help {
        /// A command, or one of: properties, formulas, expectations, fairness, engines, languages, any-number, traces,
        /// explanations, constraints, exit-codes, codes, glossary, a code such as rcheck::syntax, or a term of the glossary
        topic: Option<String>,
    },
}

/// What Synod can do about itself.
#[derive(Subcommand, Clone, Copy, Debug)]
pub enum OwnCommand {
    /// Print version, engines, solvers and devices; every engine is tried on a small model
    #[command(after_help = "\
An engine without an answer (–) is not made for the model, or asks a program that is not installed: the reason stands beside it.
Exit codes: 0 no answer was wrong, 1 an engine gave a wrong one.")]
    Check,
}

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

/// Options of `fmt`.
#[derive(Args, Debug)]
pub struct FmtArgs {
    /// Files, folders with models in them, or `-` for standard input
    #[arg(required = true, value_name = "FILE")]
    pub paths: Vec<String>,

    /// Change nothing; list the files that would change, with exit code 1 if there are any
    #[arg(long)]
    pub check: bool,

    /// Change nothing; show what would change, with exit code 1 if something would
    #[arg(long)]
    pub diff: bool,

    /// The language, if neither file endings nor texts determine it (see `synod help languages`)
    #[arg(long, value_name = "LANGUAGE")]
    pub language: Option<String>,

    #[command(flatten)]
    pub limits: ResourceArgs,
}

/// Options of `lint`.
#[derive(Args, Debug)]
pub struct LintArgs {
    #[command(flatten)]
    pub model: ModelArgs,

    #[command(flatten)]
    pub limits: ResourceArgs,

    /// Print a JSON document (see `synod schema lint`)
    #[arg(long)]
    pub json: bool,

    /// Write a report here as well; may be repeated: JSON, SARIF or HTML, as the file name ends
    #[arg(long, value_name = "FILE")]
    pub report: Vec<PathBuf>,
}

/// Options of `init`.
#[derive(Args, Debug)]
pub struct InitArgs {
    /// The language: a name (see `synod help languages`) or the ending of its files
    pub language: String,

    /// The file; without it `model` with the ending of the language; `-` for standard output
    pub file: Option<String>,
}

/// Options of `show`.
#[derive(Args, Debug)]
pub struct ShowArgs {
    #[command(flatten)]
    pub model: ModelArgs,

    /// In which form
    #[arg(long, short, value_name = "FORMAT", default_value = "text", value_parser = forms())]
    pub format: String,

    /// This property (for aiger and btor2), or only this one (for c and lnt)
    #[arg(long, short, value_name = "PROPERTY")]
    pub property: Option<String>,

    /// Who reads the program (for c)
    #[arg(long = "for", value_name = "VERIFIER", value_parser = verifiers())]
    pub verifier: Option<String>,

    /// How many steps the program takes (for c and lnt); of LAbS models, only runs of this many steps count
    #[arg(long, value_name = "N", value_parser = whole(1u64, 999_999))]
    pub steps: Option<u64>,

    /// Only this agent, or agents of this type (for dot and svg)
    #[arg(long, value_name = "NAME")]
    pub agent: Option<String>,

    /// What stands on arrows (for dot and svg)
    #[arg(long, value_name = "LABELS")]
    pub labels: Option<LabelsForm>,

    /// The file of a trace (for sequence, mermaid and plantuml)
    #[arg(long, value_name = "FILE")]
    pub trace: Option<String>,

    #[command(flatten)]
    pub limits: ResourceArgs,

    /// Write to this file
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
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

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }
}
