//! Hash-consed, typed expressions. The constructors are the only way to make one, simplify as they
//! go, and refuse (by panicking: a defect of the caller) what does not type.

use std::hash::BuildHasher;
use std::sync::Arc;

use rustc_hash::{FxBuildHasher, FxHashSet};
use synod_syntax::checkpoint;

use crate::arith;
use crate::system::VarId;
use crate::types::{EnumType, Sort, Type};

/// An expression of an [`Exprs`] pool. Equal expressions have equal ids.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ExprId(pub u32);

/// Operators with one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum UnaryOp {
    /// Logical negation.
    Not,
    /// Opposite.
    Neg,
    /// Absolute value.
    Abs,
}

/// Operators with two operands; see [`crate::arith`] for the integer ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum BinaryOp {
    /// Equality of two values of one sort.
    Eq,
    /// Less than, on integers.
    Lt,
    /// At most, on integers.
    Le,
    /// Sum.
    Add,
    /// Difference.
    Sub,
    /// Product.
    Mul,
    /// Quotient cut toward zero.
    Div,
    /// Remainder with the sign of the dividend.
    Rem,
    /// Euclidean modulo.
    Mod,
    /// The smaller one.
    Min,
    /// The greater one.
    Max,
}

/// One node of an expression.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Expr {
    /// A constant, by its representation (see [`Sort`]).
    Const(Sort, i64),
    /// The value of a scalar variable in the current state.
    Var(VarId),
    /// The element of an array variable at an index from 0; outside the array it is a fault.
    Element(VarId, ExprId),
    /// A value picked by the step; only in rules and step predicates.
    Choice(u32, Sort),
    /// Whether the step takes this alternative of this part of its rule; only in step predicates.
    Took {
        /// Position of the part in its rule.
        part: u32,
        /// Position of the alternative in its part.
        alternative: u32,
    },
    /// An operator with one operand.
    Unary(UnaryOp, ExprId),
    /// An operator with two operands.
    Binary(BinaryOp, ExprId, ExprId),
    /// Conjunction of at least two, in the order written, never nested directly.
    And(Arc<[ExprId]>),
    /// Disjunction of at least two, in the order written, never nested directly.
    Or(Arc<[ExprId]>),
    /// `if` the first `then` the second `else` the third; only the branch taken is evaluated.
    Ite(ExprId, ExprId, ExprId),
}

impl Expr {
    /// The scalar variable that is read, if that is all.
    pub fn as_var(&self) -> Option<VarId> {
        match self {
            Expr::Var(var) => Some(*var),
            _ => None,
        }
    }
}

/// Where the expressions of a system live.
#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Exprs {
    nodes: Vec<Expr>,
    sorts: Vec<Sort>,
    index: Index,
    var_sorts: Vec<Sort>,
}

/// Finds expressions by what they are: ids in the order of hashes, with gaps to look no further than.
#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
struct Index {
    /// A power of two of places, at most half of them taken; [`Index::FREE`] is a gap.
    places: Vec<u32>,
}

impl Index {
    const FREE: u32 = u32::MAX;

    /// The expression that is the same as `node`; if there is none, `next` is from now on.
    fn find_or_add(&mut self, nodes: &[Expr], node: &Expr, next: ExprId) -> ExprId {
        if self.places.len() <= 2 * nodes.len() {
            self.grow(nodes);
        }
        let mut at = self.first_place(node);
        while self.places[at] != Self::FREE {
            let known = ExprId(self.places[at]);
            if nodes[known.0 as usize] == *node {
                return known;
            }
            at = (at + 1) & (self.places.len() - 1);
        }
        self.places[at] = next.0;
        next
    }

    fn first_place(&self, node: &Expr) -> usize {
        FxBuildHasher.hash_one(node) as usize & (self.places.len() - 1)
    }

    fn grow(&mut self, nodes: &[Expr]) {
        let len = (4 * nodes.len()).next_power_of_two().max(64);
        self.places = vec![Self::FREE; len];
        for (id, node) in std::iter::zip(0.., nodes) {
            let mut at = self.first_place(node);
            while self.places[at] != Self::FREE {
                at = (at + 1) & (len - 1);
            }
            self.places[at] = id;
        }
    }
}

impl std::ops::Index<ExprId> for Exprs {
    type Output = Expr;
    fn index(&self, id: ExprId) -> &Expr {
        &self.nodes[id.0 as usize]
    }
}

impl Exprs {
    /// An empty pool.
    pub fn new() -> Self {
        Self::default()
    }

