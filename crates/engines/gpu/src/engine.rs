//! The engine as others see it.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use synod_core::clock::Instant;
use synod_core::{
    Budget, Counterexample, DeviceTimes, Engine, Formula, Outcome, Progress, Proof, Property, Reachability,
    SearchFigures, State, Statistics, Step, Stop, System, Trace, Unsupported, Verdict, grouped,
};
use synod_passes::ltl::{Automaton, Buchi, Linear};
use synod_passes::under_fairness;
use synod_printers::opencl::SearchProgram;
use synod_simulate::{Interpreter, Truth, evaluate};

use crate::cycles::Cycles;
use crate::device::{Broken, DeviceInfo, Machine, NoDevice};
use crate::partition::Partition;
use crate::product::Follower;
use crate::search::{Failure, Limits};

/// The engine on a graphics processor, for one system. What it has explored is kept for the next property.
pub struct Gpu<'a> {
    system: &'a System,
    /// Whatever else OpenCL finds is not used.
    needs_gpu: bool,
    cards: Option<Cards>,
    session: Mutex<Option<Session<'a>>>,
}

/// Cards as they are to be used: the best device as if it were several, each with so much memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cards {
    /// How many; at least one.
    pub count: usize,
    /// The bytes of each.
    pub memory: u64,
    /// Entries of their tables are small from the beginning, where states allow that.
    pub small: bool,
}

/// What drivers of graphics processors take before a search begins, in bytes of this process and in time in which they listen
/// to nobody.
const OF_DRIVERS: (u64, Duration) = (1 << 30, Duration::from_secs(3));

/// What was explored with one bound for integers.
struct Session<'a> {
    int_bound: i64,
    search: Partition<'a>,
    subject: Subject,
    /// What was spent on the property at hand.
    times: DeviceTimes,
}

/// What the program of a search looks for.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Subject {
    /// A condition on positions, if any.
    Never(Option<Formula>),
    /// Runs of a product. What was explored is of no use for anything else.
    Product,
}

/// Why there is no answer.
enum NoAnswer {
    Failure(Failure),
    Device(NoDevice),
    Program(String),
}

impl From<Failure> for NoAnswer {
    fn from(failure: Failure) -> Self {
        NoAnswer::Failure(failure)
    }
}

impl<'a> Gpu<'a> {
    /// An engine that has explored nothing yet.
    pub fn new(system: &'a System) -> Self {
        Gpu { system, needs_gpu: false, cards: None, session: Mutex::new(None) }
    }

    /// The same on the best device, used as if it were such cards: for those who want to leave some of it to others, and to
    /// see on one device what is done with several, or with less memory.
    pub fn on_cards(system: &'a System, cards: Cards) -> Self {
        Gpu { cards: Some(cards), ..Gpu::new(system) }
    }

    /// The same, for those who did not ask for it by name: it answers only where there is a graphics processor, since others
    /// use the processor better, and where limits leave room for its driver.
    pub fn on_graphics_processor(system: &'a System) -> Self {
        Gpu { needs_gpu: true, ..Gpu::new(system) }
    }

    /// Finds all reachable states; an error says why that was not possible.
    pub fn explore(&self, budget: &Budget, progress: &dyn Progress) -> Result<Reachability, String> {
        let limits = Limits { budget, progress };
        let mut guard = self.lock();
        let explored = self.session(&mut guard, None, limits).and_then(|session| {
            let reaches = |depth| limits.budget.depth.is_none_or(|limit| depth < limit);
            while session.search.is_open() && reaches(session.search.depth()) {
                session.search.advance(limits)?;
            }
            Ok(session.reachability())
        });
        explored.map_err(|why| describe(&why, &self.doing(&guard)).0)
    }

    fn lock(&self) -> MutexGuard<'_, Option<Session<'a>>> {
        // A panic elsewhere cannot leave a half-made session that matters: it is made anew.
        self.session.lock().unwrap_or_else(|poisoned| {
            let mut guard = PoisonError::into_inner(poisoned);
            *guard = None;
            guard
        })
    }

