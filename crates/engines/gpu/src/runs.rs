//! Random runs on a device, for estimates: the same numbers, and so the same verdicts, as on the processor.
//!
//! The processor draws initial states; the device takes steps and follows the formula by a table. A run that ends in a dead end
//! is judged here, and one that leaves what the device has room for is made here from its beginning.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use opencl3::kernel::Kernel;
use synod_core::clock::Instant;
use synod_core::{Budget, Formula, Stop, threads};
use synod_printers::opencl::{Layout, RunProgram};
use synod_simulate::statistics::{Experiment, News, RunVerdict, Runner, Verdicts};
use synod_simulate::{MOST_LISTED, MonitorTable, Random};

use crate::device::{Argument, Broken, DeviceInfo, DeviceKind, Machine, Memory, NoDevice};

/// What became of a run, as in the program; a run with any other status is made on the processor.
const SATISFIED: u64 = 1;
const VIOLATED: u64 = 2;
const OPEN: u64 = 3;
const AT_REST: u64 = 4;
const ELSEWHERE: u64 = 5;

/// What is kept of a run, as in the program.
const STATUS: usize = 0;
const DRAWN: usize = 1;
const TAKEN: usize = 2;
const LEFT: usize = 3;
const STRICT: usize = 4;
const KEPT: usize = 6;

/// How long a launch should take: the budget is asked in between.
const LAUNCH: Duration = Duration::from_millis(60);

/// Makes the runs of an experiment on a device.
pub struct DeviceRuns {
    machine: Machine,
    kernel: Mutex<Kernel>,
    layout: Layout,
    table: Memory,
    strict_table: Memory,
    formulas: MonitorTable,
    strict: Option<MonitorTable>,
    /// The formula asks how positions were reached, which is not known of a dead end.
    asks_for_arrivals: bool,
    /// What the device said when it failed.
    failure: Mutex<Option<String>>,
}

/// The last states of runs one after the other, and what is kept of how each went.
type Ends = (Vec<u64>, Vec<u64>);

impl DeviceRuns {
    /// Prepares a device for an experiment; otherwise says why that cannot be, as a clause.
    pub fn new(experiment: &Experiment) -> Result<Self, String> {
        let tables = experiment.tables().ok_or("the formula has too many parts for a table")?;
        let (alphabet, formulas, strict) = tables;
        let interpreter = experiment.interpreter();
        let program = RunProgram::new(interpreter.system(), &alphabet, interpreter.int_bound(), MOST_LISTED);
        let program = program.map_err(|why| why.to_string())?;
        let info = DeviceInfo::best().map_err(|NoDevice(why)| why)?;
        let prepare = || -> Result<Self, Broken> {
            let machine = Machine::new(info)?;
            let kernel = machine.kernel(&machine.build(&program.text, "")?, "walk")?;
            let upload = |entries: &[u64]| -> Result<Memory, Broken> {
                let mut memory = machine.allocate(entries.len() as u64)?;
                machine.write(&mut memory, entries)?;
                Ok(memory)
            };
            let table = upload(&formulas.entries)?;
            let strict_table = upload(&strict.as_ref().unwrap_or(&formulas).entries)?;
            Ok(DeviceRuns {
                table,
                strict_table,
                machine,
                kernel: Mutex::new(kernel),
                layout: program.layout,
                formulas,
                strict,
                asks_for_arrivals: !alphabet.arrived.is_empty(),
                failure: Mutex::new(None),
            })
        };
        prepare().map_err(|Broken(what)| format!("the device failed: {what}"))
    }

    /// The device.
    pub fn device(&self) -> &str {
        &self.machine.info.name
    }

