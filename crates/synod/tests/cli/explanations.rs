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

/// Where several runs have as many steps, agents and changes, the one whose numbers stay closer to where they began is shown.
#[test]
fn counterexamples_are_minimised_in_data() {
    let folder = Folder::with(
        "m.labs",
        "system {\n    environment = a[2]: 5; turns: 0\n    spawn = R: 1\n}\nagent R {\n    interface = q: 7\n    \
         Behavior = turns < 3 -> ({ q <- 90; turns <-- turns + 1 } ++ { q <- 34; turns <-- turns + 1 } ++ \
         { a[1] <-- a[1] - 40; turns <-- turns + 1 } ++ { a[1] <-- a[1] - 9; turns <-- turns + 1 }); Behavior\n}\ncheck {\n    \
         Low = always forall R r, q of r < 30\n    Deep = always a[1] > 0\n}\n",
    );
    for engine in ["explicit", "bmc", "bdd"] {
        let low = folder.run(&["check", "m.labs", "-p", "Low", "--engine", engine, "--minimise"]);
        assert!(low.code == 1 && low.out.contains("q <- 34") && !low.out.contains("q <- 90"), "{low:?}");
        let deep = folder.run(&["check", "m.labs", "-p", "Deep", "--engine", engine, "--minimise"]);
        assert!(deep.code == 1 && deep.out.contains("a[1] <-- -4\n"), "{deep:?}");
    }
}

/// A group of everybody has no opponents: what they cannot do is not told as answers of others.
#[test]
fn strategies_name_what_the_others_do() {
    let duel = "\
Agent Left
  Vars: hp : 0..2; end Vars
  Actions = {hit, block, rest};
  Protocol: Other : {hit, block, rest}; end Protocol
  Evolution: hp = hp - 1 if Right.Action = hit and Action = hit; end Evolution
end Agent
Agent Right
  Vars: hq : 0..2; end Vars
  Actions = {hit, block};
  Protocol: Other : {hit, block}; end Protocol
  Evolution: hq = hq - 1 if Left.Action = hit and Action = hit; end Evolution
end Agent
Evaluation out if Right.hq = 0; end Evaluation
InitStates Left.hp = 2 and Right.hq = 2; end InitStates
Groups l = {Left}; both = {Left, Right}; end Groups
Formulae <l> F out; <both> X out; <both> F out; end Formulae
";
    let checked = Folder::with("m.ispl", duel).run(&["check", "m.ispl", "--witness"]);
    for told in [
        // Propositions stand as they are written, and answers that are the same together.
        "whatever Left may do, the others can prevent `F out`",
        "to Left: block or Left: rest they answer Right: hit",
        "Left and Right cannot enforce `X out`, whatever they do\n",
        "Left and Right can enforce `F out`\n",
    ] {
        assert!(checked.out.contains(told), "{told}: {checked:?}");
    }
    assert!(!checked.out.contains("Right they answer Left"), "{checked:?}");
}

/// What a box is about stands as it is written.
#[test]
fn boxes_without_steps_are_told_as_written() {
    let text = "enum channel {a}\nmessage-structure: M : bool\nagent P\n    local: x : bool\n    init: !x\n    \
                repeat: t: {true} a! true (M := true)[x := !x]\nsystem = P(p, true)\nSPEC never: G [[M = false]] p-x\n";
    let checked = Folder::with("m.rcp", text).run(&["check", "m.rcp"]);
    assert!(checked.out.contains("vacuous: no step is ever as in `[[M = false]]`\n"), "{checked:?}");
    let text = "P = a.b.P + c.0\nsystem = P\nproperty after: AG [b] <a> true\nproperty first: [b] <a> true\n";
    let checked = Folder::with("m.ccs", text).run(&["check", "m.ccs"]);
    let told = "vacuous: no first step is as in `[b]`, and the property asks about no others\n";
    assert!(checked.out.contains(told), "{checked:?}");
}

/// Of the guards before a LAbS action those are told that are false.
#[test]
fn guards_that_are_false_are_told_as_written() {
    let text = "system {\n    environment = food: 0\n    spawn = Ant: 1\n}\nagent Ant {\n    interface = x: 0\n    \
                Behavior = x = 0 -> (food > 0 -> food <-- food - 1; Behavior)\n}\ncheck {\n    Eats = finally food > 0\n}\n";
    let folder = Folder::with("m.labs", text);
    let walked = folder.run_with(&["interact", "m.labs"], "why\nquit\n").out;
    assert!(walked.contains("needs `food > 0` (here food = 0)"), "{walked}");
    // Messages are no commands of the text, so that none is missing.
    let text = "stigmergy Trail {\n    link = true\n    best: 0\n}\nagent Ant {\n    interface = x: 0\n    stigmergies = Trail\n    \
                Behavior = x = 1 -> best <~ 1\n}\n";
    let shared = format!(
        "system {{\n    spawn = Ant: 2\n}}\n{text}check {{\n    P = always forall Ant a, x of a = 0\n}}\n"
    );
    let checked = Folder::with("m.labs", shared).run(&["check", "m.labs", "--coverage"]);
    assert!(checked.out.contains("0 of 1 command used"), "{checked:?}");
    assert!(!checked.err.contains("8:7"), "{checked:?}");
}

