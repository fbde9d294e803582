//! `synod check`: verify properties, of one model or of many.

mod checkpoint;
mod cluster;
mod many;
mod one;
mod targets;
mod watch;

use synod_session::Rejection;
use synod_session::reports::Checked;

use super::evidence::EvidenceFiles;
use crate::cli::CheckArgs;
use crate::failure::{BAD_INPUT, Done, Failure, INCONCLUSIVE, Unanswered};
use crate::models;
pub use checkpoint::Resumed;
pub use one::Answered;
use targets::Targets;

/// Checks the properties asked for and reports on each.
pub fn run(args: &CheckArgs) -> Done {
    let refuse = |rejection| models::refuse(rejection, &args.model, args.json);
    if let Some(process) = args.cluster.member() {
        return cluster::join(args, process);
    }
    match args.watch_files {
        true => watch::run(args),
        false => once(args, &Targets::find(args).map_err(refuse)?)?.done,
    }
}

/// What came of all models, once.
struct Round {
    /// The exit code, or why there is none.
    done: Done,
    /// The files that were read.
    read: Vec<String>,
}

/// Checks all models once.
fn once(args: &CheckArgs, targets: &Targets) -> Result<Round, Failure> {
    let refuse = |rejection| models::refuse(rejection, &args.model, args.json);
    let mut files = EvidenceFiles::plan(args, targets.models()).map_err(refuse)?;
    let job = match targets {
        Targets::One(job) => job,
        Targets::Many(jobs) => return many::check(args, jobs, files),
    };
    match one::answer(job, &mut files, true) {
        Ok(Answered { printed, report, code, read, runs }) => {
            files.write_reports(&[Checked::Report(report)], &[runs]);
            Ok(Round { done: files.verdict(printed, code), read })
        }
        Err(Unanswered::Rejected(rejection)) => {
            files.write_reports(&[Checked::Rejection(rejection.document(&job.model.model))], &[]);
            let read = texts(&rejection);
            Ok(Round { done: files.refused(refuse(*rejection)), read })
        }
        Err(Unanswered::Failed(failure)) => Err(failure),
    }
}

/// The names of the texts that a rejection is about.
fn texts(rejection: &Rejection) -> Vec<String> {
    rejection.source.iter().flat_map(|source| source.names().map(str::to_string)).collect()
}

/// The exit code of a model that was not checked.
fn code_of(rejection: &Rejection) -> u8 {
    if rejection.interrupted.is_some() { INCONCLUSIVE } else { BAD_INPUT }
}
