//! Families of systems: one template for each role, one for the environment, and how they move together.

use std::collections::BTreeMap;

use synod_syntax::Span;

use crate::abstraction::Extent;
use crate::environment::SymbolicEnvironment;
use crate::formula::{IndexedFormula, IndexedProperty, VariableId};

/// A role, by its position in [`Family::roles`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RoleId(pub u32);

/// A local state of a template, by its position in [`Template::states`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct StateId(pub u32);

/// An action of agents, by its position in [`Interleaved::actions`] or [`Synchronous::actions`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ActionId(pub u32);

/// An action of a synchronous environment, by its position in [`Synchronous::environment_actions`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct EnvironmentActionId(pub u32);

/// A proposition, by its position in [`Family::propositions`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PropositionId(pub u32);

/// How many agents each role has, in the order of the roles.
pub type Sizes = Vec<u32>;

/// A family of either kind: what a front end makes of a file.
#[derive(Clone, Debug)]
pub enum Templates {
    /// One action at a time.
    Interleaved(Family<Interleaved>),
    /// Everybody acts in every step.
    Synchronous(Family<Synchronous>),
}

/// Templates with their properties. Made by a [`crate::Builder`], which keeps all ids in range.
#[derive(Clone, Debug)]
pub struct Family<D> {
    pub(crate) name: String,
    pub(crate) environment: Template,
    /// An environment too large to be listed.
    pub(crate) symbolic: Option<Box<SymbolicEnvironment>>,
    pub(crate) roles: Vec<Template>,
    pub(crate) dynamics: D,
    pub(crate) propositions: Vec<Proposition>,
    pub(crate) properties: Vec<IndexedProperty>,
    /// The numbers of agents of the roles of which there is not any number.
    pub(crate) fixed: BTreeMap<RoleId, u32>,
}

/// The local states of an agent of a role, or of the environment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Template {
    /// The name of the role; agents are called after it.
    pub name: String,
    /// The variables that a local state gives values to.
    pub variables: Vec<LocalVariable>,
    /// The local states, as values of the variables. Only those that can be reached need be here.
    pub states: Vec<Vec<i64>>,
    /// Where an agent can start; one state if the family is interleaved.
    pub initial: Vec<StateId>,
    /// Where it was declared.
    pub span: Span,
}

/// A variable of a template.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LocalVariable {
    /// Unique among its kind in the family.
    pub name: String,
    /// What it holds.
    pub ty: LocalType,
}

/// What a local variable holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LocalType {
    /// 0 is `false`, 1 is `true`.
    Bool,
    /// An integer.
    Integer,
    /// One of some names, by position.
    Enum(Vec<String>),
}

impl LocalType {
    /// A value in words.
    pub fn show(&self, value: i64) -> String {
        match self {
            LocalType::Bool => (value != 0).to_string(),
            LocalType::Integer => value.to_string(),
            LocalType::Enum(names) => usize::try_from(value)
                .ok()
                .and_then(|i| names.get(i).cloned())
                .unwrap_or_else(|| format!("?{value}")),
        }
    }
}

impl Template {
    /// A template with one variable that has a value for each local state, starting in one of them.
    pub fn named<'n>(
        name: impl Into<String>,
        variable: impl Into<String>,
        states: impl IntoIterator<Item = &'n str>,
        initial: u32,
    ) -> Self {
        let names: Vec<String> = states.into_iter().map(str::to_string).collect();
        Template {
            name: name.into(),
            states: (0..names.len() as i64).map(|value| vec![value]).collect(),
            variables: vec![LocalVariable { name: variable.into(), ty: LocalType::Enum(names) }],
            initial: vec![StateId(initial)],
            span: Span::default(),
        }
    }

    /// The ids of its local states.
    pub fn state_ids(&self) -> impl DoubleEndedIterator<Item = StateId> + use<> {
        (0..self.states.len() as u32).map(StateId)
    }

    /// A local state in words: the value of the only variable, or all values as a tuple.
    pub fn show_state(&self, state: StateId) -> String {
        let values = std::iter::zip(&self.variables, &self.states[state.0 as usize]);
        let mut words: Vec<String> = values.map(|(variable, value)| variable.ty.show(*value)).collect();
        match words.len() {
            1 => words.remove(0),
            _ => format!("({})", words.join(", ")),
        }
    }

    /// The name of what has a local state as its value: the only variable, or the tuple of them.
    pub fn show_variables(&self) -> String {
        match self.variables.as_slice() {
            [one] => one.name.clone(),
            many => {
                let names: Vec<&str> = many.iter().map(|v| v.name.as_str()).collect();
                format!("({})", names.join(", "))
            }
        }
    }
}

