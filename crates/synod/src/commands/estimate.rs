//! `synod estimate`: how likely properties are to hold on random runs.

use synod_core::Budget;
use synod_documents::Progress;
use synod_session::diagnostics::Style;
use synod_session::estimation::{AtHorizon, EstimateAnswer, EstimateRequest, Precision};
use synod_session::{counted, grouped, wording};

use crate::cli::{EstimateArgs, VerdictOptions};
use crate::failure::{Done, Failure, INCONCLUSIVE};
use crate::interrupt::Cancellable;
use crate::progress::{Reporter, bar};
use crate::seeds::any_seed;
use crate::{diagnostics, models, terminal};

/// The exit code when a claim is rejected.
const REJECTED: u8 = 1;

/// Estimates, or tests, the properties asked for.
pub fn run(args: &EstimateArgs) -> Done {
    let refuse = |rejection| models::refuse(rejection, &args.model, args.json);
    args.no_fairness.refuse_for_random_runs().map_err(refuse)?;
    let budget = budget(args);
    let _interruptible = Cancellable::new(&budget);
    let reporter = Reporter::new(args.progress, false);
    let load =
        || models::open_with(&args.model, &VerdictOptions::default(), &args.formula, &budget)?.one_system();
    let model = reporter
        .preparing(&args.model.model, load)
        .map_err(|rejection| models::refuse(rejection, &args.model, args.json))?;
    if !args.json {
        models::print_warnings(&model, &args.model);
    }
    let refused = |message| models::refuse_about(&model, Failure::Input(message), &args.model, args.json);
    let properties = model.select(&model.wanted(&args.property)).map_err(refused)?;
    let precision = Precision { confidence: args.confidence, error: args.error };
    let seed = args.seed.unwrap_or_else(any_seed);
    let at_horizon = args.bounded.map_or(AtHorizon::Undecided, AtHorizon::from);
    let request =
        EstimateRequest::new(precision, args.at_least, args.steps, at_horizon, seed).map_err(refused)?;
    let request = request.on(args.device.into());
    let counter = |runs: u64, most: Option<u64>| {
        let done = Progress { runs: Some(runs), most_runs: most, ..Progress::default() };
        reporter.news(done, |_| match most {
            Some(most) => {
                format!("{} {} of at most {}", bar(runs, most), grouped(runs), counted(most, "run"))
            }
            None => counted(runs, "run"),
        });
    };
    let mut answers = Vec::new();
    for property in &properties {
        reporter.begin(&property.name);
        let answer = request.answer(&model, property, &budget, &counter).map_err(refused)?;
        reporter.clear();
        if !args.json {
            terminal::print(&text(&request, &answer, terminal::layout().style))?;
            diagnostics::print(&model.source, answer.hollow().iter());
        }
        answers.push(answer);
    }
    if args.json {
        terminal::print_json(&request.report(&model, &args.model.model, &answers))?;
    } else if properties.is_empty() {
        terminal::tell("the model has no properties; `--property no-deadlock` can be asked of every model");
    }
    Ok(match answers.as_slice() {
        answers if answers.iter().any(EstimateAnswer::is_rejected) => REJECTED,
        [] => INCONCLUSIVE,
        answers if args.model.deny_warnings && answers.iter().any(|a| a.hollow().is_some()) => INCONCLUSIVE,
        answers if answers.iter().all(EstimateAnswer::is_accepted) => 0,
        _ => INCONCLUSIVE,
    })
}

fn budget(args: &EstimateArgs) -> Budget {
    let mut budget = args.limits.budget();
    budget.threads = args.threads.map_or(budget.threads, usize::from);
    budget.int_bound = args.int_bound.unwrap_or(budget.int_bound);
    budget
}

/// An answer for people.
fn text(request: &EstimateRequest, answer: &EstimateAnswer, style: Style) -> String {
    let name = style.paint("1;36", &format!("≈ {}", answer.property.name));
    let mut out =
        format!("{name}  {}\n    {}\n", wording::one_line(&answer.property.text), answer.reason(request));
    for (i, line) in answer.details(request).iter().enumerate() {
        let line = format!("    {line}");
        out.push_str(&if i == 0 { style.paint("2", &line) } else { line });
        out.push('\n');
    }
    out
}
