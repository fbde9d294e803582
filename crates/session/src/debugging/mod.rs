//! Debugging a model: a walk that always knows the step it takes next, can be undone and done again, and stops where it is asked to.
//!
//! What is next is what was undone before, or else the next step of the recording that is followed, or else a step at random that the
//! seed and the depth fix: who goes back and on again walks the same way.

mod commands;
mod expressions;
mod frames;
mod prompt;
mod stops;
mod variables;
mod watched;

use std::cell::OnceCell;
use std::collections::HashMap;

use synod_core::{AgentId, Mode, Rule, State, Step, System, Trace};
use synod_documents::BlockedStep;
use synod_frontend::Blocked;
use synod_simulate::{Random, StepText, WalkError};
use synod_syntax::Span;

use crate::OpenedModel;
use crate::walk::Walk;
use commands::Commands;
use expressions::Expressions;
use watched::Watched;

pub use frames::{Frame, FrameKind};
pub use prompt::COMMANDS as PROMPT_COMMANDS;
pub use stops::{CommandStop, ConditionStop, Reason, ReasonKind, Stops, VariableStop};
pub use variables::{Scope, Shown};

/// A walk through a model as a debugger has it.
pub struct Debugger<'a> {
    model: &'a OpenedModel,
    walk: Walk<'a>,
    seed: u64,
    commands: Commands,
    expressions: Expressions,
    /// What was undone, the next to be done again last.
    undone: Vec<(Step, State)>,
    watched: Watched<'a>,
    /// Where it is to stop.
    pub stops: Stops,
    here: Here,
    /// Where agents are declared that do not say it themselves, by their types.
    roles: OnceCell<HashMap<String, Span>>,
    /// The last counterexample that was found at the prompt.
    found: Option<Trace>,
}

/// What is known of the current position, found when it is asked for.
#[derive(Default)]
struct Here {
    next: OnceCell<Option<NextStep>>,
    blocked: OnceCell<Vec<BlockedStep>>,
    actions: OnceCell<Vec<Blocked>>,
}

/// The step that is taken next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NextStep {
    /// The step.
    pub step: Step,
    /// Where it leads.
    pub target: State,
    /// Why it is this one.
    pub origin: Origin,
}

/// Why a step is the next one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// It was taken before, and undone.
    Undone,
    /// The recording goes on with it.
    Recorded,
    /// Chance picked it.
    Random,
}

impl<'a> Debugger<'a> {
    /// A debugger at the first initial state that satisfies a condition; the empty one is always satisfied.
    pub fn new(model: &'a OpenedModel, condition: &str, seed: u64) -> Result<Self, String> {
        let walk = Walk::new(model, condition)?;
        Ok(Debugger {
            model,
            watched: Watched::new(model, &walk),
            walk,
            seed,
            commands: Commands::new(model),
            expressions: Expressions::default(),
            undone: Vec::new(),
            stops: Stops::default(),
            here: Here::default(),
            roles: OnceCell::new(),
            found: None,
        })
    }

    /// Follows a recording, from its first state.
    pub fn follow(&mut self, recording: Trace) -> Result<(), String> {
        self.walk.load(recording)?;
        self.undone.clear();
        self.watched = Watched::new(self.model, &self.walk);
        self.here = Here::default();
        Ok(())
    }

