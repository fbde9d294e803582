//! Requests that cannot be met.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use synod_documents::Rejection;

/// Why there is no answer to a request.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Failure {
    /// What kind of failure it is.
    pub kind: FailureKind,
    /// What is wrong, in one sentence.
    pub message: String,
    /// What is wrong with the model, if that is what is wrong.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rejection: Option<Box<Rejection>>,
}

/// What kind of failure it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum FailureKind {
    /// The request is not of the form that it should have.
    Malformed,
    /// The model, or what is asked of it, has errors.
    Rejected,
    /// A limit of time or memory was met, or somebody cancelled.
    Interrupted,
    /// There is no such thing.
    Missing,
    /// It is not allowed here.
    Forbidden,
    /// What it is about has changed meanwhile.
    Conflict,
    /// The request, or what it would make, is too large.
    TooLarge,
    /// There are too many requests: try again later.
    Busy,
    /// The process that worked on it ended unexpectedly.
    Crashed,
}

impl Failure {
    /// A failure of a kind.
    pub fn new(kind: FailureKind, message: impl Into<String>) -> Self {
        Failure { kind, message: message.into(), rejection: None }
    }

    /// A request that is wrong by itself.
    pub fn rejected(message: impl Into<String>) -> Self {
        Failure::new(FailureKind::Rejected, message)
    }

    /// A rejection of the session, about the model in this file.
    pub fn about(path: &str, rejection: &synod_session::Rejection) -> Self {
        let document = rejection.document(path);
        let kind = match document.interrupted {
            true => FailureKind::Interrupted,
            false => FailureKind::Rejected,
        };
        Failure { kind, message: document.error.clone(), rejection: Some(Box::new(document)) }
    }
}

impl From<String> for Failure {
    fn from(message: String) -> Self {
        Failure::rejected(message)
    }
}

/// A rejection of the session, about the model in this file.
pub(crate) fn about(path: &str) -> impl Fn(synod_session::Rejection) -> Failure {
    move |rejection| Failure::about(path, &rejection)
}
