//! Solvers for SMT-LIB as an engine, for systems whose integers have no bounds.
//!
//! A [`synod_core::System`] becomes terms (`integers`, `machine`), a conjunct of a property becomes a run to
//! look for (`question`), and a solver that is installed looks for it or proves that there is none: depth
//! by depth and by induction (`search`), and by constrained Horn clauses (`horn`).
//!
//! Nothing is taken on trust that can be checked: a run is taken step by step by the interpreter. That
//! there is none is what the solver says, and the verdict says so too; with a proof that any solver can check
//! again (`certificate`).

mod certificate;
mod decide;
mod engine;
mod horn;
mod integers;
mod machine;
mod question;
mod refute;
mod reply;
mod script;
mod search;
mod solver;
mod terms;

pub use certificate::{Claims, LOGIC, claims_of};
pub use engine::Smt;
pub use refute::first_possible;
pub use solver::{Failed, Program, VARIABLE};
