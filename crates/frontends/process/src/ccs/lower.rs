//! From CCS to triples: constants are copied into the scopes they are used in, restrictions and
//! relabellings are dealt with on the way out.

use std::collections::{BTreeMap, BTreeSet};

use synod_syntax::{Span, checkpoint};
use synod_triples::{
    Component, Definitions, Ill, Label as TripleLabel, Process as Term, Resolution, Structure, Triple,
    build_with,
};

use super::ast::{Channel, File, Process, Scope, Set};
use super::scopes::{Act, ScopeId, Scopes, Seen};
use crate::network::{Label, Network, Party, TAU};
use crate::places::Places;

/// How many places between operators a system may have.
const MOST_PLACES: usize = 20_000;

/// The network of a text without errors, whose system is the definition at a position.
pub(crate) fn lower(file: &File, system: usize, resolution: Resolution) -> Result<Network, Ill> {
    let mut expansion = Expansion {
        file,
        index: file.definitions.iter().enumerate().map(|(i, d)| (d.name.text.as_str(), i)).collect(),
        scopes: Scopes::new(),
        definitions: Definitions::new(),
        pending: Vec::new(),
    };
    let root = expansion.process(&file.definitions[system].body, 0);
    while let Some((definition, scope, key)) = expansion.pending.pop() {
        if expansion.scopes.len() > MOST_PLACES || expansion.definitions.len() > MOST_PLACES {
            return Err(Ill::TooLarge);
        }
        let body = expansion.process(&file.definitions[definition].body, scope);
        expansion.definitions.insert(key, body);
    }
    let built = build_with(&expansion.definitions, &root, resolution, &expansion.scopes)?;
    Ok(expansion.network(system, built))
}

struct Expansion<'f> {
    file: &'f File,
    index: BTreeMap<&'f str, usize>,
    scopes: Scopes,
    /// Constants, each with the place of its copy.
    definitions: Definitions<Act>,
    /// Copies that are still to be made.
    pending: Vec<(usize, ScopeId, String)>,
}

impl<'f> Expansion<'f> {
    fn process(&mut self, process: &Process, scope: ScopeId) -> Term<Act> {
        checkpoint();
        match process {
            Process::Nil => Term::End,
            Process::Constant(name) => {
                let key = format!("{}@{scope}", name.text);
                if !self.definitions.contains_key(&key) {
                    self.definitions.insert(key.clone(), Term::End);
                    self.pending.push((self.index[name.text.as_str()], scope, key.clone()));
                }
                Term::Call(key)
            }
            Process::Prefix(actions, then) => {
                let acts = actions.iter().map(|action| {
                    let seen = action.channel.clone().map_or(Seen::Tau(None), Seen::Visible);
                    Term::Act(Act { seen, scope, places: Places::at(action.span) })
                });
                let mut list: Vec<Term<Act>> = acts.collect();
                list.push(self.process(then, scope));
                Term::Sequence(list)
            }
            Process::Choice(branches) => {
                // `P + 0` is `P`.
                let branches = branches.iter().filter(|branch| !matches!(branch, Process::Nil));
                let branches: Vec<Term<Act>> = branches.map(|branch| self.process(branch, scope)).collect();
                if branches.is_empty() { Term::End } else { Term::Choice(branches) }
            }
            Process::Parallel(meet, threads) => {
                let meet = meet.as_ref().map(|set| self.channels(set).into_iter().collect());
                let places = self.scopes.composition(scope, threads.len(), meet);
                let threads = std::iter::zip(threads, places).map(|(t, place)| self.process(t, place));
                Term::Parallel(threads.collect())
            }
            Process::Scoped(inner, scopes) => {
                let inside = scopes.iter().rev().fold(scope, |outer, scope| match scope {
                    Scope::Restrict(set) => {
                        let names = self.channels(set).into_iter().map(|channel| channel.name).collect();
                        self.scopes.restriction(outer, names)
                    }
                    Scope::Relabel(list) => {
                        let names = list.iter().map(|renaming| {
                            let new = &renaming.new;
                            let new = if renaming.old.co { new.complement() } else { new.clone() };
                            (renaming.old.name.clone(), new)
                        });
                        self.scopes.relabelling(outer, names.collect())
                    }
                });
                self.process(inner, inside)
            }
        }
    }

