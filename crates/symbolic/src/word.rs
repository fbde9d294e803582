//! Integers as words of bits: exact arithmetic, every result as wide as its least and greatest value need.

use crate::algebra::{Bits, Integers};
use crate::vector;

/// An integer: a base plus a number in two's complement, least significant bit first, the last bit being
/// the sign; without bits that number is 0. The bounds contain its value (in states whose codes are in
/// range), and the width is the least that holds both.
///
/// With a base, the code of a variable is a word as it is, and comparing it with a constant or storing it
/// takes no adder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word<B> {
    base: i128,
    bits: Vec<B>,
    lo: i128,
    hi: i128,
}

/// How many bits a two's complement number needs for all of `lo..=hi`.
fn width(lo: i128, hi: i128) -> usize {
    let needed = |value: i128| 129 - (if value < 0 { !value } else { value }).leading_zeros() as usize;
    needed(lo).max(needed(hi))
}

impl<B: Clone + PartialEq> Word<B> {
    /// A constant.
    pub fn constant(value: i128) -> Self {
        Word { base: value, bits: Vec::new(), lo: value, hi: value }
    }

    /// The value `lo` plus an unsigned code, least significant bit first, at most `hi`.
    pub fn of_code<A: BitBlasted<Bit = B>>(algebra: &mut A, code: &[B], lo: i64, hi: i64) -> Self {
        let bits = code.iter().cloned().chain([algebra.constant(false)]).collect();
        Word::fit(algebra, lo.into(), bits, lo.into(), hi.into())
    }

    /// The least significant `width` bits of the value minus `lo`.
    pub fn code<A: BitBlasted<Bit = B>>(
        &self,
        algebra: &mut A,
        lo: i64,
        width: usize,
    ) -> Result<Vec<B>, A::Error> {
        let mut bits = self.with_base(algebra, lo.into())?.extended(algebra, width);
        cut(algebra, &mut bits, width);
        Ok(bits)
    }

    /// The value, given that of each bit.
    pub fn value(&self, bit: impl Fn(&B) -> bool) -> i128 {
        let weight = |place: usize| if place + 1 == self.bits.len() { -1 << place } else { 1i128 << place };
        let set = self.bits.iter().enumerate().filter(|(_, of)| bit(of));
        self.base + set.map(|(place, _)| weight(place)).sum::<i128>()
    }

    /// The word of these bits, which may be more or fewer than needed.
    fn fit<A: BitBlasted<Bit = B>>(
        algebra: &mut A,
        base: i128,
        mut bits: Vec<B>,
        lo: i128,
        hi: i128,
    ) -> Self {
        if lo == hi {
            return Word::constant(lo);
        }
        let wanted = width(lo - base, hi - base);
        // What is at least the base has no sign.
        let kept = wanted - usize::from(lo >= base);
        cut(algebra, &mut bits, kept);
        let no = algebra.constant(false);
        let sign = bits.last().unwrap_or(&no).clone();
        bits.resize(kept, sign);
        bits.resize(wanted, no);
        Word { base, bits, lo, hi }
    }

    /// The same value with another base.
    fn with_base<A: BitBlasted<Bit = B>>(&self, algebra: &mut A, base: i128) -> Result<Self, A::Error> {
        if self.base == base {
            return Ok(self.clone());
        }
        if self.is_constant() {
            let bits = constant_bits(algebra, self.lo - base);
            return Ok(Word { base, bits, lo: self.lo, hi: self.hi });
        }
        let wide = width(self.lo - base, self.hi - base);
        let shift = constant_bits(algebra, self.base - base);
        let (bits, shift) = (self.extended(algebra, wide), extended(algebra, &shift, wide));
        let sum = vector::sum(algebra, &bits, &shift, false, wide)?;
        algebra.computed(&sum, WordOp::Binary(BinaryWordOp::Sum, &bits[..wide], &shift[..wide]));
        Ok(Word::fit(algebra, base, sum, self.lo, self.hi))
    }

