//! Random runs for estimates, with compiled rules: the same numbers, and so the same verdicts, as the interpreter's.
//!
//! Runs come through the same states again and again. So the states that runs visit are kept with the steps that leave
//! them, as far as there is memory: most steps of most runs are then a number drawn and a look into an array. The formula is
//! followed by a table ([`synod_simulate::GrowingTable`]). Each thread makes several runs in turns, so that the
//! processor waits for the memory of one while it works for the others.
//!
//! What is not explored here (integers beyond the bound, states with too many steps) is left to the interpreter, which makes
//! such runs from their beginning, and it judges runs that end in a dead end.

use std::collections::HashMap;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use synod_core::{Budget, Phase, Stop, prepare, threads};
use synod_simulate::statistics::{Experiment, News, RunVerdict, Runner, Verdicts, without_gaps};
use synod_simulate::{GrowingTable, MOST_LISTED, MonitorAlphabet, Random, Truth};

use crate::alphabet::Alphabet;
use crate::expand::Expander;
use crate::layout::Layout;
use crate::ltl::{Atom, Letter};
use crate::model::PackedModel;
use crate::program::Registers;
use crate::store::{Inserted, Position, Reserve, Store};

/// Runs that a thread makes in turns.
const LANES: usize = 32;
/// Numbers of runs that a thread takes at a time.
const TOGETHER: u64 = 16;
/// Turns of all runs of a thread between two looks at the budget.
const TURNS_BETWEEN_CHECKS: u32 = 16;
/// Bytes for visited states and their steps, of all threads together.
const MOST_BYTES: u64 = 1 << 28;

/// Makes the runs of an experiment with compiled rules.
#[derive(Debug)]
pub struct CompiledRuns {
    model: PackedModel,
    atoms: Alphabet,
    letters: MonitorAlphabet,
    /// Empty tables.
    formula: GrowingTable,
    strict: Option<GrowingTable>,
    /// What threads have visited, for those of the next call.
    visited: Mutex<Vec<Visited>>,
    /// Bytes that each thread may use for that.
    room: u64,
}

/// A state that runs came to.
#[derive(Clone, Copy, Debug)]
enum Visit {
    /// Its steps are not known yet.
    New,
    /// These steps leave it.
    Expanded {
        /// The position of the first in [`Visited::steps`].
        first: u32,
        count: u32,
        /// What its atoms are worth, and what all steps agree on, as bits of a letter of the monitor.
        letter: u16,
    },
    /// Its steps are the interpreter's business.
    Elsewhere,
}

/// A step of a state.
#[derive(Clone, Copy, Debug)]
struct VisitedStep {
    /// The position of the state that it leads to, or [`UNKNOWN`].
    to: u32,
    /// What it says about the position that it leaves, as bits of a letter.
    leaving: u16,
    /// What it says about the position that it leads to.
    arrived: u16,
}

/// The position of a state to which no run has come.
const UNKNOWN: u32 = u32::MAX;

/// States that runs came to, and the steps that leave them.
#[derive(Debug)]
struct Visited {
    states: Store,
    reserve: Reserve,
    /// For each state what is known of it.
    visits: Vec<Visit>,
    steps: Vec<VisitedStep>,
    /// The states that steps lead to, one after the other.
    targets: Vec<u64>,
    /// Nothing more is kept.
    is_full: bool,
    /// What is left to show of the formula, and of the strict one, position by position.
    formula: GrowingTable,
    strict: Option<GrowingTable>,
    /// Verdicts of runs that end in a dead end: by the state, what is left to show, and how the state was reached.
    at_rest: HashMap<(u32, u32, u32, u16), RunVerdict>,
}

impl Visited {
    fn new(runs: &CompiledRuns) -> Self {
        Visited {
            states: Store::new(runs.model.layout.words),
            reserve: Reserve::default(),
            visits: Vec::new(),
            steps: Vec::new(),
            targets: Vec::new(),
            is_full: false,
            formula: runs.formula.clone(),
            strict: runs.strict.clone(),
            at_rest: HashMap::new(),
        }
    }

