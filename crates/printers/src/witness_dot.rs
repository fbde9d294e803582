//! Counterexamples and witnesses as pictures for Graphviz: the states of all their runs, each once, with
//! the steps between them, and a dotted line between states that look the same to an agent.

use std::collections::HashMap;
use std::fmt::Write;

use synod_core::{Counterexample, State, Step, System, Trace};
use synod_simulate::{StepText, show_variable};

use crate::dot::quoted;

/// A counterexample, in the DOT language. The first state shows all variables, every other one what is
/// different from the state it was first reached from.
pub fn witness(system: &System, title: &str, counterexample: &Counterexample) -> String {
    let mut picture = Picture { system, numbers: HashMap::new(), nodes: String::new(), edges: Vec::new() };
    picture.run(&counterexample.trace, "black");
    for companion in &counterexample.companions {
        picture.run(&companion.trace, "#0060a0");
        if companion.looks_same_to.is_empty() {
            continue;
        }
        let names: Vec<&str> =
            companion.looks_same_to.iter().map(|agent| system.agent(*agent).name.as_str()).collect();
        let here = counterexample.trace.states.get(companion.at).and_then(|s| picture.numbers.get(s));
        let there = companion.trace.states.last().and_then(|s| picture.numbers.get(s));
        if let (Some(here), Some(there)) = (here, there) {
            let label = quoted(&format!("the same to {}", names.join(" and ")));
            let look = "dir = none, style = dotted, constraint = false, color = \"#a02000\"";
            picture.edges.push(format!("  s{here} -> s{there} [label = {label}, {look}];\n"));
        }
    }
    let mut edges = Vec::new();
    for edge in picture.edges {
        if !edges.contains(&edge) {
            edges.push(edge);
        }
    }
    let mut out = format!("digraph {} {{\n", quoted(title));
    let _ = writeln!(out, "  label = {};\n  labelloc = t;", quoted(title));
    out.push_str("  node [shape = box, style = rounded, fontname = \"Helvetica\", fontsize = 11];\n");
    out.push_str("  edge [fontname = \"Helvetica\", fontsize = 10];\n");
    out.push_str(&picture.nodes);
    edges.iter().for_each(|edge| out.push_str(edge));
    out.push_str("}\n");
    out
}

struct Picture<'a> {
    system: &'a System,
    numbers: HashMap<State, usize>,
    nodes: String,
    edges: Vec<String>,
}

impl Picture<'_> {
    /// Draws a run: states that are not there yet, and its steps.
    fn run(&mut self, trace: &Trace, colour: &str) {
        self.state(&trace.states[0], None);
        for (at, step) in trace.steps.iter().enumerate() {
            let (from, to) = (&trace.states[at], trace.target(at));
            let from_number = self.state(from, None);
            let to_number = self.state(to, Some(from));
            let text = match StepText::new(self.system, from, step) {
                Some(text) => text.to_string(),
                None if *step == Step::Stutter => "nothing can be done".to_string(),
                None => String::new(),
            };
            let colour = quoted(colour);
            let label = quoted(&text);
            self.edges
                .push(format!("  s{from_number} -> s{to_number} [label = {label}, color = {colour}];\n"));
        }
    }

    /// The number of a state.
    fn state(&mut self, state: &State, before: Option<&State>) -> usize {
        if let Some(number) = self.numbers.get(state) {
            return *number;
        }
        let number = self.numbers.len();
        self.numbers.insert(state.clone(), number);
        let mut lines = vec![number.to_string()];
        for (id, var) in self.system.var_ids() {
            let value = show_variable(self.system, state, id);
            if before.is_none_or(|before| show_variable(self.system, before, id) != value) {
                lines.push(format!("{} = {value}", var.name));
            }
        }
        let _ = writeln!(self.nodes, "  s{number} [label = {}];", quoted(&lines.join("\n")));
        number
    }
}
