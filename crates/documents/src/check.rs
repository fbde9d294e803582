//! The report of `synod check`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Head;
use crate::any_number::AnyNumber;
use crate::chart::Chart;
use crate::coverage::CoverageReport;
use crate::diagnostic::{Diagnostic, Place, Severity};
use crate::schema::Reported;
use crate::system::PropertyOrigin;
use crate::trace::Trace;

/// What `synod check` found out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CheckReport {
    /// What was checked.
    #[serde(flatten)]
    pub head: Head,
    /// What is assumed of runs: only such runs count. Absent if nothing is.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fairness: Vec<String>,
    /// One answer for each property asked for: those of the model in its order, then built-in ones.
    pub properties: Vec<PropertyReport>,
    /// Warnings and notes about the model.
    pub warnings: Vec<Diagnostic>,
    /// All answers together.
    pub summary: Summary,
    /// How often each command of the model is used; absent unless asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub coverage: Option<CoverageReport>,
}

impl CheckReport {
    /// What every answer of the report rests on, as a sentence without its full stop; `None` if all runs count.
    pub fn assumption(&self) -> Option<String> {
        only_fair(&self.fairness)
    }
}

/// Says that only fair runs count, from phrases that each say what is assumed; `None` if nothing is.
pub fn only_fair(assumed: &[String]) -> Option<String> {
    (!assumed.is_empty()).then(|| format!("only fair runs count: {}", assumed.join("; ")))
}

/// What `synod check` found out about many models, or one with several values of its parameters.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CheckBatch {
    /// The version of Synod.
    pub synod: String,
    /// Each model with each assignment of parameters, in order: its report, or why there is none.
    pub models: Vec<Reported<CheckReport>>,
    /// All answers together; the exit code is the worst: 2, then 1, then 3.
    pub summary: Summary,
}

impl CheckBatch {
    /// All models together.
    pub fn new(models: Vec<Reported<CheckReport>>) -> Self {
        let reports = models.iter().filter_map(|model| match model {
            Reported::Report(report) => Some(report),
            Reported::Rejection(_) => None,
        });
        let verdicts =
            reports.clone().flat_map(|report| report.properties.iter().map(|property| property.verdict));
        let seconds =
            reports.clone().map(|report| report.summary.time_seconds).fold(0.0, |sum, seconds| sum + seconds);
        let codes = models.iter().map(|model| match model {
            Reported::Report(report) => report.summary.exit_code,
            Reported::Rejection(rejection) => rejection.exit_code(),
        });
        let unexpected = reports.clone().filter_map(|report| report.summary.unexpected).reduce(|a, b| a + b);
        let summary = Summary { unexpected, ..Summary::new(verdicts, seconds, worst(codes)) };
        CheckBatch { synod: crate::VERSION.to_string(), models, summary }
    }
}

/// The worst of exit codes: bad input, then violations, then what is inconclusive.
pub fn worst(codes: impl Iterator<Item = u8>) -> u8 {
    codes.max_by_key(|code| [0, 2, 3, 1].get(usize::from(*code)).copied().unwrap_or(4)).unwrap_or(0)
}

/// All answers together.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Summary {
    /// How many properties hold.
    pub holds: usize,
    /// How many are violated.
    pub violated: usize,
    /// How many are not violated within the limits given.
    pub bounded: usize,
    /// How many are not decided.
    pub unknown: usize,
    /// How many are not as expected; left out where nothing was compared with expectations.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unexpected: Option<usize>,
    /// How long all of them took.
    #[schemars(range(min = 0))]
    pub time_seconds: f64,
    /// 0 if all hold (or are as expected), 1 if some are violated (or not as expected), else 3.
    #[schemars(range(max = 3))]
    pub exit_code: u8,
}

impl Summary {
    /// Counts verdicts.
    pub fn new(verdicts: impl Iterator<Item = Verdict> + Clone, time_seconds: f64, exit_code: u8) -> Self {
        let count = |wanted| verdicts.clone().filter(|verdict| *verdict == wanted).count();
        Summary {
            holds: count(Verdict::Holds),
            violated: count(Verdict::Violated),
            bounded: count(Verdict::Bounded),
            unknown: count(Verdict::Unknown),
            unexpected: None,
            time_seconds,
            exit_code,
        }
    }
}

/// The answer to a property, in one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// It holds.
    Holds,
    /// It is violated.
    Violated,
    /// No violation within the limits given.
    Bounded,
    /// Not decided.
    Unknown,
}

impl Verdict {
    /// All verdicts.
    const ALL: [Verdict; 4] = [Verdict::Holds, Verdict::Violated, Verdict::Bounded, Verdict::Unknown];

