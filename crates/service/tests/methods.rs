//! What requests are answered, on the examples.

use serde_json::{Value, json};
use std::sync::Mutex;
use synod_core::Budget;
use synod_service::{FailureKind, JobEvent, METHODS, call};

fn answer(method: &str, request: Value) -> Value {
    call(method, request, &Budget::unlimited(), &|_| {})
        .unwrap_or_else(|failure| panic!("{method}: {failure:?}"))
}

fn example(path: &str) -> Value {
    answer("example", json!({ "path": path }))
}

fn failure(method: &str, request: Value) -> synod_service::Failure {
    call(method, request, &Budget::unlimited(), &|_| {}).expect_err("a failure")
}

/// A check, and what was told meanwhile.
fn check(request: Value) -> (Value, Vec<JobEvent>) {
    let told = Mutex::new(Vec::new());
    let listener = |event| told.lock().unwrap().push(event);
    let report = call("check", request, &Budget::unlimited(), &listener).unwrap();
    (report, told.into_inner().unwrap())
}

fn strings<'v>(list: &'v Value, key: &str) -> Vec<&'v str> {
    list.as_array().unwrap().iter().map(|each| each[key].as_str().unwrap_or("null")).collect()
}

#[test]
fn the_catalogue_has_languages_engines_and_examples() {
    let catalogue = answer("catalogue", json!({}));
    assert!(strings(&catalogue["languages"], "name").contains(&"labs"));
    assert_eq!(strings(&catalogue["engines"], "name")[..2], ["auto", "explicit"]);
    let examples = catalogue["examples"].as_array().unwrap();
    let allocation = examples.iter().find(|each| each["path"] == "rcheck/resource-allocation.rcp").unwrap();
    assert_eq!((&allocation["language"], &allocation["is_mistake"]), (&json!("rcheck"), &json!(false)));
    assert!(!allocation["about"].as_str().unwrap().is_empty());
    for each in examples {
        assert!(
            example(each["path"].as_str().unwrap())["text"].as_str().is_some_and(|text| !text.is_empty())
        );
    }
    assert_eq!(failure("example", json!({ "path": "rcheck/none.rcp" })).kind, FailureKind::Missing);
    assert!(answer("explain", json!({ "code": "model::include-missing" }))["text"].is_string());
}

#[test]
fn requests_that_are_no_requests_are_malformed() {
    for method in METHODS {
        let kind = failure(method.name, json!({ "nonsense": 1 })).kind;
        assert_eq!(kind, FailureKind::Malformed, "{}", method.name);
        assert_eq!(failure(method.name, json!(7)).kind, FailureKind::Malformed, "{}", method.name);
    }
    let missing = failure("analyze", json!({}));
    assert_eq!(missing.kind, FailureKind::Missing);
    assert!(missing.message.contains("`analyse`"), "{}", missing.message);
}

#[test]
fn every_example_is_analysed_and_its_ranges_are_places_of_the_text() {
    let catalogue = answer("catalogue", json!({}));
    for info in catalogue["examples"].as_array().unwrap() {
        let model = example(info["path"].as_str().unwrap());
        let units: Vec<u16> = model["text"].as_str().unwrap().encode_utf16().collect();
        let analysis = answer("analyse", json!({ "model": model }));
        for token in analysis["tokens"].as_array().unwrap() {
            let range = token["from"].as_u64().unwrap() as usize..token["to"].as_u64().unwrap() as usize;
            let name = String::from_utf16(&units[range]).unwrap();
            assert!(!name.is_empty() && !name.contains(char::is_whitespace), "{}: {name:?}", model["path"]);
        }
        if info["is_mistake"] == false && analysis["kind"] == "unusable" {
            // Without values for its parameters a model is not whole; they are suggested.
            let suggested = |each: &Value| each["suggested"].is_i64() || each["is_optional"] == true;
            let parameters = analysis["parameters"].as_array().unwrap();
            assert!(
                !parameters.is_empty() && parameters.iter().all(suggested),
                "{}: {parameters:?}",
                model["path"]
            );
            let given: serde_json::Map<String, Value> = parameters
                .iter()
                .filter(|each| each["suggested"].is_i64())
                .map(|each| (each["name"].as_str().unwrap().to_string(), each["suggested"].clone()))
                .collect();
            let mut model = model.clone();
            model["parameters"] = given.into();
            let again = answer("analyse", json!({ "model": model }));
            assert_ne!(again["kind"], "unusable", "{}: {}", model["path"], again["findings"]);
        }
    }
}

