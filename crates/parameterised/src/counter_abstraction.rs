//! Interleaved systems state by state, with some agents one by one and counters for the others: exact ones for an
//! instance up to symmetry, or for the abstraction only whether there is anybody (the counter abstraction of Pnueli,
//! Xu and Zuck, CAV 2002, with the threshold 1).

use std::collections::{BTreeSet, HashMap};

use synod_core::Budget;

use crate::reach::Reach;
use crate::template::*;

/// A state: the environment, the tracked agents role by role, and for each role the others by local state.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct CountedState {
    pub environment: StateId,
    pub tracked: Vec<Vec<StateId>>,
    pub rest: Vec<Vec<u32>>,
}

/// A step in which tracked agents take part: the action, and which of them if not all have to.
pub(crate) type Visible = (ActionId, Vec<(RoleId, usize)>);

/// A step with a label, the environment from which it is taken, and where it leads.
pub(crate) type Later<'a> = (&'a Visible, StateId, usize);

/// All points that can be reached, by number; the first is where it starts.
pub(crate) struct StateGraph {
    pub points: Vec<CountedState>,
    /// Steps in which no tracked agent takes part.
    pub silent: Vec<Vec<usize>>,
    pub visible: Vec<Vec<(Visible, usize)>>,
}

/// More points than this are not looked at.
const MOST: usize = 4_000;

pub(crate) struct Explorer<'a> {
    pub family: &'a Family<Interleaved>,
    pub reach: &'a Reach,
    /// Whether the rest is counted exactly.
    pub exact: bool,
    pub budget: &'a Budget,
}

