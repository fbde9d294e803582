//! `synod interact`, with its commands from a pipe.

use crate::support::{CANDLE, Folder, LAMP};

fn talk(text: &str, lines: &[&str]) -> String {
    let folder = Folder::with("model.rcp", text);
    let outcome = folder.run_with(&["interact", "model.rcp"], lines.join("\n"));
    assert_eq!((outcome.code, outcome.err.as_str()), (0, ""));
    outcome.out
}

#[test]
fn steps_are_listed_taken_and_undone() {
    let expected = "\
agents lamp; 1 initial state; `help` lists the commands
   1  lamp broadcasts switch → nobody
          lamp-on: false → true
   1  lamp broadcasts switch → nobody
          lamp-on: false → true
      lamp  on = true, at switch!
back at state 0
      lamp  on = false, at switch!
already at the initial state
";
    assert_eq!(talk(LAMP, &["steps", "take 1", "state lamp", "back", "back"]), expected);
}

#[test]
fn mistakes_do_not_end_the_session() {
    let out = talk(
        LAMP,
        &[
            "stat",
            "take",
            "take x",
            "9",
            "-1",
            "take 99999999999999999999",
            "state lam",
            "load nothing",
            "next",
            "view",
            "init 7",
            "state",
        ],
    );
    let lines: Vec<&str> = out.lines().skip(1).collect();
    assert_eq!(
        lines,
        [
            "there is no command `stat`; did you mean `state`?",
            "`take` needs the number of a step: `take …`",
            "`x` is not a whole number",
            "there is no step 9; choose from 1 to 1",
            "there is no step -1; `steps` lists them",
            "`99999999999999999999` is out of range",
            "there is no agent `lam`; did you mean `lamp`?",
            "there is no file `nothing`",
            "no trace is loaded",
            "`view` needs an agent: one of lamp",
            "there is no initial state 7; `init` lists them",
            "      lamp  on = false, at switch!",
        ]
    );
}

#[test]
fn a_line_that_is_not_text_does_not_end_the_session() {
    let folder = Folder::with("model.rcp", LAMP);
    let outcome = folder.run_with(&["interact", "model.rcp"], b"\xff\xfe\nstate\n");
    assert_eq!((outcome.code, outcome.err.as_str()), (0, ""));
    let lines: Vec<&str> = outcome.out.lines().skip(1).collect();
    assert_eq!(lines, ["this line is not UTF-8 text", "      lamp  on = false, at switch!"]);
}

#[test]
fn initial_states_are_listed_chosen_and_narrowed() {
    let out = talk(CANDLE, &["init", "init 3", "init candle-tall", "steps", "init candle-lit & !candle-lit"]);
    let expected = "\
agents candle; 4 initial states, choose with `init`; `help` lists the commands
   1  candle-lit = false, candle-tall = false
   2  candle-lit = false, candle-tall = true
   3  candle-lit = true, candle-tall = false
   4  candle-lit = true, candle-tall = true
now at state 0
      candle  lit = true, tall = false, at light!
   1  candle-lit = false
   2  candle-lit = true
now at state 0
      candle  lit = false, tall = true, at light!
   1  candle broadcasts light → nobody
          candle-lit: false → true
the model has no initial state that satisfies the constraint
";
    assert_eq!(out, expected);
}

#[test]
fn a_counterexample_is_found_followed_and_saved() {
    let folder = Folder::with("lamp.rcp", LAMP);
    let lines = "check stays\nload\nnext\nnext\nnext\nback 2\nnext\nsave walk.itf.json\nload walk.itf.json\nnext\nnext\nquit\nsteps";
    let outcome = folder.run_with(&["interact", "lamp.rcp"], lines);
    assert!(outcome.out.contains("✗ stays is violated"), "{outcome:?}");
    assert!(outcome.out.contains("loaded 2 steps"));
    assert!(outcome.out.contains("   3  lamp broadcasts switch"));
    assert!(outcome.out.contains("wrote walk.itf.json"));
    assert!(
        outcome.out.ends_with("   2  lamp broadcasts switch → nobody\n          lamp-on: true → false\n")
    );
    assert_eq!(folder.run(&["replay", "lamp.rcp", "walk.itf.json"]).code, 0);
}

#[test]
fn a_walk_at_random_stops_at_a_dead_end() {
    let out = talk(CANDLE, &["random 5 1", "steps", "1", "trace", "reset"]);
    let expected = "   1  candle broadcasts light → nobody
          candle-lit: false → true
no step is enabled here (deadlock)
no step is enabled here (deadlock)
      candle: `light on *` needs `!lit` (here candle-lit = true)
no step is enabled here (deadlock): the state repeats
   never changes
      candle  tall = false
   starts with
      candle  lit = false
   1  candle broadcasts light → nobody
          candle-lit: false → true
   ── no step can be taken here ──
      candle: `light on *` needs `!lit` (here candle-lit = true)
now at state 0
      candle  lit = false, tall = false, at light!
";
    assert_eq!(out.split_once('\n').unwrap().1, expected);
}

#[test]
fn an_agent_sees_its_own_and_knows_its_part() {
    let out = talk(LAMP, &["view lamp"]);
    let expected = "\
lamp observes on = false, at switch!
   1  lamp broadcasts switch → nobody
          by {true} *! true ()[on := !on]
";
    assert_eq!(out.split_once('\n').unwrap().1, expected);
}

/// Those who meet take part, though nothing of theirs changes.
#[test]
fn a_view_has_steps_that_change_nothing() {
    let model = "A = x.A\nC = 'x.C\nsystem = (A | C) \\ {x}\nproperty p: G !deadlock\n";
    let folder = Folder::with("m.ccs", model);
    let out = folder.run_with(&["interact", "m.ccs"], "view A\nview C\n").out;
    assert!(!out.contains("no step") && out.matches("1  τ(x)").count() == 2, "{out}");
}

#[test]
fn a_blocked_step_is_explained() {
    let out = talk(
        CANDLE,
        &["why", "1", "why", "why 1", "why candle", "why light", "why light on *", "why nobody"],
    );
    let lines: Vec<&str> = out.lines().skip(1).collect();
    assert_eq!(lines[0], "nothing is blocked here");
    let needs = "   1  candle: `light on *` needs `!lit` (here candle-lit = true)";
    assert_eq!(lines[3], needs);
    assert!(
        lines[4].trim_start().starts_with("by {!lit} *! true") && lines[4].contains("(model.rcp:4:"),
        "{out}"
    );
    // All of it, by its number, by its agent, and by what would be done.
    assert_eq!(lines.iter().filter(|line| **line == needs).count(), 5, "{out}");
    let last = lines.last().unwrap();
    assert!(last.starts_with("`nobody` is neither the number of a blocked step"), "{out}");
}

#[test]
fn the_model_needs_a_file() {
    let outcome = Folder::new().run_with(&["interact", "-"], LAMP);
    assert_eq!((outcome.code, outcome.err.contains("so the model needs a file")), (2, true));
}

#[test]
fn steps_of_a_circuit_are_told_apart_by_their_inputs() {
    let text =
        "1 sort bitvec 1\n2 input 1 push\n3 zero 1\n4 state 1 on\n5 init 1 4 3\n6 next 1 4 2\n7 bad 4 lit\n";
    let folder = Folder::with("m.btor2", text);
    let out = folder.run_with(&["interact", "m.btor2"], "steps\n").out;
    assert!(out.contains("with push = false\n") && out.contains("with push = true\n"), "{out}");
}
