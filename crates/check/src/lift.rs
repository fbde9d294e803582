//! Runs of a slice as runs of the whole system: the same steps, with the values that were left out.

use rustc_hash::FxHashMap;
use synod_core::{State, Step, Trace};
use synod_simulate::Interpreter;

/// How often a loop is gone through before the values that were left out have to repeat.
const MOST_ROUNDS: usize = 10_000;

/// The run of the whole system that starts where the trace does and takes its steps; `None` if there is
/// none, or none that closes its loop soon enough.
pub(crate) fn lift(interpreter: &Interpreter, trace: &Trace) -> Option<Trace> {
    let follow = |state: &State, step: &Step| match step {
        Step::Take(taken) => interpreter.take(state, taken).ok(),
        Step::Stutter => Some(state.clone()),
    };
    let mut states = vec![trace.states.first()?.clone()];
    let mut steps = Vec::new();
    let prefix = trace.loop_start.unwrap_or(trace.steps.len());
    for step in &trace.steps[..prefix] {
        states.push(follow(states.last()?, step)?);
        steps.push(step.clone());
    }
    if trace.loop_start.is_none() {
        return Some(Trace { states, steps, loop_start: None });
    }
    // Round after round, until a round begins as an earlier one did.
    let mut begins: FxHashMap<State, usize> = FxHashMap::default();
    for _ in 0..MOST_ROUNDS {
        let begin = states.len() - 1;
        if let Some(earlier) = begins.insert(states[begin].clone(), begin) {
            states.pop();
            return Some(Trace { states, steps, loop_start: Some(earlier) });
        }
        for step in &trace.steps[prefix..] {
            states.push(follow(states.last()?, step)?);
            steps.push(step.clone());
        }
    }
    None
}
