//! Checking the properties of a text that is being written.

use std::ops::ControlFlow;

use synod_core::{Budget, Progress, Step, System, Trace, Verdict};
use synod_documents::CheckReport;
use synod_simulate::StepText;
use synod_syntax::Span;

use super::{Analysis, Location, Related};
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

/// What was found out about properties.
pub struct Checked {
    /// The answers.
    pub report: CheckReport,
    /// For violated properties, by name, the commands of the run that violates them, in its order.
    pub places: Vec<(String, Vec<Related>)>,
}

/// So many steps of a run are shown in the text.
const MOST_PLACES: usize = 50;

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

    /// Checks these properties, or all if none is named, within a budget; what shows the verdicts is in the report. With
    /// `coverage` it also says how often each command is used. A text with errors is refused.
    pub fn check(
        &self,
        wanted: &[String],
        engine: &EngineChoice,
        coverage: bool,
        budget: &Budget,
        progress: &dyn Progress,
        tell: &mut dyn FnMut(CheckEvent),
    ) -> Result<Checked, Rejection> {
        let name = self.source.name();
        let opened = self
            .model()
            .ok_or_else(|| Rejection::because(format!("`{name}` has errors; nothing was checked")))?;
        match &**opened {
            Opened::System(model) => {
                let properties = model.select(wanted).map_err(|why| model.reject(why))?;
                let options = Options {
                    engine: engine.clone(),
                    witnesses: Witnesses::Strategies,
                    certificates: false,
                    lints: true,
                    coverage,
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
                let mut document = crate::report(model, name, &report, code, Some(&TraceView::default()));
                let found = crate::rejection::diagnostic_documents(&self.source, &report.findings);
                document.warnings.extend(found);
                let violated = report.answers.iter().filter_map(|answer| match &answer.outcome.verdict {
                    Verdict::Violated(found) => {
                        let places = self.commands_of(&model.compiled.system, &found.trace);
                        Some((answer.property.name.clone(), places))
                    }
                    _ => None,
                });
                Ok(Checked { places: violated.collect(), report: document })
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
                Ok(Checked { report: family_report::report(family, name, &answers), places: Vec::new() })
            }
        }
    }

    /// The commands of a run, each with its step.
    fn commands_of(&self, system: &System, trace: &Trace) -> Vec<Related> {
        let steps = std::iter::zip(&trace.states, &trace.steps).enumerate().take(MOST_PLACES);
        let place = |(at, (state, step)): (usize, (&synod_core::State, &Step))| {
            let Step::Take(taken) = step else { return None };
            let rule = system.rules.get(taken.rule.0 as usize)?;
            let mut actions = std::iter::zip(&rule.parts, &taken.alternatives).filter_map(|(part, pick)| {
                let action = part.alternatives.get(*pick as usize)?.action.as_ref()?;
                (action.span != Span::default()).then_some((part.agent, action.span))
            });
            let actor = rule.observation.actor;
            let own = actions.clone().find(|(agent, _)| actor.is_some() && *agent == actor);
            let (_, span) = own.or_else(|| actions.next())?;
            let text = StepText::new(system, state, step)?;
            let place = Location::new(&self.source, span);
            Some(Related { place, text: format!("step {}: {text}", at + 1) })
        };
        steps.filter_map(place).collect()
    }
}
