//! Saturation: closing a set under relations, bottom-up, each part of it to a local fixpoint.
//!
//! A relation belongs to the level of its topmost bit. A diagram is *saturated from a level on* when no
//! relation that belongs there or below leads out of it. Unions and parts of saturated diagrams are
//! saturated, so a node whose branches are needs only the relations of its own level; and what these
//! lead to is saturated below before it is joined. So work is done where it is local, on small parts of
//! the set, and shared through the cache.

use synod_core::Stop;

use super::handles::Diagram;
use super::image::{FrameId, Kind};
use super::table::{BOTTOM, Edge, Key, Level, Manager, Op};

/// Relations, filed under the level of their topmost bit.
#[derive(Debug)]
pub(crate) struct Firing {
    /// By current level.
    relations: Vec<Vec<(Diagram, FrameId)>>,
    /// For each level the first one from there on that has relations.
    next: Vec<Level>,
}

impl Firing {
    /// Files relations.
    pub fn new(manager: &Manager, relations: &[(Diagram, FrameId)]) -> Self {
        let levels = manager.is_next.len();
        let mut filed: Vec<Vec<(Diagram, FrameId)>> = vec![Vec::new(); levels];
        for (relation, frame) in relations {
            let top = manager.top(relation.edge(), *frame);
            if (top as usize) < levels {
                filed[top as usize].push((relation.clone(), *frame));
            }
        }
        let mut next = vec![BOTTOM; levels + 1];
        for level in (0..levels).rev() {
            next[level] = if filed[level].is_empty() { next[level + 1] } else { level as Level };
        }
        Firing { relations: filed, next }
    }

    fn next(&self, from: Level) -> Level {
        self.next.get(from as usize).copied().unwrap_or(BOTTOM)
    }

    fn at(&self, level: Level) -> &[(Diagram, FrameId)] {
        self.relations.get(level as usize).map_or(&[], Vec::as_slice)
    }
}

impl Manager {
    /// The topmost bit that a relation reads or writes.
    fn top(&self, relation: Edge, frame: FrameId) -> Level {
        self.current_level(relation).min(self.first_written(frame))
    }

    /// The least set that contains `set` and that no relation leads out of.
    pub fn saturate(&mut self, set: &Diagram, firing: &Firing) -> Result<Diagram, Stop> {
        self.begin()?;
        self.forget_saturation();
        let edge = self.saturate_from(set.edge(), 0, firing)?;
        Ok(self.hold(edge))
    }

    fn saturate_from(&mut self, set: Edge, from: Level, firing: &Firing) -> Result<Edge, Stop> {
        if set.is_terminal() || firing.next(from) == BOTTOM {
            return Ok(set);
        }
        let level = self.level(set).min(firing.next(from));
        let key = Key::numbered(Op::Saturate, set, Edge::TRUE, level, 0);
        if let Some(known) = self.lookup(key) {
            return Ok(known);
        }
        let mark = self.held.len();
        self.held.push(set);
        let (s0, s1) = self.branches(set, level);
        let low = self.saturate_from(s0, level + 1, firing)?;
        self.held.push(low);
        let high = self.saturate_from(s1, level + 1, firing)?;
        let node = self.node(level, low, high)?;
        let result = self.close(node, level, firing)?;
        self.held.truncate(mark);
        self.remember(key, result);
        Ok(result)
    }

    /// Fires the relations of a level on a set whose branches there are saturated.
    fn close(&mut self, set: Edge, level: Level, firing: &Firing) -> Result<Edge, Stop> {
        let relations = firing.at(level);
        if relations.is_empty() || set.is_terminal() {
            return Ok(set);
        }
        let key = Key::numbered(Op::Close, set, Edge::TRUE, level, 0);
        if let Some(known) = self.lookup(key) {
            return Ok(known);
        }
        let mark = self.held.len();
        let mut closed = set;
        self.held.extend([set, closed]);
        let mut grows = true;
        while grows {
            grows = false;
            for (relation, frame) in relations {
                self.collect_if_due();
                let (low, high) = self.fire(closed, relation.edge(), *frame, level, firing)?;
                let found = self.node(level, low, high)?;
                let more = self.disjoin(closed, found)?;
                // Compared now: an edge that is not held may come to mean something else.
                grows |= more != closed;
                closed = more;
                self.held.truncate(mark + 1);
                self.held.push(closed);
            }
        }
        self.held.truncate(mark);
        self.remember(key, closed);
        Ok(closed)
    }

