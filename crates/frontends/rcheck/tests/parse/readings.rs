//! What binds how in each reading, and the warnings where readings differ.

use synod_rcheck::ast::Dialect;
use synod_rcheck::parse::Reading::{self, Standard, VscodeCompat};

use crate::{
    diagnose, guard_full, legacy_formula_full, legacy_guard_full, legacy_process_full, process_full,
    with_guard, with_legacy_spec, with_process, with_spec,
};

/// Text, standard reading, reading of the VSCode extension.
const NEW_READINGS: &[(&str, &str, &str)] = &[
    ("x + 1 = 2", "(x + 1) = 2", "x + (1 = 2)"),
    ("v - 1 > 0", "(v - 1) > 0", "v - (1 > 0)"),
    ("a | b & c", "a | (b & c)", "(a | b) & c"),
    ("a -> b & c", "a -> (b & c)", "(a -> b) & c"),
    ("a & b | c & d | e", "((a & b) | (c & d)) | e", "(((a & b) | c) & d) | e"),
    ("a U b & c -> d", "((a U b) & c) -> d", "((a U b) & c) -> d"),
    ("a -> b -> c", "a -> (b -> c)", "(a -> b) -> c"),
    ("G a -> F b & X c", "G (a -> (F (b & (X c))))", "G (a -> (F (b & (X c))))"),
    ("!F a & b", "!(F (a & b))", "!(F (a & b))"),
    ("!a & b", "(!a) & b", "(!a) & b"),
    ("!w = true", "(!w) = true", "(!w) = true"),
    ("a - b", "a - b", "a-b"),
    ("(a) - b", "a - b", "a - b"),
    ("a - (b)", "a - b", "a - b"),
    ("a - 1", "a - 1", "a - 1"),
    ("a - b - c", "(a - b) - c", "a-b - c"),
    ("-a - b", "(-a) - b", "-a-b"),
    ("one-v - 1 = 0", "(one-v - 1) = 0", "one-v - (1 = 0)"),
    ("one-myself = one", "one-myself = one", "one-myself = one"),
    ("a * b + c / d", "(a * b) + (c / d)", "(a * b) + (c / d)"),
    ("a = b & c != d", "(a = b) & (c != d)", "(a = b) & (c != d)"),
    ("a U b U c", "(a U b) U c", "(a U b) U c"),
    ("a & b & c", "(a & b) & c", "(a & b) & c"),
    ("<<true>> a & b", "<<true>> (a & b)", "<<true>> (a & b)"),
    ("a & [[true]] b | c", "a & ([[true]] (b | c))", "a & ([[true]] (b | c))"),
    ("a <-> b | c", "a <-> (b | c)", "(a <-> b) | c"),
    ("chan = * | a", "(chan = *) | a", "(chan = *) | a"),
];

#[test]
fn new_dialect_in_both_readings() {
    for (text, standard, compat) in NEW_READINGS {
        assert_eq!(&guard_full(text, Standard), standard, "{text}, standard");
        assert_eq!(&guard_full(text, VscodeCompat), compat, "{text}, compat");
    }
}

fn two_readings(text: &str, dialect: Dialect, reading: Reading) -> Vec<String> {
    let found = diagnose(text, dialect, reading);
    found.iter().filter(|d| d.code == "rcheck::two-readings").map(|d| d.notes.join("\n")).collect()
}

#[test]
fn a_warning_shows_both_readings_exactly_where_they_differ() {
    for (text, standard, compat) in NEW_READINGS {
        // The extension has no `<->` there, so it cannot misread it.
        let differs = standard != compat && !text.contains("<->");
        for reading in [Standard, VscodeCompat] {
            let warnings = two_readings(&with_guard(text), Dialect::New, reading);
            assert_eq!(warnings.len(), usize::from(differs), "{text}: {warnings:?}");
            for warning in warnings {
                assert!(warning.contains(standard) && warning.contains(compat), "{text}: {warning}");
                let ours = if reading == Standard { standard } else { compat };
                let first = warning.lines().next().unwrap_or_default();
                assert!(first.starts_with("read here") && first.ends_with(ours), "{text}: {warning}");
            }
        }
    }
}

#[test]
fn parentheses_settle_the_matter() {
    for text in ["a | (b & c)", "(x + 1) = 2", "a -> (b -> c)", "((a & b) | c) & d", "g(x, (a | b)) & c"] {
        assert!(two_readings(&with_guard(text), Dialect::New, Standard).is_empty(), "{text}");
    }
}

#[test]
fn every_level_is_a_site_of_its_own() {
    let text = "(a | b & c) & (x + 1 = 2) & d";
    assert_eq!(two_readings(&with_guard(text), Dialect::New, Standard).len(), 2);
}

#[test]
fn a_dash_between_names_is_a_member_wherever_an_agent_stands_in_front() {
    for spec in ["one-v = 1", "forall k : A . k-v = 1", "F (one - v = two-v)"] {
        assert!(two_readings(&with_spec(spec), Dialect::New, Standard).is_empty(), "{spec}");
    }
}

