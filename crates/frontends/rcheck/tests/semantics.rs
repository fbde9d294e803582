//! The rules of the language reference, one test a rule, named after it.

mod support;

use support::{Legacy, Model};

/// Two agents and a sender that may send once on a channel, asking for `guard`; `receiver` is the body
/// of the other agent, `listens` its receive guard, and `able` its relabelling of `p`.
fn one_message(channel: &str, guard: &str, listens: &str, receiver: &str, property: &str) -> Model {
    Model::new(&format!(
        "enum channel {{a, b}}
         message-structure: D : bool
         property-variables: p : bool
         agent Src
           local: x : bool
           init: !x
           relabel: p <- false
           receive-guard: false
           repeat: s: {{!x}} {channel}! ({guard}) (D := true)[x := true]
         agent Rcv
           local: y : bool
           init: !y
           relabel: p <- {property}
           receive-guard: {listens}
           repeat: {receiver}
         system = Src(one, true) || Rcv(two, true)"
    ))
}

const RECEIVES_A: &str = "r: {true} a? [y := D]";
const RECEIVES_ALL: &str = "r: {true} *? [y := D]";
const UNABLE: &str = "r: {y} a? [] + q: {y} *? []";

mod broadcast {
    use super::*;

    #[test]
    fn bcast_must_receive_when_asked_and_able() {
        let model = one_message("*", "true", "true", RECEIVES_ALL, "true");
        assert_eq!(model.steps(), ["one!s -> two?r"]);
    }

    #[test]
    fn bcast_stays_still_when_asked_but_unable() {
        assert_eq!(one_message("*", "true", "true", UNABLE, "true").steps(), ["one!s"]);
    }

    #[test]
    fn bcast_stays_still_when_not_asked() {
        assert_eq!(one_message("*", "@p", "true", RECEIVES_ALL, "y").steps(), ["one!s"]);
        assert_eq!(one_message("*", "@p", "true", UNABLE, "y").steps(), ["one!s"]);
    }

    #[test]
    fn bcast_reaches_those_whose_receive_guard_is_false() {
        assert_eq!(one_message("*", "true", "false", RECEIVES_ALL, "true").steps(), ["one!s -> two?r"]);
    }

    #[test]
    fn bcast_does_not_reach_receives_on_other_channels() {
        assert_eq!(one_message("*", "true", "true", RECEIVES_A, "true").steps(), ["one!s"]);
    }
}

mod multicast {
    use super::*;

    #[test]
    fn mcast_must_receive_when_listening_asked_and_able() {
        assert_eq!(one_message("a", "true", "chan = a", RECEIVES_A, "true").steps(), ["one!s -> two?r"]);
    }

    #[test]
    fn mcast_stays_still_when_not_listening() {
        assert_eq!(one_message("a", "true", "chan = b", RECEIVES_A, "true").steps(), ["one!s"]);
        assert_eq!(one_message("a", "@p", "chan = b", RECEIVES_A, "y").steps(), ["one!s"]);
    }

    #[test]
    fn mcast_is_blocked_by_a_listener_that_is_unable() {
        assert!(one_message("a", "true", "chan = a", UNABLE, "true").steps().is_empty());
    }

    #[test]
    fn mcast_is_blocked_by_a_listener_that_is_not_asked() {
        let model = one_message("a", "@p", "chan = a", RECEIVES_A, "y");
        assert!(model.steps().is_empty());
        // The smallest model that tells this rule from the original interpreter's.
        assert!(!model.holds("F one-x"));
    }

    #[test]
    fn mcast_to_nobody_succeeds() {
        let model =
            Model::new("enum channel {a} agent Src repeat: s: {true} a! true ()[] system = Src(one, true)");
        assert_eq!(model.steps(), ["one!s"]);
    }
}

mod messages {
    use super::*;

