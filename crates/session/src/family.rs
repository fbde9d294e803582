//! Families: systems of any number of agents, and what can be proved for all of them.

use std::ops::ControlFlow;
use std::time::Duration;

use synod_check::{Checker, EngineChoice, judge};
use synod_core::clock::Instant;
use synod_core::{
    Budget, CompiledModel, Counterexample, Formula, Outcome, Phase, Progress, Property, PropertyOrigin,
    Remark, Statistics, System, Verdict, counted, prepare,
};
use synod_documents::Sizes;
use synod_frontend::TemplateModel;
use synod_parameterised::{
    Asked, Conclusion, Emergence, Fragment, IndexedFormula, IndexedProperty, Limits, NullStep, Oracle,
    ParameterisedAnswer, ParameterisedQuery, RoleId, Templates, Unmet, recognise,
};
use synod_simulate::Interpreter;
use synod_syntax::{Diagnostic, Severity, Source, Span};

use crate::questions::is_asked;
use crate::{OpenedModel, Reader, Rejection, sizes};

/// How long to look for a violation as a run of the model itself, of which there is one already in an instance of its
/// templates.
const OWN_RUN: Duration = Duration::from_secs(5);

/// How long to look whether the left side of an implication is ever true.
const VACUITY: Duration = Duration::from_secs(2);

/// A family of systems: templates that a text has, or that are found in a system.
pub struct OpenedFamily {
    /// How it was read.
    pub(crate) reader: Reader,
    /// The templates.
    pub templates: Templates,
    /// What the model asks.
    pub questions: Vec<FamilyQuestion>,
    /// Its text.
    pub source: Source,
    /// The name of its language.
    pub language: &'static str,
    /// Warnings and notes about it.
    pub warnings: Vec<Diagnostic>,
    /// Only runs of this many steps are judged.
    pub step_bound: Option<u64>,
    /// Whether steps may not be taken because a value does not exist or does not fit.
    pub meets_faults: bool,
    /// The system that the templates were found in.
    found_in: Option<FoundIn>,
}

/// A system with some number of interchangeable agents.
struct FoundIn {
    compiled: CompiledModel,
    /// How many of these agents it has.
    agents: u32,
}

/// A question about any number of agents.
#[derive(Clone)]
pub struct FamilyQuestion {
    /// Its name.
    pub name: String,
    /// Its text in the words of the model.
    pub text: String,
    /// Where it is written.
    pub span: Span,
    /// What to do with it.
    pub task: FamilyTask,
}

/// What to do with a question about any number of agents.
#[derive(Clone)]
pub enum FamilyTask {
    /// Try to prove this.
    Prove(IndexedProperty),
    /// It is a mistake to ask it.
    Refuse(Box<Diagnostic>),
    /// It cannot be put in terms of templates, for this reason.
    GiveUp(String),
}

/// The answer to a question about any number of agents.
pub struct FamilyAnswer {
    /// The name of the property.
    pub name: String,
    /// Its text in the words of the model.
    pub text: String,
    /// Where it is written.
    pub span: Span,
    /// What is known, with all that was tried.
    pub answer: ParameterisedAnswer,
    /// From which size on it holds, if that was asked.
    pub emergence: Option<Emergence>,
    /// The instance of a violation, and the run that shows it.
    pub violated: Option<(System, Counterexample)>,
    /// What to know beside the answer.
    pub remarks: Vec<Remark>,
    /// How long it took.
    pub elapsed: Duration,
}

/// How questions about any number of agents are answered.
#[derive(Clone, Debug)]
pub struct FamilyOptions {
    /// The engine for instances and abstractions.
    pub engine: EngineChoice,
    /// How many more agents than a property names instances have.
    pub more_agents: u32,
    /// Abstractions tell up to this many agents in a local state apart from more.
    pub threshold: u32,
    /// Whether to find out from which size on a property holds.
    pub emergence: bool,
}

impl FamilyOptions {
    /// As many more agents are usual.
    pub const MORE_AGENTS: u32 = 6;
    /// The usual threshold.
    pub const THRESHOLD: u32 = 3;

