//! Integer arithmetic, defined once.
//!
//! `None` is a fault. Division cuts toward zero and the remainder has the sign of the dividend, so
//! that `a = b * div(a, b) + rem(a, b)`; the modulo is the Euclidean one, never negative, and asks for
//! a positive modulus.

/// Sum.
pub fn add(a: i64, b: i64) -> Option<i64> {
    a.checked_add(b)
}

/// Difference.
pub fn sub(a: i64, b: i64) -> Option<i64> {
    a.checked_sub(b)
}

/// Product.
pub fn mul(a: i64, b: i64) -> Option<i64> {
    a.checked_mul(b)
}

/// Quotient, cut toward zero; a fault for `b = 0`.
pub fn div(a: i64, b: i64) -> Option<i64> {
    a.checked_div(b)
}

/// Remainder with the sign of the dividend; a fault for `b = 0`.
pub fn rem(a: i64, b: i64) -> Option<i64> {
    if b == -1 { Some(0) } else { a.checked_rem(b) }
}

/// Euclidean modulo, from 0 to `b - 1`; a fault unless `b > 0`.
pub fn modulo(a: i64, b: i64) -> Option<i64> {
    (b > 0).then(|| a.rem_euclid(b))
}

/// Opposite.
pub fn neg(a: i64) -> Option<i64> {
    a.checked_neg()
}

/// Absolute value.
pub fn abs(a: i64) -> Option<i64> {
    a.checked_abs()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn division_cuts_toward_zero_and_remainder_completes_it() {
        for a in -7..=7 {
            for b in (-3..=3).filter(|b| *b != 0) {
                let (q, r) = (div(a, b).unwrap(), rem(a, b).unwrap());
                assert_eq!(a, b * q + r);
                assert!(r == 0 || r.signum() == a.signum());
            }
        }
    }

    #[test]
    fn modulo_wraps_a_grid() {
        assert_eq!(modulo(-1, 5), Some(4));
        assert_eq!(modulo(-4, 2), Some(0));
        assert_eq!(modulo(3, 0), None);
        assert_eq!(modulo(3, -2), None);
    }

    #[test]
    fn what_has_no_value_is_a_fault() {
        assert_eq!(div(1, 0), None);
        assert_eq!(rem(1, 0), None);
        assert_eq!(add(i64::MAX, 1), None);
        assert_eq!(neg(i64::MIN), None);
        assert_eq!(rem(i64::MIN, -1), Some(0));
        assert_eq!(div(i64::MIN, -1), None);
    }
}
