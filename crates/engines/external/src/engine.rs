//! The engines.

use std::ffi::OsString;
use std::path::PathBuf;

use synod_core::clock::Instant;
use synod_core::{
    Budget, Counterexample, Engine, Formula, Outcome, Progress, Proof, Property, PropertyOrigin, Statistics,
    Step, Stop, System, Tick, Trace, Unsupported, Verdict, counted,
};
use synod_printers::c::{self, ENDED, Options, Program, Target};
use synod_simulate::{Interpreter, Truth, evaluate};

use crate::process::{self, Failed, Scratch};
use crate::{VerifierAnswer, cbmc, esbmc};

/// How many steps a bounded verifier looks ahead at first, unless it is told.
const FIRST_DEPTH: u64 = 4;

/// A verifier of C programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verifier {
    /// CBMC.
    Cbmc,
    /// ESBMC.
    Esbmc,
}

impl Verifier {
    /// The name of its program, and of the engine.
    pub fn name(self) -> &'static str {
        match self {
            Verifier::Cbmc => "cbmc",
            Verifier::Esbmc => "esbmc",
        }
    }

    fn target(self) -> Target {
        match self {
            Verifier::Cbmc => Target::Cbmc,
            Verifier::Esbmc => Target::Esbmc,
        }
    }
}

/// A verifier as an engine for one system.
#[derive(Clone, Debug)]
pub struct External<'a> {
    system: &'a System,
    tool: Verifier,
    program: Option<PathBuf>,
}

impl<'a> External<'a> {
    /// The engine that runs a verifier, if it is on the path.
    pub fn new(system: &'a System, tool: Verifier) -> Self {
        External { system, tool, program: synod_programs::find(tool.name()) }
    }

    /// The same with the verifier at a given place.
    pub fn at(self, program: PathBuf) -> Self {
        External { program: Some(program), ..self }
    }

    /// Whether the verifier was found.
    pub fn is_installed(&self) -> bool {
        self.program.is_some()
    }

    fn print(&self, property: &Property, steps: Option<u64>) -> Result<Program, String> {
        // ESBMC stops at the first claim that fails, which must be the one of the property.
        let ends = steps.is_some() && self.tool == Verifier::Cbmc;
        let options = Options { target: self.tool.target(), steps, ends };
        let printed = c::program(self.system, std::slice::from_ref(property), &options)
            .map_err(|why| format!("the model cannot be printed as a program: {why}"))?;
        match printed.refused.first() {
            Some((_, reason)) => Err(format!("the property {reason}")),
            None => Ok(printed),
        }
    }

    /// Runs the verifier on the program of the property.
    fn ask(&self, query: &Query, program: &Program, steps: Option<u64>) -> Result<VerifierAnswer, Failed> {
        let scratch = Scratch::new()?;
        let file = scratch.path("model.c");
        std::fs::write(&file, &program.text)?;
        let run = |arguments: Vec<OsString>| process::run(&query.tool, &arguments, &scratch, query.budget);
        Ok(match (self.tool, steps) {
            (Verifier::Cbmc, Some(_)) => {
                let version = run(vec!["--version".into()])?;
                let major = version.split('.').next().and_then(|major| major.trim().parse().ok());
                cbmc::read(&run(cbmc::arguments(&file, major))?)
            }
            (Verifier::Cbmc, None) => VerifierAnswer::Inconclusive("CBMC needs a bound".to_string()),
            (Verifier::Esbmc, steps) => esbmc::read(&run(esbmc::arguments(&file, steps.is_none()))?),
        })
    }

    /// The verdict for programs of this many steps; `None` if longer ones may say more.
    fn bounded(&self, query: &Query, steps: Option<u64>) -> Result<Option<Verdict>, Failed> {
        let program = match self.print(query.property, steps) {
            Ok(program) => program,
            Err(why) => return Ok(Some(unknown(why))),
        };
        let name = self.tool.name();
        Ok(match (self.ask(query, &program, steps)?, steps) {
            (VerifierAnswer::Fails { claim, .. }, Some(_)) if claim == ENDED => None,
            (VerifierAnswer::Fails { chosen, .. }, _) => Some(self.violated(query, &program, &chosen)),
            (VerifierAnswer::Holds, Some(steps)) if program.text.contains(ENDED) => {
                let because =
                    format!("reports no violation in runs of {}, and none is longer", counted(steps, "step"));
                Some(Verdict::Holds(Proof::Reported { by: name.to_string(), because, certificate: None }))
            }
            (VerifierAnswer::Holds, Some(_)) => None,
            (VerifierAnswer::Holds, None) => {
                let because = "reports a proof by induction, which was not checked again".to_string();
                Some(Verdict::Holds(Proof::Reported { by: name.to_string(), because, certificate: None }))
            }
            (VerifierAnswer::Inconclusive(why), _) => Some(unknown(why)),
        })
    }

    /// The run that a verifier found, as the interpreter takes it.
    fn violated(&self, query: &Query, program: &Program, chosen: &[i64]) -> Verdict {
        let interpreter = Interpreter::new(self.system).with_int_bound(query.budget.int_bound);
        match program.decisions.decode(&interpreter, chosen) {
            Ok(trace) => {
                Verdict::Violated(Box::new(Counterexample::of(as_lasso(&interpreter, query.property, trace))))
            }
            Err(why) => unknown(format!(
                "the counterexample of {} could not be read as a run of the model: {why}",
                self.tool.name()
            )),
        }
    }

