//! A system as diagrams: its states, its steps, and what is reachable.

use rustc_hash::FxHashMap;
use synod_core::{AgentId, Formula, RuleId, StepPredicateId, Stop, System};

use crate::diagram::{Diagram, Firing, Level, Manager};
use crate::encode::{DiagramEncoder, StepFields, StepScope};
use crate::invariants::Invariants;
use crate::layout::Layout;
use crate::moves::Moves;
use crate::reach::{Explored, OrderWatch, Reordered, Search, explore};
use crate::relation::Relation;
use crate::rule::{Piece, Rules, Watched};

/// How many nodes it may take to find what is reachable within a set, before that is given up.
const HARD: usize = 4_000_000;

/// What does not depend on the property.
#[derive(Debug)]
pub(crate) struct Context<'a> {
    pub system: &'a System,
    pub manager: Manager,
    pub layout: Layout,
    pub encoder: DiagramEncoder<'a>,
    /// Current levels of bits that remember the last step, used anew by every model.
    arrived: Vec<Level>,
    alternative_levels: Vec<Level>,
    pub watch: OrderWatch,
    pub phase: Phase,
}

/// What is done at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Phase {
    /// Rules become relations.
    Encoding,
    /// Reachable points are found.
    Reaching,
    /// The points that satisfy the formula are found, or a run that shows why some do not.
    Labelling,
}

/// What becomes of a system.
pub(crate) enum Modelled {
    /// The model with all its reachable points.
    Complete(SymbolicModel),
    /// The model with some of them, among which these violate the property, and the search that can go on.
    Violated(SymbolicModel, Diagram, Search),
    /// The order of levels is a bad one: a better one, in which the search is to go on.
    BadOrder(Box<Reordered>),
}

impl<'a> Context<'a> {
    pub fn new(system: &'a System, mut manager: Manager) -> Self {
        let layout = Layout::new(system, &mut manager);
        let watch = OrderWatch::new(layout.first_level());
        Context {
            system,
            manager,
            layout,
            encoder: DiagramEncoder::new(system),
            arrived: Vec::new(),
            alternative_levels: Vec::new(),
            watch,
            phase: Phase::Encoding,
        }
    }

    /// Goes on with another order of levels. No diagram made before may be used again.
    pub fn reorder(&mut self, better: Box<Reordered>) -> Search {
        self.manager = better.manager;
        self.encoder = DiagramEncoder::new(self.system);
        self.layout.moved(&better.moved);
        for level in self.arrived.iter_mut().chain(&mut self.alternative_levels) {
            *level = better.moved[*level as usize];
        }
        better.search
    }

    /// Rules as relations, where certain predicates of steps are watched.
    fn rules<'r>(&'r mut self, watched: &'r [Watched]) -> Rules<'r, 'a> {
        Rules {
            system: self.system,
            layout: &self.layout,
            encoder: &mut self.encoder,
            manager: &mut self.manager,
            watched,
            alternative_levels: &mut self.alternative_levels,
        }
    }

    /// The states where some step meets a fault.
    fn faulty(&mut self) -> Result<Diagram, Stop> {
        let mut faulty = self.manager.constant(false);
        for id in 0..self.system.rules.len() as u32 {
            let found = self.rules(&[]).faulty(RuleId(id))?;
            faulty = self.manager.or(&faulty, &found)?;
        }
        Ok(faulty)
    }

    /// The states in which an expression is true.
    pub fn states_where(&mut self, id: synod_core::ExprId) -> Result<Diagram, Stop> {
        let scope = StepScope { layout: &self.layout, step: StepFields::default() };
        Ok(self.encoder.truth(&mut self.manager, &scope, id)?.yes)
    }
}

/// The system with the reachable states, for properties that ask about certain step predicates. A point
/// is a state with, for each of these predicates, whether the step that led there satisfies it.
#[derive(Debug)]
pub(crate) struct SymbolicModel {
    pub watched: Vec<Watched>,
    pub pieces: Vec<Piece>,
    /// All steps by rules.
    pub steps: Vec<Relation>,
    /// The points at the start.
    pub init: Diagram,
    /// All reachable points.
    pub reach: Diagram,
    /// The reachable points where no step can be taken.
    pub dead: Diagram,
    /// How dead points repeat.
    pub stutter: Relation,
    /// The reachable points where a step meets a fault, once somebody asked.
    faulty: Option<Diagram>,
    /// What groups may do, for those that were asked about.
    pub moves: FxHashMap<Vec<AgentId>, Moves>,
}

