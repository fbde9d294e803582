//! Rules as conditions on the current and the next state.

use std::collections::{BTreeMap, BTreeSet};

use synod_core::{
    Alternative, Expr, ExprId, Interval, Part, Rule, RuleId, Sort, System, Type, Update, VarId,
};

use super::events::Events;
use super::expr::Scope;
use super::layout::Doc;
use super::{Unprintable, unprintable};
use crate::plan::Plan as Conditions;

/// A rule, ready to print.
#[derive(Debug)]
pub struct Plan {
    /// The rule.
    pub id: RuleId,
    /// Where some step of the rule can be taken; no choices are left in it.
    pub can: ExprId,
    conditions: Conditions,
}

impl Plan {
    /// Rewrites the conditions of a rule so that they can be read without faults.
    pub fn new(system: &mut System, ranges: &[Interval], id: RuleId) -> Result<Self, Unprintable> {
        let conditions = Conditions::new(system, ranges, id);
        let can = conditions.can(system).map_err(|reason| unprintable(system.rule(id), &reason))?;
        Ok(Plan { id, can, conditions })
    }

    /// Where some step of the rule meets a fault.
    pub fn faulty(&self, system: &mut System, ranges: &[Interval]) -> Result<ExprId, Unprintable> {
        let found = self.conditions.faulty(system, ranges);
        found.map_err(|reason| unprintable(system.rule(self.id), &reason))
    }

    /// The step: what must hold now and what holds next. `scope` is the one of the rule.
    pub fn step(&self, scope: &Scope, rule: &Rule, events: &Events, keeper: &Keeper) -> Doc {
        let assigned: Vec<BTreeSet<VarId>> = rule.parts.iter().map(assigned_by).collect();
        let everywhere: BTreeSet<VarId> = assigned.iter().flatten().copied().collect();
        let mut docs = vec![scope.doc(self.conditions.guard)];
        let mut scopes: BTreeSet<VarId> = everywhere.clone();
        for (position, part) in rule.parts.iter().enumerate() {
            // A part speaks for all variables of its agent that no other part assigns.
            let own = part.agent.map_or(&[][..], |agent| &scope.system.agent(agent).owns);
            let mut mine = assigned[position].clone();
            mine.extend(own.iter().filter(|var| !scopes.contains(var)));
            scopes.extend(&mine);
            let branches = self.conditions.parts[position].iter().map(|(i, enabled)| {
                let alternative = &part.alternatives[*i as usize];
                let mut branch = vec![scope.doc(*enabled)];
                branch.extend(self.took(events, position as u32, *i));
                branch.extend(updates(scope, alternative));
                let kept = mine.iter().filter(|var| !alternative.updates.iter().any(|u| u.var == **var));
                branch.extend(keeper.keep(scope, kept.copied().collect()));
                Doc::all(branch)
            });
            docs.push(Doc::any(branches));
        }
        let rest = scope.system.var_ids().map(|(id, _)| id).filter(|var| !scopes.contains(var)).collect();
        docs.extend(keeper.keep(scope, rest));
        Doc::all(docs)
    }

    fn took(&self, events: &Events, position: u32, alternative: u32) -> Option<Doc> {
        let var = &events.took[*events.took_of.get(&(self.id, position))?];
        let value = events.value_of.get(&(self.id, position, alternative)).unwrap_or(&var.nothing);
        Some(Doc::text(format!("next({}) = {value}", var.name)))
    }
}

fn assigned_by(part: &Part) -> BTreeSet<VarId> {
    part.alternatives.iter().flat_map(|alternative| &alternative.updates).map(|update| update.var).collect()
}

