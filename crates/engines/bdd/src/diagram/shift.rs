//! Renaming between current and next values, which are neighbours, so that the order stays.

use synod_core::Stop;

use super::handles::Diagram;
use super::table::{Edge, Key, Manager, Op};

impl Manager {
    /// Next values become current ones, for the next levels in a cube. The function must not depend on
    /// the current levels above them.
    pub fn moved_to_current(&mut self, a: &Diagram, next: &Diagram) -> Result<Diagram, Stop> {
        self.begin()?;
        let edge = self.shift(a.edge(), next.edge(), Op::ShiftUp)?;
        Ok(self.hold(edge))
    }

    /// Current values become next ones, for the current levels in a cube. The function must not depend
    /// on the next levels below them.
    pub fn moved_to_next(&mut self, a: &Diagram, current: &Diagram) -> Result<Diagram, Stop> {
        self.begin()?;
        let edge = self.shift(a.edge(), current.edge(), Op::ShiftDown)?;
        Ok(self.hold(edge))
    }

    fn shift(&mut self, a: Edge, cube: Edge, op: Op) -> Result<Edge, Stop> {
        let level = self.level(a);
        let mut cube = cube;
        while self.level(cube) < level {
            cube = self.branches(cube, self.level(cube)).1;
        }
        if a.is_terminal() || cube == Edge::TRUE {
            return Ok(a);
        }
        let key = Key::new(op, a, cube, Edge::TRUE);
        if let Some(known) = self.lookup(key) {
            return Ok(known);
        }
        self.step()?;
        let (a0, a1) = self.branches(a, level);
        let low = self.shift(a0, cube, op)?;
        let high = self.shift(a1, cube, op)?;
        let target = match op {
            _ if self.level(cube) != level => level,
            Op::ShiftUp => level - 1,
            _ => level + 1,
        };
        let result = self.node(target, low, high)?;
        self.remember(key, result);
        Ok(result)
    }
}
