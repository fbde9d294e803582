//! Accepting cycles of a product that was searched, by elimination (One Way Catch Them Young; Černá, Pelánek, Distributed
//! explicit fair cycle detection, SPIN 2003).
//!
//! A state on an accepting cycle is reached from an accepting state, and has a predecessor of which the same is true. So
//! what accepting states do not reach is taken away, and then what has no predecessor, again and again; if something is left,
//! there is an accepting cycle. Marks lie beside the table, one for each place.
//!
//! Of what is left, an accepting state that does not reach itself is taken away with all that it reaches: those components that
//! no other one leads to stay, and each of them has an accepting state that does reach itself.

use opencl3::kernel::Kernel;
use opencl3::program::Program;
use synod_core::Stop;

use crate::device::{Argument, Broken, Machine, Memory};
use crate::expand::{Listed, Places};
use crate::kernels::{FOUND, Task};
use crate::search::{Failure, Limits, Search};
use crate::table::buckets;

/// Bits of marks; the first two as in the program.
const ALIVE: u32 = 1;
const REACHED: u32 = 2;
/// Reached, but not looked at yet, by turns.
const FRESH: [u32; 2] = [4, 8];
const HAS_BEFORE: u32 = 16;
/// Higher bits are a level.
const MOST_LEVELS: u32 = 1 << 23;

/// The kernels that work on marks.
pub(crate) struct CycleKernels {
    begin_marks: Kernel,
    mark_accepting: Kernel,
    keep: Kernel,
    collect_marked: Kernel,
    touch: Kernel,
}

impl CycleKernels {
    pub fn new(machine: &Machine, program: &Program) -> Result<Self, Broken> {
        let kernel = |name: &str| machine.kernel(program, name);
        Ok(CycleKernels {
            begin_marks: kernel("begin_marks")?,
            mark_accepting: kernel("mark_accepting")?,
            keep: kernel("keep")?,
            collect_marked: kernel("collect_marked")?,
            touch: kernel("touch")?,
        })
    }
}

/// Which states are meant.
#[derive(Clone, Copy, Default)]
struct Selection {
    /// They have these bits.
    with: u32,
    /// These bits are taken away from them.
    clear: u32,
    /// They are on this level, if it is not 0.
    level: u32,
    accepting: bool,
}

/// How states are marked.
#[derive(Clone, Copy)]
struct Marking {
    /// A state is new that does not have this bit.
    first: u32,
    set: u32,
    level: u32,
}

/// A product, searched to its end, with marks.
pub(crate) struct Cycles<'s> {
    search: &'s mut Search,
    kernels: CycleKernels,
    marks: Vec<Memory>,
}

impl<'s> Cycles<'s> {
    /// All states are alive.
    pub fn new(search: &'s mut Search, limits: Limits) -> Result<Self, Failure> {
        let Some(kernels) = search.kernels.cycles.take() else {
            return Err(Failure::Broken("the program has no product".to_string()));
        };
        let more = search.table.places() * 4;
        if search.bytes() + more > search.machine.allowed(limits.budget) {
            return Err(Stop::Memory.into());
        }
        let mut marks = Vec::new();
        for (part, places) in search.table.parts() {
            let memory = search.machine.allocate(places.div_ceil(2))?;
            let arguments = [Argument::Memory(part), Argument::Long(places), Argument::Memory(&memory)];
            search.machine.launch_for(&kernels.begin_marks, &arguments, places)?;
            marks.push(memory);
        }
        search.peak = search.peak.max(search.bytes() + more);
        Ok(Cycles { search, kernels, marks })
    }

    /// The states of an accepting cycle, in order, if there is one; the first is accepting.
    pub fn find(&mut self, limits: Limits) -> Result<Option<Vec<Vec<u64>>>, Failure> {
        let mut left = u64::MAX;
        loop {
            self.mark_accepting()?;
            self.reach(limits)?;
            let mut now = self.keep(REACHED, 0)?;
            loop {
                self.mark_from(Selection { with: ALIVE, ..Selection::default() }, PREDECESSORS, limits)?;
                let kept = self.keep(HAS_BEFORE, 0)?;
                if kept == now {
                    break;
                }
                now = kept;
            }
            if now == 0 {
                return Ok(None);
            }
            if now == left {
                break;
            }
            left = now;
        }
        loop {
            let Some(state) = self.some_accepting()? else {
                return Err(Failure::Broken("an accepting cycle was not found again".to_string()));
            };
            if let Some(length) = self.returns_after(&state, limits)? {
                return self.cycle(state, length, limits).map(Some);
            }
            self.touch(&state, REACHED)?;
            self.keep(0, REACHED)?;
        }
    }

    fn mark_accepting(&self) -> Result<(), Failure> {
        for ((part, places), marks) in std::iter::zip(self.search.table.parts(), &self.marks) {
            let arguments = [
                Argument::Memory(part),
                buckets(self.search.table.shape, part),
                Argument::Long(places),
                Argument::Memory(marks),
                Argument::Int(REACHED | FRESH[0]),
            ];
            self.search.machine.launch_for(&self.kernels.mark_accepting, &arguments, places)?;
        }
        Ok(())
    }

    /// Marks all that marked states lead to.
    fn reach(&mut self, limits: Limits) -> Result<(), Failure> {
        let mut turn = 0;
        loop {
            let (now, then) = (FRESH[turn % 2], FRESH[(turn + 1) % 2]);
            let selection = Selection { with: ALIVE | now, clear: now, ..Selection::default() };
            let marking = Marking { first: REACHED, set: REACHED | then, level: 0 };
            if self.mark_from(selection, marking, limits)? == 0 {
                return Ok(());
            }
            turn += 1;
        }
    }

