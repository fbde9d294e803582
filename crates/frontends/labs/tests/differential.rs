//! Random programs: the lowered system and the reference interpreter take the same steps.
//!
//! `SYNOD_CASES` says how many programs are tried.

mod reference;
mod support;

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use reference::{Rules, State as Plain};
use synod_core::State;
use synod_labs::{Blocked, Model, Options, Semantics};
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
    let loaded = support::loaded(text, options);
    if loaded.diagnostics.iter().any(|d| d.code == "labs::outside-array") {
        return;
    }
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

/// Where an expression is used: what it may mention.
#[derive(Clone, Copy, PartialEq)]
enum Place {
    Process,
    Link,
}

fn number(place: Place, depth: u32) -> BoxedStrategy<String> {
    let leaf = match place {
        Place::Process => prop_oneof![
            (0..3i64).prop_map(|n| n.to_string()),
            prop::sample::select(vec!["x", "e", "s", "t", "id", "w", "a[0]", "a[1]", "g[1, 0]", "v[1]"])
                .prop_map(str::to_string),
            prop::sample::select(vec!["x of 0", "s of 1", "(x of (1 - id))", "(t of (e % 2))"])
                .prop_map(|text| format!("({text})")),
        ]
        .boxed(),
        Place::Link => prop_oneof![
            (0..3i64).prop_map(|n| n.to_string()),
            prop::sample::select(vec![
                "x of 1", "x of 2", "e", "s of 1", "id of 2", "id of 1", "t of 2", "u of 1"
            ])
            .prop_map(str::to_string),
        ]
        .boxed(),
    };
    if depth == 0 {
        return leaf;
    }
    let inner = move || number(place, depth - 1);
    let ops = prop::sample::select(vec!["+", "-", "*", "/", ":", "%"]);
    let both = (inner(), ops, inner()).prop_map(|(a, op, b)| format!("({a} {op} {b})"));
    match place {
        Place::Link => prop_oneof![3 => leaf, 1 => both].boxed(),
        Place::Process => prop_oneof![
            4 => leaf,
            2 => both,
            1 => (inner(), inner()).prop_map(|(a, b)| format!("max({a}, {b})")),
            1 => inner().prop_map(|a| format!("abs({a})")),
            1 => inner().prop_map(|a| format!("a[{a}]")),
            1 => (inner(), inner()).prop_map(|(a, b)| format!("g[{a}, {b}]")),
            1 => (truth(place, 0), inner(), inner())
                .prop_map(|(c, a, b)| format!("(if {c} then {a} else {b})")),
        ]
        .boxed(),
    }
}

fn truth(place: Place, depth: u32) -> BoxedStrategy<String> {
    let ops = prop::sample::select(vec!["=", "!=", "<", "<=", ">", ">="]);
    let compare =
        (number(place, depth.min(1)), ops, number(place, 0)).prop_map(|(a, op, b)| format!("({a} {op} {b})"));
    if depth == 0 {
        return compare.boxed();
    }
    let inner = move || truth(place, depth - 1);
    let undefined = match place {
        Place::Process => vec!["u = 1", "z != 0", "u of 0 = 1 or true"],
        Place::Link => vec!["u of 1 = 1", "z of 2 != 0"],
    };
    prop_oneof![
        4 => compare,
        1 => (inner(), inner()).prop_map(|(a, b)| format!("({a} and {b})")),
        1 => (inner(), inner()).prop_map(|(a, b)| format!("({a} or {b})")),
        1 => inner().prop_map(|a| format!("!({a})")),
        1 => prop::sample::select(undefined).prop_map(|text| format!("({text})")),
    ]
    .boxed()
}

/// Values stay small, so that there are few states.
fn value(depth: u32) -> BoxedStrategy<String> {
    prop_oneof![
        4 => number(Place::Process, depth).prop_map(|n| format!("({n}) % 3")),
        1 => (0..2i64, 1..3i64).prop_map(|(a, b)| format!("[{a}..{b}]")),
        1 => Just("[e..2]".to_string()),
    ]
    .boxed()
}

fn assignment() -> BoxedStrategy<String> {
    prop_oneof![
        3 => value(1).prop_map(|v| format!("x <- {v}")),
        2 => value(1).prop_map(|v| format!("e <-- {v}")),
        2 => value(1).prop_map(|v| format!("s <~ {v}")),
        1 => value(1).prop_map(|v| format!("t <~ {v}")),
        1 => (value(0), value(0)).prop_map(|(a, b)| format!("s, t <~ {a}, {b}")),
        1 => (value(0), value(0)).prop_map(|(a, b)| format!("x, w <- {a}, {b}")),
        1 => value(0).prop_map(|v| format!("u <~ {v}")),
        1 => Just("u <~ z".to_string()),
        1 => Just("z <- u".to_string()),
        1 => Just("x, w <- w, x".to_string()),
        1 => (number(Place::Process, 0), value(0)).prop_map(|(i, v)| format!("a[{i}] <-- {v}")),
        1 => (number(Place::Process, 0), value(0)).prop_map(|(i, v)| format!("v[{i}] <~ {v}")),
        1 => value(0).prop_map(|v| format!("z <- {v}")),
    ]
    .boxed()
}

