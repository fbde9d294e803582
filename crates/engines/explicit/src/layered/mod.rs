//! Breadth-first search whose visited states have no positions, so that less of each has to be kept in memory.
//!
//! A layer is all states at one distance from the initial ones. A piece of it at a time is expanded in a small
//! [`Space`](crate::explore::Space); what the steps lead to is given to the set of visited states, which makes the next layer of
//! those that are new.
//!
//! | module | what |
//! |---|---|
//! | `code`, `runs` | states in order, of each only what differs from the one before it |
//! | `sorted` | the set of visited states: runs, compared with many states at a time (delayed duplicate detection) |
//! | `memory` | runs that are in memory, where they are not in files |
//! | `search`, `engine` | the search, and the engine as others see it |

mod code;
mod engine;
mod memory;
mod runs;
mod search;
mod sorted;
#[cfg(test)]
mod tests;

pub use engine::{Layered, Storage};