    /// How many different expressions there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The sort of an expression.
    pub fn sort(&self, id: ExprId) -> Sort {
        self.sorts[id.0 as usize]
    }

    /// Tells the pool of a variable; called by [`crate::System::add_var`], in order.
    pub(crate) fn declare(&mut self, sort: Sort) {
        self.var_sorts.push(sort);
    }

    fn intern(&mut self, node: Expr, sort: Sort) -> ExprId {
        checkpoint();
        let next = ExprId(u32::try_from(self.nodes.len()).expect("fewer than 2^32 expressions"));
        let id = self.index.find_or_add(&self.nodes, &node, next);
        if id == next {
            self.nodes.push(node);
            self.sorts.push(sort);
        }
        id
    }

    /// The value of a constant expression.
    pub fn as_const(&self, id: ExprId) -> Option<i64> {
        match self[id] {
            Expr::Const(_, value) => Some(value),
            _ => None,
        }
    }

    /// Whether the expression is the constant `true`.
    pub fn is_true(&self, id: ExprId) -> bool {
        self[id] == Expr::Const(Sort::Bool, 1)
    }

    /// Whether the expression is the constant `false`.
    pub fn is_false(&self, id: ExprId) -> bool {
        self[id] == Expr::Const(Sort::Bool, 0)
    }

    /// A constant of any sort.
    pub fn constant(&mut self, sort: Sort, value: i64) -> ExprId {
        self.intern(Expr::Const(sort, value), sort)
    }

    /// `true` or `false`.
    pub fn bool(&mut self, value: bool) -> ExprId {
        self.constant(Sort::Bool, i64::from(value))
    }

    /// An integer.
    pub fn int(&mut self, value: i64) -> ExprId {
        self.constant(Sort::Int, value)
    }

    /// The current value of a scalar variable.
    pub fn var(&mut self, var: VarId) -> ExprId {
        let sort = self.var_sorts[var.0 as usize];
        self.intern(Expr::Var(var), sort)
    }

    /// An element of an array variable.
    pub fn element(&mut self, var: VarId, index: ExprId) -> ExprId {
        self.expect(index, Sort::Int);
        let sort = self.var_sorts[var.0 as usize];
        self.intern(Expr::Element(var, index), sort)
    }

    /// The value of the `position`-th choice of the rule at hand.
    pub fn choice(&mut self, position: u32, sort: Sort) -> ExprId {
        self.intern(Expr::Choice(position, sort), sort)
    }

    /// Whether the step takes an alternative.
    pub fn took(&mut self, part: u32, alternative: u32) -> ExprId {
        self.intern(Expr::Took { part, alternative }, Sort::Bool)
    }

    /// Negation.
    pub fn not(&mut self, a: ExprId) -> ExprId {
        self.expect(a, Sort::Bool);
        match self[a] {
            Expr::Const(_, value) => self.bool(value == 0),
            Expr::Unary(UnaryOp::Not, inner) => inner,
            _ => self.intern(Expr::Unary(UnaryOp::Not, a), Sort::Bool),
        }
    }

    /// Opposite.
    pub fn neg(&mut self, a: ExprId) -> ExprId {
        self.unary_int(UnaryOp::Neg, a, arith::neg)
    }

    /// Absolute value.
    pub fn abs(&mut self, a: ExprId) -> ExprId {
        self.unary_int(UnaryOp::Abs, a, arith::abs)
    }

    fn unary_int(&mut self, op: UnaryOp, a: ExprId, fold: fn(i64) -> Option<i64>) -> ExprId {
        self.expect(a, Sort::Int);
        match self.as_const(a).and_then(fold) {
            Some(value) => self.int(value),
            None => self.intern(Expr::Unary(op, a), Sort::Int),
        }
    }

    /// Conjunction of any number.
    pub fn and(&mut self, operands: impl IntoIterator<Item = ExprId>) -> ExprId {
        self.junction(operands, true)
    }

    /// Disjunction of any number.
    pub fn or(&mut self, operands: impl IntoIterator<Item = ExprId>) -> ExprId {
        self.junction(operands, false)
    }

