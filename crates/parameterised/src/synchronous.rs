//! The steps of synchronous systems: one rule in which everybody picks an action and moves by all of them.

use synod_core::{
    AgentId, Alternative, Choice, Datum, ExprId, Mode, Observation, Part, Rule, Sort, Type, VarId,
};

use crate::instance::{Instance, Steps, named_action};
use crate::template::*;

impl Steps for Synchronous {
    fn add_rules(family: &Family<Self>, instance: &mut Instance) {
        let mut round = Round::new(ActionTypes::add(family, instance));
        round.add_agents(family, instance);
        let occurs = round.picks.iter().map(|picks| instance.system.exprs.or(picks.clone())).collect();
        let round = round.with_occurrences(family, instance, occurs);
        instance.system.add_rule(round);
    }
}

/// The types of actions, in the system of an instance.
#[derive(Clone, Copy)]
pub(crate) struct ActionTypes {
    agents: Type,
    environment: Type,
}

impl ActionTypes {
    /// Declares them.
    pub fn add(family: &Family<Synchronous>, instance: &mut Instance) -> Self {
        let dynamics = family.dynamics();
        let mut add =
            |name: &str, values: &[String]| Type::Enum(instance.system.add_enum(name, values.to_vec()));
        let agents = add("Action", dynamics.actions());
        ActionTypes { agents, environment: add("EnvironmentAction", dynamics.environment_actions()) }
    }
}

/// A round under construction, for the agents that are there one by one.
pub(crate) struct Round {
    types: ActionTypes,
    pub choices: Vec<Choice>,
    pub guards: Vec<ExprId>,
    data: Vec<Datum>,
    /// For each action of agents the conditions under which somebody picks it.
    pub picks: Vec<Vec<ExprId>>,
    /// Each agent with its choice.
    actors: Vec<(RoleId, AgentId, VarId, ExprId)>,
}

impl Round {
    pub fn new(types: ActionTypes) -> Self {
        Round { types, choices: vec![], guards: vec![], data: vec![], picks: vec![], actors: vec![] }
    }

    /// A new choice.
    pub fn choose(&mut self, instance: &mut Instance, name: String, ty: Type) -> ExprId {
        let choice = instance.system.exprs.choice(self.choices.len() as u32, ty.sort());
        self.choices.push(Choice { name, ty, agent: None });
        choice
    }

    fn choose_action(&mut self, instance: &mut Instance, agent: AgentId, ty: Type) -> ExprId {
        let name = instance.system.agent(agent).name.clone();
        let value = self.choose(instance, name, ty);
        self.choices.last_mut().expect("just chosen").agent = Some(agent);
        self.data.push(Datum { name: "Action".to_string(), value, from: agent });
        value
    }

    /// Lets the environment and the agents of the instance pick actions. The first choice is that of the
    /// environment.
    pub fn add_agents(&mut self, family: &Family<Synchronous>, instance: &mut Instance) {
        let dynamics = family.dynamics();
        self.picks = vec![vec![]; dynamics.actions().len()];
        let choice = self.choose_action(instance, instance.environment, self.types.environment);
        for state in family.environment().state_ids() {
            let offered: Vec<u32> = dynamics.environment(state).iter().map(|o| o.action.0).collect();
            self.allow(instance, instance.environment_var(), state, choice, &offered);
        }
        for role in family.role_ids() {
            for (agent, var) in instance.agents[role.0 as usize].clone() {
                let choice = self.choose_action(instance, agent, self.types.agents);
                for state in family.role(role).state_ids() {
                    let offered: Vec<u32> = dynamics.offers(role, state).iter().map(|o| o.action.0).collect();
                    self.allow(instance, var, state, choice, &offered);
                }
                for action in 0..dynamics.actions().len() {
                    let picked = is(instance, choice, action as u32);
                    self.picks[action].push(picked);
                }
                self.actors.push((role, agent, var, choice));
            }
        }
    }

    /// In a local state one of the actions offered is picked.
    fn allow(
        &mut self,
        instance: &mut Instance,
        var: VarId,
        state: StateId,
        choice: ExprId,
        offered: &[u32],
    ) {
        let here = instance.is(var, state);
        let picks: Vec<ExprId> = offered.iter().map(|action| is(instance, choice, *action)).collect();
        let one = instance.system.exprs.or(picks);
        let allowed = instance.system.exprs.implies(here, one);
        self.guards.push(allowed);
    }

