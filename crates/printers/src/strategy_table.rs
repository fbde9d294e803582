//! Strategies as text for people: what is done in each state, by the variables that distinguish the states.

use std::fmt::Write;

use synod_core::{AgentId, CoalitionChoice, Plan, Response, State, Strategy, System, VarId};
use synod_simulate::{show_answer, show_coalition_choice, show_variable};

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
                .flat_map(|given| {
                    answers(system, strategy, given).into_iter().map(|text| (&given.state, text))
                })
                .collect();
            if done.is_empty() { nothing_needed(system, strategy) } else { table(system, &done) }
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

/// What the others answer in a state to what the group may pick; picks with the same answer share a line, and picks that
/// leave nothing open have none.
fn answers(system: &System, strategy: &Strategy, given: &Response) -> Vec<String> {
    if given.replies.is_empty() {
        return vec![
            "some agent has no action here, so that no step is taken and nothing is enforced".to_string(),
        ];
    }
    let mut found: Vec<(String, Vec<String>)> = Vec::new();
    for reply in &given.replies {
        let step = show_answer(system, &strategy.group, &given.state, &reply.step);
        let step = step.unwrap_or_else(|| "no step can be taken".to_string());
        let to = reply.to.as_ref().map(|choice| show_coalition_choice(system, &strategy.group, choice));
        let to = to.filter(|to| !to.is_empty());
        match found.iter_mut().find(|(known, _)| *known == step) {
            Some((_, picks)) => picks.extend(to),
            None => found.push((step, to.into_iter().collect())),
        }
    }
    let is_same = found.len() == 1;
    found.retain(|(step, _)| !step.is_empty());
    let line = |(step, picks): (String, Vec<String>)| match picks.is_empty() || is_same {
        true => step,
        false => format!("to {} they answer {step}", picks.join(" or ")),
    };
    found.into_iter().map(line).collect()
}

/// Where the others do nothing against a group.
fn nothing_needed(system: &System, strategy: &Strategy) -> Vec<String> {
    match system.determines_all(&strategy.group) {
        true => Vec::new(),
        false => vec!["nothing has to be done against it".to_string()],
    }
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
