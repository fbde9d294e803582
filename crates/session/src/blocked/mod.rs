//! Why nothing, or not more, can be done in a state: what agents would do there but cannot, and what stands against it.
//!
//! The language of a model says it in its own words where it has some; otherwise the rules of the system do. Text,
//! documents and whatever draws them are made of the same data.

mod wording;

use synod_core::{Fault, IS_DEFINED, Mode, Rule, RuleId, State, Step, System, Taken, VarId, checkpoint};
use synod_documents as documents;
use synod_documents::{BlockedStep, Place};
use synod_frontend::{Blocked, ClosedCommand, Condition, Obstacle, blocked_rule, is_next};
use synod_printers::trace_json;
use synod_simulate::{Interpreter, Move, Moves, StepText};
use synod_syntax::Span;

use crate::OpenedModel;

pub(crate) use wording::shown;
pub use wording::{listing, numbered};

/// What agents would do in a state but cannot, and why. `moves` are the steps of the state.
pub fn blocked(
    model: &OpenedModel,
    interpreter: &Interpreter,
    state: &State,
    moves: &Moves,
) -> Vec<BlockedStep> {
    let system = &model.compiled.system;
    let mut found = model.details.blocked(system, state).unwrap_or_else(|| next_rules(interpreter, state));
    found.retain(|blocked| !is_taken(interpreter, state, moves, blocked));
    add_faults(system, state, moves, &mut found);
    if moves.enabled.is_empty() {
        found.extend(joint_obstacles(interpreter, state));
    }
    found.iter().map(|blocked| document(model, state, blocked)).collect()
}

/// Why no step can be taken in a state; `None` if one can, or if all agents have come to their end.
pub fn dead_end(model: &OpenedModel, interpreter: &Interpreter, state: &State) -> Option<Vec<BlockedStep>> {
    let system = &model.compiled.system;
    if system.has_ended(state) || !interpreter.is_deadlock(state) {
        return None;
    }
    let mut found = blocked(model, interpreter, state, &interpreter.moves(state));
    found.sort_by_key(remoteness);
    Some(found)
}

/// How little a blocked step tells about a dead end: what others stand against, or would have to come, tells most, then what
/// agents would do of their own accord. That somebody would listen, and to whom nobody speaks, comes last.
fn remoteness(step: &BlockedStep) -> u8 {
    use documents::Obstacle::{Fault, Guard, Participant, Waits};
    let listens =
        matches!(step.role, documents::ParticipantRole::Receives | documents::ParticipantRole::Supplies);
    let others = |obstacle: &documents::Obstacle| match obstacle {
        Participant { .. } | Fault { .. } => true,
        Waits { closed, .. } => !listens || !closed.is_empty(),
        Guard { .. } => false,
    };
    match step.obstacles.iter().any(others) {
        true => 0,
        false => 1 + u8::from(listens),
    }
}

/// Why a rule cannot be applied in a state, wherever its agents are in their processes; `None` if it can.
pub fn blocked_by_rule(
    model: &OpenedModel,
    interpreter: &Interpreter,
    state: &State,
    moves: &Moves,
    rule: RuleId,
) -> Option<BlockedStep> {
    let system = &model.compiled.system;
    let faults = faults(system, state, moves, rule);
    let blocked = blocked_rule(system, state, system.rule(rule), interpreter.int_bound());
    let mut blocked =
        blocked.or_else(|| (!faults.is_empty()).then(|| unobstructed(system, system.rule(rule))))?;
    blocked.action = system.rule(rule).name.clone();
    blocked.obstacles.extend(faults);
    Some(document(model, state, &blocked))
}

/// The rules whose agents have come to them, but that cannot be applied.
fn next_rules(interpreter: &Interpreter, state: &State) -> Vec<Blocked> {
    let system = interpreter.system();
    let automata = system.agents.iter().filter_map(|agent| agent.automaton.as_ref());
    let control: Vec<_> =
        automata.flat_map(|automaton| &automaton.threads).filter_map(|thread| thread.state).collect();
    let rules = system.rules.iter().filter(|rule| is_next(system, state, rule, &control));
    rules.filter_map(|rule| blocked_rule(system, state, rule, interpreter.int_bound())).collect()
}

