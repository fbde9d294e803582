//! Cone of influence: variables that cannot influence a property keep one initial value for ever.
//!
//! A variable is in the cone if a guard, the property or a fairness condition reads it, if an agent of whose knowledge
//! something is said observes it, if its value flows into a variable of the cone, if it begins together with one, or
//! if assigning it may fault. The others are frozen. States of the two systems that agree on the cone take
//! the same steps, with the same choices and alternatives, to states that agree on the cone: the relation is a
//! bisimulation, which relates all initial and so all reachable states.
//!
//! # Contract
//!
//! - *Properties*: linear and branching time, steps and arrivals, knowledge (over what its agents observe). Coalitions would
//!   be preserved too, but strategies are told over whole states and are not lifted, so that formulas with coalitions
//!   are refused.
//! - *Fairness*: kept; what the conditions read is in the cone.
//! - *Dead ends*: kept, as all guards are in the cone.
//! - *Faults*: kept. Steps that meet a fault are not taken, so what decides whether an assignment faults is in the cone.
//! - *Lift*: the same steps from the same initial state.

use std::ops::ControlFlow;
use std::rc::Rc;

use rustc_hash::FxHashSet;
use synod_core::{
    AgentId, Alternative, Alternatives, Budget, Expr, ExprId, FaultMemory, Faults, Formula, PerAlternatives,
    Property, Rule, System, Type, Update, VarId, initial_states_within,
};

use crate::{Lift, Pass, Reduction, Removed};

/// See the [module](self).
pub struct ConeOfInfluence;

impl Pass for ConeOfInfluence {
    fn name(&self) -> &'static str {
        "cone of influence"
    }

    fn apply(&self, system: &System, property: &Property, budget: &Budget) -> Option<Reduction> {
        if property.formula.is_strategic() {
            return None;
        }
        let in_cone = cone(system, &property.formula);
        let outside: Vec<VarId> =
            system.var_ids().map(|(id, _)| id).filter(|id| !in_cone[id.0 as usize]).collect();
        let changes = |id: &VarId| system.var(*id).ty.bounds(&system.enums).is_none_or(|(lo, hi)| lo < hi);
        if !outside.iter().any(changes) {
            return None;
        }
        let mut start = None;
        let listing = initial_states_within(system, budget, &mut |state| {
            start = Some(state.clone());
            Ok(ControlFlow::Break(()))
        });
        listing.ok()?;
        Some(Reduction {
            system: frozen(system, &in_cone, &outside, &start?),
            property: property.clone(),
            removed: Removed::Variables(outside),
            lift: Lift::SameSteps,
        })
    }
}

/// The system in which the variables outside of the cone keep their values in an initial state.
fn frozen(system: &System, in_cone: &[bool], outside: &[VarId], start: &[i64]) -> System {
    let mut frozen = system.clone();
    let mut init: Vec<ExprId> = system
        .exprs
        .conjuncts(system.init)
        .into_iter()
        .filter(|conjunct| system.exprs.variables(*conjunct).iter().all(|var| in_cone[var.0 as usize]))
        .collect();
    for id in outside {
        let slot = system.slot(*id);
        let len = system.var(*id).len;
        let values = &start[slot..slot + len.unwrap_or(1) as usize];
        for (at, value) in values.iter().enumerate() {
            let exprs = &mut frozen.exprs;
            let index = len.map(|_| exprs.int(at as i64));
            let now = match index {
                Some(index) => exprs.element(*id, index),
                None => exprs.var(*id),
            };
            let value = exprs.constant(exprs.sort(now), *value);
            init.push(exprs.eq(now, value));
        }
        let var = &mut frozen.vars[id.0 as usize];
        if let (Type::Range { .. } | Type::Int, Some(lo), Some(hi)) =
            (var.ty, values.iter().min(), values.iter().max())
        {
            var.ty = Type::Range { lo: *lo, hi: *hi };
        }
    }
    frozen.init = frozen.exprs.and(init);
    let mut lists: PerAlternatives<Alternatives> = PerAlternatives::default();
    let leaves = |update: &Update| !in_cone[update.var.0 as usize];
    for part in frozen.rules.iter_mut().flat_map(|rule| &mut rule.parts) {
        part.alternatives = lists.get(&part.alternatives, || {
            let mut list = part.alternatives.clone();
            if list.iter().any(|one| one.updates.iter().any(leaves)) {
                list.iter_mut().for_each(|one| one.updates.retain(|update| !leaves(update)));
            }
            list
        });
    }
    frozen
}

