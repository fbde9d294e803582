//! What the legacy dialect allows beyond the new one.

use super::*;

const LEGACY: &str = "\
channels: a
enum colour {red, green}
message-structure: M : colour
communication-variables: p : colour
agent Client
    local: k : colour, l : location
    init: k == red && l == name
    relabel: p <- k
    receive-guard: TRUE
    repeat: (
        <TRUE> SUPPLY@(@p == k)(M := k)[]
        +
        <M == red> GET@TRUE[k := M]
    )
system = Client(one, TRUE) | Client(two, TRUE)
SPEC G (one-k == red)
";

fn found(from: &str, to: &str) -> Vec<Diagnostic> {
    assert_eq!(LEGACY.matches(from).count(), 1);
    resolve(&LEGACY.replace(from, to), Dialect::Legacy, CheckOptions::default()).1
}

#[test]
fn a_supply_may_ask_for_properties_of_the_getter() {
    let (model, found) = resolve(LEGACY, Dialect::Legacy, CheckOptions::default());
    assert_eq!(found, []);
    let model = model.unwrap();
    let action = &model.agents[0].commands[0].action;
    assert!(matches!(action, hir::Action::Supply { to: hir::Served::Predicate(_), .. }), "{action:?}");
}

#[test]
fn getters_relabel_what_suppliers_ask_for() {
    let found = found("relabel: p <- k", "relabel:");
    assert_eq!(found.iter().map(|d| d.code).collect::<Vec<_>>(), ["rcheck::missing-relabel"]);
    assert!(found[0].message.contains("this supply of `Client` asks for it"));
}

#[test]
fn nested_quantifiers_over_receivers_are_accepted() {
    assert_eq!(found("G (one-k == red)", "G ([exists(exists(TRUE))] one-k == red)"), []);
}

#[test]
fn a_property_outside_a_quantifier_is_an_error() {
    let found = found("G (one-k == red)", "G (<p = red> one-k == red)");
    assert_eq!(found.iter().map(|d| d.code).collect::<Vec<_>>(), ["rcheck::no-property-here"]);
}

#[test]
fn quantifiers_nest_and_instances_have_names() {
    assert_eq!(
        found("G (one-k == red)", "G ([sender=one](/\\ j : Client . j-name != one-name -> j-k=red))"),
        []
    );
}
