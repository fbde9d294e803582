//! What the tool writes fits the schemas it publishes.
//!
//! The validator knows the words that these schemas use, and fails on any other, so that a schema cannot
//! say more than is tested.

use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Map, Value};
use synod_documents::itf::ItfTrace;
use synod_documents::system::System;
use synod_documents::{
    CheckReport, CutoffReport, EstimateReport, LintReport, Progress, ReplayReport, Reported, SimulateReport,
    Trace,
};

use crate::support::{CAMP, CANDLE, Folder, LAMP};

const NAMES: [&str; 11] = [
    "check",
    "check-many",
    "cutoff",
    "simulate",
    "estimate",
    "replay",
    "lint",
    "trace",
    "itf",
    "system",
    "progress",
];

struct Validator {
    schemas: Vec<Value>,
}

impl Validator {
    fn new() -> Self {
        let read = |name| {
            let outcome = Folder::new().run(&["schema", name]);
            assert_eq!(outcome.code, 0);
            outcome.json()
        };
        Validator { schemas: NAMES.map(read).to_vec() }
    }

    /// Everything wrong with a document that should fit the schema of this name, and the type behind it.
    fn problems(&self, name: &str, document: &Value) -> Vec<String> {
        let mut problems = self.misfits(name, document);
        if problems.is_empty() && read_and_written(name, document).as_ref() != Ok(document) {
            problems.push(format!("read and written, it is {:?}", read_and_written(name, document)));
        }
        problems
    }

    fn misfits(&self, name: &str, document: &Value) -> Vec<String> {
        let position = NAMES.iter().position(|n| *n == name).unwrap();
        let root = &self.schemas[position];
        let mut problems = Vec::new();
        self.check(root, root, document, "", &mut problems);
        problems
    }

    /// Schemas are whole in themselves: what is referred to is in the same one.
    fn resolve<'a>(root: &'a Value, reference: &str) -> &'a Value {
        let pointer = reference.strip_prefix('#').expect(reference);
        root.pointer(pointer).expect(reference)
    }

    fn fits(&self, root: &Value, schema: &Value, value: &Value) -> bool {
        let mut problems = Vec::new();
        self.check(root, schema, value, "", &mut problems);
        problems.is_empty()
    }

    fn check(&self, root: &Value, schema: &Value, value: &Value, at: &str, problems: &mut Vec<String>) {
        let Some(schema) = schema.as_object() else {
            if schema == &Value::Bool(false) {
                problems.push(format!("{at}: not allowed"));
            }
            return;
        };
        let empty = Map::new();
        let properties = schema.get("properties").and_then(Value::as_object).unwrap_or(&empty);
        for (word, rule) in schema {
            let list = || rule.as_array().expect(word);
            let holds = match word.as_str() {
                "$schema" | "$id" | "$defs" | "title" | "description" | "properties" | "then" => true,
                "$ref" => {
                    let target = Self::resolve(root, rule.as_str().expect(word));
                    self.check(root, target, value, at, problems);
                    true
                }
                "type" => match rule {
                    Value::Array(types) => types.iter().any(|t| is_of_type(value, t)),
                    one => is_of_type(value, one),
                },
                "const" => value == rule,
                "enum" => list().contains(value),
                "minimum" => value.as_f64().is_none_or(|v| v >= rule.as_f64().unwrap()),
                "maximum" => value.as_f64().is_none_or(|v| v <= rule.as_f64().unwrap()),
                "minItems" => value.as_array().is_none_or(|a| a.len() as u64 >= rule.as_u64().unwrap()),
                "maxItems" => value.as_array().is_none_or(|a| a.len() as u64 <= rule.as_u64().unwrap()),
                "required" => value
                    .as_object()
                    .is_none_or(|o| list().iter().all(|key| o.contains_key(key.as_str().unwrap()))),
                "anyOf" => list().iter().any(|s| self.fits(root, s, value)),
                "oneOf" => list().iter().filter(|s| self.fits(root, s, value)).count() == 1,
                "if" => {
                    if self.fits(root, rule, value) {
                        self.check(root, &schema["then"], value, at, problems);
                    }
                    true
                }
                "items" => {
                    for (i, item) in value.as_array().into_iter().flatten().enumerate() {
                        self.check(root, rule, item, &format!("{at}/{i}"), problems);
                    }
                    true
                }
                "prefixItems" => {
                    for (i, (item, rule)) in
                        std::iter::zip(value.as_array().into_iter().flatten(), list()).enumerate()
                    {
                        self.check(root, rule, item, &format!("{at}/{i}"), problems);
                    }
                    true
                }
                "additionalProperties" => {
                    for (key, item) in value.as_object().into_iter().flatten() {
                        if !properties.contains_key(key) {
                            self.check(root, rule, item, &format!("{at}/{key}"), problems);
                        }
                    }
                    true
                }
                other => panic!("the validator does not know `{other}`"),
            };
            if !holds {
                problems.push(format!("{at}: {word} {rule} does not hold of {value}"));
            }
        }
        for (key, rule) in properties {
            if let Some(item) = value.get(key) {
                self.check(root, rule, item, &format!("{at}/{key}"), problems);
            }
        }
    }
}

