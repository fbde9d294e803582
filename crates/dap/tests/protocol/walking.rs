//! Stepping both ways, choosing, stopping and asking.

use serde_json::{Value, json};

use crate::client::{Client, file};

/// A switch that is pressed three times, and a lamp.
const MODEL: &str = include_str!("../../../frontends/rcheck/src/template.rcp");

const SWITCH: i64 = 1;
const LAMP: i64 = 2;

fn line_of(text: &str) -> i64 {
    MODEL.lines().position(|line| line.contains(text)).unwrap() as i64 + 1
}

fn begin(more: Value) -> (Client, tempfile::TempDir, String) {
    let (folder, path) = file("lamp.rcp", MODEL);
    let mut arguments = json!({ "program": path });
    for (name, value) in more.as_object().unwrap() {
        arguments[name] = value.clone();
    }
    let mut client = Client::launched(arguments);
    client.hear("stopped");
    client.ask("setExceptionBreakpoints", json!({ "filters": [] })).unwrap();
    (client, folder, path)
}

#[test]
fn agents_are_threads_whose_frames_stand_at_what_they_do_next() {
    let (mut client, _folder, path) = begin(json!({}));
    let threads = client.ask("threads", json!({})).unwrap();
    assert_eq!(
        (&threads["threads"][0]["name"], &threads["threads"][1]["name"]),
        (&json!("switch"), &json!("lamp"))
    );
    let stack = client.ask("stackTrace", json!({ "threadId": SWITCH })).unwrap();
    assert_eq!(stack["stackFrames"][0]["line"], line_of("on: {pressed"), "{stack}");
    assert_eq!(stack["stackFrames"][0]["source"]["path"], path);
    assert!(
        stack["stackFrames"][1]["name"].as_str().unwrap().starts_with("blocked: {pressed = most}"),
        "{stack}"
    );
    assert_eq!(client.line(LAMP), line_of("{MSG = turnOn}"));
    assert_eq!(client.value(SWITCH, "switch", "pressed"), "0");
    assert_eq!(client.value(LAMP, "Next step", "lamp-glows"), "false → true");
}

#[test]
fn steps_are_taken_undone_and_done_again() {
    let (mut client, _folder, _) = begin(json!({}));
    assert_eq!(client.until_stopped("next", json!({ "threadId": 1 }))["reason"], "step");
    assert_eq!(
        (client.value(SWITCH, "switch", "pressed"), client.value(LAMP, "lamp", "glows")),
        ("1".into(), "true".into())
    );
    client.until_stopped("stepBack", json!({ "threadId": 1 }));
    assert_eq!(client.value(LAMP, "lamp", "glows"), "false");
    assert_eq!(client.value(SWITCH, "Next step", "why this one"), "as before");
    client.until_stopped("next", json!({ "threadId": 1 }));
    client.until_stopped("next", json!({ "threadId": 1 }));
    assert_eq!(client.value(LAMP, "lamp", "glows"), "false");
    client.until_stopped("synod/back", json!({ "depth": 0 }));
    client.until_stopped("synod/back", json!({ "depth": 2 }));
    assert_eq!(client.depth(), 2);
    let stopped = client.until_stopped("reverseContinue", json!({ "threadId": 1 }));
    assert_eq!((stopped["description"].as_str(), client.depth()), (Some("at the beginning"), 0));
    assert_eq!(
        client.until_stopped("stepBack", json!({ "threadId": 1 }))["text"],
        "already at the initial state"
    );
    let history = client.ask("synod/history", json!({})).unwrap();
    assert_eq!(history["trace"]["states"].as_array().unwrap().len(), 1);
}

#[test]
fn a_step_can_be_chosen() {
    let (mut client, _folder, path) = begin(json!({}));
    let frame =
        client.ask("stackTrace", json!({ "threadId": LAMP })).unwrap()["stackFrames"][0]["id"].clone();
    let targets = client.ask("stepInTargets", json!({ "frameId": frame })).unwrap();
    assert_eq!(targets["targets"].as_array().unwrap().len(), 1, "{targets}");
    client.until_stopped("stepIn", json!({ "threadId": LAMP, "targetId": targets["targets"][0]["id"] }));
    assert_eq!(client.depth(), 1);
    let asked = json!({ "source": { "path": path }, "line": line_of("off: {true}") });
    let targets = client.ask("gotoTargets", asked).unwrap();
    client.until_stopped("goto", json!({ "threadId": SWITCH, "targetId": targets["targets"][0]["id"] }));
    let steps = client.ask("synod/steps", json!({})).unwrap();
    assert_eq!((&steps["depth"], &steps["planned"]), (&json!(2), &json!(1)), "{steps}");
    client.until_stopped("synod/take", json!({ "number": 1 }));
    let refused = client.until_stopped("synod/take", json!({ "number": 99 }));
    assert!(refused["text"].as_str().unwrap().contains("there is no step 99"), "{refused}");
    client.until_stopped("stepOut", json!({ "threadId": LAMP }));
    assert_eq!(client.depth(), 4);
    assert!(client.ask("stepIn", json!({ "threadId": 9 })).unwrap_err().contains("no agent 9"));
}