fn block() -> BoxedStrategy<String> {
    let statement = prop_oneof![
        3 => assignment(),
        1 => Just("w <- p[0]".to_string()),
        1 => Just("w <- x of p[0]".to_string()),
        1 => (value(0), value(0)).prop_map(|(a, b)| format!("k, m := {a}, {b}; k, m := m, k; x <- (k - m) % 3")),
        1 => Just("q := forall A b, x of b = 0; w <- q".to_string()),
        1 => Just("c := count B b, (s of b > 0 or b = p[0]); x <- c".to_string()),
        1 => Just("e <-- e + 1; e <-- (e + x) % 3".to_string()),
    ];
    let pick = prop::sample::select(vec![
        "pick 1",
        "pick 1 B",
        "pick 2",
        "pick 1 where x of 2 = 0",
        "pick 1 A where s of 1 <= s of 2",
    ]);
    (pick, prop::collection::vec(statement, 1..3))
        .prop_map(|(pick, list)| format!("{{ p[] := {pick}; {} }}", list.join("; ")))
        .boxed()
}

fn process(depth: u32) -> BoxedStrategy<String> {
    let leaf = prop_oneof![
        6 => assignment(),
        1 => Just("Skip".to_string()),
        1 => Just("Nil".to_string()),
        2 => Just("Shared".to_string()),
        1 => block(),
    ];
    if depth == 0 {
        return leaf.boxed();
    }
    let inner = move || process(depth - 1);
    prop_oneof![
        2 => leaf,
        3 => (inner(), inner()).prop_map(|(a, b)| format!("({a}; {b})")),
        2 => (inner(), inner()).prop_map(|(a, b)| format!("({a} ++ {b})")),
        1 => (inner(), inner()).prop_map(|(a, b)| format!("({a} || {b})")),
        2 => (truth(Place::Process, 1), inner()).prop_map(|(g, a)| format!("({g} -> {a})")),
        2 => (truth(Place::Process, 1), inner()).prop_map(|(g, a)| format!("({g} => {a})")),
    ]
    .boxed()
}

fn behaviour() -> BoxedStrategy<String> {
    prop_oneof![
        1 => process(2),
        2 => process(2).prop_map(|p| format!("{p}; Behavior")),
        1 => (truth(Place::Process, 1), process(2)).prop_map(|(g, p)| format!("x <- x; {p}; ({g}) -> Behavior")),
        1 => (truth(Place::Process, 1), process(1)).prop_map(|(g, p)| format!("Loop; Behavior Loop = {g} => ({p}; x <- (x + 1) % 2; Loop)")),
    ]
    .boxed()
}

fn program() -> BoxedStrategy<String> {
    (truth(Place::Link, 1), behaviour(), behaviour(), process(1), any::<[bool; 3]>(), 1..3usize)
        .prop_map(|(link, first, second, shared, flags, count)| {
            let shared = shared.replace("Shared", "Skip");
            let listed = if flags[0] { "stigmergies = S" } else { "" };
            let assume = if flags[1] { "assume { Some = exists A a, x of a = 0 }" } else { "" };
            let both = if flags[2] { "[0, 1]" } else { "id" };
            format!(
                "system {{ environment = e: 0..2; a[2]: 0; g[2, 2]: 1 spawn = B: {count}, A: 1 Shared = {shared} }}
                 stigmergy S {{ link = {link} s, t: {both}, 0; u: undef; v[2]: 0 }}
                 agent A {{ interface = x: 0..2; w: 0; z: undef stigmergies = S Behavior = {first} }}
                 agent B {{ interface = x: 0; w: id; z: 1 {listed} Behavior = {second} }}
                 {assume} check {{ }}"
            )
        })
        .boxed()
}

fn readings() -> BoxedStrategy<Options> {
    (any::<[bool; 4]>())
        .prop_map(|[fair, sync, paper, skip]| Options {
            fair,
            sync,
            semantics: if paper { Semantics::PAPER } else { Semantics::SLIVER_5 },
            blocked: if skip { Blocked::Skip } else { Blocked::Discard },
            ..Options::default()
        })
        .boxed()
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
