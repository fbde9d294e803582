//! LAbS as a [`Frontend`].

use synod_core::{Action, CompiledModel, Role, State, System};
use synod_format::Layout;
use synod_frontend::{
    ATLK, Asked, Choice, ForeignNotation, Form, Frontend, Language, LanguageModel, LanguageOption,
    LanguageWord, Loaded, Narrator, OptionKind, OptionScope, QuestionPlace, SemanticRule, Settings, Snippet,
    Symbol, SymbolKind, SystemModel, follow, lexemes, unused_name,
};
use synod_syntax::{CodeExplanation, Diagnostic, Diagnostics, Source};

use crate::explain::ACTION;
use crate::layout::LabsLayout;
use crate::lower::SKIPS_ITS_TURN;
use crate::model::PASS;
use crate::parse::parse;
use crate::symbols::symbols;
use crate::words::{RULES, SNIPPETS, WORDS};
use crate::{
    Blocked, CODES, Deadlock, LabsNarrator, Options, Semantics, interchangeable, load, load_with, notation,
};

/// The language of SLiVER.
pub struct Labs;

/// The language LAbS.
pub static LABS: Labs = Labs;

const LANGUAGE: Language = Language {
    name: "labs",
    title: "LAbS",
    endings: &["labs"],
    meaning: "LAbS: agents that coordinate through stigmergy and a shared environment, as SLiVER 5 reads it",
};

const FAIR: LanguageOption = LanguageOption {
    name: "fair",
    kind: OptionKind::Flag,
    help: "Round-robin scheduling: agents take turns, in the order of their ids",
    scope: OptionScope::Model,
};

const SYNC: LanguageOption = LanguageOption {
    name: "sync",
    kind: OptionKind::Flag,
    help: "Messages are sent as part of the action that causes them",
    scope: OptionScope::Model,
};

const SEMANTICS: LanguageOption = LanguageOption {
    name: "semantics",
    kind: OptionKind::Choice {
        placeholder: "SEMANTICS",
        choices: &[
            Choice { name: "sliver5", meaning: "As SLiVER 5 does it" },
            Choice { name: "paper", meaning: "As the formal rules say" },
        ],
        default: Some("sliver5"),
    },
    help: "Which accesses to stigmergic variables lead to messages",
    scope: OptionScope::Model,
};

const BLOCKED: LanguageOption = LanguageOption {
    name: "blocked",
    kind: OptionKind::Choice {
        placeholder: "WHAT",
        choices: &[
            Choice { name: "discard", meaning: "It waits; if nothing changes any more, the run deadlocks" },
            Choice {
                name: "skip",
                meaning: "The turn goes to the next agent, also if each step of the agent faults",
            },
        ],
        default: Some("discard"),
    },
    help: "What an agent without an enabled action does when it is its turn",
    scope: OptionScope::Model,
};

const DEADLOCK: LanguageOption = LanguageOption {
    name: "deadlock",
    kind: OptionKind::Choice {
        placeholder: "WHAT",
        choices: &[
            Choice { name: "ignore", meaning: "`finally`, `eventually` and `fairly` do not judge them" },
            Choice { name: "report", meaning: "The same, and that there are none is one more property" },
            Choice { name: "stutter", meaning: "They stay in their last state for ever, and are judged" },
        ],
        default: Some("ignore"),
    },
    help: "How runs that deadlock are judged",
    scope: OptionScope::Model,
};

const BITS: LanguageOption = LanguageOption {
    name: "bits",
    kind: OptionKind::Number { least: 2, greatest: 62, default: Some(32) },
    help: "How many bits integers have",
    scope: OptionScope::Model,
};

const STEPS: LanguageOption = LanguageOption {
    name: "steps",
    kind: OptionKind::Number { least: 1, greatest: 999_999, default: None },
    help: "Judge only runs of this many steps",
    scope: OptionScope::Verdicts,
};

/// What stands in no text of its own, but at the guard `=>` that it passes by where that is false.
const WAY_PAST: &str = "way past a false guard";

/// Whether an action stands in a behaviour: messages and the schedule stand nowhere.
fn is_written(action: &Action) -> bool {
    action.role == Role::Acts && action.text != SKIPS_ITS_TURN
}

/// What was read, for those who know no language.
fn compiled(loaded: crate::Loaded, options: Options) -> Loaded {
    let model = loaded.model.map(|model| {
        let narrator = model.narrator();
        let compiled = CompiledModel {
            action_kind: |action| {
                is_written(action).then_some(if action.short == PASS { WAY_PAST } else { ACTION })
            },
            other_commands: narrator.actions(),
            side_questions: model.side_questions,
            step_bound: model.bound,
            reduce: true,
            ..CompiledModel::new(model.system, model.properties)
        };
        SystemModel {
            language: LANGUAGE.name,
            compiled,
            details: Box::new(LabsDetails { narrator, options }),
        }
    });
    Loaded::system(model, loaded.diagnostics)
}

