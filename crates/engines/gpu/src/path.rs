//! Shortest runs. Predecessors are not stored: of the level before, which the stamps in the table tell, a state with a step
//! to the one at hand is looked for on the device. Where stamps were too few for all levels, the search is done again up
//! to there, and the last levels keep theirs.

use synod_core::{State, Step, Trace};
use synod_simulate::Interpreter;

use crate::search::{Failure, Limits, Search};

impl Search<'_> {
    /// A shortest run to a state of this depth.
    pub fn path_to(
        &mut self,
        interpreter: &Interpreter,
        state: &[u64],
        depth: u64,
        limits: Limits,
    ) -> Result<Trace, Failure> {
        let mut states = vec![state.to_vec()];
        for before in (0..depth).rev() {
            if before < self.base {
                self.search_up_to(before, limits)?;
            }
            let target = &states[states.len() - 1];
            let found = self.before(before, &target.clone(), limits)?;
            let Some(first) = found.into_iter().next() else {
                return Err(Failure::Broken("a state that led to another was not found again".to_string()));
            };
            states.push(first);
        }
        let mut states: Vec<State> = states.iter().map(|state| self.layout.unpack(state)).collect();
        states.reverse();
        let mut steps = Vec::new();
        for pair in states.windows(2) {
            let step = interpreter.find_move(&pair[0], |_, step| step.target == pair[1]);
            let Some(step) = step else {
                return Err(Failure::Broken("the device took a step that there is not".to_string()));
            };
            steps.push(Step::Take(step.taken));
        }
        Ok(Trace { states, steps, loop_start: None })
    }

    /// Searches again until the level of this depth is at hand; of the levels before it as many as possible have stamps of
    /// their own.
    fn search_up_to(&mut self, depth: u64, limits: Limits) -> Result<(), Failure> {
        self.restart(limits)?;
        let keep = depth.saturating_sub(self.window() - 2);
        while self.depth < depth {
            if self.depth == keep && keep > self.base {
                self.forget_before(keep)?;
            }
            self.advance(limits)?;
        }
        Ok(())
    }
}
