//! Random programs with properties: all engines give the same verdict on the lowered system.
//!
//! `SYNOD_CASES` says how many programs are tried.

mod support;

use std::time::Duration;

use proptest::prelude::*;
use synod_check::{Checker, Reductions};
use synod_core::{Budget, Remark, Silent};
use synod_labs::{Deadlock, Options};

fn value() -> BoxedStrategy<String> {
    let leaf = prop::sample::select(vec!["0", "1", "2", "x", "e", "s", "id", "x of 0", "s of 1"]);
    let leaf = leaf.prop_map(|text| format!("({text})"));
    let both = (leaf.clone(), prop::sample::select(vec!["+", "-", "*"]), leaf.clone());
    prop_oneof![
        3 => leaf.boxed(),
        // Values stay small, so that there are few states.
        1 => both.prop_map(|(a, op, b)| format!("(({a} {op} {b}) % 3)")).boxed(),
    ]
    .boxed()
}

fn condition() -> BoxedStrategy<String> {
    (value(), prop::sample::select(vec!["=", "!=", "<", "<="]), value())
        .prop_map(|(a, op, b)| format!("{a} {op} {b}"))
        .boxed()
}

fn action() -> BoxedStrategy<String> {
    prop_oneof![
        value().prop_map(|v| format!("x <- {v}")),
        value().prop_map(|v| format!("e <-- {v}")),
        value().prop_map(|v| format!("s <~ {v}")),
        value().prop_map(|v| format!("t <~ {v}")),
        Just("x <- t".to_string()),
        Just("y, z <- t, y".to_string()),
        (value(), value()).prop_map(|(a, b)| format!("{{ e <-- {a}; x <- {b} }}")),
        Just("x <- [0..3]".to_string()),
        Just("Skip".to_string()),
    ]
    .boxed()
}

fn process(depth: u32) -> BoxedStrategy<String> {
    if depth == 0 {
        return action();
    }
    let inner = move || process(depth - 1);
    prop_oneof![
        2 => action(),
        2 => (inner(), inner()).prop_map(|(p, q)| format!("({p}; {q})")),
        1 => (inner(), inner()).prop_map(|(p, q)| format!("({p} ++ {q})")),
        1 => (inner(), inner()).prop_map(|(p, q)| format!("({p} || {q})")),
        1 => (condition(), inner()).prop_map(|(c, p)| format!("({c} -> {p})")),
        1 => (condition(), inner()).prop_map(|(c, p)| format!("({c} => {p})")),
    ]
    .boxed()
}

fn predicate() -> BoxedStrategy<String> {
    let number = prop::sample::select(vec!["x of a", "s of a", "e", "x of 0", "s of 1"]);
    (number, prop::sample::select(vec!["=", "!=", "<"]), 0..3i64)
        .prop_map(|(n, op, k)| format!("{n} {op} {k}"))
        .boxed()
}

fn property() -> BoxedStrategy<String> {
    let quantified = || {
        (prop::sample::select(vec!["forall", "exists"]), predicate())
            .prop_map(|(quantifier, p)| format!("{quantifier} A a, {p}"))
    };
    let plain = || {
        (prop::sample::select(vec!["e", "x of 0", "s of 1"]), 0..3i64).prop_map(|(n, k)| format!("{n} = {k}"))
    };
    let words = prop::sample::select(vec!["always", "finally", "eventually"]);
    let scopes = prop::sample::select(vec![("between", "and"), ("from", "until")]);
    let bodies = prop::sample::select(vec!["thereIs", "always", "e = 2 precedes"]);
    prop_oneof![
        4 => (words, quantified()).prop_map(|(word, p)| format!("{word} {p}")),
        1 => (scopes, plain(), plain(), bodies, plain())
            .prop_map(|((from, to), p, q, body, r)| format!("{from} ({p}) {to} ({q}), {body} {r}")),
        1 => (plain(), plain()).prop_map(|(p, q)| format!("ltl G (({p}) -> F ({q}))")),
    ]
    .boxed()
}

fn program() -> impl Strategy<Value = String> {
    (process(2), prop::collection::vec(property(), 1..3), any::<bool>()).prop_map(|(body, asked, loops)| {
        let again = if loops { "; Behavior" } else { "" };
        let asked: Vec<String> =
            asked.iter().enumerate().map(|(i, property)| format!("P{i} = {property}")).collect();
        format!(
            "system {{ environment = e: 0..2 spawn = A: 2 }} stigmergy S {{ link = e != 2 s: [0, 1] }}
             stigmergy T {{ link = y of 1 = z of 2 t: id }}
             agent A {{ interface = x: 0; y: 0; z: 0 stigmergies = S; T Behavior = {body}{again} }} check {{ {} }}",
            asked.join(" ")
        )
    })
}

fn options() -> impl Strategy<Value = Options> {
    let steps = prop_oneof![2 => Just(None), 1 => (1..7u64).prop_map(Some)];
    let deadlock = prop::sample::select(vec![Deadlock::Ignore, Deadlock::Stutter]);
    (any::<bool>(), any::<bool>(), steps, deadlock).prop_map(|(fair, sync, steps, deadlock)| Options {
        fair,
        sync,
        steps,
        deadlock,
        ..Options::default()
    })
}