/// For each variable whether it is in the cone of influence of a formula.
pub(crate) fn cone(system: &System, formula: &Formula) -> Vec<bool> {
    let mut in_cone = vec![false; system.vars.len()];
    let mut roots: Vec<ExprId> = Vec::new();
    for formula in std::iter::once(formula).chain(&system.fairness) {
        roots.extend(system.expressions_of(formula));
        formula.any(&mut |part| {
            for agent in observers(part) {
                system.agent(*agent).observes.iter().for_each(|var| in_cone[var.0 as usize] = true);
            }
            false
        });
    }
    // What is never done influences nothing.
    let possible = |guard: ExprId| !system.exprs.is_false(guard);
    // Asking about faults makes new expressions, hence the copy.
    let mut scratch = system.clone();
    let ranges = system.ranges();
    let fits: FxHashSet<VarId> =
        system.committed.iter().flat_map(|committed| committed.fits.iter().copied()).collect();
    // For each variable what its value is made of.
    let mut sources: Vec<Vec<ExprId>> = vec![Vec::new(); system.vars.len()];
    // What is so without choices is so in every rule.
    let (mut memory, mut common) = (FaultMemory::default(), PerAlternatives::default());
    for rule in &system.rules {
        roots.push(rule.guard);
        if !possible(rule.guard) {
            continue;
        }
        let known =
            if rule.choices.is_empty() { std::mem::take(&mut memory) } else { FaultMemory::default() };
        let mut faults = Faults::remembering(&mut scratch, ranges, &rule.choices, known);
        for part in &rule.parts {
            let mut look = || {
                let mut risky: Vec<(usize, usize)> = Vec::new();
                for (at, alternative) in
                    part.alternatives.iter().enumerate().filter(|(_, one)| possible(one.guard))
                {
                    roots.push(alternative.guard);
                    for (position, update) in alternative.updates.iter().enumerate() {
                        let made_of = std::iter::once(update.value).chain(update.index);
                        sources[update.var.0 as usize].extend(made_of);
                        if !fits.contains(&update.var) && may_fault(&mut faults, None, alternative, update) {
                            risky.push((at, position));
                        }
                    }
                }
                Rc::<[_]>::from(risky)
            };
            let risky = if rule.choices.is_empty() { common.get(&part.alternatives, look) } else { look() };
            for (at, position) in risky.iter() {
                let alternative = &part.alternatives[*at];
                let update = &alternative.updates[*position];
                let in_cone = &mut in_cone[update.var.0 as usize];
                *in_cone = *in_cone || may_fault(&mut faults, Some(rule), alternative, update);
            }
        }
        if rule.choices.is_empty() {
            memory = faults.into_memory();
        }
    }
    // Variables that begin together are kept together.
    for conjunct in system.exprs.conjuncts(system.init) {
        for var in system.exprs.variables(conjunct) {
            sources[var.0 as usize].push(conjunct);
        }
    }
    let mut seen: FxHashSet<ExprId> = FxHashSet::default();
    for (var, _) in system.var_ids().filter(|(var, _)| in_cone[var.0 as usize]) {
        roots.append(&mut sources[var.0 as usize]);
    }
    while let Some(id) = roots.pop() {
        if !seen.insert(id) {
            continue;
        }
        if let Expr::Var(var) | Expr::Element(var, _) = system.exprs[id]
            && !std::mem::replace(&mut in_cone[var.0 as usize], true)
        {
            roots.append(&mut sources[var.0 as usize]);
        }
        roots.extend(system.exprs.operands(id));
    }
    in_cone
}

/// The agents on whose observations the truth of an operator depends.
fn observers(formula: &Formula) -> &[AgentId] {
    match formula {
        Formula::Knows(agent, _) => std::slice::from_ref(agent),
        Formula::EverybodyKnows(group, _)
        | Formula::CommonKnowledge(group, _)
        | Formula::DistributedKnowledge(group, _)
        | Formula::Coalition(group, _) => group,
        _ => &[],
    }
}

/// Whether an update may have no value, or one outside of its variable, where its alternative and its rule can be taken.
pub(crate) fn may_fault(
    faults: &mut Faults,
    rule: Option<&Rule>,
    alternative: &Alternative,
    update: &Update,
) -> bool {
    for id in std::iter::once(update.value).chain(update.index) {
        let defined = faults.defined(id);
        if !faults.system().exprs.is_true(defined) {
            return true;
        }
    }
    let system = faults.system();
    let var = system.var(update.var);
    let fitting = match var.ty {
        Type::Int => None,
        ty => ty.bounds(&system.enums),
    };
    let inside = update.index.map(|index| (index, (0, i64::from(var.len.unwrap_or(1)) - 1)));
    let conditions: Vec<ExprId> =
        rule.map(|rule| rule.guard).into_iter().chain([alternative.guard]).collect();
    let asked = fitting.map(|bounds| (update.value, bounds)).into_iter().chain(inside);
    let may_leave = |(id, (lo, hi))| {
        let range = faults.range_under(&conditions, id);
        !range.finite().is_some_and(|(least, greatest)| lo <= least && greatest <= hi)
    };
    asked.into_iter().any(may_leave)
}
