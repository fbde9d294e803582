//! Rules rewritten with what is known of all reachable states: variables that have only one value are
//! replaced by it, and what follows from that is simplified away.

use rustc_hash::FxHashMap;
use synod_core::{Expr, ExprId, System, UnaryOp, VarId};

use crate::layout::Layout;

/// The same system as far as reachable states can tell.
pub(crate) fn specialise(system: &System, layout: &Layout) -> System {
    let mut system = system.clone();
    let known: Vec<Option<i64>> = system
        .var_ids()
        .map(|(id, var)| {
            let (lo, hi) = layout.fields.get(system.slot(id)).map_or((0, 1), |field| field.window());
            (var.len.is_none() && lo == hi).then_some(lo)
        })
        .collect();
    let mut rewriter = Rewriter { known, done: FxHashMap::default() };
    let mut rules = std::mem::take(&mut system.rules);
    for rule in &mut rules {
        rule.guard = rewriter.rewrite(&mut system, rule.guard);
        for alternative in rule.parts.iter_mut().flat_map(|part| &mut part.alternatives) {
            alternative.guard = rewriter.rewrite(&mut system, alternative.guard);
            for update in &mut alternative.updates {
                update.value = rewriter.rewrite(&mut system, update.value);
                update.index = update.index.map(|index| rewriter.rewrite(&mut system, index));
            }
        }
    }
    system.rules = rules;
    system
}

struct Rewriter {
    /// For each variable its value, if it has only one.
    known: Vec<Option<i64>>,
    done: FxHashMap<ExprId, ExprId>,
}

impl Rewriter {
    fn rewrite(&mut self, system: &mut System, root: ExprId) -> ExprId {
        let mut todo = vec![(root, false)];
        while let Some((id, ready)) = todo.pop() {
            if self.done.contains_key(&id) {
                continue;
            }
            if !ready {
                todo.push((id, true));
                todo.extend(system.exprs.operands(id).into_iter().map(|operand| (operand, false)));
                continue;
            }
            let new = self.rebuild(system, id);
            self.done.insert(id, new);
        }
        self.done[&root]
    }

    /// One expression, with operands that are done.
    fn rebuild(&self, system: &mut System, id: ExprId) -> ExprId {
        let at = |id: &ExprId| self.done[id];
        let list = |list: &[ExprId]| list.iter().map(at).collect::<Vec<ExprId>>();
        let sort = system.exprs.sort(id);
        let exprs = &mut system.exprs;
        match exprs[id].clone() {
            Expr::Const(..) | Expr::Choice(..) | Expr::Took { .. } => id,
            Expr::Var(VarId(var)) => match self.known[var as usize] {
                Some(value) => exprs.constant(sort, value),
                None => id,
            },
            Expr::Element(var, index) => exprs.element(var, at(&index)),
            Expr::Unary(UnaryOp::Not, a) => exprs.not(at(&a)),
            Expr::Unary(UnaryOp::Neg, a) => exprs.neg(at(&a)),
            Expr::Unary(UnaryOp::Abs, a) => exprs.abs(at(&a)),
            Expr::Binary(op, a, b) => exprs.binary(op, at(&a), at(&b)),
            Expr::And(operands) => exprs.and(list(&operands)),
            Expr::Or(operands) => exprs.or(list(&operands)),
            Expr::Ite(c, t, e) => exprs.ite(at(&c), at(&t), at(&e)),
        }
    }
}
