//! What properties ask: section 7 of the reference, and the logic beyond it.

mod support;

use support::{codes, judge, model, verdict};
use synod_core::RemarkWhen;
use synod_core::{Formula, PropertyOrigin};
use synod_labs::{Deadlock, Model, Options};

fn plain() -> Options {
    Options::default()
}

fn steps(n: u64) -> Options {
    Options { steps: Some(n), ..plain() }
}

/// An agent that counts `x` from 0 to 4 and around.
fn counter(check: &str) -> String {
    format!(
        "system {{ environment = e: 0 spawn = A: 1 }} agent A {{ interface = x: 0 Behavior = x <- (x + 1) % 5; Behavior }}
         check {{ {check} }}"
    )
}

fn asked(property: &str, options: &Options) -> &'static str {
    verdict(&model(&counter(&format!("P = {property}")), options), "P")
}

#[test]
fn always_is_about_every_state_from_the_first() {
    assert_eq!(asked("always x of 0 < 5", &plain()), "holds");
    assert_eq!(asked("always x of 0 != 0", &plain()), "violated");
    assert_eq!(asked("always x of 0 < 4", &steps(3)), "holds");
    assert_eq!(asked("always x of 0 < 4", &steps(4)), "violated");
}

#[test]
fn finally_is_judged_after_exactly_so_many_steps() {
    assert_eq!(asked("finally x of 0 = 3", &steps(3)), "holds");
    assert_eq!(asked("finally x of 0 = 3", &steps(2)), "violated");
    assert_eq!(asked("finally x of 0 = 3", &steps(4)), "violated");
    assert_eq!(asked("finally x of 0 = 3", &steps(8)), "holds");
}

#[test]
fn finally_without_a_bound_is_inevitability() {
    assert_eq!(asked("finally x of 0 = 3", &plain()), "holds");
    assert_eq!(asked("finally x of 0 = 7", &plain()), "violated");
}

#[test]
fn eventually_is_judged_within_so_many_steps() {
    assert_eq!(asked("eventually x of 0 = 3", &steps(2)), "violated");
    assert_eq!(asked("eventually x of 0 = 3", &steps(4)), "holds");
    assert_eq!(asked("eventually x of 0 = 3", &plain()), "holds");
}

#[test]
fn runs_shorter_than_the_bound_do_not_count() {
    let text = "system { spawn = A: 1 } agent A { interface = x: 0 Behavior = x <- 1 } check { P = finally x of 0 = 9 Q = eventually x of 0 = 9 }";
    let model = model(text, &steps(3));
    assert_eq!((verdict(&model, "P"), verdict(&model, "Q")), ("holds", "holds"));
    // It is told that there are none at all.
    let told = model.side_questions.iter().find(|v| v.property.name == "all-stuck").expect("a question");
    assert_eq!((judge(&model, &told.property.formula), told.when), ("holds", RemarkWhen::Holds));
}

/// An agent that can stay at 0 for ever, or go to 1 and back, or to 2 for good.
const ROAMER: &str = "system { spawn = A: 1 } agent A { interface = x: 0 Behavior =
      (x = 0 -> x <- 0; Behavior) ++ (x = 0 -> x <- 1; Behavior) ++ (x = 1 -> x <- 0; Behavior) ++ (x < 2 -> x <- 2; Stay)
      Stay = Skip; Stay }
    check { F1 = fairly x of 0 = 1  F2 = fairly x of 0 = 2  I1 = fairly_inf x of 0 = 1  I2 = fairly_inf x of 0 = 2  E2 = finally x of 0 = 2 }";

#[test]
fn fairly_needs_the_goal_to_stay_within_reach_until_it_is_met() {
    let model = model(ROAMER, &plain());
    // From 2 there is no way to 1.
    assert_eq!(verdict(&model, "F1"), "violated");
    assert_eq!(verdict(&model, "F2"), "holds");
    assert_eq!(verdict(&model, "E2"), "violated");
}

