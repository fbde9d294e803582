//! `synod estimate`, and what `synod simulate` says of many runs.

use crate::support::{Folder, LAMP};

/// One of two coins is taken at random: the first ends the game, the second too.
const COIN: &str = "system { environment = side: 0 spawn = Coin: 1 }
agent Coin { Behavior = side <-- 1 ++ side <-- 2 }
check { Heads = finally side = 1  Never = always side = 0  Landed = finally side != 0 }
";

/// A walk that may go on for ever.
const WALK: &str = "system { environment = at: 0 spawn = A: 1 }
agent A { Behavior = (at <-- at + 1; at < 30 -> Behavior) ++ (at <-- 0; Behavior) }
check { Far = finally at = 3  Often = ltl G F (at = 0)  Possible = ctl EF (at = 3) }
";

fn estimate(folder: &Folder, rest: &[&str]) -> crate::support::Outcome {
    folder.run(&[&["estimate", "m.labs", "--seed", "1", "--error", "0.05"], rest].concat())
}

#[test]
fn an_estimate_is_an_interval_and_never_a_proof() {
    let folder = Folder::with("m.labs", COIN);
    let outcome = estimate(&folder, &["--json"]);
    assert_eq!(outcome.code, 3, "not even for what is certain: {outcome:?}");
    let document = outcome.json();
    let ranges: Vec<(f64, f64)> = document["properties"]
        .as_array()
        .unwrap()
        .iter()
        .map(|p| (p["probability"]["low"].as_f64().unwrap(), p["probability"]["high"].as_f64().unwrap()))
        .collect();
    assert!(ranges[0].0 < 0.5 && 0.5 < ranges[0].1 && ranges[0].1 - ranges[0].0 <= 0.1 + 1e-9);
    assert!(ranges[1].0 == 0.0 && ranges[1].1 <= 0.1);
    assert!(ranges[2].1 == 1.0 && ranges[2].0 >= 0.9);
    assert!(estimate(&folder, &[]).out.contains("an estimate, not a proof"));
}

#[test]
fn formulas_beside_the_model_are_estimated_too() {
    let folder = Folder::with("m.labs", COIN);
    let document = estimate(&folder, &["--formula", "finally side = 2", "--json"]).json();
    let asked = document["properties"].as_array().unwrap();
    assert_eq!((asked.len(), asked[0]["name"].as_str()), (1, Some("asked-1")));
    let (low, high) = (&asked[0]["probability"]["low"], asked[0]["probability"]["high"].as_f64().unwrap());
    assert!(low.as_f64().unwrap() < 0.5 && 0.5 < high, "{document:#}");
    assert_eq!(estimate(&folder, &["--formula", "finally heads = 2"]).code, 2);
}

#[test]
fn the_answer_does_not_depend_on_the_device() {
    let folder = Folder::with("m.labs", WALK);
    // Where there is no device, or not what it needs, the processor makes the runs, and says so.
    let asked = |device| {
        ["estimate", "m.labs", "--seed", "1", "--error", "0.05", "--property", "Far", "--device", device]
    };
    let on = |device, rest: &[&str]| folder.run_among_others(&[&asked(device)[..], rest].concat());
    let with = |device| {
        let mut document = on(device, &["--json", "--steps", "50"]).json();
        let property = &mut document["properties"][0];
        property["time_seconds"] = 0.into();
        property.as_object_mut().unwrap().remove("device");
        document
    };
    assert_eq!(with("cpu"), with("gpu"));
    let told = on("gpu", &[]).out;
    assert!(told.contains("runs were made on"), "{told}");
    let without_programs = estimate(&folder, &["--property", "Far", "--device", "gpu"]);
    assert_eq!(without_programs.code, 3, "{without_programs:?}");
}

#[test]
fn the_answer_does_not_depend_on_the_number_of_threads() {
    let folder = Folder::with("m.labs", COIN);
    let with = |threads| {
        let mut document = estimate(&folder, &["--json", "--threads", threads]).json();
        for property in document["properties"].as_array_mut().unwrap() {
            property["time_seconds"] = 0.into();
        }
        document
    };
    assert_eq!(with("1"), with("3"));
}

#[test]
fn a_claim_is_accepted_or_rejected() {
    let folder = Folder::with("m.labs", COIN);
    let claim = |at_least| estimate(&folder, &["--property", "Heads", "--at-least", at_least]);
    let accepted = claim("0.3");
    assert!(accepted.code == 0 && accepted.out.contains("at least 0.3 is accepted"), "{accepted:?}");
    let rejected = claim("0.7");
    assert!(rejected.code == 1 && rejected.out.contains("at least 0.7 is rejected"), "{rejected:?}");
    let idle = claim("0.99");
    assert!(idle.code == 2 && idle.err.contains("further than the error"), "{idle:?}");
}

