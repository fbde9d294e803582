//! Types, signatures, calls, hints, tokens, coverage, parameters, and models that are not open.

use serde_json::{Value, json};

use crate::client::{Client, position};

const URI: &str = "file:///m.rcp";

const MODEL: &str = "\
const most = 3
enum channel {wire}
enum order {turnOn, turnOff}
message-structure: MSG : order
property-variables: lit : bool
guard near(k : int, o : order) := k < most & o = turnOn;
agent Lamp
    local: count : int, last : order
    init: count = 0 & last = turnOn
    relabel: lit <- true
    receive-guard: true
    repeat: ((on: {count < most} *! near(count, last) (MSG := last) [count := count + 1]; off: {true} *! false (MSG := last) []) + never: {count > 7} *! false (MSG := last) [])
system = Lamp(lamp, true)
SPEC dark: G lamp-count < 2
";

fn at(text: &str, part: &str, nth: usize) -> Value {
    json!({ "textDocument": { "uri": URI }, "position": position(text, part, nth) })
}

#[test]
fn types_signatures_and_hints() {
    let mut client = Client::new();
    client.open(URI, MODEL);
    assert!(client.diagnostics(1).iter().all(|each| each["severity"] != 1));
    let found = client.ask("textDocument/typeDefinition", at(MODEL, "last", 0)).unwrap();
    assert_eq!(found[0]["range"]["start"], position(MODEL, "order", 0), "{found}");
    let found = client.ask("textDocument/typeDefinition", at(MODEL, "lamp", 0)).unwrap();
    assert_eq!(found[0]["range"]["start"], position(MODEL, "Lamp", 0), "{found}");
    let call = MODEL.find("near(count, ").unwrap() + "near(count, ".len();
    let (line, column) = (MODEL[..call].matches('\n').count(), call - MODEL[..call].rfind('\n').unwrap() - 1);
    let asked = json!({ "textDocument": { "uri": URI }, "position": { "line": line, "character": column } });
    let help = client.ask("textDocument/signatureHelp", asked).unwrap();
    assert_eq!(help["signatures"][0]["label"], "near(k : int, o : order)", "{help}");
    assert_eq!(
        (&help["activeParameter"], &help["signatures"][0]["parameters"][1]["label"]),
        (&json!(1), &json!("o : order"))
    );
    assert_eq!(client.ask("textDocument/signatureHelp", at(MODEL, "enum", 0)).unwrap(), Value::Null);
    let all = json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 99, "character": 0 } });
    let hints = client
        .ask("textDocument/inlayHint", json!({ "textDocument": { "uri": URI }, "range": all }))
        .unwrap();
    let labels: Vec<&str> =
        hints.as_array().unwrap().iter().map(|hint| hint["label"].as_str().unwrap()).collect();
    assert_eq!(labels, ["0..3", "0→1", "1→0", "0→0"], "{hints}");
}

