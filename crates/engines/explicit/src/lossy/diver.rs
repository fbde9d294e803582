//! One thread of a depth-first search that keeps the states on its way, and only bits of the others.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use synod_core::{Stop, Tick};

use super::pool::{Pool, Run};
use super::visited::{Effort, Seen, Visited};
use crate::alphabet::Marks;
use crate::expand::Expander;
use crate::explore::InvariantWatch;
use crate::limits::Limits;
use crate::model::PackedModel;
use crate::program::Registers;

/// States between two looks at the limits.
const STATES_BETWEEN_CHECKS: u64 = 256;

/// A search, as all its threads see it.
pub(super) struct Search<'a> {
    pub model: &'a PackedModel,
    pub watches: &'a [InvariantWatch<'a>],
    pub limits: &'a Limits<'a>,
    pub visited: Visited,
    /// What insertions have come to.
    pub effort: AtomicU64,
    pub pool: Pool,
    /// Says that another search has found a violation.
    pub is_over: &'a AtomicBool,
    pub states: AtomicU64,
    pub transitions: AtomicU64,
    /// The most steps from an initial state to one that was expanded.
    pub depth: AtomicU64,
    /// Bytes on the way of all threads.
    pub held: AtomicU64,
}

/// Why a search ended before everything was expanded.
pub(super) enum Cut {
    /// This run violates the watch of this number.
    Violated(Run, usize),
    Stopped(Stop),
    /// Somebody else has found a violation.
    Over,
}

impl<'a> Search<'a> {
    /// A search from these initial states.
    pub fn new(
        model: &'a PackedModel,
        watches: &'a [InvariantWatch<'a>],
        limits: &'a Limits<'a>,
        visited: Visited,
        initial: &[Run],
        is_over: &'a AtomicBool,
    ) -> Self {
        let mut effort = 0;
        let new = initial.iter().filter(|state| visited.insert(state, &mut effort) != Seen::Known).cloned();
        let pool = Pool::new(new.collect());
        let zero = || AtomicU64::new(0);
        let (states, transitions, depth, held) = (zero(), zero(), zero(), zero());
        let effort = AtomicU64::new(effort);
        Search { model, watches, limits, visited, effort, pool, is_over, states, transitions, depth, held }
    }

    /// Expands what is in the pool until nothing is left, on one of any number of threads.
    pub fn work(&self, seed: u64) -> Result<(), Cut> {
        self.pool.join();
        let mut diver = Diver::new(self, seed);
        let mut done = Ok(());
        while let (Ok(()), Some(run)) = (&done, self.pool.take()) {
            done = diver.dive(run);
        }
        diver.report();
        if done.is_err() {
            self.pool.close();
        }
        done
    }

    pub fn bytes(&self) -> u64 {
        self.visited.bytes() + self.held.load(Ordering::Relaxed)
    }
}

struct Diver<'a> {
    search: &'a Search<'a>,
    expander: Expander<'a>,
    registers: Registers,
    /// Random numbers for the order of steps.
    random: u64,
    words: usize,
    /// The states on the way, one after the other.
    run: Run,
    /// For the last of them, as many as were expanded here, where the states begin that are still to be tried from there.
    begins: Vec<usize>,
    open: Vec<u64>,
    /// Where the steps of the state at hand lead to, and in which order they are tried.
    targets: Vec<u64>,
    order: Vec<u32>,
    marks: Vec<Vec<Marks>>,
    states: u64,
    transitions: u64,
    deepest: u64,
    effort: Effort,
    /// Bytes reported.
    held: u64,
}

impl<'a> Diver<'a> {
    fn new(search: &'a Search<'a>, seed: u64) -> Self {
        Diver {
            search,
            expander: Expander::new(search.model),
            registers: Registers::new(),
            random: seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1,
            words: search.model.layout.words,
            run: Run::new(),
            begins: Vec::new(),
            open: Vec::new(),
            targets: Vec::new(),
            order: Vec::new(),
            marks: vec![Vec::new(); search.watches.len()],
            states: 0,
            transitions: 0,
            deepest: 0,
            effort: 0,
            held: 0,
        }
    }

    /// Visits all that can be reached from the last state of a run, and was not visited before.
    fn dive(&mut self, run: Run) -> Result<(), Cut> {
        self.run = run;
        self.begins.clear();
        self.open.clear();
        self.expand()?;
        while let Some(begin) = self.begins.last() {
            if self.open.len() > *begin {
                let next = self.open.len() - self.words;
                self.run.extend_from_slice(&self.open[next..]);
                self.open.truncate(next);
                self.expand()?;
            } else {
                self.begins.pop();
                self.run.truncate(self.run.len() - self.words);
            }
            if self.search.pool.is_wanted() {
                self.give();
            }
        }
        Ok(())
    }

