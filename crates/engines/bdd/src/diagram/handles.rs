//! Handles that keep diagrams alive.

use std::sync::{Arc, Mutex, PoisonError};

use super::table::Edge;

/// The functions that somebody holds. A handle owns one place; places are used again.
#[derive(Debug, Default)]
pub(super) struct Handles {
    held: Vec<Option<Edge>>,
    free: Vec<u32>,
}

impl Handles {
    pub fn edges(&self) -> impl Iterator<Item = Edge> + '_ {
        self.held.iter().flatten().copied()
    }
}

/// A Boolean function over levels. It belongs to the manager that made it.
#[derive(Debug)]
pub(crate) struct Diagram {
    edge: Edge,
    place: u32,
    handles: Arc<Mutex<Handles>>,
}

impl Diagram {
    pub(super) fn hold(edge: Edge, handles: &Arc<Mutex<Handles>>) -> Self {
        let mut all = handles.lock().unwrap_or_else(PoisonError::into_inner);
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
        Diagram { edge, place, handles: Arc::clone(handles) }
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
        Diagram::hold(self.edge.not(), &self.handles)
    }
}

impl Clone for Diagram {
    fn clone(&self) -> Self {
        Diagram::hold(self.edge, &self.handles)
    }
}

impl Drop for Diagram {
    fn drop(&mut self) {
        let mut all = self.handles.lock().unwrap_or_else(PoisonError::into_inner);
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
