//! From a state with a successor in a cube to all states that the same inputs lead there.

use synod_core::{Budget, Stop};

use super::queries::{before, stopped};
use super::template::Template;
use super::{Cube, Found};
use crate::aig::Lit;
use crate::safety::Safety;
use crate::solver::{Small, Solver};

/// A solver that knows the functions of the circuit and nothing else.
pub(super) struct Lifter {
    solver: Small,
    budget: Budget,
    template: Template,
    /// The inputs, by their signals.
    inputs: Vec<Lit>,
}

impl Lifter {
    pub fn new(safety: &Safety, budget: &Budget) -> Self {
        let template = Template::new(safety, &[]);
        let inputs = safety.circuit.inputs.clone();
        Lifter { solver: template.solver(budget), budget: budget.clone(), template, inputs }
    }

    /// A cube around a state, from which the inputs lead into `target`, or to something bad if there is
    /// none: the literals needed to see that they cannot lead elsewhere.
    pub fn lift(&mut self, safety: &Safety, found: &Found, target: Option<&Cube>) -> Result<Cube, Stop> {
        let once = match target {
            None => {
                self.solver.restrict(self.template.domain_of_bad(safety));
                vec![-self.template.bad]
            }
            Some(cube) => {
                self.solver.restrict(self.template.domain_of(safety, cube));
                before(&self.template.next, cube).into_iter().map(|literal| -literal).collect()
            }
        };
        let value =
            |(input, literal): (&Lit, &i32)| if found.inputs.contains(input) { *literal } else { -literal };
        let state = before(&self.template.now, &found.state);
        let assumptions: Vec<i32> = state
            .iter()
            .copied()
            .chain(std::iter::zip(&self.inputs, &self.template.inputs).map(value))
            .collect();
        match self.solver.solve(&assumptions, &once) {
            None => Err(stopped(&self.budget)),
            Some(true) => Ok(found.state.clone()),
            Some(false) => {
                let solver = &mut self.solver;
                let pairs = std::iter::zip(&found.state, state);
                Ok(pairs
                    .filter(|(_, literal)| solver.failed(*literal))
                    .map(|(literal, _)| *literal)
                    .collect())
            }
        }
    }
}
