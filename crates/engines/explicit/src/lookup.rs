//! Expressions over a few bits, looked up instead of computed.
//!
//! A table is indexed by fields of the state and by results computed before, which may come from tables
//! themselves: an expression over too many bits is cut where it narrows down, as circuits are fitted to
//! look-up tables. Tables are made once for each expression of a system.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use synod_core::{BinaryOp, Expr, ExprId, Field, Sort, System, UnaryOp, checkpoint};

use crate::layout::{Layout, Span};
use crate::program::{Inputs, Program, Registers};

/// Wider tables would not stay in fast memory.
const MOST_BITS: u32 = 12;

/// What is written with so many operators is worth a program of its own.
const LONG: u32 = 256;

/// Operations spent on all tables of a system together, so that making them never takes long.
const EFFORT: u64 = 1 << 24;

/// An expression that others are looked up by, and its values: a field, something that is looked up
/// itself, or a condition that is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Leaf {
    pub id: ExprId,
    pub lo: i64,
    hi: i64,
}

impl Leaf {
    /// How many bits its values take.
    pub fn width(&self) -> u32 {
        64 - (self.hi.wrapping_sub(self.lo) as u64).leading_zeros()
    }
}

/// The leaves that an expression depends on, in the order of their places in the index of its table,
/// the lowest bits first.
type Cone = Arc<[Leaf]>;

/// Whether an expression is a leaf itself.
fn is_own(leaves: &[Leaf], id: ExprId) -> bool {
    matches!(leaves, [leaf] if leaf.id == id)
}

fn bits(leaves: &[Leaf]) -> u32 {
    leaves.iter().map(Leaf::width).sum()
}

/// The values of an expression for all values of its leaves.
#[derive(Debug)]
pub(crate) struct Table {
    pub leaves: Cone,
    codes: Box<[u8]>,
    values: Box<[Option<i64>]>,
}

impl Table {
    /// The value at an index; `None` for a fault.
    #[inline]
    pub fn at(&self, index: usize) -> Option<i64> {
        self.values[usize::from(self.codes[index])]
    }

    /// The least and the greatest value, apart from faults.
    pub fn range(&self) -> Option<(i64, i64)> {
        let values = || self.values.iter().copied().flatten();
        Some((values().min()?, values().max()?))
    }

    /// The indices of values that the leaves can have.
    pub fn indices(&self) -> impl Iterator<Item = usize> {
        (0..self.codes.len()).filter(|index| values_at(&self.leaves, *index).is_some())
    }

    /// How many indices there are: a power of two.
    pub fn len(&self) -> usize {
        self.codes.len()
    }

    /// The expression as a leaf of others, unless it can fault.
    fn leaf(&self, id: ExprId) -> Option<Leaf> {
        let values: Option<Vec<i64>> = self.values.iter().copied().collect();
        let values = values?;
        Some(Leaf { id, lo: *values.iter().min()?, hi: *values.iter().max()? })
    }
}

/// The tables of a system, made as they are asked for.
pub(crate) struct Tables<'a> {
    pub system: &'a System,
    pub layout: &'a Layout,
    /// For each expression looked at its leaves, if they are few enough.
    cones: FxHashMap<ExprId, Option<Cone>>,
    made: FxHashMap<ExprId, Option<Arc<Table>>>,
    /// Long expressions that several programs compute.
    pub programs: FxHashMap<ExprId, Arc<Program>>,
    /// How many operators expressions are written with, as far as somebody asked.
    lengths: FxHashMap<ExprId, u32>,
    effort: u64,
}

impl<'a> Tables<'a> {
    pub fn new(system: &'a System, layout: &'a Layout) -> Self {
        Tables {
            system,
            layout,
            cones: FxHashMap::default(),
            made: FxHashMap::default(),
            programs: FxHashMap::default(),
            lengths: FxHashMap::default(),
            effort: EFFORT,
        }
    }

