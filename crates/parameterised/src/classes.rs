//! Classes of interleaved families with cutoffs known from their templates: what they allow, what they
//! ask for, and the smallest instance that speaks for all.
//!
//! | class | actions | asks for | cutoff of a role |
//! |---|---|---|---|
//! | SFE | asynchronous, role- and global-synchronous | | its variables |
//! | SGS | asynchronous, agent-environment, global-synchronous | agents never wait for the environment | its variables |
//! | SMR | asynchronous, agent-environment, guarded multi-role | agents never wait for the environment | its variables and guarding states |
//!
//! and at least one agent each. That agents never wait for the environment is tested after each action
//! has been made different for different states of the environment: before, the test would promise too
//! much.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fmt;

use crate::fragment::Fragment;
use crate::reach::Reach;
use crate::template::*;

/// A class of families with a cutoff.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Class {
    /// Synchronisation without an exchange with the environment.
    Sfe,
    /// Global synchronisation.
    Sgs,
    /// Guarded synchronisation of two roles.
    Smr,
}

impl Class {
    /// Its name in the literature.
    pub fn name(self) -> &'static str {
        match self {
            Class::Sfe => "SFE",
            Class::Sgs => "SGS",
            Class::Smr => "SMR",
        }
    }

    fn allows(self, kind: Kind) -> bool {
        match kind {
            Kind::Asynchronous(_) => true,
            Kind::AgentEnvironment(_) => self != Class::Sfe,
            Kind::RoleSynchronous(_) => self == Class::Sfe,
            Kind::GlobalSynchronous => self != Class::Smr,
            Kind::MultiRole(..) => self == Class::Smr,
        }
    }
}

/// Why a family, or a formula, is not in a class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// An action of a kind that the class does not allow.
    Action {
        /// Its name.
        action: String,
        /// Its kind in words.
        kind: &'static str,
    },
    /// A multi-role action that does not leave exactly one of its two roles where it is.
    Unguarded {
        /// Its name.
        action: String,
        /// What it does to the first role: a local state and where it goes from there, if it moves it.
        first: Option<(String, String)>,
        /// The same for the second role.
        second: Option<(String, String)>,
    },
    /// An agent that may have to wait for the environment: there is no agent-environment simulation.
    Waits(Box<Wait>),
    /// The environment has too many states to be looked at one by one.
    LargeEnvironment,
    /// The formula speaks of the environment.
    EnvironmentProposition,
    /// The formula counts steps.
    Next,
    /// The formula is not universal.
    NotUniversal(String),
    /// The formula asks that something happens, and nothing may happen only when nothing else can.
    Liveness,
}

/// How an agent may come to wait for the environment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wait {
    /// The role.
    pub role: String,
    /// What the agent did before.
    pub after: Vec<String>,
    /// Its local state.
    pub state: String,
    /// The state of the environment, if nobody else acts.
    pub environment: String,
    /// The action it enables.
    pub action: String,
    /// Another state, in which the environment enables it.
    pub elsewhere: String,
}

impl fmt::Display for Obstacle {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Obstacle::Action { action, kind } => write!(f, "the action `{action}` is {kind}"),
            Obstacle::Unguarded { action, first, second } => {
                let moves = [first, second].into_iter().flatten().map(|(a, b)| format!("{a} to {b}"));
                let moves: Vec<String> = moves.collect();
                match moves.as_slice() {
                    [] => write!(f, "the multi-role action `{action}` moves neither role"),
                    _ => write!(f, "the multi-role action `{action}` moves both roles: {}", moves.join(", ")),
                }
            }
            Obstacle::Waits(wait) => {
                let Wait { role, after, state, environment, action, elsewhere } = &**wait;
                let after = match after.len() {
                    0 => "at the start".to_string(),
                    _ => format!("after {}", after.join(", ")),
                };
                write!(
                    f,
                    "there is no agent-environment simulation: {after}, an agent of `{role}` in {state} may perform `{action}` when the environment is \
                     in {elsewhere}, not only when it is in {environment}"
                )
            }
            Obstacle::LargeEnvironment => {
                write!(
                    f,
                    "the environment has too many states to test for an agent-environment simulation, one by one"
                )
            }
            Obstacle::EnvironmentProposition => write!(f, "the formula is about the environment"),
            Obstacle::Next => write!(f, "the formula counts steps (X)"),
            Obstacle::NotUniversal(part) => write!(f, "the formula contains {part}"),
            Obstacle::Liveness => write!(
                f,
                "the formula is a liveness property, and the null step is taken only where no other step is enabled"
            ),
        }
    }
}

