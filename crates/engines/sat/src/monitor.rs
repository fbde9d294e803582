//! The monitor automaton of a formula, as a circuit: obligations of its tableau are latches, and which are
//! passed on is said by inputs.

use std::convert::Infallible;

use synod_core::Formula;
use synod_symbolic::{Obligations, Tableau};

use crate::circuit::Circuit;
use synod_symbolic::aig::{Aig, Lit};

/// The monitor of one formula.
#[derive(Debug)]
pub struct Monitor {
    /// All that is due meets its requirement now.
    pub met: Lit,
    /// Nothing is passed on.
    pub settled: Lit,
    /// The acceptance condition: each must hold infinitely often.
    pub accepting: Vec<Lit>,
    /// The latches of the obligations, by their signals.
    pub obligations: Vec<Lit>,
}

/// A circuit to which a monitor is added.
pub struct Monitored<'a> {
    /// The circuit.
    pub circuit: &'a mut Circuit,
    /// The signals of atoms.
    pub atom: &'a mut dyn FnMut(&mut Circuit, &Formula) -> Lit,
    /// The latch of each obligation.
    latches: Vec<usize>,
}

impl<'a> Monitored<'a> {
    /// A circuit with the signals of atoms.
    pub fn new(circuit: &'a mut Circuit, atom: &'a mut dyn FnMut(&mut Circuit, &Formula) -> Lit) -> Self {
        Monitored { circuit, atom, latches: Vec::new() }
    }
}

impl Tableau for Monitored<'_> {
    type Algebra = Aig;

    fn algebra(&mut self) -> &mut Aig {
        &mut self.circuit.aig
    }

    fn obligation(&mut self, number: usize) -> Lit {
        let latch = self.circuit.latch(format!("obligation {number}"));
        self.latches.push(latch);
        self.circuit.latches[latch].now
    }

    fn passed_on(&mut self, _: usize) -> Lit {
        self.circuit.input()
    }

    fn atom(&mut self, formula: &Formula) -> Result<Lit, Infallible> {
        Ok((self.atom)(self.circuit, formula))
    }
}

impl Monitor {
    /// Adds the monitor of the negation of a formula about one run to a circuit. What is constant among the
    /// atoms is so in every state there is only if `whole`.
    pub fn of_negation(mut monitored: Monitored, formula: &Formula, whole: bool) -> Monitor {
        let Ok(obligations) = Obligations::of_negation(&mut monitored, formula, whole);
        let Monitored { circuit, latches, .. } = monitored;
        let Ok(met) = obligations.met(&mut circuit.aig);
        let Ok(settled) = obligations.settled(&mut circuit.aig);
        // Whatever else is due at the start makes it no easier, but may let a loop close sooner.
        circuit.begin_with(obligations.list[0].due);
        for (latch, obligation) in std::iter::zip(latches, &obligations.list) {
            circuit.latches[latch].next = obligation.passed_on.unwrap_or(Lit::FALSE);
        }
        let due = obligations.list.iter().map(|obligation| obligation.due).collect();
        Monitor { met, settled, accepting: obligations.accepting, obligations: due }
    }
}
