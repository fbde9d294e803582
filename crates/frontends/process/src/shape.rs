//! Models on the way to the core, for people to look at.

use std::fmt::Write;

use crate::lower::Counter;
use crate::network::Network;

/// The triple structure of a model, and for a choreography its projections.
#[derive(Clone, Debug)]
pub struct Shape {
    pub(crate) name: String,
    pub(crate) network: Network,
    /// What became of the program counters.
    pub(crate) counters: Vec<Counter>,
    pub(crate) projections: Option<String>,
}

impl Shape {
    /// The triple structure as text: what the values of the counters stand for, then the triples.
    pub fn triples(&self) -> String {
        let mut out = String::new();
        for (component, thread) in self.network.structure.threads.iter().enumerate() {
            let owner = self.network.owner(component).map(|owner| self.network.parties[owner].name.as_str());
            let _ = write!(out, "pc{component} ({}): 0 = done", owner.unwrap_or("all"));
            for (i, location) in thread.locations.iter().enumerate() {
                let _ = write!(out, ", {} = {location}", i + 1);
            }
            out.push('\n');
        }
        let _ = write!(out, "\n{}", self.network.structure);
        out
    }

    /// The triple structure as a Graphviz graph.
    pub fn triples_dot(&self) -> String {
        self.network.structure.to_dot(&self.name)
    }

    /// How many triples there are, apart from the one that starts.
    pub fn triple_count(&self) -> usize {
        self.network.structure.triples.len()
    }

    /// For a choreography, what each peer does, a line each.
    pub fn projections(&self) -> Option<&str> {
        self.projections.as_deref()
    }
}
