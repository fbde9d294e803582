//! Runs as text and as documents: in the words of the language where it has its own, else as tables.

use synod_core::{Budget, Counterexample, Formula, Interrupted, Property, State, Step, System, Trace};
use synod_documents as documents;
use synod_frontend::{Event, EventKind, Narration, Narrator};
use synod_printers::trace_json;
use synod_printers::trace_table::{self, Layout, View};
use synod_simulate::{Interpreter, Monitor, decided};

use crate::{OpenedModel, TraceView, blocked};

/// How many lines say why no step can be taken at the end of a run.
const MOST_LINES: usize = 20;

/// How runs are told: how they are looked at, and a state of which what never changes was told before.
#[derive(Clone, Copy)]
pub struct Telling<'a> {
    /// How they are looked at.
    pub view: &'a TraceView,
    /// What never changes is not told again where it is as in this state.
    pub known: Option<&'a State>,
    /// How text looks.
    pub layout: Layout,
}

impl Telling<'_> {
    /// Tells a run, or more, as a table.
    fn table(&self, told: impl FnOnce(View) -> String) -> String {
        let watched = |state: &State| self.view.watched_texts(state);
        told(View { agents: self.view.agents(), watched: Some(&watched), known: self.known })
    }

    /// Tells a run in the words of a language, with what is watched after each state.
    fn narrated(
        &self,
        model: &OpenedModel,
        narrator: &dyn Narrator,
        trace: &Trace,
        marks: &[(usize, String)],
    ) -> String {
        let watched = trace.states.iter().enumerate().flat_map(|(at, state)| {
            self.view.watched_texts(state).into_iter().map(move |text| (at, format!("<watched: {text}>")))
        });
        let marks: Vec<(usize, String)> = watched.chain(marks.iter().cloned()).collect();
        let only = self.only(model);
        narrator.text(
            &model.compiled.system,
            trace,
            &Narration { marks: &marks, only: &only, known: self.known },
        )
    }

    /// The names of the agents that are looked at; none if all are.
    fn only<'m>(&self, model: &'m OpenedModel) -> Vec<&'m str> {
        let agents = self.view.agents().iter();
        agents.map(|agent| model.compiled.system.agent(*agent).name.as_str()).collect()
    }
}

/// The counterexample of a property as text.
pub fn counterexample(
    model: &OpenedModel,
    property: &Property,
    found: &Counterexample,
    telling: Telling,
) -> String {
    let about_deadlock = property.formula.any(&mut |part| *part == Formula::Deadlock);
    let why = match about_deadlock || stutters(&found.trace) {
        true => match dead_end(model, &found.trace, false, telling) {
            // Without the explanation it is not known whether the run ends for good.
            Err(_) if !stutters(&found.trace) => String::new(),
            told => told.unwrap_or_else(not_told),
        },
        false => String::new(),
    };
    let system = &model.compiled.system;
    let Some(narrator) = model.narrator() else {
        return telling.table(|view| {
            let run = trace_table::trace(system, &found.trace, view, telling.layout);
            run + &why + &trace_table::explanations(system, found, view, telling.layout)
        });
    };
    let mut out = telling.narrated(model, narrator, &found.trace, &[]);
    out.push_str(&why);
    out.push_str(&format!("{}\n", narrator.property_line(&property.name, false)));
    explanations(model, narrator, found, telling, &mut out);
    out
}

/// Whether a run ends by repeating a state in which no step can be taken.
fn stutters(trace: &Trace) -> bool {
    trace.loop_start.is_some() && trace.steps.last() == Some(&Step::Stutter)
}

/// Why no step can be taken where a run ends: what agents would do there, and what stands against it. Nothing if a step
/// can be taken, or if all agents have come to their end. `is_said`: that none can be is said already.
fn dead_end(
    model: &OpenedModel,
    trace: &Trace,
    is_said: bool,
    telling: Telling,
) -> Result<String, Interrupted> {
    let listed = || {
        let mut found = blocked_at_end(model, trace)?;
        let only = telling.only(model);
        found.retain(|step| {
            only.is_empty() || step.agent.as_ref().is_none_or(|agent| only.contains(&agent.as_str()))
        });
        Some(blocked::listing(&found, "      ", MOST_LINES, "`synod interact` and `why` tell them all"))
    };
    let Some(listing) = telling.view.explain(listed)? else { return Ok(String::new()) };
    let title = match is_said || stutters(trace) {
        true => String::new(),
        false => format!("   {}\n", telling.layout.style.paint("1;35", "── no step can be taken here ──")),
    };
    Ok(title + &listing)
}

/// Instead of why no step can be taken.
fn not_told(met: Interrupted) -> String {
    format!("      why is not told: {}\n", met.stop.reason())
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
    telling: Telling,
    out: &mut String,
) {
    for companion in &found.companions {
        out.push_str(&format!("about the state after step {}: {}\n", companion.at, companion.shows));
        // It begins as the run that it explains, or is told whole.
        let telling = Telling { known: None, ..telling };
        out.push_str(&telling.narrated(model, narrator, &companion.run.trace, &[]));
        explanations(model, narrator, &companion.run, telling, out);
    }
    for strategy in &found.strategies {
        out.push_str(&format!("about the state after step {}: {}\n", strategy.at, strategy.shows));
        out.push_str(&trace_table::strategy(&model.compiled.system, strategy, telling.layout));
    }
}

