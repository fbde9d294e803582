//! Options of `serve`.

use std::net::IpAddr;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use super::values::{memory, seconds, whole};

/// Options of `serve`.
#[derive(Args, Debug)]
pub struct ServeArgs {
    /// The folder whose models are offered; the current one if none is named
    pub folder: Option<PathBuf>,

    /// The port; 0 for any that is free
    #[arg(long, value_name = "PORT", value_parser = whole(0u16, u16::MAX))]
    pub port: Option<u16>,

    /// Open the page in the browser
    #[arg(long)]
    pub open: bool,

    /// For a course or a demonstration: anybody may come, there are no files, and each client has a quota
    #[arg(long, conflicts_with_all = ["folder", "allow_programs"])]
    pub public: bool,

    /// Where to listen: this machine only (127.0.0.1) unless another address is given
    #[arg(long, value_name = "ADDRESS", requires = "public")]
    pub address: Option<IpAddr>,

    /// A name under which a public server is known; requests for others are refused
    #[arg(long, value_name = "NAME", requires = "public")]
    pub host: Vec<String>,

    /// The address of a proxy in front of a public server, which names each client at the end of `X-Forwarded-For`, so that quotas are those
    /// of the clients
    #[arg(long, value_name = "ADDRESS", requires = "public")]
    pub proxy: Vec<IpAddr>,

    /// Let engines run other programs: SMT solvers, and verifiers of C programs
    #[arg(long)]
    pub allow_programs: bool,

    /// How many seconds a job may take
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub timeout: Option<Duration>,

    /// How much memory a job may use, such as 500M or 2G
    #[arg(long, value_name = "SIZE", value_parser = memory)]
    pub memory: Option<u64>,

    /// How many jobs run at once; as many as there are processors if nothing is said
    #[arg(long, value_name = "N", value_parser = whole(1u16, 1_000u16))]
    pub jobs: Option<u16>,
}

/// Options of a worker of the server.
#[derive(Args, Debug)]
pub struct WorkerArgs {
    /// The most memory that a request may use
    #[arg(long)]
    pub memory_bytes: u64,

    /// Whether the work is for strangers
    #[arg(long)]
    pub sandbox: bool,
}
