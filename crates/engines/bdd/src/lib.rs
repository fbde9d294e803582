//! The symbolic engine: sets of states and relations between them as binary decision diagrams.
//!
//! It decides linear time, branching time (CTL*), knowledge and strategies of coalitions, over states
//! and steps, under fairness, and counts the reachable states exactly. What it does in which module:
//!
//! | module | what |
//! |---|---|
//! | `diagram` | decision diagrams: operations, images, saturation, counting, garbage |
//! | `order`, `layout` | which bits there are, and in which order |
//! | `vector`, `compile` | integers as vectors of diagrams, expressions with their faults |
//! | `rule`, `relation`, `model` | rules as relations, and what is reachable |
//! | `graph`, `fixpoint` | shortest ways, cycles, runs that go on for ever |
//! | `logic`, `product`, `strategy` | which points satisfy a formula |
//! | `decide`, `witness`, `explain` | counterexamples with their exact steps |
//!
//! # Semantics
//!
//! A point is a state together with what the step that led there satisfies. Only runs that go on for
//! ever count; in a system whose runs end ([`synod_core::DeadEnd::Stop`]) invariants `G p` are asked of
//! every reachable point all the same. With [`synod_core::System::fairness`] only fair runs count, and
//! only points with a fair run, for knowledge too.
//!
//! A coalition picks, in each point and seeing everything, values for the choices of its members
//! ([`synod_core::Choice::agent`]), among those that the rule's guard allows: the conjuncts that read no
//! choices but theirs. All else is against it: the others' choices, the alternatives that parts take,
//! and which rule fires. A pick from which no step comes is a success.

mod compile;
mod decide;
mod diagram;
mod engine;
mod explain;
mod fixpoint;
mod graph;
mod layout;
mod logic;
mod model;
mod order;
mod product;
mod relation;
mod rule;
mod strategy;
mod vector;
mod witness;

pub use engine::{Bdd, Reachable};