/// Whether some step that can be taken has this command of this agent in it.
fn is_taken(interpreter: &Interpreter, state: &State, moves: &Moves, blocked: &Blocked) -> bool {
    let system = interpreter.system();
    let has_it = |step: &Move| {
        checkpoint();
        let rule = system.rule(step.taken.rule);
        let by_agent = |part: &synod_core::Part, pick: u32| {
            let named = part.agent.map(|agent| system.agent(agent).name.as_str()) == blocked.agent.as_deref();
            let action = part.alternatives[pick as usize].action.as_ref();
            named
                && action.is_some_and(|action| action.span == blocked.span && blocked.span != Span::default())
        };
        let mut parts = std::iter::zip(&rule.parts, &step.taken.alternatives);
        parts.any(|(part, pick)| by_agent(part, *pick))
            || rule.observation.mode == Mode::Joint && picks(system, state, &step.taken, blocked)
    };
    moves.enabled.iter().any(has_it)
        || moves.unlisted > 0 && interpreter.find_move(state, |_, step| has_it(step)).is_some()
}

/// Whether in a step of all agents at once this agent does this.
fn picks(system: &System, state: &State, taken: &Taken, blocked: &Blocked) -> bool {
    let text = StepText::new(system, state, &Step::Take(taken.clone()));
    let mut data = text.into_iter().flat_map(|text| text.data);
    data.any(|(_, value, from)| Some(&from) == blocked.agent.as_ref() && value == blocked.action)
}

/// The faults that steps of a rule meet, each once.
fn faults(system: &System, state: &State, moves: &Moves, rule: RuleId) -> Vec<Obstacle> {
    let mut found = Vec::new();
    for faulted in moves.faulted.iter().filter(|faulted| faulted.taken.rule == rule) {
        let undefined = match faulted.fault {
            Fault::NoValue => undefined_variables(system, state, &faulted.taken),
            _ => None,
        };
        let text = undefined.unwrap_or_else(|| faulted.fault.describe(system));
        if !found.iter().any(|known| matches!(known, Obstacle::Fault { text: same, .. } if *same == text)) {
            let step = StepText::new(system, state, &Step::Take(faulted.taken.clone()));
            found.push(Obstacle::Fault { step: step.map(|text| text.to_string()).unwrap_or_default(), text });
        }
    }
    found
}

/// The variables without a value that a step reads, as a sentence.
fn undefined_variables(system: &System, state: &State, taken: &Taken) -> Option<String> {
    let rule = system.rule(taken.rule);
    let mut read: Vec<_> = vec![rule.guard];
    for (part, pick) in std::iter::zip(&rule.parts, &taken.alternatives) {
        let alternative = &part.alternatives[*pick as usize];
        read.push(alternative.guard);
        read.extend(alternative.updates.iter().map(|update| update.value));
    }
    let is_unset = |var: &VarId| state[system.slots(*var)].contains(&0);
    let flags = system.exprs.variables_of(read).into_iter().filter(is_unset);
    let mut names: Vec<String> = flags
        .filter_map(|var| system.var(var).name.strip_suffix(IS_DEFINED).map(|name| format!("`{name}`")))
        .collect();
    names.sort();
    let is = if names.len() == 1 { "is" } else { "are" };
    (!names.is_empty()).then(|| format!("{} {is} undefined", names.join(", ")))
}

/// Adds the faults that steps meet to what is blocked.
fn add_faults(system: &System, state: &State, moves: &Moves, found: &mut Vec<Blocked>) {
    let mut rules: Vec<RuleId> = moves.faulted.iter().map(|faulted| faulted.taken.rule).collect();
    rules.dedup();
    for id in rules {
        let rule = system.rule(id);
        let mut blocked = unobstructed(system, rule);
        blocked.obstacles = faults(system, state, moves, id);
        if rule.observation.mode == Mode::Joint && add_joint_faults(system, state, moves, id, found) {
            continue;
        }
        let same = |known: &&mut Blocked| known.agent == blocked.agent && known.span == blocked.span;
        match found.iter_mut().find(same).filter(|_| rule.span != Span::default()) {
            Some(known) => known.obstacles.extend(blocked.obstacles),
            None => found.push(blocked),
        }
    }
}

/// Adds the faults that steps of all agents at once meet to what agents do in them and nothing else stands against; whether
/// there is such a thing.
fn add_joint_faults(
    system: &System,
    state: &State,
    moves: &Moves,
    id: RuleId,
    found: &mut [Blocked],
) -> bool {
    let mut added = false;
    for blocked in found.iter_mut().filter(|blocked| blocked.obstacles.is_empty()) {
        let own = Moves {
            faulted: moves
                .faulted
                .iter()
                .filter(|faulted| faulted.taken.rule == id && picks(system, state, &faulted.taken, blocked))
                .cloned()
                .collect(),
            ..Moves::default()
        };
        blocked.obstacles = faults(system, state, &own, id);
        added |= !blocked.obstacles.is_empty();
    }
    added
}

