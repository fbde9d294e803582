//! Reading models: which language, which options, and what is wrong with them.

use std::path::Path;

use serde_json::json;
use synod_core::{AgentId, Lint, Property, System};
use synod_syntax::{Diagnostic, Diagnostics, Severity, Source};

use crate::cli::{Compat, ModelArgs};
use crate::diagnostics;
use crate::failure::Failure;
use crate::{files, terminal};

/// A modelling language, for people.
pub struct Language {
    /// Its name for `--language`.
    pub name: &'static str,
    /// The endings of its files.
    pub extensions: &'static [&'static str],
    /// What it is.
    pub meaning: &'static str,
    front_end: FrontEnd,
}

/// Who reads a language.
#[derive(Clone, Copy)]
enum FrontEnd {
    Rcheck(Option<synod_rcheck::Dialect>),
    Ispl,
}

/// What a front end makes of a text.
struct Read {
    model: Option<(System, Vec<Property>, Vec<Lint>)>,
    /// The language it turned out to be.
    language: &'static str,
    diagnostics: Diagnostics,
}

impl FrontEnd {
    fn read(self, source: &Source, args: &ModelArgs) -> Read {
        match self {
            FrontEnd::Rcheck(dialect) => {
                let compat_vscode = args.compat == Some(Compat::RcheckVscode);
                let loaded = synod_rcheck::load(source, &synod_rcheck::Options { dialect, compat_vscode });
                let legacy = synod_rcheck::Dialect::Legacy;
                let found = loaded.model.as_ref().map(|model| model.dialect).or(dialect);
                Read {
                    language: if found == Some(legacy) { "rcheck-legacy" } else { "rcheck" },
                    model: loaded.model.map(|model| (model.system, model.properties, Vec::new())),
                    diagnostics: loaded.diagnostics,
                }
            }
            FrontEnd::Ispl => {
                let loaded = synod_ispl::load(source);
                Read {
                    language: "ispl",
                    model: loaded.model.map(|model| (model.system, model.properties, model.lints)),
                    diagnostics: loaded.diagnostics,
                }
            }
        }
    }
}

/// All of them.
pub const LANGUAGES: [Language; 3] = [
    Language {
        name: "rcheck",
        extensions: &["rcp"],
        meaning: "R-CHECK; files in the older form are recognised",
        front_end: FrontEnd::Rcheck(None),
    },
    Language {
        name: "rcheck-legacy",
        extensions: &[],
        meaning: "R-CHECK in the older form, with `channels:` and `communication-variables:`",
        front_end: FrontEnd::Rcheck(Some(synod_rcheck::Dialect::Legacy)),
    },
    Language {
        name: "ispl",
        extensions: &["ispl"],
        meaning: "ISPL, the language of MCMAS: interpreted systems, knowledge, strategies",
        front_end: FrontEnd::Ispl,
    },
];

/// A model that was read.
pub struct Model {
    /// What engines see.
    pub system: System,
    /// What the model asks.
    pub properties: Vec<Property>,
    /// Its text.
    pub source: Source,
    /// Its language.
    pub language: &'static str,
    /// What is odd if the reachable states are such.
    pub lints: Vec<Lint>,
    /// What is odd about it.
    pub warnings: Vec<Diagnostic>,
}

impl Model {
    /// Tells the user what is odd, on standard error; notes only if asked for.
    pub fn print_warnings(&self, args: &ModelArgs) {
        let worth = |d: &&Diagnostic| args.notes || d.severity >= Severity::Warning;
        diagnostics::print(&self.source, self.warnings.iter().filter(worth));
    }

    /// Its warnings and notes, for machines.
    pub fn warnings_json(&self) -> Vec<serde_json::Value> {
        self.warnings.iter().map(|warning| diagnostics::json(&self.source, warning)).collect()
    }

    /// Why a request about this model cannot be met, for whoever asked: see [`Rejected::refuse`].
    /// Failures that are not about the request stay as they are.
    pub fn refuse(&self, failure: Failure, args: &ModelArgs, as_json: bool) -> Failure {
        let Failure::Input(message) = failure else { return failure };
        Rejected { language: Some(self.language), ..Rejected::because(message) }.refuse(args, as_json)
    }

    /// The warning that there is no initial state; if warnings are denied, the model is refused.
    pub fn without_initial_state(&self, args: &ModelArgs) -> Result<Diagnostic, Rejected> {
        let message = "the model has no initial state, so every property holds vacuously";
        let place = self.system.agents.first().map(|agent| agent.span).unwrap_or_default();
        let warning = Diagnostic::warning("model::no-initial-state", place, message)
            .explain("no values of the variables satisfy the initial conditions of all agents");
        if !args.deny_warnings {
            return Ok(warning);
        }
        let diagnostics = vec![warning];
        Err(Rejected {
            source: Some(self.source.clone()),
            language: Some(self.language),
            message: unusable(self.source.name(), &diagnostics, true),
            diagnostics,
        })
    }
}

/// A request that cannot be met, most often because the model could not be read.
pub struct Rejected {
    /// Its text, if that could be read.
    pub source: Option<Source>,
    /// Its language, if that is known.
    pub language: Option<&'static str>,
    /// What is wrong, in one sentence.
    pub message: String,
    /// What is wrong in it.
    pub diagnostics: Vec<Diagnostic>,
}

