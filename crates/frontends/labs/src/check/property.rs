//! Properties: questions over resolved conditions.

use synod_syntax::Diagnostic;

use super::Checker;
use super::expr::{Scope, Setting};
use crate::ast::{self, BinaryOp, Expr, ExprKind, Group, UnaryOp};
use crate::model::{Formula, Property, Question, Scoped};

impl Checker<'_> {
    pub(super) fn property(&mut self, property: &ast::Property) -> Property {
        let question = match &property.question {
            ast::Question::Always(p) => Question::Always(self.predicate(p)),
            ast::Question::Finally(p) => Question::Finally(self.predicate(p)),
            ast::Question::Eventually(p) => Question::Eventually(self.predicate(p)),
            ast::Question::Fairly(p) => Question::Fairly(self.predicate(p)),
            ast::Question::FairlyInf(p) => Question::FairlyInf(self.predicate(p)),
            ast::Question::Scoped { open_ended, from, to, body } => Question::Scoped {
                open_ended: *open_ended,
                from: self.predicate(from),
                to: self.predicate(to),
                body: match &**body {
                    ast::Scoped::ThereIs(p) => Scoped::ThereIs(self.predicate(p)),
                    ast::Scoped::Always(p) => Scoped::Always(self.predicate(p)),
                    ast::Scoped::Precedes(p, q) => Scoped::Precedes(self.predicate(p), self.predicate(q)),
                },
            },
            ast::Question::Formula(formula) => {
                Question::Formula(self.formula(formula, &mut Scope::new(Setting::Property)))
            }
        };
        Property {
            name: property.name.text.clone(),
            text: self.text(property.span),
            antecedents: self.antecedents(&property.question),
            question,
            span: property.name.span.to(property.span),
        }
    }

    pub(super) fn formula(&mut self, expr: &Expr, scope: &mut Scope) -> Formula {
        if !is_temporal(expr) {
            return Formula::State(self.truth(expr, scope));
        }
        let mut boxed = |e: &Expr| Box::new(self.formula(e, scope));
        match &expr.kind {
            ExprKind::Unary(op, a) if !matches!(op, UnaryOp::Neg | UnaryOp::Abs) => {
                Formula::Unary(*op, boxed(a))
            }
            ExprKind::Binary(
                op @ (BinaryOp::And
                | BinaryOp::Or
                | BinaryOp::Implies
                | BinaryOp::Iff
                | BinaryOp::Until
                | BinaryOp::WeakUntil
                | BinaryOp::Release),
                a,
                b,
            ) => {
                let (a, b) = (boxed(a), boxed(b));
                Formula::Binary(*op, a, b)
            }
            ExprKind::Quantified { all, of, var, body } => {
                let over = self.bind(of, var, scope);
                let body = Box::new(self.formula(body, scope));
                scope.bound.pop();
                Formula::Quantified { all: *all, over, body }
            }
            ExprKind::Knows(agent, known) => {
                let agent = self.agent_of_formula(agent, scope);
                Formula::Knows(agent, Box::new(self.formula(known, scope)))
            }
            ExprKind::Together(what, group, body) => {
                let members = match group {
                    Group::Type(name) => {
                        self.agents_of(name).map(|id| crate::model::Number::Constant(id as i64)).collect()
                    }
                    Group::List(list) => {
                        list.iter().map(|agent| self.agent_of_formula(agent, scope)).collect()
                    }
                };
                Formula::Together(*what, members, Box::new(self.formula(body, scope)))
            }
            ExprKind::Deadlock => Formula::Deadlock,
            _ => {
                let message = "a temporal or epistemic operator cannot stand inside arithmetic";
                self.diagnostics.push(Diagnostic::error("labs::misplaced-temporal", expr.span, message));
                Formula::State(crate::model::Truth::Constant(false))
            }
        }
    }

    /// Who knows, or acts, has to be an agent, known when the model is read.
    fn agent_of_formula(&mut self, expr: &Expr, scope: &mut Scope) -> crate::model::Number {
        let agent = match &expr.kind {
            ExprKind::Ref { .. } | ExprKind::Int(_) => Some(self.number(expr, scope)),
            _ => None,
        };
        let fine = |agent: &crate::model::Number| match agent {
            crate::model::Number::Bound(_) => true,
            crate::model::Number::Constant(id) => (0..self.agents as i64).contains(id),
            _ => false,
        };
        agent.filter(fine).unwrap_or_else(|| {
            let message = "an agent is a quantified variable or the number of an agent here";
            self.diagnostics.push(Diagnostic::error("labs::bad-owner", expr.span, message));
            crate::model::Number::Constant(0)
        })
    }
}

/// Whether a temporal or epistemic operator stands in it; implications count, being of formulas only.
fn is_temporal(expr: &Expr) -> bool {
    let mut found = match &expr.kind {
        ExprKind::Unary(op, _) => !matches!(op, UnaryOp::Neg | UnaryOp::Abs | UnaryOp::Not),
        ExprKind::Binary(op, ..) => matches!(
            op,
            BinaryOp::Implies | BinaryOp::Iff | BinaryOp::Until | BinaryOp::WeakUntil | BinaryOp::Release
        ),
        ExprKind::Knows(..) | ExprKind::Together(..) | ExprKind::Deadlock => true,
        _ => false,
    };
    crate::parse::children(&expr.kind, &mut |child| found |= is_temporal(child));
    found
}
