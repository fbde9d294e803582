//! Saturation: closing a set under relations, bottom-up, each part of it to a local fixpoint.
//!
//! A relation belongs to the level of its topmost bit. A diagram is *saturated from a level on* when no
//! relation that belongs there or below leads out of it. Unions and parts of saturated diagrams are
//! saturated, so a node whose branches are needs only the relations of its own level; and what these
//! lead to is saturated below before it is joined. So work is done where it is local, on small parts of
//! the set, and shared through the cache.

use synod_core::Stop;

use super::image::{FrameId, Kind};
use super::pins::Diagram;
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
        Ok(self.pin(edge))
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
        loop {
            let before = closed;
            for (relation, frame) in relations {
                self.collect_if_due();
                let (low, high) = self.fire(closed, relation.edge(), *frame, level, firing)?;
                let found = self.node(level, low, high)?;
                closed = self.disjoin(closed, found)?;
                self.held.truncate(mark + 1);
                self.held.push(closed);
            }
            if closed == before {
                break;
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
