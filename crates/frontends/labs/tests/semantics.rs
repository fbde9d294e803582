//! The rules of the semantics, one test each: section 6 of the reference.

mod support;

use std::collections::{BTreeMap, BTreeSet};

use support::{codes, model, named, options, reachable, states, values, verdict};
use synod_core::{Fault, State};
use synod_labs::{Blocked, Deadlock, Model, Options, Semantics};
use synod_simulate::Interpreter;

fn plain() -> Options {
    Options::default()
}

fn fair() -> Options {
    Options { fair: true, ..plain() }
}

/// One agent with attributes `x`, `y` and this behaviour.
fn one(behaviour: &str) -> Model {
    let text = format!(
        "system {{ environment = e: 0; f[2]: 0 spawn = A: 1 }}
         agent A {{ interface = x: 0; y: 1 Behavior = {behaviour} }} check {{ }}"
    );
    model(&text, &plain())
}

/// Two agents, all linked, with the tuple `s, t` and the variable `u`.
fn two(behaviour: &str, options: &Options) -> Model {
    let text = format!(
        "system {{ spawn = A: 2 }} stigmergy S {{ link = true s, t: id, 0; u: id }}
         agent A {{ interface = x: 0 stigmergies = S Behavior = {behaviour} }} check {{ }}"
    );
    model(&text, options)
}

/// The pairs of values of `x` and `y` that are reached.
fn pairs(model: &Model) -> BTreeSet<(i64, i64)> {
    reachable(model)
        .iter()
        .map(|s| {
            let named = named(model, s);
            (named["x of A 0"][0], named["y of A 0"][0])
        })
        .collect()
}

fn start(model: &Model) -> State {
    let initial = Interpreter::new(&model.system).initial(2).states;
    assert_eq!(initial.len(), 1);
    initial[0].clone()
}

/// The names of the steps that are possible.
fn steps(model: &Model, state: &State) -> Vec<String> {
    let moves = Interpreter::new(&model.system).moves(state).enabled;
    moves.iter().map(|m| model.system.rule(m.taken.rule).name.clone()).collect()
}

/// The state after the steps of these names; each is possible in one way.
fn after(model: &Model, names: &[&str]) -> State {
    let mut state = start(model);
    for name in names {
        let moves = Interpreter::new(&model.system).moves(&state).enabled;
        let found: Vec<_> =
            moves.into_iter().filter(|m| model.system.rule(m.taken.rule).name.starts_with(name)).collect();
        assert_eq!(found.len(), 1, "{name} among {:?}", steps(model, &state));
        state = found[0].target.clone();
    }
    state
}

fn shown(model: &Model, state: &State) -> BTreeMap<String, i64> {
    named(model, state).into_iter().map(|(name, values)| (name, values[0])).collect()
}

// 6.1 and 6.2

#[test]
fn ids_follow_the_alphabet_not_the_order_of_spawning() {
    let text = "system { spawn = Yes: 2, No: 3 } agent Yes { interface = x: id Behavior = Skip }
                agent No { interface = x: id Behavior = Skip } check { }";
    let model = model(text, &plain());
    let names: Vec<&str> = model.system.agents.iter().map(|a| a.name.as_str()).collect();
    assert_eq!(names, ["No 0", "No 1", "No 2", "Yes 3", "Yes 4"]);
    assert_eq!(values(&model, "x of Yes 3"), [vec![3]].into());
}

#[test]
fn ranges_end_before_their_upper_bound() {
    let text = "system { environment = e: 0..2; g: [4, 7] spawn = A: 1 }
                agent A { interface = x: id - 1..id + 1 Behavior = Nil } check { }";
    let model = model(text, &plain());
    assert_eq!(values(&model, "e"), [vec![0], vec![1]].into());
    assert_eq!(values(&model, "g"), [vec![4], vec![7]].into());
    assert_eq!(values(&model, "x of A 0"), [vec![-1], vec![0]].into());
}

#[test]
fn elements_of_arrays_start_independently() {
    let text = "system { environment = f[2, 2]: 0..2 spawn = A: 1 } agent A { interface = v[2]: [0, 1] Behavior = Nil } check { }";
    let model = model(text, &plain());
    assert_eq!(states(&model), 16 * 4);
}

#[test]
fn id_in_the_environment_is_minus_one() {
    let text = "system { environment = e: id spawn = A: 1 } agent A { Behavior = Nil } check { }";
    assert_eq!(values(&model(text, &plain()), "e"), [vec![-1]].into());
}