    fn decide(&self, query: &Query, progress: &dyn Progress, depth: &mut u64) -> Result<Verdict, Failed> {
        let limit = query.budget.depth;
        if self.tool == Verifier::Esbmc && limit.is_none() {
            return Ok(self
                .bounded(query, None)?
                .unwrap_or_else(|| unknown("ESBMC did not say".to_string())));
        }
        let mut steps = limit.unwrap_or(FIRST_DEPTH);
        loop {
            progress.tick(Tick { depth: steps, ..Tick::default() });
            match self.bounded(query, Some(steps)) {
                Ok(Some(verdict)) => return Ok(verdict),
                Ok(None) => *depth = steps,
                Err(Failed::Stopped(Stop::Time)) if *depth > 0 => {
                    let within = format!("{} ({})", self.within(*depth), Stop::Time.reason());
                    return Ok(Verdict::Bounded { within });
                }
                Err(failed) => return Err(failed),
            }
            if limit.is_some() {
                return Ok(Verdict::Bounded { within: self.within(steps) });
            }
            steps *= 2;
        }
    }

    fn within(&self, steps: u64) -> String {
        format!("within {} of the initial states, {} reports", counted(steps, "step"), self.tool.name())
    }
}

/// A question to a verifier that is there.
struct Query<'q> {
    property: &'q Property,
    budget: &'q Budget,
    tool: PathBuf,
}

impl Engine for External<'_> {
    fn name(&self) -> &'static str {
        self.tool.name()
    }

    fn supports(&self, formula: &Formula) -> Result<(), Unsupported> {
        let property = Property {
            name: "property".to_string(),
            text: String::new(),
            formula: formula.clone(),
            span: Default::default(),
            origin: PropertyOrigin::BuiltIn,
        };
        self.print(&property, Some(1)).map(drop).map_err(Unsupported)
    }

    fn check(&self, property: &Property, budget: &Budget, progress: &dyn Progress) -> Outcome {
        let begin = Instant::now();
        let name = self.tool.name();
        let mut depth = 0;
        let verdict = match &self.program {
            None => Verdict::Unknown {
                reason: format!("`{name}` is not on the path"),
                advice: Some(format!(
                    "install {}, or leave the choice of the engine to Synod",
                    self.tool.target()
                )),
            },
            Some(tool) => {
                let query = Query { property, budget, tool: tool.clone() };
                self.decide(&query, progress, &mut depth).unwrap_or_else(|failed| match failed {
                    Failed::Stopped(stop) => {
                        let doing = match depth {
                            0 => format!("while `{name}` was running"),
                            _ => {
                                format!("while `{name}` was looking further than {}", counted(depth, "step"))
                            }
                        };
                        stop.verdict(doing, "try another engine")
                    }
                    Failed::Io(error) => unknown(format!("`{name}` could not be run: {error}")),
                })
            }
        };
        let depth = match &verdict {
            Verdict::Violated(found) => steps(&found.trace),
            _ => depth,
        };
        let statistics = Statistics { depth: Some(depth), elapsed: begin.elapsed(), ..Statistics::default() };
        Outcome { verdict, statistics, remarks: Vec::new() }
    }
}

/// A run as others tell it: one that stands still at last is a dead end, not the rounds that it stands there; and one that
/// violates the property only because it never ends is a lasso.
fn as_lasso(interpreter: &Interpreter, property: &Property, mut trace: Trace) -> Trace {
    let fails = |trace: &Trace| evaluate(interpreter, &property.formula, trace) == Truth::False;
    drop_final_stuttering(&mut trace);
    let last = trace.states.len() - 1;
    let is_about_positions = property.formula.conjuncts().iter().all(|part| part.as_invariant().is_some());
    if !is_about_positions && interpreter.is_deadlock(&trace.states[last]) {
        let mut end = trace.clone();
        end.steps.push(Step::Stutter);
        end.loop_start = Some(last);
        if fails(&end) {
            return end;
        }
    }
    if fails(&trace) {
        return trace;
    }
    let mut round = trace.clone();
    round.states.pop();
    for start in (0..last).filter(|start| trace.states[*start] == trace.states[last]) {
        round.loop_start = Some(start);
        if fails(&round) {
            return round;
        }
    }
    trace
}

/// How many steps a run takes; standing still is none.
fn steps(trace: &Trace) -> u64 {
    trace.steps.iter().filter(|step| **step != Step::Stutter).count() as u64
}

/// Cuts off stuttering steps at the end.
fn drop_final_stuttering(trace: &mut Trace) {
    while trace.steps.last() == Some(&Step::Stutter) {
        trace.steps.pop();
        trace.states.pop();
    }
}

fn unknown(reason: String) -> Verdict {
    Verdict::Unknown { reason, advice: None }
}

#[cfg(test)]
mod tests {
    use super::*;
    use synod_testing::property;

    #[test]
    fn standing_still_is_told_as_a_dead_end() {
        let system = System::new("nothing ever happens");
        let interpreter = Interpreter::new(&system);
        let stood =
            Trace { states: vec![vec![]; 3], steps: vec![Step::Stutter, Step::Stutter], loop_start: None };
        let never = property(Formula::Finally(Box::new(Formula::Deadlock.not())));
        let told = as_lasso(&interpreter, &never, stood.clone());
        assert_eq!(
            (told.states.len(), told.steps.as_slice(), told.loop_start),
            (1, &[Step::Stutter][..], Some(0))
        );
        assert_eq!(steps(&told), 0);
        // Where the state itself violates the property, nothing more is needed.
        let now = property(Formula::Globally(Box::new(Formula::Deadlock.not())));
        let told = as_lasso(&interpreter, &now, stood);
        assert_eq!((told.states.len(), told.steps.len()), (1, 0));
    }
}
