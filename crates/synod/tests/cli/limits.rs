//! Limits that hold from the first byte, and diagnostics that stay readable whatever the text.

use crate::support::{CAMP, COUNTER, Folder, LAMP};

const LABS: &str =
    "system { spawn = A: 1 } agent A { interface = x: 0 Behavior = x <- 1 } check { P = always true }";
const ISPL: &str = "\
Agent Bit
  Vars: b : boolean; end Vars
  Actions = {s};
  Protocol: Other : {s}; end Protocol
  Evolution: b = true if Action = s; end Evolution
end Agent
Evaluation p if Bit.b = true; end Evaluation
InitStates Bit.b = false; end InitStates
Formulae AG p; end Formulae
";
const CCS: &str = "P = a.P\nproperty can_do: can(a)\n";
const CHOR: &str = "C = x -> y: m\n";

/// A model in each language.
const MODELS: [(&str, &str); 6] = [
    ("m.rcp", LAMP),
    ("m.labs", LABS),
    ("m.ispl", ISPL),
    ("m.pispl", CAMP),
    ("m.ccs", CCS),
    ("m.chor", CHOR),
];

#[test]
fn limits_are_obeyed_before_there_is_a_model_in_every_language() {
    for (name, text) in MODELS {
        let folder = Folder::with(name, text);
        let late = folder.run(&["check", name, "--timeout", "0"]);
        assert_eq!(late.code, 3, "{name}: {}", late.err);
        let expected = format!(
            "error: `{name}`: the time limit was reached while the model was being read; \
             allow more time (`--timeout`), or make the model smaller\n"
        );
        assert_eq!((late.err.as_str(), late.out.as_str()), (expected.as_str(), ""), "{name}");
        if cfg!(target_os = "linux") {
            let large = folder.run(&["check", name, "--memory", "1"]);
            assert_eq!(large.code, 3, "{name}: {}", large.err);
            assert!(large.err.contains("the memory limit was reached while the model was being read"));
        }
    }
}

#[test]
fn every_command_that_reads_a_model_obeys_limits() {
    let folder = Folder::with("m.rcp", LAMP);
    assert_eq!(folder.run(&["check", "m.rcp", "-p", "dark", "--trace-out", "t.json"]).code, 1);
    let proof = ["check", "m.rcp", "-p", "blinks", "--engine", "ic3", "--certificate", "c.cert"];
    assert_eq!(folder.run(&proof).code, 0);
    let commands: [&[&str]; 8] = [
        &["lint", "m.rcp"],
        &["simulate", "m.rcp"],
        &["estimate", "m.rcp"],
        &["interact", "m.rcp"],
        &["show", "m.rcp"],
        &["replay", "m.rcp", "t.json"],
        &["certify", "m.rcp", "c.cert"],
        &["cutoff", "m.rcp", "--any-number", "Lamp"],
    ];
    for command in commands {
        let late = folder.run(&[command, &["--timeout", "0"]].concat());
        assert_eq!(late.code, 3, "{command:?}: {late:?}");
        assert!(late.err.contains("the time limit was reached while the model was being read"), "{late:?}");
        assert!(late.err.contains("allow more time (`--timeout`)"), "{late:?}");
        if cfg!(target_os = "linux") {
            let large = folder.run(&[command, &["--memory", "1"]].concat());
            assert_eq!(large.code, 3, "{command:?}: {large:?}");
            assert!(large.err.contains("the memory limit was reached while the model was being read"));
        }
        let enough = folder.run(&[command, &["--timeout", "600", "--memory", "4G"]].concat());
        assert!(!enough.err.contains("limit"), "{enough:?}");
    }
    let json = folder.run(&["replay", "m.rcp", "t.json", "--timeout", "0", "--json"]);
    assert_eq!(json.code, 3);
    assert!(json.json()["error"].as_str().unwrap().contains("the time limit was reached"));
}

#[test]
fn included_files_are_read_within_limits_and_never_overwritten() {
    let folder = Folder::with("m.rcp", LAMP.replace("system", "include \"a.rcp\"\nsystem"));
    folder.write("a.rcp", "const n = 3\n");
    let run = folder.run(&["check", "m.rcp", "-p", "dark", "--csv", "a.rcp"]);
    assert_eq!(run.code, 1, "{run:?}");
    assert!(run.err.contains("cannot write `a.rcp`: it is read, and would be lost"), "{run:?}");
    assert_eq!(folder.read("a.rcp"), "const n = 3\n");
    folder.write("wrong.rcp", folder.read("m.rcp") + "SPEC nowhere\n");
    let run = folder.run(&["check", "wrong.rcp", "--csv", "a.rcp"]);
    assert_eq!((run.code, folder.read("a.rcp").as_str()), (2, "const n = 3\n"), "{run:?}");
    if cfg!(target_os = "linux") {
        // Nobody ever writes to this pipe.
        let pipe = folder.path().join("a.rcp");
        std::fs::remove_file(&pipe).unwrap();
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        for command in [&["check", "m.rcp"][..], &["show", "m.rcp"], &["lint", "m.rcp"]] {
            let late = folder.run(&[command, &["--timeout", "0.1"]].concat());
            assert_eq!(late.code, 3, "{command:?}: {late:?}");
            assert!(late.err.contains("the time limit was reached while the model was being read"));
        }
    }
}