#[test]
fn findings_have_fixes_that_mend_the_text() {
    let mut model = example("rcheck/resource-allocation.rcp");
    let (before, after) = model["text"].as_str().unwrap().split_once("{cLink").unwrap();
    let text = format!("{before}{{cLnk{after}");
    model["text"] = text.clone().into();
    let analysis = answer("analyse", json!({ "model": model }));
    assert_eq!(analysis["kind"], "unusable");
    let findings = analysis["findings"].as_array().unwrap();
    let fixed = findings.iter().flat_map(|finding| finding["fixes"].as_array().unwrap()).any(|fix| {
        let edit = &fix["edit"];
        let (from, to) = (edit["range"]["from"].as_u64().unwrap(), edit["range"]["to"].as_u64().unwrap());
        let mut units: Vec<u16> = text.encode_utf16().collect();
        units.splice(from as usize..to as usize, edit["text"].as_str().unwrap().encode_utf16());
        let mended = String::from_utf16(&units).unwrap();
        answer("analyse", json!({ "model": { "path": "a.rcp", "text": mended } }))["kind"] == "system"
    });
    assert!(fixed, "{findings:?}");
}

#[test]
fn names_are_completed_explained_found_and_renamed() {
    let model = example("rcheck/resource-allocation.rcp");
    let text = model["text"].as_str().unwrap();
    let offset = text[..text.find("{cLink").unwrap() + 1].encode_utf16().count();
    let hover = answer("hover", json!({ "model": model, "offset": offset + 1 }));
    assert!(hover["markdown"].as_str().unwrap().contains("cLink"));
    let mentions = answer("references", json!({ "model": model, "offset": offset }));
    let all = mentions.as_array().unwrap();
    assert!(all.len() > 3 && all.iter().filter(|each| each["is_declaration"] == true).count() == 1);
    let definition = answer("definition", json!({ "model": model, "offset": offset }));
    assert_eq!(
        definition[0]["from"],
        all.iter().find(|each| each["is_declaration"] == true).unwrap()["range"]["from"]
    );
    let edits = answer("rename", json!({ "model": model, "offset": offset, "name": "other" }));
    assert_eq!(edits["edits"].as_array().unwrap().len(), all.len());
    let taken = failure("rename", json!({ "model": model, "offset": offset, "name": "mLink" }));
    assert!(taken.message.contains("cannot be called"), "{}", taken.message);
    let formula = "G (machine1-g";
    let found = answer("complete", json!({ "model": model, "offset": formula.len(), "formula": formula }));
    assert_eq!((found["from"].as_u64(), found["to"].as_u64()), (Some(12), Some(13)));
    assert!(strings(&found["items"], "label").contains(&"gLink"), "{found}");
}

#[test]
fn a_text_is_laid_out() {
    let model = json!({ "path": "a.rcp", "text": example("rcheck/door.rcp")["text"].as_str().unwrap().replace("\n    ", "\n  ") });
    let edits = answer("format", json!({ "model": model }));
    assert!(!edits["edits"].as_array().unwrap().is_empty());
    let wrong = failure("format", json!({ "model": { "path": "a.rcp", "text": "agent {{{" } }));
    assert_eq!(wrong.kind, FailureKind::Rejected);
    assert!(wrong.rejection.is_some());
}

