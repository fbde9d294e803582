//! What a name means where it stands, and what to say when it means nothing there.

use synod_syntax::{Diagnostic, Span, resolved};

use super::names::Global;
use super::place::{Kind, Place};
use super::types::constant;
use super::{Bound, Checker, Scope, Who, interval};
use crate::ast::{Dialect, Name};
use crate::hir::{Expr, ExprKind, Type};

/// What `instance-member` can be.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Member {
    /// A local, by position.
    Local(usize),
    /// The label of a command, by position.
    Label(usize),
    /// The location of the instance itself.
    Itself,
}

impl<'a> Checker<'a> {
    /// A plain name.
    pub(super) fn plain(&mut self, scope: &Scope, name: &str, span: Span) -> Option<Expr> {
        if let Some(bound) = innermost(scope, name) {
            resolved(span, bound.name.span);
            return Some(constant(Type::Location, bound.who.instance as i64));
        }
        if let Some(guard) = scope.guard {
            let params = &self.names.params[guard];
            if let Some(position) = params.iter().position(|param| param.name.text == name) {
                resolved(span, params[position].name.span);
                // A guard sees no locals: while it stands alone these are its parameters.
                return Some(Expr { kind: ExprKind::Local(position), ty: params[position].ty? });
            }
        }
        if let Some(agent) = scope.agent.map(|agent| &self.names.agents[agent])
            && let Some(position) = agent.meaning(name, span)
        {
            return Some(Expr { kind: ExprKind::Local(position), ty: agent.locals[position].ty? });
        }
        match self.names.meaning(name, span) {
            Some(Global::Constant(value)) => Some(constant(interval::literal(value), value)),
            Some(Global::Case(ty, value)) => Some(constant(ty, value)),
            Some(Global::Instance(position)) => Some(constant(Type::Location, position as i64)),
            Some(Global::Message(position)) => self.message(scope, position, span),
            Some(Global::Property(position)) => self.property(scope, position, span),
            _ if name == "name" && self.model.dialect == Dialect::Legacy && scope.place.in_agent() => {
                Some(Expr { kind: ExprKind::Myself, ty: Type::Location })
            }
            _ => {
                let error = self.unknown(scope, name, span);
                self.found.push(error);
                None
            }
        }
    }

    fn message(&mut self, scope: &Scope, position: usize, span: Span) -> Option<Expr> {
        let variable = &self.names.messages[position];
        if scope.place.sees_messages() {
            return Some(Expr { kind: ExprKind::Message(position), ty: variable.ty? });
        }
        let name = &variable.name.text;
        let message = format!("the message variable `{name}` has no value {}", scope.place.phrase());
        let error = Diagnostic::error("rcheck::no-message-here", span, message)
            .caption("there is no message to read it from")
            .label(variable.name.span, "a message variable");
        self.found.push(match scope.place {
            Place::Precondition(Kind::Send) | Place::Update(Kind::Send) | Place::Data(_) => {
                error.help("message variables get their values with the message, so only those who get it can read them")
            }
            Place::GuardBody => error.help(format!("give the guard a parameter and call it with `{name}`")),
            Place::Spec => error.help(format!(
                "speak about the message of a step: `<<{name} = …>>true` (in R-CHECK: `<<exists({name} = …)>>true`)"
            )),
            _ => error.help("a receive can keep the value in a local; use that local here"),
        });
        None
    }

    /// `@name`, or the plain name of a property variable.
    pub(super) fn property(&mut self, scope: &Scope, position: usize, span: Span) -> Option<Expr> {
        let variable = &self.names.properties[position];
        if scope.place.sees_properties() {
            return Some(Expr { kind: ExprKind::Property(position), ty: variable.ty? });
        }
        let name = &variable.name.text;
        let message = format!("the property variable `{name}` has no value {}", scope.place.phrase());
        let error = Diagnostic::error("rcheck::no-property-here", span, message)
            .caption("whose property is meant?")
            .label(variable.name.span, "a property variable");
        self.found.push(match scope.place {
            Place::Observation => error
                .explain("a step has a whole set of addressees, so say for which of them the condition should hold")
                .help("write `forall(…)` for all that the sender asks for, or `exists(…)` for some"),
            Place::Spec => error.help(format!(
                "name the local of an instance, or speak about the addressees of a step: `<<exists({name} = …)>>true`"
            )),
            _ => error.help("use the local that the property is relabelled to"),
        });
        None
    }

