//! Which values integer variables can have, found without exploring: intervals, propagated through all
//! rules to a fixpoint. What comes out contains every value that occurs in a reachable state.

use std::sync::OnceLock;

use rustc_hash::FxHashMap;

use crate::expr::{BinaryOp, Expr, ExprId, UnaryOp};
use crate::system::{Choice, System, VarId};

/// All integers from `lo` to `hi`, both included; `None` is no bound on that side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interval {
    /// Least value.
    pub lo: Option<i64>,
    /// Greatest value.
    pub hi: Option<i64>,
}

impl Interval {
    /// All integers.
    pub const ALL: Interval = Interval { lo: None, hi: None };

    /// From `lo` to `hi`.
    pub fn new(lo: i64, hi: i64) -> Self {
        Interval { lo: Some(lo), hi: Some(hi) }
    }

    /// Both ends, if there are both.
    pub fn finite(self) -> Option<(i64, i64)> {
        Some((self.lo?, self.hi?))
    }

    /// Whether `value` lies in it.
    pub fn contains(self, value: i64) -> bool {
        self.lo.is_none_or(|lo| lo <= value) && self.hi.is_none_or(|hi| value <= hi)
    }

    fn is_empty(self) -> bool {
        matches!((self.lo, self.hi), (Some(lo), Some(hi)) if lo > hi)
    }

    fn join(self, other: Interval) -> Interval {
        let both = |a: Option<i64>, b: Option<i64>, pick: fn(i64, i64) -> i64| Some(pick(a?, b?));
        Interval { lo: both(self.lo, other.lo, i64::min), hi: both(self.hi, other.hi, i64::max) }
    }

    pub(crate) fn meet(self, other: Interval) -> Interval {
        let either = |a: Option<i64>, b: Option<i64>, pick: fn(i64, i64) -> i64| match (a, b) {
            (Some(a), Some(b)) => Some(pick(a, b)),
            _ => a.or(b),
        };
        Interval { lo: either(self.lo, other.lo, i64::max), hi: either(self.hi, other.hi, i64::min) }
    }

    fn negate(self) -> Interval {
        Interval { lo: self.hi.and_then(i64::checked_neg), hi: self.lo.and_then(i64::checked_neg) }
    }

    fn add(self, other: Interval) -> Interval {
        let sum = |a: Option<i64>, b: Option<i64>| a?.checked_add(b?);
        Interval { lo: sum(self.lo, other.lo), hi: sum(self.hi, other.hi) }
    }

    /// Quotients cut toward zero; the divisor is never 0.
    fn divide(self, other: Interval) -> Interval {
        let corners = |(a, b): (i64, i64), (c, d): (i64, i64)| {
            let all = [a.checked_div(c)?, a.checked_div(d)?, b.checked_div(c)?, b.checked_div(d)?];
            Some(Interval::new(*all.iter().min()?, *all.iter().max()?))
        };
        match (self.finite(), other.finite()) {
            (Some(a), Some(b)) => corners(a, b).unwrap_or(Interval::ALL),
            _ => self.join(self.negate()).join(Interval::new(0, 0)),
        }
    }

    fn mul(self, other: Interval) -> Interval {
        let corners = |(a, b): (i64, i64), (c, d): (i64, i64)| {
            let all = [a.checked_mul(c)?, a.checked_mul(d)?, b.checked_mul(c)?, b.checked_mul(d)?];
            Some(Interval::new(*all.iter().min()?, *all.iter().max()?))
        };
        match (self.finite(), other.finite()) {
            (Some(a), Some(b)) => corners(a, b).unwrap_or(Interval::ALL),
            _ => Interval::ALL,
        }
    }
}

/// The ranges of a complete system, inferred when they are first asked for. A copy of the system, which is made to
/// be changed, infers its own.
#[derive(Debug, Default)]
pub(crate) struct Once(OnceLock<Vec<Interval>>);

impl Clone for Once {
    fn clone(&self) -> Self {
        Once::default()
    }
}

impl System {
    /// For each variable an interval that contains all its reachable values. They are inferred once: who still
    /// changes a system uses [`infer_ranges`].
    pub fn ranges(&self) -> &[Interval] {
        let ranges = self.ranges.0.get_or_init(|| infer_ranges(self));
        debug_assert_eq!(*ranges, infer_ranges(self), "the system changed after its ranges were asked for");
        ranges
    }
}

