//! What is wrong with a model, for people on standard error.

use std::sync::OnceLock;

use synod_session::diagnostics::{Code, Diagnostic, Severity, Source, render};

use crate::terminal;

/// The first error that was printed, and the first warning.
static FIRST_ERROR: OnceLock<Code> = OnceLock::new();
static FIRST_WARNING: OnceLock<Code> = OnceLock::new();

/// Prints diagnostics to standard error, each with its place and an excerpt.
pub fn print<'d>(source: &Source, diagnostics: impl IntoIterator<Item = &'d Diagnostic>) {
    for diagnostic in diagnostics {
        terminal::tell(&render(source, diagnostic, terminal::error_style()));
        match diagnostic.severity {
            Severity::Error => _ = FIRST_ERROR.get_or_init(|| diagnostic.code),
            Severity::Warning => _ = FIRST_WARNING.get_or_init(|| diagnostic.code),
            Severity::Note => {}
        }
    }
}

/// Where to read more, at the end of a run that printed errors or warnings.
pub fn print_hint() {
    let error = FIRST_ERROR.get().map(|code| (Severity::Error, code));
    if let Some((severity, code)) = error.or_else(|| Some((Severity::Warning, FIRST_WARNING.get()?))) {
        terminal::tell(&format!("for more about this {}: `synod help {code}`", severity.word()));
    }
}
