//! Which points satisfy a formula about knowledge or about more than one run, computed from the inside
//! out.

use rustc_hash::FxHashMap;
use synod_core::{AgentId, Formula, Stop, VarId, is_fair};

use crate::bits::BitSet;
use crate::emptiness::good_nodes;
use crate::ltl::{Atom, Automaton, Linear, TooLarge};
use crate::pace::Pace;
use crate::points::{Points, View};
use crate::product::Product;

/// Why a set could not be computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Failure {
    Stopped(Stop),
    TooLarge,
}

impl From<Stop> for Failure {
    fn from(stop: Stop) -> Self {
        Failure::Stopped(stop)
    }
}

impl From<TooLarge> for Failure {
    fn from(TooLarge: TooLarge) -> Self {
        Failure::TooLarge
    }
}

/// Sets of points, each computed once.
pub(crate) struct Sets<'p> {
    pub points: &'p Points<'p>,
    pub pace: &'p Pace<'p>,
    pub sets: Vec<BitSet>,
    known: FxHashMap<Formula, usize>,
    /// For groups that pool what they see, the number of each point's class.
    classes: FxHashMap<Vec<AgentId>, Vec<u32>>,
}

impl<'p> Sets<'p> {
    pub fn new(points: &'p Points<'p>, pace: &'p Pace<'p>) -> Self {
        Sets { points, pace, sets: Vec::new(), known: FxHashMap::default(), classes: FxHashMap::default() }
    }

    /// The number of the set of points that satisfy a formula; for a formula about runs, of those all
    /// of whose runs satisfy it.
    pub fn number(&mut self, formula: &Formula) -> Result<usize, Failure> {
        if let Some(number) = self.known.get(formula) {
            return Ok(*number);
        }
        let set = self.compute(formula)?;
        self.sets.push(set);
        self.known.insert(formula.clone(), self.sets.len() - 1);
        Ok(self.sets.len() - 1)
    }

    /// The set with this formula's number.
    pub fn of(&mut self, formula: &Formula) -> Result<&BitSet, Failure> {
        let number = self.number(formula)?;
        Ok(&self.sets[number])
    }

    fn compute(&mut self, formula: &Formula) -> Result<BitSet, Failure> {
        use Formula::*;
        let len = self.points.len();
        Ok(match formula {
            State(expr) => self.atom(Atom::State(*expr)),
            Arrived(predicate) => self.atom(Atom::Arrived(*predicate)),
            Deadlock => self.atom(Atom::Deadlock),
            Faulty => self.atom(Atom::Faulty),
            SomeRun(inner) => self.some_run(inner, true)?,
            AllRuns(inner) => self.some_run(inner, false)?.complement(),
            path if !path.is_about_point() => self.some_run(path, false)?.complement(),
            Not(inner) => self.of(inner)?.clone().complement(),
            And(list) => {
                let mut all = BitSet::new(len, true);
                for part in list {
                    all = all.intersect(self.of(part)?);
                }
                all
            }
            Or(list) => {
                let mut some = BitSet::new(len, false);
                for part in list {
                    some = some.unite(self.of(part)?);
                }
                some
            }
            Knows(agent, inner) => {
                let fact = self.of(inner)?.clone();
                self.known_to(&[*agent], &fact)
            }
            DistributedKnowledge(group, inner) => {
                let fact = self.of(inner)?.clone();
                self.known_to(group, &fact)
            }
            EverybodyKnows(group, inner) => {
                let fact = self.of(inner)?.clone();
                self.known_to_everybody(group, &fact)
            }
            CommonKnowledge(group, inner) => {
                let fact = self.of(inner)?.clone();
                // States on no fair run are nobody's possibility.
                let fairness = &self.points.system.fairness;
                let ignored = if fairness.is_empty() {
                    BitSet::new(len, false)
                } else {
                    self.some_run(&is_fair(fairness), true)?.complement()
                };
                let mut common = self.known_to_everybody(group, &fact.unite(&ignored));
                loop {
                    let possible = common.clone().unite(&ignored);
                    let next = self.known_to_everybody(group, &possible).intersect(&common);
                    if next == common {
                        break common;
                    }
                    common = next;
                }
            }
            Coalition(group, path) => self.enforced(group, path)?,
            // Formulas about runs were dealt with above.
            Step(_) | Next(_) | Finally(_) | Globally(_) | Until(..) | Release(..) | WeakUntil(..) => {
                BitSet::new(len, false)
            }
        })
    }

