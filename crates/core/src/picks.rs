//! The values that a step may pick.

use std::ops::ControlFlow;

use crate::eval::{Env, eval_bool};
use crate::expr::ExprId;
use crate::system::{Rule, System};
use crate::trace::State;

/// Calls `visit` with all values for the choices of a rule under which its guard is not false, the last
/// one varying fastest, until it breaks off. Unbounded integers are tried from `-int_bound` to
/// `int_bound`.
///
/// A conjunct of the guard is asked as soon as all it reads is picked, so that values that one agent may
/// not pick are not tried with all that the others may.
pub fn for_each_pick(
    system: &System,
    rule: &Rule,
    state: &State,
    int_bound: i64,
    visit: &mut dyn FnMut(&[i64]) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let exprs = &system.exprs;
    let bounds = |ty: crate::Type| ty.bounds(&system.enums).unwrap_or((-int_bound, int_bound));
    let domains: Vec<(i64, i64)> = rule.choices.iter().map(|choice| bounds(choice.ty)).collect();
    let mut due: Vec<Vec<ExprId>> = vec![Vec::new(); domains.len() + 1];
    for conjunct in exprs.conjuncts(rule.guard) {
        let last = if domains.is_empty() { None } else { exprs.choices(conjunct).last().copied() };
        due[last.map_or(0, |last| last as usize + 1)].push(conjunct);
    }
    let mut picked: Vec<i64> = Vec::with_capacity(domains.len());
    loop {
        let env = Env { system, state, choices: &picked, taken: &[] };
        let open = due[picked.len()].iter().all(|conjunct| eval_bool(exprs, *conjunct, env) != Ok(false));
        match domains.get(picked.len()) {
            Some((lo, hi)) if open && lo <= hi => {
                picked.push(*lo);
                continue;
            }
            None if open => visit(&picked)?,
            _ => {}
        }
        // The next value of the last choice that has one.
        loop {
            let Some(last) = picked.pop() else { return ControlFlow::Continue(()) };
            if last < domains[picked.len()].1 {
                picked.push(last + 1);
                break;
            }
        }
    }
}