#[test]
fn assumptions_restrict_the_initial_states() {
    let text = "system { spawn = A: 2 } agent A { interface = x: 0..3 Behavior = Nil }
                assume { Different = forall A a, forall A b, id of a = id of b or x of a != x of b  Small = exists A a, x of a = 0 } check { }";
    assert_eq!(states(&model(text, &plain())), 4);
}

#[test]
fn contradicting_assumptions_are_told() {
    let text = "system { spawn = A: 1 } agent A { interface = x: 0..3 Behavior = Nil }
                assume { No = exists A a, x of a > 5 } check { P = always false }";
    let model = model(text, &plain());
    assert_eq!(verdict(&model, "P"), "holds");
    let found = synod_explicit::Explicit::new(&model.system)
        .explore(&synod_core::Budget::unlimited(), &synod_core::Silent);
    assert_eq!(found.initial, 0);
}

#[test]
fn stamps_grow_with_the_id_and_outsiders_are_oldest() {
    let text = "system { spawn = A: 2, B: 1 } stigmergy S { link = true s: 5 }
                agent A { stigmergies = S Behavior = s <~ 1 } agent B { Behavior = Skip } check { }";
    let model = model(text, &plain());
    let state = shown(&model, &start(&model));
    assert_eq!(state["s rank of A 0"], 1);
    assert_eq!(state["s rank of A 1"], 2);
    assert_eq!((state["s rank of B 2"], state["s of B 2"]), (0, 0));
}

// 6.3

#[test]
fn assignments_are_simultaneous() {
    assert_eq!(pairs(&one("x, y <- y, x")), [(0, 1), (1, 0)].into());
    assert_eq!(pairs(&one("{ a, b := x, y; a, b := b, a; x, y <- a, b }")), [(0, 1), (1, 0)].into());
}

#[test]
fn environment_variables_are_seen_by_all_at_once() {
    let text = "system { environment = e: 0 spawn = A: 2 } agent A { interface = x: 0 Behavior = (id = 0 -> e <-- 7) ++ (id = 1 -> x <- e) } check { }";
    assert_eq!(values(&model(text, &plain()), "x of A 1"), [vec![0], vec![7]].into());
}

#[test]
fn blocks_are_one_step_whose_statements_see_each_other() {
    assert_eq!(pairs(&one("{ x <- 5; y <- x + 1; x <- y * 2 }")), [(0, 1), (12, 6)].into());
    let arrays = one("{ f[x] <-- 3; f[y] <-- f[0] + 1; x <- f[0] + f[1] }");
    assert_eq!(values(&arrays, "f"), [vec![0, 0], vec![3, 4]].into());
    assert_eq!(values(&arrays, "x of A 0"), [vec![0], vec![7]].into());
}

#[test]
fn the_guard_of_a_block_is_tested_once_before() {
    assert_eq!(pairs(&one("x = 0 -> { x <- 1; y <- 9 }")), [(0, 1), (1, 9)].into());
}

#[test]
fn skip_takes_a_step_and_nil_takes_none() {
    let skip = one("Skip; x <- 1");
    assert_eq!(states(&skip), 3);
    let nil = one("Nil; x <- 1");
    assert_eq!(states(&nil), 1);
    assert_eq!(states(&one("x <- 1; Nil ++ x <- 2")), 3);
}

#[test]
fn choices_are_made_by_the_action_that_is_taken() {
    // After `x <- 1` only the branch whose guard holds is open: nothing is stuck.
    let late = one("x <- 1; ((y = 0 -> x <- 2) ++ (y = 1 -> x <- 3)); Behavior");
    assert_eq!(
        support::judge(&late, &synod_core::Formula::Globally(Box::new(synod_core::Formula::Deadlock.not()))),
        "holds"
    );
    assert_eq!(pairs(&late), [(0, 1), (1, 1), (3, 1)].into());
}

#[test]
fn pick_takes_different_others_before_the_block() {
    let text = |pick: &str| {
        format!(
        "system {{ spawn = A: 3, B: 1 }} agent A {{ interface = x: 9; y: id Behavior = id = 0 -> {{ y <- 2; p[] := {pick}; x <- p[0] }} }}
         agent B {{ interface = y: 1 Behavior = Nil }} check {{ }}"
    )
    };
    let picked = |pick: &str| -> Vec<i64> {
        let found = values(&model(&text(pick), &plain()), "x of A 0");
        found.into_iter().map(|v| v[0]).filter(|v| *v != 9).collect()
    };
    assert_eq!(picked("pick 1"), [1, 2, 3]);
    assert_eq!(picked("pick 1 A"), [1, 2]);
    assert_eq!(picked("pick 2 A"), [1, 2]);
    assert_eq!(picked("pick 3 A"), Vec::<i64>::new());
    // The condition sees the state before the block, where y of 0 is 0.
    assert_eq!(picked("pick 1 where y of 2 = y of 1 + 1"), [1, 3]);
}

