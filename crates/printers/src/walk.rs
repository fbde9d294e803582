//! Visiting the parts of an expression.

use std::collections::HashSet;

use synod_core::{BinaryOp, Choice, Expr, ExprId, Exprs, Interval, System, range_under};

/// Calls `visit` for every expression within `id`, itself included, each once.
pub fn each(exprs: &Exprs, id: ExprId, mut visit: impl FnMut(&Expr)) {
    let mut seen = HashSet::new();
    let mut todo = vec![id];
    while let Some(at) = todo.pop() {
        if seen.insert(at) {
            visit(&exprs[at]);
            todo.extend(exprs.operands(at).into_iter().rev());
        }
    }
}

/// What an expression may be where it is evaluated although it has no value. Where it divides by what may not
/// be a divisor, that is anything.
pub fn printed_range(system: &System, declared: &[Interval], choices: &[Choice], id: ExprId) -> Interval {
    let mut divides = false;
    each(&system.exprs, id, |part| {
        if let Expr::Binary(BinaryOp::Div | BinaryOp::Rem | BinaryOp::Mod, _, by) = part {
            divides |= system.exprs.as_const(*by).is_none_or(|by| by <= 0);
        }
    });
    if divides { Interval::ALL } else { range_under(system, declared, &[], choices, id) }
}
