//! A table with a line for each property, as RFC 4180 has it.

use synod_documents::{PropertyReport, Verdict};

use crate::{Checked, refused};

/// The columns.
const COLUMNS: [&str; 13] = [
    "model",
    "parameters",
    "property",
    "formula",
    "verdict",
    "reason",
    "engine",
    "time_seconds",
    "states",
    "transitions",
    "depth",
    "memory_bytes",
    "remarks",
];

/// The table. A model that could not be checked is one line without a property.
pub fn table(checked: &[Checked]) -> String {
    let mut out = line(COLUMNS.map(str::to_string));
    for checked in checked {
        match checked {
            Checked::Report(report) => {
                let values = report.head.parameters.iter().map(|(name, value)| format!("{name}={value}"));
                let parameters = values.collect::<Vec<_>>().join(" ");
                let lines = report.properties.iter().map(|p| property(&report.head.model, &parameters, p));
                out.extend(lines);
            }
            Checked::Rejection(rejection) => {
                let mut cells = COLUMNS.map(|_| String::new());
                cells[0] = rejection.model.clone();
                cells[4] = "error".to_string();
                cells[5] = refused(rejection);
                out.push_str(&line(cells));
            }
        }
    }
    out
}

fn property(model: &str, parameters: &str, property: &PropertyReport) -> String {
    let number = |value: Option<u64>| value.map(|n| n.to_string()).unwrap_or_default();
    let figures = &property.statistics;
    let remarks: Vec<&str> = property.remarks.iter().map(|remark| remark.text.as_str()).collect();
    line([
        model.to_string(),
        parameters.to_string(),
        property.name.clone(),
        property.text.split_whitespace().collect::<Vec<_>>().join(" "),
        word(property.verdict).to_string(),
        property.reason.clone(),
        property.engine.clone().unwrap_or_default(),
        format!("{:.6}", figures.time_seconds),
        number(figures.states),
        number(figures.transitions),
        number(figures.depth),
        number(figures.memory_bytes),
        remarks.join("; "),
    ])
}

/// A verdict as the JSON documents write it.
pub fn word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Holds => "holds",
        Verdict::Violated => "violated",
        Verdict::Bounded => "bounded",
        Verdict::Unknown => "unknown",
    }
}

fn line<const N: usize>(cells: [String; N]) -> String {
    let cells = cells.map(|cell| {
        let cell = synod_syntax::visible(&cell);
        match cell.contains([',', '"', '\n', '\r']) {
            true => format!("\"{}\"", cell.replace('"', "\"\"")),
            false => cell,
        }
    });
    cells.join(",") + "\r\n"
}
