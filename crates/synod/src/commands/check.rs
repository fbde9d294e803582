//! `synod check`: verify properties.

use std::fmt::Display;
use std::time::Duration;

use synod_check::{Answer, Checker, Report};
use synod_core::{Budget, Counterexample, Proof, Property, Verdict};
use synod_printers::witness_dot;
use synod_syntax::Diagnostic;

use super::vacuity::Behind;
use super::verdict_text::{self, Shows};
use super::{any_number, certify, check_json};
use crate::cli::CheckArgs;
use crate::failure::{Done, Failure};
use crate::interrupt::Cancellable;
use crate::models::{self, Model, NOTHING_CHECKED};
use crate::progress::Reporter;
use crate::{diagnostics, files, terminal, traces};

/// How long to look for a strategy to tell of when it is known that there is one.
const WITNESS: Duration = Duration::from_secs(2);

/// Checks the properties asked for and reports on each.
pub fn run(args: &CheckArgs) -> Done {
    let refuse = |rejected: models::Rejected| rejected.refuse(&args.model, args.json);
    let role = args.any_number.any_number.as_deref();
    if let Some(model) = models::load_templates(&args.model, args.steps, role).map_err(refuse)? {
        return any_number::check(args, &model);
    }
    if let Some(option) = args.any_number.given() {
        let message = format!("`{option}` is for any number of agents: see `synod help any-number`");
        return Err(refuse(models::Rejected::because(message)));
    }
    let mut model = models::load(&args.model, args.steps).map_err(refuse)?;
    if tells_warnings(args) {
        model.print_warnings(&args.model);
    }
    let refused = |error: &dyn Display| model.refuse(Failure::input(error), &args.model, args.json);
    let properties = model.select(&args.property).map_err(|e| refused(&e))?;
    let checker = Checker::new(&model.compiled.system, &args.engine)
        .map_err(|e| refused(&e))?
        .slicing(model.compiled.reduce);
    let (report, warning) = check(args, &model, &checker, &properties)?;
    write_pictures(args, &model, &report)?;
    let odd = lint(args, &model, &checker, &report);
    drop(checker);
    model.warnings.extend(odd);
    model.warnings.extend(warning);
    let (why, left_out) = models::nothing_asked(&model.warnings);
    let code = if properties.is_empty() && left_out { NOTHING_CHECKED } else { report.exit_code() };
    if args.json {
        terminal::print_json(&check_json::report(&model, &args.model.model, &report, code))?;
    } else if properties.is_empty() {
        terminal::tell(&format!("{why}; `--property no-deadlock` can be asked of every model"));
    } else if properties.len() > 1 {
        terminal::print(&format!("{}\n", verdict_text::summary(&report)))?;
    }
    write_traces(args, &model, &report)?;
    write_certificates(args, &model, &report)?;
    Ok(code)
}

/// Whether warnings go to standard error; otherwise they are in the JSON document, or unwanted.
fn tells_warnings(args: &CheckArgs) -> bool {
    !args.quiet && !args.json
}

/// Answers the properties one by one, each told as soon as it is known; and the warning, if there is no
/// initial state.
fn check(
    args: &CheckArgs,
    model: &Model,
    checker: &Checker,
    properties: &[Property],
) -> Result<(Report, Option<Diagnostic>), Failure> {
    let budget = args.limits.budget();
    let reporter = Reporter::new(args.progress, args.quiet);
    let layout = terminal::layout();
    let mut report = Report::default();
    let mut warning = None;
    // Whether there is a fair run, or it was looked into.
    let mut fair = false;
    let _interruptible = Cancellable::new(&budget);
    let mut behind = Behind::new(&model.compiled);
    let mut first = checker.first_answers(properties, &budget, &reporter);
    for (i, property) in properties.iter().enumerate() {
        reporter.begin(&property.name);
        let is_open = |answer: &&Option<Answer>| !answer.as_ref().is_some_and(Answer::is_conclusive);
        let share = budget.share(first[i..].iter().filter(is_open).count());
        let first = first[i].take();
        // A proof of something stronger is a proof, but no certificate for what was asked.
        let may_be_strict = args.certificate.is_none() && !first.as_ref().is_some_and(Answer::is_conclusive);
        let strict =
            may_be_strict.then(|| behind.strict_answer(checker, property, &share, &reporter)).flatten();
        let mut answer = strict.unwrap_or_else(|| checker.answer_after(first, property, &share, &reporter));
        behind.look(checker, &mut answer, &budget, &reporter);
        answer.witness = witness(args, checker, &answer, &budget);
        reporter.clear();
        if warning.is_none() {
            let refuse = |rejected: models::Rejected| rejected.refuse(&args.model, args.json);
            fair |= is_violated_for_ever(&answer);
            let found = if is_vacuous(&answer) {
                Some(model.without_initial_state(&args.model).map_err(refuse)?)
            } else if !std::mem::replace(&mut fair, true) && checker.has_no_fair_run(&budget) {
                Some(model.without_fair_run(&args.model).map_err(refuse)?)
            } else {
                None
            };
            if tells_warnings(args) {
                diagnostics::print(&model.source, &found);
            }
            warning = found;
        }
        if !args.json {
            let shows = match (args.quiet, args.witness) {
                (true, _) => Shows::Verdicts,
                (false, false) => Shows::Violations,
                (false, true) => Shows::Witnesses,
            };
            let text = verdict_text::answer(model, &answer, &report, layout, shows);
            terminal::print(&text)?;
        }
        report.answers.push(answer);
    }
    Ok((report, warning))
}

