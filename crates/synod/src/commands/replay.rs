//! `synod replay`: is a trace a run of the model?

use serde_json::json;
use synod_core::Budget;
use synod_simulate::{Interpreter, replay};

use crate::cli::ReplayArgs;
use crate::failure::Done;
use crate::words::counted;
use crate::{models, tell, terminal, traces};

/// The exit code when the trace is not a run of the model.
const NOT_A_RUN: u8 = 1;

/// Replays a trace and prints it, or says where it fails.
pub fn run(args: &ReplayArgs) -> Done {
    let model_args = args.reading.of(&args.model);
    let model = models::load(&model_args, args.reading.steps)
        .map_err(|rejected| rejected.refuse(&model_args, args.json))?;
    model.print_warnings(&model_args);
    let interpreter = Interpreter::new(&model.system);
    let read = traces::read(&interpreter, &args.trace)
        .map_err(|failure| model.refuse(failure, &model_args, args.json))?;
    let judged = read.and_then(|trace| {
        replay(&interpreter, &trace).map_err(|error| error.describe(&model.system))?;
        Ok(trace)
    });
    let code = if judged.is_ok() { 0 } else { NOT_A_RUN };
    if args.json {
        terminal::print_json(&json!({
            "synod": env!("CARGO_PKG_VERSION"),
            "model": args.model,
            "language": model.language,
            "is_run": judged.is_ok(),
            "reason": judged.as_ref().err(),
            "trace": judged.as_ref().ok().map(|trace| tell::run_json(&model, trace)),
        }))?;
        return Ok(code);
    }
    let layout = terminal::layout();
    let text = match judged {
        Ok(trace) => {
            let steps = counted(trace.steps.len(), "step");
            let ends = trace.loop_start.is_none()
                && trace.states.last().is_some_and(|last| interpreter.is_deadlock(last));
            let verdict = layout.style.paint("1;32", "✓ a run of the model");
            format!("{verdict}, {steps}\n{}", tell::run(&model, &trace, ends, layout, &Budget::unlimited()))
        }
        Err(why) => format!("{}: {why}\n", layout.style.paint("1;31", "✗ not a run of the model")),
    };
    terminal::print(&text)?;
    Ok(code)
}
