//! The state of a prompt: the model, the initial states to choose from, and the walk.

use synod_check::Checker;
use synod_core::{Budget, Counterexample, Listing, State, Trace, VarId, Verdict};
use synod_printers::trace_table::{self, Layout};
use synod_session::wording::{self, Shown, no_initial_state};
use synod_session::{OpenedModel, counted, narration};
use synod_simulate::{Interpreter, Random, Session, constrain, replay, short_name, show_variable};

use super::text;
use crate::interrupt::Cancellable;
use crate::progress::Reporter;
use crate::traces;
use crate::wander::{Ending, wander};

/// How many initial states are offered.
const OFFERED: usize = 20;

/// A walk through a model. Commands answer with text, or with a mistake to tell the user.
pub struct Walk<'a> {
    model: &'a OpenedModel,
    layout: Layout,
    begins: Vec<State>,
    more_begins: bool,
    session: Session<'a>,
    last_counterexample: Option<Trace>,
}

/// Text for the user, or what was wrong with the command.
pub type Answer = Result<String, String>;

impl<'a> Walk<'a> {
    /// A walk from the first initial state that satisfies a condition.
    pub fn new(model: &'a OpenedModel, condition: &str, layout: Layout) -> Result<Self, String> {
        let (begins, more_begins) = initial_states(model, condition)?;
        let session = Session::new(Interpreter::new(&model.compiled.system), begins[0].clone());
        Ok(Walk { model, layout, begins, more_begins, session, last_counterexample: None })
    }

    /// What is said at the start.
    pub fn welcome(&self) -> String {
        let system = &self.model.compiled.system;
        let agents: Vec<&str> = system.agents.iter().map(|a| a.name.as_str()).collect();
        let choice = match (self.begins.len(), self.more_begins) {
            (1, _) => "1 initial state".to_string(),
            (n, false) => format!("{n} initial states, choose with `init`"),
            (n, true) => format!("more than {n} initial states, choose with `init`"),
        };
        format!("agents {}; {choice}; `help` lists the commands\n", agents.join(", "))
    }

    /// What stands before the cursor.
    pub fn prompt(&self) -> String {
        format!("{}> ", self.session.depth())
    }

