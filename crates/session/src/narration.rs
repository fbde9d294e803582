//! Runs as text and as documents: in the words of the language where it has its own, else as tables.

use synod_core::{Budget, Counterexample, Formula, Property, Step, Trace};
use synod_documents as documents;
use synod_frontend::{Event, EventKind, Narrator};
use synod_printers::trace_json;
use synod_printers::trace_table::{self, Layout};
use synod_simulate::{Interpreter, Monitor, decided};

use crate::{OpenedModel, blocked};

/// How many lines say why no step can be taken at the end of a run.
const MOST_LINES: usize = 20;

/// The counterexample of a property as text.
pub fn counterexample(
    model: &OpenedModel,
    property: &Property,
    found: &Counterexample,
    layout: Layout,
) -> String {
    let about_deadlock = property.formula.any(&mut |part| *part == Formula::Deadlock);
    let why = match about_deadlock || stutters(&found.trace) {
        true => dead_end(model, &found.trace, false, layout),
        false => String::new(),
    };
    let Some(narrator) = model.narrator() else {
        let system = &model.compiled.system;
        let run = trace_table::trace(system, &found.trace, layout);
        return run + &why + &trace_table::explanations(system, found, layout);
    };
    let mut out = narrator.text(&model.compiled.system, &found.trace, &[]);
    out.push_str(&why);
    out.push_str(&format!("{}\n", narrator.property_line(&property.name, false)));
    explanations(model, narrator, found, layout, &mut out);
    out
}

/// Whether a run ends by repeating a state in which no step can be taken.
fn stutters(trace: &Trace) -> bool {
    trace.loop_start.is_some() && trace.steps.last() == Some(&Step::Stutter)
}

/// Why no step can be taken where a run ends: what agents would do there, and what stands against it. Nothing if a step
/// can be taken, or if all agents have come to their end. `is_said`: that none can be is said already.
fn dead_end(model: &OpenedModel, trace: &Trace, is_said: bool, layout: Layout) -> String {
    let Some(found) = blocked_at_end(model, trace) else { return String::new() };
    let title = match is_said || stutters(trace) {
        true => String::new(),
        false => format!("   {}\n", layout.style.paint("1;35", "── no step can be taken here ──")),
    };
    let more = "`synod interact` and `why` tell them all";
    title + &blocked::listing(&found, "      ", MOST_LINES, more)
}

/// What is blocked where a run ends for good.
fn blocked_at_end(model: &OpenedModel, trace: &Trace) -> Option<Vec<documents::BlockedStep>> {
    let is_open = trace.loop_start.is_none() || stutters(trace);
    let last = trace.states.last().filter(|_| is_open)?;
    blocked::dead_end(model, &Interpreter::new(&model.compiled.system), last)
}

/// What explains a run, in words of its own.
fn explanations(
    model: &OpenedModel,
    narrator: &dyn Narrator,
    found: &Counterexample,
    layout: Layout,
    out: &mut String,
) {
    for companion in &found.companions {
        out.push_str(&format!("about the state after step {}: {}\n", companion.at, companion.shows));
        out.push_str(&narrator.text(&model.compiled.system, &companion.run.trace, &[]));
        explanations(model, narrator, &companion.run, layout, out);
    }
    for strategy in &found.strategies {
        out.push_str(&format!("about the state after step {}: {}\n", strategy.at, strategy.shows));
        out.push_str(&trace_table::strategy(&model.compiled.system, strategy, layout));
    }
}

/// What shows that a property holds, as text: a run, or strategies and the run to where they begin if that is not at
/// the start.
pub fn witness(model: &OpenedModel, found: &Counterexample, layout: Layout) -> String {
    let at_start =
        found.trace.states.len() == 1 && found.companions.is_empty() && !found.strategies.is_empty();
    match model.narrator() {
        _ if at_start => trace_table::strategies(&model.compiled.system, found, layout),
        None => trace_table::counterexample(&model.compiled.system, found, layout),
        Some(narrator) => {
            let mut out = narrator.text(&model.compiled.system, &found.trace, &[]);
            explanations(model, narrator, found, layout, &mut out);
            out
        }
    }
}

