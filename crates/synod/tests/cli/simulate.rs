//! `synod simulate`.

use crate::support::{CANDLE, Folder, LAMP};

#[test]
fn a_seed_gives_the_same_run_again() {
    let folder = Folder::with("lamp.rcp", LAMP);
    let run = |seed| folder.run(&["simulate", "lamp.rcp", "--steps", "3", "--seed", seed]);
    assert_eq!(run("1").out, run("1").out);
    let expected = "\
run 1 (seed 1): 3 steps
   starts with
      lamp  on = false
   1  lamp broadcasts switch → nobody
          lamp-on: false → true
   2  lamp broadcasts switch → nobody
          lamp-on: true → false
   3  lamp broadcasts switch → nobody
          lamp-on: false → true

";
    assert_eq!(run("1").out, expected);
}

#[test]
fn runs_end_where_nothing_can_be_done() {
    let folder = Folder::with("candle.rcp", CANDLE);
    let arguments =
        ["simulate", "candle.rcp", "--constraint", "!candle-lit, candle-tall", "--runs", "2", "--json"];
    let document = folder.run(&[&arguments[..], &["--seed", "9"]].concat()).json();
    let runs = document["runs"].as_array().unwrap();
    assert_eq!((runs.len(), &runs[1]["seed"], &runs[1]["number"]), (2, &9.into(), &2.into()));
    assert_eq!(runs[0]["dead_end"], true);
    assert_eq!(runs[0]["trace"]["states"].as_array().unwrap().len(), 2);
    assert_eq!(runs[0]["trace"]["states"][0]["candle-tall"], true);
}

#[test]
fn runs_can_be_written_and_replayed() {
    let folder = Folder::with("lamp.rcp", LAMP);
    folder.run(&["simulate", "lamp.rcp", "--runs", "2", "--seed", "5", "--trace-out", "r.json"]);
    assert_eq!(folder.names(), ["lamp.rcp", "r.run-1.json", "r.run-2.json"]);
    // Tables have all runs.
    let written = |file: &str| {
        let runs =
            ["simulate", "lamp.rcp", "--runs", "2", "--steps", "2", "--seed", "1", "--trace-out", file];
        folder.run(&runs);
        folder.read(file)
    };
    let table = written("r.csv");
    assert!(table.starts_with("run,state,agent,command,step,"), "{table}");
    assert_eq!(table.lines().filter(|line| line.starts_with("2,")).count(), 3, "{table}");
    let records = written("r.ndjson");
    let last: serde_json::Value = serde_json::from_str(records.lines().last().unwrap()).unwrap();
    assert_eq!((&last["run"], &last["state"], &last["agent"]), (&2.into(), &2.into(), &"lamp".into()));
    assert_eq!(folder.run(&["replay", "lamp.rcp", "r.run-2.json"]).code, 0);
}

#[test]
fn constraints_that_do_not_fit_are_bad_input() {
    let folder = Folder::with("candle.rcp", CANDLE);
    let told = |condition| {
        let outcome = folder.run(&["simulate", "candle.rcp", "--constraint", condition]);
        assert_eq!(outcome.code, 2);
        outcome.err
    };
    assert!(told("candle-lid").contains("did you mean `candle-lit`?"));
    assert!(told("candle-lit & !candle-lit").contains("no initial state that satisfies the constraint"));
}

#[test]
fn a_run_can_begin_in_any_initial_state() {
    // More initial states than anybody would list; the first variable is the last to change in a list.
    let text = "\
agent Dial
    local: a : 0..999, b : 0..999, c : 0..999
    init: a != b
    repeat: turn: {true} *! true ()[]
system = Dial(dial, true)
";
    let folder = Folder::with("dial.rcp", text);
    let arguments = ["simulate", "dial.rcp", "--steps", "0", "--runs", "40", "--seed", "1", "--json"];
    let run = || folder.run(&arguments).json();
    let document = run();
    let runs = document["runs"].as_array().unwrap();
    let first = |i: usize| runs[i]["trace"]["states"][0]["dial-a"].as_i64().unwrap();
    assert!((0..40).any(|i| first(i) < 300) && (0..40).any(|i| first(i) > 700), "{document}");
    assert_eq!(document, run());
}

#[test]
fn the_number_of_steps_is_bounded() {
    let folder = Folder::with("lamp.rcp", LAMP);
    let outcome = folder.run(&["simulate", "lamp.rcp", "--steps", "1000001"]);
    assert_eq!(outcome.code, 2);
    assert!(outcome.err.contains("no more than 1 000 000 steps are taken at random"), "{outcome:?}");
    let outcome = folder.run_with(&["interact", "lamp.rcp"], "random 1000001");
    assert!(outcome.out.ends_with("no more than 1 000 000 steps are taken at random\n"), "{outcome:?}");
}

/// Runs go to standard output as a table or as records; forms for one run are refused for several.
#[test]
fn runs_are_printed_in_other_forms() {
    let folder = Folder::with("lamp.rcp", LAMP);
    let simulate = |options: &[&str]| {
        folder.run(&[&["simulate", "lamp.rcp", "--seed", "1", "--steps", "2"], options].concat())
    };
    let table = simulate(&["--runs", "2", "--format", "csv"]);
    assert!(
        table.code == 0 && table.out.starts_with("run,state,") && table.out.lines().count() == 7,
        "{table:?}"
    );
    let records = simulate(&["--runs", "2", "-f", "ndjson"]);
    assert!(records.out.lines().all(|line| line.starts_with("{\"run\":")), "{records:?}");
    assert!(simulate(&["--format", "sequence"]).out.starts_with("<svg"));
    let refused = simulate(&["--runs", "2", "--format", "sequence"]);
    assert!(
        refused.code == 2 && refused.err.contains("is for one run, which `--run` chooses"),
        "{refused:?}"
    );
}
