//! Estimates: how likely properties are to hold on random runs, or whether a claim about that is to be believed.

use std::time::Duration;

use synod_check::CompiledRuns;
#[cfg(feature = "programs")]
use synod_check::gpu::DeviceRuns;
use synod_core::clock::Instant;
use synod_core::{Budget, Formula, Property, Remark, Stop};
use synod_documents as documents;
use synod_passes::under_fairness;
use synod_simulate::statistics::{Decision, Estimate, Experiment, Hypothesis, Runner, Tally, Tested};
use synod_simulate::{Interpreter, Monitor};
use synod_syntax::Diagnostic;

pub use synod_simulate::statistics::{AtHorizon, Precision};

use crate::rejection::diagnostic_documents;
use crate::simulation::no_initial_state;
use crate::{OpenedModel, counted, grouped};

/// Why a property is not for estimates.
const NOT_ABOUT_RUNS: &str = "it is about knowledge or several runs, and an estimate judges single runs";

/// Why it is not where only fair runs count.
const NOT_UNDER_FAIRNESS: &str =
    "a fairness condition is about knowledge or several runs, and an estimate judges single runs";

/// What was asked.
#[derive(Clone, Copy, Debug)]
pub struct EstimateRequest {
    /// How sure and how exact the answer is to be.
    pub precision: Precision,
    /// The claim to test instead of estimating: the probability is at least this.
    claim: Option<(f64, Hypothesis)>,
    /// How many steps a run has at most.
    pub horizon: u64,
    /// What runs count for that are undecided there.
    pub at_horizon: AtHorizon,
    /// The seed of all runs.
    pub seed: u64,
    /// Where runs are made.
    device: RunDevice,
}

/// Where runs are made; the answer does not depend on it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RunDevice {
    /// On the processor.
    #[default]
    Cpu,
    /// On a graphics processor, or whatever OpenCL finds.
    Gpu,
}

/// What was found out about a property.
pub struct EstimateAnswer<'a> {
    /// The property.
    pub property: &'a Property,
    finding: Finding,
    elapsed: Duration,
    /// The device that made the runs, or why the processor did.
    device: Option<Result<String, String>>,
    /// Whether only fair runs count.
    is_fair: bool,
}

/// What runs say.
enum Finding {
    /// A probability.
    Estimate(Estimate),
    /// What became of a claim.
    Test(Tested),
    /// Nothing: single runs do not decide the property, for this reason.
    Nothing(&'static str),
}

/// Who is told how many runs there were so far, and how many there will be at most, if that is known.
pub type RunCounter<'a> = &'a (dyn Fn(u64, Option<u64>) + Sync);

impl EstimateRequest {
    /// A request; an error if the claim, a probability, is too close to 0 or 1 to be tested.
    pub fn new(
        precision: Precision,
        claim: Option<f64>,
        horizon: u64,
        at_horizon: AtHorizon,
        seed: u64,
    ) -> Result<Self, String> {
        let claim = claim.map(|at_least| {
            let hypothesis = Hypothesis::new(at_least, precision).ok_or_else(|| {
                let error = precision.error;
                format!("a claim has to be further than the error of {error} from 0 and 1; {at_least} is not")
            });
            hypothesis.map(|hypothesis| (at_least, hypothesis))
        });
        let device = RunDevice::default();
        Ok(EstimateRequest { precision, claim: claim.transpose()?, horizon, at_horizon, seed, device })
    }

    /// The same with runs made elsewhere.
    pub fn on(mut self, device: RunDevice) -> Self {
        self.device = device;
        self
    }

    /// Digits that the error asked for makes worth showing.
    fn digits(&self) -> usize {
        (2.0 - self.precision.error.log10()).ceil().clamp(2.0, 8.0) as usize
    }

    /// What is asked of a run.
    fn event(&self) -> String {
        let steps = counted(self.horizon as usize, "step");
        match self.at_horizon {
            AtHorizon::Undecided => "it holds on a run".to_string(),
            AtHorizon::NotViolated => format!("it is not violated within {steps}"),
            AtHorizon::NotSatisfied => format!("it is satisfied within {steps}"),
        }
    }

