//! Symbolically linked triple structures: processes as sets of guarded steps over a vector of program
//! counters, one a thread.
//!
//! A [`Triple`] says where counters must stand, what is done, and where they may stand afterwards.
//! [`build`] makes the structure of a process of any language with actions, sequence, choice, parallel
//! composition and recursion, with choices made early (by the action before them) or late (by the
//! action that takes a branch). `LAbS`, CCS and choreographies are lowered through it.

mod algebra;
mod build;
pub mod cycles;
mod display;
mod process;
mod structure;
mod terms;

pub use algebra::{Algebra, Joint, Pairwise, Sync, interleaved};
pub use build::{build, build_with};
pub use process::{Definitions, Ill, Process};
pub use structure::{Assignment, Component, Label, Resolution, Structure, Thread, Triple};