/// The answer to whether a family, with a formula, is in a class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Membership {
    /// Which cutoff theorem it is about.
    pub class: Class,
    /// Its cutoff, or what stands against it.
    pub cutoff: Result<Sizes, Obstacle>,
}

/// Which corrections of the published procedures are applied. All of them, except in tests that show
/// what each is for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Corrections {
    /// The rest of a role may be empty in an abstraction.
    pub empty_rest: bool,
    /// Actions are made different for different states of the environment before agents are tested.
    pub rename_first: bool,
    /// Multi-role actions have to be guarded.
    pub guarded: bool,
    /// Agents are tested for waiting at all.
    pub never_wait: bool,
    /// The cutoff of SMR counts all guarding states.
    pub all_guards: bool,
}

impl Corrections {
    pub const ALL: Corrections = Corrections {
        empty_rest: true,
        rename_first: true,
        guarded: true,
        never_wait: true,
        all_guards: true,
    };
}

/// Tests the classes in the order in which they are tried.
pub(crate) fn memberships(
    family: &Family<Interleaved>,
    fragment: &Fragment,
    indices: &[u32],
    corrections: Corrections,
) -> Vec<Membership> {
    let tests = Tests { family, reach: Reach::of(family), corrections };
    let cutoff = |class| {
        formula_fits(class, family, fragment)?;
        tests.cutoff(class, indices)
    };
    [Class::Sfe, Class::Sgs, Class::Smr].map(|class| Membership { class, cutoff: cutoff(class) }).to_vec()
}

fn formula_fits(class: Class, family: &Family<Interleaved>, fragment: &Fragment) -> Result<(), Obstacle> {
    if let Err(part) = &fragment.universal {
        return Err(Obstacle::NotUniversal(part.clone()));
    }
    if fragment.next {
        return Err(Obstacle::Next);
    }
    if fragment.liveness && family.dynamics().null() == NullStep::WhenStuck {
        return Err(Obstacle::Liveness);
    }
    if fragment.environment && class != Class::Sfe {
        return Err(Obstacle::EnvironmentProposition);
    }
    Ok(())
}

/// Pairs of an agent and the environment, each with how it was reached.
type Visited = BTreeMap<(StateId, StateId), Option<((StateId, StateId), ActionId)>>;

struct Tests<'a> {
    family: &'a Family<Interleaved>,
    reach: Reach,
    corrections: Corrections,
}