#[test]
fn quantifiers_and_count_are_expanded() {
    let text = "system { spawn = A: 3 } agent A { interface = x: id; y: 0 Behavior = id = 0 -> {
                  a := forall A b, x of b >= 0; s := exists A b, x of b = 7; c := count A b, x of b > 0 or b = 0;
                  y <- a * 100 + s * 10 + c } } check { }";
    assert_eq!(values(&model(text, &plain()), "y of A 0"), [vec![0], vec![103]].into());
}

#[test]
fn fresh_values_are_picked_at_each_evaluation() {
    assert_eq!(pairs(&one("x, y <- [0..2], [5..6]")), [(0, 1), (0, 5), (1, 5)].into());
    // An empty range makes the step impossible, where it is evaluated.
    assert_eq!(pairs(&one("x <- [3..3]")), [(0, 1)].into());
    assert_eq!(pairs(&one("x <- if y = 1 then 2 else [3..3]")), [(0, 1), (2, 1)].into());
    assert_eq!(pairs(&one("x <- [y..y + 2]")), [(0, 1), (1, 1), (2, 1)].into());
}

#[test]
fn remote_reads_are_direct() {
    let text = "system { spawn = A: 2 } agent A { interface = x: 5 + id; y: 0 Behavior = y <- x of (1 - id) } check { }";
    assert_eq!(values(&model(text, &plain()), "y of A 0"), [vec![0], vec![6]].into());
    let fault =
        "system { spawn = A: 2 } agent A { interface = x: 0; y: 0 Behavior = y <- x of (id + 1) } check { }";
    let fault = model(fault, &plain());
    assert_eq!(values(&fault, "y of A 1"), [vec![0]].into());
    assert_eq!(
        support::judge(&fault, &synod_core::Formula::Globally(Box::new(synod_core::Formula::Faulty.not()))),
        "violated"
    );
}

#[test]
fn guards_wait_and_are_tested_again() {
    let text = "system { environment = e: 0 spawn = A: 1, B: 1 } agent A { interface = x: 0 Behavior = e = 1 -> x <- 1 }
                agent B { Behavior = e <-- 1 } check { }";
    let model = model(text, &plain());
    assert_eq!(steps(&model, &start(&model)), ["B 1: e <-- 1"]);
    assert_eq!(values(&model, "x of A 0"), [vec![0], vec![1]].into());
}

#[test]
fn nested_guards_conjoin_and_cover_all_branches() {
    assert_eq!(pairs(&one("x = 0 -> (y = 2 -> x <- 1)")), [(0, 1)].into());
    assert_eq!(pairs(&one("x = 1 -> (x <- 1 ++ x <- 2)")), [(0, 1)].into());
    assert_eq!(pairs(&one("x = 0 -> (x <- 1 ++ (y = 1 -> x <- 2))")), [(0, 1), (1, 1), (2, 1)].into());
}

#[test]
fn a_guard_before_parallel_processes_is_tested_once_by_a_step() {
    let model = one("x = 0 -> (x <- 1 || y <- x)");
    assert_eq!(steps(&model, &start(&model)), ["A 0: x = 0 -> Skip"]);
    assert_eq!(pairs(&model), [(0, 1), (0, 0), (1, 1), (1, 0)].into());
}

#[test]
fn a_false_conditional_is_passed_by_a_step_of_its_own() {
    let model = one("(x = 1 => (x <- 5; y <- 5)); y <- 7");
    assert_eq!(steps(&model, &start(&model)), ["A 0: !(x = 1) pass"]);
    assert_eq!(pairs(&model), [(0, 1), (0, 7)].into());
    assert_eq!(pairs(&one("(x = 0 => x <- 5); y <- 7")), [(0, 1), (5, 1), (5, 7)].into());
}

