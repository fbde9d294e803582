//! Walks through a model: forwards, backwards, at random or along a trace, with everything that can be asked on the way.
//!
//! A walk is plain data in and out; whoever shows it decides how.

mod asked;
mod wording;

pub use asked::CheckedAsked;

use std::ops::{Deref, DerefMut};

use synod_core::{AgentId, Budget, Listing, Mode, RuleId, State, Step, System, Trace, VarId, uninterrupted};
use synod_documents as documents;
use synod_documents::{AgentView, BlockedStep, WalkPosition};
use synod_printers::trace_json;
use synod_simulate::{Interpreter, Move, Nearest, Random, StepText, find_nearest, replay};

use crate::expression::Expression;
use crate::simulation::{Ending, no_initial_state};
use crate::{OpenedModel, Rejection, blocked, plain};

/// How many initial states are offered.
const MOST_INITIAL: usize = 20;

/// A walk keeps all its states, so it has no more steps at random than this.
pub const MOST_STEPS: usize = 1_000_000;

/// A walk through a model: one through its system ([`synod_simulate::Walk`]), with what its text and its initial states
/// add to that.
pub struct Walk<'a> {
    model: &'a OpenedModel,
    initial: InitialStates,
    walk: synod_simulate::Walk<'a>,
}

impl<'a> Deref for Walk<'a> {
    type Target = synod_simulate::Walk<'a>;

    fn deref(&self) -> &Self::Target {
        &self.walk
    }
}

impl DerefMut for Walk<'_> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.walk
    }
}

/// What came of a search for a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FindResult {
    /// The walk went there by so many steps.
    After(usize),
    /// None of these many states, all that can be reached from here, is such.
    Nowhere {
        /// How many there are.
        states: usize,
    },
    /// The search was stopped.
    Stopped {
        /// How many states were looked at.
        states: usize,
    },
}

/// Initial states to choose from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InitialStates {
    /// The first of them; at least one.
    pub states: Vec<State>,
    /// Whether there are more.
    pub more: bool,
}

impl InitialStates {
    /// The first initial states of a model that satisfy a condition.
    fn find(system: &System, condition: &str) -> Result<Self, String> {
        let narrowed = plain::narrowed(system, condition)?;
        let found = Interpreter::new(&narrowed).initial(MOST_INITIAL);
        match found.states.is_empty() {
            true => Err(no_initial_state(condition)),
            false => Ok(InitialStates { states: found.states, more: found.listing != Listing::Complete }),
        }
    }

    /// The variables in which they differ.
    pub fn differences(&self, system: &System) -> Vec<VarId> {
        let value = |state: &State, var: VarId| state[system.slots(var)].to_vec();
        let differs =
            |var: &VarId| self.states.iter().any(|state| value(state, *var) != value(&self.states[0], *var));
        system.var_ids().map(|(var, _)| var).filter(differs).collect()
    }
}

impl<'a> Walk<'a> {
    /// A walk from the first initial state that satisfies a condition; the empty one is always satisfied.
    pub fn new(model: &'a OpenedModel, condition: &str) -> Result<Self, String> {
        let system = &model.compiled.system;
        let initial = InitialStates::find(system, condition)?;
        let walk = synod_simulate::Walk::new(Interpreter::new(system), initial.states[0].clone());
        Ok(Walk { model, initial, walk })
    }

