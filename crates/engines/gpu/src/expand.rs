//! What is done with the states of a level: their steps are followed, or compared, or what they lead to is marked. A level
//! that is listed is taken launch by launch; any other is found again in the table, as much of it as a list holds at a time.

use std::ops::Range;
use std::time::Duration;

use opencl3::kernel::Kernel;
use synod_core::clock::Instant;

use crate::device::{Argument, Memory};
use crate::kernels::{BAD, CUT, DEAD_ENDS, FAULTS, FOUND, HITS, NO_ROOM, SENT, TRANSITIONS, Task};
use crate::search::{EVIDENCE, Failure, Limits, List, Search};
use crate::table::buckets;

/// How long a launch should take: the budget is asked in between.
const LAUNCH: Duration = Duration::from_millis(60);
pub(crate) const SMALLEST_LAUNCH: u64 = 1 << 12;

/// States that an outbox has room for at most.
const LARGEST_OUTBOX: u64 = 1 << 24;

/// A walk over the places of the table, as many as the list has room for at a time.
#[derive(Default)]
pub(crate) struct Places {
    /// The allocation.
    pub number: usize,
    pub from: u64,
}

/// What is listed of the places.
pub(crate) enum Listed<'a> {
    /// The states with a stamp.
    Stamped(u32),
    /// All states, with their stamps.
    Entries,
    /// What a kernel chooses by the marks beside the table, told what comes after the list.
    Marked { kernel: &'a Kernel, marks: &'a [Memory], selection: [u32; 4] },
}

impl Search {
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

    /// Lists what there is in the next places, instead of what was listed before. Says in which allocation it lies and how
    /// much it is; `None` if all places were walked over.
    pub fn list_next(&mut self, at: &mut Places, what: &Listed) -> Result<Option<(usize, u64)>, Failure> {
        let (part, places) = loop {
            let Some((part, places)) = self.table.parts().nth(at.number) else { return Ok(None) };
            if at.from < places {
                break (part, places);
            }
            *at = Places { number: at.number + 1, from: 0 };
        };
        let from = at.from;
        at.from = places.min(from + self.frontier.room);
        self.tally.reset(&self.machine, 0)?;
        let (kernel, more) = match what {
            Listed::Stamped(stamp) => (&self.kernels.collect, vec![Argument::Int(*stamp)]),
            Listed::Entries => (&self.kernels.compact, Vec::new()),
            Listed::Marked { kernel, marks, selection } => {
                let marks = Argument::Memory(&marks[at.number]);
                (*kernel, std::iter::once(marks).chain(selection.map(Argument::Int)).collect())
            }
        };
        let mut arguments = vec![
            Argument::Memory(part),
            buckets(self.table.shape, part),
            Argument::Long(from),
            Argument::Long(at.from),
            Argument::Memory(&self.frontier.memory),
            Argument::Memory(&self.tally.memory),
        ];
        arguments.extend(more);
        self.machine.launch_for(kernel, &arguments, at.from - from)?;
        Ok(Some((at.number, self.tally.read(&self.machine)?[FOUND])))
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
        let mut places = Places::default();
        while let Some((_, count)) = self.list_next(&mut places, &Listed::Stamped(stamp))? {
            if self.list(count, task, depth, found, evidence, limits, true)? {
                return Ok((Pieces::Moved, own));
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
        // Smaller groups leave room for more of them where half of their items would have no state to look at.
        let whole = self.machine.width();
        let width = if self.lanes as usize > whole / 2 { whole } else { whole / 2 };
        let expand = self.kernels.prepare(&self.machine, task)?;
        self.machine.launch(expand, &arguments, groups, width)?;
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

    /// Makes launches as long as they should be, and lets work groups take as many states as their buffers have room for.
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
}

/// What became of a level that was found in the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pieces {
    Done,
    /// The table grew before all of it was done.
    Moved,
}
