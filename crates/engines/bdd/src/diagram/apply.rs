//! Boolean connectives.

use synod_core::Stop;

use super::handles::Diagram;
use super::table::{Edge, Key, Manager, Op};

impl Manager {
    /// Both.
    pub fn and(&mut self, a: &Diagram, b: &Diagram) -> Result<Diagram, Stop> {
        self.begin()?;
        let edge = self.conjoin(a.edge(), b.edge())?;
        Ok(self.hold(edge))
    }

    /// At least one.
    pub fn or(&mut self, a: &Diagram, b: &Diagram) -> Result<Diagram, Stop> {
        self.begin()?;
        let edge = self.disjoin(a.edge(), b.edge())?;
        Ok(self.hold(edge))
    }

    /// The first without the second.
    pub fn minus(&mut self, a: &Diagram, b: &Diagram) -> Result<Diagram, Stop> {
        self.begin()?;
        let edge = self.conjoin(a.edge(), b.edge().not())?;
        Ok(self.hold(edge))
    }

    /// Exactly one.
    pub fn xor(&mut self, a: &Diagram, b: &Diagram) -> Result<Diagram, Stop> {
        self.begin()?;
        let edge = self.differ(a.edge(), b.edge())?;
        Ok(self.hold(edge))
    }

    /// Both or neither.
    pub fn iff(&mut self, a: &Diagram, b: &Diagram) -> Result<Diagram, Stop> {
        Ok(self.xor(a, b)?.not())
    }

    /// If the first then the second else the third.
    pub fn ite(&mut self, c: &Diagram, t: &Diagram, e: &Diagram) -> Result<Diagram, Stop> {
        self.begin()?;
        let edge = self.choose(c.edge(), t.edge(), e.edge())?;
        Ok(self.hold(edge))
    }

    /// All of them. Neighbours come first, so that large results are made few times.
    pub fn all(&mut self, mut list: Vec<Diagram>) -> Result<Diagram, Stop> {
        while list.len() > 1 {
            let mut pairs = Vec::with_capacity(list.len().div_ceil(2));
            for pair in list.chunks(2) {
                pairs.push(match pair {
                    [a, b] => self.and(a, b)?,
                    rest => rest[0].clone(),
                });
            }
            list = pairs;
        }
        Ok(list.pop().unwrap_or_else(|| self.constant(true)))
    }

    /// At least one of them.
    pub fn any(&mut self, list: Vec<Diagram>) -> Result<Diagram, Stop> {
        Ok(self.all(list.iter().map(Diagram::not).collect())?.not())
    }

    pub(super) fn disjoin(&mut self, a: Edge, b: Edge) -> Result<Edge, Stop> {
        Ok(self.conjoin(a.not(), b.not())?.not())
    }

    pub(super) fn conjoin(&mut self, a: Edge, b: Edge) -> Result<Edge, Stop> {
        if a == Edge::FALSE || b == Edge::FALSE || a == b.not() {
            return Ok(Edge::FALSE);
        }
        if a == Edge::TRUE || a == b {
            return Ok(b);
        }
        if b == Edge::TRUE {
            return Ok(a);
        }
        let (a, b) = if a.0 < b.0 { (a, b) } else { (b, a) };
        let key = Key::new(Op::And, a, b, Edge::TRUE);
        if let Some(known) = self.lookup(key) {
            return Ok(known);
        }
        self.step()?;
        let level = self.level(a).min(self.level(b));
        let ((a0, a1), (b0, b1)) = (self.branches(a, level), self.branches(b, level));
        let low = self.conjoin(a0, b0)?;
        let high = self.conjoin(a1, b1)?;
        let result = self.node(level, low, high)?;
        self.remember(key, result);
        Ok(result)
    }

    pub(super) fn differ(&mut self, a: Edge, b: Edge) -> Result<Edge, Stop> {
        // Signs do not matter but for the sign of the result.
        let sign = (a.0 ^ b.0) & 1;
        let (a, b) = (Edge(a.0 & !1), Edge(b.0 & !1));
        let (a, b) = if a.0 < b.0 { (a, b) } else { (b, a) };
        let signed = |edge: Edge| Edge(edge.0 ^ sign);
        if a == b {
            return Ok(signed(Edge::FALSE));
        }
        if a == Edge::TRUE {
            return Ok(signed(b.not()));
        }
        let key = Key::new(Op::Xor, a, b, Edge::TRUE);
        if let Some(known) = self.lookup(key) {
            return Ok(signed(known));
        }
        self.step()?;
        let level = self.level(a).min(self.level(b));
        let ((a0, a1), (b0, b1)) = (self.branches(a, level), self.branches(b, level));
        let low = self.differ(a0, b0)?;
        let high = self.differ(a1, b1)?;
        let result = self.node(level, low, high)?;
        self.remember(key, result);
        Ok(signed(result))
    }

    fn choose(&mut self, c: Edge, t: Edge, e: Edge) -> Result<Edge, Stop> {
        if c == Edge::TRUE || t == e {
            return Ok(t);
        }
        if c == Edge::FALSE {
            return Ok(e);
        }
        if t == Edge::FALSE || t == c.not() {
            return self.conjoin(c.not(), e);
        }
        if t == Edge::TRUE || t == c {
            return self.disjoin(c, e);
        }
        if e == Edge::FALSE || e == c {
            return self.conjoin(c, t);
        }
        if e == Edge::TRUE || e == c.not() {
            return self.disjoin(c.not(), t);
        }
        if t == e.not() {
            return self.differ(c, e);
        }
        // The condition is made positive by swapping the branches.
        let (c, t, e) = if c.0 & 1 == 1 { (c.not(), e, t) } else { (c, t, e) };
        let key = Key::new(Op::Ite, c, t, e);
        if let Some(known) = self.lookup(key) {
            return Ok(known);
        }
        self.step()?;
        let level = self.level(c).min(self.level(t)).min(self.level(e));
        let (c0, c1) = self.branches(c, level);
        let ((t0, t1), (e0, e1)) = (self.branches(t, level), self.branches(e, level));
        let low = self.choose(c0, t0, e0)?;
        let high = self.choose(c1, t1, e1)?;
        let result = self.node(level, low, high)?;
        self.remember(key, result);
        Ok(result)
    }
}
