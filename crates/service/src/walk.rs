//! Walks through a model, step by step. The whole walk is in each request: whoever keeps it can go back and branch off.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use synod_core::{Budget, Step};
use synod_documents::{State, Trace, WalkPosition};
use synod_printers::trace_json;
use synod_session::simulation::Ending;
use synod_session::walk::{MOST_STEPS, Walk};
use synod_session::{OpenedModel, TraceView, counted, narration};

use crate::automata::ControlMap;
use crate::failure::about;
use crate::{Failure, FailureKind, Limits, Listener, Model, RunSource};

/// A walk: where it begins, and the numbers of the steps that are taken.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WalkPath {
    /// It begins in an initial state that satisfies this; any if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub constraint: Option<String>,
    /// The number of that initial state, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<usize>,
    /// The number of each step that is taken, from 1, among those that can be taken there.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub choices: Vec<usize>,
}

/// Asks where a walk leads.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WalkRequest {
    /// The text.
    pub model: Model,
    /// The walk so far.
    #[serde(default)]
    pub path: WalkPath,
    /// How it goes on; not at all if there is nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub go: Option<WalkStep>,
    /// Limits.
    #[serde(default, skip_serializing_if = "Limits::is_default")]
    pub limits: Limits,
}

/// How a walk goes on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum WalkStep {
    /// By the step of this number.
    Take(usize),
    /// By steps at random.
    Random {
        /// How many.
        count: usize,
        /// With the same seed the same steps are taken.
        seed: u64,
    },
    /// To the nearest state that satisfies a condition.
    Find(String),
    /// Along a run, from its first state: the walk so far is left.
    Follow(Box<Trace>),
}

/// Where a walk leads.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WalkView {
    /// The walk as it is now.
    pub path: WalkPath,
    /// Where it is, what can be done there, and why other things cannot.
    pub position: WalkPosition,
    /// The steps that can be taken, by the agent that begins them, in the order of the model.
    pub groups: Vec<StepGroup>,
    /// The initial states to choose from.
    pub starts: Starts,
    /// What became of a search or of steps at random, as a sentence; null if there is nothing to say.
    pub message: Option<String>,
    /// The walk as a run.
    pub trace: Trace,
    /// In which state of its automaton each agent is, as in views of runs.
    pub control: crate::ControlStates,
}

/// Steps that an agent begins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct StepGroup {
    /// The agent; null for steps that nobody begins.
    pub agent: Option<String>,
    /// The numbers of the steps.
    pub steps: Vec<usize>,
}

/// Initial states to choose from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Starts {
    /// The values in which the first of them differ, in the order of their numbers.
    pub states: Vec<State>,
    /// Whether there are more.
    pub more: bool,
}

/// The walk of a path.
pub(crate) fn walked<'m>(
    model: &'m OpenedModel,
    path: &WalkPath,
    budget: &Budget,
) -> Result<Walk<'m>, Failure> {
    let mut walk = Walk::new(model, path.constraint.as_deref().unwrap_or(""))?;
    if let Some(number) = path.start {
        walk.begin(number)?;
    }
    for (at, number) in path.choices.iter().enumerate() {
        if budget.check(0).is_err() {
            return Err(Failure::new(
                FailureKind::Interrupted,
                "the walk is too long for the time that it may take",
            ));
        }
        walk.take(*number).map_err(|error| format!("step {} of the walk: {error}", at + 1))?;
    }
    Ok(walk)
}

pub(crate) fn walk(request: WalkRequest, budget: &Budget, _: Listener) -> Result<WalkView, Failure> {
    let budget = request.limits.within(budget);
    let opened = request.model.system(&budget)?;
    let mut path = request.path.clone();
    let (walk, message) = match &request.go {
        Some(WalkStep::Follow(trace)) => {
            let run = RunSource::Trace(trace.clone()).open(&opened, &budget)?.run;
            path = WalkPath::default();
            followed(&opened, &run, &mut path)?
        }
        go => {
            let mut walk = walked(&opened, &path, &budget)?;
            let message = match go {
                None | Some(WalkStep::Follow(_)) => None,
                Some(WalkStep::Take(number)) => {
                    walk.take(*number).map_err(|error| error.to_string())?;
                    path.choices.push(*number);
                    None
                }
                Some(go) => gone(&mut walk, go, &request.model.path, &budget, &mut path)?,
            };
            (walk, message)
        }
    };
    Ok(view(&opened, &walk, path, message))
}

