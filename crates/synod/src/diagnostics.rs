//! What is wrong with a model, for people on standard error.

use std::sync::OnceLock;

use synod_session::diagnostics::{Code, Diagnostic, Severity, Source, render};

use crate::terminal;

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
