//! Strategies to play against: the page plays one side, the person the other.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use synod_core::{Budget, Rule, System, Taken};
use synod_documents::{CoalitionChoice, Decision, Plan, Response, State, Step, Strategy, Trace};
use synod_printers::trace_json;
use synod_session::traces;
use synod_simulate::Interpreter;

use crate::automata::ControlMap;
use crate::{ControlStates, Failure, Listener, Model};

/// Asks how a play goes on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PlayRequest {
    /// The text.
    pub model: Model,
    /// The run with the strategy in it, as an answer had it.
    pub trace: Box<Trace>,
    /// The position of the strategy among those of the run.
    #[serde(default)]
    pub strategy: usize,
    /// The number of each choice that the person made, from 1, among those that there were.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub choices: Vec<usize>,
}

/// How a play goes on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PlayView {
    /// Who is played by the page.
    pub played: PlayedSide,
    /// The members of the coalition.
    pub coalition: Vec<String>,
    /// What the strategy shows, as a sentence.
    pub goal: String,
    /// The state.
    pub state: State,
    /// What the page does here, in words; null if it is not its turn, or it does not matter.
    pub decision: Option<String>,
    /// What the person may choose.
    pub options: Vec<PlayOption>,
    /// Whether the play is over, and why, as a sentence; null if it is not.
    pub over: Option<String>,
    /// What happened so far.
    pub history: Vec<PlayMove>,
    /// In which state of its automaton each agent is, as in views of runs.
    pub control: ControlStates,
}

/// Which side is played by the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum PlayedSide {
    /// The coalition, which wins.
    Coalition,
    /// The others, who prevent it.
    Others,
}

/// Something that the person may choose.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PlayOption {
    /// Its number, from 1.
    pub number: usize,
    /// What it is, in words.
    pub text: String,
    /// The step that comes of it.
    pub step: Option<Step>,
}

/// Something that happened in a play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PlayMove {
    /// What the page did, in words; null if it did nothing.
    pub decision: Option<String>,
    /// What the person chose, in words.
    pub choice: String,
    /// The step that came of it.
    pub step: Step,
    /// The state afterwards.
    pub state: State,
}

pub(crate) fn play(request: PlayRequest, budget: &Budget, _: Listener) -> Result<PlayView, Failure> {
    let opened = request.model.system(budget)?;
    let system = &opened.compiled.system;
    let strategy = request.trace.strategies.get(request.strategy);
    let strategy = strategy.ok_or_else(|| Failure::rejected("the run has no such strategy"))?;
    let read = traces::read(&opened, "the run", &synod_documents::line(&request.trace)?)?;
    let run = read.map_err(|why| format!("not a run of this model: {why}"))?;
    let start =
        run.states.get(strategy.at).ok_or_else(|| Failure::rejected("the strategy begins nowhere"))?;
    let mut game = Game {
        system,
        interpreter: Interpreter::new(system).until(budget),
        strategy,
        state: start.clone(),
        history: Vec::new(),
    };
    for (at, number) in request.choices.iter().enumerate() {
        let turn = game.turn();
        if let Some(over) = turn.over {
            return Err(Failure::rejected(format!("the play is over after {at} choices: {over}")));
        }
        let chosen = number.checked_sub(1).and_then(|position| turn.moves.into_iter().nth(position));
        let (text, taken, target) =
            chosen.ok_or_else(|| format!("choice {} of the play: there is no option {number}", at + 1))?;
        game.go(turn.decision, text, taken, target);
    }
    let turn = game.turn();
    let option =
        |(number, (text, taken, _)): (usize, (String, Option<Taken>, synod_core::State))| PlayOption {
            number,
            text,
            step: taken.map(|taken| trace_json::step(system, &game.state, &synod_core::Step::Take(taken))),
        };
    Ok(PlayView {
        played: match strategy.plan {
            Plan::Loses { .. } => PlayedSide::Others,
            Plan::Wins { .. } | Plan::Unwritten {} => PlayedSide::Coalition,
        },
        coalition: strategy.coalition.clone(),
        goal: strategy.text.clone(),
        state: trace_json::state(system, &game.state),
        decision: turn.decision,
        options: std::iter::zip(1.., turn.moves).map(option).collect(),
        over: turn.over,
        control: ControlMap::new(system).states(&game.state),
        history: game.history,
    })
}

struct Game<'a> {
    system: &'a System,
    interpreter: Interpreter<'a>,
    strategy: &'a Strategy,
    state: synod_core::State,
    history: Vec<PlayMove>,
}

/// What there is to do in a state.
struct Turn {
    /// What the page does.
    decision: Option<String>,
    /// What the person may do: in words, the step, and where it leads.
    moves: Vec<(String, Option<Taken>, synod_core::State)>,
    over: Option<String>,
}

