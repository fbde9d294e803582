//! Policies: what an agent does wherever it observes the same, as a table, and the model in which agents follow theirs.
//!
//! An action of an agent is what the agent has to say in a rule, as in strategies of coalitions: that it begins the rule, and the values
//! of the choices that are its own. Who begins rules may also wait. A model in which agents follow policies has those steps
//! of the model that the policies allow, so that every property can be asked of it, with any engine.

use synod_core::{AgentId, CoalitionChoice, ExprId, Rule, RuleId, State, System, Taken};
use synod_simulate::show_coalition_choice;

use crate::OpenedModel;

/// More actions of an agent nobody chooses from.
const MOST_ACTIONS: usize = 4_096;

/// What an agent does wherever it observes the same.
#[derive(Clone, Debug)]
pub struct Policy {
    /// Who.
    pub agent: AgentId,
    /// What it observes (see [`view`]), and what it does then; `None` is waiting. It waits where nothing is written.
    pub decisions: Vec<(Vec<i64>, Option<CoalitionChoice>)>,
}

/// What an agent observes of a state: the values of the variables that it sees, in their order.
pub fn view(system: &System, agent: AgentId, state: &State) -> Vec<i64> {
    let observed = system.agent(agent).observes.iter();
    observed.flat_map(|var| &state[system.slots(*var)]).copied().collect()
}

/// The action of an agent in a step; `None` if it has nothing to say in it.
pub fn action(system: &System, agent: AgentId, taken: &Taken) -> Option<CoalitionChoice> {
    let rule = system.rule(taken.rule);
    concerns(rule, agent).then(|| CoalitionChoice::of(&[agent], taken.rule, rule, &taken.choices))
}

/// An action in words.
pub fn show_action(system: &System, agent: AgentId, action: &CoalitionChoice) -> String {
    show_coalition_choice(system, &[agent], action)
}

/// Whether an agent has something to say in a rule.
fn concerns(rule: &Rule, agent: AgentId) -> bool {
    rule.is_begun_by(&[agent]) || rule.leaves_something_to(&[agent])
}

/// All actions of an agent, in the order of the model.
pub fn actions(system: &System, agent: AgentId) -> Result<Vec<CoalitionChoice>, String> {
    let mut found = Vec::new();
    for (id, rule) in system.rule_ids().filter(|(_, rule)| concerns(rule, agent)) {
        let mut values: Vec<Vec<(u32, i64)>> = vec![Vec::new()];
        for (at, choice) in (0..).zip(&rule.choices).filter(|(_, choice)| choice.agent == Some(agent)) {
            let (least, greatest) = choice.ty.bounds(&system.enums).ok_or_else(|| too_many(system, agent))?;
            let count = usize::try_from(greatest.abs_diff(least)).unwrap_or(usize::MAX).saturating_add(1);
            if count.saturating_mul(values.len()) > MOST_ACTIONS {
                return Err(too_many(system, agent));
            }
            let with = |known: &Vec<(u32, i64)>, value| known.iter().copied().chain([(at, value)]).collect();
            values = values
                .iter()
                .flat_map(|known| (least..=greatest).map(move |value| with(known, value)))
                .collect();
        }
        found.extend(values.into_iter().map(|values| CoalitionChoice { rule: id, values }));
        if found.len() > MOST_ACTIONS {
            return Err(too_many(system, agent));
        }
    }
    Ok(found)
}

fn too_many(system: &System, agent: AgentId) -> String {
    format!("`{}` has more than {MOST_ACTIONS} actions to choose from", system.agent(agent).name)
}

impl OpenedModel {
    /// The same model, in which agents follow policies.
    pub fn following(mut self, policies: &[Policy]) -> OpenedModel {
        let system = &mut self.compiled.system;
        for policy in policies {
            for number in 0..system.rules.len() {
                if concerns(&system.rules[number], policy.agent) {
                    let allowed = allowed(system, RuleId(number as u32), policy);
                    let guard = system.rules[number].guard;
                    system.rules[number].guard = system.exprs.and([guard, allowed]);
                }
            }
        }
        // Whether a step is taken depends on more than the variable that commits an agent to it.
        system.committed.iter_mut().for_each(|steps| steps.rules.clear());
        self
    }
}

/// When a policy allows a rule, over the state and the choices.
fn allowed(system: &mut System, rule: RuleId, policy: &Policy) -> ExprId {
    let picked = policy.decisions.iter().filter_map(|(view, action)| {
        let action = action.as_ref().filter(|action| action.rule == rule)?;
        Some((view, action))
    });
    let cases: Vec<ExprId> = picked
        .map(|(view, action)| {
            let seen = sees(system, policy.agent, view);
            let picks = action.values.iter().map(|(at, value)| {
                let sort = system.rules[rule.0 as usize].choices[*at as usize].ty.sort();
                let (choice, value) = (system.exprs.choice(*at, sort), system.exprs.constant(sort, *value));
                system.exprs.eq(choice, value)
            });
            let picks: Vec<ExprId> = picks.collect();
            system.exprs.and([seen].into_iter().chain(picks))
        })
        .collect();
    system.exprs.or(cases)
}

