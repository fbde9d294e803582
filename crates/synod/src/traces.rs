//! Files of traces.

use std::path::Path;

use synod_core::{Counterexample, System, Trace};
use synod_session::traces::{self, TraceFormat};
use synod_session::{OpenedModel, Rejection, TraceView};

use crate::files::{Output, Outputs, Part};

/// A file of traces: where, and in which format.
pub struct TraceOutput {
    pub output: Output,
    format: TraceFormat,
}

impl TraceOutput {
    /// Plans to write traces there. A name that does not tell the format is refused.
    pub fn plan(outputs: &mut Outputs, path: Option<&Path>) -> Result<Option<Self>, Rejection> {
        let Some(output) = outputs.plan(path, &TraceFormat::ENDINGS)? else { return Ok(None) };
        let format = TraceFormat::of_file(&output.path().to_string_lossy())?;
        Ok(Some(TraceOutput { output, format }))
    }

    /// A trace to be written.
    pub fn part(&self, model: &OpenedModel, name: &str, found: &Counterexample, view: &TraceView) -> Part {
        named(name, traces::write(model, self.format, name, found, view))
    }

    /// Several runs in one file; `None` for formats that have one run in a file.
    pub fn runs_part(
        &self,
        model: &OpenedModel,
        runs: &[(Option<u64>, &Trace)],
        view: &TraceView,
    ) -> Option<Part> {
        Some(named("runs", traces::write_runs(model, self.format, runs, view)?))
    }

    /// A trace of a system that no front end narrates.
    pub fn plain_part(&self, system: &System, name: &str, found: &Counterexample) -> Part {
        named(name, traces::write_plain(system, self.format, name, found))
    }
}

fn named(name: &str, text: Result<String, String>) -> Part {
    (name.to_string(), text.map(String::into_bytes))
}
