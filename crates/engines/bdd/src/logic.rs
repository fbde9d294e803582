//! Which points satisfy a formula, computed from the inside out.
//!
//! Only runs that go on for ever count, and under fairness only fair ones. What agents take for possible
//! are the reachable points; under fairness those with a fair run.

use synod_core::{AgentId, Formula, Stop};

use crate::diagram::{Diagram, Level, Manager};
use crate::fixpoint::{forever, until};
use crate::graph::Graph;
use crate::model::{Basis, Context, Model};
use crate::product::Product;

/// A system, ready for questions.
pub(crate) struct Logic<'l, 'a> {
    pub context: &'l mut Context<'a>,
    pub model: &'l mut Model,
    pub basis: Basis,
}

impl Graph for Logic<'_, '_> {
    fn manager(&mut self) -> &mut Manager {
        &mut self.context.manager
    }

    fn levels(&self) -> Vec<Level> {
        self.model.point_levels(&self.context.layout)
    }

    fn before(&mut self, set: &Diagram, within: &Diagram) -> Result<Diagram, Stop> {
        self.model.before(&mut self.context.manager, set, within)
    }

    fn after(&mut self, set: &Diagram) -> Result<Diagram, Stop> {
        let after = self.model.after(&mut self.context.manager, set)?;
        self.context.manager.and(&after, &self.basis.points)
    }
}

impl<'l, 'a> Logic<'l, 'a> {
    pub fn new(context: &'l mut Context<'a>, model: &'l mut Model) -> Result<Self, Stop> {
        if let Some(basis) = model.basis.clone() {
            return Ok(Logic { context, model, basis });
        }
        let reach = model.reach.clone();
        let basis = Basis { fairness: Vec::new(), points: reach.clone() };
        let mut logic = Logic { context, model, basis };
        let conditions = logic.context.system.fairness.clone();
        if !conditions.is_empty() {
            // The conditions themselves are evaluated without fairness.
            let mut fairness = Vec::new();
            for condition in &conditions {
                fairness.push(logic.satisfying(condition)?);
            }
            let fair = forever(&mut logic, &reach, &fairness)?;
            logic.basis = Basis { fairness, points: fair };
            logic.model.satisfying.clear();
        }
        logic.model.basis = Some(logic.basis.clone());
        Ok(logic)
    }

    /// The points that satisfy a formula; for a formula about runs, those all of whose runs do.
    pub fn satisfying(&mut self, formula: &Formula) -> Result<Diagram, Stop> {
        if let Some(known) = self.model.satisfying.get(formula) {
            return Ok(known.clone());
        }
        let set = self.compute(formula)?;
        let set = self.context.manager.and(&set, &self.basis.points)?;
        self.model.satisfying.insert(formula.clone(), set.clone());
        Ok(set)
    }

    fn compute(&mut self, formula: &Formula) -> Result<Diagram, Stop> {
        use Formula::*;
        match formula {
            State(expr) => self.context.states_where(*expr),
            Arrived(predicate) => {
                let bit = self.model.watched.iter().find(|w| w.predicate == *predicate).map(|w| w.bit);
                match bit {
                    Some(bit) => self.manager().literal(bit, true),
                    None => Ok(self.manager().constant(false)),
                }
            }
            Deadlock => Ok(self.model.dead.clone()),
            Faulty => self.model.faulty(self.context),
            SomeRun(path) => self.some_run(path, true),
            AllRuns(path) => Ok(self.some_run(path, false)?.not()),
            path if !path.is_about_point() => Ok(self.some_run(path, false)?.not()),
            Not(inner) => Ok(self.satisfying(inner)?.not()),
            And(list) => {
                let mut all = self.basis.points.clone();
                for part in list {
                    let part = self.satisfying(part)?;
                    all = self.manager().and(&all, &part)?;
                }
                Ok(all)
            }
            Or(list) => {
                let mut any = self.manager().constant(false);
                for part in list {
                    let part = self.satisfying(part)?;
                    any = self.manager().or(&any, &part)?;
                }
                Ok(any)
            }
            Knows(agent, fact) => {
                let fact = self.satisfying(fact)?;
                self.known_to(&[*agent], &fact)
            }
            DistributedKnowledge(group, fact) => {
                let fact = self.satisfying(fact)?;
                self.known_to(group, &fact)
            }
            EverybodyKnows(group, fact) => {
                let fact = self.satisfying(fact)?;
                self.known_to_everybody(group, &fact)
            }
            CommonKnowledge(group, fact) => {
                let fact = self.satisfying(fact)?;
                let mut common = self.known_to_everybody(group, &fact)?;
                loop {
                    let next = self.known_to_everybody(group, &common)?;
                    let next = self.manager().and(&next, &common)?;
                    if next == common {
                        return Ok(common);
                    }
                    common = next;
                }
            }
            Coalition(group, path) => self.enforced(group, path),
            // Formulas about runs were dealt with above.
            Step(_) | Next(_) | Finally(_) | Globally(_) | Until(..) | Release(..) | WeakUntil(..) => {
                Ok(self.manager().constant(false))
            }
        }
    }

