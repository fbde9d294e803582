//! Which processes search together.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::limits::ResourceArgs;
use super::reading::{ModelArgs, VerdictOptions};
use super::values::whole;

/// The processes of the engine `cluster`.
#[derive(Args, Clone, Debug)]
pub struct ClusterArgs {
    /// For the engine `cluster`: start so many processes on this machine; they share the threads of `--threads`, and the memory of
    /// `--memory`
    #[arg(long, value_name = "N", value_parser = whole(1usize, 1024), conflicts_with = "hosts")]
    pub processes: Option<usize>,

    /// For the engine `cluster`: search on the machines that this file names, a line each (see the chapter on clusters in the
    /// book); `--threads` and `--memory` are for each of them
    #[arg(long, value_name = "FILE")]
    pub hosts: Option<PathBuf>,

    /// Be the process of this number, from 0, which is the line in the file of hosts; processes are started by hand then. Process
    /// 0 prints the verdicts
    #[arg(long, value_name = "NUMBER", value_parser = whole(0usize, 1 << 20))]
    pub process: Option<usize>,

    /// Read from standard input how to join
    #[arg(long, hide = true, requires = "process")]
    pub join: bool,
}

impl ClusterArgs {
    /// The number of this process, if it is not the first.
    pub fn member(&self) -> Option<usize> {
        self.process.filter(|number| *number > 0)
    }
}

/// What can be done about clusters.
#[derive(Subcommand, Debug)]
pub enum ClusterCommand {
    /// Say what memory a search will need, from a sample of the states
    #[command(after_help = "\
Examples:
  synod cluster plan model.rcp
  synod cluster plan model.labs n=9 --states 2000000000 --processes 16
  synod cluster plan model.labs n=9 --states 2000000000 --hosts hosts.txt

States are visited for a while, and what they take is measured. How many there are is known only if all of them were visited: \
otherwise say so with `--states`.")]
    Plan(Box<ClusterPlanArgs>),
}

/// Options of `cluster plan`.
#[derive(Args, Debug)]
pub struct ClusterPlanArgs {
    #[command(flatten)]
    pub model: ModelArgs,

    #[command(flatten)]
    pub verdicts: VerdictOptions,

    /// How many states there are, if you know or guess
    #[arg(long, value_name = "N", value_parser = whole(1u64, u64::MAX))]
    pub states: Option<u64>,

    /// How many processes are to share them
    #[arg(long, value_name = "N", value_parser = whole(1u64, 1 << 20), conflicts_with = "hosts")]
    pub processes: Option<u64>,

    /// The file that names the machines
    #[arg(long, value_name = "FILE")]
    pub hosts: Option<PathBuf>,

    /// Visit states for so many seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 10, value_parser = whole(1u64, 86_400))]
    pub sample: u64,

    #[command(flatten)]
    pub resources: ResourceArgs,
}
