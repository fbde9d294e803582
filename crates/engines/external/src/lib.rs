//! Verifiers of C programs as engines: the system is printed as a program, the verifier is run on it, and
//! its counterexample is read back as a run of the system.
//!
//! Nothing is taken on trust that can be checked: a run is taken step by step by the interpreter. That
//! there is none is what the verifier says, and the verdict says so too.

mod cbmc;
mod engine;
mod esbmc;
mod process;

pub use engine::{External, Verifier};

/// What a verifier says about a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum VerifierAnswer {
    /// Every claim of these names holds, of those that were made.
    Holds,
    /// The claim of this name fails, after these choices.
    Fails {
        /// The name of the claim.
        claim: String,
        /// The choices that the program makes, in order.
        chosen: Vec<i64>,
    },
    /// It does not say which, and why not.
    Inconclusive(String),
}

/// Reading what CBMC prints with `--trace --json-ui`.
pub use cbmc::read as read_cbmc;
/// Reading what ESBMC prints.
pub use esbmc::read as read_esbmc;
