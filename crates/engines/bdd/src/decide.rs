//! Deciding one conjunct of a property.

use synod_core::{Counterexample, Formula, Stop};

use crate::diagram::Diagram;
use crate::fixpoint::forever;
use crate::graph::{Graph, Lasso, Point, lasso, pick};
use crate::logic::Logic;
use crate::product::Product;

impl Logic<'_, '_> {
    /// A counterexample to a formula that is one of [`Formula::conjuncts`], if there is one.
    pub fn refute(&mut self, formula: &Formula) -> Result<Option<Counterexample>, Stop> {
        match formula {
            Formula::Globally(inner) if inner.is_about_position() => self.refute_invariant(formula, inner),
            _ if formula.is_about_point() => {
                let starts = self.starts()?;
                let holds = self.satisfying(formula)?;
                let bad = self.manager().minus(&starts, &holds)?;
                let Some(point) = pick(self, &bad)? else { return Ok(None) };
                self.evidence(formula, &[point]).map(Some)
            }
            _ => {
                let found = match formula {
                    Formula::Finally(goal) if goal.is_about_point() => self.run_without(goal)?,
                    _ => {
                        let starts = self.starts()?;
                        Product::new(self, formula, false)?.run_from(&starts)?
                    }
                };
                let Some(lasso) = found else { return Ok(None) };
                let trace = self.lasso_trace(&lasso)?;
                self.explained(trace, formula, &lasso.points, false).map(Some)
            }
        }
    }

    /// A run that never reaches a goal. No watcher is needed: it stays outside.
    fn run_without(&mut self, goal: &Formula) -> Result<Option<Lasso>, Stop> {
        let starts = self.starts()?;
        let reached = self.satisfying(goal)?;
        let (live, sets) = (self.basis.points.clone(), self.basis.fairness.clone());
        let outside = self.manager().minus(&live, &reached)?;
        let stays = forever(self, &outside, &sets)?;
        lasso(self, &starts, &stays, &sets)
    }

    /// Whether there is a counterexample to a formula that is one of [`Formula::conjuncts`].
    pub fn fails(&mut self, formula: &Formula) -> Result<bool, Stop> {
        let (asked, holds) = match formula {
            Formula::Globally(inner) if inner.is_about_point() => {
                (self.basis.points.clone(), self.satisfying(inner)?)
            }
            _ if formula.is_about_point() => (self.starts()?, self.satisfying(formula)?),
            _ => return Ok(self.refute(formula)?.is_some()),
        };
        Ok(!self.manager().minus(&asked, &holds)?.is_false())
    }

    fn starts(&mut self) -> Result<Diagram, Stop> {
        let (init, points) = (self.model.init.clone(), self.basis.points.clone());
        self.manager().and(&init, &points)
    }

    /// `G p` with `p` about one position: every reachable point counts, also where a run ends.
    fn refute_invariant(&mut self, whole: &Formula, inner: &Formula) -> Result<Option<Counterexample>, Stop> {
        let points = self.basis.points.clone();
        if inner.is_about_point() {
            let good = self.satisfying(inner)?;
            let bad = self.manager().minus(&points, &good)?;
            if bad.is_false() {
                return Ok(None);
            }
            let Some(way) = self.way_to(&bad)? else { return Ok(None) };
            return self.evidence(whole, &way).map(Some);
        }
        // Where no step leaves, none satisfies anything.
        let still = without_steps(inner);
        let good = self.satisfying(&still)?;
        let mut at_end = self.manager().minus(&points, &good)?;
        at_end = self.context.manager.and(&at_end, &self.model.dead)?;
        let mut product = Product::new(self, inner, false)?;
        let moving = product.for_one_step()?;
        let bad = self.manager().or(&moving, &at_end)?;
        if bad.is_false() {
            return Ok(None);
        }
        let Some(mut way) = self.way_to(&bad)? else { return Ok(None) };
        // If the violation lies in a step, the step belongs to the evidence.
        let last = way[way.len() - 1].clone();
        if !last.is_in(&mut self.context.manager, &self.model.dead)? {
            let next = Product::new(self, inner, false)?.step_from(&last.only)?;
            way.extend(next);
        }
        self.evidence(whole, &way).map(Some)
    }

    /// A run that begins like this, with what explains it. Where only fair runs count, it goes on by one
    /// if that is all that can be shown.
    fn evidence(&mut self, formula: &Formula, way: &[Point]) -> Result<Counterexample, Stop> {
        let about_one_run = !formula.is_branching() && !formula.is_epistemic();
        let (before, last) = way.split_at(way.len() - 1);
        let mut fair = None;
        if about_one_run && !self.basis.fairness.is_empty() {
            let (live, sets) = (self.basis.points.clone(), self.basis.fairness.clone());
            fair = lasso(self, &last[0].only, &live, &sets)?;
        }
        let trace = match fair {
            Some(Lasso { points, start }) => {
                let points = before.iter().cloned().chain(points).collect();
                self.lasso_trace(&Lasso { points, start: start + before.len() })?
            }
            None => self.trace(way)?,
        };
        self.explained(trace, formula, way, true)
    }
}

/// The formula where no step leaves.
fn without_steps(formula: &Formula) -> Formula {
    match formula {
        Formula::Step(_) => Formula::Or(vec![]),
        Formula::Not(inner) => without_steps(inner).not(),
        Formula::And(list) => Formula::And(list.iter().map(without_steps).collect()),
        Formula::Or(list) => Formula::Or(list.iter().map(without_steps).collect()),
        other => other.clone(),
    }
}
