//! Lexis, grammar and static checks: sections 1 to 5 of the reference.

mod support;

use proptest::prelude::*;
use support::{codes, loaded, model, options};
use synod_labs::Options;
use synod_syntax::Severity;

/// A file around a behaviour of the agent `A`.
fn agent(behaviour: &str) -> String {
    format!(
        "system {{ environment = e: 0; f[3]: 0 spawn = A: 2 }}
         stigmergy S {{ link = true s, t: 0, 0 }}
         agent A {{ interface = x: 0; y: 0 stigmergies = S {behaviour} }} check {{ }}"
    )
}

fn said(behaviour: &str) -> Vec<&'static str> {
    codes(&agent(behaviour), &Options::default())
}

/// The value of `x` of the first agent after one step, by the only path of a one-agent model.
fn value_of(expression: &str) -> i64 {
    let text = format!(
        "system {{ spawn = A: 1 }} agent A {{ interface = x: 99; y: 7 Behavior = x <- {expression} }} check {{ }}"
    );
    let model = model(&text, &Options::default());
    let values: Vec<i64> =
        support::values(&model, "x of A 0").into_iter().map(|v| v[0]).filter(|v| *v != 99).collect();
    assert_eq!(values.len(), 1, "{expression}");
    values[0]
}

#[test]
fn arithmetic_has_two_levels_from_left_to_right() {
    assert_eq!(value_of("10 - 3 + 2"), 9);
    assert_eq!(value_of("12 / 2 * 3"), 18);
    assert_eq!(value_of("2 + 3 * 4"), 14);
    assert_eq!(value_of("-y + 1"), -6);
    assert_eq!(value_of("0x1F + 0o17 + 0b101 + +5"), 56);
}

#[test]
fn division_cuts_rounds_and_wraps() {
    assert_eq!(value_of("(0 - 7) / 2"), -3);
    assert_eq!(value_of("(0 - 7) % 3"), 2);
    assert_eq!(value_of("(0 - 4) % 2"), 0);
    assert_eq!(value_of("5 : 2"), 3);
    assert_eq!(value_of("(0 - 5) : 2"), -3);
    assert_eq!(value_of("y : 3"), 2);
    assert_eq!(value_of("(0 - y) : (0 - 2)"), 4);
}

#[test]
fn else_extends_as_far_right_as_possible() {
    assert_eq!(value_of("2 * if y = 7 then 1 else 5 + 10"), 2);
    assert_eq!(value_of("if y = 8 then 1 else 5 + 10"), 15);
    assert_eq!(value_of("if y = 0 then 1 else if y = 7 then 2 else 3"), 2);
}

#[test]
fn and_and_or_bind_equally_with_a_warning() {
    let text = |condition: &str| {
        format!(
            "system {{ spawn = A: 1 }} agent A {{ interface = x: 1 Behavior = ({condition}) -> x <- 2 }} check {{ }}"
        )
    };
    // (true or true) and false.
    let mixed = text("x = 1 or x = 1 and x = 0");
    assert_eq!(support::values(&model(&mixed, &Options::default()), "x of A 0").len(), 1);
    assert_eq!(codes(&mixed, &Options::default()), ["labs::mixed-and-or"]);
    let bracketed = text("x = 1 or (x = 1 and x = 0)");
    assert_eq!(support::values(&model(&bracketed, &Options::default()), "x of A 0").len(), 2);
    assert!(codes(&bracketed, &Options::default()).is_empty());
}

#[test]
fn arrows_win_over_comparisons() {
    assert!(said("Behavior = x<-1; x < -1 -> x <- 0").is_empty());
    assert_eq!(said("Behavior = x<-1 -> x <- 0"), ["labs::syntax"]);
}

#[test]
fn not_binds_tighter_than_comparisons() {
    assert_eq!(said("Behavior = !x = 1 -> x <- 0"), ["labs::loose-not", "labs::not-a-number"]);
    assert!(said("Behavior = !(x = 1) -> x <- 0").is_empty());
}

#[test]
fn of_takes_a_whole_expression_in_processes() {
    assert_eq!(said("Behavior = x <- x of y + 1"), ["labs::loose-of"]);
    assert!(said("Behavior = x <- (x of y) + 1").is_empty());
    assert!(said("Behavior = x <- x of (y + 1)").is_empty());
}

