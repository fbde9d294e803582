//! Random runs of a model, and what they have in common.

use synod_core::{Budget, Counterexample, Property, System, Trace, uninterrupted};
use synod_documents::{RandomRun, SettledRuns, SimulateReport, SimulatedProperty, SimulationSummary};
use synod_simulate::{Interpreter, Monitor, Random, Walk};

pub use synod_simulate::Ending;

use crate::narration::SettledAs;
use crate::{OpenedModel, TraceView, counted, grouped, narration, plain};

/// A seed for those who gave none: it follows from a number that differs from call to call, such as the time, and is
/// small, so that it is easily typed again.
pub fn short_seed(number: u64) -> u64 {
    Random::new(number).next_u64() % 1_000_000
}

/// Why there is nowhere to begin.
pub fn no_initial_state(condition: &str) -> String {
    let why = if condition.is_empty() { "" } else { " that satisfies the constraint" };
    format!("the model has no initial state{why}")
}

/// What random runs are asked for.
#[derive(Clone, Debug)]
pub struct SimulationRequest {
    /// The seed: runs of different numbers, and of different seeds, are independent.
    pub seed: u64,
    /// The number of the first run, from 1.
    pub first_run: u64,
    /// How many steps a run has at most.
    pub steps: usize,
    /// Runs begin in initial states that satisfy this; the empty condition is always satisfied.
    pub constraint: String,
    /// The greatest absolute value of unbounded integers, if it is not the usual one.
    pub int_bound: Option<i64>,
}

/// Random runs of a model.
pub struct Simulation<'a> {
    model: &'a OpenedModel,
    narrowed: System,
    request: SimulationRequest,
}

/// A random run.
pub struct SimulatedRun {
    /// With the seed, gives this run again.
    pub number: u64,
    /// Why it ended.
    pub ending: Ending,
    /// Whether no step can be taken where it ends.
    pub dead_end: bool,
    /// The run.
    pub run: Counterexample,
}

impl<'a> Simulation<'a> {
    /// Prepares runs; an error if the constraint is not a condition on the model.
    pub fn new(model: &'a OpenedModel, request: SimulationRequest) -> Result<Self, String> {
        let narrowed = plain::narrowed(&model.compiled.system, &request.constraint)?;
        Ok(Simulation { model, narrowed, request })
    }

    fn interpreter<'s>(&self, system: &'s System) -> Interpreter<'s> {
        let interpreter = Interpreter::new(system);
        self.request.int_bound.map_or(interpreter, |bound| interpreter.with_int_bound(bound))
    }

    /// The run at a position, from 0; an error if there is no initial state to begin in.
    pub fn run(&self, position: u64, budget: &Budget) -> Result<SimulatedRun, String> {
        let number = self.request.first_run.wrapping_add(position);
        let mut random = Random::of_run(self.request.seed, number.wrapping_sub(1));
        let start = self.interpreter(&self.narrowed).random_initial(&mut random);
        let start = start.ok_or_else(|| no_initial_state(&self.request.constraint))?;
        let mut walk = Walk::new(self.interpreter(&self.model.compiled.system).until(budget), start);
        // It looks at the budget itself, and what was done is told.
        let ending = uninterrupted(|| walk.random(self.request.steps, &mut random, budget));
        let system = &self.model.compiled.system;
        let has_ended = system.has_ended(walk.state());
        let dead_end = !matches!(ending, Ending::Stopped(_)) && !has_ended && walk.moves().enabled.is_empty();
        Ok(SimulatedRun { number, ending, dead_end, run: Counterexample::of(walk.history()) })
    }

    /// All runs as a document, for a file of this name.
    pub fn report(
        &self,
        path: &str,
        runs: &[SimulatedRun],
        figures: &Figures,
        view: &TraceView,
    ) -> SimulateReport {
        let run = |run: &SimulatedRun| RandomRun {
            seed: self.request.seed,
            number: run.number,
            dead_end: run.dead_end,
            trace: narration::run_document(self.model, &run.run.trace, view),
        };
        SimulateReport {
            head: self.model.head(path),
            runs: runs.iter().map(run).collect(),
            summary: figures.document(),
            warnings: self.model.warning_documents(),
        }
    }

    /// Figures about the runs, before any.
    pub fn figures(&self) -> Figures<'a> {
        let properties = self.model.compiled.properties.iter();
        let watched = properties.filter(|property| Monitor::watches(&property.formula));
        let outcome = |property| PropertyOutcome {
            property,
            satisfied: Settled::default(),
            stuck: 0,
            violated: Settled::default(),
        };
        Figures {
            model: self.model,
            seed: self.request.seed,
            first_run: self.request.first_run,
            most_steps: self.request.steps,
            lengths: Vec::new(),
            dead_ends: 0,
            properties: watched.map(outcome).collect(),
        }
    }
}

