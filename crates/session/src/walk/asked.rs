//! What is checked on the way: a property by its name, or a formula in the language of the model.

use std::ops::ControlFlow;

use synod_core::{Budget, Progress, Trace, Verdict};

use crate::check::{AUTO, Event, Options};
use crate::fairness::FairnessRequest;
use crate::wording::{self, Layout, Shown, Told};
use crate::{OpenedModel, TraceView};

/// What came of a check.
pub struct CheckedAsked {
    /// How many properties were checked.
    pub count: usize,
    /// The verdicts, for people.
    pub text: String,
    /// The properties that are violated, each with the run that shows it.
    pub violated: Vec<(String, Trace)>,
}

impl OpenedModel {
    /// Checks a property by its name, all if the name is empty, or a formula; a mistake if it is neither. `tell` hears how it goes.
    #[allow(clippy::too_many_arguments)]
    pub fn check_asked(
        &self,
        asked: &str,
        fairness: &FairnessRequest,
        view: &TraceView,
        layout: Layout,
        budget: &Budget,
        progress: &dyn Progress,
        tell: &mut dyn FnMut(&Event),
    ) -> Result<CheckedAsked, String> {
        let wanted: Vec<String> = if asked.is_empty() { vec![] } else { vec![asked.to_string()] };
        let extended;
        let (model, properties) = match self.select(&wanted) {
            Ok(properties) => (self, properties),
            Err(unknown) => {
                let fair = |model: OpenedModel| model.under_fairness(fairness);
                extended = self.with_formula(asked).and_then(fair).map_err(|rejection| {
                    let is_name = |c: char| c.is_alphanumeric() || "-_*?".contains(c);
                    match asked.chars().all(is_name) {
                        true => unknown.to_string(),
                        false => rejection.rendered(layout.style),
                    }
                })?;
                let properties = extended.select(&extended.wanted(&[])).map_err(|error| error.to_string())?;
                (&extended, properties)
            }
        };
        let properties = model.fair(properties).map_err(|rejection| rejection.message)?;
        let options = Options::plain(AUTO);
        let mut text = String::new();
        let report = model.check(&properties, &options, budget, progress, &mut |event| {
            tell(&event);
            if let Event::Answer(answer) = event {
                let told = Told::default();
                text += &wording::answer(model, answer, &told, view, layout, Shown::Verdicts, false);
            }
            ControlFlow::Continue(())
        });
        let answers = report.map_err(|rejection| rejection.message)?.answers;
        let violated = answers.into_iter().filter_map(|answer| match answer.outcome.verdict {
            Verdict::Violated(found) => Some((answer.property.name, found.trace)),
            _ => None,
        });
        Ok(CheckedAsked { count: properties.len(), text, violated: violated.collect() })
    }
}
