//! What a CCS text must obey: names, guarded recursion, finite control.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use synod_syntax::{Diagnostic, Diagnostics, Span, nearest, resolved};
use synod_triples::cycles::{components, on_cycle};

use super::ast::{Channel, File, Process, Scope, Set};
use crate::codes::CCS;
use crate::definitions::{Definitions, Words};
use crate::parser::Name;

const WORDS: Words = Words {
    one: "process",
    many: "processes",
    whole: "system",
    first: "write `system = P` with the process to look at",
    codes: &CCS,
};

/// How many constants and operators may be unfolded before an action.
const MAX_UNFOLDING: usize = 500;

/// What lies between a definition and a call in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Around {
    Nothing,
    Parallel,
    Scope,
}

/// A call of a constant in a definition.
struct Call {
    callee: usize,
    span: Span,
    /// Before any action.
    first: bool,
    around: Around,
}

/// Finds everything wrong with a text. The answer is the position of the system among the definitions.
pub(crate) fn check(file: &File) -> (Option<usize>, Diagnostics) {
    let mut names = Definitions::new(&WORDS, file.definitions.iter().map(|definition| &definition.name));
    names.differ("sets", file.sets.iter().map(|(name, _)| name));
    names.differ("properties", file.properties.iter().map(|property| &property.name));
    let mut checker = Checker { file, names };
    let calls = checker.calls();
    let system = checker.names.system();
    checker.recursion(&calls);
    if let Some(system) = system {
        checker.names.unused(system, &edges(&calls, |_| true));
    }
    checker.sets();
    (system.filter(|_| !checker.names.diagnostics.has_errors()), checker.names.diagnostics)
}

struct Checker<'f> {
    file: &'f File,
    names: Definitions<'f>,
}

/// Which definitions each mentions, in some of its calls.
fn edges(calls: &[Vec<Call>], keep: impl Fn(&Call) -> bool) -> Vec<Vec<usize>> {
    calls.iter().map(|list| list.iter().filter(|c| keep(c)).map(|c| c.callee).collect()).collect()
}

impl<'f> Checker<'f> {
    /// The calls in each definition; constants that are not defined are reported.
    fn calls(&mut self) -> Vec<Vec<Call>> {
        let file = self.file;
        let mut all = Vec::new();
        for definition in &file.definitions {
            let mut calls = Vec::new();
            let mut left = vec![(&definition.body, true, Around::Nothing)];
            while let Some((process, first, around)) = left.pop() {
                match process {
                    Process::Nil => {}
                    Process::Constant(name) => {
                        let found = self.names.find(name, || format!("define it: `{} = …`", name.text));
                        calls.extend(found.map(|callee| Call { callee, span: name.span, first, around }));
                    }
                    Process::Prefix(_, then) => left.push((then, false, around)),
                    Process::Choice(list) => left.extend(list.iter().map(|p| (p, first, around))),
                    Process::Parallel(_, list) => {
                        left.extend(list.iter().map(|p| (p, first, Around::Parallel)));
                    }
                    Process::Scoped(inner, _) => {
                        let around = if around == Around::Parallel { around } else { Around::Scope };
                        left.push((inner, first, around));
                    }
                }
            }
            calls.sort_by_key(|call| call.span.start);
            all.push(calls);
        }
        all
    }

    fn recursion(&mut self, calls: &[Vec<Call>]) {
        let first = edges(calls, |call| call.first);
        let unguarded = on_cycle(&first);
        let (among_first, round) = (components(&first), components(&edges(calls, |_| true)));
        let mut reported = BTreeSet::new();
        for (caller, list) in calls.iter().enumerate() {
            let name = &self.file.definitions[caller].name.text;
            for call in list {
                let recursive = round[call.callee] == round[caller];
                let bare = call.first && unguarded[caller] && among_first[call.callee] == among_first[caller];
                if bare && reported.insert(among_first[caller]) {
                    let message = format!("`{name}` calls itself before any action");
                    self.names.diagnostics.push(
                        Diagnostic::error("ccs::unguarded-recursion", call.span, message)
                            .explain("unguarded recursion does not determine a process")
                            .help("put an action in front, as in `P = a.P`"),
                    );
                } else if recursive && !bare && call.around != Around::Nothing {
                    let (code, message, why) = match call.around {
                        Around::Parallel => (
                            "ccs::recursion-in-parallel",
                            format!("`{name}` calls itself inside a parallel composition"),
                            "every round would add a thread, so no number of program counters is enough \
                             and there can be infinitely many states",
                        ),
                        _ => (
                            "ccs::recursion-in-scope",
                            format!("`{name}` calls itself inside a restriction or relabelling"),
                            "every round would add a scope with names of its own, so there can be \
                             infinitely many states",
                        ),
                    };
                    self.names.diagnostics.push(
                        Diagnostic::error(code, call.span, message)
                            .explain(why)
                            .help("let the threads be recursive, and compose them outside: `P = a.P`, `system = (P | Q) \\ {b}`"),
                    );
                }
            }
        }
        if reported.is_empty() {
            self.unfolding(calls, &among_first);
        }
    }

    /// Constants that stand for constants, and so on, must come to an action in good time.
    fn unfolding(&mut self, calls: &[Vec<Call>], among_first: &[usize]) {
        let mut order: Vec<usize> = (0..calls.len()).collect();
        order.sort_by_key(|definition| among_first[*definition]);
        let mut depths = vec![0usize; calls.len()];
        for definition in order {
            let below = calls[definition].iter().filter(|c| c.first).map(|c| depths[c.callee]).max();
            depths[definition] = below.unwrap_or(0) + depth(&self.file.definitions[definition].body);
            if depths[definition] > MAX_UNFOLDING {
                let name = &self.file.definitions[definition].name;
                let message =
                    format!("`{}` stands for processes nested more than {MAX_UNFOLDING} deep", name.text);
                self.names.diagnostics.push(Diagnostic::error(CCS.too_deep, name.span, message));
                return;
            }
        }
    }

