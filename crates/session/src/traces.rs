//! Traces in files: which format, reading and writing. The texts come from, and go to, whoever has the files.

use std::io::Read;

use serde_json::Value;
use synod_core::{Counterexample, System, Trace};
use synod_printers::{itf, trace_json};
use synod_simulate::{Interpreter, match_steps};
use synod_syntax::checkpoint;

use crate::{OpenedModel, narration};

/// The format of a trace in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TraceFormat {
    /// Synod's own.
    Synod,
    /// The Informal Trace Format of Apalache and Quint.
    Itf,
}

impl TraceFormat {
    /// The endings of files with traces, the longest first.
    pub const ENDINGS: [&'static str; 2] = [".itf.json", ".json"];

    /// The format that the name of a file asks for.
    pub fn of_file(name: &str) -> Self {
        if name.ends_with(".itf.json") { TraceFormat::Itf } else { TraceFormat::Synod }
    }
}

/// The text of a file with a counterexample of a model.
pub fn write(
    model: &OpenedModel,
    format: TraceFormat,
    name: &str,
    found: &Counterexample,
) -> Result<String, String> {
    match format {
        TraceFormat::Itf => synod_documents::text(&itf::trace(&model.compiled.system, &found.trace, name)),
        TraceFormat::Synod => synod_documents::text(&narration::counterexample_document(model, found)),
    }
}

/// The text of a file with a counterexample of a system that no front end narrates.
pub fn write_plain(
    system: &System,
    format: TraceFormat,
    name: &str,
    found: &Counterexample,
) -> Result<String, String> {
    match format {
        TraceFormat::Itf => synod_documents::text(&itf::trace(system, &found.trace, name)),
        TraceFormat::Synod => synod_documents::text(&trace_json::counterexample(system, found)),
    }
}

/// Whether a text is, or is meant to be, JSON.
pub fn is_json(text: &str) -> bool {
    text.trim_start().starts_with(['{', '['])
}

/// Reads the trace in a file of this name and text: an error if it is none. It fits the variables of the model; whether it is a run
/// is for the interpreter to say, except that steps which the file leaves out are found here: the inner error then tells where none
/// leads on.
pub fn read(model: &OpenedModel, name: &str, text: &str) -> Result<Result<Trace, String>, String> {
    let interpreter = Interpreter::new(&model.compiled.system);
    let document: Value = serde_json::from_reader(Stoppable(text.as_bytes()))
        .map_err(|error| format!("`{name}` is not JSON: {error}"))?;
    let wrong = |why: String| format!("`{name}` is not a trace of this model: {why}");
    let found = find_trace(&document).ok_or_else(|| wrong("it has no trace in it".to_string()))?;
    let system = interpreter.system();
    let read = match (&found["format"], &found["version"]) {
        // The Informal Trace Format has no such words.
        (Value::Null, _) => itf::read(system, found).map_err(wrong)?,
        (format, version) if *format == "synod-trace" && *version == 1 => {
            trace_json::read(system, found).map_err(wrong)?
        }
        (format, version) => {
            let known = "this Synod reads \"synod-trace\", version 1, and the Informal Trace Format";
            return Err(format!("`{name}` is in the format {format}, version {version}; {known}"));
        }
    };
    if read.states.is_empty() {
        return Err(wrong("it has no states".to_string()));
    }
    if let Some((at, (var, value))) =
        read.states.iter().enumerate().find_map(|(at, s)| Some((at, interpreter.misfit(s)?)))
    {
        let var = system.var(var);
        let ty = system.show_type(var.ty);
        return Err(wrong(format!("in state {at}, {value} does not fit {} : {ty}", var.name)));
    }
    Ok(match read.steps {
        Some(steps) => Ok(Trace { states: read.states, steps, loop_start: read.loop_start }),
        None => match_steps(&interpreter, read.states, read.loop_start)
            .map_err(|gap| format!("no step of the model leads from state {} to the next", gap.at)),
    })
}

/// A text that is read from checkpoint to checkpoint.
struct Stoppable<'t>(&'t [u8]);

impl Read for Stoppable<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        checkpoint();
        self.0.read(buffer)
    }
}

/// The document itself, or the first counterexample of a report of `check`.
fn find_trace(document: &Value) -> Option<&Value> {
    match document.get("properties").and_then(Value::as_array) {
        Some(properties) => properties.iter().map(|p| &p["trace"]).find(|t| t.is_object()),
        None => document.get("states").map(|_| document),
    }
}
