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
    /// Where it fails to be a run, or why it violates nothing.
    pub reason: Option<String>,
    /// The trace, with its steps; null if it is not a run.
    pub trace: Option<Trace>,
}
