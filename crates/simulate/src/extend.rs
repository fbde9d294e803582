//! Going on with a run until it repeats itself.

use std::collections::HashMap;

use synod_core::{State, Step, Trace};

use crate::interpreter::Interpreter;

/// A lasso that begins with a finite trace and goes on with the steps at the positions that `pick` says,
/// given how many can be taken, until a state comes by again; `None` if that takes more than `limit`
/// steps or the budget of the interpreter is spent.
pub fn extend(
    interpreter: &Interpreter,
    trace: &Trace,
    limit: usize,
    pick: &mut dyn FnMut(usize) -> usize,
) -> Option<Trace> {
    let mut lasso = trace.clone();
    let mut seen: HashMap<State, usize> =
        trace.states.iter().enumerate().map(|(at, state)| (state.clone(), at)).collect();
    for _ in 0..limit {
        let last = lasso.states.last()?;
        if interpreter.is_deadlock(last) {
            lasso.steps.push(Step::Stutter);
            lasso.loop_start = Some(lasso.states.len() - 1);
            return Some(lasso);
        }
        let mut moves = interpreter.moves(last).enabled;
        if moves.is_empty() {
            return None;
        }
        let chosen = moves.swap_remove(pick(moves.len()));
        lasso.steps.push(Step::Take(chosen.taken));
        if let Some(start) = seen.get(&chosen.target) {
            lasso.loop_start = Some(*start);
            return Some(lasso);
        }
        seen.insert(chosen.target.clone(), lasso.states.len());
        lasso.states.push(chosen.target);
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::replay::replay;
    use crate::testing::{counter, ring};

    fn start() -> Trace {
        Trace { states: vec![vec![0]], steps: vec![], loop_start: None }
    }

    #[test]
    fn a_run_goes_on_until_a_state_comes_by_again() {
        let (system, _) = ring(3);
        let interpreter = Interpreter::new(&system);
        let lasso = extend(&interpreter, &start(), 10, &mut |_| 0).unwrap();
        assert_eq!((lasso.states.len(), lasso.loop_start), (4, Some(0)));
        assert_eq!(replay(&interpreter, &lasso), Ok(()));
        assert_eq!(extend(&interpreter, &start(), 2, &mut |_| 0), None);
    }

    #[test]
    fn a_dead_end_repeats_for_ever() {
        let system = counter(2);
        let lasso = extend(&Interpreter::new(&system), &start(), 10, &mut |_| 0).unwrap();
        assert_eq!((lasso.loop_start, lasso.steps.last()), (Some(2), Some(&Step::Stutter)));
    }
}
