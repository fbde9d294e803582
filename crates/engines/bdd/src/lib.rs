//! The symbolic engine: sets of states and relations between them as binary decision diagrams.
//!
//! It decides linear time, branching time (CTL*), knowledge and strategies of coalitions, over states
//! and steps, under fairness, and counts the reachable states exactly. What it does in which module:
//!
//! | module | what |
//! |---|---|
//! | `diagram` | decision diagrams: operations, images, saturation, counting, garbage |
//! | `order`, `weave`, `layout` | which bits there are, and in which order |
//! | `vector`, `compile` | integers as vectors of diagrams, expressions with their faults |
//! | `rule`, `relation`, `reach`, `model` | rules as relations, and what is reachable |
//! | `graph`, `fixpoint` | shortest ways, cycles, runs that go on for ever |
//! | `logic`, `product`, `strategy`, `uniform`, `course` | which points satisfy a formula |
//! | `engine`, `decide`, `witness`, `explain` | counterexamples with their exact steps |
//!
//! # Semantics
//!
//! A point is a state together with what the step that led there satisfies. With
//! [`synod_core::System::fairness`] only fair runs count, and only points with a fair run, for knowledge
//! too.
//!
//! Coalitions follow [`synod_core::Formula::Coalition`]; agents that see only what they observe
//! ([`synod_core::Strategies::Uniform`]) may not begin rules of their own.

mod compile;
mod diagram;
mod engine;
mod graph;
mod layout;
mod model;
mod moves;
mod order;
mod product;
mod reach;
mod relation;
mod rule;
mod symbolic;
mod vector;
mod weave;
mod witness;

pub use engine::{Bdd, Reachable};
