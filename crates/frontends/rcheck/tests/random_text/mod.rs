//! Random R-CHECK models as text, small enough to explore whole, busy enough that agents meet.

use proptest::prelude::*;
use proptest::sample::select;

/// What an expression may mention besides locals.
#[derive(Clone, Copy, Default)]
struct Sees {
    message: bool,
    property: bool,
    channel: bool,
}

/// A model with a few specifications.
pub fn model() -> impl Strategy<Value = String> {
    let agents = (agent("A", "a"), agent("B", "b"));
    let instances = prop::collection::vec((select(vec!["A", "B"]), instance_init()), 2..=3);
    let specs = prop::collection::vec(spec(), 1..=4);
    (agents, instances, specs).prop_map(|((a, b), instances, specs)| {
        let names = ["one", "two", "three"];
        let mut parts: Vec<String> =
            std::iter::zip(names, instances).map(|(n, (ty, init))| format!("{ty}({n}, {init})")).collect();
        // Names that specifications use must exist.
        while parts.len() < 2 {
            parts.push(format!("A({}, true)", names[parts.len()]));
        }
        let mut text = String::from(
            "enum channel {u, v}\nenum hue {red, blue}\n\
             message-structure: M : hue, N : 0..2, L : channel, V : location\n\
             property-variables: r : hue, s : bool\n",
        );
        text += &a;
        text += &b;
        text += &format!("system = {}\n", parts.join(" || "));
        for spec in specs {
            text += &format!("SPEC {spec}\n");
        }
        text
    })
}

/// A model in which channels and locations stay what they are at the start, so that who can meet whom is known.
pub fn pinned_model() -> impl Strategy<Value = String> {
    model().prop_map(|text| {
        let mut pieces = text.split('[');
        let mut pinned = pieces.next().unwrap_or_default().to_string();
        for piece in pieces {
            // Not every bracket is one of updates: `[[` begins an observation.
            let (inside, rest) = piece.split_once(']').unwrap_or(("", piece));
            let stays = |update: &&str| !update.starts_with("c := ") && !update.starts_with("w := ");
            let kept: Vec<&str> = inside.split(", ").filter(stays).collect();
            pinned += &match piece.split_once(']') {
                Some(_) => format!("[{}]{rest}", kept.join(", ")),
                None => format!("[{piece}"),
            };
        }
        pinned
    })
}

fn agent(name: &'static str, prefix: &'static str) -> impl Strategy<Value = String> {
    let inside = Sees { channel: true, ..Sees::default() };
    let relabels = (select(vec!["x", "red", "blue"]), boolean(Sees::default(), 1));
    (process(), boolean(inside, 2), relabels).prop_map(move |(body, listens, (r, s))| {
        // Labels are numbered here so that they are unique.
        let mut text = String::new();
        for (count, piece) in body.split("LABEL").enumerate() {
            if count > 0 {
                text += &format!("{prefix}{count}");
            }
            text += piece;
        }
        format!(
            "agent {name}\n  local: x : hue, n : 0..2, c : channel, t : bool, w : location\n  \
             init: x = red & n = 0 & !t & w = myself\n  relabel: r <- {r} s <- {s}\n  \
             receive-guard: {listens}\n  repeat: {text}\n"
        )
    })
}

fn instance_init() -> impl Strategy<Value = &'static str> {
    select(vec!["c = u", "c = v", "c = *", "c != *"])
}

fn process() -> impl Strategy<Value = String> {
    command().prop_recursive(3, 6, 2, |inner| {
        prop_oneof![
            3 => (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("({a} + {b})")),
            3 => (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("({a} ; {b})")),
            1 => inner.prop_map(|a| format!("(rep {a})")),
        ]
    })
}

fn command() -> impl Strategy<Value = String> {
    let plain = Sees::default();
    let message = Sees { message: true, ..plain };
    let asking = Sees { property: true, channel: true, ..plain };
    let wanting = Sees { property: true, ..plain };
    let channel = || select(vec!["*", "*", "u", "v", "c"]);
    let send = (boolean(plain, 1), channel(), boolean(asking, 2), data(), updates(plain))
        .prop_map(|(pre, c, guard, data, up)| format!("LABEL: {{{pre}}} {c}! ({guard}) ({data})[{up}]"));
    let receive = (boolean(message, 1), channel(), updates(message))
        .prop_map(|(pre, c, up)| format!("LABEL: {{{pre}}} {c}? [{up}]"));
    let from =
        prop_oneof![select(vec!["w", "true", "one", "two"]).prop_map(str::to_string), boolean(wanting, 2)];
    let get = (boolean(message, 1), from, data(), updates(message))
        .prop_map(|(pre, from, data, up)| format!("LABEL: {{{pre}}} GET@({from})({data})[{up}]"));
    let supply = (boolean(message, 1), select(vec!["any", "any", "myself", "w"]), data(), updates(message))
        .prop_map(|(pre, to, data, up)| format!("LABEL: {{{pre}}} SUPPLY@({to})({data})[{up}]"));
    prop_oneof![4 => send, 4 => receive, 2 => get, 2 => supply]
}