#[test]
fn processes_that_call_each_other() {
    let uri = "file:///m.ccs";
    let text = include_str!("../../../frontends/process/src/template.ccs");
    let mut client = Client::new();
    client.open(uri, text);
    client.diagnostics(1);
    let asked = json!({ "textDocument": { "uri": uri }, "position": position(text, "MACHINE = ", 0) });
    let items = client.ask("textDocument/prepareCallHierarchy", asked).unwrap();
    assert_eq!(items[0]["name"], "MACHINE", "{items}");
    let callers = client.ask("callHierarchy/incomingCalls", json!({ "item": items[0] })).unwrap();
    let names: Vec<&str> =
        callers.as_array().unwrap().iter().map(|call| call["from"]["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["MACHINE", "system"], "{callers}");
    assert_eq!(callers[0]["fromRanges"].as_array().unwrap().len(), 2);
    let asked = json!({ "textDocument": { "uri": uri }, "position": position(text, "system  =", 0) });
    let system = client.ask("textDocument/prepareCallHierarchy", asked).unwrap();
    let called = client.ask("callHierarchy/outgoingCalls", json!({ "item": system[0] })).unwrap();
    assert_eq!(called.as_array().unwrap().len(), 2, "{called}");
}

#[test]
fn verdicts_stay_while_the_text_means_the_same_and_show_the_run() {
    let mut client = Client::new();
    client.open(URI, MODEL);
    let properties = json!({ "command": "synod.properties", "arguments": [{ "uri": URI }] });
    let told = client.ask("workspace/executeCommand", properties.clone()).unwrap();
    assert_eq!((&told[0]["name"], &told[0]["verdict"]), (&json!("dark"), &Value::Null), "{told}");
    assert_eq!(told[0]["range"]["start"], position(MODEL, "SPEC dark", 0), "{told}");
    let check = json!({ "command": "synod.check", "arguments": [{ "uri": URI, "coverage": true }] });
    client.ask("workspace/executeCommand", check).unwrap();
    client.hear("synod/answers", |_| true);
    let told = client.ask("workspace/executeCommand", properties).unwrap();
    assert_eq!(told[0]["verdict"], "violated", "{told}");
    let has = |params: &Value, code: &str| {
        params["diagnostics"].as_array().unwrap().iter().any(|each| each["code"] == code)
    };
    let told = client.hear("textDocument/publishDiagnostics", |params| has(params, "property::violated"));
    let violated = told["diagnostics"]
        .as_array()
        .unwrap()
        .iter()
        .find(|each| each["code"] == "property::violated")
        .unwrap();
    let steps = violated["relatedInformation"].as_array().unwrap();
    assert_eq!(steps[0]["location"]["range"]["start"], position(MODEL, "on: {count", 0), "{steps:?}");
    assert!(steps[0]["message"].as_str().unwrap().starts_with("step 1: lamp"), "{steps:?}");
    let unused = told["diagnostics"]
        .as_array()
        .unwrap()
        .iter()
        .find(|each| each["code"] == "coverage::never-used")
        .unwrap();
    assert_eq!(unused["range"]["start"], position(MODEL, "never: {", 0));
    assert_eq!(unused["tags"], json!([1]));
    let coverage = json!({ "command": "synod.coverage", "arguments": [{ "uri": URI }] });
    assert_eq!(client.ask("workspace/executeCommand", coverage).unwrap()["complete"], true);
    // A comment and white space do not matter; places of before are not shown.
    client.change(URI, 2, &format!("// hello\n\n{}", MODEL.replace("init: count", "init:   count")));
    let told = client.diagnostics(2);
    assert!(
        told.iter().any(|each| each["code"] == "property::violated"
            && each.get("relatedInformation").is_none_or(Value::is_null)),
        "{told:?}"
    );
    client.change(URI, 3, &MODEL.replace("< 2", "< 9"));
    assert!(client.diagnostics(3).iter().all(|each| each["code"] != "property::violated"));
}

#[test]
fn runs_are_told_as_the_viewer_reads_them() {
    let mut client = Client::new();
    client.open(URI, MODEL);
    let asked = json!({ "command": "synod.runs", "arguments": [{ "uri": URI }] });
    assert_eq!(client.ask("workspace/executeCommand", asked).unwrap(), json!([]), "nothing was checked");
    let check = json!({ "command": "synod.check", "arguments": [{ "uri": URI }] });
    client.ask("workspace/executeCommand", check).unwrap();
    let report = client.hear("synod/answers", |_| true);
    let mut runs = |more: Value| {
        let mut asked = json!({ "uri": URI });
        more.as_object().unwrap().iter().for_each(|(name, value)| asked[name] = value.clone());
        client.ask("workspace/executeCommand", json!({ "command": "synod.runs", "arguments": [asked] }))
    };
    let found = runs(json!({ "properties": ["dark"] })).unwrap();
    assert_eq!(found[0]["title"], "dark: counterexample", "{found}");
    assert_eq!(found[0]["view"]["formula"][0]["text"], "G lamp-count < 2", "{found}");
    // The command of an arrow is found in the text.
    let command = &found[0]["automata"][0]["arrows"][0]["commands"][0];
    let range = |end: &str| command["range"][end].as_u64().unwrap() as usize;
    assert!(MODEL[range("from")..range("to")].starts_with("on: {count"), "{command}");
    assert_eq!(runs(json!({ "properties": ["no such"] })).unwrap(), json!([]));
    let trace = &report["report"]["properties"][0]["trace"];
    let walk = runs(json!({ "trace": trace, "title": "Walk" })).unwrap();
    assert_eq!((&walk[0]["title"], &walk[0]["view"]["formula"]), (&json!("Walk"), &json!([])));
    assert!(runs(json!({ "trace": { "steps": 1 } })).unwrap_err().starts_with("`trace`: "));
}

#[test]
fn hover_tells_rules_of_the_semantics_and_where_the_book_has_them() {
    let told = |client: &mut Client, part: &str, nth: usize| {
        let found = client.ask("textDocument/hover", at(MODEL, part, nth)).unwrap();
        found["contents"]["value"].as_str().unwrap_or_default().to_string()
    };
    let mut client = Client::new();
    client.open(URI, MODEL);
    let send = told(&mut client, "! near", 0);
    assert!(send.starts_with("`!`") && send.contains("[mcast-blocks]"), "{send}");
    assert!(send.ends_with("In the book: `rcheck/semantics.html#messages`"), "{send}");
    assert!(told(&mut client, "*! near", 0).starts_with("`!`"), "the broadcast channel belongs to it");
    let guard = told(&mut client, "receive-guard", 0);
    assert!(guard.contains("listens to") && guard.contains("[mcast-deaf]"), "{guard}");
    let mut client = Client::with(json!({ "initializationOptions": { "book": "https://a.example/book/" } }));
    let text = MODEL.replace("lit : bool", "lit : bool // what a surprise!");
    client.open(URI, &text);
    let found = client.ask("textDocument/hover", at(&text, "!\n", 0)).unwrap();
    assert_eq!(found, Value::Null, "a comment");
    let spoken = MODEL.replace("*! near", "glow! near");
    client.change(URI, 2, &spoken);
    let found = client.ask("textDocument/hover", at(&spoken, "! near", 0)).unwrap();
    assert!(
        found["contents"]["value"].as_str().unwrap().starts_with("`!`"),
        "not the name before it: {found}"
    );
    client.change(URI, 3, &text);
    let found = client.ask("textDocument/hover", at(&text, ":= last", 0)).unwrap();
    let link = "[In the book](https://a.example/book/rcheck/semantics.html#messages)";
    assert!(found["contents"]["value"].as_str().unwrap().ends_with(link), "{found}");
}

#[test]
fn coverage_is_told_after_each_check_where_that_is_set() {
    let mut client = Client::with(json!({ "initializationOptions": { "coverage": true } }));
    client.open(URI, MODEL);
    client
        .ask("workspace/executeCommand", json!({ "command": "synod.check", "arguments": [{ "uri": URI }] }))
        .unwrap();
    let is_dimmed = |params: &Value| {
        params["diagnostics"].as_array().unwrap().iter().any(|each| each["code"] == "coverage::never-used")
    };
    client.hear("textDocument/publishDiagnostics", is_dimmed);
}

#[test]
fn tokens_are_told_by_what_has_changed() {
    let mut client = Client::new();
    client.open(URI, MODEL);
    let document = json!({ "uri": URI });
    let full = client.ask("textDocument/semanticTokens/full", json!({ "textDocument": document })).unwrap();
    client.change(URI, 2, &MODEL.replace("agent Lamp", "\nagent Lamp"));
    let asked = json!({ "textDocument": document, "previousResultId": full["resultId"] });
    let delta = client.ask("textDocument/semanticTokens/full/delta", asked).unwrap();
    assert_eq!(delta["edits"].as_array().unwrap().len(), 1, "{delta}");
    assert!(delta["edits"][0]["data"].as_array().unwrap().len() <= 10, "{delta}");
    let asked = json!({ "textDocument": document, "previousResultId": "no such" });
    assert!(client.ask("textDocument/semanticTokens/full/delta", asked).unwrap()["data"].is_array());
}

#[test]
fn parameters_are_told_and_come_from_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("m.labs");
    let uri = format!("file://{}", path.display());
    let text = "system { extern = _n\nspawn = Node: _n }\nagent Node { interface = x: 0\nBehavior = x <- 1 }\ncheck { P = always true }\n";
    let mut client = Client::new();
    client.open(&uri, text);
    assert!(client.diagnostics(1).iter().any(|each| each["severity"] == 1), "n has no value");
    let ask = json!({ "command": "synod.parameters", "arguments": [{ "uri": uri }] });
    let told = client.ask("workspace/executeCommand", ask).unwrap();
    assert_eq!(told["parameters"], json!([{ "name": "n", "value": null, "optional": false }]), "{told}");
    std::fs::write(folder.path().join("synod.toml"), "[parameters]\nn = 2\n").unwrap();
    let changes = json!({ "changes": [{ "uri": format!("file://{}/synod.toml", folder.path().display()), "type": 1 }] });
    client.notify("workspace/didChangeWatchedFiles", changes);
    assert!(client.diagnostics(1).iter().all(|each| each["severity"] != 1));
    let ask = json!({ "command": "synod.parameters", "arguments": [{ "uri": uri }] });
    assert_eq!(client.ask("workspace/executeCommand", ask).unwrap()["given"], json!({ "n": 2 }));
}

#[test]
fn languages_and_forms_are_told_before_any_text_is_open() {
    let mut client = Client::new();
    let ask = json!({ "command": "synod.catalogue", "arguments": [{}] });
    let told = client.ask("workspace/executeCommand", ask).unwrap();
    let named = |list: &str, name: &str| {
        told[list].as_array().unwrap().iter().find(|each| each["name"] == name).unwrap().clone()
    };
    assert_eq!(named("languages", "labs")["template"]["path"], "model.labs");
    let forms = named("languages", "chor")["forms"].clone();
    assert!(forms.as_array().unwrap().iter().any(|form| form["name"] == "projections"), "{forms}");
    let subjects = ["smv", "btor2", "mermaid"].map(|form| named("forms", form)["subject"].clone());
    assert_eq!(subjects, ["model", "property", "run"]);
    assert_eq!(named("forms", "smv")["ending"], ".smv");
}

#[test]
fn models_that_are_not_open_have_symbols_too() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("below")).unwrap();
    std::fs::write(folder.path().join("below/lamp.rcp"), MODEL).unwrap();
    std::fs::write(folder.path().join("notes.txt"), MODEL).unwrap();
    let uri = format!("file://{}", folder.path().display());
    let mut client = Client::with(json!({ "workspaceFolders": [{ "uri": uri, "name": "models" }] }));
    let found = client.ask("workspace/symbol", json!({ "query": "turnO" })).unwrap();
    assert_eq!(found.as_array().unwrap().len(), 2, "{found}");
    let event = json!({ "event": { "added": [], "removed": [{ "uri": uri, "name": "models" }] } });
    client.notify("workspace/didChangeWorkspaceFolders", event);
    assert_eq!(client.ask("workspace/symbol", json!({ "query": "turnO" })).unwrap(), json!([]));
}
