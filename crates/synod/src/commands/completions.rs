//! `synod completions`: scripts for shells.

use clap::CommandFactory;

use crate::cli::Cli;
use crate::failure::Done;
use crate::terminal;

/// Prints the script for a shell.
pub fn run(shell: clap_complete::Shell) -> Done {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "synod", &mut script);
    terminal::print(&String::from_utf8_lossy(&script))?;
    Ok(0)
}