    fn confidence(&self) -> String {
        format!("confidence {} %", (self.precision.confidence * 1e6).round() / 1e4)
    }

    /// Answers for a property; an error if there is no initial state. The budget limits threads, time and integers.
    pub fn answer<'a>(
        &self,
        model: &OpenedModel,
        property: &'a Property,
        budget: &Budget,
        counter: RunCounter,
    ) -> Result<EstimateAnswer<'a>, String> {
        self.answer_looking(model, property, budget, counter, &mut |_, _| {})
    }

    /// The same, and tells what the runs say so far whenever they are looked at; of a test nothing is told before its end.
    pub fn answer_looking<'a>(
        &self,
        model: &OpenedModel,
        property: &'a Property,
        budget: &Budget,
        counter: RunCounter,
        look: &mut dyn FnMut(documents::Probability, documents::RunCounts),
    ) -> Result<EstimateAnswer<'a>, String> {
        let begin = Instant::now();
        let interpreter = Interpreter::new(&model.compiled.system).with_int_bound(budget.int_bound);
        if interpreter.initial_sampler().draw(&mut |lo, _| lo).is_none() {
            return Err(no_initial_state(""));
        }
        // A quantifier over all runs at the top is what an estimate is about anyway. Under fairness it would not be at the
        // top any more.
        let fairness = &model.compiled.system.fairness;
        let asked = Formula::And(property.formula.conjuncts());
        let formula = under_fairness(&asked, fairness);
        let strict = model.judging_deadlocks(property);
        let experiment = Experiment::new(interpreter, &formula, self.horizon, self.seed)
            .strictly(strict.as_ref())
            .at_horizon(self.at_horizon);
        let is_watched = Monitor::watches(&formula);
        let elsewhere = match self.device {
            RunDevice::Gpu if is_watched => Some(device_runs(&experiment)),
            RunDevice::Gpu | RunDevice::Cpu => None,
        };
        let on_device = elsewhere.as_ref().and_then(|runs| Some(as_runner(runs.as_ref().ok()?)));
        let compiled = match on_device {
            None if is_watched => CompiledRuns::new(&experiment, budget),
            _ => None,
        };
        let runner = on_device.or(compiled.as_ref().map(|runs| runs as &dyn Runner));
        let experiment = experiment.by(runner);
        let finding = match self.claim {
            _ if !is_watched && Monitor::watches(&asked) => Finding::Nothing(NOT_UNDER_FAIRNESS),
            _ if !is_watched => Finding::Nothing(NOT_ABOUT_RUNS),
            Some((_, claim)) => Finding::Test(experiment.test(claim, budget, counter)),
            None => {
                let told = &mut |so_far: &Estimate| look(probability(so_far), counts(&so_far.tally));
                Finding::Estimate(experiment.estimate_looking(self.precision, budget, counter, told))
            }
        };
        let used =
            |runs: &Result<DeviceRuns, String>| runs.as_ref().map_err(String::clone).and_then(device_used);
        let device = elsewhere.as_ref().map(used);
        let is_fair = !fairness.is_empty();
        Ok(EstimateAnswer { property, finding, elapsed: begin.elapsed(), device, is_fair })
    }

    /// All answers as a document, for a model in a file of this name.
    pub fn report(
        &self,
        model: &OpenedModel,
        path: &str,
        answers: &[EstimateAnswer],
    ) -> documents::EstimateReport {
        documents::EstimateReport {
            head: model.head(path),
            seed: self.seed,
            horizon: self.horizon,
            bounded: match self.at_horizon {
                AtHorizon::Undecided => None,
                AtHorizon::NotViolated => Some(documents::BoundedClaim::NotViolated),
                AtHorizon::NotSatisfied => Some(documents::BoundedClaim::Satisfied),
            },
            confidence: self.precision.confidence,
            error: self.precision.error,
            properties: answers.iter().map(|answer| answer.document(self)).collect(),
            warnings: {
                let hollow: Vec<Diagnostic> = answers.iter().filter_map(EstimateAnswer::hollow).collect();
                [model.warning_documents(), diagnostic_documents(&model.source, &hollow)].concat()
            },
        }
    }
}

