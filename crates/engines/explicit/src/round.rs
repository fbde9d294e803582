//! One round of the search: threads expand the states of a list until it is done, the table is full,
//! the budget is used up or a violation is found.

use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

use synod_core::clock::Instant;
use synod_core::{Stop, Tick, threads};

use crate::alphabet::Marks;
use crate::batch::BatchExpander;
use crate::expand::{Expander, StateSummary};
use crate::explore::{InvariantWatch, SearchEnd};
use crate::limits::Limits;
use crate::model::PackedModel;
use crate::partial_order::{Chooser, RuleSteps};
use crate::program::Registers;
use crate::steps::Records;
use crate::store::{Position, Reserve, Store};

/// States that a thread takes at a time: more if there are many.
const SMALLEST_CHUNK: usize = 64;
const LARGEST_CHUNK: usize = 512;
/// How many chunks each thread gets of many states.
const CHUNKS: usize = 8;
/// Fewer states are expanded one by one.
const WORTH_BATCH: usize = 8;
/// Below this many states it is not worth starting threads.
const WORTH_THREADS: usize = 2048;
/// Words of states that are collected before they are inserted.
const BATCH: usize = 1024;

/// Targets of a state that are kept before those are looked for that occur twice.
const CROWDED: usize = 4096;

fn each_once(targets: &mut Vec<Position>) {
    targets.sort_unstable();
    targets.dedup();
}

/// What is done with states, apart from looking at them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Task {
    /// Nothing: where their steps lead is known already.
    Look,
    /// States that steps lead to are inserted.
    Insert,
    /// The same, and where steps lead to is kept.
    Record,
}

impl Task {
    fn inserts(self) -> bool {
        self != Task::Look
    }
}

/// The states to expand.
pub(crate) struct Work {
    pub first: Vec<Position>,
    /// After those, these.
    pub range: Range<Position>,
    /// But not these; sorted.
    pub except: Vec<Position>,
}

impl Work {
    fn len(&self) -> usize {
        self.first.len() + (self.range.end - self.range.start) as usize
    }

    fn at(&self, index: usize) -> Position {
        match self.first.get(index) {
            Some(position) => *position,
            None => self.range.start + (index - self.first.len()) as u64,
        }
    }
}

/// What one thread, or all of them, did.
#[derive(Default)]
pub(crate) struct RoundResult {
    pub transitions: u64,
    /// Of them, those that partial-order reduction does not follow.
    pub left_out: u64,
    pub deadlocks: u64,
    pub faults: u64,
    pub cut: bool,
    pub full: bool,
    stop: Option<Stop>,
    violation: Option<Position>,
    /// States taken but not expanded to the end.
    pub unfinished: Vec<Position>,
    pub reserves: Vec<Reserve>,
    /// Where the steps lead to, if that is to be kept.
    pub records: Vec<Records>,
}

impl RoundResult {
    fn add(&mut self, other: RoundResult) {
        self.transitions += other.transitions;
        self.left_out += other.left_out;
        self.deadlocks += other.deadlocks;
        self.faults += other.faults;
        self.cut |= other.cut;
        self.full |= other.full;
        self.stop = self.stop.or(other.stop);
        self.unfinished.extend(other.unfinished);
        self.reserves.extend(other.reserves);
        self.records.extend(other.records);
    }

    /// How the search ended, if it did.
    pub fn ended(&self) -> Option<SearchEnd> {
        self.violation.map(SearchEnd::Violated).or(self.stop.map(SearchEnd::Stopped))
    }
}

/// Why a state was not expanded to the end.
enum Halt {
    Full,
    Stop(Stop),
}

pub(crate) struct Round<'a> {
    model: &'a PackedModel,
    store: &'a Store,
    limits: &'a Limits<'a>,
    watch: Option<&'a InvariantWatch<'a>>,
    pub work: Work,
    task: Task,
    /// States before this position have been expanded, or are now.
    frontier: Position,
    /// States that a thread takes at a time.
    chunk: AtomicUsize,
    /// How much of the work was handed out.
    pub taken: AtomicUsize,
    halted: AtomicBool,
    /// The first violation found so far, `u64::MAX` if none: what lies beyond is of no interest.
    violation: AtomicU64,
    transitions: AtomicU64,
    before: Tick,
    /// Bytes held besides the states.
    elsewhere: u64,
    /// When to leave the rest for another round; something is done first.
    pub until: Option<Instant>,
}