#[test]
fn of_takes_a_name_in_links_and_properties() {
    let text = "system { spawn = A: 2 } stigmergy S { link = x of c1 - x of c2 <= 1 s: 0 }
                agent A { interface = x: id stigmergies = S Behavior = s <~ 1 }
                check { P = always forall A a, forall A b, x of a - x of b <= 1 }";
    assert_eq!(support::verdict(&model(text, &Options::default()), "P"), "holds");
}

#[test]
fn comparisons_are_not_chained() {
    assert_eq!(said("Behavior = 0 < x < 2 -> x <- 0"), ["labs::chained-comparison"]);
}

#[test]
fn a_number_is_a_condition_when_it_is_not_zero() {
    assert_eq!(value_of("if y then 1 else 2"), 1);
    assert_eq!(value_of("if y - 7 then 1 else 2"), 2);
    assert_eq!(value_of("if !(y - 7) then 1 else 2"), 1);
}

#[test]
fn guards_extend_as_far_right_as_possible() {
    // In `g1 -> P ++ g2 -> Q` the second branch is inside the first guard.
    let text = |b: &str| {
        format!("system {{ spawn = A: 1 }} agent A {{ interface = x: 0 Behavior = {b} }} check {{ }}")
    };
    let inside = model(&text("x = 1 -> x <- 2 ++ x = 0 -> x <- 3"), &Options::default());
    assert_eq!(support::values(&inside, "x of A 0").len(), 1);
    let apart = model(&text("(x = 1 -> x <- 2) ++ (x = 0 -> x <- 3)"), &Options::default());
    assert_eq!(support::values(&apart, "x of A 0").len(), 2);
    // The guard is tested before the first action only.
    let first = model(&text("x = 0 -> x <- 1; x <- 2"), &Options::default());
    assert_eq!(support::values(&first, "x of A 0").len(), 3);
}

#[test]
fn old_operators_are_explained() {
    assert_eq!(said("Behavior = P | P P = Skip"), ["labs::old-operator"]);
    assert_eq!(said("Behavior = P + P P = Skip"), ["labs::old-operator"]);
}

#[test]
fn old_punctuation_is_explained() {
    let o = Options::default();
    for text in [
        "system { environment = a: 0, b: 0 spawn = A: 1 } agent A { Behavior = Skip } check { }",
        "system { environment: a: 0 spawn = A: 1 } agent A { Behavior = Skip } check { }",
        "system { spawn = A: 1; B: 1 } agent A { Behavior = Skip } check { }",
        "system { spawn = A: 1 } agent A { interface = x: {0, 1} Behavior = Skip } check { }",
        "system { spawn = A: 1 } agent A { interface = x: [0..9] Behavior = Skip } check { }",
        "system { spawn = A: 1 } agent A { stigmergies = S, T Behavior = Skip } check { }",
        "system { spawn = A: 1 } stigmergy S { link = true a: 0 b: 0 } agent A { Behavior = Skip } check { }",
        "system { spawn = A: 1 } stigmergy S { link: true a: 0 } agent A { Behavior = Skip } check { }",
    ] {
        let loaded = loaded(text, &o);
        let first = loaded.diagnostics.iter().next().expect("an error");
        assert_eq!(first.code, "labs::syntax", "{text}");
        assert!(
            first.message.contains("separated")
                || first.message.contains("written")
                || first.message.contains("brackets")
                || first.message.contains("followed"),
            "{}",
            first.message
        );
    }
    let count = "system { spawn = A: 1 } agent A { interface = count: 0 Behavior = Skip } check { }";
    assert_eq!(codes(count, &o), ["labs::reserved-word"]);
}

#[test]
fn trailing_text_is_rejected() {
    let text = agent("Behavior = Skip") + " and so on";
    assert_eq!(codes(&text, &Options::default()), ["labs::stray-text"]);
}

#[test]
fn sections_have_an_order_and_must_be_there() {
    let o = Options::default();
    let swapped = "system { spawn = A: 1 } check { } agent A { Behavior = Skip }";
    assert_eq!(codes(swapped, &o), ["labs::section-order"]);
    assert_eq!(codes("system { spawn = A: 1 } agent A { Behavior = Skip }", &o), ["labs::missing-section"]);
}

#[test]
fn several_mistakes_are_found_at_once() {
    let text = agent("Behavior = x <- ; P P = y <- q Q = Skip | Skip");
    let loaded = loaded(&text, &Options::default());
    assert_eq!(loaded.diagnostics.count(Severity::Error), 2);
    let names = said("Behavior = x <- unknown; P P = y <- nothing; z <- 1");
    assert_eq!(names, ["labs::unknown-variable"]);
}

