//! Conditions under which an expression has a value, for readers with only two truth values.
//!
//! A solver, a decision diagram or another tool's language knows no faults: there every operator has
//! some value everywhere. [`Faults`] rewrites a condition of the model into one that such a reader may
//! take at face value, whatever it makes of a division by zero or of a read outside an array.
//!
//! Leaving 64 bits is not tested for: to such readers integers are either mathematical or, in bounded
//! models, far smaller.

use rustc_hash::FxHashMap;

use crate::expr::{BinaryOp, Expr, ExprId, UnaryOp};
use crate::interval::Interval;
use crate::known::{FoundRanges, Known, choice_range, range_under};
use crate::system::{Choice, System};
use crate::types::Sort;

/// A condition on the value of an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum TruthCondition {
    Defined,
    True,
    False,
}

/// Asks when expressions of a system have values. What the ranges show to be impossible is left out.
#[derive(Debug)]
pub struct Faults<'a> {
    system: &'a mut System,
    /// An interval for each variable that contains its reachable values.
    ranges: &'a [Interval],
    /// The choices that the expressions may read.
    choices: &'a [Choice],
    memory: FaultMemory,
}

/// What was found out about expressions of a system, for the same ranges and choices.
#[derive(Debug, Default)]
pub struct FaultMemory {
    answers: FxHashMap<(ExprId, TruthCondition), ExprId>,
    ranges: FoundRanges,
}

impl<'a> Faults<'a> {
    /// For expressions over the variables of `system`, which lie in `ranges`, and over `choices`.
    pub fn new(system: &'a mut System, ranges: &'a [Interval], choices: &'a [Choice]) -> Self {
        Self::remembering(system, ranges, choices, FaultMemory::default())
    }

    /// As before, with what was found out for the same ranges and choices.
    pub fn remembering(
        system: &'a mut System,
        ranges: &'a [Interval],
        choices: &'a [Choice],
        memory: FaultMemory,
    ) -> Self {
        Faults { system, ranges, choices, memory }
    }

    /// What was found out.
    pub fn into_memory(self) -> FaultMemory {
        self.memory
    }

    /// The system, with the expressions that were made so far.
    pub fn system(&self) -> &System {
        self.system
    }

    /// An interval that contains every value of an expression.
    pub fn range(&mut self, id: ExprId) -> Interval {
        let choice = |position: u32| choice_range(self.system, &self.choices[position as usize]);
        Known::new(self.system, self.ranges).range_with(&choice, id, &mut self.memory.ranges)
    }

    /// As before, where the conditions are known to be true.
    pub fn range_under(&self, conditions: &[ExprId], id: ExprId) -> Interval {
        range_under(self.system, self.ranges, conditions, self.choices, id)
    }

    /// Holds where `id` has a value.
    pub fn defined(&mut self, id: ExprId) -> ExprId {
        self.ask(id, TruthCondition::Defined)
    }

    /// Holds where `id` is true; not where it is false or has no value.
    pub fn is_true(&mut self, id: ExprId) -> ExprId {
        self.ask(id, TruthCondition::True)
    }

    /// Holds where `id` is false; not where it is true or has no value.
    pub fn is_false(&mut self, id: ExprId) -> ExprId {
        self.ask(id, TruthCondition::False)
    }

    fn ask(&mut self, id: ExprId, kind: TruthCondition) -> ExprId {
        if let Some(known) = self.memory.answers.get(&(id, kind)) {
            return *known;
        }
        let answer = match (kind, self.system.exprs.sort(id)) {
            (TruthCondition::Defined, Sort::Bool) => self.defined_bool(id),
            (TruthCondition::Defined, _) => self.defined_value(id),
            (TruthCondition::True, _) => self.truth(id, true),
            (TruthCondition::False, _) => self.truth(id, false),
        };
        self.memory.answers.insert((id, kind), answer);
        answer
    }

