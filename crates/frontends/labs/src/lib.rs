//! LAbS: agents that share attributes, an environment, and knowledge that spreads between neighbours.
//!
//! `text → [`ast`] (parse) → resolved model (check) → System (lower)`.

pub mod ast;
mod check;
mod lex;
pub mod model;
mod parse;