    /// Sets and relabellings: names that nobody uses are probably misspelt.
    fn sets(&mut self) {
        let file = self.file;
        let known = performed(file);
        let mut used = BTreeSet::new();
        let mut mentioned: Vec<(&Channel, Span)> = Vec::new();
        for definition in &file.definitions {
            walk(&definition.body, &mut |process| {
                let sets: Vec<&Set> = match process {
                    Process::Parallel(set, _) => set.iter().collect(),
                    Process::Scoped(_, scopes) => scopes
                        .iter()
                        .filter_map(|scope| match scope {
                            Scope::Restrict(set) => Some(set),
                            Scope::Relabel(list) => {
                                mentioned.extend(list.iter().map(|r| (&r.old, r.span)));
                                self.twice(list.iter().map(|r| (&r.old.name, r.span)));
                                None
                            }
                        })
                        .collect(),
                    _ => Vec::new(),
                };
                for set in sets {
                    match set {
                        Set::Listed(list) => mentioned.extend(list.iter().map(|(c, span)| (c, *span))),
                        Set::Named(name) => {
                            if let Some((set, _)) = file.sets.iter().find(|(set, _)| set.text == name.text) {
                                resolved(name.span, set.span);
                                used.insert(&name.text);
                            } else {
                                self.undefined_set(name);
                            }
                        }
                    }
                }
            });
        }
        for (name, list) in &file.sets {
            mentioned.extend(list.iter().map(|(c, span)| (c, *span)));
            if !used.contains(&name.text) {
                let message = format!("the set `{}` is not used", name.text);
                self.names.diagnostics.push(Diagnostic::warning(CCS.unused, name.span, message));
            }
        }
        for (channel, span) in mentioned {
            if !known.contains(channel.name.as_str()) {
                let message = format!("no process performs `{}`", channel.name);
                let warning = Diagnostic::warning("ccs::idle-name", span, message);
                let near = nearest(&channel.name, known.iter().copied());
                self.names.diagnostics.push(match near {
                    Some(near) => warning.suggest(near),
                    None => warning,
                });
            }
        }
    }

    fn twice<'n>(&mut self, names: impl Iterator<Item = (&'n String, Span)>) {
        let mut seen: BTreeMap<&String, Span> = BTreeMap::new();
        for (name, span) in names {
            if let Some(first) = seen.insert(name, span) {
                let message = format!("`{name}` is renamed twice");
                let error = Diagnostic::error("ccs::renamed-twice", span, message);
                self.names.diagnostics.push(error.label(first, "the first time is here"));
            }
        }
    }

    fn undefined_set(&mut self, name: &Name) {
        let message = format!("there is no set `{}`", name.text);
        let error = Diagnostic::error(CCS.undefined, name.span, message).caption("not defined");
        let near = nearest(&name.text, self.file.sets.iter().map(|(set, _)| set.text.as_str()));
        self.names.diagnostics.push(match near {
            Some(near) => error.suggest(near),
            None => error.help(format!("define it: `set {} = {{a, b}}`", name.text)),
        });
    }
}

/// The names of all actions that stand in front of a process, or come from a relabelling.
fn performed(file: &File) -> BTreeSet<&str> {
    let mut found = HashSet::new();
    for definition in &file.definitions {
        walk(&definition.body, &mut |process| match process {
            Process::Prefix(actions, _) => {
                found
                    .extend(actions.iter().filter_map(|action| Some(action.channel.as_ref()?.name.as_str())));
            }
            Process::Scoped(_, scopes) => {
                for scope in scopes {
                    if let Scope::Relabel(list) = scope {
                        found.extend(list.iter().map(|renaming| renaming.new.name.as_str()));
                    }
                }
            }
            _ => {}
        });
    }
    found.into_iter().collect()
}

/// All actions that stand in front of a process, or come from a relabelling.
pub(crate) fn actions(file: &File) -> BTreeSet<Channel> {
    let mut found = BTreeSet::new();
    for definition in &file.definitions {
        walk(&definition.body, &mut |process| match process {
            Process::Prefix(actions, _) => found.extend(actions.iter().filter_map(|a| a.channel.clone())),
            Process::Scoped(_, scopes) => {
                for scope in scopes {
                    if let Scope::Relabel(list) = scope {
                        found.extend(list.iter().flat_map(|r| [r.new.clone(), r.new.complement()]));
                    }
                }
            }
            _ => {}
        });
    }
    found
}

/// Calls `visit` for a process and all parts of it.
pub(super) fn walk<'p>(process: &'p Process, visit: &mut impl FnMut(&'p Process)) {
    let mut left = vec![process];
    while let Some(process) = left.pop() {
        visit(process);
        match process {
            Process::Nil | Process::Constant(_) => {}
            Process::Prefix(_, inner) | Process::Scoped(inner, _) => left.push(inner),
            Process::Choice(list) | Process::Parallel(_, list) => left.extend(list),
        }
    }
}

/// How deep operators nest before the first action.
fn depth(process: &Process) -> usize {
    let mut deepest = 0;
    let mut left = vec![(process, 1)];
    while let Some((process, depth)) = left.pop() {
        deepest = deepest.max(depth);
        match process {
            Process::Nil | Process::Constant(_) | Process::Prefix(..) => {}
            Process::Scoped(inner, _) => left.push((inner, depth + 1)),
            Process::Choice(list) | Process::Parallel(_, list) => {
                left.extend(list.iter().map(|p| (p, depth + 1)));
            }
        }
    }
    deepest
}
