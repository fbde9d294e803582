//! What the lines of a protocol and of an evolution say about an agent.

use synod_core::{BinaryOp, ExprId, Type, Update};
use synod_syntax::{Diagnostic, Span, resolved};

use super::condition::{Place, Value};
use super::{ENVIRONMENT, Scope};
use crate::ast::{EvolutionLine, Expr, Name, ProtocolLine};

/// What an evolution line does.
#[derive(Clone)]
pub struct Line {
    pub updates: Vec<Update>,
    /// Where all its quotients are whole numbers.
    pub whole: ExprId,
}

/// What a protocol says.
pub struct Protocol {
    /// When the action picked is one that it allows.
    pub allowed: ExprId,
    /// Where each of its lines applies.
    pub lines: Vec<(Span, ExprId)>,
}

impl<'a> Scope<'a, '_> {
    /// The action that an agent picks in the round.
    pub fn action_of(&mut self, position: usize) -> ExprId {
        let info = &self.agents[position];
        let (choice, actions) = (info.choice.unwrap_or(0), info.actions);
        let sort = Type::Enum(actions.expect("only agents with actions are asked")).sort();
        match info.doing {
            Some(action) => self.system.exprs.constant(sort, i64::from(action)),
            None => self.system.exprs.choice(choice, sort),
        }
    }

    /// What a protocol says. An environment without protocol lines is free to do anything.
    pub fn protocol(&mut self, position: usize, lines: &'a [ProtocolLine]) -> Option<Protocol> {
        if lines.is_empty() && position == ENVIRONMENT {
            return None;
        }
        let mut earlier: Vec<ExprId> = Vec::new();
        let (mut ways, mut applies) = (Vec::new(), Vec::new());
        for (number, line) in lines.iter().enumerate() {
            let when = match &line.when {
                Some(condition) => self.condition(condition, Place::State(position)),
                None => {
                    if number + 1 != lines.len() {
                        self.error(
                            "ispl::other-last",
                            line.span,
                            "`Other` must be the last line of a Protocol",
                        );
                    }
                    let any = self.system.exprs.or(earlier.iter().copied());
                    self.system.exprs.not(any)
                }
            };
            earlier.push(when);
            applies.push((line.span, when));
            let mut picks = Vec::new();
            for action in &line.actions {
                if let Some(value) = self.action_value(position, action) {
                    let choice = self.action_of(position);
                    picks.push(self.system.exprs.eq(choice, value));
                }
            }
            let picks = self.system.exprs.or(picks);
            ways.push(self.system.exprs.and([when, picks]));
        }
        Some(Protocol { allowed: self.system.exprs.or(ways), lines: applies })
    }

    /// What a line assigns.
    pub fn updates(&mut self, position: usize, line: &'a EvolutionLine) -> Line {
        let mut updates = Vec::new();
        let mut whole = Vec::new();
        for (number, (name, expr)) in line.assigns.iter().enumerate() {
            if line.assigns[..number].iter().any(|(other, _)| other.text == name.text) {
                let message = format!("`{}` is assigned twice in one line", name.text);
                self.error("ispl::assigned-twice", name.span, message);
                continue;
            }
            if let Some((value, exact)) = self.assigned(position, name, expr) {
                let var = self.agents[position].vars[name.text.as_str()].id;
                updates.push(Update { var, index: None, value });
                whole.extend(exact);
            }
        }
        Line { updates, whole: self.system.exprs.and(whole) }
    }

    /// The value that a variable gets, and when it is a whole number.
    fn assigned(&mut self, position: usize, name: &Name, expr: &'a Expr) -> Option<(ExprId, Option<ExprId>)> {
        let Some(info) = self.agents[position].vars.get(name.text.as_str()).copied() else {
            let known: Vec<&str> = self.agents[position].vars.keys().copied().collect();
            let what = format!("variable of `{}`", self.agents[position].name);
            self.unknown(&what, &name.text, name.span, known);
            return None;
        };
        resolved(name.span, info.span);
        let value = self.value(expr, Place::Step(position));
        match (info.ty, value) {
            (Type::Bool, Value::Bool(value)) => Some((value, None)),
            (Type::Enum(of), Value::Member(value, from)) if of == from => Some((value, None)),
            (Type::Enum(of), Value::Named(_)) => Some((self.member(expr, of)?, None)),
            (Type::Range { lo, hi }, Value::Number(number)) => {
                let disjoint = number.literal().is_some_and(|n| !(lo..=hi).contains(&n))
                    || number.range().is_some_and(|(l, h)| h < lo || l > hi);
                if disjoint {
                    let message =
                        format!("this value is never in the range of `{}`, which is {lo}..{hi}", name.text);
                    self.problems.push(
                        Diagnostic::error("ispl::out-of-range", expr.span, message)
                            .label(info.span, "declared here"),
                    );
                    return None;
                }
                match number.under {
                    None => Some((number.over, None)),
                    Some(under) => {
                        let message =
                            "the assignment is not possible where this quotient is not a whole number";
                        self.problems.push(
                            Diagnostic::warning("ispl::fraction", expr.span, message)
                                .label(info.span, "this variable takes whole numbers"),
                        );
                        let exprs = &mut self.system.exprs;
                        let rest = exprs.binary(BinaryOp::Rem, number.over, under);
                        let zero = exprs.int(0);
                        let exact = exprs.eq(rest, zero);
                        Some((exprs.binary(BinaryOp::Div, number.over, under), Some(exact)))
                    }
                }
            }
            (_, Value::Unknown) => None,
            _ if self.is_ambiguous => None,
            (ty, _) => {
                let message = format!(
                    "this is not a value of `{}`, which is of type {}",
                    name.text,
                    self.system.show_type(ty)
                );
                self.problems.push(
                    Diagnostic::error("ispl::type-mismatch", expr.span, message)
                        .label(info.span, "declared here"),
                );
                None
            }
        }
    }
}
