//! Random programs: the lowered system and the reference interpreter take the same steps.
//!
//! `SYNOD_CASES` says how many programs are tried.

mod generator;
mod reference;
mod support;

use std::collections::{BTreeMap, BTreeSet};

use generator::{program, readings};
use proptest::prelude::*;
use reference::{Rules, State as Plain};
use synod_core::State;
use synod_labs::{Blocked, Model, Options};
use synod_simulate::Interpreter;
use synod_syntax::{Diagnostics, Source};

type Named = BTreeMap<String, Vec<i64>>;

/// A state of the reference in the names of the system.
fn project(rules: &Rules, state: &Plain, keys: &BTreeSet<String>) -> Named {
    let mut all = Named::new();
    let mut put = |name: String, values: &[Option<i64>]| {
        all.insert(format!("{name} is defined"), values.iter().map(|v| i64::from(v.is_some())).collect());
        all.insert(name, values.iter().map(|v| v.unwrap_or(0)).collect());
    };
    for (name, values) in &state.environment {
        put(name.clone(), values);
    }
    for (id, agent) in state.agents.iter().enumerate() {
        let who = format!("{} {id}", rules.file.agents[rules.types[id]].name.text);
        for (name, values) in agent.attributes.iter().chain(&agent.stigmergic) {
            put(format!("{name} of {who}"), values);
        }
    }
    for (id, agent) in state.agents.iter().enumerate() {
        let who = format!("{} {id}", rules.file.agents[rules.types[id]].name.text);
        for (tuple, (names, _)) in rules.tuples.iter().enumerate() {
            let name = names.iter().min().expect("a variable");
            let pending = [("confirm", &agent.confirm), ("propagate", &agent.propagate)];
            for (what, list) in pending {
                let key = format!("{name} to {what} of {who}");
                assert!(keys.contains(&key) || !list.contains(&tuple), "{key} is missing");
                all.insert(key, vec![i64::from(list.contains(&tuple))]);
            }
            all.insert(format!("{name} rank of {who}"), vec![agent.ranks[tuple] as i64]);
        }
    }
    all.insert("turn".into(), vec![state.turn as i64]);
    all.retain(|key, _| keys.contains(key));
    all
}

/// Walks through both at once. States that look alike and were reached alike are kept together, so that
/// what is left of the processes need not be compared.
fn compare(text: &str, options: &Options) {
    let mut diagnostics = Diagnostics::new();
    let source = Source::new("random.labs", text);
    let file = synod_labs::parse(&source, &mut diagnostics);
    assert!(!diagnostics.has_errors(), "{text}");
    let rules = Rules::new(&file, options);
    let model: Model = support::model(text, options);
    let interpreter = Interpreter::new(&model.system);
    let initial = interpreter.initial(usize::MAX).states;
    let keys: BTreeSet<String> = match initial.first() {
        Some(state) => support::named(&model, state).into_keys().collect(),
        None => {
            assert!(rules.initial().is_empty(), "{text}");
            return;
        }
    };
    let mut seen: BTreeSet<(BTreeSet<Plain>, BTreeSet<State>)> = BTreeSet::new();
    let mut left: Vec<(BTreeSet<Plain>, BTreeSet<State>, Vec<Named>)> = Vec::new();
    let mut meet = |plain: Vec<Plain>, lowered: Vec<State>, path: &[Named], left: &mut Vec<_>| {
        let mut groups: BTreeMap<Named, (BTreeSet<Plain>, BTreeSet<State>)> = BTreeMap::new();
        for state in plain {
            groups.entry(project(&rules, &state, &keys)).or_default().0.insert(state);
        }
        for state in lowered {
            groups.entry(support::named(&model, &state)).or_default().1.insert(state);
        }
        for (look, (plain, lowered)) in groups {
            assert!(
                plain.is_empty() == lowered.is_empty(),
                "only {} reaches {look:#?}\nafter {path:#?}\nin {text}\nwith {options:?}",
                if plain.is_empty() { "the lowered system" } else { "the reference" }
            );
            if seen.len() < 400 && seen.insert((plain.clone(), lowered.clone())) {
                let path = [path, &[look]].concat();
                left.push((plain, lowered, path));
            }
        }
    };
    meet(rules.initial(), initial, &[], &mut left);
    while let Some((plain, lowered, path)) = left.pop() {
        let next_plain: Vec<Vec<Plain>> = plain.iter().map(|state| rules.successors(state)).collect();
        let next_lowered: Vec<Vec<State>> = lowered
            .iter()
            .map(|state| interpreter.moves(state).enabled.into_iter().map(|m| m.target).collect())
            .collect();
        assert_eq!(
            next_plain.iter().any(Vec::is_empty),
            next_lowered.iter().any(Vec::is_empty),
            "deadlock after {path:#?}\nin {text}\nwith {options:?}"
        );
        meet(next_plain.concat(), next_lowered.concat(), &path, &mut left);
    }
}

fn cases() -> u32 {
    std::env::var("SYNOD_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(60)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_lowered_system_takes_the_steps_of_the_rules(text in program(), options in readings()) {
        // With skipped turns, whether there is a value to pick has to be clear before acting.
        let text = if options.blocked == Blocked::Skip { text.replace("[e..2]", "[0..2]") } else { text };
        compare(&text, &options);
    }
}
