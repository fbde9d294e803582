//! Strategies of agents that see only what they observe.
//!
//! A strategy is fixed piece by piece: what one member picks wherever it observes the same. With a part of
//! it fixed, the points where the group would win if it saw everything are more than it can win with any
//! completion; if they add nothing to what is won already, the part is given up.

use synod_core::{AgentId, Formula, Stop};

use crate::diagram::Diagram;
use crate::graph::{Graph, Point, pick};
use crate::logic::Logic;
use crate::strategy::Game;

/// A strategy: what the group may pick, which is one thing wherever it matters.
pub(crate) struct Played {
    pub games: Vec<Game>,
    /// The points where it matters.
    pub matters: Diagram,
}

impl Logic<'_, '_> {
    /// The points from which, and from all that some member takes for possible there, one strategy wins. If
    /// a point is wanted, the search ends when one that wins there is found, which is given too, with the
    /// points where it matters.
    pub fn won_uniformly(
        &mut self,
        group: &[AgentId],
        games: &[Game],
        path: &Formula,
        wanted: Option<&Point>,
    ) -> Result<(Diagram, Option<Played>), Stop> {
        let mut won = self.manager().constant(false);
        let done = self.done(path)?;
        let mut open = vec![games.to_vec()];
        while let Some(games) = open.pop() {
            let hoped = self.won(&games, path, &mut None)?;
            let sure = self.known_to_everybody(group, &hoped)?;
            let sure = self.manager().and(&sure, &hoped)?;
            let more = self.manager().minus(&sure, &won)?;
            let in_vain = match wanted {
                Some(wanted) => !wanted.is_in(self.manager(), &sure)?,
                None => more.is_false(),
            };
            if in_vain {
                continue;
            }
            // Who wins never leaves the points where it would win, and what is picked elsewhere, or when
            // the goal is reached, does not matter.
            let matters = self.manager().minus(&hoped, &done)?;
            match self.split(group, &games, &matters)? {
                Some(ways) => open.extend(ways),
                None if wanted.is_some() => return Ok((sure, Some(Played { games, matters }))),
                None => won = self.manager().or(&won, &sure)?,
            }
        }
        Ok((won, None))
    }

    /// The points where a goal is reached, so that nothing needs to be done any more. Where only fair runs
    /// count, a run that went wrong before can still be kept from being fair.
    fn done(&mut self, path: &Formula) -> Result<Diagram, Stop> {
        match path {
            Formula::Until(..) | Formula::WeakUntil(..) | Formula::Release(..)
                if !self.basis.fairness.is_empty() =>
            {
                Ok(self.manager().constant(false))
            }
            Formula::Finally(a) | Formula::Until(_, a) | Formula::WeakUntil(_, a) => self.satisfying(a),
            Formula::Release(a, b) => {
                let (a, b) = (self.satisfying(a)?, self.satisfying(b)?);
                self.manager().and(&a, &b)
            }
            _ => Ok(self.manager().constant(false)),
        }
    }

    /// Fixes what one member picks at one observation that matters: a way for each value it may pick.
    /// `None` if everything that matters is fixed.
    fn split(
        &mut self,
        group: &[AgentId],
        games: &[Game],
        matters: &Diagram,
    ) -> Result<Option<Vec<Vec<Game>>>, Stop> {
        for (number, game) in games.iter().enumerate() {
            for (member, position) in self.own_choices(group, number) {
                let field = self.context.layout.choices[number][position].clone();
                let hidden = self.hidden_from(&[member]);
                let m = &mut self.context.manager;
                let hidden = m.cube(hidden)?;
                let cube = m.cube(field.bits.iter().copied())?;
                let others = m.cube(game.own_levels.iter().copied().filter(|l| !field.bits.contains(l)))?;
                let allowed = m.exists(&game.allowed, &others)?;
                let allowed = m.and(&allowed, &self.basis.points)?;
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
                let undecided = m.and(&twice, matters)?;
                let Some(point) = pick(self, &undecided)? else { continue };
                let m = &mut self.context.manager;
                let same = m.exists(&point.only, &hidden)?;
                let mut ways = Vec::new();
                for (code, picks) in values {
                    if m.and(&picks, &same)?.is_false() {
                        continue;
                    }
                    let fixed = m.or(&same.not(), &code)?;
                    let mut way = games.to_vec();
                    way[number] = game.restricted(m, &fixed)?;
                    ways.push(way);
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