    fn bytes(&self) -> u64 {
        let visits = self.visits.len() * size_of::<Visit>();
        let steps = self.steps.len() * size_of::<VisitedStep>() + self.targets.len() * size_of::<u64>();
        let verdicts = self.at_rest.len() * size_of::<((u32, u32, u32, u16), RunVerdict, u64)>();
        self.states.bytes() + (visits + steps + verdicts) as u64
    }

    /// The position of a state, which is kept if there is room.
    fn place(&mut self, state: &[u64]) -> u32 {
        if self.is_full {
            return self.states.find(state).map_or(UNKNOWN, narrow);
        }
        loop {
            match self.states.insert(state, &mut self.reserve) {
                Inserted::Known(position) => return narrow(position),
                Inserted::New(position) => {
                    self.visits.push(Visit::New);
                    return narrow(position);
                }
                Inserted::Full => self.states.grow(),
            }
        }
    }
}

/// There is no room for states whose positions are wider.
fn narrow(position: Position) -> u32 {
    position as u32
}

impl CompiledRuns {
    /// Compiles the rules for an experiment. `None` if the formula has too many atoms for a table, or the budget is used up.
    pub fn new(experiment: &Experiment, budget: &Budget) -> Option<Self> {
        prepare(budget, Phase::Preparing, || Self::compile(experiment, budget)).ok()?
    }

    fn compile(experiment: &Experiment, budget: &Budget) -> Option<Self> {
        let (letters, formula, strict) = experiment.growing_tables()?;
        let interpreter = experiment.interpreter();
        let system = interpreter.system();
        let model = PackedModel::new(system, interpreter.int_bound());
        let states = letters.states.iter().map(|id| Atom::State(*id));
        let arrived = letters.arrived.iter().map(|id| Atom::Arrived(*id));
        let steps = letters.steps.iter().map(|id| Atom::Step(*id));
        let atoms: Vec<Atom> =
            states.chain([Atom::Deadlock, Atom::Faulty]).chain(arrived).chain(steps).collect();
        let atoms = Alphabet::new(system, &model.layout, &atoms);
        let memory = budget.memory_left().map_or(MOST_BYTES, |left| MOST_BYTES.min(left / 4));
        let room = memory / budget.threads.max(1) as u64;
        Some(CompiledRuns { model, atoms, letters, formula, strict, visited: Mutex::default(), room })
    }

    fn visited(&self) -> std::sync::MutexGuard<'_, Vec<Visited>> {
        self.visited.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The bits of a letter that are about the step that leaves, of the bits that are true of a step.
    fn leaving(&self, now: Letter) -> u16 {
        let first = self.letters.first_step();
        let bits =
            (0..self.letters.steps.len()).map(|step| (now >> (first + step) & 1) << (first + 2 * step + 1));
        bits.fold(0, |all, bit| all | bit) as u16
    }

    /// A letter without what is said about the step that leaves.
    fn here(&self, letter: u16) -> u16 {
        letter & ((1 << self.letters.first_step()) - 1)
    }
}

impl Runner for CompiledRuns {
    fn verdicts(
        &self,
        experiment: &Experiment,
        numbers: Range<u64>,
        most: Option<u64>,
        budget: &Budget,
        news: News,
    ) -> Option<Verdicts> {
        let next = AtomicU64::new(numbers.start);
        let work = |_| {
            let kept = self.visited().pop().unwrap_or_else(|| Visited::new(self));
            let mut worker = Worker::new(self, experiment, budget, kept);
            let stop = worker.work(&next, numbers.end, &|number| news(number, most)).err();
            self.visited().push(worker.visited);
            (worker.done, stop)
        };
        let batches = numbers.end.saturating_sub(numbers.start).div_ceil(TOGETHER);
        let threads = (budget.threads as u64).min(batches) as usize;
        let (parts, stops): (Vec<Vec<_>>, Vec<_>) = threads::each(threads, work).into_iter().unzip();
        Some((without_gaps(numbers, parts.concat()), stops.into_iter().flatten().next()))
    }
}

