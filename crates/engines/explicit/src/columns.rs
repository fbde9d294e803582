//! Expressions computed for many states at a time: an operation is carried out for a column of states before the next
//! one begins, so that finding out which operation it is costs next to nothing for each state, and the compiler makes
//! vector instructions of most.
//!
//! Values are narrow: an expression qualifies if everything in it fits 32 bits, as ranges tell. What is not the usual
//! case is left to [`crate::program`], which is the judge: where an operation may fault, the state is marked as a
//! suspect, and somebody else has to look at it.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use synod_core::{BinaryOp, Expr, ExprId, Field, Interval, UnaryOp, checkpoint};

use crate::layout::Layout;
use crate::lookup::{Table, Tables};

/// States that are computed together.
pub(crate) const LANES: usize = 64;
/// Columns are cut to a multiple of so many, for vector instructions.
const STRIDE: usize = 8;

/// Values of one expression, one for each state.
pub(crate) type Column = Vec<i32>;

/// The position of a column.
pub(crate) type Register = u16;

/// Longer programs are not worth it.
const LONGEST: usize = 1 << 11;
/// What takes so many operations, or a multiplication or a division, is looked up if it can be.
const WORTH_TABLE: usize = 8;

#[derive(Clone, Copy, Debug)]
enum Op {
    Const(i32),
    Load(Field),
    Element {
        first: u32,
        len: u32,
        index: u32,
    },
    Not(u32),
    Neg(u32),
    Abs(u32),
    Binary(BinaryOp, u32, u32),
    /// With a constant on the right.
    WithConst(BinaryOp, u32, i32),
    And(u32, u32),
    Or(u32, u32),
    Ite(u32, u32, u32),
    Lookup(u32),
}

impl Op {
    /// The columns that it reads, replaced by others.
    fn reading(self, lookups: &mut [ColumnLookup], mut place: impl FnMut(u32) -> u32) -> Self {
        match self {
            Op::Const(_) | Op::Load(_) => self,
            Op::Element { first, len, index } => Op::Element { first, len, index: place(index) },
            Op::Not(a) => Op::Not(place(a)),
            Op::Neg(a) => Op::Neg(place(a)),
            Op::Abs(a) => Op::Abs(place(a)),
            Op::Binary(op, a, b) => Op::Binary(op, place(a), place(b)),
            Op::WithConst(op, a, b) => Op::WithConst(op, place(a), b),
            Op::And(a, b) => Op::And(place(a), place(b)),
            Op::Or(a, b) => Op::Or(place(a), place(b)),
            Op::Ite(c, t, e) => Op::Ite(place(c), place(t), place(e)),
            Op::Lookup(number) => {
                for input in &mut lookups[number as usize].inputs {
                    input.register = place(input.register);
                }
                self
            }
        }
    }
}

/// A look into a table.
#[derive(Clone, Debug)]
struct ColumnLookup {
    inputs: Vec<ColumnInput>,
    table: Arc<Table>,
}

/// A part of an index.
#[derive(Clone, Copy, Debug)]
struct ColumnInput {
    register: u32,
    lo: i32,
    shift: u32,
}

/// Compiled expressions, each with a register that its values are in at the end.
#[derive(Debug, Default)]
pub(crate) struct ColumnProgram {
    ops: Vec<(Op, Register)>,
    lookups: Vec<ColumnLookup>,
    registers: usize,
}

/// Expressions that are to be computed together; what they share is computed once.
#[derive(Default)]
pub(crate) struct ColumnBuilder {
    ops: Vec<Op>,
    /// The values of each operation.
    ranges: Vec<(i64, i64)>,
    lookups: Vec<ColumnLookup>,
    place: FxHashMap<ExprId, u32>,
}

impl ColumnBuilder {
    /// Adds an expression: its place among the operations, or `None` if it does not qualify.
    pub fn add(&mut self, tables: &mut Tables, root: ExprId) -> Option<u32> {
        let mut todo = vec![(root, false)];
        while let Some((id, ready)) = todo.pop() {
            checkpoint();
            if self.place.contains_key(&id) {
                continue;
            }
            let table = tables.table(id).filter(|table| is_worth_table(tables, id, table));
            if !ready {
                if self.ops.len() + todo.len() > LONGEST {
                    return None;
                }
                todo.push((id, true));
                match (&table, tables.field(id)) {
                    (_, Some(_)) => {}
                    (Some(table), None) => todo.extend(table.leaves.iter().map(|leaf| (leaf.id, false))),
                    (None, None) => {
                        todo.extend(tables.system.exprs.operands(id).into_iter().map(|id| (id, false)));
                    }
                }
                continue;
            }
            let place = match table {
                Some(table) => self.look_up(table)?,
                None => self.emit(tables, id)?,
            };
            self.place.insert(id, place);
        }
        self.place.get(&root).copied()
    }