impl<'a> Round<'a> {
    pub fn new(
        model: &'a PackedModel,
        store: &'a Store,
        limits: &'a Limits<'a>,
        watch: Option<&'a InvariantWatch<'a>>,
        work: Work,
        (task, frontier): (Task, Position),
        before: Tick,
    ) -> Self {
        Round {
            model,
            store,
            limits,
            watch,
            work,
            task,
            frontier,
            chunk: AtomicUsize::new(SMALLEST_CHUNK),
            taken: AtomicUsize::new(0),
            halted: AtomicBool::new(false),
            violation: AtomicU64::new(u64::MAX),
            transitions: AtomicU64::new(before.transitions),
            before,
            elsewhere: before.memory.saturating_sub(store.bytes()),
            until: None,
        }
    }

    /// Does the work on so many threads, if it is worth it.
    pub fn run(&self, threads: usize) -> RoundResult {
        let mut total = self.share(threads);
        let violation = self.violation.load(Ordering::Relaxed);
        total.violation = (violation != u64::MAX).then_some(violation);
        total
    }

    fn share(&self, threads: usize) -> RoundResult {
        let share = self.work.len() / (CHUNKS * threads.max(1));
        self.chunk.store(share.clamp(SMALLEST_CHUNK, LARGEST_CHUNK), Ordering::Relaxed);
        if threads <= 1 || self.work.len() < WORTH_THREADS {
            return Worker::new(self, Reserve::default()).run();
        }
        let mut total = RoundResult::default();
        let work = |_| Worker::new(self, Reserve::of_many()).run();
        threads::each(threads, work).into_iter().for_each(|tally| total.add(tally));
        total
    }

    /// The next piece of work.
    fn take(&self) -> Option<Range<usize>> {
        let violation = self.violation.load(Ordering::Relaxed);
        let next = self.taken.load(Ordering::Relaxed);
        // States that are inserted are of one level, and one violation is as near as another.
        let settled = violation != u64::MAX
            && (self.task.inserts() || next < self.work.len() && self.work.at(next) > violation);
        if settled || self.halted.load(Ordering::Relaxed) {
            return None;
        }
        let chunk = self.chunk.load(Ordering::Relaxed);
        let begin = self.taken.fetch_add(chunk, Ordering::Relaxed);
        (begin < self.work.len()).then(|| begin..(begin + chunk).min(self.work.len()))
    }

    fn check(&self) -> Result<(), Stop> {
        let bytes = self.store.bytes() + self.elsewhere;
        self.limits.check(bytes, || Tick {
            states: self.store.len(),
            transitions: self.transitions.load(Ordering::Relaxed),
            depth: self.before.depth,
            memory: bytes,
            ..Tick::default()
        })
    }
}

/// One thread's share.
struct Worker<'a> {
    round: &'a Round<'a>,
    expander: Expander<'a>,
    /// For many states at a time, if that is possible.
    batches: Option<BatchExpander<'a>>,
    /// Chooses the rules to follow, if not all are.
    chooser: Option<Chooser<'a>>,
    /// The steps of the state at hand, by rules.
    found: Vec<RuleSteps>,
    registers: Registers,
    reserve: Reserve,
    state: Vec<u64>,
    /// The states that are expanded together, one after the other.
    states: Vec<u64>,
    /// Targets of steps that are still to be inserted.
    batch: Vec<u64>,
    /// Where those of the state at hand were put that are not.
    targets: Vec<Position>,
    records: Records,
    /// The different marks of the steps of the state at hand.
    marks: Vec<Marks>,
    tally: RoundResult,
}

