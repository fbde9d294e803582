//! Abstractions of synchronous families: some agents one by one, and of the others of a role only in
//! which local states there are any.
//!
//! In a step, those in one local state may do different things: a label is a local state, an action and
//! where it leads, and any set of labels in which every occupied local state has one can be what they do.
//! Where few actions are noticed by anybody, there is a rule for each set of them that may occur: then
//! most conditions are known, and most local states have a single label.

use std::collections::{BTreeMap, BTreeSet};

use synod_core::{Alternative, ExprId, Part, RuleId, Type, Update, VarId, Variable};

use crate::abstraction::Population;
use crate::instance::Instance;
use crate::synchronous::{ActionTypes, Round, Seen, is};
use crate::template::*;

/// What some of the rest of a role do in a step of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Label {
    pub role: RoleId,
    pub from: StateId,
    /// The action, or one of those that nobody tells apart.
    pub action: ActionId,
    pub to: StateId,
    /// The position of the choice that says whether anybody does it; `None` if all who are there do.
    pub choice: Option<usize>,
}

/// An abstraction, with the meaning of its choices.
pub(crate) struct RoundAbstraction {
    pub instance: Instance,
    pub labels: BTreeMap<RuleId, Vec<Label>>,
    /// For each role, the variables that say where there is anybody of the rest.
    pub occupied: Vec<BTreeMap<StateId, VarId>>,
}

/// With more noticed actions than this there is one rule for all sets of them.
const MOST_NOTICED: usize = 5;

/// With more choices than this a rule is not worth to be tried.
const MOST_CHOICES: usize = 400;

/// What is fixed of the steps of a rule.
struct Fixed<'a> {
    /// The actions that somebody notices.
    noticed: &'a BTreeSet<ActionId>,
    /// For each action of agents, whether it occurs, if that is fixed.
    occurs: BTreeMap<ActionId, bool>,
    environment: EnvironmentActionId,
}

impl Family<Synchronous> {
    /// The actions of agents that somebody notices: some condition asks whether they occur.
    fn noticed_actions(&self) -> BTreeSet<ActionId> {
        let dynamics = self.dynamics();
        let of_agents = dynamics.offers.iter().flatten().flatten().flat_map(|offer| &offer.moves);
        let of_environment = dynamics.environment.iter().flatten().flat_map(|offer| &offer.moves);
        let mut todo: Vec<&Condition> = of_agents.chain(of_environment).map(|m| &m.when).collect();
        let mut noticed = BTreeSet::new();
        while let Some(condition) = todo.pop() {
            match condition {
                Condition::Occurs(action) => drop(noticed.insert(*action)),
                Condition::EnvironmentDoes(_) => {}
                Condition::Not(inner) => todo.push(inner),
                Condition::All(list) | Condition::Any(list) => todo.extend(list),
            }
        }
        noticed
    }

