//! Opening models: from a text to a model of one system, or to a family of systems.

use std::collections::HashSet;
use std::sync::Arc;

use synod_core::{Budget, CompiledModel, Phase, prepare};
use synod_documents::{Head, Sizes};
use synod_frontend::{
    Frontend, GivenOption, Loaded, LoadedModel, Registry, Settings, Symbol, SystemModel, TemplateModel,
    strategies,
};
use synod_syntax::{Diagnostic, Diagnostics, Severity, Source, hearing_early};

use crate::family::OpenedFamily;
use crate::includes::expand;
use crate::rejection::untold;
use crate::sweep::is_sweep;
use crate::{Loader, OpenedModel, Rejection, sizes};

/// How a text is to be read, in the words of whoever asks.
#[derive(Clone, Debug, Default)]
pub struct Reading {
    /// The name of the language, if the file name does not tell.
    pub language: Option<String>,
    /// Options of the language.
    pub options: Vec<GivenOption>,
    /// Parameters of the model, written `NAME=VALUE`.
    pub parameters: Vec<String>,
    /// Whether models with warnings are refused. What only an answer shows to be right or wrong is in the exit code of a
    /// check.
    pub deny_warnings: bool,
    /// How many errors and warnings about a model are told; `None` for all.
    pub max_errors: Option<usize>,
}

/// A language with valid settings, ready to read texts.
#[derive(Clone)]
pub struct Reader {
    pub(crate) frontend: &'static dyn Frontend,
    settings: Settings,
    pub(crate) deny_warnings: bool,
    max_errors: Option<usize>,
    loader: Option<Arc<dyn Loader>>,
}

/// Hears of a text, with all that it includes, what is known early.
pub(crate) type TellEarly = Box<dyn Fn(&Source, Diagnostics)>;

/// A model that was read.
pub enum Opened {
    /// A model of one system.
    System(Box<OpenedModel>),
    /// A family of systems, of any number of agents.
    Family(Box<OpenedFamily>),
}

impl Reader {
    /// Finds the language of a file, or of its text where the name does not tell, and reads the options for it.
    pub fn new(
        languages: &Registry,
        file_name: &str,
        text: &str,
        reading: &Reading,
    ) -> Result<Reader, Rejection> {
        let frontend =
            languages.find(reading.language.as_deref(), file_name, text).map_err(Rejection::because)?;
        let sweep = reading.parameters.iter().find(|parameter| is_sweep(parameter)).map(|parameter| {
            format!("`{parameter}` stands for several values, which only `synod check` takes: give one number here")
        });
        let settings = match sweep {
            Some(several) => Err(several),
            None => languages.settings(frontend, &reading.options, &reading.parameters),
        };
        let settings = settings.map_err(|why| Rejection {
            language: Some(frontend.language().name),
            ..Rejection::because(why)
        })?;
        let Reading { deny_warnings, max_errors, .. } = *reading;
        Ok(Reader { frontend, settings, deny_warnings, max_errors, loader: None })
    }

    /// Reads included files through a loader; without one they are refused.
    pub fn with_loader(mut self, loader: impl Loader + 'static) -> Self {
        self.loader = Some(Arc::new(loader));
        self
    }

    /// The same with another name for a parameter of the model.
    pub(crate) fn with_renamed(mut self, parameter: &str, new: &str) -> Self {
        self.settings.rename_parameter(parameter, new);
        self
    }

    /// The same with these numbers of agents.
    pub(crate) fn with_sizes(mut self, sizes: &Sizes) -> Self {
        for (role, agents) in sizes {
            self.settings.set_parameter(role, i64::from(*agents));
        }
        self
    }

    /// The values of parameters that were given.
    pub(crate) fn given_parameters(&self) -> &[(String, i64)] {
        self.settings.parameters()
    }

