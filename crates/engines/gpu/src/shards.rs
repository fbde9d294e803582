//! Shards: states divided by their hash, where one table is too small for all of them.
//!
//! The table of a card holds one shard at a time; its other shards wait in memory of the processor, as the entries that
//! the table had. A step to a state of another shard puts it into an outbox, from where it is brought to its table when the
//! level is done. Twice as many shards divide each into two, so nothing is searched again for it.

use std::mem;

use synod_printers::opencl::Layout;

use crate::device::{Argument, Broken, Machine};
use crate::expand::{Listed, Places};
use crate::kernels::NO_ROOM;
use crate::search::{Failure, Limits, List, Search};
use crate::table::PARTS;

/// The highest bit of all words of an entry but the first.
const SET: u64 = 1 << 63;

/// States that an outbox has room for at first.
const FIRST_OUTBOX: u64 = 1 << 18;

/// An outgoing list is rid of what stands in it twice when it has become so long.
const LONG: usize = 1 << 20;

fn mix(word: u64) -> u64 {
    const FACTOR: u64 = 0xd6e8_feb8_6659_fd93;
    let word = (word ^ word >> 32).wrapping_mul(FACTOR);
    let word = (word ^ word >> 32).wrapping_mul(FACTOR);
    word ^ word >> 32
}

/// Which of some shards a packed state belongs to, as in the program.
pub(crate) fn owner(state: impl IntoIterator<Item = u64>, shards: u32) -> u32 {
    let hash = state
        .into_iter()
        .fold(0_u64, |hash, word| mix(hash.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(word)));
    (((hash >> 2 & 0xffff) * u64::from(shards)) >> 16) as u32
}

/// The words of the state that an entry of the table stands for.
fn state_of<'e>(layout: &Layout, entry: &'e [u64]) -> impl Iterator<Item = u64> + 'e {
    let key = u64::MAX >> layout.stamp_bits;
    let masks = std::iter::once(key).chain(std::iter::repeat(!SET));
    std::iter::zip(entry, masks).map(|(word, mask)| word & mask)
}

/// A shard outside the table: for each allocation what was in it.
#[derive(Default)]
struct Waiting {
    parts: [Vec<u64>; PARTS],
}

/// States on their way to other shards.
pub(crate) struct Outgoing {
    words: usize,
    /// By shard, one state after the other.
    lists: Vec<Vec<u64>>,
    /// How long each was when it was rid of what stood in it twice.
    sorted: Vec<usize>,
}

impl Outgoing {
    pub fn new(words: usize, shards: u32) -> Self {
        let count = shards as usize;
        Outgoing { words, lists: vec![Vec::new(); count], sorted: vec![0; count] }
    }

    /// The shards that states belong to.
    pub fn shards(&self) -> u32 {
        self.lists.len() as u32
    }

    /// Adds states, one after the other.
    pub fn add(&mut self, states: &[u64]) {
        for state in states.chunks_exact(self.words) {
            let shard = owner(state.iter().copied(), self.shards()) as usize;
            self.lists[shard].extend_from_slice(state);
        }
        for (list, sorted) in std::iter::zip(&mut self.lists, &mut self.sorted) {
            if list.len() > LONG.max(2 * *sorted) {
                let mut states: Vec<&[u64]> = list.chunks_exact(self.words).collect();
                states.sort_unstable();
                states.dedup();
                *list = states.concat();
                *sorted = list.len();
            }
        }
    }

    /// All of it, by shard; nothing is left.
    pub fn take(&mut self) -> Vec<Vec<u64>> {
        mem::replace(self, Outgoing::new(self.words, self.shards())).lists
    }

    pub fn bytes(&self) -> u64 {
        self.lists.iter().map(|list| list.capacity() as u64 * 8).sum()
    }
}

