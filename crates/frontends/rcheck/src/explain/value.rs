//! The value of an expression of the resolved model in one state, and its text.

use synod_core::{Sort, arith};

use super::Look;
use crate::hir::{BinaryOp, Expr, ExprKind, Type};

/// Why an expression has no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lack {
    /// It reads something that is not there: data that no message carries, a property that is not relabelled.
    Missing,
    /// An overflow, or a division by zero.
    Fault,
}

/// What the free names of an expression stand for.
#[derive(Clone, Copy)]
pub(super) struct Scope<'s> {
    own: usize,
    message: &'s [Option<i64>],
    channel: Option<i64>,
    /// Whose properties are meant.
    pub properties: Option<usize>,
}

impl<'s> Scope<'s> {
    /// The locals of an instance and nothing else.
    pub fn of(own: usize) -> Self {
        Scope { own, message: &[], channel: None, properties: None }
    }

    /// With these message variables.
    pub fn message(self, message: &'s [Option<i64>]) -> Self {
        Scope { message, ..self }
    }

    /// With this current channel.
    pub fn channel(self, channel: i64) -> Self {
        Scope { channel: Some(channel), ..self }
    }

    /// With property variables as an instance relabels them.
    pub fn properties_of(self, instance: usize) -> Self {
        Scope { properties: Some(instance), ..self }
    }
}

impl Look<'_> {
    /// The sort of a type in the system.
    pub(super) fn sort(&self, ty: Type) -> Sort {
        // Enumerations stand in the system as they are added: channels, locations, then those of the model.
        let enumeration = |position: usize| Sort::Enum(synod_core::EnumId(position as u32));
        match ty {
            Type::Bool => Sort::Bool,
            Type::Int | Type::Range { .. } => Sort::Int,
            Type::Channel => enumeration(0),
            Type::Location => enumeration(1),
            Type::Enum(position) => enumeration(position + 2),
        }
    }

    /// The value of an expression; a decisive operand of a connective wins over faults.
    pub(super) fn value(&self, expr: &Expr, scope: &Scope) -> Result<i64, Lack> {
        match &expr.kind {
            ExprKind::Const(value) => Ok(*value),
            ExprKind::Local(local) => Ok(self.read(self.local(scope.own, *local))),
            ExprKind::Of(instance, local) => Ok(self.read(self.local(*instance, *local))),
            ExprKind::ControlState(instance) => Ok(self.read(self.owned(*instance)[0])),
            ExprKind::Message(field) => scope.message.get(*field).copied().flatten().ok_or(Lack::Missing),
            ExprKind::Property(property) => {
                let of = scope.properties.ok_or(Lack::Missing)?;
                let relabel = self.model.agent_of(of).relabels[*property].as_ref().ok_or(Lack::Missing)?;
                self.value(relabel, &Scope::of(of))
            }
            ExprKind::CurrentChannel => scope.channel.ok_or(Lack::Missing),
            ExprKind::Myself => Ok(scope.own as i64),
            // Observations only; no command has them.
            ExprKind::SupplierProperty(_)
            | ExprKind::Party(_)
            | ExprKind::PointToPoint
            | ExprKind::Receivers { .. } => Err(Lack::Missing),
            ExprKind::Not(inner) => Ok(1 - self.value(inner, scope)?),
            ExprKind::Negate(inner) => arith::neg(self.value(inner, scope)?).ok_or(Lack::Fault),
            ExprKind::Binary(op, left, right) => self.binary(*op, left, right, scope),
        }
    }

    fn binary(&self, op: BinaryOp, left: &Expr, right: &Expr, scope: &Scope) -> Result<i64, Lack> {
        let (a, b) = (self.value(left, scope), self.value(right, scope));
        if a == Err(Lack::Missing) || b == Err(Lack::Missing) {
            return Err(Lack::Missing);
        }
        let decisive = match op {
            BinaryOp::And => Some((Ok(0), Ok(0), 0)),
            BinaryOp::Or => Some((Ok(1), Ok(1), 1)),
            BinaryOp::Implies => Some((Ok(0), Ok(1), 1)),
            _ => None,
        };
        if let Some((of_left, of_right, value)) = decisive
            && (a == of_left || b == of_right)
        {
            return Ok(value);
        }
        let (a, b) = (a?, b?);
        let fault = Lack::Fault;
        match op {
            BinaryOp::Add => arith::add(a, b).ok_or(fault),
            BinaryOp::Sub => arith::sub(a, b).ok_or(fault),
            BinaryOp::Mul => arith::mul(a, b).ok_or(fault),
            BinaryOp::Div => arith::div(a, b).ok_or(fault),
            BinaryOp::Eq | BinaryOp::Iff => Ok(i64::from(a == b)),
            BinaryOp::Ne => Ok(i64::from(a != b)),
            BinaryOp::Lt => Ok(i64::from(a < b)),
            BinaryOp::Le => Ok(i64::from(a <= b)),
            BinaryOp::Gt => Ok(i64::from(a > b)),
            BinaryOp::Ge => Ok(i64::from(a >= b)),
            BinaryOp::And => Ok(1),
            BinaryOp::Or | BinaryOp::Implies => Ok(0),
            BinaryOp::Until | BinaryOp::Release | BinaryOp::WeakUntil => Err(Lack::Missing),
        }
    }

    /// An expression of an instance as text.
    pub(super) fn text(&self, instance: usize, expr: &Expr) -> String {
        self.text_within(instance, expr, 0)
    }

    fn text_within(&self, instance: usize, expr: &Expr, least: u8) -> String {
        let agent = self.model.agent_of(instance);
        let part = |expr: &Expr, least: u8| self.text_within(instance, expr, least);
        let (text, tightness) = match &expr.kind {
            ExprKind::Const(value) => (self.show(expr, *value), 9),
            ExprKind::Local(local) => (agent.locals[*local].name.clone(), 9),
            ExprKind::Message(field) => (self.model.messages[*field].name.clone(), 9),
            ExprKind::Property(property) => (format!("@{}", self.model.properties[*property].name), 9),
            ExprKind::CurrentChannel => ("chan".to_string(), 9),
            ExprKind::Myself => ("myself".to_string(), 9),
            ExprKind::Not(inner) => (format!("!{}", part(inner, 8)), 8),
            ExprKind::Negate(inner) => (format!("-{}", part(inner, 8)), 8),
            ExprKind::Binary(op, left, right) => {
                let (word, tightness) = match op {
                    BinaryOp::Implies => ("->", 0),
                    BinaryOp::Iff => ("<->", 0),
                    BinaryOp::Or => ("|", 1),
                    BinaryOp::And => ("&", 2),
                    BinaryOp::Eq => ("=", 4),
                    BinaryOp::Ne => ("!=", 4),
                    BinaryOp::Lt => ("<", 4),
                    BinaryOp::Le => ("<=", 4),
                    BinaryOp::Gt => (">", 4),
                    BinaryOp::Ge => (">=", 4),
                    BinaryOp::Add => ("+", 5),
                    BinaryOp::Sub => ("-", 5),
                    BinaryOp::Mul => ("*", 6),
                    BinaryOp::Div => ("/", 6),
                    BinaryOp::Until | BinaryOp::Release | BinaryOp::WeakUntil => ("U", 0),
                };
                let right_least = tightness + u8::from(!matches!(op, BinaryOp::And | BinaryOp::Or));
                (format!("{} {word} {}", part(left, tightness), part(right, right_least)), tightness)
            }
            // Observations and specifications only.
            _ => ("…".to_string(), 9),
        };
        if tightness < least { format!("({text})") } else { text }
    }
}
