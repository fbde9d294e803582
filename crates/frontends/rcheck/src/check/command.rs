//! Commands: channels, guards, data and updates.

use synod_syntax::{Diagnostic, Span};

use super::fitting::Target;
use super::names::{Global, Variable};
use super::place::{Kind, Place};
use super::text::one_line;
use super::types::constant;
use super::{Checker, Scope, walk};
use crate::ast::{self, Assign, Channel, Dialect, SupplyTo};
use crate::automaton::Edge;
use crate::hir::{Action, Command, Expr, ExprKind, Served, Type, Whom};

impl Checker<'_> {
    /// A command of an agent type.
    pub(super) fn command(&mut self, agent: usize, edge: &Edge) -> Option<Command> {
        self.refill();
        let command = edge.command;
        let kind = match command.action {
            ast::Action::Send { .. } => Kind::Send,
            ast::Action::Receive { .. } => Kind::Receive,
            ast::Action::Get { .. } => Kind::Get,
            ast::Action::Supply { .. } => Kind::Supply,
        };
        let precondition = self.condition(
            &Scope::agent(agent, Place::Precondition(kind)),
            &command.precondition,
            "the precondition of a command",
        );
        let action = self.action(agent, kind, &command.action);
        let updates = self.updates(agent, kind, &command.updates);
        Some(Command {
            from: edge.from,
            to: edge.to,
            label: command.label.as_ref().map(|label| label.text.clone()),
            precondition: precondition?,
            action: action?,
            updates: updates?,
            text: self.command_text(command),
            span: command.span,
        })
    }

    fn action(&mut self, agent: usize, kind: Kind, action: &ast::Action) -> Option<Action> {
        let at = |place| Scope::agent(agent, place);
        match action {
            ast::Action::Send { channel, guard, data } => {
                let channel = self.channel(agent, channel);
                let guard = self.condition(&at(Place::SendGuard), guard, "the guard of a send");
                let data = self.data(&at(Place::Data(kind)), data);
                Some(Action::Send { channel: channel?, guard: guard?, data: data? })
            }
            ast::Action::Receive { channel } => {
                Some(Action::Receive { channel: self.channel(agent, channel)? })
            }
            ast::Action::Get { from, data } => {
                let from = self.whom(&at(Place::GetFrom), from);
                let data = self.data(&at(Place::Data(kind)), data);
                Some(Action::Get { from: from?, data: data? })
            }
            ast::Action::Supply { to, data } => {
                let to = self.served(&at(Place::SupplyTo), to);
                let data = self.data(&at(Place::Data(kind)), data);
                Some(Action::Supply { to: to?, data: data? })
            }
        }
    }

    fn command_text(&self, command: &ast::Command) -> String {
        let start = command.label.as_ref().map_or(command.span.start, |label| label.span.end);
        let text = one_line(self.source.slice(Span { start, end: command.span.end }));
        match &command.label {
            Some(_) => text.strip_prefix(':').map(str::trim).unwrap_or(&text).to_string(),
            None => text,
        }
    }

    /// Where a message goes to or comes from: `*`, a channel, or a local that holds one.
    fn channel(&mut self, agent: usize, channel: &Channel) -> Option<Expr> {
        let name = match channel {
            Channel::Broadcast(_) => return Some(constant(Type::Channel, self.names.channels.len() as i64)),
            Channel::Named(name) => name,
        };
        let names = &self.names.agents[agent];
        let wrong = |ty: Type, declared: Span| {
            let ty = self.names.show(ty);
            let message = format!("messages go over channels, but `{}` is of type `{ty}`", name.text);
            Diagnostic::error("rcheck::type-mismatch", name.span, message)
                .caption("not a channel")
                .label(declared, "declared here")
        };
        if let Some(local) = names.meaning(&name.text, name.span) {
            let ty = names.locals[local].ty?;
            if ty == Type::Channel {
                return Some(Expr { kind: ExprKind::Local(local), ty });
            }
            let error = wrong(ty, names.locals[local].name.span);
            self.found.push(error);
            return None;
        }
        match self.names.meaning(&name.text, name.span) {
            Some(Global::Case(Type::Channel, value)) => return Some(constant(Type::Channel, value)),
            Some(Global::Case(ty, _)) => {
                let error = wrong(ty, self.names.global_span(&name.text).unwrap_or_default());
                self.found.push(error);
            }
            _ => {
                let locals = names.locals.iter().filter(|local| local.ty == Some(Type::Channel));
                let candidates = locals.map(|local| local.name.text.as_str());
                let candidates = candidates.chain(self.names.channels.iter().copied());
                let error = self.names.not_a(name, "a channel", candidates);
                let ways = "messages go over a case of `enum channel`, a local of type `channel`, or `*`";
                self.found.push(error.explain(ways));
            }
        }
        None
    }

    fn whom(&mut self, scope: &Scope, from: &ast::Expr) -> Option<Whom> {
        let value = self.value(scope, from)?;
        match value.ty {
            Type::Bool => return Some(Whom::Predicate(value)),
            Type::Location if walk::properties(&value).is_empty() => return Some(Whom::Location(value)),
            Type::Location => {
                let message = "the location of a get cannot be a property of the supplier";
                self.found.push(Diagnostic::error("rcheck::property-as-location", from.span, message).help(
                    "compare the property with a location to ask anybody of whom that holds: `@p = x`",
                ));
            }
            ty => {
                let needed = "a get needs a location, or a condition on the supplier".to_string();
                self.mismatch(scope, from, ty, needed);
            }
        }
        None
    }

    fn served(&mut self, scope: &Scope, to: &SupplyTo) -> Option<Served> {
        let to = match to {
            SupplyTo::Myself(_) => return Some(Served::ByName),
            SupplyTo::Any(_) => return Some(Served::Any),
            SupplyTo::Expr(expr) => expr,
        };
        let value = self.value(scope, to)?;
        match value.ty {
            Type::Location => return Some(Served::Location(value)),
            Type::Bool if self.model.dialect == Dialect::Legacy => return Some(Served::Predicate(value)),
            ty => {
                let needed = "a supply is for `myself`, for `any`, or for a location".to_string();
                self.mismatch(scope, to, ty, needed);
            }
        }
        None
    }

    fn data(&mut self, scope: &Scope, data: &[Assign]) -> Option<Vec<(usize, Expr)>> {
        let names = self.names;
        self.assignments(scope, Target::Message, data, &names.messages, |checker, assign| {
            match names.meaning(&assign.target.text, assign.target.span) {
                Some(Global::Message(position)) => Some(position),
                _ => {
                    let candidates = names.globals_that(|global| matches!(global, Global::Message(_)));
                    checker.found.push(names.not_a(&assign.target, "a message variable", candidates));
                    None
                }
            }
        })
    }

    fn updates(&mut self, agent: usize, kind: Kind, updates: &[Assign]) -> Option<Vec<(usize, Expr)>> {
        let names = self.names;
        let locals = &names.agents[agent].locals;
        let scope = Scope::agent(agent, Place::Update(kind));
        self.assignments(&scope, Target::Local, updates, locals, |checker, assign| {
            let position = names.agents[agent].meaning(&assign.target.text, assign.target.span);
            if position.is_none() {
                let expected = format!("a local of `{}`", names.agents[agent].name.text);
                let candidates = locals.iter().map(|local| local.name.text.as_str());
                checker.found.push(names.not_a(&assign.target, &expected, candidates));
            }
            position
        })
    }

    fn assignments(
        &mut self,
        scope: &Scope,
        target: Target,
        list: &[Assign],
        variables: &[Variable],
        resolve: impl Fn(&mut Self, &Assign) -> Option<usize>,
    ) -> Option<Vec<(usize, Expr)>> {
        let mut first: Vec<Option<Span>> = vec![None; variables.len()];
        let mut out = Vec::new();
        for assign in list {
            let position = resolve(self, assign);
            let value = self.value(scope, &assign.value);
            let (Some(position), Some(value)) = (position, value) else { continue };
            if let Some(first) = first[position].replace(assign.target.span) {
                let message = format!("`{}` is given two values at once", assign.target.text);
                let error = Diagnostic::error("rcheck::given-twice", assign.target.span, message);
                self.found.push(error.label(first, "first here"));
            }
            let variable = &variables[position];
            if let Some(value) = self.fitting(scope, target, variable, &assign.value, value) {
                out.push((position, value));
            }
        }
        (out.len() == list.len()).then_some(out)
    }
}
