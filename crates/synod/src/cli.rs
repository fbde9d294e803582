//! What can be typed: commands, options, and the help that goes with them.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand, ValueEnum};

const FOR_LABS: &str = "Options for LAbS models";
const FOR_PISPL: &str = "Options for PISPL models";
const FOR_ANY_NUMBER: &str = "Options for any number of agents";

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
  synod check model.pispl                   verify for any number of agents
  synod help traces                         read about a topic

Exit codes: 0 all hold, 1 some violated, 2 bad input or usage, 3 inconclusive.
Topics for `synod help`: properties, engines, languages, any-number, traces, constraints, exit-codes."
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
  synod check model.pispl                    for any number of agents (see `synod help any-number`)
  synod check model.pispl Robot=3 Source=1   for so many

A property is named as in the model, or spec-N by its position; no-deadlock and no-fault can be
asked of every model. Each counterexample is replayed on an independent interpreter before it is
shown.
Exit codes: 0 all hold, 1 some violated, 2 bad input or usage, 3 inconclusive.")]
    Check(CheckArgs),

    /// Explain what can be proved for any number of agents, and how
    #[command(after_help = "\
Examples:
  synod cutoff model.pispl
  synod cutoff model.pispl --property formula-2 --json

For each formula: the sizes it is about; each class of systems with a known cutoff, with the cutoff or what
stands against it; what was asked of which instance or abstraction; and what follows. See `synod help
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

The same seed gives the same runs for ever.")]
    Simulate(SimulateArgs),

    /// Estimate how likely properties are to hold on random runs; nothing is proved
    #[command(after_help = "\
Examples:
  synod estimate model.labs n=10 --property Consensus
  synod estimate model.labs n=10 --steps 5000 --confidence 0.99 --error 0.005 --seed 7
  synod estimate model.labs n=10 --at-least 0.9

Every step that can be taken is as likely as the others, and so is every initial state. Runs on which
a property is still open after `--steps` steps are counted apart, and widen the interval.
Exit codes: 1 a claim (`--at-least`) is rejected, 2 bad input or usage, 3 otherwise; never 0, since an
estimate proves nothing.")]
    Estimate(EstimateArgs),

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
  synod show model.rcp --format smv -o model.smv         input for nuXmv
  synod show model.labs n=3 --format c --steps 12        a C program for CBMC
  synod show model.labs n=3 --format c --for svcomp      a C program for other verifiers
  synod show model.labs n=3 --format lnt                 an LNT program for CADP")]
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
  synod check model.pispl --property safe --certificate sizes.cert
  synod certify model.pispl sizes.cert

The circuit of the model is built anew, and a solver that took no part in the proof checks every step of it.
For any number of agents: no instance starts in the configurations that the certificate excludes, every step into
them is one from within, and outside of them the property holds.
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
        /// A command, or one of: properties, engines, languages, any-number, traces, constraints, exit-codes
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

    #[command(flatten)]
    pub labs: LabsArgs,

    #[command(flatten)]
    pub pispl: PisplArgs,
}

/// How PISPL models are read.
#[derive(Args, Clone, Debug, Default)]
pub struct PisplArgs {
    /// When nothing may happen in a step of an interleaved system
    #[arg(help_heading = FOR_PISPL, long, value_name = "WHEN", default_value = "always")]
    pub null_step: NullStep,
}

impl PisplArgs {
    /// An option that is not at its default.
    pub fn given(&self) -> Option<&'static str> {
        (self.null_step != NullStep::default()).then_some("--null-step")
    }
}

/// When nothing may happen.
#[derive(ValueEnum, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum NullStep {
    /// At any time, so that nothing is ever bound to happen
    #[default]
    Always,
    /// Only when nothing else can
    WhenStuck,
}

/// How far to go for any number of agents.
#[derive(Args, Clone, Debug)]
pub struct AnyNumberArgs {
    /// For models of other languages: let there be any number of agents of this role
    #[arg(help_heading = FOR_ANY_NUMBER, long, value_name = "ROLE")]
    pub any_number: Option<String>,

    /// Look for violations in instances with up to N agents more than the property names
    #[arg(help_heading = FOR_ANY_NUMBER, long, value_name = "N", default_value_t = MORE_AGENTS, value_parser = clap::value_parser!(u32).range(0..=999))]
    pub more_agents: u32,

    /// Abstractions tell up to N agents in a local state apart from more
    #[arg(help_heading = FOR_ANY_NUMBER, long, value_name = "N", default_value_t = THRESHOLD, value_parser = clap::value_parser!(u32).range(1..=99))]
    pub threshold: u32,

    /// Ask from which size on a property holds, where small instances violate it
    #[arg(help_heading = FOR_ANY_NUMBER, long)]
    pub emergence: bool,
}

/// How far to look for violations, if nobody says.
const MORE_AGENTS: u32 = 6;
/// How finely abstractions count, if nobody says.
const THRESHOLD: u32 = 3;

impl AnyNumberArgs {
    /// An option that is not at its default, other than the role.
    pub fn given(&self) -> Option<&'static str> {
        let options = [
            ("--more-agents", self.more_agents != MORE_AGENTS),
            ("--threshold", self.threshold != THRESHOLD),
            ("--emergence", self.emergence),
        ];
        options.into_iter().find(|(_, given)| *given).map(|(name, _)| name)
    }
}

/// How LAbS models are read.
#[derive(Args, Clone, Debug, Default)]
pub struct LabsArgs {
    /// Agents take turns, in the order of their ids
    #[arg(help_heading = FOR_LABS, long)]
    pub fair: bool,

    /// Messages are sent as part of the action that causes them
    #[arg(help_heading = FOR_LABS, long)]
    pub sync: bool,

    /// Which accesses to stigmergic variables lead to messages
    #[arg(help_heading = FOR_LABS, long, value_name = "SEMANTICS", default_value = "sliver5")]
    pub semantics: LabsSemantics,

    /// What an agent does that can do nothing when it is its turn
    #[arg(help_heading = FOR_LABS, long, value_name = "WHAT", default_value = "discard")]
    pub blocked: LabsBlocked,

    /// What becomes of runs that get stuck
    #[arg(help_heading = FOR_LABS, long, value_name = "WHAT", default_value = "ignore")]
    pub deadlock: LabsDeadlock,

    /// How many bits integers have
    #[arg(help_heading = FOR_LABS, long, value_name = "N", default_value_t = BITS, value_parser = clap::value_parser!(u32).range(2..=62))]
    pub bits: u32,
}

/// How many bits integers have, if nobody says.
const BITS: u32 = 32;

impl LabsArgs {
    /// An option that is not at its default.
    pub fn given(&self) -> Option<&'static str> {
        let options = [
            ("--fair", self.fair),
            ("--sync", self.sync),
            ("--semantics", self.semantics != LabsSemantics::default()),
            ("--blocked", self.blocked != LabsBlocked::default()),
            ("--deadlock", self.deadlock != LabsDeadlock::default()),
            ("--bits", self.bits != BITS),
        ];
        options.into_iter().find(|(_, given)| *given).map(|(name, _)| name)
    }
}

/// Readings of LAbS.
#[derive(ValueEnum, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LabsSemantics {
    /// As SLiVER 5 does it
    #[default]
    Sliver5,
    /// As the formal rules say
    Paper,
}

/// What a blocked agent does.
#[derive(ValueEnum, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LabsBlocked {
    /// It waits, and the run is stuck if nothing changes any more
    #[default]
    Discard,
    /// It lets the next one act
    Skip,
}

/// What becomes of stuck runs.
#[derive(ValueEnum, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LabsDeadlock {
    /// `finally`, `eventually` and `fairly` do not judge them
    #[default]
    Ignore,
    /// The same, and that there are none is one more property
    Report,
    /// They stay where they are for ever
    Stutter,
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

    /// For LAbS models: judge runs of this many steps only
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..1_000_000))]
    pub steps: Option<u64>,

    #[command(flatten)]
    pub limits: LimitArgs,

    #[command(flatten)]
    pub any_number: AnyNumberArgs,

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
    ///
    /// They are in the words of the model, or SMT-LIB in files named *.smt2, or AIGER in files named *.aag or
    /// *.aig. Several proofs go into files of their own: proof.cert becomes proof.<property>.cert.
    #[arg(long, value_name = "FILE")]
    pub certificate: Option<PathBuf>,

    /// Print the verdicts only: no runs, no warnings, no progress
    #[arg(long, short)]
    pub quiet: bool,

    /// Tell of progress also where standard error is not a terminal
    #[arg(long)]
    pub progress: bool,
}

/// Options of `cutoff`.
#[derive(Args, Debug)]
pub struct CutoffArgs {
    #[command(flatten)]
    pub model: ModelArgs,

    /// Explain this property only: a name, a pattern with * and ?, or a position; may be repeated
    #[arg(long, short, value_name = "PROPERTY")]
    pub property: Vec<String>,

    /// Use this engine for instances and abstractions (see `synod help engines`)
    #[arg(long, value_name = "ENGINE", default_value = synod_check::AUTO)]
    pub engine: String,

    #[command(flatten)]
    pub limits: LimitArgs,

    #[command(flatten)]
    pub any_number: AnyNumberArgs,

    /// Print a JSON document (see `synod schema cutoff`)
    #[arg(long)]
    pub json: bool,

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

    /// Print figures about the runs instead of the runs
    #[arg(long)]
    pub summary: bool,

    /// Print a JSON document (see `synod schema simulate`)
    #[arg(long)]
    pub json: bool,

    /// Write the runs here: Informal Trace Format for *.itf.json, else JSON
    #[arg(long, value_name = "FILE")]
    pub trace_out: Option<PathBuf>,
}

/// Options of `estimate`.
#[derive(Args, Debug)]
pub struct EstimateArgs {
    #[command(flatten)]
    pub model: ModelArgs,

    /// Estimate this property only: a name, a pattern with * and ?, or a position; may be repeated
    #[arg(long, short, value_name = "PROPERTY")]
    pub property: Vec<String>,

    /// The horizon: how many steps a run has, unless the property is settled before
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub steps: u64,

    /// The least probability that the answer is right
    #[arg(long, value_name = "NUMBER", default_value_t = 0.95, value_parser = confidence)]
    pub confidence: f64,

    /// Half of the width that the interval may have, apart from what runs leave open
    #[arg(long, value_name = "NUMBER", default_value_t = 0.01, value_parser = error)]
    pub error: f64,

    /// Do not estimate; test the claim that the probability is at least this, which takes fewer runs
    #[arg(long, value_name = "NUMBER", value_parser = probability)]
    pub at_least: Option<f64>,

    /// Where randomness comes from; without it every call makes other runs
    #[arg(long, value_name = "NUMBER")]
    pub seed: Option<u64>,

    /// Stop after this many seconds, for all properties together
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub timeout: Option<Duration>,

    /// Use this many threads; the answer does not depend on it
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub threads: Option<u16>,

    /// Pick unbounded integers from -N to N only
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(i64).range(0..))]
    pub int_bound: Option<i64>,

    /// Print a JSON document (see `synod schema estimate`)
    #[arg(long)]
    pub json: bool,

    /// Tell of progress also where standard error is not a terminal
    #[arg(long)]
    pub progress: bool,
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

    /// This property (for aiger and btor2), or only this one (for c and lnt)
    #[arg(long, short, value_name = "PROPERTY")]
    pub property: Option<String>,

    /// Who reads the program (for c)
    #[arg(long = "for", value_name = "VERIFIER")]
    pub verifier: Option<Verifier>,

    /// How many steps the program takes (for c and lnt); of LAbS models, only runs of this many steps count
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..1_000_000))]
    pub steps: Option<u64>,

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
    /// The triples of a process, a choreography or of LAbS behaviours, to read
    Triples,
    /// The same for Graphviz
    TriplesDot,
    /// What each peer of a choreography does
    Projections,
    /// A property as a circuit, for hardware model checkers (AIGER 1.9; binary into files named *.aig)
    Aiger,
    /// A property as a circuit, for hardware model checkers (BTOR2)
    Btor2,
    /// A sequential program, for verifiers of C programs
    C,
    /// A sequential program for CADP (LNT)
    Lnt,
}

/// Verifiers of C programs.
#[derive(ValueEnum, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Verifier {
    /// CBMC
    #[default]
    Cbmc,
    /// ESBMC
    Esbmc,
    /// CSeq
    Cseq,
    /// 2LS (a program without arrays)
    #[value(name = "2ls")]
    TwoLs,
    /// CPAchecker (a program without arrays)
    Cpachecker,
    /// Any verifier that takes part in SV-COMP
    Svcomp,
}

/// How the model was read that a trace or a certificate is about.
#[derive(Args, Debug)]
pub struct ReadingArgs {
    /// Values for the parameters of the model, if its language has any
    #[arg(value_name = "NAME=VALUE")]
    pub parameters: Vec<String>,

    /// The language of the model, if its file name does not tell (see `synod help languages`)
    #[arg(long, value_name = "LANGUAGE")]
    pub language: Option<String>,

    /// Read the model as another tool does
    #[arg(long, value_name = "TOOL")]
    pub compat: Option<Compat>,

    /// For LAbS models: the bound on steps
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..1_000_000))]
    pub steps: Option<u64>,

    #[command(flatten)]
    pub labs: LabsArgs,

    #[command(flatten)]
    pub pispl: PisplArgs,
}

impl ReadingArgs {
    /// How to read the model of this name.
    pub fn of(&self, model: &str) -> ModelArgs {
        ModelArgs {
            model: model.to_string(),
            parameters: self.parameters.clone(),
            language: self.language.clone(),
            compat: self.compat,
            atlk: None,
            deny_warnings: false,
            notes: false,
            labs: self.labs.clone(),
            pispl: self.pispl.clone(),
        }
    }
}

/// Options of `replay`.
#[derive(Args, Debug)]
pub struct ReplayArgs {
    /// The file of the model; `-` for standard input
    pub model: String,

    /// The file of the trace
    pub trace: String,

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

    /// Give up after this many seconds
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub timeout: Option<Duration>,

    #[command(flatten)]
    pub reading: ReadingArgs,
}

/// Documents with a published schema.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Document {
    /// What `check --json` prints
    Check,
    /// What `cutoff --json` prints
    Cutoff,
    /// What `simulate --json` prints
    Simulate,
    /// What `estimate --json` prints
    Estimate,
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

/// A number between two others, both left out.
fn between(text: &str, low: f64, high: f64) -> Result<f64, String> {
    let number: f64 = text.parse().map_err(|_| "not a number".to_string())?;
    if low < number && number < high { Ok(number) } else { Err(format!("not between {low} and {high}")) }
}

fn confidence(text: &str) -> Result<f64, String> {
    between(text, 0.5, 1.0)
}

fn error(text: &str) -> Result<f64, String> {
    let number = between(text, 0.0, 0.5)?;
    if number < 1e-4 { Err("an error below 0.0001 takes too many runs".to_string()) } else { Ok(number) }
}

fn probability(text: &str) -> Result<f64, String> {
    between(text, 0.0, 1.0)
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
    fn numbers_of_an_estimate_leave_something_to_ask() {
        assert_eq!(confidence("0.99"), Ok(0.99));
        assert!(confidence("1").is_err() && confidence("0.3").is_err() && confidence("nan").is_err());
        assert!(error("0").is_err() && error("1e-9").is_err() && error("0.5").is_err());
        assert!(probability("0.9").is_ok() && probability("1.0").is_err());
    }

    #[test]
    fn lengths_of_time_are_not_negative() {
        assert_eq!(seconds("0.5"), Ok(Duration::from_millis(500)));
        assert!(seconds("-1").is_err());
        assert!(seconds("soon").is_err());
        assert!(seconds("1e300").is_err());
    }
}
