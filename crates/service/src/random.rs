//! Random runs: simulations and estimates.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use synod_core::Budget;
use synod_documents::{BoundedClaim, EstimateReport, Progress, SimulateReport};
use synod_session::estimation::{self, AtHorizon, Precision};
use synod_session::simulation::{Ending, Simulation, SimulationRequest};
use synod_session::{Opened, TraceView};

use crate::event::Reporter;
use crate::failure::about;
use crate::{Failure, FailureKind, JobEvent, Limits, Listener, Model};

/// More runs with all their states nobody looks at.
const MOST_RUNS: u64 = 1_000;
/// More steps of a run nobody looks at.
const MOST_STEPS: usize = 100_000;
/// How many steps a run has at most if nobody says.
const HORIZON: u64 = 1_000;

/// Asks for random runs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SimulateRequest {
    /// The text.
    pub model: Model,
    /// The seed: with the same one the runs are the same.
    pub seed: u64,
    /// How many runs.
    pub runs: u64,
    /// How many steps a run has at most.
    pub steps: usize,
    /// The number of the first run, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_run: Option<u64>,
    /// Runs begin in initial states that satisfy this.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub constraint: Option<String>,
    /// Whether only the figures about all runs are wanted.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub summary_only: bool,
    /// Limits.
    #[serde(default, skip_serializing_if = "Limits::is_default")]
    pub limits: Limits,
}

/// Asks how likely properties are to hold on random runs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EstimateRequest {
    /// The text.
    pub model: Model,
    /// The names of the properties; all of the model if there are neither these nor formulas.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub properties: Vec<String>,
    /// Formulas that are not in the text.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub formulas: Vec<String>,
    /// The seed: with the same one the runs are the same.
    pub seed: u64,
    /// How many steps a run has at most.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub horizon: Option<u64>,
    /// The least probability that an answer is right; 0.95 if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confidence: Option<f64>,
    /// Half of the width that an interval may have; 0.01 if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<f64>,
    /// Test that the probability is at least this, instead of estimating it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_least: Option<f64>,
    /// What runs count for that are undecided at the horizon; they are counted apart if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bounded: Option<BoundedClaim>,
    /// Limits.
    #[serde(default, skip_serializing_if = "Limits::is_default")]
    pub limits: Limits,
}

pub(crate) fn simulate(
    request: SimulateRequest,
    budget: &Budget,
    listener: Listener,
) -> Result<SimulateReport, Failure> {
    let budget = request.limits.within(budget);
    let opened = request.model.system(&budget)?;
    if !request.summary_only && request.runs > MOST_RUNS || request.steps > MOST_STEPS {
        let message = format!(
            "at most {MOST_RUNS} runs of at most {MOST_STEPS} steps are told: ask for fewer, or for the summary only"
        );
        return Err(Failure::new(FailureKind::TooLarge, message));
    }
    let reporter = Reporter::new(listener, None);
    let simulation = Simulation::new(
        &opened,
        SimulationRequest {
            seed: request.seed,
            first_run: request.first_run.unwrap_or(1),
            steps: request.steps,
            constraint: request.constraint.clone().unwrap_or_default(),
            int_bound: request.limits.int_bound.map(|_| budget.int_bound),
        },
    )?;
    let (mut runs, mut figures) = (Vec::new(), simulation.figures());
    for position in 0..request.runs {
        let run = simulation.run(position, &budget)?;
        let is_stopped = matches!(run.ending, Ending::Stopped(_));
        figures.add(&run, &budget);
        if !request.summary_only {
            runs.push(run);
        }
        let (done, most_runs) = (Some(position + 1), Some(request.runs));
        reporter.progress(Progress { runs: done, most_runs, ..Progress::default() });
        if is_stopped {
            break;
        }
    }
    Ok(simulation.report(&request.model.path, &runs, &figures, &TraceView::default()))
}

pub(crate) fn estimate(
    request: EstimateRequest,
    budget: &Budget,
    listener: Listener,
) -> Result<EstimateReport, Failure> {
    let model = &request.model;
    let budget = request.limits.within(budget);
    let precision =
        Precision { confidence: request.confidence.unwrap_or(0.95), error: request.error.unwrap_or(0.01) };
    let is_open = |share: f64| share > 0.0 && share < 1.0;
    if !is_open(precision.confidence) || precision.error < 1e-5 || precision.error >= 0.5 {
        return Err(Failure::rejected(
            "the confidence is between 0 and 1, and the error from 0.00001 to less than 0.5",
        ));
    }
    let at_horizon = match request.bounded {
        None => AtHorizon::Undecided,
        Some(BoundedClaim::NotViolated) => AtHorizon::NotViolated,
        Some(BoundedClaim::Satisfied) => AtHorizon::NotSatisfied,
    };
    let horizon = request.horizon.unwrap_or(HORIZON);
    let asked =
        estimation::EstimateRequest::new(precision, request.at_least, horizon, at_horizon, request.seed)?;
    let opened = model.reader()?.open_with(model.source(), &request.formulas, &budget);
    let opened = opened.and_then(Opened::one_system).map_err(about(&model.path))?;
    let wanted = opened.wanted(&request.properties);
    let properties = opened.select(&wanted).map_err(|error| error.to_string())?;
    let reporter = Reporter::new(listener, None);
    let counter = |runs: u64, most_runs: Option<u64>| {
        reporter.progress(Progress { runs: Some(runs), most_runs, ..Progress::default() });
    };
    let mut answers = Vec::new();
    for property in &properties {
        reporter.begin(&property.name);
        let answer =
            asked.answer_looking(&opened, property, &budget, &counter, &mut |probability, runs| {
                reporter.tell(JobEvent::Interval { property: property.name.clone(), probability, runs });
            })?;
        answers.push(answer);
    }
    Ok(asked.report(&opened, &model.path, &answers))
}