/// A document of this name, read into its type and written again.
fn read_and_written(name: &str, document: &Value) -> Result<Value, String> {
    fn through<T: Serialize + DeserializeOwned>(document: &Value) -> Result<Value, String> {
        let read: T = serde_json::from_value(document.clone()).map_err(|error| error.to_string())?;
        serde_json::to_value(&read).map_err(|error| error.to_string())
    }
    match name {
        "check" => through::<Reported<CheckReport>>(document),
        "cutoff" => through::<Reported<CutoffReport>>(document),
        "simulate" => through::<Reported<SimulateReport>>(document),
        "estimate" => through::<Reported<EstimateReport>>(document),
        "replay" => through::<Reported<ReplayReport>>(document),
        "lint" => through::<Reported<LintReport>>(document),
        "trace" => through::<Trace>(document),
        "itf" => through::<ItfTrace>(document),
        "system" => through::<System>(document),
        "progress" => through::<Progress>(document),
        other => panic!("there is no type for `{other}`"),
    }
}

fn is_of_type(value: &Value, name: &Value) -> bool {
    match name.as_str().unwrap() {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        other => panic!("the validator does not know the type `{other}`"),
    }
}

#[test]
fn every_schema_has_an_address_and_needs_no_other() {
    fn references(value: &Value, found: &mut Vec<String>) {
        match value {
            Value::Array(items) => items.iter().for_each(|item| references(item, found)),
            Value::Object(members) => {
                for (key, member) in members {
                    match member {
                        Value::String(reference) if key == "$ref" => found.push(reference.clone()),
                        other => references(other, found),
                    }
                }
            }
            _ => {}
        }
    }
    for (name, schema) in std::iter::zip(NAMES, Validator::new().schemas) {
        assert_eq!(schema["$id"], format!("https://synod.invalid/schema/{name}.schema.json"));
        let mut found = Vec::new();
        references(&schema, &mut found);
        for reference in found {
            assert!(Validator::resolve(&schema, &reference).is_object(), "{name}: {reference}");
        }
    }
}

#[test]
fn reports_and_rejections_fit_their_schema() {
    let validator = Validator::new();
    let folder = Folder::with("lamp.rcp", LAMP);
    folder.write("candle.rcp", CANDLE);
    folder.write("bad.rcp", LAMP.replace("init: !on", "init: !no"));
    for arguments in [
        &["lamp.rcp"][..],
        &["lamp.rcp", "-p", "blinks", "--timeout", "0"],
        &["candle.rcp", "-p", "no-deadlock", "-p", "no-fault"],
        &["bad.rcp"],
        &["none.rcp"],
        &["lamp.rcp", "-p", "nothing"],
    ] {
        let outcome = folder.run(&[&["check", "--json"], arguments].concat());
        assert_eq!(validator.problems("check", &outcome.json()), [""; 0], "{arguments:?}");
    }
}

