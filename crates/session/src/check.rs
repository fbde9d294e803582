//! Checking the properties of a model, and what can be chosen for that.

use std::ops::ControlFlow;

use synod_core::{Budget, Progress, Property};
use synod_syntax::Severity;

pub use synod_check::{
    AUTO, BUILT_IN, ENGINES, EngineChoice, Event, Options, PropertyAnswer, Report, Witnesses,
};

use crate::{OpenedModel, Rejection};

impl OpenedModel {
    /// Checks properties and reports on each as soon as it is known (see [`synod_check::run`]), until all are answered
    /// or `tell` breaks off. The model is refused if a finding about it is an error, or a warning and warnings are
    /// denied.
    pub fn check(
        &self,
        properties: &[Property],
        options: &Options,
        budget: &Budget,
        progress: &dyn Progress,
        tell: &mut dyn FnMut(Event) -> ControlFlow<()>,
    ) -> Result<Report, Rejection> {
        let least = if self.reader.deny_warnings { Severity::Warning } else { Severity::Error };
        let mut fatal = None;
        let mut until_fatal = |event: Event| match event {
            Event::Finding(finding) if finding.severity >= least => {
                fatal = Some(finding.clone());
                ControlFlow::Break(())
            }
            event => tell(event),
        };
        let report =
            synod_check::run(&self.compiled, properties, options, budget, progress, &mut until_fatal);
        match fatal {
            Some(finding) => Err(Rejection::unusable(&self.source, self.language, vec![finding])),
            None => report.map_err(|error| self.reject(error.to_string())),
        }
    }
}
