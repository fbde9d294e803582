//! Breadth-first search of all reachable states, level by level, on several threads.
//!
//! The arena of the [`Store`] is the queue: a level is a range of positions, threads take turns to
//! expand some of it, and what they find is appended as the next level. Predecessors are not kept; see
//! [`crate::path`]. The search can stop at any time and go on later, so several properties share it.

use std::ops::ControlFlow;
use std::sync::atomic::Ordering;
use std::time::Duration;

use synod_core::{Budget, Listing, Silent, Stop, System, Tick, initial_states_within};

use crate::alphabet::{Alphabet, Marks};
use crate::checkpoint::{Journal, fingerprint};
use crate::expand::StateSummary;
use crate::limits::Limits;
use crate::ltl::Linear;
use crate::model::PackedModel;
use crate::program::Registers;
use crate::round::{Round, Task, Work};
use crate::steps::Steps;
use crate::store::{Inserted, Position, Reserve, Store};

/// A condition on every position of every run.
pub(crate) struct InvariantWatch<'a> {
    pub alphabet: &'a Alphabet,
    /// A formula about one position that must never hold. It does not talk of arrivals.
    pub never: &'a Linear,
}

impl InvariantWatch<'_> {
    /// Whether a state violates it, given the different marks of its steps if they are watched.
    pub fn is_violated(
        &self,
        model: &PackedModel,
        state: &[u64],
        local: StateSummary,
        marks: &[Marks],
        registers: &mut Registers,
    ) -> bool {
        let letter = self.alphabet.of_state(model, state, local, registers);
        let is_bad = |marks: &Marks| self.never.holds(self.never.root, letter | marks.now);
        // Of a step that is not explored nothing is known; a missing one satisfies no predicate.
        let is_alone = marks.is_empty() && (local.is_deadlock() || !self.alphabet.watches_steps());
        is_alone && is_bad(&Marks::default()) || marks.iter().any(is_bad)
    }

    /// A number that tells it from other conditions on the same system.
    fn fingerprint(&self) -> u64 {
        let Linear { nodes, atoms, root, .. } = self.never;
        fingerprint(&(nodes, atoms, root)).max(1)
    }
}

/// The reachable states found so far.
#[derive(Debug)]
pub(crate) struct Space {
    pub store: Store,
    /// Where each level begins.
    pub levels: Vec<Position>,
    /// Where the level at hand ends.
    pub level_end: Position,
    /// The first state that no thread has taken yet.
    pub cursor: Position,
    /// States before `cursor` that were not expanded to the end.
    pub pending: Vec<Position>,
    /// How many initial states there are.
    pub initial: u64,
    pub transitions: u64,
    /// Of them, those that partial-order reduction does not follow.
    pub left_out: u64,
    pub deadlocks: u64,
    pub faults: u64,
    /// Some step or initial state was left out because an integer is too large to be explored.
    pub cut: bool,
    /// Every reachable state was expanded (apart from those beyond a cut).
    pub complete: bool,
    /// Where steps lead to, of all states that were expanded to the end; if that is to be kept.
    pub steps: Option<Steps>,
    /// A watch that no expanded state violates, by its fingerprint; 0 if none is known.
    pub watched: u64,
    /// Where the search is saved, if it is.
    pub journal: Option<Journal>,
}

/// How a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SearchEnd {
    /// Everything was expanded.
    Complete,
    /// The watch was violated in this state, and in none nearer to the initial ones.
    Violated(Position),
    /// As many states were found as were asked for.
    Enough,
    Stopped(Stop),
}

/// How long states that are known already may be looked through when the budget is used up.
const GRACE: Duration = Duration::from_secs(1);

impl Space {
    /// No states, of so many words.
    pub fn empty(words: usize) -> Self {
        Space {
            store: Store::new(words),
            levels: Vec::new(),
            level_end: 0,
            cursor: 0,
            pending: Vec::new(),
            initial: 0,
            transitions: 0,
            left_out: 0,
            deadlocks: 0,
            faults: 0,
            cut: false,
            complete: false,
            steps: None,
            watched: 0,
            journal: None,
        }
    }

    /// The initial states. If there is no time or memory for all of them: how many were found.
    pub fn new(system: &System, model: &PackedModel, budget: &Budget) -> Result<Self, (Stop, u64)> {
        let mut store = Store::new(model.layout.words);
        store.allow_more(budget.memory_left());
        let mut reserve = Reserve::default();
        let (mut cut, mut seen) = (false, 0u32);
        let listing = initial_states_within(system, budget, &mut |state| {
            seen = seen.wrapping_add(1);
            if seen.is_multiple_of(256) {
                budget.check(store.bytes())?;
            }
            match model.layout.pack(state) {
                Err(_) => cut = true,
                Ok(mut words) => {
                    if let Some(representatives) = &model.representatives {
                        representatives.represent(&mut words);
                    }
                    while store.insert(&words, &mut reserve) == Inserted::Full {
                        store.make_more_room(budget.memory_left())?;
                    }
                }
            }
            Ok(ControlFlow::Continue(()))
        });
        store.settle([reserve]);
        let listing = listing.map_err(|stop| (stop, store.len()))?;
        let initial = store.len();
        let cut = cut || listing == Listing::Cut;
        let empty = Space::empty(model.layout.words);
        Ok(Space { store, levels: vec![0], level_end: initial, initial, cut, ..empty })
    }

