//! Constant expressions: initial values, sizes of arrays, numbers of agents.

use synod_core::arith;
use synod_syntax::{Diagnostic, Span, nearest, resolved};

use super::Checker;
use crate::ast::{BinaryOp, Expr, ExprKind, UnaryOp};
use crate::model::{Arithmetic, Offset};

/// Whether `id` means something.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Id {
    Is(i64),
    None,
}

impl Checker<'_> {
    /// The value of an external parameter; 1 after a mistake, which lets the rest be checked.
    pub(super) fn parameter(&mut self, name: &str, span: Span) -> i64 {
        self.used_externs.push((name.to_string(), span));
        let declared = self.file.externs.iter().find(|known| known.text == name);
        if let Some(declared) = declared {
            resolved(span, declared.span);
        } else {
            let mut diagnostic = Diagnostic::error(
                "labs::undeclared-extern",
                span,
                format!("the parameter `_{name}` is not declared"),
            );
            let close = nearest(name, self.file.externs.iter().map(|known| known.text.as_str()));
            diagnostic = match close {
                Some(close) => diagnostic.suggest(format!("_{close}")),
                None => diagnostic.help(format!("add `extern = _{name}` to the system section")),
            };
            self.diagnostics.push(diagnostic);
            return 1;
        }
        if let Some(value) = self.parameters.get(name) {
            return *value;
        }
        if self.missing_externs.insert(name.to_string()) {
            self.diagnostics.push(
                Diagnostic::error(
                    "labs::missing-parameter",
                    span,
                    format!("no value was given for the parameter `_{name}`"),
                )
                .help(format!("give one on the command line: `{name}=…`")),
            );
        }
        1
    }

    /// The value of a constant expression.
    pub(super) fn constant(&mut self, expr: &Expr, id: Id) -> Option<i64> {
        let value = self.fold(expr, id)?;
        if i32::try_from(value).is_err() {
            let message = format!("the value {value} does not fit 32 bits");
            self.diagnostics.push(Diagnostic::error("labs::constant", expr.span, message));
            return None;
        }
        Some(value)
    }

    fn fold(&mut self, expr: &Expr, id: Id) -> Option<i64> {
        let value = match &expr.kind {
            ExprKind::Int(value) => Some(*value),
            ExprKind::Extern(name) => Some(self.parameter(name, expr.span)),
            ExprKind::Ref { name, index, of: None } if name.text == "id" && index.is_empty() => match id {
                Id::Is(value) => Some(value),
                Id::None => return self.not_constant(expr, "`id` cannot be used here"),
            },
            ExprKind::Unary(UnaryOp::Neg, a) => arith::neg(self.fold(a, id)?),
            ExprKind::Unary(UnaryOp::Abs, a) => arith::abs(self.fold(a, id)?),
            ExprKind::Binary(op, a, b) => {
                let Some(op) = arithmetic(*op) else {
                    return self.not_constant(expr, "a number is needed here, not a condition");
                };
                let (a, b) = (self.fold(a, id)?, self.fold(b, id)?);
                apply(op, a, b)
            }
            ExprKind::Error => return None,
            _ => return self.not_constant(expr, "this is not a constant expression"),
        };
        if value.is_none() {
            let message = "this constant has no value: a division by zero, or a number that is too large";
            self.diagnostics.push(Diagnostic::error("labs::constant", expr.span, message));
        }
        value
    }

    fn not_constant(&mut self, expr: &Expr, message: &str) -> Option<i64> {
        self.diagnostics.push(
            Diagnostic::error("labs::constant", expr.span, message)
                .explain("sizes, numbers of agents and initial values are made of integers and parameters"),
        );
        None
    }

    /// A constant for each agent, as `id` may occur in it.
    pub(super) fn offset(&mut self, expr: &Expr) -> Offset {
        let of_nobody = self.constant(expr, Id::Is(-1)).unwrap_or(0);
        let mentions_id = mentions_id(expr);
        let of_agent = if mentions_id {
            (0..self.agents).map(|agent| self.constant(expr, Id::Is(agent as i64)).unwrap_or(0)).collect()
        } else {
            vec![of_nobody; self.agents]
        };
        Offset { mentions_id, of_agent, of_nobody }
    }
}

fn mentions_id(expr: &Expr) -> bool {
    let mut found = matches!(&expr.kind, ExprKind::Ref { name, .. } if name.text == "id");
    crate::parse::children(&expr.kind, &mut |child| found |= mentions_id(child));
    found
}

/// The arithmetic operator, if it is one.
pub(super) fn arithmetic(op: BinaryOp) -> Option<Arithmetic> {
    Some(match op {
        BinaryOp::Add => Arithmetic::Add,
        BinaryOp::Sub => Arithmetic::Sub,
        BinaryOp::Mul => Arithmetic::Mul,
        BinaryOp::Div => Arithmetic::Div,
        BinaryOp::Round => Arithmetic::Round,
        BinaryOp::Mod => Arithmetic::Mod,
        BinaryOp::Min => Arithmetic::Min,
        BinaryOp::Max => Arithmetic::Max,
        _ => return None,
    })
}

/// The value of an operator; `None` where it has none.
pub(crate) fn apply(op: Arithmetic, a: i64, b: i64) -> Option<i64> {
    match op {
        Arithmetic::Add => arith::add(a, b),
        Arithmetic::Sub => arith::sub(a, b),
        Arithmetic::Mul => arith::mul(a, b),
        Arithmetic::Div => arith::div(a, b),
        Arithmetic::Round => {
            let (numerator, denominator) = (arith::abs(a)?, arith::abs(b)?);
            let doubled = arith::add(arith::mul(2, numerator)?, denominator)?;
            let quotient = arith::div(doubled, arith::mul(2, denominator)?)?;
            if (a < 0) == (b < 0) { Some(quotient) } else { arith::neg(quotient) }
        }
        Arithmetic::Mod => arith::modulo(a, b),
        Arithmetic::Min => Some(a.min(b)),
        Arithmetic::Max => Some(a.max(b)),
    }
}