    /// Of the states that are alive, those with some bits and without others stay so. Says how many.
    fn keep(&mut self, with: u32, without: u32) -> Result<u64, Failure> {
        let search = &mut *self.search;
        search.tally.reset(&search.machine, 0)?;
        for ((_, places), marks) in std::iter::zip(search.table.parts(), &self.marks) {
            let arguments = [
                Argument::Memory(marks),
                Argument::Long(places),
                Argument::Int(with),
                Argument::Int(without),
                Argument::Memory(&search.tally.memory),
            ];
            search.machine.launch_for(&self.kernels.keep, &arguments, places)?;
        }
        Ok(search.tally.read(&search.machine)?[FOUND])
    }

    /// Lists some states, as many as the list has room for at a time, and does something with each list until that breaks
    /// off.
    fn each_list(
        &mut self,
        selection: Selection,
        work: &mut dyn FnMut(&mut Self, u64) -> Result<bool, Failure>,
    ) -> Result<(), Failure> {
        let mut places = Places::default();
        loop {
            let Selection { with, clear, level, accepting } = selection;
            let listed = Listed::Marked {
                kernel: &self.kernels.collect_marked,
                marks: &self.marks,
                selection: [with, clear, level, u32::from(accepting)],
            };
            match self.search.list_next(&mut places, &listed)? {
                None => return Ok(()),
                Some((_, count)) if count > 0 && work(self, count)? => return Ok(()),
                Some(_) => {}
            }
        }
    }

    /// Marks what some states lead to. Says how many marks are new.
    fn mark_from(&mut self, selection: Selection, marking: Marking, limits: Limits) -> Result<u64, Failure> {
        let mut new = 0;
        self.each_list(selection, &mut |this, count| {
            new += this.mark_listed(count, marking, limits)?;
            Ok(false)
        })?;
        Ok(new)
    }

    fn mark_listed(&mut self, count: u64, marking: Marking, limits: Limits) -> Result<u64, Failure> {
        let mut extra: Vec<Argument> = self.marks.iter().map(Argument::Memory).collect();
        extra.extend([marking.first, marking.set, marking.level].map(Argument::Int));
        Ok(self.search.each_listed(count, Task::Mark, &extra, limits)?.0)
    }

    /// An accepting state that is alive.
    fn some_accepting(&mut self) -> Result<Option<Vec<u64>>, Failure> {
        let mut found = None;
        self.each_list(
            Selection { with: ALIVE, accepting: true, ..Selection::default() },
            &mut |this, count| {
                let search = &mut *this.search;
                let words = search.layout.words;
                let listed = search.machine.read(&search.frontier.memory, count as usize * words)?;
                found = listed.chunks(words).min().map(<[u64]>::to_vec);
                Ok(true)
            },
        )?;
        Ok(found)
    }

    /// Sets bits of the mark of a state. Says what it was.
    fn touch(&mut self, state: &[u64], set: u32) -> Result<u32, Failure> {
        let search = &mut *self.search;
        search.machine.write(&mut search.wanted, state)?;
        let mut arguments = search.table.arguments();
        arguments.extend(self.marks.iter().map(Argument::Memory));
        arguments.extend([
            Argument::Memory(&search.wanted),
            Argument::Int(set),
            Argument::Memory(&search.tally.memory),
        ]);
        search.machine.launch_for(&self.kernels.touch, &arguments, 1)?;
        Ok(search.tally.read(&search.machine)?[FOUND] as u32)
    }

    /// After how many steps a state is met again, among those that are alive; each that is met before is marked with how far
    /// it is.
    fn returns_after(&mut self, state: &[u64], limits: Limits) -> Result<Option<u32>, Failure> {
        let search = &mut *self.search;
        search.machine.write(&mut search.frontier.memory, state)?;
        let mut new =
            self.mark_listed(1, Marking { first: REACHED, set: REACHED | FRESH[1], level: 1 }, limits)?;
        let mut level = 1;
        while new > 0 {
            if self.touch(state, 0)? & REACHED != 0 {
                return Ok(Some(level));
            }
            if level + 1 >= MOST_LEVELS {
                return Err(Failure::Broken("a cycle is too long".to_string()));
            }
            let (now, then) = (FRESH[level as usize % 2], FRESH[(level as usize + 1) % 2]);
            let selection = Selection { with: ALIVE | now, clear: now, ..Selection::default() };
            level += 1;
            new =
                self.mark_from(selection, Marking { first: REACHED, set: REACHED | then, level }, limits)?;
        }
        Ok(None)
    }

    /// The cycle from a state to itself, of so many steps; backwards from level to level.
    fn cycle(&mut self, state: Vec<u64>, length: u32, limits: Limits) -> Result<Vec<Vec<u64>>, Failure> {
        let mut states = vec![state];
        for level in (1..length).rev() {
            let target = states[states.len() - 1].clone();
            let mut found = None;
            let selection = Selection { with: ALIVE | REACHED, level, ..Selection::default() };
            self.each_list(selection, &mut |this, count| {
                this.search.machine.write(&mut this.search.wanted, &target)?;
                let (_, evidence) = this.search.each_listed(count, Task::Find, &[], limits)?;
                found = evidence.into_iter().min();
                Ok(found.is_some())
            })?;
            let Some(found) = found else {
                return Err(Failure::Broken("a state of a cycle was not found again".to_string()));
            };
            states.push(found);
        }
        // The first one stays first.
        states[1..].reverse();
        Ok(states)
    }
}

/// Marks what has a predecessor.
const PREDECESSORS: Marking = Marking { first: HAS_BEFORE, set: HAS_BEFORE, level: 0 };
