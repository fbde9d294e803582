//! A run as lines to read: what happens in each step, and what changes.

use synod_documents::{Scalar, Step, Trace, Value};

/// A position of a run.
pub struct Line {
    /// What happens on the way there; `None` for the initial state.
    pub step: Option<String>,
    /// The variables whose values are new, with them.
    pub changes: Vec<(String, String)>,
    /// Whether the last step of the run leads back here.
    pub begins_loop: bool,
}

/// The positions of a run, in order; a step back to an earlier one is the last line.
pub fn lines(trace: &Trace) -> Vec<Line> {
    let begins_loop = |at: usize| trace.loop_start == Some(at);
    let Some(first) = trace.states.first() else { return Vec::new() };
    let all = first.iter().map(|(name, value)| (name.clone(), text(value))).collect();
    let mut lines = vec![Line { step: None, changes: all, begins_loop: begins_loop(0) }];
    for (at, step) in trace.steps.iter().enumerate() {
        let next = trace.states.get(at + 1).or(trace.loop_start.and_then(|start| trace.states.get(start)));
        let (Some(before), Some(after)) = (trace.states.get(at), next) else { break };
        let changes = after.iter().filter(|(name, value)| before.get(*name) != Some(*value));
        let back = trace.loop_start.filter(|_| at + 1 >= trace.states.len());
        let step = match (step, back) {
            (Step::Stutter { text }, _) => text.clone(),
            (step, Some(start)) => format!("{}, which leads back to state {start}", step.text()),
            (step, None) => step.text().to_string(),
        };
        lines.push(Line {
            step: Some(step),
            changes: changes.map(|(name, value)| (name.clone(), text(value))).collect(),
            begins_loop: begins_loop(at + 1) && back.is_none(),
        });
    }
    lines
}

/// Why nothing can happen in the last state, a line each; none where something can.
pub fn dead_end(trace: &Trace) -> Vec<&str> {
    let lines = trace.dead_end.iter().flatten().flat_map(|blocked| &blocked.text);
    lines.map(String::as_str).collect()
}

/// A run as plain text.
pub fn plain(trace: &Trace) -> String {
    let mut out = String::new();
    for (at, line) in lines(trace).iter().enumerate() {
        let head = match &line.step {
            None => "initial state".to_string(),
            Some(step) => step.clone(),
        };
        let mark = if line.begins_loop { " (the loop begins here)" } else { "" };
        out.push_str(&format!("{at}: {head}{mark}\n"));
        for (name, value) in &line.changes {
            out.push_str(&format!("     {name} = {value}\n"));
        }
    }
    let blocked = dead_end(trace);
    if !blocked.is_empty() {
        out.push_str("no step can be taken in the last state:\n");
    }
    for line in blocked {
        out.push_str(&format!("     {line}\n"));
    }
    out
}

/// A value as a model writes it.
pub fn text(value: &Value) -> String {
    let scalar = |scalar: &Scalar| match scalar {
        Scalar::Bool(truth) => truth.to_string(),
        Scalar::Int(number) => number.to_string(),
        Scalar::Name(name) => name.clone(),
    };
    match value {
        Value::Scalar(one) => scalar(one),
        Value::Array(all) => format!("[{}]", all.iter().map(scalar).collect::<Vec<_>>().join(", ")),
    }
}