    /// The verdict in one word, as in documents and expectations.
    pub fn word(self) -> &'static str {
        match self {
            Verdict::Holds => "holds",
            Verdict::Violated => "violated",
            Verdict::Bounded => "bounded",
            Verdict::Unknown => "unknown",
        }
    }

    /// The verdict as a clause without its subject.
    pub fn clause(self) -> &'static str {
        match self {
            Verdict::Holds => "holds",
            Verdict::Violated => "is violated",
            Verdict::Bounded => "is not violated so far",
            Verdict::Unknown => "is not decided",
        }
    }

    /// The verdict of a word.
    pub fn of_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|verdict| verdict.word() == word)
    }
}

impl From<&synod_core::Verdict> for Verdict {
    fn from(verdict: &synod_core::Verdict) -> Self {
        match verdict {
            synod_core::Verdict::Holds(_) => Verdict::Holds,
            synod_core::Verdict::Violated(_) => Verdict::Violated,
            synod_core::Verdict::Bounded { .. } => Verdict::Bounded,
            synod_core::Verdict::Unknown { .. } => Verdict::Unknown,
        }
    }
}

/// Something the user should know about an answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Remark {
    /// The stable name of this kind of remark; `synod help CODE` explains it.
    pub code: String,
    /// How much it matters.
    pub severity: Severity,
    /// The remark as a sentence.
    pub text: String,
}

/// A pass that reduced the model before the engine was asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Pass {
    /// Its name.
    pub name: String,
    /// What it removed, as a phrase.
    pub removed: String,
}

/// What an engine says that did not settle a question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct EngineReason {
    /// Its name.
    pub engine: String,
    /// Its verdict.
    pub verdict: Verdict,
    /// How far it came, as a phrase.
    pub reason: String,
}

/// Figures about a piece of work.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Statistics {
    /// Reachable states of the model, if all were counted.
    pub states: Option<u64>,
    /// Steps between them.
    pub transitions: Option<u64>,
    /// Greatest distance from the initial states.
    pub depth: Option<u64>,
    /// How long it took.
    #[schemars(range(min = 0))]
    pub time_seconds: f64,
    /// Most bytes in use at a time for what is stored.
    pub memory_bytes: Option<u64>,
    /// What a search of single states did, with `--stats`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub search: Option<SearchFigures>,
    /// How likely it is that states were left out, where a search kept less of them than tells them apart.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub omission: Option<Omission>,
    /// What a search on a device spent its time on, with `--stats`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub device: Option<DeviceTimes>,
}

/// What a search on a device spent its time on, in seconds.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct DeviceTimes {
    /// Finding the device, and writing its program.
    #[schemars(range(min = 0))]
    pub opening_seconds: f64,
    /// Building the program, by the driver of the device.
    #[schemars(range(min = 0))]
    pub building_seconds: f64,
    /// The search.
    #[schemars(range(min = 0))]
    pub searching_seconds: f64,
    /// Finding again how a violation is reached.
    #[schemars(range(min = 0))]
    pub rebuilding_seconds: f64,
}

impl From<&synod_core::DeviceTimes> for DeviceTimes {
    fn from(times: &synod_core::DeviceTimes) -> Self {
        DeviceTimes {
            opening_seconds: times.opening.as_secs_f64(),
            building_seconds: times.building.as_secs_f64(),
            searching_seconds: times.searching.as_secs_f64(),
            rebuilding_seconds: times.rebuilding.as_secs_f64(),
        }
    }
}

/// Upper bounds on how likely it is that a search left out states.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Omission {
    /// That a given state was taken for another when it was met first.
    #[schemars(range(min = 0, max = 1))]
    pub of_state: f64,
    /// That this happened to any state.
    #[schemars(range(min = 0, max = 1))]
    pub of_any: f64,
}

/// What a search of single states did, whether it came to an end or not.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SearchFigures {
    /// States visited.
    pub states: u64,
    /// Steps that were followed.
    pub transitions: u64,
    /// Steps that were found but not followed, by partial-order reduction.
    pub steps_left_out: u64,
    /// Bytes that the states and the table that finds them take.
    pub bytes: u64,
    /// Bytes that they take in files, at the most at a time; 0 without `--disk`.
    pub file_bytes: u64,
    /// The bytes in memory, for each state.
    pub bytes_per_state: Option<f64>,
    /// States visited in a second.
    pub states_per_second: Option<f64>,
    /// Steps followed from a state, on average.
    pub branching: Option<f64>,
    /// How many times fewer steps were followed than found.
    pub reduction: Option<f64>,
}