    /// What was explored, with a program that watches for a condition.
    fn session<'g>(
        &self,
        guard: &'g mut Option<Session<'a>>,
        never: Option<&Formula>,
        limits: Limits,
    ) -> Result<&'g mut Session<'a>, NoAnswer> {
        let int_bound = limits.budget.int_bound;
        guard.take_if(|session| session.int_bound != int_bound || session.subject == Subject::Product);
        let subject = Subject::Never(never.cloned());
        if guard.as_ref().is_some_and(|session| never.is_none() || session.subject == subject)
            && let Some(session) = guard
        {
            return Ok(session);
        }
        let began = Instant::now();
        let program = SearchProgram::new(self.system, never, int_bound);
        let program = program.map_err(|why| NoAnswer::Program(why.to_string()))?;
        match guard.take() {
            Some(mut session) => {
                session.search.watch(&program);
                session.subject = subject;
                session.times.opening += began.elapsed();
                Ok(guard.insert(session))
            }
            None => self.begin(guard, subject, &program, 0, began, limits),
        }
    }

    /// Begins a search with a program, which was begun to be written then.
    fn begin<'g>(
        &self,
        guard: &'g mut Option<Session<'a>>,
        subject: Subject,
        program: &SearchProgram,
        first_memory: u64,
        began: Instant,
        limits: Limits,
    ) -> Result<&'g mut Session<'a>, NoAnswer> {
        let int_bound = limits.budget.int_bound;
        if self.needs_gpu && !has_room_for_drivers(limits.budget) {
            let why = "the limits leave no room for the driver of a graphics processor".to_string();
            return Err(NoAnswer::Device(NoDevice(why)));
        }
        let infos = if self.needs_gpu { DeviceInfo::best_gpus() } else { DeviceInfo::best_alike() };
        let mut infos = infos.map_err(NoAnswer::Device)?;
        if let Some(Cards { count, memory, .. }) = self.cards {
            infos.truncate(1);
            infos[0].memory = memory;
            infos = vec![infos.swap_remove(0); count.max(1)];
        }
        let machines = infos.into_iter().map(Machine::new).collect::<Result<Vec<Machine>, Broken>>();
        let machines = machines.map_err(Failure::from)?;
        let times = DeviceTimes { opening: began.elapsed(), ..DeviceTimes::default() };
        let mut search = Partition::new(self.system, machines, program, first_memory, limits)?;
        if self.cards.is_some_and(|cards| cards.small) {
            search.condense(search.depth() + 1, limits)?;
        }
        Ok(guard.insert(Session { int_bound, search, subject, times }))
    }

    fn doing(&self, guard: &Option<Session>) -> String {
        match guard {
            Some(Session { search, .. }) => format!(
                "while visiting reachable states ({} found so far, depth {})",
                grouped(search.figures().states),
                search.depth()
            ),
            None => "while listing initial states".to_string(),
        }
    }

    /// The first position, by its distance, that satisfies a condition.
    fn find(&self, session: &mut Session, never: &Formula, limits: Limits) -> Result<Option<Trace>, Failure> {
        let interpreter = Interpreter::new(self.system).with_int_bound(session.int_bound);
        let search = &mut session.search;
        if search.base() > 0 {
            search.restart(limits)?;
        }
        let expanded = if search.is_open() { search.depth() } else { search.depth() + 1 };
        let mut found = None;
        for depth in 0..expanded {
            let bad = search.look(depth, limits)?;
            if let Some(state) = bad.into_iter().next() {
                found = Some((state, depth));
                break;
            }
        }
        while found.is_none() && search.is_open() {
            let depth = search.depth();
            if limits.budget.depth.is_some_and(|limit| depth > limit) {
                break;
            }
            let bad = search.advance(limits)?;
            found = bad.into_iter().next().map(|state| (state, depth));
        }
        let Some((state, depth)) = found else { return Ok(None) };
        let (began, built) = (Instant::now(), search.building());
        let path = search.path_to(&state, depth, limits)?;
        let states: Vec<State> = path.iter().map(|state| search.layout().unpack(state)).collect();
        let step = |from: &State, to: &State| {
            let step = interpreter.find_move(from, |_, step| step.target == *to)?;
            Some(Step::Take(step.taken))
        };
        let steps = states.windows(2).map(|pair| step(&pair[0], &pair[1]).ok_or_else(no_such_step));
        let steps = steps.collect::<Result<Vec<Step>, Failure>>()?;
        let mut trace = Trace { states, steps, loop_start: None };
        add_violating_step(&interpreter, never, &mut trace);
        session.times.rebuilding = began.elapsed().saturating_sub(search.building().saturating_sub(built));
        Ok(Some(trace))
    }

    /// A run that violates a formula of linear time, found in the product with the automaton of its negation.
    fn find_run(
        &self,
        guard: &mut Option<Session<'a>>,
        buchi: &Buchi,
        limits: Limits,
    ) -> Result<Option<Trace>, NoAnswer> {
        // Its table would be of no use, and its memory is.
        *guard = None;
        let began = Instant::now();
        let program = SearchProgram::product(self.system, buchi, limits.budget.int_bound);
        let program = program.map_err(|why| NoAnswer::Program(why.to_string()))?;
        let session = self.begin(guard, Subject::Product, &program, buchi.initial, began, limits)?;
        let Session { search, times, int_bound, .. } = session;
        let mut found = None;
        while found.is_none() && search.is_open() {
            let depth = search.depth();
            if limits.budget.depth.is_some_and(|limit| depth > limit) {
                return Err(Failure::Stopped(Stop::Depth).into());
            }
            let settled = search.advance(limits)?;
            found = settled.into_iter().next().map(|state| (vec![state], depth));
        }
        let mut loops = false;
        if found.is_none() {
            let cycle = Cycles::new(search.only_card(), limits)?.find(limits)?;
            let Some(cycle) = cycle else { return Ok(None) };
            loops = true;
            let depth = search.find_again(&cycle[0], limits)?;
            found = Some((cycle, depth));
        }
        let Some((mut cycle, depth)) = found else { return Ok(None) };
        let (began, built) = (Instant::now(), search.building());
        let mut path = search.path_to(&cycle[0], depth, limits)?;
        let loop_start = loops.then(|| path.len() - 1);
        if loops {
            // The last step of the loop leads back to its first state.
            cycle.push(cycle[0].clone());
            path.extend(cycle.drain(1..));
        }
        let interpreter = Interpreter::new(self.system).with_int_bound(*int_bound);
        let follower = Follower { interpreter, buchi, layout: search.layout() };
        let steps = path.windows(2).map(|pair| follower.step(&pair[0], &pair[1]).ok_or_else(no_such_step));
        let steps = steps.collect::<Result<Vec<Step>, Failure>>()?;
        path.truncate(if loops { steps.len() } else { path.len() });
        let states = path.iter().map(|state| search.layout().unpack(state)).collect();
        times.rebuilding = began.elapsed().saturating_sub(search.building().saturating_sub(built));
        let mut trace = Trace { states, steps, loop_start };
        trace.fold();
        Ok(Some(trace))
    }

    fn decide(
        &self,
        formula: &Formula,
        limits: Limits,
        guard: &mut Option<Session<'a>>,
    ) -> Result<Verdict, NoAnswer> {
        let mut limited_to = None;
        let mut states = None;
        for conjunct in formula.conjuncts() {
            let question = self.question(&conjunct).map_err(|Unsupported(why)| NoAnswer::Program(why))?;
            let found = match &question {
                Question::Never(never) => {
                    let session = self.session(guard, Some(never), limits)?;
                    self.find(session, never, limits)?
                }
                Question::Run(buchi) => self.find_run(guard, buchi, limits)?,
            };
            if let Some(trace) = found {
                return Ok(Verdict::Violated(Box::new(Counterexample::of(trace))));
            }
            if let Some(session) = guard {
                let limit = session.reachability().limited_to(session.int_bound, limits.budget.depth);
                limited_to = limited_to.or(limit);
                // The states of a product are at least as many as those of the system.
                states = states.max(Some(session.search.figures().states));
            }
        }
        Ok(match limited_to {
            Some(within) => Verdict::Bounded { within },
            None => Verdict::Holds(Proof::Exhausted { states: states.unwrap_or_default() }),
        })
    }

    /// What a conjunct asks of the device.
    fn question(&self, conjunct: &Formula) -> Result<Question, Unsupported> {
        let formula = under_fairness(conjunct, &self.system.fairness);
        if !formula.is_linear() {
            return Err(Unsupported(
                "it decides linear-time properties of single runs only (invariants and LTL)".to_string(),
            ));
        }
        if let Some(inner) = formula.as_invariant().filter(|inner| inner.arrivals().is_empty()) {
            return Ok(Question::Never(inner.clone().not()));
        }
        if formula.any(&mut |part| *part == Formula::Faulty) {
            return Err(Unsupported(
                "it decides `faulty` only in invariants: `G p` where `p` is about single states".to_string(),
            ));
        }
        let linear = Linear::new(&formula, false, &mut |_| None);
        let buchi = linear.and_then(Automaton::new).ok().and_then(Buchi::new);
        buchi.map(|buchi| Question::Run(Box::new(buchi))).ok_or_else(|| {
            Unsupported("the automaton of the formula is too large for the memory of a device".to_string())
        })
    }
}

