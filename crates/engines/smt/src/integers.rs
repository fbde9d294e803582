//! Terms as an algebra of bits and integers: the integers of SMT-LIB have no bounds, so the known bounds of
//! each only save questions.

use std::convert::Infallible;

use synod_symbolic::{Bits, Integers, Plain, Scope};

use crate::terms::{Op, Term, Terms};

/// An integer, at least `lo` and at most `hi`.
#[derive(Clone, Copy, Debug)]
pub struct Int {
    /// Its value.
    pub term: Term,
    /// Its least value.
    pub lo: i128,
    /// Its greatest value.
    pub hi: i128,
}

/// A value of the sort of its type.
pub type Value = Plain<Term, Int>;

/// The value as a term.
pub fn term(value: &Value) -> Term {
    match value {
        Plain::Bit(term) | Plain::Int(Int { term, .. }) => *term,
    }
}

/// What expressions read.
#[derive(Clone, Debug)]
pub struct TermScope<'a> {
    /// The values in the current state, by slot.
    pub slots: &'a [Value],
    /// The values of the choices.
    pub choices: Vec<Value>,
    /// For each part, whether each of its alternatives is taken.
    pub took: Vec<Vec<Term>>,
}

impl<'a> TermScope<'a> {
    /// The state alone.
    pub fn of_states(slots: &'a [Value]) -> Self {
        TermScope { slots, choices: Vec::new(), took: Vec::new() }
    }
}

impl Scope<Terms> for TermScope<'_> {
    fn slot(&self, _: &mut Terms, slot: usize) -> Result<Value, Infallible> {
        Ok(self.slots[slot].clone())
    }

    fn choice(&self, _: &mut Terms, position: usize) -> Result<Value, Infallible> {
        Ok(self.choices[position].clone())
    }

    fn took(&self, _: &mut Terms, part: usize, alternative: usize) -> Result<Term, Infallible> {
        Ok(self.took[part][alternative])
    }

    fn range(&self, _: usize) -> Option<(i64, i64)> {
        None
    }
}

impl Bits for Terms {
    type Bit = Term;
    type Error = Infallible;

    fn constant(&mut self, value: bool) -> Term {
        self.bool(value)
    }

    fn as_constant(&self, bit: &Term) -> Option<bool> {
        self.as_bool(*bit)
    }

    fn not(&mut self, bit: &Term) -> Term {
        Terms::not(self, *bit)
    }

    fn all(&mut self, bits: Vec<Term>) -> Result<Term, Infallible> {
        Ok(Terms::and(self, bits))
    }

    fn any(&mut self, bits: Vec<Term>) -> Result<Term, Infallible> {
        Ok(Terms::or(self, bits))
    }

    fn xor(&mut self, a: &Term, b: &Term) -> Result<Term, Infallible> {
        let same = self.apply(Op::Eq, *a, *b);
        Ok(Terms::not(self, same))
    }

    fn ite(&mut self, condition: &Term, then: &Term, otherwise: &Term) -> Result<Term, Infallible> {
        Ok(Terms::ite(self, *condition, *then, *otherwise))
    }
}

impl Integers for Terms {
    type Int = Int;

    fn int(&mut self, value: i128) -> Int {
        Int { term: Terms::int(self, value), lo: value, hi: value }
    }

    fn int_of_bit(&mut self, bit: &Term) -> Int {
        let (one, zero) = (Terms::int(self, 1), Terms::int(self, 0));
        Int { term: Terms::ite(self, *bit, one, zero), lo: 0, hi: 1 }
    }

    fn bounds(&self, a: &Int) -> (i128, i128) {
        (a.lo, a.hi)
    }

    fn within(&mut self, a: Int, lo: i128, hi: i128) -> Int {
        let (lo, hi) = (a.lo.max(lo), a.hi.min(hi));
        if lo > hi { a } else { Int { lo, hi, ..a } }
    }

    fn add(&mut self, a: &Int, b: &Int) -> Result<Int, Infallible> {
        Ok(Int { term: self.apply(Op::Add, a.term, b.term), lo: a.lo + b.lo, hi: a.hi + b.hi })
    }

    fn sub(&mut self, a: &Int, b: &Int) -> Result<Int, Infallible> {
        Ok(Int { term: self.apply(Op::Sub, a.term, b.term), lo: a.lo - b.hi, hi: a.hi - b.lo })
    }

