//! Names and types: what the words of a model stand for, and the expressions they make.

mod assign;
mod condition;

pub use assign::Line;
pub use condition::Place;

use std::collections::{HashMap, HashSet};

use synod_core::{AgentId, EnumId, ExprId, System, Type, VarId, Variable};
use synod_syntax::{Diagnostic, Diagnostics, Span, resolved};

use crate::ast::{Name, TypeName, VarDecl};

/// The names of a model, with the system that is built while they are resolved.
pub struct Scope<'a, 'd> {
    /// What an agent is called: in PISPL it is a template.
    noun: &'static str,
    pub system: System,
    pub problems: &'d mut Diagnostics,
    /// The environment, present or implied, then the others in the order of the file.
    pub agents: Vec<AgentInfo<'a>>,
    /// The choices that say of an action whether some agent does it; none in ISPL.
    pub done_by_somebody: Vec<(&'a str, u32)>,
    /// Whether a name has two meanings, so that what its type is cannot be said.
    is_ambiguous: bool,
    /// Where the values of enumerations, and actions, are declared first.
    values: HashMap<EnumId, HashMap<String, Span>>,
}

/// What is known of an agent.
pub struct AgentInfo<'a> {
    pub name: &'a str,
    pub vars: HashMap<&'a str, VarInfo>,
    /// The enumeration of its actions, if it has any.
    pub actions: Option<EnumId>,
    /// The position of its choice in the round.
    pub choice: Option<u32>,
    /// The action it does for sure, by position, while only that one is looked at.
    pub doing: Option<u32>,
    /// Where its state is red.
    pub red: Option<ExprId>,
}

/// What is known of a variable.
#[derive(Clone, Copy)]
pub struct VarInfo {
    pub id: VarId,
    pub ty: Type,
    /// Whether every agent sees it.
    pub observable: bool,
    pub span: Span,
}

/// The position of the environment among the agents.
pub const ENVIRONMENT: usize = 0;

impl<'a> AgentInfo<'a> {
    /// An agent of which only the name is known.
    pub fn new(name: &'a str) -> Self {
        AgentInfo { name, vars: HashMap::new(), actions: None, choice: None, doing: None, red: None }
    }
}

impl<'d> Scope<'_, 'd> {
    /// A scope without names.
    pub fn new(noun: &'static str, system: System, problems: &'d mut Diagnostics) -> Self {
        let (agents, done_by_somebody) = (Vec::new(), Vec::new());
        Scope {
            noun,
            system,
            problems,
            agents,
            done_by_somebody,
            is_ambiguous: false,
            values: HashMap::new(),
        }
    }
}