/// The shards of one card.
pub(crate) struct Shards {
    /// How many there are on all cards.
    pub all: u32,
    /// The number of the first that is here.
    pub first: u32,
    /// Which of those that are here is in the table, if any.
    resident: Option<usize>,
    /// The others; nothing stands for the one in the table.
    waiting: Vec<Waiting>,
    /// For each how many states it has up to the level at hand, and how many of the next were found.
    pub stored: Vec<u64>,
    pub found: Vec<u64>,
    /// Where states of other shards are put on the card.
    outbox: Option<List>,
    pub outgoing: Outgoing,
}

impl Shards {
    /// One shard is here, of so many.
    pub fn new(first: u32, all: u32, words: usize) -> Self {
        Shards {
            all,
            first,
            resident: Some(0),
            waiting: vec![Waiting::default()],
            stored: vec![0],
            found: vec![0],
            outbox: None,
            outgoing: Outgoing::new(words, all),
        }
    }

    /// How many are here.
    pub fn here(&self) -> usize {
        self.waiting.len()
    }

    /// The positions of those that are here; the one in the table is first.
    pub fn order(&self) -> Vec<usize> {
        let first = self.resident.unwrap_or(0);
        let others = (0..self.here()).filter(|shard| *shard != first);
        std::iter::once(first).chain(others).collect()
    }

    /// The one in the table.
    pub fn at_hand(&self) -> usize {
        self.resident.unwrap_or(0)
    }

    /// Whether steps may lead to other shards.
    pub fn is_divided(&self) -> bool {
        self.all > 1
    }

    /// The bytes of the processor's memory.
    pub fn bytes(&self) -> u64 {
        let waiting = self.waiting.iter().flat_map(|shard| &shard.parts);
        waiting.map(|part| part.capacity() as u64 * 8).sum::<u64>() + self.outgoing.bytes()
    }

    pub fn outbox_bytes(&self) -> u64 {
        self.outbox.as_ref().map_or(0, |outbox| outbox.memory.words * 8)
    }

    /// Whether so many states fit into the outbox. If not, it is made larger if the card gives that much.
    pub fn has_room(
        &mut self,
        machine: &Machine,
        words: usize,
        sent: u64,
        most: u64,
    ) -> Result<bool, Broken> {
        if self.outbox.as_ref().is_some_and(|outbox| sent <= outbox.room) {
            return Ok(true);
        }
        let room = (sent + sent / 2).max(FIRST_OUTBOX).min(most);
        if self.outbox.as_ref().is_none_or(|outbox| outbox.room < room) {
            // The old one is given back first.
            self.outbox = None;
            self.outbox = Some(List::new(machine, room, words)?);
        }
        Ok(false)
    }

    /// What kernels are told of them.
    pub fn arguments(&self) -> Vec<Argument<'_>> {
        let Some(outbox) = &self.outbox else { return Vec::new() };
        vec![
            Argument::Int(self.first + self.at_hand() as u32),
            Argument::Int(self.all),
            Argument::Memory(&outbox.memory),
            Argument::Long(outbox.room),
        ]
    }

    /// Takes what a launch has put into the outbox.
    pub fn collect(&mut self, machine: &Machine, words: usize, sent: u64) -> Result<(), Broken> {
        if let Some(outbox) = self.outbox.as_ref().filter(|_| sent > 0) {
            let states = machine.read(&outbox.memory, sent as usize * words)?;
            self.outgoing.add(&states);
        }
        Ok(())
    }

    /// Takes a number from the stamps of all that waits, down to 1, as on the card.
    pub fn age(&mut self, layout: &Layout, by: u64) {
        let (words, shift) = (layout.words, layout.stamp_shift());
        for entry in self
            .waiting
            .iter_mut()
            .flat_map(|shard| &mut shard.parts)
            .flat_map(|part| part.chunks_exact_mut(words))
        {
            let stamp = entry[0] >> shift;
            let less = if stamp > by + 1 { stamp - by } else { 1 };
            entry[0] = entry[0] & (u64::MAX >> layout.stamp_bits) | less << shift;
        }
    }

    /// Begins anew, with nothing in any of them.
    pub fn clear(&mut self) {
        self.resident = Some(0);
        self.waiting.iter_mut().for_each(|shard| *shard = Waiting::default());
        self.stored.fill(0);
        self.found.fill(0);
        self.outgoing = Outgoing::new(self.outgoing.words, self.all);
    }
}

