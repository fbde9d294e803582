//! Why a step is blocked: for each rule that cannot be applied in a state, and each action that an agent cannot do, what is false
//! there, in the words of the model.

use std::ops::ControlFlow;

use synod_core::{
    Alternative, Choice, Env, ExprId, Rule, RuleId, Sort, State, Step, System, eval_bool, for_each_choice,
    show_expr_in, show_value,
};
use synod_documents::{BlockedStep, ClosedAlternative, Condition, Obstacle, Place};
use synod_printers::trace_json;
use synod_simulate::{Interpreter, Moves, StepText};
use synod_syntax::{Source, Span};

/// Of the values that a choice may have, no more than these are looked at one by one.
const MOST_VALUES: i64 = 256;

/// Everything that cannot be done in a state, in the order of the rules. `moves` are the steps of the state.
pub fn blocked(interpreter: &Interpreter, state: &State, moves: &Moves, source: &Source) -> Vec<BlockedStep> {
    let system = interpreter.system();
    let look = Look { system, state, source, int_bound: interpreter.int_bound() };
    let mut found = Vec::new();
    for (id, rule) in system.rule_ids() {
        let is_enabled = moves.enabled.iter().any(|step| step.taken.rule == id)
            || moves.unlisted > 0 && interpreter.find_move(state, |_, step| step.taken.rule == id).is_some();
        match is_enabled {
            false => found.push(look.rule(id, rule, moves)),
            true => found.extend(look.actions(id, rule, moves)),
        }
    }
    found
}

/// A look at one state.
struct Look<'a> {
    system: &'a System,
    state: &'a State,
    source: &'a Source,
    int_bound: i64,
}

