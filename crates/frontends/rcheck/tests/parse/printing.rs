//! What is printed reads back as the same tree.

use proptest::prelude::*;
use synod_rcheck::ast::Dialect;
use synod_rcheck::parse::Reading::Standard;
use synod_rcheck::parse::{print_expr, print_expr_full, print_process, print_process_full};

use crate::{formula, process, with_spec};

/// Random formulas with random parentheses.
fn formulas() -> impl Strategy<Value = String> {
    let atom =
        prop::sample::select(vec!["true", "one-v", "3", "one-automaton-state", "@p", "chan", "g(one-v, 2)"])
            .prop_map(str::to_string);
    atom.prop_recursive(5, 40, 3, |inner| {
        let infix = prop::sample::select(vec!["+", "-", "*", "/", "&", "|", "->", "<->", "U", "R", "W"]);
        let comparison = prop::sample::select(vec!["=", "!=", "<", "<=", ">", ">="]);
        let prefix = prop::sample::select(vec![
            "!",
            "-",
            "F ",
            "G ",
            "X ",
            "<<sender = one>> ",
            "[[p2p | exists(@p = 1)]] ",
            "forall k : A | B . ",
            "exists k : Agent . ",
        ]);
        prop_oneof![
            (inner.clone(), infix, inner.clone()).prop_map(|(a, op, b)| format!("{a} {op} {b}")),
            (inner.clone(), comparison, inner.clone()).prop_map(|(a, op, b)| format!("({a}) {op} ({b})")),
            (prefix, inner.clone()).prop_map(|(op, a)| format!("{op}{a}")),
            inner.clone().prop_map(|a| format!("({a})")),
            inner.prop_map(|a| format!("K(one, {a})")),
        ]
    })
}

/// Random processes with random parentheses.
fn processes() -> impl Strategy<Value = String> {
    let command = prop::sample::select(vec![
        "{true} *? []",
        "a: {x} c! w ()[]",
        "{x} GET@(y)()[x := 1]",
        "b: {x = 1} SUPPLY@(any)(M := 1)[]",
    ])
    .prop_map(str::to_string);
    command.prop_recursive(4, 30, 2, |inner| {
        prop_oneof![
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("{a}; {b}")),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("{a} + {b}")),
            inner.clone().prop_map(|a| format!("rep {a}")),
            inner.prop_map(|a| format!("({a})")),
        ]
    })
}

proptest! {
    #[test]
    fn printed_formulas_read_back(text in formulas()) {
        // Chained comparisons may come about; they are refused, and no matter here.
        if crate::diagnose(&with_spec(&text), Dialect::New, Standard).iter().any(|d| d.message.contains("chained")) {
            return Ok(());
        }
        let tree = formula(&text, Standard);
        let full = print_expr_full(&tree);
        for printed in [print_expr(&tree), full.clone()] {
            let again = formula(&printed, Standard);
            // Grouping of `&` and `|` chains may change once, their meaning does not.
            prop_assert_eq!(print_expr(&again), print_expr(&tree), "{} read back", printed);
        }
        prop_assert_eq!(print_expr_full(&formula(&full, Standard)), full);
    }

    #[test]
    fn printed_processes_read_back(text in processes()) {
        let tree = process(&text, Standard);
        let full = print_process_full(&tree);
        for printed in [print_process(&tree), full.clone()] {
            prop_assert_eq!(print_process(&process(&printed, Standard)), print_process(&tree));
        }
        prop_assert_eq!(print_process_full(&process(&full, Standard)), full);
    }
}

#[test]
fn minimal_printing_keeps_only_the_parentheses_that_matter() {
    for (text, expected) in [
        ("((one-v = 1) & (two-v = 2)) | true", "one-v = 1 & two-v = 2 | true"),
        ("(F true) & true", "(F true) & true"),
        ("true & (F (true -> true))", "true & F true -> true"),
        ("!(F true)", "!F true"),
        ("(true -> true) -> true", "(true -> true) -> true"),
        ("1 - (2 - 3) = 1", "1 - (2 - 3) = 1"),
    ] {
        assert_eq!(print_expr(&formula(text, Standard)), expected, "{text}");
    }
}