    /// The model.
    pub fn model(&self) -> &'a OpenedModel {
        self.model
    }

    fn system(&self) -> &'a System {
        &self.model.compiled.system
    }

    /// The walk, to look at.
    pub fn walk(&self) -> &Walk<'a> {
        &self.walk
    }

    /// The last depth that was reached on this way, which can be gone to again.
    pub fn furthest(&self) -> usize {
        self.walk.depth() + self.undone.len()
    }

    // --- Moving ---------------------------------------------------------------------------------------

    /// The step that is taken next; `None` where no step can be taken.
    pub fn next(&self) -> Option<&NextStep> {
        self.here.next.get_or_init(|| self.find_next()).as_ref()
    }

    fn find_next(&self) -> Option<NextStep> {
        if let Some((step, target)) = self.undone.last() {
            return Some(NextStep { step: step.clone(), target: target.clone(), origin: Origin::Undone });
        }
        if let Ok((step, target)) = self.walk.scripted() {
            return Some(NextStep { step, target, origin: Origin::Recorded });
        }
        let moves = self.walk.moves();
        let count = moves.count();
        let pick = (count > 0).then(|| Random::of_run(self.seed, self.walk.depth() as u64).below(count))?;
        let chosen = self.walk.interpreter().move_at(self.walk.state(), moves, pick)?;
        Some(NextStep { step: Step::Take(chosen.taken), target: chosen.target, origin: Origin::Random })
    }

    /// Takes the next step; `false` where there is none.
    pub fn forward(&mut self) -> bool {
        let Some(next) = self.next().cloned() else { return false };
        let again = next.origin == Origin::Undone;
        self.go(next.step, next.target, again);
        true
    }

    /// Takes the step of this number, from 1, in the order of [`synod_simulate::Walk::moves`].
    pub fn take(&mut self, number: usize) -> Result<(), String> {
        let available = self.walk.moves().count();
        let refused = WalkError::NoSuchStep { asked: number, available };
        let position = number.checked_sub(1);
        let chosen = position
            .and_then(|at| self.walk.interpreter().move_at(self.walk.state(), self.walk.moves(), at))
            .ok_or_else(|| refused.to_string())?;
        let step = Step::Take(chosen.taken);
        let again = self.undone.last().is_some_and(|(undone, _)| *undone == step);
        self.go(step, chosen.target, again);
        Ok(())
    }

    fn go(&mut self, step: Step, target: State, again: bool) {
        self.watched.leave(&self.walk, &step, again);
        self.walk.go(step, target);
        match again {
            true => {
                self.undone.pop();
            }
            false => self.undone.clear(),
        }
        self.here = Here::default();
        self.watched.arrive(&self.walk);
    }

    /// Undoes a step; `false` at the start.
    pub fn back(&mut self) -> bool {
        let Some((_, step)) = self.walk.reached() else { return false };
        let undone = (step.clone(), self.walk.state().clone());
        let _ = self.walk.back(1);
        self.undone.push(undone);
        self.here = Here::default();
        true
    }

    /// Goes to a depth of the way that was walked, back or on again; an error if it was not as long.
    pub fn go_to(&mut self, depth: usize) -> Result<(), String> {
        let furthest = self.furthest();
        if depth > furthest {
            return Err(format!("the walk has {} so far", crate::counted(furthest, "step")));
        }
        while self.walk.depth() > depth {
            self.back();
        }
        while self.walk.depth() < depth {
            self.forward();
        }
        Ok(())
    }

    /// A step at random in which an agent takes part, by its number; `None` if there is none. The next step is preferred.
    pub fn step_of(&self, agent: AgentId) -> Option<usize> {
        let moves = self.walk.moves();
        let numbers: Vec<usize> = std::iter::zip(1.., &moves.enabled)
            .filter(|(_, one)| self.takes_part(agent, &Step::Take(one.taken.clone()), &one.target))
            .map(|(number, _)| number)
            .collect();
        let next = self.next_number().filter(|number| numbers.contains(number));
        let pick = || Random::of_run(self.seed, self.walk.depth() as u64).below(numbers.len());
        next.or_else(|| (!numbers.is_empty()).then(|| numbers[pick()]))
    }

    /// The number of the next step, if it is listed.
    pub fn next_number(&self) -> Option<usize> {
        let next = self.next()?;
        let is_next = |one: &synod_simulate::Move| Step::Take(one.taken.clone()) == next.step;
        self.walk.moves().enabled.iter().position(is_next).map(|position| position + 1)
    }

    /// The number of a recorded step, the loop counted once; `None` if no recording is followed.
    pub fn recorded(&self) -> Option<usize> {
        self.walk.script().map(|trace| trace.steps.len())
    }

    // --- Who takes part -------------------------------------------------------------------------------

    /// Whether an agent takes part in a step from here: by a command, by what it picks, where it begins the step or meets
    /// others, or since its variables change.
    pub fn takes_part(&self, agent: AgentId, step: &Step, target: &State) -> bool {
        let Some(rule) = self.rule(step) else { return false };
        let state = self.walk.state();
        let changes =
            |var: &synod_core::VarId| state[self.system().slots(*var)] != target[self.system().slots(*var)];
        let seen = &rule.observation;
        self.actions_in(agent, step).next().is_some()
            || seen.parties.contains(&agent)
            || seen.actor == Some(agent)
            || self.picked(agent, rule, step).is_some()
            || self.system().agent(agent).owns.iter().any(changes)
    }

    /// Who begins a step, or else takes part in it.
    pub fn actor(&self, step: &Step) -> Option<AgentId> {
        let rule = self.rule(step)?;
        let Step::Take(taken) = step else { return None };
        let mut parts = std::iter::zip(&rule.parts, &taken.alternatives);
        let acting = |part: &synod_core::Part, pick: u32| {
            part.alternatives.get(pick as usize).is_some_and(|one| one.action.is_some())
        };
        rule.observation
            .actor
            .or_else(|| parts.find(|(part, pick)| acting(part, **pick)).and_then(|(part, _)| part.agent))
    }

    fn rule(&self, step: &Step) -> Option<&'a Rule> {
        let Step::Take(taken) = step else { return None };
        self.system().rules.get(taken.rule.0 as usize)
    }

    /// The commands of an agent in a step.
    fn actions_in<'s>(
        &'s self,
        agent: AgentId,
        step: &'s Step,
    ) -> impl Iterator<Item = &'s synod_core::Action> + 's {
        let taken = match step {
            Step::Take(taken) => taken.alternatives.as_slice(),
            Step::Stutter => &[],
        };
        let parts = self.rule(step).into_iter().flat_map(|rule| &rule.parts);
        std::iter::zip(parts, taken)
            .filter(move |(part, _)| part.agent == Some(agent))
            .filter_map(|(part, pick)| part.alternatives.get(*pick as usize)?.action.as_deref())
    }

    /// What an agent picks in a step that all take at once.
    fn picked(&self, agent: AgentId, rule: &Rule, step: &Step) -> Option<String> {
        if rule.observation.mode != Mode::Joint {
            return None;
        }
        let name = &self.system().agent(agent).name;
        let text = StepText::new(self.system(), self.walk.state(), step)?;
        text.data.into_iter().find(|(.., from)| from == name).map(|(_, value, _)| value)
    }

    /// What agents would do here but cannot, and why.
    pub fn blocked(&self) -> &[BlockedStep] {
        self.here.blocked.get_or_init(|| self.walk.blocked())
    }

    /// What the language says that agents might do here.
    fn might(&self) -> &[Blocked] {
        let find = || self.model.details.blocked(self.system(), self.walk.state()).unwrap_or_default();
        self.here.actions.get_or_init(find)
    }

    /// Where an agent is declared.
    fn declared(&self, agent: AgentId) -> Span {
        let agent = self.system().agent(agent);
        if agent.span != Span::default() {
            return agent.span;
        }
        let find = || {
            let symbols = self.model.reader.frontend().symbols(&self.model.source).into_iter();
            symbols.map(|symbol| (symbol.name, symbol.span)).collect()
        };
        self.roles.get_or_init(find).get(&agent.role).copied().unwrap_or_default()
    }

    /// Whether all agents have come to their end.
    pub fn has_ended(&self) -> bool {
        self.system().has_ended(self.walk.state())
    }

    /// A step from here in one sentence.
    pub fn sentence(&self, step: &Step) -> String {
        match StepText::new(self.system(), self.walk.state(), step) {
            Some(text) => text.to_string(),
            None => "nothing can be done, and the state repeats".to_string(),
        }
    }

    /// The step that led here, in one sentence.
    pub fn last_sentence(&self) -> Option<String> {
        let (from, step) = self.walk.reached()?;
        let text = StepText::new(self.system(), from, step).map(|text| text.to_string());
        Some(text.unwrap_or_else(|| "nothing could be done, and the state repeats".to_string()))
    }
}
