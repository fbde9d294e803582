//! The command line as users and scripts meet it: exit codes, output, files.

mod any_number;
mod certify;
mod check;
mod estimate;
mod files;
mod interact;
mod process;
mod programs;
mod schema;
mod simulate;
mod support;
mod usage;
mod witnesses;
