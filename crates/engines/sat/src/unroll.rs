//! A circuit over several positions of a run, as one graph without state.

use crate::circuit::Circuit;
use synod_symbolic::aig::{Aig, Lit, Substitution};

/// The positions of a run, built as far as they are asked for.
#[derive(Debug)]
pub struct Unrolling<'a> {
    circuit: &'a Circuit,
    /// The functions of all positions.
    pub aig: Aig,
    positions: Vec<Substitution>,
}

impl<'a> Unrolling<'a> {
    /// A run from a state whose latches have these values.
    pub fn from(circuit: &'a Circuit, mut aig: Aig, latches: impl Fn(&mut Aig, Lit) -> Lit) -> Self {
        let first: Vec<(Lit, Lit)> =
            circuit.latches.iter().map(|latch| (latch.now, latches(&mut aig, latch.now))).collect();
        Unrolling { circuit, aig, positions: vec![Substitution::new(first)] }
    }

    /// A run from an initial state; latches with only one initial value have it.
    pub fn initial(circuit: &'a Circuit) -> Self {
        let fixed = circuit.aig.conjuncts(circuit.init);
        Unrolling::from(circuit, Aig::default(), |aig, latch| {
            if fixed.binary_search(&latch).is_ok() {
                Lit::TRUE
            } else if fixed.binary_search(&!latch).is_ok() {
                Lit::FALSE
            } else {
                aig.input()
            }
        })
    }

    /// A run from any state.
    pub fn anywhere(circuit: &'a Circuit) -> Self {
        Unrolling::from(circuit, Aig::default(), |aig, _| aig.input())
    }

    /// A signal at a position.
    pub fn at(&mut self, position: usize, lit: Lit) -> Lit {
        while self.positions.len() <= position {
            let last = self.positions.len() - 1;
            let next: Vec<(Lit, Lit)> = self
                .circuit
                .latches
                .iter()
                .map(|latch| {
                    let value = self.positions[last].copy(&self.circuit.aig, &mut self.aig, latch.next);
                    (latch.now, value)
                })
                .collect();
            self.positions.push(Substitution::new(next));
        }
        self.positions[position].copy(&self.circuit.aig, &mut self.aig, lit)
    }

    /// The values of all latches at a position.
    pub fn state(&mut self, position: usize) -> Vec<Lit> {
        let circuit = self.circuit;
        circuit.latches.iter().map(|latch| self.at(position, latch.now)).collect()
    }

    /// Holds where two lists of signals are the same.
    pub fn same(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        let equal: Vec<Lit> = std::iter::zip(a, b).map(|(x, y)| self.aig.iff(*x, *y)).collect();
        self.aig.all(equal)
    }
}