/// What shows that a property holds: strategies are always told of, runs if asked for.
fn witness(
    args: &CheckArgs,
    checker: &Checker,
    answer: &Answer,
    budget: &Budget,
) -> Option<Box<Counterexample>> {
    let told = (args.json || !args.quiet) && synod_check::claims_a_strategy(&answer.property.formula);
    let asked = args.witness || args.witness_dot.is_some();
    if !(told || asked) || !matches!(answer.outcome.verdict, Verdict::Holds(_)) || is_vacuous(answer) {
        return None;
    }
    let budget = if asked { budget.part() } else { budget.at_most(WITNESS) };
    checker.witness(&answer.property, &budget).map(Box::new)
}

/// What is odd about the reachable states, if they were all visited.
fn lint(args: &CheckArgs, model: &Model, checker: &Checker, report: &Report) -> Vec<Diagnostic> {
    let visited = |answer: &Answer| matches!(answer.outcome.verdict, Verdict::Holds(Proof::Exhausted { states }) if states > 0);
    if args.quiet || !report.answers.iter().any(visited) {
        return Vec::new();
    }
    let budget = args.limits.budget();
    let odd = model.compiled.lints.iter().filter(|lint| checker.confirms(lint, &budget));
    let found: Vec<Diagnostic> =
        odd.map(|lint| Diagnostic::warning(lint.code, lint.span, lint.message.clone())).collect();
    if tells_warnings(args) {
        diagnostics::print(&model.source, &found);
    }
    found
}

/// Whether a property holds only because there is no run at all.
fn is_vacuous(answer: &Answer) -> bool {
    matches!(answer.outcome.verdict, Verdict::Holds(_)) && answer.outcome.statistics.states == Some(0)
}

/// Whether a run without end shows that a property fails.
fn is_violated_for_ever(answer: &Answer) -> bool {
    matches!(&answer.outcome.verdict, Verdict::Violated(found) if found.trace.loop_start.is_some())
}

fn write_traces(args: &CheckArgs, model: &Model, report: &Report) -> Result<(), Failure> {
    let Some(path) = &args.trace_out else { return Ok(()) };
    let found: Vec<(String, &Counterexample)> = report
        .answers
        .iter()
        .filter_map(|answer| match &answer.outcome.verdict {
            Verdict::Violated(counterexample) => Some((answer.property.name.clone(), &**counterexample)),
            Verdict::Holds(_) if args.witness => {
                answer.witness.as_deref().map(|witness| (answer.property.name.clone(), witness))
            }
            _ => None,
        })
        .collect();
    for file in traces::write_all(model, path, &found)? {
        if !args.quiet {
            terminal::tell(&format!("wrote {}", file.display()));
        }
    }
    Ok(())
}

fn write_pictures(args: &CheckArgs, model: &Model, report: &Report) -> Result<(), Failure> {
    let Some(path) = &args.witness_dot else { return Ok(()) };
    let mut pictures = Vec::new();
    for answer in &report.answers {
        let shown = match &answer.outcome.verdict {
            Verdict::Violated(found) => Some((**found).clone()),
            Verdict::Holds(_) => answer.witness.as_deref().cloned(),
            Verdict::Bounded { .. } | Verdict::Unknown { .. } => None,
        };
        let name = &answer.property.name;
        pictures
            .extend(shown.map(|shown| (name, witness_dot::witness(&model.compiled.system, name, &shown))));
    }
    for (name, picture) in &pictures {
        let file = match pictures.len() {
            1 => path.clone(),
            _ => files::with_name(path, name, &[".dot", ".gv"]),
        };
        files::write(&file, picture.clone())?;
        if !args.quiet {
            terminal::tell(&format!("wrote {}", file.display()));
        }
    }
    if pictures.is_empty() && !args.quiet {
        terminal::tell("no property has a run to show");
    }
    Ok(())
}

fn write_certificates(args: &CheckArgs, model: &Model, report: &Report) -> Result<(), Failure> {
    let Some(path) = &args.certificate else { return Ok(()) };
    let (written, unwritten) = certify::write_all(model, path, report, &args.limits.budget())?;
    if !args.quiet {
        for file in &written {
            terminal::tell(&format!("wrote {}", file.display()));
        }
        if written.is_empty() && unwritten.is_empty() {
            terminal::tell("no property was proved by an invariant; try `--engine ic3`");
        }
    }
    match unwritten.is_empty() {
        true => Ok(()),
        false => Err(Failure::input(unwritten.join("\n"))),
    }
}
