//! One rule as a piece of a program: choices, then conditions, then assignments.

use std::collections::BTreeSet;

use rustc_hash::FxHashSet;
use synod_core::{Expr, ExprId, Rule, Sort, System, Update, VarId};

use super::expr::{Scope, Vocabulary};
use super::ir::ProgramIr;
use super::names::Names;
use super::watch::Flag;
use crate::two_valued::TwoValuedRule;

/// A rule in the words of a program. Conditions and values are about the state before the step.
#[derive(Clone, Debug)]
pub struct Command {
    /// What is chosen, in order.
    pub chosen: Vec<Chosen>,
    /// Names for what is used more than once: each with its sort and what it stands for.
    pub defined: Vec<(String, Sort, String)>,
    /// What has to hold for the step to be taken.
    pub conditions: Vec<String>,
    /// What is remembered of the step before it is taken.
    pub leaving: Vec<(VarId, String)>,
    /// What is remembered of the step after it was taken.
    pub arrived: Vec<(VarId, String)>,
    /// Variables that are read after they were assigned, and the names that keep their values.
    pub kept: Vec<(VarId, String)>,
    /// What is assigned.
    pub blocks: Vec<Block>,
}

/// A choice.
#[derive(Clone, Debug)]
pub struct Chosen {
    /// Its name, if it is used.
    pub name: Option<String>,
    /// The least value.
    pub lo: i64,
    /// The greatest value.
    pub hi: i64,
}

/// Assignments.
#[derive(Clone, Debug)]
pub enum Block {
    /// They are always made.
    Always(Vec<Assignment>),
    /// Those are made whose condition holds, which at most one does.
    Either(Vec<(String, Vec<Assignment>)>),
}

/// An assignment.
#[derive(Clone, Debug)]
pub struct Assignment {
    /// What is assigned.
    pub place: String,
    /// The new value.
    pub value: String,
}

impl Command {
    /// The rule of a plan; `names` are those that are taken.
    pub fn new(ir: &ProgramIr, vocabulary: &Vocabulary, names: &Names, plan: &TwoValuedRule) -> Self {
        let rule = ir.system.rule(plan.id);
        let mut names = names.clone();
        let choice_names: Vec<String> = rule.choices.iter().map(|choice| names.fresh(&choice.name)).collect();
        let does = std::iter::zip(&plan.parts, &rule.parts)
            .map(|(alternatives, part)| {
                let agent = part.agent.map_or("part", |agent| &ir.system.agent(agent).name);
                (alternatives.len() > 1).then(|| names.fresh(&format!("{agent} does")))
            })
            .collect();
        Builder { ir, vocabulary, plan, rule, choice_names, does, names }.build()
    }
}

struct Builder<'a> {
    ir: &'a ProgramIr,
    vocabulary: &'a Vocabulary,
    plan: &'a TwoValuedRule,
    rule: &'a Rule,
    /// The names of what is picked.
    choice_names: Vec<String>,
    /// For each part with several alternatives the name of what it does.
    does: Vec<Option<String>>,
    names: Names,
}

