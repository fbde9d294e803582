//! A page that needs nothing else: verdicts, reasons, warnings, and runs to read, in light and dark.

use synod_documents::{
    Chart, CheckReport, Diagnostic, PropertyReport, Rejection, Remark, Severity, Step, Trace, VERSION,
    Verdict,
};

use synod_printers::chart::svg;
use synod_syntax::{counted, in_markup};

use crate::{Checked, Runs, refused, steps, title, viewer};

/// How the page looks.
const STYLE: &str = include_str!("html.css");

/// Longer runs are not drawn.
const MOST_STEPS: usize = 200;

/// A page that needs nothing else. Runs that are given can be walked in it.
pub fn page(checked: &[Checked], runs: Runs) -> String {
    let counts = [Verdict::Holds, Verdict::Violated, Verdict::Bounded, Verdict::Unknown].map(|verdict| {
        let properties = checked.iter().flat_map(|checked| match checked {
            Checked::Report(report) => report.properties.as_slice(),
            Checked::Rejection(_) => &[],
        });
        (verdict, properties.filter(|property| property.verdict == verdict).count())
    });
    let badges = counts.into_iter().filter(|(_, count)| *count > 0).map(|(verdict, count)| {
        let word = if verdict == Verdict::Holds && count > 1 { "hold" } else { verdict.word() };
        format!("<li class=\"{}\"><b>{count}</b> {word}</li>", verdict.word())
    });
    let unexpected = checked.iter().filter_map(|checked| match checked {
        Checked::Report(report) => report.summary.unexpected,
        Checked::Rejection(_) => None,
    });
    let unexpected = unexpected.reduce(|a, b| a + b);
    let unexpected =
        unexpected.map(|count| format!("<li class=\"unexpected\"><b>{count}</b> not as expected</li>"));
    let badges: String = badges.chain(unexpected).collect();
    let body: String = checked
        .iter()
        .enumerate()
        .map(|(number, checked)| match checked {
            Checked::Report(report) => of_report(report, &|property| runs(number, property)),
            Checked::Rejection(rejection) => of_rejection(rejection),
        })
        .collect();
    let (policy, script) = match body.contains("<synod-run>") {
        true => (viewer::policy(), viewer::script()),
        false => Default::default(),
    };
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; img-src data:{policy}\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{}</title>\n<style>\n{STYLE}</style>\n\
         </head>\n<body>\n<header><h1>What was checked</h1><ul class=\"counts\">{badges}</ul></header>\n<main>\n{body}</main>\n\
         <footer>Synod {VERSION}</footer>\n{script}</body>\n</html>\n",
        in_markup(&heading(checked)),
    )
}

fn heading(checked: &[Checked]) -> String {
    match checked {
        [Checked::Report(report)] => title(report),
        [Checked::Rejection(rejection)] => rejection.model.clone(),
        all => format!("{} models", all.len()),
    }
}

fn of_report(report: &CheckReport, runs: &dyn Fn(&PropertyReport) -> Vec<String>) -> String {
    let mut told = Vec::new();
    let properties: String =
        report.properties.iter().map(|asked| property(asked, &runs(asked), &mut told)).collect();
    let shown = report.warnings.iter().filter(|warning| warning.severity >= Severity::Warning);
    let warnings: String = shown.map(diagnostic).collect();
    let options = report.head.options.iter().map(|(name, value)| format!("{name} {value}"));
    let options = options.collect::<Vec<_>>().join(", ");
    let facts = [
        Some(report.head.language.clone()),
        Some(options).filter(|options| !options.is_empty()),
        Some(format!("SHA-256 {}", report.head.sha256)).filter(|_| !report.head.sha256.is_empty()),
    ];
    let facts = facts.into_iter().flatten().collect::<Vec<_>>().join(" · ");
    let assumed = report.assumption().map(|text| format!("<p class=\"assumed\">{}</p>\n", in_markup(&text)));
    let assumed = assumed.unwrap_or_default();
    format!(
        "<section>\n<h2>{}</h2>\n<p class=\"facts\">{}</p>\n{assumed}{warnings}{properties}</section>\n",
        in_markup(&title(report)),
        in_markup(&facts)
    )
}

fn of_rejection(rejection: &Rejection) -> String {
    let told: String = rejection.diagnostics.iter().map(diagnostic).collect();
    format!(
        "<section>\n<h2>{}</h2>\n<p class=\"violated\">{}</p>\n{told}</section>\n",
        in_markup(&rejection.model),
        in_markup(&refused(rejection))
    )
}

fn diagnostic(diagnostic: &Diagnostic) -> String {
    let place = &diagnostic.place;
    let help = diagnostic.help.iter().map(|help| format!("<br>{}", in_markup(help)));
    format!(
        "<p class=\"diagnostic\"><code>{}:{}:{}</code> {} <code>{}</code>{}</p>\n",
        in_markup(&place.file),
        place.line,
        place.column,
        in_markup(&diagnostic.message),
        in_markup(&diagnostic.code),
        help.collect::<String>()
    )
}

