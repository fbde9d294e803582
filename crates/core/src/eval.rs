//! The reference evaluator: slow, obvious, and the judge of every compiled form.

use std::cell::Cell;

use rustc_hash::FxHashMap;

use crate::expr::{Expr, ExprId, Exprs, UnaryOp};
use crate::system::{System, VarId};
use crate::{State, arith};

/// Why an expression has no value, or a step cannot be taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Division or remainder by zero, or modulo by what is not positive.
    DivisionByZero,
    /// Something that never has a value ([`Exprs::no_value`]): what the model asks for is not there.
    NoValue,
    /// An index outside its array.
    OutsideArray {
        /// The array.
        array: VarId,
        /// The index that was asked for.
        index: i64,
    },
    /// A result that does not fit 64 bits.
    TooLarge,
    /// A value that does not fit the variable it is assigned to.
    OutOfRange {
        /// The array that is read, or the variable that is assigned.
        variable: VarId,
        /// The value that was to be stored.
        value: i64,
    },
}

impl Fault {
    /// The fault in the words of the model.
    pub fn describe(&self, system: &System) -> String {
        match self {
            Fault::DivisionByZero => "division by zero".to_string(),
            Fault::NoValue => {
                "a value that is not there: an undefined variable, or an agent or element that does not exist"
                    .to_string()
            }
            Fault::OutsideArray { array, index } => {
                let var = system.var(*array);
                let last = i64::from(var.len.unwrap_or(1)) - 1;
                format!("index {index} is outside {} (0..{last})", var.name)
            }
            Fault::TooLarge => "a result does not fit 64 bits".to_string(),
            Fault::OutOfRange { variable, value } => {
                let var = system.var(*variable);
                format!("{value} does not fit {} : {}", var.name, system.show_type(var.ty))
            }
        }
    }
}

/// What an expression is evaluated in.
#[derive(Clone, Copy, Debug)]
pub struct Env<'a> {
    /// The system, for the places of variables in the state.
    pub system: &'a System,
    /// The current state.
    pub state: &'a State,
    /// Values of the step's choices; empty outside rules.
    pub choices: &'a [i64],
    /// The alternative taken by each part of the step; empty outside step predicates.
    pub taken: &'a [u32],
}

impl<'a> Env<'a> {
    /// A state alone.
    pub fn of(system: &'a System, state: &'a State) -> Self {
        Env { system, state, choices: &[], taken: &[] }
    }
}

/// Longer expressions than this are computed with every shared part once.
const MOST_VISITS: u32 = 10_000;

/// The value of an expression.
pub fn eval(exprs: &Exprs, id: ExprId, env: Env) -> Result<i64, Fault> {
    let left = Cell::new(MOST_VISITS);
    let value = visit(exprs, id, env, &left);
    if left.get() > 0 { value } else { eval_shared(exprs, id, env) }
}

/// The value by recursion, meaningless once no visits are left.
fn visit(exprs: &Exprs, id: ExprId, env: Env, left: &Cell<u32>) -> Result<i64, Fault> {
    if left.get() == 0 {
        return Ok(0);
    }
    left.set(left.get() - 1);
    combine(exprs, id, env, |operand| visit(exprs, operand, env, left))
}

/// The value without recursion, each part computed once: circuits share parts so often that a walk through all their
/// occurrences does not end.
fn eval_shared(exprs: &Exprs, root: ExprId, env: Env) -> Result<i64, Fault> {
    let mut values: FxHashMap<ExprId, Result<i64, Fault>> = FxHashMap::default();
    let mut todo = vec![root];
    while let Some(id) = todo.last().copied() {
        let before = todo.len();
        if !values.contains_key(&id) {
            todo.extend(exprs.operands(id).into_iter().filter(|operand| !values.contains_key(operand)));
        }
        if todo.len() == before {
            todo.pop();
            if !values.contains_key(&id) {
                values.insert(id, combine(exprs, id, env, |operand| values[&operand].clone()));
            }
        }
    }
    values[&root].clone()
}

