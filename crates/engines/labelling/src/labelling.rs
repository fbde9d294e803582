//! Labelling: which points satisfy a formula, computed from the inside out.
//!
//! Only runs that go on for ever count, and under fairness only fair ones. What agents consider possible are the
//! reachable points; under fairness those with a fair run.

use rustc_hash::FxHashMap;
use synod_core::{AgentId, Formula, System};

use crate::structure::{Fallible, Runs, Structure};

/// What was found about a structure so far; it can be kept for the next formula.
#[derive(Clone, Debug)]
pub struct Labels<S> {
    basis: Option<Basis<S>>,
    satisfying: FxHashMap<Formula, S>,
}

impl<S> Default for Labels<S> {
    fn default() -> Self {
        Labels { basis: None, satisfying: FxHashMap::default() }
    }
}

/// Which points and runs count.
#[derive(Clone, Debug)]
pub(crate) struct Basis<S> {
    /// What each fairness condition asks for.
    pub fairness: Vec<S>,
    /// The points that count: the reachable ones, or under fairness those with a fair run.
    pub points: S,
    /// The points from which a run that counts goes on for ever.
    pub live: S,
}

/// A structure together with the formulas it has been labelled with.
pub struct Labelling<'a, 'l, S: Structure> {
    pub(crate) system: &'a System,
    /// The structure.
    pub structure: S,
    labels: &'l mut Labels<S::Set>,
    pub(crate) basis: Basis<S::Set>,
}

impl<'a, 'l, S: Structure> Labelling<'a, 'l, S> {
    /// A labelling that goes on where another one, of the same structure, ended.
    pub fn new(system: &'a System, structure: S, labels: &'l mut Labels<S::Set>) -> Fallible<Self, S> {
        if let Some(basis) = labels.basis.clone() {
            return Ok(Labelling { system, structure, labels, basis });
        }
        let points = structure.reachable();
        let basis = Basis { fairness: Vec::new(), live: points.clone(), points: points.clone() };
        let mut labelling = Labelling { system, structure, labels, basis };
        let ends = labelling.structure.without_successor();
        if !labelling.structure.is_empty(&ends) {
            labelling.basis.live = labelling.structure.fair_hull(&points, &[])?;
        }
        if !system.fairness.is_empty() {
            // The conditions themselves are evaluated without fairness.
            let mut fairness = Vec::new();
            for condition in &system.fairness {
                fairness.push(labelling.satisfying(condition)?);
            }
            let fair = labelling.structure.fair_hull(&points, &fairness)?;
            labelling.basis = Basis { fairness, points: fair.clone(), live: fair };
            labelling.labels.satisfying.clear();
        }
        labelling.labels.basis = Some(labelling.basis.clone());
        Ok(labelling)
    }

    /// The points that satisfy a formula; for a formula about runs, those all of whose runs do.
    pub fn satisfying(&mut self, formula: &Formula) -> Fallible<S::Set, S> {
        if let Some(known) = self.labels.satisfying.get(formula) {
            return Ok(known.clone());
        }
        let set = self.compute(formula)?;
        let set = self.structure.and(&set, &self.basis.points)?;
        self.labels.satisfying.insert(formula.clone(), set.clone());
        Ok(set)
    }

    /// The points that count and do not satisfy a formula.
    pub(crate) fn violating(&mut self, formula: &Formula) -> Fallible<S::Set, S> {
        let set = self.satisfying(formula)?;
        self.structure.minus(&self.basis.points, &set)
    }

