//! What a front end makes of a text.

use synod_core::{AgentId, Command, CompiledModel, ExprId, Formula, Lint, State, System, Usage, VarId};
use synod_parameterised::{StateId, Templates};
use synod_syntax::{Diagnostic, Diagnostics, Span};

use crate::{Blocked, Narrator};

/// What came of reading a text.
pub struct Loaded {
    /// The model; `None` when there are errors.
    pub model: Option<LoadedModel>,
    /// Everything worth saying about the text.
    pub diagnostics: Diagnostics,
}

/// What a text means.
pub enum LoadedModel {
    /// One system.
    System(Box<SystemModel>),
    /// Templates of agents, of which there may be any number.
    Templates(Box<TemplateModel>),
}

/// A model of one system.
pub struct SystemModel {
    /// The name of the language or dialect that the text turned out to be in.
    pub language: &'static str,
    /// What is checked.
    pub compiled: CompiledModel,
    /// What only the language knows about it.
    pub details: Box<dyn LanguageModel>,
}

/// Templates of agents with questions about any number of them.
pub struct TemplateModel {
    /// The templates with their properties.
    pub templates: Templates,
    /// For each property, why it cannot be asked for all numbers of agents at once, if so.
    pub beyond_proof: Vec<Option<Diagnostic>>,
    /// Lines of the text whose use in an instance can be counted.
    pub lines: Vec<TemplateLine>,
}

/// A line of a template, which agents use in some of their local states.
#[derive(Clone, Debug)]
pub struct TemplateLine {
    /// What it is, in a word or two.
    pub kind: &'static str,
    /// As it was written, on one line.
    pub text: String,
    /// Where it was written.
    pub span: Span,
    /// The name of the template.
    pub template: String,
    /// The local states in which it applies.
    pub states: Vec<StateId>,
    /// The code and the message of the warning that it applies in no reachable state; `None` where that is no mistake.
    pub never_applies: Option<(&'static str, &'static str)>,
}

impl TemplateLine {
    /// The warning that the line never applies in an instance, and when that is so; `None` for an instance without such agents.
    pub fn lint(&self, system: &mut System) -> Option<Lint> {
        let (code, message) = self.never_applies?;
        system.agents.iter().find(|agent| agent.role == self.template)?;
        let applies = self.applies(system);
        let formula = Formula::Globally(Box::new(Formula::State(applies).not()));
        Some(Lint { code, message: message.to_string(), span: self.span, formula })
    }

    /// The line as a command of an instance: it is used where an agent of the template is in one of these states.
    pub fn command(&self, system: &mut System) -> Command {
        let usage = Usage::States(self.applies(system));
        Command { kind: self.kind, text: self.text.clone(), span: self.span, usage, begins: Vec::new() }
    }

    fn applies(&self, system: &mut System) -> ExprId {
        let is_of_template = |owner: AgentId| system.agent(owner).role == self.template;
        let vars = system.var_ids().filter(|(_, var)| var.owner.is_some_and(is_of_template));
        let vars: Vec<VarId> = vars.map(|(id, _)| id).collect();
        let mut cases = Vec::new();
        for var in vars {
            let place = system.exprs.var(var);
            for state in &self.states {
                let state = system.exprs.constant(system.exprs.sort(place), i64::from(state.0));
                cases.push(system.exprs.eq(place, state));
            }
        }
        system.exprs.or(cases)
    }
}

/// A model as its language knows it. A language that adds nothing to the system uses `()`.
pub trait LanguageModel: Send + Sync {
    /// Who narrates its runs in the words of the language; without one they are shown as tables.
    fn narrator(&self) -> Option<&dyn Narrator> {
        None
    }

    /// Parameters that have values without being given any, with those in force.
    fn parameters(&self) -> Vec<(String, i64)> {
        Vec::new()
    }

    /// What agents would do in a state but cannot, and why. Commands that others begin, such as receives, may be listed
    /// though a step has them. `None` if the language has no words of its own for it.
    fn blocked(&self, _system: &System, _state: &State) -> Option<Vec<Blocked>> {
        None
    }

    /// The model in one of the forms of the language ([`crate::Frontend::forms`]).
    fn form(&self, _name: &str) -> Option<String> {
        None
    }

    /// Whether nothing in the text tells agents of a role apart or counts them, apart from the properties: what does,
    /// if something does. Otherwise for each property the number of such agents that it speaks of at once, or why
    /// that cannot be said. Languages without quantifiers over agents have nothing to add to what the system says.
    fn interchangeable(
        &self,
        compiled: &CompiledModel,
        _role: &str,
    ) -> Result<Vec<Result<usize, String>>, Box<Diagnostic>> {
        Ok(vec![Ok(0); compiled.properties.len()])
    }
}

impl LanguageModel for () {}

impl Loaded {
    /// A model of one system, or what is wrong with the text.
    pub fn system(model: Option<SystemModel>, diagnostics: Diagnostics) -> Self {
        Loaded { model: model.map(|model| LoadedModel::System(Box::new(model))), diagnostics }
    }

    /// Templates of agents, or what is wrong with the text.
    pub fn templates(model: Option<TemplateModel>, diagnostics: Diagnostics) -> Self {
        Loaded { model: model.map(|model| LoadedModel::Templates(Box::new(model))), diagnostics }
    }
}