/// The value of an expression, given those of its operands.
fn combine(
    exprs: &Exprs,
    id: ExprId,
    env: Env,
    at: impl Fn(ExprId) -> Result<i64, Fault>,
) -> Result<i64, Fault> {
    match &exprs[id] {
        Expr::Const(_, value) => Ok(*value),
        Expr::Var(var) => Ok(env.state[env.system.slot(*var)]),
        Expr::Element(var, index) => {
            let index = at(*index)?;
            let len = i64::from(env.system.var(*var).len.unwrap_or(1));
            if (0..len).contains(&index) {
                Ok(env.state[env.system.slot(*var) + index as usize])
            } else {
                Err(Fault::OutsideArray { array: *var, index })
            }
        }
        Expr::Choice(position, _) => Ok(env.choices[*position as usize]),
        Expr::Took { part, alternative } => Ok(i64::from(env.taken[*part as usize] == *alternative)),
        Expr::Unary(op, a) => {
            let a = at(*a)?;
            match op {
                UnaryOp::Not => Ok(1 - a),
                UnaryOp::Neg => arith::neg(a).ok_or(Fault::TooLarge),
                UnaryOp::Abs => arith::abs(a).ok_or(Fault::TooLarge),
            }
        }
        Expr::Binary(..) if exprs.is_no_value(id) => Err(Fault::NoValue),
        Expr::Binary(op, a, b) => {
            use crate::BinaryOp::{Div, Mod, Rem};
            let (a, b) = (at(*a)?, at(*b)?);
            let zero = matches!(op, Div | Rem) && b == 0 || matches!(op, Mod) && b <= 0;
            op.apply(a, b).ok_or(if zero { Fault::DivisionByZero } else { Fault::TooLarge })
        }
        Expr::And(list) => junction(list, 0, at),
        Expr::Or(list) => junction(list, 1, at),
        Expr::Ite(c, t, e) => at(if at(*c)? == 1 { *t } else { *e }),
    }
}

/// Three-valued connective: `decisive` wins over faults, faults win over the rest.
fn junction(list: &[ExprId], decisive: i64, at: impl Fn(ExprId) -> Result<i64, Fault>) -> Result<i64, Fault> {
    let mut fault = None;
    for operand in list {
        match at(*operand) {
            Ok(value) if value == decisive => return Ok(decisive),
            Ok(_) => {}
            Err(found) => fault = fault.or(Some(found)),
        }
    }
    fault.map_or(Ok(1 - decisive), Err)
}

/// The truth of a boolean expression.
pub fn eval_bool(exprs: &Exprs, id: ExprId, env: Env) -> Result<bool, Fault> {
    eval(exprs, id, env).map(|value| value == 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{BinaryOp, System, Type, Variable};
    use synod_syntax::Span;

    /// A system with integers `a` and `b`.
    fn system() -> (System, [ExprId; 2]) {
        let mut system = System::new("test");
        let vars = ["a", "b"].map(|name| {
            let (name, ty) = (name.to_string(), Type::Range { lo: -9, hi: 9 });
            system.add_var(Variable { name, ty, len: None, owner: None, span: Span::default() })
        });
        let vars = vars.map(|var| system.exprs.var(var));
        (system, vars)
    }

    #[test]
    fn shared_parts_are_computed_once() {
        let (mut system, [a, b]) = system();
        let mut both = system.exprs.lt(a, b);
        for _ in 0..200 {
            let (not, less) = (system.exprs.not(both), system.exprs.lt(b, a));
            let one = system.exprs.eq(both, less);
            let other = system.exprs.or([not, less]);
            both = system.exprs.eq(one, other);
        }
        for (a, b) in [(0, 1), (1, 0), (1, 1)] {
            let env = [a, b].to_vec();
            let (mut value, less) = (a < b, b < a);
            for _ in 0..200 {
                value = (value == less) == (!value || less);
            }
            assert_eq!(eval_bool(&system.exprs, both, Env::of(&system, &env)), Ok(value));
        }
    }

    #[test]
    fn deep_expressions_need_no_stack() {
        let (mut system, [a, b]) = system();
        let mut sum = a;
        for _ in 0..1_000_000 {
            sum = system.exprs.binary(BinaryOp::Sub, b, sum);
        }
        assert_eq!(eval(&system.exprs, sum, Env::of(&system, &vec![3, 5])), Ok(3));
    }

    #[test]
    fn both_ways_agree_on_values_and_faults() {
        let (mut system, [a, b]) = system();
        let exprs = &mut system.exprs;
        let (quotient, zero) = (exprs.binary(BinaryOp::Div, a, b), exprs.int(0));
        let (is_zero, less) = (exprs.eq(b, zero), exprs.lt(quotient, a));
        let roots = [
            exprs.and([less, is_zero]),
            exprs.or([less, is_zero]),
            exprs.ite(is_zero, a, quotient),
            exprs.ite(less, a, b),
            exprs.binary(BinaryOp::Rem, quotient, b),
        ];
        for state in [vec![4, 0], vec![4, 2], vec![-4, -1], vec![0, 0]] {
            let env = Env::of(&system, &state);
            for root in roots {
                assert_eq!(eval(&system.exprs, root, env), eval_shared(&system.exprs, root, env));
            }
        }
    }
}
