//! The kernels of a program: what they count, and what they do with the states of a level.

use std::time::Duration;

use opencl3::kernel::Kernel;
use synod_core::clock::Instant;

use crate::cycles::CycleKernels;
use crate::device::{Argument, Broken, DeviceKind, Machine, Memory};
use crate::table::Small;

/// What kernels count, as in the program.
pub(crate) const FOUND: usize = 0;
pub(crate) const TRANSITIONS: usize = 1;
pub(crate) const DEAD_ENDS: usize = 2;
pub(crate) const FAULTS: usize = 3;
pub(crate) const CUT: usize = 4;
pub(crate) const NO_ROOM: usize = 5;
pub(crate) const BAD: usize = 6;
pub(crate) const HITS: usize = 7;
pub(crate) const SENT: usize = 8;
const COUNTS: usize = 9;

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
    pub seed: Kernel,
    pub collect: Kernel,
    pub mover: Kernel,
    pub bring: Kernel,
    pub compact: Kernel,
    pub age: Kernel,
    pub stamp_of: Kernel,
    /// Those for cycles of a product.
    pub cycles: Option<CycleKernels>,
    /// By what the steps are followed for.
    expand: [Option<Kernel>; TASKS],
    text: String,
    is_product: bool,
    /// How entries of the table look, if they are small.
    small: Option<Small>,
    /// How long programs were built.
    pub building: Duration,
}

impl Kernels {
    pub fn new(
        machine: &Machine,
        text: &str,
        is_product: bool,
        small: Option<Small>,
    ) -> Result<Self, Broken> {
        let began = Instant::now();
        let program = machine.build(text, &options(Task::Insert, small))?;
        let kernel = |name: &str| machine.kernel(&program, name);
        let mut expand = [const { None }; TASKS];
        expand[Task::Insert as usize] = Some(kernel("expand")?);
        Ok(Kernels {
            clear: kernel("clear")?,
            seed: kernel("seed")?,
            collect: kernel("collect")?,
            mover: kernel("move")?,
            bring: kernel("bring")?,
            compact: kernel("compact")?,
            age: kernel("age")?,
            stamp_of: kernel("stamp_of")?,
            cycles: if is_product { Some(CycleKernels::new(machine, &program)?) } else { None },
            expand,
            text: text.to_string(),
            is_product,
            small,
            building: began.elapsed(),
        })
    }

    /// The same for a table with small entries.
    pub fn with_small_entries(&self, machine: &Machine, small: Small) -> Result<Self, Broken> {
        let mut kernels = Kernels::new(machine, &self.text, self.is_product, Some(small))?;
        kernels.building += self.building;
        Ok(kernels)
    }

    /// The greatest stamp that entries of the table have room for, if they are small.
    pub fn last_small_stamp(&self) -> Option<u32> {
        self.small.map(Small::last_stamp)
    }

    /// The same for another condition to watch for.
    pub fn watch(&mut self, text: &str) {
        self.expand = [const { None }; TASKS];
        self.text = text.to_string();
    }

    /// Builds what follows steps for a task, if it is not there.
    pub fn prepare(&mut self, machine: &Machine, task: Task) -> Result<&Kernel, Broken> {
        let place = &mut self.expand[task as usize];
        if place.is_none() {
            let began = Instant::now();
            let program =
                machine.build(&self.text, &format!("{} -D EXPAND_ONLY", options(task, self.small)))?;
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

/// The options with which a program does a task in a table.
fn options(task: Task, small: Option<Small>) -> String {
    let small = small.map(|small| format!(" {}", small.options())).unwrap_or_default();
    format!("{}{small}", task.alone())
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
    fn alone(self) -> &'static str {
        match self {
            Task::Insert => "-D MODE=INSERT",
            Task::Look => "-D MODE=LOOK",
            Task::Find => "-D MODE=FIND",
            Task::Mark => "-D MODE=MARK -D MARKING",
            Task::Share => "-D MODE=INSERT -D SHARDED",
        }
    }

    /// Whether it puts states into the table.
    pub fn inserts(self) -> bool {
        matches!(self, Task::Insert | Task::Share)
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
    pub fn most_groups(&self) -> usize {
        self.info.units as usize * if self.info.kind == DeviceKind::Gpu { 32 } else { 4 }
    }
}