    fn channels(&self, set: &Set) -> Vec<Channel> {
        let list = match set {
            Set::Listed(list) => list.as_slice(),
            Set::Named(name) => {
                let found = self.file.sets.iter().find(|(set, _)| set.text == name.text);
                found.map_or(&[][..], |(_, list)| list)
            }
        };
        list.iter().map(|(channel, _)| channel.clone()).collect()
    }

    fn network(&self, system: usize, built: Structure<Act>) -> Network {
        let mut ended = vec![BTreeSet::from([0]); built.threads.len()];
        for join in built.joins() {
            ended_by(join, &mut ended);
        }
        let mut parties = Vec::new();
        let definition = &self.file.definitions[system];
        self.parties(&definition.body, &definition.name.text, definition.name.span, 0, &built, &mut parties);
        name_apart(&mut parties);
        let outside = |triple: &Triple<Act>| {
            checkpoint();
            // Nothing follows a parallel composition in CCS, so leaving one is no step.
            let act = triple.label.action()?;
            let seen = self.scopes.outside(act)?;
            let together = matches!(triple.label, TripleLabel::Together(_));
            let label = if together { TripleLabel::Together } else { TripleLabel::Act };
            Some(Triple {
                entry: triple.entry.clone(),
                label: label(shown(&seen, &act.places)),
                exit: triple.exit.clone(),
            })
        };
        let alone = built.alone.iter().filter_map(|(component, triple)| {
            let act = triple.label.action()?;
            let label = TripleLabel::Act(shown(&act.seen, &act.places));
            Some((*component, Triple { entry: triple.entry.clone(), label, exit: triple.exit.clone() }))
        });
        let structure = Structure {
            triples: built.triples.iter().filter_map(outside).collect(),
            alone: alone.collect(),
            start: Triple {
                entry: built.start.entry,
                label: TripleLabel::Start,
                exit: built.start.exit.clone(),
            },
            threads: built.threads,
            repeated: built.repeated.iter().map(|act| shown(&act.seen, &act.places)).collect(),
        };
        Network { structure, starts: vec![built.start.exit], parties, ended }
    }

    /// The threads of the compositions that the system is made of; each by the name of its constant.
    fn parties(
        &self,
        process: &Process,
        name: &str,
        span: Span,
        component: Component,
        built: &Structure<Act>,
        found: &mut Vec<Party>,
    ) {
        match process {
            Process::Constant(constant) => {
                let body = &self.file.definitions[self.index[constant.text.as_str()]].body;
                self.parties(body, &constant.text, constant.span, component, built, found);
            }
            Process::Scoped(inner, _) => self.parties(inner, name, span, component, built, found),
            Process::Parallel(_, threads) => {
                for (position, thread) in threads.iter().enumerate() {
                    let child = built
                        .threads
                        .iter()
                        .position(|t| t.parent == Some(component) && t.position == position);
                    if let Some(child) = child {
                        self.parties(thread, "P", span, child, built, found);
                    }
                }
            }
            _ => found.push(Party { name: name.into(), role: name.into(), span, component }),
        }
    }
}

/// Marks where a composition runs: it has ended when its threads have.
fn ended_by(join: &Triple<Act>, ended: &mut [BTreeSet<u32>]) {
    for (component, value) in join.entry.iter().filter(|(_, value)| **value != 0) {
        ended[*component].insert(*value);
    }
}

fn shown(seen: &Seen, places: &Places) -> Label {
    let text = seen.to_string();
    let name = if let Seen::Tau(_) = seen { TAU.to_string() } else { text.clone() };
    Label { text, names: vec![name], actor: None, partner: None, places: places.clone() }
}

/// Numbers those who share a name.
fn name_apart(parties: &mut [Party]) {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    parties.iter().for_each(|party| *counts.entry(party.role.clone()).or_default() += 1);
    let mut next: BTreeMap<String, usize> = BTreeMap::new();
    for party in parties.iter_mut().filter(|party| counts[&party.role] > 1) {
        let number = next.entry(party.role.clone()).or_default();
        *number += 1;
        // Another constant may be called so.
        while counts.contains_key(&format!("{}_{number}", party.role)) {
            *number += 1;
        }
        party.name = format!("{}_{number}", party.role);
    }
}
