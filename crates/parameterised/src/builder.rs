//! Building families, and what can be wrong with one.
//!
//! ```
//! use synod_parameterised::*;
//!
//! let mut family = Family::interleaved("door", NullStep::Always);
//! let guest = family.role(Template::named("Guest", "place", ["out", "in"], 0));
//! family.environment(Template::named("Environment", "door", ["closed", "open"], 1));
//! let enter = family.action("enter", Kind::AgentEnvironment(guest));
//! let (out, inside) = (StateId(0), StateId(1));
//! family.agent_move(guest, out, enter, inside);
//! family.environment_move(StateId(1), enter, StateId(0));
//! let is_in = family.proposition("is_in", Subject::Role(guest), vec![inside]);
//! let (u, v) = (VariableId(0), VariableId(1));
//! let both = IndexedFormula::And(vec![IndexedFormula::Holds(is_in, u), IndexedFormula::Holds(is_in, v)]);
//! family.property(IndexedProperty {
//!     name: "alone".into(),
//!     text: "AG !(is_in(u) and is_in(v))".into(),
//!     variables: ["u", "v"].map(|name| IndexedVariable { name: name.into(), role: guest }).into(),
//!     formula: both.not().always(),
//!     span: Default::default(),
//! });
//! let family = family.finish().unwrap();
//! assert_eq!(family.roles().len(), 1);
//! ```

use std::collections::BTreeMap;
use std::fmt;

use crate::environment::SymbolicEnvironment;
use crate::formula::{IndexedFormula, IndexedProperty, Member, VariableId};
use crate::template::*;

/// What is wrong with a family.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Defect {
    /// There is no role.
    NoRole,
    /// A role, an action, a proposition or a variable of one property has the name of another.
    DuplicateName(String),
    /// The template has no local state to start in.
    NoInitialState(String),
    /// The template can start in several local states, though the family is interleaved.
    SeveralInitialStates(String),
    /// A local state does not give each variable of the template a value.
    IncompleteState(String),
    /// An id refers to nothing.
    UnknownId {
        /// What it should refer to.
        what: &'static str,
        /// The number.
        id: u32,
    },
    /// A multi-role action names one role twice.
    SameRoleTwice(String),
    /// An agent of a role, or the environment, has a move by an action it takes no part in.
    NoPart {
        /// The template.
        template: String,
        /// The action.
        action: String,
    },
    /// An action leads from a local state to two different ones.
    TwoTargets {
        /// The template.
        template: String,
        /// The local state.
        state: String,
        /// The action.
        action: String,
    },
    /// In a synchronous family somebody has no action to perform.
    NoAction {
        /// The template.
        template: String,
        /// The local state.
        state: String,
    },
    /// A formula applies a proposition to an agent of another role, or to the environment.
    WrongSubject {
        /// The property.
        property: String,
        /// The proposition.
        proposition: String,
    },
}

impl fmt::Display for Defect {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Defect::NoRole => write!(f, "there is no role"),
            Defect::DuplicateName(name) => write!(f, "`{name}` is declared twice"),
            Defect::NoInitialState(name) => write!(f, "`{name}` has no initial state"),
            Defect::SeveralInitialStates(name) => {
                write!(f, "`{name}` has several initial states; an interleaved template has one")
            }
            Defect::IncompleteState(name) => {
                write!(f, "a local state of `{name}` does not have a value for each variable")
            }
            Defect::UnknownId { what, id } => write!(f, "there is no {what} number {id}"),
            Defect::SameRoleTwice(action) => {
                write!(f, "the multi-role action `{action}` needs two different roles")
            }
            Defect::NoPart { template, action } => {
                write!(f, "`{template}` takes no part in the action `{action}`")
            }
            Defect::TwoTargets { template, state, action } => {
                write!(f, "in `{template}` the action `{action}` leads from {state} to two different states")
            }
            Defect::NoAction { template, state } => {
                write!(f, "`{template}` has no action to perform in {state}")
            }
            Defect::WrongSubject { property, proposition } => {
                write!(f, "in `{property}` the proposition `{proposition}` is applied to the wrong role")
            }
        }
    }
}