#[test]
fn properties_and_formulas_are_checked_with_news() {
    let model = example("rcheck/resource-allocation.rcp");
    let (report, told) = check(json!({
        "model": model, "properties": ["mission", "no-deadlock"], "formulas": ["G (manager-fast = g1)"],
        "engine": "explicit",
    }));
    assert_eq!(strings(&report["properties"], "name"), ["mission", "asked-1", "no-deadlock"]);
    let verdicts = strings(&report["properties"], "verdict");
    assert_eq!(verdicts[0], "holds");
    let answers = told.iter().filter(|event| matches!(event, JobEvent::Answer { .. })).count();
    assert_eq!(answers, 3);
    let wrong = failure("check", json!({ "model": model, "formulas": ["G (nobody = 3)"] }));
    assert!(!wrong.rejection.unwrap().diagnostics.is_empty());
    assert!(
        failure("check", json!({ "model": model, "properties": ["mision"] })).message.contains("`mission`")
    );
    assert!(failure("check", json!({ "model": model, "engine": "magic" })).message.contains("no engine"));
}

#[test]
fn limits_of_a_request_hold() {
    let model = example("rcheck/resource-allocation-4.rcp");
    let (report, _) = check(json!({
        "model": model, "properties": ["mission"], "engine": "explicit", "limits": { "depth": 2 },
    }));
    assert_eq!(report["properties"][0]["verdict"], "bounded");
    let failed = failure("check", json!({ "model": model, "limits": { "seconds": 0.0 } }));
    assert_eq!(failed.kind, FailureKind::Interrupted);
}

#[test]
fn a_family_is_checked_and_its_cutoff_told() {
    let model = example("pispl/robots.pispl");
    let (report, told) = check(json!({ "model": model }));
    assert!(report["properties"][0]["any_number"].is_object());
    assert!(told.iter().any(|event| matches!(event, JobEvent::Answer { .. })));
    let cutoff = answer("cutoff", json!({ "model": model }));
    assert!(!cutoff["roles"].as_array().unwrap().is_empty());
    let one = example("rcheck/resource-allocation.rcp");
    assert!(failure("cutoff", json!({ "model": one })).message.contains("if a role is selected"));
}

#[test]
fn automata_are_pictures_whose_arrows_are_commands_of_the_text() {
    let model = example("rcheck/resource-allocation.rcp");
    let text: Vec<u16> = model["text"].as_str().unwrap().encode_utf16().collect();
    let found = answer("automata", json!({ "model": model }));
    let automata = found["automata"].as_array().unwrap();
    assert_eq!(automata.len(), 3);
    for automaton in automata {
        let svg = automaton["svg"].as_str().unwrap();
        let ids =
            |key: &str| strings(&automaton[key], "id").into_iter().map(str::to_string).collect::<Vec<_>>();
        for id in ids("states").iter().chain(&ids("arrows")) {
            assert!(svg.contains(&format!("id=\"{id}\"")), "{id}");
        }
        for command in
            automaton["arrows"].as_array().unwrap().iter().flat_map(|a| a["commands"].as_array().unwrap())
        {
            let range = &command["range"];
            let part = range["from"].as_u64().unwrap() as usize..range["to"].as_u64().unwrap() as usize;
            let written = String::from_utf16(&text[part]).unwrap();
            assert!(written.contains(['!', '?']), "{written}");
        }
    }
    assert!(failure("automata", json!({ "model": model, "agents": ["nobody"] })).message.contains("nobody"));
}