    fn mul(&mut self, a: &Int, b: &Int) -> Result<Int, Infallible> {
        let corners = [a.lo * b.lo, a.lo * b.hi, a.hi * b.lo, a.hi * b.hi];
        let (lo, hi) = corners.iter().fold((corners[0], corners[0]), |(lo, hi), c| (lo.min(*c), hi.max(*c)));
        Ok(Int { term: self.apply(Op::Mul, a.term, b.term), lo, hi })
    }

    fn divide(&mut self, dividend: &Int, divisor: &Int) -> Result<(Int, Int), Infallible> {
        let quotient = self.apply(Op::Div, dividend.term, divisor.term);
        let remainder = self.apply(Op::Mod, dividend.term, divisor.term);
        let most = dividend.hi.min((divisor.hi - 1).max(0));
        let most_quotient = dividend.hi / divisor.lo.max(1);
        Ok((Int { term: quotient, lo: 0, hi: most_quotient }, Int { term: remainder, lo: 0, hi: most }))
    }

    fn modulo(&mut self, a: &Int, modulus: &Int) -> Result<Int, Infallible> {
        Ok(Int { term: self.apply(Op::Mod, a.term, modulus.term), lo: 0, hi: (modulus.hi - 1).max(0) })
    }

    fn choose(&mut self, condition: &Term, then: &Int, otherwise: &Int) -> Result<Int, Infallible> {
        let term = Terms::ite(self, *condition, then.term, otherwise.term);
        Ok(Int { term, lo: then.lo.min(otherwise.lo), hi: then.hi.max(otherwise.hi) })
    }

    fn equal(&mut self, a: &Int, b: &Int) -> Result<Term, Infallible> {
        Ok(self.apply(Op::Eq, a.term, b.term))
    }

    fn less(&mut self, a: &Int, b: &Int) -> Result<Term, Infallible> {
        if a.hi < b.lo || a.lo >= b.hi {
            return Ok(self.bool(a.hi < b.lo));
        }
        Ok(self.apply(Op::Lt, a.term, b.term))
    }
}

#[cfg(test)]
mod tests {
    use rustc_hash::FxHashMap;
    use synod_core::{Part, Rule, System, Type};
    use synod_symbolic::testing::{Assignment, Fields, Instance, agrees_with_the_evaluator, bounds};

    use super::*;
    use crate::machine::is;
    use crate::terms::Sort;

    /// For each symbol its values at the samples.
    #[derive(Default)]
    struct Named {
        values: FxHashMap<String, Vec<i64>>,
    }

    impl Instance for Named {
        type Algebra = Terms;
        type Scope = TermScope<'static>;

        fn new(system: &System, rule: &Rule, samples: &[Assignment]) -> (Self, Terms, TermScope<'static>) {
            let (mut terms, mut named) = (Terms::default(), Named::default());
            let Fields { slots, choices, parts } = Fields::new(system, rule, samples, |ty, values| {
                let name = format!("x{}", named.values.len());
                named.values.insert(name.clone(), values);
                let (lo, hi) = bounds(system, ty);
                match ty {
                    Type::Bool => Plain::Bit(terms.symbol(name, Sort::Bool).term),
                    _ => {
                        let term = terms.symbol(name, Sort::Int).term;
                        Plain::Int(Int { term, lo: lo.into(), hi: hi.into() })
                    }
                }
            });
            let took = |(way, part): (&Value, &Part)| {
                let positions = 0..part.alternatives.len();
                positions.map(|position| is(&mut terms, term(way), position as i128)).collect()
            };
            let took = std::iter::zip(&parts, &rule.parts).map(took).collect();
            (named, terms, TermScope { slots: slots.leak(), choices, took })
        }

        fn bit(&self, terms: &Terms, bit: &Term, sample: usize) -> bool {
            self.int(terms, &Int { term: *bit, lo: 0, hi: 1 }, sample) == 1
        }

        fn int(&self, terms: &Terms, int: &Int, sample: usize) -> i128 {
            terms.value(int.term, &|name| self.values[name][sample].into())
        }
    }

    #[test]
    fn terms_agree_with_the_evaluator() {
        agrees_with_the_evaluator::<Named>(200);
    }
}
