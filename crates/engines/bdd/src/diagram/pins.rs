//! Handles that keep diagrams alive.

use std::sync::{Arc, Mutex, PoisonError};

use super::table::Edge;

/// The functions that somebody holds. A handle owns one place; places are used again.
#[derive(Debug, Default)]
pub(super) struct Pins {
    held: Vec<Option<Edge>>,
    free: Vec<u32>,
}

impl Pins {
    pub fn edges(&self) -> impl Iterator<Item = Edge> + '_ {
        self.held.iter().flatten().copied()
    }
}

/// A Boolean function over levels. It belongs to the manager that made it.
#[derive(Debug)]
pub(crate) struct Diagram {
    edge: Edge,
    place: u32,
    pins: Arc<Mutex<Pins>>,
}

impl Diagram {
    pub(super) fn pin(edge: Edge, pins: &Arc<Mutex<Pins>>) -> Self {
        let mut all = pins.lock().unwrap_or_else(PoisonError::into_inner);
        let place = match all.free.pop() {
            Some(place) => {
                all.held[place as usize] = Some(edge);
                place
            }
            None => {
                all.held.push(Some(edge));
                all.held.len() as u32 - 1
            }
        };
        Diagram { edge, place, pins: Arc::clone(pins) }
    }

    pub(super) fn edge(&self) -> Edge {
        self.edge
    }

    /// Whether it is nowhere true.
    pub fn is_false(&self) -> bool {
        self.edge == Edge::FALSE
    }

    /// Whether it is everywhere true.
    pub fn is_true(&self) -> bool {
        self.edge == Edge::TRUE
    }

    /// The opposite function.
    pub fn not(&self) -> Diagram {
        Diagram::pin(self.edge.not(), &self.pins)
    }
}

impl Clone for Diagram {
    fn clone(&self) -> Self {
        Diagram::pin(self.edge, &self.pins)
    }
}

impl Drop for Diagram {
    fn drop(&mut self) {
        let mut all = self.pins.lock().unwrap_or_else(PoisonError::into_inner);
        all.held[self.place as usize] = None;
        all.free.push(self.place);
    }
}

impl PartialEq for Diagram {
    fn eq(&self, other: &Self) -> bool {
        self.edge == other.edge
    }
}

impl Eq for Diagram {}