/// What a device is asked.
enum Question {
    /// Whether a condition on positions holds somewhere.
    Never(Formula),
    /// Whether an automaton accepts a run.
    Run(Box<Buchi>),
}

fn no_such_step() -> Failure {
    Failure::Broken("the device took a step that there is not".to_string())
}

fn stopped(stop: Stop, doing: &str) -> (String, Option<String>) {
    (format!("{} {doing}", stop.reason()), stop.advice("look no further than `--depth N`"))
}

/// Whether a driver can begin without breaking limits that it does not know.
fn has_room_for_drivers(budget: &Budget) -> bool {
    let (bytes, time) = OF_DRIVERS;
    let has_time =
        |deadline: Instant| deadline.checked_duration_since(Instant::now()).is_some_and(|left| left >= time);
    budget.memory_left().is_none_or(|left| left >= bytes) && budget.deadline.is_none_or(has_time)
}

/// What happened, and what to try.
fn describe(why: &NoAnswer, doing: &str) -> (String, Option<String>) {
    match why {
        NoAnswer::Failure(Failure::Stopped(stop)) => stopped(*stop, doing),
        // A search that may be divided is.
        NoAnswer::Failure(Failure::Full) => stopped(Stop::Memory, doing),
        NoAnswer::Failure(Failure::Broken(what)) => (
            format!("the device failed {doing}: {what}"),
            Some("try again, or `--engine explicit`".to_string()),
        ),
        NoAnswer::Device(NoDevice(what)) => (
            what.clone(),
            Some("`synod devices` lists what there is; `--engine explicit` needs none".to_string()),
        ),
        NoAnswer::Program(what) => (what.clone(), Some("try `--engine explicit`".to_string())),
    }
}

