//! Runs for people and machines: in the words of the language where it has its own, else as tables.

use serde_json::{Value, json};
use synod_core::{Budget, Counterexample, Property, Trace};
use synod_frontend::{EventKind, Narrator};
use synod_printers::trace_json;
use synod_printers::trace_table::{self, Layout};
use synod_simulate::{Interpreter, Monitor, decided};

use crate::models::Model;

/// The counterexample of a property as text.
pub fn counterexample(model: &Model, property: &Property, found: &Counterexample, layout: Layout) -> String {
    let Some(teller) = &model.teller else {
        return trace_table::counterexample(&model.compiled.system, found, layout);
    };
    let mut out = teller.text(&model.compiled.system, &found.trace, &[]);
    out.push_str(&format!("{}\n", teller.property_line(&property.name, false)));
    explanations(model, teller, found, layout, &mut out);
    out
}

/// What explains a run, in words of its own.
fn explanations(
    model: &Model,
    teller: &dyn Narrator,
    found: &Counterexample,
    layout: Layout,
    out: &mut String,
) {
    for companion in &found.companions {
        out.push_str(&format!("about the state after step {}: {}\n", companion.at, companion.shows));
        out.push_str(&teller.text(&model.compiled.system, &companion.run.trace, &[]));
        explanations(model, teller, &companion.run, layout, out);
    }
    for strategy in &found.strategies {
        out.push_str(&format!("about the state after step {}: {}\n", strategy.at, strategy.shows));
        out.push_str(&trace_table::strategy(&model.compiled.system, strategy, layout));
    }
}

/// What shows that a property holds, as text: a run, or strategies and the run to where they begin if that is not at
/// the start.
pub fn witness(model: &Model, found: &Counterexample, layout: Layout) -> String {
    let at_start =
        found.trace.states.len() == 1 && found.companions.is_empty() && !found.strategies.is_empty();
    match &model.teller {
        _ if at_start => trace_table::strategies(&model.compiled.system, found, layout),
        None => trace_table::counterexample(&model.compiled.system, found, layout),
        Some(teller) => {
            let mut out = teller.text(&model.compiled.system, &found.trace, &[]);
            explanations(model, teller, found, layout, &mut out);
            out
        }
    }
}

/// A run as text; in words of its own it says where properties of the model are settled. `ended` says that
/// no step can be taken where it ends; nothing is said of properties once the budget is used up.
pub fn run(model: &Model, trace: &Trace, ended: bool, layout: Layout, budget: &Budget) -> String {
    let Some(teller) = &model.teller else {
        return trace_table::trace(&model.compiled.system, trace, layout);
    };
    let mut marks: Vec<(usize, String)> = settled(model, trace, budget)
        .into_iter()
        .map(|(property, at, satisfied)| (at, teller.property_line(&property.name, satisfied)))
        .collect();
    if ended {
        let last = trace.states.len() - 1;
        marks.push((last, teller.dead_end_line(&model.compiled.system, &trace.states)));
    }
    teller.text(&model.compiled.system, trace, &marks)
}

/// Where a run settles properties of the model, and how, as far as the budget allows to find out. A run that
/// gets stuck settles nothing by that.
pub fn settled<'a>(model: &'a Model, trace: &Trace, budget: &Budget) -> Vec<(&'a Property, usize, bool)> {
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

/// A counterexample as JSON.
pub fn counterexample_json(model: &Model, found: &Counterexample) -> Value {
    let mut document = trace_json::counterexample(&model.compiled.system, found);
    add_events(model, &found.trace, &mut document);
    document
}

/// A run as JSON.
pub fn run_json(model: &Model, trace: &Trace) -> Value {
    let mut document = trace_json::trace(&model.compiled.system, trace);
    add_events(model, trace, &mut document);
    document
}

fn add_events(model: &Model, trace: &Trace, document: &mut Value) {
    if let Some(teller) = &model.teller {
        document["events"] = events(model, teller, trace);
    }
}

/// What happens, one object an event; see `events` in `docs/schema/trace.schema.json`.
fn events(model: &Model, teller: &dyn Narrator, trace: &Trace) -> Value {
    let events = teller.events(&model.compiled.system, trace);
    events
        .iter()
        .map(|event| {
            let mut object = json!({
                "step": event.step,
                "agent": event.agent,
                "text": event.text,
                "kind": event.kind.word(),
            });
            match &event.kind {
                EventKind::Assignment { variable, arrow, index, value, stamp, from } => {
                    object["variable"] = variable.as_str().into();
                    object["arrow"] = (*arrow).into();
                    object["index"] = (*index).into();
                    object["value"] = (*value).into();
                    object["stamp"] = (*stamp).into();
                    object["from"] = from.clone().into();
                }
                EventKind::Message { tuple, .. } => object["tuple"] = tuple.as_str().into(),
                EventKind::Idle { .. } => {}
            }
            object
        })
        .collect()
}
