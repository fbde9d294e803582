//! CCS and choreographies as [`Frontend`]s.

use synod_core::{CompiledModel, State, System};
use synod_format::Layout;
use synod_frontend::{
    Asked, Blocked, ForeignNotation, Form, Frontend, LanguageModel, LanguageWord, Loaded, Notation,
    QuestionPlace, SemanticRule, Settings, Snippet, Symbol, SystemModel, lexemes, unused_name,
};
use synod_syntax::{CodeExplanation, Diagnostics, Source};

use crate::layout::ProcessLayout;
use crate::{CCS_CODES, CHOR_CODES, Language, Options, Shape, ccs, chor, explain, load, load_with, words};

/// One of the process languages.
pub struct Process {
    language: synod_frontend::Language,
    family: Language,
    forms: &'static [Form],
}

const PROJECTIONS: Form =
    Form { name: "projections", meaning: "What each peer of a choreography does", ending: ".txt" };

/// The notation of other tools in formulas; logical signs are in the language.
pub(crate) const NOTATION: Notation = Notation {
    and: "&",
    or: "||",
    iff: Some("<->"),
    equals: "=",
    differs: "!=",
    own: &["&&", "∧", "∨", "|", "¬", "not", "=>", "→", "<=>", "↔", "=="],
    explained: &[],
};

/// The language CCS.
pub static CCS: Process = Process {
    language: synod_frontend::Language {
        name: "ccs",
        title: "CCS",
        endings: &["ccs"],
        meaning: "CCS: processes that act together, with parallel composition in the style of Hoare",
    },
    family: Language::Ccs,
    forms: &[Form::TRIPLES, Form::TRIPLES_DOT],
};

/// The language of choreographies.
pub static CHOR: Process = Process {
    language: synod_frontend::Language {
        name: "chor",
        title: "choreography",
        endings: &["chor"],
        meaning: "choreography: what peers do together, projected on each of them",
    },
    family: Language::Chor,
    forms: &[Form::TRIPLES, Form::TRIPLES_DOT, PROJECTIONS],
};

impl Process {
    /// What was read, for those who know no language.
    fn compiled(&self, loaded: crate::Loaded) -> Loaded {
        let model = loaded.model.map(|model| SystemModel {
            language: self.language.name,
            compiled: CompiledModel {
                other_commands: model.commands,
                side_questions: model.side_questions,
                ..CompiledModel::new(model.system, model.properties)
            },
            details: Box::new(model.shape),
        });
        Loaded::system(model, loaded.diagnostics)
    }
}

impl Frontend for Process {
    fn language(&self) -> &synod_frontend::Language {
        &self.language
    }

    fn forms(&self) -> &[Form] {
        self.forms
    }

    fn template(&self) -> Option<&'static str> {
        Some(match self.family {
            Language::Ccs => include_str!("template.ccs"),
            Language::Chor => include_str!("template.chor"),
        })
    }

    fn symbols(&self, source: &Source) -> Vec<Symbol> {
        match self.family {
            Language::Ccs => ccs::symbols(source),
            Language::Chor => chor::symbols(source),
        }
    }

    fn words(&self) -> &'static [LanguageWord] {
        match self.family {
            Language::Ccs => words::CCS_WORDS,
            Language::Chor => words::CHOR_WORDS,
        }
    }

    fn rules(&self) -> &'static [SemanticRule] {
        match self.family {
            Language::Ccs => words::CCS_RULES,
            Language::Chor => words::CHOR_RULES,
        }
    }

    fn snippets(&self) -> &'static [Snippet] {
        match self.family {
            Language::Ccs => words::CCS_SNIPPETS,
            Language::Chor => words::CHOR_SNIPPETS,
        }
    }

    fn line_comments(&self) -> &'static [&'static str] {
        &["--", "//"]
    }

    fn codes(&self) -> &'static [CodeExplanation] {
        match self.family {
            Language::Ccs => CCS_CODES,
            Language::Chor => CHOR_CODES,
        }
    }

    fn detects(&self, text: &str) -> bool {
        let lexemes = lexemes(text);
        let mut definitions = lexemes.iter().take_while(|word| **word != "property");
        let is_upper = |name: &str| name.starts_with(char::is_uppercase);
        // As sections of other languages do.
        let has_sections = lexemes.windows(2).any(|pair| pair[0] == "end" && is_upper(pair[1]));
        match lexemes.as_slice() {
            [name, "=", ..] if (*name == "system" || is_upper(name)) && !has_sections => {
                // Peers and messages have names, which only choreographies write before a colon.
                definitions.any(|word| *word == ":") == (self.family == Language::Chor)
            }
            _ => false,
        }
    }

    fn load(&self, source: &Source, _: &Settings) -> Loaded {
        self.compiled(load(source, &Options::new(self.family)))
    }

    fn load_with_symbols(&self, source: &Source, _: &Settings) -> (Loaded, Vec<Symbol>) {
        let mut found = Vec::new();
        let loaded = load_with(source, &Options::new(self.family), Some(&mut found));
        (self.compiled(loaded), found)
    }

    fn syntax_errors(&self, source: &Source) -> Diagnostics {
        match self.family {
            Language::Ccs => ccs::parse(source).1,
            Language::Chor => chor::parse(source).1,
        }
    }

    fn layout(&self, _: &Source) -> Option<&'static dyn Layout> {
        Some(match self.family {
            Language::Ccs => &ProcessLayout(Language::Ccs),
            Language::Chor => &ProcessLayout(Language::Chor),
        })
    }

    fn place_for(&self, text: &str, _: Asked) -> Option<QuestionPlace> {
        let name = unused_name(text, "asked");
        Some(QuestionPlace::new(text.len(), format!("\nproperty {name}: "), "\n"))
    }

    fn foreign_notation(&self, formula: &str, text: &str, _: &[&str]) -> ForeignNotation {
        let names = lexemes(text);
        NOTATION.read(formula, &|word| names.contains(&word))
    }
}

impl LanguageModel for Shape {
    fn blocked(&self, system: &System, state: &State) -> Option<Vec<Blocked>> {
        Some(explain::blocked(self, system, state))
    }

    fn form(&self, name: &str) -> Option<String> {
        match name {
            name if name == Form::TRIPLES.name => Some(self.triples()),
            name if name == Form::TRIPLES_DOT.name => Some(self.triples_dot()),
            name if name == PROJECTIONS.name => self.projections().map(str::to_string),
            _ => None,
        }
    }
}
