//! Proofs that can be checked again, in the words of the model.

use crate::system::VarId;

/// An invariant about values that have bounds: every clause holds, because one of its facts does.
pub type Clauses = Vec<Vec<Fact>>;

/// An invariant about integers without bounds: conditions of SMT-LIB, all of which hold.
pub type Conditions = Vec<String>;

/// Why each conjunct of a property (see [`crate::Formula::conjuncts`]) holds, by invariants of some form.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Certificate<I = Clauses> {
    /// One argument for each conjunct, in order.
    pub arguments: Vec<Argument<I>>,
}

/// Why a conjunct holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Argument<I = Clauses> {
    /// There is no initial state.
    NoStart,
    /// No run that could violate it has more than so many steps, and none of those does.
    Unrolled {
        /// The number of steps.
        depth: u64,
    },
    /// Something that must not be reached cannot be.
    Unreachable {
        /// For a conjunct about runs that go on for ever: violating runs would meet the acceptance condition of
        /// its monitor more often than this, and that is what cannot be reached.
        k_liveness: Option<u64>,
        /// Why.
        because: Induction<I>,
    },
}

/// Why something cannot be reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Induction<I = Clauses> {
    /// An invariant holds at the start, is preserved by every step, and excludes it.
    Invariant(I),
    /// It is not reached in so many steps from the start, nor in a step after so many different states
    /// without it.
    Steps(u64),
}

/// Something has one of some values.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Fact {
    /// What has it.
    pub place: Place,
    /// The values, as ranges with both ends included, in order.
    pub values: Vec<(i64, i64)>,
}

/// What a fact is about.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// A variable, or the element of an array.
    Variable(VarId, Option<u32>),
    /// A bit of the code of a variable with very many values: the value minus the least one, in binary.
    Bit(VarId, Option<u32>, u32),
    /// Something that belongs to the property, by its name; it is 0 or 1.
    Extra(String),
}
