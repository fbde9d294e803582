//! The JSON documents that Synod writes and reads, as plain types, and the JSON Schemas that are generated from them.
//!
//! Every face writes the same documents: the command line, a server, a page, a notebook. Nothing here computes or prints; who
//! has the knowledge builds these types, and serde does the rest. A field that is not always there is `null`, not absent, unless
//! it says otherwise.

mod any_number;
mod blocked;
mod chart;
mod check;
mod coverage;
mod diagnostic;
mod estimate;
pub mod itf;
mod lint;
mod progress;
mod replay;
mod schema;
mod simulate;
pub mod system;
mod text;
mod trace;
mod walk;

pub use any_number::{
    AnyNumber, ClassMembership, ClassName, CutoffProperty, CutoffReport, Emergence, EmergenceKind, Extent,
    Extents, NullStep, Procedure, Role, Semantics, SizeCover, Sizes, Trial, TrialKind,
};
pub use blocked::{BlockedStep, ClosedCommand, Condition, Obstacle};
pub use chart::{
    BlockedMessage, Chart, ChartChange, ChartCompanion, ChartFormat, ChartMessage, ChartStep, DeadEnd, Deed,
    Lifeline, MessageKind, Receiver,
};
pub use check::{
    CheckBatch, CheckReport, DeviceTimes, EngineReason, Omission, Pass, PropertyReport, Remark,
    SearchFigures, Standing, Statistics, Summary, Verdict, only_fair, worst,
};
pub use coverage::{CommandCount, CoverageReport};
pub use diagnostic::{Diagnostic, Label, Place, Rejection, Severity};
pub use estimate::{
    BoundedClaim, Claim, ClaimDecision, EstimateReport, EstimateVerdict, EstimatedProperty, Probability,
    RunCounts,
};
pub use lint::{LintReport, LintSummary, LintedModel};
pub use progress::Progress;
pub use replay::{ReplayReport, RunVerdict};
pub use schema::{Reported, SCHEMAS, Schema};
pub use simulate::{RandomRun, SettledRuns, SimulateReport, SimulatedProperty, SimulationSummary};
pub use trace::{
    ChosenValue, CoalitionChoice, Companion, Datum, Decision, Event, Mode, Participant, ParticipantRole,
    Plan, Reply, Response, Scalar, State, Step, Strategy, Trace, TraceFormat, TraceRecord, Value,
};

pub use walk::{AgentStep, AgentView, FaultedStep, OfferedStep, WalkPosition};

use std::io::{self, Write};

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::text::{Escaping, in_memory};

/// What every document about a model begins with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Head {
    /// The version of Synod.
    pub synod: String,
    /// The file, as it was given.
    pub model: String,
    /// The language of the model.
    pub language: String,
    /// The SHA-256 of its text, in hexadecimal.
    #[serde(default)]
    pub sha256: String,
    /// The values of its parameters: those that were given, then others that are in force.
    #[serde(default)]
    pub parameters: IndexMap<String, i64>,
    /// The options of its language that are in force, and the engine and limits of a check that are given, by name; a flag that is given is `true`.
    #[serde(default)]
    pub options: IndexMap<String, String>,
}

impl Head {
    /// The head of a document that this version of Synod writes about a text.
    pub fn new(model: impl Into<String>, language: impl Into<String>, text: &str) -> Self {
        let digest = Sha256::digest(text.as_bytes());
        Head {
            synod: VERSION.to_string(),
            model: model.into(),
            language: language.into(),
            sha256: digest.iter().map(|byte| format!("{byte:02x}")).collect(),
            parameters: IndexMap::new(),
            options: IndexMap::new(),
        }
    }
}

/// A document as the text of a file: JSON, indented, with a line break at the end. Whatever a terminal would obey is
/// escaped.
pub fn text(document: &impl Serialize) -> Result<String, String> {
    in_memory(|out| write(document, out))
}

/// The same, written as it is made: a document with a long run is much larger as a text.
pub fn write(document: &impl Serialize, mut out: impl Write) -> io::Result<()> {
    serde_json::to_writer_pretty(Escaping(&mut out), document)?;
    out.write_all(b"\n")
}

/// A document in one line, without the line break at the end; for streams of documents.
pub fn line(document: &impl Serialize) -> Result<String, String> {
    in_memory(|out| Ok(serde_json::to_writer(Escaping(out), document)?))
}

/// The version of Synod.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

#[cfg(test)]
mod tests {
    #[test]
    fn whatever_a_terminal_would_obey_is_escaped_in_json() {
        let odd = "a\x1b[2J\x07\r\n\u{9b}\u{7f}\u{202e}\u{2028}";
        for text in [super::text(&odd).unwrap(), super::line(&odd).unwrap()] {
            assert!(!text.trim_end().contains(synod_syntax::is_obeyed), "{text:?}");
            assert_eq!(serde_json::from_str::<String>(&text).unwrap(), odd);
        }
    }
}
