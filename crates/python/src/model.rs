//! Models that were read.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock};

use pyo3::prelude::*;
use pyo3::types::PyDict;
use synod_core::{AgentId, Budget, CoalitionChoice, Listing, System, Taken};
use synod_frontend::GivenOption;
use synod_service::CheckRequest;
use synod_session::policy::{self, Policy};
use synod_session::{OpenedModel, Reader, Reading, blocked, languages};
use synod_simulate::{Interpreter, Nearest, Random, find_nearest};
use synod_syntax::Source;

use crate::action::Action;
use crate::explore::Explorer;
use crate::run::{NumberedRun, Run};
use crate::state::{Move, State};
use crate::work::{failed, refused, rejected, run};

/// A name with the least and the greatest value (None where there is no bound).
type Bounded = (String, Option<i64>, Option<i64>);

/// What an agent sees, and the number of the action that it then takes, or None for waiting.
type Decided = (Vec<i64>, Option<usize>);

/// A model that was read: one system, or systems of any number of agents.
#[pyclass(frozen, module = "synod", skip_from_py_object)]
#[derive(Clone)]
pub struct Opened {
    inner: Arc<Inner>,
}

struct Inner {
    reader: Reader,
    source: Source,
    path: String,
    opened: synod_session::Opened,
    /// The texts of included files by their names.
    files: Files,
    actions: OnceLock<Result<Actions, String>>,
}

type Files = Arc<Mutex<HashMap<String, String>>>;

/// All actions of each agent, and their numbers.
struct Actions {
    all: Vec<Vec<CoalitionChoice>>,
    numbers: Vec<HashMap<CoalitionChoice, usize>>,
}

impl Opened {
    /// The model of one system.
    pub(crate) fn one(&self) -> PyResult<&OpenedModel> {
        match &self.inner.opened {
            synod_session::Opened::System(model) => Ok(model),
            synod_session::Opened::Family(family) => {
                let roles: Vec<String> =
                    family.templates.roles().iter().map(|role| format!("{}=2", role.name)).collect();
                let roles = roles.join(", ");
                Err(refused(format!(
                    "the number of agents of each role is needed, such as `load(…, {roles})`"
                )))
            }
        }
    }

    pub(crate) fn system(&self) -> PyResult<&System> {
        Ok(&self.one()?.compiled.system)
    }

    pub(crate) fn file(&self) -> &str {
        &self.inner.path
    }

    pub(crate) fn is(&self, other: &Opened) -> bool {
        Arc::ptr_eq(&self.inner, &other.inner)
    }

    pub(crate) fn agent(&self, name: &str) -> PyResult<AgentId> {
        self.one()?.find_agent(name).map_err(refused)
    }

    fn state(&self, values: synod_core::State) -> State {
        State { model: self.clone(), values }
    }

    fn known_actions(&self) -> PyResult<&Actions> {
        let system = self.system()?;
        let find = || {
            let all = system.agent_ids().map(|(agent, _)| policy::actions(system, agent));
            let all: Vec<Vec<CoalitionChoice>> = all.collect::<Result<_, String>>()?;
            let numbered = |actions: &Vec<CoalitionChoice>| actions.iter().cloned().zip(0..).collect();
            Ok(Actions { numbers: all.iter().map(numbered).collect(), all })
        };
        self.inner.actions.get_or_init(find).as_ref().map_err(|why| refused(why.as_str()))
    }

    /// The numbers of the actions that a step consists of, by agent.
    pub(crate) fn picks(&self, taken: &Taken) -> PyResult<Vec<(&str, usize)>> {
        let (system, actions) = (self.system()?, self.known_actions()?);
        let picks = system.agent_ids().filter_map(|(id, agent)| {
            let action = policy::action(system, id, taken)?;
            Some((agent.name.as_str(), *actions.numbers[id.0 as usize].get(&action)?))
        });
        Ok(picks.collect())
    }
}

