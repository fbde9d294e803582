//! Walking over resolved expressions and formulas.

use crate::hir::{Expr, ExprKind, Formula, Observation};

/// Visits an expression and all its parts.
pub(crate) fn each(expr: &Expr, visit: &mut dyn FnMut(&Expr)) {
    visit(expr);
    match &expr.kind {
        ExprKind::Not(a) | ExprKind::Negate(a) | ExprKind::Receivers { body: a, .. } => each(a, visit),
        ExprKind::Binary(_, a, b) => {
            each(a, visit);
            each(b, visit);
        }
        _ => {}
    }
}

/// How many parts an expression has, and how deep they nest.
pub(super) fn measure(expr: &Expr) -> (usize, usize) {
    let (size, depth) = match &expr.kind {
        ExprKind::Not(a) | ExprKind::Negate(a) | ExprKind::Receivers { body: a, .. } => measure(a),
        ExprKind::Binary(_, a, b) => {
            let (a, b) = (measure(a), measure(b));
            (a.0 + b.0, a.1.max(b.1))
        }
        _ => (0, 0),
    };
    (size + 1, depth + 1)
}

/// A copy of `expr` with locals replaced by these expressions.
pub(super) fn with_locals(expr: &Expr, locals: &[Expr]) -> Expr {
    let of = |inner: &Expr| Box::new(with_locals(inner, locals));
    let kind = match &expr.kind {
        ExprKind::Local(position) => return locals[*position].clone(),
        ExprKind::Not(a) => ExprKind::Not(of(a)),
        ExprKind::Negate(a) => ExprKind::Negate(of(a)),
        ExprKind::Receivers { all, body } => ExprKind::Receivers { all: *all, body: of(body) },
        ExprKind::Binary(op, a, b) => ExprKind::Binary(*op, of(a), of(b)),
        leaf => leaf.clone(),
    };
    Expr { kind, ty: expr.ty }
}

/// The positions of the things that an expression reads, each once and in order.
fn positions(expr: &Expr, pick: impl Fn(&ExprKind) -> Option<usize>) -> Vec<usize> {
    let mut list = Vec::new();
    each(expr, &mut |part| list.extend(pick(&part.kind)));
    list.sort_unstable();
    list.dedup();
    list
}

/// The property variables that an expression reads.
pub(super) fn properties(expr: &Expr) -> Vec<usize> {
    positions(expr, |kind| match kind {
        ExprKind::Property(position) => Some(*position),
        _ => None,
    })
}

/// The message variables that an expression reads.
pub(super) fn messages(expr: &Expr) -> Vec<usize> {
    positions(expr, |kind| match kind {
        ExprKind::Message(position) => Some(*position),
        _ => None,
    })
}

/// Whether an expression reads a local of the agent at hand.
pub(super) fn reads_local(expr: &Expr, local: usize) -> bool {
    let mut found = false;
    each(expr, &mut |part| found |= matches!(part.kind, ExprKind::Local(position) if position == local));
    found
}

/// Whether some part of an expression satisfies a test.
pub(super) fn mentions(expr: &Expr, test: impl Fn(&ExprKind) -> bool) -> bool {
    let mut found = false;
    each(expr, &mut |part| found |= test(&part.kind));
    found
}

/// Visits all observations of a formula.
pub(super) fn observations<'f>(formula: &'f Formula, visit: &mut dyn FnMut(&'f Observation)) {
    match formula {
        Formula::State(_) | Formula::Label { .. } | Formula::Progress | Formula::KeepAll => {}
        Formula::Not(a)
        | Formula::Next(a)
        | Formula::Finally(a)
        | Formula::Globally(a)
        | Formula::Knowledge(_, _, a) => observations(a, visit),
        Formula::And(list) | Formula::Or(list) => list.iter().for_each(|part| observations(part, visit)),
        Formula::Iff(a, b) | Formula::Until(a, b) | Formula::Release(a, b) | Formula::WeakUntil(a, b) => {
            observations(a, visit);
            observations(b, visit);
        }
        Formula::Diamond(observation, a) | Formula::BoxModality(observation, a) => {
            visit(observation);
            observations(a, visit);
        }
    }
}
