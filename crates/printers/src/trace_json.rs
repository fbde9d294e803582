//! Traces as JSON, written and read. The format is published as `docs/schema/trace.schema.json`.

use serde_json::{Map, Value, json};
use synod_core::{
    AgentId, Counterexample, Mode, Pick, Plan, Role, RuleId, Sort, State, Step, Strategy, System, Taken,
    Trace, VarId, show_value,
};
use synod_simulate::{StepText, show_pick};

/// A counterexample as JSON: its run, and the runs that explain it.
pub fn counterexample(system: &System, counterexample: &Counterexample) -> Value {
    let mut document = trace(system, &counterexample.trace);
    let companions = counterexample.companions.iter().map(|companion| {
        let agents = companion.looks_same_to.iter().map(|a| system.agent(*a).name.as_str());
        json!({
            "at": companion.at,
            "looks_same_to": agents.collect::<Vec<_>>(),
            "shows": companion.shows,
            "trace": self::counterexample(system, &companion.run),
        })
    });
    document["companions"] = companions.collect();
    document["strategies"] = counterexample.strategies.iter().map(|s| strategy(system, s)).collect();
    document
}

/// A strategy as JSON: what is done in each state, exactly and in words.
fn strategy(system: &System, strategy: &Strategy) -> Value {
    let names = |agents: &[AgentId]| -> Vec<&str> {
        agents.iter().map(|agent| system.agent(*agent).name.as_str()).collect()
    };
    let state = |values: &State| Value::Object(state(system, values, plain_value));
    let pick = |pick: &Pick| {
        let rule = system.rule(pick.rule);
        let value = |(at, value): &(u32, i64)| {
            let choice = &rule.choices[*at as usize];
            let agent = choice.agent.map(|agent| system.agent(agent).name.as_str());
            json!({"choice": choice.name, "agent": agent, "value": plain_value(system, choice.ty.sort(), *value)})
        };
        let values: Vec<Value> = pick.values.iter().map(value).collect();
        json!({"rule": rule.name, "values": values, "text": show_pick(system, &strategy.group, pick)})
    };
    let plan = match &strategy.plan {
        Plan::Wins { starts, decisions } => json!({
            "kind": "wins",
            "starts": starts.iter().map(state).collect::<Vec<_>>(),
            "decisions": decisions.iter().map(|decision| json!({
                "state": state(&decision.state),
                "picks": decision.picks.iter().map(pick).collect::<Vec<_>>(),
            })).collect::<Vec<_>>(),
        }),
        Plan::Loses { answers } => json!({
            "kind": "loses",
            "answers": answers.iter().map(|answer| json!({
                "state": state(&answer.state),
                "replies": answer.replies.iter().map(|reply| json!({
                    "to": reply.to.as_ref().map(pick),
                    "step": step_json(system, &answer.state, &reply.step),
                })).collect::<Vec<_>>(),
            })).collect::<Vec<_>>(),
        }),
        Plan::Unwritten => json!({ "kind": "unwritten" }),
    };
    json!({
        "at": strategy.at,
        "group": names(&strategy.group),
        "shows": strategy.shows,
        "plan": plan,
    })
}

/// A trace as JSON.
pub fn trace(system: &System, trace: &Trace) -> Value {
    let states = trace.states.iter().map(|s| Value::Object(state(system, s, plain_value)));
    let steps = std::iter::zip(&trace.states, &trace.steps).map(|(s, step)| step_json(system, s, step));
    json!({
        "format": "synod-trace",
        "version": 1,
        "model": system.name,
        "states": states.collect::<Vec<_>>(),
        "steps": steps.collect::<Vec<_>>(),
        "loop_start": trace.loop_start,
    })
}

/// The variables of a state by name, each value written by `scalar`.
pub(crate) fn state(
    system: &System,
    state: &State,
    scalar: fn(&System, Sort, i64) -> Value,
) -> Map<String, Value> {
    let value = |id: VarId| {
        let (slot, sort) = (system.slot(id), system.var(id).ty.sort());
        match system.var(id).len {
            None => scalar(system, sort, state[slot]),
            Some(len) => state[slot..slot + len as usize].iter().map(|v| scalar(system, sort, *v)).collect(),
        }
    };
    system.var_ids().map(|(id, var)| (var.name.clone(), value(id))).collect()
}

/// A value as the JSON type that fits it.
fn plain_value(system: &System, sort: Sort, value: i64) -> Value {
    match sort {
        Sort::Bool => Value::Bool(value != 0),
        Sort::Int => value.into(),
        Sort::Enum(_) => show_value(system, sort, value).into(),
    }
}

/// A step taken in a state: exactly, and in words.
pub(crate) fn step_json(system: &System, state: &State, step: &Step) -> Value {
    let (Step::Take(taken), Some(text)) = (step, StepText::new(system, state, step)) else {
        return json!({ "kind": "stutter", "text": "no step can be taken" });
    };
    let rule = system.rule(taken.rule);
    let choices = std::iter::zip(&rule.choices, &taken.choices);
    let data =
        text.data.iter().map(|(name, value, from)| json!({"name": name, "value": value, "from": from}));
    let participants = text.participants.iter().map(|p| {
        let role = match p.role {
            Role::Sends => "sends",
            Role::Receives => "receives",
            Role::Gets => "gets",
            Role::Supplies => "supplies",
            Role::Acts => "acts",
        };
        json!({"agent": p.agent, "role": role, "label": p.label, "command": p.command})
    });
    json!({
        "kind": "step",
        "text": text.to_string(),
        "rule": rule.name,
        "choices": choices.map(|(c, v)| plain_value(system, c.ty.sort(), *v)).collect::<Vec<_>>(),
        "alternatives": taken.alternatives,
        "mode": match text.mode {
            Mode::Message => "message",
            Mode::PointToPoint => "point-to-point",
            Mode::Local => "local",
            Mode::Joint => "joint",
        },
        "actor": text.actor,
        "partner": text.partner,
        "channel": text.channel,
        "broadcast": text.broadcast,
        "data": data.collect::<Vec<_>>(),
        "participants": participants.collect::<Vec<_>>(),
    })
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
