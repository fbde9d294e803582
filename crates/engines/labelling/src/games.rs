//! What a coalition can enforce, whatever its opponents do (see [`synod_core::Formula::Coalition`]), with perfect
//! information, without or under fairness.
//!
//! Everything is computed from the side of the opponents: where they can, whatever the coalition does, enforce the
//! opposite. Under fairness they have to keep to fair runs.

use synod_core::{AgentId, Formula, Strategies};

use crate::labelling::Labelling;
use crate::structure::{Fallible, Structure};

/// From one set of points one side has to avoid another (the coalition) or to lead into it (its opponents).
#[derive(Clone, Debug)]
pub(crate) struct Layer<S> {
    pub from: S,
    pub to: S,
}

/// A memoryless strategy for each side, read off the fixpoints: the first layer that a point lies in counts; where
/// there is none, it does not matter what is done.
#[derive(Clone, Debug)]
pub(crate) struct Layers<S> {
    /// What the coalition avoids.
    pub avoid: Vec<Layer<S>>,
    /// How many of these keep runs from being fair.
    pub against_fairness: usize,
    /// What the opponents lead into, as far as fairness does not matter.
    pub lead: Vec<Layer<S>>,
}

impl<S> Default for Layers<S> {
    fn default() -> Self {
        Layers { avoid: Vec::new(), against_fairness: 0, lead: Vec::new() }
    }
}

/// What the opponents try to enforce: `through U target`, or `through W target` if `weak`.
struct Objective<S> {
    through: S,
    target: S,
    weak: bool,
}

impl<S: Structure> Labelling<'_, '_, S> {
    /// The points where a group can enforce a formula about runs.
    pub(crate) fn enforced(&mut self, group: &[AgentId], path: &Formula) -> Fallible<S::Set, S> {
        if path.is_about_point() {
            // There is nothing to choose.
            return self.satisfying(path);
        }
        let moves = self.structure.moves(group)?;
        match self.system.strategies {
            Strategies::Unfair | Strategies::Fair => self.won(&moves, path, &mut None),
            Strategies::Uniform => Ok(self.won_uniformly(group, moves, path, None)?.0),
        }
    }

    /// The points where the coalition wins with perfect information; and the strategies, if somebody wants them.
    pub(crate) fn won(
        &mut self,
        moves: &S::Moves,
        path: &Formula,
        layers: &mut Option<Layers<S::Set>>,
    ) -> Fallible<S::Set, S> {
        use Formula::*;
        let all = self.basis.points.clone();
        let fairness = match self.system.strategies {
            Strategies::Unfair => Vec::new(),
            Strategies::Fair | Strategies::Uniform => self.basis.fairness.clone(),
        };
        // To get somewhere is of use to the opponents only if they can go on by a fair run.
        let none = self.structure.none();
        let useful = if fairness.is_empty() {
            all.clone()
        } else {
            let anything = Objective { through: all.clone(), target: none.clone(), weak: true };
            self.opponents_enforce(moves, &anything, &fairness, layers)?
        };
        if let Some(layers) = layers {
            layers.against_fairness = layers.avoid.len();
            layers.lead.clear();
        }
        let objective = match path {
            Next(a) => {
                let to = self.violating(a)?;
                let to = self.structure.and(&to, &useful)?;
                let lost = self.structure.opponents_before(moves, &to, &all)?;
                let won = self.structure.minus(&all, &lost)?;
                if let Some(layers) = layers {
                    layers.avoid.push(Layer { from: won.clone(), to: to.clone() });
                    layers.lead.push(Layer { from: lost, to });
                }
                return Ok(won);
            }
            Finally(a) => Objective { through: self.violating(a)?, target: none, weak: true },
            Globally(a) => Objective { through: all.clone(), target: self.violating(a)?, weak: false },
            // not (a U b) is !b W (!a & !b); not (a W b) is !b U (!a & !b); not (a R b) is !a U !b.
            Until(a, b) | WeakUntil(a, b) => {
                let (a, b) = (self.violating(a)?, self.violating(b)?);
                let neither = self.structure.and(&a, &b)?;
                Objective { through: b, target: neither, weak: matches!(path, Until(..)) }
            }
            Release(a, b) => {
                Objective { through: self.violating(a)?, target: self.violating(b)?, weak: false }
            }
            // Engines refuse other formulas (`Formula::check_coalitions`).
            _ => return Ok(none),
        };
        let target = self.structure.and(&objective.target, &useful)?;
        let lost = self.opponents_enforce(moves, &Objective { target, ..objective }, &fairness, layers)?;
        self.structure.minus(&all, &lost)
    }

    /// The points where the opponents can reach their objective: an attractor, or under fairness or where staying is
    /// enough a greatest fixpoint around attractors.
    fn opponents_enforce(
        &mut self,
        moves: &S::Moves,
        objective: &Objective<S::Set>,
        fairness: &[S::Set],
        layers: &mut Option<Layers<S::Set>>,
    ) -> Fallible<S::Set, S> {
        let Objective { through, target, weak } = objective;
        if !weak {
            let forced = self.attractor(moves, through, target, layers)?;
            if let Some(layers) = layers {
                let from = self.structure.minus(through, &forced)?;
                layers.avoid.push(Layer { from, to: forced.clone() });
            }
            return Ok(forced);
        }
        let mut stays = self.structure.or(through, target)?;
        let anywhere = [self.basis.points.clone()];
        let fairness = if fairness.is_empty() { &anywhere } else { fairness };
        loop {
            let last = stays.clone();
            for condition in fairness {
                let visit = self.structure.and(&stays, condition)?;
                let goal = self.structure.or(&visit, target)?;
                let leads = self.attractor(moves, through, &goal, &mut None)?;
                let next = self.structure.opponents_before(moves, &leads, &self.basis.points)?;
                let next = self.structure.and(&next, through)?;
                let next = self.structure.or(&next, target)?;
                if let Some(layers) = layers {
                    // From here on the condition is never met again, or what was left before is left.
                    let from = self.structure.minus(&stays, &next)?;
                    layers.avoid.push(Layer { from, to: leads });
                }
                stays = self.structure.and(&stays, &next)?;
            }
            if stays == last {
                if let Some(layers) = layers {
                    let from = self.structure.minus(&stays, target)?;
                    layers.lead.push(Layer { from, to: stays.clone() });
                }
                return Ok(stays);
            }
        }
    }

    /// The points from which the opponents can, through one set, force a run into another.
    fn attractor(
        &mut self,
        moves: &S::Moves,
        through: &S::Set,
        target: &S::Set,
        layers: &mut Option<Layers<S::Set>>,
    ) -> Fallible<S::Set, S> {
        let mut found = target.clone();
        loop {
            let next = self.structure.opponents_before(moves, &found, &self.basis.points)?;
            let next = self.structure.and(&next, through)?;
            let more = self.structure.or(&found, &next)?;
            if more == found {
                return Ok(found);
            }
            if let Some(layers) = layers {
                let from = self.structure.minus(&more, &found)?;
                layers.lead.push(Layer { from, to: found });
            }
            found = more;
        }
    }
}
