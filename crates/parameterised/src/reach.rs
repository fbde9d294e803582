//! What templates can do on their own: local states that some agent could reach, and actions that could
//! ever be performed. Anything else can be left out of every instance without changing it.

use std::collections::BTreeSet;

use crate::template::*;

/// Local states and actions that matter.
#[derive(Clone, Debug)]
pub(crate) struct Reach {
    /// For each role, the local states reachable by its own moves.
    pub roles: Vec<BTreeSet<StateId>>,
    /// The same for the environment.
    pub environment: BTreeSet<StateId>,
    /// Actions that everybody who has to take part enables somewhere.
    pub live: BTreeSet<ActionId>,
}

impl Reach {
    pub fn of(family: &Family<Interleaved>) -> Self {
        let dynamics = family.dynamics();
        let mut live: BTreeSet<ActionId> = dynamics.action_ids().map(|(id, _)| id).collect();
        // Fewer actions mean fewer local states, and these fewer actions.
        loop {
            let roles: Vec<BTreeSet<StateId>> = family
                .role_ids()
                .map(|role| closure(dynamics.moves(role), &family.role(role).initial, &live))
                .collect();
            let environment = closure(dynamics.environment(), &family.environment().initial, &live);
            let enabled = |states: &BTreeSet<StateId>, moves: &Moves, action: &ActionId| {
                states.iter().any(|state| moves[state.0 as usize].contains_key(action))
            };
            let still: BTreeSet<ActionId> = live
                .iter()
                .copied()
                .filter(|action| {
                    let kind = dynamics.action(*action).kind;
                    let by_role = |role: RoleId| {
                        !kind.involves(role) || enabled(&roles[role.0 as usize], dynamics.moves(role), action)
                    };
                    family.role_ids().all(by_role)
                        && (!kind.is_shared()
                            || !family.is_environment_listed()
                            || enabled(&environment, dynamics.environment(), action))
                })
                .collect();
            if still == live {
                return Reach { roles, environment, live };
            }
            live = still;
        }
    }
}

fn closure(moves: &Moves, initial: &[StateId], live: &BTreeSet<ActionId>) -> BTreeSet<StateId> {
    let mut found: BTreeSet<StateId> = initial.iter().copied().collect();
    let mut todo: Vec<StateId> = initial.to_vec();
    while let Some(state) = todo.pop() {
        for (action, to) in &moves[state.0 as usize] {
            if live.contains(action) && found.insert(*to) {
                todo.push(*to);
            }
        }
    }
    found
}
