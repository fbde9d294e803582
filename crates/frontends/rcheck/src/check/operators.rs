//! Infix operators: the types of their operands, and comparisons that are decided before anything runs.

use synod_syntax::Diagnostic;

use super::types::{comparable, truth};
use super::{Checker, Scope, interval};
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
                self.warn_if_decided(op, a.ty, b.ty, whole);
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
            (ast::ExprKind::Party(party), _) => return self.plays(scope, op, *party, left, right),
            (_, ast::ExprKind::Party(party)) => return self.plays(scope, op, *party, right, left),
            _ => {}
        }
        let (a, b) = (self.expr(scope, left), self.expr(scope, right));
        let (a, b) = (a?, b?);
        if comparable(a.ty, b.ty) {
            self.warn_if_decided(op, a.ty, b.ty, whole);
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

    fn warn_if_decided(&mut self, op: BinaryOp, a: Type, b: Type, whole: &ast::Expr) {
        let Some((value, reason)) = interval::decided(op, a, b) else { return };
        let message = format!("this is always {value}: {reason}");
        self.found.push(Diagnostic::warning(never_or_always(value), whole.span, message).caption(format!(
            "the left side is {}, the right side is {}",
            self.names.values(a),
            self.names.values(b)
        )));
    }
}

fn boolean(op: BinaryOp, a: Expr, b: Expr) -> Expr {
    Expr { kind: ExprKind::Binary(op, Box::new(a), Box::new(b)), ty: Type::Bool }
}

fn never_or_always(value: bool) -> &'static str {
    if value { "rcheck::comparison-always-true" } else { "rcheck::comparison-never-true" }
}