    /// And (`unit` true) or Or (`unit` false): flattened, without units and repetitions.
    fn junction(&mut self, operands: impl IntoIterator<Item = ExprId>, unit: bool) -> ExprId {
        let mut flat: Vec<ExprId> = Vec::new();
        for a in operands {
            self.expect(a, Sort::Bool);
            match &self[a] {
                Expr::And(inner) if unit => flat.extend(inner.iter()),
                Expr::Or(inner) if !unit => flat.extend(inner.iter()),
                _ => flat.push(a),
            }
        }
        let mut kept: Vec<ExprId> = Vec::new();
        let mut seen = FxHashSet::default();
        for a in flat {
            match self.as_const(a) {
                Some(value) if (value == 1) == unit => {}
                Some(_) => return self.bool(!unit),
                None if !seen.insert(a) => {}
                None => kept.push(a),
            }
        }
        // `a & !a` is false only when `a` cannot fault; with a fault it is a fault. So it is left alone.
        match kept.as_slice() {
            [] => self.bool(unit),
            [one] => *one,
            _ if unit => self.intern(Expr::And(kept.into()), Sort::Bool),
            _ => self.intern(Expr::Or(kept.into()), Sort::Bool),
        }
    }

    /// `a` implies `b`.
    pub fn implies(&mut self, a: ExprId, b: ExprId) -> ExprId {
        let not_a = self.not(a);
        self.or([not_a, b])
    }

    /// Equality of two values of one sort.
    pub fn eq(&mut self, a: ExprId, b: ExprId) -> ExprId {
        assert_eq!(self.sort(a), self.sort(b), "equality needs operands of one sort");
        match (self.as_const(a), self.as_const(b)) {
            (Some(x), Some(y)) => return self.bool(x == y),
            // Constants go right, so that `x = 1` and `1 = x` are one expression.
            (Some(_), None) => return self.eq(b, a),
            _ => {}
        }
        if self.sort(a) == Sort::Bool
            && let Some(value) = self.as_const(b)
        {
            return if value == 1 { a } else { self.not(a) };
        }
        if a == b && matches!(self[a], Expr::Var(_) | Expr::Choice(..)) {
            return self.bool(true);
        }
        self.intern(Expr::Binary(BinaryOp::Eq, a, b), Sort::Bool)
    }

    /// Inequality.
    pub fn ne(&mut self, a: ExprId, b: ExprId) -> ExprId {
        let equal = self.eq(a, b);
        self.not(equal)
    }

    /// Less than.
    pub fn lt(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.binary(BinaryOp::Lt, a, b)
    }

    /// At most.
    pub fn le(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.binary(BinaryOp::Le, a, b)
    }

    /// Any operator on two integers (and equality on any sort).
    pub fn binary(&mut self, op: BinaryOp, a: ExprId, b: ExprId) -> ExprId {
        if op == BinaryOp::Eq {
            return self.eq(a, b);
        }
        self.expect(a, Sort::Int);
        self.expect(b, Sort::Int);
        let sort = if matches!(op, BinaryOp::Lt | BinaryOp::Le) { Sort::Bool } else { Sort::Int };
        let folded = match (self.as_const(a), self.as_const(b)) {
            (Some(x), Some(y)) => op.apply(x, y),
            _ => None,
        };
        match folded {
            Some(value) => self.constant(sort, value),
            None => self.intern(Expr::Binary(op, a, b), sort),
        }
    }

    /// An integer that never has a value. To those who know no such thing it is a division of 0 by 0.
    pub fn no_value(&mut self) -> ExprId {
        let zero = self.int(0);
        self.binary(BinaryOp::Div, zero, zero)
    }

    /// Whether the expression is [`Exprs::no_value`].
    pub fn is_no_value(&self, id: ExprId) -> bool {
        matches!(self[id], Expr::Binary(BinaryOp::Div, a, b) if a == b && self.as_const(a) == Some(0))
    }

    /// `if c then t else e`; both branches of one sort.
    pub fn ite(&mut self, c: ExprId, t: ExprId, e: ExprId) -> ExprId {
        self.expect(c, Sort::Bool);
        assert_eq!(self.sort(t), self.sort(e), "both branches need one sort");
        if self.is_true(c) || (t == e && self.as_const(t).is_some() && matches!(self[c], Expr::Var(_))) {
            return t;
        }
        if self.is_false(c) {
            return e;
        }
        let sort = self.sort(t);
        self.intern(Expr::Ite(c, t, e), sort)
    }

    /// Whether a value of `id` fits `ty`; `true` when every value of its sort does.
    pub fn fits(&mut self, id: ExprId, ty: Type, enums: &[EnumType]) -> ExprId {
        let (Type::Range { .. }, Some((lo, hi))) = (ty, ty.bounds(enums)) else { return self.bool(true) };
        let (lo, hi) = (self.int(lo), self.int(hi));
        let (above, below) = (self.le(lo, id), self.le(id, hi));
        self.and([above, below])
    }

