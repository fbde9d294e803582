//! Integers as words of bits: exact arithmetic, every result as wide as its least and greatest value need.

use crate::aig::{Aig, Lit};

/// An integer: a base plus a number in two's complement, least significant bit first, the last bit being
/// the sign. The bounds contain its value (in states whose codes are in range), and the width is the least
/// that holds both.
///
/// With a base, the code of a variable is a word as it is, and comparing it with a constant or storing it
/// takes no adder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    base: i128,
    bits: Vec<Lit>,
    lo: i128,
    hi: i128,
}

/// How many bits a two's complement number needs for all of `lo..=hi`.
fn width(lo: i128, hi: i128) -> usize {
    let needed = |value: i128| 129 - (if value < 0 { !value } else { value }).leading_zeros() as usize;
    needed(lo).max(needed(hi))
}

impl Word {
    /// A constant.
    pub fn constant(value: i128) -> Word {
        Word { base: 0, bits: constant_bits(value), lo: value, hi: value }
    }

    /// The value `lo` plus an unsigned code, at most `hi`.
    pub fn of_code(code: &[Lit], lo: i64, hi: i64) -> Word {
        let bits = code.iter().copied().chain([Lit::FALSE]).collect();
        Word::fit(lo.into(), bits, lo.into(), hi.into())
    }

    /// The least significant `width` bits of the value minus `lo`.
    pub fn code(&self, aig: &mut Aig, lo: i64, width: usize) -> Vec<Lit> {
        self.with_base(aig, lo.into()).extended(width).into_iter().take(width).collect()
    }

    /// The word of these bits, which may be more or fewer than needed.
    fn fit(base: i128, mut bits: Vec<Lit>, lo: i128, hi: i128) -> Word {
        if lo == hi {
            return Word::constant(lo);
        }
        let wanted = width(lo - base, hi - base);
        let sign = bits.last().copied().unwrap_or(Lit::FALSE);
        bits.resize(wanted, sign);
        if lo >= base {
            bits[wanted - 1] = Lit::FALSE;
        }
        Word { base, bits, lo, hi }
    }

    /// The same value with another base.
    fn with_base(&self, aig: &mut Aig, base: i128) -> Word {
        if self.base == base {
            return self.clone();
        }
        if self.is_constant() {
            return Word { base, bits: constant_bits(self.lo - base), lo: self.lo, hi: self.hi };
        }
        let wide = width(self.lo - base, self.hi - base);
        let shift = extended(&constant_bits(self.base - base), wide);
        Word::fit(base, sum(aig, &self.extended(wide), &shift, Lit::FALSE, wide), self.lo, self.hi)
    }

    /// The value alone, without a base.
    fn plain(&self, aig: &mut Aig) -> Word {
        self.with_base(aig, 0)
    }

    fn is_constant(&self) -> bool {
        self.lo == self.hi
    }

    /// Two words with the same base.
    fn aligned(aig: &mut Aig, a: &Word, b: &Word) -> (Word, Word) {
        match a.is_constant() {
            true => (a.with_base(aig, b.base), b.clone()),
            false => (a.clone(), b.with_base(aig, a.base)),
        }
    }

    /// Least and greatest value.
    pub fn bounds(&self) -> (i128, i128) {
        (self.lo, self.hi)
    }

    fn extended(&self, width: usize) -> Vec<Lit> {
        extended(&self.bits, width)
    }

    fn sign(&self) -> Lit {
        self.bits.last().copied().unwrap_or(Lit::FALSE)
    }

    /// The word with narrower bounds, which are known to contain its value.
    pub fn within(self, lo: i128, hi: i128) -> Word {
        let (lo, hi) = (self.lo.max(lo), self.hi.min(hi));
        if lo > hi { self } else { Word::fit(self.base, self.bits, lo, hi) }
    }

    /// Sum.
    pub fn add(&self, aig: &mut Aig, other: &Word) -> Word {
        self.combine(aig, other, false)
    }