/// What shows that a property holds, as text: a run, or strategies and the run to where they begin if that is not at
/// the start.
pub fn witness(model: &OpenedModel, found: &Counterexample, telling: Telling) -> String {
    let system = &model.compiled.system;
    let at_start =
        found.trace.states.len() == 1 && found.companions.is_empty() && !found.strategies.is_empty();
    match model.narrator() {
        _ if at_start => trace_table::strategies(system, found, telling.layout),
        None => telling.table(|view| trace_table::counterexample(system, found, view, telling.layout)),
        Some(narrator) => {
            let mut out = telling.narrated(model, narrator, &found.trace, &[]);
            explanations(model, narrator, found, telling, &mut out);
            out
        }
    }
}

/// A run that goes no further, as text: see [`run`].
pub fn finished_run(model: &OpenedModel, trace: &Trace, telling: Telling, budget: &Budget) -> String {
    let interpreter = Interpreter::new(&model.compiled.system).until(budget);
    let last = trace.states.last().filter(|_| trace.loop_start.is_none());
    // Of a listing that was cut short nothing follows.
    let ended = last.is_some_and(|last| interpreter.is_deadlock(last)) && budget.check(0).is_ok();
    run(model, trace, ended, telling, budget)
}

/// A run as text; in words of its own it says where properties of the model are settled. `ended` says that
/// no step can be taken where it ends, and why is said; nothing is said of properties once the budget is used up.
pub fn run(model: &OpenedModel, trace: &Trace, ended: bool, telling: Telling, budget: &Budget) -> String {
    let is_said = model.narrator().is_some();
    let why = match ended {
        true => dead_end(model, trace, is_said, telling).unwrap_or_else(not_told),
        false => String::new(),
    };
    let Some(narrator) = model.narrator() else {
        let system = &model.compiled.system;
        return telling.table(|view| trace_table::trace(system, trace, view, telling.layout)) + &why;
    };
    let mut marks: Vec<(usize, String)> = settled(model, trace, budget)
        .into_iter()
        .map(|(property, at, satisfied)| (at, narrator.property_line(&property.name, satisfied)))
        .collect();
    if ended {
        let last = trace.states.len() - 1;
        marks.push((last, narrator.dead_end_line(&model.compiled.system, &trace.states)));
    }
    telling.narrated(model, narrator, trace, &marks) + &why
}

/// What it is that nothing can be done in the last of these states, in the words of the language.
pub(crate) fn dead_end_text(system: &System, narrator: Option<&dyn Narrator>, states: &[State]) -> String {
    let told = narrator.map(|narrator| narrator.dead_end_line(system, states));
    let text = told.map(|line| line.trim_matches(['<', '>']).to_string());
    text.unwrap_or_else(|| "no step can be taken".to_string())
}

/// Where a run settles properties of the model, and how, as far as the budget allows to find out. A run that
/// gets stuck settles nothing by that.
fn settled<'a>(model: &'a OpenedModel, trace: &Trace, budget: &Budget) -> Vec<(&'a Property, usize, bool)> {
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

/// What a run shows of properties of the model, for those that count it: how, where, and whether only because it got stuck there,
/// as far as the budget allows to find out.
pub(crate) fn outcomes<'a>(
    model: &'a OpenedModel,
    trace: &Trace,
    budget: &Budget,
) -> Vec<(&'a Property, usize, SettledAs)> {
    let interpreter = Interpreter::new(&model.compiled.system).until(budget);
    let watched = model.compiled.properties.iter().filter(|property| Monitor::watches(&property.formula));
    let outcome = |property: &'a Property| {
        let (at, satisfied) = decided(&interpreter, &property.formula, trace)?;
        if !satisfied {
            return Some((property, at, SettledAs::Violated));
        }
        let is_last = at + 1 == trace.states.len();
        let strict = is_last.then(|| model.judging_deadlocks(property)).flatten();
        let fails = strict.is_some_and(|strict| {
            interpreter.is_deadlock(&trace.states[at])
                && decided(&interpreter, &strict, trace).is_some_and(|(_, satisfied)| !satisfied)
        });
        Some((property, at, if fails { SettledAs::Stuck } else { SettledAs::Satisfied }))
    };
    watched.filter_map(outcome).collect()
}

/// How a run settles a property.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SettledAs {
    /// It satisfies it.
    Satisfied,
    /// It satisfies it only because it got stuck without what is asked for.
    Stuck,
    /// It violates it.
    Violated,
}

/// A counterexample as a document.
pub fn counterexample_document(
    model: &OpenedModel,
    found: &Counterexample,
    view: &TraceView,
) -> documents::Trace {
    let mut document = trace_json::counterexample(&model.compiled.system, found);
    watch(&mut document, found, view);
    documents::Trace {
        events: events(model, &found.trace),
        dead_end: view.explain(|| blocked_at_end(model, &found.trace)).unwrap_or_default(),
        ..document
    }
}

/// Adds what is watched to the states of a run and of those that explain it.
fn watch(document: &mut documents::Trace, found: &Counterexample, view: &TraceView) {
    for (values, state) in std::iter::zip(&mut document.states, &found.trace.states) {
        view.extend(values, state);
    }
    for (companion, explained) in std::iter::zip(&mut document.companions, &found.companions) {
        watch(&mut companion.trace, &explained.run, view);
    }
}

/// A run as a document.
pub fn run_document(model: &OpenedModel, trace: &Trace, view: &TraceView) -> documents::Trace {
    counterexample_document(model, &Counterexample::of(trace.clone()), view)
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
