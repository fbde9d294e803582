//! What a coalition may do in every point, as relations in which its choices are left open, and the points where its
//! opponents can answer.

use std::sync::Arc;

use synod_core::{AgentId, DeadEnds, Rule, RuleId, Stop};

use crate::diagram::{Diagram, Level, Manager};
use crate::encode::{StepFields, StepScope};
use crate::graph::pick;
use crate::relation::Relation;
use crate::rule::Piece;
use crate::symbolic::Symbolic;

/// What a coalition may do, one for each rule.
pub(crate) type Moves = Arc<Vec<RuleMoves>>;

/// A rule with the coalition's choices left open.
#[derive(Clone, Debug)]
pub(crate) struct RuleMoves {
    /// Whether a member begins it.
    begun: bool,
    /// What the coalition may pick, over the state and its choices.
    pub allowed: Diagram,
    /// The levels of its choices.
    own_levels: Vec<Level>,
    own: Diagram,
    steps: Arc<Vec<Relation>>,
    /// What the coalition may pick such that a step comes of it.
    moves: Diagram,
    /// The points where the rule has a step.
    moving: Diagram,
}

impl RuleMoves {
    /// The moves if the coalition picks only what satisfies a condition.
    fn restricted(&self, m: &mut Manager, condition: &Diagram) -> Result<RuleMoves, Stop> {
        let (allowed, moves) = (m.and(&self.allowed, condition)?, m.and(&self.moves, condition)?);
        Ok(RuleMoves { allowed, moves, ..self.clone() })
    }
}

impl Symbolic<'_, '_> {
    /// The points where, whatever the coalition picks, its opponents can lead into a set.
    pub fn opponents_lead(
        &mut self,
        rules: &[RuleMoves],
        set: &Diagram,
        points: &Diagram,
    ) -> Result<Diagram, Stop> {
        let m = &mut self.context.manager;
        let nowhere = m.constant(false);
        let mut avoidable = points.clone();
        let (mut somebody_picks, mut others_move) = (nowhere.clone(), nowhere.clone());
        // Where the group can offer a step of its own that is safe, and where it has one at all.
        let (mut offers, mut begins) = (nowhere.clone(), nowhere.clone());
        for rule in rules {
            let mut bad = nowhere.clone();
            for step in rule.steps.iter() {
                let leads = step.preimage(m, set, points)?;
                bad = m.or(&bad, &leads)?;
            }
            let picks = m.exists(&rule.allowed, &rule.own)?;
            somebody_picks = m.or(&somebody_picks, &picks)?;
            if rule.begun {
                let safe = m.minus(&rule.moves, &bad)?;
                let safe = m.exists(&safe, &rule.own)?;
                offers = m.or(&offers, &safe)?;
                begins = m.or(&begins, &rule.moving)?;
            } else {
                let safe = m.minus(&rule.allowed, &bad)?;
                let safe = m.exists(&safe, &rule.own)?;
                let safe = m.or(&safe, &picks.not())?;
                avoidable = m.and(&avoidable, &safe)?;
                others_move = m.or(&others_move, &rule.moving)?;
            }
        }
        let waits = m.or(&others_move, &begins.not())?;
        let own = m.or(&offers, &waits)?;
        avoidable = m.and(&avoidable, &own)?;
        avoidable = m.and(&avoidable, &somebody_picks)?;
        if self.context.system.dead_ends == DeadEnds::Repeat {
            let leads = self.model.stutter.preimage(m, set, &self.model.dead)?;
            let repeats = m.minus(&self.model.dead, &leads)?;
            avoidable = m.minus(&avoidable, &self.model.dead)?;
            avoidable = m.or(&avoidable, &repeats)?;
        }
        m.minus(points, &avoidable)
    }

