//! Shortest paths through sets of points, and lassos whose cycle visits what it must.

use synod_core::Stop;
use synod_labelling::SetAlgebra;

use crate::diagram::{Diagram, Level, Manager};

/// One point, fully assigned.
#[derive(Clone, Debug)]
pub(crate) struct Point {
    /// Values at the levels that points are made of, sorted.
    values: Vec<(Level, bool)>,
}

impl Point {
    /// A point given by a value for each level that points are made of.
    pub fn new(mut values: Vec<(Level, bool)>) -> Self {
        values.sort_unstable();
        Point { values }
    }

    /// The value at a level; false at levels that points are not made of.
    pub fn at(&self, level: Level) -> bool {
        self.values.binary_search_by_key(&level, |(l, _)| *l).is_ok_and(|found| self.values[found].1)
    }

    /// Whether the point is in a set.
    pub fn is_in(&self, m: &Manager, set: &Diagram) -> bool {
        m.holds(set, &|level| self.at(level))
    }

    /// The set that holds nothing else.
    pub fn only(&self, m: &mut Manager) -> Result<Diagram, Stop> {
        m.cube_of(self.values.clone())
    }
}

/// Points and the steps between them.
pub(crate) trait Graph: SetAlgebra<Set = Diagram, Error = Stop> {
    fn manager(&mut self) -> &mut Manager;
    /// Levels that points are made of, sorted.
    fn levels(&self) -> Vec<Level>;
    /// Where one step can lead to from a set.
    fn after(&mut self, set: &Diagram) -> Result<Diagram, Stop>;
    /// What can be reached from some points of a set without leaving it, or more of the set than that if it is hard
    /// to find.
    fn reached(&mut self, starts: &Diagram, within: &Diagram) -> Result<Diagram, Stop>;
}

/// Some point of a set.
pub(crate) fn pick(graph: &mut impl Graph, set: &Diagram) -> Option<Point> {
    let levels = graph.levels();
    let picked = graph.manager().pick(set)?;
    let value = |level: &Level| {
        let found = picked.binary_search_by_key(level, |(l, _)| *l);
        (*level, found.is_ok_and(|found| picked[found].1))
    };
    Some(Point { values: levels.iter().map(value).collect() })
}

/// A shortest path from one set to another that stays within a third; both ends included. Layers are
/// added on whichever side is smaller until they meet.
pub(crate) fn shortest(
    graph: &mut impl Graph,
    from: &Diagram,
    to: &Diagram,
    within: &Diagram,
) -> Result<Option<Vec<Point>>, Stop> {
    let m = graph.manager();
    let mut ahead = vec![m.and(from, within)?];
    let mut behind = vec![m.and(to, within)?];
    let (mut seen_ahead, mut seen_behind) = (ahead[0].clone(), behind[0].clone());
    let meeting = loop {
        let (front, back) = (&ahead[ahead.len() - 1], &behind[behind.len() - 1]);
        let m = graph.manager();
        let meeting = m.and(front, back)?;
        if !meeting.is_false() {
            break meeting;
        }
        if front.is_false() || back.is_false() {
            return Ok(None);
        }
        if m.size(front) <= m.size(back) {
            let found = graph.after(front)?;
            let fresh = fresh(graph.manager(), &found, &mut seen_ahead, within)?;
            ahead.push(fresh);
        } else {
            let found = graph.before(back, within)?;
            let fresh = fresh(graph.manager(), &found, &mut seen_behind, within)?;
            behind.push(fresh);
        }
    };
    let Some(middle) = pick(graph, &meeting) else { return Ok(None) };
    let mut path = vec![middle];
    for layer in ahead.iter().rev().skip(1) {
        let last = path[path.len() - 1].only(graph.manager())?;
        let found = graph.before(&last, layer)?;
        path.extend(pick(graph, &found));
    }
    path.reverse();
    for layer in behind.iter().rev().skip(1) {
        let last = path[path.len() - 1].only(graph.manager())?;
        let found = graph.after(&last)?;
        let found = graph.manager().and(&found, layer)?;
        path.extend(pick(graph, &found));
    }
    Ok(Some(path))
}

/// What was found within a set and not before.
fn fresh(m: &mut Manager, found: &Diagram, seen: &mut Diagram, within: &Diagram) -> Result<Diagram, Stop> {
    let found = m.and(found, within)?;
    let fresh = m.minus(&found, seen)?;
    *seen = m.or(seen, &fresh)?;
    Ok(fresh)
}

/// A run from one of the starts that stays within a set, and visits each of the `fairness` sets again and again.
pub(crate) fn staying(
    graph: &mut impl Graph,
    starts: &Diagram,
    within: &Diagram,
    fairness: &[Diagram],
) -> Result<Option<Lasso>, Stop> {
    let starts = graph.and(starts, within)?;
    let reached = graph.reached(&starts, within)?;
    let fair = graph.fair_hull(&reached, fairness)?;
    lasso(graph, &starts, &fair, fairness)
}

/// A path into a cycle: `points[start]` follows the last one.
#[derive(Debug)]
pub(crate) struct Lasso {
    pub points: Vec<Point>,
    pub start: usize,
}

/// A path from one of the starts into a cycle that visits each of the sets, all within `fair`: a set from
/// each of whose points such a path exists.
pub(crate) fn lasso(
    graph: &mut impl Graph,
    starts: &Diagram,
    fair: &Diagram,
    sets: &[Diagram],
) -> Result<Option<Lasso>, Stop> {
    let begin = graph.manager().and(starts, fair)?;
    let Some(first) = pick(graph, &begin) else { return Ok(None) };
    let mut points = vec![first];
    loop {
        let start = points.len() - 1;
        let entry = points[start].only(graph.manager())?;
        for set in sets {
            let target = graph.manager().and(set, fair)?;
            let here = points[points.len() - 1].only(graph.manager())?;
            let Some(path) = shortest(graph, &here, &target, fair)? else { return Ok(None) };
            points.extend(path.into_iter().skip(1));
        }
        // Back to its first point by at least one step. If no path leads back, the cycle lies further on.
        let last = points[points.len() - 1].only(graph.manager())?;
        let next = graph.after(&last)?;
        let next = graph.manager().and(&next, fair)?;
        match shortest(graph, &next, &entry, fair)? {
            Some(path) => {
                let len = path.len();
                points.extend(path.into_iter().take(len - 1));
                return Ok(Some(Lasso { points, start }));
            }
            None if points.len() - 1 > start => {}
            None => {
                let Some(step) = pick(graph, &next) else { return Ok(None) };
                points.push(step);
            }
        }
    }
}
