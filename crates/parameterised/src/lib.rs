//! Systems of any number of agents: agent templates, their instances, and what can be proved for all
//! numbers at once.
//!
//! A [`Family`] is templates for roles and an environment, either interleaved or synchronous, with
//! properties whose variables stand for different agents of a role.

mod abstraction;
mod answer;
mod backwards;
mod builder;
mod certificate;
mod certificate_text;
mod classes;
mod counting;
mod emergence;
mod environment;
mod formula;
mod fragment;
mod inquiry;
mod instance;
mod interleaved;
mod points;
mod reach;
mod realise;
mod recognise;
mod retrace;
mod rounds;
mod simulation;
mod straight;
mod synchronous;
mod template;
#[cfg(test)]
mod testing;
mod unreachable;
mod verify;
mod views;

pub use abstraction::Extent;
pub use answer::{Answer, Conclusion, Cover, Limits, Oracle, Question, Reason, Trial};
pub use builder::{Builder, Defect};
pub use certificate::{Certificate, Refused};
pub use classes::{Class, Membership, Obstacle, Wait};
pub use counting::Configuration;
pub use emergence::{Emergence, Fewer, Persistence};
pub use environment::{SymbolicEnvironment, SymbolicMove};
pub use formula::{Collective, IndexedFormula, IndexedProperty, IndexedVariable, Member, VariableId};
pub use fragment::Fragment;
pub use instance::{EmptyRole, Instance, Steps};
pub use recognise::{Asked, Recognised, Unmet, recognise};
pub use template::{
    ActionId, Condition, EnvironmentActionId, Family, Interleaved, Kind, LocalType, LocalVariable, Move,
    Moves, NullStep, Offer, Proposition, PropositionId, RoleId, SharedAction, Sizes, StateId, Subject,
    Synchronous, Template, Templates,
};
