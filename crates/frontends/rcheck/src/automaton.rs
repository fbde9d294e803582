//! The control automaton of a process: which command leads from which control state to which.
//!
//! Numbers are observable (`x-automaton-state = 4`), so their order is fixed: a sequence takes the next
//! number before its two sides are visited, the left one first. How sequences nest is the parser's
//! decision, because the dialects differ in it.

use crate::ast::{Command, Process};

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
    let mut todo = vec![(body, 0, 0)];
    while let Some((process, from, to)) = todo.pop() {
        match process {
            Process::Command(command) => edges.push(Edge { from, to, command }),
            Process::Choice(left, right) => {
                todo.push((right, from, to));
                todo.push((left, from, to));
            }
            Process::Sequence(left, right) => {
                let between = states;
                states += 1;
                todo.push((right, between, to));
                todo.push((left, from, between));
            }
            Process::Repeat(inner) => todo.push((inner, from, from)),
        }
    }
    (edges, states)
}

/// The control states that no path of edges leads to from the first.
pub fn unreachable(edges: &[Edge], states: u32) -> Vec<u32> {
    let mut reached = vec![false; states as usize];
    reached[0] = true;
    let mut todo = vec![0];
    while let Some(at) = todo.pop() {
        for edge in edges.iter().filter(|edge| edge.from == at) {
            if !std::mem::replace(&mut reached[edge.to as usize], true) {
                todo.push(edge.to);
            }
        }
    }
    (0..states).filter(|state| !reached[*state as usize]).collect()
}
