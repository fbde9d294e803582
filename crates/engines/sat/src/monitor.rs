//! Formulas of linear time as circuits that watch a run.
//!
//! A *duty* is a bit of state: a subformula that must hold from here on. What a duty demands now is an
//! expression over atoms and *promises*, inputs that become duties in the next state. Because formulas
//! are in negation normal form, having fewer duties is never harder. A run satisfies the formula if the
//! demands can be met for ever and no promise of an until is put off for ever; a position without
//! promises settles it for every continuation.

use rustc_hash::FxHashMap;
use synod_core::Formula;

use crate::aig::Lit;
use crate::circuit::Circuit;

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

struct Duty {
    latch: usize,
    now: Lit,
    promise: Option<Lit>,
    demand: Lit,
}

struct Builder<'a, 'f> {
    circuit: &'a mut Circuit,
    atom: &'a mut dyn FnMut(&mut Circuit, &Formula) -> Lit,
    duties: Vec<Duty>,
    index: FxHashMap<(&'f Formula, bool), usize>,
    often: Vec<Lit>,
    true_: &'f Formula,
    whole: bool,
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
        let truth = Formula::And(vec![]);
        let mut builder = Builder {
            circuit,
            atom,
            duties: Vec::new(),
            index: FxHashMap::default(),
            often: Vec::new(),
            true_: &truth,
            whole,
        };
        builder.duty(formula, false);
        let Builder { circuit, duties, often, .. } = builder;
        let mut met = Vec::new();
        // Whatever else is a duty at the start makes it no easier, but may let a loop close sooner.
        circuit.begin_with(duties[0].now);
        for duty in &duties {
            circuit.latches[duty.latch].next = duty.promise.unwrap_or(Lit::FALSE);
            met.push(circuit.aig.implies(duty.now, duty.demand));
        }
        let promises: Vec<Lit> = duties.iter().filter_map(|duty| duty.promise).collect();
        Monitor {
            met: circuit.aig.all(met),
            settled: !circuit.aig.any(promises),
            often,
            duties: duties.iter().map(|duty| duty.now).collect(),
        }
    }
}

impl<'f> Builder<'_, 'f> {
    /// The number of the duty to satisfy a formula.
    fn duty(&mut self, formula: &'f Formula, positive: bool) -> usize {
        if let Some(known) = self.index.get(&(formula, positive)) {
            return *known;
        }
        let number = self.duties.len();
        let latch = self.circuit.latch(format!("duty {number}"));
        let now = self.circuit.latches[latch].now;
        self.index.insert((formula, positive), number);
        self.duties.push(Duty { latch, now, promise: None, demand: Lit::TRUE });
        let demand = self.now(formula, positive);
        self.duties[number].demand = demand;
        number
    }

    /// The promise to satisfy a formula from the next position on.
    fn promise(&mut self, formula: &'f Formula, positive: bool) -> Lit {
        let number = self.duty(formula, positive);
        match self.duties[number].promise {
            Some(known) => known,
            None => {
                let promise = self.circuit.input();
                self.duties[number].promise = Some(promise);
                promise
            }
        }
    }

    /// What a formula demands now.
    fn now(&mut self, formula: &'f Formula, positive: bool) -> Lit {
        use Formula::*;
        match formula {
            Not(inner) => self.now(inner, !positive),
            And(list) | Or(list) => {
                let parts: Vec<Lit> = list.iter().map(|part| self.now(part, positive)).collect();
                match matches!(formula, And(_)) == positive {
                    true => self.circuit.aig.all(parts),
                    false => self.circuit.aig.any(parts),
                }
            }
            Next(inner) => match self.now(inner, positive) {
                constant @ (Lit::TRUE | Lit::FALSE) if self.whole => constant,
                _ => self.promise(inner, positive),
            },
            // `F a` is `true U a`, and its negation `false R !a`.
            Finally(a) => self.until(formula, positive, (self.true_, true), (a, positive), positive),
            Globally(a) => self.until(formula, positive, (self.true_, true), (a, positive), !positive),
            Until(a, b) => self.until(formula, positive, (a, positive), (b, positive), positive),
            Release(a, b) => self.until(formula, positive, (a, positive), (b, positive), !positive),
            WeakUntil(a, b) => self.weak_until(formula, positive, a, b),
            _ => (self.atom)(self.circuit, formula).negate_if(!positive),
        }
    }

    /// `b | (a & promise)` if strong, else its dual `b & (a | promise)`, where the `true` of `F` and `G`
    /// is read as false.
    fn until(
        &mut self,
        formula: &'f Formula,
        positive: bool,
        a: (&'f Formula, bool),
        b: (&'f Formula, bool),
        strong: bool,
    ) -> Lit {
        let is_unit = std::ptr::eq(a.0, self.true_);
        let b = self.now(b.0, b.1);
        if self.whole && b.as_constant().is_some() {
            return b;
        }
        let promise = self.promise(formula, positive);
        let a = if is_unit { Lit::constant(strong) } else { self.now(a.0, a.1) };
        let aig = &mut self.circuit.aig;
        if !strong {
            let either = aig.or(a, promise);
            return aig.and(b, either);
        }
        let both = aig.and(a, promise);
        let demand = aig.or(b, both);
        self.keep(formula, positive, b);
        demand
    }

    /// `a W b` is `b | (a & promise)` without the need to come to an end; its negation is
    /// `!b U (!a & !b)`.
    fn weak_until(&mut self, formula: &'f Formula, positive: bool, a: &'f Formula, b: &'f Formula) -> Lit {
        let promise = self.promise(formula, positive);
        let (a, b) = (self.now(a, positive), self.now(b, positive));
        let aig = &mut self.circuit.aig;
        if positive {
            let both = aig.and(a, promise);
            return aig.or(b, both);
        }
        let neither = aig.and(a, b);
        let both = aig.and(b, promise);
        let demand = aig.or(neither, both);
        self.keep(formula, positive, neither);
        demand
    }

    /// The duty must not be put off for ever: again and again there is none, or it is fulfilled.
    fn keep(&mut self, formula: &'f Formula, positive: bool, fulfilled: Lit) {
        let number = self.duty(formula, positive);
        let now = self.duties[number].now;
        let kept = self.circuit.aig.or(!now, fulfilled);
        if !self.often.contains(&kept) {
            self.often.push(kept);
        }
    }
}
