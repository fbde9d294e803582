//! Sequential circuits: state bits with their next values, free inputs, and what is looked for.

use rustc_hash::{FxHashMap, FxHashSet};

pub use crate::bmc::Run;
pub use crate::encode::TooLarge;
use crate::partial_order::StepClass;
pub use crate::question::CircuitQuestion;
pub use crate::trace::trace;
pub use synod_symbolic::aig::{Aig, Lit, Node, Substitution, Values};
pub use synod_symbolic::aig::{Definition, Words, last_node};

/// A bit of state.
#[derive(Clone, Debug)]
pub struct Latch {
    /// Its value now: an input of the graph.
    pub now: Lit,
    /// Its next value.
    pub next: Lit,
    /// What it stands for.
    pub meaning: Meaning,
}

/// What a bit of state stands for.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Meaning {
    /// A bit of the code of a place of the system's state.
    State {
        /// The place.
        slot: usize,
        /// The bit of its code.
        bit: usize,
    },
    /// Something that belongs to the question, by a name that is unique in the circuit.
    Extra(String),
}

/// A circuit.
#[derive(Clone, Debug)]
pub struct Circuit {
    /// Where its functions live.
    pub aig: Aig,
    /// Its state.
    pub latches: Vec<Latch>,
    /// Its free inputs.
    pub inputs: Vec<Lit>,
    /// Holds of the initial states; over latches only.
    pub init: Lit,
    /// Holds of all reachable states and is preserved by every step; over latches only.
    pub invariant: Lit,
    /// The classes of its steps, for partial-order reduction, if it has no state but that of the system and they
    /// are known.
    pub step_classes: Vec<StepClass>,
    /// If the goal is measured, signals over latches that say: it is at least 1 step away, at least 2, ….
    /// A step makes it nearer by one at most.
    pub distance: Vec<Lit>,
}

/// A run that would violate the property.
#[derive(Clone, Debug)]
pub enum Goal {
    /// It begins in a state where this holds.
    Start {
        /// Over latches only.
        bad: Lit,
    },
    /// It leads to a position where this holds.
    Reach {
        /// Over latches and inputs.
        bad: Lit,
        /// Whether the step that leaves the position is part of the evidence.
        with_step: bool,
    },
    /// It goes on for ever.
    Lasso(Lasso),
}

/// A run that satisfies a formula of linear time.
#[derive(Clone, Debug)]
pub struct Lasso {
    /// Holds at every position.
    pub along: Lit,
    /// The acceptance condition: each of them holds infinitely often.
    pub accepting: Vec<Lit>,
    /// At a position where this holds, whatever comes after does: the run may end there.
    pub end: Lit,
    /// Whether the step that leaves such a position is part of the evidence.
    pub with_step: bool,
    /// The latches, by their signals, of obligations; they need not be equal where a loop closes, as long as
    /// nothing is due at its end that is not also due at its start.
    pub obligations: Vec<Lit>,
}

impl Circuit {
    /// A new bit of state, whose next value is set later.
    pub fn latch(&mut self, name: String) -> usize {
        let now = self.aig.input();
        // What is remembered may depend on the order of steps.
        self.step_classes.clear();
        self.latches.push(Latch { now, next: now, meaning: Meaning::Extra(name) });
        self.latches.len() - 1
    }

    /// A new free input.
    pub fn input(&mut self) -> Lit {
        let input = self.aig.input();
        self.inputs.push(input);
        input
    }

    /// Adds a condition on initial states.
    pub fn begin_with(&mut self, condition: Lit) {
        self.init = self.aig.and(self.init, condition);
    }

    /// Leaves out the state that the roots do not depend on, now or later. Conditions on initial states
    /// keep together what they relate; the circuit must have an initial state.
    pub fn reduce(&mut self, roots: &[Lit]) {
        // What each condition relates is found once, by looking at nothing else: there are as many as latches.
        let conditions: Vec<(Lit, Vec<usize>)> = self.conjuncts_with_latches(self.init);
        let mut kept = vec![false; self.latches.len()];
        let mut needed = self.aig.cone(roots.iter().copied());
        loop {
            let mut new = Vec::new();
            for (latch, kept) in std::iter::zip(&self.latches, &mut kept) {
                if needed[latch.now.node()] && !*kept {
                    *kept = true;
                    new.push(latch.next);
                }
            }
            for (condition, related) in &conditions {
                let is_kept = |latch: &usize| kept[*latch];
                if related.iter().any(is_kept) && !related.iter().all(is_kept) {
                    new.push(*condition);
                }
            }
            if new.is_empty() {
                break;
            }
            for (needed, more) in std::iter::zip(&mut needed, self.aig.cone(new)) {
                *needed |= more;
            }
        }
        self.init = self.only(self.init, &kept);
        self.invariant = self.only(self.invariant, &kept);
        let is_kept: FxHashSet<usize> =
            self.latches_where(&kept, true).map(|latch| latch.now.node()).collect();
        self.step_classes.retain(|class| class.writes_any(|latch| is_kept.contains(&latch)));
        let decides = self.aig.cone(self.step_classes.iter().map(|class| class.taken));
        if self.latches_where(&kept, false).any(|latch| decides[latch.now.node()]) {
            self.step_classes.clear();
        }
        let mut flags = kept.into_iter();
        self.latches.retain(|_| flags.next().unwrap_or(false));
        let inputs = std::mem::take(&mut self.inputs);
        self.inputs = inputs.into_iter().filter(|input| needed[input.node()]).collect();
    }

    /// The latches that are kept, or those that are not.
    fn latches_where(&self, kept: &[bool], value: bool) -> impl Iterator<Item = &Latch> {
        std::iter::zip(&self.latches, kept).filter(move |(_, kept)| **kept == value).map(|(latch, _)| latch)
    }

    /// The conjuncts of a condition, each with the latches that it is about.
    fn conjuncts_with_latches(&self, condition: Lit) -> Vec<(Lit, Vec<usize>)> {
        let numbers: FxHashMap<usize, usize> =
            self.latches.iter().enumerate().map(|(number, latch)| (latch.now.node(), number)).collect();
        let about = |conjunct: Lit| {
            let inputs = self.aig.inputs_of([conjunct]);
            (conjunct, inputs.iter().filter_map(|input| numbers.get(input).copied()).collect())
        };
        self.aig.conjuncts(condition).into_iter().map(about).collect()
    }

    /// The conjuncts of a condition that are about the latches kept.
    fn only(&mut self, condition: Lit, kept: &[bool]) -> Lit {
        let conjuncts = self.conjuncts_with_latches(condition).into_iter();
        let is_about = |(conjunct, latches): &(Lit, Vec<usize>)| {
            *conjunct == Lit::FALSE || latches.iter().any(|latch| kept[*latch])
        };
        let conjuncts: Vec<Lit> = conjuncts.filter(is_about).map(|(conjunct, _)| conjunct).collect();
        self.aig.all(conjuncts)
    }
}
