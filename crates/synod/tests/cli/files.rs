//! Files of traces, and files that are not what they should be.

use crate::support::{CANDLE, Folder, LAMP};

#[test]
fn a_counterexample_is_written_and_replayed() {
    for file in ["trace.json", "trace.itf.json"] {
        let folder = Folder::with("lamp.rcp", LAMP);
        let outcome = folder.run(&["check", "lamp.rcp", "-p", "stays", "--trace-out", file, "-q"]);
        assert_eq!((outcome.code, outcome.err.as_str()), (1, ""));
        assert_eq!(folder.names(), ["lamp.rcp", file]);
        let replayed = folder.run(&["replay", "lamp.rcp", file]);
        assert_eq!(replayed.code, 0, "{replayed:?}");
        assert!(replayed.out.starts_with("✓ a run of the model, 2 steps\n"));
        assert!(replayed.out.contains("loop starts here"));
    }
}

#[test]
fn several_counterexamples_get_a_file_each() {
    let folder = Folder::with("lamp.rcp", LAMP);
    folder.run(&["check", "lamp.rcp", "--trace-out", "t.itf.json"]);
    assert_eq!(folder.names(), ["lamp.rcp", "t.dark.itf.json", "t.stays.itf.json"]);
}

#[test]
fn a_report_can_be_replayed() {
    let folder = Folder::with("lamp.rcp", LAMP);
    folder.write("report.json", folder.run(&["check", "lamp.rcp", "--json"]).out);
    assert_eq!(folder.run(&["replay", "lamp.rcp", "report.json"]).code, 0);
}