    /// The operands of an arithmetic operator or a case distinction that are better compiled once for all who have them.
    pub fn long_operands(&mut self, root: ExprId) -> Vec<ExprId> {
        let mut operands = match self.system.exprs[root] {
            Expr::Binary(_, a, b) | Expr::Ite(_, a, b) if self.length(root) >= LONG => vec![a, b],
            _ => return Vec::new(),
        };
        // What is looked up is not computed.
        if self.table(root).is_some() {
            return Vec::new();
        }
        operands.dedup();
        operands.retain(|operand| self.length(*operand) >= LONG && self.table(*operand).is_none());
        operands
    }

    /// How many operators an expression is written with, up to [`LONG`].
    fn length(&mut self, root: ExprId) -> u32 {
        let mut todo = vec![(root, false)];
        while let Some((id, ready)) = todo.pop() {
            if self.lengths.contains_key(&id) {
                continue;
            }
            checkpoint();
            let operands = self.system.exprs.operands(id);
            if ready {
                let all = operands.iter().map(|operand| self.lengths[operand]).sum::<u32>();
                self.lengths.insert(id, (all + 1).min(LONG));
            } else {
                todo.push((id, true));
                todo.extend(operands.into_iter().map(|operand| (operand, false)));
            }
        }
        self.lengths[&root]
    }

    /// The field behind a leaf that is part of the state.
    pub fn field(&self, id: ExprId) -> Option<Field> {
        let slot = match self.system.exprs[id] {
            Expr::Var(var) => self.system.slot(var),
            Expr::Element(var, index) => {
                let len = i64::from(self.system.var(var).len.unwrap_or(1));
                let index = self.system.exprs.as_const(index).filter(|index| (0..len).contains(index))?;
                self.system.slot(var) + index as usize
            }
            _ => return None,
        };
        Some(self.layout.fields[slot])
    }

    /// The table of an expression that is worth one.
    pub fn table(&mut self, root: ExprId) -> Option<Arc<Table>> {
        self.look_at(root);
        if self.system.exprs.operands(root).is_empty() {
            return None;
        }
        self.make(root)
    }

    /// The leaves of a table that have to be computed first.
    pub fn results(&self, table: &Table) -> Vec<ExprId> {
        table.leaves.iter().map(|leaf| leaf.id).filter(|id| self.field(*id).is_none()).collect()
    }

    /// Finds the leaves of an expression and of all its parts.
    fn look_at(&mut self, root: ExprId) {
        let mut todo = vec![(root, false)];
        while let Some((id, ready)) = todo.pop() {
            if self.cones.contains_key(&id) {
                continue;
            }
            if !ready {
                todo.push((id, true));
                todo.extend(self.system.exprs.operands(id).into_iter().map(|operand| (operand, false)));
                continue;
            }
            checkpoint();
            let cone = self.cone(id);
            self.cones.insert(id, cone);
        }
    }

    /// The leaves of an expression whose operands were looked at.
    fn cone(&mut self, id: ExprId) -> Option<Cone> {
        if let Some(field) = self.field(id) {
            let (lo, hi) = field.window();
            let leaf = Leaf { id, lo, hi };
            return (lo <= hi && leaf.width() <= MOST_BITS).then(|| Arc::from([leaf]));
        }
        match self.system.exprs[id] {
            Expr::Const(..) => return Some(Arc::from([])),
            Expr::Element(..) | Expr::Choice(..) | Expr::Took { .. } => return None,
            _ => {}
        }
        let operands = self.system.exprs.operands(id).into_iter();
        let cones: Option<Vec<(ExprId, Cone)>> =
            operands.map(|operand| Some((operand, self.cones[&operand].clone()?))).collect();
        let found = cones.and_then(|cones| self.fit(cones));
        // However much it depends on, what comes of it is one bit.
        let itself =
            || (self.is_bool(id) && self.is_total(id)).then(|| Arc::from([Leaf { id, lo: 0, hi: 1 }]));
        found.or_else(itself)
    }

    fn is_bool(&self, id: ExprId) -> bool {
        self.system.exprs.sort(id) == Sort::Bool
    }

