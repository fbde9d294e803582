//! Vectors of bits as unsigned numbers or numbers in two's complement, the least significant bit first: arithmetic
//! modulo a power of two, and comparisons, over any algebra of bits. Operands are equally long.

use crate::algebra::Bits;

/// The least significant `wide` bits of a sum, or with `carry` of one more.
pub fn sum<A: Bits>(
    algebra: &mut A,
    a: &[A::Bit],
    b: &[A::Bit],
    carry: bool,
    wide: usize,
) -> Result<Vec<A::Bit>, A::Error> {
    let mut carry = algebra.constant(carry);
    let mut bits = Vec::with_capacity(wide);
    for (place, (x, y)) in std::iter::zip(a, b).take(wide).enumerate() {
        let half = algebra.xor(x, y)?;
        bits.push(algebra.xor(&half, &carry)?);
        if place + 1 < wide {
            carry = algebra.ite(&half, &carry, x)?;
        }
    }
    Ok(bits)
}

/// The least significant `wide` bits of a product of operands with at least so many.
pub fn product<A: Bits>(
    algebra: &mut A,
    a: &[A::Bit],
    b: &[A::Bit],
    wide: usize,
) -> Result<Vec<A::Bit>, A::Error> {
    let nothing = algebra.constant(false);
    let mut total = vec![nothing.clone(); wide];
    for (shift, bit) in b.iter().take(wide).enumerate() {
        if algebra.as_constant(bit) == Some(false) {
            continue;
        }
        let mut row = vec![nothing.clone(); shift];
        for x in a.iter().take(wide - shift) {
            row.push(algebra.and(x, bit)?);
        }
        total = sum(algebra, &total, &row, false, wide)?;
    }
    Ok(total)
}

/// Equality.
pub fn equal<A: Bits>(algebra: &mut A, a: &[A::Bit], b: &[A::Bit]) -> Result<A::Bit, A::Error> {
    let mut same = Vec::with_capacity(a.len());
    for (x, y) in std::iter::zip(a, b) {
        let differ = algebra.xor(x, y)?;
        same.push(algebra.not(&differ));
    }
    algebra.all(same)
}

/// Less than, as numbers without sign or in two's complement.
pub fn less<A: Bits>(
    algebra: &mut A,
    a: &[A::Bit],
    b: &[A::Bit],
    is_signed: bool,
) -> Result<A::Bit, A::Error> {
    let mut less = algebra.constant(false);
    for (place, (x, y)) in std::iter::zip(a, b).enumerate() {
        let differ = algebra.xor(x, y)?;
        // Where they differ the one with the bit is greater, or at the sign the smaller.
        let decides = if is_signed && place + 1 == a.len() { x } else { y };
        less = algebra.ite(&differ, decides, &less)?;
    }
    Ok(less)
}

/// The one or the other.
pub fn choose<A: Bits>(
    algebra: &mut A,
    condition: &A::Bit,
    then: &[A::Bit],
    otherwise: &[A::Bit],
) -> Result<Vec<A::Bit>, A::Error> {
    std::iter::zip(then, otherwise).map(|(a, b)| algebra.ite(condition, a, b)).collect()
}
