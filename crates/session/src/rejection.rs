//! Requests that cannot be met.

use synod_core::Interrupted;
use synod_syntax::{Diagnostic, Severity, Source, Style, render};

use crate::counted;

/// Why a request cannot be met: most often, the model has errors.
#[derive(Clone, Debug)]
pub struct Rejection {
    /// The text of the model, if diagnostics refer to it.
    pub source: Option<Source>,
    /// The name of its language, if that is known.
    pub language: Option<&'static str>,
    /// What is wrong, in one sentence.
    pub message: String,
    /// What is wrong in the text.
    pub diagnostics: Vec<Diagnostic>,
    /// The limit that was met, if the request might be met with more time or memory.
    pub interrupted: Option<Interrupted>,
}

impl Rejection {
    /// A request that is wrong by itself.
    pub fn because(message: impl Into<String>) -> Self {
        Rejection {
            source: None,
            language: None,
            message: message.into(),
            diagnostics: Vec::new(),
            interrupted: None,
        }
    }

    /// Work on a model that was not done within the limits.
    pub fn interrupted(name: &str, language: Option<&'static str>, met: Interrupted) -> Self {
        let advice =
            met.stop.advice("make the model smaller").map_or(String::new(), |advice| format!("; {advice}"));
        let message = format!("`{name}`: {met}{advice}");
        Rejection { language, interrupted: Some(met), ..Rejection::because(message) }
    }

    /// What is wrong, for people: in the text if it is there, or else in one sentence.
    pub fn rendered(&self, style: Style) -> String {
        let Some(source) = &self.source else { return self.message.clone() };
        let told: Vec<String> =
            self.diagnostics.iter().map(|diagnostic| render(source, diagnostic, style)).collect();
        told.join("\n").trim_end().to_string()
    }

    /// What is wrong, where there is room for no more than a line.
    pub fn one_line(&self) -> String {
        let error = self.diagnostics.iter().find(|diagnostic| diagnostic.severity == Severity::Error);
        error.map_or_else(|| self.message.clone(), |diagnostic| diagnostic.message.clone())
    }

    /// As a document, about the model in this file.
    pub fn document(&self, file_name: &str) -> synod_documents::Rejection {
        synod_documents::Rejection {
            synod: synod_documents::VERSION.to_string(),
            model: file_name.to_string(),
            parameters: Default::default(),
            language: self.language.map(str::to_string),
            error: self.message.clone(),
            diagnostics: match &self.source {
                Some(source) => diagnostic_documents(source, &self.diagnostics),
                None => Vec::new(),
            },
            interrupted: self.interrupted.is_some(),
        }
    }

    /// A text that cannot be used because of these errors, or of warnings that are denied.
    pub(crate) fn unusable(source: &Source, language: &'static str, diagnostics: Vec<Diagnostic>) -> Self {
        let has_errors = diagnostics.iter().any(|d| d.severity == Severity::Error);
        let consequence = match has_errors {
            true => "; nothing was checked",
            false => " (warnings are denied); nothing was checked",
        };
        Rejection::of_text(source, language, diagnostics, consequence)
    }

    /// A text that is not formatted because of these errors.
    pub(crate) fn unformatted(source: &Source, language: &'static str, diagnostics: Vec<Diagnostic>) -> Self {
        Rejection::of_text(source, language, diagnostics, "; it is left as it is")
    }

    fn of_text(
        source: &Source,
        language: &'static str,
        diagnostics: Vec<Diagnostic>,
        consequence: &str,
    ) -> Self {
        let message = format!("`{}`: {}{consequence}", source.name(), count_diagnostics(&diagnostics));
        let because = Rejection::because(message);
        Rejection { source: Some(source.clone()), language: Some(language), diagnostics, ..because }
    }
}

/// Diagnostics as documents.
pub(crate) fn diagnostic_documents(
    source: &Source,
    diagnostics: &[Diagnostic],
) -> Vec<synod_documents::Diagnostic> {
    diagnostics.iter().map(|diagnostic| synod_documents::Diagnostic::new(source, diagnostic)).collect()
}

/// That these errors and warnings are not shown, as a sentence; of notes nobody asks.
pub(crate) fn untold(diagnostics: &[Diagnostic]) -> Option<String> {
    let counted = Some(count_diagnostics(diagnostics)).filter(|counted| !counted.is_empty())?;
    let are = if counted.starts_with("1 ") && !counted.contains(" and ") { "is" } else { "are" };
    Some(format!("{counted} {are} not shown (see `--max-errors`)"))
}

/// Errors and warnings, counted in words.
fn count_diagnostics(diagnostics: &[Diagnostic]) -> String {
    let of = |severity| diagnostics.iter().filter(|d| d.severity == severity).count();
    let words = [(of(Severity::Error), "error"), (of(Severity::Warning), "warning")]
        .into_iter()
        .filter(|(n, _)| *n > 0)
        .map(|(n, word)| counted(n, word));
    words.collect::<Vec<_>>().join(" and ")
}
