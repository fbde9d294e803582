//! The codes of diagnostics that both languages have, under the name of each, and what all codes mean.

mod explanations;

use synod_frontend::Vocabulary;
use synod_syntax::{Code, Explain};

use crate::frontend::NOTATION;
use crate::words::{CCS_WORDS, CHOR_WORDS};

pub use explanations::{CCS_CODES, CHOR_CODES};

/// The codes of a language.
#[derive(Debug)]
pub(crate) struct Codes {
    pub syntax: Code,
    pub too_deep: Code,
    pub too_large: Code,
    pub duplicate: Code,
    pub undefined: Code,
    pub unused: Code,
    pub no_system: Code,
    pub unknown_action: Code,
    pub never_happens: Code,
    /// Completes the complaint that something else was expected in a text.
    pub explain: Explain,
    pub vocabulary: Vocabulary,
}

const CCS_VOCABULARY: Vocabulary = Vocabulary { language: "CCS", notation: NOTATION, words: CCS_WORDS };
const CHOR_VOCABULARY: Vocabulary =
    Vocabulary { language: "choreographies", notation: NOTATION, words: CHOR_WORDS };

pub(crate) const CCS: Codes = Codes {
    syntax: "ccs::syntax",
    too_deep: "ccs::too-deep",
    too_large: "ccs::too-large",
    duplicate: "ccs::duplicate-name",
    undefined: "ccs::undefined-constant",
    unused: "ccs::unused-definition",
    no_system: "ccs::no-system",
    unknown_action: "ccs::unknown-action",
    never_happens: "ccs::never-happens",
    explain: |error, text, expected| CCS_VOCABULARY.explain(error, text, expected),
    vocabulary: CCS_VOCABULARY,
};

pub(crate) const CHOR: Codes = Codes {
    syntax: "chor::syntax",
    too_deep: "chor::too-deep",
    too_large: "chor::too-large",
    duplicate: "chor::duplicate-name",
    undefined: "chor::undefined-constant",
    unused: "chor::unused-definition",
    no_system: "chor::no-system",
    unknown_action: "chor::unknown-action",
    never_happens: "chor::never-happens",
    explain: |error, text, expected| CHOR_VOCABULARY.explain(error, text, expected),
    vocabulary: CHOR_VOCABULARY,
};