#[test]
fn breakpoints_are_moved_to_commands_and_stop_before_them() {
    let (mut client, _folder, path) = begin(json!({}));
    let above = line_of("// {precondition}");
    let again = line_of("again: {pressed");
    let asked = json!({ "source": { "path": path }, "breakpoints": [
        { "line": above, "condition": "pressed = 2" },
        { "line": again },
        { "line": above, "condition": "no such" },
        { "line": 900 },
        { "line": again, "logMessage": "pressed {pressed} times" },
        { "line": again, "hitCondition": "x" },
    ] });
    let set = client.ask("setBreakpoints", asked).unwrap()["breakpoints"].clone();
    let verified: Vec<bool> =
        set.as_array().unwrap().iter().map(|one| one["verified"].as_bool().unwrap()).collect();
    assert_eq!(verified, [true, true, false, false, true, false], "{set}");
    assert_eq!(set[0]["line"], line_of("on: {pressed"));
    let stopped = client.until_stopped("continue", json!({ "threadId": 1 }));
    assert_eq!((stopped["reason"].as_str(), client.depth()), (Some("breakpoint"), 4), "{stopped}");
    assert_eq!(stopped["hitBreakpointIds"], json!([set[0]["id"]]));
    let stopped = client.until_stopped("continue", json!({ "threadId": 1 }));
    assert_eq!(
        (stopped["hitBreakpointIds"].clone(), client.depth()),
        (json!([set[1]["id"]]), 6),
        "{stopped}"
    );
    assert_eq!(client.line(SWITCH), again);
    while client.hear("output")["output"] != "pressed 3 times\n" {}
    let stopped = client.until_stopped("reverseContinue", json!({ "threadId": 1 }));
    assert_eq!((stopped["hitBreakpointIds"].clone(), client.depth()), (json!([set[0]["id"]]), 4));
    let places =
        client.ask("breakpointLocations", json!({ "source": { "path": path }, "line": 1, "endLine": 99 }));
    assert_eq!(places.unwrap()["breakpoints"].as_array().unwrap().len(), 5);
}

#[test]
fn conditions_variables_and_violations_stop_a_run() {
    let (mut client, _folder, _) = begin(json!({}));
    client.ask("setExceptionBreakpoints", json!({ "filters": [] })).unwrap();
    let set = client
        .ask("setFunctionBreakpoints", json!({ "breakpoints": [{ "name": "switch-pressed = 2" }, { "name": "???" }, { "name": "never_on" }] }))
        .unwrap()["breakpoints"]
        .clone();
    assert_eq!(
        (set[0]["verified"].clone(), set[1]["verified"].clone()),
        (json!(true), json!(false)),
        "{set}"
    );
    let stopped = client.until_stopped("continue", json!({}));
    assert_eq!(stopped["description"], "never_on is violated");
    let stopped = client.until_stopped("continue", json!({}));
    assert_eq!((stopped["reason"].as_str(), client.depth()), (Some("function breakpoint"), 3), "{stopped}");
    client.ask("setFunctionBreakpoints", json!({ "breakpoints": [] })).unwrap();
    let frame =
        client.ask("stackTrace", json!({ "threadId": LAMP })).unwrap()["stackFrames"][0]["id"].clone();
    let scope =
        client.ask("scopes", json!({ "frameId": frame })).unwrap()["scopes"][0]["variablesReference"].clone();
    let info =
        client.ask("dataBreakpointInfo", json!({ "variablesReference": scope, "name": "glows" })).unwrap();
    assert_eq!(info["dataId"], "lamp-glows");
    client
        .ask("setDataBreakpoints", json!({ "breakpoints": [{ "dataId": "lamp-glows" }, { "dataId": "x" }] }))
        .unwrap();
    let stopped = client.until_stopped("continue", json!({}));
    assert_eq!(stopped["description"], "lamp-glows has changed: true → false");
    client.ask("setDataBreakpoints", json!({ "breakpoints": [] })).unwrap();
    client.until_stopped("synod/back", json!({ "depth": 0 }));
    let filters = json!({ "filters": [], "filterOptions": [{ "filterId": "violation", "condition": "never_on" }, { "filterId": "violation", "condition": "nver_on" }] });
    let set = client.ask("setExceptionBreakpoints", filters).unwrap();
    assert!(set["breakpoints"][1]["message"].as_str().unwrap().contains("never_on"), "{set}");
    client.ask("setExceptionBreakpoints", json!({ "filters": ["violation"] })).unwrap();
    let stopped = client.until_stopped("continue", json!({}));
    assert_eq!((stopped["reason"].as_str(), client.depth()), (Some("exception"), 1), "{stopped}");
    assert_eq!(
        client.ask("exceptionInfo", json!({ "threadId": 1 })).unwrap()["exceptionId"],
        "never_on is violated"
    );
}

