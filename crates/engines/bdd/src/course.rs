//! Strategies written down state by state, from the sets that they keep to.

use synod_core::{Ability, AgentId, Formula, Pick, Plan, State, Stop, Strategies, Strategy, enforcement};
use synod_simulate::{Guide, Interpreter, answers, decisions};

use crate::diagram::{Diagram, Level};
use crate::graph::{Graph, Point, pick};
use crate::logic::Logic;
use crate::strategy::{Course, Game};
use crate::uniform::Played;

/// The most states in which a written strategy begins.
const MOST_STARTS: usize = 200;

impl Logic<'_, '_> {
    /// Why a group can bring something about from a point on, or why it cannot.
    pub fn strategy(
        &mut self,
        group: &[AgentId],
        path: &Formula,
        wins: bool,
        at: usize,
        point: &Point,
    ) -> Result<Strategy, Stop> {
        let system = self.context.system;
        let mut ability = if wins { Ability::Wins } else { Ability::Loses };
        let mut plan = Plan::Unwritten;
        // What a strategy needs to remember about the steps that were taken is not in the states.
        let plain = self.model.watched.is_empty() && !path.is_about_point();
        let fair = !system.fairness.is_empty();
        if !wins && system.strategies == Strategies::Uniform {
            let games = self.games(group)?;
            let won = self.won(&games, path, &mut None)?;
            if point.is_in(self.manager(), &won)? {
                ability = Ability::LacksSight;
            }
        }
        if plain {
            plan = match (ability, system.strategies) {
                (Ability::Wins, Strategies::Fair) => self.full_plan(group, path, point)?,
                (Ability::Wins, Strategies::Uniform) => self.uniform_plan(group, path, point)?,
                // The others would have to remember which conditions they have met.
                _ if fair => plan,
                (Ability::Wins, Strategies::Unfair) => self.full_plan(group, path, point)?,
                (Ability::Loses, _) => self.counter_plan(group, path, point)?,
                (Ability::LacksSight, _) => plan,
            };
        }
        let shows = enforcement(system, group, path, ability);
        Ok(Strategy { at, group: group.to_vec(), path: path.clone(), shows, plan })
    }

    /// What a group that sees everything does from a point on; from all initial ones, if it is one.
    fn full_plan(&mut self, group: &[AgentId], path: &Formula, point: &Point) -> Result<Plan, Stop> {
        let games = self.games(group)?;
        let mut course = Some(Course::default());
        let won = self.won(&games, path, &mut course)?;
        let Course { avoid, against_fairness, .. } = course.unwrap_or_default();
        let mut starts = vec![self.state(point)];
        let initial = self.context.manager.and(&self.model.init, &won)?;
        if point.is_in(self.manager(), &initial)? {
            starts = self.all_states(&initial)?.unwrap_or(starts);
        }
        let once = matches!(path, Formula::Next(_));
        let lasting = if once { against_fairness } else { avoid.len() };
        let guide = SetGuide { logic: self, course: avoid, lasting, side: Side::Group, games: None };
        guide.decisions(group, starts, once)
    }

    fn counter_plan(&mut self, group: &[AgentId], path: &Formula, point: &Point) -> Result<Plan, Stop> {
        let games = self.games(group)?;
        let mut course = Some(Course::default());
        self.won(&games, path, &mut course)?;
        let course = course.unwrap_or_default().lead;
        let state = self.state(point);
        let (interpreter, once) = (Interpreter::new(self.context.system), matches!(path, Formula::Next(_)));
        let lasting = course.len();
        let mut guide = SetGuide { logic: self, course, lasting, side: Side::Others, games: None };
        let found = answers(&interpreter, group, &state, once, &mut guide)?;
        Ok(found.map_or(Plan::Unwritten, |answers| Plan::Loses { answers }))
    }