/// For each variable an interval that contains all its reachable values.
pub fn infer_ranges(system: &System) -> Vec<Interval> {
    let of_type = |var: &crate::Variable| match var.ty.bounds(&system.enums) {
        Some((lo, hi)) => Interval::new(lo, hi),
        None => Interval::ALL,
    };
    let types: Vec<Interval> = system.vars.iter().map(of_type).collect();
    let mut ranges = types.clone();
    for conjunct in system.exprs.conjuncts(system.init) {
        refine(system, conjunct, &mut ranges);
    }
    refine_arrays(system, &mut ranges);
    let mut thresholds: Vec<i64> = (0..system.exprs.len() as u32)
        .filter_map(|i| system.exprs.as_const(ExprId(i)))
        .flat_map(|c| [c.saturating_sub(1), c, c.saturating_add(1)])
        .collect();
    thresholds.sort_unstable();
    thresholds.dedup();
    // A few exact rounds, then ends that still move jump to the next constant of the model, then away.
    for round in 0.. {
        let next = one_round(system, &ranges, &types);
        if next == ranges {
            break;
        }
        let widened = std::iter::zip(&ranges, next).map(|(old, new)| match round {
            0..8 => new,
            8..64 => widen(*old, new, &thresholds),
            _ => widen(*old, new, &[]),
        });
        // No jump leads out of the type of a variable.
        ranges = std::iter::zip(widened, &types).map(|(range, ty)| range.meet(*ty)).collect();
    }
    ranges
}

/// What the initial condition says of elements of arrays, one by one.
pub(crate) fn initial_elements(system: &System) -> FxHashMap<(VarId, i64), Interval> {
    let mut elements: FxHashMap<(VarId, i64), Interval> = FxHashMap::default();
    for conjunct in system.exprs.conjuncts(system.init) {
        if let Some((element, range)) = element_range(system, conjunct) {
            let known = elements.entry(element).or_insert(Interval::ALL);
            *known = known.meet(range);
        }
    }
    elements
}

/// Narrows arrays of integers to what the initial condition says of all their elements.
fn refine_arrays(system: &System, ranges: &mut [Interval]) {
    let elements = initial_elements(system);
    for (position, var) in system.vars.iter().enumerate() {
        let Some(len) = var.len else { continue };
        let id = VarId(position as u32);
        let all = (0..i64::from(len)).map(|at| elements.get(&(id, at)).copied().unwrap_or(Interval::ALL));
        if let Some(joined) = all.reduce(Interval::join) {
            ranges[position] = ranges[position].meet(joined);
        }
    }
}

/// The element of an array that a true condition speaks of, and the values that it leaves.
fn element_range(system: &System, condition: ExprId) -> Option<((VarId, i64), Interval)> {
    let element = |id: ExprId| match system.exprs[id] {
        Expr::Element(var, index) => Some((var, system.exprs.as_const(index)?)),
        _ => None,
    };
    match &system.exprs[condition] {
        Expr::Binary(op @ (BinaryOp::Eq | BinaryOp::Lt | BinaryOp::Le), a, b) => {
            let gap = i64::from(*op == BinaryOp::Lt);
            if let (Some(element), Some(value)) = (element(*a), system.exprs.as_const(*b)) {
                let least = (*op == BinaryOp::Eq).then_some(value);
                Some((element, Interval { lo: least, hi: value.checked_sub(gap) }))
            } else if let (Some(value), Some(element)) = (system.exprs.as_const(*a), element(*b)) {
                Some((element, Interval { lo: value.checked_add(gap), hi: None }))
            } else {
                None
            }
        }
        Expr::Or(list) => {
            let branches: Option<Vec<_>> = list.iter().map(|part| element_range(system, *part)).collect();
            let branches = branches?;
            let (first, _) = *branches.first()?;
            let same = branches.iter().all(|(element, _)| *element == first);
            let joined = branches.iter().map(|(_, range)| *range).reduce(Interval::join)?;
            same.then_some((first, joined))
        }
        _ => None,
    }
}

fn widen(old: Interval, new: Interval, thresholds: &[i64]) -> Interval {
    let lo = if new.lo == old.lo {
        new.lo
    } else {
        new.lo.and_then(|lo| thresholds.iter().rev().find(|t| **t <= lo).copied())
    };
    let hi = if new.hi == old.hi {
        new.hi
    } else {
        new.hi.and_then(|hi| thresholds.iter().find(|t| **t >= hi).copied())
    };
    Interval { lo, hi }
}

