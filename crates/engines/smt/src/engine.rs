//! The engine as others see it.

use std::sync::atomic::{AtomicU64, Ordering};

use synod_core::clock::Instant;
use synod_core::{
    Argument, Budget, Certificate, Counterexample, Engine, Formula, Outcome, Progress, Proof, Property,
    Statistics, Step, System, Trace, Unsupported, Verdict, counted,
};
use synod_simulate::Interpreter;
use synod_symbolic::conjuncts;

use crate::decide::decide;
use crate::machine::Refusal;
use crate::question::TermQuestion;
use crate::search::{Reason, Run, SearchResult, Work};
use crate::solver::{Failed, Program, VARIABLE};

/// A solver for SMT-LIB as an engine for one system.
#[derive(Clone, Debug)]
pub struct Smt<'a> {
    system: &'a System,
    program: Option<Program>,
}

impl<'a> Smt<'a> {
    /// The engine, with the solver that is installed, if there is one.
    pub fn new(system: &'a System) -> Self {
        Smt { system, program: Program::find() }
    }

    /// The same with another solver, or none.
    pub fn with(self, program: Option<Program>) -> Self {
        Smt { program, ..self }
    }

    /// Whether a solver was found on this machine.
    pub fn is_installed(&self) -> bool {
        self.program.is_some()
    }

    fn decide(&self, property: &Property, work: &Work, states: &mut Option<u64>) -> Result<Verdict, Failed> {
        let mut reasons: Vec<String> = Vec::new();
        let mut arguments = Some(Vec::new());
        let mut bounded = None;
        let conjuncts = conjuncts(self.system, &property.formula);
        for conjunct in &conjuncts {
            let question = match TermQuestion::new(self.system, conjunct) {
                Ok(question) => question,
                Err(refusal) => return Ok(refused(refusal)),
            };
            match decide(&question, work)? {
                SearchResult::NoStart => {
                    *states = Some(0);
                    reasons = vec!["finds that there is no initial state".to_string()];
                    arguments = Some(vec![Argument::NoStart; conjuncts.len()]);
                    break;
                }
                SearchResult::Run(run) => return Ok(self.violated(&question, &run)),
                SearchResult::Within(steps) => bounded = Some(steps),
                SearchResult::Nothing(Reason { because, argument }) => {
                    arguments =
                        arguments.zip(argument).map(|(list, argument)| [list, vec![argument]].concat());
                    if !reasons.contains(&because) {
                        reasons.push(because);
                    }
                }
            }
        }
        Ok(match bounded {
            Some(steps) => Verdict::Bounded {
                within: format!("within {} of the initial states", counted(steps, "step")),
            },
            None => {
                let because =
                    if reasons.is_empty() { "has nothing to prove".to_string() } else { reasons.join("; ") };
                let certificate = arguments.map(|arguments| Box::new(Certificate { arguments }));
                Verdict::Holds(Proof::Reported { by: work.program.name.clone(), because, certificate })
            }
        })
    }

    /// The run that a solver found, as the interpreter takes it.
    fn violated(&self, question: &TermQuestion, run: &Run) -> Verdict {
        match self.trace(question, run) {
            Some(trace) => Verdict::Violated(Box::new(Counterexample::of(trace))),
            None => unknown("the run that the solver found is not a run of the model"),
        }
    }

    fn trace(&self, question: &TermQuestion, run: &Run) -> Option<Trace> {
        let interpreter = Interpreter::new(self.system);
        let mut states = vec![run.start.get(..self.system.width())?.to_vec()];
        let mut steps = Vec::new();
        let last = run.inputs.len() - 1;
        let count = if question.with_step || run.loop_start.is_some() { last + 1 } else { last };
        for values in &run.inputs[..count] {
            let state = states.last()?;
            match question.machine.inputs.taken(self.system, values) {
                Some(taken) => {
                    let next = interpreter.take(state, &taken).ok()?;
                    states.push(next);
                    steps.push(Step::Take(taken));
                }
                None => {
                    states.push(state.clone());
                    steps.push(Step::Stutter);
                }
            }
        }
        if run.loop_start.is_some() {
            states.pop();
        }
        Some(Trace { states, steps, loop_start: run.loop_start })
    }
}

impl Engine for Smt<'_> {
    fn name(&self) -> &'static str {
        "smt"
    }

    fn program(&self) -> Option<String> {
        self.program.as_ref().map(Program::title)
    }

    fn supports(&self, formula: &Formula) -> Result<(), Unsupported> {
        match conjuncts(self.system, formula).iter().all(Formula::is_linear) {
            true => Ok(()),
            false => {
                Err(Unsupported("it does not support knowledge, branching time and strategies".to_string()))
            }
        }
    }

    fn is_unbounded(&self) -> bool {
        true
    }

    fn check(&self, property: &Property, budget: &Budget, progress: &dyn Progress) -> Outcome {
        let begin = Instant::now();
        let (depth, mut states) = (AtomicU64::new(0), None);
        let verdict = match (&self.program, self.supports(&property.formula)) {
            (_, Err(Unsupported(reason))) => unknown(&reason),
            (None, _) => Verdict::Unknown {
                reason: "no SMT solver is on the path".to_string(),
                advice: Some(format!("install z3 or cvc5, or name a solver in {VARIABLE}")),
            },
            (Some(program), Ok(())) => {
                let work = Work { program, budget, progress, depth: &depth };
                self.decide(property, &work, &mut states).unwrap_or_else(|failed| match failed {
                    Failed::Stopped(stop) => {
                        let doing = format!("at depth {}", depth.load(Ordering::Relaxed));
                        stop.verdict(doing, "try another engine")
                    }
                    Failed::Solver(why) => unknown(&why),
                })
            }
        };
        let statistics = Statistics {
            states,
            depth: Some(depth.into_inner()),
            elapsed: begin.elapsed(),
            ..Statistics::default()
        };
        Outcome { verdict, statistics, remarks: Vec::new() }
    }
}

fn refused(refusal: Refusal) -> Verdict {
    match refusal {
        Refusal::Choices => unknown("whether a step can be taken depends on too many values that it picks"),
        Refusal::TooLarge => unknown("the model has too many terms"),
    }
}

fn unknown(reason: &str) -> Verdict {
    Verdict::Unknown { reason: reason.to_string(), advice: None }
}
