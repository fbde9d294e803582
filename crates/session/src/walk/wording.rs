//! A walk as text: the state, the steps to choose from, why others are blocked, and what an agent observes.

use synod_core::{Step, Trace};
use synod_documents::{BlockedStep, Condition, Obstacle, Place, Scalar, Value};
use synod_printers::trace_table::{self, Layout};
use synod_simulate::{Move, StepText, show_variable};

use super::Walk;
use crate::grouped;

impl Walk<'_> {
    /// The current state, of all agents or of one.
    pub fn state_text(&self, agent: Option<&str>, layout: Layout) -> Result<String, String> {
        let only = agent.map(|name| self.model.find_agent(name)).transpose()?;
        Ok(trace_table::state(self.system(), self.state(), only, layout))
    }

    /// The steps that can be taken, with numbers to choose by, and those that meet faults.
    pub fn steps_text(&self, layout: Layout) -> String {
        let (system, state, moves) = (self.system(), self.state(), self.moves());
        let mut out: String = std::iter::zip(1.., &moves.enabled)
            .map(|(number, one)| self.numbered(one, number, layout))
            .collect();
        if moves.enabled.is_empty() {
            out.push_str("no step is enabled here (deadlock); `why` says why\n");
        }
        if moves.unlisted > 0 {
            out.push_str(&format!("and more, up to number {}\n", grouped(moves.count() as u64)));
        }
        for faulted in &moves.faulted {
            let what = StepText::new(system, state, &Step::Take(faulted.taken.clone()));
            let what = what.map(|t| t.to_string()).unwrap_or_default();
            out.push_str(&format!("   !  {what}: not taken, {}\n", faulted.fault.describe(system)));
        }
        out
    }

    fn numbered(&self, one: &Move, number: usize, layout: Layout) -> String {
        let (system, state) = (self.system(), self.state());
        let mut text =
            trace_table::numbered_step(system, state, &Step::Take(one.taken.clone()), number, layout);
        text.push_str(&trace_table::changes(system, state, &one.target, layout));
        text
    }

    /// The last steps of the walk, with their numbers and changes.
    pub fn last_steps_text(&self, count: usize, layout: Layout) -> String {
        let Trace { states, steps, .. } = self.history();
        let text = |at: usize| {
            let (from, to) = (&states[at], &states[at + 1]);
            let mut text = trace_table::numbered_step(self.system(), from, &steps[at], at + 1, layout);
            text.push_str(&trace_table::changes(self.system(), from, to, layout));
            text
        };
        (steps.len() - count..steps.len()).map(text).collect()
    }

    /// The initial states to choose from: what differs between them.
    pub fn initial_states_text(&self) -> String {
        let (system, initial) = (self.system(), self.initial_states());
        let vars = initial.differences(system);
        if vars.is_empty() {
            return "there is one initial state\n".to_string();
        }
        let mut out = String::new();
        for (number, state) in std::iter::zip(1.., &initial.states) {
            let values: Vec<String> = vars
                .iter()
                .map(|var| format!("{} = {}", system.var(*var).name, show_variable(system, state, *var)))
                .collect();
            out.push_str(&format!("{number:>4}  {}\n", values.join(", ")));
        }
        if initial.more {
            out.push_str("      … and others; narrow them with `init CONDITION`\n");
        }
        out
    }

    /// What an agent observes, and the steps in which it can take part.
    pub fn view_text(&self, agent: &str) -> Result<String, String> {
        let view = self.view(agent)?;
        let own = format!("{agent}-");
        let observed = view.observes.iter().map(|(variable, value)| {
            format!("{} = {}", variable.strip_prefix(&own).unwrap_or(variable), shown(value))
        });
        let observed: Vec<String> = observed.collect();
        let steps = match view.steps.is_empty() {
            true => format!("{agent} can take part in no step now\n"),
            false => view
                .steps
                .iter()
                .map(|step| format!("{:>4}  {}\n          by {}\n", step.number, step.text, step.command))
                .collect(),
        };
        Ok(format!("{agent} observes {}\n{steps}", observed.join(", ")))
    }

    /// What is blocked: all of it in short, or what is named by a number, a rule or an agent in full.
    pub fn blocked_text(&self, wanted: Option<&str>) -> Result<String, String> {
        let blocked = self.blocked();
        let Some(wanted) = wanted else { return Ok(blocked_list(&blocked)) };
        let is_wanted = |number: usize, step: &BlockedStep| {
            wanted == number.to_string() || wanted == step.rule || step.agent.as_deref() == Some(wanted)
        };
        let found: String = std::iter::zip(1.., &blocked)
            .filter(|(number, step)| is_wanted(*number, step))
            .map(|(number, step)| self::blocked(number, step))
            .collect();
        let system = self.system();
        if !found.is_empty() {
            Ok(found)
        } else if system.rules.iter().any(|rule| rule.name == wanted) {
            Ok(format!("{wanted} is enabled: see `steps`\n"))
        } else if system.find_agent(wanted).is_some() {
            Ok(format!("nothing that {wanted} begins is blocked here\n"))
        } else {
            Err(format!(
                "`{wanted}` is neither the number of a blocked step (`why` lists them) nor a rule nor an agent"
            ))
        }
    }
}

