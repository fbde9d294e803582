//! What no client should send.

use serde_json::{Value, json};

use crate::client::{Client, file};

const MODEL: &str = include_str!("../../../frontends/rcheck/src/template.rcp");

#[test]
fn messages_that_are_none_are_told_and_passed_over() {
    let mut client = Client::new();
    client.raw(b"GET / HTTP/1.1\r\n\r\nContent-Length: -4\r\n\r\nContent-Length: 5\r\n\r\n{{{{{");
    for wrong in
        [json!([]), json!(3), json!({ "seq": 1 }), json!({ "type": "request", "seq": "x", "command": 3 })]
    {
        client.send(&wrong);
    }
    client.send(&json!({ "type": "response", "seq": 9, "request_seq": 1, "success": true }));
    for _ in 0..5 {
        assert_eq!(client.hear("output")["category"], "stderr");
    }
    assert!(client.ask("no/such", Value::Null).is_err());
}

#[test]
fn requests_out_of_order_are_refused() {
    let (_folder, path) = file("lamp.rcp", MODEL);
    let mut client = Client::silent();
    assert!(client.ask("launch", json!({ "program": path })).unwrap_err().contains("initialize"));
    assert!(client.ask("initialize", json!({ "pathFormat": "uri" })).is_err());
    client.ask("initialize", json!({})).unwrap();
    assert!(client.ask("initialize", json!({})).is_err());
    for command in
        ["configurationDone", "threads", "next", "setBreakpoints", "evaluate", "attach", "synod/steps"]
    {
        assert!(client.ask(command, json!({})).is_err(), "{command}");
    }
    let launches = [
        json!(null),
        json!({}),
        json!({ "program": 3 }),
        json!({ "program": "/no/such.rcp" }),
        json!({ "program": path, "seed": -1 }),
        json!({ "program": path, "property": "no_such" }),
        json!({ "program": path, "recording": "/no/such.json" }),
        json!({ "program": path, "trace": { "states": 3 } }),
        json!({ "program": path, "trace": {}, "property": "never_on" }),
        json!({ "program": path, "parameters": ["most"] }),
        json!({ "program": path, "parameters": { "most": "x" } }),
    ];
    for launch in launches {
        assert!(client.ask("launch", launch.clone()).is_err(), "{launch}");
    }
    client.ask("launch", json!({ "program": path, "parameters": { "most": 2 } })).unwrap();
    assert!(client.ask("next", json!({})).unwrap_err().contains("configurationDone"));
    client.ask("configurationDone", json!({})).unwrap();
    assert!(client.ask("configurationDone", json!({})).is_err());
    assert!(client.ask("launch", json!({ "program": path })).is_err());
}

#[test]
fn arguments_that_fit_nothing_are_refused() {
    let (_folder, path) = file("lamp.rcp", MODEL);
    let mut client = Client::launched(json!({ "program": path }));
    let commands = [
        "setBreakpoints",
        "stackTrace",
        "scopes",
        "variables",
        "stepIn",
        "stepOut",
        "goto",
        "stepInTargets",
        "gotoTargets",
        "breakpointLocations",
        "dataBreakpointInfo",
        "evaluate",
        "exceptionInfo",
        "synod/take",
        "synod/back",
        "setVariable",
        "setExpression",
        "source",
        "modules",
        "readMemory",
    ];
    for command in commands {
        for arguments in [Value::Null, json!({}), json!([1]), json!("x")] {
            assert!(client.ask(command, arguments.clone()).is_err(), "{command} {arguments}");
        }
    }
    for (command, name) in [
        ("stackTrace", "threadId"),
        ("scopes", "frameId"),
        ("variables", "variablesReference"),
        ("stepIn", "threadId"),
        ("stepInTargets", "frameId"),
    ] {
        for number in [i64::MIN, -1, 0, 77_777, i64::MAX] {
            assert!(client.ask(command, json!({ name: number })).is_err(), "{command} {number}");
        }
    }
    // Numbers of steps that are none are said where the model stands still.
    for number in [i64::MIN, -1, 0, i64::MAX] {
        client.ask("synod/take", json!({ "number": number })).unwrap();
        client.ask("synod/back", json!({ "depth": number })).unwrap();
        client.ask("goto", json!({ "targetId": number, "threadId": 1 })).unwrap();
    }
    client.ask("setExceptionBreakpoints", json!({ "filters": [3, "no"], "filterOptions": 3 })).unwrap();
    client.ask("setFunctionBreakpoints", json!({ "breakpoints": [{}, 3] })).unwrap();
    client.ask("completions", json!({ "text": "ü", "column": 99 })).unwrap();
    let asked = json!({ "source": { "path": path }, "breakpoints": [{ "line": 0 }, { "line": u64::MAX }] });
    client.ask("setBreakpoints", asked).unwrap();
    assert_eq!(client.depth(), 0);
}

#[test]
fn a_client_may_leave_at_any_time() {
    Client::silent().leave();
    Client::new().leave();
    let (_folder, path) = file("lamp.rcp", MODEL);
    Client::launched(json!({ "program": path })).leave();
    let mut client = Client::launched(json!({ "program": path, "maxSteps": 1_000_000_000 }));
    client.ask("setExceptionBreakpoints", json!({ "filters": [] })).unwrap();
    client.ask("continue", json!({})).unwrap();
    client.leave();
}
