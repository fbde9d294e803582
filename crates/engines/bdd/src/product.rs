//! The points together with the tableau of a linear-time formula (after Clarke, Grumberg and Hamaguchi).
//!
//! The tableau has a bit for each operator that looks ahead, saying what it expects of the next
//! position; a step is allowed if what was expected is true there. What must happen some day gives a
//! condition of fairness. A point satisfies the formula on some run if, with some expectations that make
//! it true, a fair run goes on.
//!
//! What the formula asks of all positions needs no bit: runs stay where it is true. Nor does what it asks for again and
//! again: that is a condition of fairness.

use rustc_hash::FxHashMap;
use synod_core::{Formula, Stop};
use synod_labelling::{Runs, SetAlgebra, Structure};

use crate::diagram::{Diagram, Level, Manager};
use crate::graph::{Graph, Lasso, Point, pick, staying};
use crate::symbolic::Symbolic;

/// How many nodes it may take to find what is reachable, before that is given up.
const EASY: usize = 1_000_000;

pub(crate) struct Product<'p, 'l, 'a> {
    symbolic: &'p mut Symbolic<'l, 'a>,
    runs: &'p Runs<'p, Diagram>,
    truth: FxHashMap<Formula, Diagram>,
    /// Each bit with what it expects: the truth of a formula at the next position.
    bits: Vec<(Level, Option<Diagram>)>,
    /// A bit is what is expected there, over the expecting bits and the bits of the next position.
    kept: Vec<Diagram>,
    current: Diagram,
    next: Diagram,
    fairness: Vec<Diagram>,
    /// Where the formula is true, as far as it is not about all positions of a run.
    root: Diagram,
    /// Where runs stay.
    live: Diagram,
}

impl SetAlgebra for Product<'_, '_, '_> {
    type Set = Diagram;
    type Error = Stop;

    fn none(&self) -> Diagram {
        self.symbolic.none()
    }

    fn is_empty(&self, set: &Diagram) -> bool {
        set.is_false()
    }

    fn and(&mut self, a: &Diagram, b: &Diagram) -> Result<Diagram, Stop> {
        self.manager().and(a, b)
    }

    fn or(&mut self, a: &Diagram, b: &Diagram) -> Result<Diagram, Stop> {
        self.manager().or(a, b)
    }

    fn minus(&mut self, a: &Diagram, b: &Diagram) -> Result<Diagram, Stop> {
        self.manager().minus(a, b)
    }

    fn before(&mut self, set: &Diagram, within: &Diagram) -> Result<Diagram, Stop> {
        let m = self.symbolic.manager();
        let mut found = m.moved_to_next(set, &self.current)?;
        if let Some((last, others)) = self.kept.split_last() {
            for kept in others {
                found = m.and(&found, kept)?;
            }
            found = m.and_exists(&found, last, &self.next)?;
        }
        self.symbolic.before(&found, within)
    }
}

impl Graph for Product<'_, '_, '_> {
    fn manager(&mut self) -> &mut Manager {
        self.symbolic.manager()
    }

    fn levels(&self) -> Vec<Level> {
        let mut levels = self.symbolic.levels();
        levels.extend(self.bits.iter().map(|(bit, _)| *bit));
        levels.sort_unstable();
        levels
    }

    fn after(&mut self, set: &Diagram) -> Result<Diagram, Stop> {
        let mut found = self.symbolic.after(set)?;
        let m = self.symbolic.manager();
        found = m.and(&found, self.runs.points)?;
        for kept in &self.kept {
            found = m.and(&found, kept)?;
        }
        found = m.exists(&found, &self.current)?;
        m.moved_to_current(&found, &self.next)
    }

    fn reached(&mut self, starts: &Diagram, within: &Diagram) -> Result<Diagram, Stop> {
        let (mut reached, mut fresh) = (starts.clone(), starts.clone());
        let limit = self.manager().made().saturating_add(EASY);
        while !fresh.is_false() {
            if self.manager().made() > limit {
                return Ok(within.clone());
            }
            let found = self.after(&fresh)?;
            let m = self.symbolic.manager();
            let found = m.and(&found, within)?;
            fresh = m.minus(&found, &reached)?;
            reached = m.or(&reached, &fresh)?;
        }
        Ok(reached)
    }
}

