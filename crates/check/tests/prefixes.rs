//! What finite runs say of formulas, against ways to go on that are listed one by one.

use proptest::prelude::*;
use synod_check::judge_prefix;
use synod_core::{Budget, Formula, State, Step, System, Trace};
use synod_simulate::{Interpreter, Random, Truth, evaluate};
use synod_testing::{Fragment, questions, runner};

/// All lassos that begin with a run and close, or end for good, within so many further steps.
fn lassos(interpreter: &Interpreter, run: &Trace, further: usize, found: &mut Vec<Trace>) {
    let last = run.states.last().unwrap();
    if interpreter.is_deadlock(last) {
        let mut lasso = run.clone();
        lasso.steps.push(Step::Stutter);
        lasso.loop_start = Some(lasso.states.len() - 1);
        found.push(lasso);
        return;
    }
    for step in interpreter.moves(last).enabled.into_iter().take(4) {
        if found.len() > 400 {
            return;
        }
        let mut next = run.clone();
        next.steps.push(Step::Take(step.taken));
        for (at, _) in run.states.iter().enumerate().filter(|(_, state)| **state == step.target) {
            found.push(Trace { loop_start: Some(at), ..next.clone() });
        }
        if further > 0 {
            next.states.push(step.target);
            lassos(interpreter, &next, further - 1, found);
        }
    }
}

fn beginning(interpreter: &Interpreter, seed: u64) -> Option<Trace> {
    let mut random = Random::new(seed);
    let first: State = interpreter.random_initial(&mut random)?;
    let mut run = Trace { states: vec![first], steps: vec![], loop_start: None };
    for _ in 0..random.below(3) {
        let mut moves = interpreter.moves(run.states.last()?).enabled;
        if moves.is_empty() {
            break;
        }
        let chosen = moves.swap_remove(random.below(moves.len()));
        run.steps.push(Step::Take(chosen.taken));
        run.states.push(chosen.target);
    }
    Some(run)
}

#[test]
fn every_way_to_go_on_agrees_with_what_a_finite_run_says() {
    let counts = std::cell::Cell::new([0; 3]);
    let test = |((system, formula), seed): ((System, Formula), u64)| {
        if !formula.is_linear() {
            return Ok(());
        }
        let interpreter = Interpreter::new(&system).with_int_bound(3);
        let Some(run) = beginning(&interpreter, seed) else { return Ok(()) };
        let mut budget = Budget::unlimited();
        budget.int_bound = 3;
        let said = judge_prefix(&interpreter, &formula, &run, &budget);
        let mut counted = counts.get();
        counted[said as usize] += 1;
        counts.set(counted);
        let mut all = Vec::new();
        lassos(&interpreter, &run, 4, &mut all);
        let truths: Vec<Truth> = all.iter().map(|lasso| evaluate(&interpreter, &formula, lasso)).collect();
        match said {
            Truth::True => {
                prop_assert!(truths.iter().all(|truth| *truth == Truth::True), "{formula:?} {run:?}")
            }
            Truth::False => {
                prop_assert!(truths.iter().all(|truth| *truth == Truth::False), "{formula:?} {run:?}")
            }
            Truth::Unknown => {}
        }
        Ok(())
    };
    runner(400).run(&(questions(Fragment::Linear), any::<u64>()), test).unwrap();
    let [refuted, open, satisfied] = counts.get();
    assert!(refuted > 0 && open > 0 && satisfied > 0, "{refuted} {open} {satisfied}");
}
