//! From the syntax tree to the core: one synchronous rule whose choices are the agents' actions and whose
//! parts are their evolutions. Names and types are checked on the way.

mod condition;
mod formula;
mod round;

use std::collections::HashMap;

use synod_core::{
    Agent as CoreAgent, AgentId, EnumId, ExprId, Lint, Property, PropertyOrigin, System, Type, VarId,
    Variable,
};
use synod_syntax::{Diagnostic, Diagnostics, Source, Span, nearest};

use crate::Model;
use crate::ast::{Agent, File, Name, TypeName, VarDecl};
use condition::Place;

/// The system and the properties of a file. With errors among the problems the result is incomplete.
pub fn lower(file: &File, source: &Source, problems: &mut Diagnostics) -> Model {
    let mut lowering = Lowering::new(file, source, problems);
    lowering.declare_agents();
    lowering.declare_propositions();
    lowering.declare_groups();
    let init = lowering.condition(&file.init, Place::Initial);
    lowering.system.init = init;
    lowering.add_round();
    if !file.fairness.is_empty() {
        // A run that gets stuck is none, so it is not a fair one either.
        lowering.system.fairness.push(synod_core::Formula::Deadlock.not());
    }
    for formula in &file.fairness {
        let formula = lowering.formula(formula);
        lowering.system.fairness.push(formula);
    }
    let mut properties = Vec::new();
    for (position, question) in file.formulae.iter().enumerate() {
        let formula = lowering.question(question);
        let text = source.slice(question.span).split_whitespace().collect::<Vec<_>>().join(" ");
        properties.push(Property {
            name: format!("formula-{}", position + 1),
            text,
            formula,
            span: question.span,
            origin: PropertyOrigin::Model,
        });
    }
    Model { system: lowering.system, properties, lints: lowering.lints }
}

/// A system under construction.
struct Lowering<'a> {
    file: &'a File,
    system: System,
    problems: &'a mut Diagnostics,
    /// The environment, present or implied, then the others in the order of the file.
    agents: Vec<AgentInfo<'a>>,
    propositions: HashMap<&'a str, ExprId>,
    groups: HashMap<&'a str, Vec<AgentId>>,
    /// Where the protocols leave every agent an action.
    all_can_pick: ExprId,
    lints: Vec<Lint>,
}

/// What is known of an agent.
struct AgentInfo<'a> {
    name: &'a str,
    /// `None` for an environment that the file leaves out.
    tree: Option<&'a Agent>,
    vars: HashMap<&'a str, VarInfo>,
    /// The enumeration of its actions, if it has any.
    actions: Option<EnumId>,
    /// The position of its choice in the round.
    choice: Option<u32>,
    /// Where its state is red.
    red: Option<ExprId>,
}

/// What is known of a variable.
#[derive(Clone, Copy)]
struct VarInfo {
    id: VarId,
    ty: Type,
    /// Whether every agent sees it.
    observable: bool,
    span: Span,
}

const ENVIRONMENT: usize = 0;

impl<'a> Lowering<'a> {
    fn new(file: &'a File, source: &Source, problems: &'a mut Diagnostics) -> Self {
        let stem = source.name().rsplit(['/', '\\']).next().unwrap_or("model");
        let mut system = System::new(stem.trim_end_matches(".ispl"));
        let all_can_pick = system.exprs.bool(true);
        Lowering {
            all_can_pick,
            lints: Vec::new(),
            file,
            system,
            problems,
            agents: Vec::new(),
            propositions: HashMap::new(),
            groups: HashMap::new(),
        }
    }

    fn error(&mut self, code: &'static str, span: Span, message: impl Into<String>) {
        self.problems.push(Diagnostic::error(code, span, message));
    }

