//! Traces in files: which format, reading and writing. The texts come from, and go to, whoever has the files.

use std::io::Read;

use serde_json::Value;
use synod_core::{Counterexample, State, System, Trace};
use synod_documents::{self as documents, Chart, TraceRecord, itf::Value as ItfValue};
use synod_frontend::Form;
use synod_printers::{chart, itf, trace_csv, trace_json};
use synod_simulate::{Interpreter, StepText, match_steps};
use synod_syntax::checkpoint;

use crate::{OpenedModel, Rejection, TraceView, charts, narration};

/// The format of a trace in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TraceFormat {
    /// Synod's own.
    Synod,
    /// The Informal Trace Format of Apalache and Quint.
    Itf,
    /// A table: a row a state.
    Csv,
    /// Small records: a line a step.
    Ndjson,
    /// A sequence chart as a picture.
    Svg,
    /// A sequence chart for Mermaid.
    Mermaid,
    /// A sequence chart for PlantUML.
    PlantUml,
    /// A sequence chart as data.
    Chart,
}

const fn form(name: &'static str, meaning: &'static str, ending: &'static str) -> Form {
    Form { name, meaning, ending }
}

/// All formats, as people ask for them; of endings that end alike, the longest first.
const FORMATS: [(TraceFormat, Form); 8] = [
    (TraceFormat::Itf, form("itf", "JSON in the Informal Trace Format", ".itf.json")),
    (TraceFormat::Chart, form("chart", "A sequence chart as JSON (see `synod schema chart`)", ".chart.json")),
    (TraceFormat::Synod, form("json", "JSON (see `synod schema trace`)", ".json")),
    (TraceFormat::Csv, form("csv", "A table: a row a state", ".csv")),
    (
        TraceFormat::Ndjson,
        form("ndjson", "JSON, a small record a line (see `synod schema record`)", ".ndjson"),
    ),
    (TraceFormat::Svg, form("sequence", "A sequence chart as a picture (SVG)", ".svg")),
    (TraceFormat::Mermaid, form("mermaid", "A sequence chart for Mermaid", ".mmd")),
    (TraceFormat::PlantUml, form("plantuml", "A sequence chart for PlantUML", ".puml")),
];

impl TraceFormat {
    /// The endings of files with traces; of those that end alike, the longest first.
    pub const ENDINGS: [&'static str; FORMATS.len()] = {
        let mut endings = [""; FORMATS.len()];
        let mut at = 0;
        while at < FORMATS.len() {
            endings[at] = FORMATS[at].1.ending;
            at += 1;
        }
        endings
    };

    /// The format that the name of a file asks for. Standard output, and devices, take Synod's own.
    pub fn of_file(name: &str) -> Result<Self, Rejection> {
        let lower = name.to_lowercase();
        match FORMATS.iter().find(|(_, form)| lower.ends_with(form.ending)) {
            Some((format, _)) => Ok(*format),
            None if name == "-" || name.starts_with("/dev/") => Ok(TraceFormat::Synod),
            None => {
                let shown = synod_syntax::visible_line(name);
                let endings = FORMATS.iter().map(|(_, form)| format!("*{}: {}", form.ending, form.meaning));
                let endings = endings.collect::<Vec<_>>().join("; ");
                Err(Rejection::because(format!(
                    "the name `{shown}` does not tell how the trace is to be written ({endings})"
                )))
            }
        }
    }

    /// The names of all formats.
    pub fn forms() -> impl Iterator<Item = Form> {
        FORMATS.iter().map(|(_, form)| *form)
    }

    /// Whether it holds several runs at once.
    pub fn takes_runs(self) -> bool {
        matches!(self, TraceFormat::Csv | TraceFormat::Ndjson)
    }

    /// The format of a name.
    pub fn named(name: &str) -> Option<Self> {
        FORMATS.iter().find(|(_, form)| form.name == name).map(|(format, _)| *format)
    }

    /// The ending of files that are in it.
    pub fn ending(self) -> &'static str {
        FORMATS.iter().find(|(format, _)| *format == self).map_or(".json", |(_, form)| form.ending)
    }
}

/// The text of a file with a counterexample of a model.
pub fn write(
    model: &OpenedModel,
    format: TraceFormat,
    name: &str,
    found: &Counterexample,
    view: &TraceView,
) -> Result<String, String> {
    let system = &model.compiled.system;
    let made = view.make(|| match format {
        TraceFormat::Synod => synod_documents::text(&narration::counterexample_document(model, found, view)),
        _ => written(system, format, found, name, view, || {
            charts::chart(system, model.narrator(), name, found, view)
        }),
    });
    made.unwrap_or_else(|met| {
        let advice = met.stop.advice("read the run as it is printed");
        Err([Some(met.to_string()), advice].into_iter().flatten().collect::<Vec<_>>().join("; "))
    })
}

