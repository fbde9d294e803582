//! Checking the properties of a model, and what can be chosen for that.

use std::ops::ControlFlow;

use synod_core::{Budget, Progress, Property};
use synod_syntax::{Diagnostic, Severity};

pub use synod_check::{
    AUTO, BUILT_IN, Checkpoints, ENGINES, EngineChoice, Event, Options, PropertyAnswer, Report,
    StateReduction, Storage, Witnesses,
};

pub use synod_check::fingerprint;
#[cfg(feature = "programs")]
pub use synod_check::{cluster, gpu, solvers};

use crate::{OpenedModel, Rejection, sizes};

/// The exit code when nothing is violated, and not everything proved, or not as clearly as it is asked for.
pub(crate) const INCONCLUSIVE: u8 = 3;

/// Whether there is a warning among diagnostics.
pub(crate) fn has_warning(diagnostics: &[Diagnostic]) -> bool {
    diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Warning)
}

impl OpenedModel {
    /// Checks properties and reports on each as soon as it is known (see [`synod_check::run`]), until all are answered
    /// or `tell` breaks off. The model is refused if a finding about it is an error, or if warnings are denied and one
    /// says that the answers to come mean nothing.
    pub fn check(
        &self,
        properties: &[Property],
        options: &Options,
        budget: &Budget,
        progress: &dyn Progress,
        tell: &mut dyn FnMut(Event) -> ControlFlow<()>,
    ) -> Result<Report, Rejection> {
        let (mut fatal, mut open) = (None, properties.len());
        let mut until_fatal = |event: Event| {
            let least = match self.reader.deny_warnings && open > 0 {
                true => Severity::Warning,
                false => Severity::Error,
            };
            match event {
                Event::Finding(finding) if finding.severity >= least => {
                    fatal = Some(finding.clone());
                    return ControlFlow::Break(());
                }
                Event::Answer(_) => open -= 1,
                Event::Begins(_) | Event::Finding(_) => {}
            }
            tell(event)
        };
        let report =
            synod_check::run(&self.compiled, properties, options, budget, progress, &mut until_fatal);
        match fatal {
            Some(finding) => Err(Rejection::unusable(&self.source, self.language, vec![finding])),
            None => report.map_err(|error| self.reject(error.to_string())),
        }
    }

    /// A number that tells the model from others: from those of another text, and with other values of parameters.
    pub fn fingerprint(&self) -> u64 {
        // A copy knows nothing yet of what is found out about a system when somebody asks.
        fingerprint(&(self.source.text(), self.compiled.system.clone()))
    }

    /// The exit code of a report, once the warnings about the model are known that it confirms or refutes: 0 if all
    /// properties hold, 1 if some are violated, else 3; also 3 if warnings are denied and there is one.
    pub fn exit_code(&self, report: &Report) -> u8 {
        let nothing_asked = report.answers.is_empty() && sizes::are_left_out(&self.warnings);
        match report.exit_code() {
            0 if nothing_asked || self.has_denied_warnings(report) => INCONCLUSIVE,
            code => code,
        }
    }

    /// Whether there are warnings about the model or beside an answer, and they are denied.
    pub fn has_denied_warnings(&self, report: &Report) -> bool {
        self.reader.deny_warnings && (report.has_warnings() || has_warning(&self.warnings))
    }
}
