//! Sorted runs: files of states in order, in blocks that are found by their first states and end with a checksum.

use std::cmp::Ordering;
use std::io::{Error, ErrorKind, Result};
use std::sync::Arc;
use std::sync::atomic::{self, AtomicU64};

use synod_core::Scratch;

use super::code::{Damaged, decode, encode, skip_to};
use crate::checkpoint::mix;

/// Bytes of a block, after which the next begins.
const BLOCK: usize = if cfg!(test) { 32 } else { 1 << 16 };

/// Blocks that are written at a time.
const WRITTEN: usize = 1 << 22;

/// Where files are, how much is in them, and names for the next.
#[derive(Debug)]
pub(super) struct Files {
    scratch: Arc<dyn Scratch>,
    made: AtomicU64,
    bytes: AtomicU64,
    peak: AtomicU64,
}

impl Files {
    pub fn new(scratch: Arc<dyn Scratch>) -> Arc<Self> {
        let [made, bytes, peak] = [0; 3].map(AtomicU64::new);
        Arc::new(Files { scratch, made, bytes, peak })
    }

    fn name(&self) -> String {
        format!("{:06}.run", self.made.fetch_add(1, atomic::Ordering::Relaxed))
    }

    fn append(&self, name: &str, bytes: &[u8]) -> Result<()> {
        self.scratch.append(name, bytes)?;
        let before = self.bytes.fetch_add(bytes.len() as u64, atomic::Ordering::Relaxed);
        self.peak.fetch_max(before + bytes.len() as u64, atomic::Ordering::Relaxed);
        Ok(())
    }

    /// How many bytes there are.
    pub fn bytes(&self) -> u64 {
        self.bytes.load(atomic::Ordering::Relaxed)
    }

    /// The most bytes there were at a time.
    pub fn peak(&self) -> u64 {
        self.peak.load(atomic::Ordering::Relaxed)
    }
}

/// A block of a run: where it is, how many states it has, and its checksum.
#[derive(Clone, Copy, Debug)]
struct Block {
    place: u64,
    bytes: u32,
    states: u32,
    sum: u64,
}

/// A file of states in order, each once. It is removed with the last who knows it.
#[derive(Debug)]
pub(super) struct Run {
    files: Arc<Files>,
    name: String,
    words: usize,
    /// How many states there are.
    pub len: u64,
    bytes: u64,
    blocks: Vec<Block>,
    /// The first state of each block, one after the other.
    firsts: Vec<u64>,
}

impl Drop for Run {
    fn drop(&mut self) {
        self.files.bytes.fetch_sub(self.bytes, atomic::Ordering::Relaxed);
        // If it cannot be removed, it is with the folder.
        let _ = self.files.scratch.remove(&self.name);
    }
}

impl Run {
    /// Bytes in memory.
    pub fn held(&self) -> u64 {
        (self.firsts.len() * 8 + self.blocks.len() * size_of::<Block>()) as u64
    }

    fn first(&self, block: usize) -> &[u64] {
        &self.firsts[block * self.words..][..self.words]
    }
}

fn checksum(bytes: &[u8]) -> u64 {
    let word = |bytes: &[u8]| bytes.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte));
    bytes.chunks(8).fold(bytes.len() as u64, |sum, bytes| mix(sum, word(bytes)))
}

/// Writes a run.
pub(super) struct RunWriter {
    run: Run,
    last: Vec<u64>,
    block: Vec<u8>,
    states: u32,
    /// Blocks that are not written yet.
    bytes: Vec<u8>,
}

impl RunWriter {
    pub fn new(files: &Arc<Files>, words: usize) -> Self {
        let run = Run {
            name: files.name(),
            files: Arc::clone(files),
            words,
            len: 0,
            bytes: 0,
            blocks: Vec::new(),
            firsts: Vec::new(),
        };
        RunWriter { run, last: Vec::new(), block: Vec::new(), states: 0, bytes: Vec::new() }
    }

    /// Adds a state that comes after all that were added.
    pub fn push(&mut self, state: &[u64]) -> Result<()> {
        if self.states == 0 {
            self.run.firsts.extend_from_slice(state);
        } else {
            encode(&self.last, state, &mut self.block);
        }
        self.last.clear();
        self.last.extend_from_slice(state);
        self.states += 1;
        self.run.len += 1;
        if self.block.len() >= BLOCK { self.close() } else { Ok(()) }
    }

    fn close(&mut self) -> Result<()> {
        let place = self.run.bytes + self.bytes.len() as u64;
        let bytes = self.block.len() as u32;
        self.run.blocks.push(Block { place, bytes, states: self.states, sum: checksum(&self.block) });
        self.bytes.append(&mut self.block);
        self.states = 0;
        if self.bytes.len() >= WRITTEN { self.flush() } else { Ok(()) }
    }

