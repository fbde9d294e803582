//! Further runs that explain a counterexample: what an agent takes for possible, how a branch goes on.

use synod_core::{AgentId, Companion, Formula, Stop, System, show_formula};

use crate::graph::{Graph, Point};
use crate::logic::Logic;
use crate::product::Product;

impl Logic<'_, '_> {
    /// Explains why subformulas about more than one run are false (or true, where their negation is
    /// asked) at a point of the run, the last one if the run ends where it goes wrong.
    pub fn explain(
        &mut self,
        formula: &Formula,
        points: &[Point],
        ends: bool,
    ) -> Result<Vec<Companion>, Stop> {
        let mut subformulas = Vec::new();
        about_more_runs(formula, true, &mut subformulas);
        let mut companions = Vec::new();
        for (subformula, positive) in subformulas {
            let set = self.satisfying(subformula)?;
            let mut fails = Vec::new();
            for (at, point) in points.iter().enumerate() {
                if point.is_in(self.manager(), &set)? != positive {
                    fails.push(at);
                }
            }
            let at = if ends { fails.last() } else { fails.first() };
            if let Some(at) = at {
                companions.extend(self.companion(subformula, positive, *at, &points[*at])?);
            }
        }
        Ok(companions)
    }

    fn companion(
        &mut self,
        formula: &Formula,
        positive: bool,
        at: usize,
        point: &Point,
    ) -> Result<Option<Companion>, Stop> {
        match (formula, positive) {
            (Formula::Knows(agent, fact), true) => self.doubt(&[*agent], fact, at, point),
            (Formula::DistributedKnowledge(group, fact), true) => self.doubt(group, fact, at, point),
            (Formula::EverybodyKnows(group, fact), true) => self.first_doubt(group, fact, at, point),
            (Formula::CommonKnowledge(group, fact), true) => {
                // One of them may doubt the fact, or only that it is common knowledge.
                match self.first_doubt(group, fact, at, point)? {
                    Some(companion) => Ok(Some(companion)),
                    None => self.first_doubt(group, formula, at, point),
                }
            }
            (Formula::AllRuns(path), true) => self.branch(path, false, at, point),
            (Formula::SomeRun(path), false) => self.branch(path, true, at, point),
            _ => Ok(None),
        }
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
        let Some(way) = self.way_to(&others)? else { return Ok(None) };
        let system = self.context.system;
        Ok(Some(Companion {
            at,
            looks_same_to: group.to_vec(),
            shows: format!(
                "to {} the last state looks the same, but there `{}` is false",
                names(system, group),
                show_formula(system, fact)
            ),
            trace: self.trace(&way)?,
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
        Ok(Some(Companion { at, looks_same_to: vec![], shows, trace }))
    }
}

/// The maximal subformulas about more than one run, and whether they stand positively.
fn about_more_runs<'f>(formula: &'f Formula, positive: bool, found: &mut Vec<(&'f Formula, bool)>) {
    use Formula::*;
    match formula {
        Not(inner) => about_more_runs(inner, !positive, found),
        AllRuns(_)
        | SomeRun(_)
        | Knows(..)
        | EverybodyKnows(..)
        | CommonKnowledge(..)
        | DistributedKnowledge(..)
        | Coalition(..) => found.push((formula, positive)),
        other => other.children().into_iter().for_each(|child| about_more_runs(child, positive, found)),
    }
}

fn names(system: &System, group: &[AgentId]) -> String {
    group.iter().map(|agent| system.agent(*agent).name.as_str()).collect::<Vec<_>>().join(" and ")
}