#[test]
fn what_is_asked_is_answered_in_the_language_of_the_model() {
    let (mut client, _folder, _) = begin(json!({}));
    let frame =
        client.ask("stackTrace", json!({ "threadId": SWITCH })).unwrap()["stackFrames"][0]["id"].clone();
    let ask = |client: &mut Client, expression: &str, context: &str| {
        client.ask("evaluate", json!({ "expression": expression, "context": context, "frameId": frame }))
    };
    assert_eq!(ask(&mut client, "pressed", "hover").unwrap()["result"], "0");
    assert_eq!(ask(&mut client, "pressed + 1 < 3", "watch").unwrap()["result"], "true");
    assert_eq!(ask(&mut client, "!lamp-glows", "watch").unwrap()["result"], "true");
    assert!(ask(&mut client, "nobody", "watch").is_err());
    assert!(client.typed("check never_on").unwrap().contains("never_on is violated"));
    assert!(client.typed("check G (lamp-glows -> F !lamp-glows)").unwrap().contains("holds"));
    assert!(client.typed("find switch-pressed = 2").unwrap().contains("it holds here, after 3 steps"));
    client.hear("stopped");
    assert_eq!(client.depth(), 3);
    assert!(client.typed("find switch-pressed = 9").unwrap().contains("none of the"));
    assert!(client.typed("load").unwrap().contains("1 step"));
    assert_eq!(client.depth(), 0);
    for word in ["why", "steps", "state", "view lamp", "help", "lamp-glows"] {
        assert!(!client.typed(word).unwrap().is_empty(), "{word}");
    }
    assert!(client.typed("take x").is_err());
    let offered = client.ask("completions", json!({ "text": "find lamp-g", "column": 12 })).unwrap();
    assert_eq!(offered["targets"][0]["label"], "lamp-glows");
    assert!(
        client
            .ask("setVariable", json!({ "name": "pressed", "value": "3" }))
            .unwrap_err()
            .contains("not changed by hand")
    );
}

#[test]
fn a_counterexample_is_walked_both_ways() {
    let (mut client, folder, path) = begin(json!({ "property": "never_on" }));
    assert_eq!(client.value(SWITCH, "Next step", "why this one"), "as recorded");
    client.ask("setExceptionBreakpoints", json!({ "filters": ["violation"] })).unwrap();
    let stopped = client.until_stopped("next", json!({}));
    assert_eq!(stopped["description"], "never_on is violated");
    client.until_stopped("stepBack", json!({}));
    let trace = client.ask("synod/history", json!({})).unwrap()["trace"].clone();
    drop(client);
    let recording = folder.path().join("walk.json");
    std::fs::write(&recording, trace.to_string()).unwrap();
    for recorded in [json!({ "recording": "walk.json", "cwd": folder.path() }), json!({ "trace": trace })] {
        let mut arguments = recorded;
        arguments["program"] = json!(path);
        let mut client = Client::launched(arguments);
        client.hear("stopped");
        assert_eq!(client.depth(), 0);
    }
    // A property that holds has nothing to follow, and a lasso begins again.
    let lasso = MODEL.replace("SPEC never_on: G !lamp-glows", "SPEC never_on: F G lamp-glows");
    let (_lasso_folder, path) = file("lasso.rcp", &lasso);
    let mut client = Client::launched(json!({ "program": path, "property": "never_on" }));
    client.hear("stopped");
    let stopped = client.until_stopped("continue", json!({}));
    assert_eq!(stopped["description"], "the loop begins again", "{stopped}");
    drop(client);
    let mut client = Client::launched(json!({ "program": path, "property": "dark_at_last" }));
    while !client.hear("output")["output"].as_str().unwrap().contains("no counterexample to follow") {}
}

