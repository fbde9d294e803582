//! The symbolic engine: sets of states and relations between them as binary decision diagrams.
//!
//! It decides linear time, branching time (CTL*), knowledge and strategies of coalitions, over states
//! and steps, under fairness, and counts the reachable states exactly. What it does in which module:
//!
//! | module | what |
//! |---|---|
//! | `diagram` | decision diagrams: operations, images, saturation, counting, garbage |
//! | `order`, `interleave`, `layout` | which bits there are, and in which order |
//! | `encode` | diagrams as the algebra of the encoding in [`synod_symbolic`] |
//! | `rule`, `relation`, `reach`, `model` | rules as relations, and what is reachable |
//! | `invariants` | violations that are seen while points are found |
//! | `symbolic`, `moves` | the instance of [`synod_labelling`]: knowledge, branching time and strategies |
//! | `product`, `graph` | linear time: the tableau of a formula; shortest paths and fair lassos |
//! | `traces` | runs through points, with their exact steps |
//! | `engine` | the engine as others see it |
//!
//! # Semantics
//!
//! A point is a state together with what the step that led there satisfies. With
//! [`synod_core::System::fairness`] only fair runs count, and only points with a fair run, for knowledge
//! too.
//!
//! Coalitions follow [`synod_core::Formula::Coalition`]; agents that see only what they observe
//! ([`synod_core::Strategies::Uniform`]) may not begin rules of their own.

mod diagram;
mod encode;
mod engine;
mod graph;
mod interleave;
mod invariants;
mod layout;
mod model;
mod moves;
mod order;
mod product;
mod reach;
mod relation;
mod rule;
mod symbolic;
mod traces;

pub use engine::{Bdd, ReachableStates};