#[test]
fn passing_a_conditional_needs_no_empty_lists() {
    let model = two("(id = 0 -> (u <~ 5; (x = 1 => x <- 2); x <- 3))", &plain());
    let state = after(&model, &["A 0: id = 0 -> u <~ 5"]);
    assert_eq!(steps(&model, &state), ["A 0: !(x = 1) pass", "A 0: propagate u"]);
    let state = after(&model, &["A 0: id = 0 -> u <~ 5", "A 0: !(x = 1) pass"]);
    assert_eq!(steps(&model, &state), ["A 0: propagate u"]);
}

#[test]
fn agents_that_have_ended_do_nothing() {
    let model = one("x <- 1");
    assert_eq!(states(&model), 2);
}

#[test]
fn parallel_processes_interleave_and_join() {
    let model = one("(x <- 1 || y <- 2); x <- 9");
    assert_eq!(pairs(&model), [(0, 1), (1, 1), (0, 2), (1, 2), (9, 2)].into());
    // Three threads, one of them parallel itself; what follows comes after all.
    let nested = one("(x <- 1 || (y <- 2 || e <-- 3) || f[0] <-- 4); f[1] <-- x + y + e + f[0]");
    assert_eq!(values(&nested, "f").into_iter().map(|v| v[1]).collect::<BTreeSet<_>>(), [0, 10].into());
    assert_eq!(states(&nested), 16 + 1);
}

#[test]
fn parallel_processes_can_be_chosen_and_repeated() {
    let model = one("(x <- 1 || y <- 2); (x <- 5 ++ Behavior)");
    assert_eq!(pairs(&model), [(0, 1), (1, 1), (0, 2), (1, 2), (5, 2)].into());
}

#[test]
fn undefined_variables_make_conditions_false() {
    let text = |guard: &str| {
        format!(
        "system {{ environment = u: undef spawn = A: 1 }} agent A {{ interface = x: 0 Behavior = {guard} }}
         check {{ Any = always u = 1 or true  Not = always !(u = 1) }}"
    )
    };
    for guard in ["u = 1 -> x <- 1", "u != 1 -> x <- 1", "!(u = 1) -> x <- 1", "u = 1 or true -> x <- 1"] {
        assert_eq!(values(&model(&text(guard), &plain()), "x of A 0"), [vec![0]].into(), "{guard}");
    }
    // A false condition `=>` is passed.
    assert_eq!(
        values(&model(&text("(u != 1 => x <- 1); x <- 2"), &plain()), "x of A 0"),
        [vec![0], vec![2]].into()
    );
    // In `if` it equals nothing; a value assigned makes it defined.
    assert_eq!(
        values(&model(&text("x <- if u = 0 then 1 else 2"), &plain()), "x of A 0"),
        [vec![0], vec![2]].into()
    );
    assert_eq!(
        values(&model(&text("u <-- 1; u = 1 -> x <- 1"), &plain()), "x of A 0"),
        [vec![0], vec![1]].into()
    );
    let model = model(&text("Nil"), &plain());
    assert_eq!((verdict(&model, "Any"), verdict(&model, "Not")), ("violated", "violated"));
}

#[test]
fn undefined_values_are_copied_and_not_computed_with() {
    let text = "system { environment = u: undef; v: undef; e: 3 spawn = A: 1 } agent A { Behavior = v <-- 1; v <-- u; e <-- u + 1 } check { }";
    let model = model(text, &plain());
    assert_eq!(values(&model, "v is defined"), [vec![0], vec![1]].into());
    assert_eq!(values(&model, "e"), [vec![3]].into());
    assert_eq!(
        support::judge(&model, &synod_core::Formula::Globally(Box::new(synod_core::Formula::Faulty.not()))),
        "violated"
    );
}

#[test]
fn an_attribute_of_another_type_reads_as_zero() {
    let text = "system { spawn = A: 1, B: 1 } agent A { interface = x: 4; y: 9 Behavior = y <- x of 1 } agent B { interface = z: 0 Behavior = x <- 2 } check { }";
    assert_eq!(codes(text, &plain()), ["labs::attribute-elsewhere"]);
    assert_eq!(values(&model(text, &plain()), "y of A 0"), [vec![9], vec![0], vec![2]].into());
}

#[test]
fn a_property_that_asks_for_an_attribute_of_another_type_is_warned_about() {
    let text = |property: &str| {
        format!(
            "system {{ spawn = A: 2, B: 1 }} agent A {{ interface = x: 4 Behavior = x <- 1 }} agent B {{ interface = y: 0 Behavior = y <- 2 }} check {{ P = always {property} }}"
        )
    };
    for elsewhere in
        ["x of 2 = 0", "forall B b, x of b = 0", "y of 1 = 0", "exists A a, forall B b, y of a = y of b"]
    {
        assert_eq!(codes(&text(elsewhere), &plain()), ["labs::attribute-elsewhere"], "{elsewhere}");
    }
    for own in ["x of 1 < 5", "forall B b, y of b < 3", "exists A a, forall B b, x of a > y of b"] {
        assert!(codes(&text(own), &plain()).is_empty(), "{own}");
    }
}

