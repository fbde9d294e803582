//! Why agents cannot do what stands next in their behaviours: which guards are false, whose turn it is, what has to be
//! sent before.

use rustc_hash::FxHashSet;
use synod_core::{Command, Env, Rule, State, System, Usage, eval, eval_bool};
use synod_frontend::{Blocked, Condition, Obstacle, blocked_rule, is_next};

use crate::lower::{SKIPS_ITS_TURN, Stores};
use crate::model::{Action, ActionKind};
use crate::{LabsNarrator, StepKind, WrittenGuard};

/// What an action of a behaviour is called.
pub(crate) const ACTION: &str = "action";

/// How far integers without bounds are tried; models of this language have none.
const INT_BOUND: i64 = 0;

impl LabsNarrator {
    /// What agents would do in a state but cannot.
    pub(crate) fn blocked(&self, system: &System, state: &State) -> Vec<Blocked> {
        let rules = std::iter::zip(&system.rules, &self.stores.guards);
        let acts = std::iter::zip(&self.steps, rules).filter_map(|(step, (rule, guard))| match step {
            StepKind::Act { guards, .. } => Some((Rule { guard: *guard, ..rule.clone() }, guards)),
            StepKind::Send(_) => None,
        });
        let next = acts.filter(|(rule, _)| {
            rule_text(rule) != Some(SKIPS_ITS_TURN) && is_next(system, state, rule, &self.stores.counters)
        });
        next.filter_map(|(rule, guards)| {
            let mut blocked = blocked_rule(system, state, &rule, INT_BOUND)?;
            blocked.action = blocked.command.clone();
            blocked.obstacles = self.in_words(system, state, guards, blocked.obstacles);
            Some(blocked)
        })
        .collect()
    }

    /// Obstacles with those of the schedule and of messages in words, and the guards that are false as they are written.
    fn in_words(
        &self,
        system: &System,
        state: &State,
        written: &[WrittenGuard],
        obstacles: Vec<Obstacle>,
    ) -> Vec<Obstacle> {
        let Stores { turn, .. } = self.stores;
        let mut found = Vec::new();
        for obstacle in obstacles {
            let Obstacle::Guard { conditions } = obstacle else {
                found.push(obstacle);
                continue;
            };
            let (mut guards, mut waits) = (Vec::new(), Vec::new());
            for condition in conditions {
                match condition.reads.as_slice() {
                    [var] if Some(*var) == turn => {
                        let now = state[system.slot(*var)] as usize;
                        waits.push(format!("its turn; it is that of {}", self.model().agent_name(now)));
                    }
                    [var] if self.stores.pending.contains(var) => {
                        let name = &system.var(*var).name;
                        let tuple = name.rsplit_once(" of ").map_or(name.as_str(), |(what, _)| what);
                        waits.push(format!("its message to be sent: {tuple}"));
                    }
                    _ => guards.push(condition),
                }
            }
            let is_false = |guard: &&WrittenGuard| {
                eval_bool(&system.exprs, guard.condition, Env::of(system, state)) == Ok(false)
            };
            let in_text = |guard: &WrittenGuard| Condition {
                text: guard.text.clone(),
                ..Condition::new(system, None, guard.condition)
            };
            let closed: Vec<Condition> = written.iter().filter(is_false).map(in_text).collect();
            if !guards.is_empty() && !closed.is_empty() {
                guards = closed;
            }
            if !guards.is_empty() {
                found.push(Obstacle::Guard { conditions: guards });
            }
            found.extend(waits.into_iter().map(|what| Obstacle::Waits { what, closed: Vec::new() }));
        }
        found
    }

    /// The actions of behaviours, also those that no rule has. Of what is left to do and written in several places, the first counts.
    pub(crate) fn actions(&self) -> Vec<Command> {
        let written = self.model().types.iter().flat_map(|ty| {
            let repeated: FxHashSet<usize> = ty.behaviour.repeated.iter().map(|label| label.action).collect();
            let first = ty.actions.iter().enumerate().filter(move |(action, _)| !repeated.contains(action));
            first.map(|(_, action)| action).filter(|action| !matches!(action.kind, ActionKind::Pass))
        });
        let command = |action: &Action| Command {
            kind: ACTION,
            text: action.text.clone(),
            span: action.span,
            usage: Usage::Steps(Vec::new()),
            begins: Vec::new(),
        };
        written.map(command).collect()
    }

    /// Whether all agents have come to their end.
    pub(crate) fn has_ended(&self, system: &System, state: &State) -> bool {
        eval(&system.exprs, self.stores.terminated, Env::of(system, state)) == Ok(1)
    }
}

/// What the agent of a rule does, as written.
fn rule_text(rule: &Rule) -> Option<&str> {
    let action = rule.parts.first()?.alternatives.first()?.action.as_deref()?;
    Some(&action.text)
}
