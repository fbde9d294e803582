//! What is known of the values of variables where some conditions are true: intervals that conditions narrow, and
//! those of expressions over them.

use rustc_hash::{FxHashMap, FxHashSet};
use synod_syntax::checkpoint;

use crate::expr::{BinaryOp, Expr, ExprId, UnaryOp};
use crate::interval::Interval;
use crate::system::{Choice, System, VarId};

/// Ranges of all variables, narrowed by conditions that are true. What conditions narrow is kept beside the ranges
/// that it begins with, so that the cost is that of the conditions and not of the number of variables.
pub(crate) struct Known<'a> {
    system: &'a System,
    ranges: &'a [Interval],
    narrowed: FxHashMap<VarId, Interval>,
    /// What is known of expressions that are no variables, such as sums, if that is wanted. Conditions of which only one
    /// has to be true say nothing about them.
    sums: Option<FxHashMap<ExprId, Interval>>,
    /// What narrowing has replaced, to take it back.
    replaced: Vec<(VarId, Option<Interval>)>,
    /// How many of the narrowed ranges are empty: then there is no such state.
    empty: usize,
}

/// A point to go back to.
#[derive(Clone, Copy)]
pub(crate) struct Mark(usize);

/// The ranges of expressions that were found.
#[derive(Debug, Default)]
pub(crate) struct FoundRanges {
    /// For the conditions of the moment.
    now: FxHashMap<ExprId, Interval>,
    /// Those that read no variable and no choice, such as counts of conditions, whatever the conditions of the moment are.
    always: FxHashMap<ExprId, Interval>,
}

impl FoundRanges {
    /// The conditions are others from now on.
    pub fn forget(&mut self) {
        // Clearing takes time for the room that there is, not for what is in it.
        if self.now.capacity() > 1 << 8 {
            self.now = FxHashMap::default();
        } else {
            self.now.clear();
        }
    }
}

impl<'a> Known<'a> {
    /// Nothing but these ranges.
    pub fn new(system: &'a System, ranges: &'a [Interval]) -> Self {
        let (narrowed, replaced) = (FxHashMap::default(), Vec::new());
        Known { system, ranges, narrowed, sums: None, replaced, empty: 0 }
    }

    /// The same, and what conditions say of sums and differences is kept too, and what follows for their parts.
    fn with_sums(system: &'a System, ranges: &'a [Interval]) -> Self {
        Known { sums: Some(FxHashMap::default()), ..Known::new(system, ranges) }
    }

    /// The range of a variable.
    pub fn get(&self, var: VarId) -> Interval {
        self.narrowed.get(&var).copied().unwrap_or(self.ranges[var.0 as usize])
    }

    /// Whether no state satisfies the conditions.
    pub fn is_impossible(&self) -> bool {
        self.empty > 0
    }

    /// The variables that conditions have narrowed, with their ranges.
    pub fn into_narrowed(self) -> FxHashMap<VarId, Interval> {
        self.narrowed
    }

    fn set(&mut self, var: VarId, range: Interval) {
        let before = self.get(var);
        if range != before {
            self.empty += usize::from(range.is_empty());
            let old = self.narrowed.insert(var, range);
            self.empty -= usize::from(old.is_some_and(Interval::is_empty));
            self.replaced.push((var, old));
        }
    }

    /// Where conditions can be taken back to.
    pub fn mark(&self) -> Mark {
        Mark(self.replaced.len())
    }

    /// Takes back all conditions since the mark.
    pub fn back_to(&mut self, mark: Mark) {
        while self.replaced.len() > mark.0
            && let Some((var, old)) = self.replaced.pop()
        {
            let now = match old {
                Some(old) => self.narrowed.insert(var, old),
                None => self.narrowed.remove(&var),
            };
            self.empty += usize::from(old.is_some_and(Interval::is_empty));
            self.empty -= usize::from(now.is_some_and(Interval::is_empty));
        }
    }

    /// Narrows by a condition that is true.
    pub fn assume(&mut self, condition: ExprId) {
        checkpoint();
        let system = self.system;
        match &system.exprs[condition] {
            Expr::And(list) => list.iter().for_each(|part| self.assume(*part)),
            Expr::Or(list) => self.assume_one_of(list),
            Expr::Binary(op @ (BinaryOp::Eq | BinaryOp::Lt | BinaryOp::Le), a, b) => {
                self.compare(*op, *a, *b);
            }
            Expr::Unary(UnaryOp::Not, inner) => match system.exprs[*inner] {
                Expr::Binary(BinaryOp::Lt, a, b) => self.compare(BinaryOp::Le, b, a),
                Expr::Binary(BinaryOp::Le, a, b) => self.compare(BinaryOp::Lt, b, a),
                Expr::Binary(BinaryOp::Eq, a, b) => self.differ(a, b),
                Expr::Var(var) => self.narrow(var, Interval::new(0, 0)),
                _ => {}
            },
            Expr::Var(var) => self.narrow(*var, Interval::new(1, 1)),
            _ => {}
        }
    }

