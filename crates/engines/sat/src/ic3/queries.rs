//! The solvers that know the circuit, and what they are asked.

use std::rc::Rc;

use synod_core::{Budget, Stop};

use super::template::Template;
use super::{Cube, FoundState, latch, negated};
use crate::cnf::Clauses;
use crate::safety::Safety;
use crate::solver::{Incremental, Sink, Solver};
use synod_symbolic::aig::Lit;

/// A solver that knows one step of the circuit.
pub(super) struct Relation {
    solver: Incremental,
    budget: Budget,
    template: Rc<Template>,
    /// How many lemmas it knows, and how many it should.
    lemmas: usize,
    most_lemmas: usize,
}

/// A solver may know so many lemmas before it is asked which of them still count.
const FEW_LEMMAS: usize = 200;

impl Relation {
    pub fn new(template: &Rc<Template>, budget: &Budget) -> Self {
        let solver = template.solver(budget);
        let (budget, template) = (budget.clone(), template.clone());
        Relation { solver, budget, template, lemmas: 0, most_lemmas: FEW_LEMMAS }
    }

    /// Adds a clause over the latches before the step.
    pub fn learn(&mut self, clause: &[i32]) {
        let clause = before(&self.template.now, clause);
        self.solver.clause(&clause);
        self.lemmas += 1;
    }

    /// Whether it knows more lemmas than it should.
    pub fn is_full(&self) -> bool {
        self.lemmas > self.most_lemmas
    }

    /// It may know so many lemmas.
    pub fn allow(&mut self, lemmas: usize) {
        self.most_lemmas = lemmas.max(FEW_LEMMAS);
    }

    fn ask(&mut self, assumptions: &[i32], once: &[i32]) -> Result<bool, Stop> {
        self.solver.solve(assumptions, once).ok_or_else(|| stopped(&self.budget))
    }

    /// Whether some state is bad.
    pub fn meets_bad(&mut self, safety: &Safety) -> Result<bool, Stop> {
        self.solver.restrict(self.template.domain_of_bad(safety));
        self.ask(&[self.template.bad], &[])
    }

    /// Whether some step leads from outside a cube (if `outside`) into it.
    pub fn reaches(&mut self, safety: &Safety, cube: &Cube, outside: bool) -> Result<bool, Stop> {
        self.solver.restrict(self.template.domain_of(safety, cube));
        let once: Vec<i32> = match outside {
            true => before(&self.template.now, &negated(cube)),
            false => Vec::new(),
        };
        let target = before(&self.template.next, cube);
        self.ask(&target, &once)
    }

    /// Whether some step leads into a cube, or some state is bad if there is none, with all that is known.
    pub fn is_possible(&mut self, cube: Option<&Cube>) -> Result<bool, Stop> {
        self.solver.restrict(1..=self.template.variables);
        let asked = cube.map_or(vec![self.template.bad], |cube| before(&self.template.next, cube));
        self.ask(&asked, &[])
    }

    /// After `reaches` said no: the literals of the cube that were needed to see it.
    pub fn needed(&mut self, cube: &Cube) -> Cube {
        let next = &self.template.next;
        let solver = &mut self.solver;
        cube.iter()
            .copied()
            .filter(|literal| solver.failed(literal.signum() * next[latch(*literal)]))
            .collect()
    }

    /// After a yes: what matters of the state before the step, and the inputs.
    pub fn found(&mut self, safety: &Safety) -> FoundState {
        let solver = &mut self.solver;
        let mut truth = |literal: &i32| (solver.value(*literal), solver.value(-literal));
        let state =
            std::iter::zip(1.., &self.template.now).filter_map(|(number, literal)| match truth(literal) {
                (true, _) => Some(number),
                (_, true) => Some(-number),
                _ => None,
            });
        let state = state.collect();
        let inputs = std::iter::zip(&safety.circuit.inputs, &self.template.inputs);
        let is_true = |(_, literal): &(&Lit, &i32)| solver.value(**literal);
        FoundState { state, inputs: inputs.filter(is_true).map(|(input, _)| *input).collect() }
    }
}

/// A cube or clause in the solver's literals.
pub fn before(latches: &[i32], literals: &[i32]) -> Vec<i32> {
    literals.iter().map(|literal| literal.signum() * latches[latch(*literal)]).collect()
}

pub(super) fn stopped(budget: &Budget) -> Stop {
    budget.reason_to_stop()
}

/// What is known of the initial states.
pub(super) struct Initial {
    clauses: Clauses<Incremental>,
    budget: Budget,
    now: Vec<i32>,
    /// For each latch its value, if it has only one.
    fixed: Vec<Option<bool>>,
}

impl Initial {
    pub fn new(safety: &Safety, budget: &Budget) -> Self {
        let circuit = &safety.circuit;
        let mut clauses = Clauses::new(Incremental::new(budget));
        clauses.require(&circuit.aig, circuit.init);
        let now = circuit.latches.iter().map(|latch| clauses.literal(&circuit.aig, latch.now)).collect();
        let conjuncts = circuit.aig.conjuncts(circuit.init);
        let fixed = |signal: Lit| {
            let says = |value: bool| conjuncts.binary_search(&signal.negate_if(!value)).is_ok();
            [true, false].into_iter().find(|value| says(*value))
        };
        let fixed = circuit.latches.iter().map(|latch| fixed(latch.now)).collect();
        Initial { clauses, budget: budget.clone(), now, fixed }
    }

    fn excludes(&self, literal: i32) -> bool {
        self.fixed[latch(literal)].is_some_and(|value| value != (literal > 0))
    }

    /// Whether some initial state lies in a cube.
    pub fn meets(&mut self, cube: &Cube) -> Result<bool, Stop> {
        if cube.iter().any(|literal| self.excludes(*literal)) {
            return Ok(false);
        }
        let assumptions = before(&self.now, cube);
        self.clauses.solver.solve(&assumptions, &[]).ok_or_else(|| stopped(&self.budget))
    }

    /// The latches, by their signals, that are true in an initial state of a cube.
    pub fn state_in(&mut self, safety: &Safety, cube: &Cube) -> Result<Vec<Lit>, Stop> {
        let assumptions = before(&self.now, cube);
        self.clauses.solver.solve(&assumptions, &[]).ok_or_else(|| stopped(&self.budget))?;
        let signals = safety.circuit.latches.iter().map(|latch| latch.now);
        let solver = &mut self.clauses.solver;
        let true_in = |(signal, literal): (Lit, &i32)| solver.value(*literal).then_some(signal);
        Ok(std::iter::zip(signals, &self.now).filter_map(true_in).collect())
    }

    /// The smallest cube between `part` and `whole` (which has no initial state in it) that is easy to find
    /// and has none either.
    pub fn repair(&mut self, part: Cube, whole: &Cube) -> Result<Cube, Stop> {
        if !self.meets(&part)? {
            return Ok(part);
        }
        let missing = whole.iter().copied().find(|literal| self.excludes(*literal));
        let needed: Vec<i32> = match missing {
            Some(literal) => vec![literal],
            None => {
                let assumptions = before(&self.now, whole);
                self.clauses.solver.solve(&assumptions, &[]).ok_or_else(|| stopped(&self.budget))?;
                let pairs = std::iter::zip(whole, assumptions);
                let solver = &mut self.clauses.solver;
                pairs.filter(|(_, assumed)| solver.failed(*assumed)).map(|(literal, _)| *literal).collect()
            }
        };
        let mut repaired: Cube = part.into_iter().chain(needed).collect();
        repaired.sort_unstable_by_key(|literal| literal.unsigned_abs());
        repaired.dedup();
        Ok(repaired)
    }
}
