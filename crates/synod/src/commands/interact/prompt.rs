//! A prompt over a walk: each command of the user answers with text.

use synod_core::{Budget, Counterexample, Trace, uninterrupted};
use synod_documents::only_fair;
use synod_session::check::Event;
use synod_session::fairness::FairnessRequest;
use synod_session::narration::{self, Telling};
use synod_session::simulation::Ending;
use synod_session::walk::{FindResult, Walk};
use synod_session::wording::Layout;
use synod_session::{OpenedModel, Rejection, TraceView, counted, traces};

use crate::failure::Failure;
use crate::files;
use crate::files::Outputs;
use crate::progress::Reporter;
use crate::traces::TraceOutput;

/// A walk with what a prompt keeps beside it. Commands answer with text, or with a mistake to show the user.
pub struct Prompt<'a> {
    model: &'a OpenedModel,
    layout: Layout,
    /// What `check` assumes of runs.
    fairness: FairnessRequest,
    view: TraceView,
    walk: Walk<'a>,
    last_counterexample: Option<Trace>,
    /// The files that were read, which are not written over.
    inputs: Vec<String>,
}

/// Text for the user, or what was wrong with the command.
pub type Answer = Result<String, String>;

impl<'a> Prompt<'a> {
    /// A prompt at the first initial state that satisfies a condition.
    pub fn new(
        model: &'a OpenedModel,
        condition: &str,
        fairness: FairnessRequest,
        view: TraceView,
        layout: Layout,
    ) -> Result<Self, String> {
        let walk = Walk::new(model, condition)?;
        let inputs = vec![model.source.name().to_string()];
        Ok(Prompt { model, layout, fairness, view, walk, last_counterexample: None, inputs })
    }

    /// What is said at the start.
    pub fn welcome(&self) -> String {
        let agents: Vec<&str> = self.model.compiled.system.agents.iter().map(|a| a.name.as_str()).collect();
        let initial = self.walk.initial_states();
        let choice = match (initial.states.len(), initial.more) {
            (1, false) => "1 initial state".to_string(),
            (n, false) => format!("{n} initial states, choose with `init`"),
            (n, true) => format!("more than {}, choose with `init`", counted(n, "initial state")),
        };
        let fair = only_fair(&self.model.assumed()).map(|text| format!("for `check`, {text}\n"));
        let fair = fair.unwrap_or_default();
        format!("agents {}; {choice}; `help` lists the commands\n{fair}", agents.join(", "))
    }

    /// What stands before the cursor.
    pub fn prompt(&self) -> String {
        format!("{}> ", self.walk.depth())
    }

    /// The current state, of all agents or of one.
    pub fn state(&self, agent: Option<&str>) -> Answer {
        self.walk.state_text(agent, self.layout)
    }

    /// What can be done, with numbers.
    pub fn steps(&self) -> Answer {
        Ok(self.walk.steps_text(self.layout))
    }

    /// What is blocked, and why: all of it in short, or what is named by a number, a rule or an agent in full.
    pub fn why(&self, wanted: Option<&str>) -> Answer {
        self.walk.blocked_text(wanted)
    }

    /// Takes a step and shows what it changed.
    pub fn take(&mut self, number: usize) -> Answer {
        self.walk.take(number).map_err(|error| error.to_string())?;
        Ok(self.last_steps(1))
    }

    /// Takes steps at random.
    pub fn random(&mut self, count: usize, seed: u64, budget: &Budget) -> Answer {
        let before = self.walk.depth();
        let ending = self.walk.random(count, seed, budget);
        // What was done is told, even if no more can be.
        let mut out = uninterrupted(|| self.last_steps(self.walk.depth() - before));
        match ending {
            Ending::Done => {}
            Ending::Stuck => out.push_str(&self.walk.no_step()),
            Ending::Stopped(stop) => out.push_str(&format!("{}\n", stop.reason())),
        }
        Ok(out)
    }

    fn last_steps(&self, count: usize) -> String {
        self.walk.last_steps_text(count, self.layout)
    }

    /// Undoes steps.
    pub fn back(&mut self, count: usize) -> Answer {
        self.walk.back(count).map_err(|error| error.to_string())?;
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
        Ok(self.walk.initial_states_text())
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
                self.inputs.push(file.to_string());
                traces::read(self.model, file, &text)??
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
        self.walk.follow().map_err(|error| error.to_string())?;
        let mark = if self.walk.at_loop_start() { "── loop starts here ──\n" } else { "" };
        Ok(format!("{}{mark}", self.last_steps(1)))
    }

    /// What an agent observes, and what it can take part in.
    pub fn view(&self, name: Option<&str>) -> Answer {
        let known = || format!("`view` needs an agent: one of {}", self.model.agent_names().join(", "));
        self.walk.view_text(name.ok_or_else(known)?)
    }

    /// The walk so far.
    pub fn trace(&self, budget: &Budget) -> Answer {
        let telling = Telling { view: &self.view, known: None, layout: self.layout };
        Ok(narration::finished_run(self.model, &self.walk.history(), telling, budget))
    }

    /// Writes the walk so far to a file.
    pub fn save(&self, file: &str) -> Answer {
        let mut outputs = Outputs::new(self.inputs.iter().map(String::as_str), true);
        let planned = TraceOutput::plan(&mut outputs, Some(file.as_ref()));
        if let Some(traces) = planned.map_err(|rejection| rejection.message)? {
            let walk = Counterexample::of(self.walk.history());
            let part = traces.part(self.model, "a walk", &walk, &self.view);
            outputs.write(&traces.output, vec![part]);
        }
        outputs.done(0).map_err(message)?;
        Ok(format!("wrote {file}\n"))
    }

    /// The value of an expression here.
    pub fn eval(&self, expression: &str) -> Answer {
        let value = self.walk.eval(expression).map_err(|rejection| self.told(&rejection))?;
        Ok(format!("{value}\n"))
    }

    /// Walks to the nearest state that satisfies a condition.
    pub fn find(&mut self, condition: &str, budget: &Budget) -> Answer {
        let found = self.walk.find(condition, budget).map_err(|rejection| self.told(&rejection))?;
        let steps = match found {
            FindResult::After(steps) => self.last_steps(steps),
            FindResult::Nowhere { .. } | FindResult::Stopped { .. } => String::new(),
        };
        Ok(format!("{steps}{found}\n"))
    }

    /// What is wrong with a question, for people.
    fn told(&self, rejection: &Rejection) -> String {
        rejection.rendered(self.layout.style)
    }

    /// Checks a property, by its name or as a formula, and keeps its counterexample.
    pub fn check(&mut self, property: &str, budget: &Budget, reporter: &Reporter) -> Answer {
        let mut tell = |event: &Event| {
            reporter.clear();
            if let Event::Begins(property) = event {
                reporter.begin(&property.name);
            }
        };
        let (fairness, view) = (&self.fairness, &self.view);
        let checked =
            self.model.check_asked(property, fairness, view, self.layout, budget, reporter, &mut tell)?;
        let mut out = checked.text;
        match checked.violated.as_slice() {
            [] => {}
            [_] if checked.count == 1 => out.push_str("    `load` follows this counterexample\n"),
            [.., (last, _)] => {
                out.push_str(&format!("    `load` follows the counterexample of {last}\n"));
            }
        }
        if let Some((_, trace)) = checked.violated.into_iter().next_back() {
            self.last_counterexample = Some(trace);
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