#[test]
fn fairly_inf_needs_the_goal_to_stay_within_reach_for_ever() {
    let model = model(ROAMER, &plain());
    assert_eq!((verdict(&model, "I1"), verdict(&model, "I2")), ("violated", "holds"));
}

#[test]
fn fairness_cannot_be_judged_in_a_number_of_steps() {
    assert_eq!(codes(ROAMER, &steps(3)), ["labs::bounded-fairness"]);
    assert_eq!(model(ROAMER, &steps(3)).properties.len(), 1);
}

/// The environment variable `e` takes these values, one after the other.
fn trace(values: &[i64], check: &str) -> Model {
    let steps: Vec<String> = values[1..].iter().map(|v| format!("e <-- {v}")).collect();
    let text = format!(
        "system {{ environment = e: {} spawn = A: 1 }} agent A {{ Behavior = {} }} check {{ P = {check} }}",
        values[0],
        steps.join("; ")
    );
    model(&text, &plain())
}

fn on(values: &[i64], check: &str) -> bool {
    verdict(&trace(values, check), "P") == "holds"
}

#[test]
fn between_asks_of_closed_scopes_only() {
    let there = "between (e = 1) and (e = 2), thereIs e = 5";
    assert!(on(&[0, 1, 5, 2], there));
    assert!(!on(&[0, 1, 3, 2], there));
    assert!(on(&[0, 1, 3, 3], there));
    assert!(on(&[0, 5, 2], there));
    // The states of a scope begin with the one that opens it, and end before the one that closes it.
    assert!(on(&[0, 1, 2], "between (e = 1) and (e = 2), thereIs e = 1"));
    assert!(!on(&[0, 1, 2], "between (e = 1) and (e = 2), thereIs e = 2"));
    let always = "between (e = 1) and (e = 2), always e < 4";
    assert!(on(&[0, 1, 3, 2], always));
    assert!(!on(&[0, 1, 5, 2], always));
    assert!(on(&[0, 1, 5, 3], always));
}

#[test]
fn every_scope_is_judged_by_itself() {
    // What was found in the first scope does not count for the second.
    assert!(!on(&[1, 5, 2, 1, 3, 2], "between (e = 1) and (e = 2), thereIs e = 5"));
    assert!(on(&[1, 5, 2, 1, 5, 2], "between (e = 1) and (e = 2), thereIs e = 5"));
    // A scope that is open is not opened again.
    assert!(on(&[1, 5, 1, 3, 2], "between (e = 1) and (e = 2), thereIs e = 5"));
}

#[test]
fn scopes_that_are_closed_where_a_run_gets_stuck_are_judged() {
    // The scope ends with the last value, after which nothing can be done though the agent has not come to its end.
    let text = |scope: &str| {
        format!(
            "system {{ environment = e: 0 spawn = A: 1 }} agent A {{ Behavior = e <-- 1; e <-- 2; e = 0 -> e <-- 3 }}
             check {{ P = {scope} }}"
        )
    };
    for deadlock in [Deadlock::Ignore, Deadlock::Stutter] {
        let options = Options { deadlock, ..plain() };
        let on = |scope: &str| verdict(&model(&text(scope), &options), "P");
        assert_eq!(on("between (e = 0) and (e = 2), thereIs e = 5"), "violated");
        assert_eq!(on("from (e = 0) until (e = 2), thereIs e = 5"), "violated");
        assert_eq!(on("from (e = 0) until (e = 2), thereIs e = 1"), "holds");
        // A scope in which the run gets stuck is judged with `stutter` only.
        let open = on("from (e = 1) until (e = 3), thereIs e = 5");
        assert_eq!(open, if deadlock == Deadlock::Ignore { "holds" } else { "violated" });
    }
    // Too few steps are no excuse either.
    let options = steps(4);
    let model = model(&text("from (e = 0) until (e = 2), thereIs e = 5"), &options);
    assert_eq!(verdict(&model, "P"), "violated");
}