    /// A sender and two receivers with the bodies given.
    fn to_two(send: &str, first: &str, second: &str) -> Model {
        Model::new(&format!(
            "enum channel {{a, b}}
             message-structure: D : 0..3, E : bool
             agent Src local: n : 0..3, c : channel init: n = 1 & c = * repeat: {send}
             agent P local: n : 0..3, c : channel init: n = 0 & c = a repeat: {first}
             agent Q local: n : 0..3, c : channel init: n = 0 & c = a repeat: {second}
             system = Src(i, true) || P(j, true) || Q(k, true)"
        ))
    }

    #[test]
    fn every_choice_of_receive_commands_is_a_step() {
        let two = "(x1: {true} *? [n := 1] + x2: {true} *? [n := 2])";
        let model = to_two("s: {true} *! true ()[]", two, &two.replace('x', "y"));
        assert_eq!(
            model.steps(),
            ["i!s -> j?x1, k?y1", "i!s -> j?x1, k?y2", "i!s -> j?x2, k?y1", "i!s -> j?x2, k?y2"]
        );
    }

    #[test]
    fn updates_are_simultaneous_and_read_old_values() {
        let model =
            to_two("s: {true} *! true (D := n)[n := 3]", "p: {true} *? [n := D]", "q: {true} *? [n := n]");
        assert_eq!(model.after("i!s -> j?p, k?q", &["i-n", "j-n", "k-n"]), ["3", "1", "0"]);
    }

    #[test]
    fn the_data_are_those_of_the_senders_old_store() {
        let model = to_two("s: {true} *! true (D := n)[n := 2]", "p: {D = 1} *? []", "q: {D = 2} *? []");
        assert_eq!(model.steps(), ["i!s -> j?p"]);
    }

    #[test]
    fn missing_data_removes_the_receive_from_a_broadcast() {
        let model = to_two("s: {true} *! true (D := 2)[]", "p: {true} *? [n := D]", "q: {E} *? [n := D]");
        assert_eq!(model.steps(), ["i!s -> j?p"]);
        let model = to_two("s: {true} *! true (E := true)[]", "p: {true} *? [n := D]", "q: {E} *? []");
        assert_eq!(model.steps(), ["i!s -> k?q"]);
    }

    #[test]
    fn missing_data_blocks_a_multicast() {
        let listener = "p: {true} a? [n := D]";
        let model = to_two("s: {true} a! true (E := true)[]", listener, "q: {true} a? []");
        assert!(model.steps().is_empty());
    }

    #[test]
    fn a_channel_variable_that_holds_the_star_broadcasts() {
        let model = to_two("s: {true} c! true ()[c := a]", "p: {true} *? []", "q: {true} c? []");
        assert_eq!(model.steps(), ["i!s -> j?p"]);
        assert_eq!(model.modes(), ["broadcast"]);
    }

    #[test]
    fn the_receivers_channel_is_read_in_the_receivers_store() {
        let model = to_two("s: {true} a! true ()[]", "p: {true} c? []", "q: {true} a? []");
        assert_eq!(model.steps(), ["i!s -> j?p, k?q"]);
    }

    #[test]
    fn the_guard_is_that_of_the_command_that_fires() {
        let model = Model::new(
            "property-variables: p : bool
             agent Src relabel: p <- true repeat: s1: {true} *! (@p) ()[] + s2: {true} *! (!@p) ()[]
             agent Rcv local: y : bool init: y relabel: p <- y repeat: r: {true} *? []
             system = Src(one, true) || Rcv(two, true)",
        );
        assert_eq!(model.steps(), ["one!s1 -> two?r", "one!s2"]);
    }

    #[test]
    fn plain_names_in_a_send_guard_are_the_senders() {
        let model = Model::new(
            "property-variables: p : bool
             agent Src local: y : bool init: y relabel: p <- y repeat: s: {true} *! (@p = y) ()[]
             agent Rcv local: y : bool init: !y relabel: p <- y repeat: r: {true} *? []
             system = Src(one, true) || Rcv(two, true)",
        );
        assert_eq!(model.steps(), ["one!s"]);
    }

