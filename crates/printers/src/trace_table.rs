//! Traces as text for people: the first state in full, then each step with what it changes.

use std::collections::HashSet;
use std::fmt::Write;

use synod_core::{AgentId, Counterexample, Mode, State, Step, Strategy, System, Trace, VarId, counted};
use synod_simulate::{StepText, short_name, show_control, show_variable};
use synod_syntax::Style;

use crate::strategy_table;
pub use crate::strategy_table::strategy;

/// How a table looks.
#[derive(Clone, Copy, Debug)]
pub struct Layout {
    /// Columns to fit into.
    pub width: usize,
    /// Columns that sentences fit into: as many as they need where no terminal would break them in the middle of a word.
    pub sentences: usize,
    /// Whether to use colour.
    pub style: Style,
}

/// What is added to a state, a phrase each.
pub type Watched<'a> = dyn Fn(&State) -> Vec<String> + 'a;

/// What of a run is told.
#[derive(Clone, Copy, Default)]
pub struct View<'a> {
    /// Only what concerns these agents; all if there are none.
    pub agents: &'a [AgentId],
    /// What is added to each state, such as `x + y = 3`.
    pub watched: Option<&'a Watched<'a>>,
    /// A state that was told before: values that never change are not told again where they are the same.
    pub known: Option<&'a State>,
}

const INDENT: usize = 6;
/// Where agents stand in their programs, and other things of less interest.
const DIM: &str = "2";
const WATCHED: &str = "1;36";

/// A counterexample: its run, then the runs and strategies that explain it.
pub fn counterexample(
    system: &System,
    counterexample: &Counterexample,
    view: View,
    layout: Layout,
) -> String {
    trace(system, &counterexample.trace, view, layout) + &explanations(system, counterexample, view, layout)
}