#[test]
fn from_until_asks_of_open_scopes_too() {
    assert!(!on(&[0, 1, 5, 3], "from (e = 1) until (e = 2), always e < 4"));
    assert!(on(&[0, 1, 3, 2, 5], "from (e = 1) until (e = 2), always e < 4"));
    assert!(!on(&[0, 1, 3, 3], "from (e = 1) until (e = 2), thereIs e = 5"));
    assert!(on(&[0, 1, 3, 5], "from (e = 1) until (e = 2), thereIs e = 5"));
}

#[test]
fn precedes_asks_for_an_order() {
    let order = "between (e = 1) and (e = 2), e = 5 precedes e = 6";
    assert!(on(&[1, 5, 6, 2], order));
    assert!(!on(&[1, 6, 5, 2], order));
    assert!(on(&[1, 3, 2, 6], order));
    assert!(on(&[1, 6, 3], order));
    assert!(!on(&[1, 6, 3], "from (e = 1) until (e = 2), e = 5 precedes e = 6"));
}

#[test]
fn quantifiers_nest_as_written() {
    // a is 0 and 1; for every z there is a y with the other value, but no y differs from both.
    let text = "system { spawn = A: 2 } agent A { interface = a: id Behavior = Nil }
                check { Outer = always forall A z, exists A y, a of z != a of y  Inner = always exists A y, forall A z, a of z != a of y }";
    let model = model(text, &plain());
    assert_eq!((verdict(&model, "Outer"), verdict(&model, "Inner")), ("holds", "violated"));
}

#[test]
fn properties_keep_the_order_of_the_text() {
    let model = model(&counter("Z = always true A = always true"), &plain());
    let names: Vec<&str> = model.properties.iter().map(|p| p.name.as_str()).collect();
    assert_eq!(names, ["Z", "A"]);
    assert!(model.properties.iter().all(|p| p.origin == PropertyOrigin::Model));
}

#[test]
fn linear_time() {
    assert_eq!(asked("ltl G F (x of 0 = 0)", &plain()), "holds");
    assert_eq!(asked("ltl F G (x of 0 = 0)", &plain()), "violated");
    assert_eq!(asked("ltl (x of 0 < 3) U (x of 0 = 3)", &plain()), "holds");
    assert_eq!(asked("ltl G (x of 0 = 1 -> X (x of 0 = 2))", &plain()), "holds");
    assert_eq!(asked("ltl forall A a, G (x of a = 4 -> X !(x of a = 4))", &plain()), "holds");
    assert_eq!(asked("ltl G !(Deadlock)", &plain()), "holds");
    assert_eq!(asked("ltl G !Deadlock", &plain()), "holds");
    // Comparisons bind tighter than temporal operators.
    assert_eq!(asked("ltl G F x of 0 = 0", &plain()), "holds");
    assert_eq!(asked("ltl G (x of 0 = 1 -> X x of 0 = 1 + 1)", &plain()), "holds");
    assert_eq!(asked("ltl x of 0 = 0 and !G x of 0 < 3", &plain()), "holds");
    assert_eq!(asked("ltl (x of 0 = 0) W (x of 0 = 1) and (x of 0 = 1) R (x of 0 < 2)", &plain()), "holds");
}

#[test]
fn branching_time() {
    let text = ROAMER.replace(
        "check {",
        "check { C1 = ctl AG (x of 0 = 0 -> EF (x of 0 = 1))  C2 = ctl EF AG (x of 0 = 2)  C3 = ctl AG EX true  C4 = ctl AF (x of 0 = 2) ",
    );
    let model = model(&text, &plain());
    let found: Vec<&str> = ["C1", "C2", "C3", "C4"].iter().map(|name| verdict(&model, name)).collect();
    assert_eq!(found, ["holds", "holds", "holds", "violated"]);
}

#[test]
fn knowledge_is_about_what_an_agent_sees() {
    // Agents see their own variables and the environment, not each other.
    let text =
        "system { environment = e: 0 spawn = A: 2 } agent A { interface = x: 0..2 Behavior = e <-- x; Nil }
                check { Own = ltl forall A a, G (x of a = 1 -> K(a, x of a = 1))
                        Other = ltl G (x of 1 = 1 -> K(0, x of 1 = 1))
                        Told = ltl G K(1, e = 0 or !(e = 0)) }";
    let model = model(text, &plain());
    let found: Vec<&str> = ["Own", "Other", "Told"].iter().map(|name| verdict(&model, name)).collect();
    assert_eq!(found, ["holds", "violated", "holds"]);
}

