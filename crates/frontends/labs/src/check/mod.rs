//! From the syntax tree to the resolved model: names, constants, shapes, and everything that is worth
//! a word to the author.

mod antecedents;
mod behaviour;
mod constant;
mod declarations;
mod expr;
mod property;

use std::collections::BTreeMap;
use std::ops::Range;

use rustc_hash::{FxHashMap, FxHashSet};
use synod_syntax::{Diagnostic, Diagnostics, Source, Span, nearest, resolved};

use crate::ast::{self, Name};
use crate::model::{AgentType, Model, Stigmergic, Tuple, Variable, VariableRef};

/// More agents than this are not lowered one by one.
const MOST_AGENTS: i64 = 1024;
/// More elements than this an array does not have.
const MOST_ELEMENTS: u32 = 100_000;
/// More instances than this the quantifiers of one condition do not make.
const MOST_INSTANCES: usize = 1_000_000;

/// Resolves a file; `None` if it has errors.
pub fn check(
    source: &Source,
    file: &ast::File,
    parameters: &[(String, i64)],
    diagnostics: &mut Diagnostics,
) -> Option<Model> {
    let mut checker = Checker {
        source,
        file,
        diagnostics,
        parameters: FxHashMap::default(),
        used_externs: Vec::new(),
        missing_externs: FxHashSet::default(),
        environment: Vec::new(),
        attributes: Vec::new(),
        shapes: Vec::new(),
        first_declared: Vec::new(),
        stigmergic: Vec::new(),
        tuples: Vec::new(),
        ids: BTreeMap::new(),
        agents: 0,
        reported: FxHashSet::default(),
    };
    checker.take_parameters(parameters);
    let model = checker.model();
    checker.unused_externs(&model);
    (!checker.diagnostics.has_errors()).then_some(model)
}

struct Checker<'a> {
    source: &'a Source,
    file: &'a ast::File,
    diagnostics: &'a mut Diagnostics,
    parameters: FxHashMap<String, i64>,
    /// External parameters, wherever they are used.
    used_externs: Vec<(String, Span)>,
    missing_externs: FxHashSet<String>,
    environment: Vec<Variable>,
    /// Names of attributes over all types.
    attributes: Vec<String>,
    /// The sizes of each attribute.
    shapes: Vec<Vec<u32>>,
    /// Where each attribute is declared first.
    first_declared: Vec<Span>,
    stigmergic: Vec<Stigmergic>,
    tuples: Vec<Tuple>,
    /// The ids of the agents of each type that is spawned.
    ids: BTreeMap<String, Range<usize>>,
    agents: usize,
    /// Things said once.
    reported: FxHashSet<String>,
}

impl<'a> Checker<'a> {
    fn model(&mut self) -> Model {
        let file = self.file;
        self.spawn();
        self.declare_environment();
        self.declare_stigmergies();
        let attributes = self.declare_attributes();
        self.duplicates();
        let links = file.stigmergies.iter().map(|stigmergy| self.link(&stigmergy.link)).collect();
        let mut types = Vec::new();
        for (position, agent) in file.agents.iter().enumerate() {
            if !agent.processes.iter().any(|definition| definition.name.text == "Behavior") {
                let message = format!("`{}` has no process `Behavior`", agent.name.text);
                let error = Diagnostic::error("labs::no-behavior", agent.name.span, message);
                let mut names = agent.processes.iter().map(|definition| &definition.name);
                let near = names.rfind(|name| nearest(&name.text, ["Behavior"]).is_some());
                self.diagnostics.push(match near {
                    Some(name) => error
                        .label(name.span, "this may be meant")
                        .help(format!("did you mean `Behavior` instead of `{}`?", name.text))
                        .fix(name.span, "Behavior"),
                    None => error,
                });
            }
            let ids = self.ids.get(&agent.name.text).cloned();
            let spawned = file.spawn.iter().find(|(name, _)| name.text == agent.name.text);
            // Types without agents are checked for what is wrong in any case.
            let behaviour = self.behaviour(position);
            let (Some(ids), Some(behaviour)) = (ids, behaviour) else { continue };
            types.push(AgentType {
                name: agent.name.text.clone(),
                ids,
                spawned: spawned.map(|(_, count)| count.span).unwrap_or_default(),
                attributes: attributes[position].iter().cloned().chain(behaviour.implicit).collect(),
                stigmergies: self.listed(agent),
                behaviour: behaviour.structure,
                actions: behaviour.actions,
                span: agent.name.span,
            });
        }
        self.uncalled_processes();
        types.sort_by_key(|ty| ty.ids.start);
        let assumptions = file
            .assumptions
            .iter()
            .map(|assumption| {
                let predicate = self.predicate(&assumption.predicate);
                (assumption.name.text.clone(), predicate)
            })
            .collect();
        let properties = file.properties.iter().map(|property| self.property(property)).collect();
        Model {
            environment: std::mem::take(&mut self.environment),
            attributes: std::mem::take(&mut self.attributes),
            stigmergic: std::mem::take(&mut self.stigmergic),
            tuples: std::mem::take(&mut self.tuples),
            stigmergies: file.stigmergies.iter().map(|stigmergy| stigmergy.name.text.clone()).collect(),
            links,
            types,
            assumptions,
            properties,
            parameters: std::mem::take(&mut self.used_externs),
        }
    }

