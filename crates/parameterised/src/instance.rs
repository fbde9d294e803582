//! Instances: the system of so many agents of each role, and a property about some of them.
//!
//! An instance is symmetric: agents of a role are interchangeable, and so are their initial states. So a
//! property holds for all choices of different agents if it holds for one, and that one is asked.

use std::sync::Arc;

use synod_core::{
    Action, Agent, AgentId, Alternative, EnumId, ExprId, Formula, Mode, Observation, Part, Property,
    PropertyOrigin, Remark, RemarkWhen, Role as Involvement, Rule, SideQuestion, System, Type, Update, VarId,
    Variable,
};

use crate::environment::{ImportedEnvironment, SymbolicEnvironment};
use crate::formula::{Collective, IndexedFormula, IndexedProperty, Member};
use crate::template::*;

/// A system in which some agents of each role are there one by one: all of them in an instance, those
/// that a property talks about in an abstraction.
#[derive(Clone, Debug)]
pub struct Instance {
    /// What engines see of the instance.
    pub system: System,
    /// The agents of each role, with the variable that holds their local state.
    pub agents: Vec<Vec<(AgentId, VarId)>>,
    /// The environment.
    pub environment: AgentId,
    /// Where the expressions of an environment that is not listed are.
    imported: Option<ImportedEnvironment>,
}

/// A role without agents: actions in which all of its agents take part would have nobody to perform them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EmptyRole(pub String);

impl std::fmt::Display for EmptyRole {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        write!(f, "an instance needs at least one agent of the role `{}`", self.0)
    }
}

/// The ways in which families move; see [`Interleaved`] and [`Synchronous`].
pub trait Steps: Sized + Sync {
    /// Adds the steps that the agents of the instance can take among themselves.
    fn add_rules(family: &Family<Self>, instance: &mut Instance);
}

impl Templates {
    /// The instance with so many agents of each role, and its properties. Properties about more agents
    /// than there are say nothing about it and are left out.
    pub fn instance(&self, sizes: &[u32]) -> Result<(System, Vec<Property>), EmptyRole> {
        match self {
            Templates::Interleaved(family) => family.instance_with_properties(sizes),
            Templates::Synchronous(family) => family.instance_with_properties(sizes),
        }
        .map(|(instance, properties)| (instance.system, properties))
    }

    /// The same, with the questions whether the left sides of implications are ever true there.
    pub fn instance_with_questions(
        &self,
        sizes: &[u32],
    ) -> Result<(System, Vec<Property>, Vec<SideQuestion>), EmptyRole> {
        match self {
            Templates::Interleaved(family) => family.instance_with_questions(sizes),
            Templates::Synchronous(family) => family.instance_with_questions(sizes),
        }
    }
}

impl<D: Steps> Family<D> {
    /// The instance with so many agents of each role.
    pub fn instance(&self, sizes: &[u32]) -> Result<Instance, EmptyRole> {
        if let Some(role) = self.role_ids().find(|role| sizes.get(role.0 as usize).is_none_or(|n| *n == 0)) {
            return Err(EmptyRole(self.role(role).name.clone()));
        }
        let mut instance = Instance::new(self, sizes);
        D::add_rules(self, &mut instance);
        Ok(instance)
    }

    fn instance_with_properties(&self, sizes: &[u32]) -> Result<(Instance, Vec<Property>), EmptyRole> {
        let mut instance = self.instance(sizes)?;
        let properties = self.properties.iter().filter_map(|p| instance.property(self, p)).collect();
        Ok((instance, properties))
    }

