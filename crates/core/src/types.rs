//! Types of variables and sorts of expressions.

/// An enumeration of the system.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct EnumId(pub u32);

/// A named, finite list of values. Channels and locations are enumerations too.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct EnumType {
    /// Its name in the model.
    pub name: String,
    /// Its values; a value is represented by its position here.
    pub values: Vec<String>,
}

/// What an expression evaluates to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Sort {
    /// `false` (0) or `true` (1).
    Bool,
    /// An integer.
    Int,
    /// A value of an enumeration, by its position.
    Enum(EnumId),
}

/// What a variable, or an element of an array, can hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Type {
    /// `false` or `true`.
    Bool,
    /// A value of an enumeration.
    Enum(EnumId),
    /// The integers from `lo` to `hi`, both included.
    Range {
        /// Least value.
        lo: i64,
        /// Greatest value.
        hi: i64,
    },
    /// Any integer.
    Int,
}

impl Type {
    /// The sort of its values.
    pub fn sort(self) -> Sort {
        match self {
            Type::Bool => Sort::Bool,
            Type::Enum(id) => Sort::Enum(id),
            Type::Range { .. } | Type::Int => Sort::Int,
        }
    }

    /// Least and greatest value, or `None` for the unbounded integers.
    pub fn bounds(self, enums: &[EnumType]) -> Option<(i64, i64)> {
        match self {
            Type::Bool => Some((0, 1)),
            Type::Enum(id) => Some((0, enums[id.0 as usize].values.len() as i64 - 1)),
            Type::Range { lo, hi } => Some((lo, hi)),
            Type::Int => None,
        }
    }

    /// Whether `value` is one of its values.
    pub fn contains(self, value: i64, enums: &[EnumType]) -> bool {
        self.bounds(enums).is_none_or(|(lo, hi)| (lo..=hi).contains(&value))
    }
}