#[test]
fn a_counterexample_is_viewed_with_its_formula_control_states_and_watches() {
    let model = example("rcheck/resource-allocation.rcp");
    let formula = "G (manager-fast = g1)";
    let (report, _) = check(json!({ "model": model, "formulas": ["G (client1-cLink = c)"] }));
    let trace = &report["properties"][0]["trace"];
    assert!(trace.is_object(), "{report}");
    let view = answer(
        "run",
        json!({
            "model": model, "run": { "trace": trace }, "formula": "G (client1-cLink = c)",
            "watch": ["client1-cLink", "client1-cLink = c", "no such thing"],
        }),
    );
    let positions = view["trace"]["states"].as_array().unwrap().len();
    let steps = view["steps"].as_array().unwrap();
    assert!(!steps.is_empty() && steps.iter().all(|step| !step["agents"].as_array().unwrap().is_empty()));
    assert_eq!(view["control"].as_array().unwrap().len(), positions);
    assert_eq!(view["control"][0]["automaton-client1"]["client2"], "0", "{}", view["control"][0]);
    let svg = view["chart_svg"].as_str().unwrap();
    assert!(svg.contains("chart-step-1"));
    let rows = view["formula"].as_array().unwrap();
    assert_eq!((&rows[0]["depth"], &rows[0]["truth"][0]), (&json!(0), &json!("false")));
    let last = rows.last().unwrap();
    assert_eq!(
        (&last["truth"][0], &last["truth"][positions - 1]),
        (&json!("true"), &json!("false")),
        "{rows:?}"
    );
    assert_eq!(view["watches"][1]["values"][positions - 1], false);
    assert!(view["watches"][2]["problem"].as_str().is_some_and(|why| why.contains("no such thing")));
    let arrows: Vec<&str> =
        steps.iter().flat_map(|step| step["arrows"].as_array().unwrap()).filter_map(Value::as_str).collect();
    let automata = answer("automata", json!({ "model": model }));
    let known: Vec<&str> = automata["automata"]
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|each| strings(&each["arrows"], "id"))
        .collect();
    assert!(!arrows.is_empty() && arrows.iter().all(|arrow| known.contains(arrow)), "{arrows:?}");
    let other = example("rcheck/door.rcp");
    assert!(
        failure("run", json!({ "model": other, "run": { "trace": trace }, "property": formula }))
            .message
            .contains("not a trace of this model")
    );
}

#[test]
fn knowledge_that_fails_has_a_state_that_looks_the_same() {
    let model = example("ispl/bit-transmission.ispl");
    let walk = answer("walk", json!({ "model": model }));
    let (report, _) = check(json!({ "model": model, "formulas": ["AG K(Sender, received)"] }));
    let verdict = &report["properties"][0];
    assert_eq!(verdict["verdict"], "violated", "{verdict}");
    let view = answer(
        "run",
        json!({
            "model": model, "run": { "walk": walk["path"] }, "formula": "AG K(Sender, received)",
        }),
    );
    let rows = view["formula"].as_array().unwrap();
    let knows = rows.iter().find(|row| row["text"].as_str().unwrap().starts_with("K(")).unwrap();
    assert_eq!(knows["truth"][0], "false");
    assert_eq!(knows["look_alikes"][0]["agents"], json!(["Sender"]));
}

#[test]
fn walks_go_on_by_choice_at_random_to_states_and_along_runs() {
    let model = example("rcheck/resource-allocation.rcp");
    let start = answer("walk", json!({ "model": model }));
    assert_eq!(start["position"]["depth"], 0);
    let grouped: usize =
        start["groups"].as_array().unwrap().iter().map(|g| g["steps"].as_array().unwrap().len()).sum();
    assert_eq!(grouped, start["position"]["steps"].as_array().unwrap().len());
    let one = answer("walk", json!({ "model": model, "path": start["path"], "go": { "take": 1 } }));
    assert_eq!(one["path"]["choices"], json!([1]));
    let random = answer(
        "walk",
        json!({ "model": model, "path": one["path"], "go": { "random": { "count": 3, "seed": 7 } } }),
    );
    assert_eq!(random["path"]["choices"].as_array().unwrap().len(), 4);
    let again = answer("walk", json!({ "model": model, "path": random["path"] }));
    assert_eq!(again["trace"], random["trace"]);
    let found = answer("walk", json!({ "model": model, "go": { "find": "client1-mLink != empty" } }));
    assert!(found["message"].as_str().unwrap().starts_with("it holds here, after"), "{}", found["message"]);
    let followed = answer("walk", json!({ "model": model, "go": { "follow": found["trace"] } }));
    assert_eq!(followed["path"]["choices"], found["path"]["choices"]);
    let none = failure("walk", json!({ "model": model, "path": { "choices": [1, 9999] } }));
    assert!(none.message.starts_with("step 2 of the walk"), "{}", none.message);
    let file = answer("export", json!({ "model": model, "run": { "walk": found["path"] }, "form": "itf" }));
    let text = &file["text"];
    let view =
        answer("run", json!({ "model": model, "run": { "file": { "path": "a.itf.json", "text": text } } }));
    assert_eq!(view["steps"].as_array().unwrap().len(), found["path"]["choices"].as_array().unwrap().len());
    assert!(
        failure("export", json!({ "model": model, "run": { "walk": {} }, "form": "paper" }))
            .message
            .contains("paper")
    );
}

