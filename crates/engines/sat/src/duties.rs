//! Formulas of linear time as duties and promises.
//!
//! A *duty* is a bit of state: a subformula that must hold from here on. What a duty demands now is an
//! expression over atoms and *promises*, free bits that become duties in the next state. Because formulas
//! are in negation normal form, having fewer duties is never harder. A run satisfies the formula if the
//! demands can be met for ever and no promise of an until is put off for ever; a position without
//! promises settles it for every continuation.

use rustc_hash::FxHashMap;
use synod_core::Formula;

/// Bits, and how they combine.
pub trait Logic {
    /// A bit.
    type Bit: Copy + PartialEq;
    /// True or false.
    fn constant(&mut self, value: bool) -> Self::Bit;
    /// The value of a constant.
    fn as_constant(&self, bit: Self::Bit) -> Option<bool>;
    /// Negation.
    fn not(&mut self, bit: Self::Bit) -> Self::Bit;
    /// All of them.
    fn all(&mut self, bits: Vec<Self::Bit>) -> Self::Bit;
    /// At least one of them.
    fn any(&mut self, bits: Vec<Self::Bit>) -> Self::Bit;
    /// A new bit of state, for the duty of this number.
    fn duty(&mut self, number: usize) -> Self::Bit;
    /// A new free bit, for the promise to take up the duty of this number.
    fn promise(&mut self, number: usize) -> Self::Bit;
    /// An atom of the formula.
    fn atom(&mut self, formula: &Formula) -> Self::Bit;
}

/// A duty.
#[derive(Clone, Debug)]
pub struct Duty<B> {
    /// It is one now.
    pub now: B,
    /// It is promised for the next state, if it ever is.
    pub promise: Option<B>,
    /// What it demands now.
    pub demand: B,
}

/// All duties of a formula; the first is the formula itself.
#[derive(Clone, Debug)]
pub struct Duties<B> {
    /// The duties.
    pub list: Vec<Duty<B>>,
    /// Each must hold again and again.
    pub often: Vec<B>,
}

struct Builder<'a, 'f, L: Logic> {
    logic: &'a mut L,
    duties: Vec<Duty<L::Bit>>,
    index: FxHashMap<(&'f Formula, bool), usize>,
    often: Vec<L::Bit>,
    true_: &'f Formula,
    whole: bool,
}

impl<B: Copy + PartialEq> Duties<B> {
    /// The duties of the negation of a formula about one run. What is constant among its atoms is so in
    /// every state there is only if `whole`.
    pub fn of_negation<L: Logic<Bit = B>>(logic: &mut L, formula: &Formula, whole: bool) -> Self {
        let truth = Formula::And(vec![]);
        let mut builder = Builder {
            logic,
            duties: Vec::new(),
            index: FxHashMap::default(),
            often: Vec::new(),
            true_: &truth,
            whole,
        };
        builder.duty(formula, false);
        Duties { list: builder.duties, often: builder.often }
    }

    /// All demands are met now.
    pub fn met<L: Logic<Bit = B>>(&self, logic: &mut L) -> B {
        let mut all = Vec::new();
        for duty in &self.list {
            let free = logic.not(duty.now);
            all.push(logic.any(vec![free, duty.demand]));
        }
        logic.all(all)
    }

    /// Nothing is promised.
    pub fn settled<L: Logic<Bit = B>>(&self, logic: &mut L) -> B {
        let promised = logic.any(self.list.iter().filter_map(|duty| duty.promise).collect());
        logic.not(promised)
    }
}

impl<'f, L: Logic> Builder<'_, 'f, L> {
    /// The number of the duty to satisfy a formula.
    fn duty(&mut self, formula: &'f Formula, positive: bool) -> usize {
        if let Some(known) = self.index.get(&(formula, positive)) {
            return *known;
        }
        let number = self.duties.len();
        let (now, demand) = (self.logic.duty(number), self.logic.constant(true));
        self.index.insert((formula, positive), number);
        self.duties.push(Duty { now, promise: None, demand });
        let demand = self.now(formula, positive);
        self.duties[number].demand = demand;
        number
    }

    /// The promise to satisfy a formula from the next position on.
    fn promise(&mut self, formula: &'f Formula, positive: bool) -> L::Bit {
        let number = self.duty(formula, positive);
        match self.duties[number].promise {
            Some(known) => known,
            None => {
                let promise = self.logic.promise(number);
                self.duties[number].promise = Some(promise);
                promise
            }
        }
    }

    /// What a formula demands now.
    fn now(&mut self, formula: &'f Formula, positive: bool) -> L::Bit {
        use Formula::*;
        match formula {
            Not(inner) => self.now(inner, !positive),
            And(list) | Or(list) => {
                let parts: Vec<L::Bit> = list.iter().map(|part| self.now(part, positive)).collect();
                match matches!(formula, And(_)) == positive {
                    true => self.logic.all(parts),
                    false => self.logic.any(parts),
                }
            }
            Next(inner) => {
                let now = self.now(inner, positive);
                if self.whole && self.logic.as_constant(now).is_some() {
                    return now;
                }
                self.promise(inner, positive)
            }
            // `F a` is `true U a`, and its negation `false R !a`.
            Finally(a) => self.until(formula, positive, (self.true_, true), (a, positive), positive),
            Globally(a) => self.until(formula, positive, (self.true_, true), (a, positive), !positive),
            Until(a, b) => self.until(formula, positive, (a, positive), (b, positive), positive),
            Release(a, b) => self.until(formula, positive, (a, positive), (b, positive), !positive),
            WeakUntil(a, b) => self.weak_until(formula, positive, a, b),
            _ => {
                let atom = self.logic.atom(formula);
                if positive { atom } else { self.logic.not(atom) }
            }
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
    ) -> L::Bit {
        let is_unit = std::ptr::eq(a.0, self.true_);
        let b = self.now(b.0, b.1);
        if self.whole && self.logic.as_constant(b).is_some() {
            return b;
        }
        let promise = self.promise(formula, positive);
        let a = if is_unit { self.logic.constant(strong) } else { self.now(a.0, a.1) };
        if !strong {
            let either = self.logic.any(vec![a, promise]);
            return self.logic.all(vec![b, either]);
        }
        let both = self.logic.all(vec![a, promise]);
        let demand = self.logic.any(vec![b, both]);
        self.keep(formula, positive, b);
        demand
    }

    /// `a W b` is `b | (a & promise)` without the need to come to an end; its negation is
    /// `!b U (!a & !b)`.
    fn weak_until(&mut self, formula: &'f Formula, positive: bool, a: &'f Formula, b: &'f Formula) -> L::Bit {
        let promise = self.promise(formula, positive);
        let (a, b) = (self.now(a, positive), self.now(b, positive));
        if positive {
            let both = self.logic.all(vec![a, promise]);
            return self.logic.any(vec![b, both]);
        }
        let neither = self.logic.all(vec![a, b]);
        let both = self.logic.all(vec![b, promise]);
        let demand = self.logic.any(vec![neither, both]);
        self.keep(formula, positive, neither);
        demand
    }

    /// The duty must not be put off for ever: again and again there is none, or it is fulfilled.
    fn keep(&mut self, formula: &'f Formula, positive: bool, fulfilled: L::Bit) {
        let number = self.duty(formula, positive);
        let now = self.duties[number].now;
        let free = self.logic.not(now);
        let kept = self.logic.any(vec![free, fulfilled]);
        if !self.often.contains(&kept) {
            self.often.push(kept);
        }
    }
}
