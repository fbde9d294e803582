//! Estimates in words, and the document of `synod estimate --json`.

use synod_core::Stop;
use synod_documents as documents;
use synod_session::wording::one_line;
use synod_session::{OpenedModel, counted, grouped};
use synod_simulate::statistics::{Decision, Tally};
use synod_syntax::Style;

use super::estimate::{Answer, Found, Request};

/// Why a property is not for estimates.
const NOT_ABOUT_RUNS: &str = "it speaks of knowledge or of other runs, and an estimate looks at single runs";

/// Digits that the error asked for makes worth showing.
fn digits(request: &Request) -> usize {
    (2.0 - request.precision.error.log10()).ceil().clamp(2.0, 8.0) as usize
}

fn percent(confidence: f64) -> String {
    format!("{} %", (confidence * 1e6).round() / 1e4)
}

/// What the runs say, as a sentence.
fn finding(request: &Request, found: &Found) -> String {
    let (digits, sure) = (digits(request), percent(request.precision.confidence));
    match found {
        Found::Nothing => format!("cannot be estimated: {NOT_ABOUT_RUNS}"),
        Found::Estimate(estimate) => {
            let (low, high) = (estimate.interval.low, estimate.interval.high);
            format!("holds on a run with probability {low:.digits$} to {high:.digits$} (confidence {sure})")
        }
        Found::Test(tested) => {
            let claim = request.claim.map_or(0.0, |(at_least, _)| at_least);
            let error = request.precision.error;
            match tested.decision {
                Ok(Decision::Accepted) => {
                    format!(
                        "at least {claim} is accepted: not below {:.digits$} (confidence {sure})",
                        claim - error
                    )
                }
                Ok(Decision::Rejected) => {
                    format!(
                        "at least {claim} is rejected: not above {:.digits$} (confidence {sure})",
                        claim + error
                    )
                }
                Ok(Decision::Undecided) => {
                    format!("at least {claim} is not decided: too many runs are open at the horizon")
                }
                Err(_) => format!("at least {claim} is not decided"),
            }
        }
    }
}

fn stopped(found: &Found) -> Option<Stop> {
    match found {
        Found::Estimate(estimate) => estimate.stopped,
        Found::Test(tested) => tested.decision.err(),
        Found::Nothing => None,
    }
}

/// How often what happened.
fn counts(request: &Request, tally: &Tally) -> String {
    let (runs, horizon) = (counted(tally.runs() as usize, "run"), counted(request.horizon as usize, "step"));
    let mut parts = vec![
        format!("satisfied {}", grouped(tally.satisfied)),
        format!("violated {}", grouped(tally.violated)),
    ];
    if tally.undecided > 0 {
        parts.push(format!("open at the horizon {}", grouped(tally.undecided)));
    }
    format!("{runs} of up to {horizon}, seed {}: {}", request.seed, parts.join(", "))
}

/// An answer for people.
pub fn answer(request: &Request, answer: &Answer, style: Style) -> String {
    let mut out = format!(
        "{}  {}\n    {}\n",
        style.paint("1;36", &format!("≈ {}", answer.property.name)),
        one_line(&answer.property.text),
        finding(request, &answer.found)
    );
    let Some(tally) = answer.found.tally() else { return out };
    let time = answer.elapsed.as_secs_f64();
    let how = format!("    an estimate, no proof: {}, {time:.2} s", counts(request, tally));
    out.push_str(&format!("{}\n", style.paint("2", &how)));
    if let Some(stop) = stopped(&answer.found) {
        out.push_str(&format!("    not as exact as asked for: {}\n", stop.reason()));
    }
    if tally.stuck > 0 {
        let stuck = grouped(tally.stuck);
        out.push_str(&format!("    of the satisfied ones, {stuck} only got stuck without it\n"));
    }
    if tally.undecided > 0 {
        out.push_str("    runs that are open may come out either way; `--steps` looks further\n");
    }
    if let Some(number) = tally.first_violation {
        let seed = request.seed.wrapping_add(number);
        let again = format!("synod simulate … --seed {seed} --steps {}", request.horizon);
        out.push_str(&format!("    the first violating run: `{again}`\n"));
    }
    out
}

/// All answers for machines.
pub fn report(
    model: &OpenedModel,
    path: &str,
    request: &Request,
    answers: &[Answer],
) -> documents::EstimateReport {
    documents::EstimateReport {
        head: model.head(path),
        seed: request.seed,
        horizon: request.horizon,
        confidence: request.precision.confidence,
        error: request.precision.error,
        properties: answers.iter().map(|a| document(request, a)).collect(),
        warnings: model.warning_documents(),
    }
}

fn document(request: &Request, answer: &Answer) -> documents::EstimatedProperty {
    let probability = match &answer.found {
        Found::Estimate(estimate) => {
            Some(documents::Probability { low: estimate.interval.low, high: estimate.interval.high })
        }
        Found::Test(_) | Found::Nothing => None,
    };
    let claim = match (&answer.found, request.claim) {
        (Found::Test(tested), Some((at_least, _))) => Some(documents::Claim {
            at_least,
            decision: match tested.decision {
                Ok(Decision::Accepted) => documents::ClaimDecision::Accepted,
                Ok(Decision::Rejected) => documents::ClaimDecision::Rejected,
                Ok(Decision::Undecided) | Err(_) => documents::ClaimDecision::Undecided,
            },
        }),
        _ => None,
    };
    let runs = answer.found.tally().map(|tally| documents::RunCounts {
        total: tally.runs(),
        satisfied: tally.satisfied,
        stuck: tally.stuck,
        violated: tally.violated,
        undecided: tally.undecided,
        steps: tally.steps,
        first_violation_seed: tally.first_violation.map(|n| request.seed.wrapping_add(n)),
    });
    documents::EstimatedProperty {
        name: answer.property.name.clone(),
        text: answer.property.text.clone(),
        verdict: match runs {
            Some(_) => documents::EstimateVerdict::Estimate,
            None => documents::EstimateVerdict::Unknown,
        },
        reason: finding(request, &answer.found),
        probability,
        claim,
        runs,
        stopped: stopped(&answer.found).map(|stop| stop.reason().to_string()),
        time_seconds: answer.elapsed.as_secs_f64(),
    }
}
