//! The steps of interleaved systems: one rule for each action and each choice of those who perform it.

use synod_core::{AgentId, Mode, Part, VarId};

use crate::instance::{Instance, Steps};
use crate::template::*;

impl Interleaved {
    /// The local states in which agents of a role enable an action, with where it leads.
    pub(crate) fn moves_by(&self, role: RoleId, action: ActionId) -> Vec<(StateId, StateId)> {
        moves_by(self.moves(role), action)
    }

    /// The local states in which the environment enables an action, with where it leads.
    pub(crate) fn environment_moves_by(&self, action: ActionId) -> Vec<(StateId, StateId)> {
        moves_by(&self.environment, action)
    }
}

fn moves_by(moves: &Moves, action: ActionId) -> Vec<(StateId, StateId)> {
    let targets = moves.iter().map(|enabled| enabled.get(&action));
    (0..).map(StateId).zip(targets).filter_map(|(from, to)| to.map(|to| (from, *to))).collect()
}

impl Steps for Interleaved {
    fn add_rules(family: &Family<Self>, instance: &mut Instance) {
        let dynamics = family.dynamics();
        for (id, action) in dynamics.action_ids() {
            for performers in performers(family, instance, action.kind) {
                let mut parts = Vec::new();
                for (role, agent, var) in &performers {
                    let moves = dynamics.moves_by(*role, id);
                    parts.push(instance.part(Some(*agent), *var, &action.name, &moves));
                }
                parts.extend(environment_part(family, instance, id));
                let actors: Vec<AgentId> = performers.iter().map(|(_, agent, _)| *agent).collect();
                let (name, mode) = match action.kind {
                    Kind::RoleSynchronous(_) | Kind::GlobalSynchronous => (action.name.clone(), Mode::Joint),
                    Kind::MultiRole(..) => (rule_name(instance, &action.name, &actors), Mode::PointToPoint),
                    Kind::Asynchronous(_) | Kind::AgentEnvironment(_) => {
                        (rule_name(instance, &action.name, &actors), Mode::Local)
                    }
                };
                let actors = if mode == Mode::Joint { &[] } else { actors.as_slice() };
                instance.add_rule(name, mode, actors, parts);
            }
        }
        add_null(family, instance);
    }
}

/// The step in which nothing happens, where it is always possible. Where it is not, the system stutters
/// in dead ends anyway.
pub(crate) fn add_null(family: &Family<Interleaved>, instance: &mut Instance) {
    if family.dynamics().null() == NullStep::Always {
        instance.add_rule("null".to_string(), Mode::Local, &[], vec![]);
    }
}

/// How the environment takes part in an action, if it does.
pub(crate) fn environment_part(
    family: &Family<Interleaved>,
    instance: &mut Instance,
    action: ActionId,
) -> Option<Part> {
    let name = &family.dynamics().action(action).name;
    if let Some(symbolic) =
        family.symbolic.as_ref().filter(|_| family.dynamics().action(action).kind.is_shared())
    {
        return Some(instance.symbolic_part(symbolic, action, name));
    }
    family.dynamics().action(action).kind.is_shared().then(|| {
        let moves = family.dynamics().environment_moves_by(action);
        let environment = instance.environment_var();
        instance.part(Some(instance.environment), environment, name, &moves)
    })
}

pub(crate) fn rule_name(instance: &Instance, action: &str, actors: &[AgentId]) -> String {
    let names: Vec<&str> = actors.iter().map(|agent| instance.system.agent(*agent).name.as_str()).collect();
    format!("{action}({})", names.join(", "))
}

type Performer = (RoleId, AgentId, VarId);

/// Everyone who performs an action together, in all possible ways.
fn performers(family: &Family<Interleaved>, instance: &Instance, kind: Kind) -> Vec<Vec<Performer>> {
    let of = |role: RoleId| {
        let agents = instance.agents[role.0 as usize].iter();
        agents.map(move |(agent, var)| (role, *agent, *var)).collect::<Vec<_>>()
    };
    match kind {
        Kind::Asynchronous(role) | Kind::AgentEnvironment(role) => {
            of(role).into_iter().map(|one| vec![one]).collect()
        }
        Kind::RoleSynchronous(role) => vec![of(role)],
        Kind::GlobalSynchronous => vec![family.role_ids().flat_map(of).collect()],
        Kind::MultiRole(first, second) => {
            let seconds = of(second);
            of(first).into_iter().flat_map(|a| seconds.iter().map(move |b| vec![a, *b])).collect()
        }
    }
}
