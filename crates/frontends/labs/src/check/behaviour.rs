//! Behaviours: processes with their guards pushed down to the actions, as triple structures.

use std::collections::BTreeMap;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};
use synod_syntax::{Diagnostic, Span, resolved};
use synod_triples::{Ill, Process, Resolution, Structure, build, interleaved};

use super::Checker;
use super::constant::Id;
use super::expr::{Local, Scope, Setting, local_of};
use crate::ast::{self, Arrow, Definition, Expr, Name};
use crate::model::{
    Action, ActionKind, Guard, Init, Label, Number, Offset, PASS, Statement, Target, Truth, Variable,
    VariableRef,
};

/// The behaviour of an agent type.
pub(super) struct Behaviour {
    pub structure: Structure<Label>,
    pub actions: Vec<Action>,
    /// Attributes that it uses without declaring them.
    pub implicit: Vec<(usize, Variable)>,
}

/// A condition that the first actions of a process are under.
#[derive(Clone)]
struct Condition {
    guard: Guard,
    /// The condition in words, with its sign.
    text: String,
}

/// Between the name of a process and the conditions on its first actions.
const UNDER: char = '\u{1}';

/// More processes than this, counted once for each combination of guards, are not read.
const MOST_PROCESSES: usize = 1000;

struct Reader<'c, 'a> {
    checker: &'c mut Checker<'a>,
    agent: Option<usize>,
    actions: Vec<Action>,
    /// By guards and text, and where it is written.
    known: FxHashMap<(String, Span), usize>,
    definitions: BTreeMap<String, Process<Label>>,
    /// Processes to read, with the conditions on their first actions.
    pending: Vec<(String, &'a Definition, Vec<Condition>)>,
    /// Names with their conditions that were read or are pending.
    visited: FxHashSet<String>,
    /// Names of processes that are called under some conditions or none.
    called: FxHashSet<String>,
    implicit: Vec<usize>,
}

impl<'a> Checker<'a> {
    /// The behaviour of an agent type; `None` after a mistake.
    pub(super) fn behaviour(&mut self, agent: usize) -> Option<Behaviour> {
        let file = self.file;
        let declared = &file.agents[agent];
        let mut reader = Reader::new(self, Some(agent));
        let root = Name { text: "Behavior".to_string(), span: declared.name.span };
        if !declared.processes.iter().any(|definition| definition.name.text == root.text) {
            return None;
        }
        let root = reader.call(&root, &[]);
        reader.read_pending();
        let called = reader.definitions.clone();
        // What is never called can still be wrong.
        for definition in &declared.processes {
            if !reader.called.contains(&definition.name.text) {
                let message = format!("the process `{}` is never called", definition.name.text);
                reader.checker.unused_process(&definition.name, message);
                reader.call(&definition.name, &[]);
            }
        }
        reader.read_pending();
        let (actions, implicit) = (reader.actions, reader.implicit);
        if self.diagnostics.has_errors() {
            return None;
        }
        let structure = match build(&called, &root, Resolution::Late, &interleaved) {
            Ok(structure) => structure,
            Err(ill) => {
                self.ill(&ill, agent);
                return None;
            }
        };
        let zero = Offset { mentions_id: false, of_agent: vec![0; self.agents], of_nobody: 0 };
        let implicit = implicit
            .into_iter()
            .map(|attribute| {
                let variable = Variable {
                    name: self.attributes[attribute].clone(),
                    sizes: self.shapes[attribute].clone(),
                    init: Init::OneOf(vec![zero.clone()]),
                    span: declared.name.span,
                };
                (attribute, variable)
            })
            .collect();
        Some(Behaviour { structure, actions, implicit })
    }

    /// Where something is wrong, a call may be what is misspelt.
    fn unused_process(&mut self, name: &Name, message: String) {
        if !self.diagnostics.has_errors() {
            self.diagnostics.push(Diagnostic::warning("labs::unused-process", name.span, message));
        }
    }

    /// Processes of the system that no agent calls are still read once.
    pub(super) fn uncalled_processes(&mut self) {
        let file = self.file;
        for definition in &file.processes {
            if self.first_time(format!("called {}", definition.name.text)) {
                let message = format!("no agent calls the process `{}`", definition.name.text);
                self.unused_process(&definition.name, message);
                let mut reader = Reader::new(self, None);
                reader.call(&definition.name, &[]);
                reader.read_pending();
            }
        }
    }

