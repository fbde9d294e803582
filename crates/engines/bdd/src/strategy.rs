//! What a group of agents can bring about, whatever the others do (see
//! [`synod_core::Formula::Coalition`]).
//!
//! Everything is computed from the side of the others: where they can, whatever the group picks, see to
//! the opposite. Under fairness they have to keep to fair runs.

use std::sync::Arc;

use synod_core::{AgentId, Formula, Rule, RuleId, Stop, Strategies};

use crate::compile::{Scene, StepFields};
use crate::diagram::{Diagram, Level, Manager};
use crate::graph::Graph;
use crate::logic::Logic;
use crate::relation::Relation;
use crate::rule::Piece;

/// A rule with the group's choices left open.
#[derive(Clone, Debug)]
pub(crate) struct Game {
    /// Whether a member begins it.
    begun: bool,
    /// What the group may pick, over the state and its choices.
    pub allowed: Diagram,
    /// The levels of its choices.
    pub own_levels: Vec<Level>,
    own: Diagram,
    steps: Arc<Vec<Relation>>,
    /// What the group may pick such that a step comes of it.
    moves: Diagram,
    /// The points where the rule has a step.
    moving: Diagram,
}

impl Game {
    /// The game if the group picks only what satisfies a condition.
    pub fn restricted(&self, m: &mut Manager, condition: &Diagram) -> Result<Game, Stop> {
        let (allowed, moves) = (m.and(&self.allowed, condition)?, m.and(&self.moves, condition)?);
        Ok(Game { allowed, moves, ..self.clone() })
    }
}

/// How to play: where, and a set of points to avoid from there (for the group) or to lead into (for the
/// others). The first place that fits counts; where none does, nothing has to be done.
#[derive(Clone, Debug, Default)]
pub(crate) struct Course {
    /// For the group.
    pub avoid: Vec<(Diagram, Diagram)>,
    /// How many of these keep runs from being fair.
    pub against_fairness: usize,
    /// For the others, as far as fairness does not matter.
    pub lead: Vec<(Diagram, Diagram)>,
}

/// What the others try to do, and whether it ends well for them if it never ends.
struct Prevention {
    through: Diagram,
    target: Diagram,
    weak: bool,
}

impl Logic<'_, '_> {
    /// The points where a group can enforce a formula about runs.
    pub fn enforced(&mut self, group: &[AgentId], path: &Formula) -> Result<Diagram, Stop> {
        if path.is_about_point() {
            // There is nothing to choose.
            return self.satisfying(path);
        }
        let games = self.games(group)?;
        match self.context.system.strategies {
            Strategies::Unfair | Strategies::Fair => self.won(&games, path, &mut None),
            Strategies::Uniform => Ok(self.won_uniformly(group, &games, path, None)?.0),
        }
    }

    /// The points where the group wins if it sees everything; how, if somebody wants to write it down.
    pub fn won(
        &mut self,
        games: &[Game],
        path: &Formula,
        course: &mut Option<Course>,
    ) -> Result<Diagram, Stop> {
        use Formula::*;
        let all = self.basis.points.clone();
        let fairness = match self.context.system.strategies {
            Strategies::Unfair => Vec::new(),
            Strategies::Fair | Strategies::Uniform => self.basis.fairness.clone(),
        };
        // To get somewhere is of use to the others only if they can go on by a fair run.
        let nothing = self.manager().constant(false);
        let useful = if fairness.is_empty() {
            all.clone()
        } else {
            let anything = Prevention { through: all.clone(), target: nothing.clone(), weak: true };
            self.prevented(games, &anything, &fairness, course)?
        };
        if let Some(course) = course {
            course.against_fairness = course.avoid.len();
            course.lead.clear();
        }
        let not = |logic: &mut Self, formula: &Formula| {
            let set = logic.satisfying(formula)?;
            logic.manager().minus(&all, &set)
        };
        let prevention = match path {
            Next(a) => {
                let a = not(self, a)?;
                let a = self.manager().and(&a, &useful)?;
                let opposite = self.unavoidable(games, &a)?;
                let won = self.manager().minus(&all, &opposite)?;
                if let Some(course) = course {
                    course.avoid.push((won.clone(), a.clone()));
                    course.lead.push((opposite, a));
                }
                return Ok(won);
            }
            Finally(a) => Prevention { through: not(self, a)?, target: nothing, weak: true },
            Globally(a) => Prevention { through: all.clone(), target: not(self, a)?, weak: false },
            // not (a U b) is !b W (!a & !b); not (a W b) is !b U (!a & !b); not (a R b) is !a U !b.
            Until(a, b) | WeakUntil(a, b) => {
                let (a, b) = (not(self, a)?, not(self, b)?);
                let neither = self.manager().and(&a, &b)?;
                Prevention { through: b, target: neither, weak: matches!(path, Until(..)) }
            }
            Release(a, b) => Prevention { through: not(self, a)?, target: not(self, b)?, weak: false },
            // The engine refuses other formulas.
            _ => return Ok(nothing),
        };
        let target = self.manager().and(&prevention.target, &useful)?;
        let opposite = self.prevented(games, &Prevention { target, ..prevention }, &fairness, course)?;
        self.manager().minus(&all, &opposite)
    }

