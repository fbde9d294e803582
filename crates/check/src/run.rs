//! Checking a property with the engines that decide it, and judging what they say.

use std::cell::Cell;
use std::sync::Arc;

use synod_core::clock::Instant;
use synod_core::{
    Budget, Command, Counterexample, Coverage, Engine, Formula, IS_DEFINED, Outcome, Phase, Progress, Proof,
    Property, Remark, Silent, Statistics, System, Verdict, prepare, uninterrupted,
};
use synod_passes::{REDUCTIONS, Removed, reduce, under_fairness};
use synod_sat::SharedLemmas;
use synod_simulate::{Interpreter, judge, keep_confirmed, shorten};
use synod_syntax::{Diagnostic, Severity};

use crate::coverage::coverage;
use crate::engines::{AUTO, EngineChoice, EngineNotFound, engines};
use crate::kept::{KeptCheckers, Reductions};
use crate::race::{RaceResult, race, unprepared};

/// The answer to one property.
#[derive(Clone, Debug)]
pub struct PropertyAnswer {
    /// The property.
    pub property: Property,
    /// The engine that answered; `None` if none could.
    pub engine: Option<&'static str>,
    /// The other program that it asked, with its version.
    pub program: Option<String>,
    /// What it answered.
    pub outcome: Outcome,
    /// The passes that reduced the question before it was asked, in order.
    pub passes: Vec<AppliedPass>,
    /// What shows that it holds, if somebody asked for it.
    pub witness: Option<Box<Counterexample>>,
    /// Where it is not settled: the other engines that were asked, and the verdict of each.
    pub others: Vec<(&'static str, Verdict)>,
}

/// A pass that removed something from a system.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AppliedPass {
    /// The name of the pass.
    pub name: &'static str,
    /// What it removed, as a phrase in the names of the system.
    pub removed: String,
}

impl PropertyAnswer {
    /// An answer without more.
    pub(crate) fn new(property: &Property, engine: Option<&'static str>, outcome: Outcome) -> Self {
        PropertyAnswer {
            property: property.clone(),
            engine,
            program: None,
            outcome,
            passes: Vec::new(),
            witness: None,
            others: Vec::new(),
        }
    }

    /// Whether it settles the question.
    pub fn is_conclusive(&self) -> bool {
        self.outcome.verdict.is_conclusive()
    }

    /// Whether the property holds only because there is no run at all.
    pub fn is_without_runs(&self) -> bool {
        matches!(self.outcome.verdict, Verdict::Holds(_)) && self.outcome.statistics.states == Some(0)
    }
}

/// The answers to all properties asked for, in order.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// The answers.
    pub answers: Vec<PropertyAnswer>,
    /// What is wrong or odd about the model as a whole, in the order in which it was found.
    pub findings: Vec<Diagnostic>,
    /// How often the commands of the model are used, if that was asked for.
    pub coverage: Option<Coverage>,
}

impl Report {
    /// How many answers have this verdict, by its word.
    pub fn count(&self, word: &str) -> usize {
        self.answers.iter().filter(|a| a.outcome.verdict.word() == word).count()
    }

    /// Whether an answer means less than it seems to.
    pub fn has_warnings(&self) -> bool {
        let mut remarks = self.answers.iter().flat_map(|answer| &answer.outcome.remarks);
        remarks.any(|remark| remark.severity() == Severity::Warning)
    }

    /// 0 if all hold, 1 if some are violated, else 3.
    pub fn exit_code(&self) -> u8 {
        if self.count("violated") > 0 {
            1
        } else if self.answers.iter().all(PropertyAnswer::is_conclusive) {
            0
        } else {
            3
        }
    }
}

/// Answers questions about one system.
pub struct Checker<'a> {
    pub(crate) interpreter: Interpreter<'a>,
    pub(crate) engines: Vec<Box<dyn Engine + 'a>>,
    /// The engine that was asked for.
    pub(crate) choice: EngineChoice,
    /// Where reduced systems live; without it the whole system is searched.
    pub(crate) reductions: Option<&'a Reductions>,
    /// Checkers of reduced systems.
    kept: KeptCheckers<'a>,
    /// What engines learn from one property for the next.
    pub(crate) lemmas: Arc<SharedLemmas>,
    /// The engine that answered where the one to be tried first had not: it is tried first from then on.
    pub(crate) preferred: Cell<Option<&'static str>>,
}

impl<'a> Checker<'a> {
    /// A checker that uses the engine of this name, or chooses for each property ([`crate::AUTO`]).
    pub fn new(system: &'a System, engine: impl Into<EngineChoice>) -> Result<Self, EngineNotFound> {
        debug_assert_eq!(system.validate(), Vec::<String>::new(), "the model breaks a promise");
        Self::sharing(system, engine.into(), Arc::default())
    }