#[test]
fn arrows_match_the_kind_of_the_variable() {
    for wrong in ["e <- 1", "x <-- 1", "s <- 1", "x <~ 1", "e <~ 1", "s <-- 1"] {
        assert_eq!(said(&format!("Behavior = {wrong}")), ["labs::wrong-arrow"], "{wrong}");
    }
    assert_eq!(said("Behavior = { x := 1 }"), ["labs::wrong-arrow"]);
    assert_eq!(said("Behavior = { k := 1; k <- 2 }"), ["labs::wrong-arrow"]);
    assert_eq!(said("Behavior = k := 1"), ["labs::local-outside-block"]);
}

#[test]
fn names_are_defined_once() {
    let o = Options::default();
    for text in [
        "system { spawn = A: 1, A: 2 } agent A { Behavior = Skip } check { }",
        "system { spawn = A: 1 } agent A { Behavior = Skip } agent A { Behavior = Skip } check { }",
        "system { environment = x: 0 spawn = A: 1 } agent A { interface = x: 0 Behavior = Skip } check { }",
        "system { spawn = A: 1 } agent A { interface = x: 0; x: 1 Behavior = Skip } check { }",
        "system { spawn = A: 1 } agent A { Behavior = Skip Behavior = Nil } check { }",
        "system { spawn = A: 1 } agent A { Behavior = Skip } check { P = always true P = always false }",
        "system { spawn = A: 1 } agent A { Behavior = Skip } check { P = always forall A a, forall A a, true }",
    ] {
        assert!(codes(text, &o).contains(&"labs::duplicate-name"), "{text}");
    }
}

#[test]
fn types_have_a_behaviour_and_exist() {
    let o = Options::default();
    assert_eq!(codes("system { spawn = A: 1 } agent A { P = Skip } check { }", &o), ["labs::no-behavior"]);
    assert_eq!(
        codes("system { spawn = B: 1 } agent A { Behavior = Skip } check { }", &o),
        ["labs::unknown-agent"]
    );
    assert_eq!(said("Behavior = Jump"), ["labs::unknown-process"]);
}

#[test]
fn numbers_of_agents_are_natural() {
    let o = Options::default();
    let text = |n: &str| format!("system {{ spawn = A: {n} }} agent A {{ Behavior = Skip }} check {{ }}");
    assert_eq!(codes(&text("0 - 1"), &o), ["labs::negative-spawn"]);
    assert_eq!(codes(&text("0"), &o), ["labs::zero-spawn"]);
    assert_eq!(codes(&text("2000000"), &o), ["labs::too-many-agents"]);
    assert_eq!(codes(&text("id"), &o), ["labs::constant"]);
}

#[test]
fn quantifying_over_a_type_without_agents_is_worth_a_warning() {
    let text = "system { spawn = A: 1, B: 0 } agent A { Behavior = Skip } agent B { Behavior = Skip }
                check { All = always forall B b, false None = always exists B b, true }";
    assert_eq!(codes(text, &Options::default()), ["labs::no-agents", "labs::zero-spawn"]);
    let model = model(text, &Options::default());
    assert_eq!(support::verdict(&model, "All"), "holds");
    assert_eq!(support::verdict(&model, "None"), "violated");
}

#[test]
fn parameters_are_given_used_and_known() {
    let text = "system { extern = _n, _m spawn = A: _n } agent A { Behavior = Skip } check { }";
    assert_eq!(codes(text, &options(&[])), ["labs::missing-parameter"]);
    assert_eq!(codes(text, &options(&[("n", 1)])), ["labs::unused-extern"]);
    let wrong = loaded(text, &options(&[("n", 1), ("nn", 2)]));
    let unknown = wrong.diagnostics.iter().find(|d| d.code == "labs::unknown-parameter").expect("an error");
    assert_eq!(unknown.help.as_deref(), Some("did you mean `n=2`?"));
    assert_eq!(codes(text, &options(&[("n", 1), ("n", 2)])), ["labs::parameter-twice"]);
    assert_eq!(
        codes(text, &options(&[("n", 1 << 40)])),
        ["labs::missing-parameter", "labs::parameter-range"]
    );
    let undeclared = "system { spawn = A: _k } agent A { Behavior = Skip } check { }";
    assert_eq!(codes(undeclared, &options(&[])), ["labs::undeclared-extern"]);
}

