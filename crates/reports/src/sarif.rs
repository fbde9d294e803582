//! SARIF 2.1.0, the format of code scanning: what is wrong, each with its place, and counterexamples as code flows. What holds is not
//! in it, because the readers of this format list results as things to do.

use serde_json::{Map, Value, json};
use synod_documents::{
    CheckReport, Diagnostic, Place, PropertyReport, Rejection, Severity, Standing, Trace, VERSION,
};

use crate::{Checked, Summary, refused, steps, title};

/// Rules about verdicts, with what they say. Those about models are the codes of diagnostics.
const VERDICT_RULES: [(&str, &str); 5] = [
    ("property-unexpected", "The verdict on a property is not the one that the model expects."),
    ("property-violated", "A property is violated: a run of the model shows it."),
    ("property-undecided", "A property could not be decided within the limits."),
    ("property-bounded", "A property is not violated within the bounds given, and not proved beyond them."),
    ("model-rejected", "A model could not be checked."),
];

/// The log of a run over these models.
pub fn log(checked: &[Checked], summary: Summary) -> Value {
    let mut rules = Rules(Vec::new());
    let results: Vec<Value> = checked
        .iter()
        .flat_map(|checked| match checked {
            Checked::Report(report) => of_report(report, &mut rules),
            Checked::Rejection(rejection) => of_rejection(rejection, &mut rules),
        })
        .collect();
    let is_complete = !checked.iter().any(|checked| matches!(checked, Checked::Rejection(_)));
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "synod",
                "version": VERSION,
                "semanticVersion": VERSION,
                "rules": rules.0.iter().map(|id| rule(id, summary)).collect::<Vec<Value>>(),
            }},
            "columnKind": "unicodeCodePoints",
            "invocations": [{ "executionSuccessful": is_complete }],
            "artifacts": checked.iter().filter_map(artifact).collect::<Vec<Value>>(),
            "results": results,
        }],
    })
}

/// The rules that results refer to.
struct Rules(Vec<String>);

impl Rules {
    fn position(&mut self, id: &str) -> usize {
        let known = self.0.iter().position(|rule| rule == id);
        known.unwrap_or_else(|| {
            self.0.push(id.to_string());
            self.0.len() - 1
        })
    }
}

fn rule(id: &String, summary: Summary) -> Value {
    let verdict = VERDICT_RULES.iter().find(|(known, _)| known == id).map(|(_, text)| (*text).to_string());
    let text = verdict.or_else(|| summary(id)).unwrap_or_else(|| id.clone());
    let help = match id.contains("::") {
        true => format!("`synod help {id}` explains it, with an example."),
        false => text.clone(),
    };
    json!({ "id": id, "shortDescription": { "text": text }, "help": { "text": help } })
}

fn artifact(checked: &Checked) -> Option<Value> {
    let Checked::Report(report) = checked else { return None };
    let mut artifact =
        json!({ "location": { "uri": uri(&report.head.model) }, "sourceLanguage": report.head.language });
    if !report.head.sha256.is_empty() {
        artifact["hashes"] = json!({ "sha-256": report.head.sha256 });
    }
    Some(artifact)
}

fn of_report(report: &CheckReport, rules: &mut Rules) -> Vec<Value> {
    let mut results: Vec<Value> = report.warnings.iter().filter_map(|d| of_diagnostic(d, rules)).collect();
    for property in &report.properties {
        results.extend(of_verdict(report, property, rules));
        for remark in property.remarks.iter().filter(|remark| remark.severity >= Severity::Warning) {
            let text = format!("{}: {}", property.name, remark.text);
            results.push(result(&remark.code, "fail", "warning", &text, &place(report, property), rules));
        }
    }
    results
}

