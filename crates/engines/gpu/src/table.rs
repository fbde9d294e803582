//! The set of states on the device: four allocations, because devices give only part of their memory at a time. Which one
//! a state belongs to follows from its hash alone, so each grows by itself.

use crate::device::{Argument, Broken, Machine, Memory};
use crate::search::{Kernels, NO_ROOM, Tally};

/// The allocations of the table.
pub(crate) const PARTS: usize = 4;

/// Of so many places in a thousand at most one waits to be taken, before the table grows.
const FULL_ENOUGH: u64 = 700;

pub(crate) struct Table {
    parts: Vec<Memory>,
    /// Words of a state.
    words: u64,
    /// Places in a bucket.
    slots: u64,
}

impl Table {
    /// An empty table with so many places, at least.
    pub fn new(machine: &Machine, kernels: &Kernels, words: usize, places: u64) -> Result<Self, Broken> {
        let slots = match words {
            1 => 4,
            2 => 2,
            _ => 1,
        };
        let mut table = Table { parts: Vec::new(), words: words as u64, slots };
        for _ in 0..PARTS {
            let part = table.part(machine, kernels, places.div_ceil(PARTS as u64))?;
            table.parts.push(part);
        }
        Ok(table)
    }

    fn part(&self, machine: &Machine, kernels: &Kernels, places: u64) -> Result<Memory, Broken> {
        let buckets = places.div_ceil(self.slots).max(16);
        let memory = machine.allocate(buckets * self.slots * self.words)?;
        kernels.clear(machine, &memory)?;
        Ok(memory)
    }

    /// How many states it has room for.
    pub fn places(&self) -> u64 {
        self.parts.iter().map(|part| part.words / self.words).sum()
    }

    /// How many states may be in it before it should grow.
    pub fn comfortable(&self) -> u64 {
        self.places() / 1000 * FULL_ENOUGH
    }

    pub fn bytes(&self) -> u64 {
        self.parts.iter().map(|part| part.words * 8).sum()
    }

    /// The bytes in use, at most, while it grows to so many places.
    pub fn bytes_to_grow(&self, places: u64) -> u64 {
        places * self.words * 8 + self.bytes() / PARTS as u64
    }

    /// Its allocations, each with how many places it has.
    pub fn parts(&self) -> impl Iterator<Item = (&Memory, u64)> {
        self.parts.iter().map(|part| (part, part.words / self.words))
    }

    /// What kernels are told of it.
    pub fn arguments(&self) -> Vec<Argument<'_>> {
        let buckets = self.parts.iter().map(|part| Argument::Long(part.words / self.words / self.slots));
        self.parts.iter().map(Argument::Memory).chain(buckets).collect()
    }

    /// Moves all states to larger allocations, one after the other.
    pub fn grow(&mut self, machine: &Machine, kernels: &Kernels, places: u64) -> Result<(), Broken> {
        for number in 0..PARTS {
            let larger = self.part(machine, kernels, places.div_ceil(PARTS as u64))?;
            let old = std::mem::replace(&mut self.parts[number], larger);
            let mut tally = Tally::new(machine)?;
            self.take_in(machine, kernels, number, &old, old.words / self.words, &tally)?;
            if tally.read(machine)?[NO_ROOM] > 0 {
                return Err(Broken("moving states to a larger table failed".to_string()));
            }
        }
        Ok(())
    }

    /// Puts entries, as they lay in one of the allocations, into the same one.
    pub fn take_in(
        &self,
        machine: &Machine,
        kernels: &Kernels,
        number: usize,
        entries: &Memory,
        count: u64,
        tally: &Tally,
    ) -> Result<(), Broken> {
        let part = &self.parts[number];
        let arguments = [
            Argument::Memory(entries),
            Argument::Long(count),
            Argument::Memory(part),
            Argument::Long(part.words / self.words / self.slots),
            Argument::Memory(&tally.memory),
        ];
        machine.launch_for(&kernels.mover, &arguments, count)
    }
}
