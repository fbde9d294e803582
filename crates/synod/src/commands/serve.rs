//! `synod serve`: the workbench in the browser.

use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Duration;

use synod_server::ServeOptions;

use crate::cli::{ServeArgs, WorkerArgs};
use crate::failure::{Done, Failure};
use crate::terminal;

/// The port where people expect it.
const PORT: u16 = 8750;
/// Limits of a job, for its owner and for strangers.
const OWN: (Duration, u64) = (Duration::from_secs(3600), 4 << 30);
const STRANGE: (Duration, u64) = (Duration::from_secs(60), 512 << 20);

/// Serves the page until the user interrupts.
pub fn run(args: &ServeArgs) -> Done {
    let (seconds, memory) = if args.public { STRANGE } else { OWN };
    let program = std::env::current_exe().map_err(Failure::input)?;
    let options = ServeOptions {
        folder: (!args.public).then(|| args.folder.clone().unwrap_or_else(|| PathBuf::from("."))),
        address: args.address.unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST)),
        port: args.port.unwrap_or(PORT),
        public: args.public,
        hosts: args.host.clone(),
        proxies: args.proxy.clone(),
        programs: args.allow_programs,
        seconds: args.timeout.unwrap_or(seconds).as_secs_f64(),
        memory_bytes: args.memory.unwrap_or(memory),
        workers: args.jobs.map_or_else(synod_core::threads::count, usize::from),
        worker: (program, vec!["serve-worker".to_string()]),
    };
    let mut told = Ok(());
    let served = synod_server::serve(options, |address| {
        told = terminal::print(&format!("Synod is at {address}\nCtrl-C ends it.\n"));
        if args.open {
            open(address);
        }
    });
    told?;
    served.map(|()| 0).map_err(|why| {
        let advice = match args.port {
            None => format!("; `--port` takes another port than {PORT}, and 0 any that is free"),
            Some(_) => String::new(),
        };
        Failure::Input(format!("{why}{}", if why.contains("cannot listen") { advice } else { String::new() }))
    })
}

/// A worker of the server.
pub fn work(args: &WorkerArgs) -> Done {
    synod_server::work(args.memory_bytes, args.sandbox).map(|()| 0).map_err(Failure::Input)
}

/// Opens an address in the browser, as far as there is one.
fn open(address: &str) {
    let program = match std::env::consts::OS {
        "macos" => "open",
        "windows" => "explorer",
        _ => "xdg-open",
    };
    let mut command = Command::new(program);
    command.arg(address).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    if let Err(error) = command.spawn() {
        terminal::tell(&format!("the browser cannot be opened ({program}: {error}): open the address above"));
    }
}