    /// The language.
    pub fn frontend(&self) -> &'static dyn Frontend {
        self.frontend
    }

    /// Reads a text within a budget. A family for which the parameters give all numbers of agents is one system.
    pub fn open(&self, source: Source, budget: &Budget) -> Result<Opened, Rejection> {
        let stopped = |met| Rejection::interrupted(source.name(), Some(self.language()), met);
        prepare(budget, Phase::Reading, || self.read(source.clone())).map_err(stopped)?
    }

    fn read(&self, source: Source) -> Result<Opened, Rejection> {
        let source = expand(self.frontend, source, self.loader.as_ref())?;
        let loaded = self.frontend.load(&source, &self.settings);
        self.judge(source, loaded)
    }

    /// Reads a text, and tells what it declares with all that it includes; `None` if that could not be put together.
    pub(crate) fn read_with_symbols(
        &self,
        source: Source,
        tell: Option<TellEarly>,
    ) -> (Result<Opened, Rejection>, Option<Vec<Symbol>>) {
        match expand(self.frontend, source, self.loader.as_ref()) {
            Err(rejection) => (Err(rejection), None),
            Ok(source) => {
                let load = || self.frontend.load_with_symbols(&source, &self.settings);
                let (loaded, symbols) = match tell {
                    None => load(),
                    Some(tell) => {
                        let whole = source.clone();
                        hearing_early(move |diagnostics| tell(&whole, diagnostics), load)
                    }
                };
                (self.judge(source, loaded), Some(symbols))
            }
        }
    }

    /// What came of a text, given what its language made of it.
    fn judge(&self, source: Source, loaded: Loaded) -> Result<Opened, Rejection> {
        let failed = loaded.diagnostics.has_errors();
        let mut diagnostics = loaded.diagnostics.sorted();
        match loaded.model {
            Some(LoadedModel::System(model)) if !failed => {
                self.opened(source, *model, diagnostics, false).map(|model| Opened::System(Box::new(model)))
            }
            Some(LoadedModel::Templates(model)) if !failed => {
                let rejected = |why| Rejection { language: Some(self.language()), ..Rejection::because(why) };
                let given = sizes::given(&model.templates, self.settings.parameters()).map_err(rejected)?;
                let Some(all) = given.iter().copied().collect::<Option<Vec<u32>>>() else {
                    self.accept(&source, &diagnostics)?;
                    let family = OpenedFamily::new(self.clone(), source, *model, &given, diagnostics);
                    return Ok(Opened::Family(Box::new(family)));
                };
                let instance = self.instance(&model, &all, &mut diagnostics).map_err(rejected)?;
                self.opened(source, instance, diagnostics, true).map(|model| Opened::System(Box::new(model)))
            }
            _ => Err(self.unusable(&source, diagnostics)),
        }
    }

    /// What documents about a text begin with, given the name of its file.
    pub(crate) fn head(&self, file_name: &str, language: &str, source: &Source) -> Head {
        let parameters = self.settings.parameters().iter().cloned().collect();
        let options = self.settings.in_force().map(|(name, value)| (name.to_string(), value)).collect();
        Head { parameters, options, ..Head::new(file_name, language, source.text()) }
    }

    fn language(&self) -> &'static str {
        self.frontend.language().name
    }

    /// One system of a family; properties about more agents than it has are left out, with a warning.
    fn instance(
        &self,
        model: &TemplateModel,
        sizes: &[u32],
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Result<SystemModel, String> {
        let instance = model.templates.instance_with_questions(sizes);
        let (mut system, properties, side_questions) = instance.map_err(|empty| empty.to_string())?;
        let is_left_out = |name: &str| !properties.iter().any(|known| known.name == name);
        let left_out = model.templates.properties().iter().filter(|property| is_left_out(&property.name));
        diagnostics.extend(left_out.map(sizes::too_few_agents));
        let other_commands = model.lines.iter().map(|line| line.command(&mut system)).collect();
        let lints = model.lines.iter().filter_map(|line| line.lint(&mut system)).collect();
        let compiled =
            CompiledModel { other_commands, lints, side_questions, ..CompiledModel::new(system, properties) };
        Ok(SystemModel { language: self.language(), compiled, details: Box::new(()) })
    }

    fn opened(
        &self,
        source: Source,
        mut model: SystemModel,
        warnings: Vec<Diagnostic>,
        is_instance: bool,
    ) -> Result<OpenedModel, Rejection> {
        self.accept(&source, &warnings)?;
        if let Some(strategies) = strategies(&self.settings) {
            model.compiled.system.strategies = strategies;
        }
        let SystemModel { language, compiled, details } = model;
        let mut warnings = warnings;
        let untold = self.keep_worst(&mut warnings);
        let reader = self.clone();
        Ok(OpenedModel {
            reader,
            compiled,
            details,
            source,
            language,
            warnings,
            untold,
            is_instance,
            assumptions: Vec::new(),
        })
    }

    /// A text that cannot be used.
    fn unusable(&self, source: &Source, mut diagnostics: Vec<Diagnostic>) -> Rejection {
        let all = Rejection::unusable(source, self.language(), diagnostics.clone());
        match untold(&self.keep_worst(&mut diagnostics)) {
            None => all,
            Some(untold) => Rejection { message: format!("{}; {untold}", all.message), diagnostics, ..all },
        }
    }

    /// Keeps as many diagnostics as are to be told, errors before warnings and these before notes, in the order of
    /// the text; those that go.
    fn keep_worst(&self, diagnostics: &mut Vec<Diagnostic>) -> Vec<Diagnostic> {
        let most = self.max_errors.unwrap_or(usize::MAX);
        if diagnostics.len() <= most {
            return Vec::new();
        }
        let mut order: Vec<usize> = (0..diagnostics.len()).collect();
        order.sort_by_key(|at| std::cmp::Reverse(diagnostics[*at].severity));
        let kept: HashSet<usize> = order.into_iter().take(most).collect();
        let mut at = 0..;
        diagnostics.extract_if(.., |_| at.next().is_none_or(|at| !kept.contains(&at))).collect()
    }

    /// Refuses warnings if they are denied, but for those that an answer may refute.
    pub(crate) fn accept(&self, source: &Source, warnings: &[Diagnostic]) -> Result<(), Rejection> {
        let is_certain = |d: &Diagnostic| d.severity == Severity::Warning && d.refuted_by.is_none();
        match self.deny_warnings && warnings.iter().any(is_certain) {
            true => Err(self.unusable(source, warnings.to_vec())),
            false => Ok(()),
        }
    }
}

