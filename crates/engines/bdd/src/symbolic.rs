//! Sets of points as diagrams: the engine's instance of the shared labelling.

use synod_core::{AgentId, CoalitionChoice, Formula, State, Stop};
use synod_labelling::{Run, Runs, SetAlgebra, Structure};

use crate::diagram::{Diagram, Level, Manager};
use crate::graph::{Graph, Lasso, Point, lasso, pick, shortest, staying};
use crate::model::{Context, SymbolicModel};
use crate::moves::Moves;
use crate::product::Product;

/// A system whose reachable points are known.
pub(crate) struct Symbolic<'l, 'a> {
    pub context: &'l mut Context<'a>,
    pub model: &'l mut SymbolicModel,
}

impl SetAlgebra for Symbolic<'_, '_> {
    type Set = Diagram;
    type Error = Stop;

    fn none(&self) -> Diagram {
        self.context.manager.constant(false)
    }

    fn is_empty(&self, set: &Diagram) -> bool {
        set.is_false()
    }

    fn and(&mut self, a: &Diagram, b: &Diagram) -> Result<Diagram, Stop> {
        self.context.manager.and(a, b)
    }

    fn or(&mut self, a: &Diagram, b: &Diagram) -> Result<Diagram, Stop> {
        self.context.manager.or(a, b)
    }

    fn minus(&mut self, a: &Diagram, b: &Diagram) -> Result<Diagram, Stop> {
        self.context.manager.minus(a, b)
    }

    fn before(&mut self, set: &Diagram, within: &Diagram) -> Result<Diagram, Stop> {
        self.model.before(&mut self.context.manager, set, within)
    }
}

impl Graph for Symbolic<'_, '_> {
    fn manager(&mut self) -> &mut Manager {
        &mut self.context.manager
    }

    fn levels(&self) -> Vec<Level> {
        self.model.point_levels(&self.context.layout)
    }

    fn after(&mut self, set: &Diagram) -> Result<Diagram, Stop> {
        self.model.after(&mut self.context.manager, set)
    }

    fn reached(&mut self, starts: &Diagram, within: &Diagram) -> Result<Diagram, Stop> {
        self.model.reached(&mut self.context.manager, starts, within)
    }
}

impl Structure for Symbolic<'_, '_> {
    type Point = Point;
    type Moves = Moves;

    fn reachable(&self) -> Diagram {
        self.model.reach.clone()
    }

    fn initial(&self) -> Diagram {
        self.model.init.clone()
    }

    fn without_successor(&self) -> Diagram {
        self.none()
    }

    fn atom(&mut self, atom: &Formula) -> Result<Diagram, Stop> {
        match atom {
            Formula::State(expr) => self.context.states_where(*expr),
            Formula::Arrived(predicate) => {
                let bit = self.model.watched.iter().find(|w| w.predicate == *predicate).map(|w| w.bit);
                match bit {
                    Some(bit) => self.context.manager.literal(bit, true),
                    None => Ok(self.none()),
                }
            }
            Formula::Deadlock => Ok(self.model.dead.clone()),
            Formula::Faulty => self.model.faulty(self.context),
            _ => unreachable!("only asked for atoms"),
        }
    }

    fn with_run(&mut self, runs: &Runs<Diagram>) -> Result<Diagram, Stop> {
        Product::new(self, runs)?.with_run()
    }

    fn find_run(&mut self, from: &Diagram, runs: &Runs<Diagram>) -> Result<Option<Run<Point>>, Stop> {
        let goal = if runs.positive { None } else { self.goal(from, runs, runs.path)? };
        let found = match (runs.path, runs.positive, goal) {
            (Formula::And(list), true, _) if list.is_empty() => lasso(self, from, runs.live, runs.fairness)?,
            // No tableau is needed: the run stays outside.
            (_, _, Some(goal)) => {
                let outside = self.minus(runs.live, &goal)?;
                staying(self, from, &outside, runs.fairness)?
            }
            (Formula::Globally(inner), false, _) if inner.is_about_position() && !inner.is_about_point() => {
                return self.find_step(from, &Runs { path: inner, ..*runs });
            }
            _ => Product::new(self, runs)?.run_from(from)?,
        };
        let Some(Lasso { points, start }) = found else { return Ok(None) };
        let trace = self.lasso_trace(&points, start)?;
        Ok(Some(Run { trace, points }))
    }

    fn find_path(&mut self, to: &Diagram, within: &Diagram) -> Result<Option<Run<Point>>, Stop> {
        let from = self.and(&self.initial(), within)?;
        let Some(points) = shortest(self, &from, to, within)? else { return Ok(None) };
        let trace = self.trace(&points)?;
        Ok(Some(Run { trace, points }))
    }

    fn indistinguishable(&mut self, group: &[AgentId], set: &Diagram) -> Result<Diagram, Stop> {
        let hidden = self.hidden_from(group);
        let m = &mut self.context.manager;
        let hidden = m.cube(hidden)?;
        m.exists(set, &hidden)
    }

