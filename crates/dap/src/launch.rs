//! What is debugged: the arguments of a launch, and the model that they name.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::Deserialize;
use serde_json::Value;
use synod_core::{Budget, Phase, Trace, prepare};
use synod_session::fairness::FairnessRequest;
use synod_session::{OpenedModel, Reader, Reading, TraceView, languages, settings, traces};
use synod_syntax::Source;

use crate::client::{Client, Refused, Working};
use crate::looking::LAYOUT;

/// The arguments of a launch.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Launch {
    /// The file of the model.
    pub program: PathBuf,
    /// The folder that names of files are relative to.
    pub cwd: Option<PathBuf>,
    /// Values of parameters.
    #[serde(default)]
    parameters: Parameters,
    /// A property or formula, whose counterexample is the recording.
    property: Option<String>,
    /// A file with a recording.
    recording: Option<PathBuf>,
    /// A recording.
    trace: Option<Value>,
    /// A condition on initial states.
    #[serde(default)]
    pub initial: String,
    /// Of what is picked at random.
    #[serde(default)]
    pub seed: u64,
    /// Whether to stop before the first step.
    #[serde(default = "yes")]
    pub stop_on_entry: bool,
    /// For how many seconds the property may be checked.
    #[serde(default = "minute")]
    check_seconds: u64,
    /// After how many steps a run stops.
    #[serde(default = "many")]
    pub max_steps: usize,
}

/// Values of parameters, as a list of `NAME=VALUE` or by name.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
enum Parameters {
    List(Vec<String>),
    Named(BTreeMap<String, Value>),
}

impl Default for Parameters {
    fn default() -> Self {
        Parameters::List(Vec::new())
    }
}

fn yes() -> bool {
    true
}

fn minute() -> u64 {
    60
}

fn many() -> usize {
    100_000
}

impl Parameters {
    fn written(&self) -> Vec<String> {
        match self {
            Parameters::List(list) => list.clone(),
            Parameters::Named(named) => named
                .iter()
                .map(|(name, value)| match value {
                    Value::String(text) => format!("{name}={text}"),
                    other => format!("{name}={other}"),
                })
                .collect(),
        }
    }
}

/// What was launched.
pub struct Launched {
    pub launch: Launch,
    pub model: OpenedModel,
    /// What is followed.
    pub recording: Option<Trace>,
    /// What is said about it in the console.
    pub words: String,
}

impl Launch {
    pub fn read(arguments: &Value) -> Result<Launch, Refused> {
        let launch: Launch = serde_json::from_value(arguments.clone())
            .map_err(|error| format!("The arguments of the launch cannot be used: {error}."))?;
        let given = [launch.property.is_some(), launch.recording.is_some(), launch.trace.is_some()];
        match given.iter().filter(|given| **given).count() {
            0 | 1 => Ok(launch),
            _ => Err("Give one of `property`, `recording` and `trace`: there is one recording to follow."
                .to_string()),
        }
    }

    fn path(&self, path: &Path) -> PathBuf {
        match &self.cwd {
            Some(folder) if path.is_relative() => folder.join(path),
            _ => path.to_path_buf(),
        }
    }

    /// Reads the model, and finds the recording.
    pub fn open(self, client: &Client, budget: &Budget) -> Result<Launched, Refused> {
        let path = self.path(&self.program);
        let name = path.to_string_lossy().into_owned();
        let text = load(&name)?;
        let mut parameters = settings::parameters_of(&name, &text, &[], &load)?;
        parameters.extend(self.parameters.written());
        let parameters = settings::last_of_each(parameters);
        let reading = Reading { parameters, ..Reading::default() };
        let plain = |rejection: synod_session::Rejection| match rejection.source {
            Some(_) => format!("{}\n{}", rejection.message, rejection.rendered(LAYOUT.style)),
            None => rejection.message,
        };
        let reader = Reader::new(&languages(), &name, &text, &reading).map_err(plain)?.with_loader(load);
        let opened = reader.open(Source::new(name.as_str(), text), budget).map_err(plain)?;
        let model = opened.one_system().map_err(plain)?;
        let (recording, words) = self.recording(&model, client, budget)?;
        Ok(Launched { launch: self, model, recording, words })
    }

    fn recording(
        &self,
        model: &OpenedModel,
        client: &Client,
        budget: &Budget,
    ) -> Result<(Option<Trace>, String), Refused> {
        let (name, text) = match (&self.property, &self.recording, &self.trace) {
            (Some(property), ..) => return self.counterexample(property, model, client, budget),
            (_, Some(file), _) => {
                let name = self.path(file).to_string_lossy().into_owned();
                let text = load(&name)?;
                (name, text)
            }
            (.., Some(trace)) => ("trace".to_string(), trace.to_string()),
            _ => return Ok((None, String::new())),
        };
        let read = prepare(budget, Phase::Walking, || traces::read(model, &name, &text));
        let trace = read.map_err(|met| met.to_string())???;
        let words = format!("{name}: {}\n", synod_session::counted(trace.steps.len(), "recorded step"));
        Ok((Some(trace), words))
    }

    fn counterexample(
        &self,
        property: &str,
        model: &OpenedModel,
        client: &Client,
        budget: &Budget,
    ) -> Result<(Option<Trace>, String), Refused> {
        let working = Working::begin(client, "check".to_string(), &format!("Checking {property}"));
        let budget = budget.clone().timeout(Duration::from_secs(self.check_seconds));
        let (fairness, view) = (FairnessRequest::default(), TraceView::default());
        let checked =
            model.check_asked(property, &fairness, &view, LAYOUT, &budget, &working, &mut |_| {})?;
        drop(working);
        let found = checked.violated.into_iter().next().map(|(_, trace)| trace);
        let words = match found.is_some() {
            true => checked.text,
            false => format!("{}there is no counterexample to follow\n", checked.text),
        };
        Ok((found, words))
    }
}

fn load(name: &str) -> Result<String, String> {
    std::fs::read_to_string(name).map_err(|error| format!("cannot read `{name}`: {error}"))
}

/// Whether two names are of the same file.
pub fn is_same_file(one: &str, other: &str) -> bool {
    let whole = |name: &str| std::fs::canonicalize(name).ok();
    one == other || whole(one).is_some_and(|path| Some(path) == whole(other))
}
