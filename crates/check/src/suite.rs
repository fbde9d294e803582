//! Checks properties of a model one after the other, with all that belongs to an answer: time sharing, side
//! conditions, witnesses, and what the reachable states tell about the model itself.

use std::ops::ControlFlow;
use std::time::Duration;

use synod_core::clock::Instant;
use synod_core::{
    Budget, CompiledModel, Counterexample, DeadEnds, Interrupted, Lint, Phase, Progress, Proof, Property,
    Remark, Verdict, prepare,
};
use synod_syntax::Diagnostic;

use crate::coverage::warnings;
use crate::minimise::{can_be_minimised, minimise};
use crate::race::unprepared;
use crate::run::claims_a_strategy;
use crate::side_conditions::SideConditions;
use crate::{Checker, EngineChoice, EngineNotFound, PropertyAnswer, Reductions, Report};

/// How long to look for a strategy when it is known that there is one.
const STRATEGY: Duration = Duration::from_secs(2);

/// How long to look for what is odd about the reachable states after the time is up.
const LINTS: Duration = Duration::from_secs(5);

/// How long to look for commands that are never used: this share of the time that the answers took, and a little more.
const COVERAGE_SHARE: u32 = 4;
const COVERAGE_LEAST: Duration = Duration::from_millis(250);

/// What is wanted beside the verdicts.
#[derive(Clone, Debug)]
pub struct Options {
    /// The engine that is to answer.
    pub engine: EngineChoice,
    /// Which witnesses to look for.
    pub witnesses: Witnesses,
    /// Whether proofs have to be certificates for the very property that was asked.
    pub certificates: bool,
    /// Whether to look for what is odd about the reachable states, commands that are never used among it.
    pub lints: bool,
    /// Whether to count how often each command is used.
    pub coverage: bool,
    /// Whether to look for smaller counterexamples.
    pub minimise: bool,
}

impl Options {
    /// The verdicts of an engine, and nothing beside them.
    pub fn plain(engine: impl Into<EngineChoice>) -> Self {
        Options {
            engine: engine.into(),
            witnesses: Witnesses::None,
            certificates: false,
            lints: false,
            coverage: false,
            minimise: false,
        }
    }
}

/// Which properties that hold get a witness.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Witnesses {
    /// None.
    None,
    /// Those about what a coalition can do.
    Strategies,
    /// Also those about what is possible on some run.
    Runs,
}

