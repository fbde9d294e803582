//! Judging traces: is a trace a run of the model, and does it violate a property?

use std::time::Duration;

use synod_check::{judge, judge_prefix, shorten};
use synod_core::{Budget, Counterexample, Formula, Property, Trace};
use synod_documents::{ReplayReport, RunVerdict};
use synod_passes::under_fairness;
use synod_printers::circuit::Printable;
use synod_printers::trace_table::Layout;
use synod_printers::witness::CheckerAnswer;
use synod_simulate::{Interpreter, Monitor, Truth, evaluate, replay};

use crate::narration::{self, Telling};
use crate::{OpenedModel, TraceView, convert, counted, traces};

/// How long to find out whether all ways to go on with a run agree, each way.
const PREFIX: Duration = Duration::from_secs(5);

/// The colours of judgements.
const GOOD: &str = "1;32";
const BAD: &str = "1;31";
const OPEN: &str = "1;33";

/// Why a run into a deadlock may decide nothing.
const DEADLOCKS: &str = "it ends in a deadlock, and runs that deadlock are not judged";

/// What becomes of a trace.
pub enum Judgement {
    /// It is no run of the model, for this reason.
    NotARun(String),
    /// It is a witness of no violation, for this reason.
    NotAWitness(String),
    /// There is no trace: a model checker answers with this.
    NoTrace(String),
    /// It is a run, which satisfies the property however it goes on.
    Satisfied(Trace),
    /// It is a run that can go on either way, as far as is known: the property is not violated so far.
    Open(Trace),
    /// It is a run, and one run cannot decide the property, for this reason.
    MoreThanOneRun(Trace, String),
    /// It is a run, and does not show that the property fails, for this reason.
    NoViolation(Trace, String),
    /// It is a run, which violates the property if there is one.
    Confirmed(Trace),
}

/// A trace that was judged.
pub struct Replayed {
    /// The property that it should violate.
    pub property: Option<Property>,
    /// What becomes of it.
    pub judgement: Judgement,
}

impl Replayed {
    /// Judges what is in a file of this name and text: a trace, or a witness of a hardware model checker. An error if it is
    /// neither, or if the model has no property of the wanted name.
    pub fn new(model: &OpenedModel, wanted: Option<&str>, name: &str, text: &str) -> Result<Self, String> {
        let interpreter = Interpreter::new(&model.compiled.system);
        if traces::is_json(text) {
            let property = wanted.map(|wanted| model.one_property(Some(wanted))).transpose()?;
            let judgement = match traces::read(model, name, text)? {
                Ok(trace) => judge_trace(model, &interpreter, property.as_ref(), trace),
                Err(why) => Judgement::NotARun(why),
            };
            return Ok(Replayed { property, judgement });
        }
        let answer = CheckerAnswer::read(text).map_err(|why| {
            format!("`{name}` is neither a trace in JSON nor a witness that can be read: {why}")
        })?;
        let (property, printable) = convert::circuit(model, wanted, Printable::new)?;
        let about = &property.name;
        let judgement = match answer {
            CheckerAnswer::NoViolation => {
                Judgement::NoTrace(format!("the model checker says that `{about}` holds"))
            }
            CheckerAnswer::Undecided => {
                Judgement::NoTrace(format!("the model checker does not know whether `{about}` holds"))
            }
            CheckerAnswer::Violation(stimulus) => match stimulus.trace(&model.compiled.system, &printable) {
                Ok(trace) => match judge_trace(model, &interpreter, Some(&property), trace) {
                    // Model checkers may need a step more to see what is wrong.
                    Judgement::Confirmed(trace) => {
                        let formula = under_fairness(&property.formula, &model.compiled.system.fairness);
                        let mut evidence = Counterexample::of(trace);
                        shorten(&interpreter, &formula, &mut evidence);
                        Judgement::Confirmed(evidence.trace)
                    }
                    other => other,
                },
                Err(why) => Judgement::NotAWitness(why),
            },
        };
        Ok(Replayed { property: Some(property), judgement })
    }

    /// Whether the trace is what it is meant to be.
    pub fn is_confirmed(&self) -> bool {
        matches!(self.judgement, Judgement::Confirmed(_))
    }

    /// The run, if it is one of the model.
    pub fn run(&self) -> Option<&Trace> {
        match &self.judgement {
            Judgement::NoViolation(trace, _)
            | Judgement::MoreThanOneRun(trace, _)
            | Judgement::Satisfied(trace)
            | Judgement::Open(trace)
            | Judgement::Confirmed(trace) => Some(trace),
            Judgement::NotARun(_) | Judgement::NotAWitness(_) | Judgement::NoTrace(_) => None,
        }
    }

