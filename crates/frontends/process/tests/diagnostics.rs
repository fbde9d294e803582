//! What is said about texts with something wrong in them, and that no text brings the reader down.

mod support;

use proptest::prelude::*;
use proptest::sample::select;
use synod_process::{Language, Options, load};
use synod_syntax::{Diagnostic, Source};

fn told(language: Language, text: &str) -> Vec<Diagnostic> {
    load(&Source::new("test", text), &Options::new(language)).diagnostics.sorted()
}

/// Codes with the text they point at.
fn codes(language: Language, text: &str) -> Vec<(&'static str, String)> {
    let source = Source::new("test", text);
    told(language, text).into_iter().map(|d| (d.code, source.slice(d.span).to_string())).collect()
}

fn ccs(text: &str) -> Vec<(&'static str, String)> {
    codes(Language::Ccs, text)
}

fn chor(text: &str) -> Vec<(&'static str, String)> {
    codes(Language::Chor, text)
}

fn one(code: &'static str, place: &str) -> Vec<(&'static str, String)> {
    vec![(code, place.to_string())]
}

#[test]
fn constants_must_be_defined_and_the_nearest_is_suggested() {
    assert_eq!(ccs("WORKER = a.WORKR"), one("ccs::undefined-constant", "WORKR"));
    let help = told(Language::Ccs, "WORKER = a.WORKR").remove(0).help;
    assert_eq!(help.as_deref(), Some("did you mean `WORKER`?"));
    assert_eq!(chor("P = x: a; Q"), one("chor::undefined-constant", "Q"));
    assert_eq!(ccs("P = a.0 \\ L"), one("ccs::undefined-constant", "L"));
}

#[test]
fn recursion_must_be_guarded() {
    assert_eq!(ccs("P = P + a.0"), one("ccs::unguarded-recursion", "P"));
    assert_eq!(ccs("P = Q | a.0\nQ = b.0 + P\nsystem = P").len(), 1);
    assert_eq!(ccs("P = a.P"), []);
}

#[test]
fn recursion_inside_static_operators_has_no_finite_control() {
    assert_eq!(ccs("P = a.0 | b.P"), one("ccs::recursion-in-parallel", "P"));
    assert_eq!(ccs("P = a.(b.Q |[b]| b.0)\nQ = b.P\nsystem = P"), one("ccs::recursion-in-parallel", "Q"));
    assert_eq!(ccs("P = a.(P \\ {a})"), one("ccs::recursion-in-scope", "P"));
    assert_eq!(ccs("P = a.P[b/a]"), one("ccs::recursion-in-scope", "P"));
    assert_eq!(chor("P = x: a; P"), one("chor::recursion", "P"));
}

#[test]
fn definitions_that_are_not_used_are_told() {
    assert_eq!(ccs("P = a.0\nQ = b.0\nsystem = Q"), one("ccs::unused-definition", "P"));
    assert_eq!(ccs("set L = {a}\nP = a.0"), one("ccs::unused-definition", "L"));
    assert_eq!(chor("P = x: a\nQ = x: b"), one("chor::unused-definition", "P"));
}

#[test]
fn names_are_defined_once() {
    assert_eq!(ccs("P = a.0\nP = b.P\nsystem = P")[0], ("ccs::duplicate-name", "P".to_string()));
    assert_eq!(chor("P = x: a\nproperty p: true\nproperty p: true"), one("chor::duplicate-name", "p"));
    assert_eq!(ccs("P = a.0[b/a, c/a]")[0], ("ccs::renamed-twice", "c/a".to_string()));
}

#[test]
fn properties_name_actions_that_exist() {
    assert_eq!(ccs("P = commit.0\nproperty p: F comit"), one("ccs::unknown-action", "comit"));
    let help = told(Language::Ccs, "P = commit.0\nproperty p: F comit").remove(0).help;
    assert_eq!(help.as_deref(), Some("did you mean `commit`?"));
    assert_eq!(
        chor("P = x -> y: bid\nproperty p: can(y -> x: bid)"),
        one("chor::unknown-action", "y -> x: bid")
    );
    assert_eq!(chor("P = x -> y: bid\nproperty p: F did(bid) & can(x -> y: bid)"), []);
    assert_eq!(ccs("P = (a.0 | 'a.0) \\ a\nproperty p: G !a"), one("ccs::never-happens", "a"));
}