    /// The usual way, with an engine.
    pub fn with_engine(engine: EngineChoice) -> Self {
        let (more_agents, threshold) = (FamilyOptions::MORE_AGENTS, FamilyOptions::THRESHOLD);
        FamilyOptions { engine, more_agents, threshold, emergence: false }
    }
}

/// News from [`OpenedFamily::check`], in the order in which it comes.
pub enum FamilyEvent<'e> {
    /// Work on a question begins.
    Begins(&'e FamilyQuestion),
    /// A question is answered.
    Answer(&'e FamilyAnswer),
}

impl OpenedFamily {
    /// The family of a text with templates, with exactly so many agents of some roles. Questions about more of them
    /// are left out.
    pub(crate) fn new(
        reader: Reader,
        source: Source,
        model: TemplateModel,
        given: &[Option<u32>],
        mut warnings: Vec<Diagnostic>,
    ) -> Self {
        let TemplateModel { mut templates, beyond_proof, .. } = model;
        let mut questions = Vec::new();
        for (property, beyond) in std::iter::zip(templates.properties(), beyond_proof) {
            let named = templates.indices(property);
            if std::iter::zip(named, given).any(|(m, given)| given.is_some_and(|given| given < m)) {
                warnings.push(sizes::too_few_agents(property));
                continue;
            }
            questions.push(FamilyQuestion {
                name: property.name.clone(),
                text: property.text.clone(),
                span: property.span,
                task: match beyond {
                    Some(mut why) => {
                        let one_size = of_one_size(&source, &templates, property, given);
                        why.help = Some(match why.help {
                            Some(help) => format!("{help}; or {one_size}"),
                            None => one_size,
                        });
                        FamilyTask::Refuse(Box::new(why))
                    }
                    None => FamilyTask::Prove(property.clone()),
                },
            });
        }
        for (role, given) in std::iter::zip(0.., given) {
            if let Some(size) = given {
                templates.fix_size(RoleId(role), *size);
            }
        }
        OpenedFamily {
            templates,
            questions,
            source,
            language: reader.frontend().language().name,
            reader,
            warnings,
            step_bound: None,
            meets_faults: false,
            found_in: None,
        }
    }

    /// The family of all systems that differ from a model in the number of agents of a role only, if these agents are
    /// interchangeable.
    pub(crate) fn recognise(model: OpenedModel, role: &str) -> Result<Self, Rejection> {
        let OpenedModel { reader, compiled, details, source, language, warnings, .. } = model;
        let rejected = |message: String, diagnostics| Rejection {
            source: Some(source.clone()),
            language: Some(language),
            diagnostics,
            ..Rejection::because(message)
        };
        let agents = details.interchangeable(&compiled, role).map_err(|obstacle| {
            rejected(format!("there cannot be any number of agents of `{role}`"), vec![*obstacle])
        })?;
        let properties = &compiled.properties;
        let asked = std::iter::zip(properties, agents).map(|(property, agents)| Asked { property, agents });
        let asked: Vec<Asked> = asked.collect();
        let found = recognise(&compiled.system, &asked, role).map_err(|unmet| {
            let message = match &unmet {
                Unmet::NoRole { roles } => {
                    synod_syntax::no_such("role", role, roles.iter().map(String::as_str))
                }
                _ => format!("there cannot be any number of agents of `{role}`: {unmet}"),
            };
            rejected(message, vec![])
        })?;
        let questions =
            std::iter::zip(properties, found.properties).map(|(property, asked)| FamilyQuestion {
                name: property.name.clone(),
                text: property.text.clone(),
                span: property.span,
                task: match asked {
                    Ok(asked) => FamilyTask::Prove(asked),
                    Err(why) => FamilyTask::GiveUp(why),
                },
            });
        let questions = questions.collect();
        let agents = compiled.system.agents.iter().filter(|agent| agent.role == role).count() as u32;
        Ok(OpenedFamily {
            reader,
            templates: Templates::Interleaved(found.family),
            questions,
            language,
            warnings,
            step_bound: compiled.step_bound,
            meets_faults: found.meets_faults,
            found_in: Some(FoundIn { compiled, agents }),
            source,
        })
    }

    /// The system with these numbers of agents; that in which the templates were found, where a text has one.
    pub fn instance(&self, sizes: &Sizes, budget: &Budget) -> Result<OpenedModel, Rejection> {
        let reader = match self.found_in {
            Some(_) => self.reader.clone(),
            None => self.reader.clone().with_sizes(sizes),
        };
        reader.open(self.source.clone(), budget)?.one_system()
    }

    /// The properties of the text, each with its place.
    pub(crate) fn property_places(&self) -> Vec<(&str, Span)> {
        match &self.found_in {
            Some(found) => found.compiled.properties.iter().map(|p| (p.name.as_str(), p.span)).collect(),
            None => self.templates.properties().iter().map(|p| (p.name.as_str(), p.span)).collect(),
        }
    }

    /// The diagnostics that are to be shown: warnings, and notes if they are wanted.
    pub fn shown_warnings(&self, notes: bool) -> impl Iterator<Item = &Diagnostic> {
        self.warnings.iter().filter(move |d| notes || d.severity >= Severity::Warning)
    }

    /// The property that a question asks to prove.
    pub(crate) fn property(&self, name: &str) -> Option<&IndexedProperty> {
        self.questions.iter().find(|question| question.name == name).and_then(|question| {
            match &question.task {
                FamilyTask::Prove(property) => Some(property),
                FamilyTask::Refuse(_) | FamilyTask::GiveUp(_) => None,
            }
        })
    }

    /// What documents about it begin with, given the name of its file.
    pub fn head(&self, file_name: &str) -> synod_documents::Head {
        self.reader.head(file_name, self.language, &self.source)
    }

    fn reject(&self, message: String, diagnostics: Vec<Diagnostic>) -> Rejection {
        let because = Rejection::because(message);
        Rejection { source: Some(self.source.clone()), language: Some(self.language), diagnostics, ..because }
    }

    /// The questions asked for; refused if none of them can be asked for all sizes, or if there is no such engine.
    pub fn select(
        &self,
        wanted: &[String],
        options: &FamilyOptions,
    ) -> Result<Vec<FamilyQuestion>, Rejection> {
        let stand_ins: Vec<Property> = self.questions.iter().map(stand_in).collect();
        let chosen = synod_check::select(&stand_ins, wanted, None)
            .map_err(|error| self.reject(sizes::no_such_property(&error, &self.warnings), vec![]))?;
        if let Some(built_in) = chosen.iter().find(|p| p.origin == PropertyOrigin::BuiltIn) {
            let message = format!("`{}` can be asked for one number of agents only", built_in.name);
            return Err(self.reject(message, vec![]));
        }
        Checker::new(&System::new("none"), &options.engine)
            .map_err(|error| self.reject(error.to_string(), vec![]))?;
        let is_chosen = |question: &&FamilyQuestion| chosen.iter().any(|p| p.name == question.name);
        let chosen: Vec<FamilyQuestion> = self.questions.iter().filter(is_chosen).cloned().collect();
        let mistakes = chosen.iter().map(|question| match &question.task {
            FamilyTask::Refuse(why) => Some((**why).clone()),
            FamilyTask::Prove(_) | FamilyTask::GiveUp(_) => None,
        });
        match mistakes.collect::<Option<Vec<Diagnostic>>>() {
            Some(mistakes) if !mistakes.is_empty() => {
                let message = match chosen.len() == self.questions.len() {
                    true => "no formula can be asked for any number of agents",
                    false => "what `-p` selects cannot be asked for any number of agents",
                };
                Err(self.reject(message.to_string(), mistakes))
            }
            _ => Ok(chosen),
        }
    }

    /// Answers questions and reports on each as soon as it is known, until all are answered or `tell` breaks off.
    pub fn check(
        &self,
        questions: &[FamilyQuestion],
        options: &FamilyOptions,
        budget: &Budget,
        progress: &dyn Progress,
        tell: &mut dyn FnMut(FamilyEvent) -> ControlFlow<()>,
    ) -> Vec<FamilyAnswer> {
        let prover = Prover { family: self, options, progress };
        let mut answers = Vec::new();
        for (i, question) in questions.iter().enumerate() {
            if tell(FamilyEvent::Begins(question)).is_break() {
                break;
            }
            let answer = prover.answer(question, &budget.share(questions.len() - i));
            let heard = tell(FamilyEvent::Answer(&answer));
            answers.push(answer);
            if heard.is_break() {
                break;
            }
        }
        answers
    }
}

/// Proves properties of a family, with the engines as its oracle.
struct Prover<'a> {
    family: &'a OpenedFamily,
    options: &'a FamilyOptions,
    progress: &'a dyn Progress,
}

