//! Questions as unreachability of a state: what proofs by induction work on.
//!
//! A run that goes on for ever is turned into a finite one in two ways. If a position can settle the
//! formula, reaching such a position is the goal. Otherwise it is counted how many times
//! a run meets the acceptance condition
//! (k-liveness: Claessen and Sörensson, *A liveness checking algorithm that counts*): if no run does so more than `k` times,
//! none does infinitely often. Where a side condition fails, a bit remembers that the run is
//! over, so that every step of the circuit is allowed.

use crate::circuit::{Circuit, Goal, Lasso};
use synod_symbolic::aig::Lit;

/// A circuit and the states (with inputs) that must not be reached.
#[derive(Clone, Debug)]
pub struct Safety {
    /// The circuit, without what does not matter.
    pub circuit: Circuit,
    /// What must not be reached; over latches and inputs.
    pub bad: Lit,
}

impl Safety {
    /// Nothing of a bad signal is reached.
    pub fn unreachable(mut circuit: Circuit, bad: Lit) -> Safety {
        circuit.reduce(&[bad]);
        Safety { circuit, bad }
    }

    /// k-liveness: no run meets the acceptance condition more than `limit` times, and none comes to a position
    /// where it may end.
    pub fn k_liveness(mut circuit: Circuit, lasso: &Lasso, limit: u64) -> Safety {
        let over = circuit.latch("over".to_string());
        let is_over = circuit.latches[over].now;
        circuit.begin_with(!is_over);
        let goes_on = circuit.aig.and(!is_over, lasso.along);
        circuit.latches[over].next = !goes_on;
        let fair = all_of(&mut circuit, &lasso.accepting, goes_on);
        let mut count = fair;
        for number in 1..=limit {
            let latch = circuit.latch(format!("k-liveness >= {number}"));
            let now = circuit.latches[latch].now;
            circuit.begin_with(!now);
            circuit.latches[latch].next = circuit.aig.or(now, count);
            count = circuit.aig.and(now, fair);
        }
        let ends = circuit.aig.and(!is_over, lasso.end);
        let bad = circuit.aig.or(ends, count);
        Safety::unreachable(circuit, bad)
    }

    /// The question of an invariant or of initial states; `None` for runs that go on.
    pub fn of(circuit: &Circuit, goal: &Goal) -> Option<Safety> {
        match goal {
            Goal::Reach { bad, .. } => Some(Safety::unreachable(circuit.clone(), *bad)),
            Goal::Start { bad } => {
                let mut circuit = circuit.clone();
                let begun = circuit.latch("begun".to_string());
                let now = circuit.latches[begun].now;
                circuit.begin_with(!now);
                circuit.latches[begun].next = Lit::TRUE;
                let bad = circuit.aig.and(!now, *bad);
                Some(Safety::unreachable(circuit, bad))
            }
            Goal::Lasso(_) => None,
        }
    }
}

/// A signal that holds infinitely often exactly if each of the conditions does, on runs that go on.
fn all_of(circuit: &mut Circuit, conditions: &[Lit], goes_on: Lit) -> Lit {
    let [first, rest @ ..] = conditions else { return goes_on };
    if rest.is_empty() {
        return circuit.aig.and(goes_on, *first);
    }
    let seen: Vec<(usize, Lit)> = conditions
        .iter()
        .enumerate()
        .map(|(number, condition)| {
            let latch = circuit.latch(format!("accepting {number}"));
            let now = circuit.latches[latch].now;
            circuit.begin_with(!now);
            (latch, circuit.aig.or(now, *condition))
        })
        .collect();
    let all: Vec<Lit> = seen.iter().map(|(_, seen)| *seen).collect();
    let complete = circuit.aig.all(all);
    for (latch, seen) in seen {
        circuit.latches[latch].next = circuit.aig.and(seen, !complete);
    }
    circuit.aig.and(complete, goes_on)
}
