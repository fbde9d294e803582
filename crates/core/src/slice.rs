//! Leaving out what cannot matter for a property: variables, and what comes after a goal.
//!
//! A variable matters if a guard or the property reads it, if its value flows into one that matters, or
//! if assigning it may fault (a step that faults is not taken). The others are frozen at some initial
//! value: every run of the whole system is a run of the slice as far as the property can tell, and every
//! run of the slice becomes one of the whole system by taking the same steps.
//!
//! Steps that only get out of the way of others are left out too (see [`crate::chores`]).
//!
//! Whether a goal is always reached is decided before it is reached: where it holds, the slice stops.

use std::ops::ControlFlow;

use rustc_hash::FxHashSet;

use crate::chores::without_chores;
use crate::expr::ExprId;
use crate::faults::Faults;
use crate::initial::initial_states;
use crate::property::Formula;
use crate::ranges::{infer_ranges, range_under};
use crate::system::{Alternative, Rule, RuleId, System, Update, VarId};
use crate::types::Type;

/// A system some of whose variables never change.
#[derive(Clone, Debug)]
pub struct Slice {
    /// The system; places of variables are those of the whole one.
    pub system: System,
    /// The variables that were frozen.
    pub frozen: Vec<VarId>,
    /// Rules that were left out. In a run of the whole system their steps may have to come in between.
    pub chores: Vec<RuleId>,
    /// Whether it stops where a goal is reached, so that its dead ends say nothing about the whole.
    pub stops: bool,
}

/// The slice for a formula, which is true of it if and only if it is true of the whole system; `None` if
/// everything matters. Formulas about knowledge or with path
/// quantifiers are not sliced for: what they speak of is more than one run.
pub fn slice(system: &System, formula: &Formula, int_bound: i64) -> Option<Slice> {
    if formula.is_epistemic() || formula.is_branching() {
        return None;
    }
    let (rest, chores) = without_chores(system, formula).unzip();
    let (system, chores) = (rest.as_ref().unwrap_or(system), chores.unwrap_or_default());
    let matters = relevant(system, formula);
    let frozen: Vec<VarId> =
        system.var_ids().map(|(id, _)| id).filter(|id| !matters[id.0 as usize]).collect();
    let changes = |id: &VarId| system.var(*id).ty.bounds(&system.enums).is_none_or(|(lo, hi)| lo < hi);
    let goal = goal(system, formula);
    if !frozen.iter().any(changes) {
        goal?;
        let mut sliced = system.clone();
        stop_at(&mut sliced, goal);
        return Some(Slice { system: sliced, frozen: Vec::new(), chores, stops: true });
    }
    let mut start = None;
    initial_states(system, int_bound, &mut |state| {
        start = Some(state.clone());
        ControlFlow::Break(())
    });
    let start = start?;
    let mut sliced = system.clone();
    let mut init: Vec<ExprId> = system
        .exprs
        .conjuncts(system.init)
        .into_iter()
        .filter(|conjunct| system.exprs.variables(*conjunct).iter().all(|var| matters[var.0 as usize]))
        .collect();
    for id in &frozen {
        let slot = system.slot(*id);
        let len = system.var(*id).len;
        let values = &start[slot..slot + len.unwrap_or(1) as usize];
        for (at, value) in values.iter().enumerate() {
            let exprs = &mut sliced.exprs;
            let index = len.map(|_| exprs.int(at as i64));
            let now = match index {
                Some(index) => exprs.element(*id, index),
                None => exprs.var(*id),
            };
            let value = exprs.constant(exprs.sort(now), *value);
            init.push(exprs.eq(now, value));
        }
        let var = &mut sliced.vars[id.0 as usize];
        if let (Type::Range { .. } | Type::Int, Some(lo), Some(hi)) =
            (var.ty, values.iter().min(), values.iter().max())
        {
            var.ty = Type::Range { lo: *lo, hi: *hi };
        }
    }
    sliced.init = sliced.exprs.and(init);
    for alternative in
        sliced.rules.iter_mut().flat_map(|rule| &mut rule.parts).flat_map(|part| &mut part.alternatives)
    {
        alternative.updates.retain(|update| matters[update.var.0 as usize]);
    }
    stop_at(&mut sliced, goal);
    Some(Slice { system: sliced, frozen, chores, stops: goal.is_some() })
}

