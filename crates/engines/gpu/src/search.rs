//! Breadth-first search on a device, level by level.
//!
//! A level is a list of states on the device; what their steps lead to goes into the table, and what is new into the list
//! of the next level. Each state in the table is stamped with its level, so a list that has no room for all of a level is
//! no loss: the level is found again in the table, piece by piece. A launch that finds the table full is done again after
//! the table has grown; what it had found stays. Stamps are few where states leave little room for them; then the older
//! ones are forgotten from time to time.

use std::ops::Range;
use std::time::Duration;

use opencl3::kernel::Kernel;
use synod_core::clock::Instant;
use synod_core::{Budget, Progress, Stop, Tick};
use synod_printers::opencl::{Layout, SearchProgram};

use crate::cycles::CycleKernels;
use crate::device::{Argument, Broken, DeviceKind, Machine, Memory};
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

/// What kernels count, as in the program.
pub(crate) const FOUND: usize = 0;
const TRANSITIONS: usize = 1;
const DEAD_ENDS: usize = 2;
const FAULTS: usize = 3;
const CUT: usize = 4;
pub(crate) const NO_ROOM: usize = 5;
const BAD: usize = 6;
const HITS: usize = 7;
const SENT: usize = 8;
const COUNTS: usize = 9;

/// States that are kept as evidence at a time.
const EVIDENCE: usize = 256;

/// How long a launch should take: the budget is asked in between.
const LAUNCH: Duration = Duration::from_millis(60);
const SMALLEST_LAUNCH: u64 = 1 << 12;

/// States that an outbox has room for at most.
const LARGEST_OUTBOX: u64 = 1 << 24;

/// Milliseconds between two ticks.
const BETWEEN_TICKS: Duration = Duration::from_millis(200);

/// The numbers that kernels count.
pub(crate) struct Tally {
    pub memory: Memory,
}

impl Tally {
    pub fn new(machine: &Machine) -> Result<Self, Broken> {
        let mut tally = Tally { memory: machine.allocate(COUNTS as u64)? };
        tally.reset(machine, 0)?;
        Ok(tally)
    }

    /// Begins anew, with so many states found.
    pub fn reset(&mut self, machine: &Machine, found: u64) -> Result<(), Broken> {
        let mut counts = [0; COUNTS];
        counts[FOUND] = found;
        machine.write(&mut self.memory, &counts)
    }

    pub fn read(&mut self, machine: &Machine) -> Result<Vec<u64>, Broken> {
        machine.read(&self.memory, COUNTS)
    }
}

/// The kernels of a program. Those that depend on the model are built when they are needed first: each takes its time.
pub(crate) struct Kernels {
    clear: Kernel,
    seed: Kernel,
    collect: Kernel,
    pub mover: Kernel,
    pub compact: Kernel,
    age: Kernel,
    stamp_of: Kernel,
    /// Those for cycles of a product.
    pub cycles: Option<CycleKernels>,
    /// By what the steps are followed for.
    expand: [Option<Kernel>; TASKS],
    text: String,
    /// How long programs were built.
    pub building: Duration,
}

impl Kernels {
    pub fn new(machine: &Machine, text: &str, is_product: bool) -> Result<Self, Broken> {
        let began = Instant::now();
        let program = machine.build(text, Task::Insert.options())?;
        let kernel = |name: &str| machine.kernel(&program, name);
        let mut expand = [const { None }; TASKS];
        expand[Task::Insert as usize] = Some(kernel("expand")?);
        Ok(Kernels {
            clear: kernel("clear")?,
            seed: kernel("seed")?,
            collect: kernel("collect")?,
            mover: kernel("move")?,
            compact: kernel("compact")?,
            age: kernel("age")?,
            stamp_of: kernel("stamp_of")?,
            cycles: if is_product { Some(CycleKernels::new(machine, &program)?) } else { None },
            expand,
            text: text.to_string(),
            building: began.elapsed(),
        })
    }