/// That an agent observes this.
fn sees(system: &mut System, agent: AgentId, view: &[i64]) -> ExprId {
    let mut values = view.iter();
    let mut parts = Vec::new();
    for var in system.agent(agent).observes.clone() {
        let sort = system.var(var).ty.sort();
        match system.var(var).len {
            None => {
                let variable = system.exprs.var(var);
                parts.push((variable, sort));
            }
            Some(length) => {
                for index in 0..length {
                    let index = system.exprs.int(i64::from(index));
                    let element = system.exprs.element(var, index);
                    parts.push((element, sort));
                }
            }
        }
    }
    let equal = parts.into_iter().filter_map(|(variable, sort)| {
        let value = system.exprs.constant(sort, *values.next()?);
        Some(system.exprs.eq(variable, value))
    });
    let equal: Vec<ExprId> = equal.collect();
    system.exprs.and(equal)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use synod_core::Budget;
    use synod_simulate::Interpreter;
    use synod_syntax::Source;

    use super::*;
    use crate::{Reader, Reading, languages};

    fn open(name: &str) -> OpenedModel {
        let path = format!("{}/../../examples/{name}", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(path).unwrap();
        let reader = Reader::new(&languages(), name, &text, &Reading::default()).unwrap();
        reader.open(Source::new(name, text), &Budget::unlimited()).unwrap().one_system().unwrap()
    }

    /// The states that are reachable by steps that a condition allows.
    fn reachable(system: &System, allows: impl Fn(&State, &Taken) -> bool) -> BTreeSet<State> {
        let interpreter = Interpreter::new(system);
        let mut open = interpreter.initial(1_000).states;
        let mut found: BTreeSet<State> = open.iter().cloned().collect();
        while let Some(state) = open.pop() {
            for one in interpreter.moves(&state).enabled {
                if allows(&state, &one.taken) && found.insert(one.target.clone()) {
                    open.push(one.target);
                }
            }
        }
        found
    }

    /// A policy that picks among what can be done by what the agent observes; every third time it waits if it may.
    fn arbitrary(system: &System, agent: AgentId) -> Policy {
        let mut decisions: Vec<(Vec<i64>, Option<CoalitionChoice>)> = Vec::new();
        let interpreter = Interpreter::new(system);
        for state in reachable(system, |_, _| true) {
            let view = view(system, agent, &state);
            if decisions.iter().any(|(known, _)| *known == view) {
                continue;
            }
            let moves = interpreter.moves(&state).enabled;
            let offered: Vec<CoalitionChoice> =
                moves.iter().filter_map(|one| action(system, agent, &one.taken)).collect();
            let number = view.iter().fold(7i64, |sum, value| sum.wrapping_mul(31).wrapping_add(*value));
            let waits = number.rem_euclid(3) == 0;
            let picked = (!waits && !offered.is_empty())
                .then(|| offered[number.rem_euclid(offered.len() as i64) as usize].clone());
            decisions.push((view, picked));
        }
        Policy { agent, decisions }
    }

    #[test]
    fn a_model_under_policies_has_the_steps_that_they_allow() {
        for name in
            ["rcheck/philosophers.rcp", "rcheck/resource-allocation-2.rcp", "ispl/bit-transmission.ispl"]
        {
            let model = open(name);
            let system = model.compiled.system.clone();
            let policies: Vec<Policy> =
                system.agent_ids().take(2).map(|(agent, _)| arbitrary(&system, agent)).collect();
            let allows = |state: &State, taken: &Taken| {
                policies.iter().all(|policy| {
                    let Some(done) = action(&system, policy.agent, taken) else { return true };
                    let view = view(&system, policy.agent, state);
                    let decided = policy.decisions.iter().find(|(known, _)| *known == view);
                    decided.is_some_and(|(_, action)| action.as_ref() == Some(&done))
                })
            };
            let wanted = reachable(&system, allows);
            let restricted = model.following(&policies);
            assert_eq!(reachable(&restricted.compiled.system, |_, _| true), wanted, "{name}");
            let all = reachable(&system, |_, _| true);
            assert!(wanted.len() <= all.len() && !wanted.is_empty(), "{name}");
        }
    }

    #[test]
    fn actions_are_all_that_an_agent_does_in_steps() {
        for name in ["rcheck/philosophers.rcp", "ispl/cards.ispl"] {
            let model = open(name);
            let system = &model.compiled.system;
            let interpreter = Interpreter::new(system);
            for (agent, _) in system.agent_ids() {
                let all = actions(system, agent).unwrap();
                for state in reachable(system, |_, _| true) {
                    for one in interpreter.moves(&state).enabled {
                        if let Some(done) = action(system, agent, &one.taken) {
                            assert!(all.contains(&done), "{name}");
                        }
                    }
                }
            }
        }
    }
}