/// What a proposition is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Subject {
    /// Agents of a role.
    Role(RoleId),
    /// The environment. Formulas with such propositions are outside of some classes of cutoffs.
    Environment,
}

/// A set of local states with a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proposition {
    /// Unique among its kind in the family.
    pub name: String,
    /// Whose local states.
    pub subject: Subject,
    /// Where it holds.
    pub states: Vec<StateId>,
}

/// Who takes part in a step of an interleaved family.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// One agent of the role, alone.
    Asynchronous(RoleId),
    /// One agent of the role and the environment.
    AgentEnvironment(RoleId),
    /// All agents of the role and the environment.
    RoleSynchronous(RoleId),
    /// All agents of all roles and the environment.
    GlobalSynchronous,
    /// One agent of each of two different roles, and the environment.
    MultiRole(RoleId, RoleId),
}

impl Kind {
    /// Whether agents of the role take part.
    pub fn involves(self, role: RoleId) -> bool {
        match self {
            Kind::Asynchronous(r) | Kind::AgentEnvironment(r) | Kind::RoleSynchronous(r) => r == role,
            Kind::GlobalSynchronous => true,
            Kind::MultiRole(a, b) => a == role || b == role,
        }
    }

    /// Whether the environment takes part.
    pub fn is_shared(self) -> bool {
        !matches!(self, Kind::Asynchronous(_))
    }

    /// Whether all agents of the role have to take part.
    pub fn needs_all(self, role: RoleId) -> bool {
        matches!(self, Kind::GlobalSynchronous) || self == Kind::RoleSynchronous(role)
    }
}

/// An action of an interleaved family.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SharedAction {
    /// Unique among its kind in the family.
    pub name: String,
    /// Who takes part.
    pub kind: Kind,
}

/// When a step may leave everything as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum NullStep {
    /// Always. Then nothing is ever bound to happen: `AF p` holds only where `p` does.
    #[default]
    Always,
    /// Only when no action can be taken.
    WhenStuck,
}

/// For each local state, the actions enabled there and where they lead.
pub type Moves = Vec<BTreeMap<ActionId, StateId>>;

/// Steps in which one action is performed by those whom its kind names; all of them must enable it, and
/// everybody else stays.
#[derive(Clone, Debug)]
pub struct Interleaved {
    pub(crate) actions: Vec<SharedAction>,
    pub(crate) null: NullStep,
    pub(crate) moves: Vec<Moves>,
    pub(crate) environment: Moves,
}

impl Interleaved {
    /// All actions.
    pub fn actions(&self) -> &[SharedAction] {
        &self.actions
    }

    /// The actions with their ids.
    pub fn action_ids(&self) -> impl Iterator<Item = (ActionId, &SharedAction)> {
        self.actions.iter().enumerate().map(|(i, action)| (ActionId(i as u32), action))
    }

    /// An action.
    pub fn action(&self, id: ActionId) -> &SharedAction {
        &self.actions[id.0 as usize]
    }

    /// When nothing may happen.
    pub fn null(&self) -> NullStep {
        self.null
    }

    /// What agents of a role can do.
    pub fn moves(&self, role: RoleId) -> &Moves {
        &self.moves[role.0 as usize]
    }

    /// What the environment can do: it has no asynchronous actions. Nothing, if it is not listed.
    pub fn environment(&self) -> &Moves {
        &self.environment
    }

    /// Where an agent of a role goes by an action, if it enables it.
    pub fn step(&self, role: RoleId, from: StateId, action: ActionId) -> Option<StateId> {
        self.moves(role)[from.0 as usize].get(&action).copied()
    }

    /// Where the environment goes by an action, if it enables it; nowhere by asynchronous ones.
    pub fn environment_step(&self, from: StateId, action: ActionId) -> Option<StateId> {
        match self.action(action).kind.is_shared() {
            true => self.environment[from.0 as usize].get(&action).copied(),
            false => Some(from),
        }
    }
}

/// A condition on the actions of one synchronous step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Condition {
    /// Some agent, possibly oneself, performs the action.
    Occurs(ActionId),
    /// The environment performs the action.
    EnvironmentDoes(EnvironmentActionId),
    /// Not so.
    Not(Box<Condition>),
    /// All of them; `All(vec![])` is always true.
    All(Vec<Condition>),
    /// One of them at least.
    Any(Vec<Condition>),
}

