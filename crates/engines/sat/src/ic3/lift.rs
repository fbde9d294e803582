//! From a state with a successor in a cube to all states that the same inputs lead there.

use synod_core::{Budget, Stop};

use super::queries::{before, stopped};
use super::{Cube, Found};
use crate::aig::Lit;
use crate::cnf::Clauses;
use crate::safety::Safety;
use crate::solver::Solver;

/// A solver that knows the functions of the circuit and nothing else.
pub(super) struct Lifter<S> {
    clauses: Clauses<S>,
    budget: Budget,
    now: Vec<i32>,
    next: Vec<i32>,
    inputs: Vec<(Lit, i32)>,
    bad: i32,
}

impl<S: Solver> Lifter<S> {
    pub fn new(safety: &Safety, budget: &Budget) -> Self {
        let circuit = &safety.circuit;
        let mut clauses = Clauses::new(S::new(budget));
        let mut literal = |signal: Lit| clauses.literal(&circuit.aig, signal);
        let now = circuit.latches.iter().map(|latch| literal(latch.now)).collect();
        let next = circuit.latches.iter().map(|latch| literal(latch.next)).collect();
        let inputs = circuit.inputs.iter().map(|input| (*input, literal(*input))).collect();
        let bad = literal(safety.bad);
        Lifter { clauses, budget: budget.clone(), now, next, inputs, bad }
    }

    /// A cube around a state, from which the inputs lead into `target`, or to something bad if there is
    /// none: the literals needed to see that they cannot lead elsewhere.
    pub fn lift(&mut self, found: &Found, target: Option<&Cube>) -> Result<Cube, Stop> {
        let once = match target {
            None => vec![-self.bad],
            Some(cube) => before(&self.next, cube).into_iter().map(|literal| -literal).collect(),
        };
        let value =
            |(input, literal): &(Lit, i32)| if found.inputs.contains(input) { *literal } else { -literal };
        let state = before(&self.now, &found.state);
        let assumptions: Vec<i32> = state.iter().copied().chain(self.inputs.iter().map(value)).collect();
        match self.clauses.solver.solve(&assumptions, &once) {
            None => Err(stopped(&self.budget)),
            Some(true) => Ok(found.state.clone()),
            Some(false) => {
                let solver = &mut self.clauses.solver;
                let pairs = std::iter::zip(&found.state, state);
                Ok(pairs
                    .filter(|(_, literal)| solver.failed(*literal))
                    .map(|(literal, _)| *literal)
                    .collect())
            }
        }
    }
}