#[pymethods]
impl Opened {
    /// Reads a text. Included files are read from the folder of the model.
    #[new]
    #[pyo3(signature = (path, text, language=None, options=Vec::new(), parameters=Vec::new()))]
    fn new(
        py: Python,
        path: String,
        text: String,
        language: Option<String>,
        options: Vec<(String, Option<String>)>,
        parameters: Vec<String>,
    ) -> PyResult<Self> {
        let options = options.into_iter().map(|(name, value)| GivenOption { name, value }).collect();
        let reading = Reading { language, options, parameters, ..Reading::default() };
        let files: Files = Arc::default();
        let known = files.clone();
        let load = move |name: &str| {
            let text = std::fs::read_to_string(name).map_err(|error| error.to_string())?;
            if let Ok(mut known) = known.lock() {
                known.insert(name.to_string(), text.clone());
            }
            Ok(text)
        };
        let source = Source::new(path.as_str(), text.as_str());
        let (source, opened) = run(py, &Budget::unlimited(), None, |budget, _| {
            let reader = Reader::new(&languages(), &path, &text, &reading)?.with_loader(load);
            let opened = reader.open(source.clone(), budget)?;
            Ok((source, (reader, opened)))
        })?
        .map_err(rejected(&path))?;
        let (reader, opened) = opened;
        let inner = Inner { reader, source, path, opened, files, actions: OnceLock::new() };
        Ok(Opened { inner: Arc::new(inner) })
    }

    /// Whether it is for any number of agents.
    #[getter]
    fn is_family(&self) -> bool {
        matches!(self.inner.opened, synod_session::Opened::Family(_))
    }

