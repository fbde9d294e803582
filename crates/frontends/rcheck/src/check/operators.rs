//! Infix operators: the types of their operands, and comparisons that are decided before anything runs.

use synod_syntax::{Diagnostic, Span, resolved};

use super::lookup::innermost;
use super::names::Global;
use super::types::{comparable, constant, truth};
use super::{Checker, Scope, interval, walk};
use crate::ast;
use crate::hir::{BinaryOp, Expr, ExprKind, Type};
use crate::parse::operator_text;

impl Checker<'_> {
    /// `left op right`, the expression `whole`.
    pub(super) fn binary(
        &mut self,
        scope: &Scope,
        op: BinaryOp,
        left: &ast::Expr,
        right: &ast::Expr,
        whole: &ast::Expr,
    ) -> Option<Expr> {
        match op {
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Div => {
                let (a, b) = (
                    self.number(scope, left, operator_text(op)),
                    self.number(scope, right, operator_text(op)),
                );
                let (a, b) = (a?, b?);
                if op == BinaryOp::Div {
                    self.check_divisor(scope, right, b.ty)?;
                }
                let ty = interval::arithmetic(op, a.ty, b.ty);
                Some(Expr { kind: ExprKind::Binary(op, Box::new(a), Box::new(b)), ty })
            }
            BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge => {
                let (a, b) = (
                    self.number(scope, left, operator_text(op)),
                    self.number(scope, right, operator_text(op)),
                );
                let (a, b) = (a?, b?);
                self.warn_if_decided(scope, op, [&a, &b], whole);
                Some(boolean(op, a, b))
            }
            BinaryOp::Eq | BinaryOp::Ne => self.equality(scope, op, left, right, whole),
            BinaryOp::And | BinaryOp::Or | BinaryOp::Implies | BinaryOp::Iff => {
                let what = format!("each side of `{}`", operator_text(op));
                let (a, b) = (self.boolean(scope, left, &what), self.boolean(scope, right, &what));
                Some(boolean(op, a?, b?))
            }
            BinaryOp::Until | BinaryOp::Release | BinaryOp::WeakUntil => self.formula_as_value(scope, whole),
        }
    }

    fn check_divisor(&mut self, scope: &Scope, divisor: &ast::Expr, ty: Type) -> Option<()> {
        if ty == interval::literal(0) {
            self.found.push(Diagnostic::error("rcheck::division-by-zero", divisor.span, "division by zero"));
            return None;
        }
        if interval::may_be_zero(ty) {
            let warning = Diagnostic::warning(
                "rcheck::may-divide-by-zero",
                divisor.span,
                format!("the divisor may be zero: it is of type `{}`", self.names.show(ty)),
            )
            .explain("a step that divides by zero is not taken; `--property no-fault` finds out whether that can happen");
            let warning = self.with_declaration(warning, scope, divisor);
            self.found.push(warning);
        }
        Some(())
    }

    fn equality(
        &mut self,
        scope: &Scope,
        op: BinaryOp,
        left: &ast::Expr,
        right: &ast::Expr,
        whole: &ast::Expr,
    ) -> Option<Expr> {
        if op == BinaryOp::Ne && self.options.compat_vscode && scope.place.in_observation() {
            let message = "the VSCode extension of R-CHECK reads `!=` in an observation as `=`";
            self.found.push(
                Diagnostic::warning("rcheck::observation-inequality", whole.span, message)
                    .explain("here `!=` keeps its meaning"),
            );
        }
        match (&left.kind, &right.kind) {
            (ast::ExprKind::Party(_), ast::ExprKind::Party(party))
                if self.agent_called(scope, right).is_none() && self.agent_called(scope, left).is_some() =>
            {
                return self.plays(scope, op, *party, right, left);
            }
            (ast::ExprKind::Party(party), _) => return self.plays(scope, op, *party, left, right),
            (_, ast::ExprKind::Party(party)) => return self.plays(scope, op, *party, right, left),
            _ => {}
        }
        let (a, b) = (self.expr(scope, left), self.expr(scope, right));
        let (a, b) = (a?, b?);
        for (at, channel, other) in [(right, &a, &b), (left, &b, &a)] {
            let is_enum = matches!(other.ty, Type::Enum(_));
            if matches!(channel.kind, ExprKind::CurrentChannel) && scope.place.in_observation() && is_enum {
                self.mismatch(scope, at, other.ty, "`chan` can only be compared with a channel".to_string());
                return None;
            }
        }
        if comparable(a.ty, b.ty) {
            self.warn_if_decided(scope, op, [&a, &b], whole);
            return Some(boolean(op, a, b));
        }
        let value = op == BinaryOp::Ne;
        let (first, second) = (self.names.show(a.ty), self.names.show(b.ty));
        let message = format!("this is always {value}: a `{first}` never equals a `{second}`");
        let warning = Diagnostic::warning(never_or_always(value), whole.span, message);
        let warning = self.with_declaration(warning, scope, left);
        let warning = self.with_declaration(warning, scope, right);
        self.found.push(warning);
        Some(truth(value))
    }

    /// `sender = who` and the like.
    fn plays(
        &mut self,
        scope: &Scope,
        op: BinaryOp,
        party: ast::Party,
        at: &ast::Expr,
        who: &ast::Expr,
    ) -> Option<Expr> {
        self.only_in_observations(scope, at.span)?;
        let word = self.source.slice(at.span);
        if let Some(instance) = self.agent_called(scope, who) {
            let party = Expr { kind: ExprKind::Party(party), ty: Type::Location };
            return Some(boolean(op, party, instance));
        }
        if let ast::ExprKind::Party(_) = who.kind {
            let message = format!("`{word}` can only be compared with an instance");
            self.found.push(Diagnostic::error("rcheck::type-mismatch", who.span, message));
            return None;
        }
        let instance = self.expr(scope, who)?;
        if instance.ty != Type::Location {
            let needed = format!("`{word}` can only be compared with an instance");
            self.mismatch(scope, who, instance.ty, needed);
            return None;
        }
        let party = Expr { kind: ExprKind::Party(party), ty: Type::Location };
        Some(boolean(op, party, instance))
    }

    /// The words for parties are no reserved words: an instance or a quantified variable may have such a name.
    fn agent_called(&self, scope: &Scope, expr: &ast::Expr) -> Option<Expr> {
        let ast::ExprKind::Party(_) = expr.kind else { return None };
        let word = self.source.slice(expr.span);
        let instance = match (innermost(scope, word), self.names.global(word)) {
            (Some(bound), _) => {
                resolved(expr.span, bound.name.span);
                bound.who.instance
            }
            (None, Some(Global::Instance(instance))) => {
                resolved(expr.span, self.names.instances[instance].name.span);
                instance
            }
            _ => return None,
        };
        Some(constant(Type::Location, instance as i64))
    }

    fn warn_if_decided(&mut self, scope: &Scope, op: BinaryOp, [a, b]: [&Expr; 2], whole: &ast::Expr) {
        let Some((value, reason)) = interval::decided(op, a.ty, b.ty) else { return };
        let message = format!("this is always {value}: {reason}");
        let warning = Diagnostic::warning(never_or_always(value), whole.span, message).caption(format!(
            "the left side is {}, the right side is {}",
            self.names.values(a.ty),
            self.names.values(b.ty)
        ));
        let mut relies_on = self.passed_on(scope, a);
        relies_on.extend(self.passed_on(scope, b));
        self.found.push_relying(warning, relies_on);
    }

    /// Where the variables of an expression are declared whose values are passed on and stored nowhere.
    fn passed_on(&self, scope: &Scope, expr: &Expr) -> Vec<Span> {
        let names = self.names;
        let mut list = Vec::new();
        walk::each(expr, &mut |part| {
            let variable = match (&part.kind, scope.guard) {
                (ExprKind::Message(position), _) => &names.messages[*position],
                (ExprKind::Property(position) | ExprKind::SupplierProperty(position), _) => {
                    &names.properties[*position]
                }
                (ExprKind::Local(position), Some(guard)) => &names.params[guard][*position],
                _ => return,
            };
            list.push(variable.name.span);
        });
        list
    }
}

fn boolean(op: BinaryOp, a: Expr, b: Expr) -> Expr {
    Expr { kind: ExprKind::Binary(op, Box::new(a), Box::new(b)), ty: Type::Bool }
}

fn never_or_always(value: bool) -> &'static str {
    if value { "rcheck::comparison-always-true" } else { "rcheck::comparison-never-true" }
}
