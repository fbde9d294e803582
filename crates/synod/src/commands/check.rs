//! `synod check`: verify properties.

use std::ops::ControlFlow;

use synod_core::{Budget, Counterexample, Property, Remark, Verdict};
use synod_documents::CheckReport;
use synod_session::certificates;
use synod_session::check::{Event, Options, PropertyAnswer, Report, Witnesses};
use synod_session::diagnostics::Diagnostic;
use synod_session::reports::Checked;
use synod_session::wording::{self, Shown};
use synod_session::{Opened, OpenedModel, Rejection, sizes};

use super::any_number;
use super::evidence::EvidenceFiles;
use crate::cli::CheckArgs;
use crate::failure::{Done, Failure, Unanswered};
use crate::interrupt::Cancellable;
use crate::progress::Reporter;
use crate::{diagnostics, models, terminal, traces};

/// What came of a question about a model.
pub struct Answered {
    /// Whether it could be printed.
    pub printed: Result<(), Failure>,
    /// The report, if somebody wants it as a document.
    pub report: Option<CheckReport>,
    /// The exit code.
    pub code: u8,
}

/// Checks the properties asked for and reports on each.
pub fn run(args: &CheckArgs) -> Done {
    let refuse = |rejection| models::refuse(rejection, &args.model, args.json);
    let mut files = EvidenceFiles::plan(args).map_err(refuse)?;
    match answer(args, &mut files) {
        Ok(Answered { printed, report, code }) => {
            if let Some(report) = report.filter(|_| files.want_reports()) {
                files.write_reports(&[Checked::Report(report)]);
            }
            files.verdict(printed, code)
        }
        Err(Unanswered::Rejected(rejection)) => {
            files.write_reports(&[Checked::Rejection(rejection.document(&args.model.model))]);
            files.refused(refuse(*rejection))
        }
        Err(Unanswered::Failed(failure)) => Err(failure),
    }
}

/// Answers what is asked of the model.
fn answer(args: &CheckArgs, files: &mut EvidenceFiles) -> Result<Answered, Unanswered> {
    let budget = args.limits.budget();
    let interruptible = Cancellable::new(&budget);
    let opened = models::open(&args.model, &args.verdicts, &budget)?;
    let mut model = match opened.any_number_of(args.any_number.any_number.as_deref(), &budget)? {
        Opened::Family(family) => return any_number::check(args, &family, &budget, files),
        Opened::System(model) => *model,
    };
    if let Some(option) = args.any_number.given() {
        let message = format!("`{option}` is for any number of agents: see `synod help any-number`");
        return Err(Rejection::because(message).into());
    }
    let selected = model.select(&args.property).map_err(|error| model.reject(error.to_string()));
    let names: Vec<String> = selected.iter().flatten().map(|property| property.name.clone()).collect();
    print_warnings(args, &model, |warning| !may_be_refuted(warning, &names));
    if shows_warnings(args) {
        models::tell_untold(&model);
    }
    let properties = selected?;
    let all_left_out = properties.is_empty() && sizes::are_left_out(&model.warnings);
    if properties.is_empty() && !all_left_out && !args.allow_empty {
        let why = wording::nothing_checked(&model.warnings);
        return Err(model
            .reject(format!("{why}, and `--property no-deadlock` asks a question of every model"))
            .into());
    }
    let report = check(args, &model, &properties, &budget)?;
    drop(interruptible);
    model.take_back_refuted(&report);
    // These waited for the answer.
    print_warnings(args, &model, |warning| may_be_refuted(warning, &names));
    model.warnings.extend(report.findings.iter().cloned());
    let code = model.exit_code(&report);
    let document = (args.json || files.want_reports())
        .then(|| synod_session::report(&model, &args.model.model, &report, code));
    let printed = match &document {
        Some(document) if args.json => terminal::print_json(document),
        _ if properties.is_empty() => {
            terminal::tell(wording::nothing_checked(&model.warnings));
            Ok(())
        }
        _ if properties.len() > 1 => terminal::print(&format!("{}\n", wording::summary(&report))),
        _ => Ok(()),
    };
    write_evidence(args, &model, &report, files);
    Ok(Answered { printed, report: document, code })
}