#[test]
fn runs_that_are_open_at_the_horizon_are_counted_apart() {
    let folder = Folder::with("m.labs", WALK);
    let document = estimate(&folder, &["--steps", "1", "--property", "Far", "--json"]).json();
    let runs = &document["properties"][0]["runs"];
    assert_eq!((&runs["undecided"], &runs["satisfied"]), (&runs["total"], &0.into()));
    let open = estimate(&folder, &["--steps", "3", "--property", "Far"]);
    assert!(open.out.contains("`--steps` looks further"), "{open:?}");
    let endless = estimate(&folder, &["--property", "Often", "--steps", "20", "--json"]).json();
    assert_eq!(endless["properties"][0]["probability"]["low"], 0.0);
}

#[test]
fn what_single_runs_do_not_decide_is_refused() {
    let folder = Folder::with("m.labs", WALK);
    let outcome = estimate(&folder, &["--property", "Possible"]);
    assert_eq!(outcome.code, 3);
    assert!(outcome.out.contains("cannot be estimated: it is about knowledge or several runs"));
}

#[test]
fn every_language_has_estimates_and_the_violating_run_can_be_seen() {
    let folder = Folder::with("lamp.rcp", LAMP);
    let outcome =
        folder.run(&["estimate", "lamp.rcp", "--property", "dark", "--seed", "5", "--error", "0.2"]);
    assert!(
        outcome.out.contains("the first violating run: `synod simulate … --seed 5 --run 1 --steps 1000`")
    );
    folder.write("m.labs", COIN);
    let document = estimate(&folder, &["--property", "Heads", "--json"]).json();
    let run = document["properties"][0]["runs"]["first_violation_run"].to_string();
    let shown = folder.run(&["simulate", "m.labs", "--seed", "1", "--run", &run]);
    assert!(shown.out.contains("Coin 0:\tside <-- 2\n<property violated: 'Heads'>"), "{shown:?}");
}

#[test]
fn many_runs_are_summed_up() {
    let folder = Folder::with("m.labs", COIN);
    let arguments = ["simulate", "m.labs", "--runs", "50", "--seed", "1", "--summary"];
    let text = folder.run(&arguments).out;
    assert!(text.starts_with("50 runs of up to 20 steps (seed 1)\n  steps: min 1, mean 1.0, max 1\n"));
    assert!(
        text.contains("Landed: satisfied in 50 (after 1.0 steps on average), violated in 0, undecided in 0")
    );
    let document = folder.run(&[&arguments[..], &["--json"]].concat()).json();
    assert_eq!(document["runs"].as_array().unwrap().len(), 0);
    assert_eq!(document["summary"]["properties"][1]["violated"]["runs"], 50);
}

#[test]
fn a_bounded_claim_is_about_the_first_steps_only() {
    let folder = Folder::with("m.labs", WALK);
    let far = |claim, at_least| {
        let bound = ["--steps", "2", "--property", "Far", "--bounded", claim, "--at-least", at_least];
        estimate(&folder, &bound)
    };
    let safe = far("not-violated", "0.9");
    assert_eq!(safe.code, 0, "{safe:?}");
    assert!(
        safe.out.contains("that it is not violated within 2 steps with probability at least 0.9 is accepted")
    );
    let reached = far("satisfied", "0.5");
    assert!(reached.code == 1 && reached.out.contains("it is satisfied within 2 steps"), "{reached:?}");
    let open = estimate(&folder, &["--steps", "2", "--property", "Far", "--at-least", "0.5"]);
    assert_eq!(open.code, 3, "without a bound this depends on how runs go on: {open:?}");
}

#[test]
fn a_point_estimate_stands_beside_the_interval_unless_runs_are_undecided() {
    let folder = Folder::with("m.labs", COIN);
    let document = estimate(&folder, &["--property", "Landed", "--json"]).json();
    assert_eq!(document["properties"][0]["probability"]["estimate"], 1.0);
    folder.write("m.labs", WALK);
    let document = estimate(&folder, &["--steps", "2", "--property", "Far", "--json"]).json();
    assert!(document["properties"][0]["probability"]["estimate"].is_null());
}