    /// The same for another condition to watch for.
    fn watch(&mut self, text: &str) {
        self.expand = [const { None }; TASKS];
        self.text = text.to_string();
    }

    /// Builds what follows steps for a task, if it is not there.
    fn prepare(&mut self, machine: &Machine, task: Task) -> Result<&Kernel, Broken> {
        let place = &mut self.expand[task as usize];
        if place.is_none() {
            let began = Instant::now();
            let program = machine.build(&self.text, &format!("{} -D EXPAND_ONLY", task.options()))?;
            *place = Some(machine.kernel(&program, "expand")?);
            self.building += began.elapsed();
        }
        place.as_ref().ok_or_else(|| Broken("building the program failed".to_string()))
    }

    pub fn clear(&self, machine: &Machine, memory: &Memory) -> Result<(), Broken> {
        let arguments = [Argument::Memory(memory), Argument::Long(memory.words)];
        machine.launch_for(&self.clear, &arguments, memory.words)
    }
}

impl Machine {
    /// Work items in a group.
    pub fn width(&self) -> usize {
        if self.info.kind == DeviceKind::Gpu { 256 } else { 64 }
    }

    /// Starts a kernel for so many items.
    pub fn launch_for(&self, kernel: &Kernel, arguments: &[Argument], items: u64) -> Result<(), Broken> {
        let width = self.width();
        let groups = items.div_ceil(width as u64).clamp(1, self.most_groups() as u64);
        self.launch(kernel, arguments, groups as usize, width)
    }

    /// Work groups that are worth starting.
    fn most_groups(&self) -> usize {
        self.info.units as usize * if self.info.kind == DeviceKind::Gpu { 32 } else { 4 }
    }

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
            // Marks of a product lie beside its table.
            DeviceKind::Gpu if is_product => allowed / 2,
            DeviceKind::Gpu => allowed / 4 * 3,
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
    capacity: usize,
    pub table: Table,
    pub shards: Shards,
    /// The level at hand, if it is listed as a whole; and room for the next.
    pub frontier: List,
    next: List,
    pub is_listed: bool,
    /// How many states the level at hand has.
    level: u64,
    /// The distance of the level at hand from the initial states.
    pub depth: u64,
    /// Levels before this one are not told apart.
    pub base: u64,
    /// The level at hand is not expanded yet; if not, the search is complete.
    pub is_open: bool,
    pub tally: Tally,
    pub wanted: Memory,
    evidence: Memory,
    pub figures: Figures,
    pub elsewhere: Elsewhere,
    /// States to take at a time, by a launch and by a work group.
    launch: u64,
    lanes: u32,
    last_tick: Option<Instant>,
    pub peak: u64,
}

/// The budget of a search, and where its progress is told.
#[derive(Clone, Copy)]
pub(crate) struct Limits<'a> {
    pub budget: &'a Budget,
    pub progress: &'a dyn Progress,
}

/// How many kinds of work there are.
const TASKS: usize = 5;

/// What is to be done with the states of a level, numbered as in the program.
#[derive(Clone, Copy)]
pub(crate) enum Task {
    /// Their steps are followed.
    Insert,
    /// They are looked at.
    Look,
    /// Their steps are compared with the state that is wanted.
    Find,
    /// The states that their steps lead to are marked.
    Mark,
    /// Their steps are followed; where these lead to other shards, that is sent there.
    Share,
}

impl Task {
    /// The options with which a program does this alone.
    fn options(self) -> &'static str {
        match self {
            Task::Insert => "-D MODE=INSERT",
            Task::Look => "-D MODE=LOOK",
            Task::Find => "-D MODE=FIND",
            Task::Mark => "-D MODE=MARK -D MARKING",
            Task::Share => "-D MODE=INSERT -D SHARDED",
        }
    }

    /// Whether it puts states into the table.
    fn inserts(self) -> bool {
        matches!(self, Task::Insert | Task::Share)
    }
}