    fn error(&mut self, code: &'static str, name: &Name, message: String) {
        self.diagnostics.push(Diagnostic::error(code, name.span, message));
    }

    /// Whether this is the first time that `what` comes up.
    fn first_time(&mut self, what: String) -> bool {
        self.reported.insert(what)
    }

    /// The variable of a name, and the sizes of an array.
    fn variable(&self, name: &str) -> Option<(VariableRef, Vec<u32>)> {
        let named = |variable: &Variable| variable.name == name;
        if let Some(i) = self.environment.iter().position(named) {
            return Some((VariableRef::Environment(i), self.environment[i].sizes.clone()));
        }
        if let Some(i) = self.stigmergic.iter().position(|s| named(&s.variable)) {
            return Some((VariableRef::Stigmergic(i), self.stigmergic[i].variable.sizes.clone()));
        }
        let i = self.attributes.iter().position(|attribute| attribute == name)?;
        Some((VariableRef::Attribute(i), self.shapes[i].clone()))
    }

    /// The same for a name that stands in the text.
    fn meaning(&self, name: &Name) -> Option<(VariableRef, Vec<u32>)> {
        let found = self.variable(&name.text)?;
        let declaration = match found.0 {
            VariableRef::Environment(variable) => self.environment[variable].span,
            VariableRef::Stigmergic(variable) => self.stigmergic[variable].variable.span,
            VariableRef::Attribute(attribute) => self.first_declared[attribute],
        };
        resolved(name.span, declaration);
        Some(found)
    }

    /// All names of variables, for suggestions.
    fn variable_names(&self) -> Vec<String> {
        let environment = self.environment.iter().map(|v| v.name.clone());
        let stigmergic = self.stigmergic.iter().map(|s| s.variable.name.clone());
        environment.chain(stigmergic).chain(self.attributes.iter().cloned()).collect()
    }

    fn unknown(&mut self, code: &'static str, what: &str, name: &Name, known: &[String]) {
        let message = format!("there is no {what} `{}`", name.text);
        let mut diagnostic = Diagnostic::error(code, name.span, message).caption("not found");
        if let Some(close) = self.diagnostics.nearest(&name.text, known.iter().map(String::as_str)) {
            diagnostic = diagnostic.suggest(close);
        }
        self.diagnostics.push(diagnostic);
    }

    /// Whether a name is that of an agent type.
    fn agent_type(&self, name: &Name) -> bool {
        let declared = self.file.agents.iter().find(|agent| agent.name.text == name.text);
        if let Some(agent) = declared {
            resolved(name.span, agent.name.span);
        }
        declared.is_some()
    }

    /// The ids of the agents of a type. Types without agents have none, which is worth a warning.
    fn agents_of(&mut self, name: &Name) -> Range<usize> {
        let declared = self.agent_type(name);
        if let Some(ids) = self.ids.get(&name.text) {
            return ids.clone();
        }
        if declared {
            self.diagnostics.push(
                Diagnostic::warning(
                    "labs::no-agents",
                    name.span,
                    format!("there are no agents of type `{}`", name.text),
                )
                .explain("`forall` over none is true, `exists` is false"),
            );
        } else {
            let known: Vec<String> = self.file.agents.iter().map(|agent| agent.name.text.clone()).collect();
            self.unknown("labs::unknown-agent", "agent type", name, &known);
        }
        0..0
    }