#[test]
fn states_from_another_tool_are_enough() {
    let folder = Folder::with("lamp.rcp", LAMP);
    let state = |on: bool| format!(r##"{{"lamp-on": {on}, "lamp-automaton-state": {{"#bigint": "0"}}}}"##);
    let itf = |states: &[bool]| {
        let states: Vec<String> = states.iter().map(|on| state(*on)).collect();
        format!(r#"{{"vars": ["lamp-on"], "states": [{}]}}"#, states.join(","))
    };
    folder.write("good.itf.json", itf(&[false, true, false]));
    assert_eq!(folder.run(&["replay", "lamp.rcp", "good.itf.json"]).code, 0);
    folder.write("gap.itf.json", itf(&[false, true, true]));
    let gap = folder.run(&["replay", "lamp.rcp", "gap.itf.json"]);
    assert_eq!(gap.code, 1);
    assert_eq!(gap.out, "✗ not a run of the model: no step of the model leads from state 1 to the next\n");
}

#[test]
fn replay_says_where_a_trace_fails() {
    let folder = Folder::with("lamp.rcp", LAMP);
    folder.run(&["check", "lamp.rcp", "-p", "dark", "--trace-out", "t.json"]);
    let good = folder.read("t.json");
    let told = |change: &dyn Fn(&mut serde_json::Value)| {
        let mut trace: serde_json::Value = serde_json::from_str(&good).unwrap();
        change(&mut trace);
        folder.write("t.json", trace.to_string());
        let outcome = folder.run(&["replay", "lamp.rcp", "t.json"]);
        (outcome.code, outcome.out.trim_end().to_string())
    };
    let not_a_run = |why: &str| (1, format!("✗ not a run of the model: {why}"));
    assert_eq!(
        told(&|t| t["states"][0]["lamp-on"] = true.into()),
        not_a_run("state 0 is not an initial state of the model")
    );
    assert_eq!(
        told(&|t| t["states"][1]["lamp-on"] = false.into()),
        not_a_run("step 1 leads to lamp-on = true, not to false")
    );
    assert_eq!(
        told(&|t| t["steps"] = serde_json::json!([])),
        not_a_run("the numbers of states and steps do not fit together")
    );
    assert_eq!(
        told(&|t| t["steps"][0] = serde_json::json!({"kind": "stutter"})),
        not_a_run("step 1 stutters although a step can be taken there")
    );
}

#[test]
fn unreadable_files_are_bad_input() {
    let folder = Folder::with("lamp.rcp", LAMP);
    folder.write("binary.rcp", [0xff, 0xfe]);
    folder.write("text.json", "hello");
    folder.write("other.json", "{}");
    folder.write("empty.itf.json", r#"{"states": []}"#);
    let outside = r#"{"states": [{"lamp-on": false, "lamp-automaton-state": 77}]}"#;
    folder.write("outside.itf.json", outside);
    folder.write("future.json", r#"{"format": "synod-trace", "version": 2, "states": []}"#);
    folder.write("foreign.json", r#"{"format": "diary", "states": []}"#);
    for (arguments, message) in [
        (
            vec!["replay", "lamp.rcp", "future.json"],
            "is in the format \"synod-trace\", version 2; this Synod",
        ),
        (vec!["replay", "lamp.rcp", "foreign.json"], "is in the format \"diary\", version null; this Synod"),
        (vec!["check", "none.rcp"], "there is no file `none.rcp`"),
        (vec!["show", ".", "--language", "rcheck"], "`.` is a directory"),
        (vec!["check", "binary.rcp"], "is not a text in UTF-8"),
        (vec!["check", "text.json"], "the language of `text.json` is not known"),
        (vec!["check", "lamp.rcp", "--language", "rchek"], "did you mean `rcheck`?"),
        (
            vec!["check", "lamp.rcp", "-p", "dark", "--trace-out", "no/such/place.json"],
            "cannot write `no/such/place.json`",
        ),
        (vec!["replay", "lamp.rcp", "none.json"], "there is no file `none.json`"),
        (vec!["replay", "lamp.rcp", "text.json"], "`text.json` is neither a trace in JSON nor a witness"),
        (vec!["replay", "lamp.rcp", "other.json"], "it has no trace in it"),
        (vec!["replay", "lamp.rcp", "empty.itf.json"], "it has no states"),
        (vec!["replay", "lamp.rcp", "outside.itf.json"], "in state 0, 77 does not fit"),
    ] {
        let outcome = folder.run(&arguments);
        assert_eq!(outcome.code, 2, "{arguments:?} {outcome:?}");
        assert!(outcome.err.contains(message), "{arguments:?} {outcome:?}");
    }
}

#[test]
fn a_trace_of_another_model_is_bad_input() {
    let folder = Folder::with("lamp.rcp", LAMP);
    folder.write("candle.rcp", CANDLE);
    folder.run(&["check", "lamp.rcp", "-p", "dark", "--trace-out", "t.json"]);
    let outcome = folder.run(&["replay", "candle.rcp", "t.json"]);
    assert_eq!(outcome.code, 2);
    assert!(outcome.err.contains("state 0 has no value for `candle-"), "{outcome:?}");
}

#[cfg(unix)]
#[test]
fn a_reader_that_goes_away_is_no_panic() {
    let folder = Folder::with("lamp.rcp", LAMP);
    let script = format!(
        "'{}' simulate lamp.rcp --steps 20000 --seed 1 2>err.txt | head -n 1",
        env!("CARGO_BIN_EXE_synod")
    );
    folder.write("run.sh", script);
    let shell = std::process::Command::new("sh").arg("run.sh").current_dir(folder.path()).output().unwrap();
    assert!(String::from_utf8(shell.stdout).unwrap().starts_with("run 1 (seed 1)"));
    assert_eq!(folder.read("err.txt"), "");
}

#[cfg(unix)]
#[test]
fn a_trace_can_be_written_to_a_device() {
    let folder = Folder::with("lamp.rcp", LAMP);
    let outcome = folder.run(&["check", "lamp.rcp", "-p", "dark", "-q", "--trace-out", "/dev/stdout"]);
    assert!(outcome.out.contains("synod-trace"), "{outcome:?}");
}

#[cfg(unix)]
#[test]
fn errors_that_nobody_reads_are_no_panic() {
    let folder = Folder::with("bad.rcp", "agent");
    let script = format!("'{}' check bad.rcp 2>&- ; echo $?", env!("CARGO_BIN_EXE_synod"));
    let shell = std::process::Command::new("sh").args(["-c", &script]).current_dir(folder.path()).output();
    assert_eq!(String::from_utf8(shell.unwrap().stdout).unwrap(), "2\n");
}

#[test]
fn a_byte_order_mark_and_the_case_of_the_ending_do_not_matter() {
    let folder = Folder::with("LAMP.RCP", format!("\u{feff}{LAMP}"));
    let outcome = folder.run(&["check", "LAMP.RCP", "-p", "blinks"]);
    assert_eq!((outcome.code, outcome.err.as_str()), (0, ""));
}

#[test]
fn control_characters_of_a_model_do_not_reach_the_terminal() {
    let folder = Folder::with("odd.rcp", LAMP.replace("init: !on", "init: \x1b[2J !on"));
    let outcome = folder.run(&["check", "odd.rcp"]);
    assert_eq!((outcome.code, outcome.err.contains('\x1b')), (2, false), "{outcome:?}");
    assert!(outcome.err.contains("␛[2J"), "{outcome:?}");
}