/// Prints those warnings about the model that pass a test, if they are wanted on standard error.
fn print_warnings(args: &CheckArgs, model: &OpenedModel, test: impl Fn(&Diagnostic) -> bool) {
    if shows_warnings(args) {
        let shown = model.shown_warnings(args.model.notes).filter(|warning| test(warning));
        diagnostics::print(&model.source, shown);
    }
}

/// Whether one of these properties refutes a warning if it is proved.
fn may_be_refuted(warning: &Diagnostic, properties: &[String]) -> bool {
    warning.refuted_by.is_some_and(|refuting| properties.iter().any(|name| name == refuting))
}

/// Whether warnings go to standard error; otherwise they are in the JSON document, or unwanted.
fn shows_warnings(args: &CheckArgs) -> bool {
    !args.quiet && !args.json
}

/// What is wanted beside the verdicts.
fn options(args: &CheckArgs) -> Options {
    let witnesses = match (args.witness || args.witness_dot.is_some(), args.json || !args.quiet) {
        (true, _) => Witnesses::Runs,
        (false, true) => Witnesses::Strategies,
        (false, false) => Witnesses::None,
    };
    Options {
        engine: args.engine.choice(),
        witnesses,
        certificates: args.certificate.is_some(),
        lints: !args.quiet,
    }
}

/// Checks the properties, each shown as soon as it is answered.
fn check(
    args: &CheckArgs,
    model: &OpenedModel,
    properties: &[Property],
    budget: &Budget,
) -> Result<Report, Unanswered> {
    let reporter = Reporter::new(args.progress, args.quiet);
    let layout = terminal::layout();
    let shown = match (args.quiet, args.witness) {
        (true, _) => Shown::Verdicts,
        (false, false) => Shown::Violations,
        (false, true) => Shown::Witnesses,
    };
    let mut remarks: Vec<Remark> = Vec::new();
    let mut printed = Ok(());
    let report = model.check(properties, &options(args), budget, &reporter, &mut |event| {
        reporter.clear();
        match event {
            Event::Begins(property) => reporter.begin(&property.name),
            Event::Finding(finding) if shows_warnings(args) => diagnostics::print(&model.source, [finding]),
            Event::Answer(answer) if !args.json => {
                printed =
                    terminal::print(&wording::answer(model, answer, &remarks, layout, shown, args.verbose));
                remarks.extend(answer.outcome.remarks.iter().cloned());
            }
            Event::Finding(_) | Event::Answer(_) => {}
        }
        if printed.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    printed?;
    reporter.clear();
    Ok(report?)
}

/// Writes what shows that the verdicts are right, as far as it was asked for.
fn write_evidence(args: &CheckArgs, model: &OpenedModel, report: &Report, files: &mut EvidenceFiles) {
    files.write_traces(|output| {
        let shown = report.answers.iter().filter_map(|answer| {
            let found = evidence(answer).filter(|_| args.witness || is_violated(answer))?;
            Some(traces::part(model, output, &answer.property.name, found))
        });
        shown.collect()
    });
    let system = &model.compiled.system;
    let shown = report.answers.iter();
    files.write_pictures(
        shown.filter_map(|answer| Some((answer.property.name.as_str(), system, evidence(answer)?))),
    );
    let written = |form| certificates::of_report(model, report, form, &args.limits.budget());
    files.write_certificates(written, "no property was proved by an invariant; try `--engine ic3`");
}

/// The run that a verdict can be seen from.
fn evidence(answer: &PropertyAnswer) -> Option<&Counterexample> {
    match &answer.outcome.verdict {
        Verdict::Violated(found) => Some(found),
        Verdict::Holds(_) => answer.witness.as_deref(),
        Verdict::Bounded { .. } | Verdict::Unknown { .. } => None,
    }
}

fn is_violated(answer: &PropertyAnswer) -> bool {
    matches!(answer.outcome.verdict, Verdict::Violated(_))
}
