//! From the syntax tree to the core: one synchronous rule whose choices are the agents' actions and whose
//! parts are their evolutions. Names and types are checked on the way.

mod antecedents;
mod formula;
mod round;
mod well_formed;

use std::collections::HashMap;

use synod_core::{
    Agent as CoreAgent, AgentId, DeadEnds, ExprId, Lint, Property, PropertyOrigin, System, VarId,
};
use synod_syntax::{Diagnostics, Source, Span, resolved};

use formula::Paths;

use crate::Model;
use crate::ast::{Agent, File};
use crate::explain::Protocols;
use crate::scope::{AgentInfo, ENVIRONMENT, Place, Scope};

/// The system and the properties of a file. With errors among the problems the result is incomplete.
pub fn lower(file: &File, source: &Source, problems: &mut Diagnostics) -> Model {
    let mut lowering = Lowering::new(file, source, problems);
    lowering.declare_agents();
    lowering.declare_propositions();
    lowering.declare_groups();
    let init = lowering.scope.condition(&file.init, Place::Initial);
    lowering.scope.system.init = init;
    lowering.add_round();
    if !file.fairness.is_empty() {
        // A run that gets stuck is none, so it is not a fair one either.
        lowering.scope.system.fairness.push(synod_core::Formula::Deadlock.not());
    }
    for formula in &file.fairness {
        let formula = lowering.formula(formula);
        lowering.scope.system.fairness.push(formula);
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
    // After an error the model is not used, and names would be missed twice.
    let mut side_questions = Vec::new();
    if !lowering.scope.problems.has_errors() {
        for (question, property) in std::iter::zip(&file.formulae, &properties) {
            side_questions.extend(lowering.antecedents(question, &property.name));
        }
    }
    Model {
        system: lowering.scope.system,
        properties,
        side_questions,
        lints: lowering.lints,
        protocols: lowering.protocols,
        first_fairness: file.fairness.first().map(|formula| formula.span),
    }
}

/// A system under construction.
struct Lowering<'a> {
    file: &'a File,
    source: &'a Source,
    scope: Scope<'a, 'a>,
    /// The text of each agent of the scope; `None` for an environment that the file leaves out.
    trees: Vec<Option<&'a Agent>>,
    propositions: HashMap<&'a str, ExprId>,
    groups: HashMap<&'a str, Vec<AgentId>>,
    lints: Vec<Lint>,
    protocols: Protocols,
    /// What path quantifiers of the formula at hand range over.
    paths: Paths,
}

impl<'a> Lowering<'a> {
    fn new(file: &'a File, source: &'a Source, problems: &'a mut Diagnostics) -> Self {
        let stem = source.name().rsplit(['/', '\\']).next().unwrap_or("model");
        let mut system = System::new(stem.trim_end_matches(".ispl"));
        system.dead_ends = DeadEnds::End;
        Lowering {
            source,
            lints: Vec::new(),
            protocols: Protocols::default(),
            paths: Paths::Reachable,
            file,
            scope: Scope::new("agent", system, problems),
            trees: Vec::new(),
            propositions: HashMap::new(),
            groups: HashMap::new(),
        }
    }

    fn declare_agents(&mut self) {
        let file = self.file;
        let environment = file.agents.iter().find(|a| a.is_environment());
        let others = file.agents.iter().filter(|a| !a.is_environment());
        let mut trees = vec![environment];
        trees.extend(others.map(Some));
        let mut firsts: HashMap<&str, Span> = HashMap::new();
        for tree in &file.agents {
            firsts.entry(&tree.name.text).or_insert(tree.name.span);
        }
        for tree in trees {
            let name = tree.map_or("Environment", |t| t.name.text.as_str());
            if let Some(tree) = tree {
                let first = firsts.get(name).copied();
                if first != Some(tree.name.span) {
                    self.scope.duplicate("agent", &tree.name, first);
                    continue;
                }
            }
            self.declare_agent(name, tree);
        }
        for position in 1..self.scope.agents.len() {
            self.declare_sight(position);
        }
        self.check_names();
        for position in 0..self.scope.agents.len() {
            if let Some(red) = self.trees[position].and_then(|tree| tree.red.as_ref()) {
                let red = self.scope.condition(red, Place::State(position));
                self.scope.agents[position].red = Some(red);
            }
        }
    }

