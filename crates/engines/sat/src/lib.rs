//! Proofs without exploring: systems as circuits, and satisfiability solvers that reason about them.
//!
//! A [`synod_core::System`] becomes a machine of bits (`encode`), a conjunct of a property becomes a run
//! to look for in it (`question`, `monitor`), and the engines look for that run or prove that there is
//! none: [`Bmc`] by depth, the others by induction.

mod aig;
mod bmc;
mod circuit;
mod cnf;
mod encode;
mod engines;
mod inquiry;
mod monitor;
mod question;
mod solver;
mod trace;
mod unroll;
mod words;

pub use engines::Bmc;