    fn is_constant(&self) -> bool {
        self.lo == self.hi
    }

    /// Two words with the same base.
    fn aligned<A: BitBlasted<Bit = B>>(
        algebra: &mut A,
        a: &Self,
        b: &Self,
    ) -> Result<(Self, Self), A::Error> {
        Ok(match a.is_constant() {
            true => (a.with_base(algebra, b.base)?, b.clone()),
            false => (a.clone(), b.with_base(algebra, a.base)?),
        })
    }

    fn extended<A: BitBlasted<Bit = B>>(&self, algebra: &mut A, width: usize) -> Vec<B> {
        extended(algebra, &self.bits, width)
    }

    /// The bits of two aligned words, equally many.
    fn pair<A: BitBlasted<Bit = B>>(
        algebra: &mut A,
        a: &Self,
        b: &Self,
    ) -> Result<(Vec<B>, Vec<B>), A::Error> {
        let (a, b) = Word::aligned(algebra, a, b)?;
        let wide = a.bits.len().max(b.bits.len());
        Ok((a.extended(algebra, wide), b.extended(algebra, wide)))
    }

    /// Sum or difference: bases and bits, each for themselves.
    fn combine<A: BitBlasted<Bit = B>>(
        &self,
        algebra: &mut A,
        other: &Self,
        minus: bool,
    ) -> Result<Self, A::Error> {
        // A constant is only a base.
        let as_base = |word: &Self| if word.is_constant() { Word::constant(word.lo) } else { word.clone() };
        let (a, b) = (as_base(self), as_base(other));
        let (base, lo, hi) = match minus {
            false => (a.base + b.base, a.lo + b.lo, a.hi + b.hi),
            true => (a.base - b.base, a.lo - b.hi, a.hi - b.lo),
        };
        if b.bits.is_empty() || a.bits.is_empty() && !minus {
            let bits = if b.bits.is_empty() { a.bits } else { b.bits };
            return Ok(Word { base, bits, lo, hi });
        }
        let wide = width(lo - base, hi - base);
        let (left, right) = (a.extended(algebra, wide), b.extended(algebra, wide));
        let (bits, op) = match minus {
            false => (vector::sum(algebra, &left, &right, false, wide)?, BinaryWordOp::Sum),
            true => {
                let complement: Vec<B> = right.iter().map(|bit| algebra.not(bit)).collect();
                (vector::sum(algebra, &left, &complement, true, wide)?, BinaryWordOp::Difference)
            }
        };
        algebra.computed(&bits, WordOp::Binary(op, &left[..wide], &right[..wide]));
        Ok(Word::fit(algebra, base, bits, lo, hi))
    }
}

/// An algebra of bits whose integers are words of them.
pub trait BitBlasted: Bits {
    /// Whether it is told of the words, to write them instead of bits.
    fn keeps_words(&self) -> bool {
        false
    }

    /// Told of each word that an operation gave.
    fn computed(&mut self, _result: &[Self::Bit], _by: WordOp<Self::Bit>) {}

    /// The result of an operation that means nothing for some operands. Who writes the operation instead,
    /// which may differ there, gives bits that only results of the same operation are equal to.
    fn partial(&mut self, result: Vec<Self::Bit>, _by: WordOp<Self::Bit>) -> Vec<Self::Bit> {
        result
    }
}

/// What gave a word, on operands of equal width. The result is cut to as many bits as it has.
#[derive(Clone, Copy, Debug)]
pub enum WordOp<'a, B> {
    /// Of two words.
    Binary(BinaryWordOp, &'a [B], &'a [B]),
    /// The word of the first condition that holds, else the last word.
    Select(&'a [(&'a B, &'a [B])], &'a [B]),
    /// A longer word, cut.
    Cut(&'a [B]),
}

/// Operations of two words; comparisons give one bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BinaryWordOp {
    /// Sum.
    Sum,
    /// Difference.
    Difference,
    /// Product.
    Product,
    /// Quotient of unsigned words; means nothing for divisor 0.
    Quotient,
    /// Remainder of unsigned words; means nothing for divisor 0.
    Remainder,
    /// Equality.
    Equal,
    /// Less than, in two's complement.
    Less,
}

