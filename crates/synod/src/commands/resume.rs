//! `synod resume`: goes on with a check that was saved.

use std::sync::Arc;

use clap::Parser;

use super::check::{self, Resumed};
use crate::cli::{Cli, Command, ResumeArgs};
use crate::failure::{Done, Failure};
use crate::files::shown;

/// Asks again what a checkpoint says was asked, and goes on from what it has.
pub fn run(args: &ResumeArgs) -> Done {
    let resumed = Resumed::open(&args.folder).map_err(Failure::input)?;
    let record = resumed.record();
    let typed = std::iter::once("synod").chain(record.arguments.iter().map(String::as_str));
    let Ok(Cli { command: Command::Check(mut asked), .. }) = Cli::try_parse_from(typed) else {
        return Err(Failure::input(format!("`{}` is not about a check", shown(&args.folder))));
    };
    std::env::set_current_dir(&record.folder).map_err(|error| {
        Failure::input(format!("cannot go to the folder `{}` of the check: {error}", shown(&record.folder)))
    })?;
    asked.limits.change(&args.limits, args.threads);
    asked.resumed = Some(Arc::new(resumed));
    check::run(&asked)
}
