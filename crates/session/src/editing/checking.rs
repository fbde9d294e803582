//! Checking the properties of a text that is being written.

use std::ops::ControlFlow;

use synod_core::{Budget, Progress};
use synod_documents::CheckReport;

use super::{Analysis, Location};
use crate::check::{EngineChoice, Event, Options, Witnesses};
use crate::family::{FamilyEvent, FamilyOptions};
use crate::{Opened, Rejection, TraceView, family_report, wording};

/// A property that can be checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checkable {
    /// Its name.
    pub name: String,
    /// Where it is written.
    pub place: Location,
}

/// What is told while properties are checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CheckEvent {
    /// This property is next.
    Begins(String),
    /// It was answered, with how the verdict is known.
    Answered {
        /// Its name.
        name: String,
        /// How the verdict is known.
        reason: String,
    },
}

impl Analysis {
    /// The properties that the text asks, in its order.
    pub fn properties(&self) -> Vec<Checkable> {
        let place = |span| Location::new(&self.source, span);
        match self.model().map(|model| &**model) {
            None => Vec::new(),
            Some(Opened::System(model)) => {
                let all = model.compiled.properties.iter();
                all.map(|property| Checkable { name: property.name.clone(), place: place(property.span) })
                    .collect()
            }
            Some(Opened::Family(family)) => {
                let all = family.property_places().into_iter();
                all.map(|(name, span)| Checkable { name: name.to_string(), place: place(span) }).collect()
            }
        }
    }

    /// Checks these properties, or all if none is named, within a budget; what shows the verdicts is in the report. A text
    /// with errors is refused.
    pub fn check(
        &self,
        wanted: &[String],
        engine: &EngineChoice,
        budget: &Budget,
        progress: &dyn Progress,
        tell: &mut dyn FnMut(CheckEvent),
    ) -> Result<CheckReport, Rejection> {
        let name = self.source.name();
        let opened = self
            .model()
            .ok_or_else(|| Rejection::because(format!("`{name}` has errors; nothing was checked")))?;
        match &**opened {
            Opened::System(model) => {
                let properties = model.select(wanted).map_err(|error| model.reject(error.to_string()))?;
                let options = Options {
                    engine: engine.clone(),
                    witnesses: Witnesses::Strategies,
                    certificates: false,
                    lints: true,
                    coverage: false,
                    minimise: false,
                };
                let report = model.check(&properties, &options, budget, progress, &mut |event| {
                    match event {
                        Event::Begins(property) => tell(CheckEvent::Begins(property.name.clone())),
                        Event::Answer(answer) => tell(CheckEvent::Answered {
                            name: answer.property.name.clone(),
                            reason: wording::reason(&answer.outcome.verdict),
                        }),
                        Event::Finding(_) => {}
                    }
                    ControlFlow::Continue(())
                })?;
                let code = model.exit_code(&report);
                let mut document = crate::report(model, name, &report, code, &TraceView::default());
                let found = crate::rejection::diagnostic_documents(&self.source, &report.findings);
                document.warnings.extend(found);
                Ok(document)
            }
            Opened::Family(family) => {
                let options = FamilyOptions::with_engine(engine.clone());
                let questions = family.select(wanted, &options)?;
                let answers = family.check(&questions, &options, budget, progress, &mut |event| {
                    if let FamilyEvent::Begins(question) = event {
                        tell(CheckEvent::Begins(question.name.clone()));
                    }
                    ControlFlow::Continue(())
                });
                Ok(family_report::report(family, name, &answers))
            }
        }
    }
}
