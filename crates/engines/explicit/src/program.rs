//! Expressions compiled to straight lines of operations on packed states.
//!
//! Shared subexpressions are computed once, nothing recurses, nothing is allocated while running, and
//! a fault is a value (`None`) that spreads as the core semantics says.
//!
//! Programs are what is left when masks, cubes and tables have taken what they can (see
//! [`crate::guard`]). They are interpreted on purpose. Compiling them to machine code was weighed
//! against measurements: of a search of dining philosophers computing steps takes a third of the time
//! and none of it is spent here, the rest waits for memory; of a search of an R-CHECK model with
//! broadcasts to a dozen agents programs took four fifths before guards became cubes and tables, and
//! a small share after.

use rustc_hash::FxHashMap;
use synod_core::{BinaryOp, Expr, ExprId, Exprs, System, UnaryOp, arith};

use crate::layout::{Field, Layout};

/// The position of an earlier operation, whose result is used.
type Register = u32;

#[derive(Clone, Copy, Debug)]
enum Op {
    Const(i64),
    Load(Field),
    Element { first: u32, len: u32, index: Register },
    Choice(u32),
    Took { part: u32, alternative: u32 },
    Unary(UnaryOp, Register),
    Binary(BinaryOp, Register, Register),
    And(Register, Register),
    Or(Register, Register),
    Ite(Register, Register, Register),
}

/// What a program reads.
#[derive(Clone, Copy)]
pub(crate) struct Inputs<'a> {
    pub state: &'a [u64],
    pub choices: &'a [i64],
    pub taken: &'a [u32],
}

impl<'a> Inputs<'a> {
    /// A state alone.
    pub fn of(state: &'a [u64]) -> Self {
        Inputs { state, choices: &[], taken: &[] }
    }
}

/// Room for intermediate results, kept between runs.
pub(crate) type Registers = Vec<Option<i64>>;

/// A compiled expression; the last operation is its value.
#[derive(Clone, Debug)]
pub(crate) struct Program(Box<[Op]>);

impl Program {
    pub fn compile(system: &System, layout: &Layout, root: ExprId) -> Self {
        let exprs = &system.exprs;
        let mut ops = Vec::new();
        let mut place: FxHashMap<ExprId, Register> = FxHashMap::default();
        let mut todo = vec![(root, false)];
        while let Some((id, ready)) = todo.pop() {
            if place.contains_key(&id) {
                continue;
            }
            if !ready {
                todo.push((id, true));
                todo.extend(exprs.operands(id).into_iter().map(|operand| (operand, false)));
                continue;
            }
            emit(system, layout, exprs, id, &place, &mut ops);
            place.insert(id, ops.len() as Register - 1);
        }
        Program(ops.into())
    }

    /// Whether it depends on the step, and not on the state alone.
    pub fn reads_step(&self) -> bool {
        self.0.iter().any(|op| matches!(op, Op::Choice(_) | Op::Took { .. }))
    }

    /// The value, or `None` for a fault.
    pub fn run(&self, layout: &Layout, inputs: Inputs, registers: &mut Registers) -> Option<i64> {
        registers.clear();
        for op in &self.0 {
            let at = |register: Register| registers[register as usize];
            let value = match *op {
                Op::Const(value) => Some(value),
                Op::Load(field) => Some(field.get(inputs.state)),
                Op::Element { first, len, index } => at(index)
                    .filter(|index| (0..i64::from(len)).contains(index))
                    .map(|index| layout.fields[first as usize + index as usize].get(inputs.state)),
                Op::Choice(position) => Some(inputs.choices[position as usize]),
                Op::Took { part, alternative } => Some(i64::from(inputs.taken[part as usize] == alternative)),
                Op::Unary(op, a) => at(a).and_then(|a| match op {
                    UnaryOp::Not => Some(1 - a),
                    UnaryOp::Neg => arith::neg(a),
                    UnaryOp::Abs => arith::abs(a),
                }),
                Op::Binary(op, a, b) => match (at(a), at(b)) {
                    (Some(a), Some(b)) => op.apply(a, b),
                    _ => None,
                },
                Op::And(a, b) => junction(at(a), at(b), 0),
                Op::Or(a, b) => junction(at(a), at(b), 1),
                Op::Ite(c, t, e) => at(c).and_then(|c| if c == 1 { at(t) } else { at(e) }),
            };
            registers.push(value);
        }
        registers.last().copied().flatten()
    }
}

/// Three-valued connective: `decisive` wins over faults, faults win over the rest.
fn junction(a: Option<i64>, b: Option<i64>, decisive: i64) -> Option<i64> {
    if a == Some(decisive) || b == Some(decisive) {
        return Some(decisive);
    }
    a.and(b)
}

/// Appends the operations of one expression whose operands have their place.
fn emit(
    system: &System,
    layout: &Layout,
    exprs: &Exprs,
    id: ExprId,
    place: &FxHashMap<ExprId, Register>,
    ops: &mut Vec<Op>,
) {
    let at = |id: &ExprId| place[id];
    let op = match &exprs[id] {
        Expr::Const(_, value) => Op::Const(*value),
        Expr::Var(var) => Op::Load(layout.fields[system.slot(*var)]),
        Expr::Element(var, index) => Op::Element {
            first: system.slot(*var) as u32,
            len: system.var(*var).len.unwrap_or(1),
            index: at(index),
        },
        Expr::Choice(position, _) => Op::Choice(*position),
        Expr::Took { part, alternative } => Op::Took { part: *part, alternative: *alternative },
        Expr::Unary(op, a) => Op::Unary(*op, at(a)),
        Expr::Binary(op, a, b) => Op::Binary(*op, at(a), at(b)),
        Expr::Ite(c, t, e) => Op::Ite(at(c), at(t), at(e)),
        Expr::And(list) => return fold(list.iter().map(at), Op::And, ops),
        Expr::Or(list) => return fold(list.iter().map(at), Op::Or, ops),
    };
    ops.push(op);
}

/// Appends a chain of a connective over at least two operands.
fn fold(operands: impl Iterator<Item = Register>, op: fn(Register, Register) -> Op, ops: &mut Vec<Op>) {
    operands
        .reduce(|a, b| {
            ops.push(op(a, b));
            ops.len() as Register - 1
        })
        .expect("a junction has operands");
}
