//! The report of `synod replay`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Head;
use crate::trace::Trace;

/// Whether a trace is a run of the model, and whether it violates a property.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ReplayReport {
    /// What it was replayed on.
    #[serde(flatten)]
    pub head: Head,
    /// The property that the trace should violate, if any.
    pub property: Option<String>,
    /// Whether the trace is a run of the model.
    pub is_run: bool,
    /// Whether it violates the property; null if there is none.
    pub violates: Option<bool>,
    /// What the run says of the property; null if there is none, or if it is about more than this run.
    #[serde(default)]
    pub verdict: Option<RunVerdict>,
    /// Where it fails to be a run, or what it says of the property.
    pub reason: Option<String>,
    /// The trace, with its steps; null if it is not a run.
    pub trace: Option<Trace>,
}

/// What a run says of a property.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum RunVerdict {
    /// It violates the property, however it goes on.
    Violated,
    /// It satisfies the property, however it goes on.
    Satisfied,
    /// It can go on either way, as far as is known: not violated so far.
    Open,
}

impl RunVerdict {
    /// The verdict as a phrase.
    pub fn text(self) -> &'static str {
        match self {
            RunVerdict::Violated => "the run violates the property, however it goes on",
            RunVerdict::Satisfied => "the run satisfies the property, however it goes on",
            RunVerdict::Open => "not violated so far; open: it can go on either way",
        }
    }
}
