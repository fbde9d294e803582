//! The points together with a watcher that follows a linear-time formula (a tableau).
//!
//! The watcher has a bit for each operator that looks ahead, saying what it expects of the next
//! position; a step is allowed if what was expected is true there. What must happen some day gives a
//! condition of fairness. A point satisfies the formula on some run if, with some expectations that make
//! it true, a fair run goes on.

use rustc_hash::FxHashMap;
use synod_core::{Formula, Stop};

use crate::diagram::{Diagram, Level, Manager};
use crate::fixpoint::forever;
use crate::graph::{Graph, Lasso, Point, lasso, pick};
use crate::logic::Logic;

/// How many nodes it may take to find what is reachable, before that is given up.
const EASY: usize = 1_000_000;

pub(crate) struct Product<'p, 'l, 'a> {
    pub logic: &'p mut Logic<'l, 'a>,
    truth: FxHashMap<Formula, Diagram>,
    /// Each bit with what it expects: the truth of a formula at the next position.
    bits: Vec<(Level, Option<Diagram>)>,
    /// A bit is what is expected there, over the expecting bits and the bits of the next position.
    kept: Vec<Diagram>,
    current: Diagram,
    next: Diagram,
    fairness: Vec<Diagram>,
    /// Where the formula is true.
    pub root: Diagram,
}

impl Graph for Product<'_, '_, '_> {
    fn manager(&mut self) -> &mut Manager {
        self.logic.manager()
    }

    fn levels(&self) -> Vec<Level> {
        let mut levels = self.logic.levels();
        levels.extend(self.bits.iter().map(|(bit, _)| *bit));
        levels.sort_unstable();
        levels
    }

    fn before(&mut self, set: &Diagram, within: &Diagram) -> Result<Diagram, Stop> {
        let m = self.logic.manager();
        let mut found = m.moved_to_next(set, &self.current)?;
        for kept in &self.kept {
            found = m.and(&found, kept)?;
        }
        found = m.exists(&found, &self.next)?;
        self.logic.before(&found, within)
    }

    fn after(&mut self, set: &Diagram) -> Result<Diagram, Stop> {
        let mut found = self.logic.after(set)?;
        let m = self.logic.manager();
        for kept in &self.kept {
            found = m.and(&found, kept)?;
        }
        found = m.exists(&found, &self.current)?;
        m.moved_to_current(&found, &self.next)
    }
}

impl<'p, 'l, 'a> Product<'p, 'l, 'a> {
    /// A watcher for the formula, or its negation if not `positive`.
    pub fn new(logic: &'p mut Logic<'l, 'a>, path: &Formula, positive: bool) -> Result<Self, Stop> {
        let nothing = logic.manager().constant(true);
        let mut product = Product {
            truth: FxHashMap::default(),
            bits: Vec::new(),
            kept: Vec::new(),
            current: nothing.clone(),
            next: nothing.clone(),
            fairness: logic.basis.fairness.clone(),
            root: nothing,
            logic,
        };
        let truth = product.truth(path)?;
        product.root = if positive { truth } else { truth.not() };
        let levels: Vec<Level> = product.bits.iter().map(|(bit, _)| *bit).collect();
        let m = product.logic.manager();
        product.current = m.cube(levels.iter().copied())?;
        product.next = m.cube(levels.iter().map(|level| level + 1))?;
        for (bit, expected) in &product.bits {
            let Some(expected) = expected else { continue };
            let there = m.moved_to_next(expected, &product.current)?;
            let here = m.literal(*bit, true)?;
            product.kept.push(m.iff(&here, &there)?);
        }
        Ok(product)
    }

    /// A new bit. What it expects is told later.
    fn bit(&mut self) -> Result<(usize, Diagram), Stop> {
        let number = self.bits.len();
        let watchers = &mut self.logic.context.layout.watchers;
        if number == watchers.len() {
            watchers.push(self.logic.context.manager.add_pair());
        }
        let level = watchers[number];
        self.bits.push((level, None));
        Ok((number, self.logic.manager().literal(level, true)?))
    }

