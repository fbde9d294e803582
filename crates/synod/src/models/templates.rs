//! Models for any number of agents: templates that a file has, or that are found in a system.

use synod_core::{CompiledModel, Property, System};
use synod_parameterised::{Asked, IndexedProperty, RoleId, Templates, Unmet};
use synod_syntax::{Diagnostic, Severity, Source};

use super::{Model, Rejected, labs_options, load, pispl_options, rcheck_options, source, unusable};
use crate::cli::ModelArgs;
use crate::languages::{self, Family, Language};
use crate::sizes;

/// A model of any number of agents.
pub struct Templated {
    /// The templates.
    pub templates: Templates,
    /// What the model asks.
    pub questions: Vec<Question>,
    /// Its text.
    pub source: Source,
    /// Its language.
    pub language: &'static str,
    /// What is odd about it.
    pub warnings: Vec<Diagnostic>,
    /// Only runs of this many steps are judged.
    pub bound: Option<u64>,
    /// Whether steps may not be taken because a value does not exist or does not fit.
    pub meets_faults: bool,
    /// The system that the templates were found in.
    pub found_in: Option<FoundIn>,
}

/// A system with some number of interchangeable agents.
pub struct FoundIn {
    /// The system.
    pub system: System,
    /// Its properties.
    pub properties: Vec<Property>,
    /// How many of these agents it has.
    pub agents: u32,
}

/// A question about any number of agents.
#[derive(Clone)]
pub struct Question {
    /// Its name.
    pub name: String,
    /// Its text in the words of the model.
    pub text: String,
    /// What to do with it.
    pub ask: Ask,
}

/// What to do with a question about any number of agents.
#[derive(Clone)]
pub enum Ask {
    /// Try to prove this.
    Prove(IndexedProperty),
    /// It is a mistake to ask it.
    Refuse(Box<Diagnostic>),
    /// It cannot be put in terms of templates, for this reason.
    GiveUp(String),
}

impl Templated {
    /// Lets there be exactly so many agents of some roles. Questions about more of them are left out.
    fn fix(&mut self, given: &[Option<u32>]) {
        let mut left_out = Vec::new();
        for property in self.templates.properties() {
            let named = self.templates.indices(property);
            if std::iter::zip(named, given).any(|(m, given)| given.is_some_and(|given| given < m)) {
                self.warnings.push(too_few_agents(property));
                left_out.push(property.name.clone());
            }
        }
        self.questions.retain(|question| !left_out.contains(&question.name));
        for (role, given) in std::iter::zip(0.., given) {
            if let Some(size) = given {
                self.templates.fix_size(RoleId(role), *size);
            }
        }
    }

    /// Why a request cannot be met.
    pub fn refuse(&self, message: String, diagnostics: Vec<Diagnostic>) -> Rejected {
        Rejected { source: Some(self.source.clone()), language: Some(self.language), message, diagnostics }
    }
}

/// The templates of a model for any number of agents; `None` if it is a model of one system, or all numbers
/// are given. With a role, those of a system in which there could be any number of its agents.
pub fn load_templates(
    args: &ModelArgs,
    steps: Option<u64>,
    any_number_of: Option<&str>,
) -> Result<Option<Templated>, Rejected> {
    let language = languages::of(args).map_err(Rejected::because)?;
    match (language.family, any_number_of) {
        (Family::Pispl, Some(_)) => Err(Rejected::because(
            "in PISPL there is any number of agents of every role: leave out `--any-number`",
        )),
        (Family::Pispl, None) => {
            let mut model = load_pispl(args, language)?;
            let given = sizes::given(&model.templates, args).map_err(|why| model.refuse(why, vec![]))?;
            if given.iter().all(Option::is_some) {
                return Ok(None);
            }
            model.fix(&given);
            Ok(Some(model))
        }
        (_, Some(role)) => recognise(load(args, steps)?, args, steps, role).map(Some),
        (_, None) => Ok(None),
    }
}

fn load_pispl(args: &ModelArgs, language: &Language) -> Result<Templated, Rejected> {
    language.understands(args, None).map_err(Rejected::because)?;
    let source = source(args)?;
    let loaded = synod_ispl::pispl::load(&source, pispl_options(args));
    let warnings = loaded.diagnostics.sorted();
    let denied = args.deny_warnings && warnings.iter().any(|d| d.severity == Severity::Warning);
    match loaded.model {
        Some(model) if !denied => {
            let questions = std::iter::zip(model.templates.properties(), model.beyond_proof);
            let questions = questions.map(|(property, beyond)| Question {
                name: property.name.clone(),
                text: property.text.clone(),
                ask: match beyond {
                    Some(why) => Ask::Refuse(Box::new(why)),
                    None => Ask::Prove(property.clone()),
                },
            });
            let questions = questions.collect();
            let (templates, language) = (model.templates, language.name);
            Ok(Templated {
                templates,
                questions,
                source,
                language,
                warnings,
                bound: None,
                meets_faults: false,
                found_in: None,
            })
        }
        found => {
            let message = unusable(source.name(), &warnings, denied && found.is_some());
            let diagnostics = warnings;
            Err(Rejected { source: Some(source), language: Some(language.name), message, diagnostics })
        }
    }
}

