//! What a choreography must obey, and its form without constants.

use std::collections::BTreeMap;

use synod_syntax::{Diagnostic, Diagnostics, Span, nearest};
use synod_triples::cycles::{components, on_cycle};

use super::ast::{Act, Chor, File, Resolved, Written};
use crate::codes::CHOR;
use crate::parser::Name;

/// How many actions and operators a choreography may have when its constants are written out.
const MOST_PARTS: usize = 50_000;

/// How deep they may nest then.
const MAX_NESTING: usize = 500;

/// Finds everything wrong with a text.
pub(crate) fn check(file: &File) -> (Option<Resolved>, Diagnostics) {
    let mut checker =
        Checker { file, index: BTreeMap::new(), peers: Vec::new(), diagnostics: Diagnostics::new() };
    checker.names();
    let calls = checker.calls();
    let Some(system) = checker.system() else { return (None, checker.diagnostics) };
    checker.recursion(&calls);
    checker.unused(system, &calls);
    if checker.diagnostics.has_errors() {
        return (None, checker.diagnostics);
    }
    let choreography = checker.written_out(system, &calls);
    let definition = &file.definitions[system].name;
    if checker.peers.is_empty() && !checker.diagnostics.has_errors() {
        let error =
            Diagnostic::error("chor::no-peers", definition.span, "nobody takes part in the choreography");
        checker.diagnostics.push(error);
    }
    let resolved = choreography.filter(|_| !checker.diagnostics.has_errors()).map(|choreography| Resolved {
        peers: checker.peers,
        choreography,
        name: definition.text.clone(),
        span: definition.span,
    });
    (resolved, checker.diagnostics)
}

struct Checker<'f> {
    file: &'f File,
    index: BTreeMap<&'f str, usize>,
    peers: Vec<Name>,
    diagnostics: Diagnostics,
}

/// A choreography with its size and depth.
#[derive(Clone)]
struct Measured {
    chor: Chor,
    size: usize,
    depth: usize,
}

impl<'f> Checker<'f> {
    fn names(&mut self) {
        let file = self.file;
        for (i, definition) in file.definitions.iter().enumerate() {
            let name = &definition.name;
            match self.index.get(name.text.as_str()) {
                Some(first) => {
                    let message = format!("there are two choreographies called `{}`", name.text);
                    let first = file.definitions[*first].name.span;
                    let error = Diagnostic::error(CHOR.duplicate, name.span, message);
                    self.diagnostics.push(error.label(first, "the first is here"));
                }
                None => {
                    self.index.insert(&name.text, i);
                }
            }
        }
        let mut seen: BTreeMap<&str, Span> = BTreeMap::new();
        for property in &file.properties {
            let name = &property.name;
            if let Some(first) = seen.insert(&name.text, name.span) {
                let message = format!("there are two properties called `{}`", name.text);
                let error = Diagnostic::error(CHOR.duplicate, name.span, message);
                self.diagnostics.push(error.label(first, "the first is here"));
            }
        }
    }

    fn system(&mut self) -> Option<usize> {
        if let Some(system) = self.index.get("system") {
            return Some(*system);
        }
        let last = self.file.definitions.len().checked_sub(1);
        if last.is_none() {
            let error =
                Diagnostic::error(CHOR.no_system, Span::default(), "the text defines no choreography");
            self.diagnostics.push(error.help("write `NAME = x: a; x -> y: b`"));
        }
        last
    }

    /// Which constants each definition mentions; those that are not defined are reported, and so are
    /// peers that talk to themselves.
    fn calls(&mut self) -> Vec<Vec<(usize, Span)>> {
        let file = self.file;
        let mut all = Vec::new();
        for definition in &file.definitions {
            let mut calls = Vec::new();
            let mut left = vec![&definition.body];
            while let Some(part) = left.pop() {
                match part {
                    Written::Tau | Written::Local(..) => {}
                    Written::Constant(name) => match self.index.get(name.text.as_str()) {
                        Some(callee) => calls.push((*callee, name.span)),
                        None => self.undefined(name),
                    },
                    Written::Message(from, to, _) => {
                        if from.text == to.text {
                            let message = format!("`{}` sends a message to itself", from.text);
                            let error =
                                Diagnostic::error("chor::self-message", from.span.to(to.span), message);
                            self.diagnostics
                                .push(error.help(format!("a local action is `{}: …`", from.text)));
                        }
                    }
                    Written::Sequence(list) | Written::Choice(list) | Written::Parallel(list) => {
                        left.extend(list);
                    }
                    Written::Loop(inner) => left.push(inner),
                }
            }
            all.push(calls);
        }
        all
    }

    fn undefined(&mut self, name: &Name) {
        let message = format!("there is no choreography `{}`", name.text);
        let error = Diagnostic::error(CHOR.undefined, name.span, message).caption("not defined");
        let near = nearest(&name.text, self.index.keys().copied());
        self.diagnostics.push(match near {
            Some(near) => error.help(format!("did you mean `{near}`?")),
            None => error.help(format!("an action names its peer: `peer: {}`", name.text)),
        });
    }

