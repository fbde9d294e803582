//! The search: layers are expanded a piece at a time, and a shortest run to a state is found backwards through them.

use std::io::Error;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};

use synod_core::{Budget, Listing, Progress, Stop, System, Tick, Trace, initial_states_within};

use super::sorted::Sorted;

use crate::expand::Expander;
use crate::explore::{InvariantWatch, SearchEnd, Space};
use crate::limits::Limits;
use crate::model::PackedModel;
use crate::path::{find_step, violating_run};

/// States that are expanded together: few enough for what they lead to to stay in the caches of the processor.
const PIECE: usize = if cfg!(test) { 64 } else { 1 << 14 };

/// States expanded between two looks at the clock, when a run is looked for.
const BETWEEN_CHECKS: u64 = 256;

/// Why a search did not come to its end.
#[derive(Debug)]
pub(super) enum Failure {
    Stopped(Stop),
    /// Something is wrong with the files.
    Files(Error),
}

impl From<Stop> for Failure {
    fn from(stop: Stop) -> Self {
        Failure::Stopped(stop)
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Failure::Files(error)
    }
}

/// Asks whether to go on, given the bytes that the visited states take in memory. To be called every few milliseconds.
pub(super) type GoOn<'a> = &'a dyn Fn(u64) -> Result<(), Stop>;

/// How a search ended that came to its end.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Ended {
    /// Everything was expanded.
    Complete,
    /// Everything up to the depth that was asked for was.
    Depth,
    /// This state of the layer at hand violates the watch, and none nearer to the initial ones.
    Violated(Vec<u64>),
}

/// A progress that is told about pieces, and tells of the whole.
struct Whole<'a> {
    progress: &'a dyn Progress,
    states: AtomicU64,
    depth: AtomicU64,
    /// Bytes of visited states.
    memory: AtomicU64,
}

impl Progress for Whole<'_> {
    fn tick(&self, tick: Tick) {
        let of = |number: &AtomicU64| number.load(Ordering::Relaxed);
        self.progress.tick(Tick {
            states: of(&self.states),
            depth: of(&self.depth),
            memory: of(&self.memory) + tick.memory,
            ..tick
        });
    }
}

/// A search, and what it has found.
pub(super) struct LayeredSearch<'a> {
    pub model: &'a PackedModel,
    pub system: &'a System,
    pub visited: Sorted,
    /// The piece at hand, and counts of all that were.
    pub piece: Space,
    /// States found, the layer at hand among them.
    pub states: u64,
    /// The number of the layer at hand.
    pub layer: u64,
    pub initial: u64,
    /// The most bytes in memory so far: of visited states, and in all.
    pub held: u64,
    pub peak: u64,
}

impl<'a> LayeredSearch<'a> {
    pub fn new(system: &'a System, model: &'a PackedModel, visited: Sorted) -> Self {
        let piece = Space::empty(model.layout.words);
        LayeredSearch { model, system, visited, piece, states: 0, layer: 0, initial: 0, held: 0, peak: 0 }
    }

    /// Searches until everything is expanded or the watch is violated.
    pub fn run(
        &mut self,
        watch: Option<&InvariantWatch>,
        budget: &Budget,
        progress: &dyn Progress,
    ) -> Result<Ended, Failure> {
        let whole = Whole {
            progress,
            states: AtomicU64::new(0),
            depth: AtomicU64::new(0),
            memory: AtomicU64::new(0),
        };
        let limits = Limits::new(budget, &whole);
        let ended = self.search(watch, &limits, &whole);
        self.peak = limits.peak().max(self.held);
        ended
    }

