//! From a process to its triples.
//!
//! A component counts for a thread. Its value says what is left of the thread: with early choice the
//! next action and what follows it, with late choice the whole remainder, choices included. Threads of
//! different parallel compositions that the same thread starts one after the other share components.

use std::fmt::Display;
use std::hash::Hash;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::process::{Definitions, Ill, Process};
use crate::structure::{
    Assignment, Component, Label, Resolution, Structure, Thread, Triple, product, synchronised,
};
use crate::terms::{StackId, Term, Terms};

/// How two actions of parallel threads happen as one; `None` if they do not.
pub type Sync<'a, A> = &'a dyn Fn(&A, &A) -> Option<A>;

/// No two actions happen as one: plain interleaving.
pub fn interleaved<A>(_: &A, _: &A) -> Option<A> {
    None
}

/// The triple structure of a process.
pub fn build<A: Clone + Eq + Hash + Display>(
    definitions: &Definitions<A>,
    root: &Process<A>,
    resolution: Resolution,
    sync: Sync<A>,
) -> Result<Structure<A>, Ill> {
    let terms = Terms::new(definitions, root)?;
    let mut builder = Builder {
        terms,
        resolution,
        sync,
        threads: Vec::new(),
        children: FxHashMap::default(),
        locations: FxHashMap::default(),
        pending: Vec::new(),
    };
    Ok(builder.run())
}

/// An action together with the ways to go on after it.
type Way<A> = (A, Vec<Assignment>);

struct Builder<'a, A> {
    terms: Terms<A>,
    resolution: Resolution,
    sync: Sync<'a, A>,
    threads: Vec<Thread>,
    children: FxHashMap<(Component, usize), Component>,
    locations: FxHashMap<(Component, StackId), u32>,
    /// Locations whose triples are not made yet.
    pending: Vec<(Component, StackId)>,
}

