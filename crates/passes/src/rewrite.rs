//! Rewriting the expressions of rules, each once.

use rustc_hash::FxHashMap;
use synod_core::{Alternatives, ExprId, PerAlternatives, Rule, System, checkpoint};

/// Rewrites an expression from its leaves up. `replace` may put another expression in the place of one whose operands
/// are already rewritten, given as it was and as it is now.
pub(crate) fn rewrite(
    system: &mut System,
    root: ExprId,
    done: &mut FxHashMap<ExprId, ExprId>,
    replace: &mut impl FnMut(&mut System, ExprId, ExprId) -> ExprId,
) -> ExprId {
    let mut todo = vec![(root, false)];
    while let Some((id, ready)) = todo.pop() {
        if done.contains_key(&id) {
            continue;
        }
        checkpoint();
        let operands = system.exprs.operands(id);
        if !ready {
            todo.push((id, true));
            todo.extend(operands.into_iter().map(|operand| (operand, false)));
            continue;
        }
        let operands: Vec<ExprId> = operands.iter().map(|operand| done[operand]).collect();
        let node = system.exprs[id].clone();
        let now = system.exprs.build(&node, &operands);
        let now = replace(system, id, now);
        done.insert(id, now);
    }
    done[&root]
}

/// Puts what `change` returns in the place of each expression of a rule: guards, values and indices. Lists of alternatives that
/// were `changed` before are the same list again.
pub(crate) fn for_each_expr(
    rule: &mut Rule,
    changed: &mut PerAlternatives<Alternatives>,
    mut change: impl FnMut(ExprId) -> ExprId,
) {
    rule.guard = change(rule.guard);
    for part in &mut rule.parts {
        checkpoint();
        part.alternatives = changed.get(&part.alternatives, || {
            let mut list = part.alternatives.to_vec();
            for alternative in &mut list {
                alternative.guard = change(alternative.guard);
                for update in &mut alternative.updates {
                    update.value = change(update.value);
                    update.index = update.index.map(&mut change);
                }
            }
            list.into()
        });
    }
}
