//! Names that are declared and never used, and names that hide others.
//!
//! A name counts as used if it stands in the text more often than it is declared, outside comments. What is reported is never used;
//! of a name that is declared for several things, some of which are used, nothing is reported.

use std::collections::{HashMap, HashSet};

use synod_frontend::{Frontend, Symbol, SymbolKind};
use synod_syntax::{Diagnostic, Source};

/// What is odd about the names that a text declares, as warnings.
pub fn odd(frontend: &dyn Frontend, source: &Source) -> Vec<Diagnostic> {
    let symbols = frontend.symbols(source);
    let mut found = unused(frontend, source, &symbols);
    found.extend(hidden(&symbols));
    found
}

/// Names that are declared and never used.
fn unused(frontend: &dyn Frontend, source: &Source, symbols: &[Symbol]) -> Vec<Diagnostic> {
    let Some(mut uses) = words(frontend, source) else { return Vec::new() };
    // A command that several edges have is declared once.
    let mut places = HashSet::new();
    for one in symbols.iter().filter(|one| places.insert(one.span.start)) {
        uses.entry(one.name.as_str()).and_modify(|count| *count = count.saturating_sub(1));
    }
    let is_unused = |one: &&Symbol| !one.may_be_unused && uses.get(one.name.as_str()) == Some(&0);
    let warning = |one: &Symbol| {
        let message = format!("`{}` is {} that is never used", one.name, one.what);
        Diagnostic::warning("model::unused-name", one.span, message).help("use it, or leave it out")
    };
    symbols.iter().filter(is_unused).map(warning).collect()
}

/// Names that hide others of the same name around them: parameters hide everything, other names those of their own kind.
fn hidden(symbols: &[Symbol]) -> Vec<Diagnostic> {
    let mut by_name: HashMap<&str, Vec<&Symbol>> = HashMap::new();
    for one in symbols {
        by_name.entry(one.name.as_str()).or_default().push(one);
    }
    let is_around = |outer: &Symbol, inner: &Symbol| {
        let mut containers = std::iter::successors(inner.container, |at| symbols[*at].container);
        inner.container.is_some()
            && outer.container.is_none_or(|container| containers.any(|at| at == container))
            && outer.container != inner.container
    };
    let hides = |inner: &Symbol, outer: &Symbol| match inner.kind {
        SymbolKind::Parameter => outer.kind != SymbolKind::Parameter,
        kind => outer.kind == kind && is_around(outer, inner),
    };
    let warning = |inner: &Symbol| {
        let outer = by_name[inner.name.as_str()].iter().find(|outer| hides(inner, outer))?;
        let message = format!("`{}`, {}, hides {} of that name", inner.name, inner.what, outer.what);
        let found = Diagnostic::warning("model::hidden-name", inner.span, message);
        Some(found.label(outer.span, "which is declared here").help("give one of them another name"))
    };
    symbols.iter().filter_map(warning).collect()
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