#[test]
fn what_was_done_before_a_limit_is_told() {
    let folder = Folder::with("m.rcp", COUNTER);
    let run = folder.run(&[
        "simulate",
        "m.rcp",
        "--steps",
        "10000",
        "--runs",
        "1000000000",
        "--summary",
        "--timeout",
        "1",
    ]);
    assert_eq!(run.code, 3, "{run:?}");
    assert!(run.out.contains("of up to 10 000 steps"), "{run:?}");
    if cfg!(target_os = "linux") {
        let lines = "steps\nrandom 1000000\nhelp\n";
        let walk = folder.run_with(&["interact", "m.rcp", "--memory", "64M"], lines);
        assert_eq!((walk.code, walk.err.as_str()), (0, ""));
        let (steps, after) = walk.out.split_once("\nthe memory limit was reached\n").expect("it is met");
        assert!(steps.contains("1  c broadcasts go") && after.contains("help, quit"), "{after}");
    }
}

#[test]
fn a_run_that_does_not_fit_into_memory_as_a_document_is_left_out_of_it() {
    let counter = "\
Agent Clock
  Vars: x : 0..60000; end Vars
  Actions = {tick};
  Protocol: Other : {tick}; end Protocol
  Evolution: x = x + 1 if x < 60000; end Evolution
end Agent
Evaluation late if Clock.x = 60000; end Evaluation
InitStates Clock.x = 0; end InitStates
Formulae AG !late; end Formulae
";
    let folder = Folder::with("clock.ispl", counter);
    let check = ["check", "clock.ispl", "--engine", "explicit", "--json", "--memory"];
    let whole = folder.run(&[&check[..], &["4G"]].concat());
    assert_eq!(whole.code, 1, "{}", whole.err);
    assert!(!whole.out.contains("remark::run-left-out"));
    if !cfg!(target_os = "linux") {
        return;
    }
    // The search needs some 30 MB, the document four times as much.
    let narrow = folder.run(&[&check[..], &["60M", "--trace-out", "run.json"]].concat());
    assert_eq!(narrow.code, 1, "{}", narrow.err);
    let document = narrow.json();
    let property = &document["properties"][0];
    assert_eq!((&property["verdict"], &property["trace"]), (&"violated".into(), &serde_json::Value::Null));
    assert_eq!(property["remarks"][0]["code"], "remark::run-left-out");
    let expected =
        "the memory limit was reached while the run was being written; allow more memory (`--memory`)";
    assert!(narrow.err.contains(expected), "{}", narrow.err);
    assert!(!folder.names().contains(&"run.json".to_string()));
}

#[test]
fn at_most_as_many_errors_are_shown_as_are_asked_for() {
    let specs: String = (0..300).map(|i| format!("SPEC nowhere{i}\n")).collect();
    let folder = Folder::with("m.rcp", format!("{LAMP}{specs}"));
    let shown = |arguments: &[&str]| {
        let outcome = folder.run(&[&["check", "m.rcp"], arguments].concat());
        assert_eq!(outcome.code, 2);
        let last = outcome.err.lines().find(|line| line.starts_with("error: ")).unwrap_or("").to_string();
        (outcome.err.matches("error[rcheck::").count(), last)
    };
    let (count, last) = shown(&[]);
    assert_eq!(count, 100);
    assert!(
        last.contains("300 errors") && last.contains("200 errors are not shown (see `--max-errors`)"),
        "{last}"
    );
    assert_eq!(shown(&["--max-errors", "7"]).0, 7);
    assert_eq!(shown(&["--max-errors", "1000"]).0, 300);
}

#[test]
fn a_misspelt_keyword_is_one_error_with_a_suggestion_in_every_language() {
    let cases = [
        ("m.rcp", LAMP.replace("init:", "receive-gaurd: true\n    init:"), "receive-guard"),
        ("m.rcp", LAMP.replace("repeat:", "repaet:"), "repeat"),
        ("m.rcp", LAMP.replace("system", "sytem"), "system"),
        ("m.ispl", ISPL.replace("Evolution:", "Evolutoin:"), "Evolution"),
        ("m.ispl", ISPL.replace("Vars:", "Vras:"), "Vars"),
        ("m.pispl", CAMP.replacen("Protocol:", "Protocl:", 1), "Protocol"),
        ("m.labs", LABS.replace("check {", "chekc {"), "check"),
        ("m.labs", LABS.replace("spawn", "spwan"), "spawn"),
        ("m.ccs", CCS.replace("property", "proprety"), "property"),
        ("m.chor", format!("{CHOR}proprety p: deadlock\n"), "property"),
    ];
    for (name, text, meant) in cases {
        let outcome = Folder::with(name, &text).run(&["check", name]);
        assert_eq!(outcome.code, 2, "{text}");
        assert_eq!(outcome.err.matches("error[").count(), 1, "{}", outcome.err);
        assert!(outcome.err.contains(&format!("did you mean `{meant}`?")), "{}", outcome.err);
    }
}

#[test]
fn a_long_sequence_is_not_nested() {
    let commands: Vec<String> =
        (0..600).map(|i| format!("{{on}} *! true ()[on := {}]", i % 2 == 0)).collect();
    let text = LAMP.replace("switch: {true} *! true ()[on := !on]", &commands.join(";\n"));
    let outcome = Folder::with("m.rcp", text).run(&["check", "m.rcp", "-p", "dark"]);
    assert_eq!(outcome.code, 0, "{}", outcome.err);
}

#[test]
fn a_directory_is_called_a_directory() {
    let folder = Folder::with("m.rcp", LAMP);
    for arguments in [&["show", "."][..], &["show", ".", "--language", "rcheck"], &["simulate", "."]] {
        let outcome = folder.run(arguments);
        assert_eq!((outcome.code, outcome.err.as_str()), (2, "error: `.` is a directory, not a file\n"));
    }
}
