//! `synod check`: verify properties.

use std::ops::ControlFlow;

use synod_check::{Event, Options, Report, Witnesses};
use synod_core::{Counterexample, Property, Verdict};
use synod_printers::witness_dot;

use super::verdict_text::{self, Shows};
use super::{any_number, certify, check_json};
use crate::cli::CheckArgs;
use crate::failure::{Done, Failure};
use crate::interrupt::Cancellable;
use crate::models::{self, Model, NOTHING_CHECKED};
use crate::progress::Reporter;
use crate::{diagnostics, files, terminal, traces};

/// Checks the properties asked for and reports on each.
pub fn run(args: &CheckArgs) -> Done {
    let refuse = |rejected: models::Rejected| rejected.refuse(&args.model, args.json);
    let role = args.any_number.any_number.as_deref();
    if let Some(model) = models::load_templates(&args.model, args.steps, role).map_err(refuse)? {
        return any_number::check(args, &model);
    }
    if let Some(option) = args.any_number.given() {
        let message = format!("`{option}` is for any number of agents: see `synod help any-number`");
        return Err(refuse(models::Rejected::because(message)));
    }
    let mut model = models::load(&args.model, args.steps).map_err(refuse)?;
    if tells_warnings(args) {
        model.print_warnings(&args.model);
    }
    let properties = model
        .select(&args.property)
        .map_err(|error| model.refuse(Failure::input(error), &args.model, args.json))?;
    let report = check(args, &model, &properties)?;
    write_pictures(args, &model, &report)?;
    model.warnings.extend(report.findings.iter().cloned());
    let (why, left_out) = models::nothing_asked(&model.warnings);
    let code = if properties.is_empty() && left_out { NOTHING_CHECKED } else { report.exit_code() };
    if args.json {
        terminal::print_json(&check_json::report(&model, &args.model.model, &report, code))?;
    } else if properties.is_empty() {
        terminal::tell(&format!("{why}; `--property no-deadlock` can be asked of every model"));
    } else if properties.len() > 1 {
        terminal::print(&format!("{}\n", verdict_text::summary(&report)))?;
    }
    write_traces(args, &model, &report)?;
    write_certificates(args, &model, &report)?;
    Ok(code)
}

/// Whether warnings go to standard error; otherwise they are in the JSON document, or unwanted.
fn tells_warnings(args: &CheckArgs) -> bool {
    !args.quiet && !args.json
}

/// Checks the properties, each told as soon as it is known.
fn check(args: &CheckArgs, model: &Model, properties: &[Property]) -> Result<Report, Failure> {
    let budget = args.limits.budget();
    let reporter = Reporter::new(args.progress, args.quiet);
    let layout = terminal::layout();
    let shows = match (args.quiet, args.witness) {
        (true, _) => Shows::Verdicts,
        (false, false) => Shows::Violations,
        (false, true) => Shows::Witnesses,
    };
    let options = Options {
        engine: args.engine.clone(),
        witnesses: if args.witness || args.witness_dot.is_some() {
            Witnesses::Runs
        } else if args.json || !args.quiet {
            Witnesses::Strategies
        } else {
            Witnesses::None
        },
        certificates: args.certificate.is_some(),
        lints: !args.quiet,
    };
    let _interruptible = Cancellable::new(&budget);
    let mut told = Vec::new();
    let mut tell = |event: Event| -> Result<(), Failure> {
        reporter.clear();
        match event {
            Event::Begins(property) => reporter.begin(&property.name),
            Event::Finding(finding) => {
                if let Some(rejected) = model.rejected_for(finding, &args.model) {
                    return Err(rejected.refuse(&args.model, args.json));
                }
                if tells_warnings(args) {
                    diagnostics::print(&model.source, [finding]);
                }
            }
            Event::Answer(answer) if !args.json => {
                terminal::print(&verdict_text::answer(model, answer, &told, layout, shows))?;
                told.extend(answer.outcome.remarks.iter().cloned());
            }
            Event::Answer(_) => {}
        }
        Ok(())
    };
    let mut failure = None;
    let mut until_failure = |event: Event| match tell(event) {
        Ok(()) => ControlFlow::Continue(()),
        Err(error) => {
            failure = Some(error);
            ControlFlow::Break(())
        }
    };
    let report =
        synod_check::run(&model.compiled, properties, &options, &budget, &reporter, &mut until_failure);
    match (report, failure) {
        (_, Some(failure)) => Err(failure),
        (Ok(report), None) => Ok(report),
        (Err(error), None) => Err(model.refuse(Failure::input(error), &args.model, args.json)),
    }
}

fn write_traces(args: &CheckArgs, model: &Model, report: &Report) -> Result<(), Failure> {
    let Some(path) = &args.trace_out else { return Ok(()) };
    let found: Vec<(String, &Counterexample)> = report
        .answers
        .iter()
        .filter_map(|answer| match &answer.outcome.verdict {
            Verdict::Violated(counterexample) => Some((answer.property.name.clone(), &**counterexample)),
            Verdict::Holds(_) if args.witness => {
                answer.witness.as_deref().map(|witness| (answer.property.name.clone(), witness))
            }
            _ => None,
        })
        .collect();
    for file in traces::write_all(model, path, &found)? {
        if !args.quiet {
            terminal::tell(&format!("wrote {}", file.display()));
        }
    }
    Ok(())
}

fn write_pictures(args: &CheckArgs, model: &Model, report: &Report) -> Result<(), Failure> {
    let Some(path) = &args.witness_dot else { return Ok(()) };
    let mut pictures = Vec::new();
    for answer in &report.answers {
        let shown = match &answer.outcome.verdict {
            Verdict::Violated(found) => Some((**found).clone()),
            Verdict::Holds(_) => answer.witness.as_deref().cloned(),
            Verdict::Bounded { .. } | Verdict::Unknown { .. } => None,
        };
        let name = &answer.property.name;
        pictures
            .extend(shown.map(|shown| (name, witness_dot::witness(&model.compiled.system, name, &shown))));
    }
    for (name, picture) in &pictures {
        let file = match pictures.len() {
            1 => path.clone(),
            _ => files::with_name(path, name, &[".dot", ".gv"]),
        };
        files::write(&file, picture.clone())?;
        if !args.quiet {
            terminal::tell(&format!("wrote {}", file.display()));
        }
    }
    if pictures.is_empty() && !args.quiet {
        terminal::tell("no property has a run to show");
    }
    Ok(())
}

fn write_certificates(args: &CheckArgs, model: &Model, report: &Report) -> Result<(), Failure> {
    let Some(path) = &args.certificate else { return Ok(()) };
    let (written, unwritten) = certify::write_all(model, path, report, &args.limits.budget())?;
    if !args.quiet {
        for file in &written {
            terminal::tell(&format!("wrote {}", file.display()));
        }
        if written.is_empty() && unwritten.is_empty() {
            terminal::tell("no property was proved by an invariant; try `--engine ic3`");
        }
    }
    match unwritten.is_empty() {
        true => Ok(()),
        false => Err(Failure::input(unwritten.join("\n"))),
    }
}
