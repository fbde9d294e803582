//! The words of a verdict, the same for all faces: how it is known, and what to read with it.

use std::time::Duration;

use synod_check::{AppliedPass, PropertyAnswer, Report};
use synod_core::{
    Argument, Certificate, Counterexample, DeviceTimes, Formula, Induction, Proof, Remark, State, Statistics,
    Step, System, Tick, Trace, Verdict,
};
use synod_documents::SearchFigures;
use synod_simulate::{Interpreter, StepText};
use synod_syntax::Diagnostic;

pub use synod_printers::trace_table::Layout;
use synod_printers::trace_table::wrap;

use crate::narration::{self, Telling};
use crate::sizes::are_left_out;
use crate::{OpenedModel, TraceView, counted, grouped};

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
        Verdict::Holds(Proof::ExhaustedReduced { states: 1 }) => {
            "the only state of the reduced model was visited".to_string()
        }
        Verdict::Holds(Proof::ExhaustedReduced { states: u64::MAX }) => {
            "all states of the reduced model were visited, 2^64 of them or more".to_string()
        }
        Verdict::Holds(Proof::ExhaustedReduced { states }) => {
            format!("all {} states of the reduced model were visited", grouped(*states))
        }
        Verdict::Holds(Proof::ExhaustedOrbits { states: 0 }) => "there is no reachable state".to_string(),
        Verdict::Holds(Proof::ExhaustedOrbits { states: 1 }) => {
            "the only state up to symmetry was visited".to_string()
        }
        Verdict::Holds(Proof::ExhaustedOrbits { states }) => {
            format!("all {} states up to symmetry were visited", grouped(*states))
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
        Argument::Unrolled { depth } => {
            format!("no run of {} goes on to violate it", counted(*depth, "step"))
        }
        Argument::Unreachable { because: Induction::Invariant(clauses), .. } => match clauses.len() {
            0 => "no state violates it, reachable or not".to_string(),
            clauses => format!("an inductive invariant of {}", counted(clauses, "clause")),
        },
        Argument::Unreachable { because: Induction::Steps(steps), .. } => {
            format!("induction over {}", counted(steps + 1, "step"))
        }
    };
    let mut reasons: Vec<String> = certificate.arguments.iter().map(of).collect();
    reasons.dedup();
    reasons.join("; ")
}

/// The shape of a run that violates a property, as a phrase.
fn run_length(trace: &Trace) -> String {
    let steps = trace.steps.iter().filter(|step| **step != Step::Stutter).count();
    match (trace.loop_start, trace.steps.last()) {
        (Some(start), Some(last)) if *last != Step::Stutter => {
            format!("a lasso violates it: {}, then a loop of {}", counted(start, "step"), steps - start)
        }
        (None, _) | (Some(_), None) if steps == 0 => "an initial state violates it".to_string(),
        (None, _) => format!("a run of {} violates it", counted(steps, "step")),
        (Some(_), _) if steps == 0 => "an initial state without a step violates it".to_string(),
        (Some(_), _) => format!("a run of {} into a dead end violates it", counted(steps, "step")),
    }
}

/// What is shown with verdicts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Shown {
    /// Nothing but the verdict.
    Verdicts,
    /// What violates a property, and strategies.
    Violations,
    /// Also runs that show that something is possible.
    Witnesses,
}

/// What was told of a model with earlier answers, and so is not told again.
#[derive(Default)]
pub struct Told {
    remarks: Vec<Remark>,
    /// A state whose values that never change were told.
    state: Option<State>,
}

impl Told {
    /// An answer was told.
    pub fn add(&mut self, answer: &PropertyAnswer, shown: Shown) {
        self.remarks.extend(answer.outcome.remarks.iter().cloned());
        if let Verdict::Violated(found) = &answer.outcome.verdict
            && shown >= Shown::Violations
        {
            self.state.get_or_insert_with(|| found.trace.states[0].clone());
        }
    }
}

/// An answer for people: verdict, property, reason and what shows it. What was told of the model `before` is left out.
pub fn answer(
    model: &OpenedModel,
    answer: &PropertyAnswer,
    before: &Told,
    view: &TraceView,
    layout: Layout,
    shown: Shown,
    verbose: bool,
) -> String {
    let telling = Telling { view, known: before.state.as_ref(), layout };
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
    let sentence = |text: &str| {
        let mut out = String::new();
        wrap(&mut out, text, 4, layout.sentences);
        out
    };
    let mut out = sentence(&format!("{}  {text}", style.paint(hue, &head))).trim_start().to_string();
    let engine = answer.engine.map(|e| format!(", {e}")).unwrap_or_default();
    let time = answer.outcome.statistics.elapsed.as_secs_f64();
    let how = format!("{}{engine}, {time:.2} s", reason(verdict));
    out.push_str(&sentence(&style.paint("2", &how)));
    if let Verdict::Unknown { advice: Some(advice), .. } = verdict {
        out.push_str(&sentence(advice));
    }
    for (engine, verdict) in &answer.others {
        out.push_str(&sentence(&format!("{engine}: {}", reason(verdict))));
    }
    for AppliedPass { name, removed } in answer.passes.iter().filter(|_| verbose) {
        out.push_str(&format!("    pass: {name}, {removed}\n"));
    }
    let is_told = |remark: &&Remark| remark.is_vacuity() || !before.remarks.contains(remark);
    for remark in answer.outcome.remarks.iter().filter(is_told) {
        out.push_str(&sentence(&remark.to_string()));
    }
    if let Verdict::Violated(counterexample) = verdict
        && shown >= Shown::Violations
    {
        out.push_str(&narration::counterexample(model, &answer.property, counterexample, telling));
        for reason in model.fair_because(&counterexample.trace) {
            out.push_str(&format!("    fair: {reason}\n"));
        }
        if answer.property.formula.any(&mut |f| *f == Formula::Faulty) {
            out.push_str(&faults(&model.compiled.system, &counterexample.trace));
        }
        out.push('\n');
    }
    let is_shown = |found: &&Counterexample| {
        let least = if found.strategies.is_empty() { Shown::Witnesses } else { Shown::Violations };
        shown >= least
    };
    if let Some(witness) = answer.witness.as_deref().filter(is_shown) {
        out.push_str(&narration::witness(model, witness, telling));
        if witness.strategies.is_empty() {
            out.push('\n');
        }
    }
    out
}