impl Prover<'_> {
    fn answer(&self, question: &FamilyQuestion, budget: &Budget) -> FamilyAnswer {
        let begin = Instant::now();
        let templates = &self.family.templates;
        let (answer, emergence, remarks) = match &question.task {
            FamilyTask::Prove(property) => {
                // Engines stop by themselves; instances and abstractions at a checkpoint.
                let proved = prepare(budget, Phase::Preparing, || self.prove(property, budget));
                let (answer, emergence) = proved.unwrap_or_else(|met| {
                    (unasked(templates, &met.to_string(), met.stop.advice("make the model smaller")), None)
                });
                let mut remarks = self.remarks(property);
                if matches!(answer.conclusion, Conclusion::Holds(_)) {
                    remarks.extend(self.vacuities(property, budget));
                }
                (answer, emergence, remarks)
            }
            FamilyTask::Refuse(why) => (unasked(templates, &why.message, why.help.clone()), None, vec![]),
            FamilyTask::GiveUp(why) => {
                let advice = "it can be asked for one number of agents: leave out `--any-number`";
                (unasked(templates, why, Some(advice.to_string())), None, vec![])
            }
        };
        let violated = match &answer.conclusion {
            Conclusion::Violated { sizes, counterexample } => {
                let instance = || templates.instance(sizes).ok();
                self.own_run(&question.name, sizes, budget)
                    .or_else(|| instance().map(|(system, _)| (system, (**counterexample).clone())))
            }
            _ => None,
        };
        let (name, text) = (question.name.clone(), question.text.clone());
        let span = question.span;
        FamilyAnswer { name, text, span, answer, emergence, violated, remarks, elapsed: begin.elapsed() }
    }

    /// If the model itself has as many agents, the violation as a run of the model.
    fn own_run(&self, name: &str, sizes: &[u32], budget: &Budget) -> Option<(System, Counterexample)> {
        let own = self.family.found_in.as_ref().filter(|own| *sizes == [own.agents])?;
        let property = own.compiled.properties.iter().find(|property| property.name == name)?;
        let checker = Checker::new(&own.compiled.system, &self.options.engine).ok()?;
        match checker.answer(property, &budget.at_most(OWN_RUN), self.progress).outcome.verdict {
            Verdict::Violated(found) => Some((own.compiled.system.clone(), *found)),
            _ => None,
        }
    }

    fn prove(&self, property: &IndexedProperty, budget: &Budget) -> (ParameterisedAnswer, Option<Emergence>) {
        let templates = &self.family.templates;
        let FamilyOptions { threshold, more_agents, .. } = *self.options;
        let limits = Limits { threshold, more_agents, ..Limits::default() };
        let query = ParameterisedQuery { property, oracle: self, limits, budget };
        let (answer, emergence) = if self.options.emergence {
            let (answer, emergence) = templates.emergence(query);
            (answer, Some(emergence))
        } else {
            (templates.verify(query), None)
        };
        match self.family.step_bound {
            Some(steps) => bounded(answer, emergence, steps),
            None => (answer, emergence),
        }
    }

    /// Whether the property holds only because the left side of an implication is true in no system of any size.
    fn vacuities(&self, property: &IndexedProperty, budget: &Budget) -> Vec<Remark> {
        let templates = &self.family.templates;
        let limits = Limits::default();
        let is_never_true = |antecedent: &&IndexedFormula| {
            let never = IndexedProperty { formula: (*antecedent).clone().not().always(), ..property.clone() };
            let budget = budget.at_most(VACUITY);
            let query = ParameterisedQuery { property: &never, oracle: self, limits, budget: &budget };
            let answer = prepare(&budget, Phase::Preparing, || templates.verify(query));
            answer.is_ok_and(|answer| matches!(answer.conclusion, Conclusion::Holds(_)))
        };
        let vacuous = property.formula.antecedents().into_iter().filter(is_never_true);
        let text = |antecedent: &IndexedFormula| templates.show_formula(property, antecedent);
        let remark = |antecedent| {
            let antecedent = text(antecedent);
            Remark::VacuousImplication { antecedent, is_step: false, behind: Vec::new(), initially: false }
        };
        vacuous.map(remark).collect()
    }

    fn remarks(&self, property: &IndexedProperty) -> Vec<Remark> {
        let lazy = matches!(&self.family.templates, Templates::Interleaved(f) if f.dynamics().null() == NullStep::Always);
        let idle = (lazy && Fragment::of(property).liveness).then_some(Remark::NullStepForEver);
        let faults = self.family.meets_faults.then_some(Remark::FaultsInFamily);
        idle.into_iter().chain(faults).collect()
    }
}

