//! Traces in the Informal Trace Format of Apalache and Quint, written and read.
//!
//! Integers are `{"#bigint": "…"}`, enumeration values are strings, arrays are lists. The `#meta` object
//! of each state also holds the step taken from it (`step`), so that reading back is exact; other tools
//! ignore it, and their files, which lack it, are read too.

use serde_json::{Value, json};
use synod_core::{Sort, System, Trace, show_value};

use crate::trace_json::{self, TraceDocument};

/// A trace in the Informal Trace Format.
pub fn trace(system: &System, trace: &Trace, description: &str) -> Value {
    let states = trace.states.iter().enumerate().map(|(index, values)| {
        let mut meta = json!({ "index": index });
        if let Some(step) = trace.steps.get(index) {
            meta["step"] = trace_json::step_json(system, values, step);
        }
        let mut object = serde_json::Map::from_iter([("#meta".to_string(), meta)]);
        object.extend(trace_json::state(system, values, value));
        Value::Object(object)
    });
    let mut document = json!({
        "#meta": {
            "format": "ITF",
            "format-description": "https://apalache-mc.org/docs/adr/015adr-trace.html",
            "source": system.name,
            "description": description,
        },
        "vars": system.vars.iter().map(|v| v.name.as_str()).collect::<Vec<_>>(),
        "states": states.collect::<Vec<_>>(),
    });
    if let Some(start) = trace.loop_start {
        document["loop"] = start.into();
    }
    document
}

fn value(system: &System, sort: Sort, value: i64) -> Value {
    match sort {
        Sort::Bool => Value::Bool(value != 0),
        Sort::Int => json!({ "#bigint": value.to_string() }),
        Sort::Enum(_) => show_value(system, sort, value).into(),
    }
}

/// Reads a trace in the Informal Trace Format, written by any tool.
pub fn read(system: &System, document: &Value) -> Result<TraceDocument, String> {
    let objects = document["states"].as_array().ok_or("the trace has no list of states")?;
    let loop_start = trace_json::read_position(&document["loop"], "loop")?;
    let states = trace_json::read_states(system, objects)?;
    let count = if loop_start.is_some() { objects.len() } else { objects.len().saturating_sub(1) };
    let steps: Vec<&Value> = objects.iter().take(count).map(|s| &s["#meta"]["step"]).collect();
    let steps = if steps.iter().all(|step| step.is_object()) {
        Some(steps.into_iter().map(|s| trace_json::read_step(system, s)).collect::<Result<_, _>>()?)
    } else {
        None
    };
    Ok(TraceDocument { states, steps, loop_start })
}
