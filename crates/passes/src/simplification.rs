//! Simplification: comparisons that ranges decide become constants, which may take whole variables out of a guard.
//!
//! # Contract
//!
//! Every property is preserved, with fairness, dead ends and faults: on states within the ranges, which contain all
//! reachable ones, each rewritten expression has the same value, or the same lack of one. Only unreachable states
//! may take other steps. Positions of alternatives change, because those that are never open are removed: a front
//! end simplifies before anybody sees the system.

use rustc_hash::FxHashMap;
use synod_core::{BinaryOp, Choice, Expr, ExprId, Faults, Interval, System, range_under};

use crate::rewrite::{for_each_expr, rewrite};

/// Replaces, in all rules, comparisons that have one outcome in every state within `ranges` (which
/// contain all reachable values, as [`synod_core::infer_ranges`] finds them) and that cannot fault.
pub fn simplify(system: &mut System, ranges: &[Interval]) {
    for position in 0..system.rules.len() {
        let mut rule = system.rules[position].clone();
        let choices = rule.choices.clone();
        let mut done = FxHashMap::default();
        for_each_expr(&mut rule, |id| {
            rewrite(system, id, &mut done, &mut |system, before, now| match decided(
                system, ranges, &choices, before,
            ) {
                Some(outcome) => system.exprs.bool(outcome),
                None => now,
            })
        });
        // Alternatives that are never open would only be in the way.
        for part in &mut rule.parts {
            if part.alternatives.len() > 1 {
                part.alternatives.retain(|alternative| !system.exprs.is_false(alternative.guard));
            }
        }
        system.rules[position] = rule;
    }
}

/// The outcome of a comparison, if it is always the same.
fn decided(system: &mut System, ranges: &[Interval], choices: &[Choice], id: ExprId) -> Option<bool> {
    let Expr::Binary(op, a, b) = system.exprs[id] else { return None };
    let range = |id| range_under(system, ranges, &[], choices, id);
    let outcome = match op {
        BinaryOp::Lt => below(range(a), range(b), 1).or_else(|| below(range(b), range(a), 0).map(|x| !x)),
        BinaryOp::Le => below(range(a), range(b), 0).or_else(|| below(range(b), range(a), 1).map(|x| !x)),
        BinaryOp::Eq if a == b => Some(true),
        BinaryOp::Eq => {
            let (a, b) = (range(a), range(b));
            let apart = below(a, b, 1).or_else(|| below(b, a, 1));
            apart.map(|_| false)
        }
        _ => None,
    }?;
    let defined = Faults::new(system, ranges, choices).defined(id);
    system.exprs.is_true(defined).then_some(outcome)
}

/// Whether every value of the first plus `gap` is at most every value of the second.
fn below(a: Interval, b: Interval, gap: i64) -> Option<bool> {
    (a.finite()?.1.checked_add(gap)? <= b.finite()?.0).then_some(true)
}

#[cfg(test)]
mod tests {
    use super::*;
    use synod_core::{Alternative, Mode, Observation, Part, Rule, Type, Variable, infer_ranges};

    #[test]
    fn comparisons_that_ranges_decide_go_and_others_stay() {
        let mut system = System::new("t");
        let var = Variable {
            name: "x".into(),
            ty: Type::Range { lo: 0, hi: 9 },
            len: None,
            owner: None,
            span: Default::default(),
        };
        let var = system.add_var(var);
        let x = system.exprs.var(var);
        let [zero, five, far] = [0, 5, 200].map(|n| system.exprs.int(n));
        let square = system.exprs.binary(BinaryOp::Mul, x, x);
        let always = system.exprs.le(square, far);
        let sometimes = system.exprs.lt(x, five);
        let quotient = system.exprs.binary(BinaryOp::Div, five, x);
        // Small when it has a value, which it has not for 0.
        let faulty = system.exprs.lt(quotient, far);
        let never = system.exprs.lt(x, zero);
        let hidden = system.exprs.or([never, sometimes]);
        let guard = system.exprs.and([always, hidden, faulty]);
        let yes = system.exprs.bool(true);
        system.add_rule(Rule {
            name: "r".into(),
            choices: vec![],
            guard,
            parts: vec![Part {
                agent: None,
                alternatives: vec![Alternative { guard: yes, updates: vec![], action: None }],
            }],
            observation: Observation::of(Mode::Local),
            span: Default::default(),
        });
        let ranges = infer_ranges(&system);
        simplify(&mut system, &ranges);
        assert_eq!(system.rules[0].guard, system.exprs.and([sometimes, faulty]));
    }
}
