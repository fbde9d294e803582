//! Choreographies: what peers do together, and what each of them has to do for it.

mod ast;
mod check;
mod lower;
mod names;
mod parse;
mod project;

use std::collections::HashSet;

use synod_core::Phase;
use synod_frontend::Symbol;
use synod_syntax::{Diagnostic, Diagnostics, Source, known_so_far};

use crate::codes::CHOR;
use crate::formula::{FormulaKind, Property};
use crate::network::Network;
use crate::observer::Observer;

use names::Mentioned;
pub(crate) use names::symbols;
pub(crate) use parse::parse;

/// What a text means.
pub(crate) struct Read {
    pub network: Network,
    pub properties: Vec<Property>,
    /// What properties may name.
    pub known: Vec<String>,
    /// What the choreography allows, if a property asks for it.
    pub observer: Option<Observer>,
    /// What each peer does, a line each.
    pub projections: String,
}

/// Reads a text, and finds what it declares, if that is wanted; `None` when there are errors.
pub(crate) fn read(source: &Source, declared: Option<&mut Vec<Symbol>>) -> (Option<Read>, Diagnostics) {
    let (file, mut diagnostics) = parse(source);
    if let Some(declared) = declared {
        *declared = names::symbols_of(&file);
    }
    Phase::Checking.begin();
    let kinds = [Mentioned::Action, Mentioned::Peer, Mentioned::Peer];
    names::mentions(&file).resolve(source, &file.properties, &kinds);
    let (resolved, problems) = check::check(&file);
    if diagnostics.has_errors() {
        // What else is wrong may be a consequence.
        return (None, diagnostics);
    }
    diagnostics.extend(problems);
    let Some(resolved) = resolved else { return (None, diagnostics) };
    Phase::Lowering.begin();
    known_so_far(|| diagnostics.clone());
    let mut asked = false;
    for property in &file.properties {
        property.formula.visit(&mut |part| asked |= matches!(part.kind, FormulaKind::Realisable));
    }
    let too_large = |what: &str| {
        let message = format!("the {what} of `{}` is too large to be written out", resolved.name);
        Diagnostic::error(CHOR.too_large, resolved.span, message)
            .explain("choices between parallel parts multiply, because peers resolve choices early")
    };
    let network = match lower::implementation(&resolved) {
        Ok(network) => network,
        Err(_) => {
            diagnostics.push(too_large("implementation"));
            return (None, diagnostics);
        }
    };
    let observer = match asked {
        false => None,
        true => match lower::specification(&resolved).ok().and_then(|s| Observer::new(&s).ok()) {
            Some(observer) => Some(observer),
            None => {
                diagnostics
                    .push(too_large("deterministic automaton").help("leave out the question `realisable`"));
                return (None, diagnostics);
            }
        },
    };
    let column = resolved.peers.iter().map(|peer| peer.text.chars().count()).max().unwrap_or(0).min(40);
    let mut projections = String::new();
    for (peer, projection) in lower::projections(&resolved) {
        projections += &format!("{:column$} = {projection}\n", resolved.peers[peer].text);
    }
    let mut known: Vec<String> = Vec::new();
    let mut seen: HashSet<&str> = HashSet::new();
    for (_, triple) in &network.structure.alone {
        for name in triple.label.action().into_iter().flat_map(|label| &label.names) {
            if seen.insert(name) {
                known.push(name.clone());
            }
        }
    }
    (Some(Read { network, properties: file.properties, known, observer, projections }), diagnostics)
}
