//! Models, runs and reports as files.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use synod_documents::CheckReport;

use crate::{Model, RunSource};

/// Asks for a model in another form.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ShowRequest {
    /// The text.
    pub model: Model,
    /// The form: one of `forms` of the catalogue, or of the language.
    pub form: String,
    /// The property of a circuit, or the only one of a program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub property: Option<String>,
    /// The only agent of a picture, or the type of its agents.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent: Option<String>,
    /// How many steps a program takes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub steps: Option<u64>,
    /// The verifier that a C program is for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub verifier: Option<String>,
    /// The run of a chart.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub run: Option<RunSource>,
}

/// A file to save.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ShownFile {
    /// What it may be called.
    pub name: String,
    /// Its media type.
    pub media_type: String,
    /// Its text.
    pub text: String,
    /// What it leaves out, as sentences.
    pub notes: Vec<String>,
}

/// Asks for a report that can be read without anything else.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReportRequest {
    /// The text.
    pub model: Model,
    /// What was found out.
    pub report: Box<CheckReport>,
    /// The form: `html`, `sarif`, `junit` or `csv`.
    pub form: String,
}
