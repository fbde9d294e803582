//! Numbers of agents: how they are given, and how they are worded.

use synod_check::SelectionError;
use synod_parameterised::{Extent, IndexedProperty, Template, Templates};
use synod_syntax::{Diagnostic, no_such};

/// More agents than this are a mistake.
const MOST_AGENTS: i64 = 1_000;

/// The numbers of agents that parameters give, role by role.
pub(crate) fn given(templates: &Templates, parameters: &[(String, i64)]) -> Result<Vec<Option<u32>>, String> {
    let roles = templates.roles();
    let mut sizes: Vec<Option<u32>> = vec![None; roles.len()];
    for (name, number) in parameters {
        let Some(position) = roles.iter().position(|role| role.name == *name) else {
            return Err(no_such("role", name, roles.iter().map(|role| role.name.as_str())));
        };
        if !(1..=MOST_AGENTS).contains(number) {
            return Err(format!("`{name}={number}`: a role has from 1 to {MOST_AGENTS} agents"));
        }
        if sizes[position].replace(*number as u32).is_some() {
            return Err(format!("the number of agents of `{name}` is given twice"));
        }
    }
    Ok(sizes)
}

const TOO_FEW_AGENTS: &str = "pispl::too-few-agents";

/// The warning that a property is left out.
pub(crate) fn too_few_agents(property: &IndexedProperty) -> Diagnostic {
    Diagnostic::warning(TOO_FEW_AGENTS, property.span, left_out(&property.name))
}

fn left_out(property: &str) -> String {
    format!("`{property}` is about more agents than there are, and is left out")
}

/// Why there is no property of a name: it may be one that was left out.
pub(crate) fn no_such_property(error: &SelectionError, warnings: &[Diagnostic]) -> String {
    let wanted = &error.wanted;
    let is_left_out =
        |warning: &Diagnostic| warning.code == TOO_FEW_AGENTS && warning.message == left_out(wanted);
    match warnings.iter().any(is_left_out) {
        true => format!("`{wanted}` is about more agents than there are: give larger numbers of agents"),
        false => error.to_string(),
    }
}

/// Whether properties were left out because they are about more agents than there are.
pub fn are_left_out(warnings: &[Diagnostic]) -> bool {
    warnings.iter().any(|warning| warning.code == TOO_FEW_AGENTS)
}

/// `PTrain = 2, NTrain = 3`.
pub fn exactly(roles: &[Template], sizes: &[u32]) -> String {
    worded(roles, sizes.iter().map(|size| format!("= {size}")))
}

/// `PTrain ≥ 2, NTrain ≥ 3`, or `PTrain = 2, NTrain ≥ 3` if the number of one is given.
pub fn at_least(templates: &Templates, sizes: &[u32]) -> String {
    extents(templates.roles(), &templates.extents(sizes))
}

/// `PTrain = 2, NTrain ≥ 3`.
pub fn extents(roles: &[Template], sizes: &[Extent]) -> String {
    let words = sizes.iter().map(|extent| match extent {
        Extent::Exactly(size) => format!("= {size}"),
        Extent::AtLeast(size) => format!("≥ {size}"),
    });
    worded(roles, words)
}

fn worded(roles: &[Template], sizes: impl Iterator<Item = String>) -> String {
    roles.iter().zip(sizes).map(|(role, size)| format!("{} {size}", role.name)).collect::<Vec<_>>().join(", ")
}
