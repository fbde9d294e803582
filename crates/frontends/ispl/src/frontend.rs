//! ISPL and PISPL as [`Frontend`]s.

use synod_core::{AssumedFairness, CompiledModel};
use synod_format::Layout;
use synod_frontend::{
    ATLK, Asked, Choice, ForeignNotation, Frontend, Language, LanguageOption, LanguageWord, Loaded,
    OptionKind, OptionScope, QuestionPlace, SemanticRule, Settings, Snippet, Symbol, SymbolKind, SystemModel,
    TemplateModel, follow, lexemes,
};
use synod_parameterised::NullStep;
use synod_syntax::{CodeExplanation, Diagnostics, Source};

use crate::layout::IsplLayout;
use crate::lex::Dialect;
use crate::parse::{parse, parse_pispl};
use crate::{codes, load, load_with, pispl, questions, symbols, words};

/// Interpreted systems.
pub struct Ispl;

/// The language ISPL.
pub static ISPL: Ispl = Ispl;

const ISPL_LANGUAGE: Language = Language {
    name: "ispl",
    title: "ISPL",
    endings: &["ispl"],
    meaning: "ISPL, the language of MCMAS: interpreted systems with knowledge and fairness",
};

/// What was read, for those who know no language.
fn compiled(loaded: crate::Loaded) -> Loaded {
    let model = loaded.model.map(|model| {
        let compiled = CompiledModel {
            side_questions: model.side_questions,
            lints: model.lints,
            action_kind: |_| Some("line of the evolution"),
            other_commands: model.protocols.commands(),
            empty_is_error: true,
            assumed: model.first_fairness.map(|place| AssumedFairness {
                what: "each condition of the section `Fairness` again and again".to_string(),
                place: Some(place),
            }),
            ..CompiledModel::new(model.system, model.properties)
        };
        SystemModel { language: ISPL_LANGUAGE.name, compiled, details: Box::new(model.protocols) }
    });
    Loaded::system(model, loaded.diagnostics)
}

impl Frontend for Ispl {
    fn language(&self) -> &Language {
        &ISPL_LANGUAGE
    }

    fn options(&self) -> &[LanguageOption] {
        &[ATLK]
    }

    fn template(&self) -> Option<&'static str> {
        Some(include_str!("template.ispl"))
    }

    fn symbols(&self, source: &Source) -> Vec<Symbol> {
        symbols::ispl(source)
    }

    fn words(&self) -> &'static [LanguageWord] {
        words::ISPL_WORDS
    }

    fn rules(&self) -> &'static [SemanticRule] {
        words::ISPL_RULES
    }

    fn snippets(&self) -> &'static [Snippet] {
        words::ISPL_SNIPPETS
    }

    fn line_comments(&self) -> &'static [&'static str] {
        &["--"]
    }

    fn codes(&self) -> &'static [CodeExplanation] {
        codes::ISPL
    }

    fn detects(&self, text: &str) -> bool {
        follow(&lexemes(text), &["end", "Agent"])
    }

    fn load(&self, source: &Source, _: &Settings) -> Loaded {
        compiled(load(source))
    }

    fn load_with_symbols(&self, source: &Source, _: &Settings) -> (Loaded, Vec<Symbol>) {
        let mut found = Vec::new();
        let loaded = load_with(source, Some(&mut found));
        (compiled(loaded), found)
    }

    fn syntax_errors(&self, source: &Source) -> Diagnostics {
        let mut problems = Diagnostics::new();
        parse(source, &mut problems);
        problems
    }

    fn layout(&self, _: &Source) -> Option<&'static dyn Layout> {
        Some(&IsplLayout(Dialect::Ispl))
    }

    fn place_for(&self, text: &str, _: Asked) -> Option<QuestionPlace> {
        questions::place_for(text, Dialect::Ispl)
    }

    fn advice_on_questions(&self) -> Option<&'static str> {
        Some(questions::ADVICE)
    }

    fn foreign_notation(&self, formula: &str, text: &str, _: &[&str]) -> ForeignNotation {
        questions::foreign_notation(formula, text, Dialect::Ispl)
    }
}

