//! Fairness that is assumed on the command line.

use crate::support::Folder;

/// Two agents take turns as they like; the second can act in every other state of the first only.
const TURNS: &str = "\
agent First
    local: on : bool
    init: !on
    repeat: flip: {true} *! true ()[on := !on]
agent Second
    local: done : bool
    init: !done
    repeat: finish: {!done} *! true ()[done := true]
system = First(first, true) || Second(second, true)
SPEC ends: F second-done
SPEC lit: G F first-on
";

#[test]
fn only_fair_runs_count() {
    let folder = Folder::with("m.rcp", TURNS);
    let ask = |options: &[&str]| folder.run(&[&["check", "m.rcp", "--property", "ends"], options].concat());
    assert_eq!(ask(&[]).code, 1);
    let weak = ask(&["--fair-agent", "second"]);
    assert!(
        weak.code == 0 && weak.out.starts_with("only fair runs count: weakly fair to second\n"),
        "{weak:?}"
    );
    for all in ["all", "Second", "strong:second", "strong:all"] {
        let fair = ask(&["--fair-agent", all]);
        assert_eq!(fair.code, 0, "{fair:?}");
    }
    for engine in ["explicit", "bdd", "ic3", "kind"] {
        assert_eq!(ask(&["--fair-agent", "second", "--engine", engine]).code, 0, "{engine}");
    }
    let other = ask(&["--fair-agent", "first"]);
    assert!(other.code == 1 && other.out.contains("fair: first begins step "), "{other:?}");
    let condition = ask(&["--weak-fair", "first-on"]);
    assert!(
        condition.code == 1 && condition.out.contains("fair: `first-on` holds after step "),
        "{condition:?}"
    );
    assert_eq!(ask(&["--weak-fair", "second-done"]).code, 0);
    let strong = ask(&["--strong-fair", "second-done", "first-on"]);
    assert!(strong.code == 1 && strong.out.contains("the second holds after step "), "{strong:?}");
    assert_eq!(ask(&["--strong-fair", "true", "second-done"]).code, 0);
}

#[test]
fn weak_fairness_is_less_than_strong_fairness() {
    // The second can act where the first is on only: a run that flips for ever is weakly fair to it.
    let folder = Folder::with(
        "m.rcp",
        TURNS
            .replace("{!done} *! true ()", "{!done} c! true ()")
            .replace("agent First", "enum channel {c}\nagent First")
            .replace("init: !on\n", "init: !on\n    receive-guard: !on & chan = c\n"),
    );
    let ask = |options: &[&str]| folder.run(&[&["check", "m.rcp", "--property", "ends"], options].concat());
    let weak = ask(&["--fair-agent", "all"]);
    assert!(weak.code == 1 && weak.out.contains("fair: second can begin no step "), "{weak:?}");
    let strong = ask(&["--fair-agent", "first", "--fair-agent", "strong:second"]);
    assert_eq!(strong.code, 0, "{strong:?}");
}

#[test]
fn fairness_that_cannot_be_assumed_is_refused() {
    let folder = Folder::with("m.rcp", format!("{TURNS}SPEC knows: G (second-done -> K(first, first-on))\n"));
    let ask = |options: &[&str]| folder.run(&[&["check", "m.rcp"], options].concat());
    let knowledge = ask(&["--fair-agent", "strong:second"]);
    assert!(
        knowledge.code == 2
            && knowledge.err.contains("strong fairness is for properties of linear time, and `knows`"),
        "{knowledge:?}"
    );
    assert_ne!(ask(&["--fair-agent", "second"]).code, 2, "weak fairness is for all properties");
    let unknown = ask(&["--fair-agent", "secnd"]);
    assert!(unknown.code == 2 && unknown.err.contains("did you mean `Second`?"), "{unknown:?}");
    let temporal = ask(&["--weak-fair", "F first-on"]);
    assert!(temporal.code == 2 && temporal.err.contains("is not about one state"), "{temporal:?}");
    let wrong = ask(&["--weak-fair", "first-off"]);
    assert!(wrong.code == 2 && wrong.err.contains("--> fairness 1:1:7"), "{wrong:?}");
}

#[test]
fn labs_questions_may_assume_fairness() {
    let text = "system { environment = done: 0; on: 0 spawn = A: 1, B: 1 }
agent A { interface = x: 0 Behavior = on <-- 1 - on; Behavior }
agent B { interface = x: 0 Behavior = done <-- 1 }
check { Ends = ltl F (done = 1) }
";
    let folder = Folder::with("m.labs", text);
    assert_eq!(folder.run(&["check", "m.labs"]).code, 1);
    let fair = folder.run(&["check", "m.labs", "--fair-agent", "B"]);
    assert_eq!(fair.code, 0, "{fair:?}");
    assert_eq!(folder.run(&["check", "m.labs", "--weak-fair", "on = 1"]).code, 1);
    assert_eq!(folder.run(&["check", "m.labs", "--weak-fair", "done = 1"]).code, 0);
}

