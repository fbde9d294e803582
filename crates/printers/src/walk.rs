//! Visiting the parts of an expression.

use std::collections::HashSet;

use synod_core::{Expr, ExprId, Exprs};

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
