//! Breadth-first search on a device, level by level.
//!
//! A level is a list of states on the device; what their steps lead to goes into the table, and what is new into the list
//! of the next level. Each state in the table is stamped with its level, so a list that has no room for all of a level is
//! no loss: the level is found again in the table, piece by piece. A launch that finds the table full is done again after
//! the table has grown; what it had found stays. Stamps are few where states leave little room for them; then the older
//! ones are forgotten from time to time.

use std::time::Duration;

use synod_core::clock::Instant;
use synod_core::{Budget, Progress, Stop, Tick};
use synod_printers::opencl::{Layout, SearchProgram};

use crate::device::{Argument, Broken, DeviceKind, Machine, Memory};
use crate::expand::SMALLEST_LAUNCH;
use crate::kernels::{FOUND, Kernels, NO_ROOM, Tally};
use crate::shards::Shards;
use crate::table::Table;

/// Why a search ended before it was done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Failure {
    Stopped(Stop),
    Broken(String),
    /// The table is full, and the card has no memory for a larger one.
    Full,
}

impl From<Stop> for Failure {
    fn from(stop: Stop) -> Self {
        Failure::Stopped(stop)
    }
}

impl From<Broken> for Failure {
    fn from(Broken(what): Broken) -> Self {
        Failure::Broken(what)
    }
}

/// States that are kept as evidence at a time.
pub(crate) const EVIDENCE: usize = 256;

/// Bytes that a graphics processor finds its way in fast: where states lie anywhere in more of them, most of its time goes into
/// translating addresses (three times as much on an H200).
const WITHIN_REACH: u64 = 64 << 30;

/// Milliseconds between two ticks.
const BETWEEN_TICKS: Duration = Duration::from_millis(200);

impl Machine {
    /// The bytes that may be used on the device.
    pub fn allowed(&self, budget: &Budget) -> u64 {
        let own = match self.info.kind {
            DeviceKind::Gpu => self.info.memory / 100 * 94,
            DeviceKind::Other => self.info.memory / 100 * 60,
        };
        budget.memory.map_or(own, |limit| own.min(limit / 10 * 9))
    }

    /// Bytes of a table to begin with, of so many that may be used. A graphics processor clears its memory at once, and
    /// takes far longer to move states to a larger table; a processor shares its memory with others.
    fn first_bytes(&self, allowed: u64, is_product: bool) -> u64 {
        match self.info.kind {
            // Marks of a product lie beside its table, half as long.
            DeviceKind::Gpu if is_product => (allowed / 2).min(WITHIN_REACH / 3 * 2),
            DeviceKind::Gpu => (allowed / 4 * 3).min(WITHIN_REACH),
            DeviceKind::Other => (4 << 20).min(allowed / 8),
        }
    }
}

/// States on the device, one after the other.
pub(crate) struct List {
    pub memory: Memory,
    /// How many it has room for.
    pub room: u64,
}

impl List {
    pub fn new(machine: &Machine, room: u64, words: usize) -> Result<Self, Broken> {
        Ok(List { memory: machine.allocate(room * words as u64)?, room })
    }
}

/// Figures about what was found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Figures {
    pub states: u64,
    pub initial: u64,
    pub transitions: u64,
    pub dead_ends: u64,
    pub faults: u64,
    /// Some step or initial state was left out because an integer is too large to be explored.
    pub cut: bool,
}

impl Figures {
    /// The figures of both.
    pub fn with(self, other: &Figures) -> Self {
        Figures {
            states: self.states + other.states,
            initial: self.initial + other.initial,
            transitions: self.transitions + other.transitions,
            dead_ends: self.dead_ends + other.dead_ends,
            faults: self.faults + other.faults,
            cut: self.cut || other.cut,
        }
    }
}

/// What other cards had found when the level at hand was begun, for those who are told of progress.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Elsewhere {
    pub states: u64,
    pub transitions: u64,
}

/// The search of one card, which goes on where it stopped.
pub(crate) struct Search {
    pub machine: Machine,
    pub kernels: Kernels,
    pub layout: Layout,
    pub capacity: usize,
    pub table: Table,
    pub shards: Shards,
    /// The level at hand, if it is listed as a whole; and room for the next.
    pub frontier: List,
    pub next: List,
    pub is_listed: bool,
    /// How many states the level at hand has.
    pub level: u64,
    /// The distance of the level at hand from the initial states.
    pub depth: u64,
    /// Levels before this one are not told apart.
    pub base: u64,
    /// The level at hand is not expanded yet; if not, the search is complete.
    pub is_open: bool,
    pub tally: Tally,
    pub wanted: Memory,
    pub evidence: Memory,
    pub figures: Figures,
    pub elsewhere: Elsewhere,
    /// States to take at a time, by a launch and by a work group.
    pub launch: u64,
    pub lanes: u32,
    last_tick: Option<Instant>,
    pub peak: u64,
}

