//! Many agents: what a message costs depends on those it concerns, and not on how many others there are.

mod support;

use synod_core::{PerAlternatives, System};
use synod_rcheck::{Options, load};
use synod_syntax::Source;

fn system(text: &str) -> System {
    let loaded = load(&Source::new("wide.rcp", text), &Options::default());
    loaded.model.unwrap_or_else(|| panic!("{:?}", loaded.diagnostics)).system
}

/// A ring of so many agents that pass a token to the next one, each on a channel of its own; `more` is one more command.
fn ring(count: usize, more: &str) -> System {
    let names: Vec<String> = (0..count).map(|i| format!("l{i}")).collect();
    let links: Vec<String> = (0..count)
        .map(|i| format!("Node(n{i}, own = l{i} & next = l{} & has = {})", (i + 1) % count, i == 0))
        .collect();
    system(&format!(
        "enum channel {{{}}}
         agent Node
           local: own : channel, next : channel, has : bool
           receive-guard: chan = own
           repeat: give: {{has}} next! (true) ()[has := false] + take: {{!has}} own? [has := true] {more}
         system = {}
         SPEC F n1-take",
        names.join(", "),
        links.join(" || ")
    ))
}

/// How many parts the rules have, and how many variables their guards and alternatives read, at most.
fn widest(system: &System) -> (usize, usize) {
    let parts = system.rules.iter().map(|rule| rule.parts.len()).max();
    let read = system.rules.iter().map(|rule| {
        let guards = rule.parts.iter().flat_map(|part| &part.alternatives).map(|one| one.guard);
        system.exprs.variables_of(guards.chain([rule.guard])).len()
    });
    (parts.unwrap_or(0), read.max().unwrap_or(0))
}

#[test]
fn a_message_on_a_channel_that_never_changes_concerns_those_who_know_it() {
    assert_eq!(widest(&ring(4, "")), widest(&ring(40, "")));
    assert_eq!(widest(&ring(40, "")).0, 2);
}

#[test]
fn a_local_that_some_command_assigns_is_no_constant() {
    // It may be on every channel later, so everybody has to be asked.
    let (parts, read) = widest(&ring(12, "+ move: {false} *! (false) ()[own := next]"));
    assert_eq!(parts, 12);
    assert!(read > 12);
}

#[test]
fn receivers_of_different_senders_that_hear_the_same_share_their_alternatives() {
    let speakers: Vec<String> = (0..9).map(|i| format!("Speaker(s{i}, true)")).collect();
    let system = system(&format!(
        "message-structure: D : 0..3
         agent Speaker
           local: heard : 0..3
           init: heard = 0
           repeat: {{true}} *! (true) (D := 1)[] + {{true}} *? [heard := D]
         system = {}",
        speakers.join(" || ")
    ));
    let mut seen = PerAlternatives::default();
    let parts = system.rules.iter().flat_map(|rule| &rule.parts);
    assert_eq!(parts.clone().count(), 81);
    // One for each sender, and one for each receiver.
    assert_eq!(parts.filter(|part| seen.is_new(&part.alternatives)).count(), 18);
}

/// Three nodes that tell what they have, and so many agents that might hear any channel but never take part.
fn nodes(idle: usize) -> support::Model {
    let idle: String = (0..idle).map(|i| format!(" || Idle(i{i}, true)")).collect();
    support::Model::new(&format!(
        "enum channel {{a, b}}
         message-structure: D : 0..3, L : location
         property-variables: p : 0..2
         agent Node
           local: link : channel, value : 0..2, friend : location
           init: friend = one & link = a
           relabel: p <- value
           receive-guard: chan = link
           repeat: say: {{value < 2}} *! (@p <= value) (D := value + 1, L := myself)[value := value + 1]
                 + call: {{true}} link! (@p = value | friend = one) (D := value, L := friend)[link := b]
                 + hear: {{true}} *? [value := D - 1, friend := L] + reply: {{D < 2}} link? [friend := L]
         agent Idle
           local: link : channel
           init: link = a
           relabel: p <- 0
           receive-guard: chan = link & chan = b & chan = a
           repeat: {{false}} link? [link := b]
         system = Node(one, value = 0) || Node(two, value = 1) || Node(three, value = 2){idle}"
    ))
}

#[test]
fn among_many_receivers_a_step_picks_just_what_its_sender_has() {
    let (alone, wide) = (nodes(0), nodes(110));
    assert_eq!(alone.steps(), wide.steps());
    for step in alone.steps() {
        assert_eq!(alone.steps_after(&[&step]), wide.steps_after(&[&step]), "{step}");
    }
    assert_eq!(alone.reachable_states(), wide.reachable_states());
    for formula in
        ["G <<sender != two & D = 1 & L != three>> true", "F (one-friend = two)", "G (two-value != 2)"]
    {
        assert_eq!(alone.holds(formula), wide.holds(formula), "{formula}");
    }
}

#[test]
fn many_receivers_hear_all_senders_by_one_list() {
    let speakers: Vec<String> = (0..120).map(|i| format!("Speaker(s{i}, true)")).collect();
    let system = system(&format!(
        "message-structure: D : 0..3, L : location
         agent Speaker
           local: heard : 0..3, own : 0..3
           init: heard = 0 & own = 1
           repeat: {{heard < 3}} *! (true) (D := own, L := myself)[own := heard] + {{L != myself}} *? [heard := D]
         system = {}",
        speakers.join(" || ")
    ));
    let mut seen = PerAlternatives::default();
    let parts = system.rules.iter().flat_map(|rule| &rule.parts);
    assert_eq!(parts.filter(|part| seen.is_new(&part.alternatives)).count(), 240);
}

#[test]
fn a_getter_that_names_its_supplier_meets_no_other() {
    let nodes: Vec<String> = (0..20).map(|i| format!("Node(n{i}, next = n{})", (i + 1) % 20)).collect();
    let system = system(&format!(
        "message-structure: D : 0..3
         agent Node
           local: next : location, value : 0..3
           init: value = 0
           repeat: {{true}} GET@(next)()[value := D] + {{true}} SUPPLY@(any)(D := value)[]
         system = {}",
        nodes.join(" || ")
    ));
    assert_eq!(system.rules.len(), 20);
}

#[test]
fn what_never_changes_stays_part_of_states_and_specifications() {
    let model = support::Model::new(
        "enum channel {a, b}
         agent Node
           local: link : channel, on : bool
           init: !on
           receive-guard: chan = link
           repeat: s: {!on} link! (true) ()[on := true] + r: {true} link? []
         system = Node(one, link = a) || Node(two, link = b) || Node(three, link = a)",
    );
    assert_eq!(model.steps(), ["one!s -> three?r", "three!s -> one?r", "two!s"]);
    assert!(model.holds("G (one-link = a & two-link = b)"));
    assert!(!model.holds("F (one-link = b)"));
}