    #[test]
    fn chan_in_a_guard_is_the_channel_of_the_message() {
        let model = Model::new(
            "enum channel {a, b} property-variables: p : bool
             guard g(k : channel) := chan = k;
             agent Src local: c : channel init: c = a relabel: p <- true repeat: s: {true} c! g(a) ()[]
             agent Rcv relabel: p <- true receive-guard: g(a) repeat: r: {true} a? []
             system = Src(one, true) || Rcv(two, true)",
        );
        assert_eq!(model.steps(), ["one!s -> two?r"]);
    }
}

mod exchanges {
    use super::*;

    /// A getter `g` and a supplier `s` with these commands, and a bystander `b` that supplies too.
    fn pair(get: &str, supply: &str) -> Model {
        Model::new(&format!(
            "message-structure: V : 0..3, Y : 0..3
             property-variables: p : bool
             agent Ask local: n : 0..3, x : location init: n = 1 & x = giver relabel: p <- false repeat: {get}
             agent Src local: n : 0..3, x : location init: n = 2 & x = giver relabel: p <- n = 2 repeat: {supply}
             system = Ask(asker, true) || Src(giver, true)"
        ))
    }

    #[test]
    fn get_by_name_meets_supply_myself_and_supply_any() {
        assert_eq!(
            pair("g: {true} GET@(x)()[]", "s: {true} SUPPLY@(myself)()[]").steps(),
            ["asker<g giver>s"]
        );
        assert_eq!(pair("g: {true} GET@(x)()[]", "s: {true} SUPPLY@(any)()[]").steps(), ["asker<g giver>s"]);
    }

    #[test]
    fn get_by_name_misses_others() {
        let ask = "g: {true} GET@(myself)()[]";
        assert!(pair(ask, "s: {true} SUPPLY@(any)()[]").steps().is_empty());
    }

    #[test]
    fn get_may_name_an_instance() {
        assert_eq!(
            pair("g: {true} GET@(giver)()[]", "s: {true} SUPPLY@(myself)()[]").steps(),
            ["asker<g giver>s"]
        );
    }

    #[test]
    fn get_by_predicate_never_meets_supply_myself() {
        assert!(pair("g: {true} GET@(true)()[]", "s: {true} SUPPLY@(myself)()[]").steps().is_empty());
    }

    #[test]
    fn get_by_predicate_reads_getter_locals_and_supplier_properties() {
        let supply = "s: {true} SUPPLY@(any)()[]";
        assert_eq!(pair("g: {true} GET@(@p & n = 1)()[]", supply).steps(), ["asker<g giver>s"]);
        assert!(pair("g: {true} GET@(@p & n = 2)()[]", supply).steps().is_empty());
        assert!(pair("g: {true} GET@(!@p)()[]", supply).steps().is_empty());
    }

    #[test]
    fn supply_to_a_location_serves_exactly_that_getter() {
        let get = "g: {true} GET@(true)()[]";
        assert!(pair(get, "s: {true} SUPPLY@(x)()[]").steps().is_empty());
        let model = Model::new(
            "agent N local: x : location init: true repeat: g: {true} GET@(true)()[] + s: {true} SUPPLY@(x)()[]
             system = N(a, x = b) || N(b, x = b)",
        );
        assert_eq!(model.steps(), ["b<g a>s"]);
    }

    #[test]
    fn data_flow_both_ways_at_once() {
        let model = pair("g: {true} GET@(x)(V := n)[n := Y]", "s: {true} SUPPLY@(any)(Y := n + 1)[n := V]");
        assert_eq!(model.after("asker<g giver>s", &["asker-n", "giver-n"]), ["3", "1"]);
    }

    #[test]
    fn each_side_sees_the_partners_value_of_a_variable_both_set() {
        let model = pair("g: {true} GET@(x)(V := 0)[n := V]", "s: {true} SUPPLY@(any)(V := 3)[n := V]");
        assert_eq!(model.after("asker<g giver>s", &["asker-n", "giver-n"]), ["3", "0"]);
    }

    #[test]
    fn both_preconditions_see_the_partners_data() {
        let supply = "s: {V = n} SUPPLY@(any)(Y := 3)[]";
        assert_eq!(pair("g: {Y = 3} GET@(x)(V := 2)[]", supply).steps(), ["asker<g giver>s"]);
        assert!(pair("g: {Y = 3} GET@(x)(V := 1)[]", supply).steps().is_empty());
        assert!(pair("g: {Y = 2} GET@(x)(V := 2)[]", supply).steps().is_empty());
    }

