//! Reading models: what the front ends make of them, and what is wrong with them.

mod templates;

use std::num::IntErrorKind;

use synod_core::{AgentId, CompiledModel, Property, System};
use synod_parameterised::Templates;
use synod_syntax::{Diagnostic, Diagnostics, Severity, Source};

use crate::cli::{Compat, LabsBlocked, LabsDeadlock, LabsSemantics, ModelArgs, NullStep};
use crate::diagnostics;
use crate::failure::Failure;
use crate::languages::{self, Family};
use crate::{files, sizes, terminal};

use templates::too_few_agents;
pub use templates::{Ask, NOTHING_CHECKED, Question, Templated, load_templates, nothing_asked};

/// A model that was read.
pub struct Model {
    /// What is checked.
    pub compiled: CompiledModel,
    /// Its text.
    pub source: Source,
    /// Its language.
    pub language: &'static str,
    /// What is odd about it.
    pub warnings: Vec<Diagnostic>,
    /// The triple structure, for languages that are defined by one.
    pub shape: Option<synod_process::Shape>,
    /// Who tells its runs, for languages with words of their own for them.
    pub teller: Option<synod_labs::LabsNarrator>,
}

impl Model {
    /// The properties asked for: see [`synod_check::select`].
    pub fn select(&self, wanted: &[String]) -> Result<Vec<Property>, synod_check::SelectionError> {
        synod_check::select(&self.compiled.properties, wanted, self.compiled.system.ended)
    }

    /// Tells the user what is odd, on standard error; notes only if asked for.
    pub fn print_warnings(&self, args: &ModelArgs) {
        let worth = |d: &&Diagnostic| args.notes || d.severity >= Severity::Warning;
        diagnostics::print(&self.source, self.warnings.iter().filter(worth));
    }

    /// Its warnings and notes, for machines.
    pub fn warning_documents(&self) -> Vec<synod_documents::Diagnostic> {
        diagnostics::documents(&self.source, &self.warnings)
    }

    /// What documents about it begin with, given its file.
    pub fn head(&self, path: &str) -> synod_documents::Head {
        synod_documents::Head::new(path, self.language)
    }

    /// Why a request about this model cannot be met, for whoever asked: see [`Rejected::refuse`].
    /// Failures that are not about the request stay as they are.
    pub fn refuse(&self, failure: Failure, args: &ModelArgs, as_json: bool) -> Failure {
        let Failure::Input(message) = failure else { return failure };
        Rejected { language: Some(self.language), ..Rejected::because(message) }.refuse(args, as_json)
    }

