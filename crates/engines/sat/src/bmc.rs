//! Bounded model checking: is there a violating run of 0, 1, 2, … steps?
//!
//! Lassos are found with one copy of the state at which the loop closes, as in the incremental linear
//! encodings of Heljanko, Junttila and Latvala: *the end* is a list of free bits; a position may be
//! chosen as the start of the loop if its state is the end; and at each depth the state after the last
//! step is assumed to be the end.

use synod_core::{Budget, Stop};

use crate::circuit::{Circuit, Goal, Lasso};
use crate::cnf::Clauses;
use crate::partial_order::NormalForm;
use crate::solver::Solver;
use crate::unroll::Unrolling;
use synod_symbolic::aig::Lit;

/// A run in a circuit: the initial values of its latches and the inputs of each position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// Latches that are true in the first state, by their signals.
    pub first: Vec<Lit>,
    /// For each position, the inputs that are true.
    pub inputs: Vec<Vec<Lit>>,
    /// The position to which the last step leads back.
    pub loop_start: Option<usize>,
}

/// What a search comes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SearchResult {
    /// A violating run.
    Run(Run),
    /// There is none, of any length, because no run that could violate has more than so many steps.
    Nothing {
        /// The number of steps.
        depth: u64,
    },
}

/// The patience of a first try.
const FIRST_CONFLICTS: i32 = 500;
/// How much more patient the next try is.
const MORE_CONFLICTS: i32 = 4;

/// A search that goes on from depth to depth.
pub struct Search<'a, S> {
    circuit: &'a Circuit,
    goal: &'a Goal,
    unrolling: Unrolling<'a>,
    clauses: Clauses<S>,
    normal_form: NormalForm<'a>,
    /// Says that the run is in normal form.
    is_normal: i32,
    end: Option<End>,
    depth: usize,
}

/// What belongs to the loop of a lasso.
struct End {
    /// The state at which the loop closes; of obligations, those that are due at its end.
    state: Vec<Lit>,
    /// For each position so far whether it is in the loop.
    in_loop: Vec<Lit>,
    /// For each condition that must hold infinitely often, whether it held in the loop so far.
    accepting: Vec<Lit>,
}

impl<'a, S: Solver> Search<'a, S> {
    /// A search that has looked at nothing yet.
    pub fn new(circuit: &'a Circuit, goal: &'a Goal, budget: &Budget) -> Self {
        let mut unrolling = Unrolling::initial(circuit);
        let mut clauses = Clauses::new(S::new(budget));
        let init = unrolling.at(0, circuit.init);
        clauses.require(&unrolling.aig, init);
        let end = match goal {
            Goal::Lasso(lasso) => {
                let state = circuit.latches.iter().map(|_| unrolling.aig.input()).collect();
                Some(End { state, in_loop: Vec::new(), accepting: vec![Lit::FALSE; lasso.accepting.len()] })
            }
            _ => None,
        };
        let normal_form = NormalForm::new(circuit);
        let is_normal = clauses.solver.variable();
        Search { circuit, goal, unrolling, clauses, normal_form, is_normal, end, depth: 0 }
    }

    /// The number of steps that the next call looks at.
    pub fn depth(&self) -> u64 {
        self.depth as u64
    }

    /// The nodes of the circuit over all positions so far.
    pub fn nodes(&self) -> usize {
        self.unrolling.aig.size()
    }

    /// Looks for a violating run with one step more than before; `None` if there is none.
    pub fn next(&mut self, budget: &Budget) -> Result<Option<SearchResult>, Stop> {
        let goal = self.goal;
        let depth = self.depth;
        self.depth += 1;
        match goal {
            Goal::Start { bad } | Goal::Reach { bad, .. } => {
                if depth > 0 {
                    self.go_on(depth);
                    // No run goes on that far, so whatever can be reached was reached before.
                    if self.clauses.solver.solve_within(&[], FIRST_CONFLICTS) == Some(false) {
                        return Ok(Some(SearchResult::Nothing { depth: depth as u64 - 1 }));
                    }
                }
                let bad = self.unrolling.at(depth, *bad);
                let literal = self.clauses.literal(&self.unrolling.aig, bad);
                if self.ask_in_turns(literal, budget)? {
                    return Ok(Some(SearchResult::Run(self.run(depth, None))));
                }
                self.clauses.solver.clause(&[-literal]);
                let is_over = matches!(goal, Goal::Start { .. }) || self.has_no_run();
                Ok(is_over.then_some(SearchResult::Nothing { depth: depth as u64 }))
            }
            Goal::Lasso(lasso) => self.lasso(lasso, depth, budget),
        }
    }

