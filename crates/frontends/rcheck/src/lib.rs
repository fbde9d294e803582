//! R-CHECK: agents that reconfigure whom they talk to, and the logic LTOL about their messages.
//!
//! `text → [`ast`] (parse, one reader a dialect) → [`hir`] (check: names, types, lints) → System (lower)`.

pub mod ast;
mod automaton;
mod check;
pub mod hir;
mod lex;
mod lower;
pub mod parse;
pub use check::{CheckOptions, check};
pub use lower::lower;