impl Builder<'_> {
    fn build(mut self) -> Command {
        let roots = self.roots();
        let chosen = self.chosen(&roots);
        let (does, plan, vocabulary) = (self.does.clone(), self.plan, self.vocabulary);
        let took = move |part: u32, alternative: u32| {
            let at = plan.parts[part as usize].iter().position(|(i, _)| *i == alternative);
            match (&does[part as usize], at) {
                (Some(name), Some(at)) => format!("{name} == {at}"),
                (_, at) => vocabulary.truth(at.is_some()).to_string(),
            }
        };
        let mut scope = Scope {
            choices: &self.rule.choices,
            choice_names: self.choice_names.clone(),
            took: &took,
            ..Scope::plain(&self.ir.system, &self.ir.ranges, vocabulary)
        };
        let defined = scope.name_shared(&roots, &mut self.names);
        let conditions = self.conditions(&scope);
        let remembered = |flags: &[Flag]| -> Vec<(VarId, String)> {
            let value = |flag: &Flag| match flag.cases.get(&plan.id) {
                Some(condition) => scope.whole(*condition),
                None => vocabulary.truth(false).to_string(),
            };
            flags.iter().map(|flag| (flag.var, value(flag))).collect()
        };
        let leaving = remembered(&self.ir.watch.leaving);
        let arrived = remembered(&self.ir.watch.arrived);
        let kept = self.kept(&mut scope);
        let blocks = self.blocks(&scope);
        Command { chosen, defined, conditions, leaving, arrived, kept, blocks }
    }

    /// The alternatives of each part that there are, with what they assign.
    fn updates(&self) -> impl Iterator<Item = (usize, &(u32, ExprId), &[Update])> {
        std::iter::zip(&self.plan.parts, &self.rule.parts).enumerate().flat_map(|(number, (plan, part))| {
            plan.iter().map(move |one| (number, one, part.alternatives[one.0 as usize].updates.as_slice()))
        })
    }

    fn roots(&self) -> Vec<ExprId> {
        let exprs = &self.ir.system.exprs;
        let mut roots = exprs.conjuncts(self.plan.guard);
        for (number, (_, enabled), updates) in self.updates() {
            match self.does[number] {
                Some(_) => roots.push(*enabled),
                None => roots.extend(exprs.conjuncts(*enabled)),
            }
            roots.extend(updates.iter().flat_map(|update| update.index.into_iter().chain([update.value])));
        }
        let flags = self.ir.watch.leaving.iter().chain(&self.ir.watch.arrived);
        roots.extend(flags.filter_map(|flag| flag.cases.get(&self.plan.id).copied()));
        roots
    }

    fn chosen(&self, roots: &[ExprId]) -> Vec<Chosen> {
        let used = choices_used(&self.ir.system, roots);
        let mut chosen = Vec::new();
        for (position, (choice, name)) in std::iter::zip(&self.rule.choices, &self.choice_names).enumerate() {
            let (lo, hi) = choice.ty.bounds(&self.ir.system.enums).unwrap_or((0, 0));
            let name = used.contains(&(position as u32)).then(|| name.clone());
            chosen.push(Chosen { name, lo, hi });
        }
        for (does, alternatives) in std::iter::zip(&self.does, &self.plan.parts) {
            if does.is_some() {
                chosen.push(Chosen { name: does.clone(), lo: 0, hi: alternatives.len() as i64 - 1 });
            }
        }
        chosen
    }

    fn conditions(&self, scope: &Scope) -> Vec<String> {
        let exprs = &self.ir.system.exprs;
        let all = |condition: ExprId| exprs.conjuncts(condition).into_iter().map(|c| scope.whole(c));
        let mut conditions: Vec<String> = all(self.plan.guard).collect();
        for (does, alternatives) in std::iter::zip(&self.does, &self.plan.parts) {
            for (position, (_, enabled)) in alternatives.iter().enumerate() {
                match does {
                    None => conditions.extend(all(*enabled)),
                    Some(_) if exprs.is_true(*enabled) => {}
                    Some(name) => conditions.push(scope.if_it_is(name, position, *enabled)),
                }
            }
        }
        conditions
    }

    /// Keeps the values of variables that are read after they were assigned.
    fn kept(&mut self, scope: &mut Scope) -> Vec<(VarId, String)> {
        let mut conflicts = BTreeSet::new();
        let all: Vec<(usize, u32, Update)> = self
            .updates()
            .flat_map(|(part, (alternative, _), list)| {
                list.iter().map(move |u| (part, *alternative, u.clone()))
            })
            .collect();
        for (position, (part, alternative, update)) in all.iter().enumerate() {
            let reads = reads(scope, update.index.into_iter().chain([update.value]));
            let earlier = all[..position].iter().filter(|(p, a, _)| p != part || a == alternative);
            conflicts.extend(earlier.map(|(_, _, u)| u.var).filter(|var| reads.contains(var)));
        }
        let mut kept = Vec::new();
        for var in conflicts {
            let name = self.names.fresh(&format!("old {}", self.vocabulary.vars[var.0 as usize]));
            scope.kept.insert(var, name.clone());
            kept.push((var, name));
        }
        kept
    }

    fn blocks(&self, scope: &Scope) -> Vec<Block> {
        let mut blocks = Vec::new();
        for (number, does) in self.does.iter().enumerate() {
            let of_part = self.updates().filter(|(part, ..)| *part == number);
            let lists = of_part.map(|(_, _, updates)| self.assignments(scope, updates));
            match does {
                None => blocks.extend(lists.map(Block::Always)),
                Some(name) => {
                    let open = lists.enumerate().filter(|(_, list)| !list.is_empty());
                    blocks.push(Block::Either(
                        open.map(|(at, list)| (format!("{name} == {at}"), list)).collect(),
                    ));
                }
            }
        }
        blocks
    }

    fn assignments(&self, scope: &Scope, updates: &[Update]) -> Vec<Assignment> {
        let assignment = |update: &Update| {
            let name = &self.vocabulary.vars[update.var.0 as usize];
            let place = match update.index {
                Some(index) => format!("{name}[{}]", scope.index(update.var, index)),
                None => name.clone(),
            };
            Assignment { place, value: scope.whole(update.value) }
        };
        updates.iter().map(assignment).collect()
    }
}

/// The positions of the choices that expressions read.
fn choices_used(system: &System, roots: &[ExprId]) -> BTreeSet<u32> {
    let mut found = BTreeSet::new();
    for root in roots {
        crate::walk::each(&system.exprs, *root, |node| {
            if let Expr::Choice(position, _) = node {
                found.insert(*position);
            }
        });
    }
    found
}

/// The variables that expressions read, apart from what has a name of its own.
fn reads(scope: &Scope, roots: impl Iterator<Item = ExprId>) -> FxHashSet<VarId> {
    let mut found = FxHashSet::default();
    let mut seen = FxHashSet::default();
    let mut todo: Vec<ExprId> = roots.collect();
    while let Some(id) = todo.pop() {
        if scope.named.contains_key(&id) || !seen.insert(id) {
            continue;
        }
        if let Expr::Var(var) | Expr::Element(var, _) = scope.system.exprs[id] {
            found.insert(var);
        }
        todo.extend(scope.system.exprs.operands(id));
    }
    found
}