/// The budget of a search, and where its progress is told.
#[derive(Clone, Copy)]
pub(crate) struct Limits<'a> {
    pub budget: &'a Budget,
    pub progress: &'a dyn Progress,
}

impl Search {
    /// An empty table on a card, for one of so many shards.
    pub fn new(
        machine: Machine,
        program: &SearchProgram,
        (shard, shards): (u32, u32),
        limits: Limits,
    ) -> Result<Self, Failure> {
        let kernels = Kernels::new(&machine, &program.text, program.layout.memory.is_some(), None)?;
        let layout = program.layout.clone();
        let words = layout.words;
        let (table, room) = Search::first_table(&machine, &kernels, &layout, limits)?;
        Ok(Search {
            frontier: List::new(&machine, room, words)?,
            next: List::new(&machine, room, words)?,
            is_listed: true,
            level: 0,
            depth: 0,
            base: 0,
            is_open: true,
            tally: Tally::new(&machine)?,
            wanted: machine.allocate(words as u64)?,
            evidence: machine.allocate((EVIDENCE * words) as u64)?,
            figures: Figures::default(),
            elsewhere: Elsewhere::default(),
            launch: SMALLEST_LAUNCH,
            lanes: machine.width() as u32,
            last_tick: None,
            peak: 0,
            capacity: program.capacity,
            shards: Shards::new(shard, shards, words),
            machine,
            kernels,
            layout,
            table,
        })
    }

    /// A table to begin with, and how many states lists beside it have room for. Half of it is tried if a device, which
    /// others may use too, has no more.
    fn first_table(
        machine: &Machine,
        kernels: &Kernels,
        layout: &Layout,
        limits: Limits,
    ) -> Result<(Table, u64), Failure> {
        let word = 8 * layout.words as u64;
        let allocation = machine.info.largest_allocation / word;
        let allowed = machine.allowed(limits.budget);
        let wanted = machine.first_bytes(allowed, layout.memory.is_some()) / word;
        // All values that there are, with places left.
        let values = 1u64.checked_shl(layout.bits() + 1).unwrap_or(u64::MAX);
        let mut places = wanted.min(values).min(allocation * crate::table::PARTS as u64).max(1024);
        loop {
            let room = (places / 16).clamp(1024, allocation.max(1024));
            let table = Table::new(machine, kernels, layout.words, places).and_then(|table| {
                machine.finish()?;
                Ok(table)
            });
            match table {
                Ok(table) => return Ok((table, room)),
                Err(broken) if places <= 1 << 20 => return Err(broken.into()),
                Err(_) => places /= 2,
            }
            limits.budget.check(0)?;
        }
    }

    /// The same search with another condition to watch for.
    pub fn watch(&mut self, program: &SearchProgram) {
        self.kernels.watch(&program.text);
    }

    /// Begins anew: nothing is in the table.
    pub fn restart(&mut self) -> Result<(), Failure> {
        self.clear_table()?;
        self.shards.clear();
        (self.depth, self.base, self.is_open, self.is_listed) = (0, 0, true, true);
        self.figures = Figures::default();
        Ok(())
    }

    pub fn clear_table(&mut self) -> Result<(), Failure> {
        for (part, _) in self.table.parts() {
            self.kernels.clear(&self.machine, part)?;
        }
        Ok(())
    }

    /// Puts states of a level, one after the other, into the table; they belong to the shard that is there.
    pub fn seed(&mut self, states: &[u64], depth: u64, limits: Limits) -> Result<(), Failure> {
        const TOGETHER: usize = 1 << 18;
        let (words, shard) = (self.layout.words, self.shards.at_hand());
        for some in states.chunks(TOGETHER * words) {
            self.check(limits)?;
            let count = (some.len() / words) as u64;
            let mut memory = self.machine.allocate(some.len() as u64)?;
            self.machine.write(&mut memory, some)?;
            loop {
                let found = self.shards.found[shard];
                self.make_room(self.shards.stored[shard] + found + count, limits)?;
                self.tally.reset(&self.machine, found)?;
                let mut arguments =
                    vec![Argument::Memory(&memory), Argument::Long(count), Argument::Int(self.stamp(depth))];
                arguments.extend(self.table.arguments());
                arguments.extend([
                    Argument::Memory(&self.next.memory),
                    Argument::Long(self.next.room),
                    Argument::Memory(&self.tally.memory),
                ]);
                self.machine.launch_for(&self.kernels.seed, &arguments, count)?;
                let counts = self.tally.read(&self.machine)?;
                self.shards.found[shard] = counts[FOUND];
                if counts[NO_ROOM] == 0 {
                    break;
                }
                self.grow(limits)?;
            }
        }
        Ok(())
    }

    /// The stamp of a level.
    pub fn stamp(&self, depth: u64) -> u32 {
        if depth < self.base { 1 } else { (depth - self.base + 2) as u32 }
    }

    /// The greatest stamp.
    pub fn last_stamp(&self) -> u32 {
        self.kernels.last_small_stamp().unwrap_or(self.layout.last_stamp())
    }

