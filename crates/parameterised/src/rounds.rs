//! Abstractions of synchronous families: some agents one by one, and of the others of a role only in
//! which local states there are any.
//!
//! In a step, those in one local state may do different things: a label is a local state, an action and
//! where it leads, and any set of labels in which every occupied local state has one can be what they do.

use std::collections::BTreeSet;

use synod_core::{Alternative, ExprId, Part, Type, Update, VarId, Variable};

use crate::abstraction::Population;
use crate::instance::Instance;
use crate::synchronous::{Round, Seen};
use crate::template::*;

/// What some of the rest of a role do in a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Label {
    pub role: RoleId,
    pub from: StateId,
    pub to: StateId,
    /// The position of the choice that says whether anybody does it.
    pub choice: usize,
}

/// An abstraction, with the meaning of its choices.
pub(crate) struct RoundAbstraction {
    pub instance: Instance,
    pub labels: Vec<Label>,
    /// For each role, the variables that say where there is anybody of the rest.
    pub occupied: Vec<Vec<(StateId, VarId)>>,
}

impl Family<Synchronous> {
    /// The roles whose agents others notice: some condition asks whether one of their actions occurs.
    pub(crate) fn noticed(&self) -> Vec<bool> {
        let dynamics = self.dynamics();
        let of_agents = dynamics.offers.iter().flatten().flatten().flat_map(|offer| &offer.moves);
        let of_environment = dynamics.environment.iter().flatten().flat_map(|offer| &offer.moves);
        let mut todo: Vec<&Condition> = of_agents.chain(of_environment).map(|m| &m.when).collect();
        let mut observed = BTreeSet::new();
        while let Some(condition) = todo.pop() {
            match condition {
                Condition::Occurs(action) => drop(observed.insert(*action)),
                Condition::EnvironmentDoes(_) => {}
                Condition::Not(inner) => todo.push(inner),
                Condition::All(list) | Condition::Any(list) => todo.extend(list),
            }
        }
        let does = |role: &RoleId| {
            let offers = dynamics.offers[role.0 as usize].iter().flatten();
            offers.into_iter().any(|offer| observed.contains(&offer.action))
        };
        self.role_ids().map(|role| does(&role)).collect()
    }

    /// The local states of a role that its moves lead to, whatever others do.
    fn reached(&self, role: RoleId) -> BTreeSet<StateId> {
        let mut found: BTreeSet<StateId> = self.role(role).initial.iter().copied().collect();
        let mut todo: Vec<StateId> = found.iter().copied().collect();
        while let Some(state) = todo.pop() {
            for next in self.dynamics().offers(role, state).iter().flat_map(|offer| &offer.moves) {
                if found.insert(next.to) {
                    todo.push(next.to);
                }
            }
        }
        found
    }

    /// The abstraction with these populations. A rest that nobody notices is left out.
    pub(crate) fn abstraction(&self, populations: &[Population]) -> RoundAbstraction {
        let tracked: Vec<u32> = populations.iter().map(|p| p.tracked).collect();
        let mut instance = Instance::new(self, &tracked);
        let mut occupied = Vec::new();
        for ((role, population), noticed) in self.role_ids().zip(populations).zip(self.noticed()) {
            occupied.push(match population.rest && noticed {
                true => self.add_rest(&mut instance, role),
                false => vec![],
            });
        }
        let mut round = Round::new(self, &mut instance);
        round.add_agents(self, &mut instance);
        let mut labels = Vec::new();
        let mut conditions = Vec::new();
        for (role, states) in std::iter::zip(self.role_ids(), &occupied) {
            for (from, var) in states {
                let mut here = Vec::new();
                for offer in self.dynamics().offers(role, *from) {
                    let targets = offer.moves.iter().map(|m| m.to).chain([*from]);
                    for (number, to) in targets.enumerate() {
                        let choice = round.choices.len();
                        let name = self.label_name(role, *from, offer.action, to);
                        let does = round.choose(&mut instance, name, Type::Bool);
                        round.picks[offer.action.0 as usize].push(does);
                        labels.push(Label { role, from: *from, to, choice });
                        conditions.push((*var, does, &offer.moves, number));
                        here.push(does);
                    }
                }
                let exprs = &mut instance.system.exprs;
                let (somebody, anything) = (exprs.var(*var), exprs.or(here));
                let acts = exprs.implies(somebody, anything);
                round.guards.push(acts);
            }
        }
        let occurs: Vec<ExprId> =
            round.picks.iter().map(|picks| instance.system.exprs.or(picks.clone())).collect();
        let environment = round.environment_choice(&mut instance);
        let seen = Seen { occurs: &occurs, environment };
        for (var, does, moves, number) in &conditions {
            let when = seen.possible(&mut instance, moves, *number);
            let exprs = &mut instance.system.exprs;
            let somebody = exprs.var(*var);
            let fine = exprs.and([somebody, when]);
            let allowed = exprs.implies(*does, fine);
            round.guards.push(allowed);
        }
        let mut rule = round.with_occurrences(self, &mut instance, occurs);
        for (role, states) in std::iter::zip(self.role_ids(), &occupied) {
            for (state, var) in states {
                let arriving = std::iter::zip(&labels, &conditions)
                    .filter(|(label, _)| label.role == role && label.to == *state)
                    .map(|(_, (_, does, ..))| *does);
                let arriving: Vec<ExprId> = arriving.collect();
                let exprs = &mut instance.system.exprs;
                let update = Update { var: *var, index: None, value: exprs.or(arriving) };
                let guard = exprs.bool(true);
                let alternative = Alternative { guard, updates: vec![update], action: None };
                rule.parts.push(Part { agent: None, alternatives: vec![alternative] });
            }
        }
        instance.system.add_rule(rule);
        RoundAbstraction { instance, labels, occupied }
    }

    /// Adds where the rest of a role is: at the start, in any initial local states.
    fn add_rest(&self, instance: &mut Instance, role: RoleId) -> Vec<(StateId, VarId)> {
        let template = self.role(role);
        let mut places = Vec::new();
        let mut initial = vec![instance.system.init];
        let mut anywhere = Vec::new();
        for state in self.reached(role) {
            let name = format!("others of {} in {}", template.name, template.show_state(state));
            let variable = Variable { name, ty: Type::Bool, len: None, owner: None, span: template.span };
            let var = instance.system.add_var(variable);
            let somebody = instance.system.exprs.var(var);
            match template.initial.contains(&state) {
                true => anywhere.push(somebody),
                false => initial.push(instance.system.exprs.not(somebody)),
            }
            places.push((state, var));
        }
        initial.push(instance.system.exprs.or(anywhere));
        instance.system.init = instance.system.exprs.and(initial);
        places
    }

    fn label_name(&self, role: RoleId, from: StateId, action: ActionId, to: StateId) -> String {
        let template = self.role(role);
        let action = &self.dynamics().actions()[action.0 as usize];
        let (name, from, to) = (&template.name, template.show_state(from), template.show_state(to));
        format!("others of {name}: {from} -{action}-> {to}")
    }
}