    /// The values of an operation, and perhaps some more.
    pub fn range(&self, place: u32) -> (i64, i64) {
        self.ranges[place as usize]
    }

    /// How many operations there are.
    pub fn len(&self) -> usize {
        self.ops.len()
    }

    fn push(&mut self, op: Op, range: Interval) -> Option<u32> {
        let (lo, hi) = range.finite()?;
        if lo < i64::from(i32::MIN) || hi > i64::from(i32::MAX) {
            return None;
        }
        self.ops.push(op);
        self.ranges.push((lo, hi));
        Some(self.ops.len() as u32 - 1)
    }

    fn look_up(&mut self, table: Arc<Table>) -> Option<u32> {
        let (lo, hi) = table.range()?;
        let mut inputs = Vec::new();
        let mut shift = 0;
        for leaf in table.leaves.iter() {
            inputs.push(ColumnInput { register: self.place[&leaf.id], lo: leaf.lo as i32, shift });
            shift += leaf.width();
        }
        self.lookups.push(ColumnLookup { inputs, table });
        self.push(Op::Lookup(self.lookups.len() as u32 - 1), Interval::new(lo, hi))
    }

    /// The operation of an expression whose operands have their place.
    fn emit(&mut self, tables: &Tables, id: ExprId) -> Option<u32> {
        let system = tables.system;
        if let Some(field) = tables.field(id) {
            let (lo, hi) = field.window();
            return self.push(Op::Load(field), Interval::new(lo, hi));
        }
        let at = |id: &ExprId| self.place[id];
        let of = |id: &ExprId| {
            let (lo, hi) = self.ranges[self.place[id] as usize];
            Interval::new(lo, hi)
        };
        let truth = Interval::new(0, 1);
        let (op, range) = match &system.exprs[id] {
            Expr::Const(_, value) => (Op::Const(i32::try_from(*value).ok()?), Interval::new(*value, *value)),
            Expr::Element(var, index) => {
                let (first, len) = (system.slot(*var), system.var(*var).len.unwrap_or(1));
                let windows = tables.layout.fields[first..first + len as usize].iter().map(Field::window);
                let range = windows.map(|(lo, hi)| Interval::new(lo, hi)).reduce(Interval::join)?;
                (Op::Element { first: first as u32, len, index: at(index) }, range)
            }
            Expr::Var(_) | Expr::Choice(..) | Expr::Took { .. } => return None,
            Expr::Unary(UnaryOp::Not, a) => (Op::Not(at(a)), truth),
            Expr::Unary(UnaryOp::Neg, a) => (Op::Neg(at(a)), of(a).negate()),
            Expr::Unary(UnaryOp::Abs, a) => (Op::Abs(at(a)), of(a).absolute()),
            Expr::Binary(op, a, b) => {
                let range = of(a).combine(*op, of(b));
                let divides = matches!(op, BinaryOp::Div | BinaryOp::Rem | BinaryOp::Mod);
                match self.ops[at(b) as usize] {
                    Op::Const(value) if !divides => (Op::WithConst(*op, at(a), value), range),
                    _ => (Op::Binary(*op, at(a), at(b)), range),
                }
            }
            Expr::Ite(c, t, e) => (Op::Ite(at(c), at(t), at(e)), of(t).join(of(e))),
            Expr::And(list) => return self.fold(&list.clone(), Op::And),
            Expr::Or(list) => return self.fold(&list.clone(), Op::Or),
        };
        self.push(op, range)
    }

    fn fold(&mut self, list: &[ExprId], op: fn(u32, u32) -> Op) -> Option<u32> {
        let (first, rest) = list.split_first()?;
        let mut all = self.place[first];
        for next in rest {
            all = self.push(op(all, self.place[next]), Interval::new(0, 1))?;
        }
        Some(all)
    }