#[test]
fn arrays_and_scalars_are_told_apart() {
    assert_eq!(said("Behavior = e[0] <-- 1"), ["labs::not-an-array"]);
    assert_eq!(said("Behavior = f <-- 1"), ["labs::array-as-scalar"]);
    assert_eq!(said("Behavior = f[0, 1] <-- 1"), ["labs::array-as-scalar"]);
    assert_eq!(said("Behavior = f[3] <-- 1"), ["labs::outside-array"]);
    // A step there is a fault of the model; a question about it is a mistake.
    let asked = |check: &str| {
        let text = format!(
            "system {{ environment = f[3]: 0 spawn = A: 1 }} agent A {{ Behavior = f[3] <-- 1 }} check {{ {check} }}"
        );
        loaded(&text, &Options::default()).model.is_some()
    };
    assert!(asked("P = always f[2] = 0") && !asked("P = always f[3] = 0"));
    let zero = "system { environment = f[0]: 0 spawn = A: 1 } agent A { Behavior = Skip } check { }";
    assert_eq!(codes(zero, &Options::default()), ["labs::array-size"]);
}

#[test]
fn assignments_and_tuples_have_as_many_values_as_variables() {
    assert_eq!(said("Behavior = x, y <- 1"), ["labs::assignment-arity"]);
    assert_eq!(said("Behavior = x, x <- 1, 2"), ["labs::assigned-twice"]);
    assert_eq!(said("Behavior = id <- 1"), ["labs::assigned-id"]);
    let tuple =
        "system { spawn = A: 1 } stigmergy S { link = true a, b: 0 } agent A { Behavior = Skip } check { }";
    assert_eq!(codes(tuple, &Options::default()), ["labs::tuple-arity"]);
}

#[test]
fn pick_makes_an_array() {
    assert_eq!(said("Behavior = { p := pick 1 }"), ["labs::pick-without-array"]);
    assert!(said("Behavior = { p[] := pick 1 A where x of 1 = x of 2; x <- p[0] }").is_empty());
    assert_eq!(said("Behavior = { p[] := pick 1; x <- p }"), ["labs::array-as-scalar"]);
    assert_eq!(said("Behavior = { p[] := pick 0; x <- p[0] }"), ["labs::pick-count"]);
}

#[test]
fn locals_are_assigned_before_they_are_read() {
    assert_eq!(said("Behavior = { x <- k; k := 1 }"), ["labs::unknown-variable"]);
}

#[test]
fn properties_say_whose_variable_they_mean() {
    let o = Options::default();
    let text =
        |p: &str| agent("Behavior = Skip").replace("check { }", &format!("check {{ P = always {p} }}"));
    assert_eq!(codes(&text("x = 0"), &o), ["labs::not-environment"]);
    assert_eq!(codes(&text("x of 2 = 0"), &o), ["labs::no-such-agent"]);
    assert_eq!(codes(&text("x of b = 0"), &o), ["labs::unknown-variable"]);
    assert_eq!(codes(&text("e of 0 = 0"), &o), ["labs::not-an-attribute"]);
    assert!(codes(&text("e = 0 and x of 1 = 0"), &o).is_empty());
}

#[test]
fn recursion_is_guarded_and_bounded() {
    assert_eq!(said("Behavior = Behavior ++ x <- 1"), ["labs::unguarded-recursion"]);
    assert_eq!(said("Behavior = P P = x = 1 -> Behavior"), ["labs::unguarded-recursion"]);
    assert_eq!(said("Behavior = x <- 1; (Behavior || Skip)"), ["labs::recursion-in-parallel"]);
    assert_eq!(said("Behavior = (x <- 1; Behavior; x <- 2) ++ x <- 3"), ["labs::recursion-not-last"]);
    // What follows a process that never ends is out of reach, and harmless.
    assert!(said("Behavior = x <- 1; Behavior; x <- 2").is_empty());
}

#[test]
fn stigmergies_that_are_used_are_listed() {
    let text =
        "system { spawn = A: 1 } stigmergy S { link = true s: 0 } agent A { Behavior = s <~ 1 } check { }";
    assert_eq!(codes(text, &Options::default()), ["labs::stigmergy-not-listed"]);
    let unknown = "system { spawn = A: 1 } agent A { stigmergies = S Behavior = Skip } check { }";
    assert_eq!(codes(unknown, &Options::default()), ["labs::unknown-stigmergy"]);
}

