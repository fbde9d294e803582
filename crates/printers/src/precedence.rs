//! What SMV, C and LNT agree on about operators: one table of precedence, which says what is printed without
//! brackets, and how comparisons are written.

use synod_core::BinaryOp;

/// The place of an operator in the table.
pub type Precedence = u8;

/// One of two, by a condition.
pub const ITE: Precedence = 0;
/// Disjunction.
pub const OR: Precedence = 1;
/// Conjunction.
pub const AND: Precedence = 2;
/// Comparisons.
pub const COMPARE: Precedence = 3;
/// Sums and differences.
pub const SUM: Precedence = 4;
/// Products and quotients.
pub const PRODUCT: Precedence = 5;
/// Operators in front.
pub const PREFIX: Precedence = 6;
/// Names, numbers, calls and whatever is in brackets.
pub const ATOM: Precedence = 7;

/// How a comparison, or its negation, is written: as it stands, and with its sides exchanged. Targets have their
/// own words for what is equal and what is not.
pub fn comparison(
    op: BinaryOp,
    holds: bool,
    equal: &'static str,
    different: &'static str,
) -> (&'static str, &'static str) {
    match (op, holds) {
        (BinaryOp::Eq, true) => (equal, equal),
        (BinaryOp::Eq, false) => (different, different),
        (BinaryOp::Lt, true) => ("<", ">"),
        (BinaryOp::Lt, false) => (">=", "<="),
        (_, true) => ("<=", ">="),
        (_, false) => (">", "<"),
    }
}