#[test]
fn agents_that_a_missing_parameter_would_spawn_are_not_said_to_be_missing() {
    let text = "system { extern = _n spawn = A: _n } agent A { interface = x: 0 Behavior = x <- 1 } check { P = always x of 2 < 5 }";
    assert_eq!(codes(text, &plain()), ["labs::missing-parameter"]);
}

// Reads that are confirmed

/// Whether the action of agent 0 puts the tuple of `s` and that of `u` on its list to confirm.
fn confirms(action: &str, semantics: Semantics) -> (bool, bool) {
    let options = Options { semantics, ..plain() };
    let model = two(&format!("id = 0 -> ({action})"), &options);
    let state = shown(&model, &after(&model, &["A 0"]));
    let listed = |name: &str| state.get(&format!("{name} to confirm of A 0")) == Some(&1);
    (listed("s"), listed("u"))
}

#[test]
fn reads_are_confirmed_as_the_tool_does() {
    let tool = |action: &str| confirms(action, Semantics::SLIVER_5);
    assert_eq!(tool("x <- s"), (true, false));
    assert_eq!(tool("x <- t + u"), (true, true));
    assert_eq!(tool("u >= 0 -> Skip"), (false, true));
    assert_eq!(tool("x <- s of 1"), (true, false));
    // Not those assigned by the same statement, but their tuple mates.
    assert_eq!(tool("u <~ u + 1"), (false, false));
    assert_eq!(tool("u >= 0 -> u <~ 1"), (false, false));
    assert_eq!(tool("s <~ t"), (true, false));
    // Not conditions of `if` and `=>`, quantified and counted values, owners.
    assert_eq!(tool("x <- if u = 0 then 1 else 2"), (false, false));
    assert_eq!(tool("x <- if u = 0 then s else 2"), (true, false));
    assert_eq!(tool("u = 0 => x <- 1"), (false, false));
    assert_eq!(tool("{ c := count A b, s of b = 0; x <- c }"), (false, false));
    assert_eq!(tool("x <- x of u"), (false, false));
    // Locals carry what they were read from.
    assert_eq!(tool("{ k := u; x <- k }"), (false, true));
}

#[test]
fn reads_are_confirmed_as_the_paper_says() {
    let paper = |action: &str| confirms(action, Semantics::PAPER);
    assert_eq!(paper("u <~ u + 1"), (false, true));
    assert_eq!(paper("x <- if u = 0 then 1 else 2"), (false, true));
    assert_eq!(paper("u = 0 => x <- 1"), (false, true));
    assert_eq!(paper("x <- x of u"), (false, true));
}

// 6.4

#[test]
fn an_agent_with_messages_to_send_does_not_act() {
    let model = two("id = 0 -> (u <~ 5; x <- 1)", &plain());
    assert_eq!(steps(&model, &after(&model, &["A 0"])), ["A 0: propagate u"]);
}

#[test]
fn propagating_copies_the_tuple_to_older_versions_only() {
    let model = two("(id = 0 -> (s <~ 7; Nil)) ++ (id = 1 -> (t <~ 8; Nil))", &plain());
    // Agent 1 wrote last: its version is newer than that of agent 0.
    let state = after(&model, &["A 0: id = 0", "A 1: id = 1", "A 0: propagate"]);
    let seen = shown(&model, &state);
    assert_eq!((seen["s of A 1"], seen["t of A 1"]), (1, 8));
    assert_eq!(seen["s to propagate of A 0"], 0);
    let state = after(&model, &["A 0: id = 0", "A 1: id = 1", "A 1: propagate"]);
    let seen = shown(&model, &state);
    assert_eq!((seen["s of A 0"], seen["t of A 0"]), (1, 8));
    assert_eq!(seen["s to propagate of A 0"], 1);
    assert_eq!(seen["s rank of A 0"], seen["s rank of A 1"]);
}