    /// Whether an expression has a value everywhere, as far as its operators and those of its operands
    /// tell.
    fn is_total(&self, id: ExprId) -> bool {
        let simple = |id: ExprId| match self.system.exprs[id] {
            Expr::Const(..) | Expr::Var(_) => true,
            Expr::Element(..) => self.field(id).is_some(),
            _ => self.is_bool(id) && matches!(self.cones.get(&id), Some(Some(cone)) if is_own(cone, id)),
        };
        match self.system.exprs[id] {
            Expr::Binary(BinaryOp::Eq | BinaryOp::Lt | BinaryOp::Le, ..)
            | Expr::Unary(UnaryOp::Not, _)
            | Expr::And(_)
            | Expr::Or(_)
            | Expr::Ite(..) => self.system.exprs.operands(id).into_iter().all(simple),
            _ => false,
        }
    }

    /// The leaves of some operands, made few enough if that is possible.
    fn fit(&mut self, mut cones: Vec<(ExprId, Cone)>) -> Option<Cone> {
        loop {
            let leaves = self.union(cones.iter().flat_map(|(_, cone)| cone.iter().copied()));
            if bits(&leaves) <= MOST_BITS {
                return Some(leaves.into());
            }
            // The widest operand that can be made narrower becomes a leaf.
            cones.sort_by_key(|(_, cone)| bits(cone));
            let narrower = cones.iter().enumerate().rev().find_map(|(position, (operand, cone))| {
                let leaf = self.make(*operand)?.leaf(*operand)?;
                (leaf.width() < bits(cone)).then_some((position, leaf))
            });
            let (position, leaf) = narrower?;
            cones[position].1 = Arc::from([leaf]);
        }
    }

    /// Leaves without repetition, those that lie next to each other in the state together.
    fn union(&self, leaves: impl Iterator<Item = Leaf>) -> Vec<Leaf> {
        let mut all: Vec<Leaf> = leaves.collect();
        all.sort_by_key(|leaf| {
            (self.field(leaf.id).map_or((u32::MAX, 0), |field| Span::of(&field).place()), leaf.id.0)
        });
        all.dedup();
        all
    }

    /// The table of an expression that was looked at.
    fn make(&mut self, id: ExprId) -> Option<Arc<Table>> {
        if let Some(known) = self.made.get(&id) {
            return known.clone();
        }
        checkpoint();
        let table = self.fill(id).map(Arc::new);
        self.made.insert(id, table.clone());
        table
    }

    fn fill(&mut self, id: ExprId) -> Option<Table> {
        let leaves = self.cones.get(&id)?.clone()?;
        if is_own(&leaves, id) {
            return None;
        }
        let program = Program::of_leaves(self.system, self.layout, id, &leaves);
        self.effort = self.effort.checked_sub((program.len() as u64) << bits(&leaves))?;
        let mut registers = Registers::new();
        let mut values: Vec<Option<i64>> = Vec::new();
        let mut codes = vec![0u8; 1 << bits(&leaves)];
        for (index, code) in codes.iter_mut().enumerate() {
            let Some(inputs) = values_at(&leaves, index) else { continue };
            let inputs = Inputs { state: &[], choices: &inputs, taken: &[] };
            let value = program.run(self.layout, inputs, &mut registers);
            let known = values.iter().position(|known| *known == value).unwrap_or_else(|| {
                values.push(value);
                values.len() - 1
            });
            *code = u8::try_from(known).ok()?;
        }
        Some(Table { leaves, codes: codes.into(), values: values.into() })
    }
}

/// The values of leaves at an index, if it is that of values they can have.
fn values_at(leaves: &[Leaf], index: usize) -> Option<Vec<i64>> {
    let mut rest = index as u64;
    let mut values = Vec::with_capacity(leaves.len());
    for leaf in leaves {
        let raw = rest & ((1 << leaf.width()) - 1);
        rest >>= leaf.width();
        let value = leaf.lo.wrapping_add(raw as i64);
        if value > leaf.hi {
            return None;
        }
        values.push(value);
    }
    Some(values)
}

#[cfg(test)]
mod tests {
    use super::*;
    use synod_core::{BinaryOp, Env, Type, VarId, Variable, eval};