#[test]
fn fairness_is_refused_where_it_has_no_meaning_and_says_why() {
    let folder = Folder::with("m.rcp", TURNS);
    folder.write("camp.pispl", crate::support::CAMP);
    for (arguments, why) in [
        (&["estimate", "m.rcp", "--fair-agent", "second"][..], "fair with probability 1"),
        (&["estimate", "m.rcp", "--weak-fair", "first-on", "--json"], "fair with probability 1"),
        (&["simulate", "m.rcp", "--strong-fair", "first-on", "second-done"], "fair with probability 1"),
        (&["cutoff", "camp.pispl", "--fair-agent", "all"], "a cutoff is about all"),
        (&["check", "camp.pispl", "--fair-agent", "all"], "give the number of each role"),
        (&["check", "camp.pispl", "--coverage"], "give the number of each role"),
    ] {
        let refused = folder.run(arguments);
        assert_eq!(refused.code, 2, "{refused:?}");
        let text = if arguments.contains(&"--json") {
            refused.json()["error"].to_string()
        } else {
            refused.err.clone()
        };
        assert!(text.contains(why), "{refused:?}");
    }
}

#[test]
fn fairness_counts_for_questions_at_the_prompt() {
    let folder = Folder::with("m.rcp", TURNS);
    let asked = |options: &[&str]| {
        let arguments = [&["interact", "m.rcp"], options].concat();
        let outcome = folder.run_with(&arguments, "check ends\ncheck F second-done\n");
        assert_eq!(outcome.code, 0, "{outcome:?}");
        outcome.out
    };
    let all = asked(&[]);
    assert_eq!((all.matches(" is violated").count(), all.matches(" holds").count()), (2, 0), "{all}");
    for option in ["second", "strong:second"] {
        let fair = asked(&["--fair-agent", option]);
        assert_eq!((fair.matches(" is violated").count(), fair.matches(" holds").count()), (0, 2), "{fair}");
        assert!(fair.contains("for `check`, only fair runs count: "), "{fair}");
    }
}

#[test]
fn every_report_says_what_is_assumed() {
    let folder = Folder::with("m.rcp", TURNS);
    let names = ["f.json", "f.sarif", "f.junit.xml", "f.html", "f.csv"];
    let reports: Vec<&str> = names.iter().flat_map(|name| ["--report", *name]).collect();
    let ask = ["check", "m.rcp", "-p", "ends", "--quiet", "--fair-agent", "second"];
    let quiet = folder.run(&[&ask[..], &reports].concat());
    assert_eq!(quiet.code, 0, "{quiet:?}");
    assert!(quiet.out.starts_with("only fair runs count: weakly fair to second\n"), "{quiet:?}");
    for name in names.into_iter().filter(|name| *name != "f.sarif") {
        assert!(folder.read(name).contains("weakly fair to second"), "{name}");
    }
    // What holds is not in this one.
    let violated =
        folder.run(&["check", "m.rcp", "--fair-agent", "first", "-p", "ends", "--report", "f.sarif", "-q"]);
    assert_eq!(violated.code, 1);
    assert!(folder.read("f.sarif").contains("only fair runs count: weakly fair to first"));
}

#[test]
fn an_agent_that_never_acts_is_no_error() {
    let folder = Folder::with("m.rcp", TURNS.replace("*! true ()[done", "*? [done"));
    let fair = folder.run(&["check", "m.rcp", "-p", "lit", "--fair-agent", "second"]);
    assert!(
        fair.out.starts_with("only fair runs count: weakly fair to second, which begins no step anywhere\n"),
        "{fair:?}"
    );
}

/// Processes that meet begin a step together, and where all act at once nobody is neglected.
#[test]
fn processes_and_agents_that_act_at_once_can_be_treated_fairly() {
    let folder = Folder::with("m.ccs", "A = a.A\nB = b.B\nsystem = A | B\nproperty again: G F does(a)\n");
    assert_eq!(folder.run(&["check", "m.ccs"]).code, 1);
    let fair = folder.run(&["check", "m.ccs", "--fair-agent", "A"]);
    assert_eq!(fair.code, 0, "{fair:?}");
    assert!(fair.out.starts_with("only fair runs count: weakly fair to A\n"), "{fair:?}");
    let folder = Folder::with(
        "m.ispl",
        "Agent Ana\n    Vars: x : 0..1; end Vars\n    Actions = {go, stay};\n    Protocol: Other : {go, stay}; end Protocol\n    \
         Evolution: x = 1 if Action = go; end Evolution\nend Agent\nEvaluation up if Ana.x = 1; end Evaluation\n\
         InitStates Ana.x = 0; end InitStates\nFormulae AF up; end Formulae\n",
    );
    let fair = folder.run(&["check", "m.ispl", "--fair-agent", "Ana"]);
    let said = "only fair runs count: weakly fair to Ana, which takes part in every step\n";
    assert!(fair.code == 1 && fair.out.starts_with(said), "{fair:?}");
}

