//! Annotations for GitHub: lines in the log of a workflow that show up at their places in the files.

use synod_documents::{Diagnostic, Place, Severity, Standing};

use crate::{Checked, title};

/// The annotations about what was checked, a line each.
pub fn annotations(checked: &[Checked]) -> Vec<String> {
    checked.iter().flat_map(of_one).collect()
}

fn of_one(checked: &Checked) -> Vec<String> {
    let of_model = |diagnostics: &[Diagnostic]| {
        let shown = diagnostics.iter().filter(|diagnostic| diagnostic.severity >= Severity::Warning);
        let line = |diagnostic: &Diagnostic| {
            let level = if diagnostic.severity == Severity::Error { "error" } else { "warning" };
            annotation(level, Some(&diagnostic.place), &diagnostic.code, &diagnostic.message)
        };
        shown.map(line).collect::<Vec<String>>()
    };
    match checked {
        Checked::Rejection(rejection) if rejection.diagnostics.is_empty() => {
            vec![annotation("error", None, &rejection.model, &rejection.error)]
        }
        Checked::Rejection(rejection) => of_model(&rejection.diagnostics),
        Checked::Report(report) => {
            let mut lines = of_model(&report.warnings);
            for property in &report.properties {
                // What is asked of every model stands in none: it is told at the first line.
                let first_line = || Place {
                    file: report.head.model.clone(),
                    line: 1,
                    column: 1,
                    end_line: 1,
                    end_column: 1,
                };
                let place = property.place.clone().unwrap_or_else(first_line);
                let place = Some(&place);
                let of = |what: &str| format!("{} {what} in {}", property.name, title(report));
                let level = match property.standing() {
                    Standing::Good => None,
                    Standing::Bad => Some("error"),
                    Standing::Undecided => Some("warning"),
                    Standing::Bounded => Some("notice"),
                };
                lines.extend(
                    level.map(|level| annotation(level, place, &of(&property.clause()), &property.reason)),
                );
                for remark in property.remarks.iter().filter(|remark| remark.severity >= Severity::Warning) {
                    lines.push(annotation("warning", place, &remark.code, &remark.text));
                }
            }
            lines
        }
    }
}

fn annotation(level: &str, place: Option<&Place>, title: &str, message: &str) -> String {
    let at = place.map(|place| {
        let Place { file, line, column, end_line, end_column } = place;
        let columns = match line == end_line {
            true => format!(",col={column},endColumn={end_column}"),
            false => String::new(),
        };
        format!("file={},line={line},endLine={end_line}{columns},", property(file))
    });
    format!("::{level} {}title={}::{}", at.unwrap_or_default(), property(title), data(message))
}

/// What stands behind the second colons.
fn data(text: &str) -> String {
    let escaped = text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A");
    synod_syntax::visible(&escaped)
}

/// What stands before them.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
