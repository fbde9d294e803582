//! Formulas of linear time as obligations: a symbolic tableau, read as a monitor automaton of the negation
//! (Clarke, Grumberg, Hamaguchi: Another look at LTL model checking; Gerth, Peled, Vardi, Wolper).
//!
//! An *obligation* is a bit of state: a subformula that must hold from here on. What it requires now, by the
//! expansion law of its operator, is a condition over atoms and over free bits that say which obligations
//! are passed on to the next position. Because formulas are in negation normal form, having fewer
//! obligations is never harder. A run satisfies the formula if the requirements can be met for ever and no
//! until is put off for ever; a position that passes nothing on settles it for every continuation.

use rustc_hash::FxHashMap;
use synod_core::{Formula, System};
use synod_passes::under_fairness;

use crate::algebra::Bits;

/// The conjuncts of a property, each over fair runs only if the system has fairness.
pub fn conjuncts(system: &System, formula: &Formula) -> Vec<Formula> {
    formula.conjuncts().iter().map(|conjunct| under_fairness(conjunct, &system.fairness)).collect()
}

/// Where the bits of a tableau come from.
pub trait Tableau {
    /// What its conditions are made of.
    type Algebra: Bits;

    /// The algebra.
    fn algebra(&mut self) -> &mut Self::Algebra;
    /// A new bit of state, for the obligation of this number.
    fn obligation(&mut self, number: usize) -> BitOf<Self>;
    /// A new free bit: the obligation of this number is passed on.
    fn passed_on(&mut self, number: usize) -> BitOf<Self>;
    /// An atom of the formula.
    fn atom(&mut self, formula: &Formula) -> BitResult<Self>;

    /// A formula about one position.
    fn position(&mut self, formula: &Formula) -> BitResult<Self> {
        match formula {
            Formula::Not(inner) => {
                let inner = self.position(inner)?;
                Ok(self.algebra().not(&inner))
            }
            Formula::And(list) | Formula::Or(list) => {
                let parts = list.iter().map(|part| self.position(part)).collect::<Result<Vec<_>, _>>()?;
                let algebra = self.algebra();
                if matches!(formula, Formula::And(_)) { algebra.all(parts) } else { algebra.any(parts) }
            }
            atom => self.atom(atom),
        }
    }
}

type BitOf<T> = <<T as Tableau>::Algebra as Bits>::Bit;
type ErrorOf<T> = <<T as Tableau>::Algebra as Bits>::Error;
type BitResult<T> = Result<BitOf<T>, ErrorOf<T>>;

/// An obligation.
#[derive(Clone, Debug)]
pub struct Obligation<B> {
    /// It is due now.
    pub due: B,
    /// It is passed on to the next position, if it ever is.
    pub passed_on: Option<B>,
    /// What it requires now.
    pub requires: B,
}

/// All obligations of a formula; the first is the formula itself.
#[derive(Clone, Debug)]
pub struct Obligations<B> {
    /// The obligations.
    pub list: Vec<Obligation<B>>,
    /// The acceptance condition (generalised Büchi): each must hold infinitely often.
    pub accepting: Vec<B>,
}

struct Builder<'a, 'f, T: Tableau> {
    tableau: &'a mut T,
    list: Vec<Obligation<BitOf<T>>>,
    index: FxHashMap<(&'f Formula, bool), usize>,
    accepting: Vec<BitOf<T>>,
    true_: &'f Formula,
    whole: bool,
}

impl<B: Clone + PartialEq> Obligations<B> {
    /// The obligations of the negation of a formula about one run. What is constant among its atoms is so
    /// in every state there is only if `whole`.
    pub fn of_negation<T>(tableau: &mut T, formula: &Formula, whole: bool) -> Result<Self, ErrorOf<T>>
    where
        T: Tableau<Algebra: Bits<Bit = B>>,
    {
        let truth = Formula::And(vec![]);
        let mut builder = Builder {
            tableau,
            list: Vec::new(),
            index: FxHashMap::default(),
            accepting: Vec::new(),
            true_: &truth,
            whole,
        };
        builder.obligation(formula, false)?;
        Ok(Obligations { list: builder.list, accepting: builder.accepting })
    }

    /// All that is due meets its requirement now.
    pub fn met<A: Bits<Bit = B>>(&self, algebra: &mut A) -> Result<B, A::Error> {
        let mut all = Vec::new();
        for obligation in &self.list {
            let free = algebra.not(&obligation.due);
            all.push(algebra.or(&free, &obligation.requires)?);
        }
        algebra.all(all)
    }