impl Condition {
    /// No condition.
    pub fn always() -> Self {
        Condition::All(Vec::new())
    }

    /// Whether it holds, given the actions that agents perform and that of the environment.
    pub fn holds(&self, occurs: &dyn Fn(ActionId) -> bool, environment: EnvironmentActionId) -> bool {
        match self {
            Condition::Occurs(action) => occurs(*action),
            Condition::EnvironmentDoes(action) => *action == environment,
            Condition::Not(inner) => !inner.holds(occurs, environment),
            Condition::All(list) => list.iter().all(|c| c.holds(occurs, environment)),
            Condition::Any(list) => list.iter().any(|c| c.holds(occurs, environment)),
        }
    }
}

/// An action enabled in a local state, and where it can lead. Any move whose condition holds can be
/// taken; where none holds, the state stays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer<A> {
    /// The action.
    pub action: A,
    /// Where it leads.
    pub moves: Vec<Move>,
}

/// A way to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// When.
    pub when: Condition,
    /// Where to.
    pub to: StateId,
}

/// Steps in which every agent and the environment pick an action that they offer, and then all move by
/// what was picked: of the agents' actions only the set is seen.
#[derive(Clone, Debug)]
pub struct Synchronous {
    pub(crate) actions: Vec<String>,
    pub(crate) environment_actions: Vec<String>,
    pub(crate) offers: Vec<Vec<Vec<Offer<ActionId>>>>,
    pub(crate) environment: Vec<Vec<Offer<EnvironmentActionId>>>,
}

impl Synchronous {
    /// The names of the agents' actions. Roles may share actions.
    pub fn actions(&self) -> &[String] {
        &self.actions
    }

    /// The names of the environment's actions.
    pub fn environment_actions(&self) -> &[String] {
        &self.environment_actions
    }

    /// What an agent of a role offers in a local state; never nothing.
    pub fn offers(&self, role: RoleId, state: StateId) -> &[Offer<ActionId>] {
        &self.offers[role.0 as usize][state.0 as usize]
    }

    /// What the environment offers in a local state; never nothing.
    pub fn environment(&self, state: StateId) -> &[Offer<EnvironmentActionId>] {
        &self.environment[state.0 as usize]
    }
}

impl<D> Family<D> {
    /// Its name, for titles.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The template of the environment; if it is not listed, with its initial state only.
    pub fn environment(&self) -> &Template {
        &self.environment
    }

    /// Whether the environment is given state by state, and not too large for that.
    pub fn is_environment_listed(&self) -> bool {
        self.symbolic.is_none()
    }

    /// The templates of the roles.
    pub fn roles(&self) -> &[Template] {
        &self.roles
    }

    /// The ids of the roles.
    pub fn role_ids(&self) -> impl DoubleEndedIterator<Item = RoleId> + use<D> {
        (0..self.roles.len() as u32).map(RoleId)
    }

    /// The template of a role.
    pub fn role(&self, id: RoleId) -> &Template {
        &self.roles[id.0 as usize]
    }

    /// How it moves.
    pub fn dynamics(&self) -> &D {
        &self.dynamics
    }

    /// The propositions.
    pub fn propositions(&self) -> &[Proposition] {
        &self.propositions
    }

    /// A proposition.
    pub fn proposition(&self, id: PropositionId) -> &Proposition {
        &self.propositions[id.0 as usize]
    }

    /// The properties.
    pub fn properties(&self) -> &[IndexedProperty] {
        &self.properties
    }

    /// How many variables of each role a property has: no instance with fewer agents satisfies or
    /// violates it.
    pub fn indices(&self, property: &IndexedProperty) -> Sizes {
        let of = |role: RoleId| property.variables.iter().filter(|v| v.role == role).count() as u32;
        self.role_ids().map(of).collect()
    }

    /// The agent that a variable stands for in the one instance of the formula that is checked: its
    /// role, and its number among the variables of that role, from 0.
    pub fn agent_of(&self, property: &IndexedProperty, variable: VariableId) -> (RoleId, u32) {
        let role = property.variables[variable.0 as usize].role;
        let earlier = &property.variables[..variable.0 as usize];
        (role, earlier.iter().filter(|v| v.role == role).count() as u32)
    }

