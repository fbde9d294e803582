//! Every language is walked through.

use serde_json::json;

use crate::client::{Client, file};

#[test]
fn every_language_is_walked_both_ways_with_places() {
    let models = [
        ("m.rcp", include_str!("../../../frontends/rcheck/src/template.rcp"), json!([])),
        ("m.labs", include_str!("../../../frontends/labs/src/template.labs"), json!([])),
        ("m.ispl", include_str!("../../../frontends/ispl/src/template.ispl"), json!([])),
        ("m.pispl", include_str!("../../../frontends/ispl/src/template.pispl"), json!(["Robot=2"])),
        ("m.ccs", include_str!("../../../frontends/process/src/template.ccs"), json!([])),
        ("m.chor", include_str!("../../../frontends/process/src/template.chor"), json!([])),
    ];
    for (name, text, parameters) in models {
        let (_folder, path) = file(name, text);
        let mut client = Client::launched(json!({ "program": path, "parameters": parameters, "seed": 3 }));
        client.hear("stopped");
        client.ask("setExceptionBreakpoints", json!({ "filters": [] })).unwrap();
        let threads = client.ask("threads", json!({})).unwrap()["threads"].as_array().unwrap().len() as i64;
        let mut states = vec![client.ask("synod/steps", json!({})).unwrap()["state"].clone()];
        for _ in 0..3 {
            for thread in 1..=threads {
                let stack = client.ask("stackTrace", json!({ "threadId": thread })).unwrap();
                let line = stack["stackFrames"][0]["line"].as_u64().unwrap() as usize;
                let agent =
                    client.ask("threads", json!({})).unwrap()["threads"][thread as usize - 1]["name"].clone();
                // The environment of templates need not be written down.
                let is_written = name != "m.pispl" || agent != "Environment";
                assert_eq!((1..=text.lines().count()).contains(&line), is_written, "{name}: {stack}");
                assert!(!client.values(thread, agent.as_str().unwrap()).is_empty(), "{name}");
            }
            client.until_stopped("next", json!({ "threadId": 1 }));
            states.push(client.ask("synod/steps", json!({})).unwrap()["state"].clone());
        }
        for state in states.iter().rev().skip(1) {
            client.until_stopped("stepBack", json!({ "threadId": 1 }));
            assert_eq!(client.ask("synod/steps", json!({})).unwrap()["state"], *state, "{name}");
        }
        for state in states.iter().skip(1) {
            client.until_stopped("next", json!({ "threadId": 1 }));
            assert_eq!(client.ask("synod/steps", json!({})).unwrap()["state"], *state, "{name}");
        }
        // Every line with a command can be stopped at.
        let asked = json!({ "source": { "path": path }, "line": 1, "endLine": 999 });
        let places = client.ask("breakpointLocations", asked).unwrap()["breakpoints"].clone();
        let lines: Vec<_> =
            places.as_array().unwrap().iter().map(|place| json!({ "line": place["line"] })).collect();
        assert!(!lines.is_empty(), "{name}");
        let asked = json!({ "source": { "path": path }, "breakpoints": lines });
        client.ask("setBreakpoints", asked).unwrap();
        client.until_stopped("synod/back", json!({ "depth": 0 }));
        let stopped = client.until_stopped("continue", json!({}));
        assert_eq!(stopped["reason"], "breakpoint", "{name}: {stopped}");
    }
}

#[test]
fn a_family_needs_its_numbers() {
    let (_folder, path) = file("m.pispl", include_str!("../../../frontends/ispl/src/template.pispl"));
    let mut client = Client::new();
    assert!(client.ask("launch", json!({ "program": path })).unwrap_err().contains("Robot=2"));
}