fn of_verdict(report: &CheckReport, property: &PropertyReport, rules: &mut Rules) -> Option<Value> {
    let (id, kind, level) = match property.standing() {
        Standing::Good => return None,
        Standing::Bad if property.expected.is_some() => ("property-unexpected", "fail", "error"),
        Standing::Bad => ("property-violated", "fail", "error"),
        Standing::Undecided => ("property-undecided", "open", "none"),
        Standing::Bounded => ("property-bounded", "open", "none"),
    };
    let assumed = report.assumption().map(|text| format!(" ({text})")).unwrap_or_default();
    let text = format!("{} {}: {}{assumed}", property.name, property.clause(), property.reason);
    let mut found = result(id, kind, level, &text, &place(report, property), rules);
    let formula = property.text.split_whitespace().collect::<Vec<_>>().join(" ");
    found["locations"][0]["logicalLocations"] = json!([{ "name": property.name, "kind": "member" }]);
    found["partialFingerprints"] = json!({ "property/v1": format!("{}#{}", title(report), property.name) });
    found["properties"] = json!({
        "formula": formula,
        "engine": property.engine,
        "states": property.statistics.states,
        "timeSeconds": property.statistics.time_seconds,
    });
    if !report.fairness.is_empty() {
        found["properties"]["fairness"] = json!(report.fairness);
    }
    if let Some(trace) = &property.trace {
        found["codeFlows"] = json!([code_flow(trace)]);
    }
    Some(found)
}

/// A run, with the values that are new at each position.
fn code_flow(trace: &Trace) -> Value {
    let location = |(at, line): (usize, steps::Line)| {
        let text = line.step.unwrap_or_else(|| "initial state".to_string());
        let state: Map<String, Value> =
            line.changes.into_iter().map(|(name, value)| (name, json!({ "text": value }))).collect();
        json!({ "location": { "message": { "text": text } }, "executionOrder": at + 1, "state": state })
    };
    let locations: Vec<Value> = steps::lines(trace).into_iter().enumerate().map(location).collect();
    json!({ "message": { "text": "a run of the model that violates the property" }, "threadFlows": [{ "locations": locations }] })
}

fn of_diagnostic(diagnostic: &Diagnostic, rules: &mut Rules) -> Option<Value> {
    let level = match diagnostic.severity {
        Severity::Note => return None,
        Severity::Warning => "warning",
        Severity::Error => "error",
    };
    let help = diagnostic.help.iter().map(|help| format!(" ({help})"));
    let text = format!("{}{}", diagnostic.message, help.collect::<String>());
    let mut found = result(&diagnostic.code, "fail", level, &text, &diagnostic.place, rules);
    let related = |label: &synod_documents::Label| {
        let mut location = location(&label.place);
        location["message"] = json!({ "text": label.text });
        location
    };
    if !diagnostic.labels.is_empty() {
        found["relatedLocations"] = diagnostic.labels.iter().map(related).collect();
    }
    Some(found)
}

fn of_rejection(rejection: &Rejection, rules: &mut Rules) -> Vec<Value> {
    let told: Vec<Value> = rejection.diagnostics.iter().filter_map(|d| of_diagnostic(d, rules)).collect();
    if told.is_empty() {
        let place = begin_of(&rejection.model);
        return vec![result("model-rejected", "fail", "error", &refused(rejection), &place, rules)];
    }
    told
}

/// Where a property is written; the beginning of the model for questions that are in no text, since code scanning refuses
/// results without a place.
fn place(report: &CheckReport, property: &PropertyReport) -> Place {
    property.place.clone().unwrap_or_else(|| begin_of(&report.head.model))
}

fn begin_of(file: &str) -> Place {
    Place { file: file.to_string(), line: 1, column: 1, end_line: 1, end_column: 1 }
}

fn result(id: &str, kind: &str, level: &str, text: &str, place: &Place, rules: &mut Rules) -> Value {
    json!({
        "ruleId": id,
        "ruleIndex": rules.position(id),
        "kind": kind,
        "level": level,
        "message": { "text": text },
        "locations": [location(place)],
    })
}

fn location(place: &Place) -> Value {
    let Place { file, line, column, end_line, end_column } = place;
    json!({ "physicalLocation": {
        "artifactLocation": { "uri": uri(file) },
        "region": { "startLine": line, "startColumn": column, "endLine": end_line, "endColumn": end_column },
    }})
}

/// A path as a relative reference of RFC 3986.
fn uri(path: &str) -> String {
    let path = path.replace('\\', "/");
    let mut out = String::new();
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                out.push(char::from(byte))
            }
            _ => out.push_str(&format!("%{byte:02X}")),
        }
    }
    match out.starts_with('/') {
        true => format!("file://{out}"),
        false => out,
    }
}

#[cfg(test)]
mod tests {
    use super::uri;

    #[test]
    fn paths_are_references() {
        assert_eq!(uri("a b/ö#.rcp"), "a%20b/%C3%B6%23.rcp");
        assert_eq!(uri("/x:y"), "file:///x%3Ay");
    }
}