    fn expect(&self, id: ExprId, sort: Sort) {
        assert_eq!(self.sort(id), sort, "ill-typed operand {:?}", self[id]);
    }

    /// The operands of an expression, in order.
    pub fn operands(&self, id: ExprId) -> Vec<ExprId> {
        match &self[id] {
            Expr::Const(..) | Expr::Var(_) | Expr::Choice(..) | Expr::Took { .. } => vec![],
            Expr::Element(_, a) | Expr::Unary(_, a) => vec![*a],
            Expr::Binary(_, a, b) => vec![*a, *b],
            Expr::And(list) | Expr::Or(list) => list.to_vec(),
            Expr::Ite(a, b, c) => vec![*a, *b, *c],
        }
    }

    /// The operation of a node, which may be from another pool, on operands of this one.
    pub fn build(&mut self, node: &Expr, operands: &[ExprId]) -> ExprId {
        match *node {
            Expr::Const(sort, value) => self.constant(sort, value),
            Expr::Var(var) => self.var(var),
            Expr::Element(var, _) => self.element(var, operands[0]),
            Expr::Choice(position, sort) => self.choice(position, sort),
            Expr::Took { part, alternative } => self.took(part, alternative),
            Expr::Unary(UnaryOp::Not, _) => self.not(operands[0]),
            Expr::Unary(UnaryOp::Neg, _) => self.neg(operands[0]),
            Expr::Unary(UnaryOp::Abs, _) => self.abs(operands[0]),
            Expr::Binary(op, ..) => self.binary(op, operands[0], operands[1]),
            Expr::And(_) => self.and(operands.iter().copied()),
            Expr::Or(_) => self.or(operands.iter().copied()),
            Expr::Ite(..) => self.ite(operands[0], operands[1], operands[2]),
        }
    }

    /// The conjuncts of an expression: itself, or the operands of a conjunction.
    pub fn conjuncts(&self, id: ExprId) -> Vec<ExprId> {
        match &self[id] {
            Expr::And(list) => list.to_vec(),
            _ if self.is_true(id) => vec![],
            _ => vec![id],
        }
    }

    /// The positions of the choices read by `id`, sorted.
    pub fn choices(&self, id: ExprId) -> Vec<u32> {
        let mut found = Vec::new();
        let mut seen = FxHashSet::default();
        let mut todo = vec![id];
        while let Some(at) = todo.pop() {
            if seen.insert(at) {
                if let Expr::Choice(position, _) = self[at] {
                    found.push(position);
                }
                todo.extend(self.operands(at));
            }
        }
        found.sort_unstable();
        found
    }

    /// Every variable read by `id`, each once, in order of first appearance.
    pub fn variables(&self, id: ExprId) -> Vec<VarId> {
        self.variables_of([id])
    }

    /// Every variable read by some of the expressions, each once.
    pub fn variables_of(&self, ids: impl IntoIterator<Item = ExprId>) -> Vec<VarId> {
        let mut found = Vec::new();
        let (mut seen, mut known) = (FxHashSet::default(), FxHashSet::default());
        let mut todo: Vec<ExprId> = ids.into_iter().collect();
        while let Some(at) = todo.pop() {
            if !seen.insert(at) {
                continue;
            }
            if let Expr::Var(v) | Expr::Element(v, _) = self[at]
                && known.insert(v)
            {
                found.push(v);
            }
            todo.extend(self.operands(at).into_iter().rev());
        }
        found
    }
}

impl BinaryOp {
    /// The value of the operator on two representations; `None` is a fault.
    pub fn apply(self, a: i64, b: i64) -> Option<i64> {
        match self {
            BinaryOp::Eq => Some(i64::from(a == b)),
            BinaryOp::Lt => Some(i64::from(a < b)),
            BinaryOp::Le => Some(i64::from(a <= b)),
            BinaryOp::Add => arith::add(a, b),
            BinaryOp::Sub => arith::sub(a, b),
            BinaryOp::Mul => arith::mul(a, b),
            BinaryOp::Div => arith::div(a, b),
            BinaryOp::Rem => arith::rem(a, b),
            BinaryOp::Mod => arith::modulo(a, b),
            BinaryOp::Min => Some(a.min(b)),
            BinaryOp::Max => Some(a.max(b)),
        }
    }
}
