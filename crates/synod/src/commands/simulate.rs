//! `synod simulate`: random runs.

use synod_core::{Budget, Phase};
use synod_session::narration::{self, Telling};
use synod_session::simulation::{Ending, SimulatedRun, Simulation, SimulationRequest};
use synod_session::traces::{self, TraceFormat};
use synod_session::{OpenedModel, Rejection, counted};

use crate::cli::{SimulateArgs, VerdictOptions};
use crate::failure::{Done, Failure, INCONCLUSIVE};
use crate::files::Outputs;
use crate::interrupt::Cancellable;
use crate::progress::Reporter;
use crate::seeds::any_seed;
use crate::traces::TraceOutput;
use crate::{models, terminal};

/// Prints random runs.
pub fn run(args: &SimulateArgs) -> Done {
    let refuse = |rejection| models::refuse(rejection, &args.model, args.json);
    args.no_fairness.refuse_for_random_runs().map_err(refuse)?;
    let mut outputs = Outputs::new([args.model.model.as_str()], false);
    let output = TraceOutput::plan(&mut outputs, args.trace_out.as_deref()).map_err(refuse)?;
    outputs.make_room(args.json).map_err(refuse)?;
    let budget = args.limits.budget();
    let _interruptible = Cancellable::new(&budget);
    let reporter = Reporter::new(None, false);
    let load = || models::load(&args.model, &VerdictOptions::default(), &budget);
    let model = reporter.preparing(&args.model.model, load).map_err(refuse)?;
    if !args.json {
        models::print_warnings(&model, &args.model);
    }
    let refused = |message| models::refuse_about(&model, Failure::Input(message), &args.model, args.json);
    let seed = args.seed.unwrap_or_else(any_seed);
    let view = args.view.read(&model).map_err(refuse)?.within(&budget);
    let telling = Telling { view: &view, known: None, layout: terminal::layout() };
    let request = SimulationRequest {
        seed,
        first_run: args.run,
        steps: args.steps,
        constraint: args.constraint.clone().unwrap_or_default(),
        int_bound: args.int_bound,
    };
    let simulation = Simulation::new(&model, request).map_err(refused)?;
    let format = args.format.as_deref().and_then(TraceFormat::named);
    if args.runs > 1 && format.is_some_and(|format| !format.takes_runs()) {
        let message = format!(
            "`--format {}` is for one run, which `--run` chooses; several go into a table (csv), or into records (ndjson)",
            args.format.as_deref().unwrap_or_default()
        );
        return Err(refuse(Rejection::because(message)));
    }
    let is_kept = (args.json && !args.summary) || args.trace_out.is_some() || format.is_some();
    let budget = leaving_room(&budget, is_kept);
    let mut runs = Vec::new();
    let mut figures = simulation.figures();
    let (mut stopped, mut begun) = (None, 0);
    for position in 0..args.runs {
        let work = || simulation.run(position, &budget);
        let simulate = || models::within(&budget, Phase::Simulating, model.source.name(), work);
        let run = reporter.during(&format!("run {}", args.run.saturating_add(position)), simulate);
        let run = match run {
            // What was done before is told.
            Err(rejection) if rejection.interrupted.is_some() && position > 0 => {
                stopped = rejection.interrupted.map(|met| met.stop);
                break;
            }
            run => run.map_err(refuse)?.map_err(refused)?,
        };
        begun += 1;
        if let Ending::Stopped(stop) = run.ending {
            stopped = Some(stop);
        }
        if args.json || args.summary || format.is_some() {
            figures.add(&run, &budget);
        } else {
            terminal::print(&text(&model, seed, &run, telling, &budget))?;
        }
        if is_kept {
            runs.push(run);
        }
        if stopped.is_some() {
            break;
        }
    }
    if let Some(stop) = stopped.filter(|_| is_kept || args.summary) {
        terminal::tell(&format!(
            "{}: what was done before is told, {}",
            stop.reason(),
            counted(begun, "run")
        ));
    }
    if args.json {
        let shown = if args.summary { &[] } else { runs.as_slice() };
        terminal::print_json(&simulation.report(&args.model.model, shown, &figures, &view))?;
    } else if args.summary {
        terminal::print(&figures.text())?;
    }
    let traces: Vec<_> = runs.iter().map(|run| (Some(run.number), &run.run.trace)).collect();
    if let Some(format) = format {
        let one = |run: &SimulatedRun| {
            traces::write(&model, format, &format!("run {}", run.number), &run.run, &view)
        };
        let all = traces::write_runs(&model, format, &traces, &view);
        let text = all.or_else(|| runs.first().map(one)).transpose().map_err(Failure::Input)?;
        terminal::print_bytes(text.unwrap_or_default().as_bytes())?;
    }
    if let Some(output) = &output {
        let part = |run: &SimulatedRun| output.part(&model, &format!("run-{}", run.number), &run.run, &view);
        let parts = match output.runs_part(&model, &traces, &view) {
            Some(all) => vec![all],
            None => runs.iter().map(part).collect(),
        };
        outputs.write(&output.output, parts);
    }
    outputs.done(if stopped.is_some() { INCONCLUSIVE } else { 0 })
}

/// Keeps memory for what is made of runs: documents and pictures take many times as much as the runs themselves.
fn leaving_room(budget: &Budget, is_kept: bool) -> Budget {
    let share = if is_kept { 12 } else { 3 };
    let mut narrower = budget.clone();
    narrower.memory =
        budget.memory.zip(budget.memory_left()).map(|(limit, left)| limit - left + left / share);
    narrower
}

/// A run for people.
fn text(model: &OpenedModel, seed: u64, run: &SimulatedRun, telling: Telling, budget: &Budget) -> String {
    let end = match run {
        SimulatedRun { dead_end: true, .. } => "; then no step is enabled (deadlock)".to_string(),
        SimulatedRun { ending: Ending::Stopped(stop), .. } => format!("; then {}", stop.event()),
        _ => String::new(),
    };
    let steps = counted(run.run.trace.steps.len(), "step");
    let title = format!("run {} (seed {seed}): {steps}{end}", run.number);
    let told = narration::run(model, &run.run.trace, run.dead_end, telling, budget);
    format!("{}\n{told}\n", telling.layout.style.paint("1", &title))
}
