//! Comparisons that ranges decide become constants, which may take whole variables out of a guard.

use rustc_hash::FxHashMap;

use crate::expr::{BinaryOp, Expr, ExprId};
use crate::faults::Faults;
use crate::ranges::{Interval, range_under};
use crate::system::{Choice, System};

/// Replaces, in all rules, comparisons that have one outcome in every state within `ranges` (which
/// contain all reachable values, as [`crate::infer_ranges`] finds them) and that cannot fault.
pub fn simplify(system: &mut System, ranges: &[Interval]) {
    for position in 0..system.rules.len() {
        let choices = system.rules[position].choices.clone();
        let mut pass = Pass { ranges, choices: &choices, done: FxHashMap::default() };
        let mut rule = system.rules[position].clone();
        rule.guard = pass.rewrite(system, rule.guard);
        for alternative in rule.parts.iter_mut().flat_map(|part| &mut part.alternatives) {
            alternative.guard = pass.rewrite(system, alternative.guard);
            for update in &mut alternative.updates {
                update.value = pass.rewrite(system, update.value);
                update.index = update.index.map(|index| pass.rewrite(system, index));
            }
        }
        // Alternatives that are never open would only be in the way.
        for part in &mut rule.parts {
            if part.alternatives.len() > 1 {
                part.alternatives.retain(|alternative| !system.exprs.is_false(alternative.guard));
            }
        }
        system.rules[position] = rule;
    }
}

struct Pass<'a> {
    ranges: &'a [Interval],
    choices: &'a [Choice],
    done: FxHashMap<ExprId, ExprId>,
}

impl Pass<'_> {
    fn rewrite(&mut self, system: &mut System, id: ExprId) -> ExprId {
        if let Some(known) = self.done.get(&id) {
            return *known;
        }
        let node = system.exprs[id].clone();
        let result = match self.decided(system, id, &node) {
            Some(value) => system.exprs.bool(value),
            None => self.rebuild(system, id, node),
        };
        self.done.insert(id, result);
        result
    }

    fn rebuild(&mut self, system: &mut System, id: ExprId, node: Expr) -> ExprId {
        match node {
            Expr::Const(..) | Expr::Var(_) | Expr::Choice(..) | Expr::Took { .. } => id,
            Expr::Element(var, index) => {
                let index = self.rewrite(system, index);
                system.exprs.element(var, index)
            }
            Expr::Unary(op, a) => {
                let a = self.rewrite(system, a);
                match op {
                    crate::UnaryOp::Not => system.exprs.not(a),
                    crate::UnaryOp::Neg => system.exprs.neg(a),
                    crate::UnaryOp::Abs => system.exprs.abs(a),
                }
            }
            Expr::Binary(op, a, b) => {
                let (a, b) = (self.rewrite(system, a), self.rewrite(system, b));
                system.exprs.binary(op, a, b)
            }
            Expr::And(list) => {
                let list: Vec<ExprId> = list.iter().map(|a| self.rewrite(system, *a)).collect();
                system.exprs.and(list)
            }
            Expr::Or(list) => {
                let list: Vec<ExprId> = list.iter().map(|a| self.rewrite(system, *a)).collect();
                system.exprs.or(list)
            }
            Expr::Ite(c, t, e) => {
                let c = self.rewrite(system, c);
                let (t, e) = (self.rewrite(system, t), self.rewrite(system, e));
                system.exprs.ite(c, t, e)
            }
        }
    }

    /// The outcome of a comparison, if it is always the same.
    fn decided(&self, system: &mut System, id: ExprId, node: &Expr) -> Option<bool> {
        let Expr::Binary(op, a, b) = node else { return None };
        let range = |id| range_under(system, self.ranges, &[], self.choices, id);
        let outcome = match op {
            BinaryOp::Lt => {
                below(range(*a), range(*b), 1).or_else(|| below(range(*b), range(*a), 0).map(|x| !x))
            }
            BinaryOp::Le => {
                below(range(*a), range(*b), 0).or_else(|| below(range(*b), range(*a), 1).map(|x| !x))
            }
            BinaryOp::Eq if a == b => Some(true),
            BinaryOp::Eq => {
                let (a, b) = (range(*a), range(*b));
                let apart = below(a, b, 1).or_else(|| below(b, a, 1));
                apart.map(|_| false)
            }
            _ => None,
        }?;
        let defined = Faults::new(system, self.ranges, self.choices).defined(id);
        system.exprs.is_true(defined).then_some(outcome)
    }
}

/// Whether every value of the first plus `gap` is at most every value of the second.
fn below(a: Interval, b: Interval, gap: i64) -> Option<bool> {
    (a.finite()?.1.checked_add(gap)? <= b.finite()?.0).then_some(true)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Alternative, Mode, Observation, Part, Rule, Type, Variable, infer_ranges};

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