    /// Whether it is easily seen that no run without a violation has as many steps as were looked at.
    fn has_no_run(&mut self) -> bool {
        self.clauses.solver.solve_within(&[], FIRST_CONFLICTS) == Some(false)
    }

    /// Asks for runs in any order and for runs in normal form in turns, each time with more patience:
    /// where there is a run, it is easier to find in any order; where there is none, the normal form makes
    /// it easier to see.
    fn ask_in_turns(&mut self, literal: i32, budget: &Budget) -> Result<bool, Stop> {
        if self.normal_form.is_void() {
            return self.ask(&[literal], budget);
        }
        let mut conflicts = FIRST_CONFLICTS;
        loop {
            for assumptions in [&[literal][..], &[literal, self.is_normal]] {
                budget.check(0)?;
                if let Some(answer) = self.clauses.solver.solve_within(assumptions, conflicts) {
                    return Ok(answer);
                }
                conflicts = conflicts.saturating_mul(MORE_CONFLICTS);
            }
        }
    }

    fn ask(&mut self, assumptions: &[i32], budget: &Budget) -> Result<bool, Stop> {
        budget.check(0)?;
        match self.clauses.solver.solve(assumptions, &[]) {
            Some(answer) => Ok(answer),
            None => Err(budget.reason_to_stop()),
        }
    }

    /// What can be said of the step that leads to a position, for a search that looks for a state.
    fn go_on(&mut self, position: usize) {
        // A run that does not go on everywhere is one with fewer steps.
        if self.normal_form.is_void() {
            let (before, after) = (self.unrolling.state(position - 1), self.unrolling.state(position));
            let same = self.unrolling.same(&before, &after);
            self.clauses.require(&self.unrolling.aig, !same);
        } else {
            let (goes_on, wrong) = self.normal_form.next(&mut self.unrolling);
            self.clauses.require(&self.unrolling.aig, goes_on);
            for wrong in wrong {
                let wrong = self.clauses.literal(&self.unrolling.aig, wrong);
                self.clauses.solver.clause(&[-self.is_normal, -wrong]);
            }
        }
        let distance = &self.circuit.distance;
        for (nearer, far) in std::iter::zip(distance, distance.iter().skip(1)) {
            let before = self.unrolling.at(position - 1, *far);
            let after = self.unrolling.at(position, *nearer);
            let step = [
                -self.clauses.literal(&self.unrolling.aig, before),
                self.clauses.literal(&self.unrolling.aig, after),
            ];
            self.clauses.solver.clause(&step);
        }
    }

    fn lasso(&mut self, lasso: &Lasso, depth: usize, budget: &Budget) -> Result<Option<SearchResult>, Stop> {
        let end = self.unrolling.at(depth, lasso.end);
        let literal = self.clauses.literal(&self.unrolling.aig, end);
        if self.ask(&[literal], budget)? {
            return Ok(Some(SearchResult::Run(self.run(depth, None))));
        }
        self.clauses.solver.clause(&[-literal]);
        let along = self.unrolling.at(depth, lasso.along);
        self.clauses.require(&self.unrolling.aig, along);
        if !self.ask(&[], budget)? {
            return Ok(Some(SearchResult::Nothing { depth: depth as u64 }));
        }
        self.extend_loop(lasso, depth);
        let closes = self.closes(lasso, depth);
        let literal = self.clauses.literal(&self.unrolling.aig, closes);
        if !self.ask(&[literal], budget)? {
            self.clauses.solver.clause(&[-literal]);
            return Ok(None);
        }
        let in_loop = self.end.as_ref().map(|end| end.in_loop.clone()).unwrap_or_default();
        let start = in_loop.iter().position(|lit| self.clauses.value(*lit));
        Ok(Some(SearchResult::Run(self.run(depth, start))))
    }