/// The answer to a property; notes about the model as a whole that were told before are left out.
fn property<'r>(property: &'r PropertyReport, viewed: &[String], before: &mut Vec<&'r Remark>) -> String {
    let (mark, says) = match property.verdict {
        Verdict::Holds => ("✓", "holds"),
        Verdict::Violated => ("✗", "is violated"),
        Verdict::Bounded => ("…", "is not violated so far"),
        Verdict::Unknown => ("?", "is not decided"),
    };
    let engine = property.engine.iter().map(|engine| format!(", {engine}")).collect::<String>();
    let how = format!("{}{engine}, {:.2} s", property.reason, property.statistics.time_seconds);
    let is_new = |remark: &&Remark| remark.severity >= Severity::Warning || !before.contains(remark);
    let remarks: Vec<&Remark> = property.remarks.iter().filter(is_new).collect();
    before.extend(&remarks);
    let told = property.advice.iter().chain(remarks.iter().map(|remark| &remark.text));
    let told: String = told.map(|text| format!("<p class=\"remark\">{}</p>\n", in_markup(text))).collect();
    // Where a run can be walked, its chart and its table wait until somebody wants them.
    let open = if viewed.is_empty() { " open" } else { "" };
    let viewers: String = viewed.iter().map(|run| viewer::element(run)).collect();
    let runs = [("Counterexample", &property.trace), ("Witness", &property.witness)];
    let runs = runs.into_iter().filter_map(|(name, trace)| Some(run(name, trace.as_ref()?, open)));
    let chart = property.chart.as_deref().map(|drawn| chart(drawn, open)).unwrap_or_default();
    // What holds for a reason that nobody meant does not look as if all were well.
    let is_warned = property.remarks.iter().any(|remark| remark.severity >= Severity::Warning);
    let warned = if is_warned { " warned" } else { "" };
    let class = format!("{}{warned}", property.verdict.word());
    let expected = property.expected.as_ref().map(|list| {
        let words = list.iter().map(|verdict| verdict.word()).collect::<Vec<_>>().join(" or ");
        match list.contains(&property.verdict) {
            true => format!("<p class=\"how\">as expected: {words}</p>\n"),
            false => format!("<p class=\"remark\">not as expected: {words} is expected</p>\n"),
        }
    });
    let expected = expected.unwrap_or_default();
    format!(
        "<article class=\"{class}\">\n<h3><span class=\"mark\" aria-hidden=\"true\">{mark}</span> {} <em>{says}</em></h3>\n\
         <pre class=\"formula\">{}</pre>\n<p class=\"how\">{}</p>\n{expected}{told}{viewers}{chart}{}</article>\n",
        in_markup(&property.name),
        in_markup(property.text.trim()),
        in_markup(&how),
        runs.collect::<String>()
    )
}

/// A run as a picture. As an image of its own it shares neither ids nor style with the page or with other pictures.
fn chart(chart: &Chart, open: &str) -> String {
    let steps = chart.steps.len();
    let summary =
        format!("<details{open} class=\"chart\"><summary>Sequence chart: {}", counted(steps, "step"));
    if steps > MOST_STEPS {
        return format!(
            "{summary}</summary>\n<p>A run of more than {MOST_STEPS} steps is not drawn here: <code>--trace-out run.svg</code> \
             draws it.</p></details>\n"
        );
    }
    let picture = in_address(&svg::document(chart));
    let text = in_markup(&format!("Sequence chart of {}; the table below says the same.", chart.title));
    format!(
        "{summary}</summary>\n<div class=\"wide\"><img alt=\"{text}\" src=\"data:image/svg+xml;charset=utf-8,{picture}\"></div>\
         </details>\n"
    )
}

/// A text within an address in a quoted attribute.
fn in_address(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + text.len() / 4);
    for byte in text.bytes() {
        match byte {
            b'%' | b'#' | b'"' | b'&' | b'<' | b'>' | b'\'' | ..=b' ' | 0x7f.. => {
                out.push_str(&format!("%{byte:02X}"));
            }
            _ => out.push(char::from(byte)),
        }
    }
    out
}

fn run(name: &str, trace: &Trace, open: &str) -> String {
    let row = |(at, line): (usize, steps::Line)| {
        let step = line.step.unwrap_or_else(|| "initial state".to_string());
        let values = line.changes.iter().map(|(name, value)| {
            format!("<span class=\"value\">{} = <b>{}</b></span> ", in_markup(name), in_markup(value))
        });
        let class = if line.begins_loop { " class=\"loop\"" } else { "" };
        format!(
            "<tr{class}><td>{at}</td><td>{}</td><td>{}</td></tr>\n",
            in_markup(&step),
            values.collect::<String>()
        )
    };
    let rows: String = steps::lines(trace).into_iter().enumerate().map(row).collect();
    let of_loop = match trace.loop_start {
        Some(start) if matches!(trace.steps.get(start..), Some([Step::Stutter { .. }])) => {
            format!("; nothing happens any more after state {start}")
        }
        Some(start) => format!("; the run goes on for ever from state {start} on as it did before"),
        None => String::new(),
    };
    let blocked: String =
        steps::dead_end(trace).into_iter().map(|line| format!("<li>{}</li>", in_markup(line))).collect();
    let blocked = match blocked.is_empty() {
        true => String::new(),
        false => format!("<p>No step can be taken in the last state:</p>\n<ul>{blocked}</ul>\n"),
    };
    format!(
        "<details{open}><summary>{name}: {}{of_loop}</summary>\n<div class=\"wide\"><table>\n\
         <thead><tr><th scope=\"col\">State</th><th scope=\"col\">Step</th><th scope=\"col\">New values</th></tr></thead>\n\
         <tbody>\n{rows}</tbody></table></div>\n{blocked}</details>\n",
        counted(trace.states.len(), "state")
    )
}

#[cfg(test)]
mod tests {
    use super::in_address;

    #[test]
    fn nothing_in_an_address_ends_it() {
        assert_eq!(in_address("<a b=\"#1\">é 5%"), "%3Ca%20b=%22%231%22%3E%C3%A9%205%25");
    }
}
