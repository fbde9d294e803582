//! Simplification: comparisons that ranges decide become constants, which may take whole variables out of a guard.
//!
//! # Contract
//!
//! Every property is preserved, with fairness, dead ends and faults: on states within the ranges, which contain all
//! reachable ones, each rewritten expression has the same value, or the same lack of one. Only unreachable states
//! may take other steps. Positions of alternatives change, because those that are never open are removed: a front
//! end simplifies before anybody sees the system.

use rustc_hash::FxHashMap;
use synod_core::{
    Alternative, Alternatives, BinaryOp, Choice, Expr, ExprId, FaultMemory, Faults, Interval,
    PerAlternatives, System,
};

use crate::rewrite::{for_each_expr, rewrite};

/// Replaces, in all rules, comparisons that have one outcome in every state within `ranges` (which
/// contain all reachable values, as [`synod_core::infer_ranges`] finds them) and that cannot fault.
pub fn simplify(system: &mut System, ranges: &[Interval]) {
    // What is so without choices is so in every rule.
    let mut common = Rewritten::default();
    for position in 0..system.rules.len() {
        let mut rule = system.rules[position].clone();
        let choices = rule.choices.clone();
        let mut own = Rewritten::default();
        let Rewritten { done, memory, changed, open } =
            if choices.is_empty() { &mut common } else { &mut own };
        for_each_expr(&mut rule, changed, |id| {
            rewrite(system, id, done, &mut |system, before, now| match decided(
                system, ranges, &choices, before, memory,
            ) {
                Some(outcome) => system.exprs.bool(outcome),
                None => now,
            })
        });
        // Alternatives that are never open would only be in the way.
        for part in &mut rule.parts {
            part.alternatives = open.get(&part.alternatives, || {
                let mut list = part.alternatives.clone();
                let is_closed = |one: &Alternative| system.exprs.is_false(one.guard);
                if list.len() > 1 && list.iter().any(is_closed) {
                    list.retain(|one| !is_closed(one));
                }
                list
            });
        }
        system.rules[position] = rule;
    }
}

/// A condition over some choices with such comparisons replaced.
pub fn simplified(system: &mut System, ranges: &[Interval], choices: &[Choice], condition: ExprId) -> ExprId {
    let Rewritten { mut done, mut memory, .. } = Rewritten::default();
    rewrite(system, condition, &mut done, &mut |system, before, now| match decided(
        system,
        ranges,
        choices,
        before,
        &mut memory,
    ) {
        Some(outcome) => system.exprs.bool(outcome),
        None => now,
    })
}

/// What has become of expressions.
#[derive(Default)]
struct Rewritten {
    done: FxHashMap<ExprId, ExprId>,
    memory: FaultMemory,
    changed: PerAlternatives<Alternatives>,
    /// Without the alternatives that are never open.
    open: PerAlternatives<Alternatives>,
}

/// The outcome of a comparison, if it is always the same.
fn decided(
    system: &mut System,
    ranges: &[Interval],
    choices: &[Choice],
    id: ExprId,
    memory: &mut FaultMemory,
) -> Option<bool> {
    let Expr::Binary(op @ (BinaryOp::Lt | BinaryOp::Le | BinaryOp::Eq), a, b) = system.exprs[id] else {
        return None;
    };
    let mut faults = Faults::remembering(system, ranges, choices, std::mem::take(memory));
    let (left, right) = (faults.range(a), faults.range(b));
    let outcome = match op {
        BinaryOp::Lt => below(left, right, 1).or_else(|| below(right, left, 0).map(|x| !x)),
        BinaryOp::Le => below(left, right, 0).or_else(|| below(right, left, 1).map(|x| !x)),
        _ if a == b => Some(true),
        _ => below(left, right, 1).or_else(|| below(right, left, 1)).map(|_| false),
    };
    let defined = outcome.map(|_| faults.defined(id));
    *memory = faults.into_memory();
    outcome.filter(|_| defined.is_some_and(|defined| system.exprs.is_true(defined)))
}

/// Whether every value of the first plus `gap` is at most every value of the second.
fn below(a: Interval, b: Interval, gap: i64) -> Option<bool> {
    (a.finite()?.1.checked_add(gap)? <= b.finite()?.0).then_some(true)
}

#[cfg(test)]
mod tests {
    use super::*;
    use synod_core::{Mode, Observation, Part, Rule, Type, Variable, infer_ranges};

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
                alternatives: vec![Alternative { guard: yes, updates: vec![], action: None }].into(),
            }],
            observation: Observation::of(Mode::Local),
            span: Default::default(),
        });
        let ranges = infer_ranges(&system);
        simplify(&mut system, &ranges);
        assert_eq!(system.rules[0].guard, system.exprs.and([sometimes, faulty]));
    }
}