impl<A: BitBlasted> Integers for A {
    type Int = Word<A::Bit>;

    fn int(&mut self, value: i128) -> Self::Int {
        Word::constant(value)
    }

    fn int_of_bit(&mut self, bit: &A::Bit) -> Self::Int {
        Word::of_code(self, std::slice::from_ref(bit), 0, 1)
    }

    fn bounds(&self, a: &Self::Int) -> (i128, i128) {
        (a.lo, a.hi)
    }

    fn within(&mut self, a: Self::Int, lo: i128, hi: i128) -> Self::Int {
        let (lo, hi) = (a.lo.max(lo), a.hi.min(hi));
        if lo > hi { a } else { Word::fit(self, a.base, a.bits, lo, hi) }
    }

    fn stored(&mut self, a: &Self::Int, lo: i64, hi: i64) -> Result<Self::Int, A::Error> {
        let rebased = a.with_base(self, lo.into())?;
        Ok(self.within(rebased, lo.into(), hi.into()))
    }

    fn add(&mut self, a: &Self::Int, b: &Self::Int) -> Result<Self::Int, A::Error> {
        a.combine(self, b, false)
    }

    fn sub(&mut self, a: &Self::Int, b: &Self::Int) -> Result<Self::Int, A::Error> {
        a.combine(self, b, true)
    }

    fn mul(&mut self, a: &Self::Int, b: &Self::Int) -> Result<Self::Int, A::Error> {
        let corners = [a.lo * b.lo, a.lo * b.hi, a.hi * b.lo, a.hi * b.hi];
        let lo = corners.into_iter().min().unwrap_or(0);
        let hi = corners.into_iter().max().unwrap_or(0);
        let wide = width(lo, hi);
        let (left, right) = (a.with_base(self, 0)?.extended(self, wide), b.with_base(self, 0)?);
        let right = right.extended(self, wide);
        let total = vector::product(self, &left, &right, wide)?;
        self.computed(&total, WordOp::Binary(BinaryWordOp::Product, &left[..wide], &right[..wide]));
        Ok(Word::fit(self, 0, total, lo, hi))
    }

    fn divide(
        &mut self,
        dividend: &Self::Int,
        divisor: &Self::Int,
    ) -> Result<(Self::Int, Self::Int), A::Error> {
        let dividend = dividend.with_base(self, 0)?;
        let mut rest: Self::Int = Word::constant(0);
        let mut quotient = vec![self.constant(false); dividend.bits.len()];
        let greatest = (divisor.hi - 1).max(0).min(dividend.hi);
        for (place, bit) in dividend.bits.iter().enumerate().rev() {
            let bits = std::iter::once(bit.clone()).chain(rest.bits).collect();
            let shifted = Word::fit(self, 0, bits, 0, 2 * rest.hi + 1);
            let below = self.less(&shifted, divisor)?;
            let reduced = self.sub(&shifted, divisor)?;
            rest = self.choose(&below, &shifted, &reduced)?;
            rest = self.within(rest, 0, greatest).with_base(self, 0)?;
            quotient[place] = self.not(&below);
        }
        let mut remainder = rest.bits;
        if self.keeps_words() {
            let base_0 = divisor.with_base(self, 0)?;
            let (left, right) = Word::pair(self, &dividend, &base_0)?;
            quotient = self.partial(quotient, WordOp::Binary(BinaryWordOp::Quotient, &left, &right));
            remainder = self.partial(remainder, WordOp::Binary(BinaryWordOp::Remainder, &left, &right));
        }
        let quotient = Word::fit(self, 0, quotient, 0, dividend.hi / divisor.lo.max(1));
        Ok((quotient, Word { bits: remainder, ..rest }))
    }

