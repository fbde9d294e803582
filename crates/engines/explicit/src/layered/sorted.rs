//! Visited states in sorted runs, which are in files or in memory. What steps lead to is collected, sorted, and compared with all that
//! is known, many states at a time: runs are read from their beginning to their end, never here and there (delayed duplicate detection, after
//! Roscoe 1994 and Korf 2003).
//!
//! Each layer is a run of its own, which is kept for the run that leads to a violation. So that few runs have to be searched, those
//! that are older are merged.

use std::ops::ControlFlow;
use std::sync::Arc;

use synod_core::{Budget, Scratch};

use super::memory::Memory;
use super::runs::{Files, Merged, Run, RunReader, RunWriter};
use super::search::{Failure, GoOn};

/// Bytes of states that are sorted in memory, for files: this share of the memory there is, or so much if it is not limited.
const SHARE: u64 = 4;
const BUFFER: u64 = if cfg!(test) { 256 } else { 512 << 20 };

/// The same for runs in memory: at least so many bytes, and so many for each state that is known.
const SMALLEST_BUFFER: u64 = if cfg!(test) { 256 } else { 1 << 20 };
const BUFFER_PER_STATE: u64 = 2;

/// Runs that may be searched before some are merged.
const RUNS: usize = if cfg!(test) { 3 } else { 12 };

/// States between two looks at the clock.
const BETWEEN_CHECKS: u64 = 1 << 13;

/// Who is told of states until he breaks.
type VisitState<'a> = dyn FnMut(&[u64]) -> Result<ControlFlow<()>, Failure> + 'a;

pub(super) struct Sorted {
    files: Arc<Files>,
    words: usize,
    /// States that steps lead to, in any order; and how many bytes of them are too many, if runs are in files.
    found: Vec<u64>,
    most: Option<u64>,
    /// Those that are new, in order.
    new: Vec<Arc<Run>>,
    /// All layers, and how many states they have.
    layers: Vec<Arc<Run>>,
    states: u64,
    /// What is left of the layer at hand.
    reader: Option<RunReader>,
    /// Runs that together have all states, the oldest first.
    known: Vec<Arc<Run>>,
}

impl Sorted {
    /// No states of so many words, to be kept in files.
    pub fn in_files(scratch: Arc<dyn Scratch>, words: usize, budget: &Budget) -> Self {
        let most = budget.memory_left().map_or(BUFFER, |left| left / SHARE);
        Sorted { most: Some(most), ..Self::new(scratch, words) }
    }

    /// The same, to be kept in memory.
    pub fn in_memory(words: usize) -> Self {
        Self::new(Arc::new(Memory::default()), words)
    }

    fn new(scratch: Arc<dyn Scratch>, words: usize) -> Self {
        Sorted {
            files: Files::new(scratch),
            words,
            found: Vec::new(),
            most: None,
            new: Vec::new(),
            layers: Vec::new(),
            states: 0,
            reader: None,
            known: Vec::new(),
        }
    }

    /// Puts what was found in order, each state once.
    fn sort(&mut self) {
        fn sort_words<const N: usize>(words: &mut Vec<u64>) {
            let (states, _) = words.as_chunks_mut::<N>();
            states.sort_unstable();
            let mut kept = usize::from(!states.is_empty());
            for at in 1..states.len() {
                if states[at] != states[kept - 1] {
                    states[kept] = states[at];
                    kept += 1;
                }
            }
            words.truncate(kept * N);
        }
        match self.words {
            1 => sort_words::<1>(&mut self.found),
            2 => sort_words::<2>(&mut self.found),
            3 => sort_words::<3>(&mut self.found),
            4 => sort_words::<4>(&mut self.found),
            words => {
                let mut states: Vec<&[u64]> = self.found.chunks_exact(words).collect();
                states.sort_unstable();
                states.dedup();
                self.found = states.concat();
            }
        }
    }

    /// Makes a run of those that are new among the states that were found.
    fn compare(&mut self, go_on: GoOn) -> Result<(), Failure> {
        self.sort();
        let known = self.known.iter().chain(&self.new).map(|run| RunReader::new(Arc::clone(run)));
        let mut known = known.collect::<std::io::Result<Vec<RunReader>>>()?;
        let mut writer = RunWriter::new(&self.files, self.words);
        let bytes = self.bytes();
        for (state, number) in std::iter::zip(self.found.chunks_exact(self.words), 1u64..) {
            if number.is_multiple_of(BETWEEN_CHECKS) {
                go_on(bytes)?;
            }
            let mut is_known = false;
            for reader in &mut known {
                is_known = is_known || reader.seek(state)?;
            }
            if !is_known {
                writer.push(state)?;
            }
        }
        self.found.clear();
        self.new.push(Arc::new(writer.end()?));
        Ok(())
    }