/// If the violation lies in a step, the step belongs to the evidence.
fn add_violating_step(interpreter: &Interpreter, never: &Formula, trace: &mut Trace) {
    if !never.any(&mut |part| matches!(part, Formula::Step(_))) {
        return;
    }
    let Some(state) = trace.states.last().cloned() else { return };
    let step = interpreter.find_move(&state, |_, step| {
        let (states, steps) =
            (vec![state.clone(), step.target.clone()], vec![Step::Take(step.taken.clone())]);
        evaluate(interpreter, never, &Trace { states, steps, loop_start: None }) == Truth::True
    });
    if let Some(step) = step {
        trace.steps.push(Step::Take(step.taken));
        trace.states.push(step.target);
    }
}

impl Session<'_> {
    fn reachability(&self) -> Reachability {
        let figures = self.search.figures();
        Reachability {
            states: figures.states,
            transitions: figures.transitions,
            deadlocks: figures.dead_ends,
            faults: figures.faults,
            depth: self.search.depth(),
            initial: figures.initial,
            cut: figures.cut,
            complete: !self.search.is_open(),
            ..Reachability::default()
        }
    }
}

impl Engine for Gpu<'_> {
    fn name(&self) -> &'static str {
        "gpu"
    }

    fn supports(&self, formula: &Formula) -> Result<(), Unsupported> {
        let conjuncts = formula.conjuncts();
        if conjuncts.is_empty() {
            return Err(Unsupported("there is nothing to search for".to_string()));
        }
        conjuncts.iter().try_for_each(|conjunct| self.question(conjunct).map(|_| ()))
    }

    fn program(&self) -> Option<String> {
        let guard = self.lock();
        guard.as_ref().map(|session| session.search.devices())
    }

    fn release(&self) {
        *self.lock() = None;
    }

    fn check(&self, property: &Property, budget: &Budget, progress: &dyn Progress) -> Outcome {
        let start = Instant::now();
        let limits = Limits { budget, progress };
        let mut guard = self.lock();
        let mut built = Duration::ZERO;
        if let Some(session) = &mut *guard {
            session.times = DeviceTimes::default();
            built = session.search.building();
        }
        let verdict = self.decide(&property.formula, limits, &mut guard).unwrap_or_else(|why| {
            let (reason, advice) = describe(&why, &self.doing(&guard));
            Verdict::Unknown { reason, advice }
        });
        let mut statistics = Statistics { elapsed: start.elapsed(), ..Statistics::default() };
        let mut remarks = Vec::new();
        if let Some(session) = &*guard {
            let mut figures = session.reachability();
            let search = SearchFigures {
                states: figures.states,
                transitions: figures.transitions,
                left_out: 0,
                bytes: session.search.bytes(),
                file_bytes: 0,
            };
            // States of a product are not those of the system.
            let is_product = session.subject == Subject::Product;
            figures.complete &= !is_product;
            let elapsed = statistics.elapsed;
            statistics = Statistics { elapsed, ..figures.statistics(session.search.peak(), search) };
            let mut times = session.times;
            times.building = session.search.building().saturating_sub(built);
            let others = times.opening + times.building + times.rebuilding;
            times.searching = statistics.elapsed.saturating_sub(others);
            statistics.device = Some(times);
            if !is_product {
                remarks = figures.remarks(self.system);
            }
        }
        // What a device that failed holds is worth nothing.
        let is_over = matches!(verdict, Verdict::Unknown { .. });
        if is_over {
            *guard = None;
        }
        Outcome { verdict, statistics, remarks }
    }
}