    /// How many agents of a role there are, if that is fixed.
    pub fn fixed_size(&self, role: RoleId) -> Option<u32> {
        self.fixed.get(&role).copied()
    }

    /// The least sizes that a property is about: one agent of each role, and those that it names, or as many
    /// as there are.
    pub fn least(&self, property: &IndexedProperty) -> Sizes {
        let fixed = self.role_ids().map(|role| self.fixed_size(role));
        std::iter::zip(fixed, self.indices(property)).map(|(fixed, m)| fixed.unwrap_or(m.max(1))).collect()
    }

    /// Sizes from which on something is so: exactly so many agents where their number is fixed, at least so
    /// many elsewhere.
    pub fn extents(&self, sizes: &[u32]) -> Vec<Extent> {
        let extent = |(role, size): (RoleId, &u32)| match self.fixed_size(role) {
            Some(fixed) => Extent::Exactly(fixed),
            None => Extent::AtLeast(*size),
        };
        std::iter::zip(self.role_ids(), sizes).map(extent).collect()
    }

    /// A part of a property in words.
    pub fn show_formula(&self, property: &IndexedProperty, formula: &IndexedFormula) -> String {
        use IndexedFormula::*;
        let variable = |id: &VariableId| property.variables[id.0 as usize].name.clone();
        let show = |part: &IndexedFormula| self.show_formula(property, part);
        let joined = |list: &[IndexedFormula], word: &str| {
            let parts: Vec<String> = list.iter().map(show).collect();
            format!("({})", parts.join(word))
        };
        match formula {
            Holds(id, of) => format!("{}({})", self.proposition(*id).name, variable(of)),
            Environment(id) => self.proposition(*id).name.clone(),
            Not(part) => format!("!{}", show(part)),
            And(list) if list.is_empty() => "true".to_string(),
            Or(list) if list.is_empty() => "false".to_string(),
            And(list) => joined(list, " and "),
            Or(list) => joined(list, " or "),
            Next(part) => format!("X {}", show(part)),
            Finally(part) => format!("F {}", show(part)),
            Globally(part) => format!("G {}", show(part)),
            Until(first, then) => format!("({} U {})", show(first), show(then)),
            AllRuns(part) => format!("A {}", show(part)),
            SomeRun(part) => format!("E {}", show(part)),
            Knows(who, part) => format!("K({}, {})", variable(who), show(part)),
            Group(_, _, part) => format!("<group> {}", show(part)),
        }
    }

    /// Sizes in words: `PTrain = 2, NTrain = 3`.
    pub fn show_sizes(&self, sizes: &[u32]) -> String {
        let words = std::iter::zip(&self.roles, sizes).map(|(role, n)| format!("{} = {n}", role.name));
        words.collect::<Vec<_>>().join(", ")
    }
}

impl Templates {
    /// A part of a property in words.
    pub fn show_formula(&self, property: &IndexedProperty, formula: &IndexedFormula) -> String {
        match self {
            Templates::Interleaved(family) => family.show_formula(property, formula),
            Templates::Synchronous(family) => family.show_formula(property, formula),
        }
    }

    /// The templates of the roles.
    pub fn roles(&self) -> &[Template] {
        match self {
            Templates::Interleaved(family) => family.roles(),
            Templates::Synchronous(family) => family.roles(),
        }
    }

    /// The properties.
    pub fn properties(&self) -> &[IndexedProperty] {
        match self {
            Templates::Interleaved(family) => family.properties(),
            Templates::Synchronous(family) => family.properties(),
        }
    }

    /// How many variables of each role a property has; see [`Family::indices`].
    pub fn indices(&self, property: &IndexedProperty) -> Sizes {
        match self {
            Templates::Interleaved(family) => family.indices(property),
            Templates::Synchronous(family) => family.indices(property),
        }
    }

    /// See [`Family::extents`].
    pub fn extents(&self, sizes: &[u32]) -> Vec<Extent> {
        match self {
            Templates::Interleaved(family) => family.extents(sizes),
            Templates::Synchronous(family) => family.extents(sizes),
        }
    }

    /// From now on there are exactly so many agents of a role, and not any number.
    pub fn fix_size(&mut self, role: RoleId, size: u32) {
        let fixed = match self {
            Templates::Interleaved(family) => &mut family.fixed,
            Templates::Synchronous(family) => &mut family.fixed,
        };
        fixed.insert(role, size);
    }
}
