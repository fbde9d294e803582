//! What is to be checked: files, folders with models in them, and all values of parameters.

use std::path::Path;

use synod_session::{Rejection, sweep};

use crate::cli::CheckArgs;
use crate::files::{STANDARD_STREAM, models_of};

/// What is to be checked.
pub enum Targets {
    /// One model.
    One(Box<CheckArgs>),
    /// Several models, or one with several values of its parameters.
    Many(Vec<CheckArgs>),
}

impl Targets {
    /// Finds all that was asked for: the first argument, and those of the others that are no parameters.
    pub fn find(args: &CheckArgs) -> Result<Self, Rejection> {
        let others = args.model.meaning.parameters.iter();
        let (parameters, models): (Vec<String>, Vec<String>) =
            others.cloned().partition(|text| is_parameter(text));
        let named: Vec<String> = std::iter::once(args.model.model.clone()).chain(models).collect();
        let found = models_of(&named)?;
        let assignments = sweep::assignments(&parameters).map_err(Rejection::because)?;
        let of = |model: &String, assignment: &Vec<String>| {
            let mut job = args.clone();
            job.model.model = model.clone();
            job.model.meaning.parameters = assignment.clone();
            job
        };
        let is_one = named.len() == 1
            && !Path::new(&named[0]).is_dir()
            && !parameters.iter().any(|p| sweep::is_sweep(p));
        let mut jobs: Vec<CheckArgs> = found
            .iter()
            .flat_map(|model| assignments.iter().map(move |assignment| of(model, assignment)))
            .collect();
        if is_one && let Some(job) = jobs.pop() {
            return Ok(Targets::One(Box::new(job)));
        }
        let only_one = [
            ("--trace-out", args.trace_out.is_some()),
            ("--witness-dot", args.witness_dot.is_some()),
            ("--certificate", args.certificate.is_some()),
            ("--checkpoint", args.checkpoint.is_some()),
            ("--disk", args.disk.is_some()),
            ("--processes", args.cluster.processes.is_some()),
            ("--hosts", args.cluster.hosts.is_some()),
        ];
        if let Some((option, _)) = only_one.into_iter().find(|(_, given)| *given) {
            return Err(Rejection::because(format!(
                "`{option}` is for one model with one value of each parameter"
            )));
        }
        if found.iter().any(|name| name == STANDARD_STREAM) {
            return Err(Rejection::because("standard input is one model: it cannot be checked among others"));
        }
        Ok(Targets::Many(jobs))
    }

    /// The files of all models.
    pub fn models(&self) -> impl Iterator<Item = &str> {
        let jobs = match self {
            Targets::One(job) => std::slice::from_ref(&**job),
            Targets::Many(jobs) => jobs,
        };
        jobs.iter().map(|job| job.model.model.as_str())
    }
}

/// Whether an argument is a parameter, and no file.
fn is_parameter(text: &str) -> bool {
    text.contains('=') && !Path::new(text).exists()
}