    #[test]
    fn data_that_the_partner_does_not_give_removes_the_exchange() {
        assert!(pair("g: {true} GET@(x)()[n := V]", "s: {true} SUPPLY@(any)(Y := 1)[]").steps().is_empty());
        assert!(pair("g: {true} GET@(x)()[]", "s: {V = 1} SUPPLY@(any)(Y := 1)[]").steps().is_empty());
    }

    #[test]
    fn each_side_must_be_in_its_own_control_state() {
        // The getter's state differs from the supplier's, which an old translation confused.
        let model = pair("g1: {true} GET@(x)()[] ; g2: {true} GET@(x)()[]", "s1: {true} SUPPLY@(any)()[]");
        assert_eq!(model.steps(), ["asker<g1 giver>s1"]);
        assert_eq!(model.steps_after(&["asker<g1 giver>s1"]), ["asker<g2 giver>s1"]);
    }

    #[test]
    fn nobody_exchanges_with_itself() {
        let model = Model::new(
            "agent N repeat: g: {true} GET@(true)()[] + s: {true} SUPPLY@(any)()[] system = N(only, true)",
        );
        assert!(model.steps().is_empty());
    }

    #[test]
    fn others_stay_still_and_modes_have_no_priority() {
        let model = Model::new(
            "agent N local: t : bool init: !t
             repeat: g: {true} GET@(true)()[t := true] + s: {true} SUPPLY@(any)()[] + b: {true} *! true ()[]
                     + r: {true} *? []
             system = N(one, true) || N(two, true) || N(three, true)",
        );
        let steps = model.steps();
        assert_eq!(steps.len(), 6 + 3);
        assert_eq!(model.after("one<g two>s", &["one-t", "two-t", "three-t"]), ["true", "false", "false"]);
    }
}

mod runs {
    use super::*;

    #[test]
    fn unconstrained_variables_start_with_any_value() {
        let model = Model::new(
            "enum hue {red, green, blue}
             agent N local: h : hue, b : bool, w : location init: b repeat: s: {true} *! true ()[]
             system = N(one, h != red) || N(two, w = one)",
        );
        // one: 2 hues and 2 locations; two: 3 hues.
        assert_eq!(model.initial_states(), 2 * 2 * 3);
    }

    #[test]
    fn a_dead_end_stutters_and_nothing_else_does() {
        let model = Model::new(
            "agent N local: n : 0..2 init: n = 0 repeat: s: {n = 0} *! true ()[n := 1]
             system = N(one, true)",
        );
        assert!(model.holds("X G one-n = 1"));
        assert!(model.holds("X [[true]] false"));
        assert!(model.holds("X !(<<true>> true)"));
        assert!(model.holds("X !(<<! p2p>> true)"));
        assert!(model.holds("F deadlock"));
        // No voluntary stuttering: the first step is taken.
        assert!(model.holds("one-n = 0 & X one-n = 1"));
    }

    #[test]
    fn a_value_that_does_not_fit_disables_the_step() {
        let model = Model::new(
            "agent N local: n : 0..2 init: n = 2 repeat: s: {true} *! true ()[n := n + 1]
             system = N(one, true)",
        );
        assert!(model.steps().is_empty());
        assert!(model.holds("G (one-n = 2 & deadlock)"));
        assert!(!model.holds_built_in_no_fault());
    }

    #[test]
    fn an_overflowing_reception_is_not_replaced_by_staying_still() {
        let model = Model::new(
            "agent Src repeat: s: {true} *! true ()[]
             agent Rcv local: n : 0..1 init: n = 1 repeat: r: {true} *? [n := n + 1]
             system = Src(one, true) || Rcv(two, true)",
        );
        assert!(model.steps().is_empty());
    }