    /// Where a formula is true, over points and expectations.
    fn truth(&mut self, formula: &Formula) -> Result<Diagram, Stop> {
        use Formula::*;
        if let Some(known) = self.truth.get(formula) {
            return Ok(known.clone());
        }
        let never = || Or(vec![]);
        let always = || And(vec![]);
        let truth = match formula {
            point if point.is_about_point() => self.logic.satisfying(point)?,
            Not(a) => self.truth(a)?.not(),
            And(list) => {
                let mut all = self.manager().constant(true);
                for part in list {
                    let part = self.truth(part)?;
                    all = self.manager().and(&all, &part)?;
                }
                all
            }
            Or(list) => {
                let mut any = self.manager().constant(false);
                for part in list {
                    let part = self.truth(part)?;
                    any = self.manager().or(&any, &part)?;
                }
                any
            }
            // The step that leaves satisfies what the step that led to the next position does.
            Step(predicate) => self.truth(&Next(Box::new(Arrived(*predicate))))?,
            Next(a) => {
                let expected = self.truth(a)?;
                let (number, bit) = self.bit()?;
                self.bits[number].1 = Some(expected);
                bit
            }
            Until(a, b) => {
                let (a, b) = (self.truth(a)?, self.truth(b)?);
                let (number, bit) = self.bit()?;
                let waits = self.manager().and(&a, &bit)?;
                let truth = self.manager().or(&b, &waits)?;
                self.bits[number].1 = Some(truth.clone());
                let fulfilled = self.manager().or(&b, &truth.not())?;
                self.fairness.push(fulfilled);
                truth
            }
            Finally(a) => self.truth(&Until(Box::new(always()), a.clone()))?,
            Globally(a) => self.truth(&Release(Box::new(never()), a.clone()))?,
            Release(a, b) => {
                let (a, b) = (a.clone().not(), b.clone().not());
                self.truth(&Until(Box::new(a), Box::new(b)))?.not()
            }
            // `a W b` is `b R (a | b)`.
            WeakUntil(a, b) => {
                let either = Or(vec![(**a).clone(), (**b).clone()]);
                self.truth(&Release(b.clone(), Box::new(either)))?
            }
            State(_)
            | Arrived(_)
            | Deadlock
            | Faulty
            | AllRuns(_)
            | SomeRun(_)
            | Knows(..)
            | EverybodyKnows(..)
            | CommonKnowledge(..)
            | DistributedKnowledge(..)
            | Coalition(..) => self.logic.satisfying(formula)?,
        };
        self.truth.insert(formula.clone(), truth.clone());
        Ok(truth)
    }

    /// What can be reached from a set, or more than that if it is hard to find.
    fn reached(&mut self, starts: &Diagram) -> Result<Diagram, Stop> {
        let live = self.logic.basis.points.clone();
        let mut reached = starts.clone();
        let mut fresh = starts.clone();
        let limit = self.manager().made().saturating_add(EASY);
        while !fresh.is_false() {
            if self.manager().made() > limit {
                return Ok(live);
            }
            let found = self.after(&fresh)?;
            let m = self.logic.manager();
            let found = m.and(&found, &live)?;
            fresh = m.minus(&found, &reached)?;
            reached = m.or(&reached, &fresh)?;
        }
        Ok(reached)
    }

    /// The points with expectations from which a fair run goes on.
    pub fn fair(&mut self) -> Result<Diagram, Stop> {
        let live = self.logic.basis.points.clone();
        let fairness = self.fairness.clone();
        forever(self, &live, &fairness)
    }

    /// Of a set of points with expectations, the points where the formula is true.
    pub fn project(&mut self, set: &Diagram) -> Result<Diagram, Stop> {
        let m = self.logic.manager();
        m.and_exists(set, &self.root, &self.current)
    }

    /// The points where the formula is true as far as the next position tells. For formulas that look
    /// no further that is all there is to say.
    pub fn for_one_step(&mut self) -> Result<Diagram, Stop> {
        let all = self.logic.basis.points.clone();
        let goes_on = self.before(&all, &all)?;
        self.project(&goes_on)
    }

    /// Where a step leads to from a point (given as a set) such that the formula, which looks no further
    /// than that, is true.
    pub fn step_from(&mut self, point: &Diagram) -> Result<Option<Point>, Stop> {
        let root = self.root.clone();
        let here = self.manager().and(point, &root)?;
        let there = self.after(&here)?;
        let current = self.current.clone();
        let there = self.manager().exists(&there, &current)?;
        pick(self.logic, &there)
    }

    /// A fair run from one of the points on which the formula is true.
    pub fn run_from(&mut self, starts: &Diagram) -> Result<Option<Lasso>, Stop> {
        let (root, live) = (self.root.clone(), self.logic.basis.points.clone());
        let starts = self.manager().and(starts, &root)?;
        let starts = self.manager().and(&starts, &live)?;
        let reached = self.reached(&starts)?;
        let fairness = self.fairness.clone();
        let fair = forever(self, &reached, &fairness)?;
        let sets = self.fairness.clone();
        let Some(mut found) = lasso(self, &starts, &fair, &sets)? else { return Ok(None) };
        // What the watcher expects is of no use to others.
        for point in &mut found.points {
            let only = self.logic.manager().exists(&point.only, &self.current)?;
            if let Some(plain) = pick(self.logic, &only)? {
                *point = plain;
            }
        }
        Ok(Some(found))
    }
}