#[test]
fn strategies_fit_their_schema() {
    let validator = Validator::new();
    let example = |name: &str| format!("{}/../../examples/{name}", env!("CARGO_MANIFEST_DIR"));
    let (cards, vault) = (example("ispl/cards.ispl"), example("rcheck/vault.rcp"));
    for arguments in [&[cards.as_str()][..], &[cards.as_str(), "--atlk", "2"], &[vault.as_str()]] {
        let outcome = Folder::with("x", "").run(&[&["check", "--json"], arguments].concat());
        let report = outcome.json();
        assert_eq!(validator.problems("check", &report), [""; 0], "{arguments:?}");
        assert!(report.to_string().contains("\"strategies\":[{"), "{arguments:?}");
    }
}

#[test]
fn what_is_known_for_any_number_fits_its_schema() {
    let validator = Validator::new();
    let folder = Folder::with("camp.pispl", CAMP);
    for command in ["check", "cutoff"] {
        for arguments in [&["camp.pispl"][..], &["camp.pispl", "--emergence"], &["none.pispl"]] {
            let outcome = folder.run(&[&[command, "--json"], arguments].concat());
            assert_eq!(validator.problems(command, &outcome.json()), [""; 0], "{command} {arguments:?}");
        }
    }
}

#[test]
fn traces_fit_their_schema() {
    let validator = Validator::new();
    let folder = Folder::with("candle.rcp", CANDLE);
    folder.run(&["check", "candle.rcp", "-p", "no-deadlock", "--trace-out", "t.json"]);
    let trace: Value = serde_json::from_str(&folder.read("t.json")).unwrap();
    assert_eq!(validator.problems("trace", &trace), [""; 0]);
}

#[test]
fn random_runs_and_replays_fit_their_schemas() {
    let validator = Validator::new();
    let folder = Folder::with("candle.rcp", CANDLE);
    let runs = folder.run(&["simulate", "candle.rcp", "--runs", "3", "--json", "--trace-out", "t.json"]);
    assert_eq!(validator.problems("simulate", &runs.json()), [""; 0]);
    let file = folder.names().remove(1);
    let replayed = folder.run(&["replay", "candle.rcp", &file, "--json"]);
    assert_eq!((replayed.code, &replayed.json()["is_run"]), (0, &Value::Bool(true)));
    assert_eq!(validator.problems("replay", &replayed.json()), [""; 0]);
    folder.write(&file, folder.read(&file).replace("\"loop_start\": null", "\"loop_start\": 0"));
    let refused = folder.run(&["replay", "candle.rcp", &file, "--json"]);
    assert_eq!((refused.code, &refused.json()["is_run"]), (1, &Value::Bool(false)));
    assert_eq!(validator.problems("replay", &refused.json()), [""; 0]);
}

