//! Specialisation: in rules, variables that have only one value are replaced by it, and what follows is simplified
//! away.
//!
//! # Contract
//!
//! Every property is preserved, with fairness, dead ends and faults: in states within the ranges nothing changes.
//! Variables, rules, choices and alternatives stay where they are, and so a trace needs no lifting.

use rustc_hash::FxHashMap;
use synod_core::{Expr, ExprId, Interval, PerAlternatives, System, VarId};

use crate::rewrite::{for_each_expr, rewrite};

/// The same system as far as states within `ranges`, which contain all reachable ones, can tell.
pub fn specialise(system: &System, ranges: &[Interval]) -> System {
    let value = |VarId(var): VarId| match ranges[var as usize].finite() {
        Some((lo, hi)) if lo == hi && system.vars[var as usize].len.is_none() => Some(lo),
        _ => None,
    };
    let mut special = system.clone();
    let (mut done, mut changed) = (FxHashMap::default(), PerAlternatives::default());
    let mut rules = std::mem::take(&mut special.rules);
    for rule in &mut rules {
        for_each_expr(rule, &mut changed, |id| put_in(&mut special, id, &mut done, &value));
    }
    special.rules = rules;
    special
}

/// Conditions with the value of a variable put in: the same where the variable has that value.
pub fn with_value(system: &mut System, conditions: &[ExprId], var: VarId, value: i64) -> Vec<ExprId> {
    let mut done = FxHashMap::default();
    let value = |asked: VarId| (asked == var).then_some(value);
    conditions.iter().map(|id| put_in(system, *id, &mut done, &value)).collect()
}

/// An expression with the values of some variables put in.
fn put_in(
    system: &mut System,
    id: ExprId,
    done: &mut FxHashMap<ExprId, ExprId>,
    value: &impl Fn(VarId) -> Option<i64>,
) -> ExprId {
    rewrite(system, id, done, &mut |system, _, now| match system.exprs[now] {
        Expr::Var(var) => match value(var) {
            Some(value) => {
                let sort = system.exprs.sort(now);
                system.exprs.constant(sort, value)
            }
            None => now,
        },
        _ => now,
    })
}
