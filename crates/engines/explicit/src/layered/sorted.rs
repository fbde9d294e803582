//! Visited states in files. What steps lead to is collected, sorted, and compared with all that is known once for a whole layer:
//! files are read from their beginning to their end, never here and there (delayed duplicate detection, after Roscoe 1994 and Korf
//! 2003).
//!
//! Each layer is a run of its own, which is kept for the run that leads to a violation. So that few runs have to be searched, those
//! that are older are merged.

use std::ops::ControlFlow;
use std::sync::Arc;

use synod_core::{Budget, Scratch};

use super::runs::{Files, Merged, Run, RunReader, RunWriter};
use super::search::{Failure, GoOn, Visited};

/// Bytes of states that are sorted in memory, unless memory is limited: then it is this share of it.
const BUFFER: u64 = if cfg!(test) { 256 } else { 512 << 20 };
const SHARE: u64 = 4;

/// Runs that may be searched before some are merged.
const RUNS: usize = if cfg!(test) { 3 } else { 8 };

/// States between two looks at the clock.
const BETWEEN_CHECKS: u64 = 1 << 13;

pub(super) struct Sorted {
    files: Arc<Files>,
    words: usize,
    /// States that steps lead to, in any order, and how many words of them are too many.
    found: Vec<u64>,
    most: usize,
    /// The same in order, in files.
    spilled: Vec<Arc<Run>>,
    /// All layers.
    layers: Vec<Arc<Run>>,
    /// What is left of the layer at hand.
    reader: Option<RunReader>,
    /// Runs that together have all states, the oldest first.
    known: Vec<Arc<Run>>,
}

impl Sorted {
    pub fn new(scratch: Arc<dyn Scratch>, words: usize, budget: &Budget) -> Self {
        let bytes = budget.memory_left().map_or(BUFFER, |left| left / SHARE);
        Sorted {
            files: Files::new(scratch),
            words,
            found: Vec::new(),
            most: (bytes / 8) as usize,
            spilled: Vec::new(),
            layers: Vec::new(),
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

    /// Writes what was found to a file.
    fn spill(&mut self) -> Result<(), Failure> {
        self.sort();
        let mut run = RunWriter::new(&self.files, self.words);
        for state in self.found.chunks_exact(self.words) {
            run.push(state)?;
        }
        self.found.clear();
        self.spilled.push(Arc::new(run.end()?));
        Ok(())
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
        let mut merged = Merged::new(self.known[first..].iter().cloned())?;
        let mut writer = RunWriter::new(&self.files, self.words);
        let (mut count, bytes) = (0u64, self.bytes());
        while let Some(state) = merged.next()? {
            writer.push(state)?;
            count += 1;
            if count.is_multiple_of(BETWEEN_CHECKS) {
                go_on(bytes)?;
            }
        }
        self.known.truncate(first);
        self.known.push(Arc::new(writer.end()?));
        Ok(())
    }

    /// Calls `visit` with all that was found, in order, each state once.
    fn for_each_found(
        &mut self,
        mut visit: impl FnMut(&[u64]) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        if self.spilled.is_empty() {
            self.sort();
            return self.found.chunks_exact(self.words).try_for_each(visit);
        }
        self.spill()?;
        let mut merged = Merged::new(self.spilled.drain(..))?;
        while let Some(state) = merged.next()? {
            visit(state)?;
        }
        Ok(())
    }
}

impl Visited for Sorted {
    fn add(&mut self, states: &[u64], _: GoOn) -> Result<(), Failure> {
        self.found.extend_from_slice(states);
        if self.found.len() >= self.most { self.spill() } else { Ok(()) }
    }

    fn next_layer(&mut self, go_on: GoOn) -> Result<u64, Failure> {
        let known = self.known.iter().map(|run| RunReader::new(Arc::clone(run)));
        let mut known = known.collect::<std::io::Result<Vec<RunReader>>>()?;
        let mut writer = RunWriter::new(&self.files, self.words);
        let (mut count, bytes) = (0u64, self.bytes());
        self.for_each_found(|state| {
            count += 1;
            if count.is_multiple_of(BETWEEN_CHECKS) {
                go_on(bytes)?;
            }
            for reader in &mut known {
                if reader.seek(state)? {
                    return Ok(());
                }
            }
            Ok(writer.push(state)?)
        })?;
        drop(known);
        self.found.clear();
        let layer = Arc::new(writer.end()?);
        let states = layer.len;
        self.reader = Some(RunReader::new(Arc::clone(&layer))?);
        self.known.push(Arc::clone(&layer));
        self.layers.push(layer);
        self.merge(go_on)?;
        Ok(states)
    }

    fn take(&mut self, most: usize, states: &mut Vec<u64>) -> Result<(), Failure> {
        let Some(reader) = &mut self.reader else { return Ok(()) };
        for _ in 0..most {
            let Some(state) = reader.state() else { break };
            states.extend_from_slice(state);
            reader.advance()?;
        }
        Ok(())
    }

    fn layer(
        &self,
        number: u64,
        visit: &mut dyn FnMut(&[u64]) -> Result<ControlFlow<()>, Failure>,
    ) -> Result<(), Failure> {
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

    fn bytes(&self) -> u64 {
        let runs = self.layers.iter().chain(&self.known).chain(&self.spilled);
        self.found.capacity() as u64 * 8 + runs.map(|run| run.held()).sum::<u64>()
    }

    fn file_bytes(&self) -> u64 {
        self.files.peak()
    }
}
