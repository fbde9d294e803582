//! A system as a sequential program: what the programs for C verifiers and for CADP have in common.
//!
//! Such a program holds the variables of the system, gives them their first values, and then takes one
//! step after the other. What is not determined is *chosen*, one number at a time (see [`decisions`]), so
//! the list of all choices is the run.

pub mod command;
pub mod decisions;
pub mod expr;
pub mod ir;
pub mod names;
pub mod runs;
pub mod size;
pub mod start;
pub mod watch;
