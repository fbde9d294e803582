//! Algebras of bits and integers: functions of whatever the state and the inputs of a system are made of.

use std::fmt::Debug;

/// Truth values that depend on a state, and how they combine.
///
/// Operations may fail, as where a budget is spent; an algebra in which they never do says so with
/// [`std::convert::Infallible`].
pub trait Bits {
    /// A truth value. Equal ones are equal everywhere; whether all that are equal everywhere are equal is
    /// up to the algebra.
    type Bit: Clone + PartialEq + Debug;
    /// Why an operation has no result.
    type Error;

    /// True or false.
    fn constant(&mut self, value: bool) -> Self::Bit;
    /// The value of what is known to be a constant.
    fn as_constant(&self, bit: &Self::Bit) -> Option<bool>;
    /// Negation.
    fn not(&mut self, bit: &Self::Bit) -> Self::Bit;
    /// Conjunction.
    fn all(&mut self, bits: Vec<Self::Bit>) -> Result<Self::Bit, Self::Error>;
    /// Disjunction.
    fn any(&mut self, bits: Vec<Self::Bit>) -> Result<Self::Bit, Self::Error>;

    /// Conjunction of two.
    fn and(&mut self, a: &Self::Bit, b: &Self::Bit) -> Result<Self::Bit, Self::Error> {
        self.all(vec![a.clone(), b.clone()])
    }

    /// Disjunction of two.
    fn or(&mut self, a: &Self::Bit, b: &Self::Bit) -> Result<Self::Bit, Self::Error> {
        self.any(vec![a.clone(), b.clone()])
    }

    /// Exactly one of the two.
    fn xor(&mut self, a: &Self::Bit, b: &Self::Bit) -> Result<Self::Bit, Self::Error> {
        let (both, either) = (self.and(a, b)?, self.or(a, b)?);
        let not_both = self.not(&both);
        self.and(&not_both, &either)
    }

    /// `then` where the condition is true, else `otherwise`.
    fn ite(
        &mut self,
        condition: &Self::Bit,
        then: &Self::Bit,
        otherwise: &Self::Bit,
    ) -> Result<Self::Bit, Self::Error> {
        let opposite = self.not(condition);
        let (yes, no) = (self.and(condition, then)?, self.and(&opposite, otherwise)?);
        self.or(&yes, &no)
    }
}

/// Mathematical integers that depend on a state, each with bounds that are known to contain its value.
///
/// Results are those of [`synod_core::arith`], except that they are exact: whether one fits 64 bits is for
/// the reader to ask, with [`Integers::between`].
pub trait Integers: Bits {
    /// An integer.
    type Int: Clone + Debug;

    /// A constant.
    fn int(&mut self, value: i128) -> Self::Int;
    /// 1 where the bit is true, else 0.
    fn int_of_bit(&mut self, bit: &Self::Bit) -> Self::Int;
    /// Least and greatest value.
    fn bounds(&self, a: &Self::Int) -> (i128, i128);
    /// The same with narrower bounds, which are known to contain its value wherever it matters.
    fn within(&mut self, a: Self::Int, lo: i128, hi: i128) -> Self::Int;
    /// Sum.
    fn add(&mut self, a: &Self::Int, b: &Self::Int) -> Result<Self::Int, Self::Error>;
    /// Difference.
    fn sub(&mut self, a: &Self::Int, b: &Self::Int) -> Result<Self::Int, Self::Error>;
    /// Product.
    fn mul(&mut self, a: &Self::Int, b: &Self::Int) -> Result<Self::Int, Self::Error>;
    /// Quotient and remainder of numbers that are not negative; meaningless for divisor 0.
    fn divide(
        &mut self,
        dividend: &Self::Int,
        divisor: &Self::Int,
    ) -> Result<(Self::Int, Self::Int), Self::Error>;
    /// `then` where the condition is true, else `otherwise`.
    fn choose(
        &mut self,
        condition: &Self::Bit,
        then: &Self::Int,
        otherwise: &Self::Int,
    ) -> Result<Self::Int, Self::Error>;
    /// Equality.
    fn equal(&mut self, a: &Self::Int, b: &Self::Int) -> Result<Self::Bit, Self::Error>;
    /// Less than.
    fn less(&mut self, a: &Self::Int, b: &Self::Int) -> Result<Self::Bit, Self::Error>;

    /// The same where it lies between two bounds, in the form that variables with these bounds have.
    fn stored(&mut self, a: &Self::Int, lo: i64, hi: i64) -> Result<Self::Int, Self::Error> {
        Ok(self.within(a.clone(), lo.into(), hi.into()))
    }

