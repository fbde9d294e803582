//! A run of a model with what explains it: what `--trace-out` writes, and what stands in reports.

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::blocked::BlockedStep;

/// The name of the format.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum TraceFormat {
    /// This one.
    #[default]
    #[serde(rename = "synod-trace")]
    SynodTrace,
}

/// A run of a model. Step `i` leads from state `i` to state `i + 1`. Without a loop there is one step less than states; with a
/// loop there are as many, and the last leads back to the state at `loop_start`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Trace {
    /// What this document is.
    pub format: TraceFormat,
    /// The version of the format.
    #[schemars(extend("const" = 1))]
    pub version: u32,
    /// The name of the model.
    pub model: String,
    /// The states; at least one.
    #[schemars(length(min = 1))]
    pub states: Vec<State>,
    /// The steps between them.
    pub steps: Vec<Step>,
    /// The position of the state to which the last step leads back; null for a finite run.
    pub loop_start: Option<usize>,
    /// Further runs that explain a position of this one: what an agent considers possible, how a branch goes on.
    #[serde(default)]
    pub companions: Vec<Companion>,
    /// What coalitions, or their opponents, do from a position of this run on.
    #[serde(default)]
    pub strategies: Vec<Strategy>,
    /// What happens in the words of the language, for languages that have their own (LAbS). Absent for others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub events: Option<Vec<Event>>,
    /// Where no step can be taken in the last state: what agents would do there but cannot, and why. Absent where one can
    /// be, and where all agents have come to their end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dead_end: Option<Vec<BlockedStep>>,
}

impl Trace {
    /// The version of the format that is written.
    pub const VERSION: u32 = 1;
}

/// A position of a run, as a line of a file that ends in `.ndjson`: small records for streams and data frames.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct TraceRecord {
    /// The number of the run, where there are several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub run: Option<u64>,
    /// The number of the state; the last step of a lasso leads to the one where the loop begins.
    pub state: usize,
    /// Who begins the step that leads there; null for the initial state, and where all act at once.
    #[serde(default)]
    pub agent: Option<String>,
    /// The command by which it does so; null for the initial state.
    #[serde(default)]
    pub command: Option<String>,
    /// What happens on the way there, in one sentence; null for the initial state.
    pub step: Option<String>,
    /// The values that are new: all of them in the initial state.
    pub values: State,
}

/// The value of each variable, by its full name, in the order of the model.
pub type State = IndexMap<String, Value>;

/// A truth value, an integer, or the name of a value of an enumeration.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Scalar {
    /// A truth value.
    Bool(bool),
    /// An integer.
    Int(i64),
    /// The name of a value of an enumeration.
    Name(String),
}

/// The value of a variable.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Value {
    /// A scalar.
    Scalar(Scalar),
    /// The elements of an array.
    Array(Vec<Scalar>),
}

/// A step of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Step {
    /// A rule was applied.
    #[serde(rename = "step")]
    Taken {
        /// What happens, in one sentence.
        text: String,
        /// The rule that was applied (see `synod show --format json`).
        rule: String,
        /// The values picked by the step, in the order of the rule.
        choices: Vec<Scalar>,
        /// The position of the alternative taken by each part of the rule.
        alternatives: Vec<u32>,
        /// How the participants meet.
        mode: Mode,
        /// Who began it: the sender, the getter.
        actor: Option<String>,
        /// The supplier of an exchange between two.
        partner: Option<String>,
        /// The channel of a message.
        channel: Option<String>,
        /// Whether a message is for everybody.
        broadcast: bool,
        /// The data exchanged.
        data: Vec<Datum>,
        /// Everybody who does something in the step.
        participants: Vec<Participant>,
    },
    /// No step can be taken, and the state repeats.
    Stutter {
        /// The same in words.
        text: String,
    },
}

impl Step {
    /// What happens, in one sentence.
    pub fn text(&self) -> &str {
        match self {
            Step::Taken { text, .. } | Step::Stutter { text } => text,
        }
    }
}

/// How the participants of a step meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Mode {
    /// A message on a channel, to whoever listens.
    Message,
    /// An exchange between two.
    PointToPoint,
    /// One agent alone.
    Local,
    /// All agents at once.
    Joint,
}

impl From<synod_core::Mode> for Mode {
    fn from(mode: synod_core::Mode) -> Self {
        match mode {
            synod_core::Mode::Message => Mode::Message,
            synod_core::Mode::PointToPoint => Mode::PointToPoint,
            synod_core::Mode::Local => Mode::Local,
            synod_core::Mode::Joint => Mode::Joint,
        }
    }
}

/// A named value that an agent contributes to a step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Datum {
    /// Its name in the model.
    pub name: String,
    /// Its value in the words of the model.
    pub value: String,
    /// Who gives it.
    pub from: String,
}