impl Tests<'_> {
    fn live(&self) -> impl Iterator<Item = (ActionId, &SharedAction)> {
        self.family.dynamics().action_ids().filter(|(id, _)| self.reach.live.contains(id))
    }

    fn cutoff(&self, class: Class, indices: &[u32]) -> Result<Sizes, Obstacle> {
        if let Some((_, action)) = self.live().find(|(_, action)| !class.allows(action.kind)) {
            return Err(Obstacle::Action { action: action.name.clone(), kind: describe(action.kind) });
        }
        let mut guarding: Vec<BTreeSet<StateId>> = vec![BTreeSet::new(); indices.len()];
        for (id, action) in self.live() {
            if let Kind::MultiRole(first, second) = action.kind {
                let guard = self.guard(id, first, second)?;
                let enabled = self.enabled(guard, id).map(|(state, _)| state);
                guarding[guard.0 as usize].extend(enabled);
            }
        }
        if class != Class::Sfe && self.corrections.never_wait {
            if !self.family.is_environment_listed() {
                return Err(Obstacle::LargeEnvironment);
            }
            for role in self.family.role_ids() {
                self.never_waits(role)?;
            }
        }
        let spare = u32::from(!self.corrections.all_guards);
        let sizes = std::iter::zip(indices, guarding);
        Ok(sizes.map(|(m, guards)| (m + (guards.len() as u32).saturating_sub(spare)).max(1)).collect())
    }

    /// The reachable local states in which agents of a role enable an action, with where it leads.
    fn enabled(&self, role: RoleId, action: ActionId) -> impl Iterator<Item = (StateId, StateId)> {
        let moves = self.family.dynamics().moves_by(role, action).into_iter();
        moves.filter(move |(from, _)| self.reach.roles[role.0 as usize].contains(from))
    }

    /// The one role of a multi-role action that stays where it is.
    fn guard(&self, action: ActionId, first: RoleId, second: RoleId) -> Result<RoleId, Obstacle> {
        let moved = |role: RoleId| {
            let template = self.family.role(role);
            let moved = self.enabled(role, action).find(|(from, to)| from != to);
            moved.map(|(from, to)| (template.show_state(from), template.show_state(to)))
        };
        match (moved(first), moved(second)) {
            (None, Some(_)) => Ok(first),
            (Some(_), None) => Ok(second),
            (Some(_), Some(_)) if !self.corrections.guarded => Ok(first),
            (first, second) => {
                let action = self.family.dynamics().action(action).name.clone();
                Err(Obstacle::Unguarded { action, first, second })
            }
        }
    }

    /// Whether the environment, moved by one agent alone, is always ready for what the agent enables, and
    /// for nothing that the agent could not have waited for in another state.
    fn never_waits(&self, role: RoleId) -> Result<(), Obstacle> {
        let family = self.family;
        let dynamics = family.dynamics();
        let ready: BTreeMap<ActionId, Vec<StateId>> = self
            .live()
            .filter(|(_, action)| action.kind.is_shared() && action.kind.involves(role))
            .map(|(id, _)| {
                let states = dynamics.environment_moves_by(id).into_iter().map(|(state, _)| state);
                (id, states.filter(|state| self.reach.environment.contains(state)).collect())
            })
            .collect();
        let start = (family.role(role).initial[0], family.environment().initial[0]);
        let mut before: Visited = BTreeMap::new();
        before.insert(start, None);
        let mut todo = VecDeque::from([start]);
        while let Some(at @ (state, environment)) = todo.pop_front() {
            for (action, to) in &dynamics.moves(role)[state.0 as usize] {
                let kind = dynamics.action(*action).kind;
                let next = if let Kind::Asynchronous(_) = kind {
                    Some((*to, environment))
                } else if let Some(ready) = ready.get(action) {
                    let elsewhere = ready.iter().find(|e| **e != environment);
                    let here = ready.contains(&environment);
                    if let (Some(elsewhere), true) = (elsewhere, self.corrections.rename_first || !here) {
                        return Err(self.waits(role, &before, at, *action, *elsewhere));
                    }
                    dynamics.environment_step(environment, *action).map(|e| (*to, e))
                } else {
                    None
                };
                if let Some(next) = next
                    && let std::collections::btree_map::Entry::Vacant(entry) = before.entry(next)
                {
                    entry.insert(Some((at, *action)));
                    todo.push_back(next);
                }
            }
        }
        Ok(())
    }

    fn waits(
        &self,
        role: RoleId,
        before: &Visited,
        (state, environment): (StateId, StateId),
        action: ActionId,
        elsewhere: StateId,
    ) -> Obstacle {
        let dynamics = self.family.dynamics();
        let mut after = Vec::new();
        let mut at = (state, environment);
        while let Some(Some((previous, action))) = before.get(&at) {
            after.push(dynamics.action(*action).name.clone());
            at = *previous;
        }
        after.reverse();
        let template = self.family.role(role);
        Obstacle::Waits(Box::new(Wait {
            role: template.name.clone(),
            after,
            state: template.show_state(state),
            environment: self.family.environment().show_state(environment),
            action: dynamics.action(action).name.clone(),
            elsewhere: self.family.environment().show_state(elsewhere),
        }))
    }
}

fn describe(kind: Kind) -> &'static str {
    match kind {
        Kind::Asynchronous(_) => "asynchronous",
        Kind::AgentEnvironment(_) => "agent-environment",
        Kind::RoleSynchronous(_) => "role-synchronous",
        Kind::GlobalSynchronous => "global-synchronous",
        Kind::MultiRole(..) => "multi-role",
    }
}
