//! What is wrong with a model: for people on standard error, for machines as documents.

use synod_syntax::{Diagnostic, Severity, Source, render};

use crate::terminal;
use crate::words::counted;

/// Prints diagnostics to standard error, each with its place and an excerpt.
pub fn print<'d>(source: &Source, diagnostics: impl IntoIterator<Item = &'d Diagnostic>) {
    for diagnostic in diagnostics {
        terminal::tell(&render(source, diagnostic, terminal::error_style()));
    }
}

/// Errors and warnings, counted in words.
pub fn count(diagnostics: &[Diagnostic]) -> String {
    let of = |severity| diagnostics.iter().filter(|d| d.severity == severity).count();
    let words = [(of(Severity::Error), "error"), (of(Severity::Warning), "warning")]
        .into_iter()
        .filter(|(n, _)| *n > 0)
        .map(|(n, word)| counted(n, word));
    words.collect::<Vec<_>>().join(" and ")
}

/// Diagnostics as documents.
pub fn documents(source: &Source, diagnostics: &[Diagnostic]) -> Vec<synod_documents::Diagnostic> {
    diagnostics.iter().map(|diagnostic| synod_documents::Diagnostic::new(source, diagnostic)).collect()
}
