//! Strategy extraction: strategies written down state by state, from the layers of the fixpoints.

use synod_core::{
    Ability, AgentId, CoalitionChoice, Formula, Plan, State, Strategies, Strategy, enforcement,
};
use synod_simulate::{Interpreter, StrategyOracle, extract_counter_strategy, extract_strategy};

use crate::games::{Layer, Layers};
use crate::labelling::Labelling;
use crate::structure::{Fallible, Structure};
use crate::uniform::UniformStrategy;

/// The most states in which a written strategy begins.
const MOST_STARTS: usize = 200;

impl<S: Structure> Labelling<'_, '_, S> {
    /// Why a coalition can enforce something from a point on, or why it cannot.
    pub(crate) fn strategy(
        &mut self,
        group: &[AgentId],
        path: &Formula,
        wins: bool,
        at: usize,
        point: &S::Point,
    ) -> Fallible<Strategy, S> {
        let system = self.system;
        let mut ability = if wins { Ability::Wins } else { Ability::Loses };
        let mut plan = Plan::Unwritten;
        // What a strategy needs to remember about the steps that were taken is not in the states.
        let memoryless =
            self.structure.points_are_states() && path.arrivals().is_empty() && !path.is_about_point();
        let fair = !system.fairness.is_empty();
        if !wins && system.strategies == Strategies::Uniform {
            let moves = self.structure.moves(group)?;
            let won = self.won(&moves, path, &mut None)?;
            if self.structure.contains(&won, point) {
                ability = Ability::LacksSight;
            }
        }
        if memoryless {
            plan = match (ability, system.strategies) {
                (Ability::Wins, Strategies::Fair) => self.winning_plan(group, path, point)?,
                (Ability::Wins, Strategies::Uniform) => self.uniform_plan(group, path, point)?,
                // The opponents would have to remember which conditions they have met.
                _ if fair => plan,
                (Ability::Wins, Strategies::Unfair) => self.winning_plan(group, path, point)?,
                (Ability::Loses, _) => self.opponents_plan(group, path, point)?,
                (Ability::LacksSight, _) => plan,
            };
        }
        let shows = enforcement(system, group, path, ability);
        Ok(Strategy { at, group: group.to_vec(), path: path.clone(), shows, plan })
    }

    /// What a coalition with perfect information does from a point on; from all initial ones, if it is one.
    fn winning_plan(&mut self, group: &[AgentId], path: &Formula, point: &S::Point) -> Fallible<Plan, S> {
        let moves = self.structure.moves(group)?;
        let mut layers = Some(Layers::default());
        let won = self.won(&moves, path, &mut layers)?;
        let Layers { avoid, against_fairness, .. } = layers.unwrap_or_default();
        let mut starts = vec![self.structure.state(point)];
        let initial = self.structure.initial();
        let initial = self.structure.and(&initial, &won)?;
        if self.structure.contains(&initial, point) {
            starts = self.all_states(&initial)?.unwrap_or(starts);
        }
        let once = matches!(path, Formula::Next(_));
        let lasting = if once { against_fairness } else { avoid.len() };
        let memory =
            Memory { structure: &self.structure, layers: avoid, lasting, side: Side::Coalition, moves: None };
        self.decisions(memory, group, starts, once)
    }

    fn opponents_plan(&mut self, group: &[AgentId], path: &Formula, point: &S::Point) -> Fallible<Plan, S> {
        let moves = self.structure.moves(group)?;
        let mut layers = Some(Layers::default());
        self.won(&moves, path, &mut layers)?;
        let layers = layers.unwrap_or_default().lead;
        let (state, once) = (self.structure.state(point), matches!(path, Formula::Next(_)));
        let (lasting, structure) = (layers.len(), &self.structure);
        let mut memory = Memory { structure, layers, lasting, side: Side::Opponents, moves: None };
        let found = extract_counter_strategy(&self.interpreter(), group, &state, once, &mut memory)?;
        Ok(found.map_or(Plan::Unwritten, |responses| Plan::Loses { responses }))
    }