fn updates(scope: &Scope, alternative: &Alternative) -> Vec<Doc> {
    let mut arrays: BTreeMap<VarId, Vec<&Update>> = BTreeMap::new();
    let mut docs = Vec::new();
    for update in &alternative.updates {
        match update.index {
            None => {
                let left = format!("next({})", scope.vocabulary.vars[update.var.0 as usize]);
                docs.push(Doc::text(scope.equation(&left, update.value)));
            }
            Some(_) => arrays.entry(update.var).or_default().push(update),
        }
    }
    for (var, list) in arrays {
        let name = &scope.vocabulary.vars[var.0 as usize];
        for i in 0..scope.system.var(var).len.unwrap_or(1) {
            docs.push(Doc::text(element(scope, &format!("{name}[{i}]"), i64::from(i), &list)));
        }
    }
    docs
}

/// The next value of one element: the last update of its index wins.
fn element(scope: &Scope, name: &str, position: i64, list: &[&Update]) -> String {
    let mut value = name.to_string();
    for update in list {
        let Some(index) = update.index else { continue };
        match scope.system.exprs.as_const(index) {
            Some(at) if at != position => {}
            Some(_) => value = scope.atom(update.value),
            None => {
                value =
                    format!("({} = {position} ? {} : {value})", scope.atom(index), scope.atom(update.value));
            }
        }
    }
    format!("next({name}) = {value}")
}

/// Knows a short name for "all variables of an agent keep their values". Variables outside its groups
/// are those that no rule assigns: they need not be told to keep their values.
#[derive(Debug)]
pub struct Keeper {
    groups: Vec<(String, BTreeSet<VarId>)>,
}

impl Keeper {
    /// From names and the variables they stand for; a variable that changes is in one group.
    pub fn new(groups: Vec<(String, BTreeSet<VarId>)>) -> Self {
        Keeper { groups }
    }

    /// All groups with what they mean.
    pub fn definitions(&self, scope: &Scope) -> Vec<(&str, Doc)> {
        let meaning = |vars: &BTreeSet<VarId>| Doc::all(vars.iter().flat_map(|var| keep(scope, *var)));
        self.groups.iter().map(|(name, vars)| (name.as_str(), meaning(vars))).collect()
    }

    /// The variables keep their values.
    fn keep(&self, scope: &Scope, mut vars: BTreeSet<VarId>) -> Vec<Doc> {
        let mut docs = Vec::new();
        for (name, group) in &self.groups {
            if group.is_subset(&vars) {
                vars.retain(|var| !group.contains(var));
                docs.push(Doc::text(name.clone()));
            }
        }
        let changes = |var: &&VarId| self.groups.iter().any(|(_, group)| group.contains(var));
        docs.extend(vars.iter().filter(changes).flat_map(|var| keep(scope, *var)));
        docs
    }

    /// Every variable keeps its value.
    pub fn keep_all(&self, scope: &Scope) -> Doc {
        Doc::all(self.keep(scope, scope.system.var_ids().map(|(id, _)| id).collect()))
    }
}

fn keep(scope: &Scope, var: VarId) -> Vec<Doc> {
    let name = &scope.vocabulary.vars[var.0 as usize];
    let same = |name: &str| Doc::text(format!("next({name}) = {name}"));
    match scope.system.var(var).len {
        None => vec![same(name)],
        Some(len) => (0..len).map(|i| same(&format!("{name}[{i}]"))).collect(),
    }
}

/// Whether a condition can be decided from the memory of the step alone.
pub fn reads_state(system: &System, id: ExprId) -> bool {
    !system.exprs.variables(id).is_empty()
}

/// Whether a condition means the same in all rules.
pub fn reads_step(system: &System, id: ExprId) -> bool {
    let mut found = false;
    crate::walk::each(&system.exprs, id, |node| {
        found |= matches!(node, Expr::Choice(..) | Expr::Took { .. });
    });
    found
}

/// The least value of a type, to hold where a value does not matter.
pub fn least(system: &System, ty: Type) -> (Sort, i64) {
    (ty.sort(), ty.bounds(&system.enums).map_or(0, |(lo, _)| lo))
}
