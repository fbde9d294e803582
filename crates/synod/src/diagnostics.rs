//! What is wrong with a model: for people on standard error, for machines as JSON.

use serde_json::{Value, json};
use synod_syntax::{Diagnostic, Severity, Source, Span, render};

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

/// A diagnostic as JSON.
pub fn json(source: &Source, diagnostic: &Diagnostic) -> Value {
    let mut document = json!({
        "severity": diagnostic.severity.word(),
        "code": diagnostic.code,
        "message": diagnostic.message,
        "caption": diagnostic.caption,
        "notes": diagnostic.notes,
        "help": diagnostic.help,
        "labels": diagnostic.labels.iter().map(|label| {
            let mut place = span(source, label.span);
            place["text"] = label.text.as_str().into();
            place
        }).collect::<Vec<_>>(),
    });
    if let (Value::Object(document), Value::Object(place)) = (&mut document, span(source, diagnostic.span)) {
        document.extend(place);
    }
    document
}

fn span(source: &Source, span: Span) -> Value {
    let (start, end) = (source.place(span.start as usize), source.place(span.end as usize));
    json!({
        "file": source.name(),
        "line": start.line,
        "column": start.column,
        "end_line": end.line,
        "end_column": end.column,
    })
}
