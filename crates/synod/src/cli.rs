//! What can be typed: commands, options, and the help that goes with them.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand, ValueEnum};

/// Model, simulate and verify multi-agent systems.
#[derive(Parser, Debug)]
#[command(
    name = "synod",
    version,
    disable_help_subcommand = true,
    arg_required_else_help = true,
    after_help = "\
Examples:
  synod check model.rcp                     verify all properties of a model
  synod check model.rcp --property spec-2   verify one of them
  synod interact model.rcp                  walk through it, step by step
  synod help traces                         read about a topic

Exit codes: 0 all hold, 1 some violated, 2 bad input or usage, 3 inconclusive.
Topics for `synod help`: properties, engines, languages, traces, constraints, exit-codes."
)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// What Synod can do.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// Verify properties; show a run of the model for each that fails
    #[command(after_help = "\
Examples:
  synod check model.rcp
  synod check model.rcp --property spec-1 --property 'safe*' --property no-deadlock
  synod check model.rcp --timeout 60 --memory 2G
  synod check model.rcp --json > report.json
  synod check model.rcp --trace-out counterexample.itf.json

A property is named as in the model, or spec-N by its position; no-deadlock and no-fault can be
asked of every model. Each counterexample is replayed on an independent interpreter before it is
shown.
Exit codes: 0 all hold, 1 some violated, 2 bad input or usage, 3 inconclusive.")]
    Check(CheckArgs),

    /// Print random runs of a model
    #[command(after_help = "\
Examples:
  synod simulate model.rcp
  synod simulate model.rcp --steps 50 --runs 3 --seed 7
  synod simulate model.rcp --constraint 'client-b = client2' --trace-out run.json

The same seed gives the same runs for ever.")]
    Simulate(SimulateArgs),

    /// Walk through a model: choose steps, go back, follow a counterexample
    #[command(after_help = "\
Examples:
  synod interact model.rcp
  printf 'steps\\ntake 1\\nstate\\n' | synod interact model.rcp

Type `help` at the prompt for the commands.")]
    Interact(InteractArgs),

    /// Print a model in another form
    #[command(after_help = "\
Examples:
  synod show model.rcp                                   the model as Synod understands it
  synod show model.rcp --format dot --agent client       an agent's automaton for Graphviz
  synod show model.rcp --format svg -o automata.svg      pictures of all agents
  synod show model.rcp --format smv -o model.smv         input for nuXmv")]
    Show(ShowArgs),

    /// Check that a trace is a run of a model, and print it
    #[command(after_help = "\
Examples:
  synod check model.rcp --trace-out trace.json
  synod replay model.rcp trace.json

Reads traces written by `--trace-out`, reports written by `check --json` (their first
counterexample) and traces of other tools in the Informal Trace Format.
Exit codes: 0 the trace is a run of the model, 1 it is not, 2 bad input or usage.")]
    Replay(ReplayArgs),

    /// Check a certificate again: does it prove a property of the model?
    #[command(after_help = "\
Examples:
  synod check model.rcp --engine ic3 --property safe --certificate safe.cert
  synod certify model.rcp safe.cert

The circuit of the model is built anew, and a solver that took no part in the proof checks every step of it.
Exit code 1: the certificate is refused.")]
    Certify(CertifyArgs),

    /// Print the JSON Schema of a document that Synod writes
    Schema {
        /// Which document
        document: Document,
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

    /// Explain a command or a topic
    Help {
        /// A command, or one of: properties, engines, languages, traces, constraints, exit-codes
        topic: Option<String>,
    },
}

/// Which model, and how to read it.
#[derive(Args, Debug)]
pub struct ModelArgs {
    /// The file of the model; `-` for standard input
    pub model: String,

    /// Values for the parameters of the model, if its language has any
    #[arg(value_name = "NAME=VALUE")]
    pub parameters: Vec<String>,

    /// The language of the model, if its file name does not tell (see `synod help languages`)
    #[arg(long, value_name = "LANGUAGE")]
    pub language: Option<String>,

    /// Read the model as another tool does
    #[arg(long, value_name = "TOOL")]
    pub compat: Option<Compat>,

    /// What strategies of coalitions are: 0 see everything, 1 see everything and only fair runs count
    /// (the default), 2 see what the agents observe
    #[arg(long, value_name = "0|1|2", value_parser = strategies)]
    pub atlk: Option<synod_core::Strategies>,

    /// Refuse models with warnings
    #[arg(long)]
    pub deny_warnings: bool,

