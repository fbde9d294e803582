//! Generalising: literals are dropped from a blocked cube as long as what is left can still be blocked.
//!
//! A state outside the smaller cube that leads into it is a *counterexample to generalisation*. It is
//! often as unreachable as the cube itself and is then blocked first (after Hassan, Bradley and Somenzi,
//! *Better generalization in IC3*); otherwise the cube is shrunk to what the two have in common.

use synod_core::Stop;

use super::{Cube, Ic3, latch};

/// How many counterexamples to one generalisation are blocked.
const MOST_COUNTEREXAMPLES: usize = 3;
/// How deep blocking a counterexample generalises in turn.
const DEEPEST: usize = 1;

impl Ic3<'_> {
    /// A smaller cube that can be blocked in a frame, given one that can.
    pub(super) fn generalise(&mut self, cube: Cube, frame: usize, depth: usize) -> Result<Cube, Stop> {
        let mut order = cube.clone();
        // What stands in few lemmas is dropped first.
        let activity = |literal: &i32| self.activity[latch(*literal)];
        order.sort_by(|a, b| activity(a).total_cmp(&activity(b)));
        let mut cube = cube;
        let mut needed = Vec::new();
        for literal in order {
            if cube.len() == 1 || !cube.contains(&literal) {
                continue;
            }
            let smaller: Cube = cube.iter().copied().filter(|other| *other != literal).collect();
            match self.down(smaller, &needed, frame, depth)? {
                Some(blocked) => cube = blocked,
                None => needed.push(literal),
            }
        }
        Ok(cube)
    }

    /// A part of the cube that can be blocked in a frame, if one is found that has the literals known to be
    /// needed.
    fn down(
        &mut self,
        mut cube: Cube,
        needed: &[i32],
        frame: usize,
        depth: usize,
    ) -> Result<Option<Cube>, Stop> {
        let mut counterexamples = 0;
        loop {
            if cube.is_empty() || self.initial.meets(&cube)? {
                return Ok(None);
            }
            let relation = &mut self.relations[frame - 1];
            if !relation.reaches(self.safety, &cube, true)? {
                let core = relation.needed(&cube);
                return Ok(Some(self.initial.repair(core, &cube)?));
            }
            if depth >= DEEPEST {
                return Ok(None);
            }
            let found = relation.found(self.safety);
            if counterexamples < MOST_COUNTEREXAMPLES && frame > 1 {
                let lifted = self.lifter.lift(self.safety, &found, Some(&cube))?;
                if self.block_counterexample(lifted, frame - 1, depth)? {
                    counterexamples += 1;
                    continue;
                }
            }
            counterexamples = 0;
            let shared = |literal: &i32| found.state.contains(literal);
            if !needed.iter().all(shared) {
                return Ok(None);
            }
            cube.retain(shared);
        }
    }

    /// Blocks a counterexample in a frame, if one step back is enough to see why it can be.
    fn block_counterexample(&mut self, cube: Cube, frame: usize, depth: usize) -> Result<bool, Stop> {
        if self.initial.meets(&cube)? {
            return Ok(false);
        }
        let relation = &mut self.relations[frame - 1];
        if relation.reaches(self.safety, &cube, true)? {
            return Ok(false);
        }
        let core = relation.needed(&cube);
        let core = self.initial.repair(core, &cube)?;
        let (core, frame) = self.push_up(core, frame)?;
        let lemma = self.generalise(core, frame, depth + 1)?;
        self.learn(lemma, frame);
        Ok(true)
    }
}