    /// The refusal of the model for a finding about it as a whole: an error, or a warning if those are denied.
    pub fn rejected_for(&self, finding: &Diagnostic, args: &ModelArgs) -> Option<Rejected> {
        let is_error = finding.severity == Severity::Error;
        let is_denied = args.deny_warnings && finding.severity == Severity::Warning;
        (is_error || is_denied).then(|| {
            let diagnostics = vec![finding.clone()];
            Rejected {
                source: Some(self.source.clone()),
                language: Some(self.language),
                message: unusable(self.source.name(), &diagnostics, !is_error),
                diagnostics,
            }
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
    /// A request that is wrong by itself.
    pub fn because(message: impl Into<String>) -> Self {
        Rejected { source: None, language: None, message: message.into(), diagnostics: Vec::new() }
    }

    /// Tells the user: a JSON document on standard output, or text on standard error.
    pub fn refuse(self, args: &ModelArgs, as_json: bool) -> Failure {
        if !as_json {
            return self.report();
        }
        match terminal::print_json(&self.document(&args.model)) {
            Ok(()) => Failure::Reported,
            Err(failure) => failure,
        }
    }

    /// As a document.
    fn document(&self, path: &str) -> synod_documents::Rejection {
        synod_documents::Rejection {
            synod: synod_documents::VERSION.to_string(),
            model: path.to_string(),
            language: self.language.map(str::to_string),
            error: self.message.clone(),
            diagnostics: match &self.source {
                Some(source) => diagnostics::documents(source, &self.diagnostics),
                None => Vec::new(),
            },
        }
    }

    /// Tells the user on standard error.
    pub fn report(self) -> Failure {
        if let Some(source) = &self.source {
            diagnostics::print(source, &self.diagnostics);
        }
        Failure::Input(self.message)
    }
}

/// Reads a model and prints its warnings, but not its notes, which `check` tells.
pub fn load_or_report(args: &ModelArgs, steps: Option<u64>) -> Result<Model, Failure> {
    let model = load(args, steps).map_err(Rejected::report)?;
    model.print_warnings(args);
    Ok(model)
}

/// What a front end made of a text.
struct Read {
    model: Option<CompiledModel>,
    language: &'static str,
    diagnostics: synod_syntax::Diagnostics,
    shape: Option<synod_process::Shape>,
    teller: Option<synod_labs::LabsNarrator>,
}

/// Whether the model is, by its name or by request, one in LAbS.
pub fn is_labs(args: &ModelArgs) -> bool {
    languages::of(args).is_ok_and(|language| language.family == Family::Labs)
}

/// Whether the model is, by its name or by request, one in PISPL.
pub fn is_pispl(args: &ModelArgs) -> bool {
    languages::of(args).is_ok_and(|language| language.family == Family::Pispl)
}

/// Reads a model; `steps` bounds the runs of those languages that know such a bound.
pub fn load(args: &ModelArgs, steps: Option<u64>) -> Result<Model, Rejected> {
    let language = languages::of(args).map_err(Rejected::because)?;
    language.understands(args, steps).map_err(Rejected::because)?;
    let source = source(args)?;
    let read = match language.family {
        Family::Rcheck(dialect) => read_rcheck(&source, args, dialect),
        Family::Labs => read_labs(&source, args, steps).map_err(Rejected::because)?,
        Family::Ispl => read_ispl(&source),
        Family::Pispl => read_instance(&source, args).map_err(Rejected::because)?,
        Family::Process(family) => read_process(&source, family, language.name),
    };
    let failed = read.diagnostics.has_errors();
    let diagnostics = read.diagnostics.sorted();
    let denied = args.deny_warnings && diagnostics.iter().any(|d| d.severity == Severity::Warning);
    let mut model = read.model;
    if let (Some(model), Some(strategies)) = (&mut model, args.atlk) {
        model.system.strategies = strategies;
    }
    match model {
        Some(compiled) if !failed && !denied => Ok(Model {
            compiled,
            source,
            language: read.language,
            warnings: diagnostics,
            shape: read.shape,
            teller: read.teller,
        }),
        _ => {
            let message = unusable(source.name(), &diagnostics, denied && !failed);
            Err(Rejected { source: Some(source), language: Some(language.name), message, diagnostics })
        }
    }
}

fn source(args: &ModelArgs) -> Result<Source, Rejected> {
    let text = files::read(&args.model).map_err(|failure| match failure {
        Failure::Input(message) => Rejected::because(message),
        Failure::Reported | Failure::OutputClosed => Rejected::because("cannot read the model"),
    })?;
    let name = if args.model == "-" { "standard input" } else { args.model.as_str() };
    Ok(Source::new(name, text))
}

fn unusable(name: &str, diagnostics: &[Diagnostic], only_denied: bool) -> String {
    let why = if only_denied { " (warnings are denied)" } else { "" };
    format!("`{name}` cannot be used: {}{why}", diagnostics::count(diagnostics))
}

fn rcheck_options(args: &ModelArgs, dialect: Option<synod_rcheck::Dialect>) -> synod_rcheck::Options {
    synod_rcheck::Options { dialect, compat_vscode: args.meaning.compat == Some(Compat::RcheckVscode) }
}

fn read_rcheck(source: &Source, args: &ModelArgs, dialect: Option<synod_rcheck::Dialect>) -> Read {
    let loaded = synod_rcheck::load(source, &rcheck_options(args, dialect));
    let language = match loaded.model.as_ref().map(|model| model.dialect) {
        Some(synod_rcheck::Dialect::Legacy) => "rcheck-legacy",
        _ => "rcheck",
    };
    Read {
        model: loaded.model.map(|model| CompiledModel::new(model.system, model.properties)),
        language,
        diagnostics: loaded.diagnostics,
        shape: None,
        teller: None,
    }
}

fn read_ispl(source: &Source) -> Read {
    let loaded = synod_ispl::load(source);
    let model = loaded.model.map(|model| CompiledModel {
        lints: model.lints,
        empty_is_error: true,
        ..CompiledModel::new(model.system, model.properties)
    });
    Read { model, language: "ispl", diagnostics: loaded.diagnostics, shape: None, teller: None }
}

fn pispl_options(args: &ModelArgs) -> synod_ispl::pispl::Options {
    let null = match args.meaning.pispl.null_step {
        NullStep::Always => synod_parameterised::NullStep::Always,
        NullStep::WhenStuck => synod_parameterised::NullStep::WhenStuck,
    };
    synod_ispl::pispl::Options { null }
}

/// The instance of a PISPL file with the numbers of agents that the user gave.
fn read_instance(source: &Source, args: &ModelArgs) -> Result<Read, String> {
    let loaded = synod_ispl::pispl::load(source, pispl_options(args));
    let mut diagnostics = loaded.diagnostics;
    let model = match loaded.model {
        Some(model) => Some(instance(&model.templates, args, &mut diagnostics)?),
        None => None,
    };
    Ok(Read { model, language: "pispl", diagnostics, shape: None, teller: None })
}

fn instance(
    templates: &Templates,
    args: &ModelArgs,
    diagnostics: &mut Diagnostics,
) -> Result<CompiledModel, String> {
    let sizes = sizes::of(templates, args)?;
    let (system, properties) = templates.instance(&sizes).map_err(|empty| empty.to_string())?;
    for property in templates.properties() {
        if !properties.iter().any(|known| known.name == property.name) {
            diagnostics.push(too_few_agents(property));
        }
    }
    Ok(CompiledModel::new(system, properties))
}

fn read_process(source: &Source, family: synod_process::Language, language: &'static str) -> Read {
    let loaded = synod_process::load(source, &synod_process::Options::new(family));
    let (model, shape) = match loaded.model {
        Some(model) => (Some(CompiledModel::new(model.system, model.properties)), Some(model.shape)),
        None => (None, None),
    };
    Read { model, language, diagnostics: loaded.diagnostics, shape, teller: None }
}

fn labs_options(args: &ModelArgs, steps: Option<u64>) -> Result<synod_labs::Options, String> {
    let labs = &args.meaning.labs;
    Ok(synod_labs::Options {
        parameters: args.meaning.parameters.iter().map(|text| parameter(text)).collect::<Result<_, _>>()?,
        fair: labs.fair,
        steps,
        semantics: match labs.semantics {
            LabsSemantics::Sliver5 => synod_labs::Semantics::SLIVER_5,
            LabsSemantics::Paper => synod_labs::Semantics::PAPER,
        },
        blocked: match labs.blocked {
            LabsBlocked::Discard => synod_labs::Blocked::Discard,
            LabsBlocked::Skip => synod_labs::Blocked::Skip,
        },
        deadlock: match labs.deadlock {
            LabsDeadlock::Ignore => synod_labs::Deadlock::Ignore,
            LabsDeadlock::Report => synod_labs::Deadlock::Report,
            LabsDeadlock::Stutter => synod_labs::Deadlock::Stutter,
        },
        bits: labs.bits,
        sync: labs.sync,
    })
}

fn read_labs(source: &Source, args: &ModelArgs, steps: Option<u64>) -> Result<Read, String> {
    let loaded = synod_labs::load(source, &labs_options(args, steps)?);
    let teller = loaded.model.as_ref().map(synod_labs::Model::narrator);
    let model = loaded.model.map(|model| CompiledModel {
        side_questions: model.side_questions,
        step_bound: model.bound,
        reduce: true,
        ..CompiledModel::new(model.system, model.properties)
    });
    Ok(Read { model, language: "labs", diagnostics: loaded.diagnostics, shape: None, teller })
}

/// `name=value`.
pub fn parameter(text: &str) -> Result<(String, i64), String> {
    let (name, value) =
        text.split_once('=').filter(|(name, _)| !name.is_empty()).ok_or_else(|| not_a_parameter(text))?;
    let value = value.trim().parse().map_err(|error: std::num::ParseIntError| match error.kind() {
        IntErrorKind::PosOverflow | IntErrorKind::NegOverflow => {
            format!("the value in `{text}` does not fit 64 bits")
        }
        _ => format!("the value in `{text}` is not an integer"),
    })?;
    Ok((name.trim().to_string(), value))
}

/// What is wrong with a word that is no `name=value`.
pub fn not_a_parameter(text: &str) -> String {
    format!("`{text}` is not of the form name=value")
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
