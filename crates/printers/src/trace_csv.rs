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

/// A trace: the number of each state, the step that led to it, and the values of some agents (all if there are none) and of what is
/// nobody's. The last step of a lasso leads to a row with the
/// number of the state where the loop begins.
pub fn table(system: &System, trace: &Trace, agents: &[AgentId], more: &dyn Columns) -> String {
    let is_shown =
        |owner: Option<AgentId>| agents.is_empty() || owner.is_none_or(|owner| agents.contains(&owner));
    let shown: Vec<VarId> =
        system.var_ids().filter(|(_, var)| is_shown(var.owner)).map(|(id, _)| id).collect();
    let names = shown.iter().map(|var| system.var(*var).name.clone());
    let mut out = row(["state", "step"].map(str::to_string).into_iter().chain(names).chain(more.names()));
    let mut put = |number: usize, step: String, state: &State| {
        let values = shown.iter().map(|var| show_variable(system, state, *var));
        out.push_str(&row([number.to_string(), step].into_iter().chain(values).chain(more.values(state))));
    };
    put(0, String::new(), &trace.states[0]);
    for (at, step) in trace.steps.iter().enumerate() {
        let text = StepText::new(system, &trace.states[at], step);
        let text = text.map_or("no step can be taken".to_string(), |text| text.to_string());
        let number = match trace.loop_start {
            Some(start) if at + 1 == trace.states.len() => start,
            _ => at + 1,
        };
        put(number, text, trace.target(at));
    }
    out
}

fn row(fields: impl Iterator<Item = String>) -> String {
    csv_row(fields) + "\n"
}
