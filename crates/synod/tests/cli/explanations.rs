//! Coverage, replays that one run cannot decide, and what is told once.

use crate::support::{CAMP, Folder, LAMP};

/// Two agents, one of which never learns what the other is.
const SECRET: &str = "\
agent Teller
    local: secret : bool
    init: true
    repeat: talk: {true} *! true ()[]
agent Other
    local: heard : bool
    init: !heard
    repeat: listen: {!heard} *! true ()[heard := true]
system = Teller(teller, true) || Other(other, true)
SPEC hidden: G !K(other, teller-secret)
SPEC heard: F other-heard
";

#[test]
fn one_run_does_not_decide_what_is_about_several() {
    let folder = Folder::with("m.rcp", SECRET);
    assert_eq!(folder.run(&["check", "m.rcp", "-p", "hidden"]).code, 0);
    folder.run(&["simulate", "m.rcp", "--seed", "1", "--steps", "3", "--trace-out", "t.json"]);
    let replayed = folder.run(&["replay", "m.rcp", "t.json", "-p", "hidden"]);
    assert_eq!(replayed.code, 1, "{replayed:?}");
    let expected = "… a run of the model: one run cannot decide `hidden`, 3 steps: it is about what agents know, which depends on \
                    other runs; `synod check --property hidden` decides it\n";
    assert!(replayed.out.starts_with(expected), "{replayed:?}");
    let json = folder.run(&["replay", "m.rcp", "t.json", "-p", "hidden", "--json"]).json();
    assert_eq!((json["violates"].clone(), json["verdict"].clone()), (false.into(), serde_json::Value::Null));
}

/// It may switch the light on once it has counted to three, or never.
const LATER: &str = "\
agent Later
    local: n : 0..3, lit : bool
    init: n = 0 & !lit
    repeat: (up: {n < 3} *! true ()[n := n + 1])
      + (wait: {n = 3} *! true ()[])
      + (light: {n = 3} *! true ()[lit := true])
system = Later(later, true)
SPEC shines: F later-lit
SPEC starts: G (later-n = 0)
";

/// A run into a deadlock is not one that does what should be done finally.
#[test]
fn a_run_that_is_not_judged_satisfies_nothing() {
    let folder = Folder::with(
        "m.labs",
        "system { environment = lock: 0 spawn = W: 2 }\n\
         agent W { interface = st: 0 Behavior = lock = 0 -> lock <-- 1; st <- 1 }\n\
         check {\n\
         All = finally forall W a, st of a = 1\n\
         Ends = ltl F Deadlock\n\
         From = from (exists W a, st of a = 1) until (false), thereIs forall W b, st of b = 1\n\
         }\n",
    );
    folder.run(&["simulate", "m.labs", "--steps", "9", "--seed", "1", "--trace-out", "t.json"]);
    let judged = folder.run(&["replay", "m.labs", "t.json", "-p", "All"]);
    let said = "it ends in a deadlock, and runs that deadlock are not judged";
    assert!(judged.out.contains("does not violate `All`") && judged.out.contains(said), "{judged:?}");
    let scoped = folder.run(&["replay", "m.labs", "t.json", "-p", "From"]);
    assert!(scoped.out.contains("does not violate `From`") && scoped.out.contains(said), "{scoped:?}");
    let checked = folder.run(&["check", "m.labs", "-p", "From", "--json"]).json();
    assert_eq!(checked["properties"][0]["remarks"][1]["code"], "remark::all-runs-deadlock", "{checked}");
    // Who asks for deadlocks gets an answer.
    let asked = folder.run(&["replay", "m.labs", "t.json", "-p", "Ends"]);
    assert!(asked.out.contains("satisfies `Ends`"), "{asked:?}");
}

#[test]
fn a_run_that_is_cut_off_is_open() {
    let folder = Folder::with("m.rcp", LATER);
    folder.run(&["simulate", "m.rcp", "--steps", "2", "--seed", "1", "--trace-out", "t.json"]);
    let open = folder.run(&["replay", "m.rcp", "t.json", "-p", "shines"]);
    assert_eq!(open.code, 1, "{open:?}");
    let expected = "… a run of the model: `shines` is not violated so far; open, 2 steps\n";
    assert!(open.out.starts_with(expected), "{open:?}");
    let json = folder.run(&["replay", "m.rcp", "t.json", "-p", "shines", "--json"]).json();
    assert_eq!(json["verdict"], "open");
    let violated = folder.run(&["replay", "m.rcp", "t.json", "-p", "starts"]);
    let expected = "✓ a run of the model that violates `starts`";
    assert!(violated.code == 0 && violated.out.starts_with(expected), "{violated:?}");
}

#[test]
fn coverage_is_printed_beside_the_text_and_in_json() {
    let folder = Folder::with(
        "m.rcp",
        LAMP.replace("*! true ()[on := !on]", "*! true ()[on := !on] + off: {false} *! true ()[]"),
    );
    let printed = folder.run(&["check", "m.rcp", "-p", "blinks", "--coverage"]);
    assert!(printed.out.contains("       2*:    4:     repeat: switch"), "{printed:?}");
    assert!(printed.out.contains("1 of 2 commands used, in all 2 reachable states"), "{printed:?}");
    let json = folder.run(&["check", "m.rcp", "-p", "blinks", "--coverage", "--json"]).json();
    let counts: Vec<_> =
        json["coverage"]["commands"].as_array().unwrap().iter().map(|one| one["count"].clone()).collect();
    assert_eq!(counts, [2, 0]);
    let refused = folder.run(&["check", "m.rcp", "--coverage=out.json"]);
    assert!(
        refused.code == 2 && refused.err.contains("ends in `.lcov` or `.info`, not `out.json`"),
        "{refused:?}"
    );
}