    /// What a group may do.
    pub fn moves_of(&mut self, group: &[AgentId]) -> Result<Moves, Stop> {
        if let Some(known) = self.model.moves.get(group) {
            return Ok(Arc::clone(known));
        }
        let mut rules = Vec::new();
        for (id, rule) in self.context.system.rule_ids() {
            rules.push(self.rule_moves(group, id, rule)?);
        }
        let moves = Arc::new(rules);
        self.model.moves.insert(group.to_vec(), Arc::clone(&moves));
        Ok(moves)
    }

    fn rule_moves(&mut self, group: &[AgentId], id: RuleId, rule: &Rule) -> Result<RuleMoves, Stop> {
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
        let begun = rule.is_begun_by(group);
        Ok(RuleMoves {
            begun,
            allowed,
            own_levels: own,
            own: own_cube,
            steps: Arc::new(steps),
            moves,
            moving,
        })
    }

    /// What may be picked for the own choices of a rule: with some values of the others its guard holds.
    fn allowed(&mut self, id: RuleId, rule: &Rule, is_own: &dyn Fn(usize) -> bool) -> Result<Diagram, Stop> {
        let system = self.context.system;
        let fields = &self.context.layout.choices[id.0 as usize];
        let scope =
            StepScope { layout: &self.context.layout, step: StepFields { choices: fields, taken: &[] } };
        let (m, encoder) = (&mut self.context.manager, &mut self.context.encoder);
        encoder.begin_step();
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
            let mut holds = encoder.truth(m, &scope, conjunct)?.yes;
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

    /// Fixes what one member picks at one observation that is relevant: a way for each value it may pick.
    /// `None` if everything that is relevant is fixed.
    pub fn split(
        &mut self,
        group: &[AgentId],
        moves: &Moves,
        relevant: &Diagram,
        points: &Diagram,
    ) -> Result<Option<Vec<Moves>>, Stop> {
        for (number, rule) in moves.iter().enumerate() {
            for (member, position) in self.own_choices(group, number) {
                let field = self.context.layout.choices[number][position].clone();
                let hidden = self.hidden_from(&[member]);
                let m = &mut self.context.manager;
                let hidden = m.cube(hidden)?;
                let cube = m.cube(field.bits.iter().copied())?;
                let others = m.cube(rule.own_levels.iter().copied().filter(|l| !field.bits.contains(l)))?;
                let allowed = m.exists(&rule.allowed, &others)?;
                let allowed = m.and(&allowed, points)?;
                // Where what it observes leaves it one value to pick, and where more.
                let (mut once, mut twice) = (m.constant(false), m.constant(false));
                let mut values = Vec::new();
                for value in field.lo..=field.hi {
                    let code = m.cube_of(field.literals(value, 0).collect())?;
                    let picks = m.and_exists(&allowed, &code, &cube)?;
                    let picks = m.exists(&picks, &hidden)?;
                    let again = m.and(&once, &picks)?;
                    twice = m.or(&twice, &again)?;
                    once = m.or(&once, &picks)?;
                    values.push((code, picks));
                }
                let undecided = m.and(&twice, relevant)?;
                let Some(point) = pick(self, &undecided) else { continue };
                let m = &mut self.context.manager;
                let only = point.only(m)?;
                let same = m.exists(&only, &hidden)?;
                let mut ways = Vec::new();
                for (code, picks) in values {
                    if m.and(&picks, &same)?.is_false() {
                        continue;
                    }
                    let fixed = m.or(&same.not(), &code)?;
                    let mut way = moves.to_vec();
                    way[number] = rule.restricted(m, &fixed)?;
                    ways.push(Arc::new(way));
                }
                return Ok(Some(ways));
            }
        }
        Ok(None)
    }

    /// The choices of a rule that members make.
    fn own_choices(&self, group: &[AgentId], rule: usize) -> Vec<(AgentId, usize)> {
        let choices = self.context.system.rules[rule].choices.iter().enumerate();
        choices.filter_map(|(at, c)| Some((c.agent.filter(|a| group.contains(a))?, at))).collect()
    }
}
