//! What our printers write is read back: systems and their circuits have the same verdicts, whoever decides them.

#[allow(dead_code)]
mod common;

use common::{answers, load};
use proptest::prelude::*;
use proptest::test_runner::TestCaseError;
use synod_circuits::frontend::{AIGER, BTOR2};
use synod_core::{Budget, Engine, Formula, System, show_formula};
use synod_explicit::Explicit;
use synod_frontend::Frontend;
use synod_printers::circuit::Printable;
use synod_printers::{aiger, btor2};
use synod_testing::{Fragment, property, questions, runner};

/// The texts that our printers write, each with the language that reads it.
fn texts(system: &System, formula: &Formula) -> Option<Vec<(&'static dyn Frontend, String)>> {
    let property = property(formula.clone());
    let bits = Printable::new(system, &property, 3).ok()?;
    let words = Printable::with_words(system, &property, 3).ok()?;
    let binary = AIGER.decode(&aiger::binary(&bits)).expect("binary").expect("well formed");
    assert_eq!(binary, aiger::text(&bits));
    Some(vec![(&AIGER, binary), (&BTOR2, btor2::text(&words))])
}

fn agrees(system: &System, formula: &Formula) -> Result<(), TestCaseError> {
    let mut budget = Budget::default();
    budget.int_bound = 3;
    let expected = Explicit::new(system).holds(&property(formula.clone()), &budget);
    let (Some(expected), Some(texts)) = (expected, texts(system, formula)) else {
        return Err(TestCaseError::reject("not decided or not printable"));
    };
    for (language, text) in texts {
        let model =
            load(language, &text).map_err(|problem| TestCaseError::fail(format!("{problem:?}\n{text}")))?;
        let [question] = &model.compiled.properties[..] else { panic!("one property\n{text}") };
        let answers = answers(&model.compiled.system, question);
        prop_assert!(!answers.is_empty());
        let is_right = answers.iter().all(|(_, holds)| *holds == expected);
        prop_assert!(is_right, "{}\n{:?}\n{}", show_formula(system, formula), answers, text);
    }
    Ok(())
}

#[test]
fn invariants_of_random_systems_keep_their_verdicts() {
    let test = |(system, formula): (System, Formula)| agrees(&system, &formula);
    runner(40).run(&questions(Fragment::Invariant), test).unwrap();
}

#[test]
fn linear_time_of_random_systems_keeps_its_verdicts() {
    let test = |(system, formula): (System, Formula)| agrees(&system, &formula);
    runner(30).run(&questions(Fragment::Linear), test).unwrap();
}
