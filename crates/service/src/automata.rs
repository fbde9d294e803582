//! The automata of agents, as pictures that can be animated.

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use synod_core::{AgentId, Budget, State, Step, System};
use synod_documents::ParticipantRole;
use synod_printers::control::{Arrow, Labels, Picture, Selection, pictures};
use synod_printers::svg;
use synod_syntax::Span;

use crate::places::SourcePlaces;
use crate::{ControlStates, Failure, Listener, Model, TextRange};

/// Asks for the automata of agents.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AutomataRequest {
    /// The text.
    pub model: Model,
    /// Only these agents, or agents of these types; all if there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub agents: Vec<String>,
    /// Whether arrows have no guards on them.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub short: bool,
}

/// The automata of agents.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Automata {
    /// One for each thread of each type of agents whose instances look alike.
    pub automata: Vec<AutomatonPicture>,
}

/// An automaton.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct AutomatonPicture {
    /// The type of agents, or the agent; and which of its threads it is.
    pub title: String,
    /// The agents that it stands for.
    pub agents: Vec<String>,
    /// What it leaves out, as a phrase; null if nothing.
    pub note: Option<String>,
    /// The picture, a document of its own.
    pub svg: String,
    /// The id of the group in the picture that holds the automaton.
    pub id: String,
    /// Its states.
    pub states: Vec<AutomatonState>,
    /// Its arrows.
    pub arrows: Vec<AutomatonArrow>,
}

/// A state of an automaton.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AutomatonState {
    /// What stands for it in runs: see `control` there.
    pub key: String,
    /// The id of its element in the picture.
    pub id: String,
    /// The whole truth about it.
    pub title: String,
    /// Whether agents begin there.
    pub is_initial: bool,
}

/// An arrow of an automaton: all commands of one kind between two states.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AutomatonArrow {
    /// The id of its element in the picture.
    pub id: String,
    /// The key of the state from which it leads.
    pub from: String,
    /// The key of the state to which it leads.
    pub to: String,
    /// What is done.
    pub role: ParticipantRole,
    /// The commands.
    pub commands: Vec<AutomatonCommand>,
}

/// A command of an automaton.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AutomatonCommand {
    /// The command, as the model wrote it.
    pub text: String,
    /// Where it is written; null if nowhere.
    pub range: Option<TextRange>,
}

pub(crate) fn automata(request: AutomataRequest, budget: &Budget, _: Listener) -> Result<Automata, Failure> {
    let opened = request.model.system(budget)?;
    let mut agents = Vec::new();
    for name in &request.agents {
        agents.extend(opened.find_agents(name)?);
    }
    let labels = if request.short { Labels::Short } else { Labels::Full };
    let selection = Selection { agents, labels, ..Selection::default() };
    let places = SourcePlaces::new(&opened.source, |name| Some(request.model.text_of(name)));
    Ok(Automata { automata: drawn(&opened.compiled.system, &selection, &|span| places.range(span)) })
}

/// The automata of a system, with the places of commands in its text.
pub(crate) fn drawn(
    system: &System,
    selection: &Selection,
    place: &dyn Fn(Span) -> Option<TextRange>,
) -> Vec<AutomatonPicture> {
    pictures(system, selection).iter().map(|picture| described(picture, place)).collect()
}

fn described(picture: &Picture, place: &dyn Fn(Span) -> Option<TextRange>) -> AutomatonPicture {
    let id = svg::automaton_id(picture);
    let key = |position: usize| picture.states[position].key.clone();
    let states = picture.states.iter().enumerate().map(|(at, state)| AutomatonState {
        key: state.key.clone(),
        id: format!("{id}-state-{}", state.key),
        title: state.title.clone(),
        is_initial: picture.initial.contains(&at),
    });
    let arrows = picture.arrows.iter().enumerate().map(|(at, arrow)| {
        let command = |one: &synod_printers::control::ArrowCommand| AutomatonCommand {
            text: one.text.clone(),
            range: place(one.span),
        };
        AutomatonArrow {
            id: arrow_id(&id, at),
            from: key(arrow.from),
            to: key(arrow.to),
            role: arrow.role.into(),
            commands: arrow.commands.iter().map(command).collect(),
        }
    });
    AutomatonPicture {
        title: picture.title.clone(),
        agents: picture.instances.clone(),
        note: picture.note.clone(),
        svg: synod_syntax::visible(&svg::automaton(picture)),
        states: states.collect(),
        arrows: arrows.collect(),
        id,
    }
}

fn arrow_id(picture: &str, position: usize) -> String {
    format!("{picture}-edge-{position}")
}

/// The automata of a system, to find out where agents are in them.
pub(crate) struct ControlMap<'a> {
    system: &'a System,
    pictures: Vec<(String, Picture)>,
}

impl<'a> ControlMap<'a> {
    pub(crate) fn new(system: &'a System) -> Self {
        let found = pictures(system, &Selection { labels: Labels::Short, ..Selection::default() });
        let pictures = found.into_iter().map(|picture| (svg::automaton_id(&picture), picture)).collect();
        ControlMap { system, pictures }
    }

    fn agents<'p>(&self, picture: &'p Picture) -> impl Iterator<Item = (&'p String, AgentId)> {
        let system = self.system;
        picture.instances.iter().filter_map(move |name| Some((name, system.find_agent(name)?)))
    }

    /// In which state of its automaton each agent is.
    pub(crate) fn states(&self, state: &State) -> ControlStates {
        let of = |picture: &Picture| -> IndexMap<String, String> {
            let agents = self.agents(picture);
            agents
                .filter_map(|(name, id)| {
                    Some((name.clone(), picture.state_of(self.system, id, state)?.key.clone()))
                })
                .collect()
        };
        self.pictures.iter().map(|(id, picture)| (id.clone(), of(picture))).collect()
    }

    /// The ids of the arrows that agents take in a step.
    pub(crate) fn arrows(&self, from: &State, step: &Step, to: &State) -> Vec<String> {
        let Step::Take(taken) = step else { return Vec::new() };
        let rule = self.system.rule(taken.rule);
        let actions = std::iter::zip(&rule.parts, &taken.alternatives).filter_map(|(part, alternative)| {
            let action = part.alternatives.get(*alternative as usize)?.action.clone()?;
            Some((part.agent?, action))
        });
        let actions: Vec<_> = actions.collect();
        let mut found = Vec::new();
        for (id, picture) in &self.pictures {
            for (_, agent) in self.agents(picture) {
                let before = picture.state_of(self.system, agent, from).map(|state| &state.key);
                let after = picture.state_of(self.system, agent, to).map(|state| &state.key);
                let joins = |arrow: &Arrow| {
                    Some(&picture.states[arrow.from].key) == before
                        && Some(&picture.states[arrow.to].key) == after
                };
                let does = |arrow: &Arrow| {
                    let mut own = actions.iter().filter(|(who, _)| *who == agent);
                    own.any(|(_, action)| arrow.commands.iter().any(|command| command.text == action.text))
                };
                let taken =
                    picture.arrows.iter().enumerate().filter(|(_, arrow)| joins(arrow) && does(arrow));
                found.extend(taken.map(|(at, _)| arrow_id(id, at)));
            }
        }
        found.dedup();
        found
    }
}
