//! Generalising: literals are dropped from a blocked cube as long as what is left can still be blocked.
//!
//! A state outside the smaller cube that leads into it is a *counterexample to generalisation*. It is
//! often as unreachable as the cube itself and is then blocked first (after Hassan, Bradley and Somenzi,
//! *Better generalization in IC3*); otherwise the cube is shrunk to what the two have in common.

use synod_core::Stop;

use super::{Cube, Ic3};

/// How many counterexamples to one generalisation are blocked.
const MOST_COUNTEREXAMPLES: usize = 3;
/// How deep blocking a counterexample generalises in turn.
const DEEPEST: usize = 1;

impl Ic3<'_> {
    /// A smaller cube that can be blocked in a frame, given one that can.
    pub(super) fn generalise(&mut self, cube: Cube, frame: usize, depth: usize) -> Result<Cube, Stop> {
        let mut order = self.by_activity(&cube);
        order.reverse();
        // What stands in few lemmas is dropped first; what the frame before needed to say the same, last.
        if let Some(parent) = self.frames.parent(&cube, frame) {
            order.sort_by_key(|literal| parent.contains(literal));
        }
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
            if let Some(blocked) = self.blocked(&cube, frame)? {
                return Ok(Some(blocked));
            }
            if depth >= DEEPEST {
                return Ok(None);
            }
            let found = self.relations[frame - 1].found(self.safety);
            if !needed.iter().all(|literal| found.state.contains(literal)) {
                return Ok(None);
            }
            let lifted = self.lift(&found, Some(&cube), false)?;
            let shared: Cube = cube.iter().copied().filter(|literal| lifted.contains(literal)).collect();
            if counterexamples < MOST_COUNTEREXAMPLES
                && frame > 1
                && self.block_counterexample(lifted, frame - 1, depth)?
            {
                counterexamples += 1;
                continue;
            }
            counterexamples = 0;
            if !needed.iter().all(|literal| shared.contains(literal)) {
                return Ok(None);
            }
            cube = shared;
        }
    }

    /// Blocks a counterexample in a frame, if one step back is enough to see why it can be.
    fn block_counterexample(&mut self, cube: Cube, frame: usize, depth: usize) -> Result<bool, Stop> {
        if self.initial.meets(&cube)? {
            return Ok(false);
        }
        let Some(core) = self.blocked(&cube, frame)? else { return Ok(false) };
        let (core, frame) = self.push_up(core, frame)?;
        let lemma = self.generalise(core, frame, depth + 1)?;
        self.learn(lemma, frame);
        Ok(true)
    }
}
