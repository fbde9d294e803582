//! The values that the choices of a step may have.

use std::ops::ControlFlow;

use crate::eval::{Env, eval, eval_bool};
use crate::expr::{BinaryOp, Expr, ExprId, Exprs};
use crate::system::{Rule, System};
use crate::trace::State;

/// Calls `visit` with all values for the choices of a rule under which its guard is not false, the last
/// one varying fastest, until it breaks off. Unbounded integers are tried from `-int_bound` to
/// `int_bound`.
///
/// A conjunct of the guard is asked as soon as all it reads is picked, so that values that one agent may
/// not pick are not tried with all that the others may. One that compares a choice with something known
/// by then bounds it, so that of a wide choice only the values in question are tried.
pub fn for_each_choice(
    system: &System,
    rule: &Rule,
    state: &State,
    int_bound: i64,
    visit: &mut dyn FnMut(&[i64]) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let exprs = &system.exprs;
    if rule.choices.is_empty() {
        // Most rules of most models: random runs ask their guards more often than anything else.
        let is_open = |id: &ExprId| eval_bool(exprs, *id, Env::of(system, state)) != Ok(false);
        let open = match &exprs[rule.guard] {
            Expr::And(conjuncts) => conjuncts.iter().all(is_open),
            _ => is_open(&rule.guard),
        };
        return if open { visit(&[]) } else { ControlFlow::Continue(()) };
    }
    let bounds = |ty: crate::Type| ty.bounds(&system.enums).unwrap_or((-int_bound, int_bound));
    let domains: Vec<(i64, i64)> = rule.choices.iter().map(|choice| bounds(choice.ty)).collect();
    let mut due: Vec<Vec<ExprId>> = vec![Vec::new(); domains.len() + 1];
    for conjunct in exprs.conjuncts(rule.guard) {
        let last = exprs.choices(conjunct).last().copied();
        due[last.map_or(0, |last| last as usize + 1)].push(conjunct);
    }
    let mut picked: Vec<i64> = Vec::with_capacity(domains.len());
    // For each choice that is picked the last value to try.
    let mut last_values: Vec<i64> = Vec::with_capacity(domains.len());
    loop {
        let env = Env { system, state, choices: &picked, taken: &[] };
        let open = due[picked.len()].iter().all(|conjunct| eval_bool(exprs, *conjunct, env) != Ok(false));
        match domains.get(picked.len()) {
            Some((lo, hi)) if open => {
                let limits = due[picked.len() + 1].iter().filter_map(|id| limit(exprs, *id, picked.len()));
                let (mut lo, mut hi) = (*lo, *hi);
                for limit in limits {
                    if let Ok(value) = eval(exprs, limit.value, env) {
                        limit.narrow(value, &mut lo, &mut hi);
                    }
                }
                if lo <= hi {
                    picked.push(lo);
                    last_values.push(hi);
                    continue;
                }
            }
            None if open => visit(&picked)?,
            _ => {}
        }
        // The next value of the last choice that has one.
        loop {
            let (Some(value), Some(most)) = (picked.pop(), last_values.pop()) else {
                return ControlFlow::Continue(());
            };
            if value < most {
                picked.push(value + 1);
                last_values.push(most);
                break;
            }
        }
    }
}

/// What a conjunct of a guard says about a choice: how it lies to a value that does not depend on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit {
    /// Reads the state and earlier choices only.
    pub value: ExprId,
    /// The choice may not be less.
    least: bool,
    /// The choice may not be greater.
    most: bool,
    /// The choice may not be the value itself.
    strict: bool,
}

impl Limit {
    /// Takes away what the choice cannot be from the values from `lo` to `hi`.
    pub fn narrow(&self, value: i64, lo: &mut i64, hi: &mut i64) {
        let gap = i64::from(self.strict);
        if self.least {
            *lo = (*lo).max(value.saturating_add(gap));
        }
        if self.most {
            *hi = (*hi).min(value.saturating_sub(gap));
        }
    }
}

/// The limit that a conjunct sets to a choice by its position, if all else that it reads is known before.
pub fn limit(exprs: &Exprs, conjunct: ExprId, choice: usize) -> Option<Limit> {
    let Expr::Binary(op @ (BinaryOp::Eq | BinaryOp::Lt | BinaryOp::Le), a, b) = exprs[conjunct] else {
        return None;
    };
    let is_choice = |id: ExprId| matches!(exprs[id], Expr::Choice(at, _) if at as usize == choice);
    let known = |id: ExprId| exprs.choices(id).iter().all(|at| (*at as usize) < choice);
    let (equal, strict) = (op == BinaryOp::Eq, op == BinaryOp::Lt);
    if is_choice(a) && known(b) {
        Some(Limit { value: b, least: equal, most: true, strict })
    } else if is_choice(b) && known(a) {
        Some(Limit { value: a, least: true, most: equal, strict })
    } else {
        None
    }
}