fn data() -> impl Strategy<Value = String> {
    let plain = Sees::default();
    (
        prop::option::of(hue(plain)),
        prop::option::of(number(plain)),
        prop::option::of(select(vec!["c", "u", "v"])),
        prop::option::of(select(vec!["myself", "w"])),
    )
        .prop_map(|(m, n, l, w)| {
            let all = [
                m.map(|v| format!("M := {v}")),
                n.map(|v| format!("N := {v}")),
                l.map(|v| format!("L := {v}")),
                w.map(|v| format!("V := {v}")),
            ];
            all.into_iter().flatten().collect::<Vec<_>>().join(", ")
        })
}

fn updates(sees: Sees) -> impl Strategy<Value = String> {
    let link = select(if sees.message { vec!["u", "v", "*", "L"] } else { vec!["u", "v", "*"] });
    let place = select(if sees.message { vec!["myself", "one", "V"] } else { vec!["myself", "one"] });
    (
        prop::option::weighted(0.3, hue(sees)),
        prop::option::weighted(0.3, number(sees)),
        prop::option::weighted(0.2, link),
        prop::option::weighted(0.3, boolean(sees, 1)),
        prop::option::weighted(0.2, place),
    )
        .prop_map(|(x, n, c, t, w)| {
            let all = [
                x.map(|v| format!("x := {v}")),
                n.map(|v| format!("n := {v}")),
                c.map(|v| format!("c := {v}")),
                t.map(|v| format!("t := {v}")),
                w.map(|v| format!("w := {v}")),
            ];
            all.into_iter().flatten().collect::<Vec<_>>().join(", ")
        })
}

fn hue(sees: Sees) -> impl Strategy<Value = &'static str> {
    select(if sees.message { vec!["red", "blue", "x", "M"] } else { vec!["red", "blue", "x"] })
}

fn number(sees: Sees) -> impl Strategy<Value = &'static str> {
    select(if sees.message {
        vec!["0", "1", "2", "n", "(n + 1)", "N", "(N - n)", "(2 - N)"]
    } else {
        vec!["0", "1", "2", "n", "(n + 1)", "(n - 1)", "(2 - n)"]
    })
}

fn boolean(sees: Sees, depth: u32) -> impl Strategy<Value = String> {
    let mut atoms = vec!["true", "true", "t", "(x = red)", "(n < 2)", "(n != 1)", "(c = u)", "(w = myself)"];
    if sees.message {
        atoms.extend(["(M = red)", "(M != x)", "(N > 0)", "(N <= n)", "(L = c)", "(V = two)"]);
    }
    if sees.property {
        atoms.extend(["@s", "(@r = x)", "(@r = red)", "(!@s)"]);
    }
    if sees.channel {
        atoms.extend(["(chan = c)", "(chan = *)", "(chan != u)"]);
    }
    connectives(select(atoms).prop_map(str::to_string), depth)
}

fn connectives(atoms: impl Strategy<Value = String> + 'static, depth: u32) -> BoxedStrategy<String> {
    let compound = |inner: BoxedStrategy<String>| {
        prop_oneof![
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("({a} & {b})")),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("({a} | {b})")),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("({a} -> {b})")),
            inner.prop_map(|a| format!("(!{a})")),
        ]
    };
    atoms.prop_recursive(depth, 6, 2, compound).boxed()
}

/// An observation.
fn observation() -> impl Strategy<Value = String> {
    let receivers = connectives(
        select(vec!["s", "(r = red)", "(r != blue)", "(M = r)", "(N = 1)", "true"]).prop_map(str::to_string),
        1,
    );
    let atoms = prop_oneof![
        4 => select(vec![
            "(sender = one)", "(sender != two)", "(getter = two)", "(supplier = one)", "(initiator = one)",
            "(producer != two)", "(chan = *)", "(chan != u)", "p2p", "(M = red)", "(M != blue)", "(N < 2)", "(N + 1 = 2)", "(one-n - N > 0)",
            "(V = one)", "(supplier-r = red)", "(one-x = red)", "(L = chan)", "(V = sender)", "true",
        ]).prop_map(str::to_string),
        2 => receivers.clone().prop_map(|b| format!("exists({b})")),
        2 => receivers.prop_map(|b| format!("forall({b})")),
    ];
    connectives(atoms, 2)
}

/// A formula: an observation to be compared step by step, or a temporal formula to be decided.
fn spec() -> impl Strategy<Value = String> {
    let atoms = prop_oneof![
        2 => observation().prop_map(|o| format!("(<<{o}>> true)")),
        1 => observation().prop_map(|o| format!("([[{o}]] (one-x = red))")),
        3 => select(vec!["one-t", "(two-n = 1)", "(one-automaton-state = 0)", "(two-w = one)", "progress"])
            .prop_map(str::to_string),
    ]
    .boxed();
    let temporal = connectives(atoms.clone(), 1).prop_recursive(2, 6, 2, |inner| {
        prop_oneof![
            inner.clone().prop_map(|a| format!("(F {a})")),
            inner.clone().prop_map(|a| format!("(G {a})")),
            inner.clone().prop_map(|a| format!("(X {a})")),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("({a} U {b})")),
            (inner.clone(), inner).prop_map(|(a, b)| format!("({a} -> {b})")),
        ]
    });
    prop_oneof![1 => observation().prop_map(|o| format!("<<{o}>> true")), 2 => temporal]
}