    /// Equality with a constant.
    fn is(&mut self, a: &Self::Int, value: i128) -> Result<Self::Bit, Self::Error> {
        let value = self.int(value);
        self.equal(a, &value)
    }

    /// Whether it lies between two bounds; what its own bounds tell is not asked.
    fn between(&mut self, a: &Self::Int, lo: i128, hi: i128) -> Result<Self::Bit, Self::Error> {
        let (least, greatest) = self.bounds(a);
        let mut ends = Vec::new();
        if least < lo {
            let lo = self.int(lo);
            let below = self.less(a, &lo)?;
            ends.push(self.not(&below));
        }
        if greatest > hi {
            let hi = self.int(hi);
            let above = self.less(&hi, a)?;
            ends.push(self.not(&above));
        }
        self.all(ends)
    }

    /// Whether it is negative.
    fn is_negative(&mut self, a: &Self::Int) -> Result<Self::Bit, Self::Error> {
        if self.bounds(a).0 >= 0 {
            return Ok(self.constant(false));
        }
        let zero = self.int(0);
        self.less(a, &zero)
    }

    /// Opposite.
    fn neg(&mut self, a: &Self::Int) -> Result<Self::Int, Self::Error> {
        let zero = self.int(0);
        self.sub(&zero, a)
    }

    /// Absolute value.
    fn abs(&mut self, a: &Self::Int) -> Result<Self::Int, Self::Error> {
        let (lo, hi) = self.bounds(a);
        if lo >= 0 {
            return Ok(a.clone());
        }
        let (negative, opposite) = (self.is_negative(a)?, self.neg(a)?);
        let magnitude = self.choose(&negative, &opposite, a)?;
        Ok(self.within(magnitude, 0, hi.max(-lo)))
    }

    /// Quotient cut toward zero; meaningless for divisor 0.
    fn quotient(&mut self, a: &Self::Int, b: &Self::Int) -> Result<Self::Int, Self::Error> {
        let ((least, greatest), (low, high)) = (self.bounds(a), self.bounds(b));
        let (left, right) = (self.abs(a)?, self.abs(b)?);
        let (quotient, _) = self.divide(&left, &right)?;
        let (sign, other) = (self.is_negative(a)?, self.is_negative(b)?);
        let (differ, opposite) = (self.xor(&sign, &other)?, self.neg(&quotient)?);
        let most = self.bounds(&left).1;
        let may_be_negative = least < 0 && high > 0 || greatest > 0 && low < 0;
        let result = self.choose(&differ, &opposite, &quotient)?;
        Ok(self.within(result, if may_be_negative { -most } else { 0 }, most))
    }

    /// Remainder with the sign of the dividend; meaningless for divisor 0.
    fn remainder(&mut self, a: &Self::Int, b: &Self::Int) -> Result<Self::Int, Self::Error> {
        let (least, greatest) = self.bounds(a);
        let (left, right) = (self.abs(a)?, self.abs(b)?);
        let (_, remainder) = self.divide(&left, &right)?;
        let (sign, opposite) = (self.is_negative(a)?, self.neg(&remainder)?);
        let most = self.bounds(&left).1;
        let result = self.choose(&sign, &opposite, &remainder)?;
        Ok(self.within(result, if least < 0 { -most } else { 0 }, if greatest > 0 { most } else { 0 }))
    }

    /// Euclidean modulo; meaningless unless the modulus is positive.
    fn modulo(&mut self, a: &Self::Int, modulus: &Self::Int) -> Result<Self::Int, Self::Error> {
        let remainder = self.remainder(a, modulus)?;
        let (negative, wrapped) = (self.is_negative(&remainder)?, self.add(&remainder, modulus)?);
        let result = self.choose(&negative, &wrapped, &remainder)?;
        let most = (self.bounds(modulus).1 - 1).max(0);
        Ok(self.within(result, 0, most))
    }

    /// The smaller one.
    fn min(&mut self, a: &Self::Int, b: &Self::Int) -> Result<Self::Int, Self::Error> {
        let ((least, greatest), (low, high)) = (self.bounds(a), self.bounds(b));
        let less = self.less(a, b)?;
        let result = self.choose(&less, a, b)?;
        Ok(self.within(result, least.min(low), greatest.min(high)))
    }

    /// The greater one.
    fn max(&mut self, a: &Self::Int, b: &Self::Int) -> Result<Self::Int, Self::Error> {
        let ((least, greatest), (low, high)) = (self.bounds(a), self.bounds(b));
        let less = self.less(a, b)?;
        let result = self.choose(&less, b, a)?;
        Ok(self.within(result, least.max(low), greatest.max(high)))
    }
}
