//! Rules as conditions on the current and the next state.

use std::collections::{BTreeMap, BTreeSet};

use synod_core::{
    Alternative, Expr, ExprId, Interval, Part, Rule, RuleId, Sort, System, Type, Update, VarId,
};

use super::blocks::Block;
use super::events::Events;
use super::expr::Scope;
use super::layout::Doc;
use super::unprintable;
use crate::Unprintable;
use crate::two_valued::TwoValuedRule;

/// A rule, ready to print.
#[derive(Debug)]
pub struct SmvRule {
    /// The rule.
    pub id: RuleId,
    /// Where some step of the rule can be taken; no choices are left in it.
    pub can: ExprId,
    conditions: TwoValuedRule,
}

impl SmvRule {
    /// Rewrites the conditions of a rule so that they can be read without faults.
    pub fn new(system: &mut System, ranges: &[Interval], id: RuleId) -> Result<Self, Unprintable> {
        let conditions = TwoValuedRule::new(system, ranges, id);
        let can = conditions.can(system).map_err(|reason| unprintable(system.rule(id), &reason))?;
        Ok(SmvRule { id, can, conditions })
    }

    /// Where some step of the rule meets a fault.
    pub fn faulty(&self, system: &mut System, ranges: &[Interval]) -> Result<ExprId, Unprintable> {
        let found = self.conditions.faulty(system, ranges);
        found.map_err(|reason| unprintable(system.rule(self.id), &reason))
    }

    /// What must hold now for a step, apart from parts that have several ways to change variables: each of
    /// these is found with what it does, in [`SmvRule::effect`]. `scope` is the one of the rule.
    pub fn condition(&self, scope: &Scope, rule: &Rule, events: &Events) -> Doc {
        let mut docs = vec![scope.doc(self.conditions.guard)];
        for (position, part) in rule.parts.iter().enumerate() {
            if !self.chooses(position, part) {
                docs.push(self.branches(position, events, scope, |_| Vec::new()));
            }
        }
        Doc::all(docs)
    }

    /// What a step does to the variables of a block.
    pub fn effect(
        &self,
        scope: &Scope,
        rule: &Rule,
        events: &Events,
        frame: &FrameConditions,
        block: &Block,
    ) -> Doc {
        let mut docs = Vec::new();
        let mut rest = block.vars.clone();
        for (position, part) in rule.parts.iter().enumerate() {
            let mine: BTreeSet<VarId> = assigned_by(part).intersection(&block.vars).copied().collect();
            if mine.is_empty() {
                continue;
            }
            rest.retain(|var| !mine.contains(var));
            let change = |i: u32| {
                let alternative = &part.alternatives[i as usize];
                let mut docs = updates(scope, alternative, &block.vars);
                let kept = mine.iter().filter(|var| !alternative.updates.iter().any(|u| u.var == **var));
                docs.extend(frame.keep(scope, kept.copied().collect()));
                docs
            };
            match self.conditions.parts[position].as_slice() {
                [(only, _)] => docs.extend(change(*only)),
                _ => docs.push(self.branches(position, events, scope, change)),
            }
        }
        docs.extend(frame.keep(scope, rest));
        Doc::all(docs)
    }

    /// For each part with several ways to change variables, those variables.
    pub fn chosen_together(&self, rule: &Rule) -> Vec<BTreeSet<VarId>> {
        let chooses = rule.parts.iter().enumerate().filter(|(position, part)| self.chooses(*position, part));
        chooses.map(|(_, part)| assigned_by(part)).collect()
    }

    fn chooses(&self, position: usize, part: &Part) -> bool {
        self.conditions.parts[position].len() > 1 && !assigned_by(part).is_empty()
    }

    /// One of the alternatives of a part is taken, and does what `change` says.
    fn branches(
        &self,
        position: usize,
        events: &Events,
        scope: &Scope,
        change: impl Fn(u32) -> Vec<Doc>,
    ) -> Doc {
        Doc::any(self.conditions.parts[position].iter().map(|(i, enabled)| {
            let mut branch = vec![scope.doc(*enabled)];
            branch.extend(self.took(events, position as u32, *i));
            branch.extend(change(*i));
            Doc::all(branch)
        }))
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

/// What an alternative does to some variables.
fn updates(scope: &Scope, alternative: &Alternative, vars: &BTreeSet<VarId>) -> Vec<Doc> {
    let mut arrays: BTreeMap<VarId, Vec<&Update>> = BTreeMap::new();
    let mut docs = Vec::new();
    for update in alternative.updates.iter().filter(|update| vars.contains(&update.var)) {
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

/// Knows a short name for "all variables of an agent keep their values".
#[derive(Debug)]
pub struct FrameConditions {
    groups: Vec<Group>,
}

/// Variables that often keep their values together.
#[derive(Debug)]
pub struct Group {
    /// Whose they are, for people.
    pub title: String,
    /// The name of the definition that says that they keep their values.
    pub keep: String,
    /// The variables.
    pub vars: BTreeSet<VarId>,
}

impl FrameConditions {
    /// From groups; a variable that changes is in one of them.
    pub fn new(groups: Vec<Group>) -> Self {
        FrameConditions { groups }
    }

    /// The groups.
    pub fn groups(&self) -> &[Group] {
        &self.groups
    }

    /// What the definitions of the groups mean.
    pub fn definitions(&self, scope: &Scope) -> Vec<(&str, Doc)> {
        let meaning = |group: &Group| Doc::all(group.vars.iter().flat_map(|var| keep(scope, *var)));
        self.groups.iter().map(|group| (group.keep.as_str(), meaning(group))).collect()
    }

    /// The variables keep their values.
    pub fn keep(&self, scope: &Scope, mut vars: BTreeSet<VarId>) -> Vec<Doc> {
        let mut docs = Vec::new();
        for group in &self.groups {
            if group.vars.is_subset(&vars) {
                vars.retain(|var| !group.vars.contains(var));
                docs.push(Doc::text(group.keep.clone()));
            }
        }
        docs.extend(vars.iter().flat_map(|var| keep(scope, *var)));
        docs
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