    fn unknown<'n>(&mut self, what: &str, name: &str, span: Span, known: impl IntoIterator<Item = &'n str>) {
        let mut problem =
            Diagnostic::error("ispl::unknown-name", span, format!("there is no {what} called `{name}`"));
        if let Some(close) = nearest(name, known) {
            problem = problem.help(format!("did you mean `{close}`?"));
        }
        self.problems.push(problem);
    }

    fn duplicate(&mut self, what: &str, name: &Name, first: Option<Span>) {
        let message = format!("the {what} `{}` is declared twice", name.text);
        let mut problem = Diagnostic::error("ispl::duplicate-name", name.span, message);
        if let Some(first) = first {
            problem = problem.label(first, "first declared here");
        }
        self.problems.push(problem);
    }

    fn declare_agents(&mut self) {
        let file = self.file;
        let environment = file.agents.iter().find(|a| a.is_environment());
        let others = file.agents.iter().filter(|a| !a.is_environment());
        let mut trees = vec![environment];
        trees.extend(others.map(Some));
        for tree in trees {
            let name = tree.map_or("Environment", |t| t.name.text.as_str());
            if let Some(tree) = tree {
                let same = file.agents.iter().filter(|other| other.name.text == name);
                let first = same.map(|other| other.name.span).next();
                if first != Some(tree.name.span) {
                    self.duplicate("agent", &tree.name, first);
                    continue;
                }
            }
            self.declare_agent(name, tree);
        }
        for position in 1..self.agents.len() {
            self.declare_sight(position);
        }
        for position in 0..self.agents.len() {
            if let Some(red) = self.agents[position].tree.and_then(|tree| tree.red.as_ref()) {
                let red = self.condition(red, Place::State(position));
                self.agents[position].red = Some(red);
            }
        }
    }

    fn declare_agent(&mut self, name: &'a str, tree: Option<&'a Agent>) {
        let id = self.system.add_agent(CoreAgent {
            name: name.to_string(),
            role: name.to_string(),
            owns: Vec::new(),
            observes: Vec::new(),
            automaton: None,
            span: tree.map(|t| t.name.span).unwrap_or_default(),
        });
        let mut info = AgentInfo { name, tree, vars: HashMap::new(), actions: None, choice: None, red: None };
        if let Some(tree) = tree {
            let observed = tree.obsvars.iter().map(|v| (v, true));
            for (var, observable) in observed.chain(tree.vars.iter().map(|v| (v, false))) {
                self.declare_variable(id, &mut info, var, observable);
            }
            if tree.vars.is_empty() && !tree.is_environment() {
                self.error("ispl::no-variables", tree.name.span, format!("agent `{name}` has no variables"));
            }
            self.declare_actions(&mut info, tree);
        }
        self.agents.push(info);
    }

    fn declare_variable(
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
                Type::Range { lo: *lo, hi: (*hi).max(*lo) }
            }
            TypeName::Enum(values) => {
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

    /// The enumeration with these values; equal sets share one.
    fn enumeration(&mut self, values: &[Name]) -> EnumId {
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
        match self.system.enums.iter().position(same) {
            Some(position) => EnumId(position as u32),
            None => self.system.add_enum(format!("{{{}}}", names.join(", ")), names),
        }
    }

    fn declare_actions(&mut self, info: &mut AgentInfo<'a>, tree: &'a Agent) {
        for (i, action) in tree.actions.iter().enumerate() {
            if let Some(first) = tree.actions[..i].iter().find(|a| a.text == action.text) {
                self.duplicate("action", action, Some(first.span));
            }
        }
        if tree.actions.is_empty() {
            if !tree.is_environment() {
                let message = format!("agent `{}` has no actions", tree.name.text);
                self.error("ispl::no-actions", tree.name.span, message);
            }
            return;
        }
        let values = tree.actions.iter().map(|a| a.text.clone()).collect();
        info.actions = Some(self.system.add_enum(format!("actions of {}", info.name), values));
    }

    /// What an agent sees of the environment.
    fn declare_sight(&mut self, position: usize) {
        let Some(tree) = self.agents[position].tree else { return };
        let mut seen: Vec<VarId> = Vec::new();
        for info in self.agents[ENVIRONMENT].vars.values() {
            if info.observable {
                seen.push(info.id);
            }
        }
        for name in &tree.lobsvars {
            match self.agents[ENVIRONMENT].vars.get(name.text.as_str()) {
                Some(info) => seen.push(info.id),
                None => {
                    let known: Vec<&str> = self.agents[ENVIRONMENT].vars.keys().copied().collect();
                    self.unknown("variable of the environment", &name.text, name.span, known);
                }
            }
        }
        seen.sort_unstable();
        seen.dedup();
        self.system.agents[position].observes.extend(seen);
    }

    fn declare_propositions(&mut self) {
        for (name, when) in &self.file.evaluation {
            let condition = self.condition(when, Place::Global);
            if self.propositions.insert(&name.text, condition).is_some() {
                let first = self.file.evaluation.iter().find(|(n, _)| n.text == name.text);
                self.duplicate("proposition", name, first.map(|(n, _)| n.span));
            }
        }
    }

    fn declare_groups(&mut self) {
        for (name, members) in &self.file.groups {
            let members = members.iter().filter_map(|member| self.find_agent(member)).collect();
            if self.groups.insert(&name.text, members).is_some() {
                let first = self.file.groups.iter().find(|(n, _)| n.text == name.text);
                self.duplicate("group", name, first.map(|(n, _)| n.span));
            }
        }
    }

    /// An agent by its name; an error if there is none.
    fn find_agent(&mut self, name: &Name) -> Option<AgentId> {
        let found = self.agents.iter().position(|agent| agent.name == name.text);
        if found.is_none() {
            let known: Vec<&str> = self.agents.iter().map(|agent| agent.name).collect();
            self.unknown("agent", &name.text, name.span, known);
        }
        found.map(|position| AgentId(position as u32))
    }
}