    fn instance_with_questions(
        &self,
        sizes: &[u32],
    ) -> Result<(System, Vec<Property>, Vec<SideQuestion>), EmptyRole> {
        let (mut instance, properties) = self.instance_with_properties(sizes)?;
        let mut questions = Vec::new();
        for asked in &self.properties {
            for antecedent in asked.formula.antecedents() {
                let never = IndexedProperty { formula: antecedent.clone().not().always(), ..asked.clone() };
                let Some(property) = instance.property(self, &never) else { continue };
                let antecedent = self.show_formula(asked, antecedent);
                questions.push(SideQuestion {
                    about: Some(asked.name.clone()),
                    property: Property { origin: PropertyOrigin::BuiltIn, ..property },
                    when: RemarkWhen::Holds,
                    is_stronger: false,
                    remark: Remark::VacuousImplication {
                        antecedent,
                        is_step: false,
                        behind: Vec::new(),
                        initially: false,
                    },
                });
            }
        }
        Ok((instance.system, properties, questions))
    }
}

impl Instance {
    /// The agents and the environment in their initial states, without steps.
    pub(crate) fn new<D>(family: &Family<D>, sizes: &[u32]) -> Self {
        let mut system = System::new(&family.name);
        let mut sort = |template: &Template| {
            let names = template.state_ids().map(|s| template.show_state(s)).collect();
            system.add_enum(&template.name, names)
        };
        let environment = family.is_environment_listed().then(|| sort(&family.environment));
        let sorts: Vec<EnumId> = family.roles.iter().map(sort).collect();
        let mut instance = Instance { system, agents: Vec::new(), environment: AgentId(0), imported: None };
        let mut initial = Vec::new();
        instance.environment = match environment {
            Some(sort) => {
                let (agent, var) = instance.add_agent(&family.environment, None, sort);
                initial.push(instance.is_one_of(var, &family.environment.initial));
                agent
            }
            None => instance.name_agent(&family.environment, None),
        };
        if let Some(symbolic) = &family.symbolic {
            let (system, owner) = (&mut instance.system, instance.environment);
            instance.imported = Some(ImportedEnvironment::new(symbolic, system, owner, &mut initial));
        }
        for (role, size) in std::iter::zip(family.role_ids(), sizes) {
            let (template, sort) = (family.role(role), sorts[role.0 as usize]);
            let agents: Vec<_> = (1..=*size).map(|n| instance.add_agent(template, Some(n), sort)).collect();
            initial.extend(agents.iter().map(|(_, var)| instance.is_one_of(*var, &template.initial)));
            instance.agents.push(agents);
        }
        instance.system.init = instance.system.exprs.and(initial);
        instance
    }

    fn name_agent(&mut self, template: &Template, number: Option<u32>) -> AgentId {
        let name = match number {
            Some(number) => format!("{}_{number}", template.name),
            None => template.name.clone(),
        };
        self.system.add_agent(Agent {
            name,
            role: template.name.clone(),
            owns: vec![],
            observes: vec![],
            automaton: None,
            span: template.span,
        })
    }

    fn add_agent(&mut self, template: &Template, number: Option<u32>, sort: EnumId) -> (AgentId, VarId) {
        let agent = self.name_agent(template, number);
        let name = format!("{}.{}", self.system.agent(agent).name, template.show_variables());
        let (ty, span) = (Type::Enum(sort), template.span);
        (agent, self.system.add_var(Variable { name, ty, len: None, owner: Some(agent), span }))
    }

    /// The variable that holds the state of a listed environment.
    pub(crate) fn environment_var(&self) -> VarId {
        self.system.agent(self.environment).owns[0]
    }

    /// How an environment that is not listed takes part in an action.
    pub(crate) fn symbolic_part(
        &mut self,
        environment: &SymbolicEnvironment,
        action: ActionId,
        name: &str,
    ) -> Part {
        let mut alternatives = Vec::new();
        if let Some(mut imported) = self.imported.take() {
            let (from, into) = (&environment.system, &mut self.system);
            for one in environment.moves.iter().filter(|one| one.action == action) {
                alternatives.push(Alternative {
                    guard: imported.expr(from, into, one.guard),
                    updates: one.updates.iter().map(|u| imported.update(from, into, u)).collect(),
                    action: Some(named_action(name)),
                });
            }
            self.imported = Some(imported);
        }
        Part { agent: Some(self.environment), alternatives: alternatives.into() }
    }