impl Frontend for Labs {
    fn language(&self) -> &Language {
        &LANGUAGE
    }

    fn options(&self) -> &[LanguageOption] {
        &[FAIR, SYNC, SEMANTICS, BLOCKED, DEADLOCK, BITS, STEPS, ATLK]
    }

    fn parameters(&self) -> Option<&'static str> {
        Some("Values of the external parameters of the model: n=3 for `_n`")
    }

    fn parameter<'s>(&self, symbol: &'s Symbol) -> Option<&'s str> {
        (symbol.kind == SymbolKind::Constant).then(|| symbol.name.trim_start_matches('_'))
    }

    fn forms(&self) -> &[Form] {
        &[Form::TRIPLES, Form::TRIPLES_DOT]
    }

    fn template(&self) -> Option<&'static str> {
        Some(include_str!("template.labs"))
    }

    fn symbols(&self, source: &Source) -> Vec<Symbol> {
        symbols(source)
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
        &["#"]
    }

    fn codes(&self) -> &'static [CodeExplanation] {
        CODES
    }

    fn detects(&self, text: &str) -> bool {
        let lexemes = lexemes(text);
        follow(&lexemes, &["system", "{"]) || follow(&lexemes, &["agent", "", "{"])
    }

    fn load(&self, source: &Source, settings: &Settings) -> Loaded {
        let options = options(settings);
        compiled(load(source, &options), options)
    }

    fn load_with_symbols(&self, source: &Source, settings: &Settings) -> (Loaded, Vec<Symbol>) {
        let options = options(settings);
        let mut found = Vec::new();
        let loaded = load_with(source, &options, Some(&mut found));
        (compiled(loaded, options), found)
    }

    fn syntax_errors(&self, source: &Source) -> Diagnostics {
        let mut diagnostics = Diagnostics::new();
        parse(source, &mut diagnostics);
        diagnostics
    }

    fn layout(&self, _: &Source) -> Option<&'static dyn Layout> {
        Some(&LabsLayout)
    }

    fn place_for(&self, text: &str, asked: Asked) -> Option<QuestionPlace> {
        let name = unused_name(text, "Asked");
        let modality = match asked {
            Asked::Property => "",
            Asked::Condition => "ltl ",
        };
        let before = format!("\n    {name} = {modality}");
        Some(match notation::end_of_check(text) {
            Some(at) => QuestionPlace::new(at, before, "\n"),
            None => QuestionPlace::new(text.len(), format!("\ncheck {{{before}"), "\n}\n"),
        })
    }

    fn foreign_notation(&self, formula: &str, text: &str, agents: &[&str]) -> ForeignNotation {
        notation::read(formula, text, agents)
    }

    fn advice_on_wide_integers(&self) -> Option<&'static str> {
        Some("narrower integers may help, such as `--bits 16`")
    }
}

fn options(settings: &Settings) -> Options {
    Options {
        parameters: settings.parameters().to_vec(),
        fair: settings.flag(&FAIR),
        steps: settings.number(&STEPS).map(i64::unsigned_abs),
        semantics: match settings.choice(&SEMANTICS) {
            Some("paper") => Semantics::PAPER,
            _ => Semantics::SLIVER_5,
        },
        blocked: match settings.choice(&BLOCKED) {
            Some("skip") => Blocked::Skip,
            _ => Blocked::Discard,
        },
        deadlock: match settings.choice(&DEADLOCK) {
            Some("report") => Deadlock::Report,
            Some("stutter") => Deadlock::Stutter,
            _ => Deadlock::Ignore,
        },
        bits: settings.number(&BITS).and_then(|bits| bits.try_into().ok()).unwrap_or(Options::default().bits),
        sync: settings.flag(&SYNC),
        ..Options::default()
    }
}

/// What only the language knows about a model.
struct LabsDetails {
    narrator: LabsNarrator,
    options: Options,
}

impl LanguageModel for LabsDetails {
    fn narrator(&self) -> Option<&dyn Narrator> {
        Some(&self.narrator)
    }

    fn blocked(&self, system: &System, state: &State) -> Option<Vec<synod_frontend::Blocked>> {
        Some(self.narrator.blocked(system, state))
    }

    fn form(&self, name: &str) -> Option<String> {
        let model = self.narrator.model();
        match name {
            name if name == Form::TRIPLES.name => Some(model.triples()),
            name if name == Form::TRIPLES_DOT.name => Some(model.triples_dot()),
            _ => None,
        }
    }

    fn interchangeable(
        &self,
        compiled: &CompiledModel,
        role: &str,
    ) -> Result<Vec<Result<usize, String>>, Box<Diagnostic>> {
        let found = interchangeable(self.narrator.model(), &self.options, role)?;
        let agents = |name: &String| found.get(name).cloned().unwrap_or(Ok(0));
        Ok(compiled.properties.iter().map(|property| agents(&property.name)).collect())
    }
}
