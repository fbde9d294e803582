//! Sequence charts for PlantUML.

use std::fmt::Write;

use synod_documents::{Chart, ChartChange, ChartMessage, ChartStep, MessageKind};

use super::{caption, values};

/// The chart, and those of the runs that explain it, one after the other.
pub fn text(chart: &Chart) -> String {
    let mut out = String::from("@startuml\n!pragma teoz true\nhide footbox\n");
    let _ = writeln!(out, "title {}", escaped(&format!("{} of {}", chart.title, chart.model)));
    for (at, lifeline) in chart.lifelines.iter().enumerate() {
        let kind = if lifeline.role.is_some() { "participant" } else { "database" };
        let name = escaped(&lifeline.name).replace('"', "<U+0022>");
        let _ = writeln!(out, "{kind} \"{name}\" as a{at}");
    }
    note_values(&mut out, chart, &chart.start);
    note_all(&mut out, &chart.watched);
    for (at, step) in chart.steps.iter().enumerate() {
        if chart.loop_start == Some(at) {
            out.push_str("loop for ever\n");
        }
        write_step(&mut out, chart, step);
    }
    if chart.loop_start.is_some() {
        out.push_str("end\n");
    }
    if let Some(end) = &chart.dead_end {
        for blocked in &end.blocked {
            for by in &blocked.by {
                let label = escaped(&format!("{} is blocked", blocked.label));
                let _ = writeln!(out, "a{} -[#gray,dashed]>x a{by} : {label}", blocked.from);
            }
        }
        let _ = writeln!(out, "== {} ==", escaped(&end.text));
    }
    out.push_str("@enduml\n");
    for companion in &chart.companions {
        let _ = write!(out, "\n' about state {}\n{}", companion.at, text(&companion.chart));
    }
    out
}

fn write_step(out: &mut String, chart: &Chart, step: &ChartStep) {
    let _ = writeln!(out, "' step {}", step.number);
    for (at, deed) in step.deeds.iter().enumerate() {
        let together = if at > 0 && step.is_round { "/ " } else { "" };
        let _ = writeln!(out, "{together}rnote over a{} : {}", deed.lifeline, escaped(&deed.text));
    }
    step.messages.iter().for_each(|message| write_message(out, message));
    note_values(out, chart, &step.changes);
    note_all(out, &step.remarks);
}

fn write_message(out: &mut String, message: &ChartMessage) {
    let arrow = match message.kind {
        MessageKind::Get | MessageKind::Confirm => "-->",
        MessageKind::Broadcast | MessageKind::Multicast | MessageKind::Propagate => "->>",
        MessageKind::Supply | MessageKind::Handshake | MessageKind::Write => "->",
    };
    if message.to.is_empty() {
        let _ =
            writeln!(out, "a{} ->]  : {}", message.from, escaped(&format!("{} → nobody", caption(message))));
    }
    for (at, to) in message.to.iter().enumerate() {
        let together = if at > 0 { "& " } else { "" };
        let text = match &to.label {
            Some(label) if *label != message.label => format!("{} → {label}", caption(message)),
            _ => caption(message),
        };
        let _ = writeln!(out, "{together}a{} {arrow} a{} : {}", message.from, to.lifeline, escaped(&text));
    }
}

fn note_values(out: &mut String, chart: &Chart, changes: &[ChartChange]) {
    let all = (0..chart.lifelines.len()).map(|at| (at, values(changes, at)));
    for (number, (lifeline, values)) in all.filter(|(_, values)| !values.is_empty()).enumerate() {
        let together = if number > 0 { "/ " } else { "" };
        let lines: Vec<String> = values.iter().map(|value| escaped(value)).collect();
        let _ = writeln!(out, "{together}note over a{lifeline} : {}", lines.join("\\n"));
    }
}

fn note_all(out: &mut String, lines: &[String]) {
    if !lines.is_empty() {
        let lines: Vec<String> = lines.iter().map(|line| escaped(line)).collect();
        let _ = writeln!(out, "note across : {}", lines.join("\\n"));
    }
}

/// Text in one line in which nothing is taken for markup: the code of what PlantUML would read.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    let mut before = ' ';
    for c in text.chars() {
        match c {
            '\\' | '<' | '~' | '%' => {
                let _ = write!(out, "<U+{:04X}>", u32::from(c));
            }
            // Two of these mark up what follows.
            '*' | '/' | '_' | '"' | '-' | '=' | '.' if c == before => {
                let _ = write!(out, "<U+{:04X}>", u32::from(c));
            }
            '\n' | '\r' | '\t' => out.push(' '),
            c if c.is_control() => {}
            c => out.push(c),
        }
        before = c;
    }
    out
}