    /// Expands the last state of the run: what it leads to and is new is to be tried.
    fn expand(&mut self) -> Result<(), Cut> {
        let Diver { search, expander, registers, run, targets, marks, words, .. } = self;
        let state = &run[run.len() - *words..];
        let depth = (run.len() / *words - 1) as u64;
        targets.clear();
        marks.iter_mut().for_each(Vec::clear);
        let mut stop = None;
        let mut go_on = || {
            stop = search.limits.budget.check(search.bytes()).err();
            stop.is_none()
        };
        let expanded = expander.expand_while(&mut go_on, state, &mut |step| {
            targets.extend_from_slice(step.next);
            for (watch, marks) in std::iter::zip(search.watches, &mut *marks) {
                if watch.alphabet.watches_steps() {
                    let mark = watch.alphabet.of_step(search.model, state, &step, registers);
                    if !marks.contains(&mark) {
                        marks.push(mark);
                    }
                }
            }
            ControlFlow::Continue(())
        });
        let ControlFlow::Continue(local) = expanded else {
            return Err(Cut::Stopped(stop.unwrap_or(Stop::Cancelled)));
        };
        for (number, (watch, marks)) in std::iter::zip(search.watches, &*marks).enumerate() {
            if watch.is_violated(search.model, state, local, marks, registers) {
                return Err(Cut::Violated(std::mem::take(run), number));
            }
        }
        self.states += 1;
        self.transitions += local.steps;
        self.deepest = self.deepest.max(depth);
        self.begins.push(self.open.len());
        if search.limits.budget.depth.is_none_or(|limit| depth < limit) {
            self.try_targets()?;
        }
        if self.states.is_multiple_of(STATES_BETWEEN_CHECKS) {
            self.check()?;
        }
        Ok(())
    }

    /// Adds those of the targets that are new to what is to be tried, in random order.
    fn try_targets(&mut self) -> Result<(), Cut> {
        let count = self.targets.len() / self.words;
        self.order.clear();
        self.order.extend(0..count as u32);
        for last in (1..count).rev() {
            self.random ^= self.random << 13;
            self.random ^= self.random >> 7;
            self.random ^= self.random << 17;
            self.order.swap(last, (self.random % (last as u64 + 1)) as usize);
        }
        for number in &self.order {
            let target = &self.targets[*number as usize * self.words..][..self.words];
            match self.search.visited.insert(target, &mut self.effort) {
                Seen::New => self.open.extend_from_slice(target),
                Seen::Known => {}
                Seen::Full => return Err(Cut::Stopped(Stop::Memory)),
            }
        }
        Ok(())
    }

    /// Gives away what is to be tried and nearest to the initial states, which probably has most behind it.
    fn give(&mut self) {
        let ends = self.begins.iter().skip(1).copied().chain([self.open.len()]);
        let Some(level) = std::iter::zip(&self.begins, ends).position(|(begin, end)| *begin < end) else {
            return;
        };
        // The last one is tried here.
        if self.open.len() == self.words {
            return;
        }
        let before = self.run.len() / self.words - self.begins.len();
        let begin = self.begins[level];
        let mut run = self.run[..(before + level + 1) * self.words].to_vec();
        run.extend(self.open.drain(begin..begin + self.words));
        self.begins[level + 1..].iter_mut().for_each(|begin| *begin -= self.words);
        self.search.pool.give(run);
    }

    /// Tells how far it is, and asks whether to go on.
    fn check(&mut self) -> Result<(), Cut> {
        self.report();
        let search = self.search;
        if search.is_over.load(Ordering::Relaxed) {
            return Err(Cut::Over);
        }
        let bytes = search.bytes();
        let tick = || Tick {
            states: search.states.load(Ordering::Relaxed),
            transitions: search.transitions.load(Ordering::Relaxed),
            depth: search.depth.load(Ordering::Relaxed),
            memory: bytes,
            ..Tick::default()
        };
        search.limits.check(bytes, tick).map_err(Cut::Stopped)
    }

    fn report(&mut self) {
        let search = self.search;
        search.states.fetch_add(std::mem::take(&mut self.states), Ordering::Relaxed);
        search.transitions.fetch_add(std::mem::take(&mut self.transitions), Ordering::Relaxed);
        search.effort.fetch_add(std::mem::take(&mut self.effort), Ordering::Relaxed);
        search.depth.fetch_max(self.deepest, Ordering::Relaxed);
        let held = (self.run.capacity() + self.open.capacity() + self.begins.capacity()) as u64 * 8;
        search.held.fetch_add(held.wrapping_sub(self.held), Ordering::Relaxed);
        self.held = held;
    }
}
