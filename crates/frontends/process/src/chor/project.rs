//! Natural projection: what is left of a choreography for one peer.

use super::ast::{Act, Chor};

/// What a peer does in a choreography; `None` if nothing. What others do is left out, and where only
/// one branch of a choice is left with nothing, that branch is tau.
pub(crate) fn project(choreography: &Chor, peer: usize) -> Option<Chor> {
    match choreography {
        Chor::Act(act) => act.involves(peer).then(|| choreography.clone()),
        Chor::Sequence(list) => joined(list, peer, Chor::Sequence),
        Chor::Parallel(list) => joined(list, peer, Chor::Parallel),
        Chor::Loop(inner) => project(inner, peer).map(|inner| Chor::Loop(Box::new(inner))),
        Chor::Choice(list) => {
            let mut branches: Vec<Chor> = Vec::new();
            let projected: Vec<Option<Chor>> = list.iter().map(|branch| project(branch, peer)).collect();
            if projected.iter().all(Option::is_none) {
                return None;
            }
            for branch in projected {
                let branch = branch.unwrap_or(Chor::Act(Act::Tau));
                if !branches.contains(&branch) {
                    branches.push(branch);
                }
            }
            Some(if branches.len() == 1 { branches.swap_remove(0) } else { Chor::Choice(branches) })
        }
    }
}

fn joined(list: &[Chor], peer: usize, join: fn(Vec<Chor>) -> Chor) -> Option<Chor> {
    let mut parts: Vec<Chor> = list.iter().filter_map(|part| project(part, peer)).collect();
    match parts.len() {
        0 => None,
        1 => Some(parts.swap_remove(0)),
        _ => Some(join(parts)),
    }
}