#[test]
fn names_in_sets_that_nobody_does_are_told() {
    assert_eq!(ccs("P = vote.0 \\ {vot}"), one("ccs::idle-name", "vot"));
}

#[test]
fn what_would_be_ambiguous_needs_brackets() {
    assert_eq!(ccs("P = a.0 | b.0 |[a]| c.0"), one("ccs::mixed-parallel", "|[a]|"));
    assert_eq!(chor("P = x: a + x: b || x: c"), one("chor::mixed-operators", "||"));
}

#[test]
fn everyday_slips_are_explained() {
    assert_eq!(ccs("P = a"), one("ccs::syntax", ""));
    assert_eq!(ccs("P = a.0 || b.0"), one("ccs::syntax", "||"));
    assert_eq!(ccs("P = a.0 \\ {tau}"), one("ccs::tau-in-set", "tau"));
    assert_eq!(ccs("p = a.0"), one("ccs::syntax", "p"));
    assert_eq!(ccs("P = a.0\nproperty p: realisable"), one("ccs::syntax", "realisable"));
    assert_eq!(chor("P = x -> x: a"), one("chor::self-message", "x -> x"));
    assert_eq!(chor("P = tau"), one("chor::no-peers", "P"));
    assert_eq!(ccs(""), one("ccs::no-system", ""));
    assert_eq!(chor("-- nothing"), one("chor::no-system", ""));
}

/// The first message about a text, with what to do about it.
fn said(language: Language, text: &str) -> (String, String) {
    let first = told(language, text).remove(0);
    (first.message, first.help.unwrap_or_default())
}

#[test]
fn signs_of_other_languages_are_told() {
    for (text, message, help) in [
        ("P := a.0", "`:=` is written `=` in CCS", ""),
        ("P = a.0\nproperty p: [] a", "`[]` is written `G` in CCS", ""),
        ("P = a.0\nproperty p: <> a", "`<>` is written `F` in CCS", ""),
        ("P = a.0\nproperty p: G (a and !a)", "`and` is written `&` in CCS", ""),
        (
            "P = a;b.0",
            "expected `.` and a process after an action, found `;`",
            "what comes after an action stands behind a dot: `a.P`",
        ),
        (
            "P = !a.0",
            "expected a process: `0`, an action and `.`, a name, or brackets, found `!`",
            "the complement of an action is written `'a`",
        ),
    ] {
        assert_eq!(said(Language::Ccs, text), (message.to_string(), help.to_string()), "{text}");
    }
    let (message, _) = said(Language::Chor, "P := x: a");
    assert_eq!(message, "`:=` is written `=` in choreographies");
}

#[test]
fn a_property_with_the_sign_of_a_definition_is_one_mistake() {
    let text = "P = a.P\nsystem = P\nproperty mutex = G !(<a> true)\nproperty p2: G true\n";
    assert_eq!(ccs(text), one("ccs::syntax", "="));
    let help = told(Language::Ccs, text).remove(0).help;
    assert_eq!(help.as_deref(), Some("write `property mutex: …`"));
    assert_eq!(chor("P = x: a\nproperty p = F terminated\n"), one("chor::syntax", "="));
}

#[test]
fn misspelt_words_are_suggested() {
    for (language, text, help) in [
        (Language::Ccs, "P = a.0\nsytem = P", "did you mean `system`?"),
        (Language::Ccs, "P = a.0\nproprety p: G a", "did you mean `property`?"),
        (Language::Ccs, "P = a.0\nproperty p: G !deadlok", "did you mean `deadlock`?"),
        (Language::Ccs, "P = a.0\nproperty p: F didd(a)", "did you mean `did` instead of `didd`?"),
        (Language::Chor, "P = x: a\nproperty p: F terminate", "did you mean `terminated`?"),
        (Language::Chor, "P = x: a\nproperty p: realiseable", "did you mean `realisable`?"),
    ] {
        assert_eq!(said(language, text).1, help, "{text}");
    }
}

