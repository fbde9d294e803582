//! Fewer variables: those that nobody asks for are resolved away as long as that does not make the clauses
//! more.

use rustc_hash::FxHashSet;
use synod_core::Budget;

use crate::solver::Sink;

/// Clauses over variables, some of which must stay.
#[derive(Debug, Default)]
pub struct Recorded {
    variables: i32,
    clauses: Vec<Vec<i32>>,
}

/// A resolvent with more literals is not worth a variable less.
const LONGEST: usize = 16;
/// What stands in more clauses is left alone: looking at all of them would take too long.
const MOST_CLAUSES: usize = 64;

impl Sink for Recorded {
    fn variable(&mut self) -> i32 {
        self.variables += 1;
        self.variables
    }

    fn clause(&mut self, literals: &[i32]) {
        let mut clause = literals.to_vec();
        clause.sort_unstable();
        clause.dedup();
        if !clause.iter().any(|literal| clause.binary_search(&-literal).is_ok()) {
            self.clauses.push(clause);
        }
    }
}

impl Recorded {
    /// Clauses that have the same solutions over the variables that are `kept`. Others are gone as far as
    /// that pays, and as the budget allows.
    pub fn without_others(self, kept: &FxHashSet<i32>, budget: &Budget) -> Vec<Vec<i32>> {
        let mut pool = Pool::new(self.variables, self.clauses);
        let mut open: Vec<i32> = (1..=self.variables).filter(|variable| !kept.contains(variable)).collect();
        loop {
            let before = open.len();
            open.sort_by_key(|variable| pool.occurrences(*variable));
            open.retain(|variable| budget.check(0).is_err() || !pool.eliminate(*variable));
            if open.len() == before || budget.check(0).is_err() {
                return pool.clauses.into_iter().flatten().collect();
            }
        }
    }
}

/// Clauses, found by their literals.
struct Pool {
    clauses: Vec<Option<Vec<i32>>>,
    /// For each literal the clauses that it stands in, and some that are gone.
    index: Vec<Vec<usize>>,
}

fn place(literal: i32) -> usize {
    literal.unsigned_abs() as usize * 2 + usize::from(literal < 0)
}

impl Pool {
    fn new(variables: i32, clauses: Vec<Vec<i32>>) -> Self {
        let mut pool = Pool { clauses: Vec::new(), index: vec![Vec::new(); 2 * variables as usize + 2] };
        clauses.into_iter().for_each(|clause| pool.insert(clause));
        pool
    }

    fn is_frequent(&self, literal: i32) -> bool {
        self.index[place(literal)].len() > MOST_CLAUSES
    }

    fn with(&self, literal: i32) -> impl Iterator<Item = (usize, &Vec<i32>)> {
        let live = |number: &usize| Some((*number, self.clauses[*number].as_ref()?));
        self.index[place(literal)].iter().filter_map(live)
    }

    fn occurrences(&self, variable: i32) -> usize {
        self.with(variable).count() * self.with(-variable).count()
    }

    /// Adds a clause unless another says as much, and drops those that say no more.
    fn insert(&mut self, clause: Vec<i32>) {
        let known = |literal: &i32| {
            !self.is_frequent(*literal) && self.with(*literal).any(|(_, other)| is_part(other, &clause))
        };
        if clause.iter().any(known) {
            return;
        }
        let rarest = clause.iter().min_by_key(|literal| self.index[place(**literal)].len());
        if let Some(rarest) = rarest.filter(|literal| !self.is_frequent(**literal)) {
            let weaker = self.with(*rarest).filter(|(_, other)| is_part(&clause, other));
            for number in weaker.map(|(number, _)| number).collect::<Vec<_>>() {
                self.clauses[number] = None;
            }
        }
        let number = self.clauses.len();
        for literal in &clause {
            self.index[place(*literal)].push(number);
        }
        self.clauses.push(Some(clause));
    }

    /// Resolves a variable away if that does not make the clauses more; whether it did.
    fn eliminate(&mut self, variable: i32) -> bool {
        if self.is_frequent(variable) || self.is_frequent(-variable) {
            return false;
        }
        let with = |literal: i32| -> Vec<(usize, Vec<i32>)> {
            self.with(literal).map(|(number, clause)| (number, clause.clone())).collect()
        };
        let (positive, negative) = (with(variable), with(-variable));
        let most = positive.len() + negative.len();
        let mut resolvents = Vec::new();
        for (_, left) in &positive {
            for resolvent in negative.iter().filter_map(|(_, right)| resolve(left, right, variable)) {
                if resolvents.len() == most || resolvent.len() > LONGEST {
                    return false;
                }
                resolvents.push(resolvent);
            }
        }
        for (number, _) in positive.iter().chain(&negative) {
            self.clauses[*number] = None;
        }
        for literal in [variable, -variable] {
            self.index[place(literal)].clear();
        }
        resolvents.into_iter().for_each(|resolvent| self.insert(resolvent));
        true
    }
}

/// What two clauses say together without a variable, unless it says nothing.
fn resolve(left: &[i32], right: &[i32], variable: i32) -> Option<Vec<i32>> {
    let mut resolvent: Vec<i32> =
        left.iter().chain(right).copied().filter(|literal| literal.abs() != variable).collect();
    resolvent.sort_unstable();
    resolvent.dedup();
    let says_nothing = resolvent.iter().any(|literal| resolvent.binary_search(&-literal).is_ok());
    (!says_nothing).then_some(resolvent)
}

/// Whether all literals of a sorted clause stand in another.
fn is_part(part: &[i32], whole: &[i32]) -> bool {
    let mut rest = whole.iter();
    part.len() <= whole.len() && part.iter().all(|literal| rest.any(|other| other == literal))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The solutions over the first variables.
    fn solutions(clauses: &[Vec<i32>], variables: u32, kept: u32) -> FxHashSet<u32> {
        let holds = |literal: &i32, bits: u32| (bits >> (literal.abs() - 1) & 1 == 1) == (*literal > 0);
        (0..1 << variables)
            .filter(|bits| clauses.iter().all(|clause| clause.iter().any(|literal| holds(literal, *bits))))
            .map(|bits| bits & ((1 << kept) - 1))
            .collect()
    }

    proptest! {
        #[test]
        fn solutions_over_what_is_kept_stay_the_same(
            clauses in prop::collection::vec(prop::collection::vec((1..9i32, any::<bool>()), 1..4), 0..20)
        ) {
            let mut recorded = Recorded::default();
            (0..8).for_each(|_| { recorded.variable(); });
            let signed = |(variable, positive): &(i32, bool)| if *positive { *variable } else { -variable };
            let clauses: Vec<Vec<i32>> = clauses.iter().map(|c| c.iter().map(signed).collect()).collect();
            clauses.iter().for_each(|clause| recorded.clause(clause));
            let left = recorded.without_others(&FxHashSet::from_iter([1, 2, 3]), &Budget::unlimited());
            prop_assert_eq!(solutions(&left, 8, 3), solutions(&clauses, 8, 3));
        }
    }
}
