//! What is wrong with a model or a request.

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use synod_syntax::{Source, Span};

/// How bad it is. Errors stop the work; warnings and notes do not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Worth knowing.
    Note,
    /// Probably not what was meant.
    Warning,
    /// The model cannot be used.
    Error,
}

impl From<synod_syntax::Severity> for Severity {
    fn from(severity: synod_syntax::Severity) -> Self {
        match severity {
            synod_syntax::Severity::Note => Severity::Note,
            synod_syntax::Severity::Warning => Severity::Warning,
            synod_syntax::Severity::Error => Severity::Error,
        }
    }
}

/// A place in a text. Lines and columns count from 1, columns in characters; the end is the first place after it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Place {
    /// The file, as it was given.
    pub file: String,
    /// Where it begins.
    #[schemars(range(min = 1))]
    pub line: usize,
    /// Where it begins.
    #[schemars(range(min = 1))]
    pub column: usize,
    /// Where it ends.
    #[schemars(range(min = 1))]
    pub end_line: usize,
    /// Where it ends.
    #[schemars(range(min = 1))]
    pub end_column: usize,
}

impl Place {
    /// The place of a span in its text.
    pub fn new(source: &Source, span: Span) -> Self {
        let (start, end) = (source.place(span.start as usize), source.place(span.end as usize));
        Place {
            file: source.name_at(span.start as usize).to_string(),
            line: start.line,
            column: start.column,
            end_line: end.line,
            end_column: end.column,
        }
    }
}

/// A second place that explains a diagnostic.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Label {
    /// Where.
    #[serde(flatten)]
    pub place: Place,
    /// What is to be seen there.
    pub text: String,
}

/// A message about a model.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// The stable name of this kind of message; `synod help CODE` explains it.
    pub code: String,
    /// What is wrong, in one sentence.
    pub message: String,
    /// A few words about the place.
    pub caption: String,
    /// Explanations, a paragraph each.
    pub notes: Vec<String>,
    /// What to do about it.
    pub help: Option<String>,
    /// Other places that explain it.
    pub labels: Vec<Label>,
    /// Where it is.
    #[serde(flatten)]
    pub place: Place,
}

impl Diagnostic {
    /// A diagnostic with its places in the text.
    pub fn new(source: &Source, diagnostic: &synod_syntax::Diagnostic) -> Self {
        let label = |label: &synod_syntax::Label| Label {
            place: Place::new(source, label.span),
            text: label.text.clone(),
        };
        Diagnostic {
            severity: diagnostic.severity.into(),
            code: diagnostic.code.to_string(),
            message: diagnostic.message.clone(),
            caption: diagnostic.caption.clone(),
            notes: diagnostic.notes.clone(),
            help: diagnostic.help.clone(),
            labels: diagnostic.labels.iter().map(label).collect(),
            place: Place::new(source, diagnostic.span),
        }
    }
}

/// A request that cannot be met, most often because the model cannot be used (exit code 2).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Rejection {
    /// The version of Synod.
    pub synod: String,
    /// The file, as it was given.
    pub model: String,
    /// The values of its parameters that were given.
    #[serde(default)]
    pub parameters: IndexMap<String, i64>,
    /// The language of the model, if it is known.
    pub language: Option<String>,
    /// What is wrong, in one sentence.
    pub error: String,
    /// What is wrong in the model.
    pub diagnostics: Vec<Diagnostic>,
    /// Whether a limit or the user stopped the work, so that it might be done with more time or memory.
    #[serde(default)]
    pub interrupted: bool,
}

impl Rejection {
    /// The exit code of a program that is asked for nothing else.
    pub fn exit_code(&self) -> u8 {
        if self.interrupted { 3 } else { 2 }
    }
}
