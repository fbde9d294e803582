//! `synod cluster plan`: what memory a search on several machines will need.

use std::time::Duration;

use synod_core::{Phase, counted, grouped};
use synod_session::check::cluster::{Hosts, sample};
use synod_session::wording::bytes;

use crate::cli::ClusterPlanArgs;
use crate::failure::{Done, Failure};
use crate::interrupt::Cancellable;
use crate::progress::Reporter;
use crate::{files, models, terminal};

/// Numbers of states that are told of where nobody says how many there are.
const EXAMPLES: [u64; 3] = [10_000_000, 100_000_000, 1_000_000_000];

/// Visits states for a while, and says what all of them will take.
pub fn plan(args: &ClusterPlanArgs) -> Done {
    let budget = args.resources.budget();
    let _interruptible = Cancellable::new(&budget);
    let reporter = Reporter::new(None, true);
    let open = || models::load(&args.model, &args.verdicts, &budget);
    let model = reporter.preparing(&args.model.model, open).map_err(models::report)?;
    let processes = match &args.hosts {
        None => args.processes.unwrap_or(1),
        Some(path) => hosts(path)?.hosts.len() as u64,
    };
    let visit = || sample(&model.compiled.system, &budget.at_most(Duration::from_secs(args.sample)));
    let sample =
        models::within(&budget, Phase::Preparing, model.source.name(), visit).map_err(models::report)?;
    let mut text = match sample.complete {
        true => format!("The model has {}", counted(sample.states, "state")),
        false => format!("A sample of {}", counted(sample.states, "state")),
    };
    text.push_str(&format!(
        " and {}: at most {:.1} bytes a state.\n",
        counted(sample.transitions, "transition"),
        sample.bytes_per_state
    ));
    let asked = args.states.or(sample.complete.then_some(sample.states));
    for states in asked.map_or(EXAMPLES.to_vec(), |states| vec![states]) {
        let plan = sample.plan(states, processes);
        text.push_str(&format!("  {} states: {}", grouped(states), bytes(plan.total)));
        if processes > 1 {
            text.push_str(&format!(", {} for each of {processes} processes", bytes(plan.per_process)));
        }
        text.push('\n');
    }
    if asked.is_none() {
        text.push_str(
            "There are more states than the sample has: how many is not known. Say so with `--states N`.\n",
        );
    }
    terminal::print(&text)?;
    Ok(0)
}

/// The machines that a file names.
pub fn hosts(path: &std::path::Path) -> Result<Hosts, Failure> {
    let name = path.to_string_lossy();
    let text = files::read(&name)?;
    Hosts::parse(&text).map_err(|error| Failure::input(format!("`{}`: {error}", files::shown(path))))
}
