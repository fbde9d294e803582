//! Partial-order reduction of the unrolling: runs that differ only in the order of independent steps lead to
//! the same state, so a search for states need look at one of them only.
//!
//! Steps are of one *class* if they read and write the same. Of all orders of a run that lead to the same
//! state, the one that is first in the order of step_classes is kept: the lexicographic normal form of traces.
//! A run is in this form exactly if no step could be moved, over steps it does not depend on, before one
//! of a greater class (Anisimov and Knuth); this is what [`NormalForm`] asks for, position by position. In
//! searches with solvers the idea is known as monotonic partial order reduction (Kahlon, Wang, Gupta).

use rustc_hash::{FxHashMap, FxHashSet};

use crate::circuit::{Circuit, Latch};
use crate::unroll::Unrolling;
use synod_symbolic::aig::{Aig, Lit};

/// With more step_classes of steps, telling them apart costs more than it saves.
const MOST_CLASSES: usize = 512;

/// What a rule does, in signals.
#[derive(Clone, Debug)]
pub struct Effect {
    /// A step of the rule is taken.
    pub taken: Lit,
    /// Signals of latches that it may change, each with one of its new values.
    pub writes: Vec<(Lit, Lit)>,
}

/// Steps that read and write the same. The latches are the numbers of their nodes, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepClass {
    /// Such a step is taken.
    pub taken: Lit,
    reads: Vec<usize>,
    writes: Vec<usize>,
}

impl StepClass {
    /// Whether it writes one of some latches.
    pub fn writes_any(&self, is_one: impl Fn(usize) -> bool) -> bool {
        self.writes.iter().any(|latch| is_one(*latch))
    }

    fn depends_on(&self, other: &StepClass) -> bool {
        let meet = |a: &[usize], b: &[usize]| a.iter().any(|latch| b.binary_search(latch).is_ok());
        meet(&self.writes, &other.writes)
            || meet(&self.writes, &other.reads)
            || meet(&self.reads, &other.writes)
    }
}

/// The step_classes of steps that change something; none if they are too many to be of use.
pub fn step_classes(aig: &mut Aig, latches: &[Latch], effects: &[Effect]) -> Vec<StepClass> {
    let is_latch: FxHashSet<usize> = latches.iter().map(|latch| latch.now.node()).collect();
    let mut numbers: FxHashMap<(Vec<usize>, Vec<usize>), usize> = FxHashMap::default();
    let mut rules: Vec<Vec<Lit>> = Vec::new();
    for effect in effects.iter().filter(|effect| !effect.writes.is_empty()) {
        let mut writes: Vec<usize> = effect.writes.iter().map(|(latch, _)| latch.node()).collect();
        writes.sort_unstable();
        writes.dedup();
        let signals = effect.writes.iter().map(|(_, value)| *value).chain([effect.taken]);
        let mut reads: Vec<usize> =
            aig.inputs_of(signals).into_iter().filter(|input| is_latch.contains(input)).collect();
        reads.sort_unstable();
        let new = rules.len();
        let class = *numbers.entry((reads, writes)).or_insert(new);
        if class == new {
            rules.push(Vec::new());
        }
        rules[class].push(effect.taken);
        if rules.len() > MOST_CLASSES {
            return Vec::new();
        }
    }
    let mut step_classes: Vec<(usize, StepClass)> = numbers
        .into_iter()
        .map(|((reads, writes), number)| {
            (number, StepClass { taken: aig.any(rules[number].clone()), reads, writes })
        })
        .collect();
    step_classes.sort_unstable_by_key(|(number, _)| *number);
    step_classes.into_iter().map(|(_, class)| class).collect()
}

/// What is required of a run so that it is in normal form.
#[derive(Debug)]
pub struct NormalForm<'a> {
    step_classes: &'a [StepClass],
    /// For each class those that it depends on.
    dependent: Vec<Vec<usize>>,
    /// For each class: a step of it, taken next, could be moved before one of a greater class.
    misplaced: Vec<Lit>,
    position: usize,
}

impl<'a> NormalForm<'a> {
    /// Of the runs of a circuit.
    pub fn new(circuit: &'a Circuit) -> Self {
        let step_classes = circuit.step_classes.as_slice();
        let dependent = |class: &StepClass| {
            let others = step_classes.iter().enumerate().filter(|(_, other)| class.depends_on(other));
            others.map(|(number, _)| number).collect()
        };
        let dependent = step_classes.iter().map(dependent).collect();
        NormalForm { step_classes, dependent, misplaced: vec![Lit::FALSE; step_classes.len()], position: 0 }
    }

    /// Whether nothing is known of the steps.
    pub fn is_void(&self) -> bool {
        self.step_classes.is_empty()
    }

    /// What is known of the next position if the run goes on from there: that a step is taken, and what
    /// must not be if it comes in its place.
    pub fn next(&mut self, unrolling: &mut Unrolling) -> (Lit, Vec<Lit>) {
        let position = self.position;
        self.position += 1;
        let taken: Vec<Lit> =
            self.step_classes.iter().map(|class| unrolling.at(position, class.taken)).collect();
        let aig = &mut unrolling.aig;
        let goes_on = aig.any(taken.iter().copied());
        let wrong =
            std::iter::zip(&taken, &self.misplaced).map(|(now, wrong)| aig.and(*now, *wrong)).collect();
        let mut greater = Lit::FALSE;
        for (class, now) in taken.iter().enumerate().rev() {
            let dependent = aig.any(self.dependent[class].iter().map(|other| taken[*other]));
            let after = aig.or(greater, self.misplaced[class]);
            self.misplaced[class] = aig.and(after, !dependent);
            greater = aig.or(greater, *now);
        }
        (goes_on, wrong)
    }
}
