//! What the server adds to the methods: jobs, files, and what it is.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::Failure;

/// What a server is, and what it allows.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ServerInfo {
    /// The version of Synod.
    pub synod: String,
    /// The name of the folder that is served; null if there are no files.
    pub folder: Option<String>,
    /// Whether anybody may come: there are no files, and quotas.
    pub is_public: bool,
    /// Whether engines may run other programs.
    pub runs_programs: bool,
    /// How many seconds a job may take.
    pub most_seconds: f64,
    /// How many bytes a job may use.
    pub most_memory_bytes: u64,
    /// How many bytes a request may have.
    pub most_request_bytes: u64,
    /// How many jobs of one client may wait or run.
    pub most_jobs: usize,
}

/// Asks for a job.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewJob {
    /// The name of the method.
    pub method: String,
    /// The request.
    pub request: Value,
    /// What the client calls it: it finds it again by that.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub label: String,
}

/// A job.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct JobInfo {
    /// Its id.
    pub id: String,
    /// The name of the method.
    pub method: String,
    /// What the client calls it.
    pub label: String,
    /// What became of it.
    pub state: JobState,
    /// How many jobs come before it; null if it does not wait.
    pub waits_for: Option<usize>,
    /// How long it has run.
    #[schemars(range(min = 0))]
    pub time_seconds: f64,
    /// The answer; null unless it is done, and in lists.
    pub answer: Option<Value>,
    /// Why there is none; null unless it failed.
    pub failure: Option<Failure>,
}

/// What became of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum JobState {
    /// It waits for its turn.
    Waits,
    /// It runs.
    Runs,
    /// It has an answer.
    Done,
    /// It has none.
    Failed,
}

/// A file or folder that is served.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FileEntry {
    /// Its path in the folder, with `/` between names.
    pub path: String,
    /// Whether it is a folder.
    pub is_folder: bool,
    /// How many bytes it has.
    pub bytes: u64,
    /// The language that its name tells; null if it tells none.
    pub language: Option<String>,
    /// Whether there is a draft of it that was not saved.
    pub has_draft: bool,
}

/// The text of a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FileText {
    /// Its path.
    pub path: String,
    /// Its text as it is saved; null if there is only a draft.
    pub text: Option<String>,
    /// What stands for this text when it is saved again; null if there is none.
    pub version: Option<String>,
    /// Its text as it was last written, if that was not saved.
    pub draft: Option<String>,
}

/// Asks for a text to be saved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SaveText {
    /// The text.
    pub text: String,
    /// The version that it is based on: it is refused if the file is another by now. Null for a new file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
}
