//! Which variables have a value where.

use synod_syntax::Severity;

use super::*;

#[test]
fn message_variables_are_read_by_those_who_get_the_message() {
    let code = "rcheck::no-message-here";
    let places = [
        ("{y}", "{M = red}", "in the precondition of a send"),
        ("[y := false]", "[y := M = red]", "in the update of a send"),
        ("a! (true) (M := red)", "a! (true) (M := M)", "in the data of a send"),
        ("a! (true)", "a! (M = red)", "in the guard of a send"),
        ("init: y", "init: y & M = red", "in the initial condition of an agent"),
        ("receive-guard: true", "receive-guard: M = red", "in a receive guard"),
        ("SUPPLY@(any) (M := k)", "SUPPLY@(any) (M := M)", "in the data of a supply"),
        ("@p = r", "M = r", "in a guard"),
        ("G (one-w -> F three-ping)", "G (M = red)", "in a specification"),
    ];
    for (from, to, place) in places {
        assert_error((from, to), code, "M", &format!("the message variable `M` has no value {place}"));
    }
}

#[test]
fn property_variables_are_asked_of_others() {
    let code = "rcheck::no-property-here";
    let places = [
        ("{y}", "{@p = red}", "in the precondition of a send"),
        ("[y := false]", "[y := @p = red]", "in the update of a send"),
        ("init: y", "init: y & @p = red", "in the initial condition of an agent"),
        ("receive-guard: true", "receive-guard: @p = red", "in a receive guard"),
        ("G (one-w -> F three-ping)", "G (@p = red)", "in a specification"),
        ("G (one-w -> F three-ping)", "<<@p = red>>true", "in an observation"),
    ];
    for (from, to, place) in places {
        assert_error((from, to), code, "@p", &format!("the property variable `p` has no value {place}"));
    }
    assert!(help(&with_spec("<<@p = red>>true")).contains("forall(…)"));
}

#[test]
fn property_variables_may_be_named_without_the_sign() {
    for spec in ["<<exists(p = red)>>true", "<<forall(@p = red | q = 1)>>true"] {
        assert_eq!(diagnose(&with_spec(spec), CheckOptions::default()), []);
    }
    assert_eq!(diagnose(&changed(&[("@p = r", "p = r")]), CheckOptions::default()), []);
}

#[test]
fn the_current_channel_belongs_to_a_message() {
    let code = "rcheck::no-channel-here";
    let places = [
        ("{y}", "{chan = a}", "in the precondition of a send"),
        ("pong: {M = red}", "pong: {chan = b}", "in the precondition of a receive"),
        ("GET@(@p = k)", "GET@(chan = a)", "in the location of a get"),
        ("G (one-w -> F three-ping)", "G (chan = a)", "in a specification"),
    ];
    for (from, to, place) in places {
        assert_error((from, to), code, "chan", &format!("there is no current channel {place}"));
    }
}

#[test]
fn specifications_belong_to_no_agent() {
    let text = with_spec("G (one-l != myself)");
    assert_says(
        &text,
        Severity::Error,
        "rcheck::no-myself-here",
        "myself",
        "there is no `myself` in a specification",
    );
}

#[test]
fn participants_are_compared_with_instances() {
    let message = "`sender` can only be compared with an instance, but this is of type `colour`";
    let text = with_spec("<<sender = red>>true");
    assert_says(&text, Severity::Error, "rcheck::type-mismatch", "red", message);
    let text = with_spec("<<sender = getter>>true");
    assert_says(&text, Severity::Error, "rcheck::type-mismatch", "getter", "`sender` can only be compared");
    let text = with_spec("<<sender & p2p>>true");
    assert_says(&text, Severity::Error, "rcheck::party-not-compared", "sender", "can only be compared");
    for sound in ["sender = one", "two != getter", "supplier = one-l", "initiator = one & producer = two"] {
        assert_eq!(diagnose(&with_spec(&format!("<<{sound}>>true")), CheckOptions::default()), [], "{sound}");
    }
}

#[test]
fn the_words_for_participants_may_be_names_of_instances() {
    let rename = [("Client(one, true)", "Client(supplier, true)"), ("G (one-w -> F three-ping)", "")];
    for sound in ["sender = supplier", "supplier = sender", "getter != supplier", "supplier = two"] {
        let spec = format!("<<{sound}>> true");
        let text = changed(&[rename[0], (rename[1].0, &spec)]);
        assert_eq!(diagnose(&text, CheckOptions::default()), [], "{sound}");
    }
    let bound = with_spec("exists producer : Client . <<sender = producer>> true");
    assert_eq!(diagnose(&bound, CheckOptions::default()), []);
}

