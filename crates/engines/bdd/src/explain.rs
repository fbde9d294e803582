//! Further runs that explain a counterexample: what an agent takes for possible, how a branch goes on.

use synod_core::{AgentId, Companion, Counterexample, Formula, Stop, Trace, show_doubt, show_formula};

use crate::diagram::Diagram;
use crate::graph::{Graph, Point};
use crate::logic::Logic;
use crate::product::Product;

impl Logic<'_, '_> {
    /// A run, with what explains why subformulas about more than one run are false (or true, where their
    /// negation is asked) at a point of the run, the last one if the run ends where it goes wrong.
    pub fn explained(
        &mut self,
        trace: Trace,
        formula: &Formula,
        points: &[Point],
        ends: bool,
    ) -> Result<Counterexample, Stop> {
        let subformulas = formula.about_more_runs();
        let mut explained = Counterexample::of(trace);
        for (subformula, positive) in subformulas {
            let set = self.satisfying(subformula)?;
            let mut fails = Vec::new();
            for (at, point) in points.iter().enumerate() {
                if point.is_in(self.manager(), &set)? != positive {
                    fails.push(at);
                }
            }
            let at = if ends { fails.last() } else { fails.first() };
            let Some(at) = at else { continue };
            match subformula {
                Formula::Coalition(group, path) => {
                    let strategy = self.strategy(group, path, !positive, *at, &points[*at])?;
                    explained.strategies.push(strategy);
                }
                _ => {
                    let companion = self.companion(subformula, positive, *at, &points[*at])?;
                    explained.companions.extend(companion);
                }
            }
        }
        Ok(explained)
    }

    fn companion(
        &mut self,
        formula: &Formula,
        positive: bool,
        at: usize,
        point: &Point,
    ) -> Result<Option<Companion>, Stop> {
        let found = match (formula, positive) {
            (Formula::Knows(agent, fact), true) => self.doubt(&[*agent], fact, at, point)?,
            (Formula::DistributedKnowledge(group, fact), true) => self.doubt(group, fact, at, point)?,
            (Formula::EverybodyKnows(group, fact), true) => self.first_doubt(group, fact, at, point)?,
            (Formula::CommonKnowledge(group, fact), true) => {
                self.common_doubt(group, fact, formula, at, point)?
            }
            (Formula::AllRuns(path), true) => self.branch(path, false, at, point)?,
            (Formula::SomeRun(path), false) => self.branch(path, true, at, point)?,
            _ => None,
        };
        Ok(found.map(|companion| Companion { about: formula.clone(), ..companion }))
    }

    fn first_doubt(
        &mut self,
        group: &[AgentId],
        fact: &Formula,
        at: usize,
        point: &Point,
    ) -> Result<Option<Companion>, Stop> {
        for agent in group {
            let found = self.doubt(&[*agent], fact, at, point)?;
            if found.is_some() {
                return Ok(found);
            }
        }
        Ok(None)
    }

    /// One of a group may doubt the fact, or only that it is common knowledge: then it takes for possible a
    /// point that is nearer to the doubt of the fact itself.
    fn common_doubt(
        &mut self,
        group: &[AgentId],
        fact: &Formula,
        common: &Formula,
        at: usize,
        point: &Point,
    ) -> Result<Option<Companion>, Stop> {
        let truth = self.satisfying(fact)?;
        let mut doubted = self.context.manager.minus(&self.basis.points, &truth)?;
        let mut what = fact;
        loop {
            let mut more = doubted.clone();
            for agent in group {
                let same = self.looks_like(&[*agent], &point.only)?;
                let others = self.manager().and(&same, &doubted)?;
                if !others.is_false() {
                    return self.doubt_at(&[*agent], &others, what, at);
                }
                let found = self.looks_like(&[*agent], &doubted)?;
                more = self.manager().or(&more, &found)?;
            }
            if more == doubted {
                return Ok(None);
            }
            (doubted, what) = (more, common);
        }
    }

    /// A run to a point that looks the same to the group and where the fact is false.
    fn doubt(
        &mut self,
        group: &[AgentId],
        fact: &Formula,
        at: usize,
        point: &Point,
    ) -> Result<Option<Companion>, Stop> {
        let truth = self.satisfying(fact)?;
        let same = self.looks_like(group, &point.only)?;
        let others = self.manager().minus(&same, &truth)?;
        self.doubt_at(group, &others, fact, at)
    }

    /// A run to one of some points that look the same to the group and where the fact is false.
    fn doubt_at(
        &mut self,
        group: &[AgentId],
        others: &Diagram,
        fact: &Formula,
        at: usize,
    ) -> Result<Option<Companion>, Stop> {
        let Some(way) = self.way_to(others)? else { return Ok(None) };
        let system = self.context.system;
        let trace = self.trace(&way)?;
        Ok(Some(Companion {
            at,
            looks_same_to: group.to_vec(),
            about: fact.clone(),
            shows: show_doubt(system, group, fact),
            run: self.explained(trace, fact, &way, true)?,
        }))
    }

    /// A run from a point that satisfies the formula, or its negation if not `positive`.
    fn branch(
        &mut self,
        path: &Formula,
        positive: bool,
        at: usize,
        point: &Point,
    ) -> Result<Option<Companion>, Stop> {
        let found = Product::new(self, path, positive)?.run_from(&point.only)?;
        let Some(found) = found else { return Ok(None) };
        let trace = self.lasso_trace(&found)?;
        let text = show_formula(self.context.system, path);
        let verb = if positive { "satisfies" } else { "violates" };
        let shows = format!("from here a run goes on that {verb} `{text}`");
        let shown = if positive { path.clone().not() } else { path.clone() };
        let run = self.explained(trace, &shown, &found.points, false)?;
        Ok(Some(Companion { at, looks_same_to: vec![], about: path.clone(), shows, run }))
    }
}