/// The text of a file with a counterexample of a system that no front end narrates.
pub fn write_plain(
    system: &System,
    format: TraceFormat,
    name: &str,
    found: &Counterexample,
) -> Result<String, String> {
    let view = TraceView::default();
    match format {
        TraceFormat::Synod => synod_documents::text(&trace_json::counterexample(system, found)),
        _ => written(system, format, found, name, &view, || charts::chart(system, None, name, found, &view)),
    }
}

fn written(
    system: &System,
    format: TraceFormat,
    found: &Counterexample,
    name: &str,
    view: &TraceView,
    chart: impl FnOnce() -> Chart,
) -> Result<String, String> {
    let picture = |text: String| Ok(synod_syntax::visible(&text));
    match format {
        TraceFormat::Synod => Err("this format is written by those who know the language".to_string()),
        TraceFormat::Itf => synod_documents::text(&in_itf(system, found, name, view)),
        TraceFormat::Csv | TraceFormat::Ndjson => table(system, format, &[(None, &found.trace)], view),
        TraceFormat::Svg => picture(chart::svg::document(&chart())),
        TraceFormat::Mermaid => picture(chart::mermaid::text(&chart())),
        TraceFormat::PlantUml => picture(chart::plantuml::text(&chart())),
        TraceFormat::Chart => synod_documents::text(&chart()),
    }
}

/// The text of one file with several runs, each with its number; `None` for formats that have one run in a file.
pub fn write_runs(
    model: &OpenedModel,
    format: TraceFormat,
    runs: &[(Option<u64>, &Trace)],
    view: &TraceView,
) -> Option<Result<String, String>> {
    format.takes_runs().then(|| table(&model.compiled.system, format, runs, view))
}

/// Traces as rows or records, one below the other.
fn table(
    system: &System,
    format: TraceFormat,
    traces: &[(Option<u64>, &Trace)],
    view: &TraceView,
) -> Result<String, String> {
    match format {
        TraceFormat::Csv => Ok(synod_syntax::visible(&trace_csv::table(system, traces, view.agents(), view))),
        _ => traces.iter().map(|(run, trace)| records(system, *run, trace)).collect(),
    }
}

/// A trace as a record a line: what happens, and the values that are new.
fn records(system: &System, run: Option<u64>, trace: &Trace) -> Result<String, String> {
    let mut before = trace_json::state(system, &trace.states[0]);
    let mut lines =
        vec![TraceRecord { run, state: 0, agent: None, command: None, step: None, values: before.clone() }];
    for (at, step) in trace.steps.iter().enumerate() {
        checkpoint();
        let after = trace_json::state(system, trace.target(at));
        let text = trace_json::step(system, &trace.states[at], step).text().to_string();
        let told = StepText::new(system, &trace.states[at], step);
        let (agent, command) = told.map_or((None, None), |told| (told.actor, Some(told.rule)));
        let is_new = |(name, value): &(&String, &documents::Value)| before.get(*name) != Some(*value);
        let new = after.iter().filter(is_new).map(|(name, value)| (name.clone(), value.clone()));
        let values = new.collect();
        let state = trace.loop_start.filter(|_| at + 1 == trace.states.len()).unwrap_or(at + 1);
        lines.push(TraceRecord { run, state, agent, command, step: Some(text), values });
        before = after;
    }
    lines.iter().map(|record| Ok(documents::line(record)? + "\n")).collect()
}

/// A trace in the Informal Trace Format, with what is watched as further variables.
fn in_itf(
    system: &System,
    found: &Counterexample,
    name: &str,
    view: &TraceView,
) -> synod_documents::itf::ItfTrace {
    let mut document = itf::trace(system, &found.trace, name);
    for (state, values) in std::iter::zip(&mut document.states, &found.trace.states) {
        for (name, value) in view.watched(values) {
            let missing = || ItfValue::Name("no value".to_string());
            state.values.entry(name.to_string()).or_insert_with(|| value.map_or_else(missing, itf::value));
        }
    }
    let watched = view.watched(&found.trace.states[0]).map(|(name, _)| name.to_string());
    let new: Vec<String> = watched.filter(|name| !document.vars.contains(name)).collect();
    document.vars.extend(new);
    document
}

impl trace_csv::Columns for TraceView {
    fn names(&self) -> Vec<String> {
        self.watched_names().map(str::to_string).collect()
    }

    fn values(&self, state: &State) -> Vec<String> {
        self.watched_values(state)
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
