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

use rustc_hash::FxHashSet;
use synod_core::{
    AgentId, Alternative, Budget, ExprId, Faults, Formula, Interval, Property, Rule, System, Type, Update,
    VarId, initial_states_within, range_under,
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
    let parts = frozen.rules.iter_mut().flat_map(|rule| &mut rule.parts);
    for alternative in parts.flat_map(|part| &mut part.alternatives) {
        alternative.updates.retain(|update| in_cone[update.var.0 as usize]);
    }
    frozen
}

/// For each variable whether it is in the cone of influence of a formula.
pub(crate) fn cone(system: &System, formula: &Formula) -> Vec<bool> {
    let mut in_cone = vec![false; system.vars.len()];
    let mut roots: Vec<ExprId> = Vec::new();
    for formula in std::iter::once(formula).chain(&system.fairness) {
        formula.any(&mut |part| {
            match part {
                Formula::State(id) => roots.push(*id),
                Formula::Step(predicate) | Formula::Arrived(predicate) => {
                    roots.extend(system.step_predicates[predicate.0 as usize].cases.values());
                }
                _ => {}
            }
            for agent in observers(part) {
                system.agent(*agent).observes.iter().for_each(|var| in_cone[var.0 as usize] = true);
            }
            false
        });
    }
    // What is never done influences nothing.
    let alternatives = |rule: &'_ Rule| -> Vec<Alternative> {
        let all = rule.parts.iter().flat_map(|part| &part.alternatives);
        let possible =
            |part: &&Alternative| ![rule.guard, part.guard].iter().any(|g| system.exprs.is_false(*g));
        all.filter(possible).cloned().collect()
    };
    // Asking about faults makes new expressions, hence the copy.
    let mut scratch = system.clone();
    let ranges = system.ranges();
    let fits: FxHashSet<VarId> =
        system.committed.iter().flat_map(|committed| committed.fits.iter().copied()).collect();
    for rule in &system.rules {
        roots.push(rule.guard);
        for alternative in alternatives(rule) {
            roots.push(alternative.guard);
            for update in &alternative.updates {
                if !fits.contains(&update.var) && may_fault(&mut scratch, ranges, rule, &alternative, update)
                {
                    in_cone[update.var.0 as usize] = true;
                }
            }
        }
    }
    let mark = |id: ExprId, in_cone: &mut Vec<bool>| {
        let mut new = false;
        for var in system.exprs.variables(id) {
            new |= !std::mem::replace(&mut in_cone[var.0 as usize], true);
        }
        new
    };
    for root in roots {
        mark(root, &mut in_cone);
    }
    let conjuncts = system.exprs.conjuncts(system.init);
    loop {
        let mut changed = false;
        for update in system.rules.iter().flat_map(alternatives).flat_map(|alternative| alternative.updates) {
            if in_cone[update.var.0 as usize] {
                for id in std::iter::once(update.value).chain(update.index) {
                    changed |= mark(id, &mut in_cone);
                }
            }
        }
        // Variables that begin together are kept together.
        for conjunct in &conjuncts {
            if system.exprs.variables(*conjunct).iter().any(|var| in_cone[var.0 as usize]) {
                changed |= mark(*conjunct, &mut in_cone);
            }
        }
        if !changed {
            return in_cone;
        }
    }
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

/// Whether an update may have no value, or one outside of its variable.
pub(crate) fn may_fault(
    system: &mut System,
    ranges: &[Interval],
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