    /// The points with a run, among those that count, that satisfies the formula (or its negation if
    /// not `positive`).
    pub fn some_run(&mut self, path: &Formula, positive: bool) -> Result<Diagram, Stop> {
        use Formula::*;
        if path.is_about_point() {
            let set = self.operand(path, positive)?;
            return self.context.manager.and(&set, &self.basis.points);
        }
        match path {
            Not(inner) => self.some_run(inner, !positive),
            Or(list) if positive => self.some_run_of_any(list, true),
            And(list) if !positive => self.some_run_of_any(list, false),
            Next(a) if a.is_about_point() => {
                let target = self.operand(a, positive)?;
                let target = self.context.manager.and(&target, &self.basis.points)?;
                self.before(&target, &self.basis.points.clone())
            }
            Finally(a) | Globally(a) if a.is_about_point() => {
                let set = self.operand(a, positive)?;
                if matches!(path, Finally(_)) == positive {
                    let all = self.basis.points.clone();
                    self.some_until(&all, &set)
                } else {
                    self.some_forever(&set)
                }
            }
            Until(a, b) | WeakUntil(a, b) | Release(a, b) if a.is_about_point() && b.is_about_point() => {
                let (a, b) = (self.operand(a, positive)?, self.operand(b, positive)?);
                let both = self.manager().and(&a, &b)?;
                let (through, target, weak) = match (path, positive) {
                    (Until(..), true) => (&a, &b, None),
                    (WeakUntil(..), true) => (&a, &b, Some(&a)),
                    (Release(..), true) => (&b, &both, Some(&b)),
                    // The operands are negated: not (a U b) is !b W (!a & !b), and so on.
                    (Until(..), false) => (&b, &both, Some(&b)),
                    (WeakUntil(..), false) => (&b, &both, None),
                    _ => (&a, &b, None),
                };
                let mut found = self.some_until(through, target)?;
                if let Some(stays) = weak {
                    let forever = self.some_forever(stays)?;
                    found = self.manager().or(&found, &forever)?;
                }
                Ok(found)
            }
            _ => {
                let mut product = Product::new(self, path, positive)?;
                let fair = product.fair()?;
                product.project(&fair)
            }
        }
    }

    fn some_run_of_any(&mut self, list: &[Formula], positive: bool) -> Result<Diagram, Stop> {
        let mut any = self.manager().constant(false);
        for part in list {
            let part = self.some_run(part, positive)?;
            any = self.manager().or(&any, &part)?;
        }
        Ok(any)
    }

    /// The points that satisfy a formula about points, or do not.
    fn operand(&mut self, formula: &Formula, positive: bool) -> Result<Diagram, Stop> {
        let set = self.satisfying(formula)?;
        if positive { Ok(set) } else { self.context.manager.minus(&self.basis.points, &set) }
    }

    fn some_until(&mut self, through: &Diagram, target: &Diagram) -> Result<Diagram, Stop> {
        let target = self.context.manager.and(target, &self.basis.points)?;
        until(self, through, &target)
    }

    fn some_forever(&mut self, within: &Diagram) -> Result<Diagram, Stop> {
        let within = self.context.manager.and(within, &self.basis.points)?;
        let fairness = self.basis.fairness.clone();
        forever(self, &within, &fairness)
    }

    /// Levels that a group, pooling what it sees, does not see.
    pub fn hidden_from(&self, group: &[AgentId]) -> Vec<Level> {
        let system = self.context.system;
        let mut seen = vec![false; system.width()];
        for var in group.iter().flat_map(|agent| &system.agent(*agent).observes) {
            let first = system.slot(*var);
            seen[first..first + system.var(*var).len.unwrap_or(1) as usize].fill(true);
        }
        let hidden = std::iter::zip(&self.context.layout.slots, seen).filter(|(_, seen)| !seen);
        let hidden = hidden.flat_map(|(field, _)| field.bits.clone());
        hidden.chain(self.model.watched.iter().map(|w| w.bit)).collect()
    }

    /// The points that look to a group, pooling what it sees, like one of a set.
    pub fn looks_like(&mut self, group: &[AgentId], set: &Diagram) -> Result<Diagram, Stop> {
        let hidden = self.hidden_from(group);
        let cube = self.manager().cube(hidden)?;
        let looks = self.manager().exists(set, &cube)?;
        self.context.manager.and(&looks, &self.basis.points)
    }

    /// The points where all that looks the same to the group is in `fact`.
    fn known_to(&mut self, group: &[AgentId], fact: &Diagram) -> Result<Diagram, Stop> {
        let not = self.context.manager.minus(&self.basis.points, fact)?;
        let doubtful = self.looks_like(group, &not)?;
        self.context.manager.minus(&self.basis.points, &doubtful)
    }

    pub fn known_to_everybody(&mut self, group: &[AgentId], fact: &Diagram) -> Result<Diagram, Stop> {
        let mut all = self.basis.points.clone();
        for agent in group {
            let known = self.known_to(&[*agent], fact)?;
            all = self.manager().and(&all, &known)?;
        }
        Ok(all)
    }
}