impl<'p, 'l, 'a> Product<'p, 'l, 'a> {
    /// A tableau for runs of a kind.
    pub fn new(symbolic: &'p mut Symbolic<'l, 'a>, runs: &'p Runs<'p, Diagram>) -> Result<Self, Stop> {
        let everything = symbolic.manager().constant(true);
        let mut product = Product {
            truth: FxHashMap::default(),
            bits: Vec::new(),
            kept: Vec::new(),
            current: everything.clone(),
            next: everything.clone(),
            fairness: runs.fairness.to_vec(),
            root: everything,
            live: runs.live.clone(),
            symbolic,
            runs,
        };
        product.require(runs.path, runs.positive)?;
        let levels: Vec<Level> = product.bits.iter().map(|(bit, _)| *bit).collect();
        let m = product.symbolic.manager();
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

    /// Lets no other runs count than those that satisfy a formula, or violate it if not `positive`.
    fn require(&mut self, formula: &Formula, positive: bool) -> Result<(), Stop> {
        use Formula::*;
        match (formula, positive) {
            (Not(inner), _) if !inner.is_about_point() => self.require(inner, !positive),
            (And(list), true) | (Or(list), false) if !formula.is_about_point() => {
                list.iter().try_for_each(|part| self.require(part, positive))
            }
            (Globally(inner), true) | (Finally(inner), false) => self.require_always(inner, positive),
            _ => {
                let truth = self.truth_or_not(formula, positive)?;
                self.root = self.and(&self.root.clone(), &truth)?;
                Ok(())
            }
        }
    }

    /// The same for runs that satisfy it at all positions, or violate it at all of them.
    fn require_always(&mut self, formula: &Formula, positive: bool) -> Result<(), Stop> {
        use Formula::*;
        match (formula, positive) {
            (Not(inner), _) if !inner.is_about_point() => self.require_always(inner, !positive),
            (And(list), true) | (Or(list), false) if !formula.is_about_point() => {
                list.iter().try_for_each(|part| self.require_always(part, positive))
            }
            (Globally(inner), true) | (Finally(inner), false) => self.require_always(inner, positive),
            (Finally(inner), true) | (Globally(inner), false) => {
                let visited = self.truth_or_not(inner, positive)?;
                self.fairness.push(visited);
                Ok(())
            }
            _ => {
                let truth = self.truth_or_not(formula, positive)?;
                self.live = self.and(&self.live.clone(), &truth)?;
                Ok(())
            }
        }
    }

    /// Where a formula is true, or false if not `positive`.
    fn truth_or_not(&mut self, formula: &Formula, positive: bool) -> Result<Diagram, Stop> {
        let truth = self.truth(formula)?;
        Ok(if positive { truth } else { truth.not() })
    }

    /// A new bit. What it expects is told later.
    fn bit(&mut self) -> Result<(usize, Diagram), Stop> {
        let number = self.bits.len();
        let tableau = &mut self.symbolic.context.layout.tableau;
        if number == tableau.len() {
            tableau.push(self.symbolic.context.manager.add_pair());
        }
        let level = tableau[number];
        self.bits.push((level, None));
        Ok((number, self.symbolic.manager().literal(level, true)?))
    }

    /// Where a formula is true, over points and expectations.
    fn truth(&mut self, formula: &Formula) -> Result<Diagram, Stop> {
        use Formula::*;
        if let Some(known) = self.truth.get(formula) {
            return Ok(known.clone());
        }
        let never = || Or(vec![]);
        let always = || And(vec![]);
        let label = self.runs.labels.get(formula).filter(|_| formula.is_about_point());
        if let Some(label) = label {
            return Ok(label.clone());
        }
        let truth = match formula {
            Not(a) => {
                let inner = self.truth(a)?;
                // Points that do not count would only make the diagram larger.
                if a.is_about_point() { self.minus(self.runs.points, &inner)? } else { inner.not() }
            }
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
            // Only what a step asks of the next position has no label.
            point => {
                let set = self.symbolic.atom(point)?;
                self.and(&set, self.runs.points)?
            }
        };
        self.truth.insert(formula.clone(), truth.clone());
        Ok(truth)
    }

    /// The points from which a fair run of the kind goes on.
    pub fn with_run(&mut self) -> Result<Diagram, Stop> {
        let fairness = self.fairness.clone();
        let live = self.live.clone();
        let starts = self.and(&live, &self.root.clone())?;
        // Runs that begin elsewhere do not matter.
        let within = if starts == live { live } else { self.reached(&starts, &live)? };
        let fair = self.fair_hull(&within, &fairness)?;
        self.project(&fair)
    }

    /// Of a set of points with expectations, the points where the formula is true.
    fn project(&mut self, set: &Diagram) -> Result<Diagram, Stop> {
        let m = self.symbolic.manager();
        m.and_exists(set, &self.root, &self.current)
    }

    /// The points where the formula is true as far as the next position tells. For formulas that look
    /// no further that is all there is to say.
    pub fn for_one_step(&mut self) -> Result<Diagram, Stop> {
        let goes_on = self.before(self.runs.points, self.runs.points)?;
        self.project(&goes_on)
    }

    /// Where a step leads to from a point (given as a set) such that the formula, which looks no further
    /// than that, is true.
    pub fn step_from(&mut self, point: &Diagram) -> Result<Option<Point>, Stop> {
        let root = self.root.clone();
        let here = self.and(point, &root)?;
        let there = self.after(&here)?;
        let m = self.symbolic.manager();
        let there = m.exists(&there, &self.current)?;
        Ok(pick(self.symbolic, &there))
    }

    /// A fair run from one of the points on which the formula is true.
    pub fn run_from(&mut self, starts: &Diagram) -> Result<Option<Lasso>, Stop> {
        let root = self.root.clone();
        let starts = self.and(starts, &root)?;
        let fairness = self.fairness.clone();
        let live = self.live.clone();
        let Some(mut found) = staying(self, &starts, &live, &fairness)? else { return Ok(None) };
        // What the tableau expects is of no use to others.
        for point in &mut found.points {
            let only = point.only(self.symbolic.manager())?;
            let only = self.symbolic.manager().exists(&only, &self.current)?;
            if let Some(plain) = pick(self.symbolic, &only) {
                *point = plain;
            }
        }
        Ok(Some(found))
    }
}