    fn defined_bool(&mut self, id: ExprId) -> ExprId {
        if let Expr::And(list) | Expr::Or(list) = self.system.exprs[id].clone() {
            let all = self.all_defined(&list);
            if self.system.exprs.is_true(all) {
                return all;
            }
            let (yes, no) = (self.is_true(id), self.is_false(id));
            return self.system.exprs.or([yes, no]);
        }
        self.defined_value(id)
    }

    fn defined_value(&mut self, id: ExprId) -> ExprId {
        match self.system.exprs[id].clone() {
            Expr::Element(array, index) => {
                let defined = self.defined(index);
                let last = i64::from(self.system.var(array).len.unwrap_or(1)) - 1;
                let inside = self.within(index, 0, last);
                self.system.exprs.and([defined, inside])
            }
            Expr::Binary(op, a, b) => {
                let both = self.all_defined(&[a, b]);
                let divisible = self.divisible(op, b);
                self.system.exprs.and([both, divisible])
            }
            Expr::Ite(condition, then, otherwise) => {
                let (then, otherwise) = (self.defined(then), self.defined(otherwise));
                self.branch(condition, then, otherwise)
            }
            _ => {
                let operands = self.system.exprs.operands(id);
                self.all_defined(&operands)
            }
        }
    }

    fn truth(&mut self, id: ExprId, wanted: bool) -> ExprId {
        let kind = if wanted { TruthCondition::True } else { TruthCondition::False };
        match self.system.exprs[id].clone() {
            Expr::Unary(UnaryOp::Not, a) => {
                self.ask(a, if wanted { TruthCondition::False } else { TruthCondition::True })
            }
            Expr::And(list) => self.junction(&list, kind, wanted),
            Expr::Or(list) => self.junction(&list, kind, !wanted),
            Expr::Ite(condition, then, otherwise) => {
                let (then, otherwise) = (self.ask(then, kind), self.ask(otherwise, kind));
                self.branch(condition, then, otherwise)
            }
            _ => {
                let defined = self.defined(id);
                let value = if wanted { id } else { self.system.exprs.not(id) };
                self.system.exprs.and([defined, value])
            }
        }
    }

    fn junction(&mut self, list: &[ExprId], kind: TruthCondition, all: bool) -> ExprId {
        let answers: Vec<ExprId> = list.iter().map(|operand| self.ask(*operand, kind)).collect();
        if all { self.system.exprs.and(answers) } else { self.system.exprs.or(answers) }
    }

    fn branch(&mut self, condition: ExprId, then: ExprId, otherwise: ExprId) -> ExprId {
        let defined = self.defined(condition);
        let taken = if then == otherwise { then } else { self.system.exprs.ite(condition, then, otherwise) };
        self.system.exprs.and([defined, taken])
    }

    fn all_defined(&mut self, list: &[ExprId]) -> ExprId {
        let answers: Vec<ExprId> = list.iter().map(|operand| self.defined(*operand)).collect();
        self.system.exprs.and(answers)
    }

    /// The divisor is one that the operator divides by.
    fn divisible(&mut self, op: BinaryOp, divisor: ExprId) -> ExprId {
        if !matches!(op, BinaryOp::Div | BinaryOp::Rem | BinaryOp::Mod) {
            return self.system.exprs.bool(true);
        }
        let range = self.range(divisor);
        match op {
            BinaryOp::Div | BinaryOp::Rem if !range.contains(0) => self.system.exprs.bool(true),
            BinaryOp::Div | BinaryOp::Rem => {
                let zero = self.system.exprs.int(0);
                self.system.exprs.ne(divisor, zero)
            }
            BinaryOp::Mod if range.lo.is_some_and(|lo| lo > 0) => self.system.exprs.bool(true),
            BinaryOp::Mod => {
                let zero = self.system.exprs.int(0);
                self.system.exprs.lt(zero, divisor)
            }
            _ => self.system.exprs.bool(true),
        }
    }

    /// The value lies between `lo` and `hi`; ends that the ranges guarantee are left out.
    pub fn within(&mut self, id: ExprId, lo: i64, hi: i64) -> ExprId {
        let range = self.range(id);
        self.ends(range, id, lo, hi)
    }