    /// The action of the environment in this step.
    pub fn environment_choice(&self, instance: &mut Instance) -> ExprId {
        instance.system.exprs.choice(0, self.types.environment.sort())
    }

    /// The rule, given for each action of agents when it occurs.
    pub fn with_occurrences(
        self,
        family: &Family<Synchronous>,
        instance: &mut Instance,
        occurs: Vec<ExprId>,
    ) -> Rule {
        let dynamics = family.dynamics();
        let environment = self.environment_choice(instance);
        let seen = Seen { occurs: &occurs, environment };
        let var = instance.environment_var();
        let mut alternatives = Vec::new();
        for state in family.environment().state_ids() {
            for offer in dynamics.environment(state) {
                let name = &dynamics.environment_actions()[offer.action.0 as usize];
                let does = is(instance, environment, offer.action.0);
                seen.moves(instance, var, state, does, name, &offer.moves, &mut alternatives);
            }
        }
        let mut parts = vec![Part { agent: Some(instance.environment), alternatives: alternatives.into() }];
        for (role, agent, var, choice) in &self.actors {
            let mut alternatives = Vec::new();
            for state in family.role(*role).state_ids() {
                for offer in dynamics.offers(*role, state) {
                    let name = &dynamics.actions()[offer.action.0 as usize];
                    let does = is(instance, *choice, offer.action.0);
                    seen.moves(instance, *var, state, does, name, &offer.moves, &mut alternatives);
                }
            }
            parts.push(Part { agent: Some(*agent), alternatives: alternatives.into() });
        }
        let guard = instance.system.exprs.and(self.guards);
        Rule {
            name: "round".to_string(),
            choices: self.choices,
            guard,
            parts,
            observation: Observation { data: self.data, ..Observation::of(Mode::Joint) },
            span: Default::default(),
        }
    }
}

/// Whether a choice is the value of this number.
pub(crate) fn is(instance: &mut Instance, choice: ExprId, number: u32) -> ExprId {
    let exprs = &mut instance.system.exprs;
    let sort = exprs.sort(choice);
    debug_assert!(matches!(sort, Sort::Enum(_)));
    let value = exprs.constant(sort, i64::from(number));
    exprs.eq(choice, value)
}

/// What everybody sees of a step.
pub(crate) struct Seen<'a> {
    /// For each action of agents, when it occurs.
    pub occurs: &'a [ExprId],
    /// The action of the environment.
    pub environment: ExprId,
}

impl Seen<'_> {
    /// A condition on the step.
    pub fn condition(&self, instance: &mut Instance, condition: &Condition) -> ExprId {
        match condition {
            Condition::Occurs(action) => self.occurs[action.0 as usize],
            Condition::EnvironmentDoes(action) => is(instance, self.environment, action.0),
            Condition::Not(inner) => {
                let inner = self.condition(instance, inner);
                instance.system.exprs.not(inner)
            }
            Condition::All(list) | Condition::Any(list) => {
                let list: Vec<ExprId> = list.iter().map(|c| self.condition(instance, c)).collect();
                match condition {
                    Condition::All(_) => instance.system.exprs.and(list),
                    _ => instance.system.exprs.or(list),
                }
            }
        }
    }

    /// When the move of this number is possible; the one after the last is to stay where no other is.
    pub fn possible(&self, instance: &mut Instance, moves: &[Move], number: usize) -> ExprId {
        match moves.get(number) {
            Some(one) => self.condition(instance, &one.when),
            None => {
                let all: Vec<ExprId> = moves.iter().map(|m| self.condition(instance, &m.when)).collect();
                let any = instance.system.exprs.or(all);
                instance.system.exprs.not(any)
            }
        }
    }

    #[allow(clippy::too_many_arguments)]
    fn moves(
        &self,
        instance: &mut Instance,
        var: VarId,
        from: StateId,
        does: ExprId,
        name: &str,
        moves: &[Move],
        alternatives: &mut Vec<Alternative>,
    ) {
        let here = instance.is(var, from);
        for number in 0..=moves.len() {
            let when = self.possible(instance, moves, number);
            let guard = instance.system.exprs.and([here, does, when]);
            if instance.system.exprs.is_false(guard) {
                continue;
            }
            let to = moves.get(number).map(|one| one.to).filter(|to| *to != from);
            let updates = to.map(|to| instance.goes_to(var, to)).into_iter().collect();
            alternatives.push(Alternative { guard, updates, action: Some(named_action(name)) });
        }
    }
}
