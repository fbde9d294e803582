//! Random programs with properties: all engines give the same verdict on the lowered system.
//!
//! `SYNOD_CASES` says how many programs are tried.

mod support;

use std::time::Duration;

use proptest::prelude::*;
use synod_check::Checker;
use synod_core::{Budget, Silent};
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
             agent A {{ interface = x: 0 stigmergies = S Behavior = {body}{again} }} check {{ {} }}",
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
                let slices = engine == "explicit" || engine == "ic3";
                let checker = Checker::new(&model.system, engine).expect("an engine").slicing(slices);
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