/// Any number of agents of a role of a system, if they are interchangeable.
fn recognise(model: Model, args: &ModelArgs, steps: Option<u64>, role: &str) -> Result<Templated, Rejected> {
    let agents = breadths(&model, args, steps, role)?;
    let Model { compiled, source, language, warnings, .. } = model;
    let CompiledModel { system, properties, step_bound: bound, .. } = compiled;
    let asked = std::iter::zip(&properties, agents).map(|(property, agents)| Asked { property, agents });
    let asked: Vec<Asked> = asked.collect();
    let found = synod_parameterised::recognise(&system, &asked, role).map_err(|unmet| {
        let near = match &unmet {
            Unmet::NoRole { roles } => synod_syntax::nearest(role, roles.iter().map(String::as_str)),
            _ => None,
        };
        let message = match near {
            Some(near) => format!("there is no role `{role}`; did you mean `{near}`?"),
            None => format!("there cannot be any number of agents of `{role}`: {unmet}"),
        };
        Rejected { source: Some(source.clone()), language: Some(language), ..Rejected::because(message) }
    })?;
    let questions = std::iter::zip(&properties, found.properties).map(|(property, asked)| Question {
        name: property.name.clone(),
        text: property.text.clone(),
        ask: match asked {
            Ok(asked) => Ask::Prove(asked),
            Err(why) => Ask::GiveUp(why),
        },
    });
    let (templates, meets_faults) = (Templates::Interleaved(found.family), found.meets_faults);
    let questions = questions.collect();
    let agents = system.agents.iter().filter(|agent| agent.role == role).count() as u32;
    let found_in = Some(FoundIn { system, properties, agents });
    Ok(Templated { templates, questions, source, language, warnings, bound, meets_faults, found_in })
}

/// For each property of how many agents of a role it speaks at once, or why that cannot be said.
fn breadths(
    model: &Model,
    args: &ModelArgs,
    steps: Option<u64>,
    role: &str,
) -> Result<Vec<Result<usize, String>>, Rejected> {
    let language = languages::of(args).map_err(Rejected::because)?;
    let depends = || "it depends on how many agents there are".to_string();
    let told_apart = |obstacle: Box<Diagnostic>| Rejected {
        source: Some(model.source.clone()),
        language: Some(model.language),
        message: format!("there cannot be any number of agents of `{role}`"),
        diagnostics: vec![*obstacle],
    };
    Ok(match language.family {
        Family::Rcheck(dialect) => {
            let loaded = synod_rcheck::load(&model.source, &rcheck_options(args, dialect)).model;
            let found = loaded.map_or(Ok(vec![]), |model| model.interchangeable(role)).map_err(told_apart)?;
            found.into_iter().map(|agents| agents.ok_or_else(depends)).collect()
        }
        Family::Labs => {
            let options = labs_options(args, steps).map_err(Rejected::because)?;
            let found = synod_labs::load(&model.source, &options)
                .model
                .map(|model| synod_labs::interchangeable(&model.resolved, &options, role));
            let found = found.unwrap_or_else(|| Ok(Default::default())).map_err(told_apart)?;
            let of = |property: &Property| found.get(&property.name).cloned();
            model.compiled.properties.iter().map(|property| of(property).unwrap_or(Ok(0))).collect()
        }
        // There are no quantifiers in these.
        Family::Ispl | Family::Pispl | Family::Process(_) => vec![Ok(0); model.compiled.properties.len()],
    })
}

const TOO_FEW_AGENTS: &str = "pispl::too-few-agents";

/// The warning that a property is left out.
pub(super) fn too_few_agents(property: &IndexedProperty) -> Diagnostic {
    let message = format!("`{}` is about more agents than there are, and is left out", property.name);
    Diagnostic::warning(TOO_FEW_AGENTS, property.span, message)
}

/// Why nothing is asked, if there are no questions, and whether the model had some.
pub fn nothing_asked(warnings: &[Diagnostic]) -> (&'static str, bool) {
    match warnings.iter().any(|warning| warning.code == TOO_FEW_AGENTS) {
        true => ("nothing was checked: every property is about more agents than there are", true),
        false => ("the model has no properties", false),
    }
}

/// The exit code when all properties were left out: nothing is violated, and nothing settled.
pub const NOTHING_CHECKED: u8 = 3;
