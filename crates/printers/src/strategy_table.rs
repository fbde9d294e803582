//! Strategies as text for people: what is done in each state, by the variables that distinguish the states.

use std::fmt::Write;

use synod_core::{AgentId, CoalitionChoice, Plan, State, Step, Strategy, System, VarId};
use synod_simulate::{StepText, show_coalition_choice, show_variable};

use crate::trace_table::{Layout, wrap};

/// More lines than this are not shown.
const MOST_LINES: usize = 24;
const INDENT: usize = 6;

/// What is to be done, a line or more for each state. States in which the same is done and that differ in
/// nothing that tells states with different choices apart share a line.
pub fn strategy(system: &System, strategy: &Strategy, layout: Layout) -> String {
    let lines = match &strategy.plan {
        Plan::Wins { decisions, .. } => {
            let done: Vec<(&State, String)> = decisions
                .iter()
                .map(|decision| (&decision.state, chosen(system, &strategy.group, &decision.choices)))
                .collect();
            if done.is_empty() {
                vec!["nothing has to be done for it".to_string()]
            } else {
                table(system, &done)
            }
        }
        Plan::Loses { responses } => {
            let done: Vec<(&State, String)> = responses
                .iter()
                .flat_map(|answer| {
                    let replies = answer.replies.iter().map(|reply| {
                        let step = match (&reply.step, StepText::new(system, &answer.state, &reply.step)) {
                            (_, Some(text)) => text.to_string(),
                            (Step::Stutter, None) | (Step::Take(_), None) => {
                                "nothing can be done".to_string()
                            }
                        };
                        let to = reply
                            .to
                            .as_ref()
                            .map(|choice| show_coalition_choice(system, &strategy.group, choice));
                        match to.filter(|to| !to.is_empty()) {
                            Some(to) => format!("to {to} they answer {step}"),
                            None => step,
                        }
                    });
                    let nothing = answer.replies.is_empty().then(|| {
                        "some agent has no action here, so that no step is taken and nothing is enforced"
                            .to_string()
                    });
                    replies.chain(nothing).map(|text| (&answer.state, text)).collect::<Vec<_>>()
                })
                .collect();
            if done.is_empty() {
                vec!["nothing has to be done against it".to_string()]
            } else {
                table(system, &done)
            }
        }
        Plan::Unwritten => vec![],
    };
    let mut out = String::new();
    for line in lines.iter().take(MOST_LINES) {
        wrap(&mut out, line, INDENT, layout.width);
    }
    if lines.len() > MOST_LINES {
        let _ = writeln!(out, "{:INDENT$}… and {} more, see --json", "", lines.len() - MOST_LINES);
    }
    out
}

fn chosen(system: &System, group: &[AgentId], choices: &[CoalitionChoice]) -> String {
    let words: Vec<String> =
        choices.iter().map(|choice| show_coalition_choice(system, group, choice)).collect();
    if words.is_empty() { "wait".to_string() } else { words.join("; ") }
}

/// A line for each thing done, of which there is some, with the values of the variables that tell where: as few as are needed for
/// states in which different things are done to look different.
fn table(system: &System, done: &[(&State, String)]) -> Vec<String> {
    let distinguished = |vars: &[VarId]| {
        let mut seen: Vec<(Vec<String>, &State, Vec<&str>)> = Vec::new();
        for (state, text) in done {
            let view: Vec<String> = vars.iter().map(|var| show_variable(system, state, *var)).collect();
            match seen.iter_mut().find(|(known, _, _)| *known == view) {
                Some((_, first, texts)) if *first == *state => texts.push(text),
                Some((_, first, _)) => {
                    // The same view of another state: all that is done there must be the same.
                    let here = done.iter().filter(|(s, _)| s == state).map(|(_, t)| t);
                    let there = done.iter().filter(|(s, _)| s == first).map(|(_, t)| t);
                    if !here.eq(there) {
                        return None;
                    }
                }
                None => seen.push((view, state, vec![text])),
            }
        }
        Some(seen)
    };
    let varies = |var: &VarId| {
        let first = show_variable(system, done[0].0, *var);
        done.iter().any(|(state, _)| show_variable(system, state, *var) != first)
    };
    let mut vars: Vec<VarId> = system.var_ids().map(|(id, _)| id).filter(varies).collect();
    // Variables are left out one by one, as long as the rest tells everything apart.
    if done.len() <= 500 {
        let mut at = vars.len();
        while at > 0 {
            at -= 1;
            let mut fewer = vars.clone();
            fewer.remove(at);
            if distinguished(&fewer).is_some() {
                vars = fewer;
            }
        }
    }
    let Some(seen) = distinguished(&vars) else { return Vec::new() };
    let mut lines = Vec::new();
    for (view, _, texts) in seen {
        let place: Vec<String> = std::iter::zip(&vars, view)
            .map(|(var, value)| format!("{} = {value}", system.var(*var).name))
            .collect();
        let place = if place.is_empty() { "always".to_string() } else { format!("if {}", place.join(", ")) };
        lines.extend(texts.iter().map(|text| format!("{place}: {text}")));
    }
    lines
}