    /// The branches, at a level, of the image of a set; each saturated below the level. The last of
    /// them is not held.
    fn fire(
        &mut self,
        set: Edge,
        relation: Edge,
        frame: FrameId,
        level: Level,
        firing: &Firing,
    ) -> Result<(Edge, Edge), Stop> {
        let (s0, s1) = self.branches(set, level);
        match self.kind(frame, level) {
            Kind::Keep => {
                let (r0, r1) = self.branches(relation, level);
                let low = self.image_saturated(s0, r0, frame, level + 1, firing)?;
                self.held.push(low);
                Ok((low, self.image_saturated(s1, r1, frame, level + 1, firing)?))
            }
            Kind::Write => {
                let quarters = self.quarters(relation, level);
                let mut results = [Edge::FALSE; 2];
                for (to, result) in results.iter_mut().enumerate() {
                    let a = self.image_saturated(s0, quarters[0][to], frame, level + 1, firing)?;
                    self.held.push(a);
                    let b = self.image_saturated(s1, quarters[1][to], frame, level + 1, firing)?;
                    *result = self.disjoin(a, b)?;
                    self.held.push(*result);
                }
                Ok((results[0], results[1]))
            }
        }
    }

    /// The image of a set that is saturated from a level on, saturated in turn.
    fn image_saturated(
        &mut self,
        set: Edge,
        relation: Edge,
        frame: FrameId,
        from: Level,
        firing: &Firing,
    ) -> Result<Edge, Stop> {
        if set == Edge::FALSE || relation == Edge::FALSE {
            return Ok(Edge::FALSE);
        }
        if relation == Edge::TRUE && self.is_done(frame, self.level(set)) {
            return Ok(set);
        }
        let level = self.level(set).min(self.current_level(relation)).min(firing.next(from));
        let key = Key::numbered(Op::ImageSaturated, set, relation, level, frame.0);
        if let Some(known) = self.lookup(key) {
            return Ok(known);
        }
        self.step()?;
        let mark = self.held.len();
        self.held.extend([set, relation]);
        let (low, high) = self.fire(set, relation, frame, level, firing)?;
        let node = self.node(level, low, high)?;
        let result = self.close(node, level, firing)?;
        self.held.truncate(mark);
        self.remember(key, result);
        Ok(result)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagram::Frame;
    use synod_core::Budget;

    /// A sequence of numbers determined by its seed (SplitMix64).
    struct Numbers(u64);

    impl Numbers {
        fn next(&mut self) -> u64 {
            self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
            let mut z = self.0;
            z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
            z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
            z ^ (z >> 31)
        }

        fn below(&mut self, bound: u64) -> u64 {
            self.next() % bound
        }
    }

    /// A relation that asks for some values and sets some bits.
    fn relation(m: &mut Manager, bits: &[Level], numbers: &mut Numbers) -> (Diagram, FrameId) {
        let mut relation = m.constant(false);
        let written: Vec<Level> = bits.iter().copied().filter(|_| numbers.below(3) == 0).collect();
        for _ in 0..1 + numbers.below(3) {
            let mut way = m.constant(true);
            for bit in bits {
                if numbers.below(3) == 0 {
                    let asked = m.literal(*bit, numbers.below(2) == 0).unwrap();
                    way = m.and(&way, &asked).unwrap();
                }
            }
            for bit in &written {
                if numbers.below(4) > 0 {
                    let set = m.literal(bit + 1, numbers.below(2) == 0).unwrap();
                    way = m.and(&way, &set).unwrap();
                }
            }
            relation = m.or(&relation, &way).unwrap();
        }
        (relation, m.frame(Frame::writing(written)))
    }

    fn closure_by_layers(m: &mut Manager, set: &Diagram, relations: &[(Diagram, FrameId)]) -> Diagram {
        let mut closed = set.clone();
        loop {
            let before = closed.clone();
            for (relation, frame) in relations {
                let image = m.image(&closed, relation, *frame).unwrap();
                closed = m.or(&closed, &image).unwrap();
            }
            if closed == before {
                return closed;
            }
        }
    }

    #[test]
    fn saturation_finds_what_layers_find_also_while_garbage_is_collected() {
        for seed in 0..400 {
            let mut numbers = Numbers(seed);
            let mut m = Manager::new(&Budget::unlimited());
            if seed % 2 == 0 {
                m.collect_always();
            }
            let bits: Vec<Level> = (0..6).map(|_| m.add_pair()).collect();
            let relations: Vec<(Diagram, FrameId)> =
                (0..1 + numbers.below(5)).map(|_| relation(&mut m, &bits, &mut numbers)).collect();
            let start = bits.iter().map(|bit| (*bit, numbers.below(2) == 0)).collect();
            let start = m.cube_of(start).unwrap();
            let firing = Firing::new(&m, &relations);
            let saturated = m.saturate(&start, &firing).unwrap();
            assert_eq!(saturated, closure_by_layers(&mut m, &start, &relations), "seed {seed}");
        }
    }
}
