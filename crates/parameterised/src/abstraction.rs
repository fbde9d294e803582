//! Abstractions of interleaved families: some agents one by one, and of the others of a role only how
//! many are in each local state, counted up to a threshold beyond which more is just "many".
//!
//! The abstraction takes part in every step that an instance can take, so what holds on all of its runs
//! holds on all runs of the instances it stands for. It may take more: an agent that leaves "many" leaves
//! either many or one less.

use std::collections::BTreeMap;

use synod_core::{AgentId, Alternative, BinaryOp, ExprId, Mode, Part, Type, Update, VarId, Variable};

use crate::instance::{Instance, named_action};
use crate::interleaved::{add_null, environment_part, rule_name};
use crate::reach::Reach;
use crate::template::*;

/// Which instances an abstraction stands for.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Extent {
    /// So many agents of a role, each there by itself.
    Exactly(u32),
    /// At least so many agents of a role.
    AtLeast(u32),
}

impl Extent {
    /// Whether a size is meant.
    pub fn contains(&self, size: u32) -> bool {
        match self {
            Extent::Exactly(n) => size == *n,
            Extent::AtLeast(n) => size >= *n,
        }
    }
}

/// How many agents of a role are there one by one, and whether there are more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Population {
    pub tracked: u32,
    pub rest: bool,
}

/// More local states than this are not counted one by one.
const MOST_COUNTS: usize = 500;

/// The abstraction of a family with these populations, where the rest of a role, if there is any, has at
/// least `threshold` agents at the start. `None` if there are too many local states.
pub(crate) fn abstraction(
    family: &Family<Interleaved>,
    populations: &[Population],
    threshold: u32,
) -> Option<Instance> {
    let reach = Reach::of(family);
    let counted = std::iter::zip(&reach.roles, populations).filter(|(_, p)| p.rest);
    if counted.map(|(states, _)| states.len()).sum::<usize>() > MOST_COUNTS {
        return None;
    }
    let tracked: Vec<u32> = populations.iter().map(|p| p.tracked).collect();
    let mut instance = Instance::new(family, &tracked);
    let mut counts = Vec::new();
    let mut initial = vec![instance.system.init];
    for (role, population) in std::iter::zip(family.role_ids(), populations) {
        let states = reach.roles[role.0 as usize].iter().filter(|_| population.rest);
        let mut of_role = BTreeMap::new();
        for state in states {
            let var = count_variable(family, &mut instance, role, *state, threshold);
            let start = if family.role(role).initial.contains(state) { threshold } else { 0 };
            let exprs = &mut instance.system.exprs;
            let (now, start) = (exprs.var(var), exprs.int(i64::from(start)));
            initial.push(exprs.eq(now, start));
            of_role.insert(*state, var);
        }
        counts.push(of_role);
    }
    instance.system.init = instance.system.exprs.and(initial);
    let mut counting = Counting { family, instance, counts, threshold: i64::from(threshold) };
    for action in &reach.live {
        counting.add_action(*action);
    }
    add_null(family, &mut counting.instance);
    Some(counting.instance)
}

fn count_variable(
    family: &Family<Interleaved>,
    instance: &mut Instance,
    role: RoleId,
    state: StateId,
    threshold: u32,
) -> VarId {
    let template = family.role(role);
    let name = format!("others of {} in {}", template.name, template.show_state(state));
    let ty = Type::Range { lo: 0, hi: i64::from(threshold) };
    instance.system.add_var(Variable { name, ty, len: None, owner: None, span: template.span })
}

struct Counting<'a> {
    family: &'a Family<Interleaved>,
    instance: Instance,
    /// For each role, the counts of its rest; empty if there is none.
    counts: Vec<BTreeMap<StateId, VarId>>,
    threshold: i64,
}

/// Somebody who takes part in an action alone for its role.
#[derive(Clone, Copy)]
enum Single {
    Tracked(AgentId, VarId),
    Rest,
}