    /// The roles whose agents others notice.
    pub(crate) fn noticed(&self) -> Vec<bool> {
        let noticed = self.noticed_actions();
        let offers = self.dynamics().offers.iter();
        offers.map(|states| states.iter().flatten().any(|offer| noticed.contains(&offer.action))).collect()
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

    /// The abstraction with these populations. A rest that nobody notices is left out. `None` if there is
    /// too much that the rest may do.
    pub(crate) fn abstraction(&self, populations: &[Population]) -> Option<RoundAbstraction> {
        let tracked: Vec<u32> = populations.iter().map(|p| p.tracked).collect();
        let mut instance = Instance::new(self, &tracked);
        let mut occupied = Vec::new();
        for ((role, population), noticed) in self.role_ids().zip(populations).zip(self.noticed()) {
            occupied.push(match population.rest && noticed {
                true => self.add_rest(&mut instance, role),
                false => BTreeMap::new(),
            });
        }
        let actions = ActionTypes::add(self, &mut instance);
        let mut abstraction = RoundAbstraction { instance, labels: BTreeMap::new(), occupied };
        let noticed = self.noticed_actions();
        let mut sets: Vec<BTreeMap<ActionId, bool>> = vec![BTreeMap::new()];
        if noticed.len() <= MOST_NOTICED {
            for action in noticed.iter().copied() {
                let with = |set: &BTreeMap<ActionId, bool>, occurs| {
                    set.iter().map(|(a, b)| (*a, *b)).chain([(action, occurs)]).collect()
                };
                sets = sets.iter().flat_map(|set| [false, true].map(|occurs| with(set, occurs))).collect();
            }
        }
        for occurs in sets {
            for environment in 0..self.dynamics().environment_actions().len() {
                let environment = EnvironmentActionId(environment as u32);
                let fixed = Fixed { noticed: &noticed, occurs: occurs.clone(), environment };
                self.add_round(&mut abstraction, actions, &fixed)?;
            }
        }
        Some(abstraction)
    }

    /// Adds the steps of which something is fixed; `None` if there are too many labels.
    fn add_round(
        &self,
        abstraction: &mut RoundAbstraction,
        actions: ActionTypes,
        fixed: &Fixed,
    ) -> Option<()> {
        let RoundAbstraction { instance, labels, occupied } = abstraction;
        let mut round = Round::new(actions);
        round.add_agents(self, instance);
        let environment = round.environment_choice(instance);
        round.guards.push(is(instance, environment, fixed.environment.0));
        let mut rest = Rest::default();
        for (role, states) in std::iter::zip(self.role_ids(), &*occupied) {
            for (from, var) in states {
                rest.add_state(self, instance, &mut round, fixed, role, *from, *var);
            }
        }
        if round.choices.len() > MOST_CHOICES {
            return None;
        }
        let happens: Vec<ExprId> =
            round.picks.iter().map(|picks| instance.system.exprs.or(picks.clone())).collect();
        let mut occurs = happens.clone();
        for (action, known) in &fixed.occurs {
            let happens = happens[action.0 as usize];
            let exprs = &mut instance.system.exprs;
            round.guards.push(if *known { happens } else { exprs.not(happens) });
            occurs[action.0 as usize] = exprs.bool(*known);
        }
        let seen = Seen { occurs: &occurs, environment };
        for (does, moves, number) in &rest.conditions {
            let when = seen.possible(instance, moves, *number);
            let allowed = instance.system.exprs.implies(*does, when);
            round.guards.push(allowed);
        }
        let mut rule = round.with_occurrences(self, instance, occurs);
        rule.name = format!("{}{}", rule.name, instance.system.rules.len());
        for (role, states) in std::iter::zip(self.role_ids(), &*occupied) {
            for (state, var) in states {
                let arriving = std::iter::zip(&rest.labels, &rest.does)
                    .filter(|(label, _)| label.role == role && label.to == *state)
                    .map(|(_, does)| *does);
                let arriving: Vec<ExprId> = arriving.collect();
                let exprs = &mut instance.system.exprs;
                let update = Update { var: *var, index: None, value: exprs.or(arriving) };
                let guard = exprs.bool(true);
                let alternative = Alternative { guard, updates: vec![update], action: None };
                rule.parts.push(Part { agent: None, alternatives: vec![alternative].into() });
            }
        }
        if !instance.system.exprs.is_false(rule.guard) {
            labels.insert(instance.system.add_rule(rule), rest.labels);
        }
        Some(())
    }

    /// Adds where the rest of a role is: at the start, in any initial local states.
    fn add_rest(&self, instance: &mut Instance, role: RoleId) -> BTreeMap<StateId, VarId> {
        let template = self.role(role);
        let mut places = BTreeMap::new();
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
            places.insert(state, var);
        }
        initial.push(instance.system.exprs.or(anywhere));
        instance.system.init = instance.system.exprs.and(initial);
        places
    }

    fn label_name(&self, label: &Label) -> String {
        let template = self.role(label.role);
        let action = &self.dynamics().actions()[label.action.0 as usize];
        let (from, to) = (template.show_state(label.from), template.show_state(label.to));
        format!("others of {}: {from} -{action}-> {to}", template.name)
    }
}

/// What agents in a local state may do.
struct Way<'a> {
    /// If anybody notices it.
    action: Option<ActionId>,
    name: ActionId,
    to: StateId,
    /// That the move of this number is possible, unless that is fixed.
    condition: Option<(&'a [Move], usize)>,
}

