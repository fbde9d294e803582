//! The engine against the definition, on random systems and formulas. `SYNOD_CASES` asks for more.

mod naive;

use naive::steps::Points;
use naive::temporal::{Judge, temporal_size};
use naive::validate::{assert_fails, assert_run};
use proptest::prelude::*;
use proptest::test_runner::TestCaseError;
use synod_core::{Budget, Engine, Formula, Proof, Silent, System, Verdict, show_formula};
use synod_explicit::Explicit;
use synod_testing::{Fragment, property, questions, runner, systems};

const INT_BOUND: i64 = 3;

fn budget(threads: usize) -> Budget {
    let mut budget = Budget::default();
    (budget.threads, budget.int_bound) = (threads, INT_BOUND);
    budget
}

#[test]
fn reachable_states_are_those_of_the_definition() {
    let test = |system: System| {
        let Some(points) = Points::explore(&system, INT_BOUND, 3000) else {
            return Err(TestCaseError::reject("too large"));
        };
        let mut seen = std::collections::HashMap::new();
        for (point, moves) in points.points.iter().zip(&points.moves) {
            seen.insert(&point.state, moves);
        }
        let found = Explicit::new(&system).explore(&budget(2), &Silent);
        prop_assert!(found.complete);
        prop_assert_eq!(found.states, seen.len() as u64);
        prop_assert_eq!(found.transitions, seen.values().map(|m| m.taken.len() as u64).sum::<u64>());
        prop_assert_eq!(found.deadlocks, seen.values().filter(|m| m.is_deadlock()).count() as u64);
        prop_assert_eq!(found.faults, seen.values().filter(|m| m.faulty).count() as u64);
        prop_assert_eq!(found.cut, points.cut);
        Ok(())
    };
    runner(1500).run(&systems(), test).unwrap();
}

/// Compares the verdict with the definition and validates the evidence.
fn agrees(system: &System, formula: &Formula) -> Result<(), TestCaseError> {
    if temporal_size(formula) > 4 {
        return Err(TestCaseError::reject("too large"));
    }
    let Some(points) = Points::explore(system, INT_BOUND, 24) else {
        return Err(TestCaseError::reject("too large"));
    };
    let expected = Judge { points: &points }.holds(formula);
    let outcome = Explicit::new(system).check(&property(formula.clone()), &budget(1), &Silent);
    let text = show_formula(system, formula);
    match &outcome.verdict {
        // What is not explored does not matter to a formula about the initial states.
        Verdict::Holds(Proof::Initial { .. }) => prop_assert!(expected, "{} should fail", text),
        Verdict::Holds(_) => prop_assert!(expected && !points.cut, "{} should fail", text),
        Verdict::Bounded { .. } => prop_assert!(expected && points.cut, "{} should fail", text),
        Verdict::Unknown { reason, .. } => {
            prop_assert!(points.cut && !formula.is_linear(), "{}", reason)
        }
        Verdict::Violated(counterexample) => {
            // A run that leaves what is explored may fail in a way that the definition does not see.
            prop_assert!(!expected || points.cut, "{} should hold", text);
            assert_run(&points, &counterexample.trace, true);
            for companion in &counterexample.companions {
                assert_run(&points, &companion.run.trace, !companion.looks_same_to.is_empty());
                prop_assert!(companion.at < counterexample.trace.states.len());
            }
            // Of formulas that are not about one run, a run alone does not show the failure.
            if formula.is_linear() {
                let failing = fragment_conjuncts(formula);
                let mut last = None;
                let shown = failing.iter().any(|part| {
                    let check = std::panic::catch_unwind(|| assert_fails(&points, part, counterexample));
                    last = check.err();
                    last.is_none()
                });
                prop_assert!(shown, "the trace does not show that {} fails", text);
            }
        }
    }
    Ok(())
}

/// The conjuncts of which one is claimed to fail.
fn fragment_conjuncts(formula: &Formula) -> Vec<Formula> {
    match formula {
        Formula::And(list) => list.iter().flat_map(fragment_conjuncts).collect(),
        Formula::Not(inner) => match &**inner {
            Formula::Or(list) => list.iter().flat_map(|f| fragment_conjuncts(&f.clone().not())).collect(),
            Formula::Not(inner) => fragment_conjuncts(inner),
            _ => vec![formula.clone()],
        },
        _ => vec![formula.clone()],
    }
}

#[test]
fn invariants_are_those_of_the_definition() {
    runner(600).run(&questions(Fragment::Invariant), |(system, formula)| agrees(&system, &formula)).unwrap();
}

#[test]
fn linear_time_verdicts_are_those_of_the_definition() {
    runner(1000).run(&questions(Fragment::Linear), |(system, formula)| agrees(&system, &formula)).unwrap();
}

#[test]
fn knowledge_and_branching_time_verdicts_are_those_of_the_definition() {
    runner(1000).run(&questions(Fragment::Full), |(system, formula)| agrees(&system, &formula)).unwrap();
}