    /// Six variables with the values 0..=6, of which an expression reads a pair and another all.
    fn system() -> (System, ExprId, ExprId) {
        let mut system = System::new("t");
        for i in 0..6 {
            let ty = Type::Range { lo: 0, hi: 6 };
            system.add_var(Variable {
                name: format!("v{i}"),
                ty,
                len: None,
                owner: None,
                span: Default::default(),
            });
        }
        let exprs = &mut system.exprs;
        let near: Vec<ExprId> = [(0, 1), (2, 3), (4, 5)]
            .into_iter()
            .map(|(a, b)| {
                let (a, b) = (exprs.var(VarId(a)), exprs.var(VarId(b)));
                let apart = exprs.binary(BinaryOp::Sub, a, b);
                let square = exprs.binary(BinaryOp::Mul, apart, apart);
                let four = exprs.int(4);
                exprs.le(square, four)
            })
            .collect();
        let first = exprs.var(VarId(0));
        let six = exprs.int(6);
        let quotient = exprs.binary(BinaryOp::Div, six, first);
        let all = exprs.and(near.iter().copied());
        let chosen = exprs.ite(all, quotient, first);
        (system, near[0], chosen)
    }

    #[test]
    fn an_expression_over_many_bits_is_looked_up_by_its_narrow_parts() {
        let (system, pair, chosen) = system();
        let layout = Layout::new(&system, 255);
        let mut tables = Tables::new(&system, &layout);
        let table = tables.table(chosen).expect("few bits once two pairs are one each");
        assert!(bits(&table.leaves) <= MOST_BITS);
        assert_eq!(tables.results(&table).len(), 2);
        assert_eq!(bits(&tables.table(pair).expect("six bits").leaves), 6);
    }

    #[test]
    fn what_is_looked_up_is_what_is_computed_faults_included() {
        let (system, _, chosen) = system();
        let layout = Layout::new(&system, 255);
        let mut tables = Tables::new(&system, &layout);
        let program = Program::compile(&mut tables, chosen);
        let mut registers = Registers::new();
        for number in 0..7i64.pow(6) {
            let state: Vec<i64> = (0..6).map(|i| number / 7i64.pow(i) % 7).collect();
            let packed = layout.pack(&state).expect("it fits");
            let found = program.run(&layout, Inputs::of(&packed), &mut registers);
            assert_eq!(found, eval(&system.exprs, chosen, Env::of(&system, &state)).ok(), "{state:?}");
        }
    }

    #[test]
    fn long_operands_are_compiled_once_and_have_the_same_values_faults_included() {
        let (mut system, pair, chosen) = system();
        let exprs = &mut system.exprs;
        // Longer than any that is computed in place, and too wide for a table.
        let mut sum = chosen;
        for number in 0..300 {
            let variable = exprs.var(VarId(number % 6));
            sum = exprs.binary(BinaryOp::Add, sum, variable);
        }
        let one = exprs.int(1);
        let roots = [exprs.binary(BinaryOp::Sub, sum, one), exprs.ite(pair, sum, one)];
        let layout = Layout::new(&system, 255);
        let mut tables = Tables::new(&system, &layout);
        let programs = roots.map(|root| Program::compile(&mut tables, root));
        assert_eq!(tables.programs.keys().collect::<Vec<_>>(), [&sum]);
        assert!(programs.iter().all(|program| program.len() < 100));
        let mut registers = Registers::new();
        for number in (0..7i64.pow(6)).step_by(11) {
            let state: Vec<i64> = (0..6).map(|i| number / 7i64.pow(i) % 7).collect();
            let packed = layout.pack(&state).expect("it fits");
            for (program, root) in std::iter::zip(&programs, roots) {
                let found = program.run(&layout, Inputs::of(&packed), &mut registers);
                assert_eq!(found, eval(&system.exprs, root, Env::of(&system, &state)).ok(), "{state:?}");
            }
        }
    }

    #[test]
    fn when_the_effort_is_used_up_there_are_no_tables() {
        let (system, pair, _) = system();
        let layout = Layout::new(&system, 255);
        let mut tables = Tables { effort: 100, ..Tables::new(&system, &layout) };
        assert!(tables.table(pair).is_none());
        assert_eq!(Program::compile(&mut tables, pair).len(), 6);
    }
}
