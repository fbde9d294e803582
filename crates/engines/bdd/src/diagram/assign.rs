//! Functions under assignments.

use super::handles::Diagram;
use super::table::{Edge, Level, Manager};

impl Manager {
    /// The value of the function under an assignment.
    pub fn holds(&self, a: &Diagram, assigned: &dyn Fn(Level) -> bool) -> bool {
        let mut at = a.edge();
        while !at.is_terminal() {
            let level = self.level(at);
            let (low, high) = self.branches(at, level);
            at = if assigned(level) { high } else { low };
        }
        at == Edge::TRUE
    }

    /// An assignment that makes the function true, false wherever there is a choice. Levels that are
    /// not named may have any value. `None` if there is none.
    pub fn pick(&self, a: &Diagram) -> Option<Vec<(Level, bool)>> {
        let mut at = a.edge();
        let mut picked = Vec::new();
        while !at.is_terminal() {
            let level = self.level(at);
            let (low, high) = self.branches(at, level);
            let value = low == Edge::FALSE;
            picked.push((level, value));
            at = if value { high } else { low };
        }
        (at == Edge::TRUE).then_some(picked)
    }
}
