//! Why a command could not do its work.

use synod_session::Rejection;

use crate::terminal;

/// The exit code for bad input or usage.
pub const BAD_INPUT: u8 = 2;

/// The exit code when not everything was done that could have been.
pub const INCONCLUSIVE: u8 = 3;

/// The exit code when whoever reads the output has gone: that of a process ended by a broken pipe.
pub const OUTPUT_CLOSED: u8 = 141;

/// Why a command could not do its work.
#[derive(Debug, PartialEq, Eq)]
pub enum Failure {
    /// Bad input or usage, told by this message.
    Input(String),
    /// Bad input that the user has been told about.
    Reported,
    /// A limit was met before there was anything to report, told by this message or already told.
    Stopped(Option<String>),
    /// Nobody reads the output any more.
    OutputClosed,
}

impl Failure {
    /// Bad input or usage.
    pub fn input(message: impl std::fmt::Display) -> Failure {
        Failure::Input(message.to_string())
    }
}

impl Failure {
    /// Says on standard error what nobody was told yet.
    pub fn tell(&self) {
        if let Failure::Input(message) | Failure::Stopped(Some(message)) = self {
            terminal::tell(&format!("{} {message}", terminal::error_word()));
        }
    }
}

/// Why a question about a model was not answered.
pub enum Unanswered {
    /// It cannot be met, which nobody has been told yet.
    Rejected(Box<Rejection>),
    /// Something else.
    Failed(Failure),
}

impl From<Rejection> for Unanswered {
    fn from(rejection: Rejection) -> Self {
        Unanswered::Rejected(Box::new(rejection))
    }
}

impl From<Failure> for Unanswered {
    fn from(failure: Failure) -> Self {
        Unanswered::Failed(failure)
    }
}

/// The exit code, or why there is none.
pub type Done = Result<u8, Failure>;
