//! Spec 3.3: types.

use synod_syntax::Severity;

use super::*;

#[test]
fn arithmetic_and_order_need_numbers() {
    let code = "rcheck::type-mismatch";
    assert_error(
        ("[x := x + 1]", "[x := w + 1]"),
        code,
        "w",
        "`+` needs numbers, but this is of type `bool`",
    );
    assert_error(("{w}", "{k < 1}"), code, "k", "`<` needs numbers, but this is of type `colour`");
    assert_error(("[x := x + 1]", "[x := -w]"), code, "w", "`-` needs numbers");
}

#[test]
fn connectives_need_truth_values() {
    let code = "rcheck::type-mismatch";
    assert_error(
        ("{w}", "{w & x}"),
        code,
        "x",
        "each side of `&` must be of type `bool`, but this is of type `int`",
    );
    assert_error(
        ("{w}", "{!z}"),
        code,
        "z",
        "what `!` negates must be of type `bool`, but this is of type `0..2`",
    );
}

#[test]
fn the_declaration_of_a_mistyped_variable_is_shown() {
    let text = changed(&[("{w}", "{w & x}")]);
    let found = diagnose(&text, CheckOptions::default());
    assert_eq!(found[0].labels[0].text, "`x` is declared as `int`");
    assert_eq!(text.find("x : int"), Some(found[0].labels[0].span.start as usize));
}

#[test]
fn conditions_are_truth_values() {
    let places = [
        ("{y}", "{0}", "the precondition of a command"),
        ("init: y", "init: 0", "the initial condition of an agent"),
        ("receive-guard: true", "receive-guard: 0", "a receive guard"),
        ("a! (true)", "a! (0)", "the guard of a send"),
        ("Server(three, true)", "Server(three, 0)", "the initial condition of an instance"),
        ("@p = r & (chan = * | i > 0)", "0", "the body of a guard"),
        ("G (one-w -> F three-ping)", "0", "a formula"),
    ];
    for (from, to, what) in places {
        let message = format!("{what} must be of type `bool`, but this is of type `int`");
        let text = changed(&[(from, to)]);
        let errors: Vec<_> = diagnose(&text, CheckOptions::default())
            .into_iter()
            .filter(|d| d.severity == Severity::Error)
            .collect();
        assert_only(&text, &errors, Severity::Error, "rcheck::type-mismatch", "0", &message);
    }
}

#[test]
fn operands_of_temporal_operators_are_truth_values() {
    let text = with_spec("F one-x");
    assert_says(
        &text,
        Severity::Error,
        "rcheck::type-mismatch",
        "one-x",
        "an operand of `F` must be of type `bool`",
    );
    let text = with_spec("one-w U 3");
    assert_says(
        &text,
        Severity::Error,
        "rcheck::type-mismatch",
        "3",
        "an operand of `U` must be of type `bool`",
    );
}

#[test]
fn messages_go_over_channels() {
    let code = "rcheck::type-mismatch";
    assert_error(("+ rcv: {M = red} c?", "+ rcv: {M = red} z?"), code, "z", "`z` is of type `0..2`");
    // The VSCode extension lets this pass.
    assert_error(
        ("a! (true)", "red! (true)"),
        code,
        "red",
        "messages go over channels, but `red` is of type `colour`",
    );
}

#[test]
fn a_get_asks_at_a_location_or_by_a_condition() {
    assert_error(
        ("GET@(@p = k)", "GET@(x)"),
        "rcheck::type-mismatch",
        "x",
        "a get needs a location, or a condition",
    );
    assert_eq!(diagnose(&changed(&[("GET@(@p = k)", "GET@(l)")]), CheckOptions::default()), []);
}

#[test]
fn a_supply_is_for_a_location() {
    let message = "a supply is for `myself`, for `any`, or for a location, but this is of type `bool`";
    assert_error(("SUPPLY@(any)", "SUPPLY@(w)"), "rcheck::type-mismatch", "w", message);
    assert_eq!(diagnose(&changed(&[("SUPPLY@(any)", "SUPPLY@(l)")]), CheckOptions::default()), []);
}

#[test]
fn assignments_keep_the_type() {
    let code = "rcheck::type-mismatch";
    assert_error(
        ("[y := false]", "[y := 1]"),
        code,
        "1",
        "`y` is of type `bool` and cannot be given a value of type `int`",
    );
    assert_error(
        ("M := red", "M := a"),
        code,
        "a",
        "`M` is of type `colour` and cannot be given a value of type `channel`",
    );
    assert_error(("p <- red q <- 0", "p <- y q <- 0"), code, "y", "`p` is of type `colour`");
}

#[test]
fn a_value_that_may_leave_its_range_is_a_warning() {
    let text = changed(&[("[x := x + 1]", "[z := z + 1]")]);
    let message = "this value may not fit `z`: it is in `1..3`, not always in `0..2`";
    assert_says(&text, Severity::Warning, "rcheck::may-overflow", "z + 1", message);
    assert_warning(("[x := x + 1]", "[z := x]"), "rcheck::may-overflow", "x", "it is any `int`");
    assert_warning(("q <- z", "q <- x"), "rcheck::may-overflow", "x", "may not fit `q`");
}

