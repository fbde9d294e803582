//! Pictures of programs: control states and the commands between them, one picture a thread.

use synod_core::{Agent, Automaton, ControlThread, System};
use synod_simulate::local_name;

use super::{Labelled, Labels, Picture, PictureState};

/// The pictures of the threads of an agent.
pub fn pictures(system: &System, agent: &Agent, automaton: &Automaton, labels: Labels) -> Vec<Picture> {
    let mut found = Vec::new();
    for (number, thread) in automaton.threads.iter().enumerate() {
        let mut picture = picture(system, agent, thread, labels);
        if automaton.threads.len() > 1 {
            let which = if number == 0 { String::new() } else { format!(", thread {number}") };
            picture.title = format!("{}{which}", agent.name);
            picture.id = if number == 0 { picture.id } else { format!("{}-thread-{number}", picture.id) };
        }
        found.push(picture);
    }
    found
}

/// States that nothing leads to or from are left out, except where the thread begins.
fn picture(system: &System, agent: &Agent, thread: &ControlThread, labels: Labels) -> Picture {
    let touches = |state: &u32| thread.edges.iter().any(|edge| edge.from == *state || edge.to == *state);
    let shown: Vec<u32> =
        (0..thread.states).filter(|state| touches(state) || thread.initial.contains(state)).collect();
    let state = |state: &u32| PictureState {
        key: state.to_string(),
        lines: vec![state.to_string()],
        title: format!("{state}: at {}", thread.place(*state)),
        values: thread
            .state
            .map(|var| (local_name(system, var).to_string(), i64::from(*state)))
            .into_iter()
            .collect(),
    };
    let states: Vec<PictureState> = shown.iter().map(state).collect();
    let position = |state: u32| shown.iter().position(|known| *known == state);
    let commands = thread.edges.iter().filter_map(|edge| {
        Some(Labelled {
            from: position(edge.from)?,
            to: position(edge.to)?,
            role: edge.action.role,
            name: edge.action.short.clone(),
            guard: edge.action.guard.clone(),
            text: edge.action.text.clone(),
            span: edge.action.span,
        })
    });
    let initial = thread.initial.iter().filter_map(|state| position(*state)).collect();
    Picture::new(agent, states, initial, commands.collect(), labels)
}