    #[test]
    fn a_sequence_numbers_its_states_by_dialect() {
        let body = "a: {true} *! true ()[] ; b: {true} *! true ()[] ; c: {true} *! true ()[]";
        let model = Model::new(&format!("agent N repeat: {body} system = N(one, true)"));
        assert_eq!(model.after("one!a", &["one-automaton-state"]), ["2"]);
        let legacy = body.replace('{', "<").replace('}', ">").replace("! true", "!TRUE");
        let legacy = Legacy::new(&format!(
            "channels: u message-structure: M : bool communication-variables:
             agent N local: z : bool init: TRUE receive-guard: TRUE repeat: ({legacy}) system = N(one, !z)"
        ));
        assert_eq!(legacy.after("one!a", &["one-automaton-state"]), ["1"]);
    }

    #[test]
    fn keep_all_holds_where_a_step_changes_nothing_and_no_label_is_received() {
        let model = Legacy::new(
            "message-structure: M : bool
             agent P local: k : bool init: !k receive-guard: TRUE
                 repeat: (<!k> *! TRUE (M := TRUE)[k := TRUE] + <k> *! TRUE (M := TRUE)[])
             agent Q local: j : 0..2 init: j == 0 receive-guard: TRUE
                 repeat: (same: <j == 0> *? [j := 1] + again: <j == 1> *? [j := 1])
             system = P(p, TRUE) | Q(q, TRUE)",
        );
        assert!(model.holds("!keep-all & X G !keep-all"));
        let silent = Legacy::new(
            "message-structure: M : bool
             agent P local: k : bool init: !k receive-guard: TRUE
                 repeat: (<!k> *! TRUE (M := TRUE)[k := TRUE] + <k> *! TRUE (M := TRUE)[])
             system = P(p, TRUE)",
        );
        assert!(silent.holds("!keep-all & X G keep-all & G progress"));
    }

    #[test]
    fn rep_is_left_by_an_alternative_only() {
        let model = Model::new(
            "agent N repeat: (rep a: {true} *! true ()[]) + b: {true} *! true ()[] ; c: {true} *! true ()[]
             system = N(one, true)",
        );
        assert_eq!(model.steps(), ["one!a", "one!b"]);
        assert_eq!(model.steps_after(&["one!a", "one!b"]), ["one!c"]);
    }
}

mod specifications {
    use super::*;

    const PING: &str = "
        agent P repeat: ping: {true} *! true ()[] ; pong: {true} *? []
        agent Q repeat: heard: {true} *? [] ; back: {true} *! true ()[]
        system = P(p, true) || Q(q, true)";

    #[test]
    fn send_labels_hold_before_the_step_and_receive_labels_after() {
        let model = Model::new(PING);
        assert!(model.holds("p-ping & !p-pong & !q-heard & !q-back"));
        assert!(model.holds("X (q-heard & q-back & !p-ping & !p-pong)"));
        assert!(model.holds("X X (p-pong & p-ping & !q-heard)"));
        assert!(model.holds("G (p-ping -> X q-heard)"));
    }

    #[test]
    fn get_and_supply_labels_hold_before_the_step() {
        let model = Model::new(
            "agent Ask local: d : bool init: !d repeat: get: {!d} GET@(true)()[d := true]
             agent Src repeat: give: {true} SUPPLY@(any)()[]
             system = Ask(g, true) || Src(s, true)",
        );
        assert!(model.holds("g-get & s-give"));
        assert!(model.holds("X G (!g-get & !s-give)"));
    }

    #[test]
    fn receive_labels_are_false_after_an_exchange_and_at_the_start() {
        let model = Model::new(
            "agent N local: k : 0..2 init: k = 0
                 repeat: s: {k = 0} *! true ()[k := 1] + r: {true} *? [k := 1]
                       + get: {k = 1} GET@(true)()[k := 2] + give: {k = 1} SUPPLY@(any)()[k := 2]
             system = N(one, true) || N(two, true)",
        );
        assert!(model.holds("!one-r & !two-r"));
        assert!(model.holds("G ((<<p2p>> true) -> X (!one-r & !two-r))"));
        assert!(model.holds("G (one-s -> X two-r)"));
    }