fn cases() -> u32 {
    std::env::var("SYNOD_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(60)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn engines_agree_on_lowered_programs(text in program(), options in options()) {
        let model = support::model(&text, &options);
        for property in &model.properties {
            let mut verdicts = Vec::new();
            for engine in ["explicit", "bdd", "ic3", "kind"] {
                // The variables that cannot matter are left out for some engines and kept for others.
                let reduces = engine == "explicit" || engine == "ic3";
                let reductions = Reductions::default();
                let checker = Checker::new(&model.system, engine).expect("an engine");
                let checker = checker.reducing(reduces.then_some(&reductions));
                let budget = Budget::unlimited().timeout(Duration::from_secs(5));
                let answer = checker.answer(property, &budget, &Silent);
                if answer.outcome.verdict.is_conclusive() {
                    verdicts.push((engine, answer.outcome.verdict.word()));
                } else {
                    let told = format!("{:?}", answer.outcome.verdict);
                    prop_assert!(!told.contains("internal error"), "{engine}: {told}\n{}\n{text}", property.name);
                }
            }
            let first = verdicts.first().map(|(_, word)| *word);
            prop_assert!(
                verdicts.iter().all(|(_, word)| Some(*word) == first),
                "{} is {verdicts:?}\nin {text}\nwith {options:?}",
                property.name
            );
        }
    }
}

fn answers(text: &str, options: &Options, engine: &str) -> Vec<(String, String)> {
    let model = support::model(text, options);
    let reductions = Reductions::default();
    let checker = Checker::new(&model.system, engine).expect("an engine").reducing(Some(&reductions));
    let answer = |property| {
        let found = checker.answer(property, &Budget::unlimited(), &Silent);
        let remarks: Vec<String> = found.outcome.remarks.iter().map(Remark::to_string).collect();
        (found.outcome.verdict.word().to_string(), remarks.join("; "))
    };
    model.properties.iter().map(answer).collect()
}

#[test]
fn messages_that_only_keep_agents_waiting_are_left_out() {
    // Where birds fly does not matter for who leads them, though they have to talk about it.
    let text = "system { spawn = Bird: 3 }
                stigmergy Rank { link = true leader: id }
                stigmergy Way { link = x of 1 = x of 2 way: [-1, 1] }
                agent Bird { interface = x: 0..5 stigmergies = Rank; Way
                             Behavior = x <- (x + way) % 5; (leader >= id -> leader <~ id); Behavior }
                check { Agree = finally forall Bird a, forall Bird b, leader of a = leader of b
                        Never = always exists Bird a, leader of a != 0
                        Near = always exists Bird a, x of a != 0 }";
    let [agree, never, near] = &answers(text, &support::options(&[]), "explicit")[..] else { panic!() };
    assert_eq!(agree.0, "violated");
    assert!(agree.1.contains("way rank of Bird 0, way to confirm of Bird 0 and 11 more"), "{}", agree.1);
    assert_eq!(never.0, "violated");
    assert_eq!(*near, ("violated".to_string(), String::new()));
}

#[test]
fn messages_whose_link_may_fault_are_kept() {
    // Nobody can send: the link has no value.
    let text = "system { spawn = A: 2 } stigmergy S { link = 1 / (x of 1) = 1 s: 0 }
                agent A { interface = x: 0; y: 0 stigmergies = S Behavior = s <~ 1; y <- 1 }
                check { Never = always exists A a, y of a = 0 }";
    assert_eq!(answers(text, &support::options(&[]), "explicit")[0].0, "holds");
}

#[test]
fn who_may_skip_a_turn_because_of_messages_sends_them() {
    let text = "system { spawn = A: 2 } stigmergy S { link = true s: 0 }
                agent A { interface = y: 0 stigmergies = S Behavior = s <~ 1; y <- 1; Behavior }
                check { Sure = finally exists A a, y of a = 1 }";
    let options = Options { fair: true, blocked: synod_labs::Blocked::Skip, ..Options::default() };
    assert_eq!(answers(text, &options, "explicit")[0].0, "violated");
    let options = Options { fair: true, ..Options::default() };
    assert_eq!(answers(text, &options, "explicit")[0].0, "holds");
}

#[test]
fn agents_whose_numbers_are_all_wide_pick_too() {
    let text = "system { spawn = A: 2 }
                agent A { interface = x: id Behavior = { p[] := pick 1; x <- x + (x of p[0]) }; Behavior }
                check { Small = always forall A a, x of a < 5 }";
    for engine in ["explicit", "bdd", "ic3"] {
        let options = Options { bits: 8, ..Options::default() };
        assert_eq!(answers(text, &options, engine)[0].0, "violated", "{engine}");
    }
}

#[test]
fn bounded_searches_end_where_no_run_goes_on() {
    let text = "system { spawn = A: 2 } agent A { interface = x: 0 Behavior = x <- (x + 1) % 9; Behavior }
                check { Low = always forall A a, x of a < 4 }";
    let within = |steps| Options { steps: Some(steps), ..Options::default() };
    assert_eq!(answers(text, &within(3), "bmc")[0].0, "holds");
    assert_eq!(answers(text, &within(4), "bmc")[0].0, "violated");
}