impl Search {
    /// An empty table on a card, for one of so many shards.
    pub fn new(
        machine: Machine,
        program: &SearchProgram,
        (shard, shards): (u32, u32),
        limits: Limits,
    ) -> Result<Self, Failure> {
        let kernels = Kernels::new(&machine, &program.text, program.layout.memory.is_some())?;
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

    /// How many levels have stamps of their own.
    pub fn window(&self) -> u64 {
        u64::from(self.layout.last_stamp()) - 1
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
    fn host_bytes(&self) -> u64 {
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

    /// Follows the steps of the level at hand, shard by shard. Says which states of it are bad.
    pub fn expand_level(&mut self, limits: Limits) -> Result<Vec<Vec<u64>>, Failure> {
        let task = if self.shards.is_divided() { Task::Share } else { Task::Insert };
        let mut bad = Vec::new();
        for shard in self.shards.order() {
            self.enter(shard, limits)?;
            let mut found = self.shards.found[shard];
            bad.extend(self.each(self.depth, task, &mut found, limits)?);
            self.shards.found[shard] = found;
        }
        Ok(bad)
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

    /// The states of a level that violate the condition that is watched.
    pub fn look(&mut self, depth: u64, limits: Limits) -> Result<Vec<Vec<u64>>, Failure> {
        self.first_of(depth, Task::Look, limits)
    }

    /// States of a level with a step to this one.
    pub fn before(&mut self, depth: u64, state: &[u64], limits: Limits) -> Result<Vec<Vec<u64>>, Failure> {
        self.machine.write(&mut self.wanted, state)?;
        self.first_of(depth, Task::Find, limits)
    }

    /// What the first shard with something to show has of a level.
    fn first_of(&mut self, depth: u64, task: Task, limits: Limits) -> Result<Vec<Vec<u64>>, Failure> {
        for shard in self.shards.order() {
            self.enter(shard, limits)?;
            let found = self.each(depth, task, &mut 0, limits)?;
            if !found.is_empty() {
                return Ok(found);
            }
        }
        Ok(Vec::new())
    }

    /// Does something with all states of a level.
    fn each(
        &mut self,
        depth: u64,
        task: Task,
        found: &mut u64,
        limits: Limits,
    ) -> Result<Vec<Vec<u64>>, Failure> {
        let before = self.figures;
        let mut evidence = Vec::new();
        if depth == self.depth && self.is_listed && self.is_open {
            self.list(self.level, task, depth, found, &mut evidence, limits, false)?;
        } else if self.pieces(depth, task, found, &mut evidence, limits)? == Pieces::Moved {
            // The table has grown meanwhile, and states are elsewhere. What was counted is counted again.
            loop {
                self.figures = before;
                evidence.clear();
                if self.pieces(depth, task, found, &mut evidence, limits)? == Pieces::Done {
                    break;
                }
            }
        }
        evidence.sort_unstable();
        evidence.dedup();
        Ok(evidence)
    }

    /// Does something with the states of a level, found in the table.
    fn pieces(
        &mut self,
        depth: u64,
        task: Task,
        found: &mut u64,
        evidence: &mut Vec<Vec<u64>>,
        limits: Limits,
    ) -> Result<Pieces, Failure> {
        // The list of the level at hand is of no use here unless that level is still to be expanded.
        let words = self.layout.words;
        let is_used = self.is_listed && self.is_open;
        let room = self.frontier.room;
        let spare = if is_used { Some(List::new(&self.machine, room.min(1 << 20), words)?) } else { None };
        let result = self.pieces_in(spare, depth, task, found, evidence, limits);
        let (result, spare) = result?;
        if let Some(own) = spare {
            self.frontier = own;
        }
        Ok(result)
    }

    /// The same, in a list that takes the place of the level at hand meanwhile.
    fn pieces_in(
        &mut self,
        spare: Option<List>,
        depth: u64,
        task: Task,
        found: &mut u64,
        evidence: &mut Vec<Vec<u64>>,
        limits: Limits,
    ) -> Result<(Pieces, Option<List>), Failure> {
        let own = spare.map(|spare| std::mem::replace(&mut self.frontier, spare));
        let stamp = self.stamp(depth);
        for number in 0..crate::table::PARTS {
            let mut from = 0;
            loop {
                let Some((part, places)) = self.table.parts().nth(number) else { break };
                if from >= places {
                    break;
                }
                let to = places.min(from + self.frontier.room);
                self.tally.reset(&self.machine, 0)?;
                let arguments = [
                    Argument::Memory(part),
                    Argument::Long(from),
                    Argument::Long(to),
                    Argument::Int(stamp),
                    Argument::Memory(&self.frontier.memory),
                    Argument::Long(self.frontier.room),
                    Argument::Memory(&self.tally.memory),
                ];
                self.machine.launch_for(&self.kernels.collect, &arguments, to - from)?;
                let count = self.tally.read(&self.machine)?[FOUND];
                let moved = self.list(count, task, depth, found, evidence, limits, true)?;
                if moved {
                    return Ok((Pieces::Moved, own));
                }
                from = to;
            }
        }
        Ok((Pieces::Done, own))
    }

    /// Does something with so many states of the list. Says whether the table grew and what is in it has moved, if that
    /// is of interest.
    #[allow(clippy::too_many_arguments)]
    fn list(
        &mut self,
        count: u64,
        task: Task,
        depth: u64,
        found: &mut u64,
        evidence: &mut Vec<Vec<u64>>,
        limits: Limits,
        in_pieces: bool,
    ) -> Result<bool, Failure> {
        let mut from = 0;
        while from < count {
            self.check(limits)?;
            let stored = self.shards.stored[self.shards.at_hand()];
            if task.inserts() && self.make_room(stored + *found, limits)? && in_pieces {
                return Ok(true);
            }
            let to = count.min(from + self.launch);
            let began = Instant::now();
            let counts = self.expand(from..to, task, depth, *found, &[])?;
            if task.inserts() {
                *found = counts[FOUND];
            }
            if counts[NO_ROOM] > 0 {
                self.grow(limits)?;
                if in_pieces {
                    return Ok(true);
                }
                continue;
            }
            if matches!(task, Task::Share) && !self.sends(counts[SENT])? {
                continue;
            }
            self.note(&counts, task, evidence)?;
            self.adapt(to - from, counts[TRANSITIONS], began.elapsed());
            from = to;
        }
        Ok(false)
    }

    /// Takes what a launch has sent to other shards. If it was too much, it is to be done again: there is more room then,
    /// or it is a shorter one.
    fn sends(&mut self, sent: u64) -> Result<bool, Failure> {
        let words = self.layout.words;
        let most = (self.machine.info.largest_allocation / 8 / words as u64).min(LARGEST_OUTBOX);
        if self.shards.has_room(&self.machine, words, sent, most)? {
            self.shards.collect(&self.machine, words, sent)?;
            return Ok(true);
        }
        if sent > most {
            if self.launch == 1 {
                return Err(Failure::Broken("a state has more steps than there is room for".to_string()));
            }
            self.launch /= 2;
        }
        Ok(false)
    }

    /// One launch, with what the task needs besides.
    fn expand(
        &mut self,
        states: Range<u64>,
        task: Task,
        depth: u64,
        found: u64,
        extra: &[Argument],
    ) -> Result<Vec<u64>, Failure> {
        self.kernels.prepare(&self.machine, task)?;
        if matches!(task, Task::Share) {
            self.shards.has_room(&self.machine, self.layout.words, 0, LARGEST_OUTBOX)?;
        }
        self.tally.reset(&self.machine, found)?;
        let mut arguments = vec![
            Argument::Memory(&self.frontier.memory),
            Argument::Long(states.start),
            Argument::Long(states.end),
            Argument::Int(task as u32),
            Argument::Int(self.lanes),
            Argument::Int(self.stamp(depth + 1)),
        ];
        arguments.extend(self.table.arguments());
        if matches!(task, Task::Share) {
            arguments.extend(self.shards.arguments());
        }
        arguments.extend_from_slice(extra);
        arguments.extend([
            Argument::Memory(&self.next.memory),
            Argument::Long(self.next.room),
            Argument::Memory(&self.wanted),
            Argument::Memory(&self.evidence),
            Argument::Long(EVIDENCE as u64),
            Argument::Memory(&self.tally.memory),
        ]);
        let groups = (states.end - states.start).div_ceil(u64::from(self.lanes));
        let groups = groups.min(self.machine.most_groups() as u64) as usize;
        let expand = self.kernels.prepare(&self.machine, task)?;
        self.machine.launch(expand, &arguments, groups, self.machine.width())?;
        Ok(self.tally.read(&self.machine)?)
    }

    /// Does something with so many states of the list, which leaves the table as it is. Says how many states were found,
    /// and which of the list are evidence.
    pub fn each_listed(
        &mut self,
        count: u64,
        task: Task,
        extra: &[Argument],
        limits: Limits,
    ) -> Result<(u64, Vec<Vec<u64>>), Failure> {
        let (mut from, mut found, mut evidence) = (0, 0, Vec::new());
        while from < count {
            self.check(limits)?;
            let to = count.min(from + self.launch);
            let began = Instant::now();
            let counts = self.expand(from..to, task, 0, 0, extra)?;
            if counts[NO_ROOM] > 0 {
                return Err(Failure::Broken("a state was not found again in the table".to_string()));
            }
            found += counts[FOUND];
            self.note(&counts, task, &mut evidence)?;
            self.adapt(to - from, counts[TRANSITIONS], began.elapsed());
            from = to;
        }
        Ok((found, evidence))
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

    /// Takes what a launch counted.
    fn note(&mut self, counts: &[u64], task: Task, evidence: &mut Vec<Vec<u64>>) -> Result<(), Failure> {
        if task.inserts() {
            self.figures.transitions += counts[TRANSITIONS];
            self.figures.dead_ends += counts[DEAD_ENDS];
            self.figures.faults += counts[FAULTS];
            self.figures.cut |= counts[CUT] > 0;
        }
        let shown = if matches!(task, Task::Find) { counts[HITS] } else { counts[BAD] };
        let shown = (shown as usize).min(EVIDENCE);
        if shown > 0 && evidence.len() < EVIDENCE {
            let words = self.machine.read(&self.evidence, shown * self.layout.words)?;
            evidence.extend(words.chunks(self.layout.words).map(<[u64]>::to_vec));
        }
        Ok(())
    }

    /// Makes launches as long as they should be, and work groups as small as their buffers need.
    fn adapt(&mut self, states: u64, transitions: u64, took: Duration) {
        if states == self.launch && took < LAUNCH {
            self.launch = self.launch.saturating_mul(2).min(1 << 30);
        } else if took > 3 * LAUNCH {
            self.launch = (self.launch / 2).max(SMALLEST_LAUNCH.min(self.launch));
        }
        let each = transitions / states.max(1) + 1;
        let fitting = (self.capacity as u64 / each).clamp(1, self.machine.width() as u64);
        self.lanes = fitting as u32;
    }

    /// Lets the table grow if it should. Says whether it did.
    fn make_room(&mut self, states: u64, limits: Limits) -> Result<bool, Failure> {
        let mut grew = false;
        while states > self.table.comfortable() && self.try_grow(limits)? {
            grew = true;
        }
        Ok(grew)
    }

    /// Lets the table grow if there is memory.
    fn try_grow(&mut self, limits: Limits) -> Result<bool, Failure> {
        let (now, most) = (self.table.places(), self.machine.allowed(limits.budget));
        let lists = self.bytes() - self.table.bytes();
        let allocation = self.machine.info.largest_allocation / 8 / self.layout.words as u64;
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
        self.table.grow(&self.machine, &self.kernels, places)?;
        self.peak = self.peak.max(self.bytes());
        Ok(true)
    }

    fn grow(&mut self, limits: Limits) -> Result<(), Failure> {
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

/// What became of a level that was found in the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pieces {
    Done,
    /// The table grew before all of it was done.
    Moved,
}