impl Rejected {
    fn because(message: impl Into<String>) -> Self {
        Rejected { source: None, language: None, message: message.into(), diagnostics: Vec::new() }
    }

    /// Tells the user: a JSON document on standard output, or text on standard error.
    pub fn refuse(self, args: &ModelArgs, as_json: bool) -> Failure {
        if !as_json {
            return self.report();
        }
        match terminal::print_json(&self.json(&args.model)) {
            Ok(()) => Failure::Reported,
            Err(failure) => failure,
        }
    }

    /// As a document; its schema is `rejection` in `docs/schema/check.schema.json`.
    fn json(&self, path: &str) -> serde_json::Value {
        let diagnostics = match &self.source {
            Some(source) => self.diagnostics.iter().map(|d| diagnostics::json(source, d)).collect(),
            None => Vec::new(),
        };
        json!({
            "synod": env!("CARGO_PKG_VERSION"),
            "model": path,
            "language": self.language,
            "error": self.message,
            "diagnostics": diagnostics,
        })
    }

    /// Tells the user on standard error.
    fn report(self) -> Failure {
        if let Some(source) = &self.source {
            diagnostics::print(source, &self.diagnostics);
        }
        Failure::Input(self.message)
    }
}

/// Reads a model and prints its warnings.
pub fn load_or_report(args: &ModelArgs) -> Result<Model, Failure> {
    let model = load(args).map_err(Rejected::report)?;
    model.print_warnings(args);
    Ok(model)
}

/// Reads a model.
pub fn load(args: &ModelArgs) -> Result<Model, Rejected> {
    let language = language_of(args).map_err(Rejected::because)?;
    if let Some(parameter) = args.parameters.first() {
        return Err(Rejected::because(parameter_refused(parameter, language)));
    }
    let text = files::read(&args.model).map_err(|failure| match failure {
        Failure::Input(message) => Rejected::because(message),
        Failure::Reported | Failure::OutputClosed => Rejected::because("cannot read the model"),
    })?;
    let name = if args.model == "-" { "standard input" } else { args.model.as_str() };
    let source = Source::new(name, text);
    let read = language.front_end.read(&source, args);
    let failed = read.diagnostics.has_errors();
    let diagnostics = read.diagnostics.sorted();
    let denied = args.deny_warnings && diagnostics.iter().any(|d| d.severity == Severity::Warning);
    match read.model {
        Some((mut system, properties, lints)) if !failed && !denied => {
            system.strategies = args.atlk.unwrap_or(system.strategies);
            Ok(Model { system, properties, lints, source, language: read.language, warnings: diagnostics })
        }
        _ => {
            let message = unusable(name, &diagnostics, denied && !failed);
            Err(Rejected { source: Some(source), language: Some(read.language), message, diagnostics })
        }
    }
}

fn unusable(name: &str, diagnostics: &[Diagnostic], only_denied: bool) -> String {
    let why = if only_denied { " (warnings are denied)" } else { "" };
    format!("`{name}` cannot be used: {}{why}", diagnostics::count(diagnostics))
}

fn language_of(args: &ModelArgs) -> Result<&'static Language, String> {
    let names = || LANGUAGES.iter().map(|l| l.name);
    if let Some(wanted) = &args.language {
        return LANGUAGES.iter().find(|l| l.name == wanted).ok_or_else(|| {
            let hint = match synod_syntax::nearest(wanted, names()) {
                Some(name) => format!("did you mean `{name}`?"),
                None => format!("there are {}", names().collect::<Vec<_>>().join(", ")),
            };
            format!("there is no language `{wanted}`; {hint}")
        });
    }
    let extension = Path::new(&args.model).extension().and_then(|e| e.to_str()).unwrap_or_default();
    LANGUAGES.iter().find(|l| l.extensions.iter().any(|e| e.eq_ignore_ascii_case(extension))).ok_or_else(
        || {
            let known: Vec<String> = LANGUAGES
                .iter()
                .map(|l| match l.extensions {
                    [] => format!("  --language {}: {}", l.name, l.meaning),
                    endings => format!("  --language {} (.{}): {}", l.name, endings.join(", ."), l.meaning),
                })
                .collect();
            let what =
                if args.model == "-" { "standard input".to_string() } else { format!("`{}`", args.model) };
            format!("the language of {what} is not known; say it:\n{}", known.join("\n"))
        },
    )
}

fn parameter_refused(parameter: &str, language: &Language) -> String {
    match parameter.split_once('=') {
        Some((name, _)) if !name.is_empty() => {
            format!("models in {} have no parameters, so `{parameter}` means nothing", language.name)
        }
        _ => format!("`{parameter}` is not of the form name=value"),
    }
}

/// Why there is nowhere to begin, given the constraint of the user, which may be empty.
pub fn no_initial_state(constraint: &str) -> String {
    let why = if constraint.is_empty() { "" } else { " that satisfies the constraint" };
    format!("the model has no initial state{why}")
}

/// The agent of a name, or a sentence that helps to find the right one.
pub fn find_agent(system: &System, name: &str) -> Result<AgentId, String> {
    system.find_agent(name).ok_or_else(|| {
        let names: Vec<&str> = system.agents.iter().map(|a| a.name.as_str()).collect();
        match synod_syntax::nearest(name, names.iter().copied()) {
            Some(near) => format!("there is no agent `{name}`; did you mean `{near}`?"),
            None => format!("there is no agent `{name}`; there are {}", names.join(", ")),
        }
    })
}
