//! The text that a request is about, and the limits of work on it.

use std::time::Duration;

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use synod_core::Budget;
use synod_frontend::GivenOption;
use synod_session::{Opened, OpenedModel, Reader, Reading, languages};
use synod_syntax::Source;

use crate::Failure;
use crate::failure::about;

/// A model as it is now: its text, the texts that it includes, and how it is to be read.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Model {
    /// The name of its file, whose ending tells the language.
    pub path: String,
    /// Its text.
    pub text: String,
    /// The texts of other files that it may include, by their names.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub files: IndexMap<String, String>,
    /// Values of its parameters.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub parameters: IndexMap<String, i64>,
    /// Its language, if the name of the file does not tell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<String>,
    /// Options of its language, by name; a flag has the value `true`.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub options: IndexMap<String, String>,
}

/// Limits of work. Whoever does the work may have narrower ones.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Limits {
    /// How many seconds it may take.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0))]
    pub seconds: Option<f64>,
    /// How many bytes it may use.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub memory_bytes: Option<u64>,
    /// How many steps from the initial states to look.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u64>,
    /// The greatest absolute value of unbounded integers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub int_bound: Option<i64>,
}

impl Limits {
    pub(crate) fn is_default(&self) -> bool {
        *self == Limits::default()
    }

    /// What of a budget these limits leave.
    pub(crate) fn within(&self, budget: &Budget) -> Budget {
        let seconds = self.seconds.filter(|seconds| *seconds >= 0.0);
        let time = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        let mut budget = time.map_or_else(|| budget.clone(), |time| budget.at_most(time));
        let least = |known: Option<u64>, given: Option<u64>| match (known, given) {
            (Some(known), Some(given)) => Some(known.min(given)),
            (known, given) => known.or(given),
        };
        budget.memory = least(budget.memory, self.memory_bytes);
        budget.depth = least(budget.depth, self.depth);
        if let Some(bound) = self.int_bound {
            budget.int_bound = bound.clamp(0, i64::from(i32::MAX));
        }
        budget
    }
}

impl Model {
    pub(crate) fn source(&self) -> Source {
        Source::new(self.path.as_str(), self.text.as_str())
    }

    pub(crate) fn reader(&self) -> Result<Reader, Failure> {
        let options = self
            .options
            .iter()
            .map(|(name, value)| GivenOption {
                name: name.clone(),
                value: Some(value.clone()).filter(|value| value != "true"),
            })
            .collect();
        let parameters = self.parameters.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let reading = Reading { language: self.language.clone(), options, parameters, ..Reading::default() };
        let reader =
            Reader::new(&languages(), &self.path, &self.text, &reading).map_err(about(&self.path))?;
        let files = self.files.clone();
        Ok(reader.with_loader(move |name: &str| {
            files.get(name).cloned().ok_or_else(|| format!("there is no file `{name}`"))
        }))
    }

    pub(crate) fn open(&self, budget: &Budget) -> Result<Opened, Failure> {
        self.reader()?.open(self.source(), budget).map_err(about(&self.path))
    }

    /// The model of one system.
    pub(crate) fn system(&self, budget: &Budget) -> Result<OpenedModel, Failure> {
        self.open(budget)?.one_system().map_err(about(&self.path))
    }
}