    /// Show notes too, such as which variables start with any value
    #[arg(long)]
    pub notes: bool,
}

/// Another tool whose reading of a model can be asked for.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compat {
    /// The operator precedence and `rep` of the R-CHECK extension of VSCode
    RcheckVscode,
}

/// How much work is allowed.
#[derive(Args, Debug)]
pub struct LimitArgs {
    /// Give up after this many seconds, for all properties together
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub timeout: Option<Duration>,

    /// Give up when more memory would be needed, such as 500M or 2G
    #[arg(long, value_name = "SIZE", value_parser = memory)]
    pub memory: Option<u64>,

    /// Look no further than this many steps from the initial states
    #[arg(long, value_name = "STEPS")]
    pub depth: Option<u64>,

    /// Use this many threads
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub threads: Option<u16>,

    /// Explore unbounded integers from -N to N only
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(i64).range(0..))]
    pub int_bound: Option<i64>,
}

impl LimitArgs {
    /// The limits as a budget.
    pub fn budget(&self) -> synod_core::Budget {
        let mut budget = synod_core::Budget::unlimited();
        if let Some(after) = self.timeout {
            budget = budget.timeout(after);
        }
        budget.memory = self.memory;
        budget.depth = self.depth;
        budget.threads = self.threads.map_or(budget.threads, usize::from);
        budget.int_bound = self.int_bound.unwrap_or(budget.int_bound);
        budget
    }
}

/// Options of `check`.
#[derive(Args, Debug)]
pub struct CheckArgs {
    #[command(flatten)]
    pub model: ModelArgs,

    /// Check this property only: a name, a pattern with * and ?, or a position; may be repeated
    #[arg(long, short, value_name = "PROPERTY")]
    pub property: Vec<String>,

    /// Use this engine (see `synod help engines`)
    #[arg(long, value_name = "ENGINE", default_value = synod_check::AUTO)]
    pub engine: String,

    #[command(flatten)]
    pub limits: LimitArgs,

    /// Print a JSON document (see `synod schema check`)
    #[arg(long)]
    pub json: bool,

    /// Write counterexamples here: Informal Trace Format for *.itf.json, else JSON
    #[arg(long, value_name = "FILE")]
    pub trace_out: Option<PathBuf>,

    /// Draw counterexamples here for Graphviz, and for properties that hold because of some run, that run
    #[arg(long, value_name = "FILE")]
    pub witness_dot: Option<PathBuf>,

    /// Write the proofs of properties that engines such as ic3 proved here (see `synod certify`)
    #[arg(long, value_name = "FILE")]
    pub certificate: Option<PathBuf>,

    /// Print the verdicts only: no runs, no warnings, no progress
    #[arg(long, short)]
    pub quiet: bool,

    /// Tell of progress also where standard error is not a terminal
    #[arg(long)]
    pub progress: bool,
}

/// Options of `simulate`.
#[derive(Args, Debug)]
pub struct SimulateArgs {
    #[command(flatten)]
    pub model: ModelArgs,

    /// How many steps a run has, unless nothing can be done before; at most 1 000 000
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = crate::wander::steps)]
    pub steps: usize,

    /// How many runs
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub runs: u64,

    /// Where randomness comes from; without it every call gives other runs
    #[arg(long, value_name = "NUMBER")]
    pub seed: Option<u64>,

    /// Begin only in initial states that satisfy this (see `synod help constraints`)
    #[arg(long, value_name = "CONDITION")]
    pub constraint: Option<String>,

    /// Pick unbounded integers from -N to N only
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(i64).range(0..))]
    pub int_bound: Option<i64>,

    /// Print a JSON document (see `synod schema simulate`)
    #[arg(long)]
    pub json: bool,

    /// Write the runs here: Informal Trace Format for *.itf.json, else JSON
    #[arg(long, value_name = "FILE")]
    pub trace_out: Option<PathBuf>,
}

/// Options of `interact`.
#[derive(Args, Debug)]
pub struct InteractArgs {
    #[command(flatten)]
    pub model: ModelArgs,

    /// Begin only in initial states that satisfy this (see `synod help constraints`)
    #[arg(long, value_name = "CONDITION")]
    pub constraint: Option<String>,
}

/// Options of `show`.
#[derive(Args, Debug)]
pub struct ShowArgs {
    #[command(flatten)]
    pub model: ModelArgs,

    /// In which form
    #[arg(long, short, default_value = "text")]
    pub format: Format,

