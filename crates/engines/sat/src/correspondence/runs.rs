//! Sixty-four runs of a circuit at once, each a bit of a word.

use crate::circuit::Circuit;
use synod_symbolic::aig::{Lit, Node};

/// The runs, all at the same position.
#[derive(Debug)]
pub(super) struct Runs<'a> {
    circuit: &'a Circuit,
    /// The nodes whose values are computed, operands before what is made of them.
    nodes: &'a [Lit],
    /// The values of the nodes by their numbers.
    words: Vec<u64>,
    /// What the next inputs come from.
    seed: u64,
}

impl<'a> Runs<'a> {
    /// Runs that are nowhere yet.
    pub fn new(circuit: &'a Circuit, nodes: &'a [Lit]) -> Self {
        Runs { circuit, nodes, words: vec![0; circuit.aig.size()], seed: 0 }
    }

    /// The values of a signal.
    pub fn values(&self, lit: Lit) -> u64 {
        self.words[lit.node()] ^ if lit.is_negated() { u64::MAX } else { 0 }
    }

    /// Whether a signal is true in the first run.
    pub fn is_true(&self, lit: Lit) -> bool {
        self.values(lit) & 1 == 1
    }

    /// All of them go to a state.
    pub fn enter(&mut self, mut is_true: impl FnMut(Lit) -> bool) {
        for latch in &self.circuit.latches {
            self.words[latch.now.node()] = if is_true(latch.now) { u64::MAX } else { 0 };
        }
    }

    /// All get inputs at random.
    pub fn choose(&mut self) {
        for input in &self.circuit.inputs {
            self.words[input.node()] = random(&mut self.seed);
        }
    }

    /// The first run gets certain inputs instead.
    pub fn choose_in_first(&mut self, is_true: impl Fn(Lit) -> bool) {
        for input in &self.circuit.inputs {
            let word = &mut self.words[input.node()];
            *word = *word & !1 | u64::from(is_true(*input));
        }
    }

    /// Computes everything that depends on states and inputs.
    pub fn compute(&mut self) {
        for node in self.nodes {
            if let Node::And(a, b) = self.circuit.aig.node(*node) {
                self.words[node.node()] = self.values(a) & self.values(b);
            }
        }
    }

    /// All take a step.
    pub fn step(&mut self) {
        let next: Vec<u64> = self.circuit.latches.iter().map(|latch| self.values(latch.next)).collect();
        for (latch, word) in std::iter::zip(&self.circuit.latches, next) {
            self.words[latch.now.node()] = word;
        }
    }

    /// All go to the state of the first.
    pub fn follow_first(&mut self) {
        for latch in &self.circuit.latches {
            self.words[latch.now.node()] = if self.is_true(latch.now) { u64::MAX } else { 0 };
        }
    }
}

/// The next of some numbers that look random (SplitMix64).
fn random(seed: &mut u64) -> u64 {
    *seed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut word = *seed;
    word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ word >> 31
}