fn one_round(system: &System, ranges: &[Interval], types: &[Interval]) -> Vec<Interval> {
    let mut next = ranges.to_vec();
    let possible = |guard: ExprId| !system.exprs.is_false(guard);
    for rule in system.rules.iter().filter(|rule| possible(rule.guard)) {
        let mut known = ranges.to_vec();
        refine(system, rule.guard, &mut known);
        // What a part with one alternative asks for holds whenever the step is taken.
        for part in &rule.parts {
            if let [only] = part.alternatives.as_slice() {
                refine(system, only.guard, &mut known);
            }
        }
        let choices = chosen(system, &rule.choices, rule.guard, &known);
        let alternatives = rule.parts.iter().flat_map(|part| &part.alternatives);
        for alternative in alternatives.filter(|alternative| possible(alternative.guard)) {
            let mut here = known.clone();
            refine(system, alternative.guard, &mut here);
            if here.iter().any(|range| range.is_empty()) {
                continue;
            }
            for update in &alternative.updates {
                let var = update.var.0 as usize;
                let choice = |position: u32| choices[position as usize];
                let value = range_of(system, &choice, update.value, &here).meet(types[var]);
                if !value.is_empty() {
                    next[var] = next[var].join(value);
                }
            }
        }
    }
    next
}

/// What a step can pick for its choices where its guard is true: a bound may be a value of the state.
fn chosen(system: &System, choices: &[Choice], guard: ExprId, known: &[Interval]) -> Vec<Interval> {
    let mut found: Vec<Interval> = choices.iter().map(|choice| choice_range(system, choice)).collect();
    for conjunct in system.exprs.conjuncts(guard) {
        let Expr::Binary(op @ (BinaryOp::Eq | BinaryOp::Lt | BinaryOp::Le), a, b) = system.exprs[conjunct]
        else {
            continue;
        };
        let (least, most) = (state_range(system, a, known), state_range(system, b, known));
        let gap = i64::from(op == BinaryOp::Lt);
        if let Expr::Choice(position, _) = system.exprs[a] {
            let below = Interval { lo: None, hi: most.hi.and_then(|hi| hi.checked_sub(gap)) };
            let range = &mut found[position as usize];
            *range = range.meet(if op == BinaryOp::Eq { most } else { below });
        }
        if let Expr::Choice(position, _) = system.exprs[b] {
            let above = Interval { lo: least.lo.and_then(|lo| lo.checked_add(gap)), hi: None };
            let range = &mut found[position as usize];
            *range = range.meet(if op == BinaryOp::Eq { least } else { above });
        }
    }
    found
}

fn choice_range(system: &System, choice: &Choice) -> Interval {
    match choice.ty.bounds(&system.enums) {
        Some((lo, hi)) => Interval::new(lo, hi),
        None => Interval::ALL,
    }
}

/// Narrows `known` by a condition that is true.
pub(crate) fn refine(system: &System, condition: ExprId, known: &mut Vec<Interval>) {
    match &system.exprs[condition] {
        Expr::And(list) => list.iter().for_each(|part| refine(system, *part, known)),
        Expr::Or(list) => {
            let branches = list.iter().map(|part| {
                let mut branch = known.clone();
                refine(system, *part, &mut branch);
                branch
            });
            let possible = branches.filter(|branch| !branch.iter().any(|r| r.is_empty()));
            let joined = possible.reduce(|a, b| std::iter::zip(a, b).map(|(a, b)| a.join(b)).collect());
            if let Some(joined) = joined {
                *known = joined;
            }
        }
        Expr::Binary(op @ (BinaryOp::Eq | BinaryOp::Lt | BinaryOp::Le), a, b) => {
            compare(system, *op, *a, *b, known);
        }
        Expr::Unary(UnaryOp::Not, inner) => match system.exprs[*inner] {
            Expr::Binary(BinaryOp::Lt, a, b) => compare(system, BinaryOp::Le, b, a, known),
            Expr::Binary(BinaryOp::Le, a, b) => compare(system, BinaryOp::Lt, b, a, known),
            Expr::Binary(BinaryOp::Eq, a, b) => differ(system, a, b, known),
            Expr::Var(var) => narrow(var, Interval::new(0, 0), known),
            _ => {}
        },
        Expr::Var(var) => narrow(*var, Interval::new(1, 1), known),
        _ => {}
    }
}