    fn definition(&self, name: &str, agent: Option<usize>) -> Option<&'a Definition> {
        let file = self.file;
        let own = agent.map_or(&[][..], |agent| &file.agents[agent].processes);
        own.iter().chain(&file.processes).find(|definition| definition.name.text == name)
    }

    fn ill(&mut self, ill: &Ill, agent: usize) {
        let plain = |key: &str| key.split(UNDER).next().unwrap_or(key).to_string();
        let (name, code, message) = match ill {
            Ill::Undefined(key) => {
                (plain(key), "labs::unknown-process", format!("there is no process `{}`", plain(key)))
            }
            Ill::Unguarded(key) => (
                plain(key),
                "labs::unguarded-recursion",
                format!("the process `{}` calls itself before any action", plain(key)),
            ),
            Ill::RecursionInParallel(key) => (
                plain(key),
                "labs::recursion-in-parallel",
                format!("the process `{}` calls itself inside `||`", plain(key)),
            ),
            Ill::RecursionNotLast { caller, callee } => (
                plain(caller),
                "labs::recursion-not-last",
                format!("`{}` calls `{}`, but not as its last action", plain(caller), plain(callee)),
            ),
            Ill::TooLarge => {
                let name = self.file.agents[agent].name.text.clone();
                let message = format!("the behaviour of `{name}` is too large to be written out");
                (name, "labs::too-large", message)
            }
        };
        let explanation = match ill {
            Ill::RecursionInParallel(_) => "every round would add threads that never end",
            Ill::RecursionNotLast { .. } => "unfinished rounds would pile up without bound",
            Ill::TooLarge => "choices between parallel parts multiply",
            Ill::Undefined(_) | Ill::Unguarded(_) => "a process has to act before it starts over",
        };
        let span = self.definition(&name, Some(agent)).map(|d| d.name.span).unwrap_or_default();
        self.diagnostics.push(Diagnostic::error(code, span, message).explain(explanation));
    }
}

impl<'c, 'a> Reader<'c, 'a> {
    fn new(checker: &'c mut Checker<'a>, agent: Option<usize>) -> Self {
        Reader {
            checker,
            agent,
            actions: Vec::new(),
            known: FxHashMap::default(),
            definitions: BTreeMap::new(),
            pending: Vec::new(),
            visited: FxHashSet::default(),
            called: FxHashSet::default(),
            implicit: Vec::new(),
        }
    }

    fn read_pending(&mut self) {
        while let Some((key, definition, conditions)) = self.pending.pop() {
            if self.definitions.len() >= MOST_PROCESSES {
                let message =
                    format!("more than {MOST_PROCESSES} processes, each with the guards before its calls");
                self.checker.error("labs::too-many-processes", &definition.name, message);
                return;
            }
            let process = self.convert(&definition.process, &conditions);
            self.definitions.insert(key, process);
        }
    }

    /// A call, under conditions on the first actions of what is called.
    fn call(&mut self, name: &Name, conditions: &[Condition]) -> Process<Label> {
        let Some(definition) = self.checker.definition(&name.text, self.agent) else {
            let file = self.checker.file;
            let own = self.agent.map_or(&[][..], |agent| &file.agents[agent].processes);
            let known: Vec<String> = own.iter().chain(&file.processes).map(|d| d.name.text.clone()).collect();
            self.checker.unknown("labs::unknown-process", "process", name, &known);
            return Process::Choice(vec![]);
        };
        resolved(name.span, definition.name.span);
        let mut key = name.text.clone();
        for condition in conditions {
            key.push(UNDER);
            key.push_str(&condition.text);
        }
        if self.visited.insert(key.clone()) {
            self.called.insert(name.text.clone());
            self.checker.reported.insert(format!("called {}", name.text));
            self.pending.push((key.clone(), definition, conditions.to_vec()));
        }
        Process::Call(key)
    }