/// A family under construction. Ids are given out in order; what is wrong is told by `finish`.
#[derive(Clone, Debug)]
pub struct Builder<D> {
    family: Family<D>,
    has_environment: bool,
    defects: Vec<Defect>,
}

impl Family<Interleaved> {
    /// Begins an interleaved family.
    pub fn interleaved(name: impl Into<String>, null: NullStep) -> Builder<Interleaved> {
        let dynamics = Interleaved { actions: vec![], null, moves: vec![], environment: vec![] };
        Builder::new(name.into(), dynamics)
    }
}

impl Family<Synchronous> {
    /// Begins a synchronous family.
    pub fn synchronous(name: impl Into<String>) -> Builder<Synchronous> {
        let dynamics =
            Synchronous { actions: vec![], environment_actions: vec![], offers: vec![], environment: vec![] };
        Builder::new(name.into(), dynamics)
    }
}

/// What both kinds of steps need when a template is declared.
trait Dynamics {
    fn add_role(&mut self, states: usize);
    fn set_environment(&mut self, states: usize);
}

impl Dynamics for Interleaved {
    fn add_role(&mut self, states: usize) {
        self.moves.push(vec![BTreeMap::new(); states]);
    }
    fn set_environment(&mut self, states: usize) {
        self.environment = vec![BTreeMap::new(); states];
    }
}

impl Dynamics for Synchronous {
    fn add_role(&mut self, states: usize) {
        self.offers.push(vec![Vec::new(); states]);
    }
    fn set_environment(&mut self, states: usize) {
        self.environment = vec![Vec::new(); states];
    }
}

#[allow(private_bounds)]
impl<D: Dynamics> Builder<D> {
    fn new(name: String, mut dynamics: D) -> Self {
        let environment = Template::named("Environment", "state", ["idle"], 0);
        dynamics.set_environment(1);
        let family = Family {
            name,
            environment,
            symbolic: None,
            fixed: BTreeMap::new(),
            roles: vec![],
            dynamics,
            propositions: vec![],
            properties: vec![],
        };
        Builder { family, has_environment: false, defects: vec![] }
    }

    /// Declares the environment. Without it, there is one state that enables every shared action.
    pub fn environment(&mut self, template: Template) {
        self.has_environment = true;
        self.family.dynamics.set_environment(template.states.len());
        self.family.environment = template;
    }

    /// Adds a role.
    pub fn role(&mut self, template: Template) -> RoleId {
        self.family.dynamics.add_role(template.states.len());
        self.family.roles.push(template);
        RoleId(self.family.roles.len() as u32 - 1)
    }

    /// Adds a proposition.
    pub fn proposition(
        &mut self,
        name: impl Into<String>,
        subject: Subject,
        states: Vec<StateId>,
    ) -> PropositionId {
        self.family.propositions.push(Proposition { name: name.into(), subject, states });
        PropositionId(self.family.propositions.len() as u32 - 1)
    }

    /// Adds a property.
    pub fn property(&mut self, property: IndexedProperty) {
        self.family.properties.push(property);
    }

    fn unknown(&mut self, what: &'static str, id: u32) {
        self.defects.push(Defect::UnknownId { what, id });
    }

    /// Whether the id is one of so many; otherwise says so.
    fn known(&mut self, what: &'static str, id: u32, count: usize) -> bool {
        let known = (id as usize) < count;
        if !known {
            self.unknown(what, id);
        }
        known
    }

    fn known_states(&mut self, role: RoleId, states: &[StateId]) -> bool {
        self.known("role", role.0, self.family.roles.len()) && {
            let count = self.family.role(role).states.len();
            states.iter().all(|state| self.known("local state", state.0, count))
        }
    }

    fn known_environment_states(&mut self, states: &[StateId]) -> bool {
        let count = self.family.environment.states.len();
        states.iter().all(|state| self.known("environment state", state.0, count))
    }