    /// Bytes in use.
    pub fn bytes(&self) -> u64 {
        self.store.bytes() + self.steps.as_ref().map_or(0, Steps::bytes)
    }

    /// Whether there is memory for keeping steps too. They have 32 bits for a position.
    fn can_keep_steps(&self, budget: &Budget) -> bool {
        let left = budget.memory_left();
        self.store.is_narrow() && std::iter::zip(budget.memory, left).all(|(limit, left)| left > limit / 3)
    }

    /// Keeps where steps lead to from now on, as long as there is memory enough. Of the states that were
    /// expanded before they are found again.
    pub fn keep_steps(&mut self, model: &PackedModel, limits: &Limits) -> Result<(), Stop> {
        // Which steps of states were followed that were expanded before is not known any more.
        let is_late = model.stubborn.is_some() && self.cursor > 0;
        if self.steps.is_some() || is_late || !self.can_keep_steps(limits.budget) {
            return Ok(());
        }
        let task = (Task::Record, self.level_end);
        let round = Round::new(model, &self.store, limits, None, self.expanded(), task, self.tick());
        let total = round.run(limits.budget.threads);
        if let Some(SearchEnd::Stopped(stop)) = total.ended() {
            return Err(stop);
        }
        let mut steps = Steps::default();
        total.records.into_iter().for_each(|records| steps.absorb(records, &[]));
        self.steps = Some(steps);
        self.journal.iter_mut().for_each(Journal::forget_steps);
        Ok(())
    }

    /// The states expanded before.
    fn expanded(&self) -> Work {
        let mut except = self.pending.clone();
        except.sort_unstable();
        Work { first: vec![], range: 0..self.cursor, except }
    }

    /// The greatest distance at which states were found.
    pub fn depth(&self) -> u64 {
        let beyond = u64::from(self.level_end < self.store.len());
        self.levels.len() as u64 - 1 + beyond
    }

    /// Goes on until everything is expanded, the budget is used up or the watch is violated.
    pub fn explore(
        &mut self,
        model: &PackedModel,
        limits: &Limits,
        watch: Option<&InvariantWatch>,
    ) -> SearchEnd {
        self.explore_up_to(u64::MAX, model, limits, watch)
    }

    /// The same, but pauses when this many states are known.
    pub fn explore_up_to(
        &mut self,
        enough: u64,
        model: &PackedModel,
        limits: &Limits,
        watch: Option<&InvariantWatch>,
    ) -> SearchEnd {
        let budget = limits.budget;
        self.store.threads = budget.threads;
        self.store.allow_more(budget.memory_left());
        let fingerprint = watch.map_or(0, InvariantWatch::fingerprint);
        if let Some(watch) = watch
            && self.watched != fingerprint
            && let Some(ended) = self.scan(model, limits, watch)
        {
            return ended;
        }
        self.watched = fingerprint;
        loop {
            if self.pending.is_empty() && self.cursor == self.level_end {
                if self.level_end == self.store.len() {
                    self.complete = true;
                    self.save(true);
                    return SearchEnd::Complete;
                }
                if budget.depth.is_some_and(|limit| self.levels.len() as u64 > limit) {
                    return SearchEnd::Stopped(Stop::Depth);
                }
                self.levels.push(self.level_end);
                self.level_end = self.store.len();
            }
            if self.store.len() >= enough {
                return SearchEnd::Enough;
            }
            self.grow_early(budget);
            let ended = self.advance(model, limits, watch);
            match ended {
                Some(SearchEnd::Violated(_)) => self.watched = 0,
                ended => self.save(ended.is_some()),
            }
            if let Some(ended) = ended {
                return ended;
            }
        }
    }

    /// Forgets all states but these, which are all different: they are the level at hand, to be expanded.
    pub fn restart(&mut self, states: &[u64], budget: &Budget) -> Result<(), Stop> {
        self.store.clear();
        self.store.threads = budget.threads;
        self.store.allow_more(budget.memory_left());
        let (mut reserve, mut found) = (Reserve::default(), Vec::new());
        while !self.store.insert_all(states, &mut reserve, &mut found) {
            self.store.make_more_room(budget.memory_left())?;
        }
        self.levels.clear();
        self.levels.push(0);
        (self.level_end, self.cursor) = (self.store.len(), 0);
        self.pending.clear();
        Ok(())
    }

