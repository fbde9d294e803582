//! The interpreter as judge: a counterexample counts only if it is a run of the system on which the
//! property really fails.

use synod_core::{Counterexample, Property};
use synod_simulate::{Interpreter, Truth, evaluate, replay, replay_companion};

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
    match evaluate(interpreter, &property.formula, &counterexample.trace) {
        Truth::False => Ok(()),
        Truth::Unknown if beyond_one_run => Ok(()),
        Truth::Unknown => Err("some continuations of the run satisfy the property".to_string()),
        Truth::True => Err("the run satisfies the property".to_string()),
    }
}