fn narrow(var: VarId, to: Interval, known: &mut [Interval]) {
    let range = &mut known[var.0 as usize];
    *range = range.meet(to);
}

/// Narrows scalar variables on either side of a true comparison.
fn compare(system: &System, op: BinaryOp, a: ExprId, b: ExprId, known: &mut [Interval]) {
    let (left, right) = (state_range(system, a, known), state_range(system, b, known));
    let gap = i64::from(op == BinaryOp::Lt);
    if let Expr::Var(var) = system.exprs[a] {
        let most = Interval { lo: None, hi: right.hi.and_then(|hi| hi.checked_sub(gap)) };
        narrow(var, if op == BinaryOp::Eq { right } else { most }, known);
    }
    if let Expr::Var(var) = system.exprs[b] {
        let least = Interval { lo: left.lo.and_then(|lo| lo.checked_add(gap)), hi: None };
        narrow(var, if op == BinaryOp::Eq { left } else { least }, known);
    }
}

/// Cuts a constant off the end of a variable that differs from it.
fn differ(system: &System, a: ExprId, b: ExprId, known: &mut [Interval]) {
    if let (Expr::Var(var), Some(value)) = (&system.exprs[a], system.exprs.as_const(b)) {
        let range = &mut known[var.0 as usize];
        if range.lo == Some(value) {
            range.lo = value.checked_add(1);
        }
        if range.hi == Some(value) {
            range.hi = value.checked_sub(1);
        }
    }
}

/// Whether no value of the divisor is 0.
fn divides_safely(divisor: Interval) -> bool {
    divisor.lo.is_some_and(|lo| lo > 0) || divisor.hi.is_some_and(|hi| hi < 0)
}

fn state_range(system: &System, id: ExprId, known: &[Interval]) -> Interval {
    range_of(system, &|_| Interval::ALL, id, known)
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
    let mut known = ranges.to_vec();
    for condition in conditions {
        refine(system, *condition, &mut known);
    }
    range_of(system, &|position| choice_range(system, &choices[position as usize]), id, &known)
}

