//! Random runs with a property watched on each, on several threads.

use std::sync::atomic::{AtomicU64, Ordering};

use synod_core::{Budget, Formula, InitialSampler, State, Step, Stop, threads};

use crate::evaluate::Truth;
use crate::interpreter::Interpreter;
use crate::monitor::{Monitor, Position};
use crate::monitor_table::{GrowingTable, MonitorAlphabet, MonitorTable};
use crate::random::Random;

/// Which runs to look at, and for what.
pub struct Experiment<'a> {
    interpreter: Interpreter<'a>,
    sampler: InitialSampler<'a>,
    formula: &'a Formula,
    /// The formula under which runs that get stuck are judged like all others.
    strict: Option<&'a Formula>,
    /// How many steps a run has at most.
    horizon: u64,
    /// Run `i` of this seed is made with [`Random::of_run`].
    seed: u64,
    at_horizon: AtHorizon,
    runner: Option<&'a dyn Runner>,
}

/// Makes runs elsewhere than on the threads of the processor, with the same verdicts.
pub trait Runner: Sync {
    /// The verdicts of the runs with these numbers, in order; fewer, and why, if the budget is used up. `None` if it cannot
    /// make them: then the processor does.
    fn verdicts(
        &self,
        experiment: &Experiment,
        numbers: std::ops::Range<u64>,
        most: Option<u64>,
        budget: &Budget,
        news: News,
    ) -> Option<Verdicts>;
}

/// Verdicts of runs in order, each with how many steps were taken until it was known, and why there are no more.
pub type Verdicts = (Vec<(RunVerdict, u64)>, Option<Stop>);

/// What runs count for that are undecided at the horizon.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AtHorizon {
    /// Neither: they may come out either way.
    #[default]
    Undecided,
    /// Satisfied: the question is whether the formula is violated within the horizon.
    NotViolated,
    /// Violated: the question is whether the formula is satisfied within the horizon.
    NotSatisfied,
}

/// What became of the formula on a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunVerdict {
    /// It holds on the run, however that goes on.
    Satisfied {
        /// Only because the run got stuck: the strict formula fails.
        stuck: bool,
    },
    /// It fails, however the run goes on.
    Violated,
    /// That depends on how the run goes on beyond the horizon.
    Undecided,
}

/// How many runs had which verdict.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// The formula holds.
    pub satisfied: u64,
    /// Of these, those on which it holds only because they got stuck.
    pub stuck: u64,
    /// The formula fails.
    pub violated: u64,
    /// The horizon came first.
    pub undecided: u64,
    /// The number of the first run on which it fails, from 0.
    pub first_violation: Option<u64>,
    /// Steps of all runs together.
    pub steps: u64,
}

impl Tally {
    /// How many runs there were.
    pub fn runs(&self) -> u64 {
        self.satisfied + self.violated + self.undecided
    }

    pub(super) fn add(&mut self, verdict: RunVerdict, steps: u64) {
        match verdict {
            RunVerdict::Satisfied { stuck } => {
                self.satisfied += 1;
                self.stuck += u64::from(stuck);
            }
            RunVerdict::Violated => {
                self.first_violation.get_or_insert(self.runs());
                self.violated += 1;
            }
            RunVerdict::Undecided => self.undecided += 1,
        }
        self.steps += steps;
    }
}

/// Who is told how far an experiment is: what was counted, and how many runs there may be at most.
pub type News<'a> = &'a (dyn Fn(u64, Option<u64>) + Sync);

impl<'a> Experiment<'a> {
    /// Watches a formula on runs of up to `horizon` steps.
    pub fn new(interpreter: Interpreter<'a>, formula: &'a Formula, horizon: u64, seed: u64) -> Self {
        let sampler = interpreter.initial_sampler();
        let at_horizon = AtHorizon::default();
        let (strict, runner) = (None, None);
        Experiment { interpreter, sampler, formula, strict, horizon, seed, at_horizon, runner }
    }

    /// Has runs made by somebody else.
    pub fn by(mut self, runner: Option<&'a dyn Runner>) -> Self {
        self.runner = runner;
        self
    }

    /// Tells runs apart that satisfy the formula only by getting stuck: those on which this one fails.
    pub fn strictly(mut self, strict: Option<&'a Formula>) -> Self {
        self.strict = strict;
        self
    }

    /// Judges runs by what is known at the horizon.
    pub fn at_horizon(mut self, at_horizon: AtHorizon) -> Self {
        self.at_horizon = at_horizon;
        self
    }

    /// The formula as a table, and the strict one, over the atoms of both; `None` if they are too large.
    pub fn tables(&self) -> Option<(MonitorAlphabet, MonitorTable, Option<MonitorTable>)> {
        self.tables_by(MonitorTable::new)
    }

    /// The same as tables that are filled where they are read.
    pub fn growing_tables(&self) -> Option<(MonitorAlphabet, GrowingTable, Option<GrowingTable>)> {
        self.tables_by(GrowingTable::new)
    }

    fn tables_by<T>(
        &self,
        make: fn(&Formula, &MonitorAlphabet) -> Option<T>,
    ) -> Option<(MonitorAlphabet, T, Option<T>)> {
        let alphabet = MonitorAlphabet::new(std::iter::once(self.formula).chain(self.strict));
        let formula = make(self.formula, &alphabet)?;
        let strict = match self.strict {
            Some(strict) => Some(make(strict, &alphabet)?),
            None => None,
        };
        Some((alphabet, formula, strict))
    }

