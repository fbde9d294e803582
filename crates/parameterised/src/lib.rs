//! Systems of any number of agents: agent templates, their instances, and what can be proved for all
//! numbers at once.
//!
//! A [`Family`] is templates for roles and an environment, either interleaved or synchronous, with
//! properties whose variables stand for different agents of a role.

mod builder;
mod formula;
mod template;

pub use builder::{Builder, Defect};
pub use formula::{IndexedFormula, IndexedProperty, IndexedVariable, VariableId};
pub use template::{
    ActionId, Condition, EnvironmentActionId, Family, Interleaved, Kind, LocalType, LocalVariable, Move,
    Moves, NullStep, Offer, Proposition, PropositionId, RoleId, SharedAction, Sizes, StateId, Subject,
    Synchronous, Template, Templates,
};
