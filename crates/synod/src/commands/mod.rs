//! One module a command.

pub mod any_number;
mod any_number_certificate;
mod any_number_json;
mod any_number_text;
mod certificate_form;
pub mod certify;
pub mod check;
mod check_json;
pub mod completions;
pub mod estimate;
mod estimate_text;
pub mod interact;
pub mod replay;
pub mod schema;
pub mod show;
pub mod simulate;
mod simulate_summary;
mod verdict_text;