    /// This property (for aiger and btor2)
    #[arg(long, short, value_name = "PROPERTY")]
    pub property: Option<String>,

    /// Only this agent (for dot and svg)
    #[arg(long, value_name = "NAME")]
    pub agent: Option<String>,

    /// Write to this file
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// Forms of a model.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Variables, initial condition, rules and properties, to read
    Text,
    /// The same for programs (see `synod schema system`)
    Json,
    /// The automata of the agents for Graphviz
    Dot,
    /// The automata of the agents as a picture
    Svg,
    /// Input for nuXmv and NuSMV
    Smv,
    /// A property as a circuit, for hardware model checkers (AIGER 1.9; binary into files named *.aig)
    Aiger,
    /// A property as a circuit, for hardware model checkers (BTOR2)
    Btor2,
}

/// Options of `replay`.
#[derive(Args, Debug)]
pub struct ReplayArgs {
    /// The file of the model; `-` for standard input
    pub model: String,

    /// The file of the trace
    pub trace: String,

    /// The language of the model, if its file name does not tell (see `synod help languages`)
    #[arg(long, value_name = "LANGUAGE")]
    pub language: Option<String>,

    /// Read the model as another tool does
    #[arg(long, value_name = "TOOL")]
    pub compat: Option<Compat>,

    /// Print a JSON document (see `synod schema replay`)
    #[arg(long)]
    pub json: bool,
}

/// Options of `certify`.
#[derive(Args, Debug)]
pub struct CertifyArgs {
    /// The file of the model; `-` for standard input
    pub model: String,

    /// The file of the certificate
    pub certificate: String,

    /// The language of the model, if its file name does not tell (see `synod help languages`)
    #[arg(long, value_name = "LANGUAGE")]
    pub language: Option<String>,

    /// Read the model as another tool does
    #[arg(long, value_name = "TOOL")]
    pub compat: Option<Compat>,

    /// Give up after this many seconds
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub timeout: Option<Duration>,
}

/// Documents with a published schema.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Document {
    /// What `check --json` prints
    Check,
    /// What `simulate --json` prints
    Simulate,
    /// What `replay --json` prints
    Replay,
    /// What `--trace-out` writes
    Trace,
    /// What `show --format json` prints
    System,
}

fn seconds(text: &str) -> Result<Duration, String> {
    let number: f64 = text.parse().map_err(|_| "not a number of seconds".to_string())?;
    Duration::try_from_secs_f64(number).map_err(|_| "not a length of time".to_string())
}

/// Kinds of strategies, by the numbers that MCMAS gives them.
fn strategies(text: &str) -> Result<synod_core::Strategies, String> {
    match text {
        "0" => Ok(synod_core::Strategies::Unfair),
        "1" => Ok(synod_core::Strategies::Fair),
        "2" => Ok(synod_core::Strategies::Uniform),
        _ => Err("one of 0, 1 and 2".to_string()),
    }
}

/// Bytes with an optional K, M, G or T (powers of 1024).
fn memory(text: &str) -> Result<u64, String> {
    let upper = text.trim().to_ascii_uppercase();
    let upper = upper.strip_suffix("IB").or_else(|| upper.strip_suffix('B')).unwrap_or(&upper);
    let digits = upper.trim_end_matches(['K', 'M', 'G', 'T']);
    let shift = match &upper[digits.len()..] {
        "" => 0,
        "K" => 10,
        "M" => 20,
        "G" => 30,
        "T" => 40,
        _ => return Err("not an amount of memory, such as 500M or 2G".to_string()),
    };
    let number: u64 =
        digits.trim().parse().map_err(|_| "not an amount of memory, such as 500M or 2G".to_string())?;
    number.checked_mul(1 << shift).ok_or_else(|| "more memory than there can be".to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn amounts_of_memory_have_units() {
        assert_eq!(memory("12"), Ok(12));
        assert_eq!(memory("500M"), Ok(500 << 20));
        assert_eq!(memory("2g"), Ok(2 << 30));
        assert_eq!(memory("3 KiB"), Ok(3 << 10));
        assert!(memory("G").is_err());
        assert!(memory("-1M").is_err());
        assert!(memory("2GM").is_err());
        assert!(memory("99999999999999T").is_err());
    }

    #[test]
    fn lengths_of_time_are_not_negative() {
        assert_eq!(seconds("0.5"), Ok(Duration::from_millis(500)));
        assert!(seconds("-1").is_err());
        assert!(seconds("soon").is_err());
        assert!(seconds("1e300").is_err());
    }
}