    fn convert(&mut self, process: &ast::Process, conditions: &[Condition]) -> Process<Label> {
        match process {
            ast::Process::Nil(_) => Process::Choice(vec![]),
            ast::Process::Skip(span) => self.act(ActionKind::Skip, *span, "Skip".to_string(), conditions),
            ast::Process::Call(name) => self.call(name, conditions),
            ast::Process::Act(assign) => {
                let mut scope = self.scope();
                let statement = self.assign(assign, &mut scope);
                self.keep_implicit(scope);
                let text = self.checker.text(assign.span);
                self.act(ActionKind::Do(statement.into_iter().collect()), assign.span, text, conditions)
            }
            ast::Process::Block(statements, span) => {
                let kind = ActionKind::Do(self.block(statements));
                let text = self.checker.text(*span);
                self.act(kind, *span, text, conditions)
            }
            ast::Process::Guard(condition, body) => {
                let under = self.under(condition, conditions, true, false);
                self.convert(body, &under)
            }
            ast::Process::Conditional(condition, body) => {
                let under = self.under(condition, conditions, true, true);
                let taken = self.convert(body, &under);
                let over = self.under(condition, conditions, false, true);
                let passed = self.act(ActionKind::Pass, condition.span, PASS.to_string(), &over);
                Process::Choice(vec![taken, passed])
            }
            ast::Process::Sequence(list) => {
                let mut parts = Vec::new();
                for (position, part) in list.iter().enumerate() {
                    parts.push(self.convert(part, if position == 0 { conditions } else { &[] }));
                }
                Process::Sequence(parts)
            }
            ast::Process::Choice(list) => {
                Process::Choice(list.iter().map(|part| self.convert(part, conditions)).collect())
            }
            ast::Process::Parallel(list) => {
                let threads = Process::Parallel(list.iter().map(|part| self.convert(part, &[])).collect());
                if conditions.is_empty() {
                    return threads;
                }
                // The conditions are tested once, by a step of their own.
                let first = self.act(ActionKind::Skip, Span::default(), "Skip".to_string(), conditions);
                Process::Sequence(vec![first, threads])
            }
        }
    }

    fn scope(&self) -> Scope {
        Scope::new(Setting::Process(self.agent))
    }

    fn keep_implicit(&mut self, scope: Scope) {
        for attribute in scope.implicit {
            if !self.implicit.contains(&attribute) {
                self.implicit.push(attribute);
            }
        }
    }

    /// One more condition, unless it is among them already.
    fn under(
        &mut self,
        condition: &Expr,
        before: &[Condition],
        wanted: bool,
        conditional: bool,
    ) -> Vec<Condition> {
        let mut scope = self.scope();
        let resolved = self.checker.truth(condition, &mut scope);
        self.keep_implicit(scope);
        let words = self.checker.text(condition.span);
        let text = match (wanted, conditional) {
            (true, false) => format!("{words} ->"),
            (true, true) => format!("{words} =>"),
            (false, _) => format!("!({words})"),
        };
        let mut all = before.to_vec();
        if !all.iter().any(|known| known.text == text) {
            let guard = Guard { text: words, condition: resolved, wanted, conditional };
            all.push(Condition { guard, text });
        }
        all
    }

    fn act(
        &mut self,
        kind: ActionKind,
        span: Span,
        text: String,
        conditions: &[Condition],
    ) -> Process<Label> {
        let mut words: Vec<&str> = conditions.iter().map(|condition| condition.text.as_str()).collect();
        words.push(&text);
        let key = words.join(" ");
        let next = self.actions.len();
        let action = *self.known.entry((key.clone(), span)).or_insert(next);
        if action == next {
            self.actions.push(Action {
                guards: conditions.iter().map(|condition| condition.guard.clone()).collect(),
                kind,
                text,
                span,
            });
        }
        Process::Act(Label { action, text: Arc::from(key) })
    }

    fn block(&mut self, statements: &[ast::Statement]) -> Vec<Statement> {
        let mut scope = self.scope();
        let mut resolved = Vec::new();
        // Agents are picked when the block begins.
        for statement in statements {
            if let ast::Statement::Pick { target, count, of, condition, .. } = statement {
                resolved.extend(self.pick(target, count, of.as_ref(), condition.as_ref(), &mut scope));
            }
        }
        for statement in statements {
            if let ast::Statement::Assign(assign) = statement {
                resolved.extend(self.assign(assign, &mut scope));
            }
        }
        self.keep_implicit(scope);
        resolved
    }

    fn pick(
        &mut self,
        target: &Name,
        count: &Expr,
        of: Option<&Name>,
        condition: Option<&Expr>,
        scope: &mut Scope,
    ) -> Option<Statement> {
        if self.checker.variable(&target.text).is_some() {
            let message = format!("`{}` is a variable of the model, not a local one", target.text);
            self.checker.error("labs::wrong-arrow", target, message);
            return None;
        }
        let from = match of {
            Some(of) => self.checker.agents_of(of),
            None => 0..self.checker.agents,
        };
        // After a mistake the rest can still be checked.
        let count = self.pick_count(count).unwrap_or(1);
        let condition = match condition {
            Some(condition) => self.checker.link(condition),
            None => Truth::Constant(true),
        };
        let local = match local_of(target, scope) {
            Some(position) => {
                let message = format!("`{}` is picked twice", target.text);
                self.checker.error("labs::duplicate-name", target, message);
                position
            }
            None => {
                scope.locals.push(Local { name: target.clone(), len: Some(count) });
                scope.locals.len() - 1
            }
        };
        Some(Statement::Pick { local, count, from, condition })
    }

