//! From a process to its triples.
//!
//! A component counts for a thread. Its value says what is left of the thread: with early choice the
//! next action and what follows it, with late choice the whole remainder, choices included. Threads of
//! different parallel compositions that the same thread starts one after the other share components.

use std::fmt::Display;
use std::hash::Hash;

use rustc_hash::{FxHashMap, FxHashSet};
use synod_syntax::checkpoint;

use crate::algebra::{Algebra, Pairwise, Sync};
use crate::process::{Definitions, Ill, Process};
use crate::structure::{Assignment, Component, Label, Resolution, Structure, Thread, Triple, product};
use crate::terms::{StackId, Term, Terms};

/// How much may be written out: visits of terms, ways to go on, triples.
const MOST_WORK: usize = 500_000;

/// The triple structure of a process whose threads act alone or in pairs.
pub fn build<A: Clone + Eq + Hash + Display>(
    definitions: &Definitions<A>,
    root: &Process<A>,
    resolution: Resolution,
    sync: Sync<A>,
) -> Result<Structure<A>, Ill> {
    build_with(definitions, root, resolution, &Pairwise(sync))
}

/// The triple structure of a process whose threads meet as the algebra says.
pub fn build_with<A: Clone + Eq + Hash + Display>(
    definitions: &Definitions<A>,
    root: &Process<A>,
    resolution: Resolution,
    algebra: &dyn Algebra<A>,
) -> Result<Structure<A>, Ill> {
    let terms = Terms::new(definitions, root)?;
    let mut builder = Builder {
        terms,
        resolution,
        algebra,
        work: 0,
        threads: Vec::new(),
        children: FxHashMap::default(),
        locations: FxHashMap::default(),
        pending: Vec::new(),
    };
    builder.run()
}

/// An action together with the ways to go on after it.
type Way<A> = (A, Vec<Assignment>);

/// A step with the steps of single threads, by position, that it is made of.
struct Combined<A> {
    of: Vec<usize>,
    triple: Triple<A>,
}

impl<A: Clone> Combined<A> {
    /// Steps of different threads as one.
    fn of<'a>(action: A, steps: impl Iterator<Item = &'a Combined<A>>) -> Option<Self>
    where
        A: 'a,
    {
        let both = |a: Combined<A>, b: &Combined<A>| Combined {
            of: a.of.into_iter().chain(b.of.iter().copied()).collect(),
            triple: Triple {
                entry: a.triple.entry.into_iter().chain(b.triple.entry.clone()).collect(),
                label: Label::Together(action.clone()),
                exit: product(&a.triple.exit, &b.triple.exit),
            },
        };
        let mut steps = steps;
        let first = steps.next()?;
        let mut whole = Combined { of: first.of.clone(), triple: first.triple.clone() };
        whole = steps.fold(whole, both);
        whole.triple.label = match whole.triple.label {
            Label::Together(_) => Label::Together(action),
            _ => Label::Act(action),
        };
        Some(whole)
    }
}

struct Builder<'a, A> {
    terms: Terms<A>,
    resolution: Resolution,
    algebra: &'a dyn Algebra<A>,
    work: usize,
    threads: Vec<Thread>,
    children: FxHashMap<(Component, usize), Component>,
    locations: FxHashMap<(Component, StackId), u32>,
    /// Locations whose triples are not made yet.
    pending: Vec<(Component, StackId)>,
}

