//! `synod replay`: is a trace a run of the model, and does it violate a property?

use synod_check::{judge, shorten};
use synod_core::{Budget, Counterexample, Property, Trace, under_fairness};
use synod_documents::ReplayReport;
use synod_printers::witness::CheckerAnswer;
use synod_session::convert::circuit;
use synod_session::{OpenedModel, counted, narration};
use synod_simulate::{Interpreter, replay};

use crate::cli::ReplayArgs;
use crate::failure::{Done, Failure};
use crate::{files, models, terminal, traces};

/// The exit code when the trace is not what it is meant to be.
const NOT_CONFIRMED: u8 = 1;

/// What becomes of a trace.
enum Judged {
    /// It is no run of the model, for this reason.
    NotARun(String),
    /// It is a witness of no violation, for this reason.
    NotAWitness(String),
    /// There is no trace: a model checker answers with this.
    NoTrace(String),
    /// It is a run, which does not violate the property for this reason.
    NoViolation(Trace, String),
    /// It is a run, which violates the property if there is one.
    Confirmed(Trace),
}

/// Replays a trace and prints it, or says where it fails.
pub fn run(args: &ReplayArgs) -> Done {
    let model_args = args.reading.of(&args.model);
    let model = models::load(&model_args, &args.reading.verdicts)
        .map_err(|rejection| models::refuse(rejection, &model_args, args.json))?;
    models::print_warnings(&model, &model_args);
    let (property, judged) = judged(&model, args)
        .map_err(|failure| models::refuse_about(&model, failure, &model_args, args.json))?;
    let name = property.as_ref().map(|property| property.name.as_str());
    match args.json {
        true => terminal::print_json(&document(&model, args, name, &judged))?,
        false => terminal::print(&text(&model, name, &judged))?,
    }
    Ok(if matches!(judged, Judged::Confirmed(_)) { 0 } else { NOT_CONFIRMED })
}

/// Reads the file and judges what is in it.
fn judged(model: &OpenedModel, args: &ReplayArgs) -> Result<(Option<Property>, Judged), Failure> {
    let path = &args.trace;
    let interpreter = Interpreter::new(&model.compiled.system);
    let text = files::read(path)?;
    if traces::is_json(&text) {
        let property = match &args.property {
            Some(_) => Some(model.one_property(args.property.as_deref()).map_err(Failure::Input)?),
            None => None,
        };
        let judged = match traces::parse(&interpreter, path, &text)? {
            Ok(trace) => judge_trace(&interpreter, property.as_ref(), trace),
            Err(why) => Judged::NotARun(why),
        };
        return Ok((property, judged));
    }
    let answer = CheckerAnswer::read(&text).map_err(|why| {
        Failure::Input(format!("`{path}` is neither a trace in JSON nor a witness that can be read: {why}"))
    })?;
    let (property, printable) = circuit(model, args.property.as_deref()).map_err(Failure::Input)?;
    let name = &property.name;
    let judged = match answer {
        CheckerAnswer::NoViolation => Judged::NoTrace(format!("the model checker says that `{name}` holds")),
        CheckerAnswer::Undecided => {
            Judged::NoTrace(format!("the model checker does not know whether `{name}` holds"))
        }
        CheckerAnswer::Violation(stimulus) => match stimulus.trace(&model.compiled.system, &printable) {
            Ok(trace) => match judge_trace(&interpreter, Some(&property), trace) {
                // Model checkers may need a step more to see what is wrong.
                Judged::Confirmed(trace) => {
                    let formula = under_fairness(&property.formula, &model.compiled.system.fairness);
                    let mut evidence = Counterexample::of(trace);
                    shorten(&interpreter, &formula, &mut evidence);
                    Judged::Confirmed(evidence.trace)
                }
                other => other,
            },
            Err(why) => Judged::NotAWitness(why),
        },
    };
    Ok((Some(property), judged))
}

/// The interpreter's judgement.
fn judge_trace(interpreter: &Interpreter, property: Option<&Property>, trace: Trace) -> Judged {
    let system = interpreter.system();
    if let Err(error) = replay(interpreter, &trace) {
        return Judged::NotARun(error.describe(system));
    }
    let Some(property) = property else { return Judged::Confirmed(trace) };
    let formula = under_fairness(&property.formula, &system.fairness);
    let evidence = Counterexample::of(trace);
    match judge(interpreter, &formula, &evidence) {
        Ok(()) => Judged::Confirmed(evidence.trace),
        Err(why) => Judged::NoViolation(evidence.trace, why),
    }
}

fn document(model: &OpenedModel, args: &ReplayArgs, property: Option<&str>, judged: &Judged) -> ReplayReport {
    let (trace, reason) = match judged {
        Judged::NotARun(why) | Judged::NotAWitness(why) | Judged::NoTrace(why) => (None, Some(why)),
        Judged::NoViolation(trace, why) => (Some(trace), Some(why)),
        Judged::Confirmed(trace) => (Some(trace), None),
    };
    ReplayReport {
        head: model.head(&args.model),
        property: property.map(str::to_string),
        is_run: trace.is_some(),
        violates: property.map(|_| matches!(judged, Judged::Confirmed(_))),
        reason: reason.cloned(),
        trace: trace.map(|trace| narration::run_document(model, trace)),
    }
}

fn text(model: &OpenedModel, property: Option<&str>, judged: &Judged) -> String {
    let layout = terminal::layout();
    let good = |what: &str| layout.style.paint("1;32", what);
    let bad = |what: &str| layout.style.paint("1;31", what);
    let told = |trace: &Trace| {
        let last = trace.states.last().filter(|_| trace.loop_start.is_none());
        let ends = last.is_some_and(|last| Interpreter::new(&model.compiled.system).is_deadlock(last));
        narration::run(model, trace, ends, layout, &Budget::unlimited())
    };
    let steps = |trace: &Trace| counted(trace.steps.len(), "step");
    match (judged, property) {
        (Judged::NotARun(why), _) => format!("{}: {why}\n", bad("✗ not a run of the model")),
        (Judged::NotAWitness(why), _) => format!("{}: {why}\n", bad("✗ not a witness of a violation")),
        (Judged::NoTrace(why), _) => format!("{}: {why}\n", bad("✗ there is no run in it")),
        (Judged::NoViolation(trace, why), name) => {
            let name = name.unwrap_or_default();
            let verdict = bad(&format!("✗ a run of the model that does not violate `{name}`"));
            format!("{verdict}, {}: {why}\n{}", steps(trace), told(trace))
        }
        (Judged::Confirmed(trace), None) => {
            format!("{}, {}\n{}", good("✓ a run of the model"), steps(trace), told(trace))
        }
        (Judged::Confirmed(trace), Some(name)) => {
            let verdict = good(&format!("✓ a run of the model that violates `{name}`"));
            format!("{verdict}, {}\n{}", steps(trace), told(trace))
        }
    }
}