#[test]
fn random_runs_are_made_and_counted() {
    let model = example("rcheck/resource-allocation.rcp");
    let report = answer("simulate", json!({ "model": model, "seed": 3, "runs": 2, "steps": 10 }));
    assert_eq!(report["runs"].as_array().unwrap().len(), 2);
    let view = answer("run", json!({ "model": model, "run": { "trace": report["runs"][1]["trace"] } }));
    assert!(view["steps"].as_array().unwrap().len() <= 10);
    let many = json!({ "model": model, "seed": 3, "runs": 2000, "steps": 10 });
    assert_eq!(failure("simulate", many).kind, FailureKind::TooLarge);
    let told = Mutex::new(Vec::new());
    let listener = |event| told.lock().unwrap().push(event);
    let request =
        json!({ "model": model, "seed": 3, "properties": ["mission"], "error": 0.1, "horizon": 100 });
    let report = call("estimate", request, &Budget::unlimited(), &listener).unwrap();
    let last = told.into_inner().unwrap().into_iter().rev().find_map(|event| match event {
        JobEvent::Interval { probability, .. } => Some(probability),
        _ => None,
    });
    let found = &report["properties"][0]["probability"];
    assert_eq!(serde_json::to_value(last.unwrap()).unwrap(), *found);
    assert!(
        failure("estimate", json!({ "model": model, "seed": 3, "error": 0.0 })).message.contains("error")
    );
}

#[test]
fn birds_that_are_near_hear_each_other_in_every_state() {
    let mut model = example("labs/flock.labs");
    model["parameters"] = json!({ "birds": 4, "grid": 6, "delta": 3 });
    let report = answer("simulate", json!({ "model": model, "seed": 5, "runs": 1, "steps": 30 }));
    let view = answer("run", json!({ "model": model, "run": { "trace": report["runs"][0]["trace"] } }));
    let links = &view["links"].as_array().unwrap()[..];
    assert_eq!(strings(&view["links"], "name"), ["Alignment"]);
    let agents: Vec<&str> =
        links[0]["agents"].as_array().unwrap().iter().map(|agent| agent.as_str().unwrap()).collect();
    let at = |agent: &str, attribute: &str, position: usize| {
        let rows = view["numeric"].as_array().unwrap();
        let row = rows.iter().find(|row| row["variable"] == format!("{attribute} of {agent}")).unwrap();
        row["values"][position].as_i64().unwrap()
    };
    let mut counts = std::collections::BTreeSet::new();
    for (position, pairs) in links[0]["pairs"].as_array().unwrap().iter().enumerate() {
        let mut found: Vec<(usize, usize)> = serde_json::from_value(pairs.clone()).unwrap();
        found.sort_unstable();
        let near = |one: &str, other: &str| {
            let [x, y] = ["x", "y"].map(|axis| at(one, axis, position) - at(other, axis, position));
            x * x + y * y <= 9
        };
        let all = (0..agents.len()).flat_map(|one| (0..agents.len()).map(move |other| (one, other)));
        let expected = all.filter(|(one, other)| one != other && near(agents[*one], agents[*other]));
        assert_eq!(found, expected.collect::<Vec<_>>(), "position {position}");
        counts.insert(found.len());
    }
    assert!(counts.len() > 1, "birds come near, and fly away: {counts:?}");
}

