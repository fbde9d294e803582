//! What is blocked, as text.

use std::fmt::Write;

use synod_core::IS_DEFINED;
use synod_documents::{BlockedStep, ClosedCommand, Condition, Obstacle, Place, Scalar, Value};

/// How many commands are named that come closest to what something waits for.
const MOST_CLOSED: usize = 3;

/// Why something is blocked, a sentence for each obstacle.
pub(super) fn sentences(step: &BlockedStep) -> Vec<String> {
    let action = &step.action;
    let sentence = |obstacle: &Obstacle| match obstacle {
        Obstacle::Guard { conditions } => format!("`{action}` needs {}", all(conditions)),
        Obstacle::Participant { agent, because, picked, closed } => {
            let agent = agent.as_deref().unwrap_or("a part without an agent");
            let with = if picked.is_empty() { String::new() } else { format!(" with {}", picked.join(", ")) };
            format!("`{action}` is blocked by {agent}, which {because}{with}{}", commands(closed))
        }
        Obstacle::Waits { what, closed } => format!("`{action}` waits for {what}{}", commands(closed)),
        // A step of several agents is nobody's, and the name of its rule tells nothing.
        Obstacle::Fault { step: taken, text } if step.agent.is_none() && !taken.is_empty() => {
            format!("`{taken}` is not taken: {text}")
        }
        Obstacle::Fault { text, .. } => format!("`{action}` is not taken: {text}"),
    };
    match step.obstacles.is_empty() {
        true => vec![format!("`{action}` goes with nothing that others can do here")],
        false => step.obstacles.iter().map(sentence).collect(),
    }
}

/// Commands of which one would have to be open, each with what it needs, behind a colon.
fn commands(closed: &[ClosedCommand]) -> String {
    let one = |command: &ClosedCommand| {
        let whose = command.agent.as_ref().map(|agent| format!("{agent}'s ")).unwrap_or_default();
        match &command.command {
            Some(text) => format!("{whose}`{text}` needs {}", all(&command.conditions)),
            None => format!("{whose}{}", all(&command.conditions)),
        }
    };
    let mut shown: Vec<String> = closed.iter().take(MOST_CLOSED).map(one).collect();
    if closed.len() > MOST_CLOSED {
        shown.push(format!("{} more", closed.len() - MOST_CLOSED));
    }
    if shown.is_empty() { String::new() } else { format!(": {}", shown.join(", or ")) }
}

/// Conditions that are false, with the values of what they read.
fn all(conditions: &[Condition]) -> String {
    let texts: Vec<String> = conditions.iter().map(|condition| format!("`{}`", condition.text)).collect();
    let mut values: Vec<String> = Vec::new();
    let read = || conditions.iter().flat_map(|condition| &condition.values);
    // Whether a variable has a value is one beside it.
    let beside = |name: &str| read().find(|(other, _)| other.strip_suffix(IS_DEFINED) == Some(name));
    let is_true = |value: &Value| matches!(value, Value::Scalar(Scalar::Bool(true)));
    for (name, value) in read() {
        let value = match (name.strip_suffix(IS_DEFINED), beside(name)) {
            (Some(_), _) if is_true(value) => continue,
            (Some(variable), _) => format!("{variable} is undef"),
            (None, Some((_, defined))) if !is_true(defined) => continue,
            (None, _) => format!("{name} = {}", shown(value)),
        };
        if !values.contains(&value) {
            values.push(value);
        }
    }
    let here = if values.is_empty() { String::new() } else { format!(" (here {})", values.join(", ")) };
    format!("{}{here}", texts.join(" and "))
}

/// What is blocked, for people: for each agent what it would do and why it cannot, each line after `indent`. No more
/// than so many lines; `more` tells where the others are.
pub fn listing(blocked: &[BlockedStep], indent: &str, most: usize, more: &str) -> String {
    let mut out = String::new();
    let lines: Vec<String> = blocked.iter().flat_map(with_agent).collect();
    for line in lines.iter().take(most) {
        let _ = writeln!(out, "{indent}{line}");
    }
    if lines.len() > most {
        let _ = writeln!(out, "{indent}… and {} more; {more}", lines.len() - most);
    }
    out
}

fn with_agent(step: &BlockedStep) -> impl Iterator<Item = String> {
    let agent = step.agent.as_ref().map(|agent| format!("{agent}: ")).unwrap_or_default();
    step.text.iter().map(move |text| format!("{agent}{text}"))
}

/// One of what is blocked, with its number, its command and where that was written.
pub fn numbered(number: usize, step: &BlockedStep) -> String {
    let mut out = String::new();
    for (at, line) in with_agent(step).enumerate() {
        let _ = match at {
            0 => writeln!(out, "{number:>4}  {line}"),
            _ => writeln!(out, "      {line}"),
        };
    }
    if let Some(Place { file, line, column, .. }) = &step.place {
        let _ = writeln!(out, "          by {}  ({file}:{line}:{column})", step.command);
    }
    out
}

/// A value in the words of the model.
pub(crate) fn shown(value: &Value) -> String {
    let scalar = |scalar: &Scalar| match scalar {
        Scalar::Bool(value) => value.to_string(),
        Scalar::Int(value) => value.to_string(),
        Scalar::Name(name) => name.clone(),
    };
    match value {
        Value::Scalar(one) => scalar(one),
        Value::Array(elements) => {
            format!("[{}]", elements.iter().map(scalar).collect::<Vec<_>>().join(", "))
        }
    }
}