/// A run that is being made.
#[derive(Debug)]
struct Lane {
    number: u64,
    random: Random,
    taken: u64,
    /// The position of the state among those that are kept, or [`UNKNOWN`] if only [`Worker::outside`] has it.
    place: u32,
    /// What is left to show of the formula, and of the strict one.
    left: u32,
    strict: u32,
    /// What is known of the step that led here.
    reached: u16,
}

/// How a run goes on.
enum Progress {
    GoesOn,
    Ends(RunVerdict),
    /// The interpreter has to make it.
    Elsewhere,
}

/// Makes runs on one thread.
struct Worker<'a> {
    runs: &'a CompiledRuns,
    experiment: &'a Experiment<'a>,
    budget: &'a Budget,
    layout: &'a Layout,
    visited: Visited,
    expander: Expander<'a>,
    registers: Registers,
    /// The rules of the steps that are being found.
    rules: Vec<u32>,
    lanes: Vec<Lane>,
    /// For each run the state that it is in, where that is not kept.
    outside: Vec<u64>,
    /// Where all runs begin, if that takes no random numbers.
    start: Option<u32>,
    done: Vec<(u64, (RunVerdict, u64))>,
}

impl<'a> Worker<'a> {
    fn new(
        runs: &'a CompiledRuns,
        experiment: &'a Experiment<'a>,
        budget: &'a Budget,
        visited: Visited,
    ) -> Self {
        Worker {
            runs,
            experiment,
            budget,
            layout: &runs.model.layout,
            visited,
            expander: Expander::new(&runs.model),
            registers: Registers::new(),
            rules: Vec::new(),
            lanes: Vec::with_capacity(LANES),
            outside: vec![0; LANES * runs.model.layout.words],
            start: None,
            done: Vec::new(),
        }
    }

    /// Makes runs until all numbers up to `end` are taken.
    fn work(&mut self, next: &AtomicU64, end: u64, news: &dyn Fn(u64)) -> Result<(), Stop> {
        let mut mine = 0..0;
        let mut turns = 0u32;
        loop {
            while self.lanes.len() < LANES {
                if mine.is_empty() {
                    let first = next.fetch_add(TOGETHER, Ordering::Relaxed).min(end);
                    mine = first..first.saturating_add(TOGETHER).min(end);
                }
                let Some(number) = mine.next() else { break };
                self.begin(number)?;
            }
            if self.lanes.is_empty() {
                return self.budget.check(0);
            }
            let mut lane = 0;
            while lane < self.lanes.len() {
                let verdict = match self.advance(lane)? {
                    Progress::GoesOn => {
                        lane += 1;
                        continue;
                    }
                    Progress::Ends(verdict) => (verdict, self.lanes[lane].taken),
                    Progress::Elsewhere => self.experiment.run(self.lanes[lane].number, self.budget)?,
                };
                let number = self.leave(lane);
                self.done.push((number, verdict));
                if number.is_multiple_of(TOGETHER) {
                    news(number + 1);
                }
            }
            turns = turns.wrapping_add(1);
            if turns.is_multiple_of(TURNS_BETWEEN_CHECKS) {
                self.budget.check(0)?;
            }
        }
    }

    /// Begins a run in a lane of its own, or leaves it to the interpreter.
    fn begin(&mut self, number: u64) -> Result<(), Stop> {
        let words = self.layout.words;
        let mut random = Random::of_run(self.experiment.seed(), number);
        let place = match self.start {
            Some(place) => place,
            None => {
                let start = self.experiment.start(&mut random);
                let Some(packed) = start.and_then(|state| self.layout.pack(&state).ok()) else {
                    self.done.push((number, self.experiment.run(number, self.budget)?));
                    return Ok(());
                };
                let place = self.visited.place(&packed);
                if place == UNKNOWN {
                    self.outside[self.lanes.len() * words..][..words].copy_from_slice(&packed);
                } else if random.drawn() == 0 {
                    // What takes no numbers is the same for all.
                    self.start = Some(place);
                }
                place
            }
        };
        self.lanes.push(Lane { number, random, taken: 0, place, left: 0, strict: 0, reached: 0 });
        Ok(())
    }

