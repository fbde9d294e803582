//! Integers as vectors of diagrams: two's complement, of whatever width is needed.
//!
//! Results are exact: a vector grows where a result may need it and shrinks where its highest bits are
//! one function. So the only faults are those of [`synod_core::arith`]: division by zero, and leaving
//! 64 bits, for which [`Vector::fits`] gives the condition.

use synod_core::{BinaryOp, Stop};

use crate::diagram::{Diagram, Manager};

/// An integer that depends on the variables. Least significant bit first; the last one is the sign and
/// goes on for ever; at least one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Vector {
    bits: Vec<Diagram>,
}

/// The widest values of the model.
const WORD: usize = 64;

impl Vector {
    /// A constant.
    pub fn constant(m: &Manager, value: i64) -> Self {
        let bits = (0..WORD).map(|place| m.constant(value >> place & 1 == 1)).collect();
        Vector { bits }.trimmed()
    }

    /// A number from 0 given by its bits, least significant first.
    pub fn unsigned(m: &Manager, mut bits: Vec<Diagram>) -> Self {
        bits.push(m.constant(false));
        Vector { bits }.trimmed()
    }

    fn trimmed(mut self) -> Self {
        while let [.., a, b] = self.bits.as_slice()
            && a == b
        {
            self.bits.pop();
        }
        self
    }

    /// A bit, the sign beyond the last.
    pub fn bit(&self, place: usize) -> &Diagram {
        &self.bits[place.min(self.bits.len() - 1)]
    }

    fn sign(&self) -> &Diagram {
        self.bit(usize::MAX)
    }

    fn width(&self) -> usize {
        self.bits.len()
    }

    /// Holds where the value fits 64 bits.
    pub fn fits(&self, m: &mut Manager) -> Result<Diagram, Stop> {
        let mut fits = m.constant(true);
        for place in WORD - 1..self.width() {
            let same = m.iff(self.bit(place), self.sign())?;
            fits = m.and(&fits, &same)?;
        }
        Ok(fits)
    }

    /// The same where it fits 64 bits, and some 64-bit value elsewhere.
    pub fn cut(mut self) -> Self {
        self.bits.truncate(WORD);
        self
    }

    pub fn not_negative(&self) -> Diagram {
        self.sign().not()
    }

    pub fn equals(&self, m: &mut Manager, other: &Vector) -> Result<Diagram, Stop> {
        let mut same = m.constant(true);
        for place in 0..self.width().max(other.width()) {
            let bit = m.iff(self.bit(place), other.bit(place))?;
            same = m.and(&same, &bit)?;
            if same.is_false() {
                break;
            }
        }
        Ok(same)
    }

    pub fn less(&self, m: &mut Manager, other: &Vector) -> Result<Diagram, Stop> {
        let width = self.width().max(other.width());
        let mut less = m.constant(false);
        for place in 0..width {
            let (a, b) = (self.bit(place), other.bit(place));
            let differ = m.xor(a, b)?;
            // Where they differ the one with the bit is greater, or at the sign the smaller.
            let decides = if place + 1 == width { a } else { b };
            less = m.ite(&differ, decides, &less)?;
        }
        Ok(less)
    }

    pub fn at_most(&self, m: &mut Manager, other: &Vector) -> Result<Diagram, Stop> {
        Ok(other.less(m, self)?.not())
    }

    /// If the condition then this else the other.
    pub fn choose(m: &mut Manager, condition: &Diagram, a: &Vector, b: &Vector) -> Result<Vector, Stop> {
        let width = a.width().max(b.width());
        let bits = (0..width).map(|place| m.ite(condition, a.bit(place), b.bit(place)));
        Ok(Vector { bits: bits.collect::<Result<_, _>>()? }.trimmed())
    }

    pub fn plus(&self, m: &mut Manager, other: &Vector) -> Result<Vector, Stop> {
        let none = m.constant(false);
        self.plus_carry(m, other, none)
    }

    fn plus_carry(&self, m: &mut Manager, other: &Vector, mut carry: Diagram) -> Result<Vector, Stop> {
        let width = self.width().max(other.width()) + 1;
        let mut bits = Vec::with_capacity(width);
        for place in 0..width {
            let (a, b) = (self.bit(place), other.bit(place));
            let half = m.xor(a, b)?;
            bits.push(m.xor(&half, &carry)?);
            carry = m.ite(&half, &carry, a)?;
        }
        Ok(Vector { bits }.trimmed())
    }