    /// A piece of the source on one line.
    fn text(&self, span: Span) -> String {
        crate::lex::normalised(self.source, span)
    }

    fn take_parameters(&mut self, parameters: &[(String, i64)]) {
        let declared: Vec<String> = self.file.externs.iter().map(|name| name.text.clone()).collect();
        for (key, value) in parameters {
            let key = key.strip_prefix('_').unwrap_or(key);
            if !declared.iter().any(|name| name == key) {
                let mut diagnostic = Diagnostic::error(
                    "labs::unknown-parameter",
                    Span::default(),
                    format!("the model has no parameter `{key}`"),
                );
                if let Some(close) = nearest(key, declared.iter().map(String::as_str)) {
                    diagnostic = diagnostic.help(format!("did you mean `{close}={value}`?"));
                } else if declared.is_empty() {
                    diagnostic = diagnostic.explain("the model has no parameters");
                } else {
                    diagnostic = diagnostic.explain(format!("its parameters are: {}", declared.join(", ")));
                }
                self.diagnostics.push(diagnostic);
            } else if i32::try_from(*value).is_err() {
                self.diagnostics.push(Diagnostic::error(
                    "labs::parameter-range",
                    Span::default(),
                    format!("`{key}={value}` does not fit 32 bits"),
                ));
            } else if self.parameters.insert(key.to_string(), *value).is_some_and(|before| before != *value) {
                self.diagnostics.push(Diagnostic::error(
                    "labs::parameter-twice",
                    Span::default(),
                    format!("the parameter `{key}` is given two values"),
                ));
            }
        }
        let mut seen = FxHashSet::default();
        for name in &self.file.externs {
            if !seen.insert(&name.text) {
                let message = format!("the parameter `_{}` is declared twice", name.text);
                self.diagnostics.push(Diagnostic::error("labs::duplicate-name", name.span, message));
            }
        }
    }

    fn unused_externs(&mut self, model: &Model) {
        if self.diagnostics.has_errors() {
            return;
        }
        for name in &self.file.externs {
            if !model.parameters.iter().any(|(used, _)| *used == name.text) {
                let message = format!("the parameter `_{}` is never used", name.text);
                self.diagnostics.push(Diagnostic::warning("labs::unused-extern", name.span, message));
            }
        }
    }

    /// Names that are declared twice in one scope.
    fn duplicates(&mut self) {
        let file = self.file;
        let spawn: Vec<&Name> = file.spawn.iter().map(|(name, _)| name).collect();
        self.distinct("spawn entry", &spawn);
        self.distinct("agent", &file.agents.iter().map(|a| &a.name).collect::<Vec<_>>());
        self.distinct("stigmergy", &file.stigmergies.iter().map(|s| &s.name).collect::<Vec<_>>());
        self.distinct("process", &file.processes.iter().map(|d| &d.name).collect::<Vec<_>>());
        self.distinct("property", &file.properties.iter().map(|p| &p.name).collect::<Vec<_>>());
        self.distinct("assumption", &file.assumptions.iter().map(|a| &a.name).collect::<Vec<_>>());
        let mut shared: Vec<&Name> = file.environment.iter().map(|d| &d.name).collect();
        shared.extend(file.stigmergies.iter().flat_map(|s| s.tuples.iter().flatten()).map(|d| &d.name));
        self.distinct("variable", &shared);
        for agent in &file.agents {
            self.distinct("process", &agent.processes.iter().map(|d| &d.name).collect::<Vec<_>>());
            let mut names = shared.clone();
            names.extend(agent.interface.iter().map(|d| &d.name));
            self.distinct("variable", &names);
        }
    }

    fn distinct(&mut self, what: &str, names: &[&Name]) {
        let mut seen: FxHashMap<&str, Span> = FxHashMap::default();
        for name in names {
            if let Some(first) = seen.insert(&name.text, name.span) {
                let message = format!("duplicate definition of {what} `{}`", name.text);
                self.diagnostics.push(
                    Diagnostic::error("labs::duplicate-name", name.span, message)
                        .label(first, "it was defined here first"),
                );
            }
        }
    }
}