#[test]
fn confirming_spreads_newer_and_wakes_newer_versions() {
    // Agent 0 starts with the older version: confirming it makes agent 1 propagate.
    let model = two("x <- u", &plain());
    let state = after(&model, &["A 0: x <- u", "A 0: confirm u"]);
    let seen = shown(&model, &state);
    assert_eq!((seen["u of A 1"], seen["u to propagate of A 1"], seen["u to confirm of A 0"]), (1, 1, 0));
    // Agent 1 has the newer one: it is taken, and passed on.
    let state = after(&model, &["A 0: x <- u", "A 1: x <- u", "A 1: confirm u"]);
    let seen = shown(&model, &state);
    assert_eq!((seen["u of A 0"], seen["u to propagate of A 0"], seen["u to confirm of A 0"]), (1, 1, 0));
}

#[test]
fn equal_versions_answer_in_the_paper_only() {
    let answered = |semantics| {
        let model = two("x <- u; x <- u", &Options { semantics, ..plain() });
        let steps = ["A 1: x <- u", "A 1: confirm u", "A 0: propagate u", "A 0: x <- u", "A 0: confirm u"];
        shown(&model, &after(&model, &steps))["u to propagate of A 1"]
    };
    assert_eq!(answered(Semantics::SLIVER_5), 0);
    assert_eq!(answered(Semantics::PAPER), 1);
}

#[test]
fn only_linked_agents_receive() {
    let text = "system { spawn = A: 3 } stigmergy S { link = id of 2 = id of 1 + 1 s: 0 }
                agent A { stigmergies = S Behavior = id = 0 -> s <~ 5 } check { }";
    let model = model(text, &plain());
    let seen = shown(&model, &after(&model, &["A 0: id = 0", "A 0: propagate"]));
    assert_eq!((seen["s of A 1"], seen["s of A 2"]), (5, 0));
    assert_eq!((seen["s to propagate of A 1"], seen["s to propagate of A 2"]), (1, 0));
}

#[test]
fn agents_that_do_not_list_the_stigmergy_receive_too() {
    let text = "system { spawn = A: 1, B: 1 } stigmergy S { link = true s: 0 }
                agent A { stigmergies = S Behavior = s <~ 5 } agent B { Behavior = Nil } check { }";
    assert_eq!(values(&model(text, &plain()), "s of B 1"), [vec![0], vec![5]].into());
}

// 6.5

#[test]
fn ranks_count_the_others_that_are_no_newer() {
    let model = two("s <~ (s + 1) % 2; Behavior", &plain());
    for state in reachable(&model) {
        let seen = shown(&model, &state);
        let ranks: BTreeSet<i64> = [seen["s rank of A 0"], seen["s rank of A 1"]].into();
        assert!(ranks == [1].into() || ranks == [0, 1].into());
    }
}

// 6.6

#[test]
fn variables_of_the_text_may_be_called_as_ours_are() {
    let text = "system { environment = turn: 0; step: 0 spawn = A: 2 }
         agent A { interface = pc: 0 Behavior = turn <-- 1; step <-- 1; pc <- 1 } check { }";
    let model = model(text, &Options { steps: Some(3), ..fair() });
    assert_eq!(model.system.validate(), Vec::<String>::new());
    let names: BTreeSet<&str> = model.system.vars.iter().map(|var| var.name.as_str()).collect();
    let ours = ["turn'", "step'", "pc' of A 0", "turn", "step", "pc of A 0"];
    assert!(ours.iter().all(|name| names.contains(name)), "{names:?}");
}

#[test]
fn fair_agents_take_turns_from_agent_zero() {
    let text =
        "system { environment = e: 0 spawn = A: 3 } agent A { Behavior = e <-- id + 1; Behavior } check { }";
    let model = model(text, &fair());
    let seen: Vec<i64> =
        (1..=4).map(|n| shown(&model, &after(&model, &["A 0", "A 1", "A 2", "A 0"][..n]))["e"]).collect();
    assert_eq!(seen, [1, 2, 3, 1]);
    assert_eq!(steps(&model, &start(&model)).len(), 1);
}

#[test]
fn messages_do_not_use_up_a_turn() {
    let model = two("u <~ id; Behavior", &fair());
    let state = after(&model, &["A 0: u"]);
    assert_eq!(steps(&model, &state), ["A 1: u <~ id", "A 0: propagate u"]);
    let state = after(&model, &["A 0: u", "A 0: propagate u"]);
    assert_eq!(shown(&model, &state)["turn"], 1);
}