    /// The program, and the registers of those operations whose values are wanted at the end. The others give their
    /// registers away once nobody needs them any more.
    pub fn finish(mut self, wanted: &[u32]) -> Option<(ColumnProgram, Vec<Register>)> {
        const NEVER: usize = usize::MAX;
        let mut last = vec![0; self.ops.len()];
        for (number, op) in self.ops.iter().enumerate() {
            op.reading(&mut self.lookups, |read| {
                last[read as usize] = number;
                read
            });
        }
        wanted.iter().for_each(|place| last[*place as usize] = NEVER);
        let mut registers: Vec<u32> = Vec::new();
        let (mut free, mut used) = (Vec::new(), 0);
        let mut ops = Vec::with_capacity(self.ops.len());
        for (number, op) in self.ops.iter().enumerate() {
            let own = free.pop().unwrap_or_else(|| {
                used += 1;
                used - 1
            });
            registers.push(own);
            let mut done = Vec::new();
            let op = op.reading(&mut self.lookups, |read| {
                if last[read as usize] == number && !done.contains(&registers[read as usize]) {
                    done.push(registers[read as usize]);
                }
                registers[read as usize]
            });
            ops.push((op, Register::try_from(own).ok()?));
            free.extend(done);
        }
        let wanted = wanted.iter().map(|place| registers[*place as usize] as Register).collect();
        Some((ColumnProgram { ops, lookups: self.lookups, registers: used as usize }, wanted))
    }
}

/// Whether looking an expression up is better than computing it.
fn is_worth_table(tables: &Tables, id: ExprId, table: &Table) -> bool {
    let exprs = &tables.system.exprs;
    let mut seen = vec![id];
    let mut at = 0;
    while let Some(id) = seen.get(at).copied() {
        at += 1;
        if at >= WORTH_TABLE
            || matches!(
                exprs[id],
                Expr::Binary(BinaryOp::Mul | BinaryOp::Div | BinaryOp::Rem | BinaryOp::Mod, ..)
            )
        {
            return true;
        }
        for operand in exprs.operands(id) {
            let is_leaf = table.leaves.iter().any(|leaf| leaf.id == operand);
            if !is_leaf && exprs.as_const(operand).is_none() && !seen.contains(&operand) {
                seen.push(operand);
            }
        }
    }
    false
}

/// What some states are, word by word, and room for intermediate results.
#[derive(Debug, Default)]
pub(crate) struct Columns {
    /// For each word of a state its values.
    pub words: Vec<Vec<u64>>,
    /// How many states there are.
    pub count: usize,
    /// Not 0 where a state has to be looked at again.
    pub suspect: Column,
    registers: Vec<Column>,
}

impl Columns {
    /// Takes other states, given by their places in a list of states one after the other.
    pub fn fill(&mut self, states: &[u64], words: usize, chosen: &[u16]) {
        self.words.resize_with(words, Vec::new);
        self.count = chosen.len();
        let room = self.room();
        for (word, column) in self.words.iter_mut().enumerate() {
            column.clear();
            column.extend(chosen.iter().map(|state| states[usize::from(*state) * words + word]));
            column.resize(room, 0);
        }
        self.suspect.clear();
        self.suspect.resize(room, 0);
    }

    /// How long columns are: the number of states, and some more.
    pub fn room(&self) -> usize {
        self.count.next_multiple_of(STRIDE)
    }

    /// The values that a program has left.
    pub fn register(&self, register: Register) -> &[i32] {
        &self.registers[usize::from(register)]
    }
}

impl ColumnProgram {
    /// Computes everything for the states at hand.
    pub fn run(&self, layout: &Layout, columns: &mut Columns) {
        let room = columns.room();
        let Columns { words, suspect, registers, .. } = columns;
        if registers.len() < self.registers {
            registers.resize_with(self.registers, Vec::new);
        }
        for (op, own) in &self.ops {
            let mut out = std::mem::take(&mut registers[usize::from(*own)]);
            out.resize(room, 0);
            let at = |register: u32| &registers[register as usize][..room];
            match *op {
                Op::Const(value) => out.fill(value),
                Op::Load(field) => load(&mut out, field, &words[field.word as usize]),
                Op::Element { first, len, index } => {
                    for (lane, index) in at(index).iter().enumerate() {
                        match u32::try_from(*index).ok().filter(|index| *index < len) {
                            Some(index) => {
                                let field = layout.fields[(first + index) as usize];
                                out[lane] = field.of_word(words[field.word as usize][lane]) as i32;
                            }
                            None => suspect[lane] = 1,
                        }
                    }
                }
                Op::Not(a) => each(&mut out, at(a), |a| a ^ 1),
                Op::Neg(a) => each(&mut out, at(a), i32::wrapping_neg),
                Op::Abs(a) => each(&mut out, at(a), i32::wrapping_abs),
                Op::And(a, b) => both(&mut out, at(a), at(b), |a, b| a & b),
                Op::Or(a, b) => both(&mut out, at(a), at(b), |a, b| a | b),
                Op::Ite(c, t, e) => select(&mut out, at(c), at(t), at(e)),
                Op::Binary(op, a, b) => binary(op, &mut out, at(a), at(b), suspect),
                Op::WithConst(op, a, b) => with_const(op, &mut out, at(a), b),
                Op::Lookup(number) => self.lookups[number as usize].find(&mut out, registers, suspect),
            }
            registers[usize::from(*own)] = out;
        }
    }
}

