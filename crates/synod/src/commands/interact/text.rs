//! What the prompt shows: steps to choose from, and help.

use synod_core::{State, Step, System};
use synod_printers::trace_table::{self, Layout};
use synod_session::grouped;
use synod_simulate::{Move, Moves, StepText};

/// The commands.
pub const HELP: &str = "  state [AGENT]        the current state, of all agents or of one
  steps                the steps that can be taken, with numbers
  take N, or just N    take one of them
  back [K]             undo the last K steps (1)
  reset [N]            begin again, in the initial state N
  random K [SEED]      take K steps at random (at most 1 000 000)
  init                 the initial states to choose from
  init N               begin in one of them
  init CONDITION       narrow them, as in `init client-b = client2 & !machine-asgn`; `init true`: all
  check [PROPERTY]     verify a property, or all
  load [FILE]          follow a trace: a file, or the last counterexample of `check`
  next                 take the next step of that trace
  view AGENT           what an agent sees and what it can take part in
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
        out.push_str("no step can be taken here\n");
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

/// The steps in which an agent takes part, with their numbers and what it does in each.
pub fn moves_of(system: &System, state: &State, moves: &Moves, agent: &str, layout: Layout) -> String {
    let mut out = String::new();
    for (i, one) in moves.enabled.iter().enumerate() {
        let step = Step::Take(one.taken.clone());
        let Some(text) = StepText::new(system, state, &step) else { continue };
        let Some(part) = text.participants.iter().find(|p| p.agent == agent) else { continue };
        out.push_str(&trace_table::numbered_step(system, state, &step, i + 1, layout));
        out.push_str(&format!("          by {}\n", part.command));
    }
    if out.is_empty() { format!("{agent} can take part in no step now\n") } else { out }
}
