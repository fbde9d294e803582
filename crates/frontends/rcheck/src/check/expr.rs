//! Expressions over values: names resolved, types given, guards written out.

use synod_syntax::{Diagnostic, Span};

use super::lookup::{Member, innermost};
use super::names::Global;
use super::place::Place;
use super::types::{constant, is_number, truth};
use super::{Checker, Scope, interval, temporal, walk};
use crate::ast::{self, Dialect, Name};
use crate::hir::{BinaryOp, Expr, ExprKind, Type};

impl Checker<'_> {
    /// An expression with its type; `None` when something is wrong with it, which is then reported.
    pub(super) fn expr(&mut self, scope: &Scope, expr: &ast::Expr) -> Option<Expr> {
        self.spend(1, expr.span)?;
        match &expr.kind {
            ast::ExprKind::Bool(value) => Some(truth(*value)),
            ast::ExprKind::Int(value) => Some(constant(interval::literal(*value), *value)),
            ast::ExprKind::Name(name) => self.plain(scope, name, expr.span),
            ast::ExprKind::Property(name) => {
                let span = Span { start: expr.span.end - name.len() as u32, ..expr.span };
                let name = Name { text: name.clone(), span };
                let position = self.property_named(&name)?;
                self.property(scope, position, expr.span)
            }
            ast::ExprKind::Member(owner, member) => self.member_value(scope, owner, member, expr.span),
            ast::ExprKind::ControlState(owner) => self.control_state(scope, owner, expr.span),
            ast::ExprKind::CurrentChannel => self.current_channel(scope, expr.span),
            ast::ExprKind::Broadcast => Some(constant(Type::Channel, self.names.channels.len() as i64)),
            ast::ExprKind::Myself => self.myself(scope, expr.span),
            ast::ExprKind::Call(guard, args) => self.call(scope, guard, args, expr.span),
            ast::ExprKind::Not(inner) => {
                let inner = self.boolean(scope, inner, "what `!` negates")?;
                Some(Expr { kind: ExprKind::Not(Box::new(inner)), ty: Type::Bool })
            }
            ast::ExprKind::Negate(inner) => {
                let inner = self.number(scope, inner, "-")?;
                let ty = interval::negate(inner.ty);
                Some(Expr { kind: ExprKind::Negate(Box::new(inner)), ty })
            }
            ast::ExprKind::Binary(op, left, right) => self.binary(scope, *op, left, right, expr),
            ast::ExprKind::Agents { all, var, kinds, body } => {
                if scope.place.in_agent() {
                    return None;
                }
                let cases = self.over_agents(scope, var, kinds, |checker, scope| {
                    checker.boolean(scope, body, "what is quantified")
                })?;
                Some(combine(*all, cases))
            }
            ast::ExprKind::Receivers { all, body } => self.receivers(scope, *all, body, expr.span),
            ast::ExprKind::Party(_) => {
                self.only_in_observations(scope, expr.span)?;
                let message = "a participant of the step can only be compared with `=` or `!=`";
                self.found.push(
                    Diagnostic::error("rcheck::party-not-compared", expr.span, message)
                        .help("write for instance `sender = k` with the name of an instance"),
                );
                None
            }
            ast::ExprKind::PointToPoint => {
                self.only_in_observations(scope, expr.span)?;
                Some(Expr { kind: ExprKind::PointToPoint, ty: Type::Bool })
            }
            ast::ExprKind::SupplierProperty(name) => {
                self.only_in_observations(scope, expr.span)?;
                let position = self.property_named(name)?;
                let ty = self.names.properties[position].ty?;
                Some(Expr { kind: ExprKind::SupplierProperty(position), ty })
            }
            ast::ExprKind::Next(_)
            | ast::ExprKind::Finally(_)
            | ast::ExprKind::Globally(_)
            | ast::ExprKind::Diamond(..)
            | ast::ExprKind::BoxModality(..)
            | ast::ExprKind::Knowledge { .. } => self.formula_as_value(scope, expr),
            ast::ExprKind::Error => None,
        }
    }

    /// An expression that must be a truth value; `what` says what it is for.
    pub(super) fn boolean(&mut self, scope: &Scope, expr: &ast::Expr, what: &str) -> Option<Expr> {
        let value = self.expr(scope, expr)?;
        if value.ty == Type::Bool {
            return Some(value);
        }
        self.mismatch(scope, expr, value.ty, format!("{what} must be of type `bool`"));
        None
    }

    /// An expression that must be a number, as an operand of the operator `sign`.
    pub(super) fn number(&mut self, scope: &Scope, expr: &ast::Expr, sign: &str) -> Option<Expr> {
        let value = self.expr(scope, expr)?;
        if is_number(value.ty) {
            return Some(value);
        }
        self.mismatch(scope, expr, value.ty, format!("`{sign}` needs numbers"));
        None
    }

    /// Reports an expression of the wrong type: what is needed, and what there is instead.
    pub(super) fn mismatch(&mut self, scope: &Scope, expr: &ast::Expr, ty: Type, needed: String) {
        let ty = self.names.show(ty);
        let error = Diagnostic::error(
            "rcheck::type-mismatch",
            expr.span,
            format!("{needed}, but this is of type `{ty}`"),
        )
        .caption(format!("`{ty}`"));
        let error = self.with_declaration(error, scope, expr);
        self.found.push(error);
    }

    /// Adds the place where the variable that `expr` names is declared.
    pub(super) fn with_declaration(
        &self,
        diagnostic: Diagnostic,
        scope: &Scope,
        expr: &ast::Expr,
    ) -> Diagnostic {
        let agent = scope.agent.map(|agent| &self.names.agents[agent]);
        let variable = match &expr.kind {
            ast::ExprKind::Name(name) | ast::ExprKind::Property(name) => {
                let param = scope
                    .guard
                    .and_then(|guard| self.names.params[guard].iter().find(|param| param.name.text == *name));
                let local = || agent.and_then(|agent| Some(&agent.locals[agent.local(name)?]));
                let global = || match self.names.global(name)? {
                    Global::Message(position) => Some(&self.names.messages[position]),
                    Global::Property(position) => Some(&self.names.properties[position]),
                    _ => None,
                };
                param.or_else(local).or_else(global)
            }
            ast::ExprKind::Member(owner, member) => {
                let agent = match (innermost(scope, &owner.text), self.names.global(&owner.text)) {
                    (Some(bound), _) => Some(bound.who.agent),
                    (None, Some(Global::Instance(instance))) => self.names.agent_of[instance],
                    _ => None,
                };
                let agent = agent.map(|agent| &self.names.agents[agent]);
                agent.and_then(|agent| Some(&agent.locals[agent.local(&member.text)?]))
            }
            _ => None,
        };
        match variable.and_then(|variable| Some((variable, variable.ty?))) {
            Some((variable, ty)) => {
                let text = format!("`{}` is declared as `{}`", variable.name.text, self.names.show(ty));
                diagnostic.label(variable.name.span, text)
            }
            None => diagnostic,
        }
    }

    fn member_value(&mut self, scope: &Scope, owner: &Name, member: &Name, span: Span) -> Option<Expr> {
        if scope.place.in_agent() {
            let (owner, member) = (&owner.text, &member.text);
            let message = format!(
                "`{owner}-{member}` is read as `{member}` of the instance `{owner}`, which cannot be seen {}",
                scope.place.phrase()
            );
            let error = Diagnostic::error("rcheck::member-outside-spec", span, message);
            self.found.push(match self.names.global(owner) {
                Some(Global::Instance(_)) => {
                    error.help("agents see only their own locals; use a message, or a property variable")
                }
                _ => error.help(format!("for a subtraction write `{owner} - ({member})`")),
            });
            return None;
        }
        let (who, found) = self.member(scope, owner, member)?;
        match found {
            Member::Local(local) => {
                let ty = self.names.agents[who.agent].locals[local].ty?;
                Some(Expr { kind: ExprKind::Of(who.instance, local), ty })
            }
            Member::Itself => Some(constant(Type::Location, who.instance as i64)),
            Member::Label(_) => {
                let message = format!("the label `{}` is a formula, not a value", member.text);
                self.found.push(
                    Diagnostic::error("rcheck::label-as-value", span, message)
                        .caption("a label says that a step is taken")
                        .help("use labels as formulas: alone, negated, or joined by `&`, `|`, `->`"),
                );
                None
            }
        }
    }

    fn control_state(&mut self, scope: &Scope, owner: &Name, span: Span) -> Option<Expr> {
        if scope.place.in_agent() {
            let message = "control states can only be named in specifications";
            self.found.push(
                Diagnostic::error("rcheck::member-outside-spec", span, message)
                    .help("a command can only be taken in its own control state; no test is needed"),
            );
            return None;
        }
        let who = self.instance_named(scope, owner)?;
        let hi = i64::from(self.names.agents[who.agent].states) - 1;
        Some(Expr { kind: ExprKind::ControlState(who.instance), ty: Type::Range { lo: 0, hi } })
    }

    fn current_channel(&mut self, scope: &Scope, span: Span) -> Option<Expr> {
        if scope.place.sees_channel() {
            return Some(Expr { kind: ExprKind::CurrentChannel, ty: Type::Channel });
        }
        let word = match self.model.dialect {
            Dialect::New => "chan",
            Dialect::Legacy => "channel",
        };
        let message = format!("there is no current channel {}", scope.place.phrase());
        self.found.push(
            Diagnostic::error("rcheck::no-channel-here", span, message)
                .help(format!("`{word}` is the channel of the message at hand; it can be used in guards, receive guards and observations")),
        );
        None
    }

    fn myself(&mut self, scope: &Scope, span: Span) -> Option<Expr> {
        if scope.place.in_agent() {
            return Some(Expr { kind: ExprKind::Myself, ty: Type::Location });
        }
        let message = format!("there is no `myself` {}", scope.place.phrase());
        self.found.push(
            Diagnostic::error("rcheck::no-myself-here", span, message)
                .help("a specification belongs to no agent: name an instance or a quantified variable"),
        );
        None
    }

    /// `exists(body)` or `forall(body)`.
    fn receivers(&mut self, scope: &Scope, all: bool, body: &ast::Expr, span: Span) -> Option<Expr> {
        self.only_in_observations(scope, span)?;
        let word = if all { "forall" } else { "exists" };
        if scope.place == Place::Receivers && self.model.dialect == Dialect::New {
            let message = format!("`{word}` inside another `exists` or `forall`");
            self.found
                .push(Diagnostic::warning("rcheck::nested-receivers", span, message).explain(
                    "the inner one ranges over the same addressees, independently of the outer one",
                ));
        }
        let body = self.boolean(&scope.at(Place::Receivers), body, &format!("what `{word}` asks"))?;
        for position in walk::properties(&body) {
            let variable = &self.names.properties[position];
            if variable.ty == Some(Type::Int) {
                let name = &variable.name.text;
                let message = format!("`{word}` cannot range over all integers that `{name}` can be");
                self.found.push(
                    Diagnostic::error("rcheck::infinite-property", span, message)
                        .label(variable.name.span, format!("`{name}` is declared as `int`"))
                        .help(format!(
                            "declare `{name}` with a range that has all its values, such as `0..9`"
                        )),
                );
                return None;
            }
        }
        Some(Expr { kind: ExprKind::Receivers { all, body: Box::new(body) }, ty: Type::Bool })
    }

    /// Reports what only an observation can speak about, anywhere else.
    pub(super) fn only_in_observations(&mut self, scope: &Scope, span: Span) -> Option<()> {
        if scope.place.in_observation() {
            return Some(());
        }
        let what = super::text::one_line(self.source.slice(span));
        let message = format!("`{what}` is about a step and has no value {}", scope.place.phrase());
        let error = Diagnostic::error("rcheck::outside-observation", span, message);
        self.found.push(match scope.place {
            Place::Spec => error.help(format!("put it into an observation: `<<{what} …>>true`")),
            _ => error,
        });
        None
    }

    /// A formula where a value is needed: said elsewhere for agents, here for specifications.
    pub(super) fn formula_as_value(&mut self, scope: &Scope, expr: &ast::Expr) -> Option<Expr> {
        if scope.place.in_spec() {
            let sign = temporal::operator(expr).unwrap_or_default();
            let message = match scope.place {
                Place::Spec => format!("a value is needed here, but `{sign}` makes a formula about runs"),
                _ => format!("`{sign}` speaks about runs, but an observation is about a single step"),
            };
            self.found.push(Diagnostic::error("rcheck::formula-as-value", expr.span, message));
        }
        None
    }
}

/// The conjunction (or disjunction) of all cases, as a balanced tree: there may be very many.
pub(super) fn combine(all: bool, mut cases: Vec<Expr>) -> Expr {
    let op = if all { BinaryOp::And } else { BinaryOp::Or };
    while cases.len() > 1 {
        let mut next = Vec::with_capacity(cases.len().div_ceil(2));
        let mut list = cases.into_iter();
        while let Some(a) = list.next() {
            next.push(match list.next() {
                Some(b) => Expr { kind: ExprKind::Binary(op, Box::new(a), Box::new(b)), ty: Type::Bool },
                None => a,
            });
        }
        cases = next;
    }
    cases.pop().unwrap_or_else(|| truth(all))
}