#[test]
fn the_state_graph_is_complete_if_it_is_small_enough() {
    let model = example("rcheck/resource-allocation.rcp");
    let graph = answer("graph", json!({ "model": model, "cluster": "client1-mLink" }));
    let nodes = graph["nodes"].as_array().unwrap();
    assert_eq!((nodes.len(), &graph["is_complete"]), (306, &json!(true)));
    assert_eq!(nodes.iter().filter(|node| node["is_dead_end"] == true).count(), 1);
    assert!(nodes.iter().all(|node| node["cluster"].is_string()));
    let few = answer("graph", json!({ "model": model, "most_states": 10 }));
    assert_eq!((few["nodes"].as_array().unwrap().len(), &few["is_complete"]), (10, &json!(false)));
    let filtered = answer("graph", json!({ "model": model, "filter": "client1-mLink != empty" }));
    let kept = filtered["nodes"].as_array().unwrap();
    assert!(!kept.is_empty() && kept.len() < 306);
    assert!(kept.iter().all(|node| node["state"]["client1-mLink"] != "empty"));
    let within = |edge: &Value| edge["to"].as_u64().unwrap() < kept.len() as u64;
    assert!(filtered["edges"].as_array().unwrap().iter().all(within));
    assert!(failure("graph", json!({ "model": model, "filter": "7 +" })).rejection.is_some());
}

#[test]
fn models_and_reports_become_files() {
    let model = example("rcheck/resource-allocation.rcp");
    for form in ["text", "json", "dot", "svg", "smv"] {
        let file = answer("show", json!({ "model": model, "form": form }));
        assert!(!file["text"].as_str().unwrap().is_empty(), "{form}");
    }
    let chart = answer(
        "show",
        json!({ "model": model, "form": "mermaid", "run": { "walk": { "choices": [1, 1] } } }),
    );
    assert!(chart["text"].as_str().unwrap().starts_with("sequenceDiagram"));
    assert!(failure("show", json!({ "model": model, "form": "paper" })).message.contains("paper"));
    let (report, _) = check(json!({ "model": model, "formulas": ["G (client1-cLink = c)"] }));
    let page = answer("report", json!({ "model": model, "report": report, "form": "html" }));
    assert!(page["text"].as_str().unwrap().contains("chart-step-1"), "the run is drawn");
    for form in ["sarif", "junit", "csv", "json"] {
        answer("report", json!({ "model": model, "report": report, "form": form }));
    }
    assert!(
        failure("report", json!({ "model": model, "report": report, "form": "pdf" })).message.contains("pdf")
    );
}

#[test]
fn a_strategy_is_played_until_the_coalition_has_what_it_wants() {
    let model = example("ispl/cards.ispl");
    let (report, _) = check(json!({ "model": model, "engine": "bdd" }));
    let traces = report["properties"].as_array().unwrap().iter().flat_map(|p| [&p["trace"], &p["witness"]]);
    let strategic: Vec<&Value> =
        traces.filter(|trace| trace["strategies"].as_array().is_some_and(|all| !all.is_empty())).collect();
    assert!(!strategic.is_empty(), "{report}");
    for trace in strategic {
        let mut choices: Vec<u64> = Vec::new();
        loop {
            let view = answer("play", json!({ "model": model, "trace": trace, "choices": choices }));
            assert_eq!(view["history"].as_array().unwrap().len(), choices.len());
            if view["over"].is_string() || choices.len() == 20 {
                break;
            }
            let options = view["options"].as_array().unwrap();
            choices.push(options.last().unwrap()["number"].as_u64().unwrap());
        }
        let beyond = failure("play", json!({ "model": model, "trace": trace, "choices": [9999] }));
        assert!(
            beyond.message.contains("no option") || beyond.message.contains("over"),
            "{}",
            beyond.message
        );
    }
    let none = failure(
        "play",
        json!({ "model": model, "trace": report["properties"].as_array().unwrap().iter().find_map(|p| p["trace"].as_object().filter(|_| p["trace"]["strategies"].as_array().unwrap().is_empty())).cloned(), "strategy": 3 }),
    );
    assert!(matches!(none.kind, FailureKind::Rejected | FailureKind::Malformed));
}
