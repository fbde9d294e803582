//! What both languages become: parties with program counters, and triples over the counters.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use synod_syntax::Span;
use synod_triples::{Assignment, Component, Structure};

use crate::places::Places;

/// A process or peer that people speak of.
#[derive(Clone, Debug)]
pub(crate) struct Party {
    pub name: String,
    /// What it is an instance of.
    pub role: String,
    pub span: Span,
    /// Its outermost program counter.
    pub component: Component,
}

/// What a triple does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Label {
    /// For people.
    pub text: String,
    /// What properties may call it, the full name first; `tau` for what is invisible.
    pub names: Vec<String>,
    /// Who does it, if that is part of what is seen: one party, or the first of two.
    pub actor: Option<usize>,
    /// The second of two parties.
    pub partner: Option<usize>,
    /// Where it was written, at both ends if there are two.
    pub places: Places,
}

/// The name of invisible actions in properties.
pub(crate) const TAU: &str = "tau";

impl Label {
    /// Something that cannot be seen.
    pub fn tau(text: impl Into<String>) -> Self {
        Label {
            text: text.into(),
            names: vec![TAU.to_string()],
            actor: None,
            partner: None,
            places: Places::default(),
        }
    }

    /// What is seen of it: its full name.
    pub fn visible(&self) -> Option<&str> {
        self.names.first().map(String::as_str).filter(|name| *name != TAU)
    }
}

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// Parties and triples.
#[derive(Clone, Debug)]
pub(crate) struct Network {
    pub structure: Structure<Label>,
    /// Where counters may stand at first: one of each list.
    pub starts: Vec<Vec<Assignment>>,
    pub parties: Vec<Party>,
    /// The values at which a counter has nothing left to do, for each counter.
    pub ended: Vec<BTreeSet<u32>>,
}

impl Network {
    /// Whose counter it is.
    pub fn owner(&self, component: Component) -> Option<usize> {
        let ancestors = std::iter::successors(Some(component), |c| self.structure.threads[*c].parent);
        ancestors.into_iter().find_map(|c| self.parties.iter().position(|party| party.component == c))
    }

    /// Where all counters may stand at first, and later.
    pub fn values(&self) -> Vec<BTreeSet<u32>> {
        let mut values = vec![BTreeSet::new(); self.structure.threads.len()];
        for (component, value) in self.starts.iter().flatten().flatten() {
            values[*component].insert(*value);
        }
        // A thread that does not run from the start begins as one that has ended.
        for (component, values) in values.iter_mut().enumerate() {
            let always = self.starts.iter().any(|ways| ways.iter().all(|way| way.contains_key(&component)));
            if !always {
                values.insert(0);
            }
        }
        for (component, value) in self.structure.triples.iter().flat_map(|t| &t.exit).flatten() {
            values[*component].insert(*value);
        }
        values
    }

    /// What the counter of a thread is called: `broker-at`, and for the threads that it starts `broker-at.1`, `broker-at.2.1`.
    pub fn counter_name(&self, component: Component) -> String {
        let owner = self.owner(component);
        let threads = &self.structure.threads;
        let top = owner.map(|owner| self.parties[owner].component);
        let mut path = String::new();
        let mut at = component;
        while Some(at) != top
            && let Some(parent) = threads[at].parent
        {
            path = format!(".{}{path}", threads[at].position + 1);
            at = parent;
        }
        match owner {
            Some(owner) => format!("{}-at{path}", self.parties[owner].name),
            None => format!("at{path}"),
        }
    }

    /// What the values of a counter are called, from 0 on.
    pub fn places(&self, component: Component) -> Vec<String> {
        let locations = &self.structure.threads[component].locations;
        apart(["done".to_string()].into_iter().chain(locations.iter().cloned()))
    }
}

/// Texts with numbers behind those that are there already.
pub(crate) fn apart(texts: impl Iterator<Item = String>) -> Vec<String> {
    let mut taken: BTreeMap<String, usize> = BTreeMap::new();
    let mut found = Vec::new();
    for text in texts {
        let mut number = taken.get(&text).copied().unwrap_or(0);
        let mut unique = text.clone();
        while taken.contains_key(&unique) {
            number += 1;
            unique = format!("{text} #{}", number + 1);
        }
        taken.insert(text, number);
        taken.entry(unique.clone()).or_insert(0);
        found.push(unique);
    }
    found
}
