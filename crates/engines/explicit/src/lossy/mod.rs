//! Looking for violations of invariants where not all states fit into memory: of each only a few bits are kept.
//!
//! Two states of which the same bits are kept are taken for one, so nothing is ever proved: without a violation the answer is
//! `bounded`, with how likely it is that states were left out. Violations are real, with the whole run: the search is depth-first,
//! and has the states on the way in full.
//!
//! *Hash compaction* keeps 32 bits and where they stand, *bitstate hashing* sets three bits in one large table. In a *swarm* each
//! thread searches for itself, with other hash functions and in another order (Holzmann, Joshi, Groce: Swarm verification).

mod diver;
mod engine;
mod pool;
#[cfg(test)]
mod tests;
mod visited;

pub use engine::{BugHunt, Hunting};
