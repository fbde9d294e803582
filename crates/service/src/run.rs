//! Runs as they are looked at: one view for counterexamples, witnesses, simulations and walks.

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use synod_core::{Budget, Counterexample, Property, System, VarId};
use synod_documents::{Chart, Step, Trace, Value};
use synod_printers::chart::svg;
use synod_session::expression::Expression;
use synod_session::traces::{self, TraceFormat};
use synod_session::{OpenedModel, TraceView, charts, counted, narration};
use synod_simulate::{Interpreter, replay, short_name};

use crate::analysis::is_numeric;
use crate::automata::ControlMap;
use crate::failure::about;
use crate::{Failure, FormulaRow, Listener, Model, NamedText, ShownFile, WalkPath, formula, walk};

/// Where a run comes from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum RunSource {
    /// A run that an answer had in it, with all that explains it.
    Trace(Box<Trace>),
    /// A file with a run: one that was exported, or in the Informal Trace Format.
    File(NamedText),
    /// A walk.
    Walk(WalkPath),
}

/// Asks for a view of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RunRequest {
    /// The text.
    pub model: Model,
    /// The run.
    pub run: RunSource,
    /// The name of the property whose parts are judged along the run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub property: Option<String>,
    /// A formula that is not in the text and whose parts are judged along the run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub formula: Option<String>,
    /// Expressions to watch.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub watch: Vec<String>,
    /// Only these agents, or agents of these types, in the chart; all if there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub agents: Vec<String>,
    /// What the run shows, for the title of the chart.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
}

/// A run, ready to be looked at. Position 0 is the start; step `i` leads from position `i` to `i + 1`, or, the last of a
/// lasso, back to `loop_start`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RunView {
    /// The run with its states, its steps and what explains it.
    pub trace: Trace,
    /// The steps, in order.
    pub steps: Vec<RunStep>,
    /// The position to which the last step of a lasso leads back; null for a finite run.
    pub loop_start: Option<usize>,
    /// How the run ends, as a sentence.
    pub ending: String,
    /// The run as a sequence chart, a document of its own. The group of step `n` (from 1) has the id `step-n`.
    pub chart_svg: String,
    /// The same as data.
    pub chart: Chart,
    /// For each position: the key of the state in which each agent is, by the id of its automaton, and then by its name.
    pub control: Vec<ControlStates>,
    /// Watched expressions.
    pub watches: Vec<WatchRow>,
    /// The variables that hold numbers, for axes and plots.
    pub numeric: Vec<NumericRow>,
    /// Who hears whom, where the language says so by conditions on states: by what links them.
    pub links: Vec<LinkRow>,
    /// The parts of the property, the whole first, each before its own parts; empty if none was asked for.
    pub formula: Vec<FormulaRow>,
}

/// In which state of its automaton each agent is: by the id of the automaton, and then by the name of the agent.
pub type ControlStates = IndexMap<String, IndexMap<String, String>>;

/// A step of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RunStep {
    /// Its number, from 1.
    pub number: usize,
    /// What happens, in one sentence.
    pub text: String,
    /// The agents that take part, the one that begins first.
    pub agents: Vec<String>,
    /// The values that are different afterwards.
    pub changes: Vec<RunChange>,
    /// The ids of the arrows that are taken in pictures of automata.
    pub arrows: Vec<String>,
}

/// A value that is different after a step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RunChange {
    /// The full name of the variable.
    pub variable: String,
    /// Whose it is; null if it is shared.
    pub agent: Option<String>,
    /// Its name without that of its owner.
    pub short: String,
    /// Its value before.
    pub before: Value,
    /// Its value afterwards.
    pub after: Value,
    /// Whether it is the place of an agent in its program.
    pub is_control: bool,
}

/// A watched expression along a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct WatchRow {
    /// The expression.
    pub text: String,
    /// Why it cannot be watched; null if it can.
    pub problem: Option<String>,
    /// Its value at each position; null where it has none.
    pub values: Vec<Option<Value>>,
}

/// A number along a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct NumericRow {
    /// The full name of the variable, with the index of an element of an array.
    pub variable: String,
    /// Whose it is; null if it is shared.
    pub agent: Option<String>,
    /// Its name without that of its owner.
    pub short: String,
    /// The least value that its type allows; null if there is none.
    pub least: Option<i64>,
    /// The greatest value that its type allows; null if there is none.
    pub greatest: Option<i64>,
    /// Its value at each position.
    pub values: Vec<i64>,
}

/// Who hears whom along a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LinkRow {
    /// What links them, such as the name of a stigmergy.
    pub name: String,
    /// The agents.
    pub agents: Vec<String>,
    /// For each position: who speaks and who hears, by their places among the agents.
    pub pairs: Vec<Vec<(usize, usize)>>,
}

/// Asks for a run as a file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ExportRequest {
    /// The text.
    pub model: Model,
    /// The run.
    pub run: RunSource,
    /// The form: one of `run_forms` of the catalogue.
    pub form: String,
    /// Expressions to watch.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub watch: Vec<String>,
    /// What the run shows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
}

