//! `synod replay`: is a trace a run of the model, and does it violate a property?

use synod_core::{Counterexample, Phase};
use synod_session::replay::Replayed;
use synod_session::traces::{self, TraceFormat};

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
    let formulas = args.formula.as_slice();
    let load = || models::open_with(&model_args, &args.reading.verdicts, formulas, &budget)?.one_system();
    let model = reporter.preparing(&args.model, load).map_err(refuse)?;
    models::print_warnings(&model, &model_args);
    let refused = |failure| models::refuse_about(&model, failure, &model_args, args.json);
    let view = args.view.read(&model).map_err(refuse)?.within(&budget);
    let text = models::beside(&budget, Phase::Replaying, &args.trace, files::read).map_err(refused)?;
    let asked = model.wanted(args.property.as_slice());
    let work = || Replayed::new(&model, asked.first().map(String::as_str), &args.trace, &text);
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
        false => terminal::print(&replayed.text(&model, &view, terminal::layout(), &budget))?,
    }
    Ok(code)
}
