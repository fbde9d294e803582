//! Duties and promises as a circuit that watches a run.

use synod_core::Formula;

use crate::aig::Lit;
use crate::circuit::Circuit;
use crate::duties::{Duties, Logic};

/// The monitor of one formula.
#[derive(Debug)]
pub struct Monitor {
    /// All demands are met now.
    pub met: Lit,
    /// Nothing is promised.
    pub settled: Lit,
    /// Each must hold again and again.
    pub often: Vec<Lit>,
    /// The latches of the duties, by their signals.
    pub duties: Vec<Lit>,
}

/// A circuit in which duties are latches and promises are inputs.
struct Watched<'a> {
    circuit: &'a mut Circuit,
    atom: &'a mut dyn FnMut(&mut Circuit, &Formula) -> Lit,
    /// The latch of each duty.
    latches: Vec<usize>,
}

impl Logic for Watched<'_> {
    type Bit = Lit;

    fn constant(&mut self, value: bool) -> Lit {
        Lit::constant(value)
    }

    fn as_constant(&self, bit: Lit) -> Option<bool> {
        bit.as_constant()
    }

    fn not(&mut self, bit: Lit) -> Lit {
        !bit
    }

    fn all(&mut self, bits: Vec<Lit>) -> Lit {
        self.circuit.aig.all(bits)
    }

    fn any(&mut self, bits: Vec<Lit>) -> Lit {
        self.circuit.aig.any(bits)
    }

    fn duty(&mut self, number: usize) -> Lit {
        let latch = self.circuit.latch(format!("duty {number}"));
        self.latches.push(latch);
        self.circuit.latches[latch].now
    }

    fn promise(&mut self, _: usize) -> Lit {
        self.circuit.input()
    }

    fn atom(&mut self, formula: &Formula) -> Lit {
        (self.atom)(self.circuit, formula)
    }
}

impl Monitor {
    /// Adds the monitor of the negation of a formula about one run to a circuit. `atom` gives the signals
    /// of atoms; what is constant among them is so in every state there is only if `whole`.
    pub fn of_negation(
        circuit: &mut Circuit,
        formula: &Formula,
        whole: bool,
        atom: &mut dyn FnMut(&mut Circuit, &Formula) -> Lit,
    ) -> Monitor {
        let mut watched = Watched { circuit, atom, latches: Vec::new() };
        let duties = Duties::of_negation(&mut watched, formula, whole);
        let (met, settled) = (duties.met(&mut watched), duties.settled(&mut watched));
        let Watched { circuit, latches, .. } = watched;
        // Whatever else is a duty at the start makes it no easier, but may let a loop close sooner.
        circuit.begin_with(duties.list[0].now);
        for (latch, duty) in std::iter::zip(latches, &duties.list) {
            circuit.latches[latch].next = duty.promise.unwrap_or(Lit::FALSE);
        }
        Monitor {
            met,
            settled,
            often: duties.often,
            duties: duties.list.iter().map(|duty| duty.now).collect(),
        }
    }
}
