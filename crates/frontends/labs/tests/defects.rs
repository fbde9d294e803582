//! Defects of the original tool that this one does not have: section 17 of the reference, by number.

mod support;

use std::collections::BTreeSet;

use support::{codes, model, states, values, verdict};
use synod_core::RemarkWhen;
use synod_frontend::{Narration, Narrator};
use synod_labs::{Model, Options};

fn plain() -> Options {
    Options::default()
}

fn one(behaviour: &str) -> Model {
    let text = format!(
        "system {{ environment = e: 0 spawn = A: 1 }} agent A {{ interface = x: 0; y: 0 Behavior = {behaviour} }} check {{ }}"
    );
    model(&text, &plain())
}

fn xs(model: &Model) -> BTreeSet<i64> {
    values(model, "x of A 0").into_iter().map(|v| v[0]).collect()
}

#[test]
fn d1_all_threads_of_parallel_processes_run() {
    // Every order of three threads, and what comes after all of them.
    let model = one("((x <- x + 1; x <- x + 1) || x <- x + 10 || x <- x + 100); e <-- 1");
    assert_eq!(xs(&model), [0, 1, 2, 10, 11, 12, 100, 101, 102, 110, 111, 112].into());
    assert_eq!(values(&model, "e"), [vec![0], vec![1]].into());
    // Nobody gets stuck with three or more branches.
    assert_eq!(states(&model), 12 + 1);
}

#[test]
fn d2_guards_and_conditions_inside_conditionals_count() {
    assert_eq!(xs(&one("x = 0 => (y = 1 -> x <- 5)")), [0].into());
    assert_eq!(xs(&one("(x = 0 => (y = 1 => x <- 5)); x <- 7")), [0, 7].into());
    assert_eq!(xs(&one("(x = 1 => (y = 0 => x <- 5)); x <- 7")), [0, 7].into());
    assert_eq!(xs(&one("(x = 0 => (y = 0 => x <- 5)); x <- 7")), [0, 5, 7].into());
}

#[test]
fn d3_a_guard_before_a_recursive_call_counts() {
    assert_eq!(xs(&one("x <- x + 1; x < 3 -> Behavior")), [0, 1, 2, 3].into());
    assert_eq!(xs(&one("x <- x + 1; (x < 3 => Behavior)")), [0, 1, 2, 3].into());
}

#[test]
fn d4_elements_of_arrays_start_with_any_of_the_values() {
    let text = "system { spawn = A: 1 } stigmergy S { link = true t[2]: [4, 5] }
                agent A { interface = v[3]: 0..2 stigmergies = S Behavior = Nil } check { }";
    assert_eq!(states(&model(text, &plain())), 8 * 4);
}

#[test]
fn d5_stigmergic_arrays_stay_in_their_tuple() {
    let text = "system { spawn = A: 2 } stigmergy S { link = true t[2]: 0; u: 0 }
                agent A { stigmergies = S Behavior = id = 0 -> t[1] <~ 5 } check { }";
    let model = model(text, &plain());
    assert_eq!(values(&model, "t of A 1"), [vec![0, 0], vec![0, 5]].into());
    assert_eq!(values(&model, "u of A 1"), [vec![0]].into());
    // The tuple of `u` is never sent, so there is nothing to keep about it.
    assert!(model.system.find_var("u rank of A 0").is_none());
}

#[test]
fn d6_a_fresher_receiver_of_a_confirmation_propagates() {
    let text = "system { spawn = A: 2 } stigmergy S { link = true u: id }
                agent A { interface = x: 9 stigmergies = S Behavior = id = 0 -> x <- u; Behavior } check { P = fairly x of 0 = 1 }";
    let model = model(text, &Options { fair: false, ..plain() });
    assert!(values(&model, "u to propagate of A 1").contains(&vec![1]));
    assert_eq!(verdict(&model, "P"), "holds");
}

#[test]
fn d7_eventually_and_environment_variables_are_checked() {
    let text = "system { environment = e: 0 spawn = A: 1 } agent A { Behavior = e <-- 1; Behavior }
                check { Yes = eventually e = 1  No = eventually e = 2 }";
    let model = model(text, &plain());
    assert_eq!((verdict(&model, "Yes"), verdict(&model, "No")), ("holds", "violated"));
}

#[test]
fn d8_precedes_and_from_until_work() {
    let text = "system { environment = e: 0 spawn = A: 1 } agent A { Behavior = e <-- 1; e <-- 2; e <-- 3 }
                check { Order = between (e = 0) and (e = 3), e = 1 precedes e = 2
                        Wrong = between (e = 0) and (e = 3), e = 2 precedes e = 1
                        Open = from (e = 1) until (e = 9), always e < 3 }";
    let model = model(text, &plain());
    let found: Vec<&str> = ["Order", "Wrong", "Open"].iter().map(|name| verdict(&model, name)).collect();
    assert_eq!(found, ["holds", "violated", "violated"]);
}