    /// The same, with what was learnt about the system, or about reductions of it.
    pub(crate) fn sharing(
        system: &'a System,
        choice: EngineChoice,
        lemmas: Arc<SharedLemmas>,
    ) -> Result<Self, EngineNotFound> {
        Ok(Checker {
            interpreter: Interpreter::new(system),
            engines: engines(system, &choice, &lemmas)?,
            choice,
            reductions: None,
            kept: KeptCheckers::default(),
            lemmas,
            preferred: Cell::new(None),
        })
    }

    /// Searches work on what passes leave of the system for each property. Counterexamples are runs of the whole
    /// system all the same.
    pub fn reducing(mut self, reductions: Option<&'a Reductions>) -> Self {
        self.reductions = reductions;
        self
    }

    fn answer_reduced(
        &self,
        property: &Property,
        budget: &Budget,
        progress: &dyn Progress,
    ) -> Option<PropertyAnswer> {
        let begin = Instant::now();
        let system = self.interpreter.system();
        let reduced = reduce(REDUCTIONS, system, property, budget)?;
        let passes: Vec<AppliedPass> = reduced
            .passes()
            .into_iter()
            .map(|(name, removed)| AppliedPass { name, removed: removed.describe(system) })
            .collect();
        let reduced_property = reduced.property().clone();
        let (reduced, checker) = self.kept.checker_of(self, reduced, property, budget.int_bound)?;
        let mut answer = checker.answer(&reduced_property, budget, progress);
        self.kept.forget_large(answer.outcome.statistics.memory, budget.memory);
        answer.property = property.clone();
        answer.passes = passes;
        answer.outcome.statistics.elapsed = begin.elapsed();
        if answer.is_without_runs() {
            // Passes keep the initial states, and so the lack of them.
            return Some(answer);
        }
        let outcome = &mut answer.outcome;
        match &mut outcome.verdict {
            Verdict::Violated(counterexample) => {
                let interpreter = self.interpreter.with_int_bound(budget.int_bound);
                let formula = under_fairness(&property.formula, &system.fairness);
                let whole = uninterrupted(|| {
                    let whole = reduced.lift(&interpreter, counterexample);
                    whole.filter(|whole| judge(&interpreter, &formula, whole).is_ok())
                });
                **counterexample = whole?;
            }
            Verdict::Holds(Proof::Exhausted { states }) => {
                outcome.verdict = Verdict::Holds(Proof::ExhaustedReduced { states: *states });
            }
            _ => {}
        }
        // How many states the whole system has is not known.
        (outcome.statistics.states, outcome.statistics.transitions) = (None, None);
        if !reduced.keeps_dead_ends() {
            let counts = |remark: &Remark| matches!(remark, Remark::DeadEnds { .. } | Remark::FaultySteps(_));
            outcome.remarks.retain(|remark| !counts(remark));
        }
        for (_, removed) in reduced.passes() {
            if let Removed::Variables(outside) = removed {
                let names: Vec<&str> = outside.iter().map(|var| system.var(*var).name.as_str()).collect();
                // Whether a variable has a value is told with it.
                let is_told = |name: &&&str| {
                    !name.strip_suffix(IS_DEFINED).is_some_and(|variable| names.contains(&variable))
                };
                let variables = names.iter().filter(is_told).map(|name| name.to_string()).collect();
                outcome.remarks.push(Remark::OutsideCone { variables });
            }
        }
        Some(answer)
    }

    /// Answers a property, of which there may be a first answer that settles nothing.
    pub(crate) fn answer_after(
        &self,
        first: Option<PropertyAnswer>,
        property: &Property,
        budget: &Budget,
        progress: &dyn Progress,
    ) -> PropertyAnswer {
        let Some(first) = first else { return self.answer(property, budget, progress) };
        if first.is_conclusive() {
            return first;
        }
        let second = self.answer(property, budget, progress);
        let elapsed = first.outcome.statistics.elapsed + second.outcome.statistics.elapsed;
        let depth = |answer: &PropertyAnswer| match answer.outcome.verdict {
            Verdict::Bounded { .. } => answer.outcome.statistics.depth.map_or(0, |depth| depth + 1),
            _ => 0,
        };
        let further = second.is_conclusive() || depth(&second) >= depth(&first);
        let mut answer = if further { second } else { first };
        answer.outcome.statistics.elapsed = elapsed;
        answer
    }

