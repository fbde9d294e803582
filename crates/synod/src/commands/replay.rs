//! `synod replay`: is a trace a run of the model?

use synod_printers::trace_table;
use synod_simulate::{Interpreter, replay};

use crate::cli::{ModelArgs, ReplayArgs};
use crate::failure::Done;
use crate::{models, terminal, traces};

/// The exit code when the trace is not a run of the model.
const NOT_A_RUN: u8 = 1;

/// Replays a trace and prints it, or says where it fails.
pub fn run(args: &ReplayArgs) -> Done {
    let model = models::load_or_report(&ModelArgs {
        model: args.model.clone(),
        parameters: Vec::new(),
        language: args.language.clone(),
        compat: args.compat,
        deny_warnings: false,
    })?;
    let interpreter = Interpreter::new(&model.system);
    let judged = traces::read(&interpreter, &args.trace)?.and_then(|trace| {
        replay(&interpreter, &trace).map_err(|error| error.describe(&model.system))?;
        Ok(trace)
    });
    let layout = terminal::layout();
    match judged {
        Ok(trace) => {
            let steps = trace.steps.len();
            let steps = if steps == 1 { "1 step".to_string() } else { format!("{steps} steps") };
            let verdict = layout.style.paint("1;32", "✓ a run of the model");
            let table = trace_table::trace(&model.system, &trace, layout);
            terminal::print(&format!("{verdict}, {steps}\n{table}"))?;
            Ok(0)
        }
        Err(why) => {
            let verdict = layout.style.paint("1;31", "✗ not a run of the model");
            terminal::print(&format!("{verdict}: {why}\n"))?;
            Ok(NOT_A_RUN)
        }
    }
}