    fn complement(&self) -> Vector {
        Vector { bits: self.bits.iter().map(Diagram::not).collect() }
    }

    pub fn minus(&self, m: &mut Manager, other: &Vector) -> Result<Vector, Stop> {
        let one = m.constant(true);
        self.plus_carry(m, &other.complement(), one)
    }

    pub fn negated(&self, m: &mut Manager) -> Result<Vector, Stop> {
        Vector::constant(m, 0).minus(m, self)
    }

    pub fn magnitude(&self, m: &mut Manager) -> Result<Vector, Stop> {
        let opposite = self.negated(m)?;
        Vector::choose(m, self.sign(), &opposite, self)
    }

    fn times(&self, m: &mut Manager, other: &Vector) -> Result<Vector, Stop> {
        // The sign bit of the other counts negatively; it is dealt with last.
        let mut sum = Vector::constant(m, 0);
        let zero = sum.clone();
        let last = other.width() - 1;
        for place in 0..=last {
            let bit = other.bit(place).clone();
            if bit.is_false() {
                continue;
            }
            let mut shifted: Vec<Diagram> = vec![m.constant(false); place];
            shifted.extend(self.bits.iter().cloned());
            let term = Vector::choose(m, &bit, &Vector { bits: shifted }.trimmed(), &zero)?;
            sum = if place == last { sum.minus(m, &term)? } else { sum.plus(m, &term)? };
        }
        Ok(sum)
    }

    /// Quotient and remainder of numbers from 0, of the latter one that is not 0.
    fn divided(&self, m: &mut Manager, divisor: &Vector) -> Result<(Vector, Vector), Stop> {
        let mut rest = Vector::constant(m, 0);
        let mut quotient = Vec::with_capacity(self.width());
        for place in (0..self.width()).rev() {
            let mut bits = vec![self.bit(place).clone()];
            bits.extend(rest.bits);
            rest = Vector { bits }.trimmed();
            let goes = divisor.at_most(m, &rest)?;
            let less = rest.minus(m, divisor)?;
            rest = Vector::choose(m, &goes, &less, &rest)?;
            quotient.push(goes);
        }
        quotient.reverse();
        Ok((Vector::unsigned(m, quotient), rest))
    }

    /// Quotient cut toward zero, and the remainder that completes it.
    fn quotient(&self, m: &mut Manager, divisor: &Vector) -> Result<(Vector, Vector), Stop> {
        let (a, b) = (self.magnitude(m)?, divisor.magnitude(m)?);
        let (quotient, rest) = a.divided(m, &b)?;
        let opposite = m.xor(self.sign(), divisor.sign())?;
        let (minus_quotient, minus_rest) = (quotient.negated(m)?, rest.negated(m)?);
        Ok((
            Vector::choose(m, &opposite, &minus_quotient, &quotient)?,
            Vector::choose(m, self.sign(), &minus_rest, &rest)?,
        ))
    }

    /// The truth of a comparison.
    pub fn compare(m: &mut Manager, op: BinaryOp, a: &Vector, b: &Vector) -> Result<Diagram, Stop> {
        match op {
            BinaryOp::Lt => a.less(m, b),
            BinaryOp::Le => a.at_most(m, b),
            _ => a.equals(m, b),
        }
    }

