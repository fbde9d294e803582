//! Sequence charts, and traces to read.

use crate::support::{Folder, LAMP};

/// Two counters that take turns as they like; both count far beyond what is asked.
const COUNTERS: &str = "\
agent Counter
    local: n : 0..9, seen : bool
    init: n = 0 & !seen
    repeat: (
        up: {n < 9} *! true ()[n := n + 1]
        + look: {true} *! true ()[seen := true]
    )
system = Counter(left, true) || Counter(right, true)
SPEC low: G left-n < 2
SPEC ends: F (left-seen & right-seen)
";

fn lamp() -> Folder {
    Folder::with("lamp.rcp", LAMP)
}

#[test]
fn a_file_name_tells_the_kind_of_chart() {
    let folder = lamp();
    for (file, begins) in [
        ("run.svg", "<svg "),
        ("run.mmd", "sequenceDiagram\n"),
        ("run.puml", "@startuml\n"),
        (
            "run.ndjson",
            "{\"state\":0,\"agent\":null,\"command\":null,\"step\":null,\"values\":{\"lamp-automaton-state\":0,\"lamp-on\":false}}\n",
        ),
        ("run.csv", "state,agent,command,step,lamp-automaton-state,lamp-on\n0,,,,0,false\n"),
        ("run.chart.json", "{\n  \"format\": \"synod-chart\""),
    ] {
        let checked = folder.run(&["check", "lamp.rcp", "-p", "dark", "-q", "--trace-out", file]);
        assert_eq!(checked.code, 1, "{}", checked.err);
        assert!(folder.read(file).starts_with(begins), "{}", folder.read(file));
        let simulated = folder.run(&["simulate", "lamp.rcp", "--seed", "1", "--trace-out", file]);
        assert_eq!(simulated.code, 0, "{}", simulated.err);
        // Tables of random runs say which run it is.
        let begins = match file {
            "run.csv" => "run,state,",
            "run.ndjson" => "{\"run\":1,\"state\":0,",
            _ => begins,
        };
        assert!(folder.read(file).starts_with(begins), "{}", folder.read(file));
    }
}

#[test]
fn other_endings_are_refused_before_the_work() {
    let folder = lamp();
    for command in ["check", "simulate"] {
        let refused = folder.run(&[command, "lamp.rcp", "--trace-out", "run.png"]);
        assert_eq!(refused.code, 2);
        assert!(
            refused.err.contains("`run.png` does not tell how the trace is to be written"),
            "{}",
            refused.err
        );
        assert_eq!(folder.names(), ["lamp.rcp"]);
    }
}

#[test]
fn traces_in_files_become_charts() {
    let folder = lamp();
    folder.run(&["check", "lamp.rcp", "-p", "dark", "--trace-out", "t.json"]);
    let replayed = folder.run(&["replay", "lamp.rcp", "t.json", "--format", "mermaid"]);
    assert_eq!((replayed.code, replayed.err.as_str()), (0, ""));
    assert!(replayed.out.contains("participant a0 as lamp"), "{}", replayed.out);
    let shown = folder.run(&["show", "lamp.rcp", "--format", "sequence", "--trace", "t.json"]);
    assert!(shown.out.contains("id=\"chart-step-1\""), "{}", shown.out);
    let missing = folder.run(&["show", "lamp.rcp", "--format", "sequence"]);
    assert_eq!(missing.code, 2);
    assert!(missing.err.contains("name its file with `--trace`"), "{}", missing.err);
    let misplaced = folder.run(&["show", "lamp.rcp", "--format", "svg", "--trace", "t.json"]);
    assert!(misplaced.err.contains("`--trace` applies to the formats"), "{}", misplaced.err);
}

#[test]
fn a_walk_is_saved_as_a_chart() {
    let folder = lamp();
    let walked = folder.run_with(&["interact", "lamp.rcp"], "take 1\nsave walk.svg\nsave walk.gif\n");
    assert!(walked.out.contains("wrote walk.svg"), "{}", walked.out);
    assert!(walked.out.contains("`walk.gif` does not tell"), "{}", walked.out);
    assert!(folder.read("walk.svg").contains("chart-step-1"));
}

#[test]
fn expressions_are_watched_and_agents_are_picked() {
    let folder = Folder::with("counters.rcp", COUNTERS);
    let checked = folder.run(&["check", "counters.rcp", "-p", "low", "--watch", "left-n + right-n"]);
    assert!(checked.out.contains("left-n + right-n is 0"), "{}", checked.out);
    assert!(checked.out.contains("left-n + right-n is 2"), "{}", checked.out);
    let arguments = ["simulate", "counters.rcp", "--seed", "3", "--steps", "9", "--only", "right"];
    let simulated = folder.run(&arguments);
    assert!(simulated.out.contains("of others") && !simulated.out.contains("left-n"), "{}", simulated.out);
    let refused = folder.run(&["check", "counters.rcp", "--only", "rigth"]);
    assert_eq!(refused.code, 2);
    assert!(refused.err.contains("did you mean `right`?"), "{}", refused.err);
    let refused = folder.run(&["check", "counters.rcp", "--watch", "left-m"]);
    assert_eq!(refused.code, 2);
    assert!(refused.err.contains("`left-m`"), "{}", refused.err);
}

#[test]
fn counterexamples_are_minimised() {
    let folder = Folder::with("counters.rcp", COUNTERS);
    let checked = folder.run(&["check", "counters.rcp", "--minimise"]);
    assert_eq!(checked.code, 1, "{}", checked.err);
    // Two steps of one counter; and a loop in which one looks for ever.
    let (low, ends) = checked.out.split_once("ends is violated").unwrap();
    assert!(low.contains("a run of 2 steps violates it") && !low.contains("right broadcasts"), "{low}");
    assert!(ends.contains("then a loop of 1"), "{ends}");
}

#[test]
fn places_in_programs_are_told_by_what_can_be_done_there() {
    let folder = Folder::with("counters.rcp", COUNTERS);
    let checked = folder.run(&["check", "counters.rcp", "-p", "low"]);
    assert!(!checked.out.contains("automaton-state") && !checked.out.contains("at up!"), "{}", checked.out);
    folder.write("lamp.rcp", LAMP.replace("repeat: switch: {true} *! true ()[on := !on]", TWO_PLACES));
    let checked = folder.run(&["check", "lamp.rcp", "-p", "dark"]);
    assert!(checked.out.contains("on = false, at light!"), "{}", checked.out);
    assert!(checked.out.contains("lamp: at light! → at out!"), "{}", checked.out);
}

const TWO_PLACES: &str = "repeat: light: {true} *! true ()[on := true]; out: {true} *! true ()[on := false]";