#[test]
fn a_value_that_may_leave_its_range_is_an_error_in_compat_mode() {
    let text = changed(&[("[x := x + 1]", "[z := z + 1]")]);
    let found = diagnose(&text, COMPAT);
    assert_only(&text, &found, Severity::Error, "rcheck::may-overflow", "z + 1", "may not fit `z`");
}

#[test]
fn a_value_outside_its_range_is_told() {
    assert_warning(
        ("[x := x + 1]", "[z := 7]"),
        "rcheck::out-of-range",
        "7",
        "this value never fits `z`: it is `7`",
    );
    assert_warning(
        ("[x := x + 1]", "[z := z + 3]"),
        "rcheck::out-of-range",
        "z + 3",
        "it is in `3..5`, not in `0..2`",
    );
}

#[test]
fn values_in_range_fit() {
    for value in ["1", "z", "2 - z", "z / 2", "z * 1"] {
        let text = changed(&[("[x := x + 1]", &format!("[z := {value}]"))]);
        assert_eq!(diagnose(&text, CheckOptions::default()), [], "{value}");
    }
    assert_eq!(diagnose(&changed(&[("[x := x + 1]", "[x := z]")]), CheckOptions::default()), []);
}

#[test]
fn values_of_different_types_are_never_equal() {
    let text = changed(&[("{w}", "{k = a}")]);
    let message = "this is always false: a `colour` never equals a `channel`";
    assert_says(&text, Severity::Warning, "rcheck::comparison-never-true", "k = a", message);
    let message = "this is always true: a `colour` never equals a `channel`";
    assert_warning(("{w}", "{k != a}"), "rcheck::comparison-always-true", "k != a", message);
}

#[test]
fn a_comparison_of_different_types_becomes_its_value() {
    for (text, value) in [("{k = a}", 0), ("{k != a}", 1)] {
        let model = resolve(&changed(&[("{w}", text)]), Dialect::New, CheckOptions::default()).0.unwrap();
        let precondition = &model.agents[0].commands[0].precondition;
        assert!(matches!(precondition.kind, hir::ExprKind::Const(v) if v == value), "{precondition:?}");
    }
}

#[test]
fn comparisons_decided_by_ranges_are_warned_about() {
    let never = [
        ("z = 3", "the two sides have no value in common"),
        ("z > 2", "no value on the left is greater"),
        ("z < 0", "no value on the left is less"),
    ];
    for (condition, reason) in never {
        let message = format!("this is always false: {reason}");
        assert_warning(
            ("{w}", &format!("{{{condition}}}")),
            "rcheck::comparison-never-true",
            condition,
            &message,
        );
    }
    for condition in ["z != 3", "z < 3", "z <= 2", "z >= 0", "z > -1"] {
        let code = "rcheck::comparison-always-true";
        assert_warning(("{w}", &format!("{{{condition}}}")), code, condition, "this is always true");
    }
    for condition in ["z = 2", "z < 2", "z <= 1", "z > 0", "x = 99"] {
        assert_eq!(diagnose(&changed(&[("{w}", &format!("{{{condition}}}"))]), CheckOptions::default()), []);
    }
}

#[test]
fn values_that_are_passed_on_as_they_are_decide_no_comparison() {
    let lint = ("N : int", "N : 0..2");
    let command = ("{M = red} c? [k := M, x := N]", "{N > 2} c? [k := M, x := N]");
    let codes = |edits: &[(&str, &str)]| -> Vec<String> {
        diagnose(&changed(edits), CheckOptions::default()).iter().map(|d| d.code.to_string()).collect()
    };
    assert_eq!(codes(&[lint, command, ("N := x", "N := z")]), ["rcheck::comparison-never-true"]);
    // The data may be 3, and is sent so.
    assert_eq!(codes(&[lint, command, ("N := x", "N := z + 1")]), ["rcheck::may-overflow"]);
    assert_warning_note(&[lint, ("N := x", "N := z + 1")], "the value is sent as it is");
}

fn assert_warning_note(edits: &[(&str, &str)], note: &str) {
    let found = diagnose(&changed(edits), CheckOptions::default());
    assert!(found.iter().any(|d| d.notes.iter().any(|n| n.contains(note))), "{found:?}");
}

#[test]
fn division_by_what_may_be_zero_is_a_warning_and_by_zero_an_error() {
    assert_warning(
        ("[x := x + 1]", "[x := x / z]"),
        "rcheck::may-divide-by-zero",
        "z",
        "the divisor may be zero",
    );
    assert_error(("[x := x + 1]", "[x := x / 0]"), "rcheck::division-by-zero", "0", "division by zero");
    assert_eq!(diagnose(&changed(&[("[x := x + 1]", "[x := x / 2]")]), CheckOptions::default()), []);
}

#[test]
fn a_control_state_is_compared_with_states_that_exist() {
    let text = with_spec("G three-automaton-state < 2");
    let message = "this is always true";
    assert_says(
        &text,
        Severity::Warning,
        "rcheck::comparison-always-true",
        "three-automaton-state < 2",
        message,
    );
}

#[test]
fn numbers_at_the_end_of_64_bits_are_no_problem() {
    let text = changed(&[("[x := x + 1]", "[x := 9223372036854775807 * 9223372036854775807 - z]")]);
    assert_eq!(diagnose(&text, CheckOptions::default()), []);
}
