//! Files of traces: which format, reading and writing.

use std::path::{Path, PathBuf};

use serde_json::Value;
use synod_core::{Counterexample, System, Trace};
use synod_documents::itf::ItfTrace;
use synod_printers::{itf, trace_json};
use synod_session::{OpenedModel, narration};
use synod_simulate::{Interpreter, match_steps};

use crate::failure::Failure;
use crate::{files, terminal};

/// Writes named traces; a single one to `path`, several to `path` with their names in it. Returns the
/// files written.
pub fn write_all(
    model: &OpenedModel,
    path: &Path,
    traces: &[(String, &Counterexample)],
) -> Result<Vec<PathBuf>, Failure> {
    let mut written = Vec::new();
    for (name, counterexample) in traces {
        let file = if traces.len() == 1 {
            path.to_path_buf()
        } else {
            files::with_name(path, name, &[".itf.json", ".json"])
        };
        write(model, &file, name, counterexample)?;
        written.push(file);
    }
    Ok(written)
}

/// Writes one trace.
pub fn write(
    model: &OpenedModel,
    path: &Path,
    name: &str,
    counterexample: &Counterexample,
) -> Result<(), Failure> {
    let json = || narration::counterexample_document(model, counterexample);
    write_as(path, || itf::trace(&model.compiled.system, &counterexample.trace, name), json)
}

/// Writes one trace of a system that no front end tells of.
pub fn write_plain(
    system: &System,
    path: &Path,
    name: &str,
    counterexample: &Counterexample,
) -> Result<(), Failure> {
    let json = || trace_json::counterexample(system, counterexample);
    write_as(path, || itf::trace(system, &counterexample.trace, name), json)
}

fn write_as(
    path: &Path,
    itf: impl FnOnce() -> ItfTrace,
    json: impl FnOnce() -> synod_documents::Trace,
) -> Result<(), Failure> {
    let text = if is_itf(path) { terminal::json(&itf())? } else { terminal::json(&json())? };
    files::write(path, text)
}

fn is_itf(path: &Path) -> bool {
    path.to_string_lossy().ends_with(".itf.json")
}

/// Reads a trace. It fits the variables of the model; whether it is a run is for the interpreter to say,
/// except that steps which the file leaves out are found here: the error then tells where none leads on.
pub fn read(interpreter: &Interpreter, path: &str) -> Result<Result<Trace, String>, Failure> {
    parse(interpreter, path, &files::read(path)?)
}

/// Whether a text is, or is meant to be, JSON.
pub fn is_json(text: &str) -> bool {
    text.trim_start().starts_with(['{', '['])
}

/// Reads the text of the trace in a file, as [`read`] does.
pub fn parse(interpreter: &Interpreter, path: &str, text: &str) -> Result<Result<Trace, String>, Failure> {
    let document: Value = serde_json::from_str(text)
        .map_err(|error| Failure::Input(format!("`{path}` is not JSON: {error}")))?;
    let wrong = |why: String| Failure::Input(format!("`{path}` is not a trace of this model: {why}"));
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
            let message = format!("`{path}` is in the format {format}, version {version}; {known}");
            return Err(Failure::Input(message));
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
        None => match_steps(interpreter, read.states, read.loop_start)
            .map_err(|gap| format!("no step of the model leads from state {} to the next", gap.at)),
    })
}

/// The document itself, or the first counterexample of a report of `check`.
fn find_trace(document: &Value) -> Option<&Value> {
    match document.get("properties").and_then(Value::as_array) {
        Some(properties) => properties.iter().map(|p| &p["trace"]).find(|t| t.is_object()),
        None => document.get("states").map(|_| document),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_go_before_the_ending() {
        let named = |path: &str| {
            files::with_name(Path::new(path), "a b", &[".itf.json", ".json"]).to_string_lossy().into_owned()
        };
        assert_eq!(named("d/t.itf.json"), "d/t.a_b.itf.json");
        assert_eq!(named("t.json"), "t.a_b.json");
        assert_eq!(named("t"), "t.a_b");
    }
}