    fn uniform_plan(&mut self, group: &[AgentId], path: &Formula, point: &S::Point) -> Fallible<Plan, S> {
        let moves = self.structure.moves(group)?;
        let found = self.won_uniformly(group, moves, path, Some(point))?.1;
        let Some(UniformStrategy { moves, relevant }) = found else { return Ok(Plan::Unwritten) };
        let only = self.structure.only(point)?;
        let mut possible = only.clone();
        for member in group {
            let same = self.indistinguishable(&[*member], &only)?;
            possible = self.structure.or(&possible, &same)?;
        }
        let Some(starts) = self.all_states(&possible)? else { return Ok(Plan::Unwritten) };
        let once = matches!(path, Formula::Next(_));
        let layers = vec![Layer { from: relevant, to: self.structure.none() }];
        // Later steps of a run that violated the goal can keep it from being fair.
        let lasting = usize::from(!once || !self.system.fairness.is_empty());
        let memory =
            Memory { structure: &self.structure, layers, lasting, side: Side::Coalition, moves: Some(moves) };
        self.decisions(memory, group, starts, once)
    }

    /// The states of a set of points, sorted, if they are not too many.
    fn all_states(&mut self, points: &S::Set) -> Fallible<Option<Vec<State>>, S> {
        let mut left = points.clone();
        let mut states = Vec::new();
        while let Some(point) = self.structure.pick(&left)? {
            if states.len() == MOST_STARTS {
                return Ok(None);
            }
            states.push(self.structure.state(&point));
            let only = self.structure.only(&point)?;
            left = self.structure.minus(&left, &only)?;
        }
        states.sort_unstable();
        Ok(Some(states))
    }

    fn decisions(
        &self,
        mut memory: Memory<S>,
        group: &[AgentId],
        starts: Vec<State>,
        once: bool,
    ) -> Fallible<Plan, S> {
        let found = extract_strategy(&self.interpreter(), group, &starts, once, &mut memory)?;
        Ok(found.map_or(Plan::Unwritten, |decisions| Plan::Wins { starts, decisions }))
    }

    fn interpreter(&self) -> Interpreter<'_> {
        let interpreter = Interpreter::new(self.system);
        match self.structure.int_bound() {
            Some(bound) => interpreter.with_int_bound(bound),
            None => interpreter,
        }
    }
}

/// Whose strategy it is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Coalition,
    Opponents,
}

/// A strategy as layers of sets, from which it is read state by state.
struct Memory<'s, S: Structure> {
    structure: &'s S,
    layers: Vec<Layer<S::Set>>,
    /// How many of the layers count after the first step.
    lasting: usize,
    side: Side,
    /// What the coalition may do, if something else than its protocol restricts that.
    moves: Option<S::Moves>,
}

impl<S: Structure> Memory<'_, S> {
    /// What is to be avoided, or led into, from a state, as far as the first layers tell.
    fn layer(&self, state: &State, layers: usize) -> Option<&S::Set> {
        let point = self.structure.point(state)?;
        let mut layers = self.layers[..layers].iter();
        layers.find(|layer| self.structure.contains(&layer.from, &point)).map(|layer| &layer.to)
    }
}

impl<S: Structure> StrategyOracle for Memory<'_, S> {
    type Error = S::Error;

    fn is_settled(&mut self, state: &State) -> Result<bool, S::Error> {
        Ok(self.layer(state, self.lasting).is_none())
    }

    fn may_choose(&mut self, state: &State, pick: &CoalitionChoice) -> Result<bool, S::Error> {
        let (Some(moves), Some(point)) = (&self.moves, self.structure.point(state)) else { return Ok(true) };
        Ok(self.structure.may_choose(moves, &point, pick))
    }

    fn accepts(&mut self, from: &State, to: &State) -> Result<bool, S::Error> {
        let Some(set) = self.layer(from, self.layers.len()) else { return Ok(true) };
        let inside = self.structure.point(to).is_some_and(|to| self.structure.contains(set, &to));
        Ok(inside == (self.side == Side::Opponents))
    }
}
