//! Runs as they are looked at: one view for counterexamples, witnesses, simulations and walks.

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use synod_documents::{Chart, Trace, Value};

use crate::{Model, NamedText, WalkPath};

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
    /// The parts of the property, the whole first, each before its own parts; empty if none was asked for.
    pub formula: Vec<FormulaRow>,
    /// The links between agents and what they share, for the arena; empty if the language has none.
    pub links: Vec<Vec<AgentLink>>,
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

/// Whether something holds at a position, as far as the run tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum RunTruth {
    /// It holds.
    True,
    /// It does not.
    False,
    /// The run does not tell.
    Unknown,
}

/// A part of a formula along a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FormulaRow {
    /// The part.
    pub text: String,
    /// How deep it stands in the formula; the whole is 0.
    pub depth: usize,
    /// The position of the part of which it is a direct part; null for the whole.
    pub parent: Option<usize>,
    /// Its truth at each position.
    pub truth: Vec<RunTruth>,
    /// States that look the same to an agent, and where what it should know is false.
    pub look_alikes: Vec<LookAlike>,
}

/// A reachable state that looks the same to an agent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LookAlike {
    /// The position of the run that it looks like.
    pub at: usize,
    /// To whom.
    pub agents: Vec<String>,
    /// What it shows, as a sentence.
    pub text: String,
    /// The values that are different there.
    pub differences: synod_documents::State,
    /// The position of the companion of the run that leads to it; null if it has none.
    pub companion: Option<usize>,
}

/// A link between two agents in a state.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AgentLink {
    /// From this agent.
    pub from: String,
    /// To that one.
    pub to: String,
    /// By what, such as the name of a stigmergy.
    pub by: String,
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