    /// Narrows by what all branches that are possible have in common.
    fn assume_one_of(&mut self, branches: &[ExprId]) {
        let mark = self.mark();
        let sums = self.sums.take();
        let mut common: Option<FxHashMap<VarId, Interval>> = None;
        for branch in branches {
            self.assume(*branch);
            if !self.is_impossible() {
                let here = self.replaced[mark.0..].iter().map(|(var, _)| (*var, self.get(*var)));
                common = Some(match common {
                    None => here.collect(),
                    Some(before) => {
                        here.filter_map(|(var, range)| Some((var, before.get(&var)?.join(range)))).collect()
                    }
                });
            }
            self.back_to(mark);
            if common.as_ref().is_some_and(FxHashMap::is_empty) {
                break;
            }
        }
        self.sums = sums;
        for (var, range) in common.into_iter().flatten() {
            self.set(var, range);
        }
    }

    fn narrow(&mut self, var: VarId, to: Interval) {
        self.set(var, self.get(var).meet(to));
    }

    /// Narrows scalar variables on either side of a true comparison.
    fn compare(&mut self, op: BinaryOp, a: ExprId, b: ExprId) {
        let exprs = &self.system.exprs;
        let (left, right) = (exprs[a].as_var(), exprs[b].as_var());
        if left.is_none() && right.is_none() && self.sums.is_none() {
            return;
        }
        let (of_a, of_b) =
            (self.range(a, &mut FoundRanges::default()), self.range(b, &mut FoundRanges::default()));
        let gap = i64::from(op == BinaryOp::Lt);
        let most = Interval { lo: None, hi: of_b.hi.and_then(|hi| hi.checked_sub(gap)) };
        let least = Interval { lo: of_a.lo.and_then(|lo| lo.checked_add(gap)), hi: None };
        self.narrow_expr(a, if op == BinaryOp::Eq { of_b } else { most });
        self.narrow_expr(b, if op == BinaryOp::Eq { of_a } else { least });
    }

    /// Narrows a variable, or a sum or difference and the variables in it.
    fn narrow_expr(&mut self, id: ExprId, to: Interval) {
        if let Some(var) = self.system.exprs[id].as_var() {
            return self.narrow(var, to);
        }
        let Expr::Binary(op @ (BinaryOp::Add | BinaryOp::Sub), a, b) = self.system.exprs[id] else { return };
        let Some(sums) = &mut self.sums else { return };
        let known = sums.entry(id).or_insert(Interval::ALL);
        *known = known.meet(to);
        let (of_a, of_b) =
            (self.range(a, &mut FoundRanges::default()), self.range(b, &mut FoundRanges::default()));
        let (for_a, for_b) = match op {
            BinaryOp::Add => (to.combine(BinaryOp::Sub, of_b), to.combine(BinaryOp::Sub, of_a)),
            _ => (to.combine(BinaryOp::Add, of_b), of_a.combine(BinaryOp::Sub, to)),
        };
        self.narrow_expr(a, for_a);
        self.narrow_expr(b, for_b);
    }

    /// Cuts a constant off the end of a variable that differs from it.
    fn differ(&mut self, a: ExprId, b: ExprId) {
        let exprs = &self.system.exprs;
        if let (Some(var), Some(value)) = (exprs[a].as_var(), exprs.as_const(b)) {
            let mut range = self.get(var);
            if range.lo == Some(value) {
                range.lo = value.checked_add(1);
            }
            if range.hi == Some(value) {
                range.hi = value.checked_sub(1);
            }
            self.set(var, range);
        }
    }

    /// The range of an expression, whatever is chosen.
    pub fn range(&self, id: ExprId, found: &mut FoundRanges) -> Interval {
        self.range_with(&|_| Interval::ALL, id, found)
    }

    /// The range of an expression, where choices have these ranges. What was found before was found with the same
    /// conditions and choices.
    pub fn range_with(
        &self,
        choice: &dyn Fn(u32) -> Interval,
        id: ExprId,
        found: &mut FoundRanges,
    ) -> Interval {
        self.find_range(choice, id, found).0
    }