/// News from [`run`], in the order in which it comes.
#[derive(Debug)]
pub enum Event<'e> {
    /// Work on a property begins, or goes on.
    Begins(&'e Property),
    /// Something is wrong or odd about the model as a whole. An error comes before the answer to the property
    /// that showed it, which means nothing then.
    Finding(&'e Diagnostic),
    /// A property is answered.
    Answer(&'e PropertyAnswer),
}

/// Checks properties of a model and reports on each as soon as it is known, until all are answered or `tell`
/// breaks off.
pub fn run(
    model: &CompiledModel,
    properties: &[Property],
    options: &Options,
    budget: &Budget,
    progress: &dyn Progress,
    tell: &mut dyn FnMut(Event) -> ControlFlow<()>,
) -> Result<Report, EngineNotFound> {
    let begin = Instant::now();
    let reductions = Reductions::default();
    let checker = match prepare(budget, Phase::Preparing, || Checker::new(&model.system, &options.engine)) {
        Ok(checker) => checker?.reducing(model.reduce.then_some(&reductions)),
        Err(met) => return Ok(nothing_answered(properties, met, begin, tell)),
    };
    let mut suite = Suite {
        model,
        checker,
        options,
        budget,
        progress,
        sides: SideConditions::new(model),
        report: Report::default(),
    };
    let _ = suite.run(properties, tell);
    Ok(suite.report)
}

/// The report if the limits were met before the first property could be looked at.
fn nothing_answered(
    properties: &[Property],
    met: Interrupted,
    begin: Instant,
    tell: &mut dyn FnMut(Event) -> ControlFlow<()>,
) -> Report {
    let mut report = Report::default();
    for property in properties {
        let mut outcome = unprepared(met);
        outcome.statistics.elapsed = begin.elapsed();
        let answer = PropertyAnswer::new(property, None, outcome);
        let goes_on =
            tell(Event::Begins(property)).is_continue() && tell(Event::Answer(&answer)).is_continue();
        report.answers.push(answer);
        if !goes_on {
            break;
        }
    }
    report
}

struct Suite<'a> {
    model: &'a CompiledModel,
    checker: Checker<'a>,
    options: &'a Options,
    budget: &'a Budget,
    progress: &'a dyn Progress,
    sides: SideConditions<'a>,
    report: Report,
}

impl Suite<'_> {
    fn run(
        &mut self,
        properties: &[Property],
        tell: &mut dyn FnMut(Event) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut first = self.time_sliced_answers(properties, tell)?;
        for (i, property) in properties.iter().enumerate() {
            tell(Event::Begins(property))?;
            let is_open = |answer: &&Option<PropertyAnswer>| {
                !answer.as_ref().is_some_and(PropertyAnswer::is_conclusive)
            };
            let share = self.budget.share(first[i..].iter().filter(is_open).count());
            let answer = self.answer(property, first[i].take(), &share);
            if self.report.findings.is_empty()
                && let Some(finding) = self.emptiness(&answer)
            {
                self.report.findings.push(finding.clone());
                tell(Event::Finding(&finding))?;
            }
            tell(Event::Answer(&answer))?;
            self.report.answers.push(answer);
        }
        for odd in self.lints().into_iter().chain(self.coverage()) {
            tell(Event::Finding(&odd))?;
            self.report.findings.push(odd);
        }
        ControlFlow::Continue(())
    }

    /// Answers to several properties in no more than an equal share of the time there is for each, so that a hard one
    /// does not use it all. Without a deadline, or for one property, none.
    fn time_sliced_answers(
        &self,
        properties: &[Property],
        tell: &mut dyn FnMut(Event) -> ControlFlow<()>,
    ) -> ControlFlow<(), Vec<Option<PropertyAnswer>>> {
        let mut first = vec![None; properties.len()];
        if self.budget.deadline.is_some() && properties.len() > 1 {
            let left = (2..=properties.len() + 1).rev();
            for (answer, (property, left)) in std::iter::zip(&mut first, std::iter::zip(properties, left)) {
                tell(Event::Begins(property))?;
                *answer = Some(self.checker.answer(property, &self.budget.share(left), self.progress));
            }
        }
        ControlFlow::Continue(first)
    }

    /// Answers a property, of which there may be a first answer, and adds what is to be known about the answer.
    fn answer(
        &mut self,
        property: &Property,
        first: Option<PropertyAnswer>,
        share: &Budget,
    ) -> PropertyAnswer {
        let Suite { checker, progress, .. } = self;
        let mut answer = match first.as_ref().is_some_and(PropertyAnswer::is_conclusive) {
            false if !self.options.certificates => {
                self.sides.answer(checker, property, first, share, *progress)
            }
            // A proof of something stronger is a proof, but no certificate for what was asked.
            _ => checker.answer_after(first, property, share, *progress),
        };
        self.sides.qualify(checker, &mut answer, self.budget, *progress);
        answer.outcome.remarks.extend(checker.failing_initial_states(&answer, self.budget));
        answer.outcome.remarks.extend(checker.impossible(&answer));
        answer.witness = self.witness(&answer);
        if self.options.minimise {
            self.minimise(&mut answer);
        }
        answer
    }

    /// Puts a smaller counterexample in the place of one, if there is one.
    fn minimise(&self, answer: &mut PropertyAnswer) {
        let Verdict::Violated(found) = &mut answer.outcome.verdict else { return };
        if !can_be_minimised(&answer.property) {
            answer.outcome.remarks.push(Remark::NotMinimised);
            return;
        }
        let begin = Instant::now();
        let (system, property) = (&self.model.system, &answer.property);
        let smaller =
            prepare(self.budget, Phase::Preparing, || minimise(system, property, found, self.budget));
        if let Ok(Some(smaller)) = smaller {
            **found = smaller;
        }
        answer.outcome.statistics.elapsed += begin.elapsed();
    }

    /// What shows that a property holds.
    fn witness(&self, answer: &PropertyAnswer) -> Option<Box<Counterexample>> {
        let budget = match self.options.witnesses {
            Witnesses::Runs => self.budget.part(),
            Witnesses::Strategies if claims_a_strategy(&answer.property.formula) => {
                self.budget.at_most(STRATEGY)
            }
            _ => return None,
        };
        let holds = matches!(answer.outcome.verdict, Verdict::Holds(_)) && !answer.is_without_runs();
        holds.then(|| self.checker.witness(&answer.property, &budget).map(Box::new)).flatten()
    }

    /// The finding that there is no run, or no fair one, so that every property holds vacuously.
    fn emptiness(&mut self, answer: &PropertyAnswer) -> Option<Diagnostic> {
        let (code, message, why) = if answer.is_without_runs() {
            (
                "model::no-initial-state",
                "the model has no initial state, so every property holds vacuously",
                "no values of the variables satisfy the initial conditions of all agents",
            )
        } else if self.sides.has_no_fair_run(&self.checker, answer, self.budget) {
            (
                "model::no-fair-run",
                "no fair run begins in an initial state, so every property holds vacuously",
                self.why_no_run_is_fair(),
            )
        } else {
            return None;
        };
        let assumed = self.model.assumed.as_ref().filter(|_| !answer.is_without_runs());
        let first_agent = || self.model.system.agents.first().map(|agent| agent.span);
        let place = assumed.and_then(|assumed| assumed.place).or_else(first_agent).unwrap_or_default();
        let finding = match self.model.empty_is_error {
            true => Diagnostic::error(code, place, message),
            false => Diagnostic::warning(code, place, message),
        };
        let finding = finding.explain(why);
        Some(match assumed {
            Some(assumed) => finding.explain(format!("assumed of runs: {}", assumed.what)),
            None => finding,
        })
    }

    /// What keeps all runs from being fair: that they deadlock, or the fairness conditions.
    fn why_no_run_is_fair(&self) -> &'static str {
        let mut system = self.model.system.clone();
        system.fairness.clear();
        let checker = Checker::new(&system, &self.options.engine).ok();
        let deadlock = checker.and_then(|checker| checker.every_run_deadlocks(self.budget));
        match (deadlock, system.dead_ends) {
            (Some(true), DeadEnds::End) => {
                "every run deadlocks, and a run that deadlocks is not fair, whatever the fairness conditions are: see \
                 `--property no-deadlock`"
            }
            (Some(false), DeadEnds::End) => {
                "some runs go on for ever, but on each of these some fairness condition holds only finitely often"
            }
            _ => "on every run some fairness condition holds only finitely often, or the run deadlocks",
        }
    }

    /// The time for what nobody asked about: a small share of what the answers took.
    fn small_share(&self) -> Budget {
        let answers = self.report.answers.iter();
        let spent: Duration = answers.map(|answer| answer.outcome.statistics.elapsed).sum();
        self.budget.at_most(spent / COVERAGE_SHARE + COVERAGE_LEAST)
    }

    /// Looks for commands that are never used, and counts how often the others are if that is asked for. Without that it
    /// takes a small share of the time that the answers took.
    fn coverage(&mut self) -> Vec<Diagnostic> {
        // Of runs of so many steps nothing follows about what comes later.
        let is_asked = self.options.lints && self.model.step_bound.is_none();
        if !(self.options.coverage || is_asked) {
            return Vec::new();
        }
        let budget = match self.options.coverage {
            true => self.budget.clone(),
            false => self.small_share(),
        };
        let counted = prepare(&budget, Phase::Preparing, || {
            let commands = self.model.commands();
            let found = self.checker.coverage(&commands, self.options.coverage, &budget);
            (commands, found)
        });
        let Ok((commands, found)) = counted else { return Vec::new() };
        let odd = if is_asked { warnings(&commands, &found) } else { Vec::new() };
        self.report.coverage = self.options.coverage.then_some(found);
        odd
    }

    /// What is odd about the reachable states. If they were not all visited, it takes a small share of the time that the
    /// answers took.
    fn lints(&self) -> Vec<Diagnostic> {
        if !self.options.lints || self.model.lints.is_empty() {
            return Vec::new();
        }
        let visited_all = |answer: &PropertyAnswer| matches!(answer.outcome.verdict, Verdict::Holds(Proof::Exhausted { states }) if states > 0);
        let told = |lint: &Lint| Diagnostic::warning(lint.code, lint.span, lint.message.clone());
        let visited = self.report.answers.iter().any(visited_all);
        let budget = match visited {
            false => self.small_share(),
            true if self.budget.deadline.is_some() => self.budget.clone().timeout(LINTS),
            true => self.budget.clone(),
        };
        let odd = self.checker.confirmed(&self.model.lints, !visited, &budget);
        odd.into_iter().map(told).collect()
    }
}
