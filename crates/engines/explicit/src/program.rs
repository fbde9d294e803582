//! Expressions compiled to straight lines of operations on packed states.
//!
//! Shared subexpressions are computed once, nothing recurses, nothing is allocated while running, and
//! a fault is a value (`None`) that spreads as the core semantics says.
//!
//! Programs are what is left when masks, cubes and tables have taken what they can (see
//! [`crate::guard`]); what depends on few bits is a single operation, a look into a table
//! ([`crate::lookup`]). Where many states are to be computed, most of it is done in columns ([`crate::columns`]); what
//! programs say counts (docs/decisions/step-functions.md).

use std::sync::Arc;

use rustc_hash::FxHashMap;
use synod_core::{BinaryOp, Expr, ExprId, Field, System, UnaryOp, arith, checkpoint};

use crate::layout::{Layout, Span};
use crate::lookup::{Leaf, Table, Tables};

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
    Lookup(u32),
    Call(u32),
}

/// A look into a table.
#[derive(Clone, Debug)]
pub(crate) struct Lookup {
    /// What the index is made of, the highest bits first.
    inputs: Box<[Input]>,
    table: Arc<Table>,
}

/// A part of an index.
#[derive(Clone, Copy, Debug)]
enum Input {
    /// Bits of the state.
    State(Span),
    /// A result, counted from the least that it can be.
    Result { register: Register, lo: i64, width: u32 },
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
pub(crate) struct Program {
    ops: Box<[Op]>,
    lookups: Box<[Lookup]>,
    /// Long expressions that other programs compute too.
    calls: Box<[Arc<Program>]>,
}

impl Program {
    /// A sum, difference or case distinction may have long operands in common with many others, such as counts of all
    /// agents; these are compiled once for all. There they have no more such operands, and an operator has few operands,
    /// so that little is computed twice.
    pub fn compile(tables: &mut Tables, root: ExprId) -> Self {
        let (mut ops, mut calls) = (Vec::new(), Vec::new());
        let mut place: FxHashMap<ExprId, Register> = FxHashMap::default();
        for operand in tables.long_operands(root) {
            let known = tables.programs.get(&operand).cloned();
            let program = known.unwrap_or_else(|| {
                let program = Arc::new(Program::in_one(tables, operand, FxHashMap::default(), Vec::new()));
                tables.programs.insert(operand, program.clone());
                program
            });
            place.insert(operand, ops.len() as Register);
            ops.push(Op::Call(calls.len() as u32));
            calls.push(program);
        }
        Program { calls: calls.into(), ..Program::in_one(tables, root, place, ops) }
    }

    /// A program that computes everything itself but for what has a place already.
    fn in_one(
        tables: &mut Tables,
        root: ExprId,
        mut place: FxHashMap<ExprId, Register>,
        mut ops: Vec<Op>,
    ) -> Self {
        let mut lookups = Vec::new();
        let mut todo = vec![(root, false)];
        while let Some((id, ready)) = todo.pop() {
            checkpoint();
            if place.contains_key(&id) {
                continue;
            }
            let table = tables.table(id);
            if !ready {
                todo.push((id, true));
                let needed: Vec<ExprId> = match &table {
                    Some(table) => tables.results(table),
                    None => tables.system.exprs.operands(id),
                };
                todo.extend(needed.into_iter().map(|id| (id, false)));
                continue;
            }
            match table {
                Some(table) => {
                    ops.push(Op::Lookup(lookups.len() as u32));
                    lookups.push(Lookup::new(table, tables, &place));
                }
                None => emit(tables.system, tables.layout, id, &place, &mut ops),
            }
            place.insert(id, ops.len() as Register - 1);
        }
        Program { ops: ops.into(), lookups: lookups.into(), calls: Box::default() }
    }

    /// An expression as a function of some of its parts, which are given as choices.
    pub fn of_leaves(system: &System, layout: &Layout, root: ExprId, leaves: &[Leaf]) -> Self {
        let mut ops: Vec<Op> = (0..leaves.len() as u32).map(Op::Choice).collect();
        let mut place: FxHashMap<ExprId, Register> =
            std::iter::zip(leaves.iter().map(|leaf| leaf.id), 0..).collect();
        let mut todo = vec![(root, false)];
        while let Some((id, ready)) = todo.pop() {
            if place.contains_key(&id) {
                continue;
            }
            if ready {
                emit(system, layout, id, &place, &mut ops);
                place.insert(id, ops.len() as Register - 1);
            } else {
                todo.push((id, true));
                todo.extend(system.exprs.operands(id).into_iter().map(|operand| (operand, false)));
            }
        }
        Program { ops: ops.into(), lookups: Box::default(), calls: Box::default() }
    }

    /// The only operation, if it is a look into a table by the state alone.
    pub fn as_lookup(&self) -> Option<&Lookup> {
        let of_state = |lookup: &&Lookup| lookup.inputs.iter().all(|input| matches!(input, Input::State(_)));
        self.lookups.first().filter(|_| self.ops.len() == 1).filter(of_state)
    }

    /// How many operations it takes.
    pub fn len(&self) -> usize {
        self.ops.len()
    }

    /// The value, or `None` for a fault.
    pub fn run(&self, layout: &Layout, inputs: Inputs, registers: &mut Registers) -> Option<i64> {
        registers.clear();
        self.run_above(layout, inputs, registers)
    }

    /// The value, with intermediate results above those that are there.
    fn run_above(&self, layout: &Layout, inputs: Inputs, registers: &mut Registers) -> Option<i64> {
        let base = registers.len();
        for op in &self.ops {
            let at = |register: Register| registers[base + register as usize];
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
                Op::Lookup(number) => self.lookups[number as usize].find(inputs.state, &registers[base..]),
                Op::Call(number) => self.calls[number as usize].run_above(layout, inputs, registers),
            };
            registers.push(value);
        }
        let value = registers.last().copied().flatten();
        registers.truncate(base);
        value
    }
}

impl Lookup {
    /// Fields next to each other in the state are read at once.
    fn new(table: Arc<Table>, tables: &Tables, place: &FxHashMap<ExprId, Register>) -> Self {
        let mut inputs: Vec<Input> = Vec::new();
        for leaf in table.leaves.iter() {
            let Some(field) = tables.field(leaf.id) else {
                inputs.push(Input::Result { register: place[&leaf.id], lo: leaf.lo, width: leaf.width() });
                continue;
            };
            let joined = match inputs.last_mut() {
                Some(Input::State(before)) => before.extend(Span::of(&field)),
                _ => false,
            };
            if !joined {
                inputs.push(Input::State(Span::of(&field)));
            }
        }
        inputs.reverse();
        Lookup { inputs: inputs.into(), table }
    }

    /// The value, or `None` for a fault.
    #[inline]
    pub fn find(&self, state: &[u64], registers: &[Option<i64>]) -> Option<i64> {
        let mut index = 0;
        for input in &self.inputs {
            let (width, bits) = match input {
                Input::State(span) => (span.width, span.raw(state)),
                Input::Result { register, lo, width } => {
                    // What is looked up by never faults.
                    let value = registers[*register as usize].unwrap_or(*lo);
                    (*width, value.wrapping_sub(*lo) as u64)
                }
            };
            index = index << width | bits as usize;
        }
        self.table.at(index)
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
    id: ExprId,
    place: &FxHashMap<ExprId, Register>,
    ops: &mut Vec<Op>,
) {
    let at = |id: &ExprId| place[id];
    let op = match &system.exprs[id] {
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
