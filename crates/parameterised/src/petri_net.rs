//! Interleaved families of any size as Petri nets: a place for each local state of a role, a token for each agent.
//!
//! A configuration is a state of the environment and a count for each local state of each role. More
//! agents can do all that fewer can, provided that nobody can block what all have to do together: so an
//! action of all agents must be enabled in every local state. Where it is not, agents in the wrong local
//! state are taken to vanish instead of blocking it. That allows more than instances do, so what cannot be
//! reached then cannot be reached in any instance either.

use crate::reach::Reach;
use crate::template::*;

/// A state of the environment and, for each local state of each role, how many agents are there.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Configuration {
    /// The state of the environment.
    pub environment: StateId,
    /// The counts, role after role.
    pub counts: Vec<u32>,
}

impl Configuration {
    /// Whether it has the same environment and at least as many agents everywhere.
    pub fn covers(&self, other: &Configuration) -> bool {
        self.environment == other.environment
            && std::iter::zip(&self.counts, &other.counts).all(|(a, b)| a >= b)
    }
}

/// What configurations can do.
#[derive(Clone, Debug)]
pub(crate) struct Net {
    /// Where the local states of each role begin.
    pub offsets: Vec<usize>,
    pub width: usize,
    pub transitions: Vec<Transition>,
    /// Where agents of each role start.
    pub initial: Vec<usize>,
    pub initial_environment: StateId,
    pub environments: Vec<StateId>,
    /// Whether no agent ever vanishes: then configurations do exactly what instances do.
    pub exact: bool,
}

/// A way to go on.
#[derive(Clone, Debug)]
pub(crate) struct Transition {
    /// What the environment does: from where to where.
    pub environment: Vec<(StateId, StateId)>,
    pub effect: Effect,
}

#[derive(Clone, Debug)]
pub(crate) enum Effect {
    /// One agent at each of some places goes to the place beside it.
    Few(Vec<(usize, usize)>),
    /// All agents go where this says for their place; `None` is nowhere.
    All(Vec<Option<usize>>),
}

impl Net {
    pub fn of(family: &Family<Interleaved>, reach: &Reach) -> Self {
        let mut offsets = Vec::new();
        let mut width = 0;
        for role in family.roles() {
            offsets.push(width);
            width += role.states.len();
        }
        let place = |role: RoleId, state: StateId| offsets[role.0 as usize] + state.0 as usize;
        let initial = family.role_ids().map(|role| place(role, family.role(role).initial[0])).collect();
        let environments: Vec<StateId> = reach.environment.iter().copied().collect();
        let dynamics = family.dynamics();
        let moves = |role: RoleId, action: ActionId| {
            let reached = &reach.roles[role.0 as usize];
            let moves = dynamics.moves_by(role, action).into_iter();
            moves
                .filter(|(from, _)| reached.contains(from))
                .map(move |(a, b)| (place(role, a), place(role, b)))
        };
        let mut exact = true;
        let mut transitions = Vec::new();
        for action in &reach.live {
            let kind = dynamics.action(*action).kind;
            let environment: Vec<(StateId, StateId)> = environments
                .iter()
                .filter_map(|e| dynamics.environment_step(*e, *action).map(|to| (*e, to)))
                .collect();
            let mut add = |effect| {
                transitions.push(Transition { environment: environment.clone(), effect });
            };
            match kind {
                Kind::Asynchronous(role) | Kind::AgentEnvironment(role) => {
                    moves(role, *action).for_each(|step| add(Effect::Few(vec![step])));
                }
                Kind::MultiRole(first, second) => {
                    for one in moves(first, *action) {
                        moves(second, *action).for_each(|other| add(Effect::Few(vec![one, other])));
                    }
                }
                Kind::RoleSynchronous(_) | Kind::GlobalSynchronous => {
                    let mut targets: Vec<Option<usize>> = (0..width).map(Some).collect();
                    for role in family.role_ids().filter(|role| kind.needs_all(*role)) {
                        for state in family.role(role).state_ids() {
                            let to = dynamics.step(role, state, *action);
                            targets[place(role, state)] = to.map(|to| place(role, to));
                            exact &= to.is_some() || !reach.roles[role.0 as usize].contains(&state);
                        }
                    }
                    add(Effect::All(targets));
                }
            }
        }
        let initial_environment = family.environment().initial[0];
        Net { offsets, width, transitions, initial, initial_environment, environments, exact }
    }