    fn interpreter(&self) -> Interpreter<'a> {
        self.session.interpreter()
    }

    /// The current state, of all agents or of one.
    pub fn state(&self, agent: Option<&str>) -> Answer {
        let only = agent.map(|name| self.model.find_agent(name)).transpose()?;
        Ok(trace_table::state(&self.model.compiled.system, self.session.state(), only, self.layout))
    }

    /// What can be done, with numbers.
    pub fn steps(&self) -> Answer {
        Ok(text::moves(&self.model.compiled.system, self.session.state(), self.session.moves(), self.layout))
    }

    /// Takes a step and tells what it changed.
    pub fn take(&mut self, number: usize) -> Answer {
        self.session.take(number).map_err(|e| e.to_string())?;
        Ok(self.last_steps(1))
    }

    /// Takes steps at random.
    pub fn random(&mut self, count: usize, seed: u64) -> Answer {
        let before = self.session.depth();
        let budget = Budget::unlimited();
        let _interruptible = Cancellable::new(&budget);
        let ending = wander(&mut self.session, count, &mut Random::new(seed), &budget);
        let mut out = self.last_steps(self.session.depth() - before);
        match ending {
            Ending::Done => {}
            Ending::Stuck => out.push_str("no step can be taken here\n"),
            Ending::Interrupted => out.push_str("interrupted\n"),
        }
        Ok(out)
    }

    /// The last steps of the walk, with their numbers and changes.
    fn last_steps(&self, count: usize) -> String {
        let history = self.session.history();
        let system = &self.model.compiled.system;
        let from = history.steps.len() - count;
        (from..history.steps.len())
            .map(|i| {
                let (before, after) = (&history.states[i], &history.states[i + 1]);
                let mut text =
                    trace_table::numbered_step(system, before, &history.steps[i], i + 1, self.layout);
                text.push_str(&trace_table::changes(system, before, after, self.layout));
                text
            })
            .collect()
    }

    /// Undoes steps.
    pub fn back(&mut self, count: usize) -> Answer {
        self.session.back(count).map_err(|e| e.to_string())?;
        self.here("back")
    }

    fn here(&self, how: &str) -> Answer {
        Ok(format!("{how} at state {}\n{}", self.session.depth(), self.state(None)?))
    }

    /// Begins again: where the walk began, or in the initial state of this number.
    pub fn reset(&mut self, number: Option<usize>) -> Answer {
        match number {
            None => self.session.reset(),
            Some(number) => {
                let wrong = || format!("there is no initial state {number}; `init` lists them");
                let start = number.checked_sub(1).and_then(|i| self.begins.get(i)).ok_or_else(wrong)?;
                self.session = Session::new(self.interpreter(), start.clone());
            }
        }
        self.here("now")
    }

    /// The initial states to choose from: what differs between them.
    pub fn list_initial(&self) -> Answer {
        let system = &self.model.compiled.system;
        let differs = |var: &VarId| {
            let first = show_variable(system, &self.begins[0], *var);
            self.begins.iter().any(|s| show_variable(system, s, *var) != first)
        };
        let vars: Vec<VarId> = system.var_ids().map(|(id, _)| id).filter(differs).collect();
        if vars.is_empty() {
            return Ok("there is one initial state\n".to_string());
        }
        let mut out = String::new();
        for (i, state) in self.begins.iter().enumerate() {
            let values: Vec<String> = vars
                .iter()
                .map(|v| format!("{} = {}", system.var(*v).name, show_variable(system, state, *v)))
                .collect();
            out.push_str(&format!("{:>4}  {}\n", i + 1, values.join(", ")));
        }
        if self.more_begins {
            out.push_str("      … and others; narrow them with `init CONDITION`\n");
        }
        Ok(out)
    }

    /// Narrows the initial states to choose from, and begins in the first.
    pub fn narrow(&mut self, condition: &str) -> Answer {
        (self.begins, self.more_begins) = initial_states(self.model, condition)?;
        let list = self.list_initial()?;
        Ok(format!("{list}{}", self.reset(Some(1))?))
    }

    /// Loads a trace to follow; without a file, the last counterexample that `check` found.
    pub fn load(&mut self, file: Option<&str>) -> Answer {
        let trace = match file {
            Some(file) => {
                let refused = |failure| match failure {
                    crate::failure::Failure::Input(message) => message,
                    other => format!("{other:?}"),
                };
                traces::read(&self.interpreter(), file).map_err(refused)??
            }
            None => self.last_counterexample.clone().ok_or("name a file, or `check` a property first")?,
        };
        replay(&self.interpreter(), &trace).map_err(|error| {
            format!("not a run of this model: {}", error.describe(&self.model.compiled.system))
        })?;
        let steps = counted(trace.steps.len(), "step");
        self.session = Session::along(self.interpreter(), trace);
        let state = self.state(None)?;
        Ok(format!("loaded {steps}; `next` takes them one by one\n{state}"))
    }

    /// Takes the next step of the loaded trace.
    pub fn next(&mut self) -> Answer {
        self.session.follow().map_err(|e| e.to_string())?;
        let at_loop = self.session.script().and_then(|t| t.loop_start) == Some(self.session.depth());
        let mark = if at_loop { "── loop starts here ──\n" } else { "" };
        Ok(format!("{}{mark}", self.last_steps(1)))
    }

    /// What an agent sees, and what it can take part in.
    pub fn view(&self, name: &str) -> Answer {
        let id = self.model.find_agent(name)?;
        let system = &self.model.compiled.system;
        let state = self.session.state();
        let seen: Vec<String> = system
            .agent(id)
            .observes
            .iter()
            .map(|v| {
                let name = if system.var(*v).owner == Some(id) {
                    short_name(system, *v)
                } else {
                    &system.var(*v).name
                };
                format!("{name} = {}", show_variable(system, state, *v))
            })
            .collect();
        let part = text::moves_of(system, state, self.session.moves(), name, self.layout);
        Ok(format!("{name} sees {}\n{part}", seen.join(", ")))
    }

    /// The walk so far.
    pub fn trace(&self) -> Answer {
        let ended = self.session.moves().enabled.is_empty();
        let budget = Budget::unlimited();
        let _interruptible = Cancellable::new(&budget);
        Ok(narration::run(self.model, &self.session.history(), ended, self.layout, &budget))
    }

    /// Writes the walk so far to a file.
    pub fn save(&self, file: &str) -> Answer {
        let walk = Counterexample::of(self.session.history());
        match traces::write(self.model, file.as_ref(), "a walk", &walk) {
            Ok(()) => Ok(format!("wrote {file}\n")),
            Err(crate::failure::Failure::Input(message)) => Err(message),
            Err(other) => Err(format!("{other:?}")),
        }
    }

    /// Checks a property and keeps its counterexample.
    pub fn check(&mut self, property: &str) -> Answer {
        let wanted: Vec<String> = if property.is_empty() { vec![] } else { vec![property.to_string()] };
        let properties = self.model.select(&wanted).map_err(|e| e.to_string())?;
        let checker =
            Checker::new(&self.model.compiled.system, synod_check::AUTO).map_err(|e| e.to_string())?;
        let budget = Budget::unlimited();
        let _interruptible = Cancellable::new(&budget);
        let reporter = Reporter::new(false, false);
        let (mut out, mut violated) = (String::new(), Vec::new());
        for property in &properties {
            reporter.begin(&property.name);
            let answer = checker.answer(property, &budget, &reporter);
            reporter.clear();
            let text = wording::answer(self.model, &answer, &[], self.layout, Shown::Verdicts);
            out.push_str(&text);
            if let Verdict::Violated(found) = answer.outcome.verdict {
                self.last_counterexample = Some(found.trace);
                violated.push(&property.name);
            }
        }
        match violated.as_slice() {
            [] => {}
            [_] => out.push_str("    `load` follows this counterexample\n"),
            [.., last] => out.push_str(&format!("    `load` follows the counterexample of {last}\n")),
        }
        Ok(out)
    }
}

/// The first initial states that satisfy a condition, and whether there are more.
fn initial_states(model: &OpenedModel, condition: &str) -> Result<(Vec<State>, bool), String> {
    let narrowed = constrain(&model.compiled.system, condition).map_err(|e| e.to_string())?;
    let found = Interpreter::new(&narrowed).initial(OFFERED);
    if found.states.is_empty() {
        return Err(no_initial_state(condition));
    }
    Ok((found.states, found.listing != Listing::Complete))
}