impl Way<'_> {
    fn leads_like(&self, other: &Way) -> bool {
        self.condition.is_none() && (self.action, self.to) == (other.action, other.to)
    }
}

/// What the rest of all roles may do in the steps of one rule.
#[derive(Default)]
struct Rest<'a> {
    labels: Vec<Label>,
    /// For each label, whether anybody does it.
    does: Vec<ExprId>,
    /// The labels that depend on more than what is fixed: the move of this number must be possible.
    conditions: Vec<(ExprId, &'a [Move], usize)>,
}

impl<'a> Rest<'a> {
    /// Adds the labels of one local state.
    #[allow(clippy::too_many_arguments)]
    fn add_state(
        &mut self,
        family: &'a Family<Synchronous>,
        instance: &mut Instance,
        round: &mut Round,
        fixed: &Fixed,
        role: RoleId,
        from: StateId,
        var: VarId,
    ) {
        let mut ways: Vec<Way> = Vec::new();
        for offer in family.dynamics().offers(role, from) {
            if fixed.occurs.get(&offer.action) == Some(&false) {
                continue;
            }
            for number in 0..=offer.moves.len() {
                let to = offer.moves.get(number).map_or(from, |one| one.to);
                let condition = match fixed.possible(&offer.moves, number) {
                    Some(false) => continue,
                    Some(true) => None,
                    None => Some((offer.moves.as_slice(), number)),
                };
                // What nobody notices need not be told apart.
                let action = fixed.noticed.contains(&offer.action).then_some(offer.action);
                let way = Way { action, name: offer.action, to, condition };
                if condition.is_some() || !ways.iter().any(|known| known.leads_like(&way)) {
                    ways.push(way);
                }
            }
        }
        let somebody = instance.system.exprs.var(var);
        let single = matches!(ways.as_slice(), [Way { condition: None, .. }]);
        let mut here = Vec::new();
        for Way { action, name, to, condition } in ways {
            let mut label = Label { role, from, action: name, to, choice: None };
            let does = match single {
                true => somebody,
                false => {
                    label.choice = Some(round.choices.len());
                    let chosen = round.choose(instance, family.label_name(&label), Type::Bool);
                    let allowed = instance.system.exprs.implies(chosen, somebody);
                    round.guards.push(allowed);
                    chosen
                }
            };
            if let Some(action) = action {
                round.picks[action.0 as usize].push(does);
            }
            self.labels.push(label);
            self.does.push(does);
            self.conditions.extend(condition.map(|(moves, number)| (does, moves, number)));
            here.push(does);
        }
        let exprs = &mut instance.system.exprs;
        let anything = exprs.or(here);
        let acts = if single { exprs.bool(true) } else { exprs.implies(somebody, anything) };
        round.guards.push(acts);
    }
}

impl Fixed<'_> {
    /// Whether the move of this number is possible, if what is fixed decides it; the one after the last
    /// is to stay where no other is.
    fn possible(&self, moves: &[Move], number: usize) -> Option<bool> {
        match moves.get(number) {
            Some(one) => self.truth(&one.when),
            None => {
                let all: Vec<Option<bool>> = moves.iter().map(|one| self.truth(&one.when)).collect();
                disjunction(all).map(|any| !any)
            }
        }
    }

    fn truth(&self, condition: &Condition) -> Option<bool> {
        match condition {
            Condition::Occurs(action) => self.occurs.get(action).copied(),
            Condition::EnvironmentDoes(action) => Some(*action == self.environment),
            Condition::Not(inner) => self.truth(inner).map(|truth| !truth),
            Condition::Any(list) => disjunction(list.iter().map(|c| self.truth(c))),
            Condition::All(list) => {
                disjunction(list.iter().map(|c| self.truth(c).map(|truth| !truth))).map(|any| !any)
            }
        }
    }
}

/// Whether one of them is true; `None` if that is open.
fn disjunction(list: impl IntoIterator<Item = Option<bool>>) -> Option<bool> {
    let mut open = false;
    for truth in list {
        match truth {
            Some(true) => return Some(true),
            Some(false) => {}
            None => open = true,
        }
    }
    (!open).then_some(false)
}
