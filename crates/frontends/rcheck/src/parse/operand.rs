//! The pieces a level of an expression is made of, before they are grouped by precedence.

use synod_syntax::Span;

use crate::ast::{AgentKinds, BinaryOp, Expr, ExprKind, Name};

/// An expression that is complete, with what its surroundings must know.
#[derive(Clone, Debug)]
pub(super) struct Operand {
    pub expr: Expr,
    /// Where, with enclosing parentheses.
    pub outer: Span,
    /// The height of the tree.
    pub height: usize,
    /// Whether it says something about time or knowledge.
    pub temporal: bool,
}

impl Operand {
    /// A tree without branches.
    pub fn simple(kind: ExprKind, span: Span) -> Self {
        Operand { expr: Expr { kind, span }, outer: span, height: 1, temporal: false }
    }

    /// Stands for what could not be read.
    pub fn error(span: Span) -> Self {
        Self::simple(ExprKind::Error, span)
    }

    /// Whether it can be compared, rather than being a condition itself.
    pub fn is_term(&self) -> bool {
        use ExprKind::*;
        match &self.expr.kind {
            Bool(_) | Int(_) | Name(_) | Property(_) | Member(..) | ControlState(_) | CurrentChannel => true,
            Broadcast | Myself | Negate(_) | Party(_) | SupplierProperty(_) => true,
            Binary(op, ..) => is_arithmetic(*op),
            _ => false,
        }
    }
}

/// A prefix operator.
#[derive(Clone, Debug)]
pub(super) enum Prefix {
    Not,
    Negate,
    Next,
    Finally,
    Globally,
    Diamond(Box<Operand>),
    BoxModality(Box<Operand>),
    Agents { all: bool, var: Name, kinds: AgentKinds },
}

impl Prefix {
    /// Whether it is an operator of linear time.
    pub fn is_temporal(&self) -> bool {
        matches!(self, Prefix::Next | Prefix::Finally | Prefix::Globally)
    }
}

/// An element of a level.
#[derive(Clone, Debug)]
pub(super) enum Item {
    Operand(Operand),
    Prefix(Prefix, Span),
    Infix {
        op: BinaryOp,
        span: Span,
        /// The `-` of `a - b`, which the VSCode extension takes for "`b` of instance `a`".
        qualifies: bool,
        /// A `=` or `!=` between conditions rather than values (matters in the legacy dialect).
        between_conditions: bool,
    },
}

pub(super) fn is_arithmetic(op: BinaryOp) -> bool {
    matches!(op, BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Div)
}

pub(super) fn is_comparison(op: BinaryOp) -> bool {
    use BinaryOp::*;
    matches!(op, Eq | Ne | Lt | Le | Gt | Ge)
}

pub(super) fn is_temporal(op: BinaryOp) -> bool {
    matches!(op, BinaryOp::Until | BinaryOp::Release | BinaryOp::WeakUntil)
}