impl<'a> Worker<'a> {
    fn new(round: &'a Round<'a>, reserve: Reserve) -> Self {
        let watches_steps = round.watch.is_some_and(|watch| watch.alphabet.watches_steps());
        let model = round.model;
        let stubborn = model.stubborn.as_deref().filter(|_| round.task.inserts());
        let possible = model.has_kernels && round.task.inserts() && !watches_steps && stubborn.is_none();
        Worker {
            round,
            expander: Expander::new(model),
            batches: possible.then(|| BatchExpander::new(model)),
            chooser: stubborn.map(|sets| Chooser::new(sets, &model.layout)),
            found: Vec::new(),
            registers: Registers::new(),
            reserve,
            state: Vec::new(),
            states: Vec::new(),
            batch: Vec::new(),
            targets: Vec::new(),
            records: Records::default(),
            marks: Vec::new(),
            tally: RoundResult::default(),
        }
    }

    fn run(mut self) -> RoundResult {
        while let Some(chunk) = self.round.take() {
            let before = self.tally.transitions;
            if self.records.is_full() {
                self.tally.records.push(std::mem::take(&mut self.records));
            }
            let mut halt = self.round.check().err().map(Halt::Stop);
            let work = &self.round.work;
            let positions = chunk.map(|index| work.at(index));
            let positions: Vec<Position> =
                positions.filter(|position| work.except.binary_search(position).is_err()).collect();
            let done = if halt.is_none() { self.expand_together(&positions, &mut halt) } else { 0 };
            for position in positions.into_iter().skip(done) {
                let beyond = position > self.round.violation.load(Ordering::Relaxed);
                if halt.is_none() && !beyond && !self.round.halted.load(Ordering::Relaxed) {
                    match self.expand(position) {
                        Ok(()) => continue,
                        Err(reason) => halt = Some(reason),
                    }
                }
                self.tally.unfinished.push(position);
            }
            match halt {
                Some(Halt::Full) => self.tally.full = true,
                Some(Halt::Stop(stop)) => self.tally.stop = Some(stop),
                None => {
                    let steps = self.tally.transitions - before;
                    self.round.transitions.fetch_add(steps, Ordering::Relaxed);
                    if self.round.until.is_none_or(|until| Instant::now() < until) {
                        continue;
                    }
                }
            }
            self.round.halted.store(true, Ordering::Relaxed);
        }
        self.tally.reserves.push(self.reserve);
        self.tally.records.push(self.records);
        self.tally
    }

    /// Expands states together. Says how many of them, from the first on, are done; the others are not begun, or
    /// `halt` says why they are not done.
    fn expand_together(&mut self, positions: &[Position], halt: &mut Option<Halt>) -> usize {
        let round = self.round;
        let Some(mut batches) = self.batches.take_if(|_| positions.len() >= WORTH_BATCH) else { return 0 };
        self.states.clear();
        for position in positions {
            round.store.read(*position, &mut self.state);
            self.states.extend_from_slice(&self.state);
        }
        let mut stop = None;
        let found = batches.expand(&self.states, &mut || {
            stop = round.check().err();
            stop.is_none()
        });
        if found.is_err() {
            *halt = stop.map(Halt::Stop);
            return 0;
        }
        self.targets.clear();
        if !round.store.insert_all(&batches.targets, &mut self.reserve, &mut self.targets) {
            *halt = Some(Halt::Full);
        }
        let targets = std::mem::take(&mut self.targets);
        let words = round.model.layout.words;
        let mut done = 0;
        for (number, position) in positions.iter().enumerate() {
            let (begin, end) = (batches.begins[number] as usize, batches.begins[number + 1] as usize);
            if end > targets.len() || *position > round.violation.load(Ordering::Relaxed) {
                break;
            }
            self.state.clear();
            self.state.extend_from_slice(&self.states[number * words..][..words]);
            let local = batches.summaries[number];
            if round.task == Task::Record {
                let mut own = targets[begin..end].to_vec();
                each_once(&mut own);
                self.records.add(*position, local, &own);
            }
            self.marks.clear();
            self.finish(*position, local);
            done += 1;
        }
        self.targets = targets;
        self.batches = Some(batches);
        done
    }