/// What cannot be done, a line each.
fn blocked_list(blocked: &[BlockedStep]) -> String {
    if blocked.is_empty() {
        return "no rule is blocked here\n".to_string();
    }
    std::iter::zip(1.., blocked).map(|(number, step)| format!("{number:>4}  {}\n", title(step))).collect()
}

fn title(step: &BlockedStep) -> String {
    match (&step.agent, &step.action) {
        (Some(agent), Some(action)) => format!("{agent}: {action}"),
        _ => step.rule.clone(),
    }
}

/// Why something cannot be done, in full.
fn blocked(number: usize, step: &BlockedStep) -> String {
    let mut out = format!("{number:>4}  {} is blocked{}\n", title(step), place(&step.place));
    if step.obstacles.is_empty() {
        out.push_str("        it goes with nothing that others can do here\n");
    }
    for obstacle in &step.obstacles {
        match obstacle {
            Obstacle::Guard { conditions: list } => out.push_str(&conditions("        needs ", list)),
            Obstacle::Fault { step, text } => out.push_str(&format!("        {step}: {text}\n")),
            Obstacle::Participant { agent, picked, alternatives } => {
                let agent = agent.as_deref().unwrap_or("a part without an agent");
                let with =
                    if picked.is_empty() { String::new() } else { format!(" with {}", picked.join(", ")) };
                out.push_str(&format!("        {agent} cannot take part{with}\n"));
                for alternative in alternatives {
                    let command = alternative.command.as_deref().unwrap_or("to stay out of it");
                    out.push_str(&format!("          {command}{}\n", place(&alternative.place)));
                    out.push_str(&conditions("            needs ", &alternative.conditions));
                }
            }
        }
    }
    out
}

fn place(place: &Option<Place>) -> String {
    place
        .as_ref()
        .map(|place| format!(" ({}:{}:{})", place.file, place.line, place.column))
        .unwrap_or_default()
}

/// Conditions that are false, a line each, with the values of what they read.
fn conditions(intro: &str, conditions: &[Condition]) -> String {
    let line = |condition: &Condition| {
        let values: Vec<String> =
            condition.values.iter().map(|(name, value)| format!("{name} = {}", shown(value))).collect();
        let here = if values.is_empty() { String::new() } else { format!("; here {}", values.join(", ")) };
        format!("{intro}{}{here}\n", condition.text)
    };
    conditions.iter().map(line).collect()
}

/// A value in the words of the model.
fn shown(value: &Value) -> String {
    let scalar = |scalar: &Scalar| match scalar {
        Scalar::Bool(value) => value.to_string(),
        Scalar::Int(value) => value.to_string(),
        Scalar::Name(name) => name.clone(),
    };
    match value {
        Value::Scalar(one) => scalar(one),
        Value::Array(elements) => {
            format!("[{}]", elements.iter().map(scalar).collect::<Vec<_>>().join(", "))
        }
    }
}
