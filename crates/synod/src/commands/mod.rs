//! One module a command, and what several of them do.

pub mod any_number;
pub mod certify;
pub mod check;
pub mod cluster;
pub mod completions;
pub mod devices;
pub mod editors;
pub mod estimate;
mod evidence;
pub mod fmt;
pub mod init;
pub mod interact;
pub mod lint;
pub mod man;
pub mod replay;
pub mod resume;
pub mod schema;
pub mod self_check;
pub mod serve;
pub mod show;
pub mod simulate;