    /// The property variable of that name.
    pub(super) fn property_named(&mut self, name: &Name) -> Option<usize> {
        match self.names.meaning(&name.text, name.span) {
            Some(Global::Property(position)) => Some(position),
            _ => {
                let candidates = self.names.globals_that(|global| matches!(global, Global::Property(_)));
                self.found.push(self.names.not_a(name, "a property variable", candidates));
                None
            }
        }
    }

    /// The instance that a name stands for: its own or a quantified one.
    pub(super) fn instance_named(&mut self, scope: &Scope, name: &Name) -> Option<Who> {
        if let Some(bound) = innermost(scope, &name.text) {
            resolved(name.span, bound.name.span);
            return Some(bound.who);
        }
        if let Some(Global::Instance(instance)) = self.names.meaning(&name.text, name.span) {
            return Some(Who { agent: self.names.agent_of[instance]?, instance });
        }
        let quantified: Vec<&str> = scope.bound.iter().map(|bound| bound.name.text.as_str()).collect();
        let instances: Vec<&str> =
            self.names.globals_that(|global| matches!(global, Global::Instance(_))).collect();
        let mut error = self.names.not_a(name, "an instance", instances);
        if let Some(near) = self.found.nearest(&name.text, quantified) {
            error = error.suggest(near);
        }
        if let Some(Global::Agent(agent)) = self.names.global(&name.text) {
            error = error.help(format!(
                "name an instance, or quantify: `forall k : {} . …` and then `k-…`",
                self.names.agents[agent].name.text
            ));
        }
        self.found.push(error);
        None
    }

    /// `owner-member` in a specification: whose, and what.
    pub(super) fn member(&mut self, scope: &Scope, owner: &Name, member: &Name) -> Option<(Who, Member)> {
        let who = self.instance_named(scope, owner)?;
        if let Some(bound) = innermost(scope, &owner.text) {
            self.same_everywhere(bound, member)?;
        }
        let found = self.member_of(who.agent, &member.text);
        self.resolved_member(who.agent, found, member.span);
        if found.is_none() {
            let error = self.no_member(who.agent, owner, member);
            self.found.push(error);
        }
        Some((who, found?))
    }

    pub(super) fn member_of(&self, agent: usize, name: &str) -> Option<Member> {
        let agent = &self.names.agents[agent];
        let own = agent.local(name).map(Member::Local).or_else(|| agent.label(name).map(Member::Label));
        own.or_else(|| matches!(name, "name" | "myself").then_some(Member::Itself))
    }

    /// Says what the name of a member means.
    pub(super) fn resolved_member(&self, agent: usize, member: Option<Member>, span: Span) {
        let agent = &self.names.agents[agent];
        let declaration = match member {
            Some(Member::Local(local)) => Some(agent.locals[local].name.span),
            Some(Member::Label(command)) => {
                agent.edges[command].command.label.as_ref().map(|label| label.span)
            }
            Some(Member::Itself) | None => None,
        };
        if let Some(declaration) = declaration {
            resolved(span, declaration);
        }
    }

    /// The type of a member; `None` when its declaration is wrong.
    pub(super) fn member_type(&self, agent: usize, member: Member) -> Option<Type> {
        match member {
            Member::Local(local) => self.names.agents[agent].locals[local].ty,
            Member::Label(_) => Some(Type::Bool),
            Member::Itself => Some(Type::Location),
        }
    }

    /// Reports a member of a quantified variable that is not there, with one type, in all its kinds.
    fn same_everywhere(&mut self, bound: &Bound, name: &Name) -> Option<()> {
        let mut first = None;
        for &kind in bound.kinds {
            let Some(member) = self.member_of(kind, &name.text) else {
                let error = self.no_member(kind, bound.name, name);
                self.found.push(error.label(bound.name.span, self.ranges_over(bound)));
                return None;
            };
            let ty = self.member_type(kind, member)?;
            match first {
                None => first = Some((kind, ty)),
                Some((other, other_ty)) if other_ty != ty => {
                    let names = self.names;
                    let message = format!(
                        "`{}` is of type `{}` in `{}` but of type `{}` in `{}`",
                        name.text,
                        names.show(other_ty),
                        names.agents[other].name.text,
                        names.show(ty),
                        names.agents[kind].name.text,
                    );
                    let error = Diagnostic::error("rcheck::member-types-differ", name.span, message);
                    self.found.push(error.label(bound.name.span, self.ranges_over(bound)));
                    return None;
                }
                Some(_) => {}
            }
        }
        Some(())
    }

