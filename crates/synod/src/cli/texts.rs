//! Options of the commands about texts of models.

use std::path::PathBuf;

use clap::Args;

use super::forms::{forms, verifiers};
use super::values::whole;
use super::{LabelsForm, ModelArgs, ResourceArgs};

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