#[test]
fn rep_is_tight_in_the_standard_reading_and_greedy_in_the_other() {
    let [a, b, c] = ["a", "b", "c"].map(|label| format!("{label}: {{true}} *? []"));
    for (text, standard, compat) in [
        (format!("rep {a} + {b}"), "(rep a) + b", "rep (a + b)"),
        (format!("rep {a}; {b}"), "(rep a); b", "rep (a; b)"),
        (format!("{a}; rep {b} + {c}"), "(a; (rep b)) + c", "a; (rep (b + c))"),
        (format!("(rep {a}) + {b}"), "(rep a) + b", "(rep a) + b"),
        (format!("{a} + rep {b}"), "a + (rep b)", "a + (rep b)"),
        (format!("rep rep {a}"), "rep (rep a)", "rep (rep a)"),
    ] {
        assert_eq!(process_full(&text, Standard), standard, "{text}");
        assert_eq!(process_full(&text, VscodeCompat), compat, "{text}");
        let warnings = two_readings(&with_process(&text), Dialect::New, Standard);
        assert_eq!(warnings.len(), usize::from(standard != compat), "{text}: {warnings:?}");
        for warning in warnings {
            assert!(warning.contains(standard) && warning.contains(compat), "{text}: {warning}");
        }
    }
}

#[test]
fn sequences_group_left_in_the_new_dialect_and_right_in_the_legacy_one() {
    let new = ["a", "b", "c"].map(|label| format!("{label}: {{true}} *? []")).join(";");
    assert_eq!(process_full(&new, Standard), "(a; b); c");
    let legacy = ["a", "b", "c"].map(|label| format!("{label}: <true> *? []")).join(";");
    assert_eq!(legacy_process_full(&legacy), "a; (b; c)");
    let legacy = "rep a: <true> *? [] + b: <true> *? []; c: <true> *? []";
    assert_eq!(legacy_process_full(legacy), "(rep a) + (b; c)");
}

/// Text, the legacy tool's reading, and whether it is a surprising one.
const LEGACY_CONDITIONS: &[(&str, &str, bool)] = &[
    ("a && b -> c", "a & (b -> c)", true),
    ("a | b & c", "a | (b & c)", false),
    ("a & b | c & d", "(a & b) | (c & d)", false),
    ("a -> b -> c", "a -> (b -> c)", false),
    ("!a = b", "!(a = b)", false),
    ("a = !b", "a = (!b)", false),
    ("x + 1 = 2", "(x + 1) = 2", false),
    ("x = 1 = b", "(x = 1) = b", false),
    ("(a & b) = c -> d", "(a & b) = (c -> d)", true),
    ("x - 1 * 2 > -3", "(x - (1 * 2)) > (-3)", false),
    ("a <-> b & c", "(a <-> b) & c", true),
    ("a & b & c", "(a & b) & c", false),
];

/// The same for formulas.
const LEGACY_FORMULAS: &[(&str, &str, bool)] = &[
    ("F a & b", "F (a & b)", true),
    ("F a & X b", "(F a) & (X b)", false),
    ("a & b -> F c", "(a & b) -> (F c)", false),
    ("G (a) -> X b", "(G a) -> (X b)", false),
    ("F a U G b", "(F a) U (G b)", false),
    ("X a & X b | X c", "(X a) & ((X b) | (X c))", true),
    ("X a -> X b & X c", "((X a) -> (X b)) & (X c)", true),
    ("!<sender = one> TRUE", "!(<<sender = one>> true)", false),
    ("[M > 1 & B] one-v = 1", "[[(M > 1) & B]] (one-v = 1)", false),
    ("<M > 1> TRUE", "<<M > 1>> true", false),
    ("<B> TRUE & X a", "(<<B>> true) & (X a)", false),
    ("<1 < M> one-v > 1", "<<1 < M>> (one-v > 1)", false),
    ("/\\ k : A | B . F k-v = 1", "forall k : A | B . (F (k-v = 1))", false),
    (
        "\\/ k : A . F <sender=k>true & /\\ j : A . F (j-v != 1)",
        "exists k : A . ((F (<<sender = k>> true)) & (forall j : A . (F (j-v != 1))))",
        false,
    ),
];

#[test]
fn legacy_precedence_is_that_of_its_tool_and_surprises_are_pointed_out() {
    for (text, expected, surprising) in LEGACY_CONDITIONS {
        assert_eq!(&legacy_guard_full(text), expected, "{text}");
        let text = format!("guard g() := {text}; {}", with_legacy_spec("TRUE"));
        let warnings = two_readings(&text, Dialect::Legacy, Standard);
        assert_eq!(warnings.len(), usize::from(*surprising), "{text} {warnings:?}");
    }
    for (text, expected, surprising) in LEGACY_FORMULAS {
        assert_eq!(&legacy_formula_full(text), expected, "{text}");
        let warnings = two_readings(&with_legacy_spec(text), Dialect::Legacy, Standard);
        assert_eq!(warnings.len(), usize::from(*surprising), "{text} {warnings:?}");
    }
}
