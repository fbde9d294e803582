//! Terms stored once each, and what is left of a process as a stack of terms still to run.

use std::hash::Hash;

use rustc_hash::{FxHashMap, FxHashSet};
use synod_syntax::checkpoint;

use crate::cycles::{components, on_cycle};
use crate::process::{Definitions, Ill, Process};

/// A term of the pool.
pub(crate) type TermId = usize;
/// What is left to do, as a list of terms; 0 is the empty list.
pub(crate) type StackId = usize;

/// A term. Equal terms have equal ids but for where their actions are written; what is left of a process is told apart by
/// [`Terms::canonical`] terms, so equal remainders are one control location wherever they are written.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Term {
    End,
    Act(usize),
    Call(usize),
    Sequence(Vec<TermId>),
    Choice(Vec<TermId>),
    Parallel(Vec<TermId>),
}

/// All terms and stacks of one process with its definitions.
#[derive(Debug)]
pub(crate) struct Terms<A> {
    /// One for each place where an action is written, although some are equal.
    pub actions: Vec<A>,
    terms: Vec<Term>,
    /// For each term the one that is equal to it and has the first of equal actions everywhere.
    canonical: Vec<TermId>,
    term_index: FxHashMap<Term, TermId>,
    names: Vec<String>,
    bodies: Vec<TermId>,
    /// Whether the definition can come to an end.
    ends: Vec<bool>,
    stacks: Vec<(TermId, StackId)>,
    stack_index: FxHashMap<(TermId, StackId), StackId>,
    /// Actions, by position, of remainders that were written before.
    repeated: FxHashSet<usize>,
    pub root: TermId,
}

impl<A: Clone + Eq + Hash> Terms<A> {
    /// Reads `root` and all definitions, and makes sure that a finite structure exists.
    pub fn new(definitions: &Definitions<A>, root: &Process<A>) -> Result<Self, Ill> {
        let mut terms = Terms {
            actions: Vec::new(),
            terms: Vec::new(),
            canonical: Vec::new(),
            term_index: FxHashMap::default(),
            names: definitions.keys().cloned().collect(),
            bodies: Vec::new(),
            ends: Vec::new(),
            stacks: vec![(usize::MAX, 0)],
            stack_index: FxHashMap::default(),
            repeated: FxHashSet::default(),
            root: 0,
        };
        let mut seen = FxHashMap::default();
        for body in definitions.values() {
            let body = terms.read(body, &mut seen)?;
            terms.bodies.push(body);
        }
        terms.root = terms.read(root, &mut seen)?;
        terms.find_ends();
        terms.check()?;
        Ok(terms)
    }

    fn read(&mut self, process: &Process<A>, seen: &mut FxHashMap<A, usize>) -> Result<TermId, Ill> {
        checkpoint();
        let mut all = |list: &[Process<A>], terms: &mut Self| -> Result<Vec<TermId>, Ill> {
            list.iter().map(|p| terms.read(p, seen)).collect()
        };
        let term = match process {
            Process::End => Term::End,
            Process::Act(action) => {
                let position = self.actions.len();
                self.actions.push(action.clone());
                let first = *seen.entry(action.clone()).or_insert(position);
                let first = self.intern(Term::Act(first), None);
                return Ok(self.intern(Term::Act(position), Some(first)));
            }
            Process::Call(name) => match self.names.binary_search(name) {
                Ok(position) => Term::Call(position),
                Err(_) => return Err(Ill::Undefined(name.clone())),
            },
            Process::Sequence(list) => Term::Sequence(all(list, self)?),
            Process::Choice(list) => {
                let mut branches = all(list, self)?;
                let mut kept = FxHashSet::default();
                branches.retain(|branch| {
                    let is_new = kept.insert(self.canonical[*branch]);
                    if !is_new {
                        self.repeat(*branch);
                    }
                    is_new
                });
                match branches.as_slice() {
                    [only] => return Ok(*only),
                    _ => Term::Choice(branches),
                }
            }
            Process::Parallel(list) => match all(list, self)?.as_slice() {
                [only] => return Ok(*only),
                children => Term::Parallel(children.to_vec()),
            },
        };
        let first = |list: &[TermId]| list.iter().map(|part| self.canonical[*part]).collect();
        let canonical = match &term {
            Term::Sequence(list) => Term::Sequence(first(list)),
            Term::Choice(list) => Term::Choice(first(list)),
            Term::Parallel(list) => Term::Parallel(first(list)),
            other => other.clone(),
        };
        let canonical = self.intern(canonical, None);
        Ok(self.intern(term, Some(canonical)))
    }

    /// The id of a term; without a canonical one it is its own.
    fn intern(&mut self, term: Term, canonical: Option<TermId>) -> TermId {
        let next = self.terms.len();
        let id = *self.term_index.entry(term.clone()).or_insert(next);
        if id == next {
            self.terms.push(term);
            self.canonical.push(canonical.unwrap_or(next));
        }
        id
    }

    /// The actions of a term stand in a remainder that was written before.
    fn repeat(&mut self, term: TermId) {
        let mut left = vec![term];
        while let Some(term) = left.pop() {
            match &self.terms[term] {
                Term::End | Term::Call(_) => {}
                Term::Act(action) => {
                    self.repeated.insert(*action);
                }
                Term::Sequence(list) | Term::Choice(list) | Term::Parallel(list) => left.extend(list),
            }
        }
    }

