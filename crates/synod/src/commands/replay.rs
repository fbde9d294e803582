//! `synod replay`: is a trace a run of the model?

use serde_json::json;
use synod_printers::{trace_json, trace_table};
use synod_simulate::{Interpreter, replay};

use crate::cli::{ModelArgs, ReplayArgs};
use crate::failure::Done;
use crate::words::counted;
use crate::{models, terminal, traces};

/// The exit code when the trace is not a run of the model.
const NOT_A_RUN: u8 = 1;

/// Replays a trace and prints it, or says where it fails.
pub fn run(args: &ReplayArgs) -> Done {
    let model_args = ModelArgs {
        model: args.model.clone(),
        parameters: Vec::new(),
        language: args.language.clone(),
        compat: args.compat,
        atlk: None,
        deny_warnings: false,
        notes: false,
    };
    let model = models::load(&model_args).map_err(|rejected| rejected.refuse(&model_args, args.json))?;
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
            "trace": judged.as_ref().ok().map(|trace| trace_json::trace(&model.system, trace)),
        }))?;
        return Ok(code);
    }
    let layout = terminal::layout();
    let text = match judged {
        Ok(trace) => {
            let steps = trace.steps.len();
            let steps = counted(steps, "step");
            let verdict = layout.style.paint("1;32", "✓ a run of the model");
            format!("{verdict}, {steps}\n{}", trace_table::trace(&model.system, &trace, layout))
        }
        Err(why) => format!("{}: {why}\n", layout.style.paint("1;31", "✗ not a run of the model")),
    };
    terminal::print(&text)?;
    Ok(code)
}