    /// Expands the level at hand. How the search ended, if it did before that was done.
    pub fn expand_level(
        &mut self,
        model: &PackedModel,
        limits: &Limits,
        watch: Option<&InvariantWatch>,
    ) -> Option<SearchEnd> {
        while !self.pending.is_empty() || self.cursor < self.level_end {
            self.grow_early(limits.budget);
            let ended = self.advance(model, limits, watch);
            if ended.is_some() {
                return ended;
            }
        }
        None
    }

    /// Makes a larger table before the one at hand is full.
    fn grow_early(&mut self, budget: &Budget) {
        if self.store.is_nearly_full() {
            self.store.allow_more(budget.memory_left());
            if self.store.can_grow() {
                self.store.grow();
            }
        }
    }

    /// Saves the search if it is time, or if it ends.
    fn save(&mut self, is_end: bool) {
        if let Some(mut journal) = self.journal.take() {
            journal.save(self, is_end);
            self.journal = Some(journal);
        }
    }

    /// Looks for a violation among the states expanded before. What is known is told even if there is no
    /// time left to find more.
    fn scan(&self, model: &PackedModel, limits: &Limits, watch: &InvariantWatch) -> Option<SearchEnd> {
        let mut grace = Budget::unlimited().timeout(GRACE);
        grace.threads = limits.budget.threads;
        let overtime = Limits::new(&grace, &Silent);
        let limits = if limits.budget.check(0).is_ok() { limits } else { &overtime };
        let task = (Task::Look, self.level_end);
        let round = Round::new(model, &self.store, limits, Some(watch), self.expanded(), task, self.tick());
        round.run(limits.budget.threads).ended()
    }

    /// Expands as much of the level at hand as the table has room for.
    fn advance(
        &mut self,
        model: &PackedModel,
        limits: &Limits,
        watch: Option<&InvariantWatch>,
    ) -> Option<SearchEnd> {
        let first = std::mem::take(&mut self.pending);
        let work = Work { first, range: self.cursor..self.level_end, except: vec![] };
        if !self.can_keep_steps(limits.budget) {
            self.steps = None;
        }
        let task = if self.steps.is_some() { Task::Record } else { Task::Insert };
        let mut round =
            Round::new(model, &self.store, limits, watch, work, (task, self.level_end), self.tick());
        round.until = self.journal.as_ref().map(Journal::due);
        let mut total = round.run(limits.budget.threads);
        let taken = round.taken.load(Ordering::Relaxed);
        let work = round.work;
        self.pending = std::mem::take(&mut total.unfinished);
        self.pending.extend(work.first.iter().skip(taken));
        self.cursor += (taken.saturating_sub(work.first.len()) as u64).min(self.level_end - self.cursor);
        self.transitions += total.transitions;
        self.left_out += total.left_out;
        self.deadlocks += total.deadlocks;
        self.faults += total.faults;
        self.cut |= total.cut;
        let moves = self.store.settle(total.reserves.drain(..));
        if let Some(steps) = &mut self.steps {
            total.records.drain(..).for_each(|records| steps.absorb(records, &moves));
        }
        if let Some(ended) = total.ended() {
            return Some(ended);
        }
        if total.full
            && let Err(stop) = self.store.make_more_room(limits.budget.memory_left())
        {
            return Some(SearchEnd::Stopped(stop));
        }
        None
    }

    fn tick(&self) -> Tick {
        Tick {
            states: self.store.len(),
            transitions: self.transitions,
            depth: self.depth(),
            memory: self.bytes(),
            ..Tick::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use synod_testing::{Fragment, questions, runner};

    use super::*;

    #[test]
    fn as_many_states_are_found_with_wide_positions() {
        let mut budget = Budget::unlimited();
        budget.int_bound = 3;
        let test = |(system, _): (System, synod_core::Formula)| {
            let model = PackedModel::new(&system, budget.int_bound);
            let search = |is_wide: bool, threads: usize| {
                let mut budget = budget.clone();
                budget.threads = threads;
                let limits = Limits::new(&budget, &Silent);
                let mut space = Space::new(&system, &model, &budget).ok()?;
                if is_wide {
                    space.store.widen();
                }
                let ended = space.explore(&model, &limits, None);
                let counts = (space.store.len(), space.transitions, space.deadlocks, space.faults);
                Some((ended, counts, space.levels, space.steps.is_some()))
            };
            let narrow = search(false, 1);
            prop_assert_eq!(&narrow, &search(true, 1));
            prop_assert_eq!(&narrow, &search(true, 3));
            Ok(())
        };
        runner(300).run(&questions(Fragment::Linear), test).unwrap();
    }
}
