//! Satisfiability solvers behind one small interface.

mod activity;
mod batsat;
#[cfg(feature = "cadical")]
mod cadical;
mod cdcl;

use synod_core::Budget;

pub use self::batsat::Batsat;
#[cfg(feature = "cadical")]
pub use cadical::Cadical;
pub use cdcl::Cdcl;

/// The solver for many easy questions that differ little, which is what IC3 asks.
pub type Incremental = Cdcl;
/// The solver for few, hard questions.
#[cfg(feature = "cadical")]
pub type General = Cadical;
/// The solver for few, hard questions.
#[cfg(not(feature = "cadical"))]
pub type General = Cdcl;

/// Where clauses go. Variables are numbered from 1 and a negative number is a negation.
pub trait Sink {
    /// A new variable.
    fn variable(&mut self) -> i32;

    /// Adds a clause for good.
    fn clause(&mut self, literals: &[i32]);
}

/// An incremental solver.
pub trait Solver: Sink {
    /// An empty one, which gives up when the budget says so.
    fn new(budget: &Budget) -> Self;

    /// A new variable that has its value whenever those before it have theirs: a solver that makes use of that
    /// need not decide it.
    fn dependent_variable(&mut self) -> i32 {
        self.variable()
    }

    /// Until the next call, questions are about these variables only: a solver may take clauses that need others
    /// to be true for granted, and then a yes says nothing about the others.
    fn restrict(&mut self, _variables: impl Iterator<Item = i32>) {}

    /// Whether all clauses, the assumptions and (unless it is empty) one more clause can be true together;
    /// `None` if the budget ran out.
    fn solve(&mut self, assumptions: &[i32], constraint: &[i32]) -> Option<bool>;

    /// The same for assumptions alone, or `None` after about so many conflicts; a solver that cannot count
    /// them goes on to the end.
    fn solve_within(&mut self, assumptions: &[i32], _conflicts: i32) -> Option<bool> {
        self.solve(assumptions, &[])
    }

    /// After a yes: the value of a literal.
    fn value(&mut self, literal: i32) -> bool;

    /// After a no: whether the assumption was needed to see it.
    fn failed(&mut self, assumption: i32) -> bool;
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Clauses over a few variables, and questions asked in between: assumptions and a constraint.
    type Script = Vec<(Vec<Vec<i32>>, Vec<i32>, Vec<i32>)>;

    const VARIABLES: i32 = 12;

    fn literal() -> impl Strategy<Value = i32> {
        (1..=VARIABLES, any::<bool>())
            .prop_map(|(variable, positive)| if positive { variable } else { -variable })
    }

    fn script() -> impl Strategy<Value = Script> {
        let clauses = prop::collection::vec(prop::collection::vec(literal(), 1..5), 0..12);
        let some = || prop::collection::vec(literal(), 0..5);
        prop::collection::vec((clauses, some(), some()), 1..8)
    }

    /// What a solver answers, each yes and no checked as far as it can be.
    fn answers<S: Solver>(script: &Script) -> Vec<bool> {
        let mut solver = S::new(&Budget::unlimited());
        (0..VARIABLES).for_each(|_| {
            solver.variable();
        });
        let mut known: Vec<Vec<i32>> = Vec::new();
        let mut answers = Vec::new();
        for (clauses, assumptions, constraint) in script {
            clauses.iter().for_each(|clause| solver.clause(clause));
            known.extend(clauses.iter().cloned());
            let answer = solver.solve(assumptions, constraint).expect("no limit");
            if answer {
                let constraint = Some(constraint).filter(|constraint| !constraint.is_empty());
                for clause in known.iter().chain(constraint) {
                    assert!(clause.iter().any(|literal| solver.value(*literal)), "{clause:?}");
                }
                assert!(assumptions.iter().all(|literal| solver.value(*literal)));
            } else {
                let core: Vec<i32> = assumptions.iter().copied().filter(|a| solver.failed(*a)).collect();
                assert_eq!(solver.solve(&core, constraint), Some(false), "{core:?} of {assumptions:?}");
            }
            answers.push(answer);
        }
        answers
    }

    proptest! {
        #[test]
        fn all_solvers_agree(script in script()) {
            let general = answers::<General>(&script);
            prop_assert_eq!(&answers::<Batsat>(&script), &general);
            prop_assert_eq!(&answers::<Cdcl>(&script), &general);
        }
    }

    #[test]
    fn no_seven_pigeons_in_six_holes() {
        let mut solver = Cdcl::new(&Budget::unlimited());
        let holes: Vec<Vec<i32>> = (0..7).map(|_| (0..6).map(|_| solver.variable()).collect()).collect();
        holes.iter().for_each(|pigeon| solver.clause(pigeon));
        for (a, b) in (0..7).flat_map(|a| (0..a).map(move |b| (a, b))) {
            std::iter::zip(&holes[a], &holes[b]).for_each(|(x, y)| solver.clause(&[-x, -y]));
        }
        assert_eq!(solver.solve(&[], &[]), Some(false));
    }
}
