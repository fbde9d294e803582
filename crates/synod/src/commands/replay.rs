//! `synod replay`: is a trace a run of the model, and does it violate a property?

use synod_core::{Budget, Counterexample, Phase, Trace};
use synod_session::narration::{self, Telling};
use synod_session::replay::{Judgement, Replayed};
use synod_session::traces::{self, TraceFormat};
use synod_session::{OpenedModel, TraceView, counted};

use crate::cli::ReplayArgs;
use crate::failure::{Done, Failure};
use crate::interrupt::Cancellable;
use crate::progress::Reporter;
use crate::{files, models, terminal};

/// The exit code when the trace is not what it is meant to be.
const NOT_CONFIRMED: u8 = 1;

/// Replays a trace and prints it, or says where it fails.
pub fn run(args: &ReplayArgs) -> Done {
    let model_args = args.reading.of(&args.model);
    let refuse = |rejection| models::refuse(rejection, &model_args, args.json);
    let budget = args.limits.budget();
    let _interruptible = Cancellable::new(&budget);
    let reporter = Reporter::new(None, false);
    let load = || models::load(&model_args, &args.reading.verdicts, &budget);
    let model = reporter.preparing(&args.model, load).map_err(refuse)?;
    models::print_warnings(&model, &model_args);
    let refused = |failure| models::refuse_about(&model, failure, &model_args, args.json);
    let view = args.view.read(&model).map_err(refuse)?.within(budget.memory);
    let text = models::beside(&budget, Phase::Replaying, &args.trace, files::read).map_err(refused)?;
    let work = || Replayed::new(&model, args.property.as_deref(), &args.trace, &text);
    let replay = || models::within(&budget, Phase::Replaying, &args.trace, work);
    let replayed = reporter.during("replaying the trace", replay).map_err(refuse)?;
    let replayed = replayed.map_err(|message| refused(Failure::Input(message)))?;
    let code = if replayed.is_confirmed() { 0 } else { NOT_CONFIRMED };
    let format = args.format.as_deref().and_then(TraceFormat::named);
    if let (Some(format), Some(run)) = (format, replayed.run()) {
        // The picture is all that goes to standard output.
        let title = replayed.property.as_ref().map_or("a run", |property| &property.name);
        let text = traces::write(&model, format, title, &Counterexample::of(run.clone()), &view);
        terminal::print_bytes(text.map_err(Failure::Input)?.as_bytes())?;
        return Ok(code);
    }
    match args.json {
        true => terminal::print_json(&replayed.report(&model, &args.model, &view))?,
        false => terminal::print(&self::text(&model, &replayed, &view, &budget))?,
    }
    Ok(code)
}

fn text(model: &OpenedModel, replayed: &Replayed, view: &TraceView, budget: &Budget) -> String {
    let layout = terminal::layout();
    let telling = Telling { view, known: None, layout };
    let good = |what: &str| layout.style.paint("1;32", what);
    let bad = |what: &str| layout.style.paint("1;31", what);
    let told = |trace: &Trace| narration::finished_run(model, trace, telling, budget);
    let steps = |trace: &Trace| counted(trace.steps.len(), "step");
    let name = replayed.property.as_ref().map(|property| property.name.as_str());
    match (&replayed.judgement, name) {
        (Judgement::NotARun(why), _) => format!("{}: {why}\n", bad("✗ not a run of the model")),
        (Judgement::NotAWitness(why), _) => format!("{}: {why}\n", bad("✗ not a witness of a violation")),
        (Judgement::NoTrace(why), _) => format!("{}: {why}\n", bad("✗ there is no run in it")),
        (Judgement::NoViolation(trace, why), name) => {
            let name = name.unwrap_or_default();
            let verdict = bad(&format!("✗ a run of the model that does not violate `{name}`"));
            format!("{verdict}, {}: {why}\n{}", steps(trace), told(trace))
        }
        (Judgement::MoreThanOneRun(trace, why), name) => {
            let name = name.unwrap_or_default();
            let verdict = format!("… a run of the model: one run cannot decide `{name}`");
            format!("{}, {}: {why}\n{}", layout.style.paint("1;33", &verdict), steps(trace), told(trace))
        }
        (Judgement::Satisfied(trace), name) => {
            let name = name.unwrap_or_default();
            let on = if trace.loop_start.is_none() { ", however it goes on" } else { "" };
            let verdict = bad(&format!("✗ a run of the model that satisfies `{name}`{on}"));
            format!("{verdict}, {}\n{}", steps(trace), told(trace))
        }
        (Judgement::Open(trace), name) => {
            let name = name.unwrap_or_default();
            let verdict = layout
                .style
                .paint("1;33", &format!("… a run of the model: `{name}` is not violated so far; open"));
            format!("{verdict}, {}\n{}", steps(trace), told(trace))
        }
        (Judgement::Confirmed(trace), None) => {
            format!("{}, {}\n{}", good("✓ a run of the model"), steps(trace), told(trace))
        }
        (Judgement::Confirmed(trace), Some(name)) => {
            let verdict = good(&format!("✓ a run of the model that violates `{name}`"));
            format!("{verdict}, {}\n{}", steps(trace), told(trace))
        }
    }
}
