//! `synod check` of models of any number of agents, and `synod cutoff`.

use std::ops::ControlFlow;

use synod_core::Budget;
use synod_service::viewed_instances;
use synod_session::family::{FamilyAnswer, FamilyEvent, FamilyOptions, FamilyQuestion, OpenedFamily};
use synod_session::{Rejection, certificates, family_report, family_wording, sizes, wording};

use super::check::Answered;
use super::evidence::EvidenceFiles;
use crate::cli::{CheckArgs, CutoffArgs, VerdictOptions};
use crate::failure::{Done, Failure, Unanswered};
use crate::interrupt::Cancellable;
use crate::progress::Reporter;
use crate::{diagnostics, models, terminal};

/// `synod check` of a family; `prints_document` says whether the report is printed if JSON is wanted.
pub fn check(
    args: &CheckArgs,
    family: &OpenedFamily,
    budget: &Budget,
    files: &mut EvidenceFiles,
    reporter: &Reporter,
    prints_document: bool,
) -> Result<Answered, Unanswered> {
    let options = args.any_number.options(args.engine.choice());
    if !args.quiet && !args.json {
        diagnostics::print(&family.source, family.shown_warnings(args.model.notes));
    }
    let expectations = args.expect.then(|| family.expectations()).transpose()?;
    let questions = family.select(&family.wanted(&args.property), &options)?;
    if questions.is_empty() && !sizes::are_left_out(&family.warnings) && !args.allow_empty {
        let why = wording::nothing_checked(&family.warnings);
        return Err(Rejection::because(format!("`{}`: {why}", args.model.model)).into());
    }
    let layout = terminal::layout();
    let answers = ask(family, &questions, &options, budget, reporter, |answer| match args.json {
        true => Ok(()),
        false => terminal::print(&family_wording::answer(&family.templates, answer, layout, args.quiet)),
    })?;
    let mut code = family_report::exit_code(family, &answers);
    let mut document = family_report::report(family, &args.model.model, &answers);
    document.head.options.extend(args.engine.given().chain(args.limits.given()));
    if let Some(expectations) = &expectations {
        code = expectations.judge(&mut document, family_report::has_denied_warnings(family, &answers));
    }
    let printed = if args.json {
        if prints_document { terminal::print_json(&document) } else { Ok(()) }
    } else if answers.is_empty() {
        terminal::tell(wording::nothing_to_check(&family.warnings));
        Ok(())
    } else {
        let summary = (answers.len() > 1).then(|| format!("{}\n", family_wording::summary(&answers)));
        let unexpected = expectations.as_ref().map(|expectations| expectations.text(&document));
        terminal::print(&[summary, unexpected].into_iter().flatten().collect::<String>())
    };
    write_evidence(args, family, &answers, files);
    let read = family.source.names().map(str::to_string).collect();
    let runs = match files.has_page() {
        true => viewed_instances(family, &document, &Budget::unlimited()),
        false => Vec::new(),
    };
    Ok(Answered { printed, report: document, code, read, runs })
}

/// `synod cutoff`.
pub fn cutoff(args: &CutoffArgs) -> Done {
    let refuse = |rejection| models::refuse(rejection, &args.model, args.json);
    let why = "is for one number of agents, and a cutoff is about all: give the number of each role to `synod check`";
    args.no_fairness.refuse(why).map_err(refuse)?;
    let budget = args.limits.budget();
    let _interruptible = Cancellable::new(&budget);
    let reporter = Reporter::new(args.progress, false);
    let open = || {
        let opened = models::open(&args.model, &VerdictOptions::default(), &budget)?;
        opened.family(args.any_number.any_number.as_deref(), &budget)
    };
    let family = reporter.preparing(&args.model.model, open).map_err(refuse)?;
    let options = args.any_number.options(args.engine.choice());
    if !args.json {
        diagnostics::print(&family.source, family.shown_warnings(args.model.notes));
    }
    let questions = family.select(&args.property, &options).map_err(refuse)?;
    let layout = terminal::layout();
    if !args.json {
        terminal::print(&family_wording::family(&family.templates))?;
    }
    let answers = ask(&family, &questions, &options, &budget, &reporter, |answer| match args.json {
        true => Ok(()),
        false => terminal::print(&family_wording::explanation(&family.templates, answer, layout)),
    })?;
    if args.json {
        terminal::print_json(&family_report::cutoff(&family, &args.model.model, &answers))?;
    } else if answers.is_empty() {
        terminal::tell(wording::nothing_to_check(&family.warnings));
    }
    Ok(family_report::exit_code(&family, &answers))
}

/// Answers questions, shows each answer as soon as it is known, and gives up once one cannot be shown.
fn ask(
    family: &OpenedFamily,
    questions: &[FamilyQuestion],
    options: &FamilyOptions,
    budget: &Budget,
    reporter: &Reporter,
    mut show: impl FnMut(&FamilyAnswer) -> Result<(), Failure>,
) -> Result<Vec<FamilyAnswer>, Failure> {
    let mut shown = Ok(());
    let answers = family.check(questions, options, budget, reporter, &mut |event| {
        match event {
            FamilyEvent::Begins(question) => reporter.begin(&question.name),
            FamilyEvent::Answer(answer) => {
                reporter.clear();
                shown = show(answer);
            }
        }
        if shown.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    shown.map(|()| answers)
}

/// Writes what shows that the verdicts are right, as far as it was asked for.
fn write_evidence(
    args: &CheckArgs,
    family: &OpenedFamily,
    answers: &[FamilyAnswer],
    files: &mut EvidenceFiles,
) {
    let found = || {
        answers.iter().filter_map(|answer| {
            let (system, found) = answer.violated.as_ref()?;
            Some((answer.name.as_str(), system, found))
        })
    };
    files.write_traces(|output| {
        found().map(|(name, system, found)| output.plain_part(system, name, found)).collect()
    });
    files.write_pictures(found());
    let written = |_| certificates::of_family(family, answers, &args.limits.budget());
    files
        .write_certificates(written, "no property was proved by backward search, so there is no certificate");
}
