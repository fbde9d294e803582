//! What a modelling language is to the rest of Synod: the trait [`Frontend`], which each language implements,
//! and the [`Registry`], in which it stands.
//!
//! Everything here is plain data or a trait over plain data, so that the command line, an editor and a notebook
//! offer the same options, forms and explanations without knowing any language.

mod language;
mod lexemes;
mod model;
mod narrator;
mod options;
mod registry;

use synod_syntax::{CodeExplanation, Source};

pub use language::{Form, Language, file_stem};
pub use lexemes::{follow, lexemes};
pub use model::{LanguageModel, Loaded, LoadedModel, SystemModel, TemplateModel};
pub use narrator::{Event, EventKind, Narrator};
pub use options::{ATLK, Choice, GivenOption, LanguageOption, OptionKind, OptionScope, Settings, strategies};
pub use registry::Registry;

/// A modelling language.
pub trait Frontend: Send + Sync {
    /// Its name, its file endings and what it is.
    fn language(&self) -> &Language;

    /// The options that its models are read with.
    fn options(&self) -> &[LanguageOption] {
        &[]
    }

    /// What the parameters `NAME=VALUE` of its models are, as a sentence; `None` if they have none.
    fn parameters(&self) -> Option<&'static str> {
        None
    }

    /// Forms in which its models can be shown, besides those of all languages.
    fn forms(&self) -> &[Form] {
        &[]
    }

    /// What the codes of its diagnostics mean.
    fn codes(&self) -> &'static [CodeExplanation] {
        &[]
    }

    /// Whether a text is, or is meant to be, in this language, as far as its words tell. Asked where no file name tells:
    /// of languages that are easily confused, one at most says yes.
    fn detects(&self, _text: &str) -> bool {
        false
    }

    /// Reads a model. The settings are valid for the options of this language.
    fn load(&self, source: &Source, settings: &Settings) -> Loaded;

    /// The text of a model with one more property at the end, whose formula is `formula`; `None` if the language has
    /// no place for it.
    fn with_property(&self, _text: &str, _formula: &str) -> Option<String> {
        None
    }

    /// What helps where the integers of a model are too wide for what is to be done with them, as a sentence
    /// without its full stop.
    fn advice_on_wide_integers(&self) -> Option<&'static str> {
        None
    }
}
