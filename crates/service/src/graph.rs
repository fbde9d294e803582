//! The state graph of small models.

use std::collections::HashMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use synod_core::{Budget, Listing, Step};
use synod_documents::{Progress, State, Value};
use synod_printers::trace_json;
use synod_session::OpenedModel;
use synod_session::expression::Expression;
use synod_simulate::Interpreter;

use crate::event::Reporter;
use crate::failure::about;
use crate::{Failure, Limits, Listener, Model};

/// How many states there are at most, if nobody says and whatever is said.
const USUAL_STATES: usize = 2_000;
const MOST_STATES: usize = 20_000;
/// The most steps that are looked at.
const MOST_EDGES: usize = 200_000;

/// Asks for the state graph.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GraphRequest {
    /// The text.
    pub model: Model,
    /// How many states there are at most; 2000 if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub most_states: Option<usize>,
    /// Only states that satisfy this.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub filter: Option<String>,
    /// States with the same value of this belong together.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cluster: Option<String>,
    /// Limits.
    #[serde(default, skip_serializing_if = "Limits::is_default")]
    pub limits: Limits,
}

/// A state graph.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct StateGraph {
    /// The states, in the order in which they are found; their positions are their numbers.
    pub nodes: Vec<GraphNode>,
    /// The steps between them.
    pub edges: Vec<GraphEdge>,
    /// Whether these are all reachable states.
    pub is_complete: bool,
    /// The variables whose values are not the same in all states.
    pub varying: Vec<String>,
}

/// A state of a graph.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct GraphNode {
    /// Its values.
    pub state: State,
    /// How many steps it is from an initial state.
    pub depth: usize,
    /// Whether it is an initial one.
    pub is_initial: bool,
    /// Whether no step can be taken in it.
    pub is_dead_end: bool,
    /// Whether its steps were looked at, so that no edges are missing.
    pub is_explored: bool,
    /// The value by which states are put together; null if none was asked for.
    pub cluster: Option<Value>,
}

/// A step of a graph.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct GraphEdge {
    /// The number of the state from which it leads.
    pub from: usize,
    /// The number of the state to which it leads.
    pub to: usize,
    /// What happens, in one sentence.
    pub text: String,
    /// Who begins it; null if nobody does.
    pub agent: Option<String>,
}

pub(crate) fn graph(
    request: GraphRequest,
    budget: &Budget,
    listener: Listener,
) -> Result<StateGraph, Failure> {
    let budget = request.limits.within(budget);
    let path = &request.model.path;
    let opened = request.model.system(&budget)?;
    let filter = request.filter.as_deref().filter(|text| !text.trim().is_empty());
    let filter = filter.map(|text| opened.condition(text)).transpose().map_err(about(path))?;
    let cluster = request.cluster.as_deref().filter(|text| !text.trim().is_empty());
    let cluster = cluster.map(|text| Expression::read(&opened, text)).transpose().map_err(about(path))?;
    let most = request.most_states.unwrap_or(USUAL_STATES).clamp(1, MOST_STATES);
    let explored = Explored::new(&opened, most, &budget, &Reporter::new(listener, None));
    let kept: Vec<usize> = (0..explored.states.len())
        .filter(|at| filter.as_ref().is_none_or(|condition| condition.holds(&explored.states[*at])))
        .collect();
    let numbers: HashMap<usize, usize> = kept.iter().enumerate().map(|(new, old)| (*old, new)).collect();
    let system = &opened.compiled.system;
    let node = |at: &usize| {
        let state = &explored.states[*at];
        let is_explored = *at < explored.looked_at;
        GraphNode {
            state: trace_json::state(system, state),
            depth: explored.depths[*at],
            is_initial: *at < explored.initial,
            is_dead_end: is_explored && explored.dead_ends.contains(at),
            is_explored,
            cluster: cluster.as_ref().and_then(|expression| expression.value(state)),
        }
    };
    let nodes: Vec<GraphNode> = kept.iter().map(node).collect();
    let edges = explored.edges.iter().filter_map(|(from, step, to)| {
        let (kept_from, to) = (*numbers.get(from)?, *numbers.get(to)?);
        let step = trace_json::step(system, &explored.states[*from], step);
        let agent = crate::run::agents(&step).into_iter().next();
        Some(GraphEdge { from: kept_from, to, text: step.text().to_string(), agent })
    });
    let edges = edges.collect();
    let varies = |name: &&String| nodes.iter().any(|node| node.state.get(*name) != nodes[0].state.get(*name));
    let names = nodes.first().map(|node| node.state.keys()).into_iter().flatten();
    let varying = names.filter(varies).cloned().collect();
    Ok(StateGraph { edges, is_complete: explored.is_complete, varying, nodes })
}

/// The first states, breadth first.
struct Explored {
    states: Vec<synod_core::State>,
    depths: Vec<usize>,
    edges: Vec<(usize, Step, usize)>,
    /// How many are initial.
    initial: usize,
    /// The steps of so many of them were looked at.
    looked_at: usize,
    dead_ends: Vec<usize>,
    is_complete: bool,
}

impl Explored {
    fn new(model: &OpenedModel, most: usize, budget: &Budget, reporter: &Reporter) -> Self {
        let interpreter = Interpreter::new(&model.compiled.system).until(budget);
        let initial = interpreter.initial(most);
        let mut is_complete = initial.listing == Listing::Complete;
        let states = initial.states;
        let mut known: HashMap<synod_core::State, usize> =
            states.iter().cloned().enumerate().map(|(at, state)| (state, at)).collect();
        let mut found = Explored {
            depths: vec![0; states.len()],
            initial: states.len(),
            states,
            edges: Vec::new(),
            looked_at: 0,
            dead_ends: Vec::new(),
            is_complete: false,
        };
        while found.looked_at < found.states.len() {
            let at = found.looked_at;
            let left = MOST_EDGES - found.edges.len();
            let moves = interpreter.moves_up_to(&found.states[at], left).filter(|_| budget.check(0).is_ok());
            let Some(moves) = moves else {
                is_complete = false;
                break;
            };
            if moves.is_empty() {
                found.dead_ends.push(at);
            }
            for one in moves {
                let to = match known.get(&one.target) {
                    Some(to) => *to,
                    None if found.states.len() == most => {
                        is_complete = false;
                        continue;
                    }
                    None => {
                        found.states.push(one.target.clone());
                        found.depths.push(found.depths[at] + 1);
                        known.insert(one.target, found.states.len() - 1);
                        found.states.len() - 1
                    }
                };
                found.edges.push((at, Step::Take(one.taken), to));
            }
            found.looked_at += 1;
            let (states, depth) = (found.states.len() as u64, found.depths[at] as u64);
            reporter.progress(Progress { states, depth, ..Progress::default() });
        }
        Explored { is_complete, ..found }
    }
}
