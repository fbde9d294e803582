//! The set of states on the device: four allocations, because devices give only part of their memory at a time. Which one
//! a state belongs to follows from its hash alone, so each grows by itself.
//!
//! An entry is a packed state with its stamp, or, where memory is short, half as many bits: the bucket tells the rest of a small
//! entry (quotienting), so how many bits it needs depends on how many buckets there are.

use synod_printers::opencl::Layout;

use crate::device::{Argument, Broken, Machine, Memory};
use crate::kernels::{Kernels, NO_ROOM, Tally};

/// The allocations of the table.
pub(crate) const PARTS: usize = 4;

/// Of so many places in a thousand at most one waits to be taken, before the table grows.
const FULL_ENOUGH: u64 = 850;

/// Bits of a small entry that say how many buckets were full before it, as in the program.
const PROBE_BITS: u32 = 5;

/// The fewest bits of a stamp with which a level, the next and all before them are told apart.
const LEAST_STAMP: u32 = 3;

/// How the bits of small entries are used: half a word for states of one word, a word for those of two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Small {
    stamp_bits: u32,
    /// What the bucket does not tell of the first word.
    quotient_bits: u32,
}

impl Small {
    /// For states that are packed like this in tables of so many buckets and more; `None` if they need too many bits.
    fn new(layout: &Layout, buckets: u64) -> Option<Small> {
        let bits = match layout.words {
            1 => 32,
            2 => 64,
            _ => return None,
        };
        let quotient_bits = layout.bits_of_word(0).saturating_sub(buckets.checked_ilog2()?);
        let second = if layout.words == 2 { layout.bits_of_word(1) } else { 0 };
        let stamp_bits = u32::checked_sub(bits, quotient_bits + second + PROBE_BITS)?;
        (stamp_bits >= LEAST_STAMP)
            .then_some(Small { stamp_bits: stamp_bits.min(layout.stamp_bits), quotient_bits })
    }

    /// The options with which a program has such entries.
    pub fn options(self) -> String {
        format!("-D SMALL -D SMALL_STAMP={} -D QUOTIENT_BITS={}", self.stamp_bits, self.quotient_bits)
    }

    /// The greatest stamp.
    pub fn last_stamp(self) -> u32 {
        (1 << self.stamp_bits) - 1
    }
}

/// How allocations are divided.
#[derive(Clone, Copy)]
pub(crate) struct Shape {
    /// Bytes of an entry.
    entry: u64,
    /// Places in a bucket.
    slots: u64,
}

impl Shape {
    /// Entries of so many words.
    fn new(words: usize) -> Self {
        let slots = match words {
            1 => 4,
            2 => 2,
            _ => 1,
        };
        Shape { entry: 8 * words as u64, slots }
    }

    /// Twice as many small entries in buckets that are as long.
    pub fn small(self) -> Self {
        Shape { entry: self.entry / 2, slots: self.slots * 2 }
    }

    fn places(self, part: &Memory) -> u64 {
        part.words * 8 / self.entry
    }

    fn buckets(self, part: &Memory) -> u64 {
        self.places(part) / self.slots
    }
}

pub(crate) struct Table {
    parts: Vec<Memory>,
    pub shape: Shape,
}

impl Table {
    /// An empty table with so many places, at least.
    pub fn new(machine: &Machine, kernels: &Kernels, words: usize, places: u64) -> Result<Self, Broken> {
        let mut table = Table { parts: Vec::new(), shape: Shape::new(words) };
        for _ in 0..PARTS {
            let part = table.part(machine, kernels, places.div_ceil(PARTS as u64))?;
            table.parts.push(part);
        }
        Ok(table)
    }

    fn part(&self, machine: &Machine, kernels: &Kernels, places: u64) -> Result<Memory, Broken> {
        let Shape { entry, slots } = self.shape;
        let memory = machine.allocate(places.div_ceil(slots).max(16) * slots * entry / 8)?;
        kernels.clear(machine, &memory)?;
        Ok(memory)
    }

    /// How many states it has room for.
    pub fn places(&self) -> u64 {
        self.parts().map(|(_, places)| places).sum()
    }

    /// The small entries that it could have in the same memory, if states are packed like this.
    pub fn small(&self, layout: &Layout) -> Option<Small> {
        let buckets = self.parts.iter().map(|part| self.shape.buckets(part)).min()?;
        Small::new(layout, buckets)
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
        places * self.shape.entry + self.bytes() / PARTS as u64
    }

    /// How many places an allocation of so many bytes has.
    pub fn places_in(&self, bytes: u64) -> u64 {
        bytes / self.shape.entry
    }

    /// Its allocations, each with how many places it has.
    pub fn parts(&self) -> impl Iterator<Item = (&Memory, u64)> {
        self.parts.iter().map(|part| (part, self.shape.places(part)))
    }

    /// What kernels are told of it.
    pub fn arguments(&self) -> Vec<Argument<'_>> {
        let buckets = self.parts.iter().map(|part| buckets(self.shape, part));
        self.parts.iter().map(Argument::Memory).chain(buckets).collect()
    }

    /// Moves all states to larger allocations, one after the other. Says whether they fit: if not, the allocations that are left are
    /// as they were.
    pub fn grow(&mut self, machine: &Machine, kernels: &Kernels, places: u64) -> Result<bool, Broken> {
        let mut tally = Tally::new(machine)?;
        for number in 0..PARTS {
            let larger = self.part(machine, kernels, places.div_ceil(PARTS as u64))?;
            let old = &self.parts[number];
            let count = self.shape.places(old);
            let arguments = [
                Argument::Memory(old),
                buckets(self.shape, old),
                Argument::Long(count),
                Argument::Memory(&larger),
                buckets(self.shape, &larger),
                Argument::Memory(&tally.memory),
            ];
            machine.launch_for(&kernels.mover, &arguments, count)?;
            if tally.read(machine)?[NO_ROOM] > 0 {
                return Ok(false);
            }
            self.parts[number] = larger;
        }
        Ok(true)
    }

    /// Puts states of a list, with their stamps, into the allocation where they belong, which is divided like this.
    pub fn take_in(
        &self,
        (number, shape): (usize, Shape),
        machine: &Machine,
        kernels: &Kernels,
        list: &Memory,
        count: u64,
        tally: &Tally,
    ) -> Result<(), Broken> {
        let part = &self.parts[number];
        let arguments = [
            Argument::Memory(list),
            Argument::Long(count),
            Argument::Memory(part),
            buckets(shape, part),
            Argument::Memory(&tally.memory),
        ];
        machine.launch_for(&kernels.bring, &arguments, count)
    }
}

/// What kernels are told of an allocation besides where it is.
pub(crate) fn buckets(shape: Shape, part: &Memory) -> Argument<'static> {
    Argument::Long(shape.buckets(part))
}
