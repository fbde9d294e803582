//! Cases: what a rule asks, prepared for each value of the variable that it asks about most.
//!
//! An agent with many commands has many guards, most of which ask for another value of its control state. In a state
//! only those count that ask for the value at hand, and of them what is left when that value is put in.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};
use synod_core::{
    Alternatives, BinaryOp, Env, Expr, ExprId, Field, PerAlternatives, Rule, System, VarId, checkpoint,
    eval_bool,
};
use synod_passes::with_value;

use crate::layout::Layout;
use crate::model::{due, live, only_live};

/// Fewer comparisons with the same variable are not worth cases of their own.
const FEWEST_COMPARISONS: usize = 2;
/// Variables with more values would make too many cases.
const MOST_VALUES: i64 = 1 << 8;
/// How many expressions are rewritten for all rules of a system together, so that it never takes long.
const EFFORT: usize = 1 << 19;
/// Choices with more values are not listed.
const MOST_LISTED: i64 = 1 << 10;

/// Something for each value of a field, or one for all states.
#[derive(Debug)]
pub(crate) struct ByValue<T> {
    field: Option<Field>,
    cases: Vec<T>,
}

impl<T> ByValue<T> {
    /// The same for all states.
    pub fn of_all(one: T) -> Self {
        ByValue { field: None, cases: vec![one] }
    }

    /// What there is for a state.
    #[inline]
    pub fn at(&self, state: &[u64]) -> &T {
        let case = self.field.map_or(0, |field| field.get(state).wrapping_sub(field.window().0) as usize);
        &self.cases[case]
    }

    pub fn map<U>(&self, mut change: impl FnMut(&T) -> U) -> ByValue<U> {
        ByValue { field: self.field, cases: self.cases.iter().map(&mut change).collect() }
    }
}

/// The alternatives of a part that may be taken, each by its position, with what is left of its guard.
pub(crate) type OpenAlternatives = Vec<(u32, ExprId)>;

/// What the rules of a system ask, by cases.
#[derive(Debug, Default)]
pub(crate) struct Cases {
    /// For parts with several alternatives that may be taken.
    parts: PerAlternatives<Arc<ByValue<OpenAlternatives>>>,
    /// By rule and choice, what has to be true once the choice is made.
    choices: FxHashMap<(usize, usize), ByValue<ExprId>>,
}

impl Cases {
    /// Adds the expressions of the cases to a system.
    pub fn new(system: &mut System, layout: &Layout) -> Self {
        let mut cases = Cases::default();
        let mut effort = EFFORT;
        let rules = system.rules.clone();
        for (number, rule) in rules.iter().enumerate() {
            for part in &rule.parts {
                checkpoint();
                if only_live(system, part).is_some() {
                    continue;
                }
                cases.parts.get(&part.alternatives, || {
                    let (numbers, guards): (Vec<u32>, Vec<ExprId>) =
                        live(system, part).map(|(number, alternative)| (number, alternative.guard)).unzip();
                    let split = split(system, layout, &guards, &mut effort);
                    Arc::new(split.map(|guards| {
                        let numbered = std::iter::zip(&numbers, guards);
                        let possible = numbered.filter(|(_, guard)| !system.exprs.is_false(**guard));
                        possible.map(|(number, guard)| (*number, *guard)).collect()
                    }))
                });
            }
            let due = if rule.choices.is_empty() { Vec::new() } else { due(system, rule) };
            for (position, due) in due.into_iter().skip(1).enumerate() {
                let all = system.exprs.and(due);
                let split = split(system, layout, &[all], &mut effort);
                cases.choices.insert((number, position), split.map(|guards| guards[0]));
            }
        }
        cases
    }

    /// For a part with several alternatives that may be taken.
    pub fn part(&self, alternatives: &Alternatives) -> &ByValue<OpenAlternatives> {
        self.parts.known(alternatives).expect("every part has been looked at")
    }

    /// For a choice of a rule, by their positions.
    pub fn choice<T>(&self, rule: usize, choice: usize, mut compile: impl FnMut(ExprId) -> T) -> ByValue<T> {
        self.choices[&(rule, choice)].map(|guard| compile(*guard))
    }
}

/// Conditions for each value of the variable that they ask about most, if that pays.
fn split(
    system: &mut System,
    layout: &Layout,
    conditions: &[ExprId],
    effort: &mut usize,
) -> ByValue<Vec<ExprId>> {
    let (size, asked) = comparisons(system, conditions);
    let window = |var: VarId| layout.fields[system.slot(var)].window();
    let values = |var: VarId| window(var).1.checked_sub(window(var).0).map_or(i64::MAX, |last| last + 1);
    let most = asked
        .into_iter()
        .filter(|(var, count)| *count >= FEWEST_COMPARISONS && values(*var) <= MOST_VALUES)
        .max_by_key(|(var, count)| (*count, std::cmp::Reverse(var.0)));
    let affordable = most.filter(|(var, _)| size.saturating_mul(values(*var) as usize) <= *effort);
    let Some((var, _)) = affordable else {
        return ByValue { field: None, cases: vec![conditions.to_vec()] };
    };
    *effort -= size * values(var) as usize;
    let (lo, hi) = window(var);
    let field = layout.fields[system.slot(var)];
    let cases = (lo..=hi).map(|value| with_value(system, conditions, var, value)).collect();
    ByValue { field: Some(field), cases }
}

/// How many expressions conditions are made of, and how often they compare each scalar variable with a constant.
fn comparisons(system: &System, conditions: &[ExprId]) -> (usize, FxHashMap<VarId, usize>) {
    let mut asked: FxHashMap<VarId, usize> = FxHashMap::default();
    let mut seen = FxHashSet::default();
    let mut todo = conditions.to_vec();
    while let Some(id) = todo.pop() {
        checkpoint();
        if !seen.insert(id) {
            continue;
        }
        if let Expr::Binary(BinaryOp::Eq, a, b) = system.exprs[id]
            && let Expr::Var(var) = system.exprs[a]
            && system.exprs.as_const(b).is_some()
        {
            *asked.entry(var).or_default() += 1;
        }
        todo.extend(system.exprs.operands(id));
    }
    (seen.len(), asked)
}

/// The values from `lo` to `hi` of a choice for which a condition is true, if it depends on nothing else and always
/// has a value.
pub(crate) fn listed(
    system: &System,
    rule: &Rule,
    position: usize,
    condition: ExprId,
    (lo, hi): (i64, i64),
) -> Option<Vec<i64>> {
    let few = hi.checked_sub(lo).is_some_and(|last| last < MOST_LISTED);
    let alone = system.exprs.choices(condition).iter().all(|read| *read as usize == position);
    if !few || !alone || !system.exprs.variables(condition).is_empty() {
        return None;
    }
    let state = vec![0; system.width()];
    let mut choices = vec![0; rule.choices.len()];
    let mut values = Vec::new();
    for value in lo..=hi {
        choices[position] = value;
        let env = Env { system, state: &state, choices: &choices, taken: &[] };
        if eval_bool(&system.exprs, condition, env).ok()? {
            values.push(value);
        }
    }
    Some(values)
}