#[test]
fn seeds_that_follow_each_other_give_different_answers() {
    let folder = Folder::with("m.labs", COIN);
    let heads = |seed: &str| {
        let arguments =
            ["estimate", "m.labs", "--property", "Heads", "--error", "0.1", "--seed", seed, "--json"];
        folder.run(&arguments).json()["properties"][0]["runs"]["satisfied"].clone()
    };
    let counts = ["1", "2", "3", "4"].map(heads);
    assert!(counts.iter().any(|count| *count != counts[0]), "{counts:?}");
}

/// It ends after one step, half of the time without what is asked for.
const TRAP: &str = "system { environment = a: 0 spawn = P: 1 }
agent P { Behavior = (a <-- 1; a = 5 -> a <-- 2) ++ a <-- 3 }
check { Three = finally a = 3  Four = finally a = 4 }
";

/// The same in ISPL: one action ends with the goal, the other without.
const SAFE: &str = "Agent Thief
  Vars: at : {start, gold, out}; end Vars
  Actions = {left, right};
  Protocol: at = start : {left, right}; end Protocol
  Evolution: at = gold if Action = left; at = out if Action = right; end Evolution
end Agent
Evaluation rich if Thief.at = gold; start if Thief.at = start; both if Thief.at = gold and Thief.at = out; end Evaluation
InitStates Thief.at = start; end InitStates
Formulae AF rich; AF both; end Formulae
";

#[test]
fn runs_that_only_get_stuck_are_told_in_every_language() {
    for (name, text) in [("m.labs", TRAP), ("m.ispl", SAFE)] {
        let folder = Folder::with(name, text);
        let asked = ["estimate", name, "--seed", "1", "--error", "0.05", "-p", "1"];
        let told = folder.run(&asked);
        assert!(told.out.contains(" only got stuck without it") && !told.err.contains("warning"), "{told:?}");
        let document = folder.run(&[&asked[..], &["--json"]].concat()).json();
        let runs = &document["properties"][0]["runs"];
        let (satisfied, stuck) = (runs["satisfied"].as_u64().unwrap(), runs["stuck"].as_u64().unwrap());
        assert!(0 < stuck && stuck < satisfied && runs["total"] == satisfied, "{document:#}");
        // Random runs of the same kind are counted the same way.
        let figures = ["simulate", name, "--seed", "1", "--runs", "100", "--summary"];
        let counted = folder.run(&figures);
        assert!(counted.out.contains("satisfied in 100 (after 1.0 steps on average)"), "{counted:?}");
        assert!(counted.out.contains(" only got stuck without it"), "{counted:?}");
        let document = folder.run(&[&figures[..], &["--json"]].concat()).json();
        assert!(document["summary"]["properties"][0]["stuck"].as_u64().unwrap() > 0, "{document:#}");
    }
}

#[test]
fn a_claim_that_holds_only_because_runs_get_stuck_is_warned_of() {
    for (name, text) in [("m.labs", TRAP.replace(" ++ a <-- 3", "")), ("m.ispl", SAFE.to_string())] {
        let folder = Folder::with(name, text);
        let asked = ["estimate", name, "--seed", "1", "-p", "2", "--at-least", "0.9"];
        let told = folder.run(&asked);
        assert!(told.code == 0 && told.out.contains("at least 0.9 is accepted"), "{told:?}");
        assert!(
            told.err.contains("warning[remark::uncounted-deadlocks]: all the runs that satisfy"),
            "{told:?}"
        );
        assert_eq!(folder.run(&[&asked[..], &["--deny-warnings"]].concat()).code, 3);
        let document = folder.run(&[&asked[..], &["--json"]].concat()).json();
        let warnings = document["warnings"].as_array().unwrap();
        assert!(warnings.iter().any(|w| w["code"] == "remark::uncounted-deadlocks"), "{document:#}");
    }
}

#[test]
fn fairness_leaves_single_runs_to_estimate() {
    let fair = SAFE.replacen("Formulae", "Fairness rich or !rich; end Fairness\nFormulae", 1);
    let folder =
        Folder::with("m.ispl", fair.replace("at = start : {left, right};", "Other : {left, right};"));
    let told =
        folder.run(&["estimate", "m.ispl", "--seed", "1", "--error", "0.05", "-p", "1", "--steps", "3"]);
    assert!(told.out.contains("it holds on a run with probability"), "{told:?}");
    assert!(told.out.contains("only fair runs count, so no run violates it"), "{told:?}");
}

#[test]
fn a_range_of_a_parameter_is_for_check() {
    let folder = Folder::with("m.labs", COIN);
    let refused = folder.run(&["estimate", "m.labs", "n=2..4"]);
    let told = "`n=2..4` stands for several values, which only `synod check` takes";
    assert!(refused.code == 2 && refused.err.contains(told), "{refused:?}");
}
