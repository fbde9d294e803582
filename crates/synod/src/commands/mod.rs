//! One module a command.

pub mod any_number;
pub mod certify;
pub mod check;
pub mod completions;
pub mod estimate;
pub mod interact;
pub mod replay;
pub mod schema;
pub mod show;
pub mod simulate;