    /// As [`Faults::within`], where the conditions are known to be true.
    pub fn within_under(&mut self, conditions: &[ExprId], id: ExprId, lo: i64, hi: i64) -> ExprId {
        let range = self.range_under(conditions, id);
        self.ends(range, id, lo, hi)
    }

    /// The value, which is in a range, lies between `lo` and `hi`.
    fn ends(&mut self, range: Interval, id: ExprId, lo: i64, hi: i64) -> ExprId {
        let exprs = &mut self.system.exprs;
        let mut ends = Vec::new();
        if range.lo.is_none_or(|least| least < lo) {
            let lo = exprs.int(lo);
            ends.push(exprs.le(lo, id));
        }
        if range.hi.is_none_or(|greatest| greatest > hi) {
            let hi = exprs.int(hi);
            ends.push(exprs.le(id, hi));
        }
        exprs.and(ends)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Env, Type, VarId, Variable, eval_bool, infer_ranges, show_expr};

    fn system() -> (System, ExprId, ExprId) {
        let mut system = System::new("t");
        let mut add = |name: &str, len| {
            system.add_var(Variable {
                name: name.into(),
                ty: Type::Range { lo: -1, hi: 2 },
                len,
                owner: None,
                span: Default::default(),
            })
        };
        let (x, y) = (add("x", None), add("y", None));
        add("a", Some(2));
        let (x, y) = (system.exprs.var(x), system.exprs.var(y));
        (system, x, y)
    }

    /// Conditions over `x`, `y` and `a` that fault here and there, nested in every connective.
    fn conditions(system: &mut System, x: ExprId, y: ExprId) -> Vec<ExprId> {
        let e = &mut system.exprs;
        let one = e.int(1);
        let quotient = e.binary(BinaryOp::Div, x, y);
        let modulo = e.binary(BinaryOp::Mod, one, y);
        let read = e.element(VarId(2), x);
        let atoms = [e.lt(quotient, one), e.eq(modulo, one), e.le(read, y), e.lt(x, y)];
        let mut all = atoms.to_vec();
        for a in atoms {
            for b in atoms {
                let not_b = e.not(b);
                let chosen = e.ite(a, x, quotient);
                all.extend([e.and([a, not_b]), e.or([a, not_b]), e.ite(a, b, not_b), e.eq(a, b)]);
                all.push(e.lt(chosen, one));
            }
        }
        all
    }

    #[test]
    fn the_three_questions_agree_with_the_evaluator() {
        let (mut system, x, y) = system();
        let conditions = conditions(&mut system, x, y);
        let ranges = infer_ranges(&system);
        for condition in conditions {
            let mut faults = Faults::new(&mut system, &ranges, &[]);
            let asked = [faults.is_true(condition), faults.is_false(condition), faults.defined(condition)];
            for (x, y) in (-1..=2).flat_map(|x| (-1..=2).map(move |y| (x, y))) {
                let state = vec![x, y, 1, 2];
                let env = Env::of(&system, &state);
                let value = eval_bool(&system.exprs, condition, env);
                let expected = [value == Ok(true), value == Ok(false), value.is_ok()];
                for (kind, expected) in std::iter::zip(asked, expected) {
                    let found = eval_bool(&system.exprs, kind, env) == Ok(true);
                    assert_eq!(found, expected, "{} at {state:?}", show_expr(&system, condition));
                }
            }
        }
    }

    #[test]
    fn what_cannot_fault_is_left_alone() {
        let (mut system, x, _) = system();
        let two = system.exprs.int(2);
        let half = system.exprs.binary(BinaryOp::Div, x, two);
        let small = system.exprs.lt(half, two);
        let ranges = infer_ranges(&system);
        let mut faults = Faults::new(&mut system, &ranges, &[]);
        assert_eq!(faults.is_true(small), small);
        let inside = faults.within(x, -1, 2);
        assert!(system.exprs.is_true(inside));
    }
}
