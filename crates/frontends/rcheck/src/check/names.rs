//! Who is called what: every declaration of a model, and the errors for names that are taken twice.

use std::collections::HashMap;

use synod_syntax::{Code, Diagnostic, Span, nearest, resolved};

use super::found::Findings;
use crate::ast::{self, Decl, Dialect, Name, TypeName};
use crate::automaton::{self, Edge};
use crate::hir::Type;

/// A declared variable or parameter. Without a type when its declaration is wrong: that was reported,
/// and nothing more is said about its uses.
pub(super) struct Variable<'a> {
    pub(super) name: &'a Name,
    pub(super) ty: Option<Type>,
}

/// What a name of the whole model stands for; positions are those in the syntax tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Global {
    Constant(i64),
    Enum,
    Case(Type, i64),
    Message(usize),
    Property(usize),
    Guard(usize),
    Agent(usize),
    Instance(usize),
}

impl Global {
    /// In words, with the article.
    pub(super) fn phrase(self) -> &'static str {
        match self {
            Global::Constant(_) => "a constant",
            Global::Enum => "an enumeration",
            Global::Case(Type::Channel, _) => "a channel",
            Global::Case(..) => "a case of an enumeration",
            Global::Message(_) => "a message variable",
            Global::Property(_) => "a property variable",
            Global::Guard(_) => "a guard",
            Global::Agent(_) => "an agent type",
            Global::Instance(_) => "an instance",
        }
    }
}

/// The names inside an agent type.
pub(super) struct AgentNames<'a> {
    pub(super) name: &'a Name,
    pub(super) locals: Vec<Variable<'a>>,
    /// The commands in the order of the text, with their control states.
    pub(super) edges: Vec<Edge<'a>>,
    /// How many control states there are.
    pub(super) states: u32,
    by_name: HashMap<&'a str, usize>,
    labels: HashMap<&'a str, usize>,
}

impl<'a> AgentNames<'a> {
    /// The position of a local.
    pub(super) fn local(&self, name: &str) -> Option<usize> {
        self.by_name.get(name).copied()
    }

    /// The position of a local that a name in the text means.
    pub(super) fn meaning(&self, name: &str, span: Span) -> Option<usize> {
        let position = self.local(name)?;
        resolved(span, self.locals[position].name.span);
        Some(position)
    }

    /// The position of the command with this label.
    pub(super) fn label(&self, name: &str) -> Option<usize> {
        self.labels.get(name).copied()
    }

    /// The names of all labels.
    pub(super) fn labels(&self) -> impl Iterator<Item = &'a str> + '_ {
        self.labels.keys().copied()
    }
}

/// All names of a model.
pub(super) struct Names<'a> {
    globals: HashMap<&'a str, (Global, Span)>,
    /// Without `*`.
    pub(super) channels: Vec<&'a str>,
    /// Enumerations other than `channel`.
    pub(super) enums: Vec<&'a ast::Enum>,
    pub(super) messages: Vec<Variable<'a>>,
    pub(super) properties: Vec<Variable<'a>>,
    /// Parameters of each guard.
    pub(super) params: Vec<Vec<Variable<'a>>>,
    pub(super) agents: Vec<AgentNames<'a>>,
    pub(super) instances: &'a [ast::Instance],
    /// The agent type of each instance, where there is such a type.
    pub(super) agent_of: Vec<Option<usize>>,
}

impl<'a> Names<'a> {
    /// Collects the declarations of `model` and reports those that clash or cannot be read.
    pub(super) fn collect(model: &'a ast::Model, found: &mut Findings) -> Self {
        let mut names = Names {
            globals: HashMap::new(),
            channels: Vec::new(),
            enums: Vec::new(),
            messages: Vec::new(),
            properties: Vec::new(),
            params: Vec::new(),
            agents: Vec::new(),
            instances: &model.instances,
            agent_of: Vec::new(),
        };
        names.declare_globals(model, found);
        names.messages = names.variables(&model.messages, found);
        names.properties = names.variables(&model.properties, found);
        for guard in &model.guards {
            let params = names.parameters(guard, model.dialect, found);
            names.params.push(params);
        }
        for agent in &model.agents {
            let agent = names.agent(agent, found);
            names.agents.push(agent);
        }
        for instance in &model.instances {
            let agent = names.agent_type(&instance.agent, found);
            names.agent_of.push(agent);
        }
        names
    }

    /// What a name of the whole model stands for.
    pub(super) fn global(&self, name: &str) -> Option<Global> {
        self.globals.get(name).map(|(global, _)| *global)
    }

    /// The same for a name that stands in the text.
    pub(super) fn meaning(&self, name: &str, span: Span) -> Option<Global> {
        let (global, declaration) = self.globals.get(name)?;
        resolved(span, *declaration);
        Some(*global)
    }

    /// Where a name of the whole model is declared.
    pub(super) fn global_span(&self, name: &str) -> Option<Span> {
        self.globals.get(name).map(|(_, span)| *span)
    }

