//! No text, however broken, makes the readers fail.

use proptest::prelude::*;
use synod_rcheck::ast::Dialect;
use synod_rcheck::parse::{Reading, detect, parse, print_expr, print_process};
use synod_syntax::{Source, Style, render};

/// Models with at least one of everything.
const NEW: &str = "// a comment
enum channel {a, b} enum e {red, green} /* another */
message-structure: M : e, N : 0..3, L : location
property-variables: p : bool, q : int
guard g(x : bool, y : int) := x & (y > 1 | @p) -> chan = *;
agent Client
    local: x : bool, l : location, c : channel
    init: !x & c = a
    relabel: p <- x q <- -1 + 2 * 3
    receive-guard: chan = c | chan = *
    repeat: ( s: {x} c! g(@p, 2) (M := red, N := 1)[x := false] ; rep (r: {M = red} *? [l := L])
        + {true} GET@(l)(L := myself)[] + u: {x} SUPPLY@(any)(N := 2)[] + {x} SUPPLY@(myself)()[] )
system = Client(one, x) || Client(two, true)
SPEC name: forall k : Client | Other . G (k-s -> F <<sender = k & exists(p = true)>> !k-x);
SPEC [[supplier-p | !(p2p)]] one-automaton-state != 2 U two-x R K(one, C({one, two}, true))
";

const LEGACY: &str = "channels: a, b
enum e {red, green} # a comment
message-structure: M : e, N : 0..3
communication-variables: p : bool
guard g(a : bool, y : Integer) := a && (y > 1 || @p) -> channel == *;
agent Client
    local: x : boolean, l : location
    init: !x && l == myself
    relabel: p <- x
    receive-guard: channel = * -- another
    repeat: (s: <x> a! g(@p, 2)(M := red, N := 1)[x := FALSE] ; rep (r: <N > 1> * ? [])
        + <TRUE> GET@l[] + u: <x> SUPPLY@SELF(N := 2)[] + <x> SUPPLY@TRUE()[])
system = Client(one, x) | Client(2two, TRUE)
SPEC G (/\\ k : Client . <sender = k & N > 1 & exists(p)> !k-x)
LTLSPEC F [supplier-p] \\/ k : Client | Other . k-automaton-state = 2 U one-x;
";

/// Reads in every way, prints everything, and checks that places are inside the text.
fn exercise(text: &str) {
    let source = Source::new("test", text);
    let _ = detect(&source);
    for (dialect, reading) in [
        (Dialect::New, Reading::Standard),
        (Dialect::New, Reading::VscodeCompat),
        (Dialect::Legacy, Reading::Standard),
    ] {
        let (model, diagnostics) = parse(&source, dialect, reading);
        assert!(model.is_some() || diagnostics.has_errors());
        for diagnostic in diagnostics.sorted() {
            assert!(text.get(diagnostic.span.range()).is_some(), "{diagnostic:?}");
            let _ = render(&source, &diagnostic, Style::Plain);
        }
        let Some(model) = model else { continue };
        for agent in &model.agents {
            let _ = print_process(&agent.body);
        }
        for expr in model.guards.iter().map(|g| &g.body).chain(model.specs.iter().map(|s| &s.formula)) {
            assert!(text.get(expr.span.range()).is_some());
            let _ = print_expr(expr);
        }
    }
}

#[test]
fn the_examples_are_sound() {
    for (text, dialect) in [(NEW, Dialect::New), (LEGACY, Dialect::Legacy)] {
        let source = Source::new("test", text);
        assert_eq!(detect(&source), Some(dialect));
        let (_, diagnostics) = parse(&source, dialect, Reading::Standard);
        assert!(!diagnostics.has_errors(), "{diagnostics:#?}");
    }
}

#[test]
fn every_prefix_of_a_model_is_survived() {
    for text in [NEW, LEGACY] {
        for end in (0..=text.len()).filter(|end| text.is_char_boundary(*end)) {
            exercise(&text[..end]);
        }
    }
}

#[test]
fn every_missing_or_doubled_piece_is_survived() {
    for text in [NEW, LEGACY] {
        let pieces: Vec<&str> = text.split_inclusive(|c: char| !c.is_alphanumeric()).collect();
        for i in 0..pieces.len() {
            exercise(&[&pieces[..i], &pieces[i + 1..]].concat().concat());
            exercise(&[&pieces[..=i], &pieces[i..]].concat().concat());
        }
    }
}

/// Everything that is a token in one of the dialects, and a few that are not.
const TOKENS: &[&str] = &[
    "x",
    "one",
    "g",
    "K",
    "E",
    "3",
    "99999999999999999999",
    "@p",
    "@",
    "agent",
    "Agent",
    "any",
    "bool",
    "chan",
    "channels",
    "enum",
    "exists",
    "false",
    "forall",
    "getter",
    "guard",
    "init",
    "int",
    "local",
    "location",
    "myself",
    "p2p",
    "relabel",
    "rep",
    "repeat",
    "sender",
    "supplier",
    "SPEC",
    "system",
    "true",
    "TRUE",
    "F",
    "G",
    "X",
    "U",
    "R",
    "W",
    "message-structure",
    "property-variables",
    "communication-variables",
    "receive-guard",
    "-automaton-state",
    "GET@",
    "SUPPLY@",
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    "<<",
    ">>",
    "[[",
    "]]",
    ",",
    ";",
    ":",
    ":=",
    "<-",
    "=",
    "==",
    "!=",
    "<",
    "<=",
    ">",
    ">=",
    "+",
    "-",
    "*",
    "/",
    "&",
    "|",
    "->",
    "<->",
    "!",
    "?",
    "||",
    ".",
    "..",
    "/\\",
    "\\/",
    "&&",
    "=>",
    "//",
    "/*",
    "*/",
    "#",
    "--",
    "\n",
    "é",
    "∧",
];

fn soup(length: usize) -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(TOKENS), 0..length).prop_map(|tokens| tokens.join(" "))
}

proptest! {
    #[test]
    fn random_characters_are_survived(text in any::<String>()) {
        exercise(&text);
    }

    #[test]
    fn random_bytes_are_survived(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        exercise(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn random_tokens_are_survived(text in soup(120)) {
        exercise(&text);
    }

    #[test]
    fn random_tokens_in_every_place_are_survived(text in soup(25), place in 0..6usize) {
        exercise(&match place {
            0 => format!("guard g() := {text}; system = A(one, true)"),
            1 => format!("agent A repeat: {text} system = A(one, true)"),
            2 => format!("system = A(one, true) SPEC {text}"),
            3 => format!("agent A repeat: {{true}} *! {text} () [] system = A(one, true)"),
            4 => format!("channels: c system = A(one, TRUE) SPEC <{text}> TRUE"),
            _ => format!("channels: c agent A repeat: <{text}> *? [] system = A(one, TRUE)"),
        });
    }

    #[test]
    fn random_changes_are_survived(
        legacy in any::<bool>(), start in 0.0..1.0f64, length in 0..40usize, with in soup(4),
    ) {
        let text = if legacy { LEGACY } else { NEW };
        let start = (start * text.len() as f64) as usize;
        let end = (start + length).min(text.len());
        if let (Some(before), Some(after)) = (text.get(..start), text.get(end..)) {
            exercise(&format!("{before}{with}{after}"));
        }
    }
}
