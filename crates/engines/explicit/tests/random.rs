//! The engine against the definition, on random systems and formulas. `SYNOD_CASES` asks for more.

mod naive;

use std::cell::Cell;

use naive::steps::Points;
use naive::temporal::{Judge, temporal_size};
use naive::validate::{assert_fails, assert_run};
use proptest::prelude::*;
use proptest::test_runner::TestCaseError;
use synod_core::{Budget, Engine, Formula, Proof, Silent, StepPredicateId, System, Verdict, show_formula};
use synod_explicit::Explicit;
use synod_simulate::{Interpreter, judge};
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

/// Nothing is known of what follows a state whose steps are not explored, not even that its run pauses there.
#[test]
fn a_bounded_search_tells_of_runs_that_are_possible_and_of_all_that_are_near() {
    let (near, far) = (Cell::new(0), Cell::new(0));
    let test = |(system, formula): (System, Formula)| {
        let Some(inner) = formula.as_invariant().filter(|_| !system.step_predicates.is_empty()) else {
            return Err(TestCaseError::reject("not about arrivals"));
        };
        // Without arrivals no runs are looked for.
        let arrived = Formula::Arrived(StepPredicateId(0));
        let formula = Formula::Globally(Box::new(Formula::Or(vec![inner.clone(), arrived])));
        let check = |depth: Option<u64>| {
            let mut budget = budget(1);
            budget.depth = depth;
            Explicit::new(&system).check(&property(formula.clone()), &budget, &Silent).verdict
        };
        let steps = |verdict: &Verdict| match verdict {
            Verdict::Violated(found) => Some(found.trace.steps.len() as u64),
            _ => None,
        };
        let nearest = steps(&check(None));
        for depth in 0..4 {
            let verdict = check(Some(depth));
            if let Verdict::Violated(found) = &verdict {
                let interpreter = Interpreter::new(&system).with_int_bound(INT_BOUND);
                prop_assert_eq!(judge(&interpreter, &formula, found), Ok(()));
            }
            prop_assert!(nearest.is_some() || steps(&verdict).is_none());
            match nearest {
                Some(nearest) if nearest <= depth => {
                    near.set(near.get() + 1);
                    prop_assert!(steps(&verdict).is_some(), "{verdict:?}");
                }
                _ => far.set(far.get() + 1),
            }
        }
        Ok(())
    };
    runner(600).run(&questions(Fragment::Invariant), test).unwrap();
    assert!(near.get() > 200 && far.get() > 200, "{near:?} near, {far:?} far or none");
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
