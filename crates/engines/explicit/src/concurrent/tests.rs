//! All threads find a run where one thread does, and it is one.

use std::cell::Cell;

use proptest::prelude::*;
use synod_core::{Budget, Engine, Formula, Silent, System, Verdict};
use synod_passes::under_fairness;
use synod_simulate::{Interpreter, judge};
use synod_testing::{Fragment, fair_questions, property, runner};

use crate::Explicit;

fn agree(cases: u32, depth: Option<u64>) {
    let (violated, held) = (Cell::new(0), Cell::new(0));
    let test = |(system, formula): (System, Formula)| {
        let check = |threads: usize| {
            let mut budget = Budget::unlimited();
            (budget.threads, budget.int_bound, budget.depth) = (threads, 3, depth);
            Explicit::new(&system).check(&property(formula.clone()), &budget, &Silent).verdict
        };
        let one = check(1);
        for threads in [2, 5] {
            match (check(threads), &one) {
                (Verdict::Violated(found), Verdict::Violated(_)) => {
                    let interpreter = Interpreter::new(&system).with_int_bound(3);
                    let formula = under_fairness(&formula, &system.fairness);
                    prop_assert_eq!(judge(&interpreter, &formula, &found), Ok(()));
                    violated.set(violated.get() + 1);
                }
                (other, one) => {
                    prop_assert_eq!(format!("{other:?}"), format!("{one:?}"));
                    held.set(held.get() + 1);
                }
            }
        }
        Ok(())
    };
    runner(cases).run(&fair_questions(Fragment::Linear), test).unwrap();
    let (violated, held) = (violated.get(), held.get());
    assert!(violated > cases / 5 && held > cases / 5, "{violated} violated, {held} not");
}

#[test]
fn several_threads_find_a_run_where_one_does() {
    agree(1500, None);
}

#[test]
fn a_bounded_search_on_several_threads_looks_as_far_as_on_one() {
    agree(500, Some(2));
}