    /// Difference.
    pub fn sub(&self, aig: &mut Aig, other: &Word) -> Word {
        self.combine(aig, other, true)
    }

    /// Bases and bits, each for itself; a constant is only a base.
    fn combine(&self, aig: &mut Aig, other: &Word, subtract: bool) -> Word {
        let as_base = |aig: &mut Aig, word: &Word| match word.is_constant() {
            true => word.with_base(aig, word.lo),
            false => word.clone(),
        };
        let (a, b) = (as_base(aig, self), as_base(aig, other));
        let (base, lo, hi) = match subtract {
            false => (a.base + b.base, a.lo + b.lo, a.hi + b.hi),
            true => (a.base - b.base, a.lo - b.hi, a.hi - b.lo),
        };
        let wide = width(lo - base, hi - base);
        let right: Vec<Lit> = b.extended(wide).into_iter().map(|bit| bit.negate_if(subtract)).collect();
        let carry = Lit::constant(subtract);
        Word::fit(base, sum(aig, &a.extended(wide), &right, carry, wide), lo, hi)
    }

    /// Opposite.
    pub fn neg(&self, aig: &mut Aig) -> Word {
        Word::constant(0).sub(aig, self)
    }

    /// Absolute value.
    pub fn abs(&self, aig: &mut Aig) -> Word {
        let plain = self.plain(aig);
        if self.lo >= 0 {
            return plain;
        }
        let opposite = plain.neg(aig);
        let greatest = self.hi.max(-self.lo);
        Word::mux(aig, plain.sign(), &opposite, &plain).within(0, greatest)
    }

    /// Product.
    pub fn mul(&self, aig: &mut Aig, other: &Word) -> Word {
        let corners = [self.lo * other.lo, self.lo * other.hi, self.hi * other.lo, self.hi * other.hi];
        let lo = corners.into_iter().min().unwrap_or(0);
        let hi = corners.into_iter().max().unwrap_or(0);
        let wide = width(lo, hi);
        let (left, right) = (self.plain(aig).extended(wide), other.plain(aig).extended(wide));
        let mut total = vec![Lit::FALSE; wide];
        for (shift, bit) in right.iter().take(wide).enumerate() {
            if *bit == Lit::FALSE {
                continue;
            }
            let mut row = vec![Lit::FALSE; shift];
            row.extend(left.iter().take(wide - shift).map(|l| aig.and(*l, *bit)));
            total = sum(aig, &total, &row, Lit::FALSE, wide);
        }
        Word::fit(0, total, lo, hi)
    }

    /// Quotient cut toward zero and remainder with the sign of the dividend; meaningless for divisor 0.
    pub fn div_rem(&self, aig: &mut Aig, divisor: &Word) -> (Word, Word) {
        let (left, right) = (self.abs(aig), divisor.abs(aig));
        let (quotient, remainder) = left.divide(aig, &right);
        let (sign, divisor_sign) = (self.plain(aig).sign(), divisor.plain(aig).sign());
        let differ = aig.xor(sign, divisor_sign);
        let (opposite, negative) = (quotient.neg(aig), remainder.neg(aig));
        let (negative_quotient, negative_remainder) =
            (self.lo < 0 && divisor.hi > 0 || self.hi > 0 && divisor.lo < 0, self.lo < 0);
        let most = left.hi;
        let quotient = Word::mux(aig, differ, &opposite, &quotient)
            .within(if negative_quotient { -most } else { 0 }, most);
        let remainder = Word::mux(aig, sign, &negative, &remainder)
            .within(if negative_remainder { -most } else { 0 }, if self.hi > 0 { most } else { 0 });
        (quotient, remainder)
    }

