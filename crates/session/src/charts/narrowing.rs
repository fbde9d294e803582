//! A chart of some agents only: their steps, and those they have to do with.

use synod_core::System;
use synod_documents::Chart;

use super::active;
use crate::trace_view::TraceView;

/// The chart with only the lifelines that are looked at and their partners, and only the steps that concern them.
pub fn narrowed(mut chart: Chart, system: &System, view: &TraceView) -> Chart {
    if view.shows_all_agents() {
        return chart;
    }
    let is_looked_at: Vec<bool> =
        (0..chart.lifelines.len()).map(|at| at >= system.agents.len() || view.shows_position(at)).collect();
    let agents_looked_at = |at: &usize| *at < system.agents.len() && is_looked_at[*at];
    let loop_begins = chart.loop_start.and_then(|start| chart.steps.get(start)).map(|step| step.number);
    chart.steps.retain(|step| active(step).iter().any(agents_looked_at));
    for step in &mut chart.steps {
        for message in &mut step.messages {
            if !is_looked_at[message.from] {
                message.to.retain(|to| is_looked_at[to.lifeline]);
            }
        }
        step.messages.retain(|message| is_looked_at[message.from] || !message.to.is_empty());
        step.deeds.retain(|deed| is_looked_at[deed.lifeline]);
        step.changes.retain(|change| is_looked_at[change.lifeline]);
    }
    chart.start.retain(|change| is_looked_at[change.lifeline]);
    let mut kept = is_looked_at.clone();
    chart.steps.iter().flat_map(active).for_each(|at| kept[at] = true);
    if let Some(end) = &mut chart.dead_end {
        end.blocked.retain(|one| is_looked_at[one.from] || one.by.iter().any(|at| is_looked_at[*at]));
        end.blocked.iter().flat_map(|one| one.by.iter().chain([&one.from])).for_each(|at| kept[*at] = true);
    }
    let places: Vec<Option<usize>> = {
        let mut numbers = 0..;
        kept.iter().map(|kept| if *kept { numbers.next() } else { None }).collect()
    };
    let place = |at: usize| places[at].unwrap_or_default();
    let mut position = 0..;
    chart.lifelines.retain(|_| position.next().is_some_and(|at| kept[at]));
    for change in chart.start.iter_mut().chain(chart.steps.iter_mut().flat_map(|step| &mut step.changes)) {
        change.lifeline = place(change.lifeline);
    }
    for step in &mut chart.steps {
        step.deeds.iter_mut().for_each(|deed| deed.lifeline = place(deed.lifeline));
        for message in &mut step.messages {
            message.from = place(message.from);
            message.to.iter_mut().for_each(|to| to.lifeline = place(to.lifeline));
            message.missed = message.missed.iter().filter_map(|at| places[*at]).collect();
        }
    }
    for blocked in chart.dead_end.iter_mut().flat_map(|end| &mut end.blocked) {
        blocked.from = place(blocked.from);
        blocked.by = blocked.by.iter().filter_map(|at| places[*at]).collect();
    }
    // The loop begins with the first step of it that is left.
    chart.loop_start =
        loop_begins.and_then(|begins| chart.steps.iter().position(|step| step.number >= begins));
    chart
}
