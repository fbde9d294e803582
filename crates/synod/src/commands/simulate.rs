//! `synod simulate`: random runs.

use synod_core::{Budget, Counterexample, System};
use synod_documents::{RandomRun, SimulateReport};
use synod_printers::trace_table::Layout;
use synod_session::{OpenedModel, counted, narration, wording};
use synod_simulate::{Interpreter, Random, Session, constrain};

use crate::cli::{SimulateArgs, VerdictOptions};
use crate::failure::{Done, Failure, INCONCLUSIVE};
use crate::interrupt::Cancellable;
use crate::models;
use crate::wander::{Ending, any_seed, wander};
use crate::{terminal, traces};

use super::simulate_summary::Summary;

struct Run {
    seed: u64,
    ended: bool,
    interrupted: bool,
    walk: Counterexample,
}

/// Prints random runs.
pub fn run(args: &SimulateArgs) -> Done {
    let model = models::load(&args.model, &VerdictOptions::default())
        .map_err(|rejection| models::refuse(rejection, &args.model, args.json))?;
    if !args.json {
        models::print_warnings(&model, &args.model);
    }
    let layout = terminal::layout();
    let first = args.seed.unwrap_or_else(any_seed);
    let condition = args.constraint.as_deref().unwrap_or("");
    let refused = |failure| models::refuse_about(&model, failure, &args.model, args.json);
    let narrowed =
        constrain(&model.compiled.system, condition).map_err(|error| refused(Failure::input(error)))?;
    let is_kept = (args.json && !args.summary) || args.trace_out.is_some();
    let mut runs = Vec::new();
    let mut summary = Summary::new(&model, first, args.steps);
    let mut interrupted = false;
    let budget = Budget::unlimited();
    let _interruptible = Cancellable::new(&budget);
    for number in 0..args.runs {
        let Some(run) = walk(args, &model, &narrowed, first.wrapping_add(number), &budget) else {
            return Err(refused(Failure::Input(wording::no_initial_state(condition))));
        };
        interrupted = run.interrupted;
        if args.json || args.summary {
            summary.add(&run.walk.trace, run.ended, &budget);
        } else {
            terminal::print(&text(&model, number, &run, layout, &budget))?;
        }
        if is_kept {
            runs.push(run);
        }
        if interrupted {
            break;
        }
    }
    if args.json {
        terminal::print_json(&document(args, &model, &runs, &summary))?;
    } else if args.summary {
        terminal::print(&summary.text())?;
    }
    if let Some(path) = &args.trace_out {
        let named: Vec<(String, &Counterexample)> =
            runs.iter().map(|run| (format!("seed-{}", run.seed), &run.walk)).collect();
        for file in traces::write_all(&model, path, &named)? {
            terminal::tell(&format!("wrote {}", file.display()));
        }
    }
    Ok(if interrupted { INCONCLUSIVE } else { 0 })
}

fn interpreter<'a>(args: &SimulateArgs, system: &'a System) -> Interpreter<'a> {
    let interpreter = Interpreter::new(system);
    args.int_bound.map_or(interpreter, |bound| interpreter.with_int_bound(bound))
}

/// A run from some initial state of the narrowed system; `None` if that has none.
fn walk(
    args: &SimulateArgs,
    model: &OpenedModel,
    narrowed: &System,
    seed: u64,
    budget: &Budget,
) -> Option<Run> {
    let mut random = Random::new(seed);
    let start = interpreter(args, narrowed).random_initial(&mut random)?;
    let mut session = Session::new(interpreter(args, &model.compiled.system).until(budget), start);
    let interrupted = wander(&mut session, args.steps, &mut random, budget) == Ending::Interrupted;
    let ended = !interrupted && session.moves().enabled.is_empty();
    Some(Run { seed, ended, interrupted, walk: Counterexample::of(session.history()) })
}

/// A run for people.
fn text(model: &OpenedModel, number: u64, run: &Run, layout: Layout, budget: &Budget) -> String {
    let end = match run {
        Run { ended: true, .. } => "; then no step can be taken",
        Run { interrupted: true, .. } => "; then it was interrupted",
        _ => "",
    };
    let steps = counted(run.walk.trace.steps.len(), "step");
    let title = format!("run {} (seed {}): {steps}{end}", number + 1, run.seed);
    let told = narration::run(model, &run.walk.trace, run.ended, layout, budget);
    format!("{}\n{told}\n", layout.style.paint("1", &title))
}

fn document(args: &SimulateArgs, model: &OpenedModel, runs: &[Run], summary: &Summary) -> SimulateReport {
    let run = |run: &Run| RandomRun {
        seed: run.seed,
        dead_end: run.ended,
        trace: narration::run_document(model, &run.walk.trace),
    };
    SimulateReport {
        head: model.head(&args.model.model),
        runs: runs.iter().filter(|_| !args.summary).map(run).collect(),
        summary: summary.document(),
        warnings: model.warning_documents(),
    }
}
