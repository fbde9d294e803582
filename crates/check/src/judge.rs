//! The interpreter as judge: a counterexample counts only if it is a run of the system on which the
//! property really fails.

use synod_core::{Counterexample, Formula, Step, Trace};
use synod_simulate::{Interpreter, Random, Truth, evaluate, extend, replay, replay_companion};

/// Whether a counterexample shows that a property fails; if not, why.
pub fn judge(
    interpreter: &Interpreter,
    formula: &Formula,
    counterexample: &Counterexample,
) -> Result<(), String> {
    let told = |error: synod_simulate::ReplayError| error.describe(interpreter.system());
    replay(interpreter, &counterexample.trace).map_err(told)?;
    for companion in &counterexample.companions {
        replay_companion(interpreter, &counterexample.trace, companion).map_err(told)?;
    }
    let beyond_one_run = formula.is_epistemic() || formula.is_branching();
    let truth = |trace| evaluate(interpreter, formula, trace);
    let whole = match truth(&counterexample.trace) {
        Truth::Unknown if beyond_one_run => return Ok(()),
        // That every continuation fails may be more than three-valued connectives see; one whole run on
        // which the property fails is enough.
        Truth::Unknown => whole_run(interpreter, &counterexample.trace).as_ref().map(truth),
        decided => Some(decided),
    };
    match whole {
        Some(Truth::False) => Ok(()),
        Some(Truth::True) => Err("the run satisfies the property".to_string()),
        Some(Truth::Unknown) | None => Err("the run does not show that the property fails".to_string()),
    }
}

/// Cuts a run where it has already shown that the property fails. Engines may need a step more to see
/// it, or give a whole lasso where a piece of it is enough.
pub fn shorten(interpreter: &Interpreter, formula: &Formula, counterexample: &mut Counterexample) {
    if formula.is_epistemic() || formula.is_branching() {
        return;
    }
    let trace = &counterexample.trace;
    let beginning = |steps: usize| Trace {
        states: trace.states[..=steps].to_vec(),
        steps: trace.steps[..steps].to_vec(),
        loop_start: None,
    };
    let fails = |steps: usize| evaluate(interpreter, formula, &beginning(steps)) == Truth::False;
    // What a beginning shows, every longer one shows too: the shortest is found by halving.
    let (mut low, mut high) = (0, trace.states.len() - 1);
    if !fails(high) {
        return;
    }
    while low < high {
        let middle = (low + high) / 2;
        if fails(middle) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    // That nothing can be done at the end may be the point, so a dead end is kept.
    if trace.steps.get(high) != Some(&Step::Stutter) {
        counterexample.trace = beginning(high);
    }
}

/// A run that begins like this: the first steps lead round soon in most systems, random ones in most of
/// the others.
fn whole_run(interpreter: &Interpreter, beginning: &Trace) -> Option<Trace> {
    extend(interpreter, beginning, 10_000, &mut |_| 0).or_else(|| {
        (0..20).find_map(|seed| {
            let mut random = Random::new(seed);
            extend(interpreter, beginning, 1_000, &mut |count| random.below(count))
        })
    })
}