#[test]
fn several_mistakes_are_found_in_one_go() {
    let text = "P = a..0\nQ = b.0 +\nR = c.0 | (d.0\nproperty p: G (\nproperty q: ! ! nok nok";
    let found = ccs(text);
    assert!(found.len() >= 4, "{found:?}");
    assert!(found.iter().all(|(code, _)| *code == "ccs::syntax"), "{found:?}");
}

#[test]
fn depth_and_size_are_limited() {
    let deep = |n: usize, open: &str, inner: &str, close: &str| {
        format!("P = {}{inner}{}", open.repeat(n), close.repeat(n))
    };
    assert_eq!(ccs(&deep(10_000, "(", "a.0", ")"))[0].0, "ccs::too-deep");
    assert_eq!(ccs(&deep(10_000, "a.", "0", "")), []);
    assert_eq!(ccs(&deep(1, "a.0", "", &"\\ {a}".repeat(5_000))), []);
    assert_eq!(chor(&deep(10_000, "*", "x: a", ""))[0].0, "chor::too-deep");
    for operator in ["!", "G ", "<a> ", "a -> ", "a U ", "(", "a <-> "] {
        let text = format!("P = a.0\nproperty p: {}a", operator.repeat(10_000));
        assert_eq!(ccs(&text)[0].0, "ccs::too-deep", "{operator}");
    }
    let nested = (0..40).fold("a".to_string(), |inner, _| format!("({inner} <-> a)"));
    assert_eq!(ccs(&format!("P = a.0\nproperty p: {nested}"))[0].0, "ccs::too-deep");
    let chain: String = (0..5_000).map(|i| format!("P{i} = P{}\n", i + 1)).collect();
    assert_eq!(ccs(&format!("{chain}P5000 = a.0\nsystem = P0")), one("ccs::too-deep", "P4500"));
    let doubled: String = (0..40).map(|i| format!("P{i} = P{} | P{}\n", i + 1, i + 1)).collect();
    assert_eq!(ccs(&format!("{doubled}P40 = a.0\nsystem = P0"))[0].0, "ccs::too-large");
    let doubled: String = (0..40).map(|i| format!("P{i} = P{}; P{}\n", i + 1, i + 1)).collect();
    assert_eq!(chor(&format!("{doubled}P40 = x: a\nsystem = P0"))[0].0, "chor::too-large");
    let wide = vec!["(a.0 + a.b.0)"; 40].join(" |[a]| ");
    assert_eq!(ccs(&format!("system = {wide}"))[0].0, "ccs::too-large");
    let wide = vec!["(x: a + x: b)"; 40].join(" || ");
    assert_eq!(chor(&format!("P = {wide}"))[0].0, "chor::too-large");
}

#[test]
fn many_definitions_are_read_in_no_time() {
    let ring: String = (0..3_000).map(|i| format!("P{i} = a{i}.P{}\n", (i + 1) % 3_000)).collect();
    let model = support::ccs(&format!("{ring}system = P0"));
    assert_eq!(model.system.rules.len(), 3_000);
}

/// Texts that look like models, cut up and put together again.
fn scrambled() -> impl Strategy<Value = String> {
    let pieces = [
        "P",
        "Q",
        "=",
        "a",
        "'a",
        "b",
        "tau",
        "0",
        ".",
        "+",
        "|",
        "|[a]|",
        "||",
        "\\",
        "{a, b}",
        "[b/a]",
        "(",
        ")",
        "set L =",
        "L",
        "system =",
        "property p:",
        "G",
        "F",
        "U",
        "!",
        "->",
        "<->",
        "<a>",
        "[a]",
        "can(a)",
        "did(-)",
        "deadlock",
        "realisable",
        "x: a",
        "x -> y: b",
        ";",
        "*",
        "--",
        "\n",
        "é",
        "τ",
        "'",
        "<",
        "[",
        ",",
        "/",
        ":",
        "-",
        "1x",
        "@",
        "agent",
        "set",
        "property",
    ];
    prop::collection::vec(select(pieces.to_vec()), 0..40).prop_map(|list| list.join(" "))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_text_brings_the_reader_down(text in prop_oneof![scrambled(), any::<String>()]) {
        for language in [Language::Ccs, Language::Chor] {
            let source = Source::new("test", text.as_str());
            let loaded = load(&source, &Options::new(language));
            prop_assert_eq!(loaded.model.is_none(), loaded.diagnostics.has_errors());
        }
    }
}