    fn search(
        &mut self,
        watch: Option<&InvariantWatch>,
        limits: &Limits,
        whole: &Whole,
    ) -> Result<Ended, Failure> {
        let budget = limits.budget;
        let go_on = |bytes: u64| limits.check(bytes, || Tick { memory: bytes, ..Tick::default() });
        self.list_initial(budget, &go_on)?;
        self.initial = self.visited.next_layer(&go_on)?;
        self.states = self.initial;
        let mut states = Vec::new();
        loop {
            whole.states.store(self.states, Ordering::Relaxed);
            whole.depth.store(self.layer, Ordering::Relaxed);
            loop {
                states.clear();
                self.visited.take(PIECE, &mut states)?;
                if states.is_empty() {
                    break;
                }
                whole.memory.store(self.visited.bytes(), Ordering::Relaxed);
                if let Some(violation) = self.expand(&states, limits, watch)? {
                    return Ok(Ended::Violated(violation));
                }
                self.give(&mut states, &go_on)?;
                self.held = self.held.max(self.visited.bytes());
                go_on(self.visited.bytes() + self.piece.bytes())?;
            }
            let found = self.visited.next_layer(&go_on)?;
            self.held = self.held.max(self.visited.bytes());
            if found == 0 {
                return Ok(Ended::Complete);
            }
            self.states += found;
            self.layer += 1;
            if budget.depth.is_some_and(|limit| self.layer > limit) {
                return Ok(Ended::Depth);
            }
        }
    }

    fn list_initial(&mut self, budget: &Budget, go_on: GoOn) -> Result<(), Failure> {
        let words = self.model.layout.words;
        let (mut states, mut cut, mut failure) = (Vec::new(), false, None);
        let listing = initial_states_within(self.system, budget, &mut |state| {
            match self.model.layout.pack(state) {
                Err(_) => cut = true,
                Ok(words) => states.extend(words),
            }
            if states.len() >= PIECE * words {
                go_on(self.visited.bytes())?;
                if let Err(error) = self.visited.add(&states, go_on) {
                    failure = Some(error);
                    return Ok(ControlFlow::Break(()));
                }
                states.clear();
            }
            Ok(ControlFlow::Continue(()))
        });
        match failure {
            Some(error) => return Err(error),
            None => self.visited.add(&states, go_on)?,
        }
        self.piece.cut = cut || listing? == Listing::Cut;
        Ok(())
    }

    /// Expands states of the layer at hand. The one that violates the watch, if one does.
    fn expand(
        &mut self,
        states: &[u64],
        limits: &Limits,
        watch: Option<&InvariantWatch>,
    ) -> Result<Option<Vec<u64>>, Failure> {
        self.piece.restart(states, limits.budget)?;
        match self.piece.expand_level(self.model, limits, watch) {
            None | Some(SearchEnd::Complete | SearchEnd::Enough) => Ok(None),
            Some(SearchEnd::Stopped(stop)) => Err(Failure::Stopped(stop)),
            Some(SearchEnd::Violated(position)) => {
                let mut state = Vec::new();
                self.piece.store.read(position, &mut state);
                Ok(Some(state))
            }
        }
    }

    /// Gives what the steps of the piece lead to to the visited states.
    fn give(&mut self, states: &mut Vec<u64>, go_on: GoOn) -> Result<(), Failure> {
        let LayeredSearch { piece, visited, .. } = self;
        let mut state = Vec::new();
        for first in (piece.level_end..piece.store.len()).step_by(PIECE) {
            states.clear();
            for position in first..piece.store.len().min(first + PIECE as u64) {
                piece.store.read(position, &mut state);
                states.extend_from_slice(&state);
            }
            visited.add(states, go_on)?;
        }
        Ok(())
    }

    /// A shortest run from an initial state to a state of the layer at hand that violates a watch, with the step that does if it
    /// lies in one.
    pub fn run_to(&self, state: Vec<u64>, watch: &InvariantWatch, budget: &Budget) -> Result<Trace, Failure> {
        let mut expander = Expander::new(self.model);
        let mut run = state;
        let words = self.model.layout.words;
        let mut count = 0u64;
        for layer in (0..self.layer).rev() {
            let mut before = None;
            let target = &run[..words];
            self.visited.layer(layer, &mut |candidate| {
                count += 1;
                if count.is_multiple_of(BETWEEN_CHECKS) {
                    budget.check(self.visited.bytes())?;
                }
                if find_step(&mut expander, candidate, |step| step.next == target).is_none() {
                    return Ok(ControlFlow::Continue(()));
                }
                before = Some(candidate.to_vec());
                Ok(ControlFlow::Break(()))
            })?;
            let before = before.ok_or_else(|| Error::other("a state is missing"))?;
            run.splice(0..0, before);
        }
        Ok(violating_run(self.model, watch, &run))
    }
}
