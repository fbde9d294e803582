//! Runs: counterexamples, witnesses, simulations and walks.

use pyo3::prelude::*;
use synod_core::{AgentId, Budget, Counterexample, Step, System, Trace};
use synod_printers::chart::svg;
use synod_printers::trace_json;
use synod_service::{JobEvent, JobProgress};
use synod_session::pictures::{self, Labels, PictureFormat};
use synod_session::simulation::{Ending, Simulation, SimulationRequest};
use synod_session::traces::{self, TraceFormat};
use synod_session::{TraceView, charts, narration};
use synod_simulate::{Interpreter, StepText, replay};

use crate::model::Opened;
use crate::state::{Move, State};
use crate::table::{Column, Table};
use crate::work::{refused, rejected, run};

/// A run of a model: states, and the steps between them. The last step of a lasso leads back to the state at `loop_start`.
#[pyclass(frozen, module = "synod", skip_from_py_object)]
#[derive(Clone)]
pub struct Run {
    model: Opened,
    trace: Trace,
}

/// A run that is given as a document; it must be one of the model.
pub(crate) fn read(model: &Opened, document: &str) -> PyResult<Run> {
    let opened = model.one()?;
    let trace = traces::read(opened, "the run", document).and_then(|found| found).map_err(refused)?;
    let system = &opened.compiled.system;
    replay(&Interpreter::new(system), &trace)
        .map_err(|error| refused(format!("not a run of this model: {}", error.describe(system))))?;
    Ok(Run { model: model.clone(), trace })
}

/// The run along moves.
pub(crate) fn along(model: &Opened, start: &State, moves: &[Bound<Move>]) -> Run {
    let mut trace = Trace { states: vec![start.values.clone()], steps: Vec::new(), loop_start: None };
    for one in moves {
        trace.steps.push(Step::Take(one.get().taken.clone()));
        trace.states.push(one.get().target.clone());
    }
    Run { model: model.clone(), trace }
}

/// A run with its number, and whether it ends in a dead end.
pub(crate) type NumberedRun = (u64, bool, Run);

/// Random runs, each with its number and whether it ends in a dead end, and figures about all of them as JSON.
pub(crate) fn simulate(
    py: Python,
    model: &Opened,
    runs: u64,
    steps: usize,
    seed: u64,
    constraint: String,
    listener: Option<&Bound<PyAny>>,
) -> PyResult<(Vec<NumberedRun>, String)> {
    let opened = model.one()?;
    let request = SimulationRequest { seed, first_run: 1, steps, constraint, int_bound: None };
    let simulation = Simulation::new(opened, request).map_err(refused)?;
    let path = model.file();
    let found = run(py, &Budget::unlimited(), listener, |budget, tell| {
        let (mut found, mut figures) = (Vec::new(), simulation.figures());
        for position in 0..runs {
            let one = simulation.run(position, budget)?;
            let is_stopped = matches!(one.ending, Ending::Stopped(_));
            figures.add(&one, budget);
            found.push((one.number, one.dead_end, one.run.trace));
            if is_stopped {
                break;
            }
            let mut done = JobProgress::default();
            (done.done.runs, done.done.most_runs) = (Some(position + 1), Some(runs));
            if let Ok(text) = serde_json::to_string(&JobEvent::Progress(done)) {
                tell(text);
            }
        }
        let report = simulation.report(path, &[], &figures, &TraceView::default());
        Ok::<_, String>((found, synod_documents::line(&report)?))
    })?;
    let (found, report) = found.map_err(refused)?;
    let with = |(number, dead_end, trace)| (number, dead_end, Run { model: model.clone(), trace });
    Ok((found.into_iter().map(with).collect(), report))
}

/// The automata of agents, as SVG.
pub(crate) fn automata(system: &System, agents: &[AgentId]) -> PyResult<String> {
    Ok(pictures::automata(system, agents, Labels::default(), PictureFormat::Svg))
}

#[pymethods]
impl Run {
    /// The states.
    #[getter]
    fn states(&self) -> Vec<State> {
        let state = |values: &synod_core::State| State { model: self.model.clone(), values: values.clone() };
        self.trace.states.iter().map(state).collect()
    }

