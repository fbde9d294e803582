//! Linear-time formulas in negation normal form, and their automata.

mod automaton;
mod formula;
#[cfg(test)]
mod tests;

pub(crate) use automaton::{Automaton, Obligations, Set};
pub(crate) use formula::{Atom, Letter, Linear, NodeId, TooLarge};
