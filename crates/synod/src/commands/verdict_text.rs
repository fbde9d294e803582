//! Answers in words: how a verdict is known, and what the user should read with it.

use synod_check::{PropertyAnswer, Report};
use synod_core::{
    Argument, Certificate, Counterexample, Formula, Induction, Proof, Remark, Step, System, Trace, Verdict,
};
use synod_printers::trace_table::Layout;
use synod_simulate::{Interpreter, StepText};

use crate::models::Model;
use crate::tell;
use crate::words::{counted, grouped};

/// How the verdict is known, as a phrase.
pub fn reason(verdict: &Verdict) -> String {
    match verdict {
        Verdict::Holds(Proof::Exhausted { states: 0 }) => "there is no reachable state".to_string(),
        Verdict::Holds(Proof::Exhausted { states: 1 }) => "the only reachable state was visited".to_string(),
        // Counts end here.
        Verdict::Holds(Proof::Exhausted { states: u64::MAX }) => {
            "all reachable states were visited, 2^64 of them or more".to_string()
        }
        Verdict::Holds(Proof::Exhausted { states }) => {
            format!("all {} reachable states were visited", grouped(*states))
        }
        Verdict::Holds(Proof::ExhaustedSlice { states: 1 }) => {
            "the only state that matters was visited".to_string()
        }
        Verdict::Holds(Proof::ExhaustedSlice { states }) => {
            format!("all {} states that matter were visited", grouped(*states))
        }
        Verdict::Holds(Proof::Inductive(certificate)) => induction(certificate),
        Verdict::Holds(Proof::Reported { by, because, .. }) => format!("{by} {because}"),
        Verdict::Holds(Proof::Initial { states: 1 }) => "it holds in the initial state".to_string(),
        Verdict::Holds(Proof::Initial { states }) => {
            format!("it holds in all {} initial states", grouped(*states))
        }
        Verdict::Violated(counterexample) => run_length(&counterexample.trace),
        Verdict::Bounded { within } => format!("no violation {within}"),
        Verdict::Unknown { reason, .. } => reason.clone(),
    }
}

/// How a proof without visiting states goes, as a phrase.
fn induction(certificate: &Certificate) -> String {
    let of = |argument: &Argument| match argument {
        Argument::NoStart => "there is no initial state".to_string(),
        Argument::Unrolled { depth } => format!("no run of {depth} steps goes on to violate it"),
        Argument::Unreachable { because: Induction::Invariant(clauses), .. } => match clauses.len() {
            0 => "no state violates it, reachable or not".to_string(),
            1 => "an inductive invariant of 1 clause".to_string(),
            clauses => format!("an inductive invariant of {clauses} clauses"),
        },
        Argument::Unreachable { because: Induction::Steps(steps), .. } => {
            format!("induction over {} steps", steps + 1)
        }
    };
    let mut reasons: Vec<String> = certificate.arguments.iter().map(of).collect();
    reasons.dedup();
    reasons.join("; ")
}

fn run_length(trace: &Trace) -> String {
    let steps = trace.steps.iter().filter(|step| **step != Step::Stutter).count();
    let steps = match steps {
        0 => "an initial state".to_string(),
        _ => format!("a run of {}", counted(steps, "step")),
    };
    let end = match (trace.loop_start, trace.steps.last()) {
        (None, _) => "",
        (Some(_), Some(Step::Stutter)) => " into a dead end",
        (Some(_), _) => " that goes on for ever",
    };
    format!("{steps}{end} violates it")
}

/// What answers come with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Shows {
    /// Nothing but the verdict.
    Verdicts,
    /// What violates a property, and strategies.
    Violations,
    /// Also runs that show that something is possible.
    Witnesses,
}

/// An answer for people: verdict, property, reason and what shows it. Remarks that people were `told` before are left out.
pub fn answer(
    model: &Model,
    answer: &PropertyAnswer,
    told: &[Remark],
    layout: Layout,
    shows: Shows,
) -> String {
    let verdict = &answer.outcome.verdict;
    let (mark, word, hue) = match verdict {
        Verdict::Holds(_) => ("✓", "holds", "1;32"),
        Verdict::Violated(_) => ("✗", "is violated", "1;31"),
        Verdict::Bounded { .. } => ("…", "is not violated so far", "1;33"),
        Verdict::Unknown { .. } => ("?", "is not decided", "1;33"),
    };
    let style = layout.style;
    let text = one_line(&answer.property.text);
    let head = format!("{mark} {} {word}", answer.property.name);
    let mut out = format!("{}  {text}\n", style.paint(hue, &head));
    let engine = answer.engine.map(|e| format!(", {e}")).unwrap_or_default();
    let time = answer.outcome.statistics.elapsed.as_secs_f64();
    let how = format!("    {}{engine}, {time:.2} s", reason(verdict));
    out.push_str(&format!("{}\n", style.paint("2", &how)));
    if let Verdict::Unknown { advice: Some(advice), .. } = verdict {
        out.push_str(&format!("    {advice}\n"));
    }
    for remark in answer.outcome.remarks.iter().filter(|remark| !told.contains(remark)) {
        out.push_str(&format!("    {remark}\n"));
    }
    if let Verdict::Violated(counterexample) = verdict
        && shows >= Shows::Violations
    {
        out.push_str(&tell::counterexample(model, &answer.property, counterexample, layout));
        if answer.property.formula.any(&mut |f| *f == Formula::Faulty) {
            out.push_str(&faults(&model.compiled.system, &counterexample.trace));
        }
        out.push('\n');
    }
    let is_shown = |found: &&Counterexample| {
        let least = if found.strategies.is_empty() { Shows::Witnesses } else { Shows::Violations };
        shows >= least
    };
    if let Some(witness) = answer.witness.as_deref().filter(is_shown) {
        out.push_str(&tell::witness(model, witness, layout));
        if witness.strategies.is_empty() {
            out.push('\n');
        }
    }
    out
}

/// The steps at the end of a run that meet a fault, each with the reason.
fn faults(system: &System, trace: &Trace) -> String {
    let Some(last) = trace.states.last() else { return String::new() };
    let mut out = String::new();
    for faulted in Interpreter::new(system).moves(last).faulted {
        let fault = faulted.fault.describe(system);
        if let Some(step) = StepText::new(system, last, &Step::Take(faulted.taken)) {
            out.push_str(&format!("      here {step}\n          cannot be taken: {fault}\n"));
        }
    }
    out
}

/// All answers in one line.
pub fn summary(report: &Report) -> String {
    let total = report.answers.len();
    let parts: Vec<String> =
        [("hold", "holds"), ("violated", "violated"), ("bounded", "bounded"), ("undecided", "unknown")]
            .into_iter()
            .map(|(word, verdict)| (word, report.count(verdict)))
            .filter(|(_, n)| *n > 0)
            .map(|(word, n)| format!("{n} {}", if word == "hold" && n == 1 { "holds" } else { word }))
            .collect();
    let properties = if total == 1 { "property" } else { "properties" };
    format!("{total} {properties}: {}", parts.join(", "))
}

/// A formula on one line, cut if nobody would read it to the end.
pub fn one_line(text: &str) -> String {
    const LONGEST: usize = 400;
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let line = synod_syntax::visible(&line);
    match line.char_indices().nth(LONGEST) {
        Some((cut, _)) => format!("{}…", &line[..cut]),
        None => line,
    }
}
