//! Labelling of points with formulas, games and explanations, for every engine that has sets of points.
//!
//! Branching time (CTL*), knowledge (`K`, `E`, `C`, `D`) and coalitions (ATL), under fairness, are decided by the same
//! fixpoints whether a set of points is a bit for each point or a decision diagram. So they are written once, over an
//! algebra of sets ([`Structure`]); an engine implements the algebra and gets verdicts with their evidence
//! ([`Labelling::refute`]).
//!
//! | module | what |
//! |---|---|
//! | `structure` | the algebra: boolean operations, preimages, classes of observation, moves, runs |
//! | `labelling` | the points that satisfy a formula; fairness; knowledge |
//! | `games` | what a coalition enforces with perfect information, without and under fairness |
//! | `uniform` | what it enforces with uniform strategies (imperfect information) |
//! | `extraction` | strategies state by state |
//! | `refutation`, `explanation` | counterexamples, and the runs and strategies that explain them |
//!
//! # What stays with the engines
//!
//! - Runs of a linear-time formula that is more than one operator ([`Structure::with_run`], [`Structure::find_run`]).
//!   Sets of diagrams are combined with a symbolic tableau, whose states are further bits; points one by one are
//!   combined with an automaton that is expanded while they are searched, by strongly connected components. Neither is
//!   any use to the other.
//! - Preimages and the steps of a game ([`SetAlgebra::before`], [`Structure::opponents_before`],
//!   [`Structure::fix_one_observation`]): relations here, lists of successors there.
//! - [`SetAlgebra::until`] and [`SetAlgebra::fair_hull`] are given as fixpoints of preimages, which is what diagrams need;
//!   with lists of successors both take time linear in the number of steps, so the explicit engine has its own.

mod explanation;
mod extraction;
mod games;
mod labelling;
mod refutation;
mod structure;
mod uniform;

pub use labelling::{Labelling, Labels};
pub use structure::{Fallible, Run, Runs, SetAlgebra, Structure};