impl EstimateAnswer<'_> {
    fn tally(&self) -> Option<&Tally> {
        match &self.finding {
            Finding::Estimate(estimate) => Some(&estimate.tally),
            Finding::Test(tested) => Some(&tested.tally),
            Finding::Nothing(_) => None,
        }
    }

    /// Whether a claim was tested and accepted.
    pub fn is_accepted(&self) -> bool {
        matches!(&self.finding, Finding::Test(tested) if tested.decision == Ok(Decision::Accepted))
    }

    /// Whether a claim was tested and rejected.
    pub fn is_rejected(&self) -> bool {
        matches!(&self.finding, Finding::Test(tested) if tested.decision == Ok(Decision::Rejected))
    }

    /// The warning that all runs that satisfy it only got stuck without what is asked for, so that the figures say nothing
    /// about that.
    pub fn hollow(&self) -> Option<Diagnostic> {
        let tally = self.tally().filter(|tally| tally.stuck > 0 && tally.stuck == tally.satisfied)?;
        let runs = counted(tally.stuck as usize, "run");
        let all = if tally.stuck == 1 { "the only run that satisfies" } else { "all the runs that satisfy" };
        let message = format!("{all} `{}` only got stuck without it", self.property.name);
        let why = format!(
            "{runs} ended in a deadlock before what is asked for, and the property does not count such runs"
        );
        Some(Diagnostic::warning(Remark::UncountedDeadlocks.code(), self.property.span, message).explain(why))
    }

    fn stopped(&self) -> Option<Stop> {
        match &self.finding {
            Finding::Estimate(estimate) => estimate.stopped,
            Finding::Test(tested) => tested.decision.err(),
            Finding::Nothing(_) => None,
        }
    }

    /// What the runs say, as a sentence.
    pub fn reason(&self, request: &EstimateRequest) -> String {
        let (digits, sure) = (request.digits(), request.confidence());
        let event = request.event();
        let tested = match &self.finding {
            Finding::Nothing(why) => return format!("cannot be estimated: {why}"),
            Finding::Estimate(estimate) => {
                let (low, high) = (estimate.interval.low, estimate.interval.high);
                let range = format!("{low:.digits$} to {high:.digits$}");
                return match estimate.tally.share() {
                    Some(share) => format!("{event} with probability {share:.digits$} ({range}, {sure})"),
                    None => format!("{event} with probability {range} ({sure})"),
                };
            }
            Finding::Test(tested) => tested,
        };
        let claim = request.claim.map_or(0.0, |(at_least, _)| at_least);
        let claimed = format!("that {event} with probability at least {claim}");
        let error = request.precision.error;
        match tested.decision {
            Ok(Decision::Accepted) => {
                format!("{claimed} is accepted: not below {:.digits$} ({sure})", claim - error)
            }
            Ok(Decision::Rejected) => {
                format!("{claimed} is rejected: not above {:.digits$} ({sure})", claim + error)
            }
            Ok(Decision::Undecided) => {
                format!("{claimed} is not decided: too many runs are undecided at the horizon")
            }
            Err(_) => format!("{claimed} is not decided"),
        }
    }

    /// Further lines for people: how often what happened, and what to make of it.
    pub fn details(&self, request: &EstimateRequest) -> Vec<String> {
        let Some(tally) = self.tally() else { return Vec::new() };
        let runs = counted(tally.runs() as usize, "run");
        let horizon = counted(request.horizon as usize, "step");
        let mut counts = vec![
            format!("satisfied {}", grouped(tally.satisfied)),
            format!("violated {}", grouped(tally.violated)),
        ];
        if tally.undecided > 0 {
            counts.push(format!("undecided at the horizon {}", grouped(tally.undecided)));
        }
        let (seed, counts, time) = (request.seed, counts.join(", "), self.elapsed.as_secs_f64());
        let mut lines = vec![format!(
            "an estimate, not a proof: {runs} of up to {horizon}, seed {seed}: {counts}, {time:.2} s"
        )];
        if let Some(stop) = self.stopped() {
            lines.push(format!("not as exact as asked for: {}", stop.reason()));
        }
        match &self.device {
            Some(Ok(name)) => lines.push(format!("runs were made on {name}")),
            Some(Err(why)) => lines.push(format!("runs were made on the processor, because {why}")),
            None => {}
        }
        if tally.stuck > 0 {
            lines.push(format!("of the satisfied ones, {} only got stuck without it", grouped(tally.stuck)));
        }
        if self.is_fair && tally.undecided > 0 {
            lines.push("only fair runs count, so no run violates it within so many steps".to_string());
        }
        if tally.undecided > 0 {
            lines.push(
                "undecided runs may come out either way; `--steps` looks further, `--bounded` asks about so many steps \
                 only"
                    .to_string(),
            );
        }
        if let Some(number) = tally.first_violation {
            let (seed, run, steps) = (request.seed, number + 1, request.horizon);
            let violating = match request.at_horizon {
                AtHorizon::NotSatisfied => "run that does not satisfy it",
                AtHorizon::Undecided | AtHorizon::NotViolated => "violating run",
            };
            lines.push(format!(
                "the first {violating}: `synod simulate … --seed {seed} --run {run} --steps {steps}`"
            ));
        }
        lines
    }

    fn document(&self, request: &EstimateRequest) -> documents::EstimatedProperty {
        let probability = match &self.finding {
            Finding::Estimate(estimate) => Some(probability(estimate)),
            Finding::Test(_) | Finding::Nothing(_) => None,
        };
        let claim = match (&self.finding, request.claim) {
            (Finding::Test(tested), Some((at_least, _))) => Some(documents::Claim {
                at_least,
                decision: match tested.decision {
                    Ok(Decision::Accepted) => documents::ClaimDecision::Accepted,
                    Ok(Decision::Rejected) => documents::ClaimDecision::Rejected,
                    Ok(Decision::Undecided) | Err(_) => documents::ClaimDecision::Undecided,
                },
            }),
            _ => None,
        };
        let runs = self.tally().map(counts);
        documents::EstimatedProperty {
            name: self.property.name.clone(),
            text: self.property.text.clone(),
            verdict: match runs {
                Some(_) => documents::EstimateVerdict::Estimate,
                None => documents::EstimateVerdict::Unknown,
            },
            reason: self.reason(request),
            probability,
            claim,
            runs,
            stopped: self.stopped().map(|stop| stop.reason().to_string()),
            device: self.device.as_ref().and_then(|device| device.as_ref().ok()).cloned(),
            time_seconds: self.elapsed.as_secs_f64(),
        }
    }
}

