//! A table with a line for each property, as RFC 4180 has it.

use indexmap::IndexMap;
use synod_documents::{CheckReport, PropertyReport};
use synod_syntax::csv_row;

use crate::{Checked, refused};

/// The columns behind the model and its parameters.
const COLUMNS: [&str; 14] = [
    "property",
    "formula",
    "verdict",
    "expected",
    "reason",
    "engine",
    "time_seconds",
    "states",
    "transitions",
    "depth",
    "memory_bytes",
    "remarks",
    "fairness",
    "codes",
];

/// The table: each parameter has a column. A model that could not be checked is one line without a property.
pub fn table(checked: &[Checked]) -> String {
    let mut names: Vec<&str> = Vec::new();
    for name in checked.iter().flat_map(|one| parameters(one).keys()) {
        if !names.contains(&name.as_str()) {
            names.push(name);
        }
    }
    let head = std::iter::once("model").chain(names.iter().copied()).chain(COLUMNS);
    let mut out = row(head.map(str::to_string));
    for checked in checked {
        let value = |name: &&str| parameters(checked).get(*name).map(i64::to_string).unwrap_or_default();
        let begin = |model: &str| -> Vec<String> {
            std::iter::once(model.to_string()).chain(names.iter().map(value)).collect()
        };
        match checked {
            Checked::Report(report) => {
                for found in &report.properties {
                    out += &row(begin(&report.head.model).into_iter().chain(property(report, found)));
                }
            }
            Checked::Rejection(rejection) => {
                let mut cells = COLUMNS.map(|_| String::new());
                cells[2] = "error".to_string();
                cells[4] = refused(rejection);
                out += &row(begin(&rejection.model).into_iter().chain(cells));
            }
        }
    }
    out
}

/// The values of parameters that were given.
fn parameters(checked: &Checked) -> &IndexMap<String, i64> {
    match checked {
        Checked::Report(report) => &report.head.parameters,
        Checked::Rejection(rejection) => &rejection.parameters,
    }
}

fn property(report: &CheckReport, property: &PropertyReport) -> [String; COLUMNS.len()] {
    let number = |value: Option<u64>| value.map(|n| n.to_string()).unwrap_or_default();
    let figures = &property.statistics;
    let remarks: Vec<&str> = property.remarks.iter().map(|remark| remark.text.as_str()).collect();
    let codes: Vec<&str> = property.remarks.iter().map(|remark| remark.code.as_str()).collect();
    let expected: Vec<&str> = property.expected.iter().flatten().map(|verdict| verdict.word()).collect();
    [
        property.name.clone(),
        property.text.split_whitespace().collect::<Vec<_>>().join(" "),
        property.verdict.word().to_string(),
        expected.join(" or "),
        property.reason.clone(),
        property.engine.clone().unwrap_or_default(),
        format!("{:.6}", figures.time_seconds),
        number(figures.states),
        number(figures.transitions),
        number(figures.depth),
        number(figures.memory_bytes),
        remarks.join("; "),
        report.fairness.join("; "),
        codes.join("; "),
    ]
}

fn row(cells: impl IntoIterator<Item = String>) -> String {
    csv_row(cells) + "\r\n"
}