impl<'a> Scope<'a, '_> {
    pub fn error(&mut self, code: &'static str, span: Span, message: impl Into<String>) {
        self.problems.push(Diagnostic::error(code, span, message));
    }

    pub fn unknown<'n>(
        &mut self,
        what: &str,
        name: &str,
        span: Span,
        known: impl IntoIterator<Item = &'n str>,
    ) {
        let mut problem =
            Diagnostic::error("ispl::unknown-name", span, format!("there is no {what} called `{name}`"));
        if let Some(close) = self.problems.nearest(name, known) {
            problem = problem.suggest(close);
        }
        self.problems.push(problem);
    }

    pub fn duplicate(&mut self, what: &str, name: &Name, first: Option<Span>) {
        let message = format!("the {what} `{}` is declared twice", name.text);
        let mut problem = Diagnostic::error("ispl::duplicate-name", name.span, message);
        if let Some(first) = first {
            problem = problem.label(first, "first declared here");
        }
        self.problems.push(problem);
    }

    /// Names with one meaning: the variables of an agent are called neither like agents nor like values that it can
    /// compare with, which are those of its own variables and of the others that it sees.
    pub fn keep_apart(&mut self, own: &[&VarDecl], seen: &[&VarDecl], agents: &HashMap<&str, Span>) {
        let variables: HashMap<&str, Span> =
            own.iter().map(|var| (var.name.text.as_str(), var.name.span)).collect();
        let mut reported: HashSet<&str> = HashSet::new();
        for value in own.iter().chain(seen).flat_map(|var| var.values()) {
            if let Some(var) = variables.get(value.text.as_str())
                && reported.insert(&value.text)
            {
                self.two_meanings(value, "a value", ("a variable", *var));
            }
        }
        for var in own {
            let values = var.values().iter().map(|value| (value, "a value"));
            for (name, what) in std::iter::once((&var.name, "a variable")).chain(values) {
                if let Some(agent) = agents.get(name.text.as_str())
                    && reported.insert(&name.text)
                {
                    let noun = if self.noun == "agent" { "an agent" } else { "a template" };
                    self.two_meanings(name, what, (noun, *agent));
                }
            }
        }
    }

    fn two_meanings(&mut self, name: &Name, one: &str, (other, there): (&str, Span)) {
        self.is_ambiguous = true;
        let message = format!("`{}` is both {one} and {other}", name.text);
        self.problems.push(
            Diagnostic::error("ispl::ambiguous-name", name.span, message)
                .label(there, format!("{other} of this name"))
                .explain(
                    "what it stands for would depend on the place: a variable in the conditions of its agent, a \
                     value in the Evaluation",
                )
                .help("rename one of them"),
        );
    }

    pub fn declare_variable(
        &mut self,
        owner: AgentId,
        info: &mut AgentInfo<'a>,
        var: &'a VarDecl,
        observable: bool,
    ) {
        if let Some(first) = info.vars.get(var.name.text.as_str()) {
            self.duplicate("variable", &var.name, Some(first.span));
            return;
        }
        let ty = match &var.ty {
            TypeName::Bool => Type::Bool,
            TypeName::Range(lo, hi, span) => {
                if lo > hi {
                    self.error("ispl::empty-range", *span, format!("the range {lo}..{hi} is empty"));
                }
                // As if the bounds were exchanged, so that values are complained of no more.
                Type::Range { lo: *lo.min(hi), hi: *lo.max(hi) }
            }
            TypeName::Enum(values) => {
                if values.is_empty() {
                    let message = format!("the enumeration of `{}` has no values", var.name.text);
                    self.error("ispl::empty-range", var.name.span, message);
                }
                for (i, value) in values.iter().enumerate() {
                    if let Some(first) = values[..i].iter().find(|v| v.text == value.text) {
                        self.duplicate("value", value, Some(first.span));
                    }
                }
                Type::Enum(self.enumeration(values))
            }
        };
        let name = format!("{}.{}", info.name, var.name.text);
        let span = var.name.span;
        let id = self.system.add_var(Variable { name, ty, len: None, owner: Some(owner), span });
        info.vars.insert(&var.name.text, VarInfo { id, ty, observable, span });
    }

    /// Remembers where a value of an enumeration, or an action, is declared. One that is declared again is the same.
    pub fn declare_value(&mut self, of: EnumId, name: &Name) {
        let known = self.values.entry(of).or_default();
        match known.get(&name.text) {
            Some(first) => resolved(name.span, *first),
            None => drop(known.insert(name.text.clone(), name.span)),
        }
    }

    /// A name stands for a value of an enumeration, or for an action.
    pub fn resolved_value(&self, of: EnumId, name: &str, span: Span) {
        if let Some(first) = self.values.get(&of).and_then(|known| known.get(name)) {
            resolved(span, *first);
        }
    }

    /// The enumeration with these values; equal sets share one.
    pub fn enumeration(&mut self, values: &[Name]) -> EnumId {
        let mut names: Vec<String> = Vec::new();
        for value in values {
            if !names.contains(&value.text) {
                names.push(value.text.clone());
            }
        }
        let same = |known: &synod_core::EnumType| {
            known.values.len() == names.len()
                && known.name.starts_with('{')
                && names.iter().all(|n| known.values.contains(n))
        };
        let id = match self.system.enums.iter().position(same) {
            Some(position) => EnumId(position as u32),
            None => self.system.add_enum(format!("{{{}}}", names.join(", ")), names),
        };
        values.iter().for_each(|value| self.declare_value(id, value));
        id
    }

    /// An agent by its name; an error if there is none.
    pub fn find_agent(&mut self, name: &Name) -> Option<AgentId> {
        let found = self.agents.iter().position(|agent| agent.name == name.text);
        if found.is_none() {
            let known: Vec<&str> = self.agents.iter().map(|agent| agent.name).collect();
            self.unknown(self.noun, &name.text, name.span, known);
        }
        if let Some(position) = found {
            resolved(name.span, self.system.agents[position].span);
        }
        found.map(|position| AgentId(position as u32))
    }
}
