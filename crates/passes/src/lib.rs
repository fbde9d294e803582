//! Passes: named transformations of a question, `(System, Property) → (System, Property, Lift)`, each with
//! a written contract in the first lines of its module.
//!
//! The *reductions* depend on the property. [`REDUCTIONS`] lists them in the order in which a check and the
//! check of a certificate run them; [`reduce`] runs a list and keeps what is needed to lift counterexamples back,
//! in reverse. A new one is a module that implements [`Pass`] and a line in the list.
//!
//! | reduction | preserves | fairness | dead ends | faults | lift |
//! |---|---|---|---|---|---|
//! | [`InvisibleSteps`] | stutter-invariant linear time | refused | `deadlock` in `F` and `!deadlock` in `G` | `faulty` refused | the same steps, with invisible ones before them |
//! | [`ConeOfInfluence`] | all logics; strategies are not lifted, so coalitions are refused | kept | kept | kept | the same steps |
//! | [`GoalStopping`] | `F goal` | kept | new ones at the goal | kept elsewhere | the same steps |
//!
//! The *rewritings* hold for every property and leave the graph of reachable states as it is, so that a trace
//! needs no lifting. Front ends, engines and printers call them where they need the form that results.
//!
//! | rewriting | result | called by |
//! |---|---|---|
//! | [`simplify`] | no comparisons that ranges decide | narrowing |
//! | [`narrow`] | the tightest types of integers | the LAbS front end |
//! | [`specialise`] | no variables with a single value in rules | the explicit engine |
//! | [`without_arrays`] | no arrays (flattening) | the C printer |
//! | [`under_fairness`] | a formula that needs no fairness of the system | engines without native fairness, the judge |
//!
//! [`ltl`] turns linear-time formulas into automata, for the products that engines search.
//!
//! Two relatives are not here. *Ranges* are an analysis, which [`synod_core::System::ranges`] makes once for each
//! system. *k-liveness* works on circuits, whose latches count the fair positions of a run: a system could count
//! them only with a bounded integer and an assignment in every alternative, and the engine that raises `k` would
//! encode it again each time. It lives in `synod-sat`.

mod cone_of_influence;
mod fairness;
mod flattening;
mod goal_stopping;
mod invisible_steps;
mod lift;
pub mod ltl;
mod narrowing;
mod reduction;
mod rewrite;
mod simplification;
mod specialisation;

pub use cone_of_influence::ConeOfInfluence;
pub use fairness::under_fairness;
pub use flattening::without_arrays;
pub use goal_stopping::GoalStopping;
pub use invisible_steps::InvisibleSteps;
pub use lift::{Lift, close_loop};
pub use narrowing::{OpenChoice, narrow};
pub use reduction::{Pass, REDUCTIONS, Reduced, Reduction, Removed, reduce};
pub use simplification::{simplified, simplify};
pub use specialisation::{specialise, with_value};
