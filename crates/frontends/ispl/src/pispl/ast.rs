//! The syntax tree of a PISPL file: templates of agents, and formulas about any of them.

use synod_syntax::Span;

pub use crate::ast::{Cond, EvolutionLine, Formula, Logic, Name, ProtocolLine, VarDecl};

/// How agents move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Semantics {
    /// One action at a time, done by those whose action it is.
    #[default]
    Interleaved,
    /// All agents at once, each seeing which actions are done.
    Synchronous,
}

/// A whole file.
#[derive(Clone, Debug)]
pub struct File {
    /// How agents move.
    pub semantics: Semantics,
    /// The templates; one of them may be the environment.
    pub templates: Vec<Template>,
    /// Propositions, each about one template.
    pub evaluation: Vec<(Name, Cond)>,
    /// The questions.
    pub formulae: Vec<Question>,
}

/// A template: the agents of a role, or the environment.
#[derive(Clone, Debug)]
pub struct Template {
    /// The role; `Environment` is special.
    pub name: Name,
    /// The variables of each agent.
    pub vars: Vec<VarDecl>,
    /// Where agents start.
    pub init: Option<Cond>,
    /// The actions with their types; `None` without such a section.
    pub actions: Option<Vec<ActionDecl>>,
    /// Which actions an agent may take when; `None` without such a section.
    pub protocol: Option<Vec<ProtocolLine>>,
    /// How its variables change; `None` without such a section.
    pub evolution: Option<Vec<EvolutionLine>>,
}

impl Template {
    /// Whether it is the environment.
    pub fn is_environment(&self) -> bool {
        self.name.text == "Environment"
    }
}

/// `Type = {actions};`
#[derive(Clone, Debug)]
pub struct ActionDecl {
    /// Who takes part.
    pub ty: ActionType,
    /// Where the type is written.
    pub span: Span,
    /// The actions.
    pub names: Vec<Name>,
}

/// Who takes part in an action.
#[derive(Clone, Debug)]
pub enum ActionType {
    /// One agent alone.
    Asynchronous,
    /// One agent and the environment.
    AgentEnvironment,
    /// All agents of the role, and the environment.
    RoleSynchronous,
    /// All agents of all roles, and the environment.
    GlobalSynchronous,
    /// One agent of each of two roles, and the environment. The other role.
    MultiRole(Name),
    /// Not said: `Actions = {…};`. In synchronous systems everybody acts in every step.
    Unsaid,
}

/// A formula to be decided for any number of agents.
#[derive(Clone, Debug)]
pub struct Question {
    /// Roles with variables for different agents of them.
    pub binder: Vec<(Name, Vec<Name>)>,
    /// Its logic.
    pub logic: Logic,
    /// The formula.
    pub formula: Formula,
    /// Where it stands, binder included, without the `;`.
    pub span: Span,
}