/// What is left of an answer about runs of so many steps: that nothing is violated by then is no proof.
fn bounded(
    mut answer: ParameterisedAnswer,
    emergence: Option<Emergence>,
    steps: u64,
) -> (ParameterisedAnswer, Option<Emergence>) {
    let reason = format!("no size violates it within {}, and runs may be longer", counted(steps, "step"));
    if matches!(answer.conclusion, Conclusion::Holds(_)) {
        let advice = Some("leave out `--steps` to ask for runs of any length".to_string());
        answer.conclusion = Conclusion::Unknown { reason, advice };
    }
    let emergence = emergence.map(|emergence| match emergence {
        Emergence::From { .. } => {
            Emergence::Unknown { reason: format!("runs of {} are judged", counted(steps, "step")) }
        }
        other => other,
    });
    (answer, emergence)
}

impl Oracle for Prover<'_> {
    fn check(&self, system: &System, property: &Property, budget: &Budget) -> Outcome {
        match Checker::new(system, &self.options.engine) {
            Ok(checker) => checker.answer(property, budget, self.progress).outcome,
            Err(error) => undecided(error.to_string()),
        }
    }

    fn confirms(&self, system: &System, property: &Property, counterexample: &Counterexample) -> bool {
        let formula = &property.formula;
        // Of others, a run alone may not show that they are false.
        formula.is_linear() && judge(&Interpreter::new(system), formula, counterexample).is_ok()
    }
}

