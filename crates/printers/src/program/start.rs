//! First values: which are given, which are to be chosen, and from where.

use std::collections::BTreeMap;

use synod_core::{BinaryOp, Expr, ExprId, Interval, System, UnaryOp};

/// How a place of the state gets its first value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum First {
    /// It is this one.
    Given(i64),
    /// One from the first to the second is chosen.
    Chosen(i64, i64),
}

/// How a run starts.
#[derive(Clone, Debug)]
pub struct Start {
    /// For each place of the state.
    pub places: Vec<First>,
    /// What has to hold of the chosen values besides.
    pub conditions: Vec<ExprId>,
}

/// A place of the state, and what a condition says about it alone.
type About = (usize, Interval);

impl Start {
    /// From the initial condition; `ranges` contain the values of variables without bounds. `None` if a
    /// value has no bounds at all.
    pub fn of(system: &System, ranges: &[Interval]) -> Option<Start> {
        let mut domains: BTreeMap<usize, (i64, i64)> = BTreeMap::new();
        for (id, var) in system.var_ids() {
            let of_type = var.ty.bounds(&system.enums);
            let domain = of_type.or_else(|| ranges[id.0 as usize].finite())?;
            for element in 0..var.len.unwrap_or(1) as usize {
                domains.insert(system.slot(id) + element, domain);
            }
        }
        let mut conditions = Vec::new();
        for conjunct in system.exprs.conjuncts(system.init) {
            let known = about(system, conjunct);
            if let Some((slot, interval)) = known
                && let Some(domain) = domains.get_mut(&slot)
            {
                domain.0 = domain.0.max(interval.lo.unwrap_or(domain.0));
                domain.1 = domain.1.min(interval.hi.unwrap_or(domain.1));
            }
            if known.is_none() || matches!(system.exprs[conjunct], Expr::Or(_)) {
                conditions.push(conjunct);
            }
        }
        let first =
            |(lo, hi): &(i64, i64)| if lo == hi { First::Given(*lo) } else { First::Chosen(*lo, *hi) };
        Some(Start { places: domains.values().map(first).collect(), conditions })
    }
}

/// The place that an expression reads.
fn place(system: &System, id: ExprId) -> Option<usize> {
    match system.exprs[id] {
        Expr::Var(var) => Some(system.slot(var)),
        Expr::Element(var, index) => {
            let at = usize::try_from(system.exprs.as_const(index)?).ok()?;
            (at < system.var(var).len.unwrap_or(1) as usize).then(|| system.slot(var) + at)
        }
        _ => None,
    }
}

/// What a condition says, if it is about one place: an interval around the values that satisfy it, and
/// exactly those unless it is a disjunction.
fn about(system: &System, id: ExprId) -> Option<About> {
    let exprs = &system.exprs;
    let constant = |id: ExprId| exprs.as_const(id);
    match &exprs[id] {
        Expr::Unary(UnaryOp::Not, a) => Some((place(system, *a)?, Interval::new(0, 0))),
        Expr::Binary(BinaryOp::Eq, a, b) => {
            let value = constant(*b)?;
            Some((place(system, *a)?, Interval::new(value, value)))
        }
        Expr::Binary(BinaryOp::Le, a, b) => match (constant(*a), constant(*b)) {
            (Some(lo), None) => Some((place(system, *b)?, Interval { lo: Some(lo), hi: None })),
            (None, Some(hi)) => Some((place(system, *a)?, Interval { lo: None, hi: Some(hi) })),
            _ => None,
        },
        Expr::Or(list) => {
            let all: Vec<About> = list.iter().map(|a| about(system, *a)).collect::<Option<_>>()?;
            let (slot, first) = *all.first()?;
            let (mut lo, mut hi) = first.finite()?;
            for (other, interval) in &all {
                let (low, high) = interval.finite().filter(|_| *other == slot)?;
                (lo, hi) = (lo.min(low), hi.max(high));
            }
            Some((slot, Interval::new(lo, hi)))
        }
        _ => Some((place(system, id)?, Interval::new(1, 1))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use synod_core::{Type, Variable, infer_ranges};

    #[test]
    fn given_values_are_found_and_others_are_chosen_from_their_bounds() {
        let mut system = System::new("t");
        let mut add = |name: &str, ty, len| {
            system.add_var(Variable { name: name.into(), ty, len, owner: None, span: Default::default() })
        };
        let wide = Type::Range { lo: -100, hi: 100 };
        let (a, b, c) = (add("a", wide, None), add("b", wide, Some(2)), add("c", Type::Bool, None));
        let e = &mut system.exprs;
        let (zero, one, five) = (e.int(0), e.int(1), e.int(5));
        let (first, second) = (e.element(b, zero), e.element(b, one));
        let (a, c) = (e.var(a), e.var(c));
        let either = [e.eq(first, one), e.eq(first, five)];
        let conditions =
            [e.le(zero, a), e.le(a, five), e.or(either), e.eq(second, five), e.not(c), e.lt(first, a)];
        system.init = e.and(conditions);
        let ranges = infer_ranges(&system);
        let start = Start::of(&system, &ranges).unwrap();
        let expected = [First::Chosen(0, 5), First::Chosen(1, 5), First::Given(5), First::Given(0)];
        assert_eq!(start.places, expected);
        assert_eq!(start.conditions, [conditions[2], conditions[5]]);
    }
}
