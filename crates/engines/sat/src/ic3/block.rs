//! Blocking: a cube that leads to a bad state is shown to be out of reach, or reached.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use synod_core::Stop;

use super::{Cube, Ic3};
use crate::bmc::Run;
use synod_symbolic::aig::Lit;

/// A cube from which certain inputs lead into the cube of the next obligation, or are bad if there is none.
struct Obligation {
    cube: Cube,
    inputs: Vec<Lit>,
    next: Option<usize>,
}

impl Ic3<'_> {
    /// Blocks a bad cube in a frame, or finds a run that leads to it. If the search gives up, it may do neither.
    pub(super) fn block(&mut self, cube: Cube, inputs: Vec<Lit>, frame: usize) -> Result<Option<Run>, Stop> {
        let mut obligations = vec![Obligation { cube, inputs, next: None }];
        let mut queue = BinaryHeap::from([Reverse((frame, 0))]);
        while let Some(Reverse((frame, number))) = queue.pop() {
            if self.gives_up() {
                break;
            }
            self.hear();
            let cube = obligations[number].cube.clone();
            if self.initial.meets(&cube)? {
                return Ok(Some(self.run_from(&obligations, number)?));
            }
            if self.frames.blocks(&cube, frame) {
                if frame < self.frames.last() {
                    queue.push(Reverse((frame + 1, number)));
                }
                continue;
            }
            let Some(core) = self.blocked(&cube, frame)? else {
                let found = self.relations[frame - 1].found(self.safety);
                let lifted = self.lift(&found, Some(&cube), true)?;
                obligations.push(Obligation { cube: lifted, inputs: found.inputs, next: Some(number) });
                queue.push(Reverse((frame - 1, obligations.len() - 1)));
                queue.push(Reverse((frame, number)));
                continue;
            };
            let lemma = self.generalise(core, frame, 0)?;
            let (lemma, frame) = self.push_up(lemma, frame)?;
            self.learn(lemma, frame);
            if frame < self.frames.last() {
                queue.push(Reverse((frame + 1, number)));
            }
        }
        Ok(None)
    }

    /// The last frame in which a cube that is blocked in `frame` can be blocked too, with the literals
    /// needed there.
    pub(super) fn push_up(&mut self, mut cube: Cube, mut frame: usize) -> Result<(Cube, usize), Stop> {
        while frame < self.frames.last() {
            let Some(core) = self.blocked(&cube, frame + 1)? else { break };
            cube = core;
            frame += 1;
        }
        Ok((cube, frame))
    }

    /// The run from an initial state in the cube of an obligation.
    fn run_from(&mut self, obligations: &[Obligation], number: usize) -> Result<Run, Stop> {
        let first = self.initial.state_in(self.safety, &obligations[number].cube)?;
        let mut inputs = Vec::new();
        let mut at = Some(number);
        while let Some(number) = at {
            inputs.push(obligations[number].inputs.clone());
            at = obligations[number].next;
        }
        Ok(Run { first, inputs, loop_start: None })
    }
}
