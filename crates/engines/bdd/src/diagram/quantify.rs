//! Quantification over sets of levels. A set is written as the conjunction of its variables.

use synod_core::Stop;

use super::handles::Diagram;
use super::table::{Edge, Key, Level, Manager, Op};

impl Manager {
    /// The conjunction of the variables of some levels.
    pub fn cube(&mut self, levels: impl IntoIterator<Item = Level>) -> Result<Diagram, Stop> {
        self.cube_of(levels.into_iter().map(|level| (level, true)).collect())
    }

    /// The conjunction of some literals.
    pub fn cube_of(&mut self, mut literals: Vec<(Level, bool)>) -> Result<Diagram, Stop> {
        self.begin()?;
        literals.sort_unstable();
        let mut cube = Edge::TRUE;
        for (level, value) in literals.into_iter().rev() {
            let (low, high) = if value { (Edge::FALSE, cube) } else { (cube, Edge::FALSE) };
            cube = self.node(level, low, high)?;
        }
        Ok(self.hold(cube))
    }

    /// For some values of the cube's variables.
    pub fn exists(&mut self, a: &Diagram, cube: &Diagram) -> Result<Diagram, Stop> {
        self.begin()?;
        let edge = self.project(a.edge(), cube.edge())?;
        Ok(self.hold(edge))
    }

    /// Both, for some values of the cube's variables.
    pub fn and_exists(&mut self, a: &Diagram, b: &Diagram, cube: &Diagram) -> Result<Diagram, Stop> {
        self.begin()?;
        let edge = self.conjoin_project(a.edge(), b.edge(), cube.edge())?;
        Ok(self.hold(edge))
    }

    /// The part of a cube at or below a level.
    fn cube_from(&self, mut cube: Edge, level: Level) -> Edge {
        while self.level(cube) < level {
            cube = self.branches(cube, self.level(cube)).1;
        }
        cube
    }

    fn project(&mut self, a: Edge, cube: Edge) -> Result<Edge, Stop> {
        let level = self.level(a);
        let cube = self.cube_from(cube, level);
        if a.is_terminal() || cube == Edge::TRUE {
            return Ok(a);
        }
        let key = Key::new(Op::Exists, a, cube, Edge::TRUE);
        if let Some(known) = self.lookup(key) {
            return Ok(known);
        }
        self.step()?;
        let (a0, a1) = self.branches(a, level);
        let low = self.project(a0, cube)?;
        let result = if self.level(cube) == level {
            if low == Edge::TRUE {
                low
            } else {
                let high = self.project(a1, cube)?;
                self.disjoin(low, high)?
            }
        } else {
            let high = self.project(a1, cube)?;
            self.node(level, low, high)?
        };
        self.remember(key, result);
        Ok(result)
    }

    fn conjoin_project(&mut self, a: Edge, b: Edge, cube: Edge) -> Result<Edge, Stop> {
        if a == Edge::FALSE || b == Edge::FALSE || a == b.not() {
            return Ok(Edge::FALSE);
        }
        if a == Edge::TRUE || a == b {
            return self.project(b, cube);
        }
        if b == Edge::TRUE {
            return self.project(a, cube);
        }
        let level = self.level(a).min(self.level(b));
        let cube = self.cube_from(cube, level);
        if cube == Edge::TRUE {
            return self.conjoin(a, b);
        }
        let (a, b) = if a.0 < b.0 { (a, b) } else { (b, a) };
        let key = Key::new(Op::AndExists, a, b, cube);
        if let Some(known) = self.lookup(key) {
            return Ok(known);
        }
        self.step()?;
        let ((a0, a1), (b0, b1)) = (self.branches(a, level), self.branches(b, level));
        let low = self.conjoin_project(a0, b0, cube)?;
        let result = if self.level(cube) == level {
            if low == Edge::TRUE {
                low
            } else {
                let high = self.conjoin_project(a1, b1, cube)?;
                self.disjoin(low, high)?
            }
        } else {
            let high = self.conjoin_project(a1, b1, cube)?;
            self.node(level, low, high)?
        };
        self.remember(key, result);
        Ok(result)
    }
}
