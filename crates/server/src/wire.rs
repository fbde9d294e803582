//! What the server and its workers say to each other: a JSON document a line.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use synod_service::{Failure, JobEvent};

/// What a worker is told.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ToWorker {
    /// Answer this.
    Call {
        /// The name of the method.
        method: String,
        /// The request.
        request: Value,
        /// How many seconds it may take.
        seconds: f64,
        /// How many bytes it may use.
        memory_bytes: u64,
        /// How many threads it may use; as many as there are processors if there is no number.
        threads: Option<usize>,
    },
    /// Stop, and say what is known so far.
    Cancel,
}

/// What a worker tells.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FromWorker {
    /// News.
    Event(JobEvent),
    /// The answer: the last thing that is told.
    Answer(Value),
    /// Why there is none: the last thing that is told.
    Failure(Failure),
}