    fn unique<'n>(defects: &mut Vec<Defect>, names: impl Iterator<Item = &'n String>) {
        let mut seen = std::collections::BTreeSet::new();
        for name in names {
            if !seen.insert(name) {
                defects.push(Defect::DuplicateName(name.clone()));
            }
        }
    }

    /// The checks that concern names, local states and properties.
    fn check_common(&mut self) {
        let family = &self.family;
        let mut defects = Vec::new();
        if family.roles.is_empty() {
            defects.push(Defect::NoRole);
        }
        let templates = || family.roles.iter().chain([&family.environment]);
        Self::unique(&mut defects, templates().map(|t| &t.name));
        Self::unique(&mut defects, family.propositions.iter().map(|p| &p.name));
        for template in templates() {
            if template.initial.is_empty() {
                defects.push(Defect::NoInitialState(template.name.clone()));
            }
            if template.states.iter().any(|s| s.len() != template.variables.len()) {
                defects.push(Defect::IncompleteState(template.name.clone()));
            }
            let beyond = |s: &&StateId| s.0 as usize >= template.states.len();
            for state in template.initial.iter().filter(beyond) {
                defects.push(Defect::UnknownId { what: "local state", id: state.0 });
            }
        }
        for proposition in &family.propositions {
            let count = match proposition.subject {
                Subject::Environment => Some(family.environment.states.len()),
                Subject::Role(role) => family.roles.get(role.0 as usize).map(|t| t.states.len()),
            };
            if let (None, Subject::Role(role)) = (count, proposition.subject) {
                defects.push(Defect::UnknownId { what: "role", id: role.0 });
            }
            let beyond = |s: &&StateId| s.0 as usize >= count.unwrap_or(usize::MAX);
            for state in proposition.states.iter().filter(beyond) {
                defects.push(Defect::UnknownId { what: "local state", id: state.0 });
            }
        }
        for property in &family.properties {
            Self::unique(&mut defects, property.variables.iter().map(|v| &v.name));
            for variable in &property.variables {
                if variable.role.0 as usize >= family.roles.len() {
                    defects.push(Defect::UnknownId { what: "role", id: variable.role.0 });
                }
            }
            property.formula.any(&mut |part| {
                defects.extend(check_atom(family, property, part));
                false
            });
        }
        self.defects.extend(defects);
    }

    fn done(self) -> Result<Family<D>, Vec<Defect>> {
        if self.defects.is_empty() { Ok(self.family) } else { Err(self.defects) }
    }
}

fn check_atom<D>(family: &Family<D>, property: &IndexedProperty, part: &IndexedFormula) -> Option<Defect> {
    let role_of = |variable: &VariableId| {
        let found = property.variables.get(variable.0 as usize).map(|v| Subject::Role(v.role));
        found.ok_or(Defect::UnknownId { what: "variable", id: variable.0 })
    };
    let (proposition, subject) = match part {
        IndexedFormula::Holds(proposition, variable) => match role_of(variable) {
            Ok(subject) => (proposition, subject),
            Err(defect) => return Some(defect),
        },
        IndexedFormula::Environment(proposition) => (proposition, Subject::Environment),
        IndexedFormula::Knows(variable, _) => return role_of(variable).err(),
        IndexedFormula::Group(_, members, _) => {
            return members.iter().find_map(|member| match member {
                Member::Agent(variable) => role_of(variable).err(),
                Member::All(role) if role.0 as usize >= family.roles.len() => {
                    Some(Defect::UnknownId { what: "role", id: role.0 })
                }
                Member::All(_) | Member::Environment => None,
            });
        }
        _ => return None,
    };
    match family.propositions.get(proposition.0 as usize) {
        None => Some(Defect::UnknownId { what: "proposition", id: proposition.0 }),
        Some(known) if known.subject != subject => {
            Some(Defect::WrongSubject { property: property.name.clone(), proposition: known.name.clone() })
        }
        Some(_) => None,
    }
}

impl Builder<Interleaved> {
    /// Adds an action. In the environment that nobody declared it is enabled.
    pub fn action(&mut self, name: impl Into<String>, kind: Kind) -> ActionId {
        self.family.dynamics.actions.push(SharedAction { name: name.into(), kind });
        ActionId(self.family.dynamics.actions.len() as u32 - 1)
    }

