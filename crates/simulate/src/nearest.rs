//! The nearest state that passes a test: breadth-first search, one state at a time.

use std::collections::HashSet;
use std::rc::Rc;

use synod_core::{Budget, State, Stop};

use crate::interpreter::{Interpreter, Move};

/// What came of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Nearest {
    /// The fewest steps that lead to a state which passes; none if the first one does.
    Found(Vec<Move>),
    /// No state that can be reached passes; so many there are.
    Nowhere(usize),
    /// The budget was used up after so many states.
    Stopped(Stop, usize),
}

/// A state that was reached: by which step, from which of those before.
struct Reached {
    state: Rc<State>,
    by: Option<(usize, Move)>,
}

/// Looks for the nearest state that passes a test, from a state of the system.
pub fn find_nearest(
    interpreter: &Interpreter,
    start: &State,
    test: &mut dyn FnMut(&State) -> bool,
    budget: &Budget,
) -> Nearest {
    let interpreter = interpreter.until(budget);
    let first = Rc::new(start.clone());
    let mut known: HashSet<Rc<State>> = HashSet::from([first.clone()]);
    let mut reached = vec![Reached { state: first, by: None }];
    if test(start) {
        return Nearest::Found(Vec::new());
    }
    let bytes = size_of::<Reached>() + 2 * size_of_val(start.as_slice());
    let mut next = 0;
    while next < reached.len() {
        if let Err(stop) = budget.check((reached.len() * bytes) as u64) {
            return Nearest::Stopped(stop, reached.len());
        }
        let from = reached[next].state.clone();
        let Some(moves) = interpreter.moves_up_to(&from, usize::MAX) else {
            return Nearest::Stopped(budget.check(0).err().unwrap_or(Stop::Cancelled), reached.len());
        };
        for one in moves {
            if known.contains(&one.target) {
                continue;
            }
            let state = Rc::new(one.target.clone());
            known.insert(state.clone());
            let passes = test(&state);
            reached.push(Reached { state, by: Some((next, one)) });
            if passes {
                return Nearest::Found(path(reached));
            }
        }
        next += 1;
    }
    Nearest::Nowhere(reached.len())
}

/// The steps to the last of the states that were reached.
fn path(mut reached: Vec<Reached>) -> Vec<Move> {
    let mut steps = Vec::new();
    let mut at = reached.len() - 1;
    while let Some((from, one)) = reached[at].by.take() {
        steps.push(one);
        at = from;
    }
    steps.reverse();
    steps
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::gambler;

    #[test]
    fn the_nearest_state_is_found_by_the_fewest_steps() {
        let system = gambler(2, 5);
        let interpreter = Interpreter::new(&system);
        let start = interpreter.initial(1).states[0].clone();
        let look = |wanted: i64| {
            find_nearest(&interpreter, &start, &mut |state| state[0] == wanted, &Budget::unlimited())
        };
        let length = |found| match found {
            Nearest::Found(steps) => Some(steps.len()),
            _ => None,
        };
        assert_eq!([2, 5, 0, 3].map(|wanted| length(look(wanted))), [Some(0), Some(3), Some(2), Some(1)]);
        assert_eq!(look(9), Nearest::Nowhere(6));
        let budget = Budget::unlimited();
        budget.cancel();
        let stopped = find_nearest(&interpreter, &start, &mut |_| false, &budget);
        assert!(matches!(stopped, Nearest::Stopped(Stop::Cancelled, _)), "{stopped:?}");
    }
}