/// Figures about many runs: how long they are, and what becomes of the properties on them.
pub struct Figures<'a> {
    model: &'a OpenedModel,
    seed: u64,
    first_run: u64,
    most_steps: usize,
    lengths: Vec<usize>,
    dead_ends: usize,
    properties: Vec<PropertyOutcome<'a>>,
}

/// What became of a property.
struct PropertyOutcome<'a> {
    property: &'a Property,
    satisfied: Settled,
    /// Of these, runs that only got stuck without what is asked for.
    stuck: usize,
    violated: Settled,
}

/// Runs that settled a property in one way.
#[derive(Default)]
struct Settled {
    runs: usize,
    /// How many steps that took, over all of them.
    steps: usize,
}

impl Settled {
    fn add(&mut self, steps: usize) {
        self.runs += 1;
        self.steps += steps;
    }

    fn mean(&self) -> Option<f64> {
        (self.runs > 0).then(|| self.steps as f64 / self.runs as f64)
    }

    fn text(&self, word: &str) -> String {
        match self.mean() {
            Some(mean) => {
                format!("{word} in {} (after {mean:.1} steps on average)", grouped(self.runs as u64))
            }
            None => format!("{word} in 0"),
        }
    }

    fn document(&self) -> SettledRuns {
        SettledRuns { runs: self.runs, mean_steps: self.mean() }
    }
}

impl Figures<'_> {
    /// Takes a run into account, as far as the budget allows.
    pub fn add(&mut self, run: &SimulatedRun, budget: &Budget) {
        let trace: &Trace = &run.run.trace;
        self.lengths.push(trace.steps.len());
        self.dead_ends += usize::from(run.dead_end);
        for (property, at, settled) in narration::outcomes(self.model, trace, budget) {
            let outcome = self.properties.iter_mut().find(|outcome| outcome.property.name == property.name);
            if let Some(outcome) = outcome {
                outcome.stuck += usize::from(settled == SettledAs::Stuck);
                match settled {
                    SettledAs::Satisfied | SettledAs::Stuck => outcome.satisfied.add(at),
                    SettledAs::Violated => outcome.violated.add(at),
                }
            }
        }
    }

    fn mean_length(&self) -> f64 {
        self.lengths.iter().sum::<usize>() as f64 / self.lengths.len().max(1) as f64
    }

    fn undecided(&self, outcome: &PropertyOutcome) -> usize {
        self.lengths.len() - outcome.satisfied.runs - outcome.violated.runs
    }

    /// For people.
    pub fn text(&self) -> String {
        let runs = self.lengths.len();
        let (seed, first) = (self.seed, self.first_run);
        let numbers = match (runs, first) {
            (0, _) => return "no runs\n".to_string(),
            (_, 1) => String::new(),
            (1, _) => format!(", run {first}"),
            _ => format!(", runs {first} to {}", first.wrapping_add(runs as u64 - 1)),
        };
        let steps = counted(self.most_steps, "step");
        let mut out = format!("{} of up to {steps} (seed {seed}{numbers})\n", counted(runs, "run"));
        let (min, max) = (self.lengths.iter().min().unwrap_or(&0), self.lengths.iter().max().unwrap_or(&0));
        let mean = self.mean_length();
        out.push_str(&format!("  steps: min {min}, mean {mean:.1}, max {max}\n"));
        out.push_str(&format!("  deadlocks: {}\n", grouped(self.dead_ends as u64)));
        for outcome in &self.properties {
            let parts = [outcome.satisfied.text("satisfied"), outcome.violated.text("violated")];
            let undecided = format!("undecided in {}", grouped(self.undecided(outcome) as u64));
            out.push_str(&format!("  {}: {}, {undecided}\n", outcome.property.name, parts.join(", ")));
            if outcome.stuck > 0 {
                let stuck = grouped(outcome.stuck as u64);
                out.push_str(&format!("    of the satisfied ones, {stuck} only got stuck without it\n"));
            }
        }
        out
    }

    fn document(&self) -> SimulationSummary {
        let property = |outcome: &PropertyOutcome| SimulatedProperty {
            name: outcome.property.name.clone(),
            satisfied: outcome.satisfied.document(),
            stuck: outcome.stuck,
            violated: outcome.violated.document(),
            undecided: self.undecided(outcome),
        };
        SimulationSummary {
            runs: self.lengths.len(),
            dead_ends: self.dead_ends,
            min_steps: self.lengths.iter().min().copied(),
            mean_steps: self.mean_length(),
            max_steps: self.lengths.iter().max().copied(),
            properties: self.properties.iter().map(property).collect(),
        }
    }
}
