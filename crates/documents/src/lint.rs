//! What `lint` finds.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Head;
use crate::check::{CheckReport, Summary};
use crate::diagnostic::Diagnostic;
use crate::schema::Reported;

/// What was found in some models.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct LintReport {
    /// The version of Synod that wrote this.
    pub synod: String,
    /// Each of them, or why it could not be looked at.
    pub models: Vec<Reported<LintedModel>>,
    /// All counted.
    pub summary: LintSummary,
}

/// What was found in a model.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct LintedModel {
    /// The model.
    #[serde(flatten)]
    pub head: Head,
    /// What was found, in the order of the text.
    pub warnings: Vec<Diagnostic>,
    /// Why only the text was looked at and not the system that it describes; null if both were.
    pub incomplete: Option<String>,
}

/// All models counted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LintSummary {
    /// How many models were looked at.
    pub models: usize,
    /// How many warnings there are about them.
    pub warnings: usize,
    /// How many models could not be looked at.
    pub rejected: usize,
    /// The exit code of the program.
    pub exit_code: u8,
}

impl LintReport {
    /// A report about these models.
    pub fn new(models: Vec<Reported<LintedModel>>, exit_code: u8) -> Self {
        let (mut warnings, mut rejected) = (0, 0);
        for model in &models {
            match model {
                Reported::Report(model) => warnings += model.warnings.len(),
                Reported::Rejection(_) => rejected += 1,
            }
        }
        let summary = LintSummary { models: models.len(), warnings, rejected, exit_code };
        LintReport { synod: crate::VERSION.to_string(), models, summary }
    }
}

impl From<Reported<LintedModel>> for Reported<CheckReport> {
    /// As a model of which nothing was asked.
    fn from(linted: Reported<LintedModel>) -> Self {
        match linted {
            Reported::Rejection(rejection) => Reported::Rejection(rejection),
            Reported::Report(LintedModel { head, warnings, .. }) => Reported::Report(CheckReport {
                head,
                summary: Summary::new(std::iter::empty(), 0.0, 0),
                fairness: Vec::new(),
                properties: Vec::new(),
                warnings,
                coverage: None,
            }),
        }
    }
}