    /// What the device said when it failed; the processor did the rest.
    pub fn failure(&self) -> Option<String> {
        self.failure.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Runs that are made at a time.
    fn together(&self) -> u64 {
        match self.machine.info.kind {
            DeviceKind::Gpu => 1 << 18,
            DeviceKind::Other => 1 << 13,
        }
    }

    /// The beginnings of runs: their states, and what is kept of them.
    fn beginnings(
        &self,
        experiment: &Experiment,
        numbers: &Range<u64>,
        budget: &Budget,
    ) -> (Vec<u64>, Vec<u64>) {
        let count = (numbers.end - numbers.start) as usize;
        let workers = budget.threads.clamp(1, count.max(1));
        let each = count.div_ceil(workers).max(1);
        let layout = &self.layout;
        let parts = threads::each(workers, |worker| {
            let (mut states, mut kept) = (Vec::new(), Vec::new());
            for place in (worker * each).min(count)..((worker + 1) * each).min(count) {
                let mut random = Random::of_run(experiment.seed(), numbers.start + place as u64);
                let start = experiment.start(&mut random);
                let mut record = [0; KEPT];
                match start.and_then(|state| layout.pack(&state).ok()) {
                    Some(packed) => {
                        states.extend(packed);
                        record[DRAWN] = random.drawn();
                    }
                    None => {
                        states.extend(std::iter::repeat_n(0, layout.words));
                        record[STATUS] = ELSEWHERE;
                    }
                }
                kept.extend(record);
            }
            (states, kept)
        });
        let (states, kept): (Vec<Vec<u64>>, Vec<Vec<u64>>) = parts.into_iter().unzip();
        (states.concat(), kept.concat())
    }

    /// Makes some runs: how each ended, and in which state.
    fn walk(
        &self,
        experiment: &Experiment,
        numbers: &Range<u64>,
        budget: &Budget,
    ) -> Result<Result<Ends, Stop>, Broken> {
        let (first_states, first_kept) = self.beginnings(experiment, numbers, budget);
        let count = numbers.end - numbers.start;
        let mut states = self.machine.allocate(first_states.len() as u64)?;
        let mut kept = self.machine.allocate(first_kept.len() as u64)?;
        let mut going_on = self.machine.allocate(1)?;
        self.machine.write(&mut states, &first_states)?;
        self.machine.write(&mut kept, &first_kept)?;
        let mut patience = 16;
        loop {
            if let Err(stop) = budget.check(0) {
                return Ok(Err(stop));
            }
            self.machine.write(&mut going_on, &[0])?;
            let began = Instant::now();
            let arguments = [
                Argument::Memory(&states),
                Argument::Memory(&kept),
                Argument::Long(numbers.start),
                Argument::Long(count),
                Argument::Long(experiment.seed()),
                Argument::Long(experiment.horizon()),
                Argument::Long(patience),
                Argument::Memory(&self.table),
                Argument::Memory(&self.strict_table),
                Argument::Memory(&going_on),
            ];
            let kernel = self.kernel.lock().unwrap_or_else(PoisonError::into_inner);
            self.machine.launch_for(&kernel, &arguments, count)?;
            drop(kernel);
            if self.machine.read(&going_on, 1)?[0] == 0 {
                break;
            }
            let took = began.elapsed();
            patience = if took < LAUNCH { patience * 2 } else { (patience / 2).max(1) };
        }
        let states = self.machine.read(&states, first_states.len())?;
        Ok(Ok((states, self.machine.read(&kept, first_kept.len())?)))
    }

    /// The verdict of a run that the device has made.
    fn verdict(
        &self,
        experiment: &Experiment,
        number: u64,
        kept: &[u64],
        state: &[u64],
        at_rest: &mut HashMap<(Vec<u64>, u64, u64), RunVerdict>,
        budget: &Budget,
    ) -> Result<(RunVerdict, u64), Stop> {
        let verdict = match kept[STATUS] {
            SATISFIED => RunVerdict::Satisfied { stuck: false },
            VIOLATED => RunVerdict::Violated,
            OPEN => experiment.undecided(),
            AT_REST if !self.asks_for_arrivals => {
                let left = |table: &MonitorTable, number: u64| -> Option<Formula> {
                    table.left.get(number as usize).cloned()
                };
                let Some(formula) = left(&self.formulas, kept[LEFT]) else {
                    return experiment.run(number, budget);
                };
                let strict = self.strict.as_ref().and_then(|table| left(table, kept[STRICT]));
                let key = (state.to_vec(), kept[LEFT], kept[STRICT]);
                *at_rest.entry(key).or_insert_with(|| {
                    experiment.at_rest(&self.layout.unpack(state), &formula, strict.as_ref())
                })
            }
            _ => return experiment.run(number, budget),
        };
        Ok((verdict, kept[TAKEN]))
    }
}

impl Runner for DeviceRuns {
    fn verdicts(
        &self,
        experiment: &Experiment,
        numbers: Range<u64>,
        most: Option<u64>,
        budget: &Budget,
        news: News,
    ) -> Option<Verdicts> {
        if self.failure().is_some() {
            return None;
        }
        let mut verdicts = Vec::new();
        let mut at_rest = HashMap::new();
        let mut first = numbers.start;
        while first < numbers.end {
            let part = first..numbers.end.min(first + self.together());
            let (states, kept) = match self.walk(experiment, &part, budget) {
                Ok(Ok(made)) => made,
                Ok(Err(stop)) => return Some((verdicts, Some(stop))),
                Err(Broken(what)) => {
                    *self.failure.lock().unwrap_or_else(PoisonError::into_inner) = Some(what);
                    return None;
                }
            };
            let runs = std::iter::zip(kept.chunks(KEPT), states.chunks(self.layout.words));
            for (number, (kept, state)) in part.clone().zip(runs) {
                match self.verdict(experiment, number, kept, state, &mut at_rest, budget) {
                    Ok(verdict) => verdicts.push(verdict),
                    Err(stop) => return Some((verdicts, Some(stop))),
                }
            }
            news(part.end, most);
            first = part.end;
        }
        Some((verdicts, None))
    }
}
