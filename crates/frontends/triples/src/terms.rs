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

/// A term. Equal terms have equal ids, so equal remainders are one control location.
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
    pub actions: Vec<A>,
    terms: Vec<Term>,
    term_index: FxHashMap<Term, TermId>,
    names: Vec<String>,
    bodies: Vec<TermId>,
    /// Whether the definition can come to an end.
    ends: Vec<bool>,
    stacks: Vec<(TermId, StackId)>,
    stack_index: FxHashMap<(TermId, StackId), StackId>,
    pub root: TermId,
}

impl<A: Clone + Eq + Hash> Terms<A> {
    /// Reads `root` and all definitions, and makes sure that a finite structure exists.
    pub fn new(definitions: &Definitions<A>, root: &Process<A>) -> Result<Self, Ill> {
        let mut terms = Terms {
            actions: Vec::new(),
            terms: Vec::new(),
            term_index: FxHashMap::default(),
            names: definitions.keys().cloned().collect(),
            bodies: Vec::new(),
            ends: Vec::new(),
            stacks: vec![(usize::MAX, 0)],
            stack_index: FxHashMap::default(),
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
                let next = self.actions.len();
                let position = *seen.entry(action.clone()).or_insert(next);
                if position == next {
                    self.actions.push(action.clone());
                }
                Term::Act(position)
            }
            Process::Call(name) => match self.names.binary_search(name) {
                Ok(position) => Term::Call(position),
                Err(_) => return Err(Ill::Undefined(name.clone())),
            },
            Process::Sequence(list) => Term::Sequence(all(list, self)?),
            Process::Choice(list) => {
                let mut branches = all(list, self)?;
                let mut kept = FxHashSet::default();
                branches.retain(|branch| kept.insert(*branch));
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
        Ok(*self.term_index.entry(term.clone()).or_insert_with(|| {
            self.terms.push(term);
            self.terms.len() - 1
        }))
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
                let id = *self.stack_index.entry((term, below)).or_insert(next);
                if id == next {
                    self.stacks.push((term, below));
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
