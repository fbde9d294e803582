//! What is found is real, what is counted is right where nothing is left out, and what is left out is told.

use std::cell::Cell;

use proptest::prelude::*;
use synod_core::{Budget, Engine, Formula, Outcome, Remark, Silent, System, Verdict};
use synod_simulate::{Interpreter, judge};
use synod_testing::{Fragment, counters, property, questions, runner};

use super::{BugHunt, Hunting};
use crate::Explicit;

const ALL: [Hunting; 3] = [Hunting::Compact, Hunting::Bitstate, Hunting::Swarm];

fn budget(threads: usize) -> Budget {
    let mut budget = Budget::unlimited();
    (budget.threads, budget.int_bound) = (threads, 3);
    budget
}

fn hunt(system: &System, formula: &Formula, by: Hunting, table: Option<u64>, threads: usize) -> Outcome {
    let mut engine = BugHunt::new(system, by, 1);
    engine.table = table;
    engine.check(&property(formula.clone()), &budget(threads), &Silent)
}

#[test]
fn violations_are_real_and_none_is_missed_where_nothing_is_left_out() {
    let (violated, bounded) = (Cell::new(0), Cell::new(0));
    let test = |(system, formula): (System, Formula)| {
        let whole = Explicit::new(&system).check(&property(formula.clone()), &budget(1), &Silent);
        if BugHunt::new(&system, Hunting::Compact, 0).supports(&formula).is_err() {
            return Ok(());
        }
        let interpreter = Interpreter::new(&system).with_int_bound(3);
        for (by, table) in [
            (Hunting::Compact, Some(1 << 16)),
            (Hunting::Bitstate, Some(1 << 18)),
            (Hunting::Swarm, Some(1 << 18)),
            // Hardly anything is told apart.
            (Hunting::Compact, Some(64)),
            (Hunting::Bitstate, Some(8)),
            (Hunting::Swarm, Some(16)),
        ] {
            let is_ample = table > Some(1 << 12);
            let outcome = hunt(&system, &formula, by, table, 2);
            match (&outcome.verdict, &whole.verdict) {
                (Verdict::Violated(found), Verdict::Violated(_)) => {
                    prop_assert_eq!(judge(&interpreter, &formula, found), Ok(()));
                    violated.set(violated.get() + 1);
                }
                (Verdict::Bounded { .. }, Verdict::Violated(_)) => {
                    prop_assert!(!is_ample, "{:?} missed a violation", by);
                    let told = outcome.statistics.omission.map_or(0.0, |omission| omission.of_any);
                    prop_assert!(told > 1e-9, "{:?}", outcome.statistics);
                }
                (Verdict::Bounded { .. }, Verdict::Holds(_)) => {
                    let states = outcome.statistics.search.map(|search| search.states);
                    prop_assert!(states <= whole.statistics.states);
                    prop_assert!(!is_ample || states == whole.statistics.states, "{:?}", by);
                    bounded.set(bounded.get() + 1);
                }
                (Verdict::Bounded { .. }, Verdict::Bounded { .. }) => {}
                (Verdict::Holds(_), Verdict::Holds(_)) => prop_assert_eq!(outcome.statistics.states, Some(0)),
                other => prop_assert!(false, "{by:?}: {other:?}"),
            }
        }
        Ok(())
    };
    runner(500).run(&questions(Fragment::Invariant), test).unwrap();
    assert!(violated.get() > 300 && bounded.get() > 300, "{} and {}", violated.get(), bounded.get());
}

#[test]
fn threads_visit_every_state_once_and_give_each_other_work() {
    let system = counters(4, 9);
    let never = Formula::Globally(Box::new(Formula::Faulty.not()));
    for threads in [1, 2, 5] {
        let outcome = hunt(&system, &never, Hunting::Compact, Some(1 << 20), threads);
        let search = outcome.statistics.search.unwrap();
        assert_eq!((search.states, search.transitions), (10_000, 4 * 9 * 1000), "{threads} threads");
        assert_eq!(
            outcome.verdict,
            Verdict::Bounded { within: "among 10 000 states that were visited".into() }
        );
        assert!(matches!(outcome.remarks[..], [Remark::Omission { .. }]), "{:?}", outcome.remarks);
    }
}

#[test]
fn a_deadlock_far_away_is_found_and_a_table_that_is_full_is_told() {
    let system = counters(4, 9);
    let live = Formula::Globally(Box::new(Formula::Deadlock.not()));
    for by in ALL {
        let Verdict::Violated(found) = hunt(&system, &live, by, Some(1 << 20), 2).verdict else {
            panic!("{by:?}")
        };
        assert_eq!(found.trace.steps.len(), 36);
    }
    let never = Formula::Globally(Box::new(Formula::Faulty.not()));
    let outcome = hunt(&system, &never, Hunting::Compact, Some(4096), 1);
    let Verdict::Bounded { within } = outcome.verdict else { panic!("{:?}", outcome.verdict) };
    assert!(within.ends_with("visited before the memory limit was reached"), "{within}");
}

#[test]
fn only_invariants_are_supported() {
    let system = counters(1, 1);
    let engine = BugHunt::new(&system, Hunting::Bitstate, 0);
    assert!(engine.supports(&Formula::Finally(Box::new(Formula::Deadlock))).is_err());
    assert!(engine.supports(&Formula::Globally(Box::new(Formula::Deadlock.not()))).is_ok());
}
