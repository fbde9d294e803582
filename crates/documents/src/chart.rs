//! A run as a sequence chart: who does what with whom, step by step. Printers draw it; pages animate it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The name of the format.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum ChartFormat {
    /// This one.
    #[default]
    #[serde(rename = "synod-chart")]
    SynodChart,
}

/// A run as a sequence chart.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Chart {
    /// What this document is.
    pub format: ChartFormat,
    /// The version of the format.
    #[schemars(extend("const" = 1))]
    pub version: u32,
    /// What the run shows, such as the name of a property.
    pub title: String,
    /// The name of the model.
    pub model: String,
    /// Who takes part, from left to right.
    pub lifelines: Vec<Lifeline>,
    /// The values at the start.
    pub start: Vec<ChartChange>,
    /// Watched expressions at the start.
    pub watched: Vec<String>,
    /// The steps, in order.
    pub steps: Vec<ChartStep>,
    /// The position, from 0, of the step with which the loop of an infinite run begins; null for a finite one.
    pub loop_start: Option<usize>,
    /// Where the run ends in a dead end: what is blocked there. Null if it does not.
    pub dead_end: Option<DeadEnd>,
    /// Charts of further runs that explain this one.
    pub companions: Vec<ChartCompanion>,
}

impl Chart {
    /// The version of the format that is written.
    pub const VERSION: u32 = 1;
}

/// An agent, or what all share.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Lifeline {
    /// The name of the agent; `environment` or `shared` for what all share.
    pub name: String,
    /// What it is an instance of; null for what all share.
    pub role: Option<String>,
    /// Whether it takes part in some step, or a value of it changes.
    pub is_active: bool,
}

/// A value of a lifeline.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ChartChange {
    /// The position of the lifeline.
    pub lifeline: usize,
    /// The variable, without the name of its owner; empty if the value tells all.
    pub variable: String,
    /// The value from here on, in the words of the model.
    pub value: String,
    /// Whether it is the place of an agent in its program.
    pub is_control: bool,
}

/// A step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ChartStep {
    /// Its number, from 1.
    pub number: usize,
    /// What happens, in one sentence.
    pub text: String,
    /// Whether what agents do is one thing that they do together.
    pub is_round: bool,
    /// What agents do alone, or each for itself.
    pub deeds: Vec<Deed>,
    /// What passes between them, in order.
    pub messages: Vec<ChartMessage>,
    /// The values that are different afterwards.
    pub changes: Vec<ChartChange>,
    /// What is known afterwards: watched expressions, and what has become of properties.
    pub remarks: Vec<String>,
}

/// Something that an agent does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Deed {
    /// The position of the lifeline.
    pub lifeline: usize,
    /// In short.
    pub text: String,
    /// The whole command, as the model wrote it.
    pub command: String,
}

/// How a message travels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum MessageKind {
    /// To everybody.
    Broadcast,
    /// To those who listen on a channel.
    Multicast,
    /// A request for data from one partner.
    Get,
    /// The data that one partner gives.
    Supply,
    /// Between two who meet.
    Handshake,
    /// A value of stigmergy goes to those who have an older one.
    Propagate,
    /// A value of stigmergy is compared with those of others.
    Confirm,
    /// Into what all share.
    Write,
}

impl MessageKind {
    /// All kinds.
    pub const ALL: [MessageKind; 8] = [
        MessageKind::Broadcast,
        MessageKind::Multicast,
        MessageKind::Get,
        MessageKind::Supply,
        MessageKind::Handshake,
        MessageKind::Propagate,
        MessageKind::Confirm,
        MessageKind::Write,
    ];

    /// The kind in one word.
    pub fn word(self) -> &'static str {
        match self {
            MessageKind::Broadcast => "broadcast",
            MessageKind::Multicast => "multicast",
            MessageKind::Get => "get",
            MessageKind::Supply => "supply",
            MessageKind::Handshake => "handshake",
            MessageKind::Propagate => "propagate",
            MessageKind::Confirm => "confirm",
            MessageKind::Write => "write",
        }
    }
}

/// Something that passes from one to others.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ChartMessage {
    /// How it travels.
    pub kind: MessageKind,
    /// The position of the lifeline of the sender.
    pub from: usize,
    /// What is sent: the label of the command, or what stands for it.
    pub label: String,
    /// The channel; null where there is none or everybody listens.
    pub channel: Option<String>,
    /// The data, such as `MSG = call`.
    pub data: Vec<String>,
    /// Who is reached, in the order of the lifelines.
    pub to: Vec<Receiver>,
    /// The positions of those who are not reached: they do not listen, or are not concerned.
    pub missed: Vec<usize>,
    /// The whole command of the sender, as the model wrote it.
    pub command: String,
}

/// Who is reached by a message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Receiver {
    /// The position of the lifeline.
    pub lifeline: usize,
    /// The label of its command.
    pub label: Option<String>,
    /// Its whole command, as the model wrote it.
    pub command: String,
}

/// The end of a run where no step can be taken.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DeadEnd {
    /// What it is, as a sentence.
    pub text: String,
    /// What would be sent, and who stands against it.
    pub blocked: Vec<BlockedMessage>,
}

/// Something that cannot be sent because others are not ready for it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BlockedMessage {
    /// The position of the lifeline of who would send it.
    pub from: usize,
    /// What it is.
    pub label: String,
    /// The positions of those who are not ready.
    pub by: Vec<usize>,
}

/// A run that explains a position of another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ChartCompanion {
    /// The position explained: that of the state after so many steps.
    pub at: usize,
    /// What it shows, as a sentence.
    pub text: String,
    /// The run.
    pub chart: Chart,
}