#[test]
fn a_blocked_agent_keeps_its_turn_or_skips_it() {
    let text = "system { environment = e: 0 spawn = A: 2 } agent A { interface = x: 0 Behavior = (id = 0 -> x <- 1) ++ (id = 1 and e = 1 -> x <- 2) }
                check { P = finally exists A a, x of a = 7 }";
    let discard = model(text, &fair());
    assert_eq!(states(&discard), 2);
    assert_eq!(verdict(&discard, "P"), "holds");
    let skip = model(text, &Options { blocked: Blocked::Skip, ..fair() });
    assert_eq!(values(&skip, "turn"), [vec![0], vec![1]].into());
    assert_eq!(verdict(&skip, "P"), "violated");
}

#[test]
fn an_agent_whose_only_step_meets_a_fault_skips_its_turn() {
    let text = |step: &str| {
        format!(
            "system {{ environment = e: 0; u: undef spawn = A: 1, B: 1 }}
             agent A {{ interface = x: 0 Behavior = {step} }}
             agent B {{ interface = y: 0 Behavior = y <- 1 }} check {{ P = finally y of 1 = 1 }}"
        )
    };
    for step in ["x <- 1 / e", "x <- u + 1", "1 / e = 1 -> x <- 1", "x <- 2147483647 + 1 - e"] {
        let stuck = model(&text(step), &Options { deadlock: Deadlock::Stutter, ..fair() });
        assert_eq!(verdict(&stuck, "P"), "violated", "{step}");
        let skip = Options { blocked: Blocked::Skip, deadlock: Deadlock::Stutter, ..fair() };
        assert_eq!(verdict(&model(&text(step), &skip), "P"), "holds", "{step}");
    }
}

#[test]
fn arithmetic_on_what_is_undefined_is_told_as_such() {
    let text =
        "system { environment = u: undef spawn = A: 1 } agent A { interface = x: 0 Behavior = x <- u + 1 }
                check { }";
    let model = model(text, &plain());
    let interpreter = Interpreter::new(&model.system);
    let faulted = interpreter.moves(&start(&model)).faulted;
    assert_eq!(faulted.iter().map(|step| step.fault.clone()).collect::<Vec<_>>(), [Fault::NoValue]);
    assert!(Fault::NoValue.describe(&model.system).contains("undefined variable"));
}

#[test]
fn ranks_that_are_counted_late_decide_the_same() {
    for link in ["true", "id of 2 = id of 1 + 1", "x of 1 <= x of 2"] {
        let text = format!(
            "system {{ spawn = A: 3 }} stigmergy S {{ link = {link} s: 9 }}
             agent A {{ interface = x: 0 stigmergies = S
                Behavior = s > id -> {{ s <~ id; x <- (x + 1) % 2 }}; Behavior }}
             check {{ P = finally forall A a, s of a = 0 Q = always forall A a, s of a != 2 }}"
        );
        let verdicts = |renumbered_agents| {
            let model = model(&text, &Options { renumbered_agents, deadlock: Deadlock::Stutter, ..plain() });
            [verdict(&model, "P"), verdict(&model, "Q")]
        };
        assert_eq!(verdicts(0), verdicts(16), "{link}");
    }
}

#[test]
fn runs_that_get_stuck_are_ignored_reported_or_judged() {
    let text = "system { spawn = A: 1 } agent A { interface = x: 0 Behavior = x <- 1; x = 7 -> x <- 2 } check { P = finally x of 0 = 2 }";
    let ignored = model(text, &plain());
    assert_eq!(verdict(&ignored, "P"), "holds");
    // It is told that this is for want of runs.
    let told = ignored.side_questions.iter().find(|v| v.about.as_deref() == Some("P")).expect("a question");
    assert_eq!(support::judge(&ignored, &told.property.formula), "violated");
    let reported = model(text, &Options { deadlock: Deadlock::Report, ..plain() });
    assert_eq!((verdict(&reported, "P"), verdict(&reported, "no-deadlock")), ("holds", "violated"));
    let judged = model(text, &Options { deadlock: Deadlock::Stutter, ..plain() });
    assert_eq!(verdict(&judged, "P"), "violated");
}

#[test]
fn a_system_whose_agents_have_all_ended_is_not_stuck() {
    let text = "system { spawn = A: 1 } agent A { interface = x: 0 Behavior = x <- 1 } check { P = finally x of 0 = 2 }";
    let reported = model(text, &Options { deadlock: Deadlock::Report, ..plain() });
    assert_eq!((verdict(&reported, "P"), verdict(&reported, "no-deadlock")), ("violated", "holds"));
}

