//! R-CHECK as a [`Frontend`]: its two dialects, and the reading of the VSCode extension.

use synod_core::{CompiledModel, State, System, kind_of_role};
use synod_format::Layout;
use synod_frontend::{
    ATLK, Asked, Blocked, Choice, ForeignNotation, Frontend, Include, Language, LanguageModel,
    LanguageOption, LanguageWord, Loaded, OptionKind, OptionScope, QuestionPlace, SemanticRule, Settings,
    Snippet, Symbol, SystemModel, lexemes,
};
use synod_syntax::{CodeExplanation, Diagnostic, Diagnostics, Source};

use crate::includes::includes;
use crate::layout::{layout, lexical_errors};
use crate::parse::{NO_SYSTEM, Reading, detect, parse};
use crate::words::{RULES, SNIPPETS, WORDS};
use crate::{CODES, Dialect, Model, Options, explain, load, load_with, notation, symbols};

/// The language, in one of its dialects.
pub struct Rcheck {
    language: Language,
    /// `None` is to be found out from the text.
    dialect: Option<Dialect>,
}

/// R-CHECK in the dialect that the text is in.
pub static RCHECK: Rcheck = Rcheck {
    language: Language {
        name: "rcheck",
        title: "R-CHECK",
        endings: &["rcp"],
        meaning: "R-CHECK: agents that reconfigure whom they talk to; files in the older form are recognised",
    },
    dialect: None,
};

/// R-CHECK in the older dialect.
pub static RCHECK_LEGACY: Rcheck = Rcheck {
    language: Language {
        name: "rcheck-legacy",
        title: "R-CHECK",
        endings: &[],
        meaning: "R-CHECK in the older form, with `channels:` and `communication-variables:`",
    },
    dialect: Some(Dialect::Legacy),
};

const COMPAT: LanguageOption = LanguageOption {
    name: "compat",
    kind: OptionKind::Choice {
        placeholder: "TOOL",
        choices: &[Choice {
            name: "rcheck-vscode",
            meaning: "The operator precedence and `rep` of the R-CHECK extension of VSCode",
        }],
        default: None,
    },
    help: "Read the model as another tool does",
    scope: OptionScope::Model,
};

impl Rcheck {
    /// The dialect that a text is read in.
    fn dialect_of(&self, source: &Source) -> Dialect {
        self.dialect.or_else(|| detect(source)).unwrap_or(Dialect::New)
    }

    fn read_with(&self, settings: &Settings) -> Options {
        Options {
            dialect: self.dialect,
            compat_vscode: settings.choice(&COMPAT).is_some(),
            constants: settings.parameters().to_vec(),
        }
    }
}

/// What was read, for those who know no language.
fn compiled(loaded: crate::Loaded) -> Loaded {
    let model = loaded.model.map(|mut model| {
        let language = match model.dialect {
            Dialect::New => RCHECK.language.name,
            Dialect::Legacy => RCHECK_LEGACY.language.name,
        };
        let system = std::mem::replace(&mut model.system, synod_core::System::new(""));
        let compiled = CompiledModel {
            action_kind: kind_of_role,
            side_questions: std::mem::take(&mut model.side_questions),
            ..CompiledModel::new(system, std::mem::take(&mut model.properties))
        };
        SystemModel { language, compiled, details: Box::new(model) }
    });
    Loaded::system(model, loaded.diagnostics)
}

impl Frontend for Rcheck {
    fn language(&self) -> &Language {
        &self.language
    }

    fn options(&self) -> &[LanguageOption] {
        &[COMPAT, ATLK]
    }

    fn parameters(&self) -> Option<&'static str> {
        Some("Values of the constants of the model: n=3 for `const n = 2`")
    }

    fn includes(&self, text: &str) -> Vec<Include> {
        includes(text)
    }

    fn template(&self) -> Option<&'static str> {
        (self.dialect != Some(Dialect::Legacy)).then_some(include_str!("template.rcp"))
    }

    fn symbols(&self, source: &Source) -> Vec<Symbol> {
        symbols::symbols(source, self.dialect)
    }

    fn words(&self) -> &'static [LanguageWord] {
        WORDS
    }

    fn rules(&self) -> &'static [SemanticRule] {
        RULES
    }

    fn snippets(&self) -> &'static [Snippet] {
        SNIPPETS
    }

    fn line_comments(&self) -> &'static [&'static str] {
        // The last two in the older form only; in the other no line can begin so.
        &["//", "--", "#"]
    }

    fn codes(&self) -> &'static [CodeExplanation] {
        CODES
    }

    fn detects(&self, text: &str) -> bool {
        let lexemes = lexemes(text);
        let is_agent = |part: &[&str]| part[0] == "agent" && part[2] != "{";
        // The older form is recognised when it is read.
        self.dialect.is_none() && lexemes.windows(3).any(is_agent)
    }

    fn load(&self, source: &Source, settings: &Settings) -> Loaded {
        compiled(load(source, &self.read_with(settings)))
    }

    fn load_with_symbols(&self, source: &Source, settings: &Settings) -> (Loaded, Vec<Symbol>) {
        let options = self.read_with(settings);
        if options.compat_vscode || !options.constants.is_empty() {
            // The tree is not the one that the text alone stands for.
            return (self.load(source, settings), self.symbols(source));
        }
        let mut found = Vec::new();
        let loaded = compiled(load_with(source, &options, Some(&mut found)));
        (loaded, found)
    }

    fn syntax_errors(&self, source: &Source) -> Diagnostics {
        let dialect = self.dialect_of(source);
        match includes(source.text()).is_empty() {
            // The system may stand in what includes the text.
            true => {
                let mut found = Diagnostics::new();
                let (_, all) = parse(source, dialect, Reading::Standard);
                all.iter().filter(|one| one.code != NO_SYSTEM).for_each(|one| found.push(one.clone()));
                found
            }
            // What the other files declare is needed to read the rest.
            false => lexical_errors(source.text(), dialect),
        }
    }

    fn layout(&self, source: &Source) -> Option<&'static dyn Layout> {
        Some(layout(self.dialect_of(source)))
    }

    fn place_for(&self, text: &str, _: Asked) -> Option<QuestionPlace> {
        Some(QuestionPlace::new(text.len(), "\nSPEC ", "\n"))
    }

    fn foreign_notation(&self, formula: &str, text: &str, agents: &[&str]) -> ForeignNotation {
        notation::read(formula, text, agents)
    }
}

impl LanguageModel for Model {
    fn parameters(&self) -> Vec<(String, i64)> {
        self.constants().map(|(name, value)| (name.to_string(), value)).collect()
    }

    fn blocked(&self, system: &System, state: &State) -> Option<Vec<Blocked>> {
        Some(explain::blocked(&self.resolved, system, state))
    }

    fn interchangeable(
        &self,
        _: &CompiledModel,
        role: &str,
    ) -> Result<Vec<Result<usize, String>>, Box<Diagnostic>> {
        let depends = || "it depends on how many agents there are".to_string();
        let agents = Model::interchangeable(self, role)?;
        Ok(agents.into_iter().map(|agents| agents.ok_or_else(depends)).collect())
    }
}
