//! Which model to read, and how.

use clap::{Args, ValueEnum};

use super::values::strategies;

const FOR_LABS: &str = "Options for LAbS models";
const FOR_PISPL: &str = "Options for PISPL models";

/// Which model, and how to read it.
#[derive(Args, Debug)]
pub struct ModelArgs {
    /// The file of the model; `-` for standard input
    pub model: String,

    #[command(flatten)]
    pub meaning: MeaningArgs,

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

/// What the text of a model means.
#[derive(Args, Clone, Debug)]
pub struct MeaningArgs {
    /// Values for the parameters of the model, if its language has any
    #[arg(value_name = "NAME=VALUE")]
    pub parameters: Vec<String>,

    /// The language of the model, if its file name does not tell (see `synod help languages`)
    #[arg(long, value_name = "LANGUAGE")]
    pub language: Option<String>,

    /// Read the model as another tool does
    #[arg(long, value_name = "TOOL")]
    pub compat: Option<Compat>,

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

/// How the model was read that a trace or a certificate is about.
#[derive(Args, Debug)]
pub struct ReadingArgs {
    #[command(flatten)]
    pub meaning: MeaningArgs,

    /// For LAbS models: the bound on steps
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..1_000_000))]
    pub steps: Option<u64>,
}

impl ReadingArgs {
    /// How to read the model of this name.
    pub fn of(&self, model: &str) -> ModelArgs {
        ModelArgs {
            model: model.to_string(),
            meaning: self.meaning.clone(),
            atlk: None,
            deny_warnings: false,
            notes: false,
        }
    }
}