    fn atom(&self, atom: Atom) -> BitSet {
        let bit = self.points.atoms.iter().position(|known| *known == atom).map_or(0, |n| 1 << n);
        BitSet::collect(self.points.len(), |point| self.points.letters[point as usize] & bit != 0)
    }

    /// The formula, or its negation, with its subformulas about points replaced by sets.
    pub fn linear(&mut self, formula: &Formula, positive: bool) -> Result<Automaton, Failure> {
        let mut failure = None;
        let linear = Linear::new(formula, positive, &mut |inner| {
            self.number(inner).unwrap_or_else(|reason| {
                failure = Some(reason);
                0
            })
        })?;
        match failure {
            Some(failure) => Err(failure),
            None => Ok(Automaton::new(linear)?),
        }
    }

    /// The points with a run that satisfies the formula, or its negation if not `positive`.
    pub fn some_run(&mut self, formula: &Formula, positive: bool) -> Result<BitSet, Failure> {
        let automaton = self.linear(formula, positive)?;
        let view = View::new(self.points, &self.sets, &automaton.linear.atoms);
        let held = self.points.bytes() + self.points.space.store.bytes();
        let mut product = Product::new(view, automaton, self.pace, held);
        product.search(0..self.points.len() as u32, false)?;
        let good = good_nodes(&product)?;
        // The product begins with one node for each point, in order.
        Ok(BitSet::collect(self.points.len(), |point| good.contains(point)))
    }

    /// The class of each point for a group that pools what its members see.
    pub fn classes(&mut self, group: &[AgentId]) -> &[u32] {
        let points = self.points;
        self.classes.entry(group.to_vec()).or_insert_with(|| {
            let system = points.system;
            let mut seen: Vec<VarId> =
                group.iter().flat_map(|agent| system.agent(*agent).observes.iter().copied()).collect();
            seen.sort_unstable();
            seen.dedup();
            let slots: Vec<usize> = seen.into_iter().flat_map(|var| system.slots(var)).collect();
            let mut index: FxHashMap<Vec<i64>, u32> = FxHashMap::default();
            let mut words = Vec::new();
            let class = |state: &u32| {
                points.space.store.read(*state, &mut words);
                let fields = &points.model.layout.fields;
                let view: Vec<i64> = slots.iter().map(|slot| fields[*slot].get(&words)).collect();
                let fresh = index.len() as u32;
                *index.entry(view).or_insert(fresh)
            };
            points.states.iter().map(class).collect()
        })
    }

    /// The points where all that looks the same to the group is in `fact`.
    pub fn known_to(&mut self, group: &[AgentId], fact: &BitSet) -> BitSet {
        let len = self.points.len();
        let classes = self.classes(group);
        let count = classes.iter().max().map_or(0, |last| *last as usize + 1);
        let mut doubtful = BitSet::new(count, false);
        for (point, class) in std::iter::zip(0.., classes) {
            if !fact.contains(point) {
                doubtful.insert(*class);
            }
        }
        BitSet::collect(len, |point| !doubtful.contains(classes[point as usize]))
    }

    pub fn known_to_everybody(&mut self, group: &[AgentId], fact: &BitSet) -> BitSet {
        let all = BitSet::new(self.points.len(), true);
        group.iter().fold(all, |all, agent| all.intersect(&self.known_to(&[*agent], fact)))
    }
}