fn range_of(system: &System, choice: &dyn Fn(u32) -> Interval, id: ExprId, known: &[Interval]) -> Interval {
    let of = |id: ExprId| range_of(system, choice, id, known);
    match &system.exprs[id] {
        Expr::Const(_, value) => Interval::new(*value, *value),
        Expr::Var(var) | Expr::Element(var, _) => known[var.0 as usize],
        Expr::Choice(position, _) => choice(*position),
        Expr::Unary(UnaryOp::Neg, a) => of(*a).negate(),
        Expr::Unary(UnaryOp::Abs, a) => {
            let range = of(*a);
            match range.lo {
                Some(lo) if lo >= 0 => range,
                _ => Interval { lo: Some(0), hi: range.join(range.negate()).hi },
            }
        }
        Expr::Binary(op, a, b) => {
            let (a, b) = (of(*a), of(*b));
            match op {
                BinaryOp::Add => a.add(b),
                BinaryOp::Sub => a.add(b.negate()),
                BinaryOp::Mul => a.mul(b),
                BinaryOp::Div if divides_safely(b) => a.divide(b),
                // The quotient is no further from zero than the dividend.
                BinaryOp::Div | BinaryOp::Rem => a.join(a.negate()).join(Interval::new(0, 0)),
                BinaryOp::Mod => Interval { lo: Some(0), hi: b.hi.and_then(|hi| hi.checked_sub(1)) },
                // The end that the operator looks for is that of either operand, the other that of both.
                BinaryOp::Min => Interval { lo: a.join(b).lo, hi: a.meet(b).hi },
                BinaryOp::Max => Interval { lo: a.meet(b).lo, hi: a.join(b).hi },
                BinaryOp::Eq | BinaryOp::Lt | BinaryOp::Le => Interval::new(0, 1),
            }
        }
        Expr::Ite(_, t, e) => of(*t).join(of(*e)),
        Expr::Unary(UnaryOp::Not, _) | Expr::And(_) | Expr::Or(_) | Expr::Took { .. } => Interval::new(0, 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Alternative, Mode, Observation, Part, Rule, Type, Update, Variable};

    fn counter(step: i64, guard: impl FnOnce(&mut System, ExprId) -> ExprId) -> System {
        let mut system = System::new("counter");
        let variable =
            Variable { name: "n".into(), ty: Type::Int, len: None, owner: None, span: Default::default() };
        let var = system.add_var(variable);
        let n = system.exprs.var(var);
        let zero = system.exprs.int(0);
        system.init = system.exprs.eq(n, zero);
        let guard = guard(&mut system, n);
        let by = system.exprs.int(step);
        let value = system.exprs.binary(BinaryOp::Add, n, by);
        system.add_rule(Rule {
            name: "count".into(),
            choices: vec![],
            guard,
            parts: vec![Part {
                agent: None,
                alternatives: vec![Alternative {
                    guard: system.init,
                    updates: vec![Update { var, index: None, value }],
                    action: None,
                }],
            }],
            observation: Observation::of(Mode::Local),
            span: Default::default(),
        });
        let yes = system.exprs.bool(true);
        system.rules[0].parts[0].alternatives[0].guard = yes;
        system
    }

    #[test]
    fn ranges_stay_within_types() {
        for step in [1, -1] {
            let mut system = counter(step, |s, _| s.exprs.bool(true));
            system.vars[0].ty = Type::Range { lo: -30, hi: 40 };
            let end = if step > 0 { Interval::new(0, 40) } else { Interval::new(-30, 0) };
            assert_eq!(infer_ranges(&system), [end]);
        }
    }

    #[test]
    fn guarded_counter_is_finite() {
        let system = counter(1, |s, n| {
            let four = s.exprs.int(40);
            s.exprs.lt(n, four)
        });
        assert_eq!(infer_ranges(&system)[0].finite(), Some((0, 40)));
    }

    #[test]
    fn conditions_narrow_the_values_of_an_expression() {
        let system = counter(1, |s, n| {
            let forty = s.exprs.int(40);
            s.exprs.lt(n, forty)
        });
        let rule = &system.rules[0];
        let next = rule.parts[0].alternatives[0].updates[0].value;
        let ranges = infer_ranges(&system);
        assert_eq!(range_under(&system, &ranges, &[], &[], next), Interval::new(1, 41));
        assert_eq!(range_under(&system, &ranges, &[rule.guard], &[], next), Interval::new(1, 40));
    }

    #[test]
    fn minimum_and_maximum_bound_an_endless_operand() {
        let mut system = counter(1, |s, _| s.exprs.bool(true));
        let (n, five) = (system.exprs.var(VarId(0)), system.exprs.int(5));
        let [least, most] = [BinaryOp::Min, BinaryOp::Max].map(|op| system.exprs.binary(op, n, five));
        let range = |id| range_under(&system, &[Interval::ALL], &[], &[], id);
        assert_eq!(range(least), Interval { lo: None, hi: Some(5) });
        assert_eq!(range(most), Interval { lo: Some(5), hi: None });
    }

    #[test]
    fn initial_values_of_elements_bound_an_array() {
        let mut system = System::new("t");
        let array =
            Variable { name: "a".into(), ty: Type::Int, len: Some(2), owner: None, span: Default::default() };
        let array = system.add_var(array);
        let [zero, one, five] = [0, 1, 5].map(|n| system.exprs.int(n));
        let (first, second) = (system.exprs.element(array, zero), system.exprs.element(array, one));
        let (is_zero, is_five) = (system.exprs.eq(second, zero), system.exprs.eq(second, five));
        let either = system.exprs.or([is_zero, is_five]);
        let (least, most) = (system.exprs.le(one, first), system.exprs.lt(first, five));
        system.init = system.exprs.and([either, least, most]);
        assert_eq!(infer_ranges(&system)[0], Interval::new(0, 5));
        system.init = system.exprs.and([least, most]);
        assert_eq!(infer_ranges(&system)[0], Interval::ALL);
    }

    #[test]
    fn quotients_by_what_is_not_zero_are_bounded_at_the_corners() {
        let range = Interval::new(-9, 20).divide(Interval::new(2, 4));
        assert_eq!(range, Interval::new(-4, 10));
    }

    #[test]
    fn free_counter_is_not() {
        let system = counter(1, |s, _| s.exprs.bool(true));
        assert_eq!(infer_ranges(&system)[0], Interval { lo: Some(0), hi: None });
    }
}
