//! The interpreter as judge: a counterexample counts only if it is a run of the system on which the
//! property really fails.

use synod_core::{Counterexample, Property};
use synod_simulate::{Interpreter, Truth, evaluate, extend, replay, replay_companion};

/// How many steps a finite run is followed to make it a whole one.
const LONGEST: usize = 100_000;

/// Whether a counterexample shows that a property fails; if not, why.
pub fn judge(
    interpreter: &Interpreter,
    property: &Property,
    counterexample: &Counterexample,
) -> Result<(), String> {
    let told = |error: synod_simulate::ReplayError| error.describe(interpreter.system());
    replay(interpreter, &counterexample.trace).map_err(told)?;
    for companion in &counterexample.companions {
        replay_companion(interpreter, &counterexample.trace, companion).map_err(told)?;
    }
    let beyond_one_run = property.formula.is_epistemic() || property.formula.is_branching();
    let truth = |trace| evaluate(interpreter, &property.formula, trace);
    let whole = match truth(&counterexample.trace) {
        Truth::Unknown if beyond_one_run => return Ok(()),
        // That every continuation fails may be more than three-valued connectives see; one whole run on
        // which the property fails is enough.
        Truth::Unknown => extend(interpreter, &counterexample.trace, LONGEST).as_ref().map(truth),
        decided => Some(decided),
    };
    match whole {
        Some(Truth::False) => Ok(()),
        Some(Truth::True) => Err("the run satisfies the property".to_string()),
        Some(Truth::Unknown) | None => Err("the run does not show that the property fails".to_string()),
    }
}