    /// Nothing is passed on.
    pub fn settled<A: Bits<Bit = B>>(&self, algebra: &mut A) -> Result<B, A::Error> {
        let left = self.list.iter().filter_map(|obligation| obligation.passed_on.clone()).collect();
        let left = algebra.any(left)?;
        Ok(algebra.not(&left))
    }
}

impl<'f, T: Tableau> Builder<'_, 'f, T> {
    /// The number of the obligation to satisfy a formula.
    fn obligation(&mut self, formula: &'f Formula, positive: bool) -> Result<usize, ErrorOf<T>> {
        if let Some(known) = self.index.get(&(formula, positive)) {
            return Ok(*known);
        }
        let number = self.list.len();
        let (due, requires) = (self.tableau.obligation(number), self.tableau.algebra().constant(true));
        self.index.insert((formula, positive), number);
        self.list.push(Obligation { due, passed_on: None, requires });
        self.list[number].requires = self.now(formula, positive)?;
        Ok(number)
    }

    /// The obligation to satisfy a formula from the next position on.
    fn next(&mut self, formula: &'f Formula, positive: bool) -> BitResult<T> {
        let number = self.obligation(formula, positive)?;
        if let Some(known) = &self.list[number].passed_on {
            return Ok(known.clone());
        }
        let bit = self.tableau.passed_on(number);
        self.list[number].passed_on = Some(bit.clone());
        Ok(bit)
    }

    /// What a formula requires now.
    fn now(&mut self, formula: &'f Formula, positive: bool) -> BitResult<T> {
        use Formula::*;
        match formula {
            Not(inner) => self.now(inner, !positive),
            And(list) | Or(list) => {
                let parts = list.iter().map(|part| self.now(part, positive)).collect::<Result<_, _>>()?;
                match matches!(formula, And(_)) == positive {
                    true => self.tableau.algebra().all(parts),
                    false => self.tableau.algebra().any(parts),
                }
            }
            Next(inner) => {
                let now = self.now(inner, positive)?;
                if self.whole && self.tableau.algebra().as_constant(&now).is_some() {
                    return Ok(now);
                }
                self.next(inner, positive)
            }
            // `F a` is `true U a`, and its negation `false R !a`.
            Finally(a) => self.until(formula, positive, (self.true_, true), (a, positive), positive),
            Globally(a) => self.until(formula, positive, (self.true_, true), (a, positive), !positive),
            Until(a, b) => self.until(formula, positive, (a, positive), (b, positive), positive),
            Release(a, b) => self.until(formula, positive, (a, positive), (b, positive), !positive),
            WeakUntil(a, b) => self.weak_until(formula, positive, a, b),
            _ => {
                let atom = self.tableau.atom(formula)?;
                Ok(if positive { atom } else { self.tableau.algebra().not(&atom) })
            }
        }
    }

    /// `b | (a & next)` if strong, else its dual `b & (a | next)`, where the `true` of `F` and `G` is read
    /// as false.
    fn until(
        &mut self,
        formula: &'f Formula,
        positive: bool,
        a: (&'f Formula, bool),
        b: (&'f Formula, bool),
        strong: bool,
    ) -> BitResult<T> {
        let is_unit = std::ptr::eq(a.0, self.true_);
        let b = self.now(b.0, b.1)?;
        if self.whole && self.tableau.algebra().as_constant(&b).is_some() {
            return Ok(b);
        }
        let next = self.next(formula, positive)?;
        let a = if is_unit { self.tableau.algebra().constant(strong) } else { self.now(a.0, a.1)? };
        if !strong {
            let either = self.tableau.algebra().or(&a, &next)?;
            return self.tableau.algebra().and(&b, &either);
        }
        let both = self.tableau.algebra().and(&a, &next)?;
        let requires = self.tableau.algebra().or(&b, &both)?;
        self.accept(formula, positive, &b)?;
        Ok(requires)
    }

    /// `a W b` is `b | (a & next)` without the need to come to an end; its negation is `!b U (!a & !b)`.
    fn weak_until(
        &mut self,
        formula: &'f Formula,
        positive: bool,
        a: &'f Formula,
        b: &'f Formula,
    ) -> BitResult<T> {
        let next = self.next(formula, positive)?;
        let (a, b) = (self.now(a, positive)?, self.now(b, positive)?);
        if positive {
            let both = self.tableau.algebra().and(&a, &next)?;
            return self.tableau.algebra().or(&b, &both);
        }
        let neither = self.tableau.algebra().and(&a, &b)?;
        let both = self.tableau.algebra().and(&b, &next)?;
        let requires = self.tableau.algebra().or(&neither, &both)?;
        self.accept(formula, positive, &neither)?;
        Ok(requires)
    }

    /// The obligation must not be put off for ever: infinitely often it is not due, or it is fulfilled.
    fn accept(
        &mut self,
        formula: &'f Formula,
        positive: bool,
        fulfilled: &BitOf<T>,
    ) -> Result<(), ErrorOf<T>> {
        let number = self.obligation(formula, positive)?;
        let free = self.tableau.algebra().not(&self.list[number].due);
        let condition = self.tableau.algebra().or(&free, fulfilled)?;
        if !self.accepting.contains(&condition) {
            self.accepting.push(condition);
        }
        Ok(())
    }
}
