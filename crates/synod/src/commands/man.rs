//! `synod man`: manual pages, made of what the command line knows about itself.

use std::path::Path;

use clap::CommandFactory;

use crate::cli::Cli;
use crate::failure::{Done, Failure};
use crate::files::Outputs;
use crate::terminal;

/// Prints a page, or writes all into a folder.
pub fn run(command: Option<&str>, folder: Option<&Path>) -> Done {
    let mut whole = Cli::command();
    whole.build();
    let Some(folder) = folder else {
        let page = match command {
            None => page(whole),
            Some(name) => match whole.find_subcommand(name) {
                Some(found) => page(of_whole(found)),
                None => {
                    let names = whole.get_subcommands().map(clap::Command::get_name);
                    return Err(Failure::Input(synod_session::diagnostics::no_such("command", name, names)));
                }
            },
        };
        terminal::print_bytes(&page?)?;
        return Ok(0);
    };
    let mut outputs = Outputs::new([], false);
    let commands = whole.get_subcommands().filter(|command| !command.is_hide_set());
    let pages = std::iter::once(whole.clone()).chain(commands.map(of_whole));
    for command in pages.collect::<Vec<_>>() {
        let path = folder.join(format!("{}.1", command.get_name()));
        let planned =
            outputs.plan(Some(&path), &[]).map_err(|rejection| Failure::Input(rejection.message))?;
        let content = page(command)?;
        planned
            .iter()
            .for_each(|output| outputs.write(output, vec![("page".to_string(), Ok(content.clone()))]));
    }
    outputs.done(0)
}

/// A command under the name that its page has, `synod-check`.
fn of_whole(command: &clap::Command) -> clap::Command {
    command.clone().name(format!("synod-{}", command.get_name())).version(env!("CARGO_PKG_VERSION"))
}

fn page(command: clap::Command) -> Result<Vec<u8>, Failure> {
    let mut page = Vec::new();
    let written = clap_mangen::Man::new(command).render(&mut page);
    written.map(|()| page).map_err(|error| Failure::Input(format!("cannot write the page: {error}")))
}