impl Explorer<'_> {
    /// All points with so many tracked agents and others of each role, or `None` if they are too many, or the time is
    /// up.
    pub fn explore(&self, tracked: &[u32], rest: &[u32]) -> Option<StateGraph> {
        let initial = |role: RoleId| self.family.role(role).initial[0];
        let start = CountedState {
            environment: self.family.environment().initial[0],
            tracked: std::iter::zip(self.family.role_ids(), tracked)
                .map(|(role, n)| vec![initial(role); *n as usize])
                .collect(),
            rest: std::iter::zip(self.family.role_ids(), rest)
                .map(|(role, n)| {
                    let mut counts = vec![0; self.family.role(role).states.len()];
                    counts[initial(role).0 as usize] = if self.exact { *n } else { (*n).min(1) };
                    counts
                })
                .collect(),
        };
        let mut numbers = HashMap::from([(start.clone(), 0)]);
        let mut all = StateGraph { points: vec![start], silent: vec![], visible: vec![] };
        while let Some(point) = all.points.get(all.silent.len()).cloned() {
            self.budget.check(0).ok()?;
            let (mut silent, mut visible) = (BTreeSet::new(), Vec::new());
            for (label, next) in self.steps(&point) {
                let fresh = all.points.len();
                let number = *numbers.entry(next.clone()).or_insert(fresh);
                if number == fresh {
                    if fresh == MOST {
                        return None;
                    }
                    all.points.push(next);
                }
                match label {
                    None => drop(silent.insert(number)),
                    Some(label) => visible.push((label, number)),
                }
            }
            all.silent.push(silent.into_iter().collect());
            all.visible.push(visible);
        }
        Some(all)
    }

    /// The steps of a point; those in which tracked agents take part have a label.
    fn steps(&self, point: &CountedState) -> Vec<(Option<Visible>, CountedState)> {
        let dynamics = self.family.dynamics();
        let mut steps = Vec::new();
        for action in &self.reach.live {
            let Some(environment) = dynamics.environment_step(point.environment, *action) else { continue };
            let start = (vec![], CountedState { environment, ..point.clone() });
            let roles = match dynamics.action(*action).kind {
                Kind::Asynchronous(role) | Kind::AgentEnvironment(role) => vec![role],
                Kind::MultiRole(first, second) => vec![first, second],
                Kind::RoleSynchronous(role) => {
                    let next = self.all(start.1, role, *action);
                    let seen = !point.tracked[role.0 as usize].is_empty();
                    steps.extend(next.map(|next| (seen.then(|| (*action, vec![])), next)));
                    continue;
                }
                Kind::GlobalSynchronous => {
                    let roles = &mut self.family.role_ids();
                    let next = roles.try_fold(start.1, |next, role| self.all(next, role, *action));
                    let seen = point.tracked.iter().any(|tracked| !tracked.is_empty());
                    steps.extend(next.map(|next| (seen.then(|| (*action, vec![])), next)));
                    continue;
                }
            };
            let mut ways = vec![start];
            for role in roles {
                ways = ways.into_iter().flat_map(|(who, next)| self.one(who, next, role, *action)).collect();
            }
            let label = |who: Vec<_>| (!who.is_empty()).then_some((*action, who));
            steps.extend(ways.into_iter().map(|(who, next)| (label(who), next)));
        }
        steps
    }

    /// All ways for one agent of a role to perform an action.
    fn one(
        &self,
        who: Vec<(RoleId, usize)>,
        point: CountedState,
        role: RoleId,
        action: ActionId,
    ) -> Vec<(Vec<(RoleId, usize)>, CountedState)> {
        let (dynamics, at) = (self.family.dynamics(), role.0 as usize);
        let mut ways = Vec::new();
        for (number, state) in point.tracked[at].iter().enumerate() {
            if let Some(to) = dynamics.step(role, *state, action) {
                let mut next = point.clone();
                next.tracked[at][number] = to;
                let who = who.iter().copied().chain([(role, number)]).collect();
                ways.push((who, next));
            }
        }
        for (from, to) in dynamics.moves_by(role, action) {
            let (from, to) = (from.0 as usize, to.0 as usize);
            if point.rest[at][from] == 0 {
                continue;
            }
            let mut fewer = point.clone();
            fewer.rest[at][from] -= 1;
            let others_stay = !self.exact;
            for mut next in [Some(fewer), others_stay.then(|| point.clone())].into_iter().flatten() {
                next.rest[at][to] += 1;
                if !self.exact {
                    next.rest[at][to] = 1;
                }
                ways.push((who.clone(), next));
            }
        }
        ways
    }

    /// All agents of a role perform an action, if they can.
    fn all(&self, mut point: CountedState, role: RoleId, action: ActionId) -> Option<CountedState> {
        let (dynamics, at) = (self.family.dynamics(), role.0 as usize);
        for state in &mut point.tracked[at] {
            *state = dynamics.step(role, *state, action)?;
        }
        let mut rest = vec![0; point.rest[at].len()];
        for (from, count) in point.rest[at].iter().enumerate().filter(|(_, count)| **count > 0) {
            let to = dynamics.step(role, StateId(from as u32), action)?.0 as usize;
            rest[to] = if self.exact { rest[to] + count } else { 1 };
        }
        point.rest[at] = rest;
        Some(point)
    }
}

impl StateGraph {
    /// For each point the steps with a label that can follow steps without one, each with the environment
    /// from which it is taken; `None` if the time is up.
    pub fn after_silence(&self, budget: &Budget) -> Option<Vec<Vec<Later<'_>>>> {
        (0..self.points.len())
            .map(|start| {
                budget.check(0).ok()?;
                let mut seen = BTreeSet::from([start]);
                let mut todo = vec![start];
                let mut found: Vec<Later> = Vec::new();
                while let Some(at) = todo.pop() {
                    let environment = self.points[at].environment;
                    found.extend(self.visible[at].iter().map(|(label, to)| (label, environment, *to)));
                    todo.extend(self.silent[at].iter().copied().filter(|next| seen.insert(*next)));
                }
                found.sort();
                found.dedup();
                Some(found)
            })
            .collect()
    }
}
