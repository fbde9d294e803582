//! Files of traces.

use synod_core::{Counterexample, System};
use synod_session::OpenedModel;
use synod_session::traces::{self, TraceFormat};

use crate::files::{Output, Part};

/// A trace to be written.
pub fn part(model: &OpenedModel, output: &Output, name: &str, found: &Counterexample) -> Part {
    named(name, traces::write(model, format(output), name, found))
}

/// A trace of a system that no front end narrates.
pub fn plain_part(system: &System, output: &Output, name: &str, found: &Counterexample) -> Part {
    named(name, traces::write_plain(system, format(output), name, found))
}

fn named(name: &str, text: Result<String, String>) -> Part {
    (name.to_string(), text.map(String::into_bytes))
}

fn format(output: &Output) -> TraceFormat {
    TraceFormat::of_file(&output.path().to_string_lossy())
}