#[test]
fn coverage_of_several_models_is_one_file() {
    let folder = Folder::with("a.rcp", LAMP);
    folder.write("b.rcp", LAMP);
    let labs = "system { extern = _n environment = x: 0 spawn = A: _n }\nagent A { Behavior = x <-- 1; Behavior }\ncheck { P = always x >= 0 }\n";
    folder.write("c.labs", labs);
    let outcome = folder.run(&["check", "a.rcp", "b.rcp", "-p", "blinks", "--quiet", "--coverage=all.lcov"]);
    assert_eq!(outcome.code, 0, "{outcome:?}");
    let record = |file: &str, count: u64| {
        format!("TN:\nSF:{file}\nBRF:0\nBRH:0\nDA:4,{count}\nLF:1\nLH:1\nend_of_record\n")
    };
    assert_eq!(folder.read("all.lcov"), record("a.rcp", 2) + &record("b.rcp", 2));
    // What is said of one text for several values of its parameters is added up.
    let outcome = folder.run(&["check", "c.labs", "n=1,2", "--quiet", "--coverage=sweep.info"]);
    assert_eq!(outcome.code, 0, "{outcome:?}");
    let written = folder.read("sweep.info");
    assert_eq!(written.matches("SF:").count(), 1, "{written}");
    assert!(written.contains("DA:2,6\n"), "{written}");
}

#[test]
fn lines_of_templates_are_counted_in_instances() {
    let folder = Folder::with(
        "camp.pispl",
        CAMP.replace("place = camp : {take};", "place = camp : {take}; place = gone : {leave};"),
    );
    let printed = folder.run(&["check", "camp.pispl", "Robot=2", "--coverage"]);
    assert!(printed.out.contains("4 of 5 commands used, in all 3 reachable states"), "{printed:?}");
}

/// Two properties of one model fail in the same way.
const PAIR: &str = "\
system { environment = goal: 0 spawn = A: 2 }
agent A { interface = x: 0; fixed: 3 Behavior = x <- 1; goal <-- 1; Behavior }
check { P = always goal = 0 Q = always x of 0 = 0 }
";

#[test]
fn labs_tells_first_values_once_and_only_some_agents() {
    let folder = Folder::with("m.labs", PAIR);
    let checked = folder.run(&["check", "m.labs"]);
    assert_eq!(checked.out.matches("A 1:\tfixed <- 3").count(), 1, "{}", checked.out);
    assert_eq!(checked.out.matches("<initialization as before>").count(), 1, "{}", checked.out);
    let only = folder.run(&["simulate", "m.labs", "--seed", "3", "--steps", "12", "--only", "A 0"]);
    assert!(only.out.contains("A 0:\tx <- 1") && !only.out.contains("A 1:"), "{}", only.out);
    assert!(only.out.contains("goal <-- 0") && only.out.contains("of others>"), "{}", only.out);
    folder.run(&[
        "simulate",
        "m.labs",
        "--seed",
        "3",
        "--steps",
        "2",
        "--only",
        "A 0",
        "--trace-out",
        "t.csv",
    ]);
    let head = folder.read("t.csv").lines().next().unwrap_or_default().to_string();
    assert!(head.contains("x of A 0") && head.contains("goal") && !head.contains("A 1"), "{head}");
}

#[test]
fn what_is_about_several_runs_is_not_minimised_and_says_so() {
    let folder = Folder::with("m.rcp", SECRET.replace("!K(other, teller-secret)", "K(other, teller-secret)"));
    let checked = folder.run(&["check", "m.rcp", "-p", "hidden", "--minimise"]);
    assert!(
        checked.code == 1 && checked.out.contains("    not minimised: the property is about knowledge"),
        "{checked:?}"
    );
    let linear = folder.run(&["check", "m.rcp", "-p", "heard", "--minimise"]);
    assert!(linear.code == 1 && !linear.out.contains("not minimised"), "{linear:?}");
}

/// A guard over what never changes is told as it was written, and what stands behind it is not begun.
#[test]
fn labs_guards_over_constants_are_told_as_written() {
    let folder = Folder::with(
        "m.labs",
        "system {\n    environment = k: 0\n    spawn = A: 1\n}\nagent A {\n    interface = x: 0; y: 0\n    \
         Behavior = k = 1 -> ({ x <- 1; x <- 2 } || y <- 1)\n}\ncheck {\n    \
         Low = always forall A a, x of a < 3\n}\n",
    );
    let simulated = folder.run(&["simulate", "m.labs", "--steps", "3"]);
    assert!(simulated.out.contains("needs `k = 1`"), "{simulated:?}");
    assert!(
        !simulated.out.contains("needs `false`") && !simulated.out.contains("`y <- 1` needs"),
        "{simulated:?}"
    );
}

#[test]
fn scopes_that_never_open_are_told() {
    let folder = Folder::with(
        "m.labs",
        "system {\n    environment = k: 0; n: 0\n    spawn = A: 1\n}\nagent A {\n    \
         Behavior = (n < 2 -> n <-- n + 1; Behavior) ++ (n = 2 -> n <-- 0; Behavior)\n}\ncheck {\n    \
         Shut = between (k = 1) and (n = 0), always n = 0\n    Open = from (n = 1) until (k = 1), always n < 3\n}\n",
    );
    let shut = folder.run(&["check", "m.labs", "-p", "Shut", "--deny-warnings"]);
    assert!(
        shut.code == 3 && shut.out.contains("vacuous: no scope is ever opened and closed again"),
        "{shut:?}"
    );
    // It opens, and need not close.
    let open = folder.run(&["check", "m.labs", "-p", "Open"]);
    assert!(open.code == 0 && !open.out.contains("vacuous"), "{open:?}");
}