    fn uniform_plan(&mut self, group: &[AgentId], path: &Formula, point: &Point) -> Result<Plan, Stop> {
        let games = self.games(group)?;
        let found = self.won_uniformly(group, &games, path, Some(point))?.1;
        let Some(Played { games, matters }) = found else { return Ok(Plan::Unwritten) };
        let mut possible = point.only.clone();
        for member in group {
            let same = self.looks_like(&[*member], &point.only)?;
            possible = self.manager().or(&possible, &same)?;
        }
        let Some(starts) = self.all_states(&possible)? else { return Ok(Plan::Unwritten) };
        let once = matches!(path, Formula::Next(_));
        let nothing = self.manager().constant(false);
        let course = vec![(matters, nothing)];
        // Later steps of a run that went wrong can keep it from being fair.
        let fair = !self.context.system.fairness.is_empty();
        let lasting = if once && !fair { 0 } else { course.len() };
        let guide = SetGuide { logic: self, course, lasting, side: Side::Group, games: Some(games) };
        guide.decisions(group, starts, once)
    }

    /// The states of a set of points, if they are not too many.
    fn all_states(&mut self, points: &Diagram) -> Result<Option<Vec<State>>, Stop> {
        let mut left = points.clone();
        let mut states = Vec::new();
        while let Some(point) = pick(self, &left)? {
            if states.len() == MOST_STARTS {
                return Ok(None);
            }
            states.push(self.state(&point));
            left = self.manager().minus(&left, &point.only)?;
        }
        states.sort_unstable();
        Ok(Some(states))
    }
}

/// Whose strategy it is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Group,
    Others,
}

/// Sets of points as a guide.
struct SetGuide<'g, 'l, 'a> {
    logic: &'g mut Logic<'l, 'a>,
    course: Vec<(Diagram, Diagram)>,
    /// How many places of the course count after the first step.
    lasting: usize,
    side: Side,
    /// What the group may pick, if something else than its protocol restricts that.
    games: Option<Vec<Game>>,
}

impl SetGuide<'_, '_, '_> {
    fn decisions(mut self, group: &[AgentId], starts: Vec<State>, once: bool) -> Result<Plan, Stop> {
        let interpreter = Interpreter::new(self.logic.context.system);
        let found = decisions(&interpreter, group, &starts, once, &mut self)?;
        Ok(found.map_or(Plan::Unwritten, |decisions| Plan::Wins { starts, decisions }))
    }

    /// The levels at which a state is 1, sorted.
    fn ones(&self, state: &State) -> Vec<Level> {
        let fields = std::iter::zip(&self.logic.context.layout.slots, state);
        let literals = fields.flat_map(|(field, value)| field.literals(*value, 0));
        let mut ones: Vec<Level> = literals.filter(|(_, one)| *one).map(|(level, _)| level).collect();
        ones.sort_unstable();
        ones
    }

    fn holds(&self, set: &Diagram, ones: &[Level]) -> bool {
        self.logic.context.manager.holds(set, &|level| ones.binary_search(&level).is_ok())
    }

    fn place(&self, ones: &[Level], places: usize) -> Option<&Diagram> {
        self.course[..places].iter().find(|(place, _)| self.holds(place, ones)).map(|(_, what)| what)
    }
}

impl Guide for SetGuide<'_, '_, '_> {
    type Error = Stop;

    fn is_settled(&mut self, state: &State) -> Result<bool, Stop> {
        let ones = self.ones(state);
        Ok(self.place(&ones, self.lasting).is_none())
    }

    fn may_pick(&mut self, state: &State, pick: &Pick) -> Result<bool, Stop> {
        let Some(games) = &self.games else { return Ok(true) };
        let number = pick.rule.0 as usize;
        let mut ones = self.ones(state);
        for (at, value) in &pick.values {
            let field = &self.logic.context.layout.choices[number][*at as usize];
            ones.extend(field.literals(*value, 0).filter(|(_, one)| *one).map(|(level, _)| level));
        }
        ones.sort_unstable();
        Ok(self.holds(&games[number].allowed, &ones))
    }

    fn welcomes(&mut self, from: &State, to: &State) -> Result<bool, Stop> {
        let (from, to) = (self.ones(from), self.ones(to));
        let Some(what) = self.place(&from, self.course.len()) else { return Ok(true) };
        Ok(self.holds(what, &to) == (self.side == Side::Others))
    }
}