    /// Where the others can see to it that one set holds until another does (or for ever, if that is as
    /// good for them).
    fn prevented(
        &mut self,
        games: &[Game],
        what: &Prevention,
        fairness: &[Diagram],
        course: &mut Option<Course>,
    ) -> Result<Diagram, Stop> {
        let Prevention { through, target, weak } = what;
        if !weak {
            let forced = self.forced_until(games, through, target, course)?;
            if let Some(course) = course {
                let free = self.context.manager.minus(through, &forced)?;
                course.avoid.push((free, forced.clone()));
            }
            return Ok(forced);
        }
        let mut stays = self.manager().or(through, target)?;
        let anywhere = [self.basis.points.clone()];
        let fairness = if fairness.is_empty() { &anywhere } else { fairness };
        loop {
            let before = stays.clone();
            for condition in fairness {
                let visit = self.manager().and(&stays, condition)?;
                let goal = self.manager().or(&visit, target)?;
                let leads = self.forced_until(games, through, &goal, &mut None)?;
                let next = self.unavoidable(games, &leads)?;
                let next = self.manager().and(&next, through)?;
                let next = self.manager().or(&next, target)?;
                if let Some(course) = course {
                    // From here on the condition is never met again, or what was left before is left.
                    let left = self.context.manager.minus(&stays, &next)?;
                    course.avoid.push((left, leads));
                }
                stays = self.manager().and(&stays, &next)?;
            }
            if stays == before {
                if let Some(course) = course {
                    let goes_on = self.context.manager.minus(&stays, target)?;
                    course.lead.push((goes_on, stays.clone()));
                }
                return Ok(stays);
            }
        }
    }

    fn forced_until(
        &mut self,
        games: &[Game],
        through: &Diagram,
        target: &Diagram,
        course: &mut Option<Course>,
    ) -> Result<Diagram, Stop> {
        let mut found = target.clone();
        loop {
            let next = self.unavoidable(games, &found)?;
            let next = self.manager().and(&next, through)?;
            let more = self.manager().or(&found, &next)?;
            if more == found {
                return Ok(found);
            }
            if let Some(course) = course {
                let fresh = self.context.manager.minus(&more, &found)?;
                course.lead.push((fresh, found.clone()));
            }
            found = more;
        }
    }

    /// The points where, whatever the group picks, the others can lead into a set.
    fn unavoidable(&mut self, games: &[Game], set: &Diagram) -> Result<Diagram, Stop> {
        let points = self.basis.points.clone();
        let m = &mut self.context.manager;
        let nowhere = m.constant(false);
        let mut avoidable = points.clone();
        let (mut somebody_picks, mut others_move) = (nowhere.clone(), nowhere.clone());
        // Where the group can offer a step of its own that is safe, and where it has one at all.
        let (mut offers, mut begins) = (nowhere.clone(), nowhere.clone());
        for game in games {
            let mut bad = nowhere.clone();
            for step in game.steps.iter() {
                let leads = step.preimage(m, set, &points)?;
                bad = m.or(&bad, &leads)?;
            }
            let picks = m.exists(&game.allowed, &game.own)?;
            somebody_picks = m.or(&somebody_picks, &picks)?;
            if game.begun {
                let safe = m.minus(&game.moves, &bad)?;
                let safe = m.exists(&safe, &game.own)?;
                offers = m.or(&offers, &safe)?;
                begins = m.or(&begins, &game.moving)?;
            } else {
                let safe = m.minus(&game.allowed, &bad)?;
                let safe = m.exists(&safe, &game.own)?;
                let safe = m.or(&safe, &picks.not())?;
                avoidable = m.and(&avoidable, &safe)?;
                others_move = m.or(&others_move, &game.moving)?;
            }
        }
        let waits = m.or(&others_move, &begins.not())?;
        let own = m.or(&offers, &waits)?;
        avoidable = m.and(&avoidable, &own)?;
        avoidable = m.and(&avoidable, &somebody_picks)?;
        let leads = self.model.stutter.preimage(m, set, &self.model.dead)?;
        let repeats = m.minus(&self.model.dead, &leads)?;
        avoidable = m.minus(&avoidable, &self.model.dead)?;
        avoidable = m.or(&avoidable, &repeats)?;
        m.minus(&points, &avoidable)
    }

