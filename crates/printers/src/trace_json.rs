//! Traces as documents, written and read. The format is published as `docs/schema/trace.schema.json`.
//!
//! Reading looks only for what a run needs, states and steps, so that traces of other versions and other tools are read too.

use serde_json::Value;
use synod_core::{
    AgentId, CoalitionChoice, Counterexample, Plan, RuleId, Sort, State, Step, Strategy, System, Taken,
    Trace, VarId, checkpoint, show_value,
};
use synod_documents as documents;
use synod_simulate::{StepText, show_coalition_choice};

/// A counterexample as a document: its run, and the runs and strategies that explain it.
pub fn counterexample(system: &System, counterexample: &Counterexample) -> documents::Trace {
    let companion = |companion: &synod_core::Companion| documents::Companion {
        at: companion.at,
        indistinguishable_to: names(system, &companion.looks_same_to),
        text: companion.shows.clone(),
        trace: self::counterexample(system, &companion.run),
    };
    documents::Trace {
        companions: counterexample.companions.iter().map(companion).collect(),
        strategies: counterexample.strategies.iter().map(|s| strategy(system, s)).collect(),
        ..trace(system, &counterexample.trace)
    }
}

fn names(system: &System, agents: &[AgentId]) -> Vec<String> {
    agents.iter().map(|agent| system.agent(*agent).name.clone()).collect()
}

/// A strategy as a document: what is done in each state, exactly and in words.
fn strategy(system: &System, strategy: &Strategy) -> documents::Strategy {
    let state = |values: &State| state(system, values);
    let chosen = |chosen: &CoalitionChoice| {
        let rule = system.rule(chosen.rule);
        let value = |(at, value): &(u32, i64)| {
            let choice = &rule.choices[*at as usize];
            documents::ChosenValue {
                choice: choice.name.clone(),
                agent: choice.agent.map(|agent| system.agent(agent).name.clone()),
                value: scalar(system, choice.ty.sort(), *value),
            }
        };
        documents::CoalitionChoice {
            rule: rule.name.clone(),
            values: chosen.values.iter().map(value).collect(),
            text: show_coalition_choice(system, &strategy.group, chosen),
        }
    };
    let plan = match &strategy.plan {
        Plan::Wins { starts, decisions } => {
            let decision = |decision: &synod_core::Decision| documents::Decision {
                state: state(&decision.state),
                choices: decision.choices.iter().map(chosen).collect(),
            };
            documents::Plan::Wins {
                starts: starts.iter().map(state).collect(),
                decisions: decisions.iter().map(decision).collect(),
            }
        }
        Plan::Loses { responses } => {
            let response = |response: &synod_core::Response| {
                let replies = response.replies.iter().map(|reply| documents::Reply {
                    to: reply.to.as_ref().map(chosen),
                    step: step(system, &response.state, &reply.step),
                });
                documents::Response { state: state(&response.state), replies: replies.collect() }
            };
            documents::Plan::Loses { responses: responses.iter().map(response).collect() }
        }
        Plan::Unwritten => documents::Plan::Unwritten {},
    };
    documents::Strategy {
        at: strategy.at,
        coalition: names(system, &strategy.group),
        text: strategy.shows.clone(),
        plan,
    }
}

/// A trace as a document.
pub fn trace(system: &System, trace: &Trace) -> documents::Trace {
    let steps = std::iter::zip(&trace.states, &trace.steps).map(|(state, taken)| step(system, state, taken));
    documents::Trace {
        format: documents::TraceFormat::SynodTrace,
        version: documents::Trace::VERSION,
        model: system.name.clone(),
        states: trace.states.iter().map(|values| state(system, values)).collect(),
        steps: steps.collect(),
        loop_start: trace.loop_start,
        companions: Vec::new(),
        strategies: Vec::new(),
        events: None,
        dead_end: None,
    }
}

/// The variables of a state by name.
pub fn state(system: &System, state: &State) -> documents::State {
    system.var_ids().map(|(id, var)| (var.name.clone(), variable(system, state, id))).collect()
}

/// The value of a variable in a state.
pub fn variable(system: &System, state: &State, id: VarId) -> documents::Value {
    checkpoint();
    let (slots, sort) = (system.slots(id), system.var(id).ty.sort());
    let mut values = state[slots].iter().map(|value| scalar(system, sort, *value));
    match (system.var(id).len, values.next()) {
        (None, Some(one)) => documents::Value::Scalar(one),
        (_, first) => documents::Value::Array(first.into_iter().chain(values).collect()),
    }
}

/// A value as the JSON type that fits it.
pub fn scalar(system: &System, sort: Sort, value: i64) -> documents::Scalar {
    match sort {
        Sort::Bool => documents::Scalar::Bool(value != 0),
        Sort::Int => documents::Scalar::Int(value),
        Sort::Enum(_) => documents::Scalar::Name(show_value(system, sort, value)),
    }
}

