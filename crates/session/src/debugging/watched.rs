//! The properties of the model, watched along the walk.

use synod_core::{Step, Trace};
use synod_simulate::{Interpreter, Monitor, Position, Truth};

use crate::OpenedModel;
use crate::walk::Walk;

/// The properties that single runs decide.
pub(super) struct Watched<'a> {
    model: &'a OpenedModel,
    properties: Vec<WatchedProperty<'a>>,
    /// The depth that was watched to; `None` if the walk has to be watched anew.
    seen: Option<usize>,
}

struct WatchedProperty<'a> {
    name: &'a str,
    /// Its formula, and the same where runs into dead ends count like all others if that makes a difference: all have to agree.
    monitors: Vec<Monitor<'a>>,
    violated_at: Option<usize>,
}

impl<'a> Watched<'a> {
    pub fn new(model: &'a OpenedModel, walk: &Walk<'a>) -> Self {
        let mut watched = Watched { model, properties: Vec::new(), seen: None };
        watched.arrive(walk);
        watched
    }

    fn begin(&mut self) {
        let interpreter = Interpreter::new(&self.model.compiled.system);
        let properties =
            self.model.compiled.properties.iter().filter(|property| Monitor::watches(&property.formula));
        let watched = properties.map(|property| {
            let strict = self.model.compiled.counting_deadlocks(property);
            let formulas = std::iter::once(&property.formula).chain(strict.map(|strict| &strict.formula));
            let monitors = formulas.map(|formula| Monitor::new(interpreter, formula)).collect();
            WatchedProperty { name: &property.name, monitors, violated_at: None }
        });
        self.properties = watched.collect();
    }

    /// Before a step is taken; `again` if it was taken before, and undone.
    pub fn leave(&mut self, walk: &Walk, step: &Step, again: bool) {
        match self.seen {
            Some(seen) if seen == walk.depth() => {
                self.seen = None;
                let position = Position { state: walk.state(), moves: walk.moves(), reached: walk.reached() };
                self.step_over(&position, step);
                self.seen = Some(seen);
            }
            Some(seen) if seen > walk.depth() && again => {}
            _ => self.seen = None,
        }
    }

    /// After steps were taken that nobody told of.
    pub fn moved(&mut self, walk: &Walk) {
        self.seen = None;
        self.arrive(walk);
    }

    /// After a step was taken.
    pub fn arrive(&mut self, walk: &Walk) {
        match self.seen {
            Some(seen) if seen >= walk.depth() => {}
            Some(_) => {
                self.seen = None;
                let position = Position { state: walk.state(), moves: walk.moves(), reached: walk.reached() };
                self.look(&position, walk.depth());
                self.seen = Some(walk.depth());
            }
            None => {
                self.watch_all(&walk.history());
                self.seen = Some(walk.depth());
            }
        }
    }

    fn watch_all(&mut self, trace: &Trace) {
        self.begin();
        let interpreter = Interpreter::new(&self.model.compiled.system);
        for (at, state) in trace.states.iter().enumerate() {
            let moves = interpreter.moves(state);
            let reached = at.checked_sub(1).map(|before| (&trace.states[before], &trace.steps[before]));
            let position = Position { state, moves: &moves, reached };
            self.look(&position, at);
            if let Some(step) = trace.steps.get(at) {
                self.step_over(&position, step);
            }
        }
    }

    fn look(&mut self, position: &Position, depth: usize) {
        for property in self.properties.iter_mut().filter(|property| property.violated_at.is_none()) {
            let is_false = |monitor: &Monitor| match monitor.look(position) {
                Truth::Unknown if position.moves.enabled.is_empty() => {
                    monitor.clone().rest(position) == Truth::False
                }
                truth => truth == Truth::False,
            };
            if property.monitors.iter().all(is_false) {
                property.violated_at = Some(depth);
            }
        }
    }

    fn step_over(&mut self, position: &Position, step: &Step) {
        for property in self.properties.iter_mut().filter(|property| property.violated_at.is_none()) {
            property.monitors.iter_mut().for_each(|monitor| monitor.leave(position, step));
        }
    }

    /// The properties that are violated once this depth is reached, and were not before.
    pub fn violated_at(&self, depth: usize) -> impl Iterator<Item = &'a str> {
        let violated = self.properties.iter().filter(move |property| property.violated_at == Some(depth));
        violated.map(|property| property.name)
    }
}
