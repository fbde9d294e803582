//! BatSat, in pure Rust: the second opinion on proofs, in which it took no part.

use batsat::callbacks::Callbacks;
use batsat::{Lit, SolverInterface, Var, lbool};
use synod_core::Budget;

use super::{Sink, Solver};

/// The solver BatSat.
pub struct Batsat {
    solver: batsat::Solver<Stopper>,
    variables: Vec<Var>,
}

struct Stopper(Budget);

impl Callbacks for Stopper {
    fn stop(&self) -> bool {
        self.0.check(0).is_err()
    }
}

impl Batsat {
    fn literal(&self, literal: i32) -> Lit {
        Lit::new(self.variables[literal.unsigned_abs() as usize - 1], literal > 0)
    }
}

impl Sink for Batsat {
    fn variable(&mut self) -> i32 {
        self.variables.push(self.solver.new_var_default());
        self.variables.len() as i32
    }

    fn clause(&mut self, literals: &[i32]) {
        let mut clause = literals.iter().map(|literal| self.literal(*literal)).collect();
        self.solver.add_clause_reuse(&mut clause);
    }
}

impl Solver for Batsat {
    fn new(budget: &Budget) -> Self {
        let solver = batsat::Solver::new(Default::default(), Stopper(budget.clone()));
        Batsat { solver, variables: Vec::new() }
    }

    fn solve(&mut self, assumptions: &[i32], constraint: &[i32]) -> Option<bool> {
        let mut assumed: Vec<Lit> = assumptions.iter().map(|literal| self.literal(*literal)).collect();
        // A fresh activation literal makes the clause count for this question only.
        let activation = (!constraint.is_empty()).then(|| self.variable());
        if let Some(activation) = activation {
            let clause: Vec<i32> = constraint.iter().copied().chain([-activation]).collect();
            self.clause(&clause);
            assumed.push(self.literal(activation));
        }
        let answer = self.solver.solve_limited(&assumed);
        if let Some(activation) = activation {
            self.clause(&[-activation]);
        }
        (answer != lbool::UNDEF).then_some(answer == lbool::TRUE)
    }

    fn value(&mut self, literal: i32) -> bool {
        self.solver.value_lit(self.literal(literal)) == lbool::TRUE
    }

    fn failed(&mut self, assumption: i32) -> bool {
        // The core is a clause: it contains the negations of the assumptions.
        self.solver.unsat_core_contains_lit(self.literal(assumption))
            || self.solver.unsat_core_contains_lit(!self.literal(assumption))
    }
}