#[test]
fn refusals_of_random_runs_and_replays_fit_their_schemas() {
    let validator = Validator::new();
    let folder = Folder::with("lamp.rcp", LAMP);
    folder.write("bad.rcp", LAMP.replace("init: !on", "init: !no"));
    folder.write("text.json", "hello");
    folder.write("other.itf.json", r#"{"states": [{"x": 1}]}"#);
    for (arguments, message) in [
        (&["simulate", "bad.rcp"][..], "`bad.rcp`: 1 error; nothing was checked"),
        (&["simulate", "none.rcp"], "there is no file `none.rcp`"),
        (&["simulate", "lamp.rcp", "--constraint", "lamp-off"], "lamp-off"),
        (&["simulate", "lamp.rcp", "--constraint", "lamp-on"], "the model has no initial state that"),
        (&["replay", "bad.rcp", "text.json"], "`bad.rcp`: 1 error; nothing was checked"),
        (&["replay", "lamp.rcp", "none.json"], "there is no file `none.json`"),
        (&["replay", "lamp.rcp", "text.json"], "`text.json` is neither a trace in JSON nor a witness"),
        (&["replay", "lamp.rcp", "other.itf.json"], "state 0 has no value for `lamp-"),
    ] {
        let outcome = folder.run(&[arguments, &["--json"]].concat());
        let document = outcome.json();
        assert_eq!((outcome.code, outcome.err.as_str()), (2, ""), "{arguments:?}");
        assert!(document["error"].as_str().unwrap().contains(message), "{arguments:?} {document}");
        assert_eq!(document["diagnostics"].as_array().unwrap().len(), usize::from(arguments[1] == "bad.rcp"));
        assert_eq!(validator.problems(arguments[0], &document), [""; 0], "{arguments:?}");
    }
}

#[test]
fn estimates_and_events_fit_their_schemas() {
    let validator = Validator::new();
    let text = "system { environment = e: 0 spawn = A: 2 } stigmergy S { link = true s: 0 }
        agent A { stigmergies = S Behavior = s <~ 1; (e <-- 1 ++ Skip) }
        check { P = finally e = 1  Q = always e = 0  R = ctl EF (e = 1) }";
    let folder = Folder::with("m.labs", text);
    for arguments in
        [&["--error", "0.1"][..], &["--error", "0.1", "--at-least", "0.5"], &["--timeout", "0"], &["n=1"]]
    {
        let outcome = folder.run(&[&["estimate", "m.labs", "--json"], arguments].concat());
        assert_eq!(validator.problems("estimate", &outcome.json()), [""; 0], "{arguments:?}");
    }
    let runs = folder.run(&["simulate", "m.labs", "--runs", "3", "--json"]).json();
    assert_eq!(validator.problems("simulate", &runs), [""; 0]);
    assert!(runs["runs"][0]["trace"]["events"].is_array());
    let report = folder.run(&["check", "m.labs", "--json"]).json();
    assert_eq!(validator.problems("check", &report), [""; 0]);
    assert!(report["properties"][1]["trace"]["events"].is_array(), "{report}");
}

#[test]
fn systems_fit_their_schema() {
    let validator = Validator::new();
    let system = Folder::with("lamp.rcp", LAMP).run(&["show", "lamp.rcp", "--format", "json"]).json();
    assert_eq!(validator.problems("system", &system), [""; 0]);
}

#[test]
fn documents_about_models_of_every_language_fit_their_schemas() {
    let validator = Validator::new();
    let folder = Folder::new();
    let example = |name: &str| format!("{}/../../examples/{name}", env!("CARGO_MANIFEST_DIR"));
    for (model, parameter) in [
        ("rcheck/first-steps.rcp", None),
        ("labs/leader.labs", Some("n=2")),
        ("ispl/cards.ispl", None),
        ("process/vending.ccs", None),
        ("process/stock.chor", None),
    ] {
        let model = example(model);
        let arguments: Vec<&str> = [model.as_str()].into_iter().chain(parameter).collect();
        for (command, options) in [
            ("check", &["--json", "--timeout", "5"][..]),
            ("simulate", &["--json", "--seed", "1", "--steps", "3"]),
            ("estimate", &["--json", "--seed", "1", "--steps", "9", "--error", "0.2"]),
        ] {
            let outcome = folder.run(&[&[command], arguments.as_slice(), options].concat());
            assert_eq!(validator.problems(command, &outcome.json()), [""; 0], "{command} {arguments:?}");
        }
        let system = folder.run(&[&["show", "--format", "json"], arguments.as_slice()].concat());
        assert_eq!(validator.problems("system", &system.json()), [""; 0], "{arguments:?}");
        let options = ["simulate", "--steps", "3", "--trace-out", "t.itf.json"];
        folder.run(&[&options, arguments.as_slice()].concat());
        let trace: Value = serde_json::from_str(&folder.read("t.itf.json")).unwrap();
        assert_eq!(validator.problems("itf", &trace), [""; 0], "{arguments:?}");
    }
}

#[test]
fn the_validator_finds_what_is_wrong() {
    let validator = Validator::new();
    let mut report = Folder::with("lamp.rcp", LAMP).run(&["check", "lamp.rcp", "--json"]).json();
    report["properties"][0]["verdict"] = "maybe".into();
    assert!(!validator.problems("check", &report).is_empty());
    let mut report = Folder::with("lamp.rcp", LAMP).run(&["check", "lamp.rcp", "--json"]).json();
    report["properties"][0]["trace"]["steps"][0].as_object_mut().unwrap().remove("rule");
    assert!(!validator.problems("check", &report).is_empty());
}

#[test]
fn what_lint_finds_is_a_document_and_a_report() {
    let folder = Folder::with("unread.rcp", LAMP.replace("on : bool", "on : bool, spare : bool"));
    folder.write("broken.rcp", "agent");
    folder.write("lamp.rcp", LAMP);
    let validator = Validator::new();
    for (files, code, warnings, rejected) in [
        (&["lamp.rcp"][..], 0, 0, 0),
        (&["unread.rcp", "lamp.rcp"], 1, 1, 0),
        (&["unread.rcp", "broken.rcp"], 2, 1, 1),
    ] {
        let outcome = folder
            .run(&[&["lint", "--json"], files, &["--report", "r.sarif", "--report", "r.html"]].concat());
        assert_eq!(
            (outcome.code, outcome.err.as_str()),
            (code, "wrote r.sarif\nwrote r.html\n"),
            "{outcome:?}"
        );
        let report = outcome.json();
        assert_eq!(validator.problems("lint", &report), Vec::<String>::new(), "{report}");
        let summary = serde_json::json!({
            "models": files.len(), "warnings": warnings, "rejected": rejected, "exit_code": code,
        });
        assert_eq!(report["summary"], summary, "{report}");
        let sarif: Value = serde_json::from_str(&folder.read("r.sarif")).unwrap();
        let results = sarif["runs"][0]["results"].as_array().unwrap();
        assert_eq!(
            results.iter().filter(|one| one["ruleId"] == "model::unused-name").count(),
            warnings,
            "{sarif}"
        );
        assert_eq!(folder.read("r.html").contains("model::unused-name"), warnings > 0);
    }
    let nothing = folder.run(&["lint", "none", "--json"]);
    assert_eq!(validator.problems("lint", &nothing.json()), Vec::<String>::new(), "{nothing:?}");
    let refused = folder.run(&["lint", "lamp.rcp", "--report", "r.junit.xml"]);
    assert_eq!(refused.code, 2, "{refused:?}");
    assert!(refused.err.contains(".json, .sarif or .html"), "{refused:?}");
    // The document goes into a file, too.
    assert_eq!(folder.run(&["lint", "unread.rcp", "--report", "r.json"]).code, 1);
    let report: Value = serde_json::from_str(&folder.read("r.json")).unwrap();
    assert_eq!(validator.problems("lint", &report), Vec::<String>::new(), "{report}");
}

#[test]
fn progress_is_a_document_a_line() {
    // More states than anybody visits.
    let text =
        "system { spawn = A: 3 } agent A { interface = x: 1 Behavior = x <- (x * 5 + 3) % 1048576; Behavior }
                check { P = always x of 0 != 7 or x of 1 != 9 or x of 2 != 11 }";
    let folder = Folder::with("m.labs", text);
    let validator = Validator::new();
    let commands: [&[&str]; 2] =
        [&["check", "m.labs", "--engine", "explicit"], &["estimate", "m.labs", "--steps", "10"]];
    for command in commands {
        let outcome = folder.run(&[command, &["--progress=json", "--timeout", "2"]].concat());
        let lines: Vec<Value> =
            outcome.err.lines().map(|line| serde_json::from_str(line).expect(line)).collect();
        assert!(!lines.is_empty(), "{outcome:?}");
        for line in lines {
            assert_eq!(validator.problems("progress", &line), Vec::<String>::new(), "{line}");
            assert_eq!(line["property"], "P");
        }
    }
}
