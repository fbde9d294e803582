//! `synod simulate`: random runs.

use serde_json::json;
use synod_core::Counterexample;
use synod_printers::{trace_json, trace_table};
use synod_simulate::{Interpreter, Random, Session, constrain};

use crate::cli::SimulateArgs;
use crate::failure::{Done, Failure};
use crate::models::{self, Model};
use crate::words::counted;
use crate::{diagnostics, terminal, traces};

/// A run begins in one of the first so many initial states.
const INITIAL_STATES: usize = 10_000;

struct Run {
    seed: u64,
    ended: bool,
    walk: Counterexample,
}

/// Prints random runs.
pub fn run(args: &SimulateArgs) -> Done {
    let model = models::load_or_report(&args.model)?;
    let layout = terminal::layout();
    let first = args.seed.unwrap_or_else(any_seed);
    let mut runs = Vec::new();
    let begins = initial_states(args, &model)?;
    for number in 0..args.runs {
        let run = walk(args, &model, &begins, first.wrapping_add(number));
        if !args.json {
            let end = if run.ended { "; then no step can be taken" } else { "" };
            let steps = counted(run.walk.trace.steps.len(), "step");
            let title = format!("run {} (seed {}): {steps}{end}", number + 1, run.seed);
            let table = trace_table::trace(&model.system, &run.walk.trace, layout);
            terminal::print(&format!("{}\n{table}\n", layout.style.paint("1", &title)))?;
        }
        runs.push(run);
    }
    if args.json {
        terminal::print_json(&document(args, &model, &runs))?;
    }
    if let Some(path) = &args.trace_out {
        let named: Vec<(String, &Counterexample)> =
            runs.iter().map(|run| (format!("seed-{}", run.seed), &run.walk)).collect();
        for file in traces::write_all(&model.system, path, &named)? {
            terminal::tell(&format!("wrote {}", file.display()));
        }
    }
    Ok(0)
}

fn interpreter<'a>(args: &SimulateArgs, system: &'a synod_core::System) -> Interpreter<'a> {
    let interpreter = Interpreter::new(system);
    args.int_bound.map_or(interpreter, |bound| interpreter.with_int_bound(bound))
}

fn initial_states(args: &SimulateArgs, model: &Model) -> Result<Vec<synod_core::State>, Failure> {
    let condition = args.constraint.as_deref().unwrap_or("");
    let narrowed = constrain(&model.system, condition).map_err(Failure::input)?;
    let states = interpreter(args, &narrowed).initial(INITIAL_STATES).states;
    if states.is_empty() {
        let why = if condition.is_empty() { "" } else { " that satisfies the constraint" };
        return Err(Failure::Input(format!("the model has no initial state{why}")));
    }
    Ok(states)
}

fn walk(args: &SimulateArgs, model: &Model, begins: &[synod_core::State], seed: u64) -> Run {
    let mut random = Random::new(seed);
    let start = begins[random.below(begins.len())].clone();
    let mut session = Session::new(interpreter(args, &model.system), start);
    session.wander(args.steps, &mut random);
    let ended = session.moves().enabled.is_empty();
    Run { seed, ended, walk: Counterexample::of(session.history()) }
}

/// A seed that differs from call to call; small, so that it is easily typed again.
fn any_seed() -> u64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    Random::new(now.map_or(0, |d| d.as_nanos() as u64)).next_u64() % 1_000_000
}

fn document(args: &SimulateArgs, model: &Model, runs: &[Run]) -> serde_json::Value {
    let runs = runs.iter().map(|run| {
        let trace = trace_json::trace(&model.system, &run.walk.trace);
        json!({ "seed": run.seed, "dead_end": run.ended, "trace": trace })
    });
    json!({
        "synod": env!("CARGO_PKG_VERSION"),
        "model": args.model.model,
        "language": model.language,
        "runs": runs.collect::<Vec<_>>(),
        "warnings": model.warnings.iter().map(|w| diagnostics::json(&model.source, w)).collect::<Vec<_>>(),
    })
}
