//! What is wrong with a model: for people on standard error, for machines as documents.

use std::sync::OnceLock;

use synod_syntax::{Code, Diagnostic, Severity, Source, render};

use crate::terminal;
use crate::words::counted;

/// The first error or warning that was printed.
static FIRST_PRINTED: OnceLock<(Severity, Code)> = OnceLock::new();

/// Prints diagnostics to standard error, each with its place and an excerpt.
pub fn print<'d>(source: &Source, diagnostics: impl IntoIterator<Item = &'d Diagnostic>) {
    for diagnostic in diagnostics {
        terminal::tell(&render(source, diagnostic, terminal::error_style()));
        if diagnostic.severity >= Severity::Warning {
            FIRST_PRINTED.get_or_init(|| (diagnostic.severity, diagnostic.code));
        }
    }
}

/// Where to read more, at the end of a run that printed errors or warnings.
pub fn print_hint() {
    if let Some((severity, code)) = FIRST_PRINTED.get() {
        terminal::tell(&format!("for more about this {}: `synod help {code}`", severity.word()));
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
