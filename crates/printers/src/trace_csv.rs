//! Traces as tables of comma-separated values: a row a state, for spreadsheets and data frames.

use synod_core::{AgentId, State, System, Trace, VarId};
use synod_simulate::{StepText, show_variable};
use synod_syntax::csv_row;

/// Names of columns that are added, and their values in a state.
pub trait Columns {
    /// The names.
    fn names(&self) -> Vec<String>;
    /// The values in a state, in the same order.
    fn values(&self, state: &State) -> Vec<String>;
}

/// Traces, each with its number if it is one of several runs. For each state its number, the step that led to it (who began it, by
/// which command, and in a sentence), and the values of some agents (all if there are none) and of what is nobody's. The last
/// step of a lasso leads to a row with the number of the state where the loop begins.
pub fn table(
    system: &System,
    traces: &[(Option<u64>, &Trace)],
    agents: &[AgentId],
    more: &dyn Columns,
) -> String {
    let is_shown =
        |owner: Option<AgentId>| agents.is_empty() || owner.is_none_or(|owner| agents.contains(&owner));
    let shown: Vec<VarId> =
        system.var_ids().filter(|(_, var)| is_shown(var.owner)).map(|(id, _)| id).collect();
    let names = shown.iter().map(|var| system.var(*var).name.clone());
    let run = traces.iter().any(|(run, _)| run.is_some()).then_some("run");
    let first = run.into_iter().chain(["state", "agent", "command", "step"]).map(str::to_string);
    let mut out = row(first.chain(names).chain(more.names()));
    for (run, trace) in traces {
        let mut put = |number: usize, step: [String; 3], state: &State| {
            let values = shown.iter().map(|var| show_variable(system, state, *var));
            let first = run.iter().map(u64::to_string).chain([number.to_string()]).chain(step);
            out.push_str(&row(first.chain(values).chain(more.values(state))));
        };
        put(0, Default::default(), &trace.states[0]);
        for (at, step) in trace.steps.iter().enumerate() {
            let step = match StepText::new(system, &trace.states[at], step) {
                Some(text) => [text.actor.clone().unwrap_or_default(), text.rule.clone(), text.to_string()],
                None => [String::new(), String::new(), "no step can be taken".to_string()],
            };
            let number = match trace.loop_start {
                Some(start) if at + 1 == trace.states.len() => start,
                _ => at + 1,
            };
            put(number, step, trace.target(at));
        }
    }
    out
}

fn row(fields: impl Iterator<Item = String>) -> String {
    csv_row(fields) + "\n"
}
