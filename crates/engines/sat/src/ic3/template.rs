//! One step of a circuit as clauses, made once and given to many solvers.

use std::cell::OnceCell;

use rustc_hash::{FxHashMap, FxHashSet};
use synod_core::Budget;

use super::{Cube, latch};
use crate::cnf::Clauses;
use crate::eliminate::Recorded;
use crate::safety::Safety;
use crate::solver::{Incremental, Sink, Solver};
use synod_symbolic::aig::Lit;

/// The clauses, over as few variables as is easy.
#[derive(Debug)]
pub(super) struct Template {
    pub variables: i32,
    clauses: Vec<Vec<i32>>,
    /// The literals of the latches before and after the step.
    pub now: Vec<i32>,
    pub next: Vec<i32>,
    /// The literals of the inputs.
    pub inputs: Vec<i32>,
    /// The literal of the bad signal.
    pub bad: i32,
    /// The variables of the nodes of the graph that have one.
    of_node: FxHashMap<usize, i32>,
    /// The variables of the signals that are required, and of all that they depend on.
    required: Vec<i32>,
    /// For each latch the variables that its next value depends on, once it is asked for; and those that
    /// the bad signal does.
    cones: Vec<OnceCell<Vec<i32>>>,
    bad_cone: OnceCell<Vec<i32>>,
}

impl Template {
    /// The steps of a circuit before which some signals are true.
    pub fn new(safety: &Safety, required: &[Lit], budget: &Budget) -> Self {
        let circuit = &safety.circuit;
        let mut clauses = Clauses::new(Recorded::default());
        let mut literals = |signals: &mut dyn Iterator<Item = Lit>| -> Vec<i32> {
            signals.map(|signal| clauses.literal(&circuit.aig, signal)).collect()
        };
        let mut now = literals(&mut circuit.latches.iter().map(|latch| latch.now));
        let mut next = literals(&mut circuit.latches.iter().map(|latch| latch.next));
        let mut inputs = literals(&mut circuit.inputs.iter().copied());
        let mut bad = clauses.literal(&circuit.aig, safety.bad);
        for signal in required {
            clauses.require(&circuit.aig, *signal);
        }
        let asked_for = || now.iter().chain(&next).chain(&inputs).chain([&bad]).map(|literal| literal.abs());
        let mut of_node = clauses.variables().clone();
        let mut clauses = clauses.solver.without_others(&asked_for().collect::<FxHashSet<i32>>(), budget);
        // Variables that are left get new numbers.
        let mut numbers: FxHashMap<i32, i32> = FxHashMap::default();
        let used: Vec<i32> =
            asked_for().chain(clauses.iter().flatten().map(|literal| literal.abs())).collect();
        for variable in used {
            let new = numbers.len() as i32 + 1;
            numbers.entry(variable).or_insert(new);
        }
        let lists = [&mut now, &mut next, &mut inputs].into_iter().chain(&mut clauses);
        for literal in lists.flatten().chain([&mut bad]) {
            *literal = numbers[&literal.abs()] * literal.signum();
        }
        of_node.retain(|_, variable| match numbers.get(&variable.abs()) {
            Some(number) => {
                *variable = *number;
                true
            }
            None => false,
        });
        let cones = circuit.latches.iter().map(|_| OnceCell::new()).collect();
        let variables = numbers.len() as i32;
        let (required_cone, bad_cone) = (Vec::new(), OnceCell::new());
        let mut template = Template {
            variables,
            clauses,
            now,
            next,
            inputs,
            bad,
            of_node,
            required: required_cone,
            cones,
            bad_cone,
        };
        template.required = template.cone(safety, required);
        template
    }

    /// The variables that signals depend on.
    fn cone(&self, safety: &Safety, signals: &[Lit]) -> Vec<i32> {
        let needed = safety.circuit.aig.cone(signals.iter().copied());
        let mut cone: Vec<i32> =
            self.of_node.iter().filter(|(node, _)| needed[**node]).map(|(_, variable)| *variable).collect();
        cone.sort_unstable();
        cone
    }

    /// The variables that matter for whether a step leads from outside a cube into it.
    pub fn domain_of(&self, safety: &Safety, cube: &Cube) -> impl Iterator<Item = i32> {
        let own = |literal: &i32| self.now[latch(*literal)].abs();
        let next = |literal: &i32| {
            let next = safety.circuit.latches[latch(*literal)].next;
            self.cones[latch(*literal)].get_or_init(|| self.cone(safety, &[next])).iter().copied()
        };
        let of_cube = cube.iter().flat_map(move |literal| next(literal).chain([own(literal)]));
        self.required.iter().copied().chain(of_cube)
    }

    /// The variables that matter for whether a state is bad.
    pub fn domain_of_bad(&self, safety: &Safety) -> impl Iterator<Item = i32> {
        let bad = self.bad_cone.get_or_init(|| self.cone(safety, &[safety.bad]));
        self.required.iter().chain(bad).copied()
    }

    /// A solver that knows the clauses.
    pub fn solver(&self, budget: &Budget) -> Incremental {
        let mut solver = Incremental::new(budget);
        let free: FxHashSet<i32> = self.now.iter().chain(&self.inputs).map(|literal| literal.abs()).collect();
        for variable in 1..=self.variables {
            // Everything else is a function of them.
            match free.contains(&variable) {
                true => solver.variable(),
                false => solver.dependent_variable(),
            };
        }
        self.clauses.iter().for_each(|clause| solver.clause(clause));
        solver
    }
}