/// How to ask about one size, as the end of a sentence.
fn of_one_size(
    source: &Source,
    templates: &Templates,
    property: &IndexedProperty,
    given: &[Option<u32>],
) -> String {
    let mut sizes = Vec::new();
    for (number, (role, named)) in std::iter::zip(templates.roles(), templates.indices(property)).enumerate()
    {
        let given = given.get(number).copied().flatten();
        sizes.push(format!("{}={}", role.name, given.unwrap_or(named.max(3))));
    }
    let asked = match is_asked(source, property.span) {
        true => format!("-F '{}'", property.text),
        false => format!("-p {}", property.name),
    };
    format!("ask about one size: `synod check {} {} {asked}`", source.name(), sizes.join(" "))
}

/// The answer to what cannot be asked.
fn unasked(templates: &Templates, why: &str, advice: Option<String>) -> ParameterisedAnswer {
    ParameterisedAnswer {
        indices: vec![0; templates.roles().len()],
        domain: vec![1; templates.roles().len()],
        conclusion: Conclusion::Unknown { reason: why.to_string(), advice },
        classes: vec![],
        abstraction: Ok(()),
        trials: vec![],
    }
}

fn undecided(reason: String) -> Outcome {
    let verdict = Verdict::Unknown { reason, advice: None };
    Outcome { verdict, statistics: Statistics::default(), remarks: vec![] }
}

/// A property that only has a name.
fn stand_in(question: &FamilyQuestion) -> Property {
    Property {
        name: question.name.clone(),
        text: question.text.clone(),
        formula: Formula::And(vec![]),
        span: Default::default(),
        origin: PropertyOrigin::Model,
    }
}
