//! The server as a client sees it.

mod asking;
mod client;
mod random_edits;

use client::{Client, position};
use serde_json::{Value, json};

const URI: &str = "file:///m.rcp";

const MODEL: &str = "\
enum channel {wire}
message-structure: MSG : int
property-variables: lit : bool
agent Lamp
    local: glows : bool
    init: !glows
    relabel: lit <- glows
    receive-guard: true
    repeat: on: {!glows} *! false (MSG := 1) [glows := true]
system = Lamp(lamp, true)
SPEC dark: G !lamp-glows
SPEC light: F lamp-glows
";

fn at(part: &str, nth: usize) -> Value {
    json!({ "textDocument": { "uri": URI }, "position": position(MODEL, part, nth) })
}

/// A large model with a warning that checking finds, and one that only the built system shows.
fn large_model() -> String {
    let chain: String = (0..5_000).map(|at| format!("P{at} = a.P{}\n", (at + 1) % 5_000)).collect();
    format!("{chain}IDLE = b.0\nsystem = (P0 | IDLE) \\ {{c, b}}\nproperty never: G !can(b)\n")
}

#[test]
fn what_is_known_early_of_a_large_text_stays() {
    let mut client = Client::new();
    let uri = "file:///large.ccs";
    let codes = |told: &[Value]| -> Vec<String> {
        told.iter().map(|one| one["code"].as_str().unwrap().to_string()).collect()
    };
    client.open(uri, &large_model());
    let early = client.diagnostics(1);
    assert_eq!(codes(&early), ["ccs::idle-name"]);
    let all = client.diagnostics(1);
    assert_eq!(codes(&all), ["ccs::idle-name", "ccs::never-happens"]);
    assert_eq!(early[0], all[0]);
    // Where nothing can be built there is nothing to wait for: all is told at once.
    client.change(uri, 2, &large_model().replace("b.0", "b.NOBODY"));
    assert!(codes(&client.diagnostics(2)).contains(&"ccs::undefined-constant".to_string()));
    client.ask("textDocument/foldingRange", json!({ "textDocument": { "uri": uri } })).unwrap();
    assert_eq!(client.heard("textDocument/publishDiagnostics"), 0);
}