impl SymbolicModel {
    /// Builds the relations and finds what is reachable, until a violation of an invariant of the property is met.
    pub fn build(
        context: &mut Context,
        predicates: &[StepPredicateId],
        search: Option<Search>,
        property: &Formula,
    ) -> Result<Modelled, Stop> {
        context.phase = Phase::Encoding;
        while context.arrived.len() < predicates.len() {
            context.arrived.push(context.manager.add_pair());
        }
        let bits = std::iter::zip(predicates, &context.arrived);
        let watched: Vec<Watched> = bits.map(|(p, bit)| Watched { predicate: *p, bit: *bit }).collect();
        let mut init = context.states_where(context.system.init)?;
        let domain = context.layout.domain(&mut context.manager)?;
        init = context.manager.and(&init, &domain)?;
        let nothing = context.manager.cube_of(watched.iter().map(|w| (w.bit, false)).collect())?;
        init = context.manager.and(&init, &nothing)?;
        let mut pieces = Vec::new();
        for id in 0..context.system.rules.len() as u32 {
            pieces.extend(context.rules(&watched).pieces(RuleId(id))?);
        }
        pieces.retain(|piece| !piece.conjuncts.iter().any(Diagram::is_false));
        let invariants = Invariants::of(property, |atom| match atom {
            Formula::State(expr) => context.states_where(*expr),
            Formula::Arrived(predicate) => match watched.iter().find(|w| w.predicate == *predicate) {
                Some(watched) => context.manager.literal(watched.bit, true),
                None => Ok(context.manager.constant(false)),
            },
            _ => context.faulty(),
        })?;
        context.phase = Phase::Reaching;
        let m = &mut context.manager;
        let search = search.unwrap_or_else(|| Search::new(&init));
        let (steps, mut reach, unfinished) =
            match explore(m, search, &pieces, &mut context.watch, &invariants)? {
                Explored::All(steps, reach) => (steps, reach, None),
                Explored::BadOrder(better) => return Ok(Modelled::BadOrder(better)),
                Explored::Violated(steps, search) => {
                    let all: Vec<&Relation> = steps.iter().collect();
                    let bad = invariants.violating(m, search.reach(), &all)?;
                    let reach = search.reach().clone();
                    (steps, reach, Some((bad, search)))
                }
            };
        // From now on only what is reachable matters.
        let leaving = steps.into_iter().map(|step| step.leaving(m, &reach));
        let steps = leaving.collect::<Result<Vec<Relation>, Stop>>()?;
        let mut dead = reach.clone();
        let everything = m.constant(true);
        for step in &steps {
            let enabled = step.preimage(m, &everything, &dead)?;
            dead = m.minus(&dead, &enabled)?;
        }
        let still = m.cube_of(watched.iter().map(|w| (w.bit + 1, false)).collect())?;
        let bits: Vec<Level> = watched.iter().map(|w| w.bit).collect();
        let current = m.cube(bits.iter().copied())?;
        let anyhow = m.exists(&dead, &current)?;
        let relation = m.and(&anyhow, &still)?;
        let stutter = Relation::whole(m, relation, &bits);
        let repeated = stutter.image(m, &dead)?;
        reach = m.or(&reach, &repeated)?;
        dead = m.or(&dead, &repeated)?;
        let model = SymbolicModel {
            watched,
            pieces,
            steps,
            init,
            reach,
            dead,
            stutter,
            faulty: None,
            moves: FxHashMap::default(),
        };
        Ok(match unfinished {
            None => Modelled::Complete(model),
            Some((bad, search)) => Modelled::Violated(model, bad, search),
        })
    }

    /// Levels that a point is made of, sorted.
    pub fn point_levels(&self, layout: &Layout) -> Vec<Level> {
        let mut levels = layout.state_levels();
        levels.extend(self.watched.iter().map(|w| w.bit));
        levels.sort_unstable();
        levels
    }

    /// The points, within a set of reachable ones, from which a step, or stuttering, can lead into another.
    pub fn before(&self, m: &mut Manager, set: &Diagram, within: &Diagram) -> Result<Diagram, Stop> {
        // Steps from reachable points lead to reachable points: elsewhere the set may be what makes it small.
        let set = m.simplify(set, &self.reach)?;
        let mut before = m.constant(false);
        for step in self.steps.iter().chain([&self.stutter]) {
            let found = step.preimage(m, &set, within)?;
            before = m.or(&before, &found)?;
        }
        Ok(before)
    }

    /// Where steps, or stuttering, lead to from a set.
    pub fn after(&self, m: &mut Manager, set: &Diagram) -> Result<Diagram, Stop> {
        let mut after = m.constant(false);
        for step in self.steps.iter().chain([&self.stutter]) {
            let found = step.image(m, set)?;
            after = m.or(&after, &found)?;
        }
        Ok(after)
    }

    /// What can be reached from some points of a set of reachable ones without leaving it, or the whole set if that
    /// is hard to find.
    pub fn reached(&self, m: &mut Manager, starts: &Diagram, within: &Diagram) -> Result<Diagram, Stop> {
        // Elsewhere than at reachable points the set may be what makes it small.
        let inside = m.simplify(within, &self.reach)?;
        let found = m.attempt(HARD, |m| {
            let (mut local, mut global) = (Vec::new(), Vec::new());
            for step in self.steps.iter().chain([&self.stutter]) {
                match step.leading_into(m, &inside)? {
                    Some(staying) => local.push(staying),
                    None => global.push(step),
                }
            }
            let firing = Firing::new(m, &local);
            let mut reached = m.saturate(starts, &firing)?;
            let mut fresh = reached.clone();
            while !fresh.is_false() && !global.is_empty() {
                let mut found = m.constant(false);
                for step in &global {
                    let image = step.image(m, &fresh)?;
                    found = m.or(&found, &image)?;
                }
                found = m.and(&found, within)?;
                found = m.minus(&found, &reached)?;
                found = m.saturate(&found, &firing)?;
                fresh = m.minus(&found, &reached)?;
                reached = m.or(&reached, &fresh)?;
            }
            Ok(reached)
        })?;
        Ok(found.unwrap_or_else(|| within.clone()))
    }

    /// The reachable points where some step meets a fault.
    pub fn faulty(&mut self, context: &mut Context) -> Result<Diagram, Stop> {
        if let Some(known) = &self.faulty {
            return Ok(known.clone());
        }
        let faulty = context.faulty()?;
        let faulty = context.manager.and(&faulty, &self.reach)?;
        self.faulty = Some(faulty.clone());
        Ok(faulty)
    }
}