/// The runs and strategies that explain a counterexample.
pub fn explanations(system: &System, counterexample: &Counterexample, view: View, layout: Layout) -> String {
    let mut out = String::new();
    let view = View { known: Some(view.known.unwrap_or(&counterexample.trace.states[0])), ..view };
    for companion in &counterexample.companions {
        let title = format!("about state {}: {}", companion.at, companion.shows);
        wrap(&mut out, &layout.style.paint("1", &title), 2, layout.width);
        out.push_str(&self::counterexample(system, &companion.run, view, layout));
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

/// The variables that no step assigns.
fn constants(system: &System) -> HashSet<VarId> {
    let alternatives = system.rules.iter().flat_map(|rule| &rule.parts).flat_map(|part| &part.alternatives);
    let assigned: HashSet<VarId> =
        alternatives.flat_map(|alternative| &alternative.updates).map(|update| update.var).collect();
    system.var_ids().map(|(var, _)| var).filter(|var| !assigned.contains(var)).collect()
}

/// A trace: what never changes, the first state, and then each step with what it changes.
pub fn trace(system: &System, trace: &Trace, view: View, layout: Layout) -> String {
    let mut out = String::new();
    let (style, first) = (layout.style, &trace.states[0]);
    let constants = constants(system);
    let is_new = |var: VarId| {
        let slots = system.slots(var);
        view.known.is_none_or(|known| known[slots.clone()] != first[slots])
    };
    // A place that is never left says nothing.
    let is_fact = |var: VarId| constants.contains(&var) && show_control(system, first, var).is_none();
    let told = table(system, first, view.agents, &|var| is_fact(var) && is_new(var), layout);
    let known = system.var_ids().any(|(var, _)| is_fact(var) && !is_new(var));
    if !told.is_empty() {
        let rest = if known { "never changes (the rest as above)" } else { "never changes" };
        let _ = writeln!(out, "   {}\n{told}", style.paint(DIM, rest));
        out.pop();
    } else if known {
        let _ = writeln!(out, "   {}", style.paint(DIM, "what never changes is as above"));
    }
    let _ = writeln!(out, "   {}", style.paint(DIM, "starts with"));
    let begins = table(system, first, view.agents, &|var| !constants.contains(&var), layout);
    out.push_str(if begins.is_empty() { "      no values that change\n" } else { &begins });
    out.push_str(&watched(first, view, INDENT, layout));
    // A run that ends in a dead end says so once.
    let dead_end = trace.steps.last() == Some(&Step::Stutter)
        && trace.loop_start.is_some_and(|start| start + 1 == trace.states.len());
    let mut untold = 0;
    for (i, step) in trace.steps.iter().enumerate() {
        if dead_end && i + 1 == trace.steps.len() {
            out.push_str(&left_out(untold, layout));
            let end = "── no step can be taken: it stays so for ever ──";
            let _ = writeln!(out, "   {}", style.paint("1;35", end));
            return out;
        }
        if trace.loop_start == Some(i) {
            out.push_str(&left_out(std::mem::take(&mut untold), layout));
            let _ = writeln!(out, "   {}", style.paint("1;35", "── loop starts here ──"));
        }
        let (from, to) = (&trace.states[i], trace.target(i));
        if !concerns(system, from, step, to, view.agents) {
            untold += 1;
            continue;
        }
        out.push_str(&left_out(std::mem::take(&mut untold), layout));
        out.push_str(&numbered_step(system, from, step, i + 1, layout));
        out.push_str(&changes_of(system, from, to, view.agents, layout));
        out.push_str(&watched(to, view, INDENT + 4, layout));
    }
    out.push_str(&left_out(untold, layout));
    if let Some(start) = trace.loop_start {
        let back = match start {
            0 => "── and again from the start, for ever ──".to_string(),
            _ => format!("── and again from after step {start}, for ever ──"),
        };
        let _ = writeln!(out, "   {}", style.paint("1;35", &back));
    }
    out
}

/// Says how many steps in a row are not told.
fn left_out(steps: usize, layout: Layout) -> String {
    let text = match steps {
        0 => return String::new(),
        steps => format!("{} of others", counted(steps, "step")),
    };
    format!("   {}\n", layout.style.paint(DIM, &format!("…  {text}")))
}

/// Whether one of these agents takes part in a step, or is changed by it.
fn concerns(system: &System, from: &State, step: &Step, to: &State, agents: &[AgentId]) -> bool {
    if agents.is_empty() {
        return true;
    }
    let named: Vec<&str> = agents.iter().map(|agent| system.agent(*agent).name.as_str()).collect();
    let takes_part = StepText::new(system, from, step).is_some_and(|text| {
        let ends = text.actor.iter().chain(&text.partner).map(String::as_str);
        // Where all act at once, what each does is the data of the step.
        let acting = text.data.iter().filter(|_| text.mode == Mode::Joint).map(|(_, _, by)| by.as_str());
        let ends = ends.chain(acting);
        ends.chain(text.participants.iter().map(|one| one.agent.as_str())).any(|name| named.contains(&name))
    });
    let is_changed = |var: &VarId| from[system.slots(*var)] != to[system.slots(*var)];
    takes_part || agents.iter().any(|agent| system.agent(*agent).owns.iter().any(is_changed))
}

/// What is watched in a state, a line (or more) of its own.
fn watched(state: &State, view: View, indent: usize, layout: Layout) -> String {
    let items = view.watched.map(|watched| watched(state)).unwrap_or_default();
    if items.is_empty() {
        return String::new();
    }
    let items: Vec<Item> = items.into_iter().map(|text| Item { text, colour: Some(WATCHED) }).collect();
    let mut out = " ".repeat(indent);
    items_across(&mut out, &items, indent, indent, layout);
    out
}

/// A state, a line (or more) for each agent; or only for one of them.
pub fn state(system: &System, state: &State, only: Option<AgentId>, layout: Layout) -> String {
    table(system, state, only.as_slice(), &|_| true, layout)
}

/// Some variables of a state, by agent; where agents stand in their programs comes last. What is no agent's is told where all
/// agents are.
fn table(
    system: &System,
    state: &State,
    only: &[AgentId],
    is_told: &dyn Fn(VarId) -> bool,
    layout: Layout,
) -> String {
    let mut groups: Vec<(&str, Vec<VarId>)> = Vec::new();
    for (id, agent) in system.agent_ids() {
        if only.is_empty() || only.contains(&id) {
            groups.push((&agent.name, agent.owns.clone()));
        }
    }
    if only.is_empty() {
        let shared = system.var_ids().filter(|(_, v)| v.owner.is_none()).map(|(id, _)| id).collect();
        groups.push(("shared", shared));
    }
    groups.iter_mut().for_each(|(_, vars)| vars.retain(|var| is_told(*var)));
    groups.retain(|(_, vars)| !vars.is_empty());
    let column = groups.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0).min(16);
    let mut out = String::new();
    for (name, vars) in groups {
        let item = |var: &VarId| match show_control(system, state, *var) {
            Some(place) => Item { text: place, colour: Some(DIM) },
            None => Item {
                text: format!("{} = {}", short_name(system, *var), show_variable(system, state, *var)),
                colour: None,
            },
        };
        let mut items: Vec<Item> = vars.iter().map(item).collect();
        items.sort_by_key(|item| item.colour.is_some());
        let pad = column.saturating_sub(name.chars().count());
        let _ = write!(out, "{:INDENT$}{}{:pad$}  ", "", layout.style.paint("1", name), "");
        let begin = INDENT + name.chars().count() + pad + 2;
        items_across(&mut out, &items, begin, INDENT + column + 2, layout);
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

/// What differs between two states; where agents stand in their programs comes last.
pub fn changes(system: &System, from: &State, to: &State, layout: Layout) -> String {
    changes_of(system, from, to, &[], layout)
}

/// What differs between two states of some agents, or of all if there are none.
fn changes_of(system: &System, from: &State, to: &State, agents: &[AgentId], layout: Layout) -> String {
    let mut items = Vec::new();
    for (id, var) in system.var_ids() {
        let is_told = agents.is_empty() || var.owner.is_none_or(|owner| agents.contains(&owner));
        if !is_told || from[system.slots(id)] == to[system.slots(id)] {
            continue;
        }
        let places = (show_control(system, from, id), show_control(system, to, id));
        items.push(match (places, var.owner) {
            ((Some(old), Some(new)), Some(owner)) => {
                Item { text: format!("{}: {old} → {new}", system.agent(owner).name), colour: Some(DIM) }
            }
            _ => {
                let (old, new) = (show_variable(system, from, id), show_variable(system, to, id));
                Item { text: format!("{}: {old} → {new}", var.name), colour: None }
            }
        });
    }
    if items.is_empty() {
        return String::new();
    }
    items.sort_by_key(|item| item.colour.is_some());
    let mut out = " ".repeat(INDENT + 4);
    items_across(&mut out, &items, INDENT + 4, INDENT + 4, layout);
    out
}

/// A phrase of a list.
struct Item {
    text: String,
    colour: Option<&'static str>,
}

/// Items separated by commas, broken between items only; `column` is where the line stands already.
fn items_across(out: &mut String, items: &[Item], mut column: usize, indent: usize, layout: Layout) {
    for (i, item) in items.iter().enumerate() {
        let last = i + 1 == items.len();
        let needed = item.text.chars().count() + usize::from(!last);
        if i > 0 && column + 1 + needed > layout.width {
            let _ = write!(out, "\n{:indent$}", "");
            column = indent;
        } else if i > 0 {
            out.push(' ');
            column += 1;
        }
        let text = match item.colour {
            Some(colour) => layout.style.paint(colour, &item.text),
            None => item.text.clone(),
        };
        let _ = write!(out, "{text}{}", if last { "" } else { "," });
        column += needed;
    }
    out.push('\n');
}

/// Words broken at spaces, every line indented.
pub fn wrap(out: &mut String, text: &str, indent: usize, width: usize) {
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
