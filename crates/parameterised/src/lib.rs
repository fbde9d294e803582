//! Systems of any number of agents: agent templates, their instances, and what can be proved for all
//! numbers at once.
//!
//! A [`Family`] is templates for roles and an environment, either interleaved or synchronous, with
//! properties whose variables stand for different agents of a role.

mod abstraction;
mod answer;
mod builder;
mod certificate;
mod certificate_text;
mod classes;
mod concretise;
mod counter_abstraction;
mod coverability;
mod emergence;
mod environment;
mod formula;
mod fragment;
mod instance;
mod interleaved;
mod linearisation;
mod petri_net;
mod reach;
mod recognise;
mod rounds;
mod routes;
mod simulation;
mod synchronous;
mod template;
#[cfg(test)]
mod testing;
mod unreachable;
mod verification;
mod verify;
mod views;

pub use abstraction::Extent;
pub use answer::{
    Conclusion, Cover, Limits, Oracle, ParameterisedAnswer, ParameterisedQuery, Reason, Trial, TrialSubject,
    TrialVerdict,
};
pub use builder::{Builder, Defect};
pub use certificate::{Certificate, Refused};
pub use classes::{Class, Membership, Obstacle, Wait};
pub use emergence::{Emergence, Fewer, Persistence};
pub use environment::{SymbolicEnvironment, SymbolicMove};
pub use formula::{Collective, IndexedFormula, IndexedProperty, IndexedVariable, Member, VariableId};
pub use fragment::Fragment;
pub use instance::{EmptyRole, Instance, Steps};
pub use petri_net::Configuration;
pub use recognise::{Asked, Recognised, Unmet, recognise};
pub use template::{
    ActionId, Condition, EnvironmentActionId, Family, Interleaved, Kind, LocalType, LocalVariable, Move,
    Moves, NullStep, Offer, Proposition, PropositionId, RoleId, SharedAction, Sizes, StateId, Subject,
    Synchronous, Template, Templates,
};
