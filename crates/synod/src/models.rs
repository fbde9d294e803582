//! Files of models: reading them, and saying what is wrong with them.

use synod_core::{Budget, Phase, prepare};
use synod_session::diagnostics::Source;
use synod_session::{Opened, OpenedModel, Reader, Reading, Rejection, languages};

use crate::cli::{ModelArgs, VerdictOptions};
use crate::failure::Failure;
use crate::progress::Reporter;
use crate::{diagnostics, files, input, terminal};

/// The language and the settings that a model with this text is to be read with.
pub fn reader(args: &ModelArgs, verdicts: &VerdictOptions, text: &str) -> Result<Reader, Rejection> {
    let options = [args.meaning.options.0.clone(), verdicts.0.clone()].concat();
    let reading = Reading {
        language: args.meaning.language.clone(),
        options,
        parameters: args.meaning.parameters.clone(),
        deny_warnings: args.deny_warnings,
        max_errors: Some(args.max_errors),
    };
    let include = |name: &str| match read_included(name) {
        Ok(text) => Ok(text),
        Err(Failure::Input(why)) => Err(why),
        Err(_) => Err("it cannot be read".to_string()),
    };
    Ok(Reader::new(&languages(), &args.model, text, &reading)?.with_loader(include))
}

/// The text of an included file, within the work that reads the model.
fn read_included(name: &str) -> Result<String, Failure> {
    files::protect(name);
    let name = name.to_string();
    input::at_checkpoints(move || files::read(&name))
}

/// Reads the file of a model within a budget.
pub fn open(args: &ModelArgs, verdicts: &VerdictOptions, budget: &Budget) -> Result<Opened, Rejection> {
    open_with(args, verdicts, &[], budget)
}

/// The same, with formulas as more properties.
pub fn open_with(
    args: &ModelArgs,
    verdicts: &VerdictOptions,
    formulas: &[String],
    budget: &Budget,
) -> Result<Opened, Rejection> {
    let source = source(args, budget)?;
    reader(args, verdicts, source.text())?.open_with(source, formulas, budget)
}

/// Reads the file of a model of one system within a budget.
pub fn load(args: &ModelArgs, verdicts: &VerdictOptions, budget: &Budget) -> Result<OpenedModel, Rejection> {
    open(args, verdicts, budget)?.one_system()
}

/// Reads a model of one system from its text within a budget, and prints warnings about it.
pub fn load_or_report(
    args: &ModelArgs,
    verdicts: &VerdictOptions,
    source: Source,
    budget: &Budget,
    reporter: &Reporter,
) -> Result<OpenedModel, Failure> {
    let open = || reader(args, verdicts, source.text()).and_then(|r| r.open(source, budget));
    let opened = reporter.preparing(&args.model, open);
    let model = opened.and_then(Opened::one_system).map_err(report)?;
    print_warnings(&model, args);
    Ok(model)
}

/// The text of a model, read within a budget.
pub fn source(args: &ModelArgs, budget: &Budget) -> Result<Source, Rejection> {
    let name = if args.model == files::STANDARD_STREAM { "standard input" } else { args.model.as_str() };
    let path = args.model.clone();
    let read = input::within(budget, Phase::Reading, move || files::read_model(&path));
    let read = read.map_err(|met| Rejection::interrupted(name, None, met))?;
    let text = read.map_err(|failure| match failure {
        Failure::Input(message) => Rejection::because(message),
        _ => Rejection::because("cannot read the model"),
    })?;
    Ok(Source::new(name, text))
}

/// Does something with a file within a budget.
pub fn within<T>(
    budget: &Budget,
    phase: Phase,
    name: &str,
    work: impl FnOnce() -> T,
) -> Result<T, Rejection> {
    prepare(budget, phase, work).map_err(|met| Rejection::interrupted(name, None, met))
}

/// Reads a file beside the model with `read`, within a budget.
pub fn beside<T: Send + 'static>(
    budget: &Budget,
    phase: Phase,
    path: &str,
    read: fn(&str) -> Result<T, Failure>,
) -> Result<T, Failure> {
    let owned = path.to_string();
    let read = input::within(budget, phase, move || read(&owned));
    read.map_err(|met| report(Rejection::interrupted(path, None, met)))?
}

/// Prints warnings about a model on standard error; notes only if asked for.
pub fn print_warnings(model: &OpenedModel, args: &ModelArgs) {
    diagnostics::print(&model.source, model.shown_warnings(args.notes));
    tell_untold(model);
}

/// Says on standard error how many warnings are not shown, if there are too many.
pub fn tell_untold(model: &OpenedModel) {
    if let Some(untold) = model.untold() {
        terminal::tell(&untold);
    }
}

/// Says why a request cannot be met: a JSON document on standard output, or text on standard error.
pub fn refuse(rejection: Rejection, args: &ModelArgs, as_json: bool) -> Failure {
    if !as_json {
        return report(rejection);
    }
    match terminal::print_json(&rejection.document(&args.model)) {
        Ok(()) if rejection.interrupted.is_some() => Failure::Stopped(None),
        Ok(()) => Failure::Reported,
        Err(failure) => failure,
    }
}

/// The same for a request about a model. Failures that are not about the request stay as they are.
pub fn refuse_about(model: &OpenedModel, failure: Failure, args: &ModelArgs, as_json: bool) -> Failure {
    let Failure::Input(message) = failure else { return failure };
    refuse(model.reject(message), args, as_json)
}

/// Says on standard error why a request cannot be met.
pub fn report(rejection: Rejection) -> Failure {
    if let Some(source) = &rejection.source {
        diagnostics::print(source, &rejection.diagnostics);
    }
    match rejection.interrupted {
        Some(_) => Failure::Stopped(Some(rejection.message)),
        None => Failure::Input(rejection.message),
    }
}
