//! `synod lint`: what is allowed in models and probably not meant.

use synod_core::Budget;
use synod_documents::Reported;
use synod_session::lint::{Linted, report};
use synod_session::reports::{Checked, Format};
use synod_session::{Rejection, counted};

use crate::cli::{LintArgs, ModelArgs, VerdictOptions};
use crate::failure::{BAD_INPUT, Done, INCONCLUSIVE};
use crate::files::{Output, Outputs};
use crate::interrupt::Cancellable;
use crate::progress::Reporter;
use crate::{diagnostics, files, models, terminal};

/// The exit code if something was found.
const FOUND: u8 = 1;

/// Prints warnings about models.
pub fn run(args: &LintArgs) -> Done {
    let refuse = |rejection| models::refuse(rejection, &args.model, args.json);
    let others = args.model.meaning.parameters.iter().cloned();
    let (parameters, more): (Vec<String>, Vec<String>) = others.partition(|text| text.contains('='));
    let named: Vec<String> = std::iter::once(args.model.model.clone()).chain(more).collect();
    let all = files::models_of(&named).map_err(refuse)?;
    let mut outputs = Outputs::new(all.iter().map(String::as_str), false);
    let reports = plan(args, &mut outputs).map_err(refuse)?;
    let budget = args.limits.budget();
    let _interruptible = Cancellable::new(&budget);
    let reporter = Reporter::new(None, false);
    let (mut linted, mut found, mut codes) = (Vec::new(), 0, vec![0]);
    let mut is_stopped = false;
    for name in &all {
        let mut model = args.model.clone();
        model.model = name.clone();
        model.meaning.parameters = parameters.clone();
        match reporter.preparing(name, || one(&model, &budget)) {
            Ok(of_model) => {
                found += of_model.warnings.len();
                codes.push(if of_model.warnings.is_empty() { 0 } else { FOUND });
                if !args.json {
                    print(&of_model, args.model.max_errors);
                    let incomplete = of_model.incomplete.as_ref();
                    incomplete
                        .iter()
                        .for_each(|why| terminal::tell(&format!("{}: {why}", files::shown(name))));
                }
                linted.push(Reported::Report(of_model.document()));
            }
            Err(rejection) => {
                is_stopped = rejection.interrupted.is_some();
                codes.push(if rejection.interrupted.is_some() { INCONCLUSIVE } else { BAD_INPUT });
                linted.push(Reported::Rejection(rejection.document(name)));
                if !args.json {
                    models::report(rejection).tell();
                }
            }
        }
        if is_stopped {
            break;
        }
    }
    let refused = linted.iter().filter(|one| matches!(one, Reported::Rejection(_))).count();
    let code = synod_documents::worst(codes.into_iter());
    let report = report(linted, code);
    let checked: Vec<Checked> = report.models.iter().map(|one| one.clone().into()).collect();
    for (format, output) in &reports {
        let content = match format {
            Format::Json => synod_documents::text(&report),
            format => format.write(&checked, &synod_session::summary),
        };
        outputs.write(output, vec![("report".to_string(), content.map(String::into_bytes))]);
    }
    if args.json {
        terminal::print_json(&report)?;
    } else {
        let what = match all.as_slice() {
            [one] => files::shown(one),
            all => counted(all.len(), "model"),
        };
        let summary = match found {
            0 => "nothing was found".to_string(),
            found => counted(found, "warning"),
        };
        let unread = if refused == 0 { String::new() } else { format!("; {refused} could not be read") };
        if refused < report.models.len() {
            terminal::print(&format!("{what}: {summary}{unread}\n"))?;
        }
    }
    outputs.done(code)
}

/// Prints as many warnings as are wanted, and how many more there are.
fn print(linted: &Linted, most: usize) {
    diagnostics::print(&linted.source, linted.warnings.iter().take(most));
    if let Some(more) = linted.warnings.len().checked_sub(most).filter(|more| *more > 0) {
        let are = if more == 1 { "is" } else { "are" };
        terminal::tell(&format!("{} {are} not shown (see `--max-errors`)", counted(more, "warning")));
    }
}

/// The files of reports, and their forms.
fn plan(args: &LintArgs, outputs: &mut Outputs) -> Result<Vec<(Format, Output)>, Rejection> {
    let mut planned = Vec::new();
    for path in &args.report {
        let format = Format::of(&path.to_string_lossy()).map_err(Rejection::because)?;
        if matches!(format, Format::Junit | Format::Csv) {
            let message = "reports of `lint` end in .json, .sarif or .html; the others are about properties";
            return Err(Rejection::because(message));
        }
        planned.extend(outputs.plan(Some(path), &[])?.map(|output| (format, output)));
    }
    outputs.make_room(args.json)?;
    Ok(planned)
}

/// Looks at a model.
fn one(model: &ModelArgs, budget: &Budget) -> Result<Linted, Rejection> {
    let source = models::source(model, budget)?;
    let reader = models::reader(model, &VerdictOptions::default(), source.text())?;
    reader.lint(&model.model, source, model.notes, budget)
}