    /// Whether a proposition holds of the environment.
    fn environment_holds<D>(&mut self, family: &Family<D>, id: PropositionId) -> ExprId {
        match (&family.symbolic, &mut self.imported) {
            (Some(symbolic), Some(imported)) => {
                let found = symbolic.propositions.iter().find(|(known, _)| *known == id);
                match found {
                    Some((_, expr)) => imported.expr(&symbolic.system, &mut self.system, *expr),
                    None => self.system.exprs.bool(false),
                }
            }
            _ => self.is_one_of(self.environment_var(), &family.proposition(id).states),
        }
    }

    /// Whether a local state is one of these.
    pub(crate) fn is_one_of(&mut self, var: VarId, states: &[StateId]) -> ExprId {
        let all = match self.system.var(var).ty {
            Type::Enum(sort) => self.system.enums[sort.0 as usize].values.len(),
            _ => usize::MAX,
        };
        if states.len() == all {
            return self.system.exprs.bool(true);
        }
        let is: Vec<ExprId> = states.iter().map(|state| self.is(var, *state)).collect();
        self.system.exprs.or(is)
    }

    /// Whether a local state is this one.
    pub(crate) fn is(&mut self, var: VarId, state: StateId) -> ExprId {
        let value = self.state(var, state);
        let exprs = &mut self.system.exprs;
        let now = exprs.var(var);
        exprs.eq(now, value)
    }

    fn state(&mut self, var: VarId, state: StateId) -> ExprId {
        let sort = self.system.var(var).ty.sort();
        self.system.exprs.constant(sort, i64::from(state.0))
    }

    /// The assignment of a local state.
    pub(crate) fn goes_to(&mut self, var: VarId, to: StateId) -> Update {
        Update { var, index: None, value: self.state(var, to) }
    }

    /// A participant that moves from some local states to others; it must be in one of the former.
    pub(crate) fn part(
        &mut self,
        agent: Option<AgentId>,
        var: VarId,
        name: &str,
        moves: &[(StateId, StateId)],
    ) -> Part {
        let mut targets: Vec<(Option<StateId>, Vec<StateId>)> = Vec::new();
        for (from, to) in moves {
            // All that stay make one alternative.
            let to = (from != to).then_some(*to);
            match targets.iter_mut().find(|(known, _)| *known == to) {
                Some((_, sources)) => sources.push(*from),
                None => targets.push((to, vec![*from])),
            }
        }
        let alternatives = targets
            .into_iter()
            .map(|(to, sources)| Alternative {
                guard: self.is_one_of(var, &sources),
                updates: to.map(|to| self.goes_to(var, to)).into_iter().collect(),
                action: Some(named_action(name)),
            })
            .collect();
        Part { agent, alternatives }
    }

    /// Adds a rule that consists of parts only.
    pub(crate) fn add_rule(&mut self, name: String, mode: Mode, actors: &[AgentId], parts: Vec<Part>) {
        let guard = self.system.exprs.bool(true);
        let observation = Observation {
            actor: actors.first().copied(),
            partner: actors.get(1).copied(),
            ..Observation::of(mode)
        };
        let rule = Rule { name, choices: vec![], guard, parts, observation, span: Default::default() };
        self.system.add_rule(rule);
    }

    /// The property of the agents that come first; `None` if there are too few.
    pub fn property<D>(&mut self, family: &Family<D>, property: &IndexedProperty) -> Option<Property> {
        let wanted = family.indices(property);
        if std::iter::zip(&self.agents, &wanted).any(|(agents, wanted)| agents.len() < *wanted as usize) {
            return None;
        }
        let formula = self.formula(family, property, &property.formula);
        Some(Property {
            name: property.name.clone(),
            text: property.text.clone(),
            formula,
            span: property.span,
            origin: PropertyOrigin::Model,
        })
    }