    /// What happens in each step, in one sentence.
    #[getter]
    fn steps(&self) -> PyResult<Vec<String>> {
        let system = self.model.system()?;
        let text = |(state, step)| trace_json::step(system, state, step).text().to_string();
        Ok(self.trace.states.iter().zip(&self.trace.steps).map(text).collect())
    }

    /// The position of the state to which the last step of a lasso leads back; None for a finite run.
    #[getter]
    fn loop_start(&self) -> Option<usize> {
        self.trace.loop_start
    }

    fn __len__(&self) -> usize {
        self.trace.steps.len()
    }

    /// The run as a document, in JSON.
    fn json(&self) -> PyResult<String> {
        let document = narration::run_document(self.model.one()?, &self.trace, &TraceView::default());
        synod_documents::line(&document).map_err(refused)
    }

    /// The run as a sequence chart (SVG), narrowed to agents and with watched expressions.
    #[pyo3(signature = (title="", watch=Vec::new(), agents=Vec::new()))]
    fn chart(&self, title: &str, watch: Vec<String>, agents: Vec<String>) -> PyResult<String> {
        let model = self.model.one()?;
        let view = TraceView::new(model, &watch, &agents).map_err(rejected(self.model.file()))?;
        let run = Counterexample::of(self.trace.clone());
        let chart = charts::chart(&model.compiled.system, model.narrator(), title, &run, &view);
        Ok(synod_syntax::visible(&svg::document(&chart)))
    }

    /// The run as a file of a form, such as `itf`, `csv`, `mermaid` or `plantuml`.
    #[pyo3(signature = (form, title="run", watch=Vec::new()))]
    fn export(&self, form: &str, title: &str, watch: Vec<String>) -> PyResult<String> {
        let model = self.model.one()?;
        let format = TraceFormat::named(form).ok_or_else(|| {
            let names = TraceFormat::forms().map(|form| form.name);
            refused(synod_syntax::no_such("form of runs", form, names))
        })?;
        let view = TraceView::new(model, &watch, &[]).map_err(rejected(self.model.file()))?;
        traces::write(model, format, title, &Counterexample::of(self.trace.clone()), &view).map_err(refused)
    }

    /// Runs of one model below each other: a row for each position, with the number of the run, who did what, and all values.
    #[staticmethod]
    fn table(runs: Vec<(u64, Bound<Run>)>) -> PyResult<Table> {
        let Some((_, first)) = runs.first() else { return Table::new(Vec::new()) };
        let system = first.get().model.system()?;
        let (mut numbers, mut positions) = (Vec::new(), Vec::new());
        let (mut agents, mut commands) = (Vec::<Option<String>>::new(), Vec::<Option<String>>::new());
        let (mut texts, mut states) = (Vec::new(), Vec::new());
        for (number, run) in &runs {
            let run = run.get();
            if !run.model.is(&first.get().model) {
                return Err(refused("the runs are of different models"));
            }
            let trace = &run.trace;
            for position in 0..=trace.steps.len() {
                numbers.push(*number as i64);
                let before = position.checked_sub(1);
                let told = before.and_then(|at| StepText::new(system, &trace.states[at], &trace.steps[at]));
                let text = before.map(|at| trace_json::step(system, &trace.states[at], &trace.steps[at]));
                texts.push(text.map(|step| step.text().to_string()));
                let (agent, command) = told.map_or((None, None), |told| (told.actor, Some(told.rule)));
                agents.push(agent);
                commands.push(command);
                // The last step of a lasso leads back.
                let state = before.map_or(&trace.states[0], |at| trace.target(at));
                states.push(state.clone());
                positions.push(position as i64);
            }
        }
        let mut columns = vec![
            ("run".to_string(), Column::Ints(numbers)),
            ("position".to_string(), Column::Ints(positions)),
            ("agent".to_string(), Column::of_repeated(agents.iter().map(Option::as_deref))),
            ("command".to_string(), Column::of_repeated(commands.iter().map(Option::as_deref))),
            ("step".to_string(), Column::Texts(texts)),
        ];
        columns.extend(Column::of_variables(system, &states));
        Table::new(columns)
    }

    fn __repr__(&self) -> String {
        format!("<Run of {}>", synod_core::counted(self.trace.steps.len(), "step"))
    }
}
