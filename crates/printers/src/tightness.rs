//! How tightly a printed expression holds together: one table of precedence for SMV, C and LNT, where they
//! agree on what is printed without brackets.

/// The place of an operator in the table.
pub type Tightness = u8;

/// One of two, by a condition.
pub const ITE: Tightness = 0;
/// Disjunction.
pub const OR: Tightness = 1;
/// Conjunction.
pub const AND: Tightness = 2;
/// Comparisons.
pub const COMPARE: Tightness = 3;
/// Sums and differences.
pub const SUM: Tightness = 4;
/// Products and quotients.
pub const PRODUCT: Tightness = 5;
/// Operators in front.
pub const PREFIX: Tightness = 6;
/// Names, numbers, calls and whatever is in brackets.
pub const ATOM: Tightness = 7;
