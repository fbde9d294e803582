//! Types in words, and which values fit where.

use super::interval::bounds;
use super::names::Names;
use crate::hir::{Expr, ExprKind, Type};

/// Whether values of a type are numbers.
pub(super) fn is_number(ty: Type) -> bool {
    matches!(ty, Type::Int | Type::Range { .. })
}

/// Whether values of two types can be compared: integers and ranges count as one type.
pub(super) fn comparable(a: Type, b: Type) -> bool {
    a == b || (is_number(a) && is_number(b))
}

/// How a value fits a place of some type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fit {
    /// Always.
    Always,
    /// A number that can also lie outside the range.
    Sometimes,
    /// A number that lies outside the range whatever happens.
    Never,
    /// It is of another type.
    WrongType,
}

/// How a value of type `value` fits a place of type `target`.
pub(super) fn fit(target: Type, value: Type) -> Fit {
    if !comparable(target, value) {
        return Fit::WrongType;
    }
    match (bounds(target), bounds(value)) {
        (None, _) => Fit::Always,
        (Some(_), None) => Fit::Sometimes,
        (Some((lo, hi)), Some((least, greatest))) => {
            if lo <= least && greatest <= hi {
                Fit::Always
            } else if greatest < lo || hi < least {
                Fit::Never
            } else {
                Fit::Sometimes
            }
        }
    }
}

/// A constant.
pub(super) fn constant(ty: Type, value: i64) -> Expr {
    Expr { kind: ExprKind::Const(value), ty }
}

/// `true` or `false`.
pub(super) fn truth(value: bool) -> Expr {
    constant(Type::Bool, i64::from(value))
}

impl Names<'_> {
    /// The name of a type as a model would write it. A single number is just an `int`.
    pub(super) fn show(&self, ty: Type) -> String {
        match ty {
            Type::Bool => "bool".into(),
            Type::Int => "int".into(),
            Type::Range { lo, hi } if lo == hi => "int".into(),
            Type::Range { lo, hi } => format!("{lo}..{hi}"),
            Type::Channel => "channel".into(),
            Type::Location => "location".into(),
            Type::Enum(position) => self.enums[position].name.text.clone(),
        }
    }

    /// The name of a type as a declaration has it.
    pub(super) fn declared(&self, ty: Type) -> String {
        match ty {
            Type::Range { lo, hi } => format!("{lo}..{hi}"),
            _ => self.show(ty),
        }
    }

    /// The values of a type in words, to go on from "it is …".
    pub(super) fn values(&self, ty: Type) -> String {
        match ty {
            Type::Int => "any `int`".into(),
            Type::Range { lo, hi } if lo == hi => format!("`{lo}`"),
            _ => format!("in `{}`", self.show(ty)),
        }
    }
}
