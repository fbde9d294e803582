//! The engine as others see it.

use std::sync::{Mutex, MutexGuard, PoisonError};

use synod_core::clock::Instant;
use synod_core::{
    Budget, Counterexample, Engine, Env, Formula, Outcome, Progress, Proof, Property, Reachability,
    Statistics, Step, System, Trace, Unsupported, Verdict, eval_bool, grouped,
};
use synod_passes::under_fairness;
use synod_printers::opencl::SearchProgram;
use synod_simulate::Interpreter;

use crate::device::{DeviceInfo, Machine, NoDevice};
use crate::search::{Failure, Limits, Search};

/// The engine on a graphics processor, for one system. What it has explored is kept for the next property.
pub struct Gpu<'a> {
    system: &'a System,
    session: Mutex<Option<Session<'a>>>,
}

/// What was explored with one bound for integers.
struct Session<'a> {
    int_bound: i64,
    search: Search<'a>,
    /// The condition that the program of the search watches for.
    never: Option<Formula>,
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
        Gpu { system, session: Mutex::new(None) }
    }

    /// Finds all reachable states; an error says why that was not possible.
    pub fn explore(&self, budget: &Budget, progress: &dyn Progress) -> Result<Reachability, String> {
        let limits = Limits { budget, progress };
        let mut guard = self.lock();
        let explored = self.session(&mut guard, None, limits).and_then(|session| {
            while session.search.is_open {
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
        guard.take_if(|session| session.int_bound != int_bound);
        if guard.as_ref().is_some_and(|session| never.is_none() || session.never.as_ref() == never)
            && let Some(session) = guard
        {
            return Ok(session);
        }
        let program = SearchProgram::new(self.system, never, int_bound);
        let program = program.map_err(|why| NoAnswer::Program(why.to_string()))?;
        let never = never.cloned();
        match guard.take() {
            Some(mut session) => {
                session.search.watch(&program)?;
                session.never = never;
                Ok(guard.insert(session))
            }
            None => {
                let info = DeviceInfo::best().map_err(NoAnswer::Device)?;
                let machine = Machine::new(info).map_err(Failure::from)?;
                let search = Search::new(self.system, machine, &program, limits)?;
                Ok(guard.insert(Session { int_bound, search, never }))
            }
        }
    }

    fn doing(&self, guard: &Option<Session>) -> String {
        match guard {
            Some(Session { search, .. }) => format!(
                "while visiting reachable states ({} found so far, depth {})",
                grouped(search.figures.states),
                search.depth
            ),
            None => "while listing initial states".to_string(),
        }
    }

    /// The first position, by its distance, that satisfies a condition.
    fn find(&self, session: &mut Session, never: &Formula, limits: Limits) -> Result<Option<Trace>, Failure> {
        let interpreter = Interpreter::new(self.system).with_int_bound(session.int_bound);
        let search = &mut session.search;
        if search.base > 0 {
            search.restart(limits)?;
        }
        let expanded = if search.is_open { search.depth } else { search.depth + 1 };
        let mut found = None;
        for depth in 0..expanded {
            let bad = search.look(depth, limits)?;
            if let Some(state) = bad.into_iter().next() {
                found = Some((state, depth));
                break;
            }
        }
        while found.is_none() && search.is_open {
            let depth = search.depth;
            if limits.budget.depth.is_some_and(|limit| depth > limit) {
                break;
            }
            let bad = search.advance(limits)?;
            found = bad.into_iter().next().map(|state| (state, depth));
        }
        let Some((state, depth)) = found else { return Ok(None) };
        let mut trace = search.path_to(&interpreter, &state, depth, limits)?;
        add_violating_step(&interpreter, never, &mut trace);
        Ok(Some(trace))
    }

    fn decide(
        &self,
        formula: &Formula,
        limits: Limits,
        guard: &mut Option<Session<'a>>,
    ) -> Result<Verdict, NoAnswer> {
        for conjunct in formula.conjuncts() {
            let Ok(never) = self.never(&conjunct) else {
                return Err(NoAnswer::Program("the formula is not supported".to_string()));
            };
            let session = self.session(guard, Some(&never), limits)?;
            match self.find(session, &never, limits) {
                Ok(None) => {}
                Ok(Some(trace)) => return Ok(Verdict::Violated(Box::new(Counterexample::of(trace)))),
                Err(failure) => return Err(failure.into()),
            }
        }
        let session = self.session(guard, None, limits)?;
        let limited_to = session.reachability().limited_to(session.int_bound, limits.budget.depth);
        Ok(match limited_to {
            Some(within) => Verdict::Bounded { within },
            None => Verdict::Holds(Proof::Exhausted { states: session.search.figures.states }),
        })
    }

    /// The condition that no position may satisfy, if that is what a conjunct says.
    fn never(&self, conjunct: &Formula) -> Result<Formula, Unsupported> {
        let unsupported = || {
            Unsupported(
                "it decides invariants only: `G p` where `p` is about single states and the steps that leave them"
                    .to_string(),
            )
        };
        if !conjunct.is_linear() {
            return Err(unsupported());
        }
        let formula = under_fairness(conjunct, &self.system.fairness);
        let inner = formula.as_invariant().filter(|inner| inner.arrivals().is_empty());
        inner.map(|inner| inner.clone().not()).ok_or_else(unsupported)
    }
}

/// What happened, and what to try.
fn describe(why: &NoAnswer, doing: &str) -> (String, Option<String>) {
    match why {
        NoAnswer::Failure(Failure::Stopped(stop)) => {
            (format!("{} {doing}", stop.reason()), stop.advice("look no further than `--depth N`"))
        }
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
    let faulty = !interpreter.moves(&state).faulted.is_empty();
    let step = interpreter.find_move(&state, |_, step| {
        let taken = Step::Take(step.taken.clone());
        holds(interpreter, never, &state, &taken, faulty)
    });
    if let Some(step) = step {
        trace.steps.push(Step::Take(step.taken));
        trace.states.push(step.target);
    }
}

/// Whether a condition about one position holds where a step leaves a state.
fn holds(
    interpreter: &Interpreter,
    formula: &Formula,
    state: &synod_core::State,
    step: &Step,
    faulty: bool,
) -> bool {
    let part = |formula: &Formula| holds(interpreter, formula, state, step, faulty);
    match formula {
        Formula::State(id) => {
            let system = interpreter.system();
            eval_bool(&system.exprs, *id, Env::of(system, state)) == Ok(true)
        }
        Formula::Step(predicate) => interpreter.satisfies(state, step, *predicate),
        Formula::Faulty => faulty,
        Formula::Not(inner) => !part(inner),
        Formula::And(list) => list.iter().all(part),
        Formula::Or(list) => list.iter().any(part),
        // There is a step.
        _ => false,
    }
}

impl Session<'_> {
    fn reachability(&self) -> Reachability {
        let Search { figures, depth, is_open, .. } = &self.search;
        Reachability {
            states: figures.states,
            transitions: figures.transitions,
            deadlocks: figures.dead_ends,
            faults: figures.faults,
            depth: *depth,
            initial: figures.initial,
            cut: figures.cut,
            complete: !is_open,
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
        conjuncts.iter().try_for_each(|conjunct| self.never(conjunct).map(|_| ()))
    }

    fn program(&self) -> Option<String> {
        let guard = self.lock();
        let info = guard.as_ref().map(|session| &session.search.machine.info)?;
        Some(info.name.clone())
    }

    fn release(&self) {
        *self.lock() = None;
    }

    fn check(&self, property: &Property, budget: &Budget, progress: &dyn Progress) -> Outcome {
        let start = Instant::now();
        let limits = Limits { budget, progress };
        let mut guard = self.lock();
        let verdict = self.decide(&property.formula, limits, &mut guard).unwrap_or_else(|why| {
            let (reason, advice) = describe(&why, &self.doing(&guard));
            Verdict::Unknown { reason, advice }
        });
        let mut statistics = Statistics { elapsed: start.elapsed(), ..Statistics::default() };
        let mut remarks = Vec::new();
        if let Some(session) = &*guard {
            let figures = session.reachability();
            let all = figures.complete && !figures.cut;
            statistics.states = all.then_some(figures.states);
            statistics.transitions = all.then_some(figures.transitions);
            statistics.depth = Some(figures.depth);
            statistics.memory = Some(session.search.peak);
            remarks = session.reachability().remarks(self.system);
        }
        // What a device that failed holds is worth nothing.
        let is_over = matches!(verdict, Verdict::Unknown { .. });
        if is_over {
            *guard = None;
        }
        Outcome { verdict, statistics, remarks }
    }
}
