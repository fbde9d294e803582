//! Why rules of a system cannot be applied in a state: for languages whose rules are what their agents do.

use std::ops::ControlFlow;

use synod_core::{
    Alternative, Env, ExprId, Role, Rule, State, System, VarId, checkpoint, eval_bool, for_each_choice,
    show_value,
};

use crate::{Blocked, ClosedCommand, Condition, Obstacle};

/// What keeps a rule from being applied in a state, faults apart; `None` if it can be applied. Choices of unbounded
/// integers are tried from `-int_bound` to `int_bound`.
pub fn blocked_rule(system: &System, state: &State, rule: &Rule, int_bound: i64) -> Option<Blocked> {
    checkpoint();
    let look = Look { system, state, rule };
    let mut obstacles = Vec::new();
    let conditions = look.falsified(rule.guard, None);
    if !conditions.is_empty() {
        obstacles.push(Obstacle::Guard { conditions });
    }
    obstacles.extend(look.participants(None));
    if obstacles.is_empty() {
        obstacles = look.picks(int_bound)?;
    }
    let agent = rule.observation.actor;
    let own = rule.parts.iter().filter(|part| agent.is_none() || part.agent == agent);
    let action = own.flat_map(|part| &part.alternatives).find_map(|alternative| alternative.action.as_ref());
    Some(Blocked {
        agent: agent.map(|agent| system.agent(agent).name.clone()),
        role: action.map_or(Role::Acts, |action| action.role),
        action: rule.name.clone(),
        command: action.map_or(rule.name.clone(), |action| action.text.clone()),
        span: rule.span,
        obstacles,
    })
}

/// Whether an agent has come to a rule: no conjunct of its guard is false that reads nothing but where agents are in
/// their processes.
pub fn is_next(system: &System, state: &State, rule: &Rule, control: &[VarId]) -> bool {
    let exprs = &system.exprs;
    let is_control = |id: &ExprId| {
        let read = exprs.variables(*id);
        !read.is_empty() && exprs.choices(*id).is_empty() && read.iter().all(|var| control.contains(var))
    };
    let conjuncts = exprs.conjuncts(rule.guard).into_iter();
    !conjuncts.filter(is_control).any(|id| eval_bool(exprs, id, Env::of(system, state)) == Ok(false))
}

/// A look at a rule in one state.
struct Look<'a> {
    system: &'a System,
    state: &'a State,
    rule: &'a Rule,
}

impl Look<'_> {
    /// The conjuncts of a guard that are false: with these values of the choices, or else whatever they are.
    fn falsified(&self, guard: ExprId, choices: Option<&[i64]>) -> Vec<Condition> {
        let exprs = &self.system.exprs;
        let env = Env { system: self.system, state: self.state, choices: choices.unwrap_or(&[]), taken: &[] };
        let is_known = |id: &ExprId| choices.is_some() || exprs.choices(*id).is_empty();
        let is_false = |id: &ExprId| eval_bool(exprs, *id, env) == Ok(false);
        let conjuncts = exprs.conjuncts(guard).into_iter();
        conjuncts.filter(is_known).filter(is_false).map(|id| self.condition(id)).collect()
    }

    fn condition(&self, id: ExprId) -> Condition {
        Condition::new(self.system, Some(self.rule), id)
    }

    /// The participants that can do nothing: with these values of the choices, or else whatever they are.
    fn participants(&self, choices: Option<&[i64]>) -> Vec<Obstacle> {
        let mut found = Vec::new();
        for part in &self.rule.parts {
            let closed: Vec<ClosedCommand> =
                part.alternatives.iter().map(|alternative| self.closed(alternative, choices)).collect();
            if let [own] = closed.as_slice()
                && part.agent.is_some()
                && part.agent == self.rule.observation.actor
                && choices.is_none()
                && !own.conditions.is_empty()
            {
                found.push(Obstacle::Guard { conditions: own.conditions.clone() });
            } else if closed.iter().all(|command| !command.conditions.is_empty()) {
                let because = match closed.is_empty() {
                    true => "allows it in no state",
                    false => "does not allow it here",
                };
                let picked = std::iter::zip(&self.rule.choices, choices.unwrap_or(&[]));
                let picked = picked.map(|(choice, value)| {
                    format!("{} = {}", choice.name, show_value(self.system, choice.ty.sort(), *value))
                });
                found.push(Obstacle::Participant {
                    agent: part.agent.map(|agent| self.system.agent(agent).name.clone()),
                    because: because.to_string(),
                    picked: picked.collect(),
                    closed,
                });
            }
        }
        found
    }

    fn closed(&self, alternative: &Alternative, choices: Option<&[i64]>) -> ClosedCommand {
        let action = alternative.action.as_ref();
        ClosedCommand {
            agent: None,
            command: action.map(|action| action.text.clone()),
            span: action.map(|action| action.span).unwrap_or_default(),
            conditions: self.falsified(alternative.guard, choices),
        }
    }

    /// Why the rule cannot be applied whatever is picked, where that depends on what is: the conditions that exclude all
    /// values, or what keeps back the participants with the first values that the guard allows. `None` if with some
    /// values nothing does.
    fn picks(&self, int_bound: i64) -> Option<Vec<Obstacle>> {
        let mut first: Option<Vec<Obstacle>> = None;
        let ended = for_each_choice(self.system, self.rule, self.state, int_bound, &mut |choices| {
            let found = self.participants(Some(choices));
            if found.is_empty() {
                return ControlFlow::Break(());
            }
            first.get_or_insert(found);
            ControlFlow::Continue(())
        });
        if ended.is_break() {
            return None;
        }
        Some(first.unwrap_or_else(|| {
            let exprs = &self.system.exprs;
            let conjuncts = exprs.conjuncts(self.rule.guard).into_iter();
            let conditions =
                conjuncts.filter(|id| !exprs.choices(*id).is_empty()).map(|id| self.condition(id)).collect();
            vec![Obstacle::Guard { conditions }]
        }))
    }
}
