//! One symbolic encoding of systems, over an algebra of bits and integers that each engine supplies.
//!
//! | module | what |
//! |---|---|
//! | `algebra` | the traits: [`Bits`] and how they combine, [`Integers`] and their exact arithmetic |
//! | `vector` | vectors of bits as numbers of so many bits: sums, products, comparisons |
//! | `word` | integers as vectors of bits, for algebras that have nothing better ([`BitBlasted`]) |
//! | `encoder` | expressions with their three-valued faults |
//! | `rule` | alternatives with their updates, and rules: when one can be taken, where it meets a fault |
//! | `conjunct` | what a conjunct of a property asks of runs, and which signals that needs |
//! | `tableau` | formulas of linear time as obligations |
//! | `exprs` | expressions themselves as an algebra of bits |
//! | [`aig`] | and-inverter graphs, for all who have circuits |
//! | `testing` | what every instance must pass: random expressions and rules against the reference evaluator |
//!
//! Instances are and-inverter graphs (the engine `sat`), binary decision diagrams (`bdd`) and terms of
//! SMT-LIB (`smt`). What selects a step, how choices are quantified and how steps are put together to a
//! transition relation is theirs.

pub mod aig;
mod algebra;
mod conjunct;
mod encoder;
mod exprs;
mod rule;
mod tableau;
#[cfg(any(test, feature = "testing"))]
pub mod testing;
pub mod vector;
mod word;

pub use algebra::{Bits, Integers};
pub use conjunct::{ConjunctForm, Needs, Violation};
pub use encoder::{Encoder, Number, Plain, Scope, Truth};
pub use rule::{EncodedAlternative, EncodedRule};
pub use tableau::{Obligation, Obligations, Tableau, conjuncts};
pub use word::{BinaryWordOp, BitBlasted, Word, WordOp, in_range};
