//! What was found out about the properties of a text, kept as long as the text means the same.

use std::collections::HashMap;

use lsp_types::{
    Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, DiagnosticTag, NumberOrString,
};
use synod_documents::{CheckReport, CoverageReport, Verdict};
use synod_session::editing::{Analysis, Checked, Related};

use crate::documents::Documents;
use crate::features;

/// What was found out, by file.
#[derive(Default)]
pub struct Answers(HashMap<String, Known>);

/// What was found out about a text.
struct Known {
    /// What it is about: [`Analysis::meaning`].
    meaning: u64,
    report: CheckReport,
    /// The commands of the runs that violate properties, with the version of the text that their places are of.
    places: Vec<(String, Vec<Related>)>,
    coverage: Option<CoverageReport>,
    version: i32,
}

impl Answers {
    /// Keeps answers about a text that means this, beside those about its other properties.
    pub fn keep(&mut self, file: &str, version: i32, meaning: u64, checked: Checked) {
        let Checked { mut report, places } = checked;
        let coverage = report.coverage.take();
        match self.0.get_mut(file).filter(|known| known.meaning == meaning) {
            Some(known) => {
                let is_new = |name: &str| report.properties.iter().any(|answer| answer.name == name);
                known.report.properties.retain(|answer| !is_new(&answer.name));
                known.places.retain(|(name, _)| !is_new(name) && known.version == version);
                known.report.properties.extend(report.properties);
                known.places.extend(places);
                known.coverage =
                    coverage.or_else(|| known.coverage.take().filter(|_| known.version == version));
                known.version = version;
            }
            None => {
                let known = Known { meaning, report, places, coverage, version };
                self.0.insert(file.to_string(), known);
            }
        }
    }

    pub fn forget(&mut self, file: &str) {
        self.0.remove(file);
    }

    fn known(&self, file: &str, analysis: &Analysis) -> Option<&Known> {
        self.0.get(file).filter(|known| known.meaning == analysis.meaning())
    }

    /// The answers about a text.
    pub fn report(&self, file: &str, analysis: &Analysis) -> Option<&CheckReport> {
        self.known(file, analysis).map(|known| &known.report)
    }

    /// How often the commands of a text are used, if the text is as it was then.
    pub fn coverage(&self, file: &str, analysis: &Analysis, version: i32) -> Option<&CoverageReport> {
        self.known(file, analysis).filter(|known| known.version == version)?.coverage.as_ref()
    }

    /// The verdicts of properties, in a few words.
    pub fn verdicts(&self, file: &str, analysis: &Analysis) -> HashMap<String, String> {
        let answers = self.report(file, analysis).into_iter().flat_map(|report| &report.properties);
        let words = answers.map(|answer| {
            let mark = match answer.verdict {
                Verdict::Holds => "✓",
                Verdict::Violated => "✗",
                Verdict::Bounded => "…",
                Verdict::Unknown => "?",
            };
            (answer.name.clone(), format!("{mark} {}", answer.verdict.word()))
        });
        words.collect()
    }

    /// Violated properties with the steps that lead there, and commands that are never used, as diagnostics.
    pub fn diagnostics(&self, documents: &Documents, file: &str, analysis: &Analysis) -> Vec<Diagnostic> {
        let Some(known) = self.known(file, analysis) else { return Vec::new() };
        let Some(document) = documents.get(file) else { return Vec::new() };
        let properties = analysis.properties();
        // Places are those of the text as it was.
        let is_same = known.version == document.version;
        let violated = known.report.properties.iter().filter(|answer| answer.verdict == Verdict::Violated);
        let mut told: Vec<Diagnostic> = violated
            .filter_map(|answer| {
                let property = properties.iter().find(|property| property.name == answer.name)?;
                let places = known.places.iter().find(|(name, _)| *name == answer.name && is_same);
                let related = places.into_iter().flat_map(|(_, places)| places).filter_map(|related| {
                    let location = features::place(documents, &related.place)?;
                    Some(DiagnosticRelatedInformation { location, message: related.text.clone() })
                });
                Some(Diagnostic {
                    range: document.text.range(property.place.span),
                    severity: Some(DiagnosticSeverity::ERROR),
                    code: Some(NumberOrString::String("property::violated".to_string())),
                    source: Some("synod".to_string()),
                    message: format!("{} is violated: {}", answer.name, answer.reason),
                    related_information: Some(related.collect::<Vec<_>>()).filter(|all| !all.is_empty()),
                    ..Diagnostic::default()
                })
            })
            .collect();
        let coverage = known.coverage.as_ref().filter(|coverage| is_same && coverage.complete);
        let unused = coverage.into_iter().flat_map(|coverage| &coverage.commands);
        told.extend(unused.filter(|command| command.count == 0 && command.place.file == file).map(
            |command| {
                let message = format!("This {} is never used.", command.kind);
                Diagnostic {
                    range: document.text.place(&command.place),
                    severity: Some(DiagnosticSeverity::HINT),
                    code: Some(NumberOrString::String("coverage::never-used".to_string())),
                    source: Some("synod".to_string()),
                    message,
                    tags: Some(vec![DiagnosticTag::UNNECESSARY]),
                    ..Diagnostic::default()
                }
            },
        ));
        told
    }
}