impl<A: Clone + Eq + Hash + Display> Builder<'_, A> {
    fn run(&mut self) -> Result<Structure<A>, Ill> {
        self.threads.push(Thread { parent: None, position: 0, locations: Vec::new() });
        let root = self.terms.root;
        let whole = self.terms.push(root, 0);
        let initial = self.enter(0, whole)?;
        let mut alone: Vec<(Component, Triple<A>)> = Vec::new();
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
                    vec![Triple { entry, label: Label::Join, exit: self.enter(component, after)? }]
                }
                None => self
                    .ways(component, stack)?
                    .into_iter()
                    .map(|(action, exit)| Triple { entry: here.clone(), label: Label::Act(action), exit })
                    .collect(),
            };
            alone.extend(made.into_iter().map(|triple| (component, triple)));
        }
        let mut together = self.together(&alone)?;
        together.sort_by(|a, b| (a.of.len(), &a.of).cmp(&(b.of.len(), &b.of)));
        Ok(Structure {
            start: Triple {
                entry: Assignment::from([(0, self.threads[0].locations.len() as u32 + 1)]),
                label: Label::Start,
                exit: initial,
            },
            threads: std::mem::take(&mut self.threads),
            triples: together.into_iter().map(|step| step.triple).collect(),
            alone,
            repeated: self.terms.repeated(),
        })
    }

    /// Counts work, and fails when it is too much.
    fn spend(&mut self, work: usize) -> Result<(), Ill> {
        checkpoint();
        self.work = self.work.saturating_add(work);
        if self.work > MOST_WORK { Err(Ill::TooLarge) } else { Ok(()) }
    }

    /// The steps of the whole, from what each thread could do alone: from the inside out, the algebra
    /// says what happens of the actions of the threads of a composition.
    fn together(&mut self, alone: &[(Component, Triple<A>)]) -> Result<Vec<Combined<A>>, Ill> {
        let mut found: Vec<Vec<Combined<A>>> = self.threads.iter().map(|_| Vec::new()).collect();
        for (i, (component, triple)) in alone.iter().enumerate() {
            found[*component].push(Combined { of: vec![i], triple: triple.clone() });
        }
        let mut children: Vec<Vec<Component>> = vec![Vec::new(); self.threads.len()];
        for (component, thread) in self.threads.iter().enumerate() {
            children[thread.parent.unwrap_or(component)].push(component);
        }
        // A parent comes before its children.
        for component in (0..self.threads.len()).rev() {
            let threads: Vec<Vec<Combined<A>>> = children[component]
                .iter()
                .filter(|child| **child != component)
                .map(|child| std::mem::take(&mut found[*child]))
                .collect();
            let acting: Vec<Vec<(&A, &Combined<A>)>> = threads
                .iter()
                .map(|list| list.iter().filter_map(|s| Some((s.triple.label.action()?, s))).collect())
                .collect();
            let actions: Vec<Vec<&A>> =
                acting.iter().map(|list| list.iter().map(|(action, _)| *action).collect()).collect();
            for joint in self.algebra.steps(&actions).ok_or(Ill::TooLarge)? {
                let steps = joint.of.iter().map(|(thread, position)| acting[*thread][*position].1);
                let ways = steps.clone().map(|step| step.triple.exit.len().max(1));
                self.spend(ways.fold(joint.of.len(), usize::saturating_mul))?;
                found[component].extend(Combined::of(joint.action, steps));
            }
            for list in threads {
                found[component].extend(list.into_iter().filter(|s| s.triple.label.action().is_none()));
            }
        }
        Ok(found.swap_remove(0))
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

    /// All ways to go on in two threads at once.
    fn both(&mut self, left: &[Assignment], right: &[Assignment]) -> Result<Vec<Assignment>, Ill> {
        self.spend(left.len().saturating_mul(right.len()))?;
        Ok(product(left, right))
    }

    /// Where the counters may stand when a thread is about to do what is on its stack.
    fn enter(&mut self, component: Component, stack: StackId) -> Result<Vec<Assignment>, Ill> {
        self.spend(1)?;
        let Some((top, after)) = self.terms.split(stack) else {
            return Ok(vec![Assignment::from([(component, 0)])]);
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
                    for way in self.enter(component, stack)? {
                        self.spend(ways.len())?;
                        if !ways.contains(&way) {
                            ways.push(way);
                        }
                    }
                }
                Ok(ways)
            }
            Term::Parallel(threads) => {
                let mut ways = vec![Assignment::new()];
                for (position, thread) in threads.iter().enumerate() {
                    let child = self.child(component, position);
                    let stack = self.terms.push(*thread, 0);
                    let starts = self.enter(child, stack)?;
                    ways = self.both(&ways, &starts)?;
                }
                self.running_or_over(component, stack, after, ways)
            }
            _ => Ok(vec![Assignment::from([(component, self.location(component, stack))])]),
        }
    }

    /// Adds the parent to the counters of the threads of a composition: it runs, unless all have ended.
    fn running_or_over(
        &mut self,
        component: Component,
        stack: StackId,
        after: StackId,
        ways: Vec<Assignment>,
    ) -> Result<Vec<Assignment>, Ill> {
        let mut found = Vec::new();
        for mut way in ways {
            if way.values().all(|value| *value == 0) {
                let next = self.enter(component, after)?;
                found.extend(self.both(&[way], &next)?);
            } else {
                way.insert(component, self.location(component, stack));
                found.push(way);
            }
        }
        Ok(found)
    }

    /// The actions that a thread can do next, and how it goes on after each.
    fn ways(&mut self, component: Component, stack: StackId) -> Result<Vec<Way<A>>, Ill> {
        let mut ways = Vec::new();
        let mut seen = FxHashSet::default();
        let mut left = vec![stack];
        while let Some(stack) = left.pop() {
            self.spend(1)?;
            let Some((top, after)) = self.terms.split(stack).filter(|_| seen.insert(stack)) else { continue };
            let found = match self.terms.term(top).clone() {
                Term::Act(action) => {
                    let action = self.terms.actions[action].clone();
                    vec![(action, self.enter(component, after)?)]
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
                Term::Parallel(threads) => self.first_of_parallel(component, stack, after, &threads)?,
                // `push` takes these apart.
                Term::End | Term::Sequence(_) => continue,
            };
            ways.extend(found);
        }
        Ok(ways)
    }

    /// A parallel composition as a branch of a choice begins with a first step of its threads.
    fn first_of_parallel(
        &mut self,
        component: Component,
        stack: StackId,
        after: StackId,
        threads: &[usize],
    ) -> Result<Vec<Way<A>>, Ill> {
        let mut starts = Vec::new();
        let mut firsts = Vec::new();
        for (position, thread) in threads.iter().enumerate() {
            let child = self.child(component, position);
            let stack = self.terms.push(*thread, 0);
            starts.push(self.enter(child, stack)?);
            firsts.push(self.ways(child, stack)?);
        }
        let actions: Vec<Vec<&A>> =
            firsts.iter().map(|ways| ways.iter().map(|(action, _)| action).collect()).collect();
        let mut found = Vec::new();
        for joint in self.algebra.steps(&actions).ok_or(Ill::TooLarge)? {
            let mut exit = vec![Assignment::new()];
            for (thread, start) in starts.iter().enumerate() {
                let acting = joint.of.iter().find(|(acting, _)| *acting == thread);
                let next = acting.map_or(start, |(_, position)| &firsts[thread][*position].1);
                exit = self.both(&exit, next)?;
            }
            found.push((joint.action, self.running_or_over(component, stack, after, exit)?));
        }
        Ok(found)
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
        if names.is_empty() { "stuck".to_string() } else { names.join(" + ") }
    }
}