impl<A: Clone + Eq + Hash + Display> Builder<'_, A> {
    fn run(&mut self) -> Structure<A> {
        self.threads.push(Thread { parent: None, position: 0, locations: Vec::new() });
        let root = self.terms.root;
        let whole = self.terms.push(root, 0);
        let initial = self.enter(0, whole);
        let mut triples: Vec<(Component, Triple<A>)> = Vec::new();
        let mut next = 0;
        while let Some((component, stack)) = self.pending.get(next).copied() {
            next += 1;
            let here = Assignment::from([(component, self.locations[&(component, stack)])]);
            let made = match self.running(stack) {
                Some((threads, after)) => {
                    let mut entry = here;
                    for position in 0..threads {
                        entry.insert(self.child(component, position), 0);
                    }
                    vec![Triple { entry, label: Label::Join, exit: self.enter(component, after) }]
                }
                None => self
                    .ways(component, stack)
                    .into_iter()
                    .map(|(action, exit)| Triple { entry: here.clone(), label: Label::Act(action), exit })
                    .collect(),
            };
            triples.extend(made.into_iter().map(|triple| (component, triple)));
        }
        let mut structure = Structure {
            start: Triple {
                entry: Assignment::from([(0, self.threads[0].locations.len() as u32 + 1)]),
                label: Label::Start,
                exit: initial,
            },
            threads: std::mem::take(&mut self.threads),
            triples: Vec::new(),
        };
        let pairs = self.pairs(&structure, &triples);
        structure.triples = triples.into_iter().map(|(_, triple)| triple).chain(pairs).collect();
        structure
    }

    /// Synchronisations between different threads of one parallel composition.
    fn pairs(&self, structure: &Structure<A>, triples: &[(Component, Triple<A>)]) -> Vec<Triple<A>> {
        let mut found = Vec::new();
        let within = |root: Component| {
            triples.iter().filter(move |(at, _)| structure.is_within(*at, root)).map(|(_, triple)| triple)
        };
        for left in 1..structure.threads.len() {
            for right in left + 1..structure.threads.len() {
                if structure.threads[left].parent == structure.threads[right].parent {
                    found.extend(synchronised(within(left), within(right), self.sync));
                }
            }
        }
        found
    }

    /// If a parallel composition runs here: how many threads it has, and what comes after it.
    fn running(&self, stack: StackId) -> Option<(usize, StackId)> {
        let (top, after) = self.terms.split(stack)?;
        match self.terms.term(top) {
            Term::Parallel(threads) => Some((threads.len(), after)),
            _ => None,
        }
    }

    fn child(&mut self, parent: Component, position: usize) -> Component {
        if let Some(child) = self.children.get(&(parent, position)) {
            return *child;
        }
        let child = self.threads.len();
        self.threads.push(Thread { parent: Some(parent), position, locations: Vec::new() });
        self.children.insert((parent, position), child);
        child
    }

    /// The value of a component that stands for what is left.
    fn location(&mut self, component: Component, stack: StackId) -> u32 {
        if let Some(value) = self.locations.get(&(component, stack)) {
            return *value;
        }
        let text = self.describe(stack);
        let thread = &mut self.threads[component];
        thread.locations.push(text);
        let value = thread.locations.len() as u32;
        self.locations.insert((component, stack), value);
        self.pending.push((component, stack));
        value
    }

    /// Where the counters may stand when a thread is about to do what is on its stack.
    fn enter(&mut self, component: Component, stack: StackId) -> Vec<Assignment> {
        let Some((top, after)) = self.terms.split(stack) else {
            return vec![Assignment::from([(component, 0)])];
        };
        match self.terms.term(top).clone() {
            Term::Call(definition) => {
                let stack = self.terms.push(self.terms.body(definition), after);
                self.enter(component, stack)
            }
            Term::Choice(_) if self.terms.is_over(top) => self.enter(component, after),
            Term::Choice(branches) if self.resolution == Resolution::Early && !branches.is_empty() => {
                let mut ways = Vec::new();
                for branch in branches {
                    let stack = self.terms.push(branch, after);
                    for way in self.enter(component, stack) {
                        if !ways.contains(&way) {
                            ways.push(way);
                        }
                    }
                }
                ways
            }
            Term::Parallel(threads) => {
                let mut ways = vec![Assignment::new()];
                for (position, thread) in threads.iter().enumerate() {
                    let child = self.child(component, position);
                    let stack = self.terms.push(*thread, 0);
                    ways = product(&ways, &self.enter(child, stack));
                }
                self.running_or_over(component, stack, after, ways)
            }
            _ => vec![Assignment::from([(component, self.location(component, stack))])],
        }
    }

    /// Adds the parent to the counters of the threads of a composition: it runs, unless all have ended.
    fn running_or_over(
        &mut self,
        component: Component,
        stack: StackId,
        after: StackId,
        ways: Vec<Assignment>,
    ) -> Vec<Assignment> {
        let mut found = Vec::new();
        for mut way in ways {
            if way.values().all(|value| *value == 0) {
                for next in self.enter(component, after) {
                    found.push(way.iter().chain(&next).map(|(c, v)| (*c, *v)).collect());
                }
            } else {
                way.insert(component, self.location(component, stack));
                found.push(way);
            }
        }
        found
    }

    /// The actions that a thread can do next, and how it goes on after each.
    fn ways(&mut self, component: Component, stack: StackId) -> Vec<Way<A>> {
        let mut ways = Vec::new();
        let mut seen = FxHashSet::default();
        let mut left = vec![stack];
        while let Some(stack) = left.pop() {
            let Some((top, after)) = self.terms.split(stack).filter(|_| seen.insert(stack)) else { continue };
            let found = match self.terms.term(top).clone() {
                Term::Act(action) => {
                    let action = self.terms.actions[action].clone();
                    vec![(action, self.enter(component, after))]
                }
                Term::Call(definition) => {
                    left.push(self.terms.push(self.terms.body(definition), after));
                    continue;
                }
                Term::Choice(branches) => {
                    // The first branch comes off first.
                    for branch in branches.into_iter().rev() {
                        left.push(self.terms.push(branch, after));
                    }
                    continue;
                }
                Term::Parallel(threads) => self.first_of_parallel(component, stack, after, &threads),
                // `push` takes these apart.
                Term::End | Term::Sequence(_) => continue,
            };
            ways.extend(found);
        }
        ways
    }

    /// A parallel composition as a branch of a choice begins with the first action of a thread.
    fn first_of_parallel(
        &mut self,
        component: Component,
        stack: StackId,
        after: StackId,
        threads: &[usize],
    ) -> Vec<Way<A>> {
        let children: Vec<Component> = (0..threads.len()).map(|i| self.child(component, i)).collect();
        let stacks: Vec<StackId> = threads.iter().map(|thread| self.terms.push(*thread, 0)).collect();
        let starts: Vec<Vec<Assignment>> =
            std::iter::zip(&children, &stacks).map(|(child, stack)| self.enter(*child, *stack)).collect();
        let firsts: Vec<Vec<Way<A>>> =
            std::iter::zip(&children, &stacks).map(|(child, stack)| self.ways(*child, *stack)).collect();
        let mut found = Vec::new();
        for i in 0..threads.len() {
            for (action, exit) in &firsts[i] {
                found.push((vec![i], action.clone(), exit.clone()));
                for (j, others) in firsts.iter().enumerate().skip(i + 1) {
                    for (other, other_exit) in others {
                        if let Some(both) = (self.sync)(action, other) {
                            found.push((vec![i, j], both, product(exit, other_exit)));
                        }
                    }
                }
            }
        }
        let mut ways = Vec::new();
        for (acting, action, exit) in found {
            let idle = starts.iter().enumerate().filter(|(i, _)| !acting.contains(i));
            let exit = idle.fold(exit, |exit, (_, start)| product(&exit, start));
            ways.push((action, self.running_or_over(component, stack, after, exit)));
        }
        ways
    }

    /// A location in words: the actions that can be next.
    fn describe(&self, stack: StackId) -> String {
        let Some((top, _)) = self.terms.split(stack) else { return String::new() };
        let mut names = Vec::new();
        let mut seen = FxHashSet::default();
        let mut left = vec![top];
        while let Some(term) = left.pop() {
            if !seen.insert(term) {
                continue;
            }
            match self.terms.term(term) {
                Term::End => {}
                Term::Act(action) => {
                    let name = self.terms.actions[*action].to_string();
                    if !names.contains(&name) {
                        names.push(name);
                    }
                }
                Term::Call(definition) => left.push(self.terms.body(*definition)),
                Term::Sequence(list) => {
                    left.extend(list.iter().find(|t| !self.terms.is_over(**t)));
                }
                Term::Choice(list) => left.extend(list.iter().rev()),
                Term::Parallel(list) => {
                    names.push(format!("{} threads", list.len()));
                }
            }
        }
        if names.is_empty() { "stuck".to_string() } else { names.join(" | ") }
    }
}
