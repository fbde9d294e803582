//! A prompt over a walk: each command of the user answers with text.

use synod_check::{AUTO, Checker};
use synod_core::{Budget, Trace, VarId, Verdict};
use synod_documents::{BlockedStep, Scalar, Value};
use synod_printers::trace_table::{self, Layout};
use synod_session::simulation::Ending;
use synod_session::walk::Walk;
use synod_session::wording::{self, Shown};
use synod_session::{OpenedModel, counted, narration, traces};
use synod_simulate::{Interpreter, show_variable};

use super::text;
use crate::failure::Failure;
use crate::interrupt::Cancellable;
use crate::progress::Reporter;
use crate::{files, traces as trace_files};

/// A walk with what a prompt keeps beside it. Commands answer with text, or with a mistake to show the user.
pub struct Prompt<'a> {
    model: &'a OpenedModel,
    layout: Layout,
    walk: Walk<'a>,
    last_counterexample: Option<Trace>,
}

/// Text for the user, or what was wrong with the command.
pub type Answer = Result<String, String>;

impl<'a> Prompt<'a> {
    /// A prompt at the first initial state that satisfies a condition.
    pub fn new(model: &'a OpenedModel, condition: &str, layout: Layout) -> Result<Self, String> {
        Ok(Prompt { model, layout, walk: Walk::new(model, condition)?, last_counterexample: None })
    }

    /// What is said at the start.
    pub fn welcome(&self) -> String {
        let agents: Vec<&str> = self.model.compiled.system.agents.iter().map(|a| a.name.as_str()).collect();
        let initial = self.walk.initial_states();
        let choice = match (initial.states.len(), initial.more) {
            (1, _) => "1 initial state".to_string(),
            (n, false) => format!("{n} initial states, choose with `init`"),
            (n, true) => format!("more than {n} initial states, choose with `init`"),
        };
        format!("agents {}; {choice}; `help` lists the commands\n", agents.join(", "))
    }

    /// What stands before the cursor.
    pub fn prompt(&self) -> String {
        format!("{}> ", self.walk.depth())
    }

    /// The current state, of all agents or of one.
    pub fn state(&self, agent: Option<&str>) -> Answer {
        let only = agent.map(|name| self.model.find_agent(name)).transpose()?;
        Ok(trace_table::state(&self.model.compiled.system, self.walk.state(), only, self.layout))
    }

    /// What can be done, with numbers.
    pub fn steps(&self) -> Answer {
        Ok(text::moves(&self.model.compiled.system, self.walk.state(), self.walk.moves(), self.layout))
    }

    /// What cannot be done, and why: all of it in short, or what is named by a number, a rule or an agent in full.
    pub fn why(&self, wanted: Option<&str>) -> Answer {
        let blocked = self.walk.blocked();
        let Some(wanted) = wanted else { return Ok(text::blocked_list(&blocked)) };
        let is_wanted = |number: usize, step: &BlockedStep| {
            wanted == number.to_string() || wanted == step.rule || step.agent.as_deref() == Some(wanted)
        };
        let found: String = std::iter::zip(1.., &blocked)
            .filter(|(number, step)| is_wanted(*number, step))
            .map(|(number, step)| text::blocked(number, step))
            .collect();
        let system = &self.model.compiled.system;
        if !found.is_empty() {
            Ok(found)
        } else if system.rules.iter().any(|rule| rule.name == wanted) {
            Ok(format!("{wanted} can be taken: see `steps`\n"))
        } else if system.find_agent(wanted).is_some() {
            Ok(format!("nothing that {wanted} begins is blocked here\n"))
        } else {
            Err(format!(
                "`{wanted}` is neither the number of a blocked step (`why` lists them) nor a rule nor an agent"
            ))
        }
    }

    /// Takes a step and shows what it changed.
    pub fn take(&mut self, number: usize) -> Answer {
        self.walk.take(number)?;
        Ok(self.last_steps(1))
    }

    /// Takes steps at random.
    pub fn random(&mut self, count: usize, seed: u64) -> Answer {
        let before = self.walk.depth();
        let budget = Budget::unlimited();
        let _interruptible = Cancellable::new(&budget);
        let ending = self.walk.random(count, seed, &budget);
        let mut out = self.last_steps(self.walk.depth() - before);
        match ending {
            Ending::Done => {}
            Ending::Stuck => out.push_str("no step can be taken here\n"),
            Ending::Interrupted => out.push_str("interrupted\n"),
        }
        Ok(out)
    }

    /// The last steps of the walk, with their numbers and changes.
    fn last_steps(&self, count: usize) -> String {
        let Trace { states, steps, .. } = self.walk.history().trace;
        let system = &self.model.compiled.system;
        (steps.len() - count..steps.len())
            .map(|i| {
                let mut text = trace_table::numbered_step(system, &states[i], &steps[i], i + 1, self.layout);
                text.push_str(&trace_table::changes(system, &states[i], &states[i + 1], self.layout));
                text
            })
            .collect()
    }

    /// Undoes steps.
    pub fn back(&mut self, count: usize) -> Answer {
        self.walk.back(count)?;
        self.here("back")
    }

    fn here(&self, how: &str) -> Answer {
        Ok(format!("{how} at state {}\n{}", self.walk.depth(), self.state(None)?))
    }