    fn system(&self) -> &'a System {
        &self.model.compiled.system
    }

    /// The initial states to choose from.
    pub fn initial_states(&self) -> &InitialStates {
        &self.initial
    }

    /// Narrows the initial states to choose from, and begins in the first.
    pub fn narrow(&mut self, condition: &str) -> Result<(), String> {
        self.initial = InitialStates::find(self.system(), condition)?;
        self.begin(1)
    }

    /// Begins again in the initial state of this number, from 1.
    pub fn begin(&mut self, number: usize) -> Result<(), String> {
        let start = number.checked_sub(1).and_then(|position| self.initial.states.get(position));
        let start = start.ok_or_else(|| format!("there is no initial state {number}"))?;
        self.walk = synod_simulate::Walk::new(Interpreter::new(self.system()), start.clone());
        Ok(())
    }

    /// Where the walk is, as a document.
    pub fn position(&self) -> WalkPosition {
        let (system, state, moves) = (self.system(), self.state(), self.moves());
        let step = |taken: &synod_core::Taken| trace_json::step(system, state, &Step::Take(taken.clone()));
        let before = trace_json::state(system, state);
        let offered = moves.enabled.iter().enumerate().map(|(at, one)| {
            let after = trace_json::state(system, &one.target).into_iter();
            let changes = after.filter(|(name, value)| before.get(name) != Some(value)).collect();
            documents::OfferedStep { number: at + 1, step: step(&one.taken), changes }
        });
        let faults = moves.faulted.iter().map(|faulted| documents::FaultedStep {
            step: step(&faulted.taken),
            fault: faulted.fault.describe(system),
        });
        WalkPosition {
            depth: self.depth(),
            steps: offered.collect(),
            step_count: moves.count(),
            faults: faults.collect(),
            at_loop_start: self.at_loop_start(),
            blocked: self.blocked(),
            state: before,
        }
    }

    /// What agents would do in the current state but cannot, and why.
    pub fn blocked(&self) -> Vec<BlockedStep> {
        blocked::blocked(self.model, &self.walk.interpreter(), self.state(), self.moves())
    }

    /// Why a rule cannot be applied in the current state; `None` if it can.
    pub fn blocked_by_rule(&self, rule: RuleId) -> Option<BlockedStep> {
        blocked::blocked_by_rule(self.model, &self.walk.interpreter(), self.state(), self.moves(), rule)
    }

    /// What an agent observes, the steps in which it can take part, and what it would do but cannot.
    pub fn view(&self, agent: &str) -> Result<AgentView, String> {
        let (system, state) = (self.system(), self.state());
        let id = self.model.find_agent(agent)?;
        let mut all = trace_json::state(system, state);
        let observed = system.agent(id).observes.iter().map(|var| system.var(*var).name.clone());
        let observes = observed.filter_map(|name| all.swap_remove_entry(&name)).collect();
        let steps = self.moves().enabled.iter().enumerate().filter_map(|(at, one)| {
            let text = StepText::new(system, state, &Step::Take(one.taken.clone()))?;
            let command = self.share(id, one, &text)?;
            Some(documents::AgentStep { number: at + 1, text: text.to_string(), command })
        });
        let steps = steps.collect();
        let mut blocked = self.blocked();
        blocked.retain(|step| step.agent.as_deref() == Some(agent));
        Ok(AgentView { agent: agent.to_string(), observes, steps, blocked })
    }

    /// What an agent does in a step; `None` if it takes no part. An agent takes part by a command of its own, by what it
    /// picks where all act at once, where it meets others or begins the step, and by what changes in its own variables.
    fn share(&self, agent: AgentId, step: &Move, text: &StepText) -> Option<String> {
        let system = self.system();
        let name = &system.agent(agent).name;
        let picked = text.data.iter().filter(|(.., from)| text.mode == Mode::Joint && from == name);
        let picked = picked.map(|(_, value, _)| value.clone());
        let own = text.participants.iter().filter(|participant| participant.agent == *name);
        let shares: Vec<String> = picked.chain(own.map(|participant| participant.command.clone())).collect();
        if !shares.is_empty() {
            return Some(shares.join(": "));
        }
        let changes = |var: &VarId| self.state()[system.slots(*var)] != step.target[system.slots(*var)];
        let is_moved = system.agent(agent).owns.iter().any(changes);
        let seen = &system.rule(step.taken.rule).observation;
        let takes_part = is_moved || seen.parties.contains(&agent) || seen.actor == Some(agent);
        takes_part.then(|| {
            let commands: Vec<&str> = text.participants.iter().map(|part| part.command.as_str()).collect();
            if commands.is_empty() { text.rule.clone() } else { commands.join(", ") }
        })
    }

    /// Takes steps of a seed at random, until the budget is used up.
    pub fn random(&mut self, count: usize, seed: u64, budget: &Budget) -> Ending {
        uninterrupted(|| self.walk.random(count, &mut Random::new(seed), budget))
    }

    /// Walks to the nearest state that satisfies a condition in the language of the model, by as few steps as possible; says
    /// how many these are, or why there are none. Whoever cancels the budget stops the search. `deadlock` is a state without a step,
    /// unless it is a name of the model.
    pub fn find(&mut self, condition: &str, budget: &Budget) -> Result<FindResult, Rejection> {
        let interpreter = self.walk.interpreter();
        let read = self.model.condition(condition);
        let found = match read {
            Err(_) if condition.trim().eq_ignore_ascii_case("deadlock") => {
                find_nearest(&interpreter, self.state(), &mut |state| interpreter.is_deadlock(state), budget)
            }
            read => {
                let condition = read?;
                find_nearest(&interpreter, self.state(), &mut |state| condition.holds(state), budget)
            }
        };
        Ok(match found {
            Nearest::Found(steps) => {
                let count = steps.len();
                self.walk.take_all(steps);
                FindResult::After(count)
            }
            Nearest::Nowhere(states) => FindResult::Nowhere { states },
            Nearest::Stopped(_, states) => FindResult::Stopped { states },
        })
    }

    /// The value of an expression in the language of the model, in the current state.
    pub fn eval(&self, expression: &str) -> Result<String, Rejection> {
        Ok(Expression::read(self.model, expression)?.shown(self.state()))
    }

    /// Loads a trace to follow, and goes to its first state.
    pub fn load(&mut self, trace: Trace) -> Result<(), String> {
        let interpreter = Interpreter::new(self.system());
        replay(&interpreter, &trace)
            .map_err(|error| format!("not a run of this model: {}", error.describe(self.system())))?;
        self.walk = synod_simulate::Walk::along(interpreter, trace);
        Ok(())
    }
}