    /// Every subformula, the formula itself first, with the points that satisfy it.
    pub fn subformulas<'f>(&mut self, formula: &'f Formula) -> Fallible<Vec<(&'f Formula, S::Set)>, S> {
        let mut found = vec![(formula, self.satisfying(formula)?)];
        for child in formula.children() {
            found.extend(self.subformulas(child)?);
        }
        Ok(found)
    }

    fn compute(&mut self, formula: &Formula) -> Fallible<S::Set, S> {
        use Formula::*;
        match formula {
            State(_) | Arrived(_) | Deadlock | Faulty => self.structure.atom(formula),
            SomeRun(path) => self.some_run(path, true),
            AllRuns(path) => self.all_runs(path),
            path if !path.is_about_point() => self.all_runs(path),
            Not(inner) => self.violating(inner),
            And(list) => {
                let mut all = self.basis.points.clone();
                for part in list {
                    let part = self.satisfying(part)?;
                    all = self.structure.and(&all, &part)?;
                }
                Ok(all)
            }
            Or(list) => {
                let mut any = self.structure.none();
                for part in list {
                    let part = self.satisfying(part)?;
                    any = self.structure.or(&any, &part)?;
                }
                Ok(any)
            }
            Knows(agent, fact) => {
                let fact = self.satisfying(fact)?;
                self.known_to(&[*agent], &fact)
            }
            DistributedKnowledge(group, fact) => {
                let fact = self.satisfying(fact)?;
                self.known_to(group, &fact)
            }
            EverybodyKnows(group, fact) => {
                let fact = self.satisfying(fact)?;
                self.known_to_everybody(group, &fact)
            }
            CommonKnowledge(group, fact) => {
                let fact = self.satisfying(fact)?;
                let mut common = self.known_to_everybody(group, &fact)?;
                loop {
                    let next = self.known_to_everybody(group, &common)?;
                    let next = self.structure.and(&next, &common)?;
                    if next == common {
                        return Ok(common);
                    }
                    common = next;
                }
            }
            Coalition(group, path) => self.enforced(group, path),
            Step(_) | Next(_) | Finally(_) | Globally(_) | Until(..) | Release(..) | WeakUntil(..) => {
                unreachable!("formulas about runs were dealt with above")
            }
        }
    }

    fn all_runs(&mut self, path: &Formula) -> Fallible<S::Set, S> {
        let violated = self.some_run(path, false)?;
        self.structure.minus(&self.basis.points, &violated)
    }

    /// The points with a run, among those that count, that satisfies the formula (or violates it if not
    /// `positive`). A single operator over formulas about points, as in CTL, is a fixpoint, and so is one that asks something
    /// of the rest of a run; for everything else the structure looks at runs.
    pub(crate) fn some_run(&mut self, path: &Formula, positive: bool) -> Fallible<S::Set, S> {
        use Formula::*;
        if path.is_about_point() {
            let set = self.operand(path, positive)?;
            return self.structure.and(&set, &self.basis.live);
        }
        match path {
            Not(inner) => self.some_run(inner, !positive),
            Or(list) if positive => self.some_run_of_any(list, true),
            And(list) if !positive => self.some_run_of_any(list, false),
            // What is asked of the rest of a run, from some position on, is that such a run begins there.
            Next(a) => {
                let target = self.some_run(a, positive)?;
                self.structure.before(&target, &self.basis.points)
            }
            Finally(a) | Globally(a) if matches!(path, Finally(_)) == positive => {
                let (all, target) = (self.basis.points.clone(), self.some_run(a, positive)?);
                self.some_until(&all, &target)
            }
            Finally(a) | Globally(a) if a.is_about_point() => {
                let set = self.operand(a, positive)?;
                self.some_always(&set)
            }
            Until(a, b) | Release(a, b)
                if a.is_about_point() && matches!(path, Until(..)) == positive && !b.is_about_point() =>
            {
                let (through, target) = (self.operand(a, positive)?, self.some_run(b, positive)?);
                self.some_until(&through, &target)
            }
            Until(a, b) | WeakUntil(a, b) | Release(a, b) if a.is_about_point() && b.is_about_point() => {
                let (a, b) = (self.operand(a, positive)?, self.operand(b, positive)?);
                let both = self.structure.and(&a, &b)?;
                let (through, target, weak) = match (path, positive) {
                    (Until(..), true) => (&a, &b, None),
                    (WeakUntil(..), true) => (&a, &b, Some(&a)),
                    (Release(..), true) => (&b, &both, Some(&b)),
                    // The operands are negated: not (a U b) is !b W (!a & !b), and so on.
                    (Until(..), false) => (&b, &both, Some(&b)),
                    (WeakUntil(..), false) => (&b, &both, None),
                    _ => (&a, &b, None),
                };
                let mut found = self.some_until(through, target)?;
                if let Some(stays) = weak {
                    let always = self.some_always(stays)?;
                    found = self.structure.or(&found, &always)?;
                }
                Ok(found)
            }
            _ => self.with_labels(path, positive, |structure, runs| structure.with_run(runs)),
        }
    }

    fn some_run_of_any(&mut self, list: &[Formula], positive: bool) -> Fallible<S::Set, S> {
        let mut any = self.structure.none();
        for part in list {
            let part = self.some_run(part, positive)?;
            any = self.structure.or(&any, &part)?;
        }
        Ok(any)
    }

    /// The points that satisfy a formula about points, or violate it.
    fn operand(&mut self, formula: &Formula, positive: bool) -> Fallible<S::Set, S> {
        if positive { self.satisfying(formula) } else { self.violating(formula) }
    }

    fn some_until(&mut self, through: &S::Set, target: &S::Set) -> Fallible<S::Set, S> {
        let target = self.structure.and(target, &self.basis.live)?;
        self.structure.until(through, &target)
    }

    fn some_always(&mut self, within: &S::Set) -> Fallible<S::Set, S> {
        let within = self.structure.and(within, &self.basis.live)?;
        self.structure.fair_hull(&within, &self.basis.fairness)
    }

    /// Asks the structure about the runs that satisfy a formula (or violate it if not `positive`), when their
    /// subformulas about points are labelled.
    pub(crate) fn with_labels<T>(
        &mut self,
        path: &Formula,
        positive: bool,
        ask: impl FnOnce(&mut S, &Runs<S::Set>) -> Fallible<T, S>,
    ) -> Fallible<T, S> {
        self.label_operands(path)?;
        let Basis { fairness, points, live } = &self.basis;
        let labels = &self.labels.satisfying;
        ask(&mut self.structure, &Runs { path, positive, labels, points, live, fairness })
    }

    fn label_operands(&mut self, path: &Formula) -> Fallible<(), S> {
        if path.is_about_point() {
            return self.satisfying(path).map(drop);
        }
        path.children().into_iter().try_for_each(|child| self.label_operands(child))
    }

    /// The points that count and that the group cannot tell from some point of a set.
    pub(crate) fn indistinguishable(&mut self, group: &[AgentId], set: &S::Set) -> Fallible<S::Set, S> {
        let same = self.structure.indistinguishable(group, set)?;
        self.structure.and(&same, &self.basis.points)
    }

    /// The points where all that looks the same to the group is in `fact`.
    fn known_to(&mut self, group: &[AgentId], fact: &S::Set) -> Fallible<S::Set, S> {
        let not = self.structure.minus(&self.basis.points, fact)?;
        let doubtful = self.indistinguishable(group, &not)?;
        self.structure.minus(&self.basis.points, &doubtful)
    }

    pub(crate) fn known_to_everybody(&mut self, group: &[AgentId], fact: &S::Set) -> Fallible<S::Set, S> {
        let mut all = self.basis.points.clone();
        for agent in group {
            let known = self.known_to(&[*agent], fact)?;
            all = self.structure.and(&all, &known)?;
        }
        Ok(all)
    }
}