    /// Declares the environment by variables and expressions. If it has few states, it is listed.
    pub fn symbolic_environment(&mut self, environment: SymbolicEnvironment) {
        self.environment(environment.outline());
        self.family.symbolic = Some(Box::new(environment));
    }

    /// Lists the environment, if it is given by expressions and has few states.
    fn list_environment(&mut self) {
        let Some(listed) = self.family.symbolic.as_ref().and_then(|symbolic| symbolic.list()) else { return };
        self.family.symbolic = None;
        self.family.environment = listed.template;
        self.family.dynamics.environment = listed.moves;
        for (id, states) in listed.propositions {
            if let Some(proposition) = self.family.propositions.get_mut(id.0 as usize) {
                proposition.states = states;
            }
        }
    }

    /// Lets agents of a role perform an action in a local state.
    pub fn agent_move(&mut self, role: RoleId, from: StateId, action: ActionId, to: StateId) {
        let actions = self.family.dynamics.actions.len();
        if self.known_states(role, &[from, to]) && self.known("action", action.0, actions) {
            let moves = &mut self.family.dynamics.moves[role.0 as usize][from.0 as usize];
            if moves.insert(action, to).is_some_and(|other| other != to) {
                self.two_targets(self.family.role(role).clone(), from, action);
            }
        }
    }

    /// Lets the environment take part in an action in a local state.
    pub fn environment_move(&mut self, from: StateId, action: ActionId, to: StateId) {
        let actions = self.family.dynamics.actions.len();
        if self.known_environment_states(&[from, to]) && self.known("action", action.0, actions) {
            let moves = &mut self.family.dynamics.environment[from.0 as usize];
            if moves.insert(action, to).is_some_and(|other| other != to) {
                self.two_targets(self.family.environment.clone(), from, action);
            }
        }
    }

    fn two_targets(&mut self, template: Template, from: StateId, action: ActionId) {
        let state = template.show_state(from);
        let action = self.family.dynamics.action(action).name.clone();
        self.defects.push(Defect::TwoTargets { template: template.name, state, action });
    }

    /// The family, or everything that is wrong with it.
    pub fn finish(mut self) -> Result<Family<Interleaved>, Vec<Defect>> {
        self.list_environment();
        self.check_common();
        let family = &self.family;
        let dynamics = &family.dynamics;
        let mut defects = Vec::new();
        Self::unique(&mut defects, dynamics.actions.iter().map(|a| &a.name));
        for action in &dynamics.actions {
            let named = match action.kind {
                Kind::Asynchronous(r) | Kind::AgentEnvironment(r) | Kind::RoleSynchronous(r) => vec![r],
                Kind::GlobalSynchronous => vec![],
                Kind::MultiRole(a, b) => vec![a, b],
            };
            if matches!(action.kind, Kind::MultiRole(a, b) if a == b) {
                defects.push(Defect::SameRoleTwice(action.name.clone()));
            }
            for role in named.iter().filter(|role| role.0 as usize >= family.roles.len()) {
                defects.push(Defect::UnknownId { what: "role", id: role.0 });
            }
        }
        let no_part = |template: &Template, action: &ActionId| Defect::NoPart {
            template: template.name.clone(),
            action: dynamics.action(*action).name.clone(),
        };
        for template in family.roles.iter().chain([&family.environment]) {
            if template.initial.len() > 1 {
                defects.push(Defect::SeveralInitialStates(template.name.clone()));
            }
        }
        for role in family.role_ids() {
            for action in dynamics.moves(role).iter().flat_map(|moves| moves.keys()) {
                if !dynamics.action(*action).kind.involves(role) {
                    defects.push(no_part(family.role(role), action));
                }
            }
        }
        let symbolic = family.symbolic.iter().flat_map(|symbolic| symbolic.moves.iter().map(|m| &m.action));
        for action in dynamics.environment.iter().flat_map(|moves| moves.keys()).chain(symbolic) {
            if action.0 as usize >= dynamics.actions.len() {
                defects.push(Defect::UnknownId { what: "action", id: action.0 });
            } else if !dynamics.action(*action).kind.is_shared() {
                defects.push(no_part(&family.environment, action));
            }
        }
        self.defects.extend(defects);
        if !self.has_environment {
            let dynamics = &mut self.family.dynamics;
            let shared = (0..).map(ActionId).zip(&dynamics.actions).filter(|(_, a)| a.kind.is_shared());
            dynamics.environment = vec![shared.map(|(id, _)| (id, StateId(0))).collect()];
        }
        self.done()
    }
}

