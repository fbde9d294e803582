//! The left sides of the implications of specifications, as formulas of their own.

use synod_frontend::{Antecedent, ResolvedAntecedent, Shape, antecedents};

use super::place::Place;
use super::text::one_line;
use super::{Checker, Scope};
use crate::ast::{BinaryOp, Dialect, Expr, ExprKind, Spec};
use crate::hir::Formula;

impl Checker<'_> {
    /// The antecedents of a specification that is all right.
    pub(super) fn antecedents(&mut self, spec: &Spec) -> Vec<ResolvedAntecedent<Formula>> {
        let list = antecedents(&spec.formula, shape);
        if list.is_empty() {
            return Vec::new();
        }
        // All was said about these parts when the specification was looked at.
        let found = std::mem::take(&mut self.found);
        self.refill();
        let resolved = list.iter().map_while(|antecedent| self.antecedent(antecedent)).collect();
        self.found = found;
        resolved
    }

    fn antecedent(&mut self, antecedent: &Antecedent<Expr>) -> Option<ResolvedAntecedent<Formula>> {
        let Antecedent { condition, is_step, behind, quantifiers, initially } = antecedent;
        let text = |expr: &Expr| one_line(self.source.slice(expr.span));
        let (own, around) = (text(condition), behind.iter().map(|part| text(part)).collect());
        let span = condition.span;
        let mut whole = (*condition).clone();
        if *is_step {
            let anything = Expr { kind: ExprKind::Bool(true), span };
            whole = Expr { kind: ExprKind::Diamond(Box::new(whole), Box::new(anything)), span };
        }
        for part in behind.iter().rev() {
            let both = ExprKind::Binary(BinaryOp::And, Box::new((*part).clone()), Box::new(whole));
            whole = Expr { kind: both, span };
        }
        for quantifier in quantifiers.iter().rev() {
            if let ExprKind::Agents { var, kinds, .. } = &quantifier.kind {
                let (var, kinds, body) = (var.clone(), kinds.clone(), Box::new(whole));
                whole = Expr { kind: ExprKind::Agents { all: false, var, kinds, body }, span };
            }
        }
        let scope = Scope { place: Place::Spec, agent: None, guard: None, bound: &[] };
        let condition = self.formula(&scope, &whole)?;
        let text = match (is_step, self.model.dialect) {
            (false, _) => own,
            (true, Dialect::New) => format!("[[{own}]]"),
            (true, Dialect::Legacy) => format!("[{own}]"),
        };
        Some(ResolvedAntecedent { condition, text, behind: around, is_step: *is_step, initially: *initially })
    }
}

/// How a formula is put together. What happens sooner or later is looked into if it is written as an implication.
fn shape(expr: &Expr) -> Shape<'_, Expr> {
    match &expr.kind {
        ExprKind::Not(a) => Shape::Not(a),
        ExprKind::Binary(BinaryOp::And, a, b) => Shape::All(vec![a, b]),
        ExprKind::Binary(BinaryOp::Or, a, b) => Shape::Some(vec![a, b]),
        ExprKind::Binary(BinaryOp::Implies, a, b) => Shape::Implies(a, b),
        ExprKind::Next(a)
        | ExprKind::Globally(a)
        | ExprKind::Binary(BinaryOp::Until | BinaryOp::WeakUntil, a, _)
        | ExprKind::Binary(BinaryOp::Release, _, a) => Shape::Elsewhere(a),
        ExprKind::Finally(a) if matches!(a.kind, ExprKind::Binary(BinaryOp::Implies, ..)) => {
            Shape::Elsewhere(a)
        }
        ExprKind::Knowledge { body, .. } => Shape::Elsewhere(body),
        ExprKind::BoxModality(step, then) => Shape::After(step, then),
        ExprKind::Agents { body, .. } => Shape::Quantified(body),
        _ => Shape::Other,
    }
}