    /// Long division of non-negative words without bases.
    fn divide(&self, aig: &mut Aig, divisor: &Word) -> (Word, Word) {
        let least = divisor.lo.max(1);
        let mut rest = Word::constant(0);
        let mut quotient = vec![Lit::FALSE; self.bits.len()];
        let greatest = (divisor.hi - 1).max(0);
        for place in (0..self.bits.len()).rev() {
            let bits = std::iter::once(self.bits[place]).chain(rest.bits.iter().copied()).collect();
            let shifted = Word::fit(0, bits, 0, 2 * rest.hi + 1);
            let fits = !shifted.less(aig, divisor);
            let reduced = shifted.sub(aig, divisor);
            rest = Word::mux(aig, fits, &reduced, &shifted).within(0, greatest.min(self.hi)).plain(aig);
            quotient[place] = fits;
        }
        (Word::fit(0, quotient, 0, self.hi / least), rest)
    }

    /// Euclidean modulo; meaningless unless the modulus is positive.
    pub fn modulo(&self, aig: &mut Aig, modulus: &Word) -> Word {
        let (_, remainder) = self.div_rem(aig, modulus);
        let wrapped = remainder.add(aig, modulus);
        let negative = remainder.plain(aig).sign();
        Word::mux(aig, negative, &wrapped, &remainder).within(0, (modulus.hi - 1).max(0))
    }

    /// `then` where the condition is true, else `otherwise`.
    pub fn mux(aig: &mut Aig, condition: Lit, then: &Word, otherwise: &Word) -> Word {
        match condition.as_constant() {
            Some(true) => return then.clone(),
            Some(false) => return otherwise.clone(),
            None => {}
        }
        let (lo, hi) = (then.lo.min(otherwise.lo), then.hi.max(otherwise.hi));
        let (then, otherwise) = Word::aligned(aig, then, otherwise);
        let wide = width(lo - then.base, hi - then.base);
        let pairs = std::iter::zip(then.extended(wide), otherwise.extended(wide));
        let bits = pairs.map(|(a, b)| aig.mux(condition, a, b)).collect();
        Word::fit(then.base, bits, lo, hi)
    }

    /// The smaller one, or the greater one.
    pub fn extreme(&self, aig: &mut Aig, other: &Word, smaller: bool) -> Word {
        let less = self.less(aig, other);
        let picked = Word::mux(aig, less.negate_if(!smaller), self, other);
        match smaller {
            true => picked.within(self.lo.min(other.lo), self.hi.min(other.hi)),
            false => picked.within(self.lo.max(other.lo), self.hi.max(other.hi)),
        }
    }

    /// Equality.
    pub fn equal(&self, aig: &mut Aig, other: &Word) -> Lit {
        if self.hi < other.lo || other.hi < self.lo {
            return Lit::FALSE;
        }
        let (a, b) = Word::aligned(aig, self, other);
        let wide = a.bits.len().max(b.bits.len());
        let pairs = std::iter::zip(a.extended(wide), b.extended(wide));
        let same: Vec<Lit> = pairs.map(|(a, b)| aig.iff(a, b)).collect();
        aig.all(same)
    }

    /// Less than.
    pub fn less(&self, aig: &mut Aig, other: &Word) -> Lit {
        if self.hi < other.lo {
            return Lit::TRUE;
        }
        if self.lo >= other.hi {
            return Lit::FALSE;
        }
        let (a, b) = Word::aligned(aig, self, other);
        let wide = a.bits.len().max(b.bits.len());
        let (a, b) = (a.extended(wide), b.extended(wide));
        let mut less = Lit::FALSE;
        for (place, (x, y)) in std::iter::zip(a, b).enumerate() {
            // The sign counts the other way round.
            let (x, y) = if place + 1 == wide { (y, x) } else { (x, y) };
            let differ = aig.xor(x, y);
            less = aig.mux(differ, y, less);
        }
        less
    }

    /// Whether the value lies between two bounds.
    pub fn between(&self, aig: &mut Aig, lo: i128, hi: i128) -> Lit {
        let below = self.less(aig, &Word::constant(lo));
        let above = Word::constant(hi).less(aig, self);
        aig.and(!below, !above)
    }
}