    fn choose(
        &mut self,
        condition: &A::Bit,
        then: &Self::Int,
        otherwise: &Self::Int,
    ) -> Result<Self::Int, A::Error> {
        match self.as_constant(condition) {
            Some(true) => return Ok(then.clone()),
            Some(false) => return Ok(otherwise.clone()),
            None => {}
        }
        let (lo, hi) = (then.lo.min(otherwise.lo), then.hi.max(otherwise.hi));
        let (then, otherwise) = Word::aligned(self, then, otherwise)?;
        let wide = width(lo - then.base, hi - then.base);
        let (base, then, otherwise) = (then.base, then.extended(self, wide), otherwise.extended(self, wide));
        let bits = vector::choose(self, condition, &then, &otherwise)?;
        self.computed(&bits, WordOp::Select(&[(condition, &then)], &otherwise));
        Ok(Word::fit(self, base, bits, lo, hi))
    }

    fn equal(&mut self, a: &Self::Int, b: &Self::Int) -> Result<A::Bit, A::Error> {
        if a.hi < b.lo || b.hi < a.lo {
            return Ok(self.constant(false));
        }
        let (a, b) = Word::pair(self, a, b)?;
        let same = vector::equal(self, &a, &b)?;
        self.computed(std::slice::from_ref(&same), WordOp::Binary(BinaryWordOp::Equal, &a, &b));
        Ok(same)
    }

    fn less(&mut self, a: &Self::Int, b: &Self::Int) -> Result<A::Bit, A::Error> {
        if a.hi < b.lo || a.lo >= b.hi {
            return Ok(self.constant(a.hi < b.lo));
        }
        let (a, b) = Word::pair(self, a, b)?;
        let less = vector::less(self, &a, &b, true)?;
        self.computed(std::slice::from_ref(&less), WordOp::Binary(BinaryWordOp::Less, &a, &b));
        Ok(less)
    }
}

/// Holds of the codes, least significant bit first, that stand for a value of `lo..=hi`.
pub fn in_range<A: BitBlasted>(
    algebra: &mut A,
    code: &[A::Bit],
    lo: i64,
    hi: i64,
) -> Result<A::Bit, A::Error> {
    let last = i128::from(hi) - i128::from(lo);
    if last + 1 == 1 << code.len() {
        return Ok(algebra.constant(true));
    }
    if last < 0 {
        return Ok(algebra.constant(false));
    }
    let mut above = algebra.constant(false);
    for (place, bit) in code.iter().enumerate() {
        above = if last >> place & 1 == 1 { algebra.and(bit, &above)? } else { algebra.or(bit, &above)? };
    }
    if algebra.keeps_words() {
        let last: Vec<A::Bit> =
            (0..=code.len()).map(|place| algebra.constant(last >> place & 1 == 1)).collect();
        let code: Vec<A::Bit> = code.iter().cloned().chain([algebra.constant(false)]).collect();
        algebra.computed(std::slice::from_ref(&above), WordOp::Binary(BinaryWordOp::Less, &last, &code));
    }
    Ok(algebra.not(&above))
}

/// Leaves the least significant bits.
fn cut<A: BitBlasted>(algebra: &mut A, bits: &mut Vec<A::Bit>, width: usize) {
    if width < bits.len() {
        algebra.computed(&bits[..width], WordOp::Cut(bits));
        bits.truncate(width);
    }
}

/// The bits of a constant.
fn constant_bits<A: Bits>(algebra: &mut A, value: i128) -> Vec<A::Bit> {
    (0..width(value, value)).map(|place| algebra.constant(value >> place & 1 == 1)).collect()
}

/// The bits of a number, at least so many.
fn extended<A: Bits>(algebra: &mut A, bits: &[A::Bit], width: usize) -> Vec<A::Bit> {
    let missing = width.saturating_sub(bits.len());
    let sign = match bits.last() {
        _ if missing == 0 => return bits.to_vec(),
        Some(sign) => sign.clone(),
        None => algebra.constant(false),
    };
    bits.iter().cloned().chain(std::iter::repeat_n(sign, missing)).collect()
}
