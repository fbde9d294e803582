//! Guards: calls, recursion, and what their bodies may read.

use synod_syntax::Severity;

use super::*;

/// The sound model with further guards in front of `g`.
fn with_guards(guards: &str) -> String {
    changed(&[("guard g(", &format!("{guards}\nguard g("))])
}

#[test]
fn a_call_stands_for_the_body_with_the_arguments_in_place() {
    let text = changed(&[("*! g(k, x)", "*! (@p = k & (chan = * | x > 0))")]);
    let [called, written] = [SOUND, &text].map(|text| {
        let model = resolve(text, Dialect::New, CheckOptions::default()).0.unwrap();
        format!("{:?}", model.agents[0].commands[0].action)
    });
    assert_eq!(called, written);
}

#[test]
fn guards_may_call_guards_declared_later() {
    let text = with_guards(
        "guard first(r : colour) := second(r) & second(red);\nguard second(r : colour) := @p = r;",
    );
    assert_eq!(diagnose(&text, CheckOptions::default()), []);
}

#[test]
fn guards_do_not_call_themselves() {
    let text = with_guards("guard h() := h();");
    assert_says(&text, Severity::Error, "rcheck::recursive-guard", "h", "the guard `h` calls itself");
    let text = with_guards("guard h() := i2() | j(); guard i2() := h(); guard j() := true;");
    let found = diagnose(&text, CheckOptions::default());
    assert_eq!(found.iter().map(|d| d.code).collect::<Vec<_>>(), ["rcheck::recursive-guard"; 2]);
}

#[test]
fn calls_have_as_many_arguments_as_there_are_parameters() {
    let message = "the guard `g` takes 2 arguments but is given 1";
    assert_error(("g(k, x)", "g(k)"), "rcheck::wrong-number-of-arguments", "g(k)", message);
}

#[test]
fn arguments_have_the_types_of_parameters() {
    let message = "`r` is of type `colour` and cannot be given a value of type `bool`";
    assert_error(("g(k, x)", "g(w, x)"), "rcheck::type-mismatch", "w", message);
    assert_eq!(diagnose(&changed(&[("g(k, x)", "g(k, z)")]), CheckOptions::default()), []);
}

#[test]
fn arguments_fit_the_ranges_of_parameters() {
    let narrow = ("i : int", "i : 0..2");
    let text = changed(&[narrow]);
    assert_says(&text, Severity::Warning, "rcheck::may-overflow", "x", "may not fit `i`: it is any `int`");
    let text = changed(&[narrow, ("g(k, x)", "g(k, 5)")]);
    assert_says(&text, Severity::Error, "rcheck::out-of-range", "5", "this value never fits `i`");
}

#[test]
fn a_guard_that_is_never_called_is_checked() {
    let text = with_guards("guard h(i : int) := i;");
    assert_says(
        &text,
        Severity::Error,
        "rcheck::type-mismatch",
        "i",
        "the body of a guard must be of type `bool`",
    );
}

#[test]
fn a_guard_is_called_only_where_what_it_reads_has_a_value() {
    let message = "the guard `g` reads the property variable `p`, which has no value in a receive guard";
    let text = changed(&[("receive-guard: true", "receive-guard: g(red, 1)")]);
    assert_says(&text, Severity::Error, "rcheck::guard-not-usable-here", "g(red, 1)", message);
    let text = changed(&[("guard g(", "guard h() := chan = a;\nguard g("), ("{y}", "{h()}")]);
    assert_says(&text, Severity::Error, "rcheck::guard-not-usable-here", "h()", "reads the current channel");
}

#[test]
fn a_variable_is_no_guard() {
    let text = changed(&[("a! (true)", "a! y(true)")]);
    assert_says(
        &text,
        Severity::Error,
        "rcheck::wrong-kind",
        "y",
        "`y` is a local of `Server`, but a guard is needed here",
    );
}

#[test]
fn guards_that_grow_beyond_measure_are_refused() {
    let mut guards = "guard g0(b1 : bool) := b1 & !b1;".to_string();
    for i in 1..40 {
        guards += &format!("\nguard g{i}(b1 : bool) := g{}(b1) | g{}(!b1);", i - 1, i - 1);
    }
    let found = diagnose(&with_guards(&guards), CheckOptions::default());
    assert_eq!(found.iter().map(|d| d.code).collect::<Vec<_>>(), ["rcheck::too-large"]);
}

#[test]
fn long_chains_of_guards_do_not_exhaust_the_stack() {
    let mut guards = "guard g0(b1 : bool) := b1;".to_string();
    for i in 1..5000 {
        guards += &format!("\nguard g{i}(b1 : bool) := !g{}(b1);", i - 1);
    }
    let found = diagnose(&with_guards(&guards), CheckOptions::default());
    assert!(found.iter().all(|d| d.code == "rcheck::too-large") && found.len() == 1, "{found:?}");
}

#[test]
fn the_deepest_guards_that_are_accepted_can_be_lowered() {
    let mut guards = "guard g0(b1 : bool) := b1;".to_string();
    for i in 1..1900 {
        guards += &format!("\nguard g{i}(b1 : bool) := !g{}(b1);", i - 1);
    }
    let text = with_guards(&guards).replace("a! (true)", &format!("a! ({}g1899(y))", "!".repeat(450)));
    let (model, found) = resolve(&text, Dialect::New, CheckOptions::default());
    assert_eq!(found, []);
    assert!(crate::lower::lower("deep", &model.unwrap(), &[]).is_ok());
}