/// Templates of interpreted systems.
pub struct Pispl;

/// The language PISPL.
pub static PISPL: Pispl = Pispl;

const PISPL_LANGUAGE: Language = Language {
    name: "pispl",
    title: "PISPL",
    endings: &["pispl"],
    meaning: "PISPL: templates of agents, for any number of them",
};

const NULL_STEP: LanguageOption = LanguageOption {
    name: "null-step",
    kind: OptionKind::Choice {
        placeholder: "WHEN",
        choices: &[
            Choice { name: "always", meaning: "At any time, so that no progress is ever enforced" },
            Choice { name: "when-stuck", meaning: "Only when no other step can be taken" },
        ],
        default: Some("always"),
    },
    help: "When the null step of an interleaved system can be taken, which changes nothing",
    scope: OptionScope::Model,
};

fn read_with(settings: &Settings) -> pispl::Options {
    let null = match settings.choice(&NULL_STEP) {
        Some("when-stuck") => NullStep::WhenStuck,
        _ => NullStep::Always,
    };
    pispl::Options { null }
}

/// What was read, for those who know no language.
fn families(loaded: pispl::Loaded) -> Loaded {
    let model = loaded.model.map(|pispl::Model { templates, beyond_proof, lines }| TemplateModel {
        templates,
        beyond_proof,
        lines,
    });
    Loaded::templates(model, loaded.diagnostics)
}

impl Frontend for Pispl {
    fn language(&self) -> &Language {
        &PISPL_LANGUAGE
    }

    fn options(&self) -> &[LanguageOption] {
        &[NULL_STEP, ATLK]
    }

    fn parameters(&self) -> Option<&'static str> {
        Some("Numbers of agents: Robot=3 for three agents of the role Robot")
    }

    fn parameter<'s>(&self, symbol: &'s Symbol) -> Option<&'s str> {
        (symbol.kind == SymbolKind::Agent).then_some(&symbol.name)
    }

    fn template(&self) -> Option<&'static str> {
        Some(include_str!("template.pispl"))
    }

    fn symbols(&self, source: &Source) -> Vec<Symbol> {
        symbols::pispl(source)
    }

    fn words(&self) -> &'static [LanguageWord] {
        words::PISPL_WORDS
    }

    fn rules(&self) -> &'static [SemanticRule] {
        words::PISPL_RULES
    }

    fn snippets(&self) -> &'static [Snippet] {
        words::PISPL_SNIPPETS
    }

    fn line_comments(&self) -> &'static [&'static str] {
        &["--"]
    }

    fn codes(&self) -> &'static [CodeExplanation] {
        codes::PISPL
    }

    fn detects(&self, text: &str) -> bool {
        follow(&lexemes(text), &["end", "Template"])
    }

    fn load(&self, source: &Source, settings: &Settings) -> Loaded {
        families(pispl::load(source, read_with(settings)))
    }

    fn load_with_symbols(&self, source: &Source, settings: &Settings) -> (Loaded, Vec<Symbol>) {
        let mut found = Vec::new();
        let loaded = pispl::load_with(source, read_with(settings), Some(&mut found));
        (families(loaded), found)
    }

    fn syntax_errors(&self, source: &Source) -> Diagnostics {
        let mut problems = Diagnostics::new();
        parse_pispl(source, &mut problems);
        problems
    }

    fn layout(&self, _: &Source) -> Option<&'static dyn Layout> {
        Some(&IsplLayout(Dialect::Pispl))
    }

    fn place_for(&self, text: &str, _: Asked) -> Option<QuestionPlace> {
        questions::place_for(text, Dialect::Pispl)
    }

    fn advice_on_questions(&self) -> Option<&'static str> {
        Some(questions::ADVICE)
    }

    fn foreign_notation(&self, formula: &str, text: &str, _: &[&str]) -> ForeignNotation {
        questions::foreign_notation(formula, text, Dialect::Pispl)
    }
}
