//! Finding the steps of a run of which only the states are known.

use synod_core::{State, Step, Trace};

use crate::interpreter::Interpreter;

/// No step leads from the state at this position to the next one (or back to the start of the loop).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unmatched {
    /// The position of the state that no step leads on from as the run says.
    pub at: usize,
}

/// A trace through the given states: the first step, in the interpreter's order, that leads from each
/// state to the next. A lasso may also be written with its loop's start repeated as its last state.
pub fn match_steps(
    interpreter: &Interpreter,
    mut states: Vec<State>,
    loop_start: Option<usize>,
) -> Result<Trace, Unmatched> {
    let mut steps = Vec::with_capacity(states.len());
    for (at, pair) in states.windows(2).enumerate() {
        steps.push(step_between(interpreter, &pair[0], &pair[1]).ok_or(Unmatched { at })?);
    }
    let (Some(start), Some(last)) = (loop_start, states.len().checked_sub(1)) else {
        return Ok(Trace { states, steps, loop_start });
    };
    let target = states.get(start).ok_or(Unmatched { at: last })?;
    match step_between(interpreter, &states[last], target) {
        Some(step) => steps.push(step),
        None if start < last && states[last] == *target => {
            states.pop();
        }
        None => return Err(Unmatched { at: last }),
    }
    Ok(Trace { states, steps, loop_start })
}

fn step_between(interpreter: &Interpreter, from: &State, to: &State) -> Option<Step> {
    if from == to && interpreter.is_deadlock(from) {
        return Some(Step::Stutter);
    }
    interpreter.find_move(from, |_, step| step.target == *to).map(|step| Step::Take(step.taken))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::replay::replay;
    use crate::testing::{counter, ring};

    fn states(values: &[i64]) -> Vec<State> {
        values.iter().map(|v| vec![*v]).collect()
    }

    #[test]
    fn steps_are_found_between_states_and_around_loops() {
        let (system, _) = ring(2);
        let interpreter = Interpreter::new(&system);
        let finite = match_steps(&interpreter, states(&[0, 1, 2]), None).unwrap();
        assert_eq!(replay(&interpreter, &finite), Ok(()));
        let lasso = match_steps(&interpreter, states(&[0, 1, 2]), Some(0)).unwrap();
        assert_eq!(replay(&interpreter, &lasso), Ok(()));
        let repeated = match_steps(&interpreter, states(&[0, 1, 2, 0]), Some(0)).unwrap();
        assert_eq!(repeated, lasso);
    }

    #[test]
    fn dead_ends_are_matched_by_stuttering() {
        let system = counter(1);
        let trace = match_steps(&Interpreter::new(&system), states(&[0, 1, 1]), Some(2)).unwrap();
        assert_eq!(trace.steps[1..], [Step::Stutter, Step::Stutter]);
    }

    #[test]
    fn a_gap_is_reported_where_it_is() {
        let system = counter(3);
        let interpreter = Interpreter::new(&system);
        assert_eq!(match_steps(&interpreter, states(&[0, 1, 3]), None), Err(Unmatched { at: 1 }));
        assert_eq!(match_steps(&interpreter, states(&[0, 1]), Some(0)), Err(Unmatched { at: 1 }));
        assert_eq!(match_steps(&interpreter, states(&[0, 1]), Some(9)), Err(Unmatched { at: 1 }));
    }
}
