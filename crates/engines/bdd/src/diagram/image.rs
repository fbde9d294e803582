//! Images and preimages of a set under a relation, without renaming.
//!
//! A relation speaks about current and next values. What becomes of a bit is told by a [`Frame`]: bits
//! that the relation writes get their next value from it; all others keep theirs, whether the relation
//! reads them or does not mention them.

use synod_core::Stop;

use super::handles::Diagram;
use super::table::{BOTTOM, Edge, Key, Level, Manager, Op};

/// What a relation does with a bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Kind {
    /// It keeps its value.
    Keep,
    /// It gets its next value from the relation.
    Write,
}

/// What a relation does with each bit, by its current level; levels beyond the list keep their value.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Frame {
    kinds: Vec<Kind>,
}

impl Frame {
    /// A frame that writes the bits of these current levels.
    pub fn writing(levels: impl IntoIterator<Item = Level>) -> Self {
        let mut kinds = Vec::new();
        for level in levels {
            if kinds.len() <= level as usize {
                kinds.resize(level as usize + 1, Kind::Keep);
            }
            kinds[level as usize] = Kind::Write;
        }
        Frame { kinds }
    }

    fn kind(&self, level: Level) -> Kind {
        self.kinds.get(level as usize).copied().unwrap_or(Kind::Keep)
    }

    /// Whether nothing at or below a level is written.
    fn is_done_at(&self, level: Level) -> bool {
        level as usize >= self.kinds.len()
    }
}

/// A frame known to the manager.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct FrameId(pub(super) u32);

impl Manager {
    /// Makes a frame known.
    pub fn frame(&mut self, frame: Frame) -> FrameId {
        let known = self.frames.iter().position(|other| *other == frame);
        FrameId(known.unwrap_or_else(|| {
            self.frames.push(frame);
            self.frames.len() - 1
        }) as u32)
    }

    pub(super) fn kind(&self, frame: FrameId, level: Level) -> Kind {
        self.frames[frame.0 as usize].kind(level)
    }

    /// The current levels of the bits that a frame writes.
    pub fn written(&self, frame: FrameId) -> Vec<Level> {
        let kinds = self.frames[frame.0 as usize].kinds.iter().enumerate();
        kinds.filter(|(_, kind)| **kind == Kind::Write).map(|(level, _)| level as Level).collect()
    }

    /// The topmost bit that a frame writes.
    pub(super) fn first_written(&self, frame: FrameId) -> Level {
        let kinds = &self.frames[frame.0 as usize].kinds;
        kinds.iter().position(|kind| *kind == Kind::Write).map_or(BOTTOM, |level| level as Level)
    }

    pub(super) fn is_done(&self, frame: FrameId, level: Level) -> bool {
        self.frames[frame.0 as usize].is_done_at(level)
    }

    /// The current level at or above the root of a relation.
    pub(super) fn current_level(&self, relation: Edge) -> Level {
        let level = self.level(relation);
        if level != BOTTOM && self.is_next[level as usize] { level - 1 } else { level }
    }

    /// The four parts of a relation for a bit: from false to false, to true, from true to false, to true.
    pub(super) fn quarters(&self, relation: Edge, level: Level) -> [[Edge; 2]; 2] {
        let (from0, from1) = self.branches(relation, level);
        let to = |edge| {
            let (to0, to1) = self.branches(edge, level + 1);
            [to0, to1]
        };
        [to(from0), to(from1)]
    }

    /// Where the relation leads to from a set.
    pub fn image(&mut self, set: &Diagram, relation: &Diagram, frame: FrameId) -> Result<Diagram, Stop> {
        self.begin()?;
        let edge = self.image_of(set.edge(), relation.edge(), frame)?;
        Ok(self.hold(edge))
    }

    /// From where, within a set, the relation can lead into another.
    pub fn preimage(
        &mut self,
        set: &Diagram,
        relation: &Diagram,
        frame: FrameId,
        within: &Diagram,
    ) -> Result<Diagram, Stop> {
        self.begin()?;
        let edge = self.preimage_of(set.edge(), relation.edge(), frame, within.edge())?;
        Ok(self.hold(edge))
    }

    fn image_of(&mut self, set: Edge, relation: Edge, frame: FrameId) -> Result<Edge, Stop> {
        if set == Edge::FALSE || relation == Edge::FALSE {
            return Ok(Edge::FALSE);
        }
        if relation == Edge::TRUE && self.is_done(frame, self.level(set)) {
            return Ok(set);
        }
        let level = self.level(set).min(self.current_level(relation));
        let key = Key::numbered(Op::Image, set, relation, frame.0, 0);
        if let Some(known) = self.lookup(key) {
            return Ok(known);
        }
        self.step()?;
        let (s0, s1) = self.branches(set, level);
        let (low, high) = match self.kind(frame, level) {
            Kind::Keep => {
                let (r0, r1) = self.branches(relation, level);
                (self.image_of(s0, r0, frame)?, self.image_of(s1, r1, frame)?)
            }
            Kind::Write => {
                let [[r00, r01], [r10, r11]] = self.quarters(relation, level);
                let (a, b) = (self.image_of(s0, r00, frame)?, self.image_of(s1, r10, frame)?);
                let low = self.disjoin(a, b)?;
                let (a, b) = (self.image_of(s0, r01, frame)?, self.image_of(s1, r11, frame)?);
                (low, self.disjoin(a, b)?)
            }
        };
        let result = self.node(level, low, high)?;
        self.remember(key, result);
        Ok(result)
    }

    fn preimage_of(&mut self, set: Edge, relation: Edge, frame: FrameId, within: Edge) -> Result<Edge, Stop> {
        if set == Edge::FALSE || relation == Edge::FALSE || within == Edge::FALSE {
            return Ok(Edge::FALSE);
        }
        if relation == Edge::TRUE && self.is_done(frame, self.level(set)) {
            return self.conjoin(set, within);
        }
        // A bit that neither the set nor the relation mentions passes through either kind unchanged.
        let level = self.level(set).min(self.current_level(relation)).min(self.level(within));
        let key = Key::tagged(Op::Preimage, set, relation, within, frame.0);
        if let Some(known) = self.lookup(key) {
            return Ok(known);
        }
        self.step()?;
        let ((s0, s1), (w0, w1)) = (self.branches(set, level), self.branches(within, level));
        let (low, high) = match self.kind(frame, level) {
            Kind::Keep => {
                let (r0, r1) = self.branches(relation, level);
                (self.preimage_of(s0, r0, frame, w0)?, self.preimage_of(s1, r1, frame, w1)?)
            }
            Kind::Write => {
                let [[r00, r01], [r10, r11]] = self.quarters(relation, level);
                let (a, b) = (self.preimage_of(s0, r00, frame, w0)?, self.preimage_of(s1, r01, frame, w0)?);
                let low = self.disjoin(a, b)?;
                let (a, b) = (self.preimage_of(s0, r10, frame, w1)?, self.preimage_of(s1, r11, frame, w1)?);
                (low, self.disjoin(a, b)?)
            }
        };
        let result = self.node(level, low, high)?;
        self.remember(key, result);
        Ok(result)
    }
}