    /// The range, and whether it is that under all conditions.
    fn find_range(
        &self,
        choice: &dyn Fn(u32) -> Interval,
        id: ExprId,
        found: &mut FoundRanges,
    ) -> (Interval, bool) {
        let node = &self.system.exprs[id];
        match node {
            Expr::Const(_, value) => return (Interval::new(*value, *value), true),
            Expr::Var(var) | Expr::Element(var, _) => return (self.get(*var), false),
            Expr::Choice(position, _) => return (choice(*position), false),
            _ if is_truth(node) => return (Interval::new(0, 1), true),
            _ => {}
        }
        if let Some(range) = found.always.get(&id) {
            return (*range, true);
        }
        if let Some(range) = found.now.get(&id) {
            return (*range, false);
        }
        let mut always = true;
        let mut of = |id: ExprId| {
            let (range, fixed) = self.find_range(choice, id, found);
            always &= fixed;
            range
        };
        let range = match node {
            Expr::Unary(UnaryOp::Abs, a) => of(*a).absolute(),
            Expr::Unary(_, a) => of(*a).negate(),
            Expr::Binary(op, a, b) => of(*a).combine(*op, of(*b)),
            Expr::Ite(_, t, e) => of(*t).join(of(*e)),
            _ => Interval::ALL,
        };
        let of_sum = self.sums.as_ref().and_then(|sums| sums.get(&id)).copied();
        let range = of_sum.map_or(range, |known| range.meet(known));
        checkpoint();
        if always { &mut found.always } else { &mut found.now }.insert(id, range);
        (range, always)
    }
}

/// Whether an expression is a connective or a comparison, whose range does not depend on its operands.
fn is_truth(node: &Expr) -> bool {
    matches!(
        node,
        Expr::Unary(UnaryOp::Not, _)
            | Expr::And(_)
            | Expr::Or(_)
            | Expr::Took { .. }
            | Expr::Binary(BinaryOp::Eq | BinaryOp::Lt | BinaryOp::Le, ..)
    )
}

/// What the ranges of expressions depend on, whatever the conditions are.
#[derive(Default)]
pub(crate) struct Dependence {
    /// Expressions whose ranges depend on nothing.
    free: FxHashSet<ExprId>,
}

impl Dependence {
    /// Adds the variables, and says of choices whether there are any, that the range of an expression depends on.
    pub fn add(&mut self, system: &System, id: ExprId, found: &mut Reads) {
        self.walk(system, id, found, &mut FxHashSet::default());
    }

    /// As before, but for what was seen; whether the range depends on something.
    fn walk(&mut self, system: &System, id: ExprId, found: &mut Reads, seen: &mut FxHashSet<ExprId>) -> bool {
        let node = &system.exprs[id];
        match node {
            Expr::Const(..) => return false,
            Expr::Var(var) | Expr::Element(var, _) => {
                found.vars.push(*var);
                return true;
            }
            Expr::Choice(..) => {
                found.choices = true;
                return true;
            }
            _ if is_truth(node) || self.free.contains(&id) => return false,
            _ if !seen.insert(id) => return true,
            _ => {}
        }
        checkpoint();
        let mut depends = false;
        match node {
            Expr::Unary(_, a) => depends |= self.walk(system, *a, found, seen),
            Expr::Binary(_, a, b) | Expr::Ite(_, a, b) => {
                depends |= self.walk(system, *a, found, seen);
                depends |= self.walk(system, *b, found, seen);
            }
            _ => {}
        }
        if !depends {
            self.free.insert(id);
        }
        depends
    }
}

/// What is read.
#[derive(Clone, Default)]
pub(crate) struct Reads {
    /// Variables, in any order, maybe several times.
    pub vars: Vec<VarId>,
    /// Whether some choice is.
    pub choices: bool,
}

/// The values that a choice may have by its type.
pub(crate) fn choice_range(system: &System, choice: &Choice) -> Interval {
    choice.ty.bounds(&system.enums).map_or(Interval::ALL, |(lo, hi)| Interval::new(lo, hi))
}

/// An interval that contains every value of an expression over `choices` in those states within
/// `ranges` where the conditions are true.
pub fn range_under(
    system: &System,
    ranges: &[Interval],
    conditions: &[ExprId],
    choices: &[Choice],
    id: ExprId,
) -> Interval {
    let mut known = Known::with_sums(system, ranges);
    for condition in conditions {
        known.assume(*condition);
    }
    let choice = |position: u32| choice_range(system, &choices[position as usize]);
    known.range_with(&choice, id, &mut FoundRanges::default())
}
