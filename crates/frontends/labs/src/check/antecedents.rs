//! The left sides of the implications of properties, as formulas of their own.

use synod_frontend::{Antecedent, ResolvedAntecedent, Shape, antecedents};

use super::Checker;
use super::expr::{Scope, Setting};
use crate::ast::{BinaryOp, Expr, ExprKind, Question, UnaryOp};
use crate::model::Formula;

impl Checker<'_> {
    /// The antecedents of a question that was looked at. In `always`, which has no implications, a disjunction with
    /// negations is one.
    pub(super) fn antecedents(&mut self, question: &Question) -> Vec<ResolvedAntecedent<Formula>> {
        let (expr, is_formula) = match question {
            Question::Always(predicate) => (predicate, false),
            Question::Formula(formula) => (formula, true),
            _ => return Vec::new(),
        };
        if self.diagnostics.has_errors() {
            return Vec::new();
        }
        // All was said about these parts when the property was looked at.
        let (said, used) = (std::mem::take(self.diagnostics), self.used_externs.len());
        let found = antecedents(expr, shape).into_iter().map(|antecedent| ResolvedAntecedent {
            initially: is_formula && antecedent.initially,
            ..self.antecedent(&antecedent)
        });
        let found = found.collect();
        self.used_externs.truncate(used);
        *self.diagnostics = said;
        found
    }

    fn antecedent(&mut self, antecedent: &Antecedent<Expr>) -> ResolvedAntecedent<Formula> {
        let Antecedent { condition, behind, quantifiers, initially, .. } = antecedent;
        let mut whole = (*condition).clone();
        for part in behind.iter().rev() {
            let depth = part.depth.max(whole.depth).saturating_add(1);
            let kind = ExprKind::Binary(BinaryOp::And, Box::new((*part).clone()), Box::new(whole));
            whole = Expr { kind, span: condition.span, depth };
        }
        for quantifier in quantifiers.iter().rev() {
            if let ExprKind::Quantified { of, var, .. } = &quantifier.kind {
                let depth = whole.depth.saturating_add(1);
                let (of, var, body) = (of.clone(), var.clone(), Box::new(whole));
                let kind = ExprKind::Quantified { all: false, of, var, body };
                whole = Expr { kind, span: condition.span, depth };
            }
        }
        ResolvedAntecedent {
            condition: self.formula(&whole, &mut Scope::new(Setting::Property)),
            text: self.text(condition.span),
            behind: behind.iter().map(|part| self.text(part.span)).collect(),
            is_step: false,
            initially: *initially,
        }
    }
}

/// How a formula is put together. What happens sooner or later is looked into if it is written as an implication.
fn shape(expr: &Expr) -> Shape<'_, Expr> {
    match &expr.kind {
        ExprKind::Unary(UnaryOp::Not, a) => Shape::Not(a),
        ExprKind::Unary(UnaryOp::AllRuns | UnaryOp::SomeRun, a) => Shape::All(vec![a]),
        ExprKind::Unary(UnaryOp::Next | UnaryOp::Globally, a) => Shape::Elsewhere(a),
        ExprKind::Unary(UnaryOp::Finally, a) if matches!(a.kind, ExprKind::Binary(BinaryOp::Implies, ..)) => {
            Shape::Elsewhere(a)
        }
        ExprKind::Binary(op, a, b) => match op {
            BinaryOp::And => Shape::All(vec![a, b]),
            BinaryOp::Or => Shape::Some(vec![a, b]),
            BinaryOp::Implies => Shape::Implies(a, b),
            BinaryOp::Until | BinaryOp::WeakUntil => Shape::Elsewhere(a),
            BinaryOp::Release => Shape::Elsewhere(b),
            _ => Shape::Other,
        },
        ExprKind::Quantified { body, .. } => Shape::Quantified(body),
        ExprKind::Knows(_, body) | ExprKind::Together(_, _, body) => Shape::Elsewhere(body),
        _ => Shape::Other,
    }
}