    /// Takes a run that has ended out of its lane, which the last one moves to. Gives the number of the run.
    fn leave(&mut self, lane: usize) -> u64 {
        let words = self.layout.words;
        let last = self.lanes.len() - 1;
        self.outside.copy_within(last * words..(last + 1) * words, lane * words);
        self.lanes.swap_remove(lane).number
    }

    /// Looks at the position that a run is at, and takes a step if that leaves the formula open.
    fn advance(&mut self, lane: usize) -> Result<Progress, Stop> {
        let at = &self.lanes[lane];
        let place = at.place as usize;
        let known = self.visited.visits.get(place).copied();
        let (visit, begin) = match known {
            Some(Visit::New) | None => {
                let begin = self.visited.steps.len();
                (self.expand(lane)?, Some(begin))
            }
            Some(known) => (known, None),
        };
        let Visit::Expanded { first, count, letter } = visit else { return Ok(Progress::Elsewhere) };
        let progress = self.step(lane, first, count, letter)?;
        if let Some(begin) = begin.filter(|_| self.visited.is_full) {
            self.visited.steps.truncate(begin);
            self.visited.targets.truncate(begin * self.layout.words);
        }
        Ok(progress)
    }

    fn step(&mut self, lane: usize, first: u32, count: u32, letter: u16) -> Result<Progress, Stop> {
        if count == 0 {
            return self.rest(lane);
        }
        let at = &mut self.lanes[lane];
        let Visited { formula, strict, steps, .. } = &mut self.visited;
        let look = |table: &mut GrowingTable, left: u32, letter: u16| {
            table.entry(left as usize, usize::from(letter))
        };
        let Some(entry) = look(formula, at.left, letter | at.reached) else { return Ok(Progress::Elsewhere) };
        let truth = entry & 3;
        if truth == Truth::True as u64 {
            return Ok(Progress::Ends(RunVerdict::Satisfied { stuck: false }));
        } else if truth == Truth::False as u64 {
            return Ok(Progress::Ends(RunVerdict::Violated));
        } else if at.taken == self.experiment.horizon() {
            return Ok(Progress::Ends(self.experiment.undecided()));
        }
        let position = first as usize + at.random.below(count as usize);
        let step = steps[position];
        let whole = self.runs.here(letter) | at.reached | step.leaving;
        let Some(entry) = look(formula, at.left, whole) else { return Ok(Progress::Elsewhere) };
        at.left = (entry >> 2) as u32;
        if let Some(strict) = strict {
            let Some(entry) = look(strict, at.strict, whole) else { return Ok(Progress::Elsewhere) };
            at.strict = (entry >> 2) as u32;
        }
        at.reached = step.arrived;
        at.taken += 1;
        at.place = step.to;
        if step.to == UNKNOWN {
            let words = self.layout.words;
            let target = &mut self.outside[lane * words..][..words];
            target.copy_from_slice(&self.visited.targets[position * words..][..words]);
            at.place = self.visited.place(target);
            self.visited.steps[position].to = at.place;
        }
        Ok(Progress::GoesOn)
    }

    /// The verdict of a run that is in a dead end.
    fn rest(&mut self, lane: usize) -> Result<Progress, Stop> {
        let words = self.layout.words;
        let Lane { number, place, left, strict, reached, .. } = self.lanes[lane];
        let key = (place, left, strict, reached);
        if let Some(known) = self.visited.at_rest.get(&key).filter(|_| place != UNKNOWN) {
            return Ok(Progress::Ends(*known));
        }
        let Visited { formula, strict: strict_table, states, .. } = &self.visited;
        let left = formula.left(left as usize);
        let strict = strict_table.as_ref().and_then(|table| table.left(strict as usize));
        // How the position was reached the interpreter sees only if it makes the run.
        let verdict = if let Some(left) = left.filter(|_| self.runs.letters.arrived.is_empty()) {
            let mut state = self.outside[lane * words..][..words].to_vec();
            if place != UNKNOWN {
                states.read(place.into(), &mut state);
            }
            self.experiment.at_rest(&self.layout.unpack(&state), left, strict)
        } else {
            self.experiment.run(number, self.budget)?.0
        };
        if place != UNKNOWN && !self.visited.is_full {
            self.visited.at_rest.insert(key, verdict);
        }
        Ok(Progress::Ends(verdict))
    }