    /// The actions that stand only in remainders that were written before.
    pub fn repeated(&self) -> Vec<A> {
        let mut positions: Vec<usize> = self.repeated.iter().copied().collect();
        positions.sort_unstable();
        positions.into_iter().map(|position| self.actions[position].clone()).collect()
    }

    pub fn term(&self, id: TermId) -> &Term {
        &self.terms[id]
    }

    pub fn body(&self, definition: usize) -> TermId {
        self.bodies[definition]
    }

    /// The top of a stack and what is below it; `None` for the empty stack.
    pub fn split(&self, stack: StackId) -> Option<(TermId, StackId)> {
        (stack != 0).then(|| self.stacks[stack])
    }

    /// First `term`, then what is on `below`. What can never be reached is left out.
    pub fn push(&mut self, term: TermId, below: StackId) -> StackId {
        match self.terms[term].clone() {
            Term::End => below,
            Term::Sequence(list) => list.into_iter().rev().fold(below, |stack, t| self.push(t, stack)),
            _ => {
                let below = if self.can_end(term) { below } else { 0 };
                let next = self.stacks.len();
                let id = *self.stack_index.entry((self.canonical[term], below)).or_insert(next);
                if id == next {
                    self.stacks.push((term, below));
                } else if self.stacks[id].0 != term {
                    self.repeat(term);
                }
                id
            }
        }
    }

    fn can_end(&self, term: TermId) -> bool {
        match &self.terms[term] {
            Term::End | Term::Act(_) => true,
            Term::Call(definition) => self.ends[*definition],
            Term::Sequence(list) | Term::Parallel(list) => list.iter().all(|t| self.can_end(*t)),
            Term::Choice(list) => list.iter().any(|t| self.can_end(*t)),
        }
    }

    /// Least fixpoint of "can come to an end" over the definitions.
    fn find_ends(&mut self) {
        self.ends = vec![false; self.bodies.len()];
        loop {
            let next: Vec<bool> = self.bodies.iter().map(|body| self.can_end(*body)).collect();
            if next == self.ends {
                return;
            }
            self.ends = next;
        }
    }

    /// Whether a term is over without doing anything.
    pub fn is_over(&self, term: TermId) -> bool {
        match &self.terms[term] {
            Term::End => true,
            Term::Act(_) | Term::Call(_) => false,
            Term::Sequence(list) | Term::Parallel(list) => list.iter().all(|t| self.is_over(*t)),
            Term::Choice(list) => !list.is_empty() && list.iter().all(|t| self.is_over(*t)),
        }
    }

    fn check(&self) -> Result<(), Ill> {
        let count = self.bodies.len();
        let mut first = vec![FxHashSet::default(); count];
        let mut calls = vec![Vec::new(); count];
        for definition in 0..count {
            self.first_calls(self.bodies[definition], &mut first[definition]);
            self.all_calls(self.bodies[definition], &mut |call, _, _| calls[definition].push(call));
        }
        let first: Vec<Vec<usize>> = first.into_iter().map(|calls| calls.into_iter().collect()).collect();
        let (unguarded, round) = (on_cycle(&first), components(&calls));
        for definition in 0..count {
            let name = &self.names[definition];
            if unguarded[definition] {
                return Err(Ill::Unguarded(name.clone()));
            }
            let mut found = Ok(());
            self.all_calls(self.bodies[definition], &mut |call, in_parallel, last| {
                let recursive = round[call] == round[definition];
                if recursive && in_parallel && found.is_ok() {
                    found = Err(Ill::RecursionInParallel(name.clone()));
                }
                if recursive && !last && self.ends[call] && found.is_ok() {
                    let callee = self.names[call].clone();
                    found = Err(Ill::RecursionNotLast { caller: name.clone(), callee });
                }
            });
            found?;
        }
        Ok(())
    }

    /// Calls that happen before any action.
    fn first_calls(&self, term: TermId, found: &mut FxHashSet<usize>) {
        match &self.terms[term] {
            Term::End | Term::Act(_) => {}
            Term::Call(definition) => {
                found.insert(*definition);
            }
            Term::Sequence(list) => {
                for t in list {
                    self.first_calls(*t, found);
                    if !self.is_over(*t) {
                        break;
                    }
                }
            }
            Term::Choice(list) | Term::Parallel(list) => {
                list.iter().for_each(|t| self.first_calls(*t, found));
            }
        }
    }

    /// Visits every call: whether it stands in a parallel composition, and whether it is the last
    /// thing its thread does.
    fn all_calls(&self, term: TermId, visit: &mut impl FnMut(usize, bool, bool)) {
        let mut left = vec![(term, false, true)];
        while let Some((term, in_parallel, last)) = left.pop() {
            match &self.terms[term] {
                Term::End | Term::Act(_) => {}
                Term::Call(definition) => visit(*definition, in_parallel, last),
                Term::Sequence(list) => {
                    let end = list.len().wrapping_sub(1);
                    left.extend(list.iter().enumerate().map(|(i, t)| (*t, in_parallel, last && i == end)));
                }
                Term::Choice(list) => left.extend(list.iter().map(|t| (*t, in_parallel, last))),
                Term::Parallel(list) => left.extend(list.iter().map(|t| (*t, true, true))),
            }
        }
    }
}
