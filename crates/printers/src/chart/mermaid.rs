//! Sequence charts for Mermaid, which many editors and pages draw.

use std::fmt::Write;
use synod_syntax::counted;

use synod_documents::{Chart, ChartMessage, ChartStep, MessageKind};

use super::{caption, values};

/// The chart; runs that explain it are left to other charts, since a text has one.
pub fn text(chart: &Chart) -> String {
    let mut out = String::from("sequenceDiagram\n");
    let _ = writeln!(out, "    accTitle: {}", escaped(&format!("{} of {}", chart.title, chart.model)));
    let _ = writeln!(out, "    accDescr: {}", escaped(&summary(chart)));
    for (at, lifeline) in chart.lifelines.iter().enumerate() {
        let kind = if lifeline.role.is_some() { "participant" } else { "actor" };
        let _ = writeln!(out, "    {kind} a{at} as {}", escaped(&lifeline.name));
    }
    note_values(&mut out, chart, &values_by_lifeline(chart, &chart.start), "    ");
    notes_over_all(&mut out, chart, &chart.watched, "    ");
    for (at, step) in chart.steps.iter().enumerate() {
        if chart.loop_start == Some(at) {
            out.push_str("    loop for ever\n");
        }
        write_step(&mut out, chart, step);
    }
    if chart.loop_start.is_some() {
        out.push_str("    end\n");
    }
    if let Some(end) = &chart.dead_end {
        for blocked in &end.blocked {
            for by in &blocked.by {
                let _ = writeln!(
                    out,
                    "    a{}--xa{by}: {}",
                    blocked.from,
                    escaped(&format!("{} is blocked", blocked.label))
                );
            }
        }
        notes_over_all(&mut out, chart, std::slice::from_ref(&end.text), "    ");
    }
    out
}

/// How long the run is, as a sentence.
fn summary(chart: &Chart) -> String {
    match chart.loop_start {
        Some(start) => {
            format!("A run of {}, then a loop of {}", counted(start, "step"), chart.steps.len() - start)
        }
        None => format!("A run of {}", counted(chart.steps.len(), "step")),
    }
}

fn write_step(out: &mut String, chart: &Chart, step: &ChartStep) {
    let _ = writeln!(out, "    %% step {}", step.number);
    for deed in &step.deeds {
        let _ = writeln!(out, "    a{0}->>a{0}: {1}", deed.lifeline, escaped(&deed.text));
    }
    for message in &step.messages {
        write_message(out, message);
    }
    note_values(out, chart, &values_by_lifeline(chart, &step.changes), "    ");
    notes_over_all(out, chart, &step.remarks, "    ");
}

fn write_message(out: &mut String, message: &ChartMessage) {
    let arrow = match message.kind {
        MessageKind::Get | MessageKind::Confirm => "-->>",
        MessageKind::Broadcast | MessageKind::Multicast | MessageKind::Propagate => "-)",
        MessageKind::Supply | MessageKind::Handshake | MessageKind::Write => "->>",
    };
    let from = message.from;
    let text = |label: Option<&String>| match label {
        Some(label) if *label != message.label => format!("{} → {label}", caption(message)),
        _ => caption(message),
    };
    match message.to.as_slice() {
        [] => {
            let _ =
                writeln!(out, "    a{from}-)a{from}: {}", escaped(&format!("{} → nobody", caption(message))));
        }
        [only] => {
            let _ = writeln!(
                out,
                "    a{from}{arrow}a{}: {}",
                only.lifeline,
                escaped(&text(only.label.as_ref()))
            );
        }
        several => {
            for (at, to) in several.iter().enumerate() {
                let opening = match at {
                    0 => format!("par {}", escaped(message.kind.word())),
                    _ => "and".to_string(),
                };
                let _ = writeln!(out, "    {opening}");
                let _ = writeln!(
                    out,
                    "        a{from}{arrow}a{}: {}",
                    to.lifeline,
                    escaped(&text(to.label.as_ref()))
                );
            }
            out.push_str("    end\n");
        }
    }
}

/// For each lifeline that has some, its values.
fn values_by_lifeline(chart: &Chart, changes: &[synod_documents::ChartChange]) -> Vec<(usize, Vec<String>)> {
    let all = (0..chart.lifelines.len()).map(|at| (at, values(changes, at)));
    all.filter(|(_, values)| !values.is_empty()).collect()
}

fn note_values(out: &mut String, _: &Chart, values: &[(usize, Vec<String>)], indent: &str) {
    for (lifeline, values) in values {
        let lines: Vec<String> = values.iter().map(|value| escaped(value)).collect();
        let _ = writeln!(out, "{indent}Note over a{lifeline}: {}", lines.join("<br/>"));
    }
}

fn notes_over_all(out: &mut String, chart: &Chart, lines: &[String], indent: &str) {
    if lines.is_empty() || chart.lifelines.is_empty() {
        return;
    }
    let lines: Vec<String> = lines.iter().map(|line| escaped(line)).collect();
    let whom = match chart.lifelines.len() {
        1 => "a0".to_string(),
        many => format!("a0,a{}", many - 1),
    };
    let _ = writeln!(out, "{indent}Note over {whom}: {}", lines.join("<br/>"));
}

/// Text in which nothing is taken for syntax: entities for what Mermaid reads, and for the word that ends blocks.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '#' | ';' | '<' | '>' | '"' | '&' | '%' | '{' | '}' => {
                let _ = write!(out, "#{};", u32::from(c));
            }
            '\n' | '\r' | '\t' => out.push(' '),
            c if c.is_control() => {}
            c => out.push(c),
        }
    }
    let words = out.split(' ').map(|word| {
        if word.eq_ignore_ascii_case("end") {
            format!("#{};{}", u32::from(word.as_bytes()[0]), &word[1..])
        } else {
            word.to_string()
        }
    });
    words.collect::<Vec<_>>().join(" ")
}
