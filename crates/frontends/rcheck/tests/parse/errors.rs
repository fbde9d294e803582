//! What the readers say about mistakes.

use synod_rcheck::ast::Dialect;
use synod_rcheck::parse::Reading::Standard;
use synod_syntax::{Diagnostic, Severity};

use crate::{diagnose, with_guard, with_process, with_spec};

fn errors(text: &str, dialect: Dialect) -> Vec<Diagnostic> {
    diagnose(text, dialect, Standard).into_iter().filter(|d| d.severity == Severity::Error).collect()
}

/// Asserts that a text has exactly one error: its place (the text from there on begins so), its message.
fn one_error(text: &str, dialect: Dialect, at: &str, message: &str) {
    let found = errors(text, dialect);
    assert_eq!(found.len(), 1, "{text}\n{found:#?}");
    let rest = &text[found[0].span.start as usize..];
    assert!(rest.starts_with(at), "{text}\nat {rest}");
    assert_eq!(found[0].message, message, "{text}");
}

#[test]
fn spellings_of_other_dialects_are_named() {
    for (body, at, message) in [
        ("a && b", "&&", "`&&` is written `&` in this dialect"),
        ("a || b", "||", "`||` is written `|` in this dialect"),
        ("a => b", "=>", "`=>` is written `->` in this dialect"),
        ("TRUE", "TRUE", "`TRUE` is written `true` in this dialect"),
        ("channel = *", "channel", "`channel` is written `chan` in this dialect"),
        ("/\\ k : A . k-v", "/\\", "`/\\` is written `forall` in this dialect"),
    ] {
        // Only with something that is surely new, or the whole text is taken for legacy.
        let text = format!("enum channel {{c}} {}", with_guard(body));
        one_error(&text, Dialect::New, at, message);
    }
    let text = format!("communication-variables: p : int {}", with_process("{true} *? []"));
    one_error(
        &text,
        Dialect::New,
        "communication",
        "`communication-variables` is written `property-variables` in this dialect",
    );
}

#[test]
fn declared_names_are_not_taken_for_other_spellings() {
    let text = format!("enum e {{TRUE}} {}", with_guard("x = TRUE"));
    assert!(errors(&text, Dialect::New).is_empty());
}

#[test]
fn a_text_of_the_other_dialect_gives_one_error_that_says_so() {
    let legacy =
        "channels: c, d agent A init: TRUE && TRUE repeat: <TRUE> *? [] system = A(a, TRUE) | A(b, TRUE)";
    let found = errors(legacy, Dialect::New);
    assert_eq!(found.len(), 1, "{found:#?}");
    assert_eq!(found[0].help.as_deref(), Some("try `--language rcheck-legacy`"));
    let found = errors(&format!("enum channel {{c}} {}", with_spec("[[true]] true")), Dialect::Legacy);
    assert_eq!(found.len(), 1, "{found:#?}");
    assert_eq!(found[0].help.as_deref(), Some("try `--language rcheck`"));
}

#[test]
fn types_of_other_dialects_are_named() {
    for (ty, code) in [
        ("boolean", "rcheck::foreign-spelling"),
        ("integer", "rcheck::foreign-spelling"),
        ("real", "rcheck::no-reals"),
        ("99999999999999999999..3", "rcheck::number-too-large"),
    ] {
        let found = errors(&format!("message-structure: M : {ty} {}", with_spec("true")), Dialect::New);
        assert_eq!(found.iter().map(|d| d.code).collect::<Vec<_>>(), [code], "{ty}");
    }
    let legacy = "channels: c message-structure: M : Real agent A repeat: <true> *? [] system = A(a, true)";
    assert_eq!(errors(legacy, Dialect::Legacy)[0].code, "rcheck::no-reals");
}