    fn declare_agent(&mut self, name: &'a str, tree: Option<&'a Agent>) {
        let id = self.scope.system.add_agent(CoreAgent {
            name: name.to_string(),
            role: name.to_string(),
            owns: Vec::new(),
            observes: Vec::new(),
            automaton: None,
            span: tree.map(|t| t.name.span).unwrap_or_default(),
        });
        let mut info = AgentInfo::new(name);
        if let Some(tree) = tree {
            let observed = tree.obsvars.iter().map(|v| (v, true));
            for (var, observable) in observed.chain(tree.vars.iter().map(|v| (v, false))) {
                self.scope.declare_variable(id, &mut info, var, observable);
            }
            if tree.vars.is_empty() && !tree.is_environment() {
                self.scope.error(
                    "ispl::no-variables",
                    tree.name.span,
                    format!("agent `{name}` has no variables"),
                );
            }
            self.declare_actions(&mut info, tree);
            self.check_sections(tree);
        }
        self.scope.agents.push(info);
        self.trees.push(tree);
    }

    fn declare_actions(&mut self, info: &mut AgentInfo<'a>, tree: &'a Agent) {
        for (i, action) in tree.actions.iter().enumerate() {
            if let Some(first) = tree.actions[..i].iter().find(|a| a.text == action.text) {
                self.scope.duplicate("action", action, Some(first.span));
            }
        }
        if tree.actions.is_empty() {
            if !tree.is_environment() {
                let message = format!("agent `{}` has no actions", tree.name.text);
                self.scope.error("ispl::no-actions", tree.name.span, message);
            }
            return;
        }
        let values = tree.actions.iter().map(|a| a.text.clone()).collect();
        let actions = self.scope.system.add_enum(format!("actions of {}", info.name), values);
        tree.actions.iter().for_each(|action| self.scope.declare_value(actions, action));
        info.actions = Some(actions);
    }

    /// What an agent sees of the environment.
    fn declare_sight(&mut self, position: usize) {
        let Some(tree) = self.trees[position] else { return };
        let mut seen: Vec<VarId> = Vec::new();
        for info in self.scope.agents[ENVIRONMENT].vars.values() {
            if info.observable {
                seen.push(info.id);
            }
        }
        for name in &tree.lobsvars {
            match self.scope.agents[ENVIRONMENT].vars.get(name.text.as_str()) {
                Some(info) => {
                    resolved(name.span, info.span);
                    seen.push(info.id);
                }
                None => {
                    let known: Vec<&str> = self.scope.agents[ENVIRONMENT].vars.keys().copied().collect();
                    self.scope.unknown("variable of the environment", &name.text, name.span, known);
                }
            }
        }
        seen.sort_unstable();
        seen.dedup();
        self.scope.system.agents[position].observes.extend(seen);
    }

    fn declare_propositions(&mut self) {
        for (name, when) in &self.file.evaluation {
            let condition = self.scope.condition(when, Place::Global);
            self.scope.system.write_as(condition, &name.text);
            if self.propositions.insert(&name.text, condition).is_some() {
                let first = self.file.evaluation.iter().find(|(n, _)| n.text == name.text);
                self.scope.duplicate("proposition", name, first.map(|(n, _)| n.span));
            }
        }
    }

    fn declare_groups(&mut self) {
        for (name, members) in &self.file.groups {
            self.check_group(name, members);
            let members = members.iter().filter_map(|member| self.scope.find_agent(member)).collect();
            if self.groups.insert(&name.text, members).is_some() {
                let first = self.file.groups.iter().find(|(n, _)| n.text == name.text);
                self.scope.duplicate("group", name, first.map(|(n, _)| n.span));
            }
        }
    }
}