    /// Runs or strategies that show why a property holds, if it claims that there are some: what refutes its
    /// opposite, judged like any counterexample.
    pub fn witness(&self, property: &Property, budget: &Budget) -> Option<Counterexample> {
        if !claims_a_run(&property.formula, true) && !claims_a_strategy(&property.formula) {
            return None;
        }
        let opposite = Property { formula: property.formula.clone().not(), ..property.clone() };
        match self.answer(&opposite, budget, &Silent).outcome.verdict {
            Verdict::Violated(found) => Some(*found),
            _ => None,
        }
    }

    /// How often commands are used, as far as the engines find out within the budget.
    pub(crate) fn coverage(&self, commands: &[Command], exact: bool, budget: &Budget) -> Coverage {
        // What is never used is a question of its own, which does not depend on who is to answer the others.
        let others = self.other_engines();
        let engines = self.engines.iter().chain(&others).map(|engine| &**engine);
        coverage(engines, self.interpreter.system(), commands, exact, budget)
    }

    /// The engines there are for questions that are nobody's, besides those that are asked anyway.
    pub(crate) fn other_engines(&self) -> Vec<Box<dyn Engine + 'a>> {
        let is_new = |name: &str| !self.engines.iter().any(|own| own.name() == name);
        let all = engines(self.interpreter.system(), &AUTO.into(), &self.lemmas).unwrap_or_default();
        all.into_iter().filter(|engine| is_new(engine.name())).collect()
    }

    /// Checks a property with the engines that decide it, within the budget; the first conclusive answer
    /// counts.
    pub fn answer(&self, property: &Property, budget: &Budget, progress: &dyn Progress) -> PropertyAnswer {
        let begin = Instant::now();
        let answer = prepare(budget, Phase::Preparing, || {
            let reduced = self.reductions.and_then(|_| self.answer_reduced(property, budget, progress));
            reduced.unwrap_or_else(|| self.answer_whole(property, budget, progress))
        });
        answer.unwrap_or_else(|met| {
            let mut outcome = unprepared(met);
            outcome.statistics.elapsed = begin.elapsed();
            PropertyAnswer::new(property, None, outcome)
        })
    }

    fn answer_whole(&self, property: &Property, budget: &Budget, progress: &dyn Progress) -> PropertyAnswer {
        let begin = Instant::now();
        let mut refusals = Vec::new();
        let mut able: Vec<&dyn Engine> = Vec::new();
        for engine in &self.engines {
            match engine.supports(&property.formula) {
                Ok(()) => able.push(&**engine),
                Err(why) => refusals.push(format!("{}: {}", engine.name(), why.0)),
            }
        }
        let mut others = Vec::new();
        let (engine, program, mut outcome) = match able.is_empty() {
            true => {
                let advice = match self.engines.as_slice() {
                    [_] => Some("try `--engine auto`".to_string()),
                    _ => None,
                };
                let reason = format!("no engine supports this property ({})", refusals.join("; "));
                (None, None, unknown(reason, advice))
            }
            false => {
                let mut runners = able.clone();
                runners.sort_by_key(|engine| Some(engine.name()) != self.preferred.get());
                let RaceResult { answered: (number, outcome), others: in_vain } =
                    race(&runners, property, budget, progress);
                others.extend(in_vain.into_iter().map(|(other, verdict)| (runners[other].name(), verdict)));
                let name = runners[number].name();
                if number > 0 {
                    self.preferred.set(Some(name));
                }
                let outcome = outcome.unwrap_or_else(|| internal_error(name, "it failed unexpectedly"));
                (Some(name), runners[number].program(), outcome)
            }
        };
        if let (Verdict::Violated(counterexample), Some(name)) = (&mut outcome.verdict, engine) {
            let interpreter = self.interpreter.with_int_bound(budget.int_bound);
            let formula = under_fairness(&property.formula, &interpreter.system().fairness);
            let judged = uninterrupted(|| {
                judge(&interpreter, &formula, counterexample).map(|()| {
                    shorten(&interpreter, &formula, counterexample);
                    keep_confirmed(&interpreter, counterexample);
                })
            });
            if let Err(why) = judged {
                let complaint =
                    format!("it reported a violation that the interpreter does not confirm: {why}");
                outcome = Outcome { statistics: outcome.statistics, ..internal_error(name, &complaint) };
            }
        }
        if let Verdict::Bounded { .. } = outcome.verdict
            && self.interpreter.system().has_unbounded()
            && self.choice.engine == AUTO
            && self.choice.solver.is_none()
        {
            outcome.remarks.push(Remark::SolverMightProve);
        }
        outcome.statistics.elapsed = begin.elapsed();
        PropertyAnswer { program, others, ..PropertyAnswer::new(property, engine, outcome) }
    }
}

