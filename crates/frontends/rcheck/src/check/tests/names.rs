//! Spec 3.1: what names resolve to, and what is said when they do not.

use synod_syntax::Severity;

use super::*;

#[test]
fn a_misspelt_local_is_found_by_likeness() {
    let text = changed(&[
        ("local: y : bool", "local: ready : bool"),
        ("init: y", "init: raedy"),
        ("{y}", "{ready}"),
        ("[y := false]", "[ready := false]"),
        ("[y := true]", "[ready := true]"),
    ]);
    assert_says(
        &text,
        Severity::Error,
        "rcheck::unknown-name",
        "raedy",
        "there is no `raedy` in the initial condition",
    );
    assert_eq!(help(&text), "did you mean `ready`?");
}

#[test]
fn a_local_of_another_agent_is_named_as_such() {
    let text = changed(&[("{y}", "{w}")]);
    assert_says(&text, Severity::Error, "rcheck::wrong-kind", "w", "`w` is a local of `Client`");
    assert!(help(&text).contains("not of `Client`"), "{}", help(&text));
}

#[test]
fn labels_are_no_values_in_initial_conditions() {
    let text = changed(&[("Server(three, true)", "Server(three, ping)")]);
    assert_says(&text, Severity::Error, "rcheck::wrong-kind", "ping", "`ping` is a label of `Server`");
    assert!(help(&text).contains("labels are for specifications"));
}

#[test]
fn a_bare_local_in_a_specification_needs_an_instance() {
    let text = with_spec("G y");
    assert_says(&text, Severity::Error, "rcheck::wrong-kind", "y", "`y` is a local of `Server`");
    assert_eq!(help(&text), "say of which instance: `three-y`");
}

#[test]
fn each_slot_says_what_kind_of_thing_it_needs() {
    let slots = [
        (
            "local: y : bool",
            "local: y : bool, u : colors",
            "rcheck::unknown-name",
            "colors",
            "no type called",
        ),
        (
            "relabel: p <- red q <- 0",
            "relabel: p <- red r <- 0",
            "rcheck::wrong-kind",
            "r",
            "a property variable is needed",
        ),
        ("(M := red)", "(y := red)", "rcheck::wrong-kind", "y", "a message variable is needed"),
        ("[y := false]", "[M := red]", "rcheck::wrong-kind", "M", "a local of `Server` is needed"),
        (
            "Server(three, true)",
            "Client(three, true) || Serve(four, true)",
            "rcheck::unknown-name",
            "Serve",
            "no agent type called",
        ),
        ("a! (true)", "aa! (true)", "rcheck::unknown-name", "aa", "no channel called"),
        ("a! (true)", "M! (true)", "rcheck::wrong-kind", "M", "a channel is needed"),
        ("a! (true)", "a! h(true)", "rcheck::unknown-name", "h", "no guard called `h`"),
        ("{y}", "{@y}", "rcheck::wrong-kind", "y", "a property variable is needed"),
    ];
    for (from, to, code, at, message) in slots {
        let found = diagnose(&changed(&[(from, to)]), CheckOptions::default());
        let text = changed(&[(from, to)]);
        let first: Vec<_> = found.into_iter().filter(|d| d.code == code).take(1).collect();
        assert_only(&text, &first, Severity::Error, code, at, message);
    }
}

#[test]
fn instances_are_locations_everywhere() {
    let text = changed(&[("GET@(@p = k)", "GET@(three)"), ("l = myself", "l = two")]);
    assert_eq!(diagnose(&text, CheckOptions::default()), []);
}

#[test]
fn an_agent_type_is_no_instance() {
    let text = with_spec("G Client-w");
    assert_says(&text, Severity::Error, "rcheck::wrong-kind", "Client", "an instance is needed here");
    assert!(help(&text).contains("forall k : Client"));
}

#[test]
fn an_unknown_member_is_found_by_likeness() {
    let text = with_spec("G three-pnig");
    assert_says(&text, Severity::Error, "rcheck::unknown-member", "pnig", "no local or label called `pnig`");
    assert_eq!(help(&text), "did you mean `three-ping`?");
}

#[test]
fn a_member_of_a_quantified_variable_exists_in_every_kind() {
    let text = with_spec("forall k : Client | Server . G k-w");
    let message = "agents of type `Server` have no local or label called `w`";
    // Not a quantified `k`, which would clash with the local of that name only by looks.
    assert_says(&text, Severity::Error, "rcheck::unknown-member", "w", message);
}

#[test]
fn a_member_of_a_quantified_variable_has_one_type() {
    let text = changed(&[
        ("local: y : bool", "local: y : bool, x : bool"),
        ("init: y", "init: y & x"),
        ("G (one-w -> F three-ping)", "forall k : Agent . G (k-x = 0)"),
    ]);
    let message = "`x` is of type `int` in `Client` but of type `bool` in `Server`";
    assert_says(&text, Severity::Error, "rcheck::member-types-differ", "x", message);
}

#[test]
fn agents_do_not_see_into_each_other() {
    let text = changed(&[("{y}", "{one-w}")]);
    assert_says(
        &text,
        Severity::Error,
        "rcheck::member-outside-spec",
        "one-w",
        "cannot be seen in the precondition",
    );
}