#[test]
fn expected_and_found_are_said_in_words() {
    for (text, at, message) in [
        (with_guard("a &"), ";", "expected an expression, found `;`"),
        (with_guard("(a & b"), ";", "expected `)`, found `;`"),
        (with_guard("a b"), "b;", "expected an operator, or `;` to end the guard, found `b`"),
        (with_guard("a < b < c"), "< c", "comparisons cannot be chained"),
        (with_guard("x <-1"), "<-", "`<-` is one symbol, not a comparison"),
        (with_guard("x % 2"), "%", "unexpected character `%`"),
        (with_guard("any = 1"), "any", "`any` is a reserved word and cannot name a value"),
        (with_process("{true} *? (M := 1)[]"), "(M", "a receive has no data of its own"),
        (with_process("{true} *! ()[]"), "()", "this send has data, but no guard"),
        (with_process("{true} *! (M := 1)[]"), "(M", "this send has data, but no guard"),
        (
            with_process("{true} *? [] {true} *? []"),
            "{true} *? [] s",
            "expected `+`, `;`, or the next section, found `{`",
        ),
        (with_process("{true} *? [x := 1,]"), ",]", "nothing follows this comma"),
        (with_spec("<true> true"), "<true", "`<…>` is written `<<…>>` in this dialect"),
        (with_spec("true LTLSPEC true"), "LTLSPEC", "`LTLSPEC` is written `SPEC` in this dialect"),
        (with_process("{true} *! true []"), "[]", "expected the data `(…)`, which may be empty, found `[`"),
        (with_process("{true} *? [x = 1]"), "= 1", "an assignment is written `:=`"),
        (with_process("{true} GET@x()[]"), "x()", "expected `(` and whom to get from, found `x`"),
        (
            with_process("*? []"),
            "*?",
            "expected a command, which begins with its precondition `{…}`, found `*`",
        ),
        (
            with_process("({true} *? []"),
            "system",
            "expected `+`, `;` or `)`, found the reserved word `system`",
        ),
        (with_spec("true )"), ")", "expected an operator, `;`, or the next SPEC, found `)`"),
        (with_spec("G (x.n = 1)"), ".n", "`x.n` is written `x-n` in R-CHECK"),
        (with_spec("G (x-n = 1 && x-n = 2)"), "&&", "`&&` is written `&` in this dialect"),
        (with_spec("G (true and true)"), "and", "`and` is written `&` in R-CHECK"),
        (with_spec("[] true"), "[]", "`[]` is written `G` in R-CHECK"),
        (with_spec("true -> EF true"), "EF", "`EF` is not in R-CHECK"),
        (
            with_spec("forall k . true"),
            ". ",
            "expected `:` and the agent types that the variable ranges over, found `.`",
        ),
        (
            with_spec("99999999999999999999 = 1"),
            "9999",
            "this number is larger than 9223372036854775807, the largest integer",
        ),
    ] {
        one_error(&text, Dialect::New, at, message);
    }
}

#[test]
fn the_missing_parts_of_a_model_are_named() {
    one_error(
        "agent A repeat: {true} *? []",
        Dialect::New,
        "",
        "this model has no `system`, so there is nothing to analyse",
    );
    one_error(
        "",
        Dialect::New,
        "",
        "expected a model: declarations, agents and a system, found the end of the text",
    );
    let text = format!("{} system = A(a, true)", with_process("{true} *? []"));
    one_error(&text, Dialect::New, "system = A(a", "a model has one `system` only");
}

#[test]
fn misspelt_sections_get_a_suggestion() {
    let text = "agent A locals: x : int init: true repeat: {true} *? [] system = A(one, true)";
    let found = errors(text, Dialect::New);
    assert_eq!(found.len(), 1, "{found:#?}");
    assert_eq!(found[0].help.as_deref(), Some("did you mean `local`?"));
    let text = "agent A local: x : int; init: true; repeat: {true} *? [] system = A(one, true)";
    assert_eq!(errors(text, Dialect::New).len(), 2);
}

#[test]
fn everyday_slips_are_told_with_what_is_meant() {
    let model = "message-structure: M : int\nproperty-variables: p : bool\n\
                 agent A local: x : bool init: x = false repeat: {x} *? []\nsystem = A(one, true)\nSPEC G !one-x\n";
    assert!(errors(model, Dialect::New).is_empty());
    for (from, to, message, help) in [
        (
            "message-structure",
            "message-strucure",
            "expected the next section (`enum`, `guard`, `agent`, `system`, `SPEC`, …), found `message`",
            "did you mean `message-structure`?",
        ),
        (
            "property-variables",
            "propery-variables",
            "expected the next section (`enum`, `guard`, `agent`, `system`, `SPEC`, …), found `propery`",
            "did you mean `property-variables`?",
        ),
        (
            "variables: p",
            "variables: @p",
            "a variable is declared without the `@`",
            "declare it as `p`; the `@` stands where a property variable is used",
        ),
        ("x = false", "x := false", "`:=` assigns; a condition compares with `=`", ""),
        ("{x}", "{not x}", "`not` is written `!` in R-CHECK", ""),
        ("{x}", "{x <> false}", "`<>` is written `!=` in R-CHECK", ""),
        ("G !one-x", "[] !one-x", "`[]` is written `G` in R-CHECK", ""),
        (
            "G !one-x",
            "foral k : A . G !k-x",
            "expected an operator, `;`, or the next SPEC, found `k`",
            "did you mean `forall` instead of `foral`?",
        ),
        ("G !one-x", "for all k : A . G !k-x", "`for all` is written `forall` in R-CHECK", ""),
        (
            "G !one-x",
            "EF !one-x",
            "`EF` is not in R-CHECK",
            "specifications are about all runs, and none asks what can still be reached. A whole specification `EF p` is answered by `G !p`, whose counterexample is a run that reaches `p`; inside another formula there is nothing for it",
        ),
    ] {
        let found = errors(&model.replacen(from, to, 1), Dialect::New);
        assert_eq!(found.len(), 1, "{to}: {found:#?}");
        assert_eq!(found[0].message, message, "{to}");
        assert_eq!(found[0].help.as_deref().unwrap_or_default(), help, "{to}");
    }
}

