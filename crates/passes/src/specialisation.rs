//! Specialisation: in rules, variables that have only one value are replaced by it, and what follows is simplified
//! away.
//!
//! # Contract
//!
//! Every property is preserved, with fairness, dead ends and faults: in states within the ranges nothing changes.
//! Variables, rules, choices and alternatives stay where they are, and so a trace needs no lifting.

use rustc_hash::FxHashMap;
use synod_core::{Expr, Interval, System, VarId};

use crate::rewrite::{for_each_expr, rewrite};

/// The same system as far as states within `ranges`, which contain all reachable ones, can tell.
pub fn specialise(system: &System, ranges: &[Interval]) -> System {
    let value = |VarId(var): VarId| match ranges[var as usize].finite() {
        Some((lo, hi)) if lo == hi && system.vars[var as usize].len.is_none() => Some(lo),
        _ => None,
    };
    let mut special = system.clone();
    let mut done = FxHashMap::default();
    let mut rules = std::mem::take(&mut special.rules);
    for rule in &mut rules {
        for_each_expr(rule, |id| {
            rewrite(&mut special, id, &mut done, &mut |special, _, now| match special.exprs[now] {
                Expr::Var(var) => match value(var) {
                    Some(value) => {
                        let sort = special.exprs.sort(now);
                        special.exprs.constant(sort, value)
                    }
                    None => now,
                },
                _ => now,
            })
        });
    }
    special.rules = rules;
    special
}
