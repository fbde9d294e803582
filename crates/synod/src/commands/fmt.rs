//! `synod fmt`: models with their white space laid out.

use std::path::Path;

use synod_core::{Budget, Phase};
use synod_session::diagnostics::Source;
use synod_session::formatting::{Edit, Formatter, apply, diff};
use synod_session::{counted, languages};

use crate::cli::FmtArgs;
use crate::failure::{BAD_INPUT, Done, Failure};
use crate::files::{self, STANDARD_STREAM};
use crate::interrupt::Cancellable;
use crate::{models, terminal};

/// The exit code of `--check` and `--diff` where something would change.
const WOULD_CHANGE: u8 = 1;

/// Formats models in place, or says what would change.
pub fn run(args: &FmtArgs) -> Done {
    let paths = files::texts_of(&args.paths).map_err(models::report)?;
    let budget = args.limits.budget();
    let _interruptible = Cancellable::new(&budget);
    let only_look = args.check || args.diff;
    let (mut changed, mut same, mut wrong) = (0usize, 0usize, 0usize);
    for path in &paths {
        match one(path, args, &budget) {
            Ok(true) => changed += 1,
            Ok(false) => same += 1,
            Err(Failure::Input(message)) => {
                wrong += 1;
                terminal::tell(&format!("{} {message}", terminal::error_word()));
            }
            Err(failure) => return Err(failure),
        }
    }
    if paths.len() > 1 {
        let verb = if only_look { "would change" } else { "formatted" };
        let mut words = vec![format!("{changed} {verb}"), format!("{same} unchanged")];
        let left = if wrong == 1 { "it is" } else { "they are" };
        words.extend((wrong > 0).then(|| format!("{wrong} left as {left}")));
        terminal::tell(&format!("{}: {}", counted(paths.len(), "file"), words.join(", ")));
    }
    Ok(match (wrong, changed) {
        (1.., _) => BAD_INPUT,
        (0, 1..) if only_look => WOULD_CHANGE,
        _ => 0,
    })
}

/// Formats a file, or says what would change; whether something does.
fn one(path: &str, args: &FmtArgs, budget: &Budget) -> Result<bool, Failure> {
    let is_stream = path == STANDARD_STREAM;
    let name = if is_stream { "standard input" } else { path };
    let text = models::beside(budget, Phase::Reading, path, files::read)?;
    let source = Source::new(name, text);
    let formatter = Formatter::new(&languages(), args.language.as_deref(), source).map_err(models::report)?;
    let edits = formatter.format(budget).map_err(models::report)?;
    let text = formatter.source().text();
    if args.diff {
        print_diff(path, text, &edits)?;
    } else if args.check {
        if !edits.is_empty() {
            terminal::print(&format!("{}\n", files::shown(path)))?;
        }
    } else if is_stream {
        terminal::print_bytes(apply(text, &edits).as_bytes())?;
    } else if !edits.is_empty() {
        files::replace(Path::new(path), apply(text, &edits).as_bytes()).map_err(Failure::Input)?;
        terminal::tell(&format!("formatted {}", files::shown(path)));
    }
    Ok(!edits.is_empty())
}

fn print_diff(path: &str, text: &str, edits: &[Edit]) -> Result<(), Failure> {
    if edits.is_empty() {
        return Ok(());
    }
    let name = files::shown(path);
    terminal::print(&format!("--- {name}\n+++ {name}\n{}", diff(text, edits)))
}