impl Builder<Synchronous> {
    /// Adds an action of agents.
    pub fn action(&mut self, name: impl Into<String>) -> ActionId {
        self.family.dynamics.actions.push(name.into());
        ActionId(self.family.dynamics.actions.len() as u32 - 1)
    }

    /// Adds an action of the environment.
    pub fn environment_action(&mut self, name: impl Into<String>) -> EnvironmentActionId {
        self.family.dynamics.environment_actions.push(name.into());
        EnvironmentActionId(self.family.dynamics.environment_actions.len() as u32 - 1)
    }

    /// Lets agents of a role perform an action in a local state.
    pub fn agent_offer(&mut self, role: RoleId, from: StateId, offer: Offer<ActionId>) {
        let states: Vec<StateId> = offer.moves.iter().map(|m| m.to).chain([from]).collect();
        let actions = self.family.dynamics.actions.len();
        if self.known_states(role, &states)
            && self.known("action", offer.action.0, actions)
            && self.known_conditions(&offer.moves)
        {
            self.family.dynamics.offers[role.0 as usize][from.0 as usize].push(offer);
        }
    }

    /// Lets the environment perform an action in a local state.
    pub fn environment_offer(&mut self, from: StateId, offer: Offer<EnvironmentActionId>) {
        let states: Vec<StateId> = offer.moves.iter().map(|m| m.to).chain([from]).collect();
        let actions = self.family.dynamics.environment_actions.len();
        if self.known_environment_states(&states)
            && self.known("environment action", offer.action.0, actions)
            && self.known_conditions(&offer.moves)
        {
            self.family.dynamics.environment[from.0 as usize].push(offer);
        }
    }

    fn known_conditions(&mut self, moves: &[Move]) -> bool {
        let (own, other) =
            (self.family.dynamics.actions.len(), self.family.dynamics.environment_actions.len());
        let mut todo: Vec<&Condition> = moves.iter().map(|m| &m.when).collect();
        let mut fine = true;
        while let Some(condition) = todo.pop() {
            match condition {
                Condition::Occurs(action) => fine &= self.known("action", action.0, own),
                Condition::EnvironmentDoes(action) => {
                    fine &= self.known("environment action", action.0, other);
                }
                Condition::Not(inner) => todo.push(inner),
                Condition::All(list) | Condition::Any(list) => todo.extend(list),
            }
        }
        fine
    }

    /// The family, or everything that is wrong with it.
    pub fn finish(mut self) -> Result<Family<Synchronous>, Vec<Defect>> {
        if !self.has_environment {
            let action = self.environment_action("idle");
            self.family.dynamics.environment = vec![vec![Offer { action, moves: vec![] }]];
        }
        self.check_common();
        let family = &self.family;
        let dynamics = &family.dynamics;
        let mut defects = Vec::new();
        Self::unique(&mut defects, dynamics.actions.iter());
        Self::unique(&mut defects, dynamics.environment_actions.iter());
        let no_action = |template: &Template, state| Defect::NoAction {
            template: template.name.clone(),
            state: template.show_state(state),
        };
        for role in family.role_ids() {
            let idle = family.role(role).state_ids().filter(|s| dynamics.offers(role, *s).is_empty());
            defects.extend(idle.map(|state| no_action(family.role(role), state)));
        }
        let environment = &family.environment;
        let idle = environment.state_ids().filter(|s| dynamics.environment(*s).is_empty());
        defects.extend(idle.map(|state| no_action(environment, state)));
        self.defects.extend(defects);
        self.done()
    }
}