    /// How long programs were built.
    pub fn building(&self) -> Duration {
        self.kernels.building
    }

    /// The bytes on the card.
    pub fn bytes(&self) -> u64 {
        let lists = (self.frontier.memory.words + self.next.memory.words) * 8;
        self.table.bytes() + lists + self.shards.outbox_bytes()
    }

    /// The bytes in the memory of the processor: a card has its own.
    pub fn host_bytes(&self) -> u64 {
        self.shards.bytes()
            + match self.machine.info.kind {
                DeviceKind::Gpu => 0,
                DeviceKind::Other => self.bytes(),
            }
    }

    /// What was found of the next level is the level at hand.
    pub fn arrive(&mut self, limits: Limits) -> Result<(), Failure> {
        let found = self.shards.found.iter().sum();
        for (stored, found) in std::iter::zip(&mut self.shards.stored, &mut self.shards.found) {
            *stored += std::mem::take(found);
        }
        self.figures.states += found;
        self.level = found;
        self.is_listed = found <= self.next.room && self.shards.here() == 1;
        std::mem::swap(&mut self.frontier, &mut self.next);
        if !self.is_listed && self.shards.here() == 1 {
            // A longer list, if there is memory for it; the level is found again in the table.
            let words = self.layout.words as u64;
            let room = found + found / 2;
            let more = room * words * 8;
            if self.bytes() + more <= self.machine.allowed(limits.budget) / 10 * 9
                && more <= self.machine.info.largest_allocation
                && more * 8 <= self.machine.allowed(limits.budget)
            {
                // The old one is given back first.
                self.frontier = List::new(&self.machine, 1, self.layout.words)?;
                self.frontier = List::new(&self.machine, room, self.layout.words)?;
            }
        }
        Ok(())
    }

    /// Lets levels before this one have the same stamp.
    pub fn forget_before(&mut self, depth: u64) -> Result<(), Failure> {
        let by = (depth - self.base) as u32;
        self.shards.age(&self.layout, u64::from(by));
        for (part, places) in self.table.parts() {
            let arguments = [Argument::Memory(part), Argument::Long(places), Argument::Int(by)];
            self.machine.launch_for(&self.kernels.age, &arguments, places)?;
        }
        self.base = depth;
        Ok(())
    }

    /// How far a state is from the initial ones; `None` if it was not found, or is too old to tell.
    pub fn depth_of(&mut self, state: &[u64]) -> Result<Option<u64>, Failure> {
        self.machine.write(&mut self.wanted, state)?;
        let mut arguments = self.table.arguments();
        arguments.extend([Argument::Memory(&self.wanted), Argument::Memory(&self.tally.memory)]);
        self.machine.launch_for(&self.kernels.stamp_of, &arguments, 1)?;
        let stamp = self.tally.read(&self.machine)?[FOUND];
        Ok(if stamp < 2 { None } else { Some(self.base + stamp - 2) })
    }

    /// Lets the table grow if it should. Says whether it did.
    pub fn make_room(&mut self, states: u64, limits: Limits) -> Result<bool, Failure> {
        let mut grew = false;
        while states > self.table.comfortable() && self.try_grow(limits)? {
            grew = true;
        }
        Ok(grew)
    }

    /// Lets the table grow if there is memory. Says whether it did.
    fn try_grow(&mut self, limits: Limits) -> Result<bool, Failure> {
        let (now, most) = (self.table.places(), self.machine.allowed(limits.budget));
        let lists = self.bytes() - self.table.bytes();
        let allocation = self.table.places_in(self.machine.info.largest_allocation);
        let fits = |places: u64| {
            lists + self.table.bytes_to_grow(places) <= most
                && places / crate::table::PARTS as u64 <= allocation
        };
        // A little more is not worth the way.
        let Some(places) =
            [4 * now, 2 * now, now + now / 2, now + now / 5].into_iter().find(|places| fits(*places))
        else {
            return Ok(false);
        };
        let fitted = self.table.grow(&self.machine, &self.kernels, places)?;
        self.peak = self.peak.max(self.bytes());
        // What has moved is not where a walk over the places looks for it, so it is no case of a table that stays.
        if fitted { Ok(true) } else { Err(Failure::Full) }
    }

    pub fn grow(&mut self, limits: Limits) -> Result<(), Failure> {
        match self.try_grow(limits)? {
            true => Ok(()),
            false => Err(Failure::Full),
        }
    }

    pub fn check(&mut self, limits: Limits) -> Result<(), Failure> {
        self.peak = self.peak.max(self.bytes());
        limits.budget.check(self.host_bytes())?;
        if self.last_tick.is_none_or(|last| last.elapsed() >= BETWEEN_TICKS) {
            self.last_tick = Some(Instant::now());
            limits.progress.tick(Tick {
                states: self.figures.states + self.elsewhere.states,
                transitions: self.figures.transitions + self.elsewhere.transitions,
                depth: self.depth,
                memory: self.bytes(),
                ..Tick::default()
            });
        }
        Ok(())
    }
}
