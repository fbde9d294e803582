//! Keeps the operators of LTOL out of everything but specifications.

use synod_syntax::Diagnostic;

use super::found::Findings;
use super::place::Place;
use crate::ast::{BinaryOp, Expr, ExprKind, Knowledge};

/// How a formula that speaks about runs is written, if the expression is one.
pub(super) fn operator(expr: &Expr) -> Option<&'static str> {
    Some(match &expr.kind {
        ExprKind::Next(_) => "X",
        ExprKind::Finally(_) => "F",
        ExprKind::Globally(_) => "G",
        ExprKind::Diamond(..) => "<<…>>",
        ExprKind::BoxModality(..) => "[[…]]",
        ExprKind::Binary(BinaryOp::Until, ..) => "U",
        ExprKind::Binary(BinaryOp::Release, ..) => "R",
        ExprKind::Binary(BinaryOp::WeakUntil, ..) => "W",
        ExprKind::Knowledge { kind, .. } => match kind {
            Knowledge::One => "K",
            Knowledge::Everybody => "E",
            Knowledge::Common => "C",
            Knowledge::Distributed => "D",
            Knowledge::Strategy => "S",
        },
        _ => return None,
    })
}

/// The direct parts of an expression.
pub(crate) fn parts(expr: &Expr) -> Vec<&Expr> {
    match &expr.kind {
        ExprKind::Not(a) | ExprKind::Negate(a) => vec![a],
        ExprKind::Next(a) | ExprKind::Finally(a) | ExprKind::Globally(a) => vec![a],
        ExprKind::Agents { body, .. } | ExprKind::Receivers { body, .. } => vec![body],
        ExprKind::Knowledge { body, .. } => vec![body],
        ExprKind::Binary(_, a, b) | ExprKind::Diamond(a, b) | ExprKind::BoxModality(a, b) => vec![a, b],
        ExprKind::Call(_, args) => args.iter().collect(),
        _ => Vec::new(),
    }
}

/// Reports every operator of LTOL in an expression of an agent, a guard or an instance.
pub(super) fn forbid(expr: &Expr, place: Place, found: &mut Findings) {
    let quantifier = matches!(expr.kind, ExprKind::Agents { .. }).then_some("a quantifier over agents");
    if let Some(what) = operator(expr).map(|sign| format!("`{sign}`")).or(quantifier.map(str::to_string)) {
        let message = format!("LTOL not allowed here: {what} {}", place.phrase());
        found.push(
            Diagnostic::error("rcheck::temporal-operator", expr.span, message)
                .caption("speaks about a whole run")
                .help("move it to a `SPEC`; this condition is about a single state"),
        );
    }
    for part in parts(expr) {
        forbid(part, place, found);
    }
}