    #[test]
    fn commands_with_equal_effects_are_different_events() {
        let model = Model::new(
            "agent N repeat: a: {true} *! true ()[] + b: {true} *! true ()[] system = N(one, true)",
        );
        assert!(model.holds("G (one-a | one-b)"));
        assert!(model.holds("G !(one-a & one-b)"));
        assert!(!model.holds("G one-a"));
    }

    #[test]
    fn observations_name_who_what_and_where() {
        let model = Model::new(
            "enum channel {u} message-structure: M : 0..3, K : bool
             agent P repeat: s: {true} u! true (M := 2)[]
             agent Q repeat: r: {true} u? []
             system = P(p, true) || Q(q, true)",
        );
        assert!(model.holds("G <<sender = p & chan = u & M = 2 & !p2p>> true"));
        assert!(model.holds("G <<sender != q & chan != *>> true"));
        assert!(model.holds("G <<initiator = p & producer = p>> true"));
        assert!(model.holds("G [[getter = p | supplier = p | getter = q]] false"));
    }

    #[test]
    fn a_message_variable_that_is_not_carried_compares_with_nothing() {
        let model = Model::new(
            "message-structure: M : 0..3, K : bool
             agent P repeat: s: {true} *! true (M := 2)[] system = P(p, true)",
        );
        assert!(model.holds("G [[K]] false"));
        assert!(model.holds("G [[K = false]] false"));
        assert!(model.holds("G [[K != true]] false"));
        assert!(model.holds("G <<M != 1>> true"));
        assert!(model.holds("G <<M + 1 = 3>> true"));
    }

    #[test]
    fn arithmetic_over_a_message_variable_that_is_not_carried_compares_with_nothing() {
        let model = Model::new(
            "message-structure: M : 0..3, N : 0..3
             agent P repeat: s: {true} *! true (M := 2)[] system = P(p, true)",
        );
        assert!(model.holds("G [[N + 1 = 2]] false"));
        assert!(model.holds("G [[N * M >= 0]] false"));
        assert!(model.holds("G [[-N != 1]] false"));
    }

    #[test]
    fn exists_and_forall_range_over_all_values_the_send_asks_for() {
        let model = Model::new(
            "property-variables: k : 0..3
             agent P local: lo : 0..3 init: lo = 2 relabel: k <- 0 repeat: s: {true} *! (@k >= lo) ()[]
             system = P(p, true)",
        );
        // No agent has k = 3; the domain of the variable counts, not who exists.
        assert!(model.holds("G <<exists(k = 3) & exists(k = 2) & !exists(k = 1)>> true"));
        assert!(model.holds("G <<forall(k = 2 | k = 3)>> true"));
        assert!(model.holds("G [[forall(k = 2)]] false"));
    }

    #[test]
    fn property_variables_that_nobody_mentions_are_not_ranged_over() {
        let model = Model::new(
            "property-variables: k : 0..3, a : 0..9999, b : 0..9999
             agent P local: lo : 0..3 init: lo = 2 relabel: k <- 0 a <- 0 b <- 0
                 repeat: s: {true} *! (@k >= lo) ()[]
             system = P(p, true)",
        );
        assert!(model.holds("G <<exists(k = 3) & !exists(k = 1)>> true"));
    }

    #[test]
    fn forall_of_nothing_is_true_and_exists_of_nothing_false() {
        let model = Model::new(
            "property-variables: k : bool
             agent P relabel: k <- true repeat: s: {true} *! false ()[] system = P(p, true)",
        );
        assert!(model.holds("G <<forall(false)>> true"));
        assert!(model.holds("G [[exists(true)]] false"));
    }

    #[test]
    fn observations_of_an_exchange() {
        let model = Model::new(
            "message-structure: V : 0..3 property-variables: k : 0..3
             agent Ask relabel: k <- 0 repeat: get: {true} GET@(@k > 1)(V := 1)[]
             agent Src relabel: k <- 2 repeat: give: {true} SUPPLY@(any)(V := 3)[]
             system = Ask(g, true) || Src(s, true)",
        );
        assert!(model.holds("G <<p2p & getter = g & supplier = s & initiator = g & producer = s>> true"));
        assert!(model.holds("G [[sender = g | sender = s | chan = *]] false"));
        // Message variables are those of the supply.
        assert!(model.holds("G <<V = 3>> true"));
        // The getter asked by predicate: all values that satisfy it.
        assert!(model.holds("G <<exists(k = 3) & !forall(k = 2)>> true"));
        assert!(model.holds("G <<supplier-k = 2>> true"));
    }