/// Steps that are found, not chosen: their numbers are added to the path.
fn gone(
    walk: &mut Walk,
    go: &WalkStep,
    file: &str,
    budget: &Budget,
    path: &mut WalkPath,
) -> Result<Option<String>, Failure> {
    let before = walk.depth();
    let message = match go {
        WalkStep::Random { count, seed } => {
            let ending = walk.random((*count).min(MOST_STEPS), *seed, budget);
            let taken = counted(walk.depth() - before, "step");
            match ending {
                Ending::Done => None,
                Ending::Stuck => Some(format!("after {taken} no step can be taken")),
                Ending::Stopped(stop) => Some(format!("{taken} taken; {}", stop.reason())),
            }
        }
        WalkStep::Find(condition) => Some(walk.find(condition, budget).map_err(about(file))?.to_string()),
        WalkStep::Take(_) | WalkStep::Follow(_) => None,
    };
    let history = walk.history();
    for at in before..history.steps.len() {
        path.choices.push(number_of(walk, &history, at)?);
    }
    Ok(message)
}

/// The number of a step of a run among those that can be taken there.
fn number_of(walk: &Walk, run: &synod_core::Trace, at: usize) -> Result<usize, Failure> {
    let Step::Take(taken) = &run.steps[at] else {
        return Err(Failure::rejected("no step can be taken there"));
    };
    let mut position = None;
    walk.interpreter().find_move(&run.states[at], |number, one| {
        let is_it = one.taken == *taken;
        if is_it {
            position = Some(number + 1);
        }
        is_it
    });
    position.ok_or_else(|| Failure::rejected(format!("step {} cannot be taken there", at + 1)))
}

/// A walk along a run, to its end.
fn followed<'m>(
    model: &'m OpenedModel,
    run: &synod_core::Trace,
    path: &mut WalkPath,
) -> Result<(Walk<'m>, Option<String>), Failure> {
    let mut walk = Walk::new(model, "")?;
    let start = walk.initial_states().states.iter().position(|state| *state == run.states[0]);
    let Some(start) = start else {
        return Err(Failure::rejected(
            "the run begins in an initial state that is not among those to choose from: constrain the start",
        ));
    };
    path.start = Some(start + 1).filter(|number| *number > 1);
    walk.begin(start + 1)?;
    // Where the run repeats a state for ever the walk ends.
    let steps = run.steps.iter().take_while(|step| matches!(step, Step::Take(_))).count();
    for at in 0..steps {
        let number = number_of(&walk, run, at)?;
        walk.take(number).map_err(|error| error.to_string())?;
        path.choices.push(number);
    }
    Ok((walk, None))
}

fn view(model: &OpenedModel, walk: &Walk, path: WalkPath, message: Option<String>) -> WalkView {
    let system = &model.compiled.system;
    let position = walk.position();
    let mut groups: Vec<StepGroup> = Vec::new();
    for offered in &position.steps {
        let agent = crate::run::agents(&offered.step).into_iter().next();
        match groups.iter_mut().find(|group| group.agent == agent) {
            Some(group) => group.steps.push(offered.number),
            None => groups.push(StepGroup { agent, steps: vec![offered.number] }),
        }
    }
    let order = |group: &StepGroup| {
        let name = group.agent.as_deref();
        name.and_then(|name| system.agents.iter().position(|agent| agent.name == name)).unwrap_or(usize::MAX)
    };
    groups.sort_by_key(order);
    let initial = walk.initial_states();
    let differences = initial.differences(system);
    let start = |state: &synod_core::State| -> State {
        let named = differences
            .iter()
            .map(|var| (system.var(*var).name.clone(), trace_json::variable(system, state, *var)));
        named.collect()
    };
    WalkView {
        path,
        groups,
        starts: Starts { states: initial.states.iter().map(start).collect(), more: initial.more },
        message,
        trace: narration::run_document(model, &walk.history(), &TraceView::default()),
        control: ControlMap::new(system).states(walk.state()),
        position,
    }
}