impl Look<'_> {
    /// Why a rule cannot be applied.
    fn rule(&self, id: RuleId, rule: &Rule, moves: &Moves) -> BlockedStep {
        let mut obstacles = self.faults(id, moves);
        let conditions = self.falsified(rule, rule.guard, None);
        if !conditions.is_empty() {
            obstacles.push(Obstacle::Guard { conditions });
        }
        obstacles.extend(self.participants(rule, None));
        if obstacles.is_empty() {
            obstacles.extend(self.picks(rule));
        }
        BlockedStep {
            rule: rule.name.clone(),
            agent: rule.observation.actor.map(|agent| self.system.agent(agent).name.clone()),
            action: None,
            place: self.place(rule.span),
            obstacles,
        }
    }

    /// The steps of a rule that meet a fault, each fault once.
    fn faults(&self, id: RuleId, moves: &Moves) -> Vec<Obstacle> {
        let mut found = Vec::new();
        let mut seen = Vec::new();
        for faulted in moves.faulted.iter().filter(|faulted| faulted.taken.rule == id) {
            if !seen.contains(&&faulted.fault) {
                seen.push(&faulted.fault);
                let step = StepText::new(self.system, self.state, &Step::Take(faulted.taken.clone()));
                let step = step.map(|text| text.to_string()).unwrap_or_default();
                found.push(Obstacle::Fault { step, text: faulted.fault.describe(self.system) });
            }
        }
        found
    }

    /// The conjuncts of a guard that are false: with these values of the choices, or else whatever they are.
    fn falsified(&self, rule: &Rule, guard: ExprId, choices: Option<&[i64]>) -> Vec<Condition> {
        let exprs = &self.system.exprs;
        let env = Env { system: self.system, state: self.state, choices: choices.unwrap_or(&[]), taken: &[] };
        let is_known = |id: &ExprId| choices.is_some() || exprs.choices(*id).is_empty();
        let is_false = |id: &ExprId| eval_bool(exprs, *id, env) == Ok(false);
        let conjuncts = exprs.conjuncts(guard).into_iter();
        conjuncts.filter(is_known).filter(is_false).map(|id| self.condition(rule, id)).collect()
    }

    /// A condition with the values of what it reads.
    fn condition(&self, rule: &Rule, id: ExprId) -> Condition {
        let all = trace_json::state(self.system, self.state);
        let read = self.system.exprs.variables(id).into_iter().map(|var| &self.system.var(var).name);
        let values = read.filter_map(|name| Some((name.clone(), all.get(name)?.clone()))).collect();
        Condition { text: show_expr_in(self.system, rule, id), values }
    }

    /// The participants that can do nothing: with these values of the choices, or else whatever they are.
    fn participants(&self, rule: &Rule, choices: Option<&[i64]>) -> Vec<Obstacle> {
        let mut found = Vec::new();
        for part in &rule.parts {
            let closed: Vec<ClosedAlternative> =
                part.alternatives.iter().map(|alternative| self.closed(rule, alternative, choices)).collect();
            if closed.iter().all(|alternative| !alternative.conditions.is_empty()) {
                let picked = std::iter::zip(&rule.choices, choices.unwrap_or(&[]));
                found.push(Obstacle::Participant {
                    agent: part.agent.map(|agent| self.system.agent(agent).name.clone()),
                    picked: picked.map(|(choice, value)| self.picked(choice, *value)).collect(),
                    alternatives: closed,
                });
            }
        }
        found
    }

    fn closed(&self, rule: &Rule, alternative: &Alternative, choices: Option<&[i64]>) -> ClosedAlternative {
        let action = alternative.action.as_ref();
        ClosedAlternative {
            command: action.map(|action| action.text.clone()),
            place: action.and_then(|action| self.place(action.span)),
            conditions: self.falsified(rule, alternative.guard, choices),
        }
    }

    /// Why a rule cannot be applied whatever is picked, where that depends on what is: the conditions that exclude all values, or
    /// what keeps back the participants with the first values that the guard allows.
    fn picks(&self, rule: &Rule) -> Vec<Obstacle> {
        let mut first = None;
        let _ = for_each_choice(self.system, rule, self.state, self.int_bound, &mut |choices| {
            first = Some(choices.to_vec());
            ControlFlow::Break(())
        });
        match first {
            Some(choices) => self.participants(rule, Some(&choices)),
            None => {
                let exprs = &self.system.exprs;
                let conjuncts =
                    exprs.conjuncts(rule.guard).into_iter().filter(|id| !exprs.choices(*id).is_empty());
                vec![Obstacle::Guard { conditions: conjuncts.map(|id| self.condition(rule, id)).collect() }]
            }
        }
    }

    /// The actions of agents that no step of a rule that can be taken has in it.
    fn actions(&self, id: RuleId, rule: &Rule, moves: &Moves) -> Vec<BlockedStep> {
        let mut found = Vec::new();
        for (position, choice) in rule.choices.iter().enumerate() {
            let (Some(agent), Sort::Enum(_)) = (choice.agent, choice.ty.sort()) else { continue };
            let Some((lo, hi)) = choice.ty.bounds(&self.system.enums) else { continue };
            if hi - lo >= MOST_VALUES || moves.unlisted > 0 {
                continue;
            }
            let steps = || moves.enabled.iter().filter(|step| step.taken.rule == id);
            for value in (lo..=hi).filter(|value| !steps().any(|step| step.taken.choices[position] == *value))
            {
                let conditions = self.against(rule, position, value);
                let obstacles = match conditions.is_empty() {
                    true => Vec::new(),
                    false => vec![Obstacle::Guard { conditions }],
                };
                found.push(BlockedStep {
                    rule: rule.name.clone(),
                    agent: Some(self.system.agent(agent).name.clone()),
                    action: Some(show_value(self.system, choice.ty.sort(), value)),
                    place: self.place(self.system.agent(agent).span),
                    obstacles,
                });
            }
        }
        found
    }

    /// The conjuncts of the guard of a rule that exclude a value of a choice, whatever is picked for the others.
    fn against(&self, rule: &Rule, position: usize, value: i64) -> Vec<Condition> {
        let exprs = &self.system.exprs;
        let mut choices = vec![0; rule.choices.len()];
        choices[position] = value;
        let env = Env { system: self.system, state: self.state, choices: &choices, taken: &[] };
        let is_alone = |id: &ExprId| exprs.choices(*id) == [position as u32];
        let is_false = |id: &ExprId| eval_bool(exprs, *id, env) == Ok(false);
        let conjuncts = exprs.conjuncts(rule.guard).into_iter();
        conjuncts.filter(is_alone).filter(is_false).map(|id| self.condition(rule, id)).collect()
    }

    fn picked(&self, choice: &Choice, value: i64) -> String {
        format!("{} = {}", choice.name, show_value(self.system, choice.ty.sort(), value))
    }

    fn place(&self, span: Span) -> Option<Place> {
        (span != Span::default()).then(|| Place::new(self.source, span))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use synod_simulate::Random;
    use synod_testing::{runner, systems};

    use super::*;

    /// The rules of which no step can be taken are those that are listed, each with a reason.
    #[test]
    fn every_rule_is_enabled_or_blocked_for_a_reason() {
        let test = |(system, seed): (System, u64)| {
            let interpreter = Interpreter::new(&system).with_int_bound(3);
            let Some(mut state) = interpreter.random_initial(&mut Random::new(seed)) else { return Ok(()) };
            let source = Source::new("model", "");
            for at in 0..4 {
                let moves = interpreter.moves(&state);
                let found = blocked(&interpreter, &state, &moves, &source);
                for (id, rule) in system.rule_ids() {
                    let is_enabled = moves.enabled.iter().any(|step| step.taken.rule == id);
                    let listed = found.iter().find(|step| step.rule == rule.name && step.action.is_none());
                    prop_assert_eq!(is_enabled, listed.is_none());
                    prop_assert!(listed.is_none_or(|step| !step.obstacles.is_empty()), "{:?}", listed);
                }
                let Some(step) = moves.enabled.get(at) else { break };
                state = step.target.clone();
            }
            Ok(())
        };
        runner(500).run(&(systems(), any::<u64>()), test).unwrap();
    }
}
