//! Satisfiability solvers behind one small interface.

mod batsat;
mod cadical;

use synod_core::Budget;

pub use self::batsat::Batsat;
pub use cadical::Cadical;

/// An incremental solver. Variables are numbered from 1 and a negative number is a negation.
pub trait Solver {
    /// An empty one, which gives up when the budget says so.
    fn new(budget: &Budget) -> Self;

    /// A new variable.
    fn variable(&mut self) -> i32;

    /// Adds a clause for good.
    fn clause(&mut self, literals: &[i32]);

    /// Whether all clauses, the assumptions and (unless it is empty) one more clause can be true together;
    /// `None` if the budget ran out.
    fn solve(&mut self, assumptions: &[i32], once: &[i32]) -> Option<bool>;

    /// After a yes: the value of a literal.
    fn value(&mut self, literal: i32) -> bool;

    /// After a no: whether the assumption was needed to see it.
    fn failed(&mut self, assumption: i32) -> bool;
}
