//! Strategies written down state by state, from the sets that they keep to.

use synod_core::{Ability, AgentId, Formula, Pick, Plan, State, Strategies, Strategy, enforcement};
use synod_simulate::{Guide, Interpreter, answers, decisions};

use crate::bits::BitSet;
use crate::coalition::{Course, Game, Played};
use crate::fragment::has_arrivals;
use crate::sets::{Failure, Sets};

/// The most states in which a written strategy begins.
const MOST_STARTS: usize = 200;

/// Why a group can bring something about from a point on, or why it cannot.
pub(crate) fn strategy(
    sets: &mut Sets,
    group: &[AgentId],
    path: &Formula,
    wins: bool,
    at: usize,
    point: u32,
) -> Result<Strategy, Failure> {
    let system = sets.points.system;
    let mut ability = if wins { Ability::Wins } else { Ability::Loses };
    let mut plan = Plan::Unwritten;
    // What a strategy needs to remember about the steps that were taken is not in the states.
    let plain = sets.points.is_plain() && !has_arrivals(path) && !path.is_about_point();
    let fair = !system.fairness.is_empty();
    if !wins && system.strategies == Strategies::Uniform {
        let (arena, game) = (sets.arena(path)?, sets.game(group)?);
        if arena.won(&game, &mut None).contains(point) {
            ability = Ability::LacksSight;
        }
    }
    if plain {
        plan = match (ability, system.strategies) {
            (Ability::Wins, Strategies::Fair) => full_plan(sets, group, path, point)?,
            (Ability::Wins, Strategies::Uniform) => uniform_plan(sets, group, path, point)?,
            // The others would have to remember which conditions they have met.
            _ if fair => plan,
            (Ability::Wins, Strategies::Unfair) => full_plan(sets, group, path, point)?,
            (Ability::Loses, _) => counter_plan(sets, group, path, point)?,
            (Ability::LacksSight, _) => plan,
        };
    }
    let shows = enforcement(system, group, path, ability);
    Ok(Strategy { at, group: group.to_vec(), path: path.clone(), shows, plan })
}

/// What a group that sees everything does from a point on; from all initial ones, if it is one.
fn full_plan(sets: &mut Sets, group: &[AgentId], path: &Formula, point: u32) -> Result<Plan, Failure> {
    let (arena, game) = (sets.arena(path)?, sets.game(group)?);
    let mut course = Some(Course::default());
    let won = arena.won(&game, &mut course).intersect(&arena.counts);
    let Course { avoid, against_fairness, .. } = course.unwrap_or_default();
    let mut starts = vec![point];
    let initial: Vec<u32> = (0..sets.points.starts()).filter(|start| won.contains(*start)).collect();
    if initial.contains(&point) && initial.len() <= MOST_STARTS {
        starts = initial;
    }
    let once = matches!(path, Formula::Next(_));
    let lasting = if once { against_fairness } else { avoid.len() };
    Book::new(sets, avoid, lasting, Side::Group, None).decisions(group, starts, once)
}

fn counter_plan(sets: &mut Sets, group: &[AgentId], path: &Formula, point: u32) -> Result<Plan, Failure> {
    let (arena, game) = (sets.arena(path)?, sets.game(group)?);
    let mut course = Some(Course::default());
    arena.won(&game, &mut course);
    let course = course.unwrap_or_default().lead;
    let points = sets.points;
    let interpreter = Interpreter::new(points.system).with_int_bound(points.int_bound());
    let (state, once, lasting) = (points.state(point), matches!(path, Formula::Next(_)), course.len());
    let mut guide = Book::new(sets, course, lasting, Side::Others, None);
    let found = answers(&interpreter, group, &state, once, &mut guide)?;
    Ok(found.map_or(Plan::Unwritten, |answers| Plan::Loses { answers }))
}

fn uniform_plan(sets: &mut Sets, group: &[AgentId], path: &Formula, point: u32) -> Result<Plan, Failure> {
    let (arena, game) = (sets.arena(path)?, sets.game(group)?);
    let found = sets.won_uniformly(group, &arena, game, Some(point))?.1;
    let Some(Played { game, matters }) = found else { return Ok(Plan::Unwritten) };
    let mut starts = vec![point];
    for member in group {
        let classes = sets.classes(&[*member]);
        let same = |other: &u32| {
            arena.counts.contains(*other) && classes[*other as usize] == classes[point as usize]
        };
        starts.extend((0..classes.len() as u32).filter(same));
    }
    starts.sort_unstable();
    starts.dedup();
    if starts.len() > MOST_STARTS {
        return Ok(Plan::Unwritten);
    }
    let once = matches!(path, Formula::Next(_));
    let nothing = BitSet::new(sets.points.len(), false);
    // Later steps of a run that went wrong can keep it from being fair.
    let lasting = usize::from(!once || !sets.points.system.fairness.is_empty());
    Book::new(sets, vec![(matters, nothing)], lasting, Side::Group, Some(game)).decisions(group, starts, once)
}

/// Whose strategy it is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Group,
    Others,
}

/// Sets of points as a guide.
struct Book<'s, 'p> {
    sets: &'s Sets<'p>,
    course: Vec<(BitSet, BitSet)>,
    /// How many places of the course count after the first step.
    lasting: usize,
    side: Side,
    /// What the group may pick, if something else than its protocol restricts that.
    game: Option<Game>,
    /// The point of each state, by the number of the state.
    numbers: Vec<u32>,
}

impl<'s, 'p> Book<'s, 'p> {
    fn new(
        sets: &'s Sets<'p>,
        course: Vec<(BitSet, BitSet)>,
        lasting: usize,
        side: Side,
        game: Option<Game>,
    ) -> Self {
        let mut numbers = vec![0; sets.points.len()];
        for (point, state) in std::iter::zip(0.., &sets.points.states) {
            numbers[*state as usize] = point;
        }
        Book { sets, course, lasting, side, game, numbers }
    }

    fn decisions(mut self, group: &[AgentId], starts: Vec<u32>, once: bool) -> Result<Plan, Failure> {
        let points = self.sets.points;
        let interpreter = Interpreter::new(points.system).with_int_bound(points.int_bound());
        let starts: Vec<State> = starts.into_iter().map(|start| points.state(start)).collect();
        let found = decisions(&interpreter, group, &starts, once, &mut self)?;
        Ok(found.map_or(Plan::Unwritten, |decisions| Plan::Wins { starts, decisions }))
    }

    fn point(&self, state: &State) -> Option<u32> {
        let points = self.sets.points;
        let words = points.model.layout.pack(state).ok()?;
        self.numbers.get(points.space.store.find(&words)? as usize).copied()
    }

    fn place(&self, state: &State, places: usize) -> Option<&BitSet> {
        let point = self.point(state)?;
        self.course[..places].iter().find(|(place, _)| place.contains(point)).map(|(_, what)| what)
    }
}

impl Guide for Book<'_, '_> {
    type Error = Failure;

    fn is_settled(&mut self, state: &State) -> Result<bool, Failure> {
        Ok(self.place(state, self.lasting).is_none())
    }

    fn may_pick(&mut self, state: &State, pick: &Pick) -> Result<bool, Failure> {
        let (Some(game), Some(point)) = (&self.game, self.point(state)) else { return Ok(true) };
        Ok(game.allows(point, pick))
    }

    fn welcomes(&mut self, from: &State, to: &State) -> Result<bool, Failure> {
        let Some(what) = self.place(from, self.course.len()) else { return Ok(true) };
        let inside = self.point(to).is_some_and(|to| what.contains(to));
        Ok(inside == (self.side == Side::Others))
    }
}