/// A run with what explains it.
pub(crate) struct OpenedRun {
    pub(crate) run: synod_core::Trace,
    /// As it was given, with runs and strategies that explain it.
    given: Option<Box<Trace>>,
}

impl RunSource {
    /// The run, which must be one of the model.
    pub(crate) fn open(&self, model: &OpenedModel, budget: &Budget) -> Result<OpenedRun, Failure> {
        let (name, text, given) = match self {
            RunSource::Walk(path) => {
                let run = walk::walked(model, path, budget)?.history();
                return Ok(OpenedRun { run, given: None });
            }
            RunSource::Trace(trace) => ("the run", synod_documents::line(trace)?, Some(trace.clone())),
            RunSource::File(file) => (file.path.as_str(), file.text.clone(), None),
        };
        let not_a_run = |why: String| format!("not a run of this model: {why}");
        let run = traces::read(model, name, &text)?.map_err(not_a_run)?;
        let system = &model.compiled.system;
        let interpreter = Interpreter::new(system).until(budget);
        replay(&interpreter, &run).map_err(|error| not_a_run(error.describe(system)))?;
        Ok(OpenedRun { run, given })
    }
}

pub(crate) fn run(request: RunRequest, budget: &Budget, _: Listener) -> Result<RunView, Failure> {
    let path = &request.model.path;
    let opened = request.model.system(budget)?;
    let opened = match &request.formula {
        Some(formula) => opened.with_formula(formula).map_err(about(path))?,
        None => opened,
    };
    let run = request.run.open(&opened, budget)?;
    let property = match (&request.formula, &request.property) {
        (Some(_), _) => opened.compiled.properties.last().cloned(),
        (None, Some(name)) => Some(opened.one_property(Some(name))?),
        (None, None) => None,
    };
    let shown = TraceView::new(&opened, &[], &request.agents).map_err(about(path))?;
    let wanted = Wanted { property, title: request.title.clone(), shown, watch: &request.watch };
    Ok(view(&opened, run, wanted, budget))
}

/// What is wanted of a run.
#[derive(Default)]
pub(crate) struct Wanted<'a> {
    pub(crate) property: Option<Property>,
    pub(crate) title: Option<String>,
    pub(crate) shown: TraceView,
    pub(crate) watch: &'a [String],
}

/// A run of a model, ready to be looked at.
pub(crate) fn view(opened: &OpenedModel, run: OpenedRun, wanted: Wanted, budget: &Budget) -> RunView {
    let system = &opened.compiled.system;
    let OpenedRun { run, given } = run;
    let Wanted { property, title, shown, watch: watched } = wanted;
    let mut trace = narration::run_document(opened, &run, &TraceView::default());
    if let Some(given) = given {
        (trace.companions, trace.strategies) = (given.companions, given.strategies);
    }
    let title = title.or_else(|| property.as_ref().map(|property| property.name.clone()));
    let counterexample = Counterexample::of(run.clone());
    let chart =
        charts::chart(system, opened.narrator(), title.as_deref().unwrap_or(""), &counterexample, &shown);
    let control = ControlMap::new(system);
    let watches = watched.iter().map(|text| watch(opened, text, &run));
    RunView {
        steps: steps(system, &run, &trace, &control),
        loop_start: run.loop_start,
        ending: ending(&run, &trace),
        chart_svg: synod_syntax::visible(&svg::document(&chart)),
        chart,
        control: run.states.iter().map(|state| control.states(state)).collect(),
        watches: watches.collect(),
        numeric: numeric(system, &run),
        links: links(opened, &run),
        formula: property
            .map_or_else(Vec::new, |property| formula::rows(opened, &property, &run, &trace, budget)),
        trace,
    }
}

/// More links nobody can see apart.
const MOST_LINKS: usize = 100_000;

fn links(opened: &OpenedModel, run: &synod_core::Trace) -> Vec<LinkRow> {
    let system = &opened.compiled.system;
    let Some(narrator) = opened.narrator() else { return Vec::new() };
    let mut rows: Vec<LinkRow> = Vec::new();
    let mut found = 0;
    for (at, state) in run.states.iter().enumerate() {
        for links in narrator.links(system, state) {
            found += links.pairs.len();
            if found > MOST_LINKS {
                return Vec::new();
            }
            let pairs = links.pairs.iter().map(|(from, to)| (from.0 as usize, to.0 as usize)).collect();
            match rows.iter_mut().find(|row| row.name == links.name) {
                Some(row) => row.pairs.push(pairs),
                None => {
                    debug_assert_eq!(at, 0, "what links agents is the same in all states");
                    let agents = system.agents.iter().map(|agent| agent.name.clone()).collect();
                    rows.push(LinkRow { name: links.name, agents, pairs: vec![pairs] });
                }
            }
        }
    }
    rows
}

