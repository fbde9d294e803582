//! From a proof about the circuit with fewer signals, or a run of it, to one of the circuit as it was.
//!
//! What was proved is inductive together with the equalities that were used, but these are about inputs too. Where
//! a step of the circuit breaks the proof, an equality fails before it: what of the state makes it fail
//! is excluded as well.

use std::collections::VecDeque;

use rustc_hash::{FxHashMap, FxHashSet};
use synod_core::{Budget, Stop};

use super::Merged;
use crate::bmc::Run;
use crate::circuit::Latch;
use crate::cnf::Clauses;
use crate::ic3::{Cube, before};
use crate::safety::Safety;
use crate::solver::{Incremental, Sink, Solver};
use synod_symbolic::aig::{Aig, Lit};

/// A proof that would need more cubes is not worth it.
const MOST_ADDED: usize = 20_000;

impl Merged<'_> {
    /// Cubes that are excluded together in the original, given such cubes of the circuit that is left, and
    /// exclude what is bad; `None` if it would take too many.
    pub fn proof(&self, cubes: &[Cube], budget: &Budget) -> Result<Option<Vec<Cube>>, Stop> {
        let mut steps = Steps::new(self.original, &self.equalities, budget);
        let mut all: Vec<Cube> = cubes.iter().map(|cube| before(&self.latches(), cube)).collect();
        all.iter().for_each(|cube| steps.exclude(cube));
        let targets = (0..all.len()).map(Some);
        let mut open: VecDeque<Option<usize>> = [None].into_iter().chain(targets).collect();
        while let Some(target) = open.pop_front() {
            while let Some(found) = steps.entry(target.map(|number| &all[number]))? {
                let reason = steps.difference(&found)?;
                let Some(cube) = reason.filter(|_| all.len() < cubes.len() + MOST_ADDED) else {
                    return Ok(None);
                };
                steps.exclude(&cube);
                open.push_back(Some(all.len()));
                all.push(cube);
            }
        }
        Ok(Some(all))
    }

    /// The state of the original, as a cube of the latches that are left, where the run of these begins.
    pub fn start(&self, run: &Run) -> Cube {
        let latches = &self.safety.circuit.latches;
        let value =
            |(latch, number): (&Latch, i32)| if run.first.contains(&latch.now) { number } else { -number };
        std::iter::zip(latches, self.latches()).map(value).collect()
    }

    /// For each latch that is left its number, from 1 on, in the original.
    fn latches(&self) -> Vec<i32> {
        let numbers: FxHashMap<Lit, i32> =
            self.original.circuit.latches.iter().map(|latch| latch.now).zip(1..).collect();
        self.safety.circuit.latches.iter().map(|latch| numbers[&latch.now]).collect()
    }
}

/// A state and inputs, as the latches and inputs that are true.
type Found = FxHashSet<Lit>;

/// The steps of a circuit, and why equalities fail.
struct Steps<'a> {
    safety: &'a Safety,
    budget: &'a Budget,
    /// Nodes, what they should be equal to, and a signal that says so.
    equalities: Vec<(Lit, Lit, Lit)>,
    graph: Aig,
    /// What leads where, from states that are not excluded.
    steps: Clauses<Incremental>,
    now: Vec<i32>,
    next: Vec<i32>,
    bad: i32,
    /// The functions of the circuit alone.
    functions: Clauses<Incremental>,
}

impl<'a> Steps<'a> {
    fn new(safety: &'a Safety, equalities: &[(Lit, Lit)], budget: &'a Budget) -> Self {
        let circuit = &safety.circuit;
        let mut graph = circuit.aig.clone();
        let equalities = equalities.iter().map(|(a, b)| (*a, *b, graph.iff(*a, *b))).collect();
        let mut steps = Clauses::new(Incremental::new(budget));
        steps.require(&graph, circuit.invariant);
        let mut literals = |signals: &mut dyn Iterator<Item = Lit>| -> Vec<i32> {
            signals.map(|signal| steps.literal(&graph, signal)).collect()
        };
        let now = literals(&mut circuit.latches.iter().map(|latch| latch.now));
        let next = literals(&mut circuit.latches.iter().map(|latch| latch.next));
        let bad = steps.literal(&graph, safety.bad);
        let functions = Clauses::new(Incremental::new(budget));
        Steps { safety, budget, equalities, graph, steps, now, next, bad, functions }
    }

    fn exclude(&mut self, cube: &Cube) {
        let clause: Vec<i32> = before(&self.now, cube).into_iter().map(|literal| -literal).collect();
        self.steps.solver.clause(&clause);
    }

    /// A step that leads into a cube, or something bad if there is none.
    fn entry(&mut self, cube: Option<&Cube>) -> Result<Option<Found>, Stop> {
        let asked = cube.map_or(vec![self.bad], |cube| before(&self.next, cube));
        match self.steps.solver.solve(&asked, &[]) {
            None => Err(self.budget.reason_to_stop()),
            Some(false) => Ok(None),
            Some(true) => {
                let circuit = &self.safety.circuit;
                let signals =
                    circuit.latches.iter().map(|latch| latch.now).chain(circuit.inputs.iter().copied());
                Ok(Some(signals.filter(|signal| self.steps.value(*signal)).collect()))
            }
        }
    }

    /// A cube of states in which the inputs of a step show that an equality fails, if they do in its state.
    fn difference(&mut self, found: &Found) -> Result<Option<Cube>, Stop> {
        let circuit = &self.safety.circuit;
        let values = circuit.aig.simulate(|leaf| found.contains(&leaf));
        let failing = self.equalities.iter().find(|(a, b, _)| values.of(*a) != values.of(*b));
        let Some((_, _, equal)) = failing else { return Ok(None) };
        let functions = &mut self.functions;
        let equal = functions.literal(&self.graph, *equal);
        let mut literal = |signal: &Lit| {
            let literal = functions.literal(&self.graph, *signal);
            if found.contains(signal) { literal } else { -literal }
        };
        let inputs: Vec<i32> = circuit.inputs.iter().map(&mut literal).collect();
        let mut state: Vec<(i32, i32)> = std::iter::zip(1.., &circuit.latches)
            .map(|(number, latch)| {
                let literal = literal(&latch.now);
                (if found.contains(&latch.now) { number } else { -number }, literal)
            })
            .collect();
        loop {
            let assumed = state.iter().map(|(_, literal)| *literal);
            let assumptions: Vec<i32> =
                [equal].into_iter().chain(inputs.iter().copied()).chain(assumed).collect();
            match functions.solver.solve(&assumptions, &[]) {
                None => return Err(self.budget.reason_to_stop()),
                Some(true) => return Ok(None),
                Some(false) => {}
            }
            let len = state.len();
            state.retain(|(_, literal)| functions.solver.failed(*literal));
            if state.len() == len {
                break;
            }
            state.reverse();
        }
        let mut cube: Cube = state.into_iter().map(|(number, _)| number).collect();
        cube.sort_unstable_by_key(|literal| literal.unsigned_abs());
        Ok(Some(cube))
    }
}
