//! The command line as users and scripts meet it: exit codes, output, files.

mod check;
mod files;
mod interact;
mod schema;
mod simulate;
mod support;
mod usage;
