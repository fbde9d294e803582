//! Counterexamples and witnesses as pictures for Graphviz: the states of all their runs, each once, with
//! the steps between them, and a dotted line between states that look the same to an agent.

use std::collections::HashMap;
use std::fmt::Write;

use synod_core::{Counterexample, Decision, Plan, Response, State, Step, Strategy, System, Trace};
use synod_simulate::{Interpreter, StepText, show_variable};

use crate::dot::quoted;

/// More states of a strategy than this, or more steps of one of them, are not drawn.
const MOST_STATES: usize = 60;
const MOST_STEPS: usize = 200;

/// A counterexample, in the DOT language. The first state shows all variables, every other one what is
/// different from the state it was first reached from.
pub fn witness(system: &System, title: &str, counterexample: &Counterexample) -> String {
    let mut picture = Picture { system, numbers: HashMap::new(), nodes: String::new(), edges: Vec::new() };
    picture.evidence(counterexample, "black");
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
    /// Draws a run and all that explains it.
    fn evidence(&mut self, counterexample: &Counterexample, colour: &str) {
        self.run(&counterexample.trace, colour);
        for companion in &counterexample.companions {
            self.evidence(&companion.run, "#0060a0");
            if companion.looks_same_to.is_empty() {
                continue;
            }
            let agents = companion.looks_same_to.iter();
            let names: Vec<&str> = agents.map(|agent| self.system.agent(*agent).name.as_str()).collect();
            let here = counterexample.trace.states.get(companion.at).and_then(|s| self.numbers.get(s));
            let there = companion.run.trace.states.last().and_then(|s| self.numbers.get(s));
            if let (Some(here), Some(there)) = (here, there) {
                let label = quoted(&format!("the same to {}", names.join(" and ")));
                let look = "dir = none, style = dotted, constraint = false, color = \"#a02000\"";
                self.edges.push(format!("  s{here} -> s{there} [label = {label}, {look}];\n"));
            }
        }
        counterexample.strategies.iter().for_each(|strategy| self.strategy(strategy));
    }

    /// Draws what can come of a strategy; what the one who plays it does is green.
    fn strategy(&mut self, strategy: &Strategy) {
        let system = self.system;
        let interpreter = Interpreter::new(system);
        let mut edge = |from: &State, step: &Step, to: &State| {
            let text = StepText::new(system, from, step).map(|text| text.to_string());
            let (from_number, to_number) = (self.state(from, None), self.state(to, Some(from)));
            let label = quoted(&text.unwrap_or_default());
            self.edges
                .push(format!("  s{from_number} -> s{to_number} [label = {label}, color = \"#008040\"];\n"));
        };
        match &strategy.plan {
            Plan::Wins { decisions, .. } => {
                for Decision { state, choices } in decisions.iter().take(MOST_STATES) {
                    for found in interpreter.moves_up_to(state, MOST_STEPS).unwrap_or_default() {
                        let rule = system.rule(found.taken.rule);
                        let chosen = choices.iter().find(|chosen| chosen.rule == found.taken.rule);
                        let possible = match chosen {
                            Some(chosen) => chosen.fits(&found.taken.choices),
                            None => !rule.is_begun_by(&strategy.group),
                        };
                        if possible {
                            edge(state, &Step::Take(found.taken), &found.target);
                        }
                    }
                }
            }
            Plan::Loses { responses } => {
                for Response { state, replies } in responses.iter().take(MOST_STATES) {
                    for reply in replies {
                        let target = match &reply.step {
                            Step::Take(taken) => interpreter.take(state, taken).ok(),
                            Step::Stutter => Some(state.clone()),
                        };
                        if let Some(target) = target {
                            edge(state, &reply.step, &target);
                        }
                    }
                }
            }
            Plan::Unwritten => {}
        }
    }

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