    /// The names of the whole model that stand for a thing of the wanted kind.
    pub(super) fn globals_that(&self, wanted: impl Fn(Global) -> bool) -> impl Iterator<Item = &'a str> {
        self.globals.iter().filter(move |(_, (global, _))| wanted(*global)).map(|(name, _)| *name)
    }

    /// Anything declared by that name in the whole file: in words, and where.
    pub(super) fn anything(&self, name: &str) -> Option<(String, Span)> {
        if let Some((global, span)) = self.globals.get(name) {
            return Some((global.phrase().to_string(), *span));
        }
        for agent in &self.agents {
            if let Some(local) = agent.local(name) {
                let span = agent.locals[local].name.span;
                return Some((format!("a local of `{}`", agent.name.text), span));
            }
            if let Some(command) = agent.label(name) {
                let span = agent.edges[command].command.label.as_ref().map(|label| label.span);
                return Some((format!("a label of `{}`", agent.name.text), span.unwrap_or_default()));
            }
        }
        let param = self.params.iter().flatten().find(|param| param.name.text == name)?;
        Some(("a parameter of a guard".into(), param.name.span))
    }

    /// The instances of an agent type.
    pub(super) fn instances_of(&self, agent: usize) -> impl Iterator<Item = usize> + '_ {
        (0..self.agent_of.len()).filter(move |instance| self.agent_of[*instance] == Some(agent))
    }

    /// An error for a name that should be `expected` (with its article) and is not.
    pub(super) fn not_a(
        &self,
        name: &Name,
        expected: &str,
        candidates: impl IntoIterator<Item = &'a str>,
    ) -> Diagnostic {
        let text = &name.text;
        match self.anything(text) {
            Some((what, span)) => {
                let message = format!("`{text}` is {what}, but {expected} is needed here");
                Diagnostic::error("rcheck::wrong-kind", name.span, message)
                    .caption(format!("not {expected}"))
                    .label(span, "declared here")
            }
            None => {
                let message = format!("there is no {} called `{text}`", without_article(expected));
                let error =
                    Diagnostic::error("rcheck::unknown-name", name.span, message).caption("not found");
                match nearest(text, candidates) {
                    Some(near) => error.suggest(near),
                    None => error,
                }
            }
        }
    }

    /// The agent type of that name.
    pub(super) fn agent_type(&self, name: &Name, found: &mut Findings) -> Option<usize> {
        match self.meaning(&name.text, name.span) {
            Some(Global::Agent(agent)) => Some(agent),
            _ => {
                let candidates = self.globals_that(|global| matches!(global, Global::Agent(_)));
                found.push(self.not_a(name, "an agent type", candidates));
                None
            }
        }
    }

    fn declare_globals(&mut self, model: &'a ast::Model, found: &mut Findings) {
        let constants = model.constants.iter();
        let mut all: Vec<(&'a Name, Global)> =
            constants.map(|constant| (&constant.name, Global::Constant(constant.value))).collect();
        for item in &model.enums {
            let is_channel = item.name.text == "channel";
            let ty = if is_channel { Type::Channel } else { Type::Enum(self.enums.len()) };
            let offset = if is_channel { self.channels.len() } else { 0 };
            all.push((&item.name, Global::Enum));
            for (position, case) in item.cases.iter().enumerate() {
                all.push((case, Global::Case(ty, (offset + position) as i64)));
            }
            match is_channel {
                true => self.channels.extend(item.cases.iter().map(|case| case.text.as_str())),
                false => self.enums.push(item),
            }
        }
        let numbered = |names: &mut dyn Iterator<Item = &'a Name>, global: fn(usize) -> Global| {
            names.enumerate().map(|(position, name)| (name, global(position))).collect::<Vec<_>>()
        };
        all.extend(numbered(&mut model.messages.iter().map(|item| &item.name), Global::Message));
        all.extend(numbered(&mut model.properties.iter().map(|item| &item.name), Global::Property));
        all.extend(numbered(&mut model.guards.iter().map(|item| &item.name), Global::Guard));
        all.extend(numbered(&mut model.agents.iter().map(|item| &item.name), Global::Agent));
        all.extend(numbered(&mut model.instances.iter().map(|item| &item.name), Global::Instance));
        // The second in the text is the one to complain about, whatever kind of thing it is.
        all.sort_by_key(|(name, _)| name.span.start);
        for (name, global) in all {
            match self.globals.get(name.text.as_str()) {
                Some((other, first)) => {
                    let what = format!("already the name of {}", other.phrase());
                    found.push(duplicate("rcheck::duplicate-name", "name", name, *first, &what));
                }
                None => {
                    self.globals.insert(&name.text, (global, name.span));
                }
            }
        }
    }

    fn variables(&self, decls: &'a [Decl], found: &mut Findings) -> Vec<Variable<'a>> {
        decls.iter().map(|decl| Variable { name: &decl.name, ty: self.type_of(&decl.ty, found) }).collect()
    }

    /// The type that a name of a type stands for.
    fn type_of(&self, ty: &TypeName, found: &mut Findings) -> Option<Type> {
        match ty {
            TypeName::Bool(_) => Some(Type::Bool),
            TypeName::Int(_) => Some(Type::Int),
            TypeName::Location(_) => Some(Type::Location),
            TypeName::Range { lo, hi, .. } if lo <= hi => Some(Type::Range { lo: *lo, hi: *hi }),
            TypeName::Range { lo, hi, span } => {
                let error = Diagnostic::error(
                    "rcheck::empty-range",
                    *span,
                    format!("the range `{lo}..{hi}` has no values"),
                );
                found.push(error.help(format!("write the lesser bound first: `{hi}..{lo}`")));
                None
            }
            TypeName::Named(name) if name.text == "channel" => Some(Type::Channel),
            TypeName::Named(name) => {
                if let Some(position) = self.enums.iter().position(|item| item.name.text == name.text) {
                    resolved(name.span, self.enums[position].name.span);
                    return Some(Type::Enum(position));
                }
                let builtin = ["bool", "int", "location", "channel"];
                let enums = self.enums.iter().map(|item| item.name.text.as_str());
                found.push(self.not_a(name, "a type", enums.chain(builtin)));
                None
            }
        }
    }

    fn parameters(&self, guard: &'a ast::Guard, dialect: Dialect, found: &mut Findings) -> Vec<Variable<'a>> {
        let mut params = self.variables(&guard.params, found);
        for position in 0..params.len() {
            let name = params[position].name;
            let earlier = params[..position].iter().find(|param| param.name.text == name.text);
            let clash = match earlier {
                Some(earlier) => Some((earlier.name.span, "already a parameter of this guard".to_string())),
                // The shipped legacy models name parameters after channels.
                None if dialect == Dialect::Legacy => None,
                None => self.taken(name),
            };
            if let Some((first, what)) = clash {
                found.push(duplicate("rcheck::duplicate-parameter", "parameter", name, first, &what));
                params[position].ty = None;
            }
        }
        params
    }

    fn agent(&self, agent: &'a ast::Agent, found: &mut Findings) -> AgentNames<'a> {
        let (edges, states) = automaton::build(&agent.body);
        let mut locals = self.variables(&agent.locals, found);
        let mut by_name: HashMap<&'a str, usize> = HashMap::new();
        for position in 0..locals.len() {
            let name = locals[position].name;
            if let Some(first) = by_name.get(name.text.as_str()) {
                let what = format!("already a local of `{}`", agent.name.text);
                let first = locals[*first].name.span;
                found.push(duplicate("rcheck::duplicate-local", "local variable", name, first, &what));
                continue;
            }
            if let Some((first, what)) = self.taken(name) {
                found.push(duplicate("rcheck::duplicate-local", "local variable", name, first, &what));
                locals[position].ty = None;
            }
            by_name.insert(&name.text, position);
        }
        let mut labels: HashMap<&'a str, usize> = HashMap::new();
        for (position, edge) in edges.iter().enumerate() {
            let Some(label) = &edge.command.label else { continue };
            let text = label.text.as_str();
            let earlier = labels.get(text).and_then(|first: &usize| edges[*first].command.label.as_ref());
            let clash = match earlier {
                Some(first) => Some((first.span, format!("already a label of `{}`", agent.name.text))),
                None => self.taken(label),
            };
            if let Some((first, what)) = clash {
                found.push(duplicate("rcheck::duplicate-label", "label", label, first, &what));
            } else if let Some(local) = by_name.get(text) {
                found.push(
                    Diagnostic::warning(
                        "rcheck::label-named-like-local",
                        label.span,
                        format!("`{text}` is both a label and a local of `{}`", agent.name.text),
                    )
                    .label(locals[*local].name.span, "the local")
                    .explain(format!(
                        "in specifications `instance-{text}` means the local; the label cannot be named"
                    ))
                    .help("give the label another name"),
                );
            }
            labels.entry(text).or_insert(position);
        }
        AgentNames { name: &agent.name, locals, edges, states, by_name, labels }
    }

    /// Where a name that should be new is taken by the whole model, and by what.
    fn taken(&self, name: &Name) -> Option<(Span, String)> {
        let (global, span) = self.globals.get(name.text.as_str())?;
        Some((*span, format!("already the name of {}", global.phrase())))
    }

    /// Reports a quantified variable that has the name of something else.
    pub(super) fn check_quantified(&self, name: &Name, outer: Option<Span>, found: &mut Findings) {
        let clash = match outer {
            Some(span) => Some((span, "already quantified here".to_string())),
            None => self.taken(name),
        };
        if let Some((first, what)) = clash {
            found.push(duplicate("rcheck::duplicate-name", "name", name, first, &what));
        }
    }
}

/// The error for a name that is taken.
pub(super) fn duplicate(code: Code, kind: &str, name: &Name, first: Span, what: &str) -> Diagnostic {
    Diagnostic::error(code, name.span, format!("duplicate {kind} `{}`", name.text))
        .caption("declared again here")
        .label(first, what)
}

fn without_article(phrase: &str) -> &str {
    phrase.strip_prefix("an ").or_else(|| phrase.strip_prefix("a ")).unwrap_or(phrase)
}
