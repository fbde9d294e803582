//! Names that are declared and never used, and names that hide others.
//!
//! A name counts as used if it stands in the text more often than it is declared, outside comments. What is reported is never used;
//! of a name that is declared for several things, some of which are used, nothing is reported.

use std::collections::HashMap;

use synod_frontend::{Declared, Frontend};
use synod_syntax::{Diagnostic, Source};

/// Names that are declared and never used, as warnings.
pub fn unused(frontend: &dyn Frontend, source: &Source) -> Vec<Diagnostic> {
    let Some(mut unused) = words(frontend, source) else { return Vec::new() };
    let declared = frontend.declared(source);
    for one in &declared {
        unused.entry(one.name.as_str()).and_modify(|count| *count = count.saturating_sub(1));
    }
    let is_unused = |one: &&Declared| !one.is_judged && unused.get(one.name.as_str()) == Some(&0);
    let warning = |one: &Declared| {
        let message = format!("`{}` is {} that is never used", one.name, one.what);
        Diagnostic::warning("model::unused-name", one.span, message).help("use it, or leave it out")
    };
    declared.iter().filter(is_unused).map(warning).collect()
}

/// Names that hide others of the same name around them, as warnings.
pub fn hidden(frontend: &dyn Frontend, source: &Source) -> Vec<Diagnostic> {
    let declared = frontend.declared(source);
    let hides = |inner: &Declared, outer: &Declared| {
        let scope = inner.scope?;
        let around = outer.scope.is_none_or(|outer| outer.start < scope.start && scope.end < outer.end);
        (inner.name == outer.name && inner.span != outer.span && around).then_some(())
    };
    let mut found = Vec::new();
    for inner in &declared {
        if let Some(outer) = declared.iter().find(|outer| hides(inner, outer).is_some()) {
            let message = format!("`{}`, {}, hides {} of that name", inner.name, inner.what, outer.what);
            found.push(
                Diagnostic::warning("model::hidden-name", inner.span, message)
                    .label(outer.span, "which is declared here")
                    .help("give one of them another name"),
            );
        }
    }
    found
}

/// How often each word stands in the tokens of a text; `None` if its lexer finds fault.
fn words<'t>(frontend: &dyn Frontend, source: &'t Source) -> Option<HashMap<&'t str, usize>> {
    let text = source.text();
    let mut counts = HashMap::new();
    for piece in frontend.layout(source)?.pieces(text)? {
        // In some languages `client-busy` is one token, about two names.
        let words = text.get(piece.span.range())?.split(|c: char| !c.is_alphanumeric() && c != '_');
        for word in words.filter(|word| !word.is_empty()) {
            *counts.entry(word).or_insert(0) += 1;
        }
    }
    Some(counts)
}