    /// How many agents are picked.
    fn pick_count(&mut self, count: &Expr) -> Option<usize> {
        let value = self.checker.constant(count, Id::None)?;
        match usize::try_from(value) {
            Ok(value) if (1..=64).contains(&value) => Some(value),
            _ => {
                let message = format!("cannot pick {value} agents: from 1 to 64");
                self.checker.diagnostics.push(Diagnostic::error("labs::pick-count", count.span, message));
                None
            }
        }
    }

    fn assign(&mut self, assign: &ast::Assign, scope: &mut Scope) -> Option<Statement> {
        // All right sides and subscripts are evaluated before anything is written.
        let values: Vec<Number> =
            assign.values.iter().map(|value| self.checker.value(value, scope)).collect();
        let mut pairs = Vec::new();
        let mut written: FxHashSet<&str> = FxHashSet::default();
        for (target, value) in std::iter::zip(&assign.targets, values) {
            if target.index.is_empty() && !written.insert(&target.name.text) {
                let message = format!("`{}` is assigned twice at once", target.name.text);
                self.checker.error("labs::assigned-twice", &target.name, message);
            }
            let resolved = if assign.arrow == Arrow::Local {
                self.local_target(target, scope)
            } else {
                self.target(target, assign, scope)
            };
            pairs.push((resolved?, value));
        }
        Some(Statement::Assign(pairs))
    }

    fn local_target(&mut self, target: &ast::Target, scope: &mut Scope) -> Option<Target> {
        let name = &target.name;
        if self.checker.variable(&name.text).is_some() {
            let message =
                format!("`:=` makes local variables, but `{}` is a variable of the model", name.text);
            self.checker.diagnostics.push(
                Diagnostic::error("labs::wrong-arrow", name.span, message)
                    .help("use the arrow of the variable, or another name"),
            );
            return None;
        }
        let known = local_of(name, scope);
        match (known, target.index.as_slice()) {
            (Some(local), [index]) if scope.locals[local].len.is_some() => {
                Some(Target::LocalElement(local, self.checker.number(index, scope)))
            }
            (Some(local), []) if scope.locals[local].len.is_none() => Some(Target::Local(local)),
            (None, []) => {
                scope.locals.push(Local { name: name.clone(), len: None });
                Some(Target::Local(scope.locals.len() - 1))
            }
            (Some(_), []) => {
                let message = format!("`{}` is an array: select an element", name.text);
                self.checker.error("labs::array-as-scalar", name, message);
                None
            }
            _ => {
                let message = format!("`{}` is not an array", name.text);
                self.checker.error("labs::not-an-array", name, message);
                None
            }
        }
    }

    fn target(&mut self, target: &ast::Target, assign: &ast::Assign, scope: &mut Scope) -> Option<Target> {
        let name = &target.name;
        let Some((variable, sizes)) = self.checker.meaning(name) else {
            if local_of(name, scope).is_some() {
                let message = format!("`{}` is a local variable", name.text);
                let diagnostic = Diagnostic::error("labs::wrong-arrow", name.span, message);
                self.checker.diagnostics.push(diagnostic.help("assign it with `:=`"));
            } else {
                let known = self.checker.variable_names();
                self.checker.unknown("labs::unknown-variable", "variable", name, &known);
            }
            return None;
        };
        let (kind, arrow) = match variable {
            VariableRef::Environment(_) => ("an environment variable", Arrow::Environment),
            VariableRef::Attribute(_) => ("an attribute", Arrow::Attribute),
            VariableRef::Stigmergic(_) => ("a stigmergic variable", Arrow::Stigmergy),
        };
        if arrow != assign.arrow {
            let message =
                format!("`{}` is {kind}, which `{}` does not assign", name.text, assign.arrow.symbol());
            self.checker.diagnostics.push(
                Diagnostic::error("labs::wrong-arrow", name.span, message).help(format!(
                    "write `{} {} …`",
                    name.text,
                    arrow.symbol()
                )),
            );
        }
        let index = self.checker.subscript(name, &target.index, &sizes, scope);
        self.checker.own(variable, name, scope);
        Some(Target::Place { variable, index })
    }
}