#[test]
fn names_are_found_explained_and_changed() {
    let mut client = Client::new();
    client.open(URI, MODEL);
    let hover = client.ask("textDocument/hover", at("glows", 3)).unwrap();
    assert!(hover["contents"]["value"].as_str().unwrap().contains("a local of `Lamp`"), "{hover}");
    let definition = client.ask("textDocument/definition", at("glows", 3)).unwrap();
    assert_eq!(definition[0]["range"]["start"], position(MODEL, "glows", 0));
    let mut params = at("glows", 0);
    params["context"] = json!({ "includeDeclaration": true });
    let references = client.ask("textDocument/references", params).unwrap();
    assert_eq!(references.as_array().unwrap().len(), MODEL.matches("glows").count());
    let highlights = client.ask("textDocument/documentHighlight", at("wire", 0)).unwrap();
    assert_eq!(highlights.as_array().unwrap().len(), 1);
    assert!(client.ask("textDocument/prepareRename", at("glows", 2)).unwrap().is_object());
    let mut params = at("glows", 2);
    params["newName"] = json!("shines");
    let edit = client.ask("textDocument/rename", params.clone()).unwrap();
    assert_eq!(edit["changes"][URI].as_array().unwrap().len(), MODEL.matches("glows").count());
    params["newName"] = json!("wire");
    assert!(client.ask("textDocument/rename", params).unwrap_err().contains("cannot be called"));
    let symbols =
        client.ask("textDocument/documentSymbol", json!({ "textDocument": { "uri": URI } })).unwrap();
    let names: Vec<&str> =
        symbols.as_array().unwrap().iter().map(|symbol| symbol["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["channel", "MSG", "lit", "Lamp", "lamp", "dark", "light"]);
    assert_eq!(symbols[3]["children"][0]["name"], "glows");
    let found = client.ask("workspace/symbol", json!({ "query": "gl" })).unwrap();
    assert_eq!(found[0]["name"], "glows");
    let tokens =
        client.ask("textDocument/semanticTokens/full", json!({ "textDocument": { "uri": URI } })).unwrap();
    assert!(tokens["data"].as_array().unwrap().len() > 50);
    let folds = client.ask("textDocument/foldingRange", json!({ "textDocument": { "uri": URI } })).unwrap();
    assert_eq!(folds.as_array().unwrap().len(), 1);
}

#[test]
fn what_is_wrong_is_told_and_mended_and_old_texts_are_forgotten() {
    let mut client = Client::new();
    let wrong = MODEL.replace("[glows", "[glosw");
    client.open(URI, &wrong);
    let told = client.diagnostics(1);
    assert_eq!((&told[0]["code"], told.len()), (&json!("rcheck::unknown-name"), 1), "{told:?}");
    let range = told[0]["range"].clone();
    let params = json!({ "textDocument": { "uri": URI }, "range": range, "context": { "diagnostics": [] } });
    let actions = client.ask("textDocument/codeAction", params).unwrap();
    assert_eq!(actions[0]["title"], "Change `glosw` to `glows`");
    assert_eq!(actions[0]["edit"]["changes"][URI][0]["newText"], "glows");
    // A character at a time, faster than anybody reads: only the last text is told of.
    let mut version = 1;
    for end in (wrong.len() - 40)..=wrong.len() {
        version += 1;
        client.change(URI, version, &wrong[..end]);
    }
    client.change(URI, version + 1, MODEL);
    assert!(client.diagnostics(version + 1).iter().all(|each| each["severity"] != 1));
}

#[test]
fn what_may_be_written_next_does_not_wait_for_a_whole_text() {
    let mut client = Client::new();
    client.open(URI, MODEL);
    client.diagnostics(1);
    let half = format!("{MODEL}SPEC G lamp-");
    client.change(URI, 2, &half);
    let end = json!({ "line": half.matches('\n').count(), "character": "SPEC G lamp-".len() });
    let offered = client
        .ask("textDocument/completion", json!({ "textDocument": { "uri": URI }, "position": end }))
        .unwrap();
    let labels: Vec<&str> =
        offered.as_array().unwrap().iter().map(|item| item["label"].as_str().unwrap()).collect();
    assert_eq!(labels, ["glows", "on"]);
}

#[test]
fn properties_are_checked_and_their_verdicts_stand_in_the_text() {
    let mut client = Client::new();
    client.open(URI, MODEL);
    let lenses = |client: &mut Client| {
        client.ask("textDocument/codeLens", json!({ "textDocument": { "uri": URI } })).unwrap()
    };
    let before = lenses(&mut client);
    assert_eq!((before.as_array().unwrap().len(), &before[0]["command"]["title"]), (2, &json!("▷ check")));
    let argument = before[0]["command"]["arguments"][0].clone();
    client
        .ask("workspace/executeCommand", json!({ "command": "synod.check", "arguments": [argument] }))
        .unwrap();
    let answers = client.hear("synod/answers", |_| true);
    assert_eq!(answers["report"]["properties"][0]["verdict"], "violated");
    let told = client.hear("textDocument/publishDiagnostics", |params| {
        params["diagnostics"].as_array().unwrap().iter().any(|each| each["code"] == "property::violated")
    });
    assert!(
        told["diagnostics"]
            .as_array()
            .unwrap()
            .iter()
            .any(|each| each["message"].as_str().unwrap().starts_with("dark is violated"))
    );
    let after = lenses(&mut client);
    assert_eq!(after[0]["command"]["title"], "✗ violated · check again");
    client.notify("textDocument/didSave", json!({ "textDocument": { "uri": URI } }));
    let all = client.hear("synod/answers", |_| true);
    assert_eq!(all["report"]["properties"].as_array().unwrap().len(), 2);
    client.change(URI, 2, &MODEL.replace("SPEC light", "SPEC bright"));
    assert!(
        client.diagnostics(2).iter().all(|each| each["code"] != "property::violated"),
        "answers about an older text"
    );
}

#[test]
fn a_check_with_a_bound_proves_nothing_beyond_it() {
    let mut client = Client::new();
    let uri = "file:///count.rcp";
    let text = "agent C local: n : 0..9 init: n = 0 relabel: receive-guard: false \
                repeat: up: {n < 9} *! true ()[n := n + 1] system = C(c, true) SPEC small: G c-n < 6";
    client.open(uri, text);
    let mut verdict = |depth: Value| {
        let argument = json!({ "uri": uri, "depth": depth, "engine": "explicit" });
        client
            .ask("workspace/executeCommand", json!({ "command": "synod.check", "arguments": [argument] }))
            .unwrap();
        client.hear("synod/answers", |_| true)["report"]["properties"][0]["verdict"].clone()
    };
    assert_eq!(verdict(json!(3)), "bounded");
    assert_eq!(verdict(Value::Null), "violated");
}

#[test]
fn texts_are_formatted_and_bad_requests_are_refused() {
    let mut client = Client::new();
    client.open(URI, &MODEL.replace("    init: !glows", "init:   !glows"));
    let params = json!({ "textDocument": { "uri": URI }, "options": { "tabSize": 4, "insertSpaces": true } });
    let edits = client.ask("textDocument/formatting", params).unwrap();
    assert!(!edits.as_array().unwrap().is_empty());
    assert!(client.ask("textDocument/hover", json!({ "textDocument": { "uri": URI } })).is_err());
    assert!(client.ask("textDocument/hover", json!({ "textDocument": { "uri": "file:///other.rcp" }, "position": { "line": 0, "character": 0 } })).unwrap_err().contains("not open"));
    assert!(client.ask("no/such", json!({})).is_err());
    assert!(client.ask("workspace/executeCommand", json!({ "command": "rm", "arguments": [] })).is_err());
    let far =
        json!({ "textDocument": { "uri": URI }, "position": { "line": 4_000_000, "character": 4_000_000 } });
    assert_eq!(client.ask("textDocument/hover", far).unwrap(), Value::Null);
}

#[test]
fn every_language_is_served() {
    for (file, text) in [
        (
            "m.labs",
            "system { spawn = Node: 2 }\nagent Node { interface = x: 0\nBehavior = x <- 1; Behavior }\ncheck { P = always true }\n",
        ),
        ("m.ispl", include_str!("../../../frontends/ispl/src/template.ispl")),
        ("m.pispl", include_str!("../../../frontends/ispl/src/template.pispl")),
        ("m.ccs", include_str!("../../../frontends/process/src/template.ccs")),
        ("m.chor", include_str!("../../../frontends/process/src/template.chor")),
    ] {
        let mut client = Client::new();
        let uri = format!("file:///{file}");
        client.open(&uri, text);
        assert!(client.diagnostics(1).iter().all(|each| each["severity"] != 1), "{file}");
        let symbols =
            client.ask("textDocument/documentSymbol", json!({ "textDocument": { "uri": uri } })).unwrap();
        assert!(!symbols.as_array().unwrap().is_empty(), "{file}");
        client
            .ask(
                "workspace/executeCommand",
                json!({ "command": "synod.check", "arguments": [{ "uri": uri }] }),
            )
            .unwrap();
        let answers = client.hear("synod/answers", |_| true);
        assert!(!answers["report"]["properties"].as_array().unwrap().is_empty(), "{file}");
    }
}