#[cfg(feature = "programs")]
fn device_runs(experiment: &Experiment) -> Result<DeviceRuns, String> {
    DeviceRuns::new(experiment)
}

#[cfg(feature = "programs")]
fn as_runner(runs: &DeviceRuns) -> &dyn Runner {
    runs
}

/// The device that made runs, unless it failed.
#[cfg(feature = "programs")]
fn device_used(runs: &DeviceRuns) -> Result<String, String> {
    match runs.failure() {
        Some(what) => Err(format!("the device failed: {what}")),
        None => Ok(runs.device().to_string()),
    }
}

/// There are no devices here.
#[cfg(not(feature = "programs"))]
type DeviceRuns = std::convert::Infallible;

#[cfg(not(feature = "programs"))]
fn device_runs(_: &Experiment) -> Result<DeviceRuns, String> {
    Err("this program was built without OpenCL".to_string())
}

#[cfg(not(feature = "programs"))]
fn as_runner(runs: &DeviceRuns) -> &dyn Runner {
    match *runs {}
}

#[cfg(not(feature = "programs"))]
fn device_used(runs: &DeviceRuns) -> Result<String, String> {
    match *runs {}
}

fn probability(estimate: &Estimate) -> documents::Probability {
    let (low, high) = (estimate.interval.low, estimate.interval.high);
    documents::Probability { estimate: estimate.tally.share(), low, high }
}

fn counts(tally: &Tally) -> documents::RunCounts {
    documents::RunCounts {
        total: tally.runs(),
        satisfied: tally.satisfied,
        stuck: tally.stuck,
        violated: tally.violated,
        undecided: tally.undecided,
        steps: tally.steps,
        first_violation_run: tally.first_violation.map(|number| number + 1),
    }
}
