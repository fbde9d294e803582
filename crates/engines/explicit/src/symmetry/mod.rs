//! Search up to symmetry: where agents are interchangeable, of all states that differ only in which agent is which
//! one is visited. With `n` agents of a kind up to `n!` states are one, as if agents were counted.
//!
//! | module | what |
//! |---|---|
//! | `domains` | which values are names of agents: those that are only compared and copied |
//! | `renaming` | the system after an exchange of agents and their names, and whether it is the same |
//! | `groups` | agents that can be exchanged, in a system and for a formula |
//! | `merging` | formulas with few atoms, which more exchanges leave alone |
//! | `representatives` | one state of each orbit |
//! | `lift` | runs of the system from runs through representatives |
//! | `orbits` | a property as questions about orbits, and runs put back |
//!
//! # Why it is sound
//!
//! A *renaming* maps variables of agents to those of others, and names to names. If it maps the set of initial states
//! and the set of rules to themselves, it is an automorphism of the graph of states: it maps steps to steps. The graph
//! in which each state is replaced by one of its orbit under a group of such renamings is then bisimilar to the graph
//! itself, for all conditions on states and steps that the group leaves alone (Emerson and Sistla, *Symmetry and
//! model checking*, 1996; Ip and Dill, *Better verification through symmetry*, 1996). So linear-time formulas over such
//! conditions have the same answer, under fairness too. Dead ends and faults are preserved by every automorphism.
//!
//! A formula that names agents is asked with the agents that it does not name exchanged; and a conjunct that is the
//! image of another one is not asked at all.

mod domains;
mod groups;
mod lift;
mod merging;
mod orbits;
mod renaming;
mod representatives;
#[cfg(test)]
mod tests;

pub(crate) use orbits::{Orbits, may_be_symmetric};
pub(crate) use representatives::Representatives;