#[test]
fn the_channel_of_an_observation_is_compared_with_channels() {
    for condition in ["chan = red", "red != chan"] {
        let text = with_spec(&format!("<<{condition}>> true"));
        let message = "`chan` can only be compared with a channel";
        assert_says(&text, Severity::Error, "rcheck::type-mismatch", "red", message);
    }
}

#[test]
fn observations_see_messages_states_and_suppliers() {
    for sound in ["M = red", "N > one-x", "chan = a", "supplier-p = red", "p2p -> M = green", "!(chan = *)"] {
        assert_eq!(
            diagnose(&with_spec(&format!("[[{sound}]]one-w")), CheckOptions::default()),
            [],
            "{sound}"
        );
    }
}

#[test]
fn labels_and_formulas_are_no_part_of_observations() {
    let text = with_spec("<<three-ping>>true");
    assert_says(
        &text,
        Severity::Error,
        "rcheck::label-as-value",
        "three-ping",
        "the label `ping` is a formula, not a value",
    );
    let text = with_spec("<<F one-w>>true");
    assert_says(
        &text,
        Severity::Error,
        "rcheck::formula-as-value",
        "F one-w",
        "an observation is about a single step",
    );
}

#[test]
fn formulas_are_no_values() {
    let text = with_spec("(F one-w) + 1 = 2");
    let found = diagnose(&text, CheckOptions::default());
    assert_eq!(found[0].code, "rcheck::formula-as-value");
}

#[test]
fn a_nested_quantifier_over_receivers_is_warned_about() {
    let text = with_spec("<<exists(exists(true))>>true");
    assert_says(&text, Severity::Warning, "rcheck::nested-receivers", "exists(true)", "inside another");
}

#[test]
fn a_property_under_a_quantifier_is_finite() {
    let text = changed(&[("q : 0..3", "q : int"), ("G (one-w -> F three-ping)", "<<exists(q = 1)>>true")]);
    let message = "`exists` cannot range over all integers that `q` can be";
    assert_says(&text, Severity::Error, "rcheck::infinite-property", "exists(q = 1)", message);
    assert!(help(&text).contains("such as `0..9`"));
}

#[test]
fn a_property_that_senders_ask_for_under_a_quantifier_is_finite() {
    let text = changed(&[
        ("q : 0..3", "q : int"),
        ("a! (true)", "a! (@q = 1)"),
        ("G (one-w -> F three-ping)", "<<exists(p = red)>>true"),
    ]);
    let found = diagnose(&text, CheckOptions::default());
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].code, "rcheck::infinite-property");
    assert_eq!(found[0].labels[1].text, "this send of `Server` asks for it");
}

#[test]
fn whoever_can_receive_relabels_what_senders_ask_for() {
    let text = changed(&[("relabel: p <- red q <- 0", "relabel: q <- 0")]);
    let message = "`Server` does not relabel `p`, but this send of `Client` asks for it";
    assert_says(&text, Severity::Error, "rcheck::missing-relabel", "Server", message);
}

#[test]
fn whoever_can_supply_relabels_what_getters_ask_for() {
    let text = changed(&[("p <- k q <- z", "p <- k"), ("GET@(@p = k)", "GET@(@q = 1)")]);
    let message = "`Client` does not relabel `q`, but this get of `Client` asks for it";
    assert_says(&text, Severity::Error, "rcheck::missing-relabel", "Client", message);
}

#[test]
fn suppliers_relabel_what_observations_ask_for() {
    let text =
        changed(&[("p <- k q <- z", "p <- k"), ("G (one-w -> F three-ping)", "<<supplier-q = 1>>true")]);
    let message = "`Client` does not relabel `q`, but an observation of this specification asks for it";
    assert_says(&text, Severity::Error, "rcheck::missing-relabel", "Client", message);
}

#[test]
fn a_property_that_nobody_asks_for_need_not_be_relabelled() {
    let text = changed(&[("relabel: p <- red q <- 0", "relabel: p <- red")]);
    assert_says(&text, Severity::Warning, "rcheck::unrelabelled-property", "Server", "does not relabel `q`");
}