    /// The position may be the start of the loop, or in it.
    fn extend_loop(&mut self, lasso: &Lasso, depth: usize) {
        let state = self.unrolling.state(depth);
        let Some(end) = &mut self.end else { return };
        let aig = &mut self.unrolling.aig;
        let start = aig.input();
        let before = end.in_loop.last().copied().unwrap_or(Lit::FALSE);
        // At most one position is the start, and its state is the end.
        let first = aig.implies(start, !before);
        let mut conditions = vec![first];
        for (latch, (now, last)) in std::iter::zip(&self.circuit.latches, std::iter::zip(state, &end.state)) {
            let agrees = match lasso.obligations.contains(&latch.now) {
                true => aig.implies(*last, now),
                false => aig.iff(*last, now),
            };
            conditions.push(aig.implies(start, agrees));
        }
        let in_loop = aig.or(before, start);
        end.in_loop.push(in_loop);
        for condition in conditions {
            self.clauses.require(&self.unrolling.aig, condition);
        }
        for (number, condition) in lasso.accepting.iter().enumerate() {
            let now = self.unrolling.at(depth, *condition);
            let aig = &mut self.unrolling.aig;
            let here = aig.and(in_loop, now);
            if let Some(end) = &mut self.end {
                end.accepting[number] = aig.or(end.accepting[number], here);
            }
        }
    }

    /// The loop closes after the last step.
    fn closes(&mut self, lasso: &Lasso, depth: usize) -> Lit {
        let state = self.unrolling.state(depth + 1);
        let Some(end) = &self.end else { return Lit::FALSE };
        let aig = &mut self.unrolling.aig;
        let mut conditions = end.accepting.clone();
        conditions.extend(end.in_loop.last());
        for (latch, (now, last)) in std::iter::zip(&self.circuit.latches, std::iter::zip(state, &end.state)) {
            conditions.push(match lasso.obligations.contains(&latch.now) {
                true => aig.implies(now, *last),
                false => aig.iff(now, *last),
            });
        }
        aig.all(conditions)
    }

    /// The run that the solver found.
    fn run(&mut self, depth: usize, loop_start: Option<usize>) -> Run {
        let mut true_at = |position: usize, signals: Vec<Lit>| -> Vec<Lit> {
            let images: Vec<(Lit, Lit)> =
                signals.into_iter().map(|signal| (signal, self.unrolling.at(position, signal))).collect();
            images
                .into_iter()
                .filter(|(_, image)| self.clauses.value(*image))
                .map(|(signal, _)| signal)
                .collect()
        };
        let latches = self.circuit.latches.iter().map(|latch| latch.now).collect();
        let first = true_at(0, latches);
        let inputs = (0..=depth).map(|position| true_at(position, self.circuit.inputs.clone())).collect();
        Run { first, inputs, loop_start }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use proptest::test_runner::TestCaseError;
    use synod_core::{Formula, System};
    use synod_testing::{Fragment, questions, runner};

    use super::*;
    use crate::decide::ReducedQuestion;
    use crate::solver::{General, Sink};
    use synod_symbolic::conjuncts;

    const DEPTH: u64 = 8;

    /// The depth at which a search finds something, if it does.
    fn found(mut search: Search<General>) -> Option<u64> {
        let budget = Budget::unlimited();
        while search.depth() <= DEPTH {
            if let Some(SearchResult::Run(_)) = search.next(&budget).expect("no limit") {
                return Some(search.depth());
            }
        }
        None
    }

    fn normal_form_and_distance_change_nothing(
        system: &System,
        formula: &Formula,
    ) -> Result<(), TestCaseError> {
        for conjunct in conjuncts(system, formula) {
            let Ok(ReducedQuestion { question, circuit, .. }) = ReducedQuestion::new(system, &conjunct, 3)
            else {
                return Err(TestCaseError::reject("too large"));
            };
            let budget = Budget::unlimited();
            let mut plain = circuit.clone();
            plain.step_classes.clear();
            let mut measured = circuit.clone();
            measured.measure(&question.goal, &budget).expect("no limit");
            let mut normal = Search::<General>::new(&measured, &question.goal, &budget);
            let is_normal = normal.is_normal;
            normal.clauses.solver.clause(&[is_normal]);
            prop_assert_eq!(found(normal), found(Search::new(&plain, &question.goal, &budget)));
        }
        Ok(())
    }

    #[test]
    fn every_state_is_reached_as_soon_by_a_run_in_normal_form() {
        let test =
            |(system, formula): (System, Formula)| normal_form_and_distance_change_nothing(&system, &formula);
        runner(400).run(&questions(Fragment::Invariant), test).unwrap();
    }
}
