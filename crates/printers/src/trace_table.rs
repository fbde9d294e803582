//! Traces as text for people: the first state in full, then each step with what it changes.

use std::fmt::Write;

use synod_core::{AgentId, Counterexample, State, Step, Strategy, System, Trace, VarId};
use synod_simulate::{StepText, short_name, show_variable};
use synod_syntax::Style;

use crate::strategy_table;
pub use crate::strategy_table::strategy;

/// How a table looks.
#[derive(Clone, Copy, Debug)]
pub struct Layout {
    /// Columns to fit into.
    pub width: usize,
    /// Whether to use colour.
    pub style: Style,
}

const INDENT: usize = 6;

/// A counterexample: its run, then the runs and strategies that explain it.
pub fn counterexample(system: &System, counterexample: &Counterexample, layout: Layout) -> String {
    trace(system, &counterexample.trace, layout) + &explanations(system, counterexample, layout)
}

/// The runs and strategies that explain a counterexample.
pub fn explanations(system: &System, counterexample: &Counterexample, layout: Layout) -> String {
    let mut out = String::new();
    for companion in &counterexample.companions {
        let title = format!("about state {}: {}", companion.at, companion.shows);
        wrap(&mut out, &layout.style.paint("1", &title), 2, layout.width);
        out.push_str(&self::counterexample(system, &companion.run, layout));
    }
    for strategy in &counterexample.strategies {
        let title = format!("about state {}: {}", strategy.at, strategy.shows);
        out.push_str(&titled(system, strategy, &title, layout));
    }
    out
}

/// The strategies that show something of the initial state.
pub fn strategies(system: &System, counterexample: &Counterexample, layout: Layout) -> String {
    counterexample
        .strategies
        .iter()
        .map(|strategy| titled(system, strategy, &strategy.shows, layout))
        .collect()
}

fn titled(system: &System, strategy: &Strategy, title: &str, layout: Layout) -> String {
    let mut out = String::new();
    wrap(&mut out, &layout.style.paint("1", title), 2, layout.width);
    out + &strategy_table::strategy(system, strategy, layout)
}

/// A trace.
pub fn trace(system: &System, trace: &Trace, layout: Layout) -> String {
    let mut out = String::new();
    let style = layout.style;
    let _ = writeln!(out, "   {}", style.paint("2", "starts with"));
    out.push_str(&state(system, &trace.states[0], None, layout));
    // A run that ends in a dead end says so once.
    let dead_end = trace.steps.last() == Some(&Step::Stutter)
        && trace.loop_start.is_some_and(|start| start + 1 == trace.states.len());
    for (i, step) in trace.steps.iter().enumerate() {
        if dead_end && i + 1 == trace.steps.len() {
            let end = "── no step can be taken: it stays so for ever ──";
            let _ = writeln!(out, "   {}", style.paint("1;35", end));
            return out;
        }
        if trace.loop_start == Some(i) {
            let _ = writeln!(out, "   {}", style.paint("1;35", "── loop starts here ──"));
        }
        out.push_str(&numbered_step(system, &trace.states[i], step, i + 1, layout));
        out.push_str(&changes(system, &trace.states[i], trace.target(i), layout));
    }
    if let Some(start) = trace.loop_start {
        let back = match start {
            0 => "── and again from the start, for ever ──".to_string(),
            _ => format!("── and again from after step {start}, for ever ──"),
        };
        let _ = writeln!(out, "   {}", style.paint("1;35", &back));
    }
    out
}

/// A state, a line (or more) for each agent; or only for one of them.
pub fn state(system: &System, state: &State, only: Option<AgentId>, layout: Layout) -> String {
    let mut groups: Vec<(&str, Vec<VarId>)> = Vec::new();
    for (id, agent) in system.agent_ids() {
        if only.is_none_or(|o| o == id) {
            groups.push((&agent.name, agent.owns.clone()));
        }
    }
    if only.is_none() {
        let shared = system.var_ids().filter(|(_, v)| v.owner.is_none()).map(|(id, _)| id).collect();
        groups.push(("shared", shared));
    }
    groups.retain(|(_, vars)| !vars.is_empty());
    let column = groups.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0).min(16);
    let mut out = String::new();
    for (name, vars) in groups {
        let items: Vec<String> = vars
            .iter()
            .map(|v| format!("{} = {}", short_name(system, *v), show_variable(system, state, *v)))
            .collect();
        let pad = column.saturating_sub(name.chars().count());
        let _ = write!(out, "{:INDENT$}{}{:pad$}  ", "", layout.style.paint("1", name), "");
        let begin = INDENT + name.chars().count() + pad + 2;
        items_across(&mut out, &items, begin, INDENT + column + 2, layout.width);
    }
    out
}

/// A step with its number and what it does.
pub fn numbered_step(system: &System, from: &State, step: &Step, number: usize, layout: Layout) -> String {
    let text = match StepText::new(system, from, step) {
        Some(text) => text.to_string(),
        None => "no step can be taken: the state repeats".to_string(),
    };
    let mut out = layout.style.paint("1;34", &format!("{number:>4}"));
    out.push_str("  ");
    let mut body = String::new();
    wrap(&mut body, &text, INDENT, layout.width);
    out.push_str(body.trim_start());
    out
}

/// What differs between two states; where agents stand in their control graphs comes last.
pub fn changes(system: &System, from: &State, to: &State, layout: Layout) -> String {
    let control: Vec<VarId> =
        system.agents.iter().filter_map(|agent| agent.automaton.as_ref()).map(|a| a.state).collect();
    let mut vars: Vec<VarId> = system.var_ids().map(|(id, _)| id).collect();
    vars.sort_by_key(|id| control.contains(id));
    let mut items = Vec::new();
    for id in vars {
        let var = system.var(id);
        let (old, new) = (show_variable(system, from, id), show_variable(system, to, id));
        if old != new {
            items.push(format!("{}: {old} → {new}", var.name));
        }
    }
    if items.is_empty() {
        return String::new();
    }
    let mut out = " ".repeat(INDENT + 4);
    items_across(&mut out, &items, INDENT + 4, INDENT + 4, layout.width);
    out
}

/// Items separated by commas, broken between items only; `column` is where the line stands already.
fn items_across(out: &mut String, items: &[String], mut column: usize, indent: usize, width: usize) {
    for (i, item) in items.iter().enumerate() {
        let last = i + 1 == items.len();
        let needed = item.chars().count() + usize::from(!last);
        if i > 0 && column + 1 + needed > width {
            let _ = write!(out, "\n{:indent$}", "");
            column = indent;
        } else if i > 0 {
            out.push(' ');
            column += 1;
        }
        let _ = write!(out, "{item}{}", if last { "" } else { "," });
        column += needed;
    }
    out.push('\n');
}

/// Words broken at spaces, every line indented.
pub(crate) fn wrap(out: &mut String, text: &str, indent: usize, width: usize) {
    let mut column = indent;
    let _ = write!(out, "{:indent$}", "");
    for (i, word) in text.split(' ').enumerate() {
        let needed = word.chars().count();
        if i > 0 && column + 1 + needed > width && column > indent {
            let _ = write!(out, "\n{:indent$}", "");
            column = indent;
        } else if i > 0 {
            out.push(' ');
            column += 1;
        }
        out.push_str(word);
        column += needed;
    }
    out.push('\n');
}
