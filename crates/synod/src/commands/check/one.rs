//! One model: its properties are checked and each is reported on.

use std::ops::ControlFlow;
use std::sync::Arc;

use synod_core::{Budget, Counterexample, Property, Verdict};
use synod_documents::{CheckReport, only_fair};
use synod_service::{ViewedRuns, viewed};
use synod_session::certificates;
use synod_session::check::{Event, Options, PropertyAnswer, Report, Storage, Witnesses};
use synod_session::diagnostics::Diagnostic;
use synod_session::wording::{self, Shown, Told};
use synod_session::{Opened, OpenedModel, Rejection, TraceView, coverage, sizes};

use super::{checkpoint, cluster};
use crate::cli::CheckArgs;
use crate::commands::any_number;
use crate::commands::evidence::{EvidenceFiles, annotates};
use crate::failure::{Failure, INCONCLUSIVE, Unanswered};
use crate::files::ScratchFolder;
use crate::interrupt::Cancellable;
use crate::progress::Reporter;
use crate::{diagnostics, models, terminal};

/// What came of a question about a model.
pub struct Answered {
    /// Whether it could be printed.
    pub printed: Result<(), Failure>,
    /// The report.
    pub report: CheckReport,
    /// The exit code.
    pub code: u8,
    /// The files that were read for it.
    pub read: Vec<String>,
    /// Runs to be walked in reports that are pages.
    pub runs: ViewedRuns,
}

/// Answers what is asked of the model; `prints_document` says whether the report is printed if JSON is wanted.
pub fn answer(
    args: &CheckArgs,
    files: &mut EvidenceFiles,
    prints_document: bool,
) -> Result<Answered, Unanswered> {
    let budget = args.limits.budget();
    let interruptible = Cancellable::new(&budget);
    let reporter = Reporter::new(args.progress, args.quiet);
    let open = || {
        let opened = models::open_with(&args.model, &args.verdicts, &args.formula, &budget)?;
        opened.any_number_of(args.any_number.any_number.as_deref(), &budget)
    };
    let opened = reporter.preparing(&args.model.model, open)?;
    let fairness = args.fairness.request();
    if !fairness.is_empty() && args.certificate.is_some() {
        return Err(Rejection::because(
            "certificates are about all runs: leave out `--certificate` or fairness",
        )
        .into());
    }
    let model = match opened {
        Opened::Family(_) if !fairness.is_empty() => {
            let message = "fairness is for one number of agents: a run of one size says nothing about agents that others \
                           have; give the number of each role";
            return Err(Rejection::because(message).into());
        }
        Opened::Family(_) if args.coverage.is_some() => {
            let message = "`--coverage` is for one number of agents: give the number of each role";
            return Err(Rejection::because(message).into());
        }
        Opened::Family(_) if for_one_number(args).is_some() => {
            let option = for_one_number(args).unwrap_or_default();
            let message = format!("`{option}` is for one number of agents: give the number of each role");
            return Err(Rejection::because(message).into());
        }
        Opened::Family(family) => {
            return any_number::check(args, &family, &budget, files, &reporter, prints_document);
        }
        Opened::System(model) => *model,
    };
    if let Some(option) = args.any_number.given() {
        let message = format!("`{option}` is for any number of agents: see `synod help any-number`");
        return Err(Rejection::because(message).into());
    }
    let mut model = model.under_fairness(&fairness)?;
    // Said with `--quiet` too: no verdict under an assumption looks as if it had none.
    if let Some(assumption) = only_fair(&model.assumed()).filter(|_| !args.json) {
        terminal::print(&format!("{assumption}\n"))?;
    }
    let expectations = args.expect.then(|| model.expectations()).transpose()?;
    let mut wanted = model.wanted(&args.property);
    if let Some(expectations) = expectations.as_ref().filter(|_| wanted.is_empty()) {
        wanted = expectations.wanted(&model);
    }
    let selected = model.select(&wanted).map_err(|why| model.reject(why));
    let names: Vec<String> = selected.iter().flatten().map(|property| property.name.clone()).collect();
    print_warnings(args, &model, |warning| !may_be_refuted(warning, &names));
    if shows_warnings(args) {
        models::tell_untold(&model);
    }
    let properties = model.fair(selected?)?;
    let all_left_out = properties.is_empty() && sizes::are_left_out(&model.warnings);
    if properties.is_empty() && !all_left_out && !args.allow_empty {
        let why = wording::nothing_checked(&model.warnings);
        return Err(model
            .reject(format!(
                "`{}`: {why}, and `--property no-deadlock` asks a question of every model",
                args.model.model
            ))
            .into());
    }
    let view = args.view.read(&model)?.within(&budget);
    let mut options = options(args);
    options.engine.checkpoints = checkpoint::plan(args, &model, &properties)?;
    options.engine.storage = storage(args)?;
    options.engine.cluster = cluster::plan(args, &model)?;
    let report = answers(args, &options, &model, &properties, &view, &budget, &reporter)?;
    drop(interruptible);
    model.take_back_refuted(&report);
    // These waited for the answer.
    print_warnings(args, &model, |warning| may_be_refuted(warning, &names));
    model.warnings.extend(report.findings.iter().cloned());
    let mut code = model.exit_code(&report);
    let shown = (args.json || files.have_runs()).then_some(&view);
    let mut document = synod_session::report(&model, &args.model.model, &report, code, shown);
    document.head.options.extend(args.engine.given().chain(args.limits.given()));
    if args.stats {
        synod_session::add_search_figures(&mut document, &report);
    }
    if let Some(expectations) = &expectations {
        code = expectations.judge(&mut document, model.has_denied_warnings(&report));
    }
    let printed = if args.json {
        if prints_document { terminal::print_json(&document) } else { Ok(()) }
    } else if properties.is_empty() {
        terminal::tell(wording::nothing_to_check(&model.warnings));
        Ok(())
    } else {
        let summary = (properties.len() > 1).then(|| format!("{}\n", wording::summary(&report)));
        let unexpected = expectations.as_ref().map(|expectations| expectations.text(&document));
        terminal::print(&[summary, unexpected].into_iter().flatten().collect::<String>())
    };
    if let Some(how) = checkpoint::how_to_go_on(args).filter(|_| code == INCONCLUSIVE && !args.quiet) {
        terminal::tell(&how);
    }
    let printed = printed.and_then(|()| print_coverage(args, &model, &report));
    write_evidence(args, &model, &report, &view, files);
    let read = model.source.names().map(str::to_string).collect();
    let runs = match files.has_page() {
        true => viewed(&model, &document, &Budget::unlimited()),
        false => ViewedRuns::new(),
    };
    Ok(Answered { printed, report: document, code, read, runs })
}

