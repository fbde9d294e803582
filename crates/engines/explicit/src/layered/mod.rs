//! Breadth-first search whose visited states have no positions, so that less of each has to be kept in memory.
//!
//! A layer is all states at one distance from the initial ones. A piece of it at a time is expanded in a small
//! [`Space`](crate::explore::Space); what the steps lead to is given to the set of visited states, which makes the next layer of
//! those that are new. The set is one of two:
//!
//! | module | what |
//! |---|---|
//! | `tree`, `slots`, `compact` | in memory: tree compression of states, and a table that keeps of a key only what its place does not tell |
//! | `code`, `runs`, `sorted` | in files: sorted runs of differences, searched once for a whole layer (delayed duplicate detection) |
//!
//! `search` is what both have in common, `engine` what others see.

mod code;
mod compact;
mod engine;
mod runs;
mod search;
mod slots;
mod sorted;
#[cfg(test)]
mod tests;
mod tree;

pub use engine::{Layered, Storage};
