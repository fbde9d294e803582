//! JUnit's XML, as test dashboards read it: a model is a test suite, a property a test. A violated property is a failure, one that
//! is not decided an error, one without a violation within bounds is skipped, since nothing was proved. Where verdicts are
//! expected, what is not as expected is the failure.

use synod_documents::{CheckReport, PropertyReport, Rejection, Standing};

use crate::{Checked, refused, steps, title};
use synod_syntax::in_markup;

/// The document.
pub fn document(checked: &[Checked]) -> String {
    let suites: Vec<Suite> = checked.iter().map(suite).collect();
    let sum = |count: fn(&Suite) -> usize| suites.iter().map(count).sum::<usize>();
    let time = suites.iter().fold(0.0, |sum, suite| sum + suite.time);
    let body: String = suites.iter().map(Suite::text).collect();
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <testsuites name=\"synod\" tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\" time=\"{time:.3}\">\n\
         {body}</testsuites>\n",
        sum(|suite| suite.tests),
        sum(|suite| suite.failures),
        sum(|suite| suite.errors),
        sum(|suite| suite.skipped),
    )
}

struct Suite {
    name: String,
    tests: usize,
    failures: usize,
    errors: usize,
    skipped: usize,
    time: f64,
    body: String,
}

impl Suite {
    fn text(&self) -> String {
        format!(
            "  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\" time=\"{:.3}\">\n{}  \
             </testsuite>\n",
            in_markup(&self.name),
            self.tests,
            self.failures,
            self.errors,
            self.skipped,
            self.time,
            self.body
        )
    }
}

fn suite(checked: &Checked) -> Suite {
    match checked {
        Checked::Report(report) => of_report(report),
        Checked::Rejection(rejection) => of_rejection(rejection),
    }
}

fn of_report(report: &CheckReport) -> Suite {
    let name = title(report);
    let count = |standing| report.properties.iter().filter(|one| one.standing() == standing).count();
    let of_model = report.warnings.iter().map(|warning| {
        format!(
            "{}:{}:{}: {}\n",
            warning.place.file, warning.place.line, warning.place.column, warning.message
        )
    });
    let assumed = report.assumption().map(|text| text + "\n").unwrap_or_default();
    let notes =
        output("    ", "system-out", &assumed) + &output("    ", "system-err", &of_model.collect::<String>());
    Suite {
        tests: report.properties.len(),
        failures: count(Standing::Bad),
        errors: count(Standing::Undecided),
        skipped: count(Standing::Bounded),
        time: report.summary.time_seconds,
        body: report.properties.iter().map(|property| test(&name, property)).collect::<String>() + &notes,
        name,
    }
}

fn of_rejection(rejection: &Rejection) -> Suite {
    let told = rejection.diagnostics.iter().map(|diagnostic| {
        let place = &diagnostic.place;
        format!("{}:{}:{}: {}\n", place.file, place.line, place.column, diagnostic.message)
    });
    let body = format!(
        "    <testcase classname=\"{0}\" name=\"model\" time=\"0.000\">\n      <error type=\"model\" \
         message=\"{1}\">{2}</error>\n    </testcase>\n",
        in_markup(&rejection.model),
        in_markup(&refused(rejection)),
        in_markup(&told.collect::<String>())
    );
    Suite { name: rejection.model.clone(), tests: 1, failures: 0, errors: 1, skipped: 0, time: 0.0, body }
}

fn test(class: &str, property: &PropertyReport) -> String {
    let formula = property.text.split_whitespace().collect::<Vec<_>>().join(" ");
    let reason = in_markup(&property.reason);
    let result = match property.standing() {
        Standing::Good => String::new(),
        Standing::Bad => {
            let (kind, reason) = match property.expected.is_some() {
                true => ("unexpected", in_markup(&format!("{}: {}", property.clause(), property.reason))),
                false => ("violated", reason),
            };
            let run = property.trace.as_ref().map(steps::plain).unwrap_or_default();
            let content = in_markup(&format!("{formula}\n{run}"));
            format!("      <failure type=\"{kind}\" message=\"{reason}\">{content}</failure>\n")
        }
        Standing::Undecided => {
            let advice = in_markup(property.advice.as_deref().unwrap_or_default());
            format!("      <error type=\"undecided\" message=\"{reason}\">{advice}</error>\n")
        }
        Standing::Bounded => format!("      <skipped message=\"{reason}\"/>\n"),
    };
    let remarks = property.remarks.iter().map(|remark| format!("{}\n", remark.text)).collect::<String>();
    let output = output("      ", "system-out", &remarks);
    let (class, name, time) = (in_markup(class), in_markup(&property.name), property.statistics.time_seconds);
    format!(
        "    <testcase classname=\"{class}\" name=\"{name}\" time=\"{time:.3}\">\n{result}{output}    </testcase>\n"
    )
}

/// What is printed beside results; nothing if there is nothing to say.
fn output(margin: &str, tag: &str, text: &str) -> String {
    match text.is_empty() {
        true => String::new(),
        false => format!("{margin}<{tag}>{}</{tag}>\n", in_markup(text)),
    }
}