/// Who takes part in a step, and how.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Participant {
    /// The agent; empty for a part that is no agent's.
    pub agent: String,
    /// The part it plays.
    pub role: ParticipantRole,
    /// The label of its command.
    pub label: Option<String>,
    /// Its whole command.
    pub command: String,
}

/// The part an agent plays in a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ParticipantRole {
    /// Sends a message.
    Sends,
    /// Receives a message.
    Receives,
    /// Asks for data from one partner.
    Gets,
    /// Gives data to one partner.
    Supplies,
    /// Does something alone or jointly.
    Acts,
}

impl From<synod_core::Role> for ParticipantRole {
    fn from(role: synod_core::Role) -> Self {
        match role {
            synod_core::Role::Sends => ParticipantRole::Sends,
            synod_core::Role::Receives => ParticipantRole::Receives,
            synod_core::Role::Gets => ParticipantRole::Gets,
            synod_core::Role::Supplies => ParticipantRole::Supplies,
            synod_core::Role::Acts => ParticipantRole::Acts,
        }
    }
}

/// A run that explains a position of another.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Companion {
    /// The position explained.
    pub at: usize,
    /// The agents that cannot distinguish the last state of the companion from that position.
    #[serde(alias = "looks_same_to")]
    pub indistinguishable_to: Vec<String>,
    /// What it shows, as a sentence.
    #[serde(alias = "shows")]
    pub text: String,
    /// The run, with what explains it in turn.
    pub trace: Trace,
}

/// Why a coalition can, or cannot, enforce something.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Strategy {
    /// The position explained.
    pub at: usize,
    /// The members of the coalition.
    #[serde(alias = "group")]
    pub coalition: Vec<String>,
    /// What it shows, as a sentence.
    #[serde(alias = "shows")]
    pub text: String,
    /// What one side does, whatever the other does.
    pub plan: Plan,
}

/// What one side does, whatever the other does.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Plan {
    /// The coalition enforces it.
    Wins {
        /// Where the coalition begins.
        starts: Vec<State>,
        /// What the coalition does; in other states it does not matter.
        decisions: Vec<Decision>,
    },
    /// The others prevent it.
    Loses {
        /// How the others respond to each thing that the coalition may choose.
        #[serde(alias = "answers")]
        responses: Vec<Response>,
    },
    /// There is nothing to write down.
    Unwritten {},
}

/// What a coalition does in a state.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Decision {
    /// The state.
    pub state: State,
    /// What it chooses.
    #[serde(alias = "picks")]
    pub choices: Vec<CoalitionChoice>,
}

/// What a coalition chooses of a rule: values for the choices that are its own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CoalitionChoice {
    /// The rule.
    pub rule: String,
    /// The values.
    pub values: Vec<ChosenValue>,
    /// The same in words.
    pub text: String,
}

/// The value of a choice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ChosenValue {
    /// The name of the choice.
    pub choice: String,
    /// Whose choice it is.
    pub agent: Option<String>,
    /// What is chosen.
    pub value: Scalar,
}

/// What the others do in a state.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Response {
    /// The state.
    pub state: State,
    /// A step for each thing that the coalition may choose.
    pub replies: Vec<Reply>,
}

/// A step in response to what a coalition chooses.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Reply {
    /// What the coalition chooses; null where no step can be taken and the state repeats.
    pub to: Option<CoalitionChoice>,
    /// The step that the others bring about.
    pub step: Step,
}

/// Something that happens in a run, in the words of the language.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Event {
    /// A variable gets a value.
    Assignment {
        /// The step that it belongs to, from 1; null for initial values.
        step: Option<usize>,
        /// The agent that causes it; null for initial values of the environment.
        agent: Option<String>,
        /// The line of the printed trace.
        text: String,
        /// The variable.
        variable: String,
        /// The arrow of the assignment, which tells the kind of the variable.
        arrow: String,
        /// The element of an array, row by row.
        index: Option<i64>,
        /// The value; null for the undefined value.
        value: Option<i64>,
        /// When the value of a stigmergic variable was made: later ones have greater stamps.
        stamp: Option<u64>,
        /// Who sent the value.
        from: Option<String>,
    },
    /// A message begins, or has reached everybody.
    Message {
        /// The step that it belongs to, from 1.
        step: Option<usize>,
        /// Who sends it.
        agent: Option<String>,
        /// The line of the printed trace.
        text: String,
        /// The kind of message, such as `propagate` or `confirm`.
        message: String,
        /// Whether this is its end.
        is_end: bool,
        /// What the message is about: the first variable of its tuple.
        tuple: String,
    },
    /// A step that assigns nothing.
    Idle {
        /// The step that it belongs to, from 1.
        step: Option<usize>,
        /// Who takes it.
        agent: Option<String>,
        /// The line of the printed trace.
        text: String,
    },
}
