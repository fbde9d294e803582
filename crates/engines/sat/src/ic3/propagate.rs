//! Propagating: every lemma moves to the last frame in which it holds.

use synod_core::Stop;

use super::{Cube, Ic3};

impl Ic3<'_> {
    /// Moves lemmas on. If all lemmas of a frame did, those that are left after it are inductive.
    pub(super) fn propagate(&mut self) -> Result<Option<Vec<Cube>>, Stop> {
        for frame in 1..self.frames.last() {
            for cube in self.frames.of(frame).cloned().collect::<Vec<Cube>>() {
                // It may have been dropped for a stronger one meanwhile.
                if !self.frames.of(frame).any(|other| *other == cube) {
                    continue;
                }
                let order = self.by_activity(&cube);
                let relation = &mut self.relations[frame];
                if !relation.reaches(self.safety, &order, false)? {
                    let core = relation.needed(&cube);
                    let core = self.initial.repair(core, &cube)?;
                    self.learn(core, frame + 1);
                }
            }
            if self.frames.of(frame).len() == 0 {
                return Ok(Some(self.frames.all_from(frame + 1)));
            }
        }
        Ok(None)
    }
}