    /// One run of several.
    fn merged(&self, runs: &[Arc<Run>], go_on: GoOn) -> Result<Arc<Run>, Failure> {
        if let [run] = runs {
            return Ok(Arc::clone(run));
        }
        let mut merged = Merged::new(runs.iter().cloned())?;
        let mut writer = RunWriter::new(&self.files, self.words);
        let (mut count, bytes) = (0u64, self.bytes());
        while let Some(state) = merged.next()? {
            writer.push(state)?;
            count += 1;
            if count.is_multiple_of(BETWEEN_CHECKS) {
                go_on(bytes)?;
            }
        }
        Ok(Arc::new(writer.end()?))
    }

    /// Merges runs where there are many, so that each state is copied few times.
    fn merge(&mut self, go_on: GoOn) -> Result<(), Failure> {
        if self.known.len() <= RUNS {
            return Ok(());
        }
        // Those that are together as large as the one before them; or else the last two.
        let mut first = self.known.len() - 2;
        let mut younger: u64 = self.known[first..].iter().map(|run| run.len).sum();
        while first > 0 && self.known[first - 1].len <= younger {
            first -= 1;
            younger += self.known[first].len;
        }
        let merged = self.merged(&self.known[first..], go_on)?;
        self.known.truncate(first);
        self.known.push(merged);
        Ok(())
    }

    /// Takes states that belong to the next layer unless they are known, each any number of times.
    pub fn add(&mut self, states: &[u64], go_on: GoOn) -> Result<(), Failure> {
        let most = self.most.unwrap_or_else(|| SMALLEST_BUFFER.max(self.states * BUFFER_PER_STATE));
        let needed = self.found.len() + states.len();
        if self.most.is_none() && self.found.capacity() < needed {
            // Where every byte counts, it grows by half, and to no more than is ever in it.
            let full = (most / 8) as usize + states.len();
            let room = full.min(needed + needed / 2);
            self.found.reserve_exact(room - self.found.len());
        }
        self.found.extend_from_slice(states);
        if self.found.len() as u64 * 8 >= most { self.compare(go_on) } else { Ok(()) }
    }

    /// The next layer becomes the one at hand, once all of that was taken. Says how many states it has.
    pub fn next_layer(&mut self, go_on: GoOn) -> Result<u64, Failure> {
        self.compare(go_on)?;
        let layer = self.merged(&self.new, go_on)?;
        self.new.clear();
        self.states += layer.len;
        let states = layer.len;
        self.reader = Some(RunReader::new(Arc::clone(&layer))?);
        self.known.push(Arc::clone(&layer));
        self.layers.push(layer);
        self.merge(go_on)?;
        Ok(states)
    }

    /// Takes some states of the layer at hand, at most so many; none if none are left.
    pub fn take(&mut self, most: usize, states: &mut Vec<u64>) -> Result<(), Failure> {
        let Some(reader) = &mut self.reader else { return Ok(()) };
        for _ in 0..most {
            let Some(state) = reader.state() else { break };
            states.extend_from_slice(state);
            reader.advance()?;
        }
        Ok(())
    }

    /// Calls `visit` with the states of a layer until it breaks.
    pub fn layer(&self, number: u64, visit: &mut VisitState) -> Result<(), Failure> {
        let Some(layer) = self.layers.get(number as usize) else { return Ok(()) };
        let mut reader = RunReader::new(Arc::clone(layer))?;
        while let Some(state) = reader.state() {
            if visit(state)?.is_break() {
                break;
            }
            reader.advance()?;
        }
        Ok(())
    }

    /// Bytes in memory.
    pub fn bytes(&self) -> u64 {
        let runs = self.layers.iter().chain(&self.known).chain(&self.new);
        let held = self.found.capacity() as u64 * 8 + runs.map(|run| run.held()).sum::<u64>();
        if self.most.is_none() { held + self.files.bytes() } else { held }
    }

    /// Bytes in files, at the most so far.
    pub fn file_bytes(&self) -> u64 {
        if self.most.is_none() { 0 } else { self.files.peak() }
    }
}
