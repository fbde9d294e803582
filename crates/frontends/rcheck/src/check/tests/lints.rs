//! What is allowed but probably not meant.

use synod_syntax::Severity;

use super::*;

#[test]
fn a_section_that_a_later_one_replaces_has_no_effect() {
    let text = changed(&[("init: y", "init: !y init: y")]);
    let found = diagnose(&text, CheckOptions::default());
    assert_eq!(found.iter().map(|d| d.code).collect::<Vec<_>>(), ["rcheck::overridden-section"]);
    assert_eq!(found[0].severity, Severity::Warning);
}

#[test]
fn what_follows_a_loop_is_unreachable() {
    let text = changed(&[(
        "repeat: ping: {y} a! (true) (M := red) [y := false];",
        "repeat: (rep ping: {y} a! (true) (M := red) [y := false]);",
    )]);
    let at = "pong: {M = red} b? [y := true]";
    assert_says(&text, Severity::Warning, "rcheck::unreachable-command", at, "never reached");
}

#[test]
fn a_command_that_needs_data_which_nobody_sends_is_never_taken() {
    let text = changed(&[
        ("pong: {M = red} b? [y := true]", "pong: {O} b? [y := true]"),
        ("N : int", "N : int, O : bool"),
    ]);
    let message = "this command can never be taken: no send carries `O`";
    assert_says(&text, Severity::Warning, "rcheck::never-taken", "pong: {O} b? [y := true]", message);
}

#[test]
fn a_command_that_needs_data_which_nobody_sends_together_is_never_taken() {
    let text = changed(&[
        ("pong: {M = red} b?", "pong: {O & N = 1} b?"),
        ("N : int", "N : int, O : bool"),
        ("(M := red)", "(O := y)"),
    ]);
    let found = diagnose(&text, CheckOptions::default());
    assert!(found.iter().any(|d| d.message.ends_with("no send carries all of `N`, `O`")), "{found:?}");
}

#[test]
fn a_get_that_needs_data_which_nobody_supplies_is_never_taken() {
    let text = changed(&[("SUPPLY@(any) (M := k)", "SUPPLY@(any) ()")]);
    let at = "gt: {true} GET@(@p = k) (M := k) [k := M]";
    assert_says(&text, Severity::Warning, "rcheck::never-taken", at, "no supply carries `M`");
}

#[test]
fn an_agent_cannot_get_from_itself() {
    let text = changed(&[("GET@(@p = k)", "GET@(myself)")]);
    let at = "gt: {true} GET@(myself) (M := k) [k := M]";
    assert_says(&text, Severity::Warning, "rcheck::never-taken", at, "cannot get from itself");
}

#[test]
fn a_variable_that_nothing_fixes_starts_with_any_value() {
    let text = changed(&[("& w & l", "& l")]);
    assert_says(&text, Severity::Note, "rcheck::uninitialised", "w", "`w` starts with any value");
}

#[test]
fn a_variable_that_all_instances_fix_is_initialised() {
    let fixed = [
        ("& w & l", "& l"),
        ("Client(one, true)", "Client(one, w)"),
        ("Client(two, true)", "Client(two, !w)"),
    ];
    assert_eq!(diagnose(&changed(&fixed), CheckOptions::default()), []);
    let found = diagnose(&changed(&fixed[..2]), CheckOptions::default());
    assert_eq!(found[0].notes, ["this applies to `two`"]);
}

#[test]
fn a_missing_initial_condition_is_noted() {
    let text = changed(&[("init: y\n", "\n")]);
    assert_says(&text, Severity::Note, "rcheck::missing-init", "Server", "`Server` has no `init:` section");
}

#[test]
fn a_missing_receive_guard_is_true() {
    let text = changed(&[("receive-guard: true\n", "\n")]);
    let (model, found) = resolve(&text, Dialect::New, CheckOptions::default());
    assert_eq!(found, []);
    assert!(matches!(model.unwrap().agents[1].receive_guard.kind, hir::ExprKind::Const(1)));
}

#[test]
fn inequality_in_an_observation_differs_in_the_extension() {
    let text = with_spec("<<chan != *>>true");
    assert_eq!(diagnose(&text, CheckOptions::default()), []);
    let found = diagnose(&text, COMPAT);
    assert_only(
        &text,
        &found,
        Severity::Warning,
        "rcheck::observation-inequality",
        "chan != *",
        "reads `!=` in an observation as `=`",
    );
}
