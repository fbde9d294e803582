//! Further runs and strategies that explain a counterexample: what an agent considers possible, how a branch goes
//! on, how a coalition wins or is prevented.

use synod_core::{AgentId, Companion, Counterexample, Formula, show_doubt, show_formula};

use crate::labelling::Labelling;
use crate::structure::{Fallible, Run, Structure};

impl<S: Structure> Labelling<'_, '_, S> {
    /// A run, with what explains why subformulas about more than one run are false (or true, where their
    /// negation is asked) at a point of the run: the last one if the run ends where it violates the formula.
    pub(crate) fn explained(&mut self, run: Run<S::Point>, formula: &Formula) -> Fallible<Counterexample, S> {
        let Run { trace, points } = run;
        let ends = trace.loop_start.is_none();
        let mut explained = Counterexample::of(trace);
        for (subformula, positive) in formula.about_more_runs() {
            let set = self.satisfying(subformula)?;
            let fails = |at: &usize| self.structure.contains(&set, &points[*at]) != positive;
            let mut positions = 0..points.len();
            let at = if ends { positions.rfind(fails) } else { positions.find(fails) };
            let Some(at) = at else { continue };
            match subformula {
                Formula::Coalition(group, path) => {
                    let strategy = self.strategy(group, path, !positive, at, &points[at])?;
                    explained.strategies.push(strategy);
                }
                _ => explained.companions.extend(self.companion(subformula, positive, at, &points[at])?),
            }
        }
        Ok(explained)
    }

    fn companion(
        &mut self,
        formula: &Formula,
        positive: bool,
        at: usize,
        point: &S::Point,
    ) -> Fallible<Option<Companion>, S> {
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
        point: &S::Point,
    ) -> Fallible<Option<Companion>, S> {
        for agent in group {
            let found = self.doubt(&[*agent], fact, at, point)?;
            if found.is_some() {
                return Ok(found);
            }
        }
        Ok(None)
    }

    /// One of a group may doubt the fact, or only that it is common knowledge: then it considers possible a point
    /// that is nearer to the doubt of the fact itself.
    fn common_doubt(
        &mut self,
        group: &[AgentId],
        fact: &Formula,
        common: &Formula,
        at: usize,
        point: &S::Point,
    ) -> Fallible<Option<Companion>, S> {
        let only = self.structure.only(point)?;
        let mut doubted = self.violating(fact)?;
        let mut what = fact;
        loop {
            let mut more = doubted.clone();
            for agent in group {
                let same = self.indistinguishable(&[*agent], &only)?;
                let others = self.structure.and(&same, &doubted)?;
                if !self.structure.is_empty(&others) {
                    return self.doubt_at(&[*agent], &others, what, at);
                }
                let found = self.indistinguishable(&[*agent], &doubted)?;
                more = self.structure.or(&more, &found)?;
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
        point: &S::Point,
    ) -> Fallible<Option<Companion>, S> {
        let doubted = self.violating(fact)?;
        let only = self.structure.only(point)?;
        let same = self.indistinguishable(group, &only)?;
        let others = self.structure.and(&same, &doubted)?;
        self.doubt_at(group, &others, fact, at)
    }

    /// A run to one of some points that look the same to the group and where the fact is false.
    fn doubt_at(
        &mut self,
        group: &[AgentId],
        others: &S::Set,
        fact: &Formula,
        at: usize,
    ) -> Fallible<Option<Companion>, S> {
        let Some(run) = self.structure.find_path(others, &self.basis.points)? else { return Ok(None) };
        Ok(Some(Companion {
            at,
            looks_same_to: group.to_vec(),
            about: fact.clone(),
            shows: show_doubt(self.system, group, fact),
            run: self.explained(run, fact)?,
        }))
    }

    /// A run from a point that satisfies the formula, or violates it if not `positive`.
    fn branch(
        &mut self,
        path: &Formula,
        positive: bool,
        at: usize,
        point: &S::Point,
    ) -> Fallible<Option<Companion>, S> {
        let from = self.structure.only(point)?;
        let found = self.with_labels(path, positive, |structure, runs| structure.find_run(&from, runs))?;
        let Some(run) = found else { return Ok(None) };
        let run = self.extended(run)?;
        // That a dead end will do as well was never asked by whoever reads this.
        let asked = path.counting_deadlocks(self.system.dead_ends);
        let text = show_formula(self.system, asked.as_ref().unwrap_or(path));
        let verb = if positive { "satisfies" } else { "violates" };
        let shows = format!("from here a run goes on that {verb} `{text}`");
        let shown = if positive { path.clone().not() } else { path.clone() };
        let run = self.explained(run, &shown)?;
        Ok(Some(Companion { at, looks_same_to: vec![], about: path.clone(), shows, run }))
    }
}