    fn recursion(&mut self, calls: &[Vec<(usize, Span)>]) {
        let edges: Vec<Vec<usize>> =
            calls.iter().map(|list| list.iter().map(|(c, _)| *c).collect()).collect();
        let (around, component) = (on_cycle(&edges), components(&edges));
        for (caller, list) in calls.iter().enumerate().filter(|(caller, _)| around[*caller]) {
            if let Some((_, span)) = list.iter().find(|(callee, _)| component[*callee] == component[caller]) {
                let name = &self.file.definitions[caller].name.text;
                let message = format!("the choreography `{name}` contains itself");
                self.diagnostics.push(
                    Diagnostic::error("chor::recursion", *span, message)
                        .explain("a constant stands for its text, which would never end")
                        .help("repeat with a loop: `*(…)`"),
                );
            }
        }
    }

    fn unused(&mut self, system: usize, calls: &[Vec<(usize, Span)>]) {
        let mut used = vec![false; calls.len()];
        let mut left = vec![system];
        while let Some(definition) = left.pop() {
            if !std::mem::replace(&mut used[definition], true) {
                left.extend(calls[definition].iter().map(|(callee, _)| *callee));
            }
        }
        let name = &self.file.definitions[system].name.text;
        for (definition, _) in std::iter::zip(&self.file.definitions, used).filter(|(_, used)| !used) {
            let message = format!("`{}` is not part of the choreography", definition.name.text);
            let warning = Diagnostic::warning(CHOR.unused, definition.name.span, message);
            self.diagnostics.push(if name == "system" {
                warning
            } else {
                warning.explain(format!("the choreography is `{name}`, the last definition"))
            });
        }
    }

    /// The choreography with constants replaced by what they stand for.
    fn written_out(&mut self, system: usize, calls: &[Vec<(usize, Span)>]) -> Option<Chor> {
        let edges: Vec<Vec<usize>> =
            calls.iter().map(|list| list.iter().map(|(c, _)| *c).collect()).collect();
        let component = components(&edges);
        let mut needed = vec![false; calls.len()];
        let mut left = vec![system];
        while let Some(definition) = left.pop() {
            if !std::mem::replace(&mut needed[definition], true) {
                left.extend(edges[definition].iter());
            }
        }
        let mut order: Vec<usize> = (0..calls.len()).filter(|definition| needed[*definition]).collect();
        // What is mentioned comes before what mentions it.
        order.sort_by_key(|definition| component[*definition]);
        let mut done: BTreeMap<usize, Measured> = BTreeMap::new();
        for definition in order {
            let whole = self.resolve(&self.file.definitions[definition].body, &done);
            let whole = whole.filter(|whole| whole.size <= MOST_PARTS && whole.depth <= MAX_NESTING);
            let Some(whole) = whole else {
                let name = &self.file.definitions[definition].name;
                let message = format!("`{}` is too large when its constants are written out", name.text);
                self.diagnostics.push(Diagnostic::error(CHOR.too_large, name.span, message));
                return None;
            };
            done.insert(definition, whole);
        }
        done.remove(&system).map(|whole| whole.chor)
    }

    /// `None` when it is too large.
    fn resolve(&mut self, written: &Written, done: &BTreeMap<usize, Measured>) -> Option<Measured> {
        let act = |act| Some(Measured { chor: Chor::Act(act), size: 1, depth: 1 });
        match written {
            Written::Tau => act(Act::Tau),
            Written::Constant(name) => done.get(&self.index[name.text.as_str()]).cloned(),
            Written::Local(peer, action) => {
                act(Act::Local { peer: self.peer(peer), action: action.text.clone() })
            }
            Written::Message(from, to, action) => {
                let (from, to) = (self.peer(from), self.peer(to));
                act(Act::Message { from, to, action: action.text.clone() })
            }
            Written::Loop(inner) => {
                let inner = self.resolve(inner, done)?;
                let chor = Chor::Loop(Box::new(inner.chor));
                Some(Measured { chor, size: inner.size + 1, depth: inner.depth + 1 })
            }
            Written::Sequence(list) | Written::Choice(list) | Written::Parallel(list) => {
                let (mut parts, mut size, mut depth) = (Vec::new(), 1, 1);
                for part in list {
                    let part = self.resolve(part, done)?;
                    size += part.size;
                    depth = depth.max(part.depth + 1);
                    if size > MOST_PARTS {
                        return None;
                    }
                    parts.push(part.chor);
                }
                let chor = match written {
                    Written::Sequence(_) => Chor::Sequence(parts),
                    Written::Choice(_) => Chor::Choice(parts),
                    _ => Chor::Parallel(parts),
                };
                Some(Measured { chor, size, depth })
            }
        }
    }

    fn peer(&mut self, name: &Name) -> usize {
        if let Some(known) = self.peers.iter().position(|peer| peer.text == name.text) {
            return known;
        }
        self.peers.push(name.clone());
        self.peers.len() - 1
    }
}