impl Counting<'_> {
    fn add_action(&mut self, id: ActionId) {
        let action = self.family.dynamics().action(id).clone();
        match action.kind {
            Kind::Asynchronous(role) | Kind::AgentEnvironment(role) => {
                for one in self.singles(role) {
                    self.add_singles(id, &[(role, one)]);
                }
            }
            Kind::MultiRole(first, second) => {
                for one in self.singles(first) {
                    for other in self.singles(second) {
                        self.add_singles(id, &[(first, one), (second, other)]);
                    }
                }
            }
            Kind::RoleSynchronous(role) => self.add_joint(id, &[role]),
            Kind::GlobalSynchronous => {
                let roles: Vec<RoleId> = self.family.role_ids().collect();
                self.add_joint(id, &roles);
            }
        }
    }

    fn singles(&self, role: RoleId) -> Vec<Single> {
        let tracked = self.instance.agents[role.0 as usize].iter();
        let rest = (!self.counts[role.0 as usize].is_empty()).then_some(Single::Rest);
        tracked.map(|(agent, var)| Single::Tracked(*agent, *var)).chain(rest).collect()
    }

    fn tracked_part(&mut self, action: ActionId, role: RoleId, agent: AgentId, var: VarId) -> Part {
        let moves = self.family.dynamics().moves_by(role, action);
        let name = &self.family.dynamics().action(action).name;
        self.instance.part(Some(agent), var, name, &moves)
    }

    fn add_singles(&mut self, action: ActionId, performers: &[(RoleId, Single)]) {
        let name = self.family.dynamics().action(action).name.clone();
        let mut parts = Vec::new();
        let mut actors = Vec::new();
        let mut rule = name.clone();
        for (role, single) in performers {
            match single {
                Single::Tracked(agent, var) => {
                    parts.push(self.tracked_part(action, *role, *agent, *var));
                    actors.push(*agent);
                }
                Single::Rest => {
                    parts.push(self.one_of_rest(action, *role));
                    rule = format!("{rule} by another {}", self.family.role(*role).name);
                }
            }
        }
        parts.extend(environment_part(self.family, &mut self.instance, action));
        let mode = if performers.len() > 1 { Mode::PointToPoint } else { Mode::Local };
        let rule = if actors.is_empty() { rule } else { rule_name(&self.instance, &rule, &actors) };
        self.instance.add_rule(rule, mode, &actors, parts);
    }

    /// One agent of the rest moves; if it leaves many, there are many or one less.
    fn one_of_rest(&mut self, action: ActionId, role: RoleId) -> Part {
        let name = self.family.dynamics().action(action).name.clone();
        let mut alternatives = Vec::new();
        for (from, to) in self.family.dynamics().moves_by(role, action) {
            let Some(source) = self.counts[role.0 as usize].get(&from).copied() else { continue };
            let exprs = &mut self.instance.system.exprs;
            let (zero, many) = (exprs.int(0), exprs.int(self.threshold));
            let now = exprs.var(source);
            let some = exprs.lt(zero, now);
            if from == to {
                alternatives.push(Alternative {
                    guard: some,
                    updates: vec![],
                    action: Some(named_action(&name)),
                });
                continue;
            }
            let are_many = exprs.eq(now, many);
            let one = exprs.int(1);
            let fewer = exprs.binary(BinaryOp::Sub, now, one);
            let Some(target) = self.counts[role.0 as usize].get(&to).copied() else { continue };
            let more = {
                let now = exprs.var(target);
                let next = exprs.binary(BinaryOp::Add, now, one);
                Update { var: target, index: None, value: exprs.binary(BinaryOp::Min, next, many) }
            };
            let leaves = Update { var: source, index: None, value: fewer };
            let act = Some(named_action(&name));
            alternatives.push(Alternative {
                guard: some,
                updates: vec![leaves, more.clone()],
                action: act.clone(),
            });
            alternatives.push(Alternative { guard: are_many, updates: vec![more], action: act });
        }
        Part { agent: None, alternatives: alternatives.into() }
    }

    fn add_joint(&mut self, action: ActionId, roles: &[RoleId]) {
        let name = self.family.dynamics().action(action).name.clone();
        let mut parts = Vec::new();
        for role in roles {
            for (agent, var) in self.instance.agents[role.0 as usize].clone() {
                parts.push(self.tracked_part(action, *role, agent, var));
            }
            if !self.counts[role.0 as usize].is_empty() {
                parts.push(self.all_of_rest(action, *role));
            }
        }
        parts.extend(environment_part(self.family, &mut self.instance, action));
        self.instance.add_rule(name, Mode::Joint, &[], parts);
    }

    /// All agents of the rest move; nobody may be where the action is not enabled.
    fn all_of_rest(&mut self, action: ActionId, role: RoleId) -> Part {
        let counts = self.counts[role.0 as usize].clone();
        let exprs = &mut self.instance.system.exprs;
        let (zero, many) = (exprs.int(0), exprs.int(self.threshold));
        let mut absent: Vec<ExprId> = Vec::new();
        let mut arriving: BTreeMap<StateId, Vec<ExprId>> = BTreeMap::new();
        for (state, var) in &counts {
            let now = exprs.var(*var);
            match self.family.dynamics().step(role, *state, action) {
                Some(to) => arriving.entry(to).or_default().push(now),
                None => absent.push(exprs.eq(now, zero)),
            }
        }
        let mut updates = Vec::new();
        for (state, var) in &counts {
            let mut total = zero;
            for count in arriving.remove(state).unwrap_or_default() {
                total = if total == zero { count } else { exprs.binary(BinaryOp::Add, total, count) };
            }
            let value = exprs.binary(BinaryOp::Min, total, many);
            updates.push(Update { var: *var, index: None, value });
        }
        let guard = exprs.and(absent);
        let action = Some(named_action(&self.family.dynamics().action(action).name));
        Part { agent: None, alternatives: vec![Alternative { guard, updates, action }].into() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{ask, count, models};

    #[test]
    fn the_abstraction_of_the_train_gate_has_226_states_and_a_spurious_violation() {
        let family = models::train_gate();
        let mut abstracted = abstraction(&family, &[Population { tracked: 2, rest: true }; 2], 1).unwrap();
        assert_eq!(count(&abstracted.system), 226);
        let property = abstracted.property(&family, &family.properties()[0]).unwrap();
        assert_eq!(ask(&abstracted.system, &property).verdict.word(), "violated");
    }
}