    /// The interpreter of the runs.
    pub fn interpreter(&self) -> Interpreter<'a> {
        self.interpreter
    }

    /// How many steps a run has at most.
    pub fn horizon(&self) -> u64 {
        self.horizon
    }

    /// The seed of all runs.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// The initial state of a run, drawn with its first random numbers.
    pub fn start(&self, random: &mut Random) -> Option<State> {
        self.sampler.draw(&mut |lo, hi| random.between(lo, hi))
    }

    /// The verdict of a run that ends in a dead end with this left to show of the formula, and of the strict one. Neither
    /// may be about how the position was reached.
    pub fn at_rest(&self, state: &State, left: &Formula, strict: Option<&Formula>) -> RunVerdict {
        let moves = self.interpreter.moves(state);
        let position = Position { state, moves: &moves, reached: None };
        let mut monitor = Monitor::going_on(self.interpreter, left.clone());
        let mut strict = strict.map(|left| Monitor::going_on(self.interpreter, left.clone()));
        let (truth, stuck) = judge_here(&mut monitor, strict.as_mut(), &position);
        self.settled(truth, stuck).unwrap_or_else(|| self.undecided())
    }

    fn settled(&self, truth: Truth, stuck: bool) -> Option<RunVerdict> {
        match truth {
            Truth::True => Some(RunVerdict::Satisfied { stuck }),
            Truth::False => Some(RunVerdict::Violated),
            Truth::Unknown => None,
        }
    }

    /// What a run counts for that is undecided at the horizon.
    pub fn undecided(&self) -> RunVerdict {
        match self.at_horizon {
            AtHorizon::Undecided => RunVerdict::Undecided,
            AtHorizon::NotViolated => RunVerdict::Satisfied { stuck: false },
            AtHorizon::NotSatisfied => RunVerdict::Violated,
        }
    }

    /// The verdict of the formula on a run, and how many steps were taken until it was known.
    pub fn run(&self, number: u64, budget: &Budget) -> Result<(RunVerdict, u64), Stop> {
        let mut random = Random::of_run(self.seed, number);
        let Some(mut state) = self.start(&mut random) else { return Ok((RunVerdict::Undecided, 0)) };
        let mut monitor = Monitor::new(self.interpreter, self.formula);
        let mut strict = self.strict.map(|strict| Monitor::new(self.interpreter, strict));
        let mut reached = None;
        for taken in 0..=self.horizon {
            let interpreter = self.interpreter.until(budget);
            let moves = interpreter.moves(&state);
            // If it is used up they may not be all.
            budget.check(0)?;
            let position =
                Position { state: &state, moves: &moves, reached: reached.as_ref().map(|(s, t)| (s, t)) };
            let dead_end = moves.enabled.is_empty();
            let (truth, stuck) = judge_here(&mut monitor, strict.as_mut(), &position);
            if let Some(verdict) = self.settled(truth, stuck) {
                return Ok((verdict, taken));
            }
            if dead_end || taken == self.horizon {
                return Ok((self.undecided(), taken));
            }
            let pick = random.below(moves.count());
            let Some(chosen) = interpreter.move_at(&state, &moves, pick) else {
                budget.check(0)?;
                return Ok((RunVerdict::Undecided, taken));
            };
            let step = Step::Take(chosen.taken);
            monitor.leave(&position, &step);
            if let Some(strict) = &mut strict {
                strict.leave(&position, &step);
            }
            reached = Some((std::mem::replace(&mut state, chosen.target), step));
        }
        Ok((RunVerdict::Undecided, self.horizon))
    }

    /// The verdicts of the runs with these numbers, in order. If the budget is used up, those of the first of them, up to
    /// one that was not finished, and why there are no more: which runs are left out does not depend on how they
    /// came out.
    pub(super) fn verdicts(
        &self,
        numbers: std::ops::Range<u64>,
        most: Option<u64>,
        budget: &Budget,
        news: News,
    ) -> Verdicts {
        let elsewhere =
            self.runner.and_then(|runner| runner.verdicts(self, numbers.clone(), most, budget, news));
        if let Some(verdicts) = elsewhere {
            return verdicts;
        }
        let next = AtomicU64::new(numbers.start);
        let work = || {
            let mut own = Vec::new();
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= numbers.end {
                    return (own, None);
                }
                match self.run(number, budget) {
                    Ok(verdict) => own.push((number, verdict)),
                    Err(stop) => return (own, Some(stop)),
                }
                news(number + 1, most);
            }
        };
        let count = numbers.end.saturating_sub(numbers.start);
        let threads = (budget.threads as u64).min(count) as usize;
        let (parts, stops): (Vec<Vec<_>>, Vec<_>) = threads::each(threads, |_| work()).into_iter().unzip();
        (without_gaps(numbers, parts.concat()), stops.into_iter().flatten().next())
    }
}

/// The verdicts of runs with these numbers, in order, up to one that is missing.
pub fn without_gaps<T>(numbers: std::ops::Range<u64>, mut found: Vec<(u64, T)>) -> Vec<T> {
    found.sort_unstable_by_key(|(number, _)| *number);
    let without_gap = std::iter::zip(numbers, found).take_while(|(number, (own, _))| number == own);
    without_gap.map(|(_, (_, verdict))| verdict).collect()
}

/// What is known of a run in a position, and whether a formula holds only because the run got stuck there.
fn judge_here(monitor: &mut Monitor, strict: Option<&mut Monitor>, position: &Position) -> (Truth, bool) {
    let dead_end = position.moves.enabled.is_empty();
    let truth = match monitor.look(position) {
        Truth::Unknown if dead_end => monitor.rest(position),
        truth => truth,
    };
    let stuck = truth == Truth::True
        && dead_end
        && strict.is_some_and(|strict| strict.rest(position) == Truth::False);
    (truth, stuck)
}
