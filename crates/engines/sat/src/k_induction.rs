//! k-induction: if no state is bad within `k` steps of the initial states, and after `k` good and different
//! states there is never a bad one, no bad state can be reached.

use synod_core::{Budget, Stop};

use crate::cnf::Clauses;
use crate::safety::Safety;
use crate::solver::Solver;
use crate::unroll::Unrolling;
use synod_symbolic::aig::Lit;

/// The inductive step, for growing `k`. The base case is a bounded search.
pub struct Step<'a, S> {
    safety: &'a Safety,
    unrolling: Unrolling<'a>,
    clauses: Clauses<S>,
    states: Vec<Vec<Lit>>,
}

impl<'a, S: Solver> Step<'a, S> {
    /// Nothing is assumed yet.
    pub fn new(safety: &'a Safety, solver: S) -> Self {
        let unrolling = Unrolling::anywhere(&safety.circuit);
        Step { safety, unrolling, clauses: Clauses::new(solver), states: Vec::new() }
    }

    /// The nodes of the circuit over all positions so far.
    pub fn nodes(&self) -> usize {
        self.unrolling.aig.size()
    }

    /// Whether `k` good states, all different, are never followed by a bad one, where `k` is the number of
    /// calls before. States only need to differ among each other for the method to be complete.
    pub fn next(&mut self, budget: &Budget) -> Result<bool, Stop> {
        let position = self.states.len();
        let state = self.unrolling.state(position);
        for before in &self.states {
            let same = self.unrolling.same(before, &state);
            self.clauses.require(&self.unrolling.aig, !same);
        }
        self.states.push(state);
        let invariant = self.unrolling.at(position, self.safety.circuit.invariant);
        self.clauses.require(&self.unrolling.aig, invariant);
        let bad = self.unrolling.at(position, self.safety.bad);
        let literal = self.clauses.literal(&self.unrolling.aig, bad);
        let answer = self.clauses.solver.solve(&[literal], &[]);
        self.clauses.solver.clause(&[-literal]);
        match answer {
            Some(found) => Ok(!found),
            None => Err(budget.reason_to_stop()),
        }
    }
}
