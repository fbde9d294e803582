//! Forms of models and documents.

use clap::ValueEnum;
use clap::builder::{PossibleValue, PossibleValuesParser};
use synod_frontend::Form;
use synod_session::convert::{TARGETS, VERIFIERS};

/// The names of all forms of models.
pub fn forms() -> PossibleValuesParser {
    let of_languages = synod_session::languages().forms().into_iter().map(|(form, _)| form);
    named(TARGETS.iter().map(|target| target.form).chain(of_languages))
}

/// The names of the verifiers of C programs.
pub fn verifiers() -> PossibleValuesParser {
    named(VERIFIERS.into_iter().map(|(verifier, _)| verifier))
}

fn named(forms: impl Iterator<Item = Form>) -> PossibleValuesParser {
    PossibleValuesParser::new(forms.map(|form| PossibleValue::new(form.name).help(form.meaning)))
}

/// How progress is reported.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProgressForm {
    /// Lines to read
    Text,
    /// JSON, a document a line
    Json,
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
    /// What `--trace-out` writes to `*.itf.json`: the Informal Trace Format
    Itf,
    /// What `show --format json` prints
    System,
    /// What `check --progress=json` prints on standard error, line by line
    Progress,
}