    /// Whether an instance can start in a configuration that covers this one.
    pub fn is_initial(&self, configuration: &Configuration) -> bool {
        configuration.environment == self.initial_environment
            && (0..self.width).all(|place| configuration.counts[place] == 0 || self.initial.contains(&place))
    }
}

impl Transition {
    /// The least configurations from which it leads to one that covers this one.
    pub fn before(&self, target: &Configuration) -> Vec<Configuration> {
        let environments = self.environment.iter().filter(|(_, to)| *to == target.environment);
        let counts = match &self.effect {
            Effect::Few(steps) => {
                let mut counts = target.counts.clone();
                for (_, place) in steps {
                    counts[*place] = counts[*place].saturating_sub(1);
                }
                for (place, _) in steps {
                    counts[*place] += 1;
                }
                vec![counts]
            }
            Effect::All(targets) => spread(targets, &target.counts),
        };
        environments
            .flat_map(|(environment, _)| {
                let with =
                    |counts: &Vec<u32>| Configuration { environment: *environment, counts: counts.clone() };
                counts.iter().map(with).collect::<Vec<_>>()
            })
            .collect()
    }
}

/// All ways to have so many agents arrive at each place.
fn spread(targets: &[Option<usize>], wanted: &[u32]) -> Vec<Vec<u32>> {
    let mut ways = vec![vec![0; wanted.len()]];
    for (place, count) in wanted.iter().enumerate().filter(|(_, count)| **count > 0) {
        let sources: Vec<usize> = (0..targets.len()).filter(|p| targets[*p] == Some(place)).collect();
        let mut more = Vec::new();
        for way in ways {
            divide(&sources, *count, way, &mut more);
        }
        ways = more;
    }
    ways
}

/// All ways to divide so many agents among places; none if there is no place.
fn divide(places: &[usize], count: u32, way: Vec<u32>, ways: &mut Vec<Vec<u32>>) {
    let Some((first, rest)) = places.split_first() else { return };
    if rest.is_empty() {
        let mut way = way;
        way[*first] += count;
        ways.push(way);
        return;
    }
    for here in 0..=count {
        let mut way = way.clone();
        way[*first] += here;
        divide(rest, count - here, way, ways);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn configuration(counts: &[u32]) -> Configuration {
        Configuration { environment: StateId(0), counts: counts.to_vec() }
    }

    /// Where it leads from a configuration, if anywhere.
    fn apply(transition: &Transition, from: &Configuration) -> Option<Configuration> {
        let environment = transition.environment.iter().find(|(e, _)| *e == from.environment)?.1;
        let mut counts = from.counts.clone();
        match &transition.effect {
            Effect::Few(steps) => {
                for (source, _) in steps {
                    counts[*source] = counts[*source].checked_sub(1)?;
                }
                for (_, target) in steps {
                    counts[*target] += 1;
                }
            }
            Effect::All(targets) => {
                counts.fill(0);
                for (count, target) in std::iter::zip(&from.counts, targets) {
                    if let Some(target) = target {
                        counts[*target] += count;
                    }
                }
            }
        }
        Some(Configuration { environment, counts })
    }

    #[test]
    fn what_leads_somewhere_is_found_among_what_comes_before() {
        let environment = vec![(StateId(0), StateId(0))];
        let effects = [
            Effect::Few(vec![(0, 1)]),
            Effect::Few(vec![(1, 1)]),
            Effect::Few(vec![(0, 1), (2, 0)]),
            Effect::All(vec![Some(1), Some(1), Some(2)]),
            Effect::All(vec![Some(2), None, Some(2)]),
        ];
        let all: Vec<Configuration> =
            (0..64u32).map(|n| configuration(&[n % 4, n / 4 % 4, n / 16])).collect();
        for effect in effects {
            let transition = Transition { environment: environment.clone(), effect };
            for target in all.iter().filter(|c| c.counts.iter().sum::<u32>() <= 2) {
                let before = transition.before(target);
                for from in &all {
                    let leads = apply(&transition, from).is_some_and(|to| to.covers(target));
                    let covered = before.iter().any(|b| from.covers(b));
                    assert_eq!(leads, covered, "{transition:?} from {from:?} to {target:?}");
                }
            }
        }
    }
}