/// A rule against which nothing stands.
fn unobstructed(system: &System, rule: &Rule) -> Blocked {
    let agent = rule.observation.actor.map(|agent| system.agent(agent).name.clone());
    // Who acts is said once.
    let action = agent.as_ref().and_then(|agent| rule.name.strip_prefix(agent.as_str())?.strip_prefix(": "));
    let action = action.unwrap_or(&rule.name).to_string();
    Blocked {
        agent,
        role: synod_core::Role::Acts,
        command: action.clone(),
        action,
        span: rule.span,
        obstacles: Vec::new(),
    }
}

/// What keeps steps of all agents at once from being taken though everybody has something to do: that an agent
/// cannot follow.
fn joint_obstacles(interpreter: &Interpreter, state: &State) -> Vec<Blocked> {
    let system = interpreter.system();
    let joint =
        system.rules.iter().filter(|rule| rule.observation.mode == Mode::Joint && !rule.choices.is_empty());
    let mut found: Vec<Blocked> =
        joint.filter_map(|rule| blocked_rule(system, state, rule, interpreter.int_bound())).collect();
    found.iter_mut().for_each(|blocked| {
        blocked.obstacles.retain(|obstacle| !matches!(obstacle, Obstacle::Guard { .. }));
    });
    found.retain(|blocked| !blocked.obstacles.is_empty());
    found
}

fn document(model: &OpenedModel, state: &State, blocked: &Blocked) -> BlockedStep {
    let values = Values { model, state, all: trace_json::state(&model.compiled.system, state) };
    let mut step = BlockedStep {
        agent: blocked.agent.clone(),
        role: blocked.role.into(),
        action: blocked.action.clone(),
        command: blocked.command.clone(),
        place: values.place(blocked.span),
        obstacles: blocked.obstacles.iter().map(|obstacle| values.obstacle(obstacle)).collect(),
        text: Vec::new(),
    };
    step.text = wording::sentences(&step);
    step
}

/// What documents say of a state.
struct Values<'a> {
    model: &'a OpenedModel,
    state: &'a State,
    all: documents::State,
}

impl Values<'_> {
    fn place(&self, span: Span) -> Option<Place> {
        (span != Span::default()).then(|| Place::new(&self.model.source, span))
    }

    fn obstacle(&self, obstacle: &Obstacle) -> documents::Obstacle {
        checkpoint();
        let closed = |list: &[ClosedCommand]| list.iter().map(|command| self.closed(command)).collect();
        match obstacle {
            Obstacle::Guard { conditions } => {
                documents::Obstacle::Guard { conditions: self.conditions(conditions) }
            }
            Obstacle::Participant { agent, because, picked, closed: list } => {
                documents::Obstacle::Participant {
                    agent: agent.clone(),
                    because: because.clone(),
                    picked: picked.clone(),
                    closed: closed(list),
                }
            }
            Obstacle::Waits { what, closed: list } => {
                documents::Obstacle::Waits { what: what.clone(), closed: closed(list) }
            }
            Obstacle::Fault { step, text } => {
                documents::Obstacle::Fault { step: step.clone(), text: text.clone() }
            }
        }
    }

    fn closed(&self, command: &ClosedCommand) -> documents::ClosedCommand {
        documents::ClosedCommand {
            agent: command.agent.clone(),
            command: command.command.clone(),
            place: self.place(command.span),
            conditions: self.conditions(&command.conditions),
        }
    }

    fn conditions(&self, conditions: &[Condition]) -> Vec<documents::Condition> {
        conditions.iter().map(|condition| self.condition(condition)).collect()
    }

    fn condition(&self, condition: &Condition) -> documents::Condition {
        let system = &self.model.compiled.system;
        debug_assert_eq!(self.state.len(), system.width());
        let read = condition.reads.iter().map(|var| &system.var(*var).name);
        let read = read.filter_map(|name| Some((name.clone(), self.all.get(name)?.clone())));
        let given = condition.given.iter().map(|(name, sort, value)| {
            (name.clone(), documents::Value::Scalar(trace_json::scalar(system, *sort, *value)))
        });
        documents::Condition { text: condition.text.clone(), values: read.chain(given).collect() }
    }
}

#[cfg(test)]
mod tests;
