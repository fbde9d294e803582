//! A rule with conditions that can be read without faults, for targets with two truth values only.

use synod_core::{Alternative, ExprId, Faults, Interval, Part, Rule, RuleId, System, Type};

use crate::choices::{TooMany, some_choice};

/// A rule, ready to print.
#[derive(Clone, Debug)]
pub struct TwoValuedRule {
    /// The rule.
    pub id: RuleId,
    /// Where its guard is true.
    pub guard: ExprId,
    /// For each part the alternatives that are possible at all, with where they can be taken.
    pub parts: Vec<Vec<(u32, ExprId)>>,
}

impl TwoValuedRule {
    /// Rewrites the conditions of a rule so that they can be read without faults.
    pub fn new(system: &mut System, ranges: &[Interval], id: RuleId) -> Self {
        let rule = system.rule(id).clone();
        let guard = Faults::new(system, ranges, &rule.choices).is_true(rule.guard);
        let parts = rule.parts.iter().map(|part| possible(system, ranges, &rule, part)).collect();
        TwoValuedRule { id, guard, parts }
    }

    /// Where some step of the rule can be taken; no choices are left in it.
    pub fn can(&self, system: &mut System) -> Result<ExprId, TooMany> {
        let choices = system.rule(self.id).choices.clone();
        let exprs = &mut system.exprs;
        let mut conditions = exprs.conjuncts(self.guard);
        if exprs.is_false(self.guard) {
            conditions.push(self.guard);
        }
        for part in &self.parts {
            let either = exprs.or(part.iter().map(|(_, enabled)| *enabled));
            conditions.push(either);
        }
        some_choice(exprs, &system.enums, &choices, &conditions)
    }

    /// Where some step of the rule meets a fault. Such a step has no guard that is false; of the others
    /// one faults, or all are true and an update faults.
    pub fn faulty(&self, system: &mut System, ranges: &[Interval]) -> Result<ExprId, TooMany> {
        let rule = system.rule(self.id).clone();
        let mut faults = Faults::new(system, ranges, &rule.choices);
        let (closed, defined) = (faults.is_false(rule.guard), faults.defined(rule.guard));
        let mut conditions = vec![system.exprs.not(closed)];
        let mut met = vec![system.exprs.not(defined)];
        for part in &rule.parts {
            let mut open = Vec::new();
            for alternative in &part.alternatives {
                let mut faults = Faults::new(system, ranges, &rule.choices);
                let closed = faults.is_false(alternative.guard);
                let (defined, chosen) =
                    (faults.defined(alternative.guard), faults.is_true(alternative.guard));
                let fine = fitting(system, ranges, &rule, alternative);
                let exprs = &mut system.exprs;
                let unfit = exprs.not(fine);
                met.extend([exprs.not(defined), exprs.and([chosen, unfit])]);
                open.push(exprs.not(closed));
            }
            conditions.push(system.exprs.or(open));
        }
        conditions.push(system.exprs.or(met));
        some_choice(&mut system.exprs, &system.enums, &rule.choices, &conditions)
    }
}

/// Where some step of these rules can be taken; `None` if they pick from too many values to write that down.
pub fn rules_enabled(system: &mut System, rules: &[RuleId]) -> Option<ExprId> {
    let ranges = system.ranges().to_vec();
    let mut enabled = Vec::new();
    for rule in rules {
        enabled.push(TwoValuedRule::new(system, &ranges, *rule).can(system).ok()?);
    }
    Some(system.exprs.or(enabled))
}

/// The alternatives of a part that can be taken somewhere, and where.
fn possible(system: &mut System, ranges: &[Interval], rule: &Rule, part: &Part) -> Vec<(u32, ExprId)> {
    let mut found = Vec::new();
    for (i, alternative) in part.alternatives.iter().enumerate() {
        let chosen = Faults::new(system, ranges, &rule.choices).is_true(alternative.guard);
        let fine = fitting(system, ranges, rule, alternative);
        let enabled = system.exprs.and([chosen, fine]);
        if !system.exprs.is_false(enabled) {
            found.push((i as u32, enabled));
        }
    }
    found
}

/// Where all updates of an alternative have values that fit their variables.
fn fitting(system: &mut System, ranges: &[Interval], rule: &Rule, alternative: &Alternative) -> ExprId {
    let known = [rule.guard, alternative.guard];
    let mut conditions = Vec::new();
    for update in &alternative.updates {
        let variable = system.var(update.var).clone();
        let mut faults = Faults::new(system, ranges, &rule.choices);
        if let Some(index) = update.index {
            conditions.push(faults.defined(index));
            conditions.push(faults.within(index, 0, i64::from(variable.len.unwrap_or(1)) - 1));
        }
        conditions.push(faults.defined(update.value));
        if let Type::Range { lo, hi } = variable.ty {
            conditions.push(faults.within_under(&known, update.value, lo, hi));
        }
    }
    system.exprs.and(conditions)
}
