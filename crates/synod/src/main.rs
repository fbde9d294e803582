//! The command line of Synod.

mod cli;
mod commands;
mod diagnostics;
mod failure;
mod files;
mod help;
mod input;
mod interrupt;
mod models;
mod progress;
mod reflow;
mod seeds;
mod terminal;
mod traces;

use std::process::ExitCode;

use clap::Parser;

use cli::{Cli, ClusterCommand, Command, OwnCommand};
use failure::Failure;

/// Deeply nested models are walked by recursion; this much stack is reserved, and used only if needed.
const STACK: usize = 256 << 20;

fn main() -> ExitCode {
    let worker = std::thread::Builder::new().stack_size(STACK).spawn(run);
    match worker.map(|thread| thread.join()) {
        Ok(Ok(code)) => ExitCode::from(code),
        // The panic has been printed by then.
        Ok(Err(_)) => {
            terminal::tell(
                "synod: this is a defect of Synod; please report it, with the model and the command",
            );
            ExitCode::from(101)
        }
        Err(error) => {
            terminal::tell(&format!("synod: cannot start: {error}"));
            ExitCode::from(failure::BAD_INPUT)
        }
    }
}

fn run() -> u8 {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) if error.use_stderr() => {
            // It repeats what was typed.
            terminal::tell(error.render().to_string().trim_end());
            return failure::BAD_INPUT;
        }
        Err(help) => {
            return match help.print() {
                Ok(()) => 0,
                Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => failure::OUTPUT_CLOSED,
                Err(_) => failure::BAD_INPUT,
            };
        }
    };
    terminal::use_colour(cli.color);
    // Behind a dialogue the hint would come too late.
    let hints = match &cli.command {
        Command::Check(args) => !args.quiet,
        Command::Interact(_) => false,
        _ => true,
    };
    let done = match cli.command {
        Command::Check(args) => commands::check::run(&args),
        Command::Cutoff(args) => commands::any_number::cutoff(&args),
        Command::Simulate(args) => commands::simulate::run(&args),
        Command::Estimate(args) => commands::estimate::run(&args),
        Command::Interact(args) => commands::interact::run(&args),
        Command::Fmt(args) => commands::fmt::run(&args),
        Command::Lint(args) => commands::lint::run(&args),
        Command::Lsp => commands::editors::lsp(),
        Command::Dap => commands::editors::dap(),
        Command::Serve(args) => commands::serve::run(&args),
        Command::ServeWorker(args) => commands::serve::work(&args),
        Command::Init(args) => commands::init::run(&args),
        Command::Show(args) => commands::show::run(&args),
        Command::Replay(args) => commands::replay::run(&args),
        Command::Resume(args) => commands::resume::run(&args),
        Command::Certify(args) => commands::certify::run(&args),
        Command::Cluster(ClusterCommand::Plan(args)) => commands::cluster::plan(&args),
        Command::Devices => commands::devices::run(),
        Command::Own(OwnCommand::Check) => commands::self_check::run(),
        Command::Schema { document } => commands::schema::run(&document),
        Command::Completions { shell } => commands::completions::run(shell),
        Command::Man { command, folder } => commands::man::run(command.as_deref(), folder.as_deref()),
        Command::Help { topic } => help::run(topic.as_deref()),
    };
    let code = match done {
        Ok(code) => code,
        Err(Failure::OutputClosed) => failure::OUTPUT_CLOSED,
        Err(failure) => {
            failure.tell();
            match failure {
                Failure::Stopped(_) => failure::INCONCLUSIVE,
                _ => failure::BAD_INPUT,
            }
        }
    };
    if hints {
        diagnostics::print_hint();
    }
    code
}
