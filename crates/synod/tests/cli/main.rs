//! The command line as users and scripts meet it: exit codes, output, files.

#[path = "../support/agreement.rs"]
mod agreement;
mod any_number;
mod ask;
mod certify;
mod charts;
mod check;
mod checkpoints;
#[cfg(unix)]
mod cluster;
mod estimate;
mod explanations;
mod fairness;
mod files;
mod fmt;
mod hunting;
mod interact;
mod limits;
mod outputs;
mod process;
mod programs;
mod reports;
mod schema;
#[cfg(target_os = "linux")]
mod serve;
mod signals;
mod simulate;
mod solvers;
mod storage;
mod support;
mod terminal;
mod usage;
mod witnesses;