impl Opened {
    /// The model of one system. A family is refused: the number of agents of every role must be given.
    pub fn one_system(self) -> Result<OpenedModel, Rejection> {
        match self {
            Opened::System(model) => Ok(*model),
            Opened::Family(family) => {
                let roles = family.templates.roles().iter();
                let example: Vec<String> = roles.map(|role| format!("{}=2", role.name)).collect();
                let message = format!(
                    "the number of agents of each role is needed, such as `{} {}`",
                    family.source.name(),
                    example.join(" ")
                );
                Err(Rejection { language: Some(family.language), ..Rejection::because(message) })
            }
        }
    }

    /// The family that a cutoff is about: [`Opened::any_number_of`].
    pub fn family(self, role: Option<&str>, budget: &Budget) -> Result<OpenedFamily, Rejection> {
        match self.any_number_of(role, budget)? {
            Opened::Family(family) => Ok(*family),
            Opened::System(model) => Err(Rejection::because(match model.is_instance {
                true => "a cutoff is about any number of agents: leave out that of one role at least",
                false => {
                    "cutoffs are for models of any number of agents: PISPL, or others if a role is selected of which there is to \
                     be any number (`--any-number ROLE`)"
                }
            })),
        }
    }

    /// With a role of one system: the family of systems with any number of its agents, found within a budget.
    pub fn any_number_of(self, role: Option<&str>, budget: &Budget) -> Result<Opened, Rejection> {
        let of_templates = |language| Rejection {
            language: Some(language),
            ..Rejection::because(
                "the model is for any number of agents of every role already: leave out `--any-number`",
            )
        };
        match (self, role) {
            (opened, None) => Ok(opened),
            (Opened::Family(family), Some(_)) => Err(of_templates(family.language)),
            (Opened::System(model), Some(_)) if model.is_instance => Err(of_templates(model.language)),
            (Opened::System(model), Some(role)) => {
                let (name, language) = (model.source.name().to_string(), model.language);
                let found = prepare(budget, Phase::Generalising, || OpenedFamily::recognise(*model, role));
                let found = found.map_err(|met| Rejection::interrupted(&name, Some(language), met))?;
                found.map(|family| Opened::Family(Box::new(family)))
            }
        }
    }
}
