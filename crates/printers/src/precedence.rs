//! How tightly a printed expression holds together: one table of precedence for SMV, C and LNT, where they
//! agree on what is printed without brackets.

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