#[test]
fn ranges_of_initial_values_are_not_empty() {
    let text = "system { spawn = A: 1 } agent A { interface = x: 3..3 Behavior = Skip } check { }";
    assert_eq!(codes(text, &Options::default()), ["labs::empty-range"]);
}

#[test]
fn external_functions_are_refused() {
    assert_eq!(said("Behavior = x <- $f(x, 1)"), ["labs::external-function"]);
}

#[test]
fn an_agent_process_shadows_one_of_the_system() {
    let text =
        "system { spawn = A: 1 P = x <- 1 } agent A { interface = x: 0 Behavior = P P = x <- 2 } check { }";
    let model = model(text, &Options::default());
    assert_eq!(support::values(&model, "x of A 0"), [vec![0], vec![2]].into());
}

#[test]
fn deep_nesting_is_refused_and_not_a_crash() {
    for (open, close) in
        [("(", ")"), ("x = 0 -> (", ")"), ("x <- (", ")"), ("x <- -", ""), ("x <- abs(", ")")]
    {
        let text = agent(&format!("Behavior = {}x{}", open.repeat(5000), close.repeat(5000)));
        assert!(loaded(&text, &Options::default()).diagnostics.has_errors());
    }
    let long = agent(&format!("Behavior = x <- {}1", "1 + ".repeat(100_000)));
    assert!(loaded(&long, &Options::default()).diagnostics.has_errors());
    let chain: String = (0..20_000).map(|i| format!("P{i} = P{} ", i + 1)).collect();
    let _ = loaded(&agent(&format!("Behavior = P0 {chain} P20000 = Skip")), &Options::default());
}

/// Pieces of LAbS, joined at random.
fn soup() -> impl Strategy<Value = String> {
    let words = prop::sample::select(vec![
        "system",
        "{",
        "}",
        "spawn",
        "=",
        "A",
        ":",
        "1",
        "agent",
        "Behavior",
        "x",
        "<-",
        "<~",
        "<--",
        ":=",
        "(",
        ")",
        "[",
        "]",
        ";",
        ",",
        "++",
        "||",
        "->",
        "=>",
        "check",
        "assume",
        "forall",
        "exists",
        "of",
        "if",
        "then",
        "else",
        "pick",
        "where",
        "count",
        "always",
        "finally",
        "between",
        "and",
        "or",
        "!",
        "-",
        "+",
        "*",
        "/",
        "%",
        "..",
        "undef",
        "id",
        "Nil",
        "Skip",
        "_n",
        "extern",
        "environment",
        "interface",
        "stigmergy",
        "link",
        "c1",
        "0x",
        "99999999999",
        "#c\n",
        "é",
        "K",
        "G",
        "ltl",
        "$",
        "true",
        "\"",
        "|",
        "<",
        "min(",
    ]);
    prop::collection::vec(words, 0..80).prop_map(|list| list.join(" "))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_text_makes_the_reader_panic(text in soup(), n in 0..3i64) {
        let _ = loaded(&text, &options(&[("n", n)]));
    }

    #[test]
    fn no_damage_to_a_model_makes_the_reader_panic(at in 0..400usize, len in 0..20usize, insert in soup()) {
        let text = agent("Behavior = x = 0 -> (x <- [0..2]; { p[] := pick 1; s, t <~ x of p[0], 1 }; Behavior)");
        let at = text.char_indices().map(|(i, _)| i).nth(at % text.chars().count()).unwrap_or(0);
        let end = (at + len).min(text.len());
        let damaged = format!("{}{}{}", &text[..at], &insert[..insert.len().min(30).min(insert.find('é').unwrap_or(99))], &text[end..]);
        let _ = loaded(&damaged, &Options::default());
    }

    #[test]
    fn no_bytes_make_the_reader_panic(text in "\\PC{0,200}") {
        let _ = loaded(&text, &Options::default());
    }
}

#[test]
fn texts_are_told_on_one_line_as_people_write_them() {
    let text = "system { environment = e: 0 spawn = A: 1 } agent A { Behavior = Skip }
                check { P = ltl  G(e-1=-2 or
                        ! K( 0 ,e < - 1)) }";
    assert_eq!(model(text, &Options::default()).properties[0].text, "ltl G (e - 1 = -2 or !K(0, e < -1))");
}