    pub fn games(&mut self, group: &[AgentId]) -> Result<Arc<Vec<Game>>, Stop> {
        if let Some(known) = self.model.games.get(group) {
            return Ok(Arc::clone(known));
        }
        let mut games = Vec::new();
        for (id, rule) in self.context.system.rule_ids() {
            games.push(self.game(group, id, rule)?);
        }
        let games = Arc::new(games);
        self.model.games.insert(group.to_vec(), Arc::clone(&games));
        Ok(games)
    }

    fn game(&mut self, group: &[AgentId], id: RuleId, rule: &Rule) -> Result<Game, Stop> {
        let fields = &self.context.layout.choices[id.0 as usize];
        let is_own = |position: usize| rule.choices[position].agent.is_some_and(|a| group.contains(&a));
        let own: Vec<Level> = (0..rule.choices.len())
            .filter(|position| is_own(*position))
            .flat_map(|position| fields[position].bits.clone())
            .collect();
        let allowed = self.allowed(id, rule, &is_own)?;
        let m = &mut self.context.manager;
        let own_cube = m.cube(own.iter().copied())?;
        let everything = m.constant(true);
        let (mut steps, mut moves) = (Vec::new(), m.constant(false));
        for piece in self.model.pieces.iter().filter(|piece| piece.rule == id) {
            let inner = piece.inner.iter().copied().filter(|level| !own.contains(level)).collect();
            let open = Piece { inner, ..piece.clone() };
            let relation = Relation::new(m, &open)?;
            let enabled = relation.preimage(m, &everything, &self.model.reach)?;
            moves = m.or(&moves, &enabled)?;
            steps.push(relation);
        }
        let moving = m.exists(&moves, &own_cube)?;
        let begun = rule.observation.actor.is_some_and(|actor| group.contains(&actor));
        Ok(Game { begun, allowed, own_levels: own, own: own_cube, steps: Arc::new(steps), moves, moving })
    }

    /// What may be picked for the own choices of a rule: with some values of the others its guard holds.
    fn allowed(&mut self, id: RuleId, rule: &Rule, is_own: &dyn Fn(usize) -> bool) -> Result<Diagram, Stop> {
        let system = self.context.system;
        let fields = &self.context.layout.choices[id.0 as usize];
        let scene =
            Scene { system, layout: &self.context.layout, step: StepFields { choices: fields, picks: &[] } };
        let (m, compiler) = (&mut self.context.manager, &mut self.context.compiler);
        compiler.begin_step();
        let conjuncts = system.exprs.conjuncts(rule.guard);
        let read: Vec<Vec<u32>> = conjuncts.iter().map(|conjunct| system.exprs.choices(*conjunct)).collect();
        let mut allowed = m.constant(true);
        let mut shared: Vec<Level> = Vec::new();
        for (position, field) in fields.iter().enumerate() {
            let readers = read.iter().filter(|read| read.contains(&(position as u32))).count();
            if is_own(position) || readers > 1 {
                let domain = field.domain(m)?;
                allowed = m.and(&allowed, &domain)?;
            }
            if !is_own(position) && readers > 1 {
                shared.extend(&field.bits);
            }
        }
        for (conjunct, read) in std::iter::zip(conjuncts, &read) {
            let mut holds = compiler.truth(m, &scene, conjunct)?.yes;
            // What nobody else reads is quantified at once.
            let mut alone: Vec<Level> = Vec::new();
            for position in read.iter().map(|position| *position as usize) {
                let field = &fields[position];
                if !is_own(position) && !field.bits.iter().any(|level| shared.contains(level)) {
                    let domain = field.domain(m)?;
                    holds = m.and(&holds, &domain)?;
                    alone.extend(&field.bits);
                }
            }
            let alone = m.cube(alone)?;
            let holds = m.exists(&holds, &alone)?;
            allowed = m.and(&allowed, &holds)?;
        }
        let shared = m.cube(shared)?;
        m.exists(&allowed, &shared)
    }
}
