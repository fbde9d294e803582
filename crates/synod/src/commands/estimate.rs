//! `synod estimate`: how likely properties are to hold on random runs.

use std::time::{Duration, Instant};

use synod_core::{Budget, Property, under_fairness};
use synod_session::grouped;
use synod_session::{OpenedModel, wording};
use synod_simulate::statistics::{Decision, Estimate, Experiment, Hypothesis, Precision, Tally, Tested};
use synod_simulate::{Interpreter, Monitor};

use super::estimate_text;
use crate::cli::{EstimateArgs, VerdictOptions};
use crate::failure::{Done, Failure, INCONCLUSIVE};
use crate::interrupt::Cancellable;
use crate::models;
use crate::progress::{Reporter, bar};
use crate::terminal;
use crate::wander::any_seed;

/// The exit code when a claim is rejected.
const REJECTED: u8 = 1;

/// What was asked.
pub struct Request {
    /// How sure and how exact the answer is to be.
    pub precision: Precision,
    /// The claim to test instead of estimating.
    pub claim: Option<(f64, Hypothesis)>,
    /// How many steps a run has at most.
    pub horizon: u64,
    /// Run number `i`, from 0, is that of the seed `seed + i`.
    pub seed: u64,
}

/// What was found out about a property.
pub struct Answer<'a> {
    /// The property.
    pub property: &'a Property,
    /// What the runs say.
    pub found: Found,
    /// How long it took.
    pub elapsed: Duration,
}

/// What runs say.
pub enum Found {
    /// A probability.
    Estimate(Estimate),
    /// What became of a claim.
    Test(Tested),
    /// Nothing: single runs do not decide the property.
    Nothing,
}

impl Found {
    /// What was counted.
    pub fn tally(&self) -> Option<&Tally> {
        match self {
            Found::Estimate(estimate) => Some(&estimate.tally),
            Found::Test(tested) => Some(&tested.tally),
            Found::Nothing => None,
        }
    }
}

/// Estimates, or tests, the properties asked for.
pub fn run(args: &EstimateArgs) -> Done {
    let model = models::load(&args.model, &VerdictOptions::default())
        .map_err(|rejection| models::refuse(rejection, &args.model, args.json))?;
    if !args.json {
        models::print_warnings(&model, &args.model);
    }
    let refused = |failure| models::refuse_about(&model, failure, &args.model, args.json);
    let properties = model.select(&args.property).map_err(|e| refused(Failure::input(e)))?;
    let request = request(args).map_err(|message| refused(Failure::Input(message)))?;
    let budget = budget(args);
    let interpreter = Interpreter::new(&model.compiled.system).with_int_bound(budget.int_bound);
    if interpreter.initial_sampler().draw(&mut |lo, _| lo).is_none() {
        return Err(refused(Failure::Input(wording::no_initial_state(""))));
    }
    let reporter = Reporter::new(args.progress, false);
    let _interruptible = Cancellable::new(&budget);
    let mut answers = Vec::new();
    for property in &properties {
        reporter.begin(&property.name);
        let answer = answer(&model, interpreter, property, &request, &budget, &reporter);
        reporter.clear();
        if !args.json {
            terminal::print(&estimate_text::answer(&request, &answer, terminal::layout().style))?;
        }
        answers.push(answer);
    }
    if args.json {
        let report = estimate_text::report(&model, &args.model.model, &request, &answers);
        terminal::print_json(&report)?;
    } else if properties.is_empty() {
        terminal::tell("the model has no properties; `--property no-deadlock` can be asked of every model");
    }
    let rejected = |answer: &Answer| match &answer.found {
        Found::Test(tested) => tested.decision == Ok(Decision::Rejected),
        Found::Estimate(_) | Found::Nothing => false,
    };
    Ok(if answers.iter().any(rejected) { REJECTED } else { INCONCLUSIVE })
}

fn request(args: &EstimateArgs) -> Result<Request, String> {
    let precision = Precision { confidence: args.confidence, error: args.error };
    let claim = args.at_least.map(|at_least| {
        Hypothesis::new(at_least, precision).map(|claim| (at_least, claim)).ok_or_else(|| {
            let error = args.error;
            format!("a claim has to be further than the error of {error} from 0 and 1; {at_least} is not")
        })
    });
    let seed = args.seed.unwrap_or_else(any_seed);
    Ok(Request { precision, claim: claim.transpose()?, horizon: args.steps, seed })
}

fn budget(args: &EstimateArgs) -> Budget {
    let mut budget = Budget::unlimited();
    if let Some(after) = args.timeout {
        budget = budget.timeout(after);
    }
    budget.threads = args.threads.map_or(budget.threads, usize::from);
    budget.int_bound = args.int_bound.unwrap_or(budget.int_bound);
    budget
}

fn answer<'a>(
    model: &OpenedModel,
    interpreter: Interpreter,
    property: &'a Property,
    request: &Request,
    budget: &Budget,
    reporter: &Reporter,
) -> Answer<'a> {
    let begin = Instant::now();
    let formula = under_fairness(&property.formula, &model.compiled.system.fairness);
    let strict = model.compiled.counting_deadlocks(property).map(|strict| &strict.formula);
    let news = |runs: u64, most: Option<u64>| {
        reporter.news(|task, elapsed| {
            let seconds = elapsed.as_secs();
            match most {
                Some(most) => {
                    let (bar, runs, most) = (bar(runs, most), grouped(runs), grouped(most));
                    format!("{task}: {bar} {runs} of at most {most} runs, {seconds} s")
                }
                None => format!("{task}: {} runs, {seconds} s", grouped(runs)),
            }
        });
    };
    let experiment = Experiment::new(interpreter, &formula, request.horizon, request.seed).strictly(strict);
    let found = match request.claim {
        _ if !Monitor::watches(&formula) => Found::Nothing,
        Some((_, claim)) => Found::Test(experiment.test(claim, budget, &news)),
        None => Found::Estimate(experiment.estimate(request.precision, budget, &news)),
    };
    Answer { property, found, elapsed: begin.elapsed() }
}
