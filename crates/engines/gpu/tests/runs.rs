//! Random runs made on a device are those that the processor makes: number by number, with the same verdict after as
//! many steps.

mod support;

use std::cell::Cell;

use proptest::prelude::*;
use support::{budget, device};
use synod_core::{Formula, System};
use synod_gpu::DeviceRuns;
use synod_simulate::statistics::{AtHorizon, Experiment, RunVerdict, Runner};
use synod_simulate::{Interpreter, Monitor};
use synod_testing::{Fragment, questions, runner};

const RUNS: u64 = 60;
const HORIZON: u64 = 20;

#[test]
fn runs_of_random_systems_have_the_same_verdicts_after_as_many_steps() {
    let Some(_alone) = device() else { return };
    let budget = budget();
    let (settled, open, stuck) = (Cell::new(0), Cell::new(0), Cell::new(0));
    let test = |((system, formula), seed): ((System, Formula), u64)| {
        let interpreter = Interpreter::new(&system).with_int_bound(budget.int_bound);
        if !Monitor::watches(&formula) || interpreter.initial(1).states.is_empty() {
            return Err(TestCaseError::reject("single runs do not decide it, or there is none"));
        }
        // A stricter formula, as languages have it where dead ends may make the usual one true.
        let strict =
            Formula::And(vec![formula.clone(), Formula::Globally(Box::new(Formula::Deadlock.not()))]);
        let strict = (seed % 2 == 0).then_some(&strict);
        let at_horizon =
            [AtHorizon::Undecided, AtHorizon::NotViolated, AtHorizon::NotSatisfied][seed as usize % 3];
        let experiment =
            Experiment::new(interpreter, &formula, HORIZON, seed).strictly(strict).at_horizon(at_horizon);
        let Ok(runs) = DeviceRuns::new(&experiment) else {
            return Err(TestCaseError::reject("the formula is too large, or a variable too wide"));
        };
        let (ours, stop) = runs.verdicts(&experiment, 0..RUNS, None, &budget, &|_, _| {}).unwrap();
        prop_assert_eq!((ours.len() as u64, stop, runs.failure()), (RUNS, None, None));
        for (number, ours) in (0..).zip(ours) {
            let known = experiment.run(number, &budget).unwrap();
            prop_assert_eq!(ours, known, "run {} of seed {}", number, seed);
            match known.0 {
                RunVerdict::Undecided => open.set(open.get() + 1),
                RunVerdict::Satisfied { stuck: true } => stuck.set(stuck.get() + 1),
                _ => settled.set(settled.get() + 1),
            }
        }
        Ok(())
    };
    runner(24).run(&(questions(Fragment::Linear), any::<u64>()), test).unwrap();
    let seen = (settled.get(), open.get(), stuck.get());
    assert!(seen.0 > 0 && seen.1 > 0 && seen.2 > 0, "settled, open, stuck: {seen:?}");
}
