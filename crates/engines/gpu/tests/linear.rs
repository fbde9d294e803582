//! Formulas of linear time are decided as explicit-state search decides them, and every run that is shown is judged.

mod support;

use std::cell::Cell;

use proptest::prelude::*;
use support::{budget, counters, device};
use synod_core::{Engine, Formula, Proof, Silent, System, Verdict};
use synod_explicit::Explicit;
use synod_gpu::{Cards, Gpu};
use synod_simulate::{Interpreter, judge};
use synod_testing::{Fragment, fair_questions, property, runner};

#[test]
fn formulas_of_random_systems_are_decided_alike() {
    let Some(_alone) = device() else { return };
    let budget = budget();
    let (held, finite, lassos) = (Cell::new(0), Cell::new(0), Cell::new(0));
    let test = |((system, formula), small): ((System, Formula), bool)| {
        let engine = Gpu::on_cards(&system, Cards { count: 1, memory: 1 << 30, small });
        let is_invariant = formula.as_invariant().is_some();
        if is_invariant || engine.supports(&formula).is_err() {
            return Err(TestCaseError::reject("it is an invariant, or about something else"));
        }
        let asked = property(formula.clone());
        let ours = engine.check(&asked, &budget, &Silent).verdict;
        let known = Explicit::new(&system).check(&asked, &budget, &Silent).verdict;
        prop_assert_eq!(ours.word(), known.word(), "{:?} and {:?}", ours, known);
        match &ours {
            Verdict::Violated(ours) => {
                let count = if ours.trace.loop_start.is_some() { &lassos } else { &finite };
                count.set(count.get() + 1);
                let interpreter = Interpreter::new(&system).with_int_bound(budget.int_bound);
                prop_assert_eq!(judge(&interpreter, &formula, ours), Ok(()));
            }
            _ => held.set(held.get() + 1),
        }
        Ok(())
    };
    runner(24).run(&(fair_questions(Fragment::Linear), any::<bool>()), test).unwrap();
    let seen = (held.get(), finite.get(), lassos.get());
    assert!(seen.0 > 0 && seen.1 > 0 && seen.2 > 0, "holds, finite runs, lassos: {seen:?}");
}

/// `F` of a dead end: some counter never stops. And the same again and again.
#[test]
fn runs_of_many_states_are_followed_to_their_end() {
    let Some(_alone) = device() else { return };
    let system = counters(4, 9);
    let ends = Formula::Finally(Box::new(Formula::Deadlock));
    let again = Formula::Globally(Box::new(ends.clone()));
    for (formula, small) in [(ends, true), (again, false)] {
        let engine = Gpu::on_cards(&system, Cards { count: 1, memory: 1 << 30, small });
        let verdict = engine.check(&property(formula), &budget(), &Silent).verdict;
        assert!(
            matches!(&verdict, Verdict::Holds(Proof::Exhausted { states }) if *states >= 10_000),
            "{verdict:?}"
        );
    }
    // For ever after the end nothing else happens.
    let never_ends = Formula::Finally(Box::new(Formula::Globally(Box::new(Formula::Deadlock.not()))));
    let asked = property(never_ends.clone());
    let verdict = Gpu::new(&system).check(&asked, &budget(), &Silent).verdict;
    let Verdict::Violated(found) = verdict else { panic!("{verdict:?}") };
    assert_eq!((found.trace.steps.len(), found.trace.loop_start), (37, Some(36)));
    assert_eq!(judge(&Interpreter::new(&system), &never_ends, &found), Ok(()));
}