    #[test]
    fn quantifiers_about_a_named_supplier_are_about_its_own_values() {
        let model = Model::new(
            "property-variables: k : 0..3
             agent Ask relabel: k <- 0 repeat: get: {true} GET@(s)()[]
             agent Src relabel: k <- 2 repeat: give: {true} SUPPLY@(any)()[]
             system = Ask(g, true) || Src(s, true)",
        );
        assert!(model.holds("G <<exists(k = 2) & forall(k = 2) & !exists(k = 3)>> true"));
    }

    #[test]
    fn the_suppliers_property_makes_an_observation_of_a_message_false() {
        let model = Model::new(
            "property-variables: k : bool
             agent P relabel: k <- true repeat: s: {true} *! true ()[] system = P(p, true)",
        );
        assert!(model.holds("G [[true | supplier-k]] false"));
        assert!(model.holds("G [[!(supplier-k)]] false"));
    }

    #[test]
    fn quantifiers_over_agents_nest_as_written_and_may_coincide() {
        let model = Model::new(
            "agent N local: v : 0..1 init: true repeat: s: {true} *! true ()[]
             system = N(one, v = 0) || N(two, v = 1)",
        );
        assert!(model.holds("forall j : N . exists k : N . j-v = k-v"));
        assert!(!model.holds("exists k : N . forall j : N . j-v = k-v"));
        assert!(!model.holds("forall j : N . forall k : N . j-v != k-v"));
        assert!(model.holds("forall j : Agent . G (exists k : Agent . k-v != j-v)"));
    }

    #[test]
    fn release_and_weak_until_are_the_textbook_ones() {
        let model = Model::new(
            "agent N local: n : 0..3 init: n = 0
                 repeat: s: {n < 3} *! true ()[n := n + 1] + t: {n = 3} *! true ()[n := 3]
             system = N(one, true)",
        );
        assert!(model.holds("one-n < 3 U one-n = 3"));
        assert!(model.holds("one-n < 3 W one-n = 3"));
        assert!(model.holds("one-n >= 0 W (one-n = 2 & one-n = 3)"));
        assert!(!model.holds("one-n >= 0 U (one-n = 2 & one-n = 3)"));
        assert!(model.holds("one-n = 1 R one-n <= 1"));
        assert!(!model.holds("one-n = 2 R one-n <= 1"));
        assert!(model.holds("false R one-n <= 3"));
    }

    #[test]
    fn knowledge_is_over_what_an_agent_sees() {
        let model = Model::new(
            "message-structure: B : bool
             agent P local: secret : bool, told : bool init: !told
                 repeat: tell: {!told} *! true (B := secret)[told := true]
             agent Q local: got : bool, bit : bool init: !got & !bit
                 repeat: hear: {true} *? [got := true, bit := B]
             agent Rcv local: z : bool init: !z repeat: idle: {true} *? [z := false]
             system = P(p, true) || Q(q, true) || Rcv(r, true)",
        );
        assert!(model.holds("!K(q, p-secret) & !K(q, !p-secret)"));
        assert!(model.holds("X (K(q, p-secret) | K(q, !p-secret))"));
        assert!(model.holds("G (!K(r, p-secret) & !K(r, !p-secret))"));
        assert!(model.holds("G (p-secret -> K(p, p-secret))"));
        assert!(model.holds("X (p-secret -> E({p, q}, p-secret))"));
        assert!(model.holds("X (p-secret -> D({q, r}, p-secret))"));
        assert!(model.holds("X (p-secret -> C({p, q}, p-secret))"));
        assert!(!model.holds("X (p-secret -> C(Agent, p-secret))"));
    }
}