fn steps(system: &System, run: &synod_core::Trace, trace: &Trace, control: &ControlMap) -> Vec<RunStep> {
    let step = |at: usize| {
        let (from, to) = (&run.states[at], run.target(at));
        let changed = system.var_ids().filter(|(var, _)| from[system.slots(*var)] != to[system.slots(*var)]);
        let (before, after) = (at, run.loop_start.filter(|_| at + 1 == run.states.len()).unwrap_or(at + 1));
        let change = |var: VarId| {
            let variable = system.var(var);
            let value = |position: usize| trace.states[position].get(&variable.name).cloned();
            Some(RunChange {
                agent: variable.owner.map(|owner| system.agent(owner).name.clone()),
                short: short_name(system, var).to_string(),
                before: value(before)?,
                after: value(after)?,
                is_control: is_control(system, var),
                variable: variable.name.clone(),
            })
        };
        RunStep {
            number: at + 1,
            text: trace.steps[at].text().to_string(),
            agents: agents(&trace.steps[at]),
            changes: changed.filter_map(|(var, _)| change(var)).collect(),
            arrows: control.arrows(from, &run.steps[at], to),
        }
    };
    (0..run.steps.len()).map(step).collect()
}

fn is_control(system: &System, var: VarId) -> bool {
    let owner = system.var(var).owner.and_then(|owner| system.agent(owner).automaton.as_ref());
    owner.is_some_and(|automaton| automaton.threads.iter().any(|thread| thread.state == Some(var)))
}

/// Who takes part in a step, the one that begins it first.
pub(crate) fn agents(step: &Step) -> Vec<String> {
    let Step::Taken { actor, partner, participants, data, .. } = step else { return Vec::new() };
    let all = actor
        .iter()
        .chain(partner)
        .chain(participants.iter().map(|participant| &participant.agent))
        .chain(data.iter().map(|datum| &datum.from));
    let mut found: Vec<String> = Vec::new();
    for name in all.filter(|name| !name.is_empty()) {
        if !found.contains(name) {
            found.push(name.clone());
        }
    }
    found
}

/// How a run ends, as a sentence.
fn ending(run: &synod_core::Trace, trace: &Trace) -> String {
    let steps = counted(run.steps.len(), "step");
    match run.loop_start {
        Some(_) if run.steps.last() == Some(&synod_core::Step::Stutter) => {
            let taken = counted(run.steps.len() - 1, "step");
            format!("{taken}, then no step can be taken and the state repeats")
        }
        Some(start) => {
            format!("a lasso: {}, then a loop of {}", counted(start, "step"), run.steps.len() - start)
        }
        None if trace.dead_end.is_some() => format!("{steps}; then no step can be taken"),
        None => steps,
    }
}

fn watch(model: &OpenedModel, text: &str, run: &synod_core::Trace) -> WatchRow {
    let text = text.to_string();
    match Expression::read(model, &text) {
        Ok(expression) => WatchRow {
            values: run.states.iter().map(|state| expression.value(state)).collect(),
            problem: None,
            text,
        },
        Err(rejection) => WatchRow { text, problem: Some(rejection.message), values: Vec::new() },
    }
}

/// More rows nobody looks at.
const MOST_NUMERIC: usize = 2_000;

fn numeric(system: &System, run: &synod_core::Trace) -> Vec<NumericRow> {
    let mut rows = Vec::new();
    for (id, var) in system.var_ids().filter(|(id, var)| is_numeric(var.ty) && !is_control(system, *id)) {
        let bounds = var.ty.bounds(&system.enums);
        for (at, slot) in system.slots(id).enumerate() {
            let index = if var.len.is_some() { format!("[{at}]") } else { String::new() };
            rows.push(NumericRow {
                variable: format!("{}{index}", var.name),
                agent: var.owner.map(|owner| system.agent(owner).name.clone()),
                short: format!("{}{index}", short_name(system, id)),
                least: bounds.map(|(least, _)| least),
                greatest: bounds.map(|(_, greatest)| greatest),
                values: run.states.iter().map(|state| state[slot]).collect(),
            });
        }
        if rows.len() > MOST_NUMERIC {
            rows.truncate(MOST_NUMERIC);
            break;
        }
    }
    rows
}

pub(crate) fn export(request: ExportRequest, budget: &Budget, _: Listener) -> Result<ShownFile, Failure> {
    let path = &request.model.path;
    let opened = request.model.system(budget)?;
    let names = || TraceFormat::forms().map(|form| form.name);
    let format = TraceFormat::named(&request.form)
        .ok_or_else(|| synod_syntax::no_such("form of runs", &request.form, names()))?;
    let OpenedRun { run, .. } = request.run.open(&opened, budget)?;
    let view = TraceView::new(&opened, &request.watch, &[]).map_err(about(path))?;
    let title = request.title.as_deref().unwrap_or("run");
    let text = traces::write(&opened, format, title, &Counterexample::of(run), &view)?;
    Ok(ShownFile::new(path, format.ending(), text))
}