/// The bits of a constant.
fn constant_bits(value: i128) -> Vec<Lit> {
    (0..width(value, value)).map(|i| Lit::constant(value >> i & 1 == 1)).collect()
}

/// The bits of a number, at least so many.
fn extended(bits: &[Lit], width: usize) -> Vec<Lit> {
    let sign = bits.last().copied().unwrap_or(Lit::FALSE);
    let missing = width.saturating_sub(bits.len());
    bits.iter().copied().chain(std::iter::repeat_n(sign, missing)).collect()
}

/// The least significant `wide` bits of a sum.
fn sum(aig: &mut Aig, a: &[Lit], b: &[Lit], mut carry: Lit, wide: usize) -> Vec<Lit> {
    let mut bits = Vec::with_capacity(wide);
    for (x, y) in std::iter::zip(a, b).take(wide) {
        let half = aig.xor(*x, *y);
        bits.push(aig.xor(half, carry));
        carry = aig.mux(half, carry, *x);
    }
    bits
}

#[cfg(test)]
mod tests {
    use super::*;
    use synod_core::arith;

    fn value(word: &Word, values: &crate::aig::Values) -> i64 {
        let bit = |(place, lit): (usize, &Lit)| i64::from(values.of(*lit)) << place;
        let sign = 1 << (word.bits.len() - 1);
        let raw: i64 = word.bits.iter().enumerate().map(bit).sum();
        word.base as i64 + (raw ^ sign) - sign
    }

    #[test]
    fn arithmetic_is_that_of_the_definition() {
        for (la, ha, lb, hb) in [(-3, 4, -2, 3), (0, 7, 1, 4), (5, 12, -6, -2), (-8, -1, 0, 5)] {
            let mut aig = Aig::default();
            let [a, b] = [(la, ha), (lb, hb)].map(|(lo, hi)| {
                let code: Vec<Lit> = (0..4).map(|_| aig.input()).collect();
                (Word::of_code(&code, lo, hi), code)
            });
            let ((a, ca), (b, cb)) = (a, b);
            let (q, r) = a.div_rem(&mut aig, &b);
            let words = [
                a.add(&mut aig, &b),
                a.sub(&mut aig, &b),
                a.mul(&mut aig, &b),
                q,
                r,
                a.modulo(&mut aig, &b),
                a.extreme(&mut aig, &b, true),
                a.extreme(&mut aig, &b, false),
                a.neg(&mut aig),
                a.abs(&mut aig),
            ];
            let tests = [a.equal(&mut aig, &b), a.less(&mut aig, &b), a.between(&mut aig, -1, 2)];
            for (x, y) in (la..=ha).flat_map(|x| (lb..=hb).map(move |y| (x, y))) {
                let values = aig.simulate(|input| {
                    let place = |code: &[Lit]| code.iter().position(|c| *c == input);
                    match place(&ca) {
                        Some(i) => (x - la) >> i & 1 == 1,
                        None => (y - lb) >> place(&cb).unwrap() & 1 == 1,
                    }
                });
                let expected = [
                    arith::add(x, y),
                    arith::sub(x, y),
                    arith::mul(x, y),
                    arith::div(x, y),
                    arith::rem(x, y),
                    arith::modulo(x, y),
                    Some(x.min(y)),
                    Some(x.max(y)),
                    arith::neg(x),
                    arith::abs(x),
                ];
                for (number, (word, expected)) in words.iter().zip(expected).enumerate() {
                    if let Some(expected) = expected {
                        assert_eq!(value(word, &values), expected, "operation {number} on {x} and {y}");
                        let (lo, hi) = word.bounds();
                        assert!((lo..=hi).contains(&expected.into()), "bounds of operation {number}");
                    }
                }
                assert_eq!(tests.map(|t| values.of(t)), [x == y, x < y, (-1..=2).contains(&x)]);
            }
        }
    }
}
