//! What a choreography must obey, and its form without constants.

use std::collections::BTreeMap;

use synod_syntax::{Diagnostic, Diagnostics, Span};
use synod_triples::cycles::{components, on_cycle};

use crate::places::Places;

use super::ast::{Act, Chor, File, Resolved, Written};
use crate::codes::CHOR;
use crate::definitions::{Definitions, Words, serving};
use crate::parser::Name;

/// How many actions and operators a choreography may have when its constants are written out.
const MOST_PARTS: usize = 50_000;

/// How deep they may nest then.
const MAX_NESTING: usize = 500;

const WORDS: Words = Words {
    one: "choreography",
    many: "choreographies",
    whole: "choreography",
    first: "write `NAME = x: a; x -> y: b`",
    codes: &CHOR,
};

/// Finds everything wrong with a text.
pub(crate) fn check(file: &File) -> (Option<Resolved>, Diagnostics) {
    let mut names = Definitions::new(&WORDS, file.definitions.iter().map(|definition| &definition.name));
    names.differ("properties", file.properties.iter().map(|property| &property.name));
    let mut checker = Checker { file, names, peers: Vec::new() };
    let calls = checker.calls();
    let Some(system) = checker.names.system() else { return (None, checker.names.diagnostics) };
    checker.recursion(&calls);
    let edges = edges(&calls);
    checker.names.unused(system, &edges);
    if checker.names.diagnostics.has_errors() {
        return (None, checker.names.diagnostics);
    }
    let choreography = checker.written_out(system, &edges);
    let definition = &file.definitions[system].name;
    if checker.peers.is_empty() && !checker.names.diagnostics.has_errors() {
        let error = Diagnostic::error("chor::no-peers", definition.span, "the choreography has no peers");
        checker.names.diagnostics.push(error);
    }
    let resolved = choreography.filter(|_| !checker.names.diagnostics.has_errors()).map(|choreography| {
        Resolved { peers: checker.peers, choreography, name: definition.text.clone(), span: definition.span }
    });
    (resolved, checker.names.diagnostics)
}

/// Which definitions each mentions.
fn edges(calls: &[Vec<(usize, Span)>]) -> Vec<Vec<usize>> {
    calls.iter().map(|list| list.iter().map(|(callee, _)| *callee).collect()).collect()
}

struct Checker<'f> {
    file: &'f File,
    names: Definitions<'f>,
    peers: Vec<Name>,
}

/// A choreography with its size and depth.
#[derive(Clone)]
struct Measured {
    chor: Chor,
    size: usize,
    depth: usize,
}

impl<'f> Checker<'f> {
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
                    Written::Constant(name) => {
                        let advice = || format!("an action names its peer: `peer: {}`", name.text);
                        calls.extend(self.names.find(name, advice).map(|callee| (callee, name.span)));
                    }
                    Written::Message(from, to, _) => {
                        if from.text == to.text {
                            let message = format!("`{}` sends a message to itself", from.text);
                            let error =
                                Diagnostic::error("chor::self-message", from.span.to(to.span), message);
                            self.names
                                .diagnostics
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

    fn recursion(&mut self, calls: &[Vec<(usize, Span)>]) {
        let edges = edges(calls);
        let (around, component) = (on_cycle(&edges), components(&edges));
        for (caller, list) in calls.iter().enumerate().filter(|(caller, _)| around[*caller]) {
            if let Some((_, span)) = list.iter().find(|(callee, _)| component[*callee] == component[caller]) {
                let name = &self.file.definitions[caller].name.text;
                let message = format!("the choreography `{name}` contains itself");
                self.names.diagnostics.push(
                    Diagnostic::error("chor::recursion", *span, message)
                        .explain("a constant stands for its text, which would never end")
                        .help("repeat with a loop: `*(…)`"),
                );
            }
        }
    }

    /// The choreography with constants replaced by what they stand for.
    fn written_out(&mut self, system: usize, edges: &[Vec<usize>]) -> Option<Chor> {
        let component = components(edges);
        let needed = serving(system, edges);
        let mut order: Vec<usize> = (0..edges.len()).filter(|definition| needed[*definition]).collect();
        // What is mentioned comes before what mentions it.
        order.sort_by_key(|definition| component[*definition]);
        let mut done: BTreeMap<usize, Measured> = BTreeMap::new();
        for definition in order {
            let whole = self.resolve(&self.file.definitions[definition].body, &done);
            let whole = whole.filter(|whole| whole.size <= MOST_PARTS && whole.depth <= MAX_NESTING);
            let Some(whole) = whole else {
                let name = &self.file.definitions[definition].name;
                let message = format!("`{}` is too large when its constants are written out", name.text);
                self.names.diagnostics.push(Diagnostic::error(CHOR.too_large, name.span, message));
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
            Written::Constant(name) => done.get(&self.names.known(name)?).cloned(),
            Written::Local(peer, action) => {
                let places = Places::at(peer.span.to(action.span));
                act(Act::Local { peer: self.peer(peer), action: action.text.clone(), places })
            }
            Written::Message(from, to, action) => {
                let places = Places::at(from.span.to(action.span));
                let (from, to) = (self.peer(from), self.peer(to));
                act(Act::Message { from, to, action: action.text.clone(), places })
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
