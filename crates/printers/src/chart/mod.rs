//! Sequence charts: a run as lifelines with what passes between them. One description, drawn as SVG and written for other tools.

mod layout;
pub mod mermaid;
pub mod plantuml;
pub mod svg;

use synod_documents::{ChartChange, ChartMessage, MessageKind};

/// What stands on an arrow: the label, the channel, and the data.
fn caption(message: &ChartMessage) -> String {
    let channel = message.channel.as_ref().map(|channel| format!("on {channel}"));
    let data = (!message.data.is_empty()).then(|| format!("({})", message.data.join(", ")));
    let label = Some(message.label.clone()).filter(|label| !label.is_empty());
    let parts: Vec<String> = label.into_iter().chain(channel).chain(data).collect();
    if parts.is_empty() { message.kind.word().to_string() } else { parts.join(" ") }
}

/// `busy = true`
fn value(change: &ChartChange) -> String {
    match change.variable.as_str() {
        "" => change.value.clone(),
        variable => format!("{variable} = {}", change.value),
    }
}

/// The values of a lifeline among some changes, apart from places in programs.
fn values(changes: &[ChartChange], lifeline: usize) -> Vec<String> {
    changes.iter().filter(|change| change.lifeline == lifeline && !change.is_control).map(value).collect()
}

/// Whether a message is for whoever listens, so that those who miss it are of interest.
fn is_to_many(kind: MessageKind) -> bool {
    use MessageKind::*;
    matches!(kind, Broadcast | Multicast | Propagate | Confirm)
}
