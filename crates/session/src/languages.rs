//! The list of languages. A new language is one more line here.

use synod_frontend::{Frontend, Registry};

/// All languages that Synod reads.
static LANGUAGES: [&dyn Frontend; 9] = [
    &synod_rcheck::frontend::RCHECK,
    &synod_rcheck::frontend::RCHECK_LEGACY,
    &synod_labs::frontend::LABS,
    &synod_ispl::frontend::ISPL,
    &synod_ispl::frontend::PISPL,
    &synod_process::frontend::CCS,
    &synod_process::frontend::CHOR,
    &synod_circuits::frontend::AIGER,
    &synod_circuits::frontend::BTOR2,
];

/// A registry of all languages that Synod reads.
pub fn languages() -> Registry {
    Registry::new(LANGUAGES)
}

/// What a code means, in one sentence.
pub fn summary(code: &str) -> Option<String> {
    let codes = languages().codes();
    let found = codes.into_iter().find(|explained| explained.code == code)?;
    Some(format!("{}.", found.summary()))
}
