//! Proofs without exploring: systems as circuits, and satisfiability solvers that reason about them.
//!
//! A [`synod_core::System`] becomes a machine of bits (`encode`), a conjunct of a property becomes a run
//! to look for in it (`question`, `monitor`), and the engines look for that run or prove that there is
//! none (see [`Method`]).

mod bmc;
mod certificate;
pub mod circuit;
mod cnf;
mod correspondence;
mod decide;
mod distance;
mod eliminate;
mod encode;
mod engines;
mod ic3;
mod k_induction;
mod lemmas;
mod liveness;
mod monitor;
mod partial_order;
mod prove;
mod question;
mod safety;
mod solver;
mod trace;
mod unroll;

pub use certificate::{Claims, Refusal, claims_of, recheck};
pub use engines::{Method, Sat};
pub use lemmas::SharedLemmas;