/// Prints the text of the model with how often its commands are used, if that is wanted and not written to a file.
fn print_coverage(args: &CheckArgs, model: &OpenedModel, report: &Report) -> Result<(), Failure> {
    match (&args.coverage, &report.coverage) {
        (Some(None), Some(found)) if !args.json => terminal::print(&coverage::text(model, found)),
        _ => Ok(()),
    }
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

/// An option that is given and says how the states of one system are kept, or which part of its runs is shown.
fn for_one_number(args: &CheckArgs) -> Option<&'static str> {
    let options = [
        ("--checkpoint", args.checkpoint.is_some()),
        ("--disk", args.disk.is_some()),
        ("--compress", args.compress),
    ];
    options.into_iter().find(|(_, given)| *given).map(|(name, _)| name).or(args.view.given())
}

/// Where visited states are kept, if it is said.
fn storage(args: &CheckArgs) -> Result<Option<Storage>, Rejection> {
    Ok(match &args.disk {
        Some(path) => {
            let folder = ScratchFolder::create(path).map_err(Rejection::because)?;
            Some(Storage::Files(Arc::new(folder)))
        }
        None => args.compress.then_some(Storage::Compressed),
    })
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
        // To be quiet is about printing only.
        lints: shows_warnings(args)
            || args.json
            || args.model.deny_warnings
            || !args.report.is_empty()
            || annotates(),
        coverage: args.coverage.is_some(),
        minimise: args.minimise,
    }
}

/// Checks the properties, each shown as soon as it is answered.
fn answers(
    args: &CheckArgs,
    options: &Options,
    model: &OpenedModel,
    properties: &[Property],
    view: &TraceView,
    budget: &Budget,
    reporter: &Reporter,
) -> Result<Report, Unanswered> {
    let layout = terminal::layout();
    let shown = match (args.quiet, args.witness) {
        (true, _) => Shown::Verdicts,
        (false, false) => Shown::Violations,
        (false, true) => Shown::Witnesses,
    };
    let mut told = Told::default();
    let mut printed = Ok(());
    let report = model.check(properties, options, budget, reporter, &mut |event| {
        reporter.clear();
        match event {
            Event::Begins(property) => reporter.begin(&property.name),
            Event::Finding(finding) if shows_warnings(args) => diagnostics::print(&model.source, [finding]),
            Event::Answer(answer) if !args.json => {
                let mut text = wording::answer(model, answer, &told, view, layout, shown, args.verbose);
                if args.stats {
                    text.push_str(&wording::search(&answer.outcome.statistics));
                }
                printed = terminal::print(&text);
                told.add(answer, shown);
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
fn write_evidence(
    args: &CheckArgs,
    model: &OpenedModel,
    report: &Report,
    view: &TraceView,
    files: &mut EvidenceFiles,
) {
    if let Some(found) = &report.coverage {
        files.add_coverage(model, found);
    }
    files.write_traces(|output| {
        let shown = report.answers.iter().filter_map(|answer| {
            let found = evidence(answer).filter(|_| args.witness || is_violated(answer))?;
            Some(output.part(model, &answer.property.name, found, view))
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
