//! Engines before the judge: on random systems and formulas the interpreter confirms every violation.

use proptest::prelude::*;
use proptest::test_runner::TestCaseError;
use synod_check::{AUTO, Checker, Reductions};
use synod_core::{Budget, Formula, Property, PropertyOrigin, Silent, System, Verdict, show_formula};
use synod_testing::{Fragment, questions, runner};

fn budget() -> Budget {
    let mut budget = Budget::unlimited();
    (budget.threads, budget.int_bound, budget.depth) = (1, 3, Some(12));
    budget
}

fn property(system: &System, formula: Formula) -> Property {
    Property {
        name: "p".into(),
        text: show_formula(system, &formula),
        formula,
        span: Default::default(),
        origin: PropertyOrigin::BuiltIn,
    }
}

fn no_internal_error((system, formula): (System, Formula)) -> Result<(), TestCaseError> {
    let budget = budget();
    let property = property(&system, formula);
    let text = property.text.clone();
    let checker = Checker::new(&system, AUTO).expect("the choice can be left to the tool");
    let answer = checker.answer(&property, &budget, &Silent);
    if let Verdict::Unknown { reason, .. } = answer.outcome.verdict {
        prop_assert!(!reason.contains("internal error"), "{text}: {reason}");
    }
    Ok(())
}

#[test]
fn violations_of_linear_time_are_confirmed() {
    runner(2000).run(&questions(Fragment::Linear), no_internal_error).unwrap();
}

#[test]
fn violations_of_knowledge_and_branching_time_are_confirmed() {
    runner(1000).run(&questions(Fragment::Full), no_internal_error).unwrap();
}

/// Slices and whole systems are of one mind, also about whether a goal is reached.
fn slices_agree((system, formula): (System, Formula)) -> Result<(), TestCaseError> {
    let mut goal = None;
    formula.any(&mut |part| {
        if let Formula::State(_) = part {
            goal = Some(part.clone());
        }
        false
    });
    let reached = goal.map(|goal| Formula::Finally(Box::new(Formula::Or(vec![goal, Formula::Deadlock]))));
    let checker = Checker::new(&system, AUTO).expect("the choice can be left to the tool");
    let reductions = Reductions::default();
    let slicing =
        Checker::new(&system, AUTO).expect("the choice can be left to the tool").reducing(Some(&reductions));
    for formula in std::iter::once(formula).chain(reached) {
        let property = property(&system, formula);
        let whole = checker.answer(&property, &budget(), &Silent).outcome.verdict;
        let sliced = slicing.answer(&property, &budget(), &Silent).outcome.verdict;
        if whole.is_conclusive() && sliced.is_conclusive() {
            prop_assert_eq!(whole.word(), sliced.word(), "{}", property.text);
        }
    }
    Ok(())
}

#[test]
fn slices_answer_as_the_whole_system_does() {
    runner(2000).run(&questions(Fragment::Linear), slices_agree).unwrap();
}
