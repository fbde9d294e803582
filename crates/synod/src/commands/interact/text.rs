//! What the prompt shows: steps to choose from, why others are blocked, and help.

use synod_core::{State, Step, System};
use synod_documents::{BlockedStep, Condition, Obstacle, Place};
use synod_printers::trace_table::{self, Layout};
use synod_session::grouped;
use synod_simulate::{Move, Moves, StepText};

/// The commands.
pub const HELP: &str = "  state [AGENT]        the current state, of all agents or of one
  steps                the steps that can be taken, with numbers
  take N, or just N    take one of them
  why [N|RULE|AGENT]   what cannot be done here, with numbers; why one of them, a rule or an agent is blocked
  back [K]             undo the last K steps (1)
  reset [N]            begin again, in the initial state N
  random K [SEED]      take K steps at random (at most 1 000 000)
  init                 the initial states to choose from
  init N               begin in one of them
  init CONDITION       narrow them, as in `init client-b = client2 & !machine-asgn`; `init true`: all
  check [PROPERTY]     verify a property, or all
  load [FILE]          follow a trace: a file, or the last counterexample of `check`
  next                 take the next step of that trace
  view AGENT           what an agent observes and what it can take part in
  trace                the walk so far
  save FILE            write it (Informal Trace Format for *.itf.json, else JSON)
  help, quit
";

/// The steps of a state, with numbers to choose by, and those that meet faults.
pub fn moves(system: &System, state: &State, moves: &Moves, layout: Layout) -> String {
    let mut out = String::new();
    for (i, one) in moves.enabled.iter().enumerate() {
        out.push_str(&numbered(system, state, one, i + 1, layout));
    }
    if moves.enabled.is_empty() {
        out.push_str("no step can be taken here; `why` says why\n");
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

fn numbered(system: &System, state: &State, one: &Move, number: usize, layout: Layout) -> String {
    let step = Step::Take(one.taken.clone());
    let mut text = trace_table::numbered_step(system, state, &step, number, layout);
    text.push_str(&trace_table::changes(system, state, &one.target, layout));
    text
}

/// What cannot be done, a line each.
pub fn blocked_list(blocked: &[BlockedStep]) -> String {
    if blocked.is_empty() {
        return "every kind of step can be taken here\n".to_string();
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
pub fn blocked(number: usize, step: &BlockedStep) -> String {
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
        let values: Vec<String> = condition
            .values
            .iter()
            .map(|(name, value)| format!("{name} = {}", super::prompt::shown(value)))
            .collect();
        let here = if values.is_empty() { String::new() } else { format!("; here {}", values.join(", ")) };
        format!("{intro}{}{here}\n", condition.text)
    };
    conditions.iter().map(line).collect()
}
