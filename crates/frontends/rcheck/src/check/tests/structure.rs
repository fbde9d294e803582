//! Spec 3.2 and 3.5: names that are taken, and operators of LTOL outside specifications.

use synod_syntax::Severity;

use super::*;

#[test]
fn names_of_the_whole_model_are_different() {
    let duplicates = [
        ("enum channel {a, b}", "enum channel {a, b, a}", "a"),
        ("{red, green}", "{red, green, b}", "b"),
        ("M : colour, N : int", "M : colour, N : int, M : bool", "M"),
        ("p : colour, q : 0..3", "p : colour, q : 0..3, N : bool", "N"),
        ("guard g(", "guard M() := true; guard g(", "M"),
        ("Client(two, true)", "Client(one, true)", "one"),
        ("Client(two, true)", "Client(Server, true)", "Server"),
    ];
    for (from, to, name) in duplicates {
        assert_error((from, to), "rcheck::duplicate-name", name, &format!("duplicate name `{name}`"));
    }
}

#[test]
fn the_second_declaration_is_the_one_reported_and_the_first_is_shown() {
    let text = changed(&[("M : colour, N : int", "M : colour, N : int, red : bool")]);
    let found = diagnose(&text, CheckOptions::default());
    assert_eq!(text.find("red : bool"), Some(found[0].span.start as usize));
    assert_eq!(text.find("red, green"), Some(found[0].labels[0].span.start as usize));
    assert_eq!(found[0].labels[0].text, "already the name of a case of an enumeration");
}

#[test]
fn parameters_differ_from_each_other_and_from_global_names() {
    let edit = ("r : colour, i : int", "r : colour, i : int, r : bool");
    let text = changed(&[edit, ("g(k, x)", "g(k, x, w)")]);
    assert_says(&text, Severity::Error, "rcheck::duplicate-parameter", "r", "duplicate parameter `r`");
    let text =
        changed(&[("r : colour, i : int", "r : colour, i : int, one : bool"), ("g(k, x)", "g(k, x, w)")]);
    assert_says(&text, Severity::Error, "rcheck::duplicate-parameter", "one", "duplicate parameter `one`");
}

#[test]
fn legacy_parameters_may_shadow_global_names() {
    let text = "channels: c, d\nmessage-structure: M : bool\ncommunication-variables:\n\
        guard g(c : channel) := channel == c;\n\
        agent A local: x : channel init: x == c receive-guard: TRUE\n\
        repeat: (<TRUE> *! g(x)(M := TRUE)[])\nsystem = A(one, TRUE)";
    assert_eq!(resolve(text, Dialect::Legacy, CheckOptions::default()).1, []);
}

#[test]
fn locals_differ_from_each_other_and_from_global_names() {
    let code = "rcheck::duplicate-local";
    assert_error(("local: y : bool", "local: y : bool, y : int"), code, "y", "duplicate local variable `y`");
    assert_error(
        ("local: y : bool", "local: y : bool, red : int"),
        code,
        "red",
        "duplicate local variable `red`",
    );
}

#[test]
fn labels_differ_from_each_other_and_from_global_names() {
    assert_error(("pong:", "ping:"), "rcheck::duplicate-label", "ping", "duplicate label `ping`");
    assert_error(("pong:", "red:"), "rcheck::duplicate-label", "red", "duplicate label `red`");
}

#[test]
fn a_label_named_like_a_local_is_ambiguous() {
    assert_warning(
        ("pong:", "y:"),
        "rcheck::label-named-like-local",
        "y",
        "both a label and a local of `Server`",
    );
}

#[test]
fn quantified_variables_differ_from_each_other_and_from_global_names() {
    let text = with_spec("forall k : Client . exists k : Client . k-w");
    assert_says(&text, Severity::Error, "rcheck::duplicate-name", "k", "duplicate name `k`");
    let text = with_spec("forall red : Client . red-w");
    assert_says(&text, Severity::Error, "rcheck::duplicate-name", "red", "duplicate name `red`");
}

#[test]
fn given_names_of_specifications_are_different() {
    let text = with_spec("same: one-w SPEC same: two-w");
    assert_says(&text, Severity::Error, "rcheck::duplicate-name", "same", "duplicate name `same`");
}

#[test]
fn ltol_stays_in_specifications() {
    let places = [
        ("@p = r & (chan = * | i > 0)", "X (i > 0)", "X (i > 0)"),
        ("init: y", "init: F y", "F y"),
        ("relabel: p <- red q <- 0", "relabel: p <- red q <- X 0", "X 0"),
        ("receive-guard: true", "receive-guard: G true", "G true"),
        ("{y}", "{y U y}", "y U y"),
        ("a! (true)", "a! (F true)", "F true"),
        ("[y := false]", "[y := X false]", "X false"),
        ("M := red", "M := X red", "X red"),
        ("GET@(@p = k)", "GET@(F true)", "F true"),
        ("Server(three, true)", "Server(three, G true)", "G true"),
        ("{y}", "{<<chan = *>>y}", "<<chan = *>>y"),
        ("{y}", "{forall j : Client . y}", "forall j : Client . y"),
    ];
    for (from, to, at) in places {
        assert_error((from, to), "rcheck::temporal-operator", at, "LTOL not allowed here");
    }
}

#[test]
fn ranges_have_values() {
    let text = changed(&[("z : 0..2", "z : 2..0"), ("& z = 0 ", "")]);
    assert_says(&text, Severity::Error, "rcheck::empty-range", "2..0", "has no values");
}

#[test]
fn a_value_is_given_once_at_a_time() {
    assert_error(
        ("[y := false]", "[y := false, y := true]"),
        "rcheck::given-twice",
        "y",
        "two values at once",
    );
    assert_error(("(M := red)", "(M := red, M := green)"), "rcheck::given-twice", "M", "two values at once");
    assert_error(
        ("p <- red q <- 0", "p <- red q <- 0 q <- 1"),
        "rcheck::given-twice",
        "q",
        "relabelled twice",
    );
}
