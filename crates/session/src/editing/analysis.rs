//! A text as far as it is understood.

use std::sync::Arc;

use synod_core::{Budget, Phase, prepare};
use synod_frontend::Frontend;
use synod_syntax::{Diagnostic, Diagnostics, Severity, Source, Span, resolutions};

use super::names::{Location, Names};
use crate::open::TellEarly;
use crate::{Opened, Reader, Rejection};

/// A text as far as it is understood. What is wrong with it never keeps the rest from being used.
pub struct Analysis {
    pub(super) reader: Reader,
    /// With the texts that it includes.
    pub(super) source: Source,
    diagnostics: Vec<Diagnostic>,
    /// What is wrong with the request rather than with the text, such as a missing parameter.
    complaint: Option<String>,
    pub(super) names: Names,
    opened: Option<Arc<Opened>>,
}

/// What is known of a text before all of it is: it stays so.
pub struct Early {
    source: Source,
    diagnostics: Vec<Diagnostic>,
}

/// Something to be said about a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextDiagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// The stable name of this kind of message.
    pub code: &'static str,
    /// Where.
    pub place: Location,
    /// What is wrong, with explanations, and what to do about it.
    pub message: String,
    /// Other places that explain it.
    pub related: Vec<Related>,
    /// Changes of the text that may be the way out.
    pub repairs: Vec<Repair>,
}

/// A second place that explains the first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Related {
    /// Where.
    pub place: Location,
    /// What is to be seen there.
    pub text: String,
}

/// A change of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repair {
    /// What it does, for a menu.
    pub title: String,
    /// What is replaced.
    pub place: Location,
    /// By what.
    pub text: String,
}

impl Reader {
    /// Understands a text as far as it goes, within a budget: only one that is used up is an error.
    pub fn analyse(&self, source: Source, budget: &Budget) -> Result<Analysis, Rejection> {
        self.analyse_telling(source, budget, None)
    }

    /// The same, and tells what is known early.
    pub fn analyse_telling(
        &self,
        source: Source,
        budget: &Budget,
        tell: Option<Box<dyn Fn(Early)>>,
    ) -> Result<Analysis, Rejection> {
        let name = source.name().to_string();
        let done = prepare(budget, Phase::Reading, || self.understand(source, tell));
        done.map_err(|met| Rejection::interrupted(&name, Some(self.frontend.language().name), met))
    }

    fn understand(&self, source: Source, tell: Option<Box<dyn Fn(Early)>>) -> Analysis {
        let tell = tell.map(|tell| {
            Box::new(move |source: &Source, diagnostics: Diagnostics| {
                tell(Early { source: source.clone(), diagnostics: diagnostics.sorted() })
            }) as TellEarly
        });
        let ((read, mut symbols), resolved) = resolutions(|| self.read_with_symbols(source.clone(), tell));
        let (source, diagnostics, complaint, opened) = match read {
            Ok(opened) => {
                let (source, diagnostics) = match &opened {
                    Opened::System(model) => (model.source.clone(), model.warnings.clone()),
                    Opened::Family(family) => (family.source.clone(), family.warnings.clone()),
                };
                (source, diagnostics, None, Some(Arc::new(opened)))
            }
            Err(Rejection { source: found, diagnostics, message, .. }) => {
                let complaint = diagnostics.is_empty().then_some(message);
                // Places are those of the text that is shown.
                symbols = symbols.filter(|_| found.is_some());
                (found.unwrap_or(source), diagnostics, complaint, None)
            }
        };
        let symbols = symbols.unwrap_or_else(|| self.frontend.symbols(&source));
        let names = Names::new(&source, symbols, resolved);
        Analysis { reader: self.clone(), source, diagnostics, complaint, names, opened }
    }
}

impl Analysis {
    /// Its language.
    pub fn frontend(&self) -> &'static dyn Frontend {
        self.reader.frontend
    }

    /// The model, if nothing stands against it.
    pub fn model(&self) -> Option<&Arc<Opened>> {
        self.opened.as_ref()
    }

    /// The names of the files that it is made of, the main one first.
    pub fn files(&self) -> impl Iterator<Item = &str> {
        self.source.names()
    }

    /// What is to be said about it, in the order of the text.
    pub fn found(&self) -> Vec<TextDiagnostic> {
        let complaint = self.complaint.iter().map(|message| {
            let nowhere = Diagnostic::error("model::unusable", Span::default(), message.clone());
            told(&self.source, &nowhere)
        });
        complaint.chain(all_told(&self.source, &self.diagnostics)).collect()
    }
}

impl Early {
    /// The names of the files that the text is made of, the main one first.
    pub fn files(&self) -> impl Iterator<Item = &str> {
        self.source.names()
    }

    /// What is to be said about it so far, in the order of the text.
    pub fn found(&self) -> Vec<TextDiagnostic> {
        all_told(&self.source, &self.diagnostics).collect()
    }
}

fn all_told(source: &Source, diagnostics: &[Diagnostic]) -> impl Iterator<Item = TextDiagnostic> {
    diagnostics.iter().map(move |diagnostic| told(source, diagnostic))
}

fn told(source: &Source, diagnostic: &Diagnostic) -> TextDiagnostic {
    let place = |span| Location::new(source, span);
    let mut message = diagnostic.message.clone();
    for note in diagnostic.notes.iter().chain(&diagnostic.help) {
        message.push('\n');
        message.push_str(note);
    }
    let repair = |fix: &synod_syntax::Fix| {
        let title = match (source.slice(fix.span), fix.text.as_str()) {
            ("", text) => format!("Write `{text}`"),
            (there, "") => format!("Leave out `{there}`"),
            (there, text) => format!("Change `{there}` to `{text}`"),
        };
        Repair { title, place: place(fix.span), text: fix.text.clone() }
    };
    let related =
        diagnostic.labels.iter().map(|label| Related { place: place(label.span), text: label.text.clone() });
    TextDiagnostic {
        severity: diagnostic.severity,
        code: diagnostic.code,
        place: place(diagnostic.span),
        message,
        related: related.collect(),
        repairs: diagnostic.fixes.iter().map(repair).collect(),
    }
}
