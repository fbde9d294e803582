//! Numbers of agents: how the user gives them, and how they are told.

use synod_parameterised::{Extent, Template, Templates};
use synod_syntax::nearest;

use crate::cli::ModelArgs;
use crate::models;

/// More agents than this are a mistake.
const MOST_AGENTS: i64 = 1_000;

/// The number of agents of each role, as given by `Role=number`.
pub fn of(templates: &Templates, args: &ModelArgs) -> Result<Vec<u32>, String> {
    let sizes = given(templates, args)?;
    sizes.into_iter().collect::<Option<_>>().ok_or_else(|| {
        let roles = templates.roles().iter();
        let example: Vec<String> = roles.map(|role| format!("{}=2", role.name)).collect();
        format!("say how many agents each role has, such as `{} {}`", args.model, example.join(" "))
    })
}

/// The numbers of agents that are given by `Role=number`.
pub fn given(templates: &Templates, args: &ModelArgs) -> Result<Vec<Option<u32>>, String> {
    let roles = templates.roles();
    let mut sizes: Vec<Option<u32>> = vec![None; roles.len()];
    for text in &args.meaning.parameters {
        let (name, number) = models::parameter(text)?;
        let Some(position) = roles.iter().position(|role| role.name == name) else {
            return Err(match nearest(&name, roles.iter().map(|role| role.name.as_str())) {
                Some(near) => format!("there is no role `{name}`; did you mean `{near}`?"),
                None => format!("there is no role `{name}`; there are {}", names(roles)),
            });
        };
        if !(1..=MOST_AGENTS).contains(&number) {
            return Err(format!("`{text}`: a role has from 1 to {MOST_AGENTS} agents"));
        }
        if sizes[position].replace(number as u32).is_some() {
            return Err(format!("the number of agents of `{name}` is given twice"));
        }
    }
    Ok(sizes)
}

fn names(roles: &[Template]) -> String {
    roles.iter().map(|role| role.name.as_str()).collect::<Vec<_>>().join(", ")
}

/// `PTrain = 2, NTrain = 3`.
pub fn exactly(roles: &[Template], sizes: &[u32]) -> String {
    told(roles, sizes.iter().map(|size| format!("= {size}")))
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
    told(roles, words)
}

fn told(roles: &[Template], sizes: impl Iterator<Item = String>) -> String {
    roles.iter().zip(sizes).map(|(role, size)| format!("{} {size}", role.name)).collect::<Vec<_>>().join(", ")
}
