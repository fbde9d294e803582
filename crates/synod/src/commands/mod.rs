//! One module a command.

pub mod certify;
pub mod check;
mod check_json;
pub mod completions;
pub mod interact;
pub mod replay;
pub mod schema;
pub mod show;
pub mod simulate;
mod vacuity;
mod verdict_text;
