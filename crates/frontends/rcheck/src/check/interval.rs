//! Interval arithmetic on numeric types: the type of a number says which values it can have.

use crate::hir::{BinaryOp, Type};

/// Least and greatest value of a number, where both are known.
pub(super) fn bounds(ty: Type) -> Option<(i64, i64)> {
    match ty {
        Type::Range { lo, hi } => Some((lo, hi)),
        _ => None,
    }
}

/// The type of a number literal.
pub(super) fn literal(value: i64) -> Type {
    Type::Range { lo: value, hi: value }
}

/// Whether a number of this type can be zero.
pub(super) fn may_be_zero(ty: Type) -> bool {
    bounds(ty).is_none_or(|(lo, hi)| lo <= 0 && 0 <= hi)
}

/// The type of `-a`.
pub(super) fn negate(a: Type) -> Type {
    arithmetic(BinaryOp::Sub, literal(0), a)
}

/// The type of `a op b` for one of `+ - * /`; what leaves 64 bits is an unbounded integer.
pub(super) fn arithmetic(op: BinaryOp, a: Type, b: Type) -> Type {
    let (Some((a, b)), Some((c, d))) = (bounds(a), bounds(b)) else { return Type::Int };
    let [a, b, c, d] = [a, b, c, d].map(i128::from);
    let corners = match op {
        BinaryOp::Add => [a + c, b + d, a + c, b + d],
        BinaryOp::Sub => [a - d, b - c, a - d, b - c],
        BinaryOp::Mul => [a * c, a * d, b * c, b * d],
        // A divisor that can be zero can also be 1 or -1 next to it, or is always zero, a fault.
        BinaryOp::Div if c <= 0 && 0 <= d => [a, b, -a, -b],
        BinaryOp::Div => [a / c, a / d, b / c, b / d],
        _ => return Type::Int,
    };
    let [lo, hi] = [corners.iter().min(), corners.iter().max()]
        .map(|end| end.and_then(|value| i64::try_from(*value).ok()));
    match (lo, hi) {
        (Some(lo), Some(hi)) => Type::Range { lo, hi },
        _ => Type::Int,
    }
}

/// What the bounds of two numbers say about a comparison, with the reason, if they decide it.
pub(super) fn decided(op: BinaryOp, a: Type, b: Type) -> Option<(bool, &'static str)> {
    let ((a, b), (c, d)) = (bounds(a)?, bounds(b)?);
    let less = "every value on the left is less than every value on the right";
    let more = "every value on the left is greater than every value on the right";
    let at_most = "no value on the left is greater than one on the right";
    let at_least = "no value on the left is less than one on the right";
    match op {
        BinaryOp::Eq | BinaryOp::Ne if b < c || d < a => {
            Some((op == BinaryOp::Ne, "the two sides have no value in common"))
        }
        BinaryOp::Lt if b < c => Some((true, less)),
        BinaryOp::Lt if a >= d => Some((false, at_least)),
        BinaryOp::Le if b <= c => Some((true, at_most)),
        BinaryOp::Le if a > d => Some((false, more)),
        BinaryOp::Gt if a > d => Some((true, more)),
        BinaryOp::Gt if b <= c => Some((false, at_most)),
        BinaryOp::Ge if a >= d => Some((true, at_least)),
        BinaryOp::Ge if b < c => Some((false, less)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn range(lo: i64, hi: i64) -> Type {
        Type::Range { lo, hi }
    }

    #[test]
    fn intervals_contain_exactly_what_small_operands_give() {
        let ends = [(-3, -1), (-2, 2), (0, 3), (1, 4), (2, 2)];
        for (a, b) in ends {
            for (c, d) in ends {
                for op in [BinaryOp::Add, BinaryOp::Sub, BinaryOp::Mul, BinaryOp::Div] {
                    let values =
                        (a..=b).flat_map(|x| (c..=d).map(move |y| (x, y))).filter_map(|(x, y)| match op {
                            BinaryOp::Add => Some(x + y),
                            BinaryOp::Sub => Some(x - y),
                            BinaryOp::Mul => Some(x * y),
                            _ => synod_core::arith::div(x, y),
                        });
                    let values: Vec<i64> = values.collect();
                    let (lo, hi) = bounds(arithmetic(op, range(a, b), range(c, d))).unwrap();
                    assert!(values.iter().all(|v| lo <= *v && *v <= hi), "{op:?} {a}..{b} {c}..{d}");
                    if op != BinaryOp::Div {
                        assert_eq!(values.iter().min(), Some(&lo));
                        assert_eq!(values.iter().max(), Some(&hi));
                    }
                }
            }
        }
    }

    #[test]
    fn what_leaves_64_bits_is_unbounded() {
        assert_eq!(arithmetic(BinaryOp::Add, literal(i64::MAX), literal(1)), Type::Int);
        assert_eq!(arithmetic(BinaryOp::Mul, literal(i64::MIN), literal(i64::MIN)), Type::Int);
        assert_eq!(negate(literal(i64::MIN)), Type::Int);
    }

    #[test]
    fn a_decided_comparison_has_one_value_on_all_operands() {
        let ends = [(0, 1), (1, 2), (2, 3), (0, 3), (1, 1)];
        let holds = |op, x: i64, y: i64| match op {
            BinaryOp::Eq => x == y,
            BinaryOp::Ne => x != y,
            BinaryOp::Lt => x < y,
            BinaryOp::Le => x <= y,
            BinaryOp::Gt => x > y,
            _ => x >= y,
        };
        for (a, b) in ends {
            for (c, d) in ends {
                use BinaryOp::*;
                for op in [Eq, Ne, Lt, Le, Gt, Ge] {
                    let mut values = (a..=b).flat_map(|x| (c..=d).map(move |y| holds(op, x, y)));
                    match decided(op, range(a, b), range(c, d)) {
                        Some((value, _)) => assert!(values.all(|v| v == value)),
                        None if matches!(op, Eq | Ne) => assert!(values.any(|v| v == (op == Eq))),
                        None => assert!(values.clone().any(|v| v) && values.any(|v| !v)),
                    }
                }
            }
        }
    }
}