/// Whether a formula (or its negation, if not `positive`) says that some run exists.
pub(crate) fn claims_a_run(formula: &Formula, positive: bool) -> bool {
    match formula {
        Formula::Not(inner) => claims_a_run(inner, !positive),
        Formula::SomeRun(_) if positive => true,
        Formula::AllRuns(_) if !positive => true,
        Formula::AllRuns(_) | Formula::SomeRun(_) => false,
        other => other.children().into_iter().any(|child| claims_a_run(child, positive)),
    }
}

/// Whether a formula says, of the initial states, what a group can or cannot do.
pub(crate) fn claims_a_strategy(formula: &Formula) -> bool {
    match formula {
        Formula::Coalition(..) => true,
        Formula::Not(inner) => claims_a_strategy(inner),
        Formula::And(list) | Formula::Or(list) => list.iter().any(claims_a_strategy),
        _ => false,
    }
}

fn unknown(reason: String, advice: Option<String>) -> Outcome {
    let verdict = Verdict::Unknown { reason, advice };
    Outcome { verdict, statistics: Statistics::default(), remarks: Vec::new() }
}

fn internal_error(engine: &str, complaint: &str) -> Outcome {
    unknown(
        format!("internal error in the engine `{engine}`: {complaint}"),
        Some("this is a defect of Synod: please report it, with the model".to_string()),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use synod_core::{PropertyOrigin, Trace, Type, Unsupported, Variable};

    /// An engine that always answers the same.
    struct Oracle(Option<Verdict>);

    impl Engine for Oracle {
        fn name(&self) -> &'static str {
            "oracle"
        }
        fn supports(&self, formula: &Formula) -> Result<(), Unsupported> {
            if formula.is_branching() { Err(Unsupported("no branching".into())) } else { Ok(()) }
        }
        fn check(&self, _: &Property, _: &Budget, _: &dyn Progress) -> Outcome {
            let verdict = self.0.clone().expect("an oracle without an answer panics");
            Outcome { verdict, statistics: Statistics::default(), remarks: vec![] }
        }
    }

    /// A boolean that is false for ever.
    fn system() -> System {
        let mut system = System::new("still");
        let var =
            Variable { name: "b".into(), ty: Type::Bool, len: None, owner: None, span: Default::default() };
        let var = system.add_var(var);
        let now = system.exprs.var(var);
        system.init = system.exprs.not(now);
        system
    }

    fn violated(states: Vec<Vec<i64>>) -> Verdict {
        let trace = Trace { states, steps: vec![], loop_start: None };
        Verdict::Violated(Box::new(Counterexample::of(trace)))
    }

    fn ask(oracle: Oracle, formula: Formula) -> Report {
        let system = system();
        let property = Property {
            name: "p".into(),
            text: "p".into(),
            formula,
            span: Default::default(),
            origin: PropertyOrigin::Model,
        };
        let checker = Checker {
            choice: AUTO.into(),
            reductions: None,
            kept: KeptCheckers::default(),
            lemmas: Arc::default(),
            preferred: Cell::new(None),
            interpreter: Interpreter::new(&system),
            engines: vec![Box::new(oracle)],
        };
        let answers = vec![checker.answer(&property, &Budget::unlimited(), &Silent)];
        Report { answers, findings: vec![], coverage: None }
    }

    fn reason(report: &Report) -> &str {
        match &report.answers[0].outcome.verdict {
            Verdict::Unknown { reason, .. } => reason,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_confirmed_violation_is_reported() {
        let report = ask(Oracle(Some(violated(vec![vec![0]]))), Formula::Or(vec![]));
        assert_eq!((report.count("violated"), report.exit_code()), (1, 1));
    }

    #[test]
    fn a_trace_that_is_no_run_is_an_internal_error() {
        let report = ask(Oracle(Some(violated(vec![vec![1]]))), Formula::Or(vec![]));
        assert!(reason(&report).contains("state 0 is not an initial state"), "{}", reason(&report));
        assert_eq!(report.exit_code(), 3);
    }

    #[test]
    fn a_run_that_satisfies_the_property_is_an_internal_error() {
        let report = ask(Oracle(Some(violated(vec![vec![0]]))), Formula::And(vec![]));
        assert!(reason(&report).contains("the run satisfies the property"));
    }

    #[test]
    fn a_panicking_engine_is_an_internal_error() {
        let report = ask(Oracle(None), Formula::And(vec![]));
        assert!(reason(&report).contains("internal error"));
    }

    #[test]
    fn a_formula_no_engine_decides_is_unknown() {
        let formula = Formula::AllRuns(Box::new(Formula::And(vec![])));
        let report = ask(Oracle(Some(Verdict::Holds(Proof::Exhausted { states: 1 }))), formula);
        assert_eq!(reason(&report), "no engine supports this property (oracle: no branching)");
    }
}