/// The scope of a guard is told without cutting a process in the middle.
#[test]
fn the_scope_of_a_long_guard_is_told_up_to_a_sign() {
    let text = "system {\n    environment = food[3]: 0\n    spawn = Ant: 1\n}\nagent Ant {\n    interface = x: 0; carry: 0\n    \
                Behavior = food[x] = 0 -> x <- (x + 1) % 3 ++ food[x] > 0 -> food[x] <-- food[x] - 1; carry <- 1; x <- 2 + 0\n}\n\
                check {\n    P = always x of 0 < 3\n}\n";
    let linted = Folder::with("m.labs", text).run(&["lint", "m.labs"]);
    let told = "++ (food[x] > 0 -> food[x] <-- food[x] - 1; carry <- 1; …)`";
    assert!(linted.err.contains("warning[labs::guard-scope]: the guard goes on over `++`\n"), "{linted:?}");
    assert!(linted.err.contains(told), "{linted:?}");
}

/// A narrowed run is explained where it ends as far as its agents go; what would be done is told before who listens.
#[test]
fn dead_ends_are_narrowed_and_told_by_weight() {
    let text = "enum channel {a, b}\nmessage-structure: N : 0..2\nagent S\n    local: in : channel, out : channel, n : 0..2, hold : bool\n    \
                init: n = 0\n    receive-guard: chan = in\n    repeat:\n        take: {!hold} in? [hold := true, n := N]\n      + \
                pass: {hold & n < 2} out! true (N := n + 1)[hold := false]\n\
                system = S(s1, in = a & out = b & hold) || S(s2, in = b & out = a & !hold)\nSPEC goes: G F s2-hold\n";
    let folder = Folder::with("m.rcp", text);
    let told = folder.run(&["check", "m.rcp"]).out;
    let end = told.split_once("it stays so for ever ──\n").expect("a dead end").1;
    assert!(end.starts_with("      s1: `pass on b` needs `n < 2` (here s1-n = 2)\n"), "{told}");
    let narrowed = folder.run(&["check", "m.rcp", "--only", "s1"]).out;
    let end = narrowed.split_once("it stays so for ever ──\n").expect("a dead end").1;
    assert!(end.contains("s1: `pass") && !end.contains("s2: "), "{narrowed}");
}

/// A view needs an agent and says which there are; words of other tools are understood.
#[test]
fn the_prompt_names_agents_and_commands() {
    let text = "enum channel {a}\nmessage-structure: M : bool\nagent P\n    local: x : bool\n    init: !x\n    \
                repeat: t: {true} a! true (M := true)[x := !x]\nsystem = P(p, true) || P(q, true)\nSPEC s: G F p-x\n";
    let said = Folder::with("m.rcp", text).run_with(&["interact", "m.rcp"], "view\nundo\nview p\nquit\n");
    let both = said.out + &said.err;
    for told in [
        "`view` needs an agent: one of p, q",
        "there is no command `undo`; did you mean `back`?",
        "p observes x = false",
    ] {
        assert!(both.contains(told), "{told}: {both}");
    }
}

/// A picture shows every place where an agent may begin, and agents of a type that do the same once.
#[test]
fn pictures_show_all_first_places_and_twins_once() {
    let text = "MEAL = guest -> cook: order; (cook -> boy: carry + cook -> guest: sorry)\n";
    let shown = Folder::with("m.chor", text).run(&["show", "m.chor", "--format", "svg", "--agent", "boy"]);
    assert_eq!(shown.out.matches("class=\"synod-state synod-initial\"").count(), 2, "{shown:?}");
    let text = "system {\n    spawn = Ant: 2\n}\nagent Ant {\n    interface = x: 0\n    Behavior = x < 3 -> x <- x + 1; Behavior\n}\n\
                check {\n    P = always x of 0 < 4\n}\n";
    let shown = Folder::with("m.labs", text).run(&["show", "m.labs", "--format", "svg"]);
    assert!(shown.out.contains("Ant 0, Ant 1</"), "{shown:?}");
    assert_eq!(shown.out.matches("class=\"synod-state synod-initial\"").count(), 1, "{shown:?}");
}