impl SearchFigures {
    /// The figures of a search that took so many seconds.
    pub fn new(search: &synod_core::SearchFigures, seconds: f64) -> Self {
        let synod_core::SearchFigures { states, transitions, left_out, bytes, file_bytes } = *search;
        let ratio = |a: f64, b: f64| (b > 0.0).then(|| a / b);
        SearchFigures {
            states,
            transitions,
            steps_left_out: left_out,
            bytes,
            file_bytes,
            bytes_per_state: ratio(bytes as f64, states as f64),
            states_per_second: ratio(states as f64, seconds),
            branching: ratio(transitions as f64, states as f64),
            reduction: ratio((transitions + left_out) as f64, transitions as f64),
        }
    }
}

impl From<&synod_core::Statistics> for Statistics {
    fn from(statistics: &synod_core::Statistics) -> Self {
        Statistics {
            states: statistics.states,
            transitions: statistics.transitions,
            depth: statistics.depth,
            time_seconds: statistics.elapsed.as_secs_f64(),
            memory_bytes: statistics.memory,
            search: None,
            omission: statistics
                .omission
                .map(|synod_core::Omission { of_state, of_any }| Omission { of_state, of_any }),
            device: None,
        }
    }
}

/// What an answer asks of those who read reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Nothing: it holds, or is as expected.
    Good,
    /// To be mended: it is violated, or not as expected.
    Bad,
    /// Nothing is wrong as far as one looked.
    Bounded,
    /// More time or memory.
    Undecided,
}

impl PropertyReport {
    /// How it stands, by the verdict or by what is expected.
    pub fn standing(&self) -> Standing {
        match (&self.expected, self.verdict) {
            (Some(expected), verdict) if expected.contains(&verdict) => Standing::Good,
            (Some(_), _) | (None, Verdict::Violated) => Standing::Bad,
            (None, Verdict::Holds) => Standing::Good,
            (None, Verdict::Bounded) => Standing::Bounded,
            (None, Verdict::Unknown) => Standing::Undecided,
        }
    }

    /// What came of it, as a clause without its subject, such as "holds, but `violated` is expected".
    pub fn clause(&self) -> String {
        let found = self.verdict.clause();
        match self.expected.as_ref().filter(|expected| !expected.contains(&self.verdict)) {
            Some(expected) => {
                let words: Vec<String> =
                    expected.iter().map(|verdict| format!("`{}`", verdict.word())).collect();
                format!("{found}, but {} is expected", words.join(" or "))
            }
            None => found.to_string(),
        }
    }
}

/// The answer to one property.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PropertyReport {
    /// The name of the property.
    pub name: String,
    /// The property in the words of the model.
    pub text: String,
    /// Where it is written; null for built-in ones.
    #[serde(default)]
    pub place: Option<Place>,
    /// Who asks it.
    pub origin: PropertyOrigin,
    /// The answer.
    pub verdict: Verdict,
    /// The verdicts that are as expected. Absent unless expectations were asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expected: Option<Vec<Verdict>>,
    /// How the verdict is known, or why there is none.
    pub reason: String,
    /// What to try when there is no verdict.
    pub advice: Option<String>,
    /// What the user should know besides.
    pub remarks: Vec<Remark>,
    /// The passes that reduced the model for this property, in order.
    #[serde(default)]
    pub passes: Vec<Pass>,
    /// The engine that gave the answer.
    pub engine: Option<String>,
    /// The other program that this engine asked, with its version.
    #[serde(default)]
    pub program: Option<String>,
    /// Where it is not settled: how far the other engines came that were asked.
    #[serde(default)]
    pub others: Vec<EngineReason>,
    /// What it took.
    #[serde(flatten)]
    pub statistics: Statistics,
    /// The counterexample of a violated property.
    pub trace: Option<Trace>,
    /// Why the counterexample is fair, for each assumption. Absent if nothing is assumed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fair_because: Vec<String>,
    /// What shows that a property holds: a strategy, or a run if witnesses were asked for.
    #[serde(default)]
    pub witness: Option<Trace>,
    /// The chart of the counterexample or of the witness, for pages. It is not part of the document: the trace says the same.
    #[serde(skip)]
    pub chart: Option<Box<Chart>>,
    /// For models of any number of agents: what is known about all sizes. Absent for others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub any_number: Option<AnyNumber>,
}

impl From<&synod_core::Remark> for Remark {
    fn from(remark: &synod_core::Remark) -> Self {
        Remark {
            code: remark.code().to_string(),
            severity: remark.severity().into(),
            text: remark.to_string(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::worst;

    #[test]
    fn the_worst_exit_code_is_bad_input_then_violation_then_inconclusive() {
        let of = |codes: &[u8]| worst(codes.iter().copied());
        assert_eq!([of(&[]), of(&[0, 0]), of(&[0, 3]), of(&[3, 1]), of(&[1, 2, 3])], [0, 0, 3, 1, 2]);
    }
}