fn load(out: &mut [i32], field: Field, words: &[u64]) {
    let (shift, mask, lo) = (field.shift, field.low_mask(), field.window().0 as i32);
    for (out, word) in std::iter::zip(out, words) {
        *out = (((word >> shift) & mask) as i32).wrapping_add(lo);
    }
}

#[inline]
fn each(out: &mut [i32], a: &[i32], value: impl Fn(i32) -> i32) {
    for (out, a) in std::iter::zip(out, a) {
        *out = value(*a);
    }
}

#[inline]
fn both(out: &mut [i32], a: &[i32], b: &[i32], value: impl Fn(i32, i32) -> i32) {
    for ((out, a), b) in out.iter_mut().zip(a).zip(b) {
        *out = value(*a, *b);
    }
}

fn select(out: &mut [i32], c: &[i32], t: &[i32], e: &[i32]) {
    for (((out, c), t), e) in out.iter_mut().zip(c).zip(t).zip(e) {
        let mask = c.wrapping_neg();
        *out = (t & mask) | (e & !mask);
    }
}

/// Divides where that is possible; where it is not, the state is a suspect.
fn divide(
    out: &mut [i32],
    a: &[i32],
    b: &[i32],
    suspect: &mut [i32],
    value: impl Fn(i32, i32) -> Option<i32>,
) {
    for (((out, a), b), suspect) in out.iter_mut().zip(a).zip(b).zip(suspect) {
        let found = value(*a, *b);
        *suspect |= i32::from(found.is_none());
        *out = found.unwrap_or(0);
    }
}

fn binary(op: BinaryOp, out: &mut [i32], a: &[i32], b: &[i32], suspect: &mut [i32]) {
    match op {
        BinaryOp::Eq => both(out, a, b, |a, b| i32::from(a == b)),
        BinaryOp::Lt => both(out, a, b, |a, b| i32::from(a < b)),
        BinaryOp::Le => both(out, a, b, |a, b| i32::from(a <= b)),
        BinaryOp::Add => both(out, a, b, i32::wrapping_add),
        BinaryOp::Sub => both(out, a, b, i32::wrapping_sub),
        BinaryOp::Mul => both(out, a, b, i32::wrapping_mul),
        BinaryOp::Min => both(out, a, b, i32::min),
        BinaryOp::Max => both(out, a, b, i32::max),
        BinaryOp::Div => divide(out, a, b, suspect, i32::checked_div),
        BinaryOp::Rem => divide(out, a, b, suspect, |a, b| (b != 0).then(|| a.wrapping_rem(b))),
        BinaryOp::Mod => divide(out, a, b, suspect, |a, b| (b > 0).then(|| a.wrapping_rem_euclid(b))),
    }
}

fn with_const(op: BinaryOp, out: &mut [i32], a: &[i32], b: i32) {
    match op {
        BinaryOp::Eq => each(out, a, |a| i32::from(a == b)),
        BinaryOp::Lt => each(out, a, |a| i32::from(a < b)),
        BinaryOp::Le => each(out, a, |a| i32::from(a <= b)),
        BinaryOp::Add => each(out, a, |a| a.wrapping_add(b)),
        BinaryOp::Sub => each(out, a, |a| a.wrapping_sub(b)),
        BinaryOp::Mul => each(out, a, |a| a.wrapping_mul(b)),
        BinaryOp::Min => each(out, a, |a| a.min(b)),
        BinaryOp::Max => each(out, a, |a| a.max(b)),
        BinaryOp::Div | BinaryOp::Rem | BinaryOp::Mod => unreachable!("divisors are in columns"),
    }
}

impl ColumnLookup {
    fn find(&self, out: &mut [i32], registers: &[Column], suspect: &mut [i32]) {
        out.fill(0);
        for input in &self.inputs {
            for (index, value) in std::iter::zip(&mut *out, &registers[input.register as usize]) {
                *index |= value.wrapping_sub(input.lo) << input.shift;
            }
        }
        // Where something has no value the index may be any.
        let mask = self.table.len() - 1;
        for (out, suspect) in std::iter::zip(out, suspect) {
            let found = self.table.at(*out as usize & mask);
            *suspect |= i32::from(found.is_none());
            *out = found.unwrap_or(0) as i32;
        }
    }
}