    /// Finds the steps of the state that a run is in, in the order of the interpreter. If there is room they are kept;
    /// otherwise they are the last in the list until somebody takes them away.
    fn expand(&mut self, lane: usize) -> Result<Visit, Stop> {
        let words = self.layout.words;
        let place = self.lanes[lane].place;
        let mut state = std::mem::take(&mut self.outside);
        let own = lane * words..(lane + 1) * words;
        if place != UNKNOWN {
            let mut kept = Vec::new();
            self.visited.states.read(place.into(), &mut kept);
            state[own.clone()].copy_from_slice(&kept);
        }
        let found = self.find_steps(&state[own]);
        self.outside = state;
        let visit = found?;
        let visited = &mut self.visited;
        let most = UNKNOWN as usize;
        visited.is_full |=
            visited.bytes() > self.runs.room || visited.steps.len().max(visited.visits.len()) >= most;
        if let Some(known) = visited.visits.get_mut(place as usize).filter(|_| !visited.is_full) {
            *known = visit;
        }
        Ok(visit)
    }

    fn find_steps(&mut self, state: &[u64]) -> Result<Visit, Stop> {
        let (runs, budget) = (self.runs, self.budget);
        let Visited { steps, targets, .. } = &mut self.visited;
        let (first, words) = (steps.len(), state.len());
        let (registers, rules) = (&mut self.registers, &mut self.rules);
        rules.clear();
        let (mut all, mut some) = (u16::MAX, 0);
        let mut stop = None;
        let mut go_on = || {
            stop = budget.check(0).err();
            stop.is_none()
        };
        let ended = self.expander.expand_while(&mut go_on, state, &mut |step| {
            let marks = runs.atoms.of_step(&runs.model, state, &step, registers);
            let leaving = runs.leaving(marks.now);
            all &= leaving;
            some |= leaving;
            steps.push(VisitedStep { to: UNKNOWN, leaving, arrived: marks.then as u16 });
            targets.extend_from_slice(step.next);
            rules.push(step.rule.0);
            match rules.len() > MOST_LISTED {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        });
        if let Some(stop) = stop {
            return Err(stop);
        }
        let summary = match ended {
            ControlFlow::Continue(summary) if !summary.cut => summary,
            _ => {
                steps.truncate(first);
                targets.truncate(first * words);
                return Ok(Visit::Elsewhere);
            }
        };
        if !rules.is_sorted() {
            sort_by_rule(rules, &mut steps[first..], &mut targets[first * words..], words);
        }
        let count = rules.len() as u32;
        // What all steps agree on: a predicate that some satisfy and some do not is unknown before the step is drawn.
        let agreed = if count == 0 { 0 } else { all | (some & !all) >> 1 };
        let here = runs.atoms.of_state(&runs.model, state, summary, registers) as u16;
        Ok(Visit::Expanded { first: first as u32, count, letter: here | agreed })
    }
}

/// Puts steps in the order of their rules; those of one rule stay in theirs.
fn sort_by_rule(rules: &[u32], steps: &mut [VisitedStep], targets: &mut [u64], words: usize) {
    let mut order: Vec<usize> = (0..rules.len()).collect();
    order.sort_by_key(|position| rules[*position]);
    let (old_steps, old_targets) = (steps.to_vec(), targets.to_vec());
    for (to, from) in order.into_iter().enumerate() {
        steps[to] = old_steps[from];
        targets[to * words..][..words].copy_from_slice(&old_targets[from * words..][..words]);
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use proptest::prelude::*;
    use synod_core::{Formula, System};
    use synod_simulate::statistics::AtHorizon;
    use synod_simulate::{Interpreter, Monitor};
    use synod_testing::{Fragment, questions, runner};

    use super::*;

    const RUNS: u64 = 60;
    const HORIZON: u64 = 20;

    #[test]
    fn compiled_runs_have_the_verdicts_of_the_interpreter_after_as_many_steps() {
        let (settled, open, stuck, kept, elsewhere) =
            (Cell::new(0), Cell::new(0), Cell::new(0), Cell::new(0), Cell::new(0));
        let count = |cell: &Cell<u32>, yes: bool| cell.set(cell.get() + u32::from(yes));
        let test = |((system, formula), seed): ((System, Formula), u64)| {
            let mut budget = Budget::unlimited();
            (budget.threads, budget.int_bound) = (1 + seed as usize % 3, 3);
            let interpreter = Interpreter::new(&system).with_int_bound(budget.int_bound);
            if !Monitor::watches(&formula) || interpreter.initial(1).states.is_empty() {
                return Err(TestCaseError::reject("single runs do not decide it, or there is none"));
            }
            // A stricter formula, as languages have it where dead ends may make the usual one true.
            let strict =
                Formula::And(vec![formula.clone(), Formula::Globally(Box::new(Formula::Deadlock.not()))]);
            let strict = (seed % 2 == 0).then_some(&strict);
            let at_horizon =
                [AtHorizon::Undecided, AtHorizon::NotViolated, AtHorizon::NotSatisfied][seed as usize % 3];
            let experiment =
                Experiment::new(interpreter, &formula, HORIZON, seed).strictly(strict).at_horizon(at_horizon);
            let Some(mut runs) = CompiledRuns::new(&experiment, &budget) else {
                return Err(TestCaseError::reject("the formula is too large for a table"));
            };
            // Sometimes few states are kept, or none.
            runs.room = [MOST_BYTES, 20_000, 0][seed as usize / 3 % 3];
            let known: Vec<_> = (0..RUNS).map(|number| experiment.run(number, &budget).unwrap()).collect();
            // The second call finds what the first has kept.
            for numbers in [0..RUNS / 3, RUNS / 3..RUNS] {
                let expected = &known[numbers.start as usize..numbers.end as usize];
                let (found, stop) = runs.verdicts(&experiment, numbers, None, &budget, &|_, _| {}).unwrap();
                prop_assert_eq!((found.as_slice(), stop), (expected, None), "seed {}", seed);
            }
            for (verdict, _) in &known {
                count(&open, *verdict == RunVerdict::Undecided);
                count(&stuck, *verdict == RunVerdict::Satisfied { stuck: true });
                count(&settled, *verdict != RunVerdict::Undecided);
            }
            for visited in runs.visited().iter() {
                let expanded = |visit: &Visit| matches!(visit, Visit::Expanded { .. });
                count(&kept, visited.visits.iter().any(expanded));
                count(&elsewhere, visited.visits.iter().any(|visit| matches!(visit, Visit::Elsewhere)));
            }
            Ok(())
        };
        runner(1500).run(&(questions(Fragment::Linear), any::<u64>()), test).unwrap();
        let seen = [&settled, &open, &stuck, &kept, &elsewhere].map(Cell::get);
        assert!(seen.iter().all(|count| *count > 10), "settled, open, stuck, kept, elsewhere: {seen:?}");
    }

    #[test]
    fn steps_are_put_in_the_order_of_rules_and_otherwise_left() {
        let step = |leaving| VisitedStep { to: UNKNOWN, leaving, arrived: 0 };
        let mut steps = [1, 2, 3, 4].map(step);
        let mut targets = [10, 11, 20, 21, 30, 31, 40, 41];
        sort_by_rule(&[2, 5, 0, 2], &mut steps, &mut targets, 2);
        assert_eq!(steps.map(|step| step.leaving), [3, 1, 4, 2]);
        assert_eq!(targets, [30, 31, 10, 11, 40, 41, 20, 21]);
    }
}
