//! Fixing variables, and picking one assignment out of many.

use synod_core::Stop;

use super::pins::Diagram;
use super::table::{Edge, Key, Level, Manager, Op};

impl Manager {
    /// The function with its variables fixed as a conjunction of literals says.
    pub fn cofactor(&mut self, a: &Diagram, literals: &Diagram) -> Result<Diagram, Stop> {
        self.begin()?;
        let edge = self.fix(a.edge(), literals.edge())?;
        Ok(self.pin(edge))
    }

    fn fix(&mut self, a: Edge, literals: Edge) -> Result<Edge, Stop> {
        let level = self.level(a);
        let mut literals = literals;
        while self.level(literals) < level {
            let (low, high) = self.branches(literals, self.level(literals));
            literals = if high == Edge::FALSE { low } else { high };
        }
        if a.is_terminal() || literals == Edge::TRUE {
            return Ok(a);
        }
        let key = Key::new(Op::Cofactor, a, literals, Edge::TRUE);
        if let Some(known) = self.lookup(key) {
            return Ok(known);
        }
        self.step()?;
        let (a0, a1) = self.branches(a, level);
        let result = if self.level(literals) == level {
            let (low, high) = self.branches(literals, level);
            if high == Edge::FALSE { self.fix(a0, low)? } else { self.fix(a1, high)? }
        } else {
            let low = self.fix(a0, literals)?;
            let high = self.fix(a1, literals)?;
            self.node(level, low, high)?
        };
        self.remember(key, result);
        Ok(result)
    }

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