    /// The result for people, with the run if it is one.
    pub fn text(&self, model: &OpenedModel, view: &TraceView, layout: Layout, budget: &Budget) -> String {
        let name = self.property.as_ref().map_or("", |property| &property.name);
        let (colour, verdict, why) = match &self.judgement {
            Judgement::NotARun(why) => (BAD, "✗ not a run of the model".to_string(), Some(why)),
            Judgement::NotAWitness(why) => (BAD, "✗ not a witness of a violation".to_string(), Some(why)),
            Judgement::NoTrace(why) => (BAD, "✗ there is no run in it".to_string(), Some(why)),
            Judgement::NoViolation(_, why) => {
                (BAD, format!("✗ a run of the model that does not violate `{name}`"), Some(why))
            }
            Judgement::MoreThanOneRun(_, why) => {
                (OPEN, format!("… a run of the model: one run cannot decide `{name}`"), Some(why))
            }
            Judgement::Satisfied(trace) => {
                let on = if trace.loop_start.is_none() { ", however it goes on" } else { "" };
                (BAD, format!("✗ a run of the model that satisfies `{name}`{on}"), None)
            }
            Judgement::Open(_) => {
                (OPEN, format!("… a run of the model: `{name}` is not violated so far; open"), None)
            }
            Judgement::Confirmed(_) if self.property.is_none() => {
                (GOOD, "✓ a run of the model".to_string(), None)
            }
            Judgement::Confirmed(_) => (GOOD, format!("✓ a run of the model that violates `{name}`"), None),
        };
        let mut text = layout.style.paint(colour, &verdict);
        text.extend(self.run().map(|run| format!(", {}", counted(run.steps.len(), "step"))));
        text.extend(why.map(|why| format!(": {why}")));
        text.push('\n');
        let telling = Telling { view, known: None, layout };
        text.extend(self.run().map(|run| narration::finished_run(model, run, telling, budget)));
        text
    }

    /// The result as a document, for a model in a file of this name.
    pub fn report(&self, model: &OpenedModel, path: &str, view: &TraceView) -> ReplayReport {
        let (trace, reason) = match &self.judgement {
            Judgement::NotARun(why) | Judgement::NotAWitness(why) | Judgement::NoTrace(why) => {
                (None, Some(why))
            }
            Judgement::NoViolation(trace, why) | Judgement::MoreThanOneRun(trace, why) => {
                (Some(trace), Some(why))
            }
            Judgement::Satisfied(trace) | Judgement::Open(trace) | Judgement::Confirmed(trace) => {
                (Some(trace), None)
            }
        };
        let verdict = match &self.judgement {
            Judgement::Satisfied(_) => Some(RunVerdict::Satisfied),
            Judgement::Open(_) => Some(RunVerdict::Open),
            Judgement::Confirmed(_) if self.property.is_some() => Some(RunVerdict::Violated),
            _ => None,
        };
        ReplayReport {
            head: model.head(path),
            property: self.property.as_ref().map(|property| property.name.clone()),
            is_run: trace.is_some(),
            violates: self.property.as_ref().map(|_| self.is_confirmed()),
            verdict,
            reason: reason.cloned().or_else(|| verdict.map(|verdict| verdict.text().to_string())),
            trace: trace.map(|trace| narration::run_document(model, trace, view)),
        }
    }
}

/// The interpreter's judgement.
fn judge_trace(
    model: &OpenedModel,
    interpreter: &Interpreter,
    property: Option<&Property>,
    trace: Trace,
) -> Judgement {
    let system = interpreter.system();
    if let Err(error) = replay(interpreter, &trace) {
        return Judgement::NotARun(error.describe(system));
    }
    let Some(property) = property else { return Judgement::Confirmed(trace) };
    let formula = under_fairness(&property.formula, &system.fairness);
    let evidence = Counterexample::of(trace);
    // A run that is cut off somewhere, in the middle of what may happen.
    if evidence.trace.loop_start.is_none() && Monitor::watches(&property.formula) {
        let budget = Budget::unlimited().timeout(PREFIX);
        let joined = Formula::And(property.formula.conjuncts());
        return match judge_prefix(interpreter, &joined, &evidence.trace, &budget) {
            Truth::False => Judgement::Confirmed(evidence.trace),
            Truth::True if is_excused(interpreter, &strict(model, property), &evidence.trace, &budget) => {
                Judgement::NoViolation(evidence.trace, DEADLOCKS.to_string())
            }
            Truth::True => Judgement::Satisfied(evidence.trace),
            Truth::Unknown => Judgement::Open(evidence.trace),
        };
    }
    if !property.formula.conjuncts().iter().all(Formula::is_linear) {
        return match evaluate(interpreter, &formula, &evidence.trace) {
            Truth::False => Judgement::Confirmed(evidence.trace),
            Truth::True => Judgement::Satisfied(evidence.trace),
            Truth::Unknown => Judgement::MoreThanOneRun(evidence.trace, about_more_runs(property)),
        };
    }
    match judge(interpreter, &formula, &evidence) {
        Ok(()) => Judgement::Confirmed(evidence.trace),
        Err(why) => match evaluate(interpreter, &formula, &evidence.trace) {
            Truth::True => Judgement::Satisfied(evidence.trace),
            _ => Judgement::NoViolation(evidence.trace, why),
        },
    }
}

/// What a property asks where runs that deadlock are judged like all others. What it says about deadlocks itself stays.
fn strict(model: &OpenedModel, property: &Property) -> Formula {
    let strict = model.judging_deadlocks(property);
    Formula::And(strict.as_ref().unwrap_or(&property.formula).conjuncts())
}

/// Whether a run satisfies a property for no other reason than that it deadlocks, given what that asks if such runs are
/// judged too, or that none goes on for ever from there.
fn is_excused(interpreter: &Interpreter, strict: &Formula, trace: &Trace, budget: &Budget) -> bool {
    let dead = trace.states.last().is_some_and(|state| interpreter.moves(state).enabled.is_empty());
    dead && (judge_prefix(interpreter, strict, trace, budget) != Truth::True
        || judge_prefix(interpreter, &strict.clone().not(), trace, budget) == Truth::True)
}

/// Why one run cannot decide a property, and what can.
fn about_more_runs(property: &Property) -> String {
    let about = match &property.formula {
        formula if formula.is_strategic() => "what coalitions can enforce",
        formula if formula.is_epistemic() => "what agents know, which depends on other runs",
        _ => "several runs",
    };
    format!("it is about {about}; `synod check --property {}` decides it", property.name)
}
