//! `check --watch-files`: checks again whenever a file was saved.
//!
//! Files are looked at by the time of their last change, three times a second: that costs next to nothing, needs no support
//! of the system, and sees files that editors replace, on whatever file system they are.

use std::fs;
use std::time::{Duration, SystemTime};

use synod_core::Budget;

use super::targets::Targets;
use super::{Round, once};
use crate::cli::CheckArgs;
use crate::failure::{BAD_INPUT, Done, Failure, INCONCLUSIVE};
use crate::files::{STANDARD_STREAM, shown};
use crate::interrupt::{self, Cancellable};
use crate::{models, terminal};

/// How long to wait before looking at files again.
const LOOK: Duration = Duration::from_millis(300);

/// Checks, waits until a file changes, and checks again, until Ctrl-C. The exit code is that of the last check.
pub fn run(args: &CheckArgs) -> Done {
    if args.model.model == STANDARD_STREAM {
        return Err(Failure::input("`--watch-files` needs files: standard input cannot be watched"));
    }
    loop {
        // A change while files are read is one to be seen.
        let mut stamps: Vec<(String, Stamp)> = Vec::new();
        let mut watch = |name: &str| {
            if stamps.iter().all(|(known, _)| known != name) {
                stamps.push((name.to_string(), stamp(name)));
            }
        };
        std::iter::once(&args.model.model).chain(&args.model.meaning.parameters).for_each(|name| watch(name));
        let round = match Targets::find(args) {
            Ok(targets) => {
                targets.models().for_each(&mut watch);
                once(args, &targets)?
            }
            Err(rejection) => {
                let failure = models::refuse(rejection, &args.model, args.json);
                Round { done: Err(failure), read: Vec::new() }
            }
        };
        // What was included is known now only.
        round.read.iter().for_each(|name| watch(name));
        let code = match round.done {
            Ok(code) => code,
            Err(closed @ Failure::OutputClosed) => return Err(closed),
            Err(failure) => {
                let code = if matches!(failure, Failure::Stopped(_)) { INCONCLUSIVE } else { BAD_INPUT };
                failure.tell();
                code
            }
        };
        if interrupt::is_wanted() {
            return Ok(code);
        }
        // A file may be gone for a moment, while it is replaced; what looks like a value of a parameter is one.
        stamps.retain(|(name, stamp)| stamp.is_some() || !name.contains('='));
        let Some(changed) = wait(&stamps) else { return Ok(code) };
        terminal::tell(&format!("\n{} was changed", shown(&changed)));
    }
}

/// Waits until one of the files is not as it was; `None` if the user has enough.
fn wait(stamps: &[(String, Stamp)]) -> Option<String> {
    let budget = Budget::unlimited();
    let _waiting = Cancellable::new(&budget);
    let what = match stamps {
        [(one, _)] => shown(one),
        files => format!("{} files", files.len()),
    };
    terminal::tell(&format!("waiting for changes of {what}; Ctrl-C ends"));
    loop {
        std::thread::sleep(LOOK);
        if budget.is_cancelled() {
            return None;
        }
        if let Some((name, _)) = stamps.iter().find(|(name, known)| stamp(name) != *known) {
            return Some(name.clone());
        }
    }
}

/// What tells that a file was saved: when, and how long it is.
type Stamp = Option<(SystemTime, u64)>;

fn stamp(name: &str) -> Stamp {
    let known = fs::metadata(name).ok()?;
    Some((known.modified().ok()?, known.len()))
}
