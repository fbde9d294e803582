//! Random programs that use everything of the language, and ways to read them.

use proptest::prelude::*;
use synod_labs::{Blocked, Options, Semantics};

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

/// A program.
pub fn program() -> BoxedStrategy<String> {
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

/// Ways to read a program.
pub fn readings() -> BoxedStrategy<Options> {
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
