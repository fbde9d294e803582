//! From a state with a successor in a cube to all states that the same inputs lead there.

use synod_core::{Budget, Stop};

use super::queries::{before, stopped};
use super::template::Template;
use super::{Cube, FoundState};
use crate::safety::Safety;
use crate::solver::{Incremental, Solver};
use synod_symbolic::aig::Lit;

/// A solver that knows the functions of the circuit and nothing else.
pub(super) struct Lifter {
    solver: Incremental,
    budget: Budget,
    template: Template,
    /// The inputs, by their signals.
    inputs: Vec<Lit>,
}

impl Lifter {
    pub fn new(safety: &Safety, budget: &Budget) -> Self {
        let template = Template::new(safety, &[], budget);
        let inputs = safety.circuit.inputs.clone();
        Lifter { solver: template.solver(budget), budget: budget.clone(), template, inputs }
    }

    /// A cube around a state, from which the inputs lead into `target`, or to something bad if there is
    /// none: the literals needed to see that they cannot lead elsewhere. The first literals of `state`
    /// are the first to be used; who is `thorough` asks again in other orders as long as it pays.
    pub fn lift(
        &mut self,
        safety: &Safety,
        found: &FoundState,
        mut state: Vec<i32>,
        target: Option<&Cube>,
        thorough: bool,
    ) -> Result<Cube, Stop> {
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
        let inputs: Vec<i32> = std::iter::zip(&self.inputs, &self.template.inputs).map(value).collect();
        loop {
            let assumed = before(&self.template.now, &state);
            let assumptions = [inputs.as_slice(), &assumed].concat();
            if self.solver.solve(&assumptions, &once).ok_or_else(|| stopped(&self.budget))? {
                break;
            }
            let len = state.len();
            let mut assumed = assumed.into_iter();
            state.retain(|_| assumed.next().is_some_and(|literal| self.solver.failed(literal)));
            if !thorough || state.len() == len {
                break;
            }
            state.reverse();
        }
        state.sort_unstable_by_key(|literal| literal.unsigned_abs());
        Ok(state)
    }
}