    fn expand(&mut self, position: Position) -> Result<(), Halt> {
        let Worker { round, expander, registers, reserve, state, batch, targets, marks, found, .. } = self;
        round.store.read(position, state);
        marks.clear();
        batch.clear();
        targets.clear();
        found.clear();
        let all_at_once = self.chooser.is_some();
        if !round.task.inserts() && !round.watch.is_some_and(|watch| watch.alphabet.needs_steps()) {
            self.finish(position, StateSummary::default());
            return Ok(());
        }
        let alphabet = round.watch.map(|watch| watch.alphabet).filter(|a| a.watches_steps());
        let mut halt = None;
        let mut stop = None;
        let mut steps = 0;
        let mut crowded = CROWDED;
        let mut go_on = || {
            stop = round.check().err();
            stop.is_none()
        };
        let ended = expander.expand_while(&mut go_on, state, &mut |step| {
            steps += 1;
            if round.task.inserts() {
                batch.extend_from_slice(step.next);
                match found.last_mut() {
                    _ if !all_at_once => {}
                    Some(last) if last.rule == step.rule.0 => last.count += 1,
                    _ => found.push(RuleSteps { rule: step.rule.0, first: steps - 1, count: 1 }),
                }
                if batch.len() >= BATCH && !all_at_once {
                    if !round.store.insert_all(batch, reserve, targets) {
                        halt = Some(Halt::Full);
                        return ControlFlow::Break(());
                    }
                    batch.clear();
                    // Many steps may lead to few states.
                    match round.task {
                        Task::Record if targets.len() >= crowded => {
                            each_once(targets);
                            crowded = CROWDED.max(2 * targets.len());
                        }
                        Task::Record => {}
                        Task::Insert | Task::Look => targets.clear(),
                    }
                }
            }
            if let Some(alphabet) = alphabet {
                let mark = alphabet.of_step(round.model, state, &step, registers);
                if !marks.contains(&mark) {
                    marks.push(mark);
                }
            }
            ControlFlow::Continue(())
        });
        let mut halt = stop.map(Halt::Stop).or(halt);
        let mut left_out = 0;
        if let (None, Some(chooser)) = (&halt, &mut self.chooser) {
            left_out = reduce(round, chooser, state, found, batch);
        }
        if halt.is_none() && !round.store.insert_all(batch, reserve, targets) {
            halt = Some(Halt::Full);
        }
        match (halt, ended) {
            (None, ControlFlow::Continue(local)) => {
                self.tally.left_out += left_out;
                if round.task == Task::Record {
                    each_once(targets);
                    self.records.add(position, local, targets);
                }
                self.finish(position, local);
                Ok(())
            }
            (halt, _) => Err(halt.unwrap_or(Halt::Full)),
        }
    }

    /// Counts a state and looks whether it violates the watch.
    fn finish(&mut self, position: Position, local: StateSummary) {
        self.tally.transitions += local.steps;
        self.tally.deadlocks += u64::from(local.is_deadlock());
        self.tally.faults += u64::from(local.faulty);
        self.tally.cut |= local.cut;
        let Some(watch) = self.round.watch else { return };
        if watch.is_violated(self.round.model, &self.state, local, &self.marks, &mut self.registers) {
            self.round.violation.fetch_min(position, Ordering::Relaxed);
        }
    }
}

/// Leaves the states in a batch that the steps of the rules to follow lead to. Says how many steps are left out.
fn reduce(
    round: &Round,
    chooser: &mut Chooser,
    state: &[u64],
    found: &[RuleSteps],
    batch: &mut Vec<u64>,
) -> u64 {
    let words = round.model.layout.words;
    let target = |step: u32| &batch[step as usize * words..][..words];
    let leads_on = |step: u32| {
        let known = round.store.find(target(step));
        known.is_none_or(|position| position >= round.frontier)
    };
    let Some(followed) = chooser.choose(state, found, leads_on) else { return 0 };
    let mut kept = 0;
    for steps in found.iter().filter(|steps| followed.contains(steps.rule)) {
        let from = steps.first as usize * words;
        let len = steps.count as usize * words;
        batch.copy_within(from..from + len, kept);
        kept += len;
    }
    let left_out = (batch.len() - kept) / words;
    batch.truncate(kept);
    left_out as u64
}
