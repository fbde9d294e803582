//! Files of models: reading them, and saying what is wrong with them.

use synod_session::diagnostics::Source;
use synod_session::{Opened, OpenedModel, Reader, Reading, Rejection, languages};

use crate::cli::{ModelArgs, VerdictOptions};
use crate::failure::Failure;
use crate::{diagnostics, files, terminal};

/// The language and the settings that a model with this text is to be read with.
pub fn reader(args: &ModelArgs, verdicts: &VerdictOptions, text: &str) -> Result<Reader, Rejection> {
    let options = [args.meaning.options.0.clone(), verdicts.0.clone()].concat();
    let reading = Reading {
        language: args.meaning.language.clone(),
        options,
        parameters: args.meaning.parameters.clone(),
        deny_warnings: args.deny_warnings,
    };
    Reader::new(&languages(), &args.model, text, &reading)
}

/// Reads the file of a model.
pub fn open(args: &ModelArgs, verdicts: &VerdictOptions) -> Result<Opened, Rejection> {
    open_source(args, verdicts, source(args)?)
}

/// Reads a model from its text.
fn open_source(args: &ModelArgs, verdicts: &VerdictOptions, source: Source) -> Result<Opened, Rejection> {
    reader(args, verdicts, source.text())?.open(source)
}

/// Reads the file of a model of one system.
pub fn load(args: &ModelArgs, verdicts: &VerdictOptions) -> Result<OpenedModel, Rejection> {
    open(args, verdicts)?.one_system()
}

/// Reads a model of one system from its text, and prints warnings about it.
pub fn load_or_report(
    args: &ModelArgs,
    verdicts: &VerdictOptions,
    source: Source,
) -> Result<OpenedModel, Failure> {
    let model = open_source(args, verdicts, source).and_then(Opened::one_system).map_err(report)?;
    print_warnings(&model, args);
    Ok(model)
}

/// The text of a model.
pub fn source(args: &ModelArgs) -> Result<Source, Rejection> {
    let text = files::read(&args.model).map_err(|failure| match failure {
        Failure::Input(message) => Rejection::because(message),
        Failure::Reported | Failure::OutputClosed => Rejection::because("cannot read the model"),
    })?;
    let name = if args.model == files::STANDARD_STREAM { "standard input" } else { args.model.as_str() };
    Ok(Source::new(name, text))
}

/// Prints warnings about a model on standard error; notes only if asked for.
pub fn print_warnings(model: &OpenedModel, args: &ModelArgs) {
    diagnostics::print(&model.source, model.shown_warnings(args.notes));
}

/// Says why a request cannot be met: a JSON document on standard output, or text on standard error.
pub fn refuse(rejection: Rejection, args: &ModelArgs, as_json: bool) -> Failure {
    if !as_json {
        return report(rejection);
    }
    match terminal::print_json(&rejection.document(&args.model)) {
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
    Failure::Input(rejection.message)
}