    /// The result of an integer operator, where it has one, and where that is but for leaving 64 bits.
    pub fn apply(m: &mut Manager, op: BinaryOp, a: &Vector, b: &Vector) -> Result<(Vector, Diagram), Stop> {
        let zero = Vector::constant(m, 0);
        let mut defined = m.constant(true);
        if matches!(op, BinaryOp::Div | BinaryOp::Rem | BinaryOp::Mod) {
            defined = b.equals(m, &zero)?.not();
        }
        let result = match op {
            BinaryOp::Add => a.plus(m, b)?,
            BinaryOp::Sub => a.minus(m, b)?,
            BinaryOp::Mul => a.times(m, b)?,
            BinaryOp::Div => a.quotient(m, b)?.0,
            BinaryOp::Rem => a.quotient(m, b)?.1,
            BinaryOp::Mod => {
                defined = m.and(&defined, &b.not_negative())?;
                let rest = a.quotient(m, b)?.1;
                let lifted = rest.plus(m, b)?;
                Vector::choose(m, &rest.sign().clone(), &lifted, &rest)?
            }
            BinaryOp::Min | BinaryOp::Max => {
                let less = a.less(m, b)?;
                let (small, great) = if op == BinaryOp::Min { (a, b) } else { (b, a) };
                Vector::choose(m, &less, small, great)?
            }
            BinaryOp::Eq | BinaryOp::Lt | BinaryOp::Le => {
                let truth = Vector::compare(m, op, a, b)?;
                Vector::unsigned(m, vec![truth])
            }
        };
        Ok((result, defined))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagram::Level;
    use synod_core::{Budget, arith};

    const WIDTH: usize = 4;

    /// Two numbers from -8 to 7 over eight levels.
    fn operands(m: &mut Manager) -> [Vector; 2] {
        [(); 2].map(|()| {
            let levels: Vec<Level> = (0..WIDTH).map(|_| m.add_level()).collect();
            let bits = levels.into_iter().map(|level| m.literal(level, true).unwrap()).collect();
            Vector { bits }
        })
    }

    /// The value of a vector where the operands are `a` and `b`.
    fn read(m: &mut Manager, vector: &Vector, a: i64, b: i64) -> i64 {
        vector.bits.iter().enumerate().fold(0, |value, (place, bit)| {
            let weight = if place + 1 == vector.width() { -1 } else { 1 } << place;
            value + if holds(m, bit, a, b) { weight } else { 0 }
        })
    }

    fn holds(m: &Manager, diagram: &Diagram, a: i64, b: i64) -> bool {
        let bit = |value: i64, place: usize| value >> place & 1 == 1;
        m.holds(diagram, &|level| match level as usize {
            place if place < WIDTH => bit(a, place),
            place => bit(b, place - WIDTH),
        })
    }

    #[test]
    fn operators_agree_with_the_definition_of_arithmetic_on_all_small_operands() {
        use BinaryOp::*;
        let mut m = Manager::new(&Budget::unlimited());
        let [x, y] = operands(&mut m);
        for op in [Eq, Lt, Le, Add, Sub, Mul, Div, Rem, Mod, Min, Max] {
            let (result, defined) = Vector::apply(&mut m, op, &x, &y).unwrap();
            for (a, b) in (-8..8).flat_map(|a| (-8..8).map(move |b| (a, b))) {
                let expected = op.apply(a, b);
                assert_eq!(holds(&m, &defined, a, b), expected.is_some(), "{op:?} {a} {b}");
                if let Some(expected) = expected {
                    assert_eq!(read(&mut m, &result, a, b), expected, "{op:?} {a} {b}");
                }
            }
        }
    }

    #[test]
    fn opposite_and_magnitude_agree_with_the_definition() {
        let mut m = Manager::new(&Budget::unlimited());
        let [x, _] = operands(&mut m);
        let (negated, magnitude) = (x.negated(&mut m).unwrap(), x.magnitude(&mut m).unwrap());
        for a in -8..8 {
            assert_eq!(Some(read(&mut m, &negated, a, 0)), arith::neg(a));
            assert_eq!(Some(read(&mut m, &magnitude, a, 0)), arith::abs(a));
        }
    }

    #[test]
    fn leaving_64_bits_is_noticed() {
        let m = &mut Manager::new(&Budget::unlimited());
        let extremes = [i64::MIN, i64::MIN + 1, -1, 0, 1, 3, i64::MAX];
        for (a, b) in extremes.into_iter().flat_map(|a| extremes.map(|b| (a, b))) {
            let (x, y) = (Vector::constant(m, a), Vector::constant(m, b));
            for op in [BinaryOp::Add, BinaryOp::Sub, BinaryOp::Mul, BinaryOp::Div, BinaryOp::Rem] {
                let (result, defined) = Vector::apply(m, op, &x, &y).unwrap();
                let fits = result.fits(m).unwrap();
                let valued = m.and(&fits, &defined).unwrap().is_true();
                assert_eq!(valued, op.apply(a, b).is_some(), "{op:?} {a} {b}");
                if let Some(value) = op.apply(a, b) {
                    assert_eq!(result.cut().trimmed(), Vector::constant(m, value), "{op:?} {a} {b}");
                }
            }
        }
    }
}