/// The condition on a state that the formula wants to be reached, if that is all it asks.
fn goal(system: &System, formula: &Formula) -> Option<ExprId> {
    let Formula::Finally(wanted) = formula else { return None };
    let states: Vec<ExprId> = match &**wanted {
        Formula::State(id) => vec![*id],
        Formula::Or(list) => list
            .iter()
            .filter_map(|part| match part {
                Formula::State(id) => Some(*id),
                _ => None,
            })
            .collect(),
        _ => return None,
    };
    let [goal] = states.as_slice() else { return None };
    // Where a condition has no value it counts as false, but its negation would not count as true.
    let ranges = infer_ranges(system);
    let mut scratch = system.clone();
    let defined = Faults::new(&mut scratch, &ranges, &[]).defined(*goal);
    scratch.exprs.is_true(defined).then_some(*goal)
}

/// Takes all steps away from states that satisfy the goal.
fn stop_at(system: &mut System, goal: Option<ExprId>) {
    let Some(goal) = goal else { return };
    let before = system.exprs.not(goal);
    for rule in &mut system.rules {
        rule.guard = system.exprs.and([rule.guard, before]);
    }
}

/// For each variable whether it matters.
pub(crate) fn relevant(system: &System, formula: &Formula) -> Vec<bool> {
    let mut matters = vec![false; system.vars.len()];
    let mut roots: Vec<ExprId> = Vec::new();
    formula.any(&mut |part| {
        match part {
            Formula::State(id) => roots.push(*id),
            Formula::Step(predicate) | Formula::Arrived(predicate) => {
                roots.extend(system.step_predicates[predicate.0 as usize].cases.values());
            }
            _ => {}
        }
        false
    });
    // What is never done does not matter.
    let alternatives = |rule: &'_ Rule| -> Vec<Alternative> {
        let all = rule.parts.iter().flat_map(|part| &part.alternatives);
        let possible =
            |part: &&Alternative| ![rule.guard, part.guard].iter().any(|g| system.exprs.is_false(*g));
        all.filter(possible).cloned().collect()
    };
    // Asking about faults makes new expressions, hence the copy.
    let mut scratch = system.clone();
    let ranges = infer_ranges(system);
    let fits: FxHashSet<VarId> = system.chores.iter().flat_map(|chore| chore.fits.iter().copied()).collect();
    for rule in &system.rules {
        roots.push(rule.guard);
        for alternative in alternatives(rule) {
            roots.push(alternative.guard);
            for update in &alternative.updates {
                if !fits.contains(&update.var) && may_fault(&mut scratch, &ranges, rule, &alternative, update)
                {
                    matters[update.var.0 as usize] = true;
                }
            }
        }
    }
    let mark = |id: ExprId, matters: &mut Vec<bool>| {
        let mut new = false;
        for var in system.exprs.variables(id) {
            new |= !std::mem::replace(&mut matters[var.0 as usize], true);
        }
        new
    };
    for root in roots {
        mark(root, &mut matters);
    }
    let conjuncts = system.exprs.conjuncts(system.init);
    loop {
        let mut changed = false;
        for update in system.rules.iter().flat_map(alternatives).flat_map(|alternative| alternative.updates) {
            if matters[update.var.0 as usize] {
                for id in std::iter::once(update.value).chain(update.index) {
                    changed |= mark(id, &mut matters);
                }
            }
        }
        // Variables that start together are kept together.
        for conjunct in &conjuncts {
            if system.exprs.variables(*conjunct).iter().any(|var| matters[var.0 as usize]) {
                changed |= mark(*conjunct, &mut matters);
            }
        }
        if !changed {
            return matters;
        }
    }
}

/// Whether an update may have no value, or one outside of its variable.
pub(crate) fn may_fault(
    system: &mut System,
    ranges: &[crate::Interval],
    rule: &Rule,
    alternative: &Alternative,
    update: &Update,
) -> bool {
    let conditions = [rule.guard, alternative.guard];
    let within = |system: &System, id: ExprId, lo: i64, hi: i64| {
        let range = range_under(system, ranges, &conditions, &rule.choices, id);
        range.finite().is_some_and(|(least, greatest)| lo <= least && greatest <= hi)
    };
    for id in std::iter::once(update.value).chain(update.index) {
        let defined = Faults::new(system, ranges, &rule.choices).defined(id);
        if !system.exprs.is_true(defined) {
            return true;
        }
    }
    let var = system.var(update.var);
    let fits = match var.ty {
        Type::Int => true,
        ty => ty.bounds(&system.enums).is_none_or(|(lo, hi)| within(system, update.value, lo, hi)),
    };
    let inside =
        update.index.is_none_or(|index| within(system, index, 0, i64::from(var.len.unwrap_or(1)) - 1));
    !(fits && inside)
}