    /// The name of its language.
    #[getter]
    fn language(&self) -> &'static str {
        self.inner.reader.frontend().language().name
    }

    /// The properties that its text asks: names and texts.
    fn properties(&self) -> Vec<(String, String)> {
        match &self.inner.opened {
            synod_session::Opened::System(model) => {
                let asked = model.compiled.properties.iter();
                asked.map(|property| (property.name.clone(), property.text.clone())).collect()
            }
            synod_session::Opened::Family(family) => {
                let asked = family.templates.properties().iter();
                asked.map(|property| (property.name.clone(), property.text.clone())).collect()
            }
        }
    }

    /// Warnings and notes about its text, as JSON.
    fn warnings(&self) -> PyResult<String> {
        let found = match &self.inner.opened {
            synod_session::Opened::System(model) => model.warning_documents(),
            synod_session::Opened::Family(family) => {
                let found = family.warnings.iter();
                found.map(|one| synod_documents::Diagnostic::new(&family.source, one)).collect()
            }
        };
        synod_documents::line(&found).map_err(refused)
    }

    /// The texts of the files that it includes, by name.
    #[getter]
    fn files(&self) -> HashMap<String, String> {
        self.inner.files.lock().map(|files| files.clone()).unwrap_or_default()
    }

    /// The names of the agents.
    #[getter]
    fn agents(&self) -> PyResult<Vec<String>> {
        Ok(self.system()?.agents.iter().map(|agent| agent.name.clone()).collect())
    }

    /// For each entry of what an agent observes as numbers: its name, and the least and the greatest value (None where there is no bound).
    fn view_of(&self, agent: &str) -> PyResult<Vec<Bounded>> {
        let system = self.system()?;
        let mut entries = Vec::new();
        for id in &system.agent(self.agent(agent)?).observes {
            let var = system.var(*id);
            let (least, greatest) = var.ty.bounds(&system.enums).unzip();
            match var.len {
                None => entries.push((var.name.clone(), least, greatest)),
                Some(length) => {
                    entries.extend((0..length).map(|at| (format!("{}[{at}]", var.name), least, greatest)));
                }
            }
        }
        Ok(entries)
    }

    /// Some initial states, and whether these are all.
    #[pyo3(signature = (limit=1000))]
    fn initial(&self, py: Python, limit: usize) -> PyResult<(Vec<State>, bool)> {
        let system = self.system()?;
        let found = run(py, &Budget::unlimited(), None, |budget, _| {
            Interpreter::new(system).until(budget).initial(limit)
        })?;
        let all = found.listing == Listing::Complete;
        Ok((found.states.into_iter().map(|values| self.state(values)).collect(), all))
    }

    /// A random initial state; None if there is none.
    fn random_initial(&self, seed: u64) -> PyResult<Option<State>> {
        let found = Interpreter::new(self.system()?).random_initial(&mut Random::new(seed));
        Ok(found.map(|values| self.state(values)))
    }

    /// The steps that can be taken in a state.
    fn moves(&self, state: &Bound<State>) -> PyResult<Vec<Move>> {
        let state = state.get();
        let moves = Interpreter::new(self.system()?).moves(&state.values);
        if moves.unlisted > 0 || moves.cut_short {
            return Err(refused(format!("more than {} steps can be taken here", moves.enabled.len())));
        }
        let step =
            |one: synod_simulate::Move| Move { source: state.clone(), taken: one.taken, target: one.target };
        Ok(moves.enabled.into_iter().map(step).collect())
    }

    /// What agents would do in a state but cannot, and why, as JSON.
    fn blocked(&self, state: &Bound<State>) -> PyResult<String> {
        let (model, values) = (self.one()?, &state.get().values);
        let interpreter = Interpreter::new(&model.compiled.system);
        let found = blocked::blocked(model, &interpreter, values, &interpreter.moves(values));
        synod_documents::line(&found).map_err(refused)
    }

    /// The shortest way from a state to one that satisfies a condition; None if none can be reached.
    fn nearest(&self, py: Python, state: &Bound<State>, condition: String) -> PyResult<Option<Vec<Move>>> {
        let (model, start) = (self.one()?, state.get());
        let condition = model.condition(&condition).map_err(rejected(self.file()))?;
        let found = run(py, &Budget::unlimited(), None, |budget, _| {
            let interpreter = Interpreter::new(&model.compiled.system);
            find_nearest(&interpreter, &start.values, &mut |state| condition.holds(state), budget)
        })?;
        let steps = match found {
            Nearest::Found(steps) => steps,
            Nearest::Nowhere(_) | Nearest::Stopped(..) => return Ok(None),
        };
        let mut source = start.clone();
        let moves = steps.into_iter().map(|one| {
            let next = self.state(one.target.clone());
            let source = std::mem::replace(&mut source, next);
            Move { source, taken: one.taken, target: one.target }
        });
        Ok(Some(moves.collect()))
    }

    /// Whether a state satisfies a condition in the language of the model.
    fn holds(&self, state: &Bound<State>, condition: &str) -> PyResult<bool> {
        let condition = self.one()?.condition(condition).map_err(rejected(self.file()))?;
        Ok(condition.holds(&state.get().values))
    }

    /// Whether all agents have come to their end in a state, so that it is no deadlock that nothing can be done.
    fn has_ended(&self, state: &Bound<State>) -> PyResult<bool> {
        Ok(self.system()?.has_ended(&state.get().values))
    }

    /// All actions of an agent.
    fn actions(&self, agent: &str) -> PyResult<Vec<Action>> {
        let (system, id) = (self.system()?, self.agent(agent)?);
        let action = |(number, action): (usize, &CoalitionChoice)| Action {
            number,
            agent: agent.to_string(),
            text: policy::show_action(system, id, action),
            begins: system.rule(action.rule).is_begun_by(&[id]),
        };
        Ok(self.known_actions()?.all[id.0 as usize].iter().enumerate().map(action).collect())
    }

    /// The reachable states, nearest first.
    #[pyo3(signature = (limit=None))]
    fn explore(&self, limit: Option<usize>) -> PyResult<Explorer> {
        Explorer::new(self, limit)
    }

    /// Random runs: each with its number and whether it ends where no step can be taken.
    #[pyo3(signature = (runs, steps, seed, constraint=String::new(), listener=None))]
    fn simulate(
        &self,
        py: Python,
        runs: u64,
        steps: usize,
        seed: u64,
        constraint: String,
        listener: Option<Bound<PyAny>>,
    ) -> PyResult<(Vec<NumberedRun>, String)> {
        crate::run::simulate(py, self, runs, steps, seed, constraint, listener.as_ref())
    }

    /// A run that is given as a document, or as a path of moves.
    fn run(&self, document: &str) -> PyResult<Run> {
        crate::run::read(self, document)
    }

    /// The run along moves from a state.
    fn path(&self, start: &Bound<State>, moves: Vec<Bound<Move>>) -> Run {
        crate::run::along(self, start.get(), &moves)
    }

    /// Checks properties of the model in which agents follow policies: `request` is that of the method `check`, and a policy
    /// is for each view of an agent the number of an action, or None for waiting.
    #[pyo3(signature = (request, policies, listener=None))]
    fn check_following(
        &self,
        py: Python,
        request: String,
        policies: HashMap<String, Vec<Decided>>,
        listener: Option<Bound<PyAny>>,
    ) -> PyResult<String> {
        let actions = self.known_actions()?;
        let mut tables = Vec::new();
        for (name, decisions) in policies {
            let agent = self.agent(&name)?;
            let known = &actions.all[agent.0 as usize];
            let decided = |(view, number): Decided| match number {
                None => Ok((view, None)),
                Some(number) => match known.get(number) {
                    Some(action) => Ok((view, Some(action.clone()))),
                    None => Err(refused(format!("`{name}` has no action {number}"))),
                },
            };
            let decisions = decisions.into_iter().map(decided).collect::<PyResult<_>>()?;
            tables.push(Policy { agent, decisions });
        }
        let request: CheckRequest =
            serde_json::from_str(&request).map_err(|error| refused(error.to_string()))?;
        let inner = &*self.inner;
        let answer = run(py, &Budget::unlimited(), listener.as_ref(), |budget, tell| {
            let about = |rejection| synod_service::Failure::about(&inner.path, &rejection);
            let opened =
                inner.reader.open_with(inner.source.clone(), &request.formulas, budget).map_err(about)?;
            let model = opened.one_system().map_err(about)?.following(&tables);
            synod_service::check_opened(&request, model, budget, &|event| {
                if let Ok(text) = serde_json::to_string(&event) {
                    tell(text);
                }
            })
        })?;
        let report = answer.map_err(|failure| failed(&failure))?;
        synod_documents::line(&report).map_err(refused)
    }

    /// The pictures of the automata of agents (SVG), one document for all.
    #[pyo3(signature = (agents=Vec::new()))]
    fn automata(&self, agents: Vec<String>) -> PyResult<String> {
        let mut ids: Vec<AgentId> = Vec::new();
        for name in &agents {
            ids.extend(self.one()?.find_agents(name).map_err(refused)?);
        }
        let system = self.system()?;
        if agents.is_empty() {
            ids = system.agent_ids().map(|(id, _)| id).collect();
        }
        crate::run::automata(system, &ids)
    }

    fn __repr__(&self) -> String {
        format!("<Opened {}>", self.inner.path)
    }

    /// The variables: the name, the owner or None, and the type in words, by which a table knows its columns.
    fn variables<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyDict>>> {
        let system = self.system()?;
        let describe = |var: &synod_core::Variable| {
            let dict = PyDict::new(py);
            let (least, greatest) = var.ty.bounds(&system.enums).unzip();
            dict.set_item("name", var.name.as_str())?;
            dict.set_item("agent", var.owner.map(|owner| system.agent(owner).name.as_str()))?;
            dict.set_item("type", system.show_type(var.ty))?;
            dict.set_item("length", var.len)?;
            dict.set_item("least", least)?;
            dict.set_item("greatest", greatest)?;
            Ok(dict)
        };
        system.vars.iter().map(describe).collect()
    }
}
