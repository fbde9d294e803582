//! The reference evaluator: slow, obvious, and the judge of every compiled form.

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

/// The value of an expression.
pub fn eval(exprs: &Exprs, id: ExprId, env: Env) -> Result<i64, Fault> {
    let at = |id| eval(exprs, id, env);
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
