//! Many models: each under a heading of its own, then a table and one line about all.

use synod_documents::CheckBatch;
use synod_session::batch;
use synod_session::reports::Checked;

use super::one::{self, Answered};
use super::{Round, code_of, texts};
use crate::cli::CheckArgs;
use crate::commands::evidence::EvidenceFiles;
use crate::failure::{Failure, Unanswered};
use crate::{files, interrupt, models, terminal};

/// Checks all of them, until the user stops the work.
pub fn check(args: &CheckArgs, jobs: &[CheckArgs], mut files: EvidenceFiles) -> Result<Round, Failure> {
    let layout = terminal::layout();
    let (mut checked, mut codes, mut read): (Vec<Checked>, Vec<u8>, Vec<String>) = Default::default();
    let mut walked = Vec::new();
    for job in jobs {
        if !args.json {
            let gap = if checked.is_empty() { "" } else { "\n" };
            terminal::print(&format!("{gap}{}\n", layout.style.paint("1", &format!("── {}", title(job)))))?;
        }
        match one::answer(job, &mut files, false) {
            Ok(Answered { printed, report, code, read: texts, runs }) => {
                printed?;
                checked.push(Checked::Report(report));
                walked.push(runs);
                codes.push(code);
                read.extend(texts);
            }
            Err(Unanswered::Rejected(rejection)) => {
                let mut document = rejection.document(&job.model.model);
                document.parameters = batch::values(&job.model.meaning.parameters);
                checked.push(Checked::Rejection(document));
                walked.push(Vec::new());
                codes.push(code_of(&rejection));
                read.extend(texts(&rejection));
                if !args.json {
                    models::report(*rejection).tell();
                }
            }
            Err(Unanswered::Failed(failure)) => return Err(failure),
        }
        if interrupt::is_wanted() {
            break;
        }
    }
    let code = synod_documents::worst(codes.into_iter());
    let printed = match args.json {
        true => terminal::print_json(&CheckBatch::new(checked.clone())),
        false => {
            terminal::print(&format!("\n{}{}\n", batch::table(&checked, layout), batch::summary(&checked)))
        }
    };
    if checked.len() < jobs.len() {
        terminal::tell(&format!("interrupted: {} of {} were checked", checked.len(), jobs.len()));
    }
    files.write_reports(&checked, &walked);
    Ok(Round { done: files.verdict(printed, code), read })
}

/// The file of a model with the values of its parameters.
fn title(job: &CheckArgs) -> String {
    let values = job.model.meaning.parameters.iter().map(|value| format!(" {}", files::shown(value)));
    format!("{}{}", files::shown(&job.model.model), values.collect::<String>())
}
