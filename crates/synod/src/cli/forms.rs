//! Forms of models and documents.

use clap::ValueEnum;
use clap::builder::{PossibleValue, PossibleValuesParser};
use synod_documents::SCHEMAS;
use synod_frontend::Form;
use synod_session::convert::{TARGETS, VERIFIERS};
use synod_session::estimation::{AtHorizon, RunDevice};
use synod_session::traces::TraceFormat;

/// The names of all forms of models.
pub fn forms() -> PossibleValuesParser {
    let of_languages = synod_session::languages().forms().into_iter().map(|(form, _)| form);
    named(TARGETS.iter().map(|target| target.form).chain(of_languages).map(described))
}

/// The names of the verifiers of C programs.
pub fn verifiers() -> PossibleValuesParser {
    named(VERIFIERS.into_iter().map(|(verifier, _)| described(verifier)))
}

fn described(form: Form) -> (&'static str, &'static str) {
    (form.name, form.meaning)
}

/// Names, each with what it means.
fn named(known: impl Iterator<Item = (&'static str, &'static str)>) -> PossibleValuesParser {
    PossibleValuesParser::new(known.map(|(name, meaning)| PossibleValue::new(name).help(meaning)))
}

/// How progress is reported.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProgressForm {
    /// Lines to read
    Text,
    /// JSON, a document a line
    Json,
}

/// When colour is used.
#[derive(ValueEnum, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Colour {
    /// On terminals, unless NO_COLOR is set; also elsewhere if FORCE_COLOR is set
    #[default]
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// What is asked of the steps up to a horizon.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bounded {
    /// The property is not violated within them: undecided runs count as good
    NotViolated,
    /// The property is satisfied within them: undecided runs count as bad
    Satisfied,
}

impl From<Bounded> for AtHorizon {
    fn from(bounded: Bounded) -> Self {
        match bounded {
            Bounded::NotViolated => AtHorizon::NotViolated,
            Bounded::Satisfied => AtHorizon::NotSatisfied,
        }
    }
}

/// Where random runs are made.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Device {
    /// The processor, with as many threads as `--threads` says
    Cpu,
    /// A GPU, or what else OpenCL finds; what it cannot do, the processor does
    Gpu,
}

impl From<Device> for RunDevice {
    fn from(device: Device) -> Self {
        match device {
            Device::Cpu => RunDevice::Cpu,
            Device::Gpu => RunDevice::Gpu,
        }
    }
}

/// The names of the formats of traces.
pub fn trace_formats() -> PossibleValuesParser {
    named(TraceFormat::forms().map(described))
}

/// What stands on the arrows of pictures.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum LabelsForm {
    /// The names of commands, with their guards
    Full,
    /// The names of commands
    Short,
}

/// The names of the documents with a published schema.
pub fn documents() -> PossibleValuesParser {
    named(SCHEMAS.into_iter().map(|schema| (schema.name, schema.meaning)))
}
