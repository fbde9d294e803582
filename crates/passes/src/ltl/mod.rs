//! Linear-time formulas in negation normal form, and their automata: for engines that search products.

mod automaton;
mod buchi;
mod formula;

pub use automaton::{Automaton, Move, Obligations, Set};
pub use buchi::Buchi;
pub use formula::{Atom, Letter, Linear, Node, NodeId, Resolve, TooLarge};
