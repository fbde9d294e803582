//! Many models checked one after the other: one table and one line for people.

use indexmap::IndexMap;
use synod_documents::{CheckBatch, PropertyReport, Severity, Summary, Verdict};
use synod_reports::Checked;

use crate::counted;
use crate::wording::Layout;

/// The values of parameters `NAME=VALUE` that are whole numbers, by name.
pub fn values(parameters: &[String]) -> IndexMap<String, i64> {
    let value = |text: &String| {
        let (name, value) = text.split_once('=')?;
        Some((name.trim().to_string(), value.trim().parse().ok()?))
    };
    parameters.iter().filter_map(value).collect()
}

fn model(checked: &Checked) -> &str {
    match checked {
        Checked::Report(report) => &report.head.model,
        Checked::Rejection(rejection) => &rejection.model,
    }
}

fn parameters(checked: &Checked) -> &IndexMap<String, i64> {
    match checked {
        Checked::Report(report) => &report.head.parameters,
        Checked::Rejection(rejection) => &rejection.parameters,
    }
}

fn properties(checked: &Checked) -> &[PropertyReport] {
    match checked {
        Checked::Report(report) => &report.properties,
        Checked::Rejection(_) => &[],
    }
}

/// More columns than this nobody reads.
const MOST_COLUMNS: usize = 8;

/// All of them as a table: a line for each, with a column for each property if all have the same few.
pub fn table(all: &[Checked], layout: Layout) -> String {
    let mut names: Vec<&str> = Vec::new();
    for name in all.iter().flat_map(|one| parameters(one).keys()) {
        if !names.contains(&name.as_str()) {
            names.push(name);
        }
    }
    let several = all.windows(2).any(|pair| model(&pair[0]) != model(&pair[1]));
    let asked =
        |one: &Checked| properties(one).iter().map(|property| property.name.clone()).collect::<Vec<_>>();
    let first = all.iter().find(|one| matches!(one, Checked::Report(_))).map(asked).unwrap_or_default();
    let same = |one: &Checked| matches!(one, Checked::Rejection(_)) || asked(one) == first;
    let by_property = !first.is_empty() && first.len() <= MOST_COLUMNS && all.iter().all(same);
    let columns = if by_property { first } else { vec!["verdicts".to_string()] };
    let mut rows: Vec<Vec<String>> = vec![Vec::new()];
    rows[0].extend(several.then(|| "model".to_string()));
    rows[0].extend(names.iter().map(|name| name.to_string()));
    rows[0].extend(columns.iter().cloned());
    rows[0].push("seconds".to_string());
    for one in all {
        let mut row: Vec<String> = Vec::new();
        row.extend(several.then(|| model(one).to_string()));
        row.extend(
            names.iter().map(|name| parameters(one).get(*name).map(i64::to_string).unwrap_or_default()),
        );
        match one {
            Checked::Rejection(_) => row.extend(columns.iter().map(|_| "error".to_string())),
            Checked::Report(report) if by_property => {
                // It is said of the first property alone, and goes for all.
                let no_start = report.warnings.iter().any(|warning| warning.code == NO_INITIAL_STATE);
                row.extend(report.properties.iter().map(|property| cell(property, no_start)));
            }
            Checked::Report(report) => row.push(counts(&report.summary)),
        }
        row.push(match one {
            Checked::Report(report) => format!("{:.2}", report.summary.time_seconds),
            Checked::Rejection(_) => String::new(),
        });
        rows.push(row);
    }
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..rows[0].len()).map(width).collect();
    let line = |row: &Vec<String>| {
        let cells = std::iter::zip(row, &widths).map(|(cell, width)| format!("{cell:width$}"));
        cells.collect::<Vec<_>>().join("  ").trim_end().to_string()
    };
    let mut out = format!("{}\n", layout.style.paint("1", &line(&rows[0])));
    for row in &rows[1..] {
        out += &format!("{}\n", line(row));
    }
    out
}

const NO_INITIAL_STATE: &str = "model::no-initial-state";

fn is_unexpected(property: &PropertyReport) -> bool {
    property.expected.as_ref().is_some_and(|expected| !expected.contains(&property.verdict))
}

/// A verdict in a table; what is not as expected is marked, and what holds with a warning, such as that it is vacuous.
fn cell(property: &PropertyReport, no_start: bool) -> String {
    let mark = match property.verdict {
        Verdict::Holds => "✓",
        Verdict::Violated => "✗",
        Verdict::Bounded => "…",
        Verdict::Unknown => "?",
    };
    let is_warned = property.remarks.iter().any(|remark| remark.severity == Severity::Warning);
    let note = match property.verdict {
        _ if is_unexpected(property) => " (unexpected)",
        Verdict::Holds if no_start || is_warned => " (warning)",
        _ => "",
    };
    format!("{mark} {}{note}", property.verdict.word())
}

fn counts(summary: &Summary) -> String {
    let parts = [
        (summary.holds, if summary.holds == 1 { "holds" } else { "hold" }),
        (summary.violated, "violated"),
        (summary.bounded, "bounded"),
        (summary.unknown, "undecided"),
    ];
    let parts: Vec<String> =
        parts.iter().filter(|(count, _)| *count > 0).map(|(count, word)| format!("{count} {word}")).collect();
    if parts.is_empty() { "no properties".to_string() } else { parts.join(", ") }
}

/// All of them in one line.
pub fn summary(all: &[Checked]) -> String {
    let refused = all.iter().filter(|one| matches!(one, Checked::Rejection(_))).count();
    let is_checked = refused < all.len();
    let refused = match (refused, is_checked) {
        (0, _) => String::new(),
        (_, true) => format!("; {refused} could not be checked"),
        (_, false) => "none could be checked".to_string(),
    };
    let swept = all.windows(2).all(|pair| model(&pair[0]) == model(&pair[1]));
    let what = if swept { "check" } else { "model" };
    let counts = if is_checked { counts(&CheckBatch::new(all.to_vec()).summary) } else { String::new() };
    let unexpected = all.iter().flat_map(properties).filter(|property| is_unexpected(property)).count();
    let unexpected = if unexpected == 0 { String::new() } else { format!("; {unexpected} not as expected") };
    format!("{}: {counts}{unexpected}{refused}", counted(all.len(), what))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_of_parameters_are_whole_numbers() {
        let parameters = ["n=3", "m = -1", "x=y", "z"].map(str::to_string);
        let values: Vec<(String, i64)> = values(&parameters).into_iter().collect();
        assert_eq!(values, [("n".to_string(), 3), ("m".to_string(), -1)]);
    }
}