    fn ranges_over(&self, bound: &Bound) -> String {
        let kinds: Vec<String> =
            bound.kinds.iter().map(|kind| format!("`{}`", self.names.agents[*kind].name.text)).collect();
        format!("`{}` ranges over {}", bound.name.text, kinds.join(" and "))
    }

    fn no_member(&self, agent: usize, owner: &Name, member: &Name) -> Diagnostic {
        let agent = &self.names.agents[agent];
        let message =
            format!("agents of type `{}` have no local or label called `{}`", agent.name.text, member.text);
        let error = Diagnostic::error("rcheck::unknown-member", member.span, message)
            .caption("not found")
            .label(agent.name.span, "the agent type");
        let known = agent.locals.iter().map(|local| local.name.text.as_str()).chain(agent.labels());
        match self.found.nearest(&member.text, known) {
            Some(near) => error.help(format!("did you mean `{}-{near}`?", owner.text)).fix(member.span, near),
            None => error,
        }
    }

    /// The error for a plain name that means nothing at its place.
    fn unknown(&self, scope: &Scope, name: &str, span: Span) -> Diagnostic {
        let place = scope.place.phrase();
        if let Some((what, declared)) = self.names.anything(name) {
            let message = format!("`{name}` is {what}; it has no value {place}");
            let error = Diagnostic::error("rcheck::wrong-kind", span, message)
                .caption("not a value here")
                .label(declared, format!("`{name}` is {what}"));
            return match self.instead(scope, name) {
                Some(help) => error.help(help),
                None => error,
            };
        }
        let error = Diagnostic::error("rcheck::unknown-name", span, format!("there is no `{name}` {place}"))
            .caption("not found");
        match self.found.nearest(name, self.visible(scope)) {
            Some(near) => error.suggest(near),
            None => error,
        }
    }

    /// What to write instead of a name that exists but is no value here.
    fn instead(&self, scope: &Scope, name: &str) -> Option<String> {
        match self.names.global(name) {
            Some(Global::Guard(guard)) => {
                let params: Vec<&str> =
                    self.names.params[guard].iter().map(|param| param.name.text.as_str()).collect();
                return Some(format!("call the guard: `{name}({})`", params.join(", ")));
            }
            Some(Global::Agent(_)) => return Some("name an instance of this type".into()),
            Some(_) => return None,
            None => {}
        }
        let owner = (0..self.names.agents.len()).find(|agent| self.member_of(*agent, name).is_some());
        match owner {
            Some(owner) if scope.place.in_spec() => {
                let instance = self.names.instances_of(owner).next()?;
                Some(format!("say of which instance: `{}-{name}`", self.names.instances[instance].name.text))
            }
            Some(owner) if scope.agent == Some(owner) => {
                Some("labels are for specifications; use a local or a constant here".into())
            }
            Some(owner) => {
                let near = self.found.nearest(name, self.visible(scope));
                let owner = &self.names.agents[owner].name.text;
                Some(match near {
                    Some(near) => format!("a name of `{owner}` cannot be used here; did you mean `{near}`?"),
                    None => format!(
                        "use a local of this agent, not of `{owner}`; agents exchange data by messages"
                    ),
                })
            }
            None => Some("pass the value as an argument, or name a local".into()),
        }
    }

    /// The names that mean something at a place.
    fn visible<'s>(&'s self, scope: &'s Scope) -> Vec<&'s str> {
        let place = scope.place;
        let mut list: Vec<&str> = vec!["true", "false"];
        list.extend(place.sees_channel().then_some("chan"));
        list.extend(place.in_agent().then_some("myself"));
        list.extend(scope.bound.iter().map(|bound| bound.name.text.as_str()));
        if let Some(guard) = scope.guard {
            list.extend(self.names.params[guard].iter().map(|param| param.name.text.as_str()));
        }
        if let Some(agent) = scope.agent {
            list.extend(self.names.agents[agent].locals.iter().map(|local| local.name.text.as_str()));
        }
        list.extend(self.names.globals_that(|global| match global {
            Global::Constant(_) | Global::Case(..) | Global::Instance(_) => true,
            Global::Message(_) => place.sees_messages(),
            Global::Property(_) => place.sees_properties(),
            _ => false,
        }));
        list
    }
}

/// The innermost quantified variable of that name.
pub(super) fn innermost<'s>(scope: &Scope<'s>, name: &str) -> Option<&'s Bound<'s>> {
    scope.bound.iter().rev().find(|bound| bound.name.text == name)
}