#[test]
fn a_dead_end_says_why_nothing_can_happen() {
    let stuck = MODEL.replace("again: {pressed = most}", "again: {pressed = most & false}");
    let (_folder, path) = file("stuck.rcp", &stuck);
    let mut client = Client::launched(json!({ "program": path, "stopOnEntry": false }));
    client.ask("setExceptionBreakpoints", json!({ "filters": ["deadend"] })).unwrap();
    let stopped = client.hear("stopped");
    let stopped = match stopped["description"].as_str().unwrap().contains("violated") {
        true => client.until_stopped("continue", json!({})),
        false => stopped,
    };
    assert_eq!(stopped["description"], "a dead end: no step can be taken", "{stopped}");
    assert!(stopped["text"].as_str().unwrap().contains("needs `"), "{stopped}");
    let stopped = client.until_stopped("next", json!({}));
    assert_eq!(stopped["description"], "a dead end: no step can be taken");
    let stopped = client.until_stopped("stepIn", json!({ "threadId": SWITCH }));
    assert!(stopped["text"].as_str().unwrap().contains("can take part in no step"), "{stopped}");
}

#[test]
fn a_run_is_paused_and_a_text_read_again() {
    let (mut client, folder, path) = begin(json!({ "maxSteps": 1_000_000_000 }));
    client.ask("setExceptionBreakpoints", json!({ "filters": [] })).unwrap();
    client.ask("continue", json!({})).unwrap();
    assert!(client.ask("next", json!({})).unwrap_err().contains("is running"));
    assert!(!client.ask("threads", json!({})).unwrap()["threads"].as_array().unwrap().is_empty());
    let stopped = client.until_stopped("pause", json!({ "threadId": 1 }));
    assert_eq!(stopped["reason"], "pause");
    let line = line_of("off: {true}");
    client
        .ask("setBreakpoints", json!({ "source": { "path": path }, "breakpoints": [{ "line": line }] }))
        .unwrap();
    std::fs::write(&path, MODEL.replacen("enum order", "\n\nenum order", 1)).unwrap();
    client.ask("restart", json!({})).unwrap();
    assert_eq!(client.hear("breakpoint")["breakpoint"]["line"], line + 1, "moved to the next command");
    client.hear("stopped");
    assert_eq!(client.depth(), 0);
    std::fs::write(&path, "agent").unwrap();
    assert!(client.ask("restart", json!({})).is_err());
    assert_eq!(client.depth(), 0, "what was there is there still");
    drop(client);
    drop(folder);
}

#[test]
fn lines_may_be_counted_from_zero_and_runs_have_an_end() {
    let (_folder, path) = file("lamp.rcp", MODEL);
    let mut client = Client::silent();
    let counted =
        json!({ "linesStartAt1": false, "columnsStartAt1": false, "supportsProgressReporting": true });
    client.ask("initialize", counted).unwrap();
    client
        .ask("launch", json!({ "program": path, "maxSteps": 5, "property": "dark_at_last", "seed": 7 }))
        .unwrap();
    assert_eq!(client.hear("progressStart")["title"], "Checking dark_at_last");
    client.hear("progressEnd");
    let line = line_of("off: {true}") - 1;
    let asked = json!({ "source": { "path": path }, "breakpoints": [{ "line": line }] });
    assert_eq!(client.ask("setBreakpoints", asked).unwrap()["breakpoints"][0]["line"], line);
    client.ask("setBreakpoints", json!({ "source": { "path": path }, "breakpoints": [] })).unwrap();
    client.ask("setExceptionBreakpoints", json!({ "filters": [] })).unwrap();
    client.ask("configurationDone", json!({})).unwrap();
    client.hear("stopped");
    assert_eq!(client.line(SWITCH), line_of("on: {pressed") - 1);
    assert_eq!(client.until_stopped("continue", json!({}))["description"], "after 5 steps");
    client.ask("terminate", json!({})).unwrap();
    client.hear("terminated");
    assert!(client.ask("next", json!({})).unwrap_err().contains("launch"));
}