    fn moves(&mut self, group: &[AgentId]) -> Result<Moves, Stop> {
        self.moves_of(group)
    }

    fn opponents_before(&mut self, moves: &Moves, set: &Diagram, within: &Diagram) -> Result<Diagram, Stop> {
        self.opponents_lead(moves, set, within)
    }

    fn fix_one_observation(
        &mut self,
        group: &[AgentId],
        moves: &Moves,
        relevant: &Diagram,
        within: &Diagram,
    ) -> Result<Option<Vec<Moves>>, Stop> {
        self.split(group, moves, relevant, within)
    }

    fn may_choose(&self, moves: &Moves, point: &Point, pick: &CoalitionChoice) -> bool {
        let number = pick.rule.0 as usize;
        let fields = &self.context.layout.choices[number];
        let literals = pick.values.iter().flat_map(|(at, value)| fields[*at as usize].literals(*value, 0));
        let ones: Vec<Level> = literals.filter(|(_, one)| *one).map(|(level, _)| level).collect();
        let allowed = &moves[number].allowed;
        self.context.manager.holds(allowed, &|level| point.at(level) || ones.contains(&level))
    }

    fn pick(&mut self, set: &Diagram) -> Result<Option<Point>, Stop> {
        Ok(pick(self, set))
    }

    fn only(&mut self, point: &Point) -> Result<Diagram, Stop> {
        point.only(&mut self.context.manager)
    }

    fn contains(&self, set: &Diagram, point: &Point) -> bool {
        point.is_in(&self.context.manager, set)
    }

    fn state(&self, point: &Point) -> State {
        self.state_of(point)
    }

    fn point(&self, state: &State) -> Option<Point> {
        let fields = std::iter::zip(&self.context.layout.slots, state);
        Some(Point::new(fields.flat_map(|(field, value)| field.literals(*value, 0)).collect()))
    }

    fn points_are_states(&self) -> bool {
        self.model.watched.is_empty()
    }
}

impl Symbolic<'_, '_> {
    /// If a formula says of runs from some points that they meet one of certain points some day, all of these.
    fn goal(
        &mut self,
        from: &Diagram,
        runs: &Runs<Diagram>,
        path: &Formula,
    ) -> Result<Option<Diagram>, Stop> {
        match path {
            Formula::Finally(goal) => self.met(from, runs, goal),
            Formula::Or(list) => self.any_of(list, |symbolic, part| symbolic.goal(from, runs, part)),
            _ => Ok(None),
        }
    }

    /// The points at which a run from some points has met a formula if it meets it at all.
    fn met(&mut self, from: &Diagram, runs: &Runs<Diagram>, goal: &Formula) -> Result<Option<Diagram>, Stop> {
        match goal {
            _ if goal.is_about_point() => Ok(Some(runs.labels[goal].clone())),
            // The next point remembers the step. No step of the run has led to its first point.
            Formula::Step(predicate) => {
                let arrived = self.atom(&Formula::Arrived(*predicate))?;
                let before = self.and(from, &arrived)?;
                Ok(before.is_false().then_some(arrived))
            }
            Formula::Or(list) => self.any_of(list, |symbolic, part| symbolic.met(from, runs, part)),
            _ => Ok(None),
        }
    }

    /// The union of what is found for each of some formulas, if it is found for all.
    fn any_of(
        &mut self,
        list: &[Formula],
        find: impl Fn(&mut Self, &Formula) -> Result<Option<Diagram>, Stop>,
    ) -> Result<Option<Diagram>, Stop> {
        let mut any = self.none();
        for part in list {
            let Some(part) = find(self, part)? else { return Ok(None) };
            any = self.or(&any, &part)?;
        }
        Ok(Some(any))
    }

    /// A shortest run from one of the points to a step that is of a kind, which is told by one position, with that
    /// step.
    fn find_step(&mut self, from: &Diagram, steps: &Runs<Diagram>) -> Result<Option<Run<Point>>, Stop> {
        let bad = Product::new(self, steps)?.for_one_step()?;
        let Some(mut points) = shortest(self, from, &bad, steps.points)? else { return Ok(None) };
        // If the violation lies in a step, the step belongs to the evidence.
        let last = &points[points.len() - 1];
        if !self.contains(&self.model.dead, last) {
            let last = self.only(last)?;
            points.extend(Product::new(self, steps)?.step_from(&last)?);
        }
        let trace = self.trace(&points)?;
        Ok(Some(Run { trace, points }))
    }

    /// Levels that a group, pooling what its members observe, does not see.
    pub fn hidden_from(&self, group: &[AgentId]) -> Vec<Level> {
        let system = self.context.system;
        let mut seen = vec![false; system.width()];
        for var in group.iter().flat_map(|agent| &system.agent(*agent).observes) {
            seen[system.slots(*var)].fill(true);
        }
        let hidden = std::iter::zip(&self.context.layout.slots, seen).filter(|(_, seen)| !seen);
        let hidden = hidden.flat_map(|(field, _)| field.bits.clone());
        hidden.chain(self.model.watched.iter().map(|w| w.bit)).collect()
    }
}