/// A step taken in a state: exactly, and in words.
pub fn step(system: &System, state: &State, step: &Step) -> documents::Step {
    checkpoint();
    let (Step::Take(taken), Some(text)) = (step, StepText::new(system, state, step)) else {
        return documents::Step::Stutter { text: "no step can be taken".to_string() };
    };
    let rule = system.rule(taken.rule);
    let choices = std::iter::zip(&rule.choices, &taken.choices);
    let datum = |(name, value, from): &(String, String, String)| documents::Datum {
        name: name.clone(),
        value: value.clone(),
        from: from.clone(),
    };
    let participant = |participant: &synod_simulate::Participant| documents::Participant {
        agent: participant.agent.clone(),
        role: participant.role.into(),
        label: participant.label.clone(),
        command: participant.command.clone(),
    };
    documents::Step::Taken {
        text: text.to_string(),
        rule: rule.name.clone(),
        choices: choices.map(|(choice, value)| scalar(system, choice.ty.sort(), *value)).collect(),
        alternatives: taken.alternatives.clone(),
        mode: text.mode.into(),
        data: text.data.iter().map(datum).collect(),
        participants: text.participants.iter().map(participant).collect(),
        actor: text.actor,
        partner: text.partner,
        channel: text.channel,
        broadcast: text.broadcast,
    }
}

/// A trace as a file gives it: the steps may be missing, and nothing was checked against the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TraceDocument {
    /// The states.
    pub states: Vec<State>,
    /// The steps, if the file has them.
    pub steps: Option<Vec<Step>>,
    /// Where the loop starts.
    pub loop_start: Option<usize>,
}

/// Reads a trace that [`trace`] wrote.
pub fn read(system: &System, document: &Value) -> Result<TraceDocument, String> {
    let states = document["states"].as_array().ok_or("the trace has no list of states")?;
    let states = read_states(system, states)?;
    let steps = match &document["steps"] {
        Value::Null => None,
        Value::Array(steps) => Some(steps.iter().map(|s| read_step(system, s)).collect::<Result<_, _>>()?),
        _ => return Err("`steps` is not a list".to_string()),
    };
    Ok(TraceDocument { states, steps, loop_start: read_position(&document["loop_start"], "loop_start")? })
}

pub(crate) fn read_position(value: &Value, name: &str) -> Result<Option<usize>, String> {
    match value {
        Value::Null => Ok(None),
        _ => {
            let position = integer(value).and_then(|n| usize::try_from(n).ok());
            position.map(Some).ok_or_else(|| format!("`{name}` is not the position of a state"))
        }
    }
}

/// States as objects from names of variables to values; other keys are ignored.
pub(crate) fn read_states(system: &System, states: &[Value]) -> Result<Vec<State>, String> {
    let read_one = |(at, object): (usize, &Value)| {
        let mut state = Vec::with_capacity(system.width());
        for var in &system.vars {
            let value =
                object.get(&var.name).ok_or_else(|| format!("state {at} has no value for `{}`", var.name))?;
            let sort = var.ty.sort();
            let wrong = || format!("in state {at}, {value} is no value of `{}`", var.name);
            match var.len {
                None => state.push(read_value(system, sort, value).ok_or_else(wrong)?),
                Some(len) => {
                    let elements = elements(value).filter(|e| e.len() == len as usize).ok_or_else(wrong)?;
                    for element in elements {
                        state.push(read_value(system, sort, element).ok_or_else(wrong)?);
                    }
                }
            }
        }
        Ok(state)
    };
    states.iter().enumerate().map(read_one).collect()
}

/// The elements of a list, also of one written as a tuple of the Informal Trace Format.
fn elements(value: &Value) -> Option<&Vec<Value>> {
    value.as_array().or_else(|| value.get("#tup")?.as_array())
}

/// An integer, also one written in the manner of the Informal Trace Format.
fn integer(value: &Value) -> Option<i64> {
    value.as_i64().or_else(|| value.get("#bigint")?.as_str()?.parse().ok())
}

fn read_value(system: &System, sort: Sort, value: &Value) -> Option<i64> {
    match sort {
        Sort::Bool => value.as_bool().map(i64::from),
        Sort::Int => integer(value),
        Sort::Enum(id) => {
            let name = value.as_str()?;
            let at = system.enums[id.0 as usize].values.iter().position(|v| v == name)?;
            Some(at as i64)
        }
    }
}

pub(crate) fn read_step(system: &System, step: &Value) -> Result<Step, String> {
    if step["kind"] == "stutter" {
        return Ok(Step::Stutter);
    }
    let name = step["rule"].as_str().ok_or("a step names no rule")?;
    let found = system.rule_ids().find(|(_, rule)| rule.name == name);
    let (id, rule) = found.ok_or_else(|| format!("the model has no rule `{name}`"))?;
    let wrong = || format!("a step does not fit the rule `{name}`");
    let list = |key: &str| step[key].as_array().ok_or_else(wrong);
    let choices = list("choices")?;
    if choices.len() != rule.choices.len() {
        return Err(wrong());
    }
    let choices = std::iter::zip(choices, &rule.choices)
        .map(|(value, choice)| read_value(system, choice.ty.sort(), value).ok_or_else(wrong))
        .collect::<Result<_, _>>()?;
    let position = |value: &Value| integer(value).and_then(|n| u32::try_from(n).ok());
    let alternatives =
        list("alternatives")?.iter().map(|v| position(v).ok_or_else(wrong)).collect::<Result<_, _>>()?;
    Ok(Step::Take(Taken { rule: RuleId(id.0), choices, alternatives }))
}
