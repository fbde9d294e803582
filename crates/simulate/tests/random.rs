//! Walks through random systems: runs are accepted, anything else is refused.

use proptest::prelude::*;
use proptest::test_runner::TestCaseError;
use synod_core::{Formula, Step, System, Trace};
use synod_simulate::{Interpreter, Random, StepText, Truth, Walk, evaluate, match_steps, replay};
use synod_testing::{Fragment, questions, runner, systems};

fn interpreter(system: &System) -> Interpreter<'_> {
    Interpreter::new(system).with_int_bound(3)
}

/// A random walk from a random initial state; where it ends in a dead end, or comes by a state again, it
/// may be closed to a lasso.
fn walk(system: &System, seed: u64) -> Result<Trace, TestCaseError> {
    let begins = interpreter(system).initial(50).states;
    if begins.is_empty() {
        return Err(TestCaseError::reject("no initial state"));
    }
    let mut random = Random::new(seed);
    let start = begins[random.below(begins.len())].clone();
    let mut walk = Walk::new(interpreter(system), start);
    walk.random(6, &mut random, &synod_core::Budget::unlimited());
    let mut trace = walk.history();
    let last = trace.states.len() - 1;
    if random.below(2) == 0 {
        return Ok(trace);
    }
    if let Some(start) = (0..last).find(|i| trace.states[*i] == trace.states[last]) {
        trace.states.pop();
        trace.loop_start = Some(start);
    } else if interpreter(system).is_deadlock(&trace.states[last]) {
        trace.steps.push(Step::Stutter);
        trace.loop_start = Some(last);
    }
    Ok(trace)
}

#[test]
fn a_walk_is_a_run_and_its_steps_can_be_described_and_found_again() {
    let test = |(system, seed): (System, u64)| {
        let trace = walk(&system, seed)?;
        let interpreter = interpreter(&system);
        prop_assert_eq!(replay(&interpreter, &trace), Ok(()));
        for (state, step) in std::iter::zip(&trace.states, &trace.steps) {
            let text = StepText::new(&system, state, step).map(|t| t.to_string());
            prop_assert_eq!(text.is_some(), *step != Step::Stutter);
        }
        let found = match_steps(&interpreter, trace.states.clone(), trace.loop_start);
        let found = found.map_err(|gap| TestCaseError::fail(format!("no step at {}", gap.at)))?;
        prop_assert_eq!(replay(&interpreter, &found), Ok(()));
        Ok(())
    };
    runner(1000).run(&(systems(), any::<u64>()), test).unwrap();
}

#[test]
fn a_corrupted_trace_is_refused() {
    let test = |(system, seed, place, value): (System, u64, usize, i64)| {
        let good = walk(&system, seed)?;
        if good.states.len() < 2 || system.width() == 0 {
            return Err(TestCaseError::reject("too short"));
        }
        let interpreter = interpreter(&system);
        let refused = |trace: &Trace| replay(&interpreter, trace).is_err();
        // A step determines the state it leads to, so no other value can stand there.
        let mut other_value = good.clone();
        let at = 1 + place % (good.states.len() - 1);
        let slot = place / 7 % system.width();
        prop_assume!(other_value.states[at][slot] != value);
        other_value.states[at][slot] = value;
        prop_assert!(refused(&other_value), "{other_value:?}");
        let mut one_less = good.clone();
        one_less.steps.pop();
        prop_assert!(refused(&one_less));
        let mut beyond = good.clone();
        if let Step::Take(taken) = &mut beyond.steps[0] {
            taken.alternatives.push(0);
            prop_assert!(refused(&beyond));
        }
        let mut stutters = good.clone();
        if good.steps[0] != Step::Stutter {
            stutters.steps[0] = Step::Stutter;
            prop_assert!(refused(&stutters));
        }
        Ok(())
    };
    runner(1000).run(&(systems(), any::<u64>(), any::<usize>(), -2..5_i64), test).unwrap();
}

#[test]
fn a_formula_and_its_negation_are_opposites_and_a_lasso_decides_linear_time() {
    let test = |((system, formula), seed): ((System, Formula), u64)| {
        let trace = walk(&system, seed)?;
        let interpreter = interpreter(&system);
        let truth = evaluate(&interpreter, &formula, &trace);
        prop_assert_eq!(evaluate(&interpreter, &Formula::Not(Box::new(formula)), &trace), !truth);
        prop_assert!(trace.loop_start.is_none() || truth != Truth::Unknown);
        Ok(())
    };
    runner(1000).run(&(questions(Fragment::Linear), any::<u64>()), test).unwrap();
}

#[test]
fn what_a_beginning_decides_no_continuation_changes() {
    let test = |((system, formula), seed): ((System, Formula), u64)| {
        let whole = walk(&system, seed)?;
        let interpreter = interpreter(&system);
        let later = evaluate(&interpreter, &formula, &whole);
        for length in 0..whole.states.len() {
            let beginning = Trace {
                states: whole.states[..=length].to_vec(),
                steps: whole.steps[..length].to_vec(),
                loop_start: None,
            };
            let sooner = evaluate(&interpreter, &formula, &beginning);
            prop_assert!(sooner == Truth::Unknown || sooner == later, "{sooner:?} then {later:?}");
        }
        Ok(())
    };
    runner(1000).run(&(questions(Fragment::Linear), any::<u64>()), test).unwrap();
}
