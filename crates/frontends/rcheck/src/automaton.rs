//! The control automaton of a process: which command leads from which control state to which.
//!
//! Numbers are observable (`x-automaton-state = 4`), so their order is fixed: a sequence of two takes the next
//! number before its two sides are visited, the left one first. How longer ones group is the parser's
//! decision, because the dialects differ in it.

use crate::ast::{Command, Process, Side};

/// A command with the control states it connects.
#[derive(Clone, Copy, Debug)]
pub struct Edge<'a> {
    /// From here.
    pub from: u32,
    /// To here.
    pub to: u32,
    /// By this.
    pub command: &'a Command,
}

/// The automaton of `repeat: body`: its edges in the order of the text, and the number of states.
pub fn build(body: &Process) -> (Vec<Edge<'_>>, u32) {
    let mut edges = Vec::new();
    let mut states = 1;
    // An explicit stack, so that deep nesting cannot exhaust the real one.
    let mut todo = vec![Todo::Process(body, 0, 0)];
    while let Some(next) = todo.pop() {
        match next {
            Todo::Process(Process::Command(command), from, to) => edges.push(Edge { from, to, command }),
            Todo::Process(Process::Choice(left, right), from, to) => {
                todo.push(Todo::Process(right, from, to));
                todo.push(Todo::Process(left, from, to));
            }
            Todo::Process(Process::Sequence(parts, Side::Right), from, to) => {
                todo.push(Todo::Rest(parts, from, to));
            }
            Todo::Process(Process::Sequence(parts, Side::Left), from, to) => {
                // The last part is joined first.
                let last = states + parts.len() as u32 - 1;
                let mut ends = vec![to];
                ends.extend(states..last);
                states = last;
                for (place, part) in parts.iter().rev().enumerate() {
                    let from = ends.get(place + 1).copied().unwrap_or(from);
                    todo.push(Todo::Process(part, from, ends[place]));
                }
            }
            Todo::Process(Process::Repeat(inner), from, _) => todo.push(Todo::Process(inner, from, from)),
            Todo::Rest([last], from, to) => todo.push(Todo::Process(last, from, to)),
            Todo::Rest(parts, from, to) => {
                let between = states;
                states += 1;
                todo.push(Todo::Rest(&parts[1..], between, to));
                todo.push(Todo::Process(&parts[0], from, between));
            }
        }
    }
    (edges, states)
}

/// What is to be put between two control states.
enum Todo<'a> {
    Process(&'a Process, u32, u32),
    /// What is left of a sequence that groups to the right.
    Rest(&'a [Process], u32, u32),
}

/// The control states that no path of edges leads to from the first.
pub fn unreachable(edges: &[Edge], states: u32) -> Vec<u32> {
    let mut reached = vec![false; states as usize];
    reached[0] = true;
    let mut targets = vec![Vec::new(); states as usize];
    edges.iter().for_each(|edge| targets[edge.from as usize].push(edge.to));
    let mut todo = vec![0];
    while let Some(at) = todo.pop() {
        for to in &targets[at as usize] {
            if !std::mem::replace(&mut reached[*to as usize], true) {
                todo.push(*to);
            }
        }
    }
    (0..states).filter(|state| !reached[*state as usize]).collect()
}