impl Turn {
    fn over(why: &str) -> Self {
        Turn { decision: None, moves: Vec::new(), over: Some(why.to_string()) }
    }
}

impl Game<'_> {
    fn turn(&self) -> Turn {
        let here = trace_json::state(self.system, &self.state);
        match &self.strategy.plan {
            Plan::Unwritten {} => Turn::over("there is no strategy to write down"),
            Plan::Wins { decisions, .. } => match decisions.iter().find(|one| one.state == here) {
                Some(decision) => self.others(decision),
                None => Turn::over("the coalition has what it wants, whatever happens from here on"),
            },
            Plan::Loses { responses } => match responses.iter().find(|one| one.state == here) {
                Some(response) => self.coalition(response),
                None => Turn::over("the others have prevented it, whatever happens from here on"),
            },
        }
    }

    /// The coalition decides as its strategy says; the person picks from the steps that are left.
    fn others(&self, decision: &Decision) -> Turn {
        let texts: Vec<&str> = decision.choices.iter().map(|choice| choice.text.as_str()).collect();
        let told = (!texts.is_empty()).then(|| texts.join("; "));
        let allowed = self.interpreter.moves(&self.state).enabled.into_iter();
        let allowed = allowed.filter(|one| self.allows(&decision.choices, &one.taken));
        let moves: Vec<_> = allowed
            .map(|one| {
                let step = synod_core::Step::Take(one.taken.clone());
                let text = trace_json::step(self.system, &self.state, &step).text().to_string();
                (text, Some(one.taken), one.target)
            })
            .collect();
        match moves.is_empty() {
            true => Turn { decision: told, ..Turn::over("no step can be taken") },
            false => Turn { decision: told, moves, over: None },
        }
    }

    /// Whether a step can come of what the coalition chose.
    fn allows(&self, choices: &[CoalitionChoice], taken: &Taken) -> bool {
        let rule = self.system.rule(taken.rule);
        let is_member = |agent: synod_core::AgentId| {
            let name = &self.system.agent(agent).name;
            self.strategy.coalition.contains(name)
        };
        let members: Vec<synod_core::AgentId> =
            self.system.agent_ids().map(|(id, _)| id).filter(|id| is_member(*id)).collect();
        let concerns = rule.is_begun_by(&members) || rule.leaves_something_to(&members);
        let mut own = choices.iter().filter(|choice| choice.rule == rule.name).peekable();
        match own.peek() {
            None => !concerns,
            Some(_) => own.any(|choice| fits(self.system, rule, choice, taken)),
        }
    }

    /// The person decides for the coalition; the others respond as is written.
    fn coalition(&self, response: &Response) -> Turn {
        let replies = response.replies.iter().filter_map(|reply| {
            let text = reply.to.as_ref().map_or("nothing", |choice| choice.text.as_str()).to_string();
            let taken = self.taken(&reply.step)?;
            let target = self.interpreter.take(&self.state, &taken).ok()?;
            Some((text, Some(taken), target))
        });
        let moves: Vec<_> = replies.collect();
        match moves.is_empty() {
            true => Turn::over("the coalition can choose nothing here"),
            false => Turn { decision: None, moves, over: None },
        }
    }

    /// The step that a document tells of.
    fn taken(&self, step: &Step) -> Option<Taken> {
        let is_it = |taken: &Taken| {
            let told = trace_json::step(self.system, &self.state, &synod_core::Step::Take(taken.clone()));
            told == *step
        };
        Some(self.interpreter.find_move(&self.state, |_, one| is_it(&one.taken))?.taken)
    }

    fn go(
        &mut self,
        decision: Option<String>,
        choice: String,
        taken: Option<Taken>,
        target: synod_core::State,
    ) {
        let step = taken.map_or(synod_core::Step::Stutter, synod_core::Step::Take);
        let told = trace_json::step(self.system, &self.state, &step);
        let decision = match self.strategy.plan {
            // The others respond by the step itself.
            Plan::Loses { .. } => Some(told.text().to_string()),
            _ => decision,
        };
        let state = trace_json::state(self.system, &target);
        self.history.push(PlayMove { decision, choice, step: told, state });
        self.state = target;
    }
}

/// Whether the values of a step are those that a coalition chose.
fn fits(system: &System, rule: &Rule, choice: &CoalitionChoice, taken: &Taken) -> bool {
    choice.values.iter().all(|chosen| {
        let owner = |at: usize| rule.choices[at].agent.map(|agent| system.agent(agent).name.clone());
        let mut places = (0..rule.choices.len())
            .filter(|at| rule.choices[*at].name == chosen.choice && owner(*at) == chosen.agent);
        places.any(|at| {
            let value = taken.choices.get(at).copied();
            value.is_some_and(|value| {
                trace_json::scalar(system, rule.choices[at].ty.sort(), value) == chosen.value
            })
        })
    })
}
