//! `synod check`: verify properties.

use synod_check::{Checker, Report};
use synod_core::{Counterexample, Verdict};

use super::{certify, check_json, verdict_text};
use crate::cli::CheckArgs;
use crate::failure::{Done, Failure};
use crate::interrupt::Cancellable;
use crate::models::{self, Model, Rejected};
use crate::progress::Reporter;
use crate::{terminal, traces};

/// Checks the properties asked for and reports on each.
pub fn run(args: &CheckArgs) -> Done {
    let model = match models::load(&args.model) {
        Ok(model) => model,
        Err(rejected) => return refuse(args, rejected),
    };
    if !args.quiet && !args.json {
        model.print_warnings(&args.model);
    }
    match check(args, &model) {
        Err(Failure::Input(message)) if args.json => {
            let rejected =
                Rejected { source: None, language: Some(model.language), message, diagnostics: Vec::new() };
            refuse(args, rejected)
        }
        done => done,
    }
}

/// Tells what is wrong with the request, in the form that was asked for.
fn refuse(args: &CheckArgs, rejected: Rejected) -> Done {
    if args.json {
        terminal::print_json(&check_json::rejection(&args.model.model, &rejected))?;
        return Err(Failure::Reported);
    }
    Err(rejected.report())
}

fn check(args: &CheckArgs, model: &Model) -> Done {
    let properties = synod_check::select(&model.properties, &args.property).map_err(Failure::input)?;
    let checker = Checker::new(&model.system, &args.engine).map_err(Failure::input)?;
    let budget = args.limits.budget();
    let reporter = Reporter::new(args.progress, args.quiet);
    let layout = terminal::layout();
    let mut report = Report::default();
    let interruptible = Cancellable::new(&budget);
    for property in &properties {
        reporter.begin(&property.name);
        let answer = checker.answer(property, &budget, &reporter);
        reporter.clear();
        if !args.json {
            let text = verdict_text::answer(&model.system, &answer, &report, layout, args.quiet);
            terminal::print(&text)?;
        }
        report.answers.push(answer);
    }
    drop(interruptible);
    if args.json {
        terminal::print_json(&check_json::report(model, &args.model.model, &report))?;
    } else if properties.is_empty() {
        terminal::tell("the model has no properties; `--property no-deadlock` can be asked of every model");
    } else if properties.len() > 1 {
        terminal::print(&format!("{}\n", verdict_text::summary(&report)))?;
    }
    write_traces(args, model, &report)?;
    write_certificates(args, model, &report)?;
    Ok(report.exit_code())
}

fn write_traces(args: &CheckArgs, model: &Model, report: &Report) -> Result<(), Failure> {
    let Some(path) = &args.trace_out else { return Ok(()) };
    let found: Vec<(String, &Counterexample)> = report
        .answers
        .iter()
        .filter_map(|answer| match &answer.outcome.verdict {
            Verdict::Violated(counterexample) => Some((answer.property.name.clone(), &**counterexample)),
            _ => None,
        })
        .collect();
    for file in traces::write_all(&model.system, path, &found)? {
        if !args.quiet {
            terminal::tell(&format!("wrote {}", file.display()));
        }
    }
    Ok(())
}

fn write_certificates(args: &CheckArgs, model: &Model, report: &Report) -> Result<(), Failure> {
    let Some(path) = &args.certificate else { return Ok(()) };
    let written = certify::write_all(model, path, report)?;
    if args.quiet {
        return Ok(());
    }
    for file in &written {
        terminal::tell(&format!("wrote {}", file.display()));
    }
    if written.is_empty() {
        terminal::tell("no property was proved by an invariant; try `--engine ic3`");
    }
    Ok(())
}