/// Whoever can keep every run from being fair enforces what is impossible.
#[test]
fn strategies_that_leave_no_fair_run_are_told() {
    let folder = Folder::with(
        "m.ispl",
        "Agent Ana\n    Vars: x : 0..1; end Vars\n    Actions = {go, stay};\n    Protocol: Other : {go, stay}; end Protocol\n    \
         Evolution: x = 1 if Action = go; end Evolution\nend Agent\nEvaluation up if Ana.x = 1; low if Ana.x = 0; end Evaluation\n\
         InitStates Ana.x = 0; end InitStates\nGroups g = {Ana}; end Groups\nFairness up; end Fairness\n\
         Formulae <g> F (up and low); end Formulae\n",
    );
    let asked = folder.run(&["check", "m.ispl", "--deny-warnings"]);
    assert!(
        asked.code == 3
            && asked
                .out
                .contains("vacuous: Ana can keep every run from being fair, and so enforces anything"),
        "{asked:?}"
    );
    // Here it cannot: the goal is reached on the way.
    let folder = Folder::with("m.ispl", folder.read("m.ispl").replace("Fairness up;", "Fairness up or low;"));
    let asked = folder.run(&["check", "m.ispl", "-F", "<g> F up", "-p", "asked-1", "--deny-warnings"]);
    assert!(!asked.out.contains("vacuous"), "{asked:?}");
}

/// It is the condition that nobody meets, not an agent.
#[test]
fn what_leaves_no_fair_run_is_named() {
    let folder = Folder::with("m.rcp", TURNS);
    let asked = folder.run(&["check", "m.rcp", "--weak-fair", "first-on & !first-on"]);
    for told in [
        "warning[model::no-fair-run]",
        " --> fairness 1:1:1\n  |\n1 | first-on & !first-on\n  | ^^^^^^^^^^^^^^^^^^^^\n",
        "= note: assumed of runs: `first-on & !first-on` again and again\n",
    ] {
        assert!(asked.err.contains(told), "{told}: {asked:?}");
    }
    let found = folder.run(&["check", "m.rcp", "--weak-fair", "first-on & !first-on", "--json"]).json();
    assert!(found.to_string().contains("assumed of runs: `first-on & !first-on`"), "{found:#}");
}

/// A green answer over no run at all says so beside every property, also where only verdicts are printed.
#[test]
fn answers_about_no_fair_run_say_so() {
    let folder = Folder::with("m.rcp", TURNS);
    let never = "first-on & !first-on";
    for assumed in [&["--weak-fair", never][..], &["--strong-fair", "first-on | !first-on", never]] {
        let options =
            ["check", "m.rcp", "-q", "-F", "F (first-on & !first-on)", "-F", "G (first-on -> F !first-on)"];
        let asked = folder.run(&[&options, assumed].concat());
        let told = "vacuous: no run is fair, and the property asks about no others";
        assert!(asked.out.matches(told).count() == 2 && !asked.out.contains("antecedent"), "{asked:?}");
        let denied = folder.run(&[&options, assumed, &["--deny-warnings"]].concat());
        assert_ne!(denied.code, 0, "{denied:?}");
    }
}

/// What keeps runs from being fair is said, at the section that asks for it.
#[test]
fn the_cause_of_there_being_no_fair_run_is_told() {
    let model = |protocol: &str, fair: &str| {
        format!(
            "Agent Ana\n    Vars: x : 0..1; end Vars\n    Actions = {{go}};\n    Protocol: {protocol} : {{go}}; end Protocol\n    \
             Evolution: x = 1 if Action = go; end Evolution\nend Agent\nEvaluation up if Ana.x = 1; end Evaluation\n\
             InitStates Ana.x = 0; end InitStates\nFairness\n{fair};\nend Fairness\nFormulae AF up; end Formulae\n"
        )
    };
    let folder = Folder::with("m.ispl", model("x = 0", "up or !up"));
    let dead = folder.run(&["check", "m.ispl"]);
    assert!(
        dead.err.contains("= note: every run deadlocks, and a run that deadlocks is not fair"),
        "{dead:?}"
    );
    assert!(
        dead.err.contains("error[model::no-fair-run]") && dead.err.contains("| up or !up;\n"),
        "{dead:?}"
    );
    let folder = Folder::with("m.ispl", model("Other", "!up"));
    let unfair = folder.run(&["check", "m.ispl"]);
    let told = "= note: some runs go on for ever, but on each of these some fairness condition";
    assert!(unfair.err.contains(told) && unfair.err.contains("| !up;\n"), "{unfair:?}");
}
