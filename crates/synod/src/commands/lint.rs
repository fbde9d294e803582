//! `synod lint`: what is allowed in models and probably not meant.

use synod_core::Phase;
use synod_session::{Opened, counted};

use crate::cli::{LintArgs, VerdictOptions};
use crate::failure::{BAD_INPUT, Done};
use crate::interrupt::Cancellable;
use crate::{diagnostics, files, models, terminal};

/// The exit code if something was found.
const FOUND: u8 = 1;

/// Prints warnings about models.
pub fn run(args: &LintArgs) -> Done {
    let others = args.model.meaning.parameters.iter().cloned();
    let (parameters, more): (Vec<String>, Vec<String>) = others.partition(|text| text.contains('='));
    let named: Vec<String> = std::iter::once(args.model.model.clone()).chain(more).collect();
    let all = files::models_of(&named).map_err(models::report)?;
    let budget = args.limits.budget();
    let _interruptible = Cancellable::new(&budget);
    let (mut found, mut refused) = (0, 0);
    for name in &all {
        let mut model = args.model.clone();
        model.model = name.clone();
        model.meaning.parameters = parameters.clone();
        let opened = match models::open(&model, &VerdictOptions::default(), &budget) {
            Ok(opened) => opened,
            Err(rejection) if rejection.interrupted.is_some() => return Err(models::report(rejection)),
            Err(rejection) => {
                refused += 1;
                models::report(rejection).tell();
                continue;
            }
        };
        let work = || match &opened {
            Opened::System(model) => {
                let told = model.shown_warnings(args.model.notes).cloned();
                (&model.source, told.chain(model.unused_names()).collect::<Vec<_>>())
            }
            Opened::Family(family) => {
                let told = family.shown_warnings(args.model.notes).cloned();
                (&family.source, told.chain(family.unused_names()).collect())
            }
        };
        let (source, mut warnings) =
            models::within(&budget, Phase::Reading, name, work).map_err(models::report)?;
        warnings.sort_by_key(|warning| warning.span.start);
        found += warnings.len();
        let most = args.model.max_errors;
        diagnostics::print(source, warnings.iter().take(most));
        if let Some(more) = warnings.len().checked_sub(most).filter(|more| *more > 0) {
            let are = if more == 1 { "is" } else { "are" };
            terminal::tell(&format!("{} {are} not shown (see `--max-errors`)", counted(more, "warning")));
        }
    }
    let what = match all.as_slice() {
        [one] => files::shown(one),
        all => counted(all.len(), "model"),
    };
    let summary = match found {
        0 => "nothing was found".to_string(),
        found => counted(found, "warning"),
    };
    let unread = if refused == 0 { String::new() } else { format!("; {refused} could not be read") };
    terminal::print(&format!("{what}: {summary}{unread}\n"))?;
    Ok(match (refused, found) {
        (refused, _) if refused > 0 => BAD_INPUT,
        (_, 0) => 0,
        _ => FOUND,
    })
}
