//! Breadth-first search of all reachable states, level by level, on several threads.
//!
//! The arena of the [`Store`] is the queue: a level is a range of positions, threads take turns to
//! expand some of it, and what they find is appended as the next level. Predecessors are not kept; see
//! [`crate::path`]. The search can stop at any time and go on later, so several properties share it.

use std::ops::ControlFlow;
use std::sync::atomic::Ordering;
use std::time::Duration;

use synod_core::{Budget, Listing, Silent, Stop, System, Tick, initial_states_within};

use crate::alphabet::Alphabet;
use crate::limits::Limits;
use crate::ltl::Linear;
use crate::model::PackedModel;
use crate::round::{Round, Task, Work};
use crate::steps::Steps;
use crate::store::{Inserted, Reserve, Store};

/// A condition on every position of every run.
pub(crate) struct InvariantWatch<'a> {
    pub alphabet: &'a Alphabet,
    /// A formula about one position that must never hold. It does not talk of arrivals.
    pub never: &'a Linear,
}

/// The reachable states found so far.
#[derive(Debug)]
pub(crate) struct Space {
    pub store: Store,
    /// Where each level begins.
    pub levels: Vec<u32>,
    /// Where the level at hand ends.
    level_end: u32,
    /// The first state that no thread has taken yet.
    cursor: u32,
    /// States before `cursor` that were not expanded to the end.
    pending: Vec<u32>,
    /// How many initial states there are.
    pub initial: u32,
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
}

/// How a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SearchEnd {
    /// Everything was expanded.
    Complete,
    /// The watch was violated in this state, and in none nearer to the initial ones.
    Violated(u32),
    /// As many states were found as were asked for.
    Enough,
    Stopped(Stop),
}

/// How long states that are known already may be looked through when the budget is used up.
const GRACE: Duration = Duration::from_secs(1);

impl Space {
    /// The initial states. If there is no time or memory for all of them: how many were found.
    pub fn new(system: &System, model: &PackedModel, budget: &Budget) -> Result<Self, (Stop, u32)> {
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
                        let has_more = store.allow_more(budget.memory_left());
                        match store.can_grow() {
                            true => store.grow(),
                            false if has_more => {}
                            false => return Err(Stop::Memory),
                        }
                    }
                }
            }
            Ok(ControlFlow::Continue(()))
        });
        store.settle([reserve]);
        let listing = listing.map_err(|stop| (stop, store.len()))?;
        let initial = store.len();
        Ok(Space {
            store,
            levels: vec![0],
            level_end: initial,
            cursor: 0,
            pending: Vec::new(),
            initial,
            transitions: 0,
            left_out: 0,
            deadlocks: 0,
            faults: 0,
            cut: cut || listing == Listing::Cut,
            complete: false,
            steps: None,
        })
    }

    /// Bytes in use.
    pub fn bytes(&self) -> u64 {
        self.store.bytes() + self.steps.as_ref().map_or(0, Steps::bytes)
    }

    /// Whether there is memory for keeping steps too.
    fn can_keep_steps(&self, budget: &Budget) -> bool {
        let left = budget.memory_left();
        std::iter::zip(budget.memory, left).all(|(limit, left)| left > limit / 3)
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
        self.explore_up_to(u32::MAX, model, limits, watch)
    }

    /// The same, but pauses when this many states are known.
    pub fn explore_up_to(
        &mut self,
        enough: u32,
        model: &PackedModel,
        limits: &Limits,
        watch: Option<&InvariantWatch>,
    ) -> SearchEnd {
        let budget = limits.budget;
        self.store.allow_more(budget.memory_left());
        if let Some(watch) = watch
            && let Some(ended) = self.scan(model, limits, watch)
        {
            return ended;
        }
        loop {
            if self.pending.is_empty() && self.cursor == self.level_end {
                if self.level_end == self.store.len() {
                    self.complete = true;
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
            if self.store.is_nearly_full() {
                self.store.allow_more(budget.memory_left());
                if self.store.can_grow() {
                    self.store.grow();
                }
            }
            if let Some(ended) = self.advance(model, limits, watch) {
                return ended;
            }
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
        let round = Round::new(model, &self.store, limits, watch, work, (task, self.level_end), self.tick());
        let mut total = round.run(limits.budget.threads);
        let taken = round.taken.load(Ordering::Relaxed);
        let work = round.work;
        self.pending = std::mem::take(&mut total.unfinished);
        self.pending.extend(work.first.iter().skip(taken));
        self.cursor += (taken.saturating_sub(work.first.len()) as u32).min(self.level_end - self.cursor);
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
        if total.full {
            let has_more = self.store.allow_more(limits.budget.memory_left());
            match self.store.can_grow() {
                true => self.store.grow(),
                false if has_more => {}
                false => return Some(SearchEnd::Stopped(Stop::Memory)),
            }
        }
        None
    }

    fn tick(&self) -> Tick {
        Tick {
            states: u64::from(self.store.len()),
            transitions: self.transitions,
            depth: self.depth(),
            memory: self.bytes(),
        }
    }
}