#[test]
fn no_deadlock_means_the_same_whether_it_is_reported_or_asked_for() {
    let asked = |behaviour: &str| {
        let text = format!(
            "system {{ spawn = A: 1 }} agent A {{ interface = x: 0 Behavior = {behaviour} }} check {{ }}"
        );
        let model = model(&text, &plain());
        let wanted = ["no-deadlock".to_string()];
        let found = synod_check::select(&model.properties, &wanted, model.system.ended).expect("a property");
        support::judge(&model, &found[0].formula)
    };
    assert_eq!(asked("x <- 1"), "holds");
    assert_eq!(asked("x <- 1; x = 7 -> x <- 2"), "violated");
    assert_eq!(asked("x <- 1; Nil"), "violated");
    assert_eq!(asked("x <- 1; Behavior"), "holds");
}

#[test]
fn with_sync_the_messages_of_an_action_are_part_of_it() {
    let sync = Options { sync: true, ..plain() };
    let model = two("id = 0 -> (s, u <~ 5, u; Nil)", &sync);
    let state = after(&model, &["A 0: id = 0"]);
    let seen = shown(&model, &state);
    assert_eq!((seen["s of A 1"], seen["s to propagate of A 0"]), (5, 0));
    // Receivers still relay by messages of their own.
    assert_eq!(seen["s to propagate of A 1"], 1);
    assert!(steps(&model, &state).iter().all(|s| s.starts_with("A 1: propagate")));
}

#[test]
fn values_that_leave_their_width_are_faults() {
    let text =
        "system { spawn = A: 1 } agent A { interface = x: 1 Behavior = x <- x * 2; Behavior } check { }";
    let model = model(text, &Options { bits: 8, ..options(&[]) });
    assert_eq!(values(&model, "x of A 0").into_iter().map(|v| v[0]).max(), Some(64));
    assert_eq!(
        support::judge(&model, &synod_core::Formula::Globally(Box::new(synod_core::Formula::Faulty.not()))),
        "violated"
    );
}

#[test]
fn subscripts_outside_their_row_are_faults() {
    let text = "system { environment = g[2, 3]: 0 spawn = A: 1 } agent A { interface = x: 0; y: 3 Behavior = g[x, y] <-- 1 ++ g[x, y - 1] <-- 2 } check { }";
    let model = model(text, &plain());
    assert_eq!(values(&model, "g"), [vec![0; 6], vec![0, 0, 2, 0, 0, 0]].into());
    assert_eq!(
        support::judge(&model, &synod_core::Formula::Globally(Box::new(synod_core::Formula::Faulty.not()))),
        "violated"
    );
}

#[test]
fn faults_of_values_that_nobody_keeps_are_faults() {
    let faulty = |block: &str| {
        let text = format!(
            "system {{ environment = a[2]: 0; i: 2 spawn = A: 1 }}
             agent A {{ interface = x: 0 Behavior = {{ {block} }} }} check {{ }}"
        );
        let model = model(&text, &plain());
        let good = synod_core::Formula::Faulty.not();
        support::judge(&model, &synod_core::Formula::Globally(Box::new(good))) == "violated"
    };
    assert!(faulty("x <- a[i]; x <- 4"));
    assert!(faulty("k := 1 / x; x <- 4"));
    assert!(faulty("x <- a[2]; x <- 4"));
    assert!(!faulty("x <- a[i - 1]; k := x / 2; x <- 4"));
}

// Not of the language: what is said about commands.

#[test]
fn what_agents_do_far_from_the_first_states_is_seen_to_be_used() {
    use synod_core::{Budget, Command, Engine, Participation, RuleId, Usage};

    // 7^40 states: nobody visits all of them, and in the first thousands no agent has come far.
    let text = "system { spawn = A: 40 }
                agent A { interface = x: 0 Behavior = x <- 1; x <- 2; x <- 3; x <- 4; x <- 5; x <- 6; x <- 0; Behavior }
                check { }";
    let model = model(text, &plain());
    let used = |rule: usize| Command {
        kind: "action",
        text: String::new(),
        span: Default::default(),
        usage: Usage::Steps(vec![Participation { rule: RuleId(rule as u32), took: None }]),
        begins: Vec::new(),
    };
    let commands: Vec<Command> = (0..model.system.rules.len()).map(used).collect();
    let engine = synod_explicit::Explicit::new(&model.system);
    let budget = Budget::unlimited().timeout(std::time::Duration::from_secs(60));
    assert!(engine.coverage(&commands, false, &budget).is_some_and(|found| found.is_full()));
}
