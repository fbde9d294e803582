//! Shortest runs. Predecessors are not stored: of the level before, which the stamps in the table tell, a state with a step
//! to the one at hand is looked for on the device. Where stamps were too few for all levels, the search is done again up
//! to there, and the last levels keep theirs.

use crate::partition::Partition;
use crate::search::{Failure, Limits};

impl Partition<'_> {
    /// A shortest path to a state of this depth.
    pub fn path_to(&mut self, state: &[u64], depth: u64, limits: Limits) -> Result<Vec<Vec<u64>>, Failure> {
        let mut states = vec![state.to_vec()];
        for before in (0..depth).rev() {
            if before < self.base() {
                self.search_up_to(before, limits)?;
            }
            let target = states[states.len() - 1].clone();
            let found = self.before(before, &target, limits)?;
            let Some(first) = found.into_iter().next() else {
                return Err(Failure::Broken("a state that led to another was not found again".to_string()));
            };
            states.push(first);
        }
        states.reverse();
        Ok(states)
    }

    /// How far a state is that was found before. If it is too old to tell, the search is done again until it is met.
    pub fn find_again(&mut self, state: &[u64], limits: Limits) -> Result<u64, Failure> {
        if let Some(depth) = self.only_card().depth_of(state)? {
            return Ok(depth);
        }
        self.restart(limits)?;
        loop {
            if let Some(depth) = self.only_card().depth_of(state)? {
                return Ok(depth);
            }
            if !self.is_open() {
                return Err(Failure::Broken("a state was not found again".to_string()));
            }
            self.advance(limits)?;
        }
    }

    /// Searches again until the level of this depth is at hand; of the levels before it as many as possible have stamps of
    /// their own.
    fn search_up_to(&mut self, depth: u64, limits: Limits) -> Result<(), Failure> {
        self.restart(limits)?;
        let keep = depth.saturating_sub(self.window() - 2);
        while self.depth() < depth {
            if self.depth() == keep && keep > self.base() {
                self.forget_before(keep)?;
            }
            self.advance(limits)?;
        }
        Ok(())
    }
}
