//! Intervals of integers, and what operators make of them.

use crate::expr::BinaryOp;

/// All integers from `lo` to `hi`, both included; `None` is no bound on that side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interval {
    /// Least value.
    pub lo: Option<i64>,
    /// Greatest value.
    pub hi: Option<i64>,
}

impl Interval {
    /// All integers.
    pub const ALL: Interval = Interval { lo: None, hi: None };

    /// From `lo` to `hi`.
    pub fn new(lo: i64, hi: i64) -> Self {
        Interval { lo: Some(lo), hi: Some(hi) }
    }

    /// Both ends, if there are both.
    pub fn finite(self) -> Option<(i64, i64)> {
        Some((self.lo?, self.hi?))
    }

    /// Whether `value` lies in it.
    pub fn contains(self, value: i64) -> bool {
        self.lo.is_none_or(|lo| lo <= value) && self.hi.is_none_or(|hi| value <= hi)
    }

    pub(crate) fn is_empty(self) -> bool {
        matches!((self.lo, self.hi), (Some(lo), Some(hi)) if lo > hi)
    }

    /// The least interval that contains both.
    pub fn join(self, other: Interval) -> Interval {
        let both = |a: Option<i64>, b: Option<i64>, pick: fn(i64, i64) -> i64| Some(pick(a?, b?));
        Interval { lo: both(self.lo, other.lo, i64::min), hi: both(self.hi, other.hi, i64::max) }
    }

    pub(crate) fn meet(self, other: Interval) -> Interval {
        let either = |a: Option<i64>, b: Option<i64>, pick: fn(i64, i64) -> i64| match (a, b) {
            (Some(a), Some(b)) => Some(pick(a, b)),
            _ => a.or(b),
        };
        Interval { lo: either(self.lo, other.lo, i64::max), hi: either(self.hi, other.hi, i64::min) }
    }

    /// The opposites.
    pub fn negate(self) -> Interval {
        Interval { lo: self.hi.and_then(i64::checked_neg), hi: self.lo.and_then(i64::checked_neg) }
    }

    fn add(self, other: Interval) -> Interval {
        let sum = |a: Option<i64>, b: Option<i64>| a?.checked_add(b?);
        Interval { lo: sum(self.lo, other.lo), hi: sum(self.hi, other.hi) }
    }

    /// Quotients cut toward zero; the divisor is never 0.
    fn divide(self, other: Interval) -> Interval {
        let corners = |(a, b): (i64, i64), (c, d): (i64, i64)| {
            let all = [a.checked_div(c)?, a.checked_div(d)?, b.checked_div(c)?, b.checked_div(d)?];
            Some(Interval::new(*all.iter().min()?, *all.iter().max()?))
        };
        match (self.finite(), other.finite()) {
            (Some(a), Some(b)) => corners(a, b).unwrap_or(Interval::ALL),
            _ => self.join(self.negate()).join(Interval::new(0, 0)),
        }
    }

    /// The values of an operator.
    pub fn combine(self, op: BinaryOp, other: Interval) -> Interval {
        let is_zero_free =
            |divisor: Interval| divisor.lo.is_some_and(|lo| lo > 0) || divisor.hi.is_some_and(|hi| hi < 0);
        match op {
            BinaryOp::Add => self.add(other),
            BinaryOp::Sub => self.add(other.negate()),
            BinaryOp::Mul => self.mul(other),
            BinaryOp::Div if is_zero_free(other) => self.divide(other),
            // The quotient is no further from zero than the dividend.
            BinaryOp::Div | BinaryOp::Rem => self.join(self.negate()).join(Interval::new(0, 0)),
            BinaryOp::Mod => Interval { lo: Some(0), hi: other.hi.and_then(|hi| hi.checked_sub(1)) },
            // The end that the operator looks for is that of either operand, the other that of both.
            BinaryOp::Min => Interval { lo: self.join(other).lo, hi: self.meet(other).hi },
            BinaryOp::Max => Interval { lo: self.meet(other).lo, hi: self.join(other).hi },
            BinaryOp::Eq | BinaryOp::Lt | BinaryOp::Le => Interval::new(0, 1),
        }
    }

    /// Absolute values.
    pub fn absolute(self) -> Interval {
        match self.lo {
            Some(lo) if lo >= 0 => self,
            _ => Interval { lo: Some(0), hi: self.join(self.negate()).hi },
        }
    }

    fn mul(self, other: Interval) -> Interval {
        let corners = |(a, b): (i64, i64), (c, d): (i64, i64)| {
            let all = [a.checked_mul(c)?, a.checked_mul(d)?, b.checked_mul(c)?, b.checked_mul(d)?];
            Some(Interval::new(*all.iter().min()?, *all.iter().max()?))
        };
        match (self.finite(), other.finite()) {
            (Some(a), Some(b)) => corners(a, b).unwrap_or(Interval::ALL),
            _ => Interval::ALL,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotients_by_what_is_not_zero_are_bounded_at_the_corners() {
        let range = Interval::new(-9, 20).divide(Interval::new(2, 4));
        assert_eq!(range, Interval::new(-4, 10));
    }
}