/// News of a search, with how many states it finds in a second if the time that it has taken is told.
pub fn progress(tick: Tick, elapsed: Option<Duration>) -> String {
    let rate = |elapsed: Duration| grouped((tick.states as f64 / elapsed.as_secs_f64().max(1e-9)) as u64);
    let rate = elapsed.map_or(String::new(), |elapsed| format!(", {} a second", rate(elapsed)));
    // Those who work with sets of states do not count them on the way; not everybody knows the memory.
    let figures = [
        (tick.states, format!("{}{rate}", counted(tick.states, "state"))),
        (tick.nodes, counted(tick.nodes, "node")),
        (1, format!("depth {}", grouped(tick.depth))),
        (tick.memory, bytes(tick.memory)),
    ];
    let known = figures.into_iter().filter(|(figure, _)| *figure > 0).map(|(_, text)| text);
    known.collect::<Vec<String>>().join(", ")
}

/// An amount of memory.
pub fn bytes(amount: u64) -> String {
    let units = ["bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];
    match (amount.max(1).ilog2() / 10) as usize {
        0 => format!("{amount} bytes"),
        unit => format!("{:.1} {}", amount as f64 / (1u64 << (10 * unit)) as f64, units[unit]),
    }
}

/// What a search of single states did, in a line.
pub fn search(statistics: &Statistics) -> String {
    let Some(search) = &statistics.search else {
        return "    search: no states were visited one by one\n".to_string();
    };
    let figures = SearchFigures::new(search, statistics.elapsed.as_secs_f64());
    let mut parts = vec![counted(figures.states, "state"), counted(figures.transitions, "step")];
    parts.extend(statistics.depth.map(|depth| format!("depth {depth}")));
    parts.extend(figures.bytes_per_state.map(|bytes| format!("{bytes:.1} bytes a state")));
    if figures.file_bytes > 0 {
        let each = figures.file_bytes as f64 / figures.states.max(1) as f64;
        parts.push(format!("{each:.1} in files"));
    }
    parts.extend(figures.states_per_second.map(|rate| format!("{} states a second", grouped(rate as u64))));
    parts.extend(figures.branching.map(|steps| format!("{steps:.2} steps a state")));
    if figures.steps_left_out > 0 {
        parts.extend(figures.reduction.map(|times| format!("{times:.2} times fewer steps than found")));
    }
    let device = statistics.device.as_ref().map_or(String::new(), device);
    format!("    search: {}\n{device}", parts.join(", "))
}

/// What a search on a device spent its time on, in a line.
fn device(times: &DeviceTimes) -> String {
    let DeviceTimes { opening, building, searching, rebuilding } = *times;
    let parts = [("opening", opening), ("building", building), ("search", searching), ("run", rebuilding)];
    let parts = parts.map(|(name, time)| format!("{name} {:.2} s", time.as_secs_f64()));
    format!("    device: {}\n", parts.join(", "))
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
    let verdicts = verdict_counts(|verdict| report.count(verdict));
    format!("{}: {verdicts}", counted(report.answers.len(), "property"))
}

/// How many answers there are of each verdict, as a list.
pub(crate) fn verdict_counts(count: impl Fn(&str) -> usize) -> String {
    let parts = ["holds", "violated", "bounded", "unknown"].into_iter().filter_map(|verdict| {
        Some(match (count(verdict), verdict) {
            (0, _) => return None,
            (1, "holds") => "1 holds".to_string(),
            (number, "holds") => format!("{number} hold"),
            (number, "unknown") => format!("{number} undecided"),
            (number, verdict) => format!("{number} {verdict}"),
        })
    });
    parts.collect::<Vec<_>>().join(", ")
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

/// Why no property was checked, given the warnings about the model.
pub fn nothing_checked(warnings: &[Diagnostic]) -> &'static str {
    match are_left_out(warnings) {
        true => "nothing was checked: every property is about more agents than there are",
        false => "the model has no properties; `--allow-empty` accepts that",
    }
}

/// The same where it was accepted.
pub fn nothing_to_check(warnings: &[Diagnostic]) -> &'static str {
    match are_left_out(warnings) {
        true => nothing_checked(warnings),
        false => "the model has no properties: nothing was checked",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn news_is_short_and_readable() {
        let tick = Tick { states: 1_234_567, depth: 31, memory: 200 << 20, ..Tick::default() };
        let line = progress(tick, Some(Duration::from_secs(2)));
        assert_eq!(line, "1 234 567 states, 617 283 a second, depth 31, 200.0 MiB");
        assert_eq!(progress(Tick { states: 1, memory: 0, ..tick }, None), "1 state, depth 31");
        let of_sets = Tick { nodes: 12_345, depth: 4, ..Tick::default() };
        assert_eq!(progress(of_sets, Some(Duration::from_secs(2))), "12 345 nodes, depth 4");
    }

    #[test]
    fn amounts_of_memory_have_their_unit() {
        let amounts = [0, 1023, 1024, 3 << 30, u64::MAX].map(bytes);
        assert_eq!(amounts, ["0 bytes", "1023 bytes", "1.0 KiB", "3.0 GiB", "16.0 EiB"]);
    }
}