    fn formula<D>(
        &mut self,
        family: &Family<D>,
        property: &IndexedProperty,
        formula: &IndexedFormula,
    ) -> Formula {
        let mut inner = |formula: &IndexedFormula| self.formula(family, property, formula);
        match formula {
            IndexedFormula::Holds(proposition, variable) => {
                let (role, number) = family.agent_of(property, *variable);
                let (_, var) = self.agents[role.0 as usize][number as usize];
                Formula::State(self.is_one_of(var, &family.proposition(*proposition).states))
            }
            IndexedFormula::Environment(proposition) => {
                Formula::State(self.environment_holds(family, *proposition))
            }
            IndexedFormula::Not(a) => inner(a).not(),
            IndexedFormula::And(list) => Formula::And(list.iter().map(inner).collect()),
            IndexedFormula::Or(list) => Formula::Or(list.iter().map(inner).collect()),
            IndexedFormula::Next(a) => Formula::Next(Box::new(inner(a))),
            IndexedFormula::Finally(a) => Formula::Finally(Box::new(inner(a))),
            IndexedFormula::Globally(a) => Formula::Globally(Box::new(inner(a))),
            IndexedFormula::Until(a, b) => Formula::Until(Box::new(inner(a)), Box::new(inner(b))),
            IndexedFormula::AllRuns(a) => Formula::AllRuns(Box::new(inner(a))),
            IndexedFormula::SomeRun(a) => Formula::SomeRun(Box::new(inner(a))),
            IndexedFormula::Knows(variable, a) => {
                let known = inner(a);
                let (role, number) = family.agent_of(property, *variable);
                Formula::Knows(self.agents[role.0 as usize][number as usize].0, Box::new(known))
            }
            IndexedFormula::Group(what, members, a) => {
                let inner = Box::new(inner(a));
                let group = self.group(family, property, members);
                match what {
                    Collective::Everybody => Formula::EverybodyKnows(group, inner),
                    Collective::Common => Formula::CommonKnowledge(group, inner),
                    Collective::Distributed => Formula::DistributedKnowledge(group, inner),
                    Collective::Strategy => Formula::Coalition(group, inner),
                }
            }
        }
    }

    fn group<D>(&self, family: &Family<D>, property: &IndexedProperty, members: &[Member]) -> Vec<AgentId> {
        let mut group: Vec<AgentId> = Vec::new();
        for member in members {
            match member {
                Member::Agent(variable) => {
                    let (role, number) = family.agent_of(property, *variable);
                    group.push(self.agents[role.0 as usize][number as usize].0);
                }
                Member::All(role) => {
                    group.extend(self.agents[role.0 as usize].iter().map(|(agent, _)| *agent))
                }
                Member::Environment => group.push(self.environment),
            }
        }
        group.sort_unstable();
        group.dedup();
        group
    }
}

/// What an agent does, by its name.
pub(crate) fn named_action(name: &str) -> Arc<Action> {
    Arc::new(Action {
        role: Involvement::Acts,
        label: None,
        short: name.to_string(),
        guard: None,
        text: name.to_string(),
        span: Default::default(),
    })
}

#[cfg(test)]
mod tests {
    use crate::testing::{count, holds, models};

    #[test]
    fn train_gate_instances_have_the_published_numbers_of_states() {
        let family = models::train_gate();
        for (n, states) in [(1, 6), (2, 16), (3, 40), (4, 96)] {
            assert_eq!(count(&family.instance(&[n, n]).unwrap().system), states);
        }
        for sizes in [[2, 2], [2, 3], [3, 2], [3, 3], [2, 4], [4, 4]] {
            assert!(holds(&family, &family.properties()[0], &sizes));
        }
    }

    #[test]
    fn foraging_is_false_already_for_one_robot_and_one_source() {
        let family = models::foraging();
        assert_eq!(count(&family.instance(&[1, 1]).unwrap().system), 7);
        assert_eq!(count(&family.instance(&[2, 3]).unwrap().system), 127);
        assert!(!holds(&family, &family.properties()[0], &[1, 1]));
    }

    #[test]
    fn a_role_needs_an_agent() {
        let error = models::foraging().instance(&[1, 0]).unwrap_err().to_string();
        assert_eq!(error, "an instance needs at least one agent of the role `Source`");
    }
}