    /// Begins again: where the walk began, or in the initial state of this number.
    pub fn reset(&mut self, number: Option<usize>) -> Answer {
        match number {
            None => self.walk.reset(),
            Some(number) => self.walk.begin(number).map_err(|why| format!("{why}; `init` lists them"))?,
        }
        self.here("now")
    }

    /// The initial states to choose from: what differs between them.
    pub fn list_initial(&self) -> Answer {
        let system = &self.model.compiled.system;
        let initial = self.walk.initial_states();
        let vars: Vec<VarId> = initial.differences(system);
        if vars.is_empty() {
            return Ok("there is one initial state\n".to_string());
        }
        let mut out = String::new();
        for (i, state) in initial.states.iter().enumerate() {
            let values: Vec<String> = vars
                .iter()
                .map(|v| format!("{} = {}", system.var(*v).name, show_variable(system, state, *v)))
                .collect();
            out.push_str(&format!("{:>4}  {}\n", i + 1, values.join(", ")));
        }
        if initial.more {
            out.push_str("      … and others; narrow them with `init CONDITION`\n");
        }
        Ok(out)
    }

    /// Narrows the initial states to choose from, and begins in the first.
    pub fn narrow(&mut self, condition: &str) -> Answer {
        self.walk.narrow(condition)?;
        let list = self.list_initial()?;
        Ok(format!("{list}{}", self.here("now")?))
    }

    /// Loads a trace to follow; without a file, the last counterexample that `check` found.
    pub fn load(&mut self, file: Option<&str>) -> Answer {
        let trace = match file {
            Some(file) => {
                let text = files::read(file).map_err(message)?;
                traces::read(&Interpreter::new(&self.model.compiled.system), file, &text)??
            }
            None => self.last_counterexample.clone().ok_or("name a file, or `check` a property first")?,
        };
        let steps = counted(trace.steps.len(), "step");
        self.walk.load(trace)?;
        let state = self.state(None)?;
        Ok(format!("loaded {steps}; `next` takes them one by one\n{state}"))
    }

    /// Takes the next step of the loaded trace.
    pub fn next(&mut self) -> Answer {
        self.walk.follow()?;
        let mark = if self.walk.at_loop_start() { "── loop starts here ──\n" } else { "" };
        Ok(format!("{}{mark}", self.last_steps(1)))
    }

    /// What an agent observes, and what it can take part in.
    pub fn view(&self, name: &str) -> Answer {
        let view = self.walk.view(name)?;
        let own = format!("{name}-");
        let seen: Vec<String> = view
            .observes
            .iter()
            .map(|(variable, value)| {
                format!("{} = {}", variable.strip_prefix(&own).unwrap_or(variable), shown(value))
            })
            .collect();
        let steps = match view.steps.is_empty() {
            true => format!("{name} can take part in no step now\n"),
            false => view
                .steps
                .iter()
                .map(|step| format!("{:>4}  {}\n          by {}\n", step.number, step.text, step.command))
                .collect(),
        };
        Ok(format!("{name} observes {}\n{steps}", seen.join(", ")))
    }

    /// The walk so far.
    pub fn trace(&self) -> Answer {
        let ended = self.walk.moves().enabled.is_empty();
        let budget = Budget::unlimited();
        let _interruptible = Cancellable::new(&budget);
        Ok(narration::run(self.model, &self.walk.history().trace, ended, self.layout, &budget))
    }

    /// Writes the walk so far to a file.
    pub fn save(&self, file: &str) -> Answer {
        trace_files::write(self.model, file.as_ref(), "a walk", &self.walk.history()).map_err(message)?;
        Ok(format!("wrote {file}\n"))
    }

    /// Checks a property and keeps its counterexample.
    pub fn check(&mut self, property: &str) -> Answer {
        let wanted: Vec<String> = if property.is_empty() { vec![] } else { vec![property.to_string()] };
        let properties = self.model.select(&wanted).map_err(|e| e.to_string())?;
        let checker = Checker::new(&self.model.compiled.system, AUTO).map_err(|e| e.to_string())?;
        let budget = Budget::unlimited();
        let _interruptible = Cancellable::new(&budget);
        let reporter = Reporter::new(false, false);
        let (mut out, mut violated) = (String::new(), Vec::new());
        for property in &properties {
            reporter.begin(&property.name);
            let answer = checker.answer(property, &budget, &reporter);
            reporter.clear();
            let text = wording::answer(self.model, &answer, &[], self.layout, Shown::Verdicts, false);
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

/// A failure as a mistake of the command.
fn message(failure: Failure) -> String {
    match failure {
        Failure::Input(message) => message,
        other => format!("{other:?}"),
    }
}

/// A value in the words of the model.
pub fn shown(value: &Value) -> String {
    let scalar = |scalar: &Scalar| match scalar {
        Scalar::Bool(value) => value.to_string(),
        Scalar::Int(value) => value.to_string(),
        Scalar::Name(name) => name.clone(),
    };
    match value {
        Value::Scalar(one) => scalar(one),
        Value::Array(elements) => {
            format!("[{}]", elements.iter().map(scalar).collect::<Vec<_>>().join(", "))
        }
    }
}
