//! What is allowed in a text and probably not meant, as far as it can be seen without searching: names that are never used or hide
//! others, variables that nobody reads, conditions that are the same in all states.

mod conditions;
mod names;
mod variables;

use synod_core::{Budget, Phase, prepare};
use synod_documents::{LintedModel, Reported};
use synod_syntax::{Diagnostic, Severity, Source};

use crate::rejection::diagnostic_documents;
use crate::{Opened, Reader, Rejection};

/// The end of codes of errors that say that a parameter has no value.
const MISSING_PARAMETER: &str = "::missing-parameter";

/// What was found in a text.
pub struct Linted {
    /// The text.
    pub source: Source,
    /// What was found, in the order of the text.
    pub warnings: Vec<Diagnostic>,
    /// Why only the text was looked at and not the system that it describes, as a sentence; `None` if both were.
    pub incomplete: Option<String>,
    head: synod_documents::Head,
}

impl Reader {
    /// Looks at a text, from a file of this name, within a budget; notes count if they are wanted.
    pub fn lint(
        &self,
        file_name: &str,
        source: Source,
        notes: bool,
        budget: &Budget,
    ) -> Result<Linted, Rejection> {
        let (name, language) = (source.name().to_string(), self.frontend.language().name);
        let opened = self.open(source, budget);
        let work = || self.look(file_name, opened, notes);
        prepare(budget, Phase::Reading, work)
            .map_err(|met| Rejection::interrupted(&name, Some(language), met))?
    }

    fn look(
        &self,
        file_name: &str,
        opened: Result<Opened, Rejection>,
        notes: bool,
    ) -> Result<Linted, Rejection> {
        let (source, mut warnings, incomplete) = match opened {
            Ok(Opened::System(model)) => {
                let mut found: Vec<Diagnostic> = model.shown_warnings(notes).cloned().collect();
                add(&mut found, variables::never_read(&model.compiled));
                add(&mut found, conditions::constant(&model.compiled));
                (model.source, found, None)
            }
            Ok(Opened::Family(family)) => {
                let found = family.shown_warnings(notes).cloned().collect();
                (family.source, found, None)
            }
            Err(rejection) => without_values(rejection)?,
        };
        add(&mut warnings, names::odd(self.frontend, &source));
        warnings.sort_by_key(|warning| warning.span.start);
        let head = self.head(file_name, self.frontend.language().name, &source);
        Ok(Linted { source, warnings, incomplete, head })
    }
}

/// Adds what is said of places of which nothing was said before: what was said first is more exact.
fn add(found: &mut Vec<Diagnostic>, more: Vec<Diagnostic>) {
    let is_new = |new: &Diagnostic| !found.iter().any(|known| overlap(known, new));
    let more: Vec<Diagnostic> = more.into_iter().filter(is_new).collect();
    found.extend(more);
}

fn overlap(one: &Diagnostic, other: &Diagnostic) -> bool {
    one.span.start < other.span.end && other.span.start < one.span.end
}

/// What can be said of a text that is right but for parameters without values.
fn without_values(rejection: Rejection) -> Result<(Source, Vec<Diagnostic>, Option<String>), Rejection> {
    let (errors, warnings): (Vec<_>, Vec<_>) =
        rejection.diagnostics.iter().partition(|found| found.severity == Severity::Error);
    let is_missing = |error: &&Diagnostic| error.code.ends_with(MISSING_PARAMETER);
    match (&rejection.source, errors.first()) {
        (Some(source), Some(first)) if errors.iter().all(is_missing) => {
            let why = format!("{}, so only the text was looked at", first.message);
            let told = warnings.into_iter().filter(|found| found.severity >= Severity::Warning);
            Ok((source.clone(), told.cloned().collect(), Some(why)))
        }
        _ => Err(rejection),
    }
}

impl Linted {
    /// For machines.
    pub fn document(&self) -> LintedModel {
        LintedModel {
            head: self.head.clone(),
            warnings: diagnostic_documents(&self.source, &self.warnings),
            incomplete: self.incomplete.clone(),
        }
    }
}

/// All texts for machines, with the exit code.
pub fn report(models: Vec<Reported<LintedModel>>, exit_code: u8) -> synod_documents::LintReport {
    synod_documents::LintReport::new(models, exit_code)
}