#[test]
fn mistakes_in_different_places_are_all_reported_and_nothing_else() {
    let text = "enum e {a, agent, b}
message-structure: M : int, N int, 3 : bool
guard g(x : int) := x + ;
guard h() := (a & ) | (b | | c);
agent A
    local: x : , y : bool
    init: x = = 1
    relabel: p < x
    receive-guard: (chan = *
    repeat: ( {x *? [] + {y} *! true [] ; {y} c? [y : true] + a: {y} c? [] )
agent B
    repeat: {true} *? []
system = A(one true) || B(two, true) || (three, true)
SPEC F F
SPEC true true
SPEC G one-x";
    let found = errors(text, Dialect::New);
    let places: Vec<_> =
        found.iter().map(|d| text[..d.span.start as usize].matches('\n').count() + 1).collect();
    assert_eq!(places, [1, 2, 2, 3, 4, 4, 6, 7, 8, 10, 10, 10, 13, 13, 15, 15], "{found:#?}");
}

#[test]
fn nesting_and_chains_have_a_limit_but_long_conjunctions_do_not() {
    let deep = |n: usize| format!("{}a{}", "(".repeat(n), ")".repeat(n));
    assert!(errors(&with_guard(&deep(150)), Dialect::New).is_empty());
    let codes = |text: String| errors(&text, Dialect::New).iter().map(|d| d.code).collect::<Vec<_>>();
    assert_eq!(codes(with_guard(&deep(100_000))), ["rcheck::too-deep"]);
    assert_eq!(codes(with_guard(&format!("{}a", "!".repeat(100_000)))), ["rcheck::too-deep"]);
    assert_eq!(codes(with_guard(&vec!["a"; 100_000].join(" + "))), ["rcheck::too-deep"]);
    assert_eq!(codes(with_guard(&vec!["a"; 100_000].join(" -> "))), ["rcheck::too-deep"]);
    assert_eq!(codes(with_guard(&"g(".repeat(100_000))), ["rcheck::too-deep"]);
    assert_eq!(codes(with_guard(&"g(a, ".repeat(100_000))), ["rcheck::too-deep"]);
    assert_eq!(codes(with_spec(&"forall k : A . ".repeat(100_000))), ["rcheck::too-deep"]);
    assert_eq!(codes(with_spec(&"<<".repeat(100_000))), ["rcheck::too-deep"]);
    assert_eq!(codes(with_process(&"(".repeat(100_000))), ["rcheck::too-deep"]);
    assert_eq!(codes(with_process(&format!("{} {{x}} *? []", "rep ".repeat(100_000)))), ["rcheck::too-deep"]);
    assert!(errors(&with_guard(&vec!["a"; 100_000].join(" & ")), Dialect::New).is_empty());
    assert!(errors(&with_process(&vec!["{x} *? []"; 20_000].join("+")), Dialect::New).is_empty());
    assert!(errors(&with_process(&vec!["{x} *? []"; 20_000].join(";")), Dialect::New).is_empty());
}

/// A reserved word that stands for a name is no operator in the text of agents, and one complaint is enough.
#[test]
fn a_reserved_word_is_refused_once() {
    let text = "message-structure: G : bool agent A local: U : bool, n : 0..2 init: U & !(G = U) \
                repeat: {G} *? [U := G] + {U} *! true (G := U)[] system = A(a, true) SPEC G !a-U";
    let found = errors(text, Dialect::New);
    let said: Vec<&str> = found.iter().map(|error| error.message.as_str()).collect();
    let refused = |word: &str, what: &str| format!("`{word}` is a reserved word and cannot name {what}");
    assert_eq!(said, [refused("G", "a variable"), refused("U", "a variable")]);
    assert!(found.iter().all(|error| error.labels.len() >= 3), "{found:?}");
}