/// A run that goes no further, as text: see [`run`].
pub fn finished_run(model: &OpenedModel, trace: &Trace, layout: Layout, budget: &Budget) -> String {
    let interpreter = Interpreter::new(&model.compiled.system).until(budget);
    let last = trace.states.last().filter(|_| trace.loop_start.is_none());
    // Of a listing that was cut short nothing follows.
    let ended = last.is_some_and(|last| interpreter.is_deadlock(last)) && budget.check(0).is_ok();
    run(model, trace, ended, layout, budget)
}

/// A run as text; in words of its own it says where properties of the model are settled. `ended` says that
/// no step can be taken where it ends, and why is said; nothing is said of properties once the budget is used up.
pub fn run(model: &OpenedModel, trace: &Trace, ended: bool, layout: Layout, budget: &Budget) -> String {
    let is_said = model.narrator().is_some();
    let why = if ended { dead_end(model, trace, is_said, layout) } else { String::new() };
    let Some(narrator) = model.narrator() else {
        return trace_table::trace(&model.compiled.system, trace, layout) + &why;
    };
    let mut marks: Vec<(usize, String)> = settled(model, trace, budget)
        .into_iter()
        .map(|(property, at, satisfied)| (at, narrator.property_line(&property.name, satisfied)))
        .collect();
    if ended {
        let last = trace.states.len() - 1;
        marks.push((last, narrator.dead_end_line(&model.compiled.system, &trace.states)));
    }
    narrator.text(&model.compiled.system, trace, &marks) + &why
}

/// Where a run settles properties of the model, and how, as far as the budget allows to find out. A run that
/// gets stuck settles nothing by that.
pub fn settled<'a>(
    model: &'a OpenedModel,
    trace: &Trace,
    budget: &Budget,
) -> Vec<(&'a Property, usize, bool)> {
    let interpreter = Interpreter::new(&model.compiled.system).until(budget);
    let watched = model.compiled.properties.iter().filter(|property| Monitor::watches(&property.formula));
    watched
        .filter_map(|property| {
            let (at, satisfied) = decided(&interpreter, &property.formula, trace)?;
            let strict = model.compiled.counting_deadlocks(property);
            let agreed = strict
                .is_none_or(|strict| decided(&interpreter, &strict.formula, trace) == Some((at, satisfied)));
            agreed.then_some((property, at, satisfied))
        })
        .collect()
}

/// A counterexample as a document.
pub fn counterexample_document(model: &OpenedModel, found: &Counterexample) -> documents::Trace {
    let document = trace_json::counterexample(&model.compiled.system, found);
    documents::Trace {
        events: events(model, &found.trace),
        dead_end: blocked_at_end(model, &found.trace),
        ..document
    }
}

/// A run as a document.
pub fn run_document(model: &OpenedModel, trace: &Trace) -> documents::Trace {
    let document = trace_json::trace(&model.compiled.system, trace);
    documents::Trace { events: events(model, trace), dead_end: blocked_at_end(model, trace), ..document }
}

/// What happens in the words of the language, if it has its own.
fn events(model: &OpenedModel, trace: &Trace) -> Option<Vec<documents::Event>> {
    let events = model.narrator()?.events(&model.compiled.system, trace);
    Some(events.into_iter().map(event).collect())
}

fn event(event: Event) -> documents::Event {
    let Event { step, agent, text, kind } = event;
    match kind {
        EventKind::Assignment { variable, arrow, index, value, stamp, from } => {
            documents::Event::Assignment {
                step,
                agent,
                text,
                variable,
                arrow: arrow.to_string(),
                index,
                value,
                stamp,
                from,
            }
        }
        EventKind::Message { kind, is_end, tuple } => {
            documents::Event::Message { step, agent, text, message: kind.to_string(), is_end, tuple }
        }
        EventKind::Idle { .. } => documents::Event::Idle { step, agent, text },
    }
}