#[test]
fn d9_counterexamples_are_told_with_all_variables() {
    let text = "system { environment = e: 3; f: 0 - 1; g[2]: 7 spawn = A: 1 } agent A { Behavior = f <-- 0 - 32000 } check { }";
    let model = model(text, &plain());
    let interpreter = synod_simulate::Interpreter::new(&model.system);
    let start = interpreter.initial(1).states.remove(0);
    let step = interpreter.moves(&start).enabled.remove(0);
    let steps = vec![synod_core::Step::Take(step.taken)];
    let trace = synod_core::Trace { states: vec![start, step.target], steps, loop_start: None };
    let told = model.narrator().text(&model.system, &trace, &Narration::default());
    for line in ["\te <-- 3", "\tf <-- -1", "\tg[0] <-- 7", "\tg[1] <-- 7", "A 0:\tf <-- -32000"] {
        assert!(told.lines().any(|told| told == line), "{line} is missing in\n{told}");
    }
}

#[test]
fn d10_finally_without_a_bound_is_really_checked() {
    let text = "system { spawn = A: 1 } agent A { interface = x: 0 Behavior = x <- 1 - x; Behavior } check { P = finally x of 0 = 2 }";
    assert_eq!(verdict(&model(text, &plain()), "P"), "violated");
}

#[test]
fn d11_inferred_ranges_never_cut_off_a_state() {
    let text = "system { environment = e: 5 spawn = A: 1 } agent A { interface = x: 0 Behavior = x <- (0 - 7) / 2; x <- 7 : 2; x <- x - e * 3; x <- 0 - x } check { }";
    assert_eq!(xs(&model(text, &plain())), [0, -3, 4, -11, 11].into());
}

#[test]
fn d12_clocks_counters_and_values_are_wide_enough() {
    // More than 255 elementary actions, more than 255 writes, values beyond 16 bits.
    let steps: Vec<String> = (0..300).map(|_| "x <- x + 200".to_string()).collect();
    let model = one(&steps.join("; "));
    assert_eq!(states(&model), 301);
    assert_eq!(xs(&model).last(), Some(&60_000));
    let text = "system { spawn = A: 2 } stigmergy S { link = true s: 0 } agent A { interface = n: 0 stigmergies = S
                Behavior = n < 300 -> { s <~ n; n <- n + 1 }; Behavior } check { Fresh = always forall A a, s of a >= 0 }";
    let model = support::model(text, &Options { fair: true, ..plain() });
    assert_eq!(verdict(&model, "Fresh"), "holds");
    assert!(states(&model) > 600);
}

#[test]
fn d13_negation_is_never_dropped() {
    assert_eq!(xs(&one("!(x) -> x <- 5")), [0, 5].into());
    assert_eq!(xs(&one("!(x + 1) -> x <- 5")), [0].into());
    assert_eq!(xs(&one("(x and true) -> x <- 5")), [0].into());
    let mixed =
        "system { spawn = A: 1 } agent A { interface = x: 0 Behavior = x + (x = 1) = 1 -> Skip } check { }";
    assert_eq!(codes(mixed, &plain()), ["labs::not-a-number"]);
}

#[test]
fn d14_success_for_want_of_runs_is_told() {
    let asks = |model: &Model, name: &str| -> bool {
        let question = model.side_questions.iter().find(|v| v.property.name == name);
        question.is_some_and(|v| {
            support::judge(model, &v.property.formula)
                == if v.when == RemarkWhen::Holds { "holds" } else { "violated" }
        })
    };
    let text = "system { spawn = A: 2 } agent A { interface = x: 0..3 Behavior = id = 0 -> x <- 1; Behavior }
                assume { No = forall A a, x of a > 7 } check { P = always false Q = finally x of 0 = 1 }";
    let initial = |text: &str| {
        let model = model(text, &plain());
        let engine = synod_explicit::Explicit::new(&model.system);
        engine.explore(&synod_core::Budget::unlimited(), &synod_core::Silent).initial
    };
    assert_eq!(initial(text), 0);
    let blocked = text.replace("x of a > 7", "x of a >= 0");
    assert_eq!(initial(&blocked), 9);
    let fair = Options { fair: true, ..plain() };
    assert!(asks(&model(&blocked, &fair), "all-stuck"));
    assert!(asks(&model(&blocked, &Options { steps: Some(5), ..fair.clone() }), "all-stuck"));
    assert!(!asks(&model(&blocked, &Options { steps: Some(1), ..fair }), "all-stuck"));
}
