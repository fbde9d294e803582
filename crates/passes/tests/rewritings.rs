//! Rewritings leave the graph of reachable states as it is: on random systems the interpreter sees the same initial
//! states, successors and faults.

use std::collections::BTreeSet;

use proptest::prelude::*;
use proptest::test_runner::TestCaseError;
use synod_core::{State, System};
use synod_passes::{narrow, specialise};
use synod_simulate::{Interpreter, Moves};
use synod_testing::{runner, systems};

/// The states that steps lead to, and whether some step meets a fault.
fn seen(moves: &Moves) -> (BTreeSet<&State>, bool) {
    (moves.enabled.iter().map(|step| &step.target).collect(), !moves.faulted.is_empty())
}

fn same_graph(before: &System, after: &System) -> Result<(), TestCaseError> {
    let (before, after) = (Interpreter::new(before), Interpreter::new(after));
    let (before, after) = (before.with_int_bound(2), after.with_int_bound(2));
    let mut states = before.initial(4).states;
    prop_assert_eq!(&after.initial(4).states, &states);
    for _ in 0..16 {
        let Some(state) = states.pop() else { break };
        let (expected, found) = (before.moves(&state), after.moves(&state));
        prop_assert_eq!(seen(&found), seen(&expected));
        states.extend(expected.enabled.into_iter().take(3).map(|step| step.target));
    }
    Ok(())
}

#[test]
fn narrowing_and_simplification_keep_steps_and_faults() {
    let test = |system: System| {
        let mut narrowed = system.clone();
        narrow(&mut narrowed, &[]);
        same_graph(&system, &narrowed)
    };
    runner(1500).run(&systems(), test).unwrap();
}

#[test]
fn specialisation_keeps_steps_and_faults() {
    let test = |system: System| same_graph(&system, &specialise(&system, system.ranges()));
    runner(1500).run(&systems(), test).unwrap();
}
