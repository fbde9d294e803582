//! What a group of agents can bring about, whatever the others do.
//!
//! In every point each agent of the group picks, seeing everything, values for the choices that are
//! its own, among those that the guard of the rule allows it: the conjuncts that read no choices but
//! those of the group. The others' choices, the alternatives that parts take and the rule that fires are
//! against the group. A pick from which no step comes counts as a success. Under fairness the group has
//! what the others cannot prevent by a fair run.

use std::sync::Arc;

use synod_core::{AgentId, Formula, Stop};

use crate::compile::{Scene, StepFields};
use crate::diagram::{Diagram, Level};
use crate::graph::Graph;
use crate::logic::Logic;
use crate::order::choices_read;
use crate::relation::Relation;
use crate::rule::Piece;

/// A rule with the group's choices left open.
#[derive(Debug)]
pub(crate) struct Game {
    /// What the group may pick, over the state and its choices.
    allowed: Diagram,
    /// The levels of its choices.
    own: Diagram,
    steps: Vec<Relation>,
    /// The points where the rule has no step.
    idle: Diagram,
}

impl Logic<'_, '_> {
    /// The points where a group can enforce a formula about runs.
    pub fn enforced(&mut self, group: &[AgentId], path: &Formula) -> Result<Diagram, Stop> {
        use Formula::*;
        let games = self.games(group)?;
        // The opposite is what the others can prevent: computed for the negation of the formula.
        let all = self.basis.points.clone();
        let nothing = self.manager().constant(false);
        let not = |logic: &mut Self, formula: &Formula| {
            let set = logic.satisfying(formula)?;
            logic.manager().minus(&all, &set)
        };
        let opposite = match path {
            Next(a) => {
                let a = not(self, a)?;
                self.unavoidable(&games, &a)?
            }
            Finally(a) => {
                let a = not(self, a)?;
                self.prevented(&games, &a, &nothing, true)?
            }
            Globally(a) => {
                let a = not(self, a)?;
                let all = self.basis.points.clone();
                self.prevented(&games, &all, &a, false)?
            }
            // not (a U b) is !b W (!a & !b); not (a W b) is !b U (!a & !b); not (a R b) is !a U !b.
            Until(a, b) | WeakUntil(a, b) => {
                let (a, b) = (not(self, a)?, not(self, b)?);
                let neither = self.manager().and(&a, &b)?;
                self.prevented(&games, &b, &neither, matches!(path, Until(..)))?
            }
            Release(a, b) => {
                let (a, b) = (not(self, a)?, not(self, b)?);
                self.prevented(&games, &a, &b, false)?
            }
            // About the point alone: there is nothing to choose.
            other => not(self, other)?,
        };
        self.manager().minus(&all, &opposite)
    }

    /// Where the others can see to it that `through` holds until `target` does (or, if `weak`, for ever).
    fn prevented(
        &mut self,
        games: &[Game],
        through: &Diagram,
        target: &Diagram,
        weak: bool,
    ) -> Result<Diagram, Stop> {
        if !weak {
            return self.forced_until(games, through, target);
        }
        let mut fairness = self.basis.fairness.clone();
        if fairness.is_empty() {
            fairness.push(self.basis.points.clone());
        }
        let mut stays = self.manager().or(through, target)?;
        loop {
            let before = stays.clone();
            for condition in &fairness {
                let visit = self.manager().and(&stays, condition)?;
                let goal = self.manager().or(&visit, target)?;
                let leads = self.forced_until(games, through, &goal)?;
                let next = self.unavoidable(games, &leads)?;
                let next = self.manager().and(&next, through)?;
                let next = self.manager().or(&next, target)?;
                stays = self.manager().and(&stays, &next)?;
            }
            if stays == before {
                return Ok(stays);
            }
        }
    }

    fn forced_until(&mut self, games: &[Game], through: &Diagram, target: &Diagram) -> Result<Diagram, Stop> {
        let mut found = target.clone();
        loop {
            let next = self.unavoidable(games, &found)?;
            let next = self.manager().and(&next, through)?;
            let more = self.manager().or(&found, &next)?;
            if more == found {
                return Ok(found);
            }
            found = more;
        }
    }

    /// The points where, whatever the group picks, the others can lead into a set.
    fn unavoidable(&mut self, games: &[Game], set: &Diagram) -> Result<Diagram, Stop> {
        let points = self.basis.points.clone();
        let mut avoidable = points.clone();
        for game in games {
            let m = &mut self.context.manager;
            let mut bad = m.constant(false);
            for step in &game.steps {
                let leads = step.preimage(m, set, &points)?;
                bad = m.or(&bad, &leads)?;
            }
            let safe = m.minus(&game.allowed, &bad)?;
            let mut safe = m.exists(&safe, &game.own)?;
            // With several rules, one that has no step here does not matter.
            if games.len() > 1 {
                safe = m.or(&safe, &game.idle)?;
            }
            avoidable = m.and(&avoidable, &safe)?;
        }
        let m = &mut self.context.manager;
        if let Some(stutter) = &self.model.stutter {
            let leads = stutter.preimage(m, set, &self.model.dead)?;
            let repeats = m.minus(&self.model.dead, &leads)?;
            avoidable = m.minus(&avoidable, &self.model.dead)?;
            avoidable = m.or(&avoidable, &repeats)?;
        }
        m.minus(&points, &avoidable)
    }

    fn games(&mut self, group: &[AgentId]) -> Result<Arc<Vec<Game>>, Stop> {
        if let Some(known) = self.model.games.get(group) {
            return Ok(Arc::clone(known));
        }
        let system = self.context.system;
        let mut games = Vec::new();
        for (id, rule) in system.rule_ids() {
            let fields = &self.context.layout.choices[id.0 as usize];
            let is_own = |position: usize| rule.choices[position].agent.is_some_and(|a| group.contains(&a));
            let own: Vec<Level> = (0..rule.choices.len())
                .filter(|position| is_own(*position))
                .flat_map(|position| fields[position].bits.clone())
                .collect();
            let step = StepFields { choices: fields, picks: &[] };
            let scene = Scene { system, layout: &self.context.layout, step };
            let (m, compiler) = (&mut self.context.manager, &mut self.context.compiler);
            compiler.begin_step();
            let mut allowed = m.constant(true);
            for (position, field) in fields.iter().enumerate() {
                if is_own(position) {
                    let domain = field.domain(m)?;
                    allowed = m.and(&allowed, &domain)?;
                }
            }
            for conjunct in system.exprs.conjuncts(rule.guard) {
                if choices_read(system, conjunct).iter().all(|position| is_own(*position as usize)) {
                    let holds = compiler.truth(m, &scene, conjunct)?.yes;
                    allowed = m.and(&allowed, &holds)?;
                }
            }
            let mut steps = Vec::new();
            let mut idle = self.model.reach.clone();
            let everything = m.constant(true);
            let own_cube = m.cube(own.iter().copied())?;
            for piece in self.model.pieces.iter().filter(|piece| piece.rule == id) {
                let inner = piece.inner.iter().copied().filter(|level| !own.contains(level)).collect();
                let open = Piece { inner, ..piece.clone() };
                let relation = Relation::new(m, &open)?;
                let enabled = relation.preimage(m, &everything, &self.model.reach)?;
                let enabled = m.exists(&enabled, &own_cube)?;
                idle = m.minus(&idle, &enabled)?;
                steps.push(relation);
            }
            games.push(Game { allowed, own: own_cube, steps, idle });
        }
        let games = Arc::new(games);
        self.model.games.insert(group.to_vec(), Arc::clone(&games));
        Ok(games)
    }
}