#[test]
fn groups_know_and_can_do_together_what_one_cannot() {
    let text = std::fs::read_to_string("../../../examples/labs/handover.labs").expect("the example is there");
    let model = model(&text, &plain());
    let names = ["Out", "CanCarryOut", "Alone", "Seen", "Whose", "Pooled"];
    let found: Vec<&str> = names.iter().map(|name| verdict(&model, name)).collect();
    assert_eq!(found, ["violated", "holds", "violated", "holds", "violated", "holds"]);
}

#[test]
fn a_group_is_a_type_an_agent_or_several() {
    for group in ["A", "{0}", "0"] {
        let text = counter(&format!("P = ctl <<{group}>> X true  Q = ctl C({group}, true)"));
        assert!(codes(&text, &plain()).is_empty(), "{group}");
    }
    assert_eq!(codes(&counter("P = ctl <<{0, 7}>> X true"), &plain()), ["labs::bad-owner"]);
    assert!(codes(&counter("P = ctl D({0, 1 + 1}, true)"), &plain()).contains(&"labs::syntax"));
}

#[test]
fn temporal_operators_stay_in_formulas() {
    assert_eq!(codes(&counter("P = ltl 1 + G (x of 0 = 1) = 2"), &plain()), ["labs::misplaced-temporal"]);
    assert_eq!(codes(&counter("P = ltl K(7, true)"), &plain()), ["labs::bad-owner"]);
    assert!(codes(&counter("P = always G (x of 0 = 1)"), &plain()).contains(&"labs::syntax"));
}

#[test]
fn faults_are_a_property_of_the_model() {
    let no_fault = Formula::Globally(Box::new(Formula::Faulty.not()));
    let text = |b: &str| {
        format!(
            "system {{ environment = f[2]: 0; e: 0 spawn = A: 1 }} agent A {{ interface = x: 0 Behavior = {b} }} check {{ }}"
        )
    };
    for wrong in [
        "x <- 1 / x",
        "x <- 1 % x",
        "x <- 1 : x",
        "f[x + 2] <-- 1",
        "x <- f[x - 1]",
        "x <- 1; x <- 2000000000 * (x + 1)",
    ] {
        assert_eq!(judge(&model(&text(wrong), &plain()), &no_fault), "violated", "{wrong}");
    }
    for fine in ["x <- 1 / (x + 1)", "f[x + 1] <-- 1", "x <- if x = 0 then 0 else 1 / x"] {
        assert_eq!(judge(&model(&text(fine), &plain()), &no_fault), "holds", "{fine}");
    }
}

#[test]
fn the_end_of_all_agents_is_no_deadlock() {
    let asked = |behaviour: &str, question: &str| {
        let text = format!(
            "system {{ spawn = A: 1 }} agent A {{ interface = x: 0 Behavior = {behaviour} }} check {{ P = {question} }}"
        );
        verdict(&model(&text, &plain()), "P")
    };
    let questions = ["ltl G !Deadlock", "ltl F Deadlock", "ctl EF Deadlock"];
    assert_eq!(questions.map(|question| asked("x <- 1", question)), ["holds", "violated", "violated"]);
    let stuck = "x <- 1; x = 0 -> x <- 2";
    assert_eq!(questions.map(|question| asked(stuck, question)), ["violated", "holds", "holds"]);
}

#[test]
fn properties_may_be_named_like_operators() {
    let text = counter(
        "P = ltl G x of 0 < 9 R = ltl !Deadlock U x of 0 = 3 U = always x of 0 < 9 W = ltl F x of 0 = 3",
    );
    assert_eq!(codes(&text, &plain()), Vec::<&str>::new());
    let names: Vec<String> = model(&text, &plain()).properties.iter().map(|p| p.name.clone()).collect();
    assert_eq!(names, ["P", "R", "U", "W"]);
}