impl Search {
    /// Brings one of the shards that are here into the table. Entries come back in another order, so a table that was full almost
    /// to the last place may not hold them again: then the table is empty, the shard waits as before, and the card is full.
    pub fn enter(&mut self, shard: usize, limits: Limits) -> Result<(), Failure> {
        if self.shards.resident == Some(shard) {
            return Ok(());
        }
        self.leave(limits)?;
        let waiting = mem::take(&mut self.shards.waiting[shard]);
        if self.bring_back(&waiting, limits)? {
            self.shards.resident = Some(shard);
            return Ok(());
        }
        self.shards.waiting[shard] = waiting;
        self.clear_table()?;
        Err(Failure::Full)
    }

    /// Puts all entries of a shard into the empty table, if they fit.
    fn bring_back(&mut self, waiting: &Waiting, limits: Limits) -> Result<bool, Failure> {
        let (words, room) = (self.layout.words, self.frontier.room as usize);
        for (number, entries) in waiting.parts.iter().enumerate() {
            for some in entries.chunks(room * words) {
                self.check(limits)?;
                self.machine.write(&mut self.frontier.memory, some)?;
                let count = (some.len() / words) as u64;
                self.tally.reset(&self.machine, 0)?;
                let part = (number, self.table.shape);
                let (table, list) = (&self.table, &self.frontier.memory);
                table.take_in(part, &self.machine, &self.kernels, list, count, &self.tally)?;
                if self.tally.read(&self.machine)?[NO_ROOM] > 0 {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// Takes the shard that is in the table out of it. What is listed is no longer so.
    fn leave(&mut self, limits: Limits) -> Result<(), Failure> {
        let Some(shard) = self.shards.resident else { return Ok(()) };
        self.is_listed = false;
        let words = self.layout.words;
        let mut places = Places::default();
        while let Some((number, count)) = self.list_next(&mut places, &Listed::Entries)? {
            let entries = self.machine.read(&self.frontier.memory, count as usize * words)?;
            self.shards.waiting[shard].parts[number].extend(entries);
            self.check(limits)?;
        }
        self.shards.resident = None;
        self.clear_table()
    }

    /// Divides each shard into two. What has the stamp of a level counts as found, all else as stored.
    pub fn divide(&mut self, level: u64, limits: Limits) -> Result<(), Failure> {
        self.leave(limits)?;
        let stamp = u64::from(self.stamp(level));
        let (words, shift) = (self.layout.words, self.layout.stamp_shift());
        let shards = &mut self.shards;
        let old = mem::take(&mut shards.waiting);
        (shards.all, shards.first) = (2 * shards.all, 2 * shards.first);
        shards.stored = vec![0; 2 * old.len()];
        shards.found = vec![0; 2 * old.len()];
        shards.outgoing = Outgoing::new(words, shards.all);
        for shard in old {
            let here = shards.waiting.len();
            shards.waiting.extend([Waiting::default(), Waiting::default()]);
            for (number, entries) in shard.parts.into_iter().enumerate() {
                for entry in entries.chunks_exact(words) {
                    let owner = owner(state_of(&self.layout, entry), shards.all).wrapping_sub(shards.first);
                    let owner = owner as usize;
                    if !(here..here + 2).contains(&owner) {
                        return Err(Failure::Broken("a state was in the table of others".to_string()));
                    }
                    shards.waiting[owner].parts[number].extend_from_slice(entry);
                    let counted =
                        if entry[0] >> shift == stamp { &mut shards.found } else { &mut shards.stored };
                    counted[owner] += 1;
                }
                limits.budget.check(shards.bytes())?;
            }
        }
        Ok(())
    }
}
