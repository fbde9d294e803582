//! Uniform strategies: agents with imperfect information do the same wherever they observe the same.
//!
//! A strategy is fixed one observation at a time. With a part of it fixed, the points where the coalition would win
//! with perfect information are at least those that it wins with any completion of the part; if they add nothing to
//! what is won already, the part is given up.

use synod_core::{AgentId, Formula};

use crate::labelling::Labelling;
use crate::structure::{Fallible, Structure};

/// A uniform strategy: the moves leave one thing to do wherever it matters.
pub(crate) struct UniformStrategy<S: Structure> {
    pub moves: S::Moves,
    /// The points where it matters what is done.
    pub relevant: S::Set,
}

impl<S: Structure> Labelling<'_, '_, S> {
    /// The points from which, and from all that some member considers possible there, one uniform strategy wins. If
    /// a point is wanted, the search ends when a strategy that wins there is found, which is given too.
    pub(crate) fn won_uniformly(
        &mut self,
        group: &[AgentId],
        moves: S::Moves,
        path: &Formula,
        wanted: Option<&S::Point>,
    ) -> Fallible<(S::Set, Option<UniformStrategy<S>>), S> {
        let mut won = self.structure.none();
        let done = self.done(path)?;
        let mut open = vec![moves];
        while let Some(moves) = open.pop() {
            let upper_bound = self.won(&moves, path, &mut None)?;
            let known = self.known_to_everybody(group, &upper_bound)?;
            let known = self.structure.and(&known, &upper_bound)?;
            let in_vain = match wanted {
                Some(wanted) => !self.structure.contains(&known, wanted),
                None => {
                    let more = self.structure.minus(&known, &won)?;
                    self.structure.is_empty(&more)
                }
            };
            if in_vain {
                continue;
            }
            // Who wins never leaves the points where it would win, and what is done elsewhere, or when the goal is
            // reached, does not matter.
            let relevant = self.structure.minus(&upper_bound, &done)?;
            let fixed = self.structure.fix_one_observation(group, &moves, &relevant, &self.basis.points)?;
            match fixed {
                Some(ways) => open.extend(ways),
                None if wanted.is_some() => {
                    return Ok((known, Some(UniformStrategy { moves, relevant })));
                }
                None => won = self.structure.or(&won, &known)?,
            }
        }
        Ok((won, None))
    }

    /// The points where a goal is reached, so that nothing needs to be done any more. Where only fair runs count, a
    /// run that violated the goal before can still be kept from being fair.
    fn done(&mut self, path: &Formula) -> Fallible<S::Set, S> {
        match path {
            Formula::Until(..) | Formula::WeakUntil(..) | Formula::Release(..)
                if !self.basis.fairness.is_empty() =>
            {
                Ok(self.structure.none())
            }
            Formula::Finally(a) | Formula::Until(_, a) | Formula::WeakUntil(_, a) => self.satisfying(a),
            Formula::Release(a, b) => {
                let (a, b) = (self.satisfying(a)?, self.satisfying(b)?);
                self.structure.and(&a, &b)
            }
            _ => Ok(self.structure.none()),
        }
    }
}
