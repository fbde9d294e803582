//! What a modelling language is to the rest of Synod: the trait [`Frontend`], which each language implements,
//! and the [`Registry`], in which it stands.
//!
//! Everything here is plain data or a trait over plain data, so that the command line, an editor and a notebook
//! offer the same options, forms and explanations without knowing any language.

mod antecedents;
mod blocked;
mod blocked_rules;
mod includes;
mod language;
mod lexemes;
mod model;
mod narrator;
mod notation;
mod options;
mod questions;
mod registry;
mod symbols;
mod vocabulary;
mod words;

use synod_format::Layout;
use synod_syntax::{CodeExplanation, Diagnostics, Source};

pub use antecedents::{Antecedent, ResolvedAntecedent, Shape, antecedents, never_true, with_those_around};
pub use blocked::{Blocked, ClosedCommand, Condition, Obstacle, falsified};
pub use blocked_rules::{blocked_rule, is_next};
pub use includes::Include;
pub use language::{Form, Language, file_stem};
pub use lexemes::{follow, lexemes};
pub use model::{LanguageModel, Loaded, LoadedModel, SystemModel, TemplateLine, TemplateModel};
pub use narrator::{Event, EventKind, Links, Narration, Narrator};
pub use notation::{
    ForeignNotation, Lexeme, Notation, ends_of_tight_operands, formula_lexemes, without_universal_quantifiers,
};
pub use options::{ATLK, Choice, GivenOption, LanguageOption, OptionKind, OptionScope, Settings, strategies};
pub use questions::{Asked, QuestionPlace, unused_name};
pub use registry::Registry;
pub use symbols::{Symbol, SymbolKind, Symbols};
pub use vocabulary::Vocabulary;
pub use words::{LanguageWord, SemanticRule, Snippet};

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

    /// The name under which a value can be given for what a symbol declares, as a parameter of the model; `None` if none can.
    fn parameter<'s>(&self, symbol: &'s Symbol) -> Option<&'s str> {
        (self.parameters().is_some() && symbol.kind == SymbolKind::Constant).then_some(&symbol.name)
    }

    /// Forms in which its models can be shown, besides those of all languages.
    fn forms(&self) -> &[Form] {
        &[]
    }

    /// The other files that a text includes, in order; their texts stand in the place of what includes them.
    fn includes(&self, _text: &str) -> Vec<Include> {
        Vec::new()
    }

    /// What comments begin with that end with their line; the usual one first.
    fn line_comments(&self) -> &'static [&'static str] {
        &[]
    }

    /// A small commented model to begin with; `FILE` stands for the name of its file.
    fn template(&self) -> Option<&'static str> {
        None
    }

    /// What a text declares, as far as it can be read; containers before what they contain.
    fn symbols(&self, _source: &Source) -> Vec<Symbol> {
        Vec::new()
    }

    /// Its words, each with what it means.
    fn words(&self) -> &'static [LanguageWord] {
        &[]
    }

    /// The rules of the semantics that its words and signs stand for.
    fn rules(&self) -> &'static [SemanticRule] {
        &[]
    }

    /// Forms to fill in.
    fn snippets(&self) -> &'static [Snippet] {
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

    /// The text that the bytes of a file stand for, in a language that has a binary form, or what is wrong with them;
    /// `None` for bytes that are not in this form.
    fn decode(&self, _bytes: &[u8]) -> Option<Result<String, String>> {
        None
    }

    /// Reads a model. The settings are valid for the options of this language.
    fn load(&self, source: &Source, settings: &Settings) -> Loaded;

    /// Reads a model, and tells what its text declares: the same as [`Frontend::load`] and [`Frontend::symbols`], for those who
    /// need both after every change of a text. A language that can reads the text once for it.
    fn load_with_symbols(&self, source: &Source, settings: &Settings) -> (Loaded, Vec<Symbol>) {
        (self.load(source, settings), self.symbols(source))
    }

    /// What is wrong with the syntax of a text; names, types and values do not count.
    fn syntax_errors(&self, source: &Source) -> Diagnostics {
        self.load(source, &Settings::new(self.options())).diagnostics
    }

    /// How a text of the language is laid out; `None` if the language says nothing about that.
    fn layout(&self, _source: &Source) -> Option<&'static dyn Layout> {
        None
    }

    /// Where in the text of a model one more question is to be put; `None` if the language has no place for it.
    fn place_for(&self, _text: &str, _asked: Asked) -> Option<QuestionPlace> {
        None
    }

    /// What to do where a text has no place for a question, as a sentence without its full stop.
    fn advice_on_questions(&self) -> Option<&'static str> {
        None
    }

    /// What of a formula is in the notation of other tools, for a model with this text and agents of these names.
    fn foreign_notation(&self, _formula: &str, _text: &str, _agents: &[&str]) -> ForeignNotation {
        ForeignNotation::default()
    }

    /// What helps where the integers of a model are too wide for what is to be done with them, as a sentence
    /// without its full stop.
    fn advice_on_wide_integers(&self) -> Option<&'static str> {
        None
    }
}
