//! Traces in the Informal Trace Format of Apalache and Quint, written and read.
//!
//! Integers are `{"#bigint": "…"}`, enumeration values are strings, arrays are lists. The `#meta` object
//! of each state also holds the step taken from it (`step`), so that reading back is exact; other tools
//! ignore it, and their files, which lack it, are read too.

use serde_json::Value;
use synod_core::{System, Trace};
use synod_documents::{Scalar, itf};

use crate::trace_json::{self, TraceDocument};

/// A trace in the Informal Trace Format.
pub fn trace(system: &System, trace: &Trace, description: &str) -> itf::ItfTrace {
    let states = trace.states.iter().enumerate().map(|(index, values)| {
        let step = trace.steps.get(index).map(|step| trace_json::step(system, values, step));
        let values = trace_json::state(system, values).into_iter().map(|(name, found)| (name, value(found)));
        itf::State { meta: itf::StateMeta { index, step }, values: values.collect() }
    });
    itf::ItfTrace {
        meta: itf::Meta {
            format: "ITF".to_string(),
            format_description: "https://apalache-mc.org/docs/adr/015adr-trace.html".to_string(),
            source: system.name.clone(),
            description: description.to_string(),
        },
        vars: system.vars.iter().map(|var| var.name.clone()).collect(),
        states: states.collect(),
        loop_start: trace.loop_start,
    }
}

/// A value in the Informal Trace Format.
pub fn value(value: synod_documents::Value) -> itf::Value {
    match value {
        synod_documents::Value::Scalar(value) => scalar(value),
        synod_documents::Value::Array(values) => itf::Value::Array(values.into_iter().map(scalar).collect()),
    }
}

fn scalar(value: Scalar) -> itf::Value {
    match value {
        Scalar::Bool(value) => itf::Value::Bool(value),
        Scalar::Int(value) => itf::Value::Int { digits: value.to_string() },
        Scalar::Name(name) => itf::Value::Name(name),
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
