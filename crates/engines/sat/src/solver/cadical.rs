//! CaDiCaL.

use cadical_sys::{CaDiCal, Status, Terminator};
use synod_core::Budget;

use super::{Sink, Solver};

/// The solver CaDiCaL.
pub struct Cadical {
    solver: CaDiCal,
    variables: i32,
}

/// Asks the budget now and then whether to go on.
struct Stopper {
    budget: Budget,
    calls: u32,
    stop: bool,
}

/// The clock is read once in so many calls.
const CALLS_BETWEEN_LOOKS: u32 = 64;

impl Terminator for Stopper {
    fn terminated(&mut self) -> bool {
        self.calls = self.calls.wrapping_add(1);
        self.stop |= self.budget.is_cancelled()
            || self.calls.is_multiple_of(CALLS_BETWEEN_LOOKS) && self.budget.check(0).is_err();
        self.stop
    }
}

impl Sink for Cadical {
    fn variable(&mut self) -> i32 {
        self.variables += 1;
        self.variables
    }

    fn clause(&mut self, literals: &[i32]) {
        for literal in literals {
            self.solver.add(*literal);
        }
        self.solver.add(0);
    }
}

impl Solver for Cadical {
    fn new(budget: &Budget) -> Self {
        let mut solver = CaDiCal::new();
        solver.set("quiet", 1);
        solver.connect_terminator(Stopper { budget: budget.clone(), calls: 0, stop: false });
        Cadical { solver, variables: 0 }
    }

    fn solve(&mut self, assumptions: &[i32], constraint: &[i32]) -> Option<bool> {
        for assumption in assumptions {
            self.solver.assume(*assumption);
        }
        if !constraint.is_empty() {
            for literal in constraint {
                self.solver.constrain(*literal);
            }
            self.solver.constrain(0);
        }
        match self.solver.solve() {
            Status::SATISFIABLE => Some(true),
            Status::UNSATISFIABLE => Some(false),
            Status::UNKNOWN => None,
        }
    }

    fn solve_within(&mut self, assumptions: &[i32], conflicts: i32) -> Option<bool> {
        // The limit is for one question only.
        self.solver.limit("conflicts", conflicts);
        self.solve(assumptions, &[])
    }

    fn value(&mut self, literal: i32) -> bool {
        self.solver.val(literal) == literal
    }

    fn failed(&mut self, assumption: i32) -> bool {
        self.solver.failed(assumption)
    }
}
