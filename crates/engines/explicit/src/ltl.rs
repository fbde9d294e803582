//! Linear-time formulas in negation normal form, and their automata.

#[cfg(test)]
mod tests;

pub(crate) use synod_passes::ltl::{Atom, Automaton, Letter, Linear, NodeId, Obligations, Set, TooLarge};