    fn flush(&mut self) -> Result<()> {
        // Counted first: what was written in part is taken away with the rest.
        self.run.bytes += self.bytes.len() as u64;
        self.run.files.append(&self.run.name, &self.bytes)?;
        self.bytes.clear();
        Ok(())
    }

    pub fn end(mut self) -> Result<Run> {
        if self.states > 0 {
            self.close()?;
        }
        self.flush()?;
        self.run.firsts.shrink_to_fit();
        self.run.blocks.shrink_to_fit();
        Ok(self.run)
    }
}

/// Reads a run from its beginning, and leaves out blocks where nothing is looked for.
pub(super) struct RunReader {
    run: Arc<Run>,
    /// The block at hand, its code, and how much of that was read.
    block: usize,
    code: Vec<u8>,
    read: usize,
    /// States of the block that are still to come.
    left: u32,
    state: Vec<u64>,
}

impl RunReader {
    pub fn new(run: Arc<Run>) -> Result<Self> {
        let mut reader = RunReader { run, block: 0, code: Vec::new(), read: 0, left: 0, state: Vec::new() };
        reader.open(0)?;
        Ok(reader)
    }

    /// The state at hand, if there is one.
    #[inline]
    pub fn state(&self) -> Option<&[u64]> {
        (!self.state.is_empty()).then_some(&self.state)
    }

    /// Goes to the first state of a block, if there is one.
    fn open(&mut self, block: usize) -> Result<()> {
        self.block = block;
        self.state.clear();
        let Some(Block { place, bytes, states, sum }) = self.run.blocks.get(block).copied() else {
            return Ok(());
        };
        self.code.resize(bytes as usize, 0);
        self.run.files.scratch.read_at(&self.run.name, place, &mut self.code)?;
        if checksum(&self.code) != sum {
            return Err(self.damaged());
        }
        (self.read, self.left) = (0, states - 1);
        self.state.extend_from_slice(self.run.first(block));
        Ok(())
    }

    fn damaged(&self) -> Error {
        let what = format!("the file `{}` is not what was written", self.run.name);
        Error::new(ErrorKind::InvalidData, what)
    }

    /// Goes to the next state.
    pub fn advance(&mut self) -> Result<()> {
        if self.left == 0 {
            return if self.state.is_empty() { Ok(()) } else { self.open(self.block + 1) };
        }
        self.left -= 1;
        let mut rest = &self.code[self.read..];
        if let Err(Damaged) = decode(&mut self.state, &mut rest) {
            return Err(self.damaged());
        }
        self.read = self.code.len() - rest.len();
        Ok(())
    }

    /// Goes to a state, or to the first one after it. Says whether it is there.
    pub fn seek(&mut self, wanted: &[u64]) -> Result<bool> {
        let beyond = self.block + 1;
        if self.run.blocks.len() > beyond && self.run.first(beyond) <= wanted {
            // The last block that does not begin after it; most often it is near.
            let mut reach = 1;
            while self.run.blocks.len() > beyond + reach && self.run.first(beyond + reach) <= wanted {
                reach *= 2;
            }
            let (mut low, mut high) = (beyond + reach / 2, self.run.blocks.len().min(beyond + reach));
            while high - low > 1 {
                let middle = low + (high - low) / 2;
                if self.run.first(middle) <= wanted { low = middle } else { high = middle }
            }
            self.open(low)?;
        }
        loop {
            if let (&mut [ref mut state], &[wanted]) = (&mut self.state[..], wanted) {
                let mut rest = &self.code[self.read..];
                let skipped = skip_to(wanted, state, &mut self.left, &mut rest);
                self.read = self.code.len() - rest.len();
                skipped.map_err(|Damaged| self.damaged())?;
            }
            match self.state().map(|state| state.cmp(wanted)) {
                Some(Ordering::Less) => self.advance()?,
                other => return Ok(other == Some(Ordering::Equal)),
            }
        }
    }
}

/// Reads several runs as one, in order. A state that is in several of them comes once.
pub(super) struct Merged {
    readers: Vec<RunReader>,
    state: Vec<u64>,
}

impl Merged {
    pub fn new(runs: impl IntoIterator<Item = Arc<Run>>) -> Result<Self> {
        let readers = runs.into_iter().map(RunReader::new).collect::<Result<Vec<RunReader>>>()?;
        Ok(Merged { readers, state: Vec::new() })
    }

    /// The next state.
    pub fn next(&mut self) -> Result<Option<&[u64]>> {
        let Some(least) = self.readers.iter().filter_map(RunReader::state).min() else { return Ok(None) };
        self.state.clear();
        self.state.extend_from_slice(least);
        for reader in &mut self.readers {
            if reader.state() == Some(&self.state) {
                reader.advance()?;
            }
        }
        Ok(Some(&self.state))
    }
}
