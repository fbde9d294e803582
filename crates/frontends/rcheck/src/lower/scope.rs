//! Expressions in context: the same text means different things to a sender, a receiver, a partner and
//! an observer.

use synod_core::{BinaryOp as Op, ExprId, Sort};

use super::Lowering;
use super::observation::Observed;
use crate::hir::{BinaryOp, Expr, ExprKind};

/// What the free names of an expression stand for.
#[derive(Clone, Copy)]
pub struct Scope<'s> {
    /// Whose locals are meant.
    own: usize,
    /// What stands for them where the step picks their values, and last for the name of the instance.
    picked: &'s [Option<ExprId>],
    /// The values of the message variables that are carried.
    message: &'s [Option<ExprId>],
    /// The channel of the message.
    channel: Option<ExprId>,
    /// How property variables read.
    properties: Properties<'s>,
    /// The step that an observation is about.
    step: Option<&'s Observed<'s>>,
}

/// How property variables read.
#[derive(Clone, Copy)]
enum Properties<'s> {
    /// They have no meaning here.
    None,
    /// As this instance relabels them.
    Of(usize),
    /// As these values.
    Values(&'s [ExprId]),
}

impl<'s> Scope<'s> {
    /// The locals of an instance and nothing else.
    pub fn of(own: usize) -> Self {
        Scope { own, picked: &[], message: &[], channel: None, properties: Properties::None, step: None }
    }

    /// With these values in the place of locals, and of the name of the instance.
    pub fn picked(self, picked: &'s [Option<ExprId>]) -> Self {
        Scope { picked, ..self }
    }

    /// With these message variables.
    pub fn message(self, message: &'s [Option<ExprId>]) -> Self {
        Scope { message, ..self }
    }

    /// With this current channel.
    pub fn channel(self, channel: ExprId) -> Self {
        Scope { channel: Some(channel), ..self }
    }

    /// With property variables as an instance relabels them.
    pub fn properties_of(self, instance: usize) -> Self {
        Scope { properties: Properties::Of(instance), ..self }
    }

    /// With property variables fixed to values.
    pub fn property_values(self, values: &'s [ExprId]) -> Self {
        Scope { properties: Properties::Values(values), ..self }
    }

    /// As an observer of this step sees it.
    pub fn observing(self, step: &'s Observed<'s>) -> Self {
        Scope { step: Some(step), ..self }
    }
}

impl Lowering<'_> {
    /// The expression in a scope; `None` when it reads something that is not there (a message variable
    /// that is not carried, a property that is not relabelled). In an observation, a comparison with
    /// what is not there is false.
    pub fn value(&mut self, expr: &Expr, scope: &Scope) -> Option<ExprId> {
        match &expr.kind {
            ExprKind::Const(value) => {
                let sort = self.sort(expr.ty);
                Some(self.system.exprs.constant(sort, *value))
            }
            ExprKind::Local(local) => {
                let picked = scope.picked.get(*local).copied().flatten();
                Some(picked.unwrap_or_else(|| self.local(scope.own, *local)))
            }
            ExprKind::Of(instance, local) => {
                Some(self.system.exprs.var(self.stores[*instance].locals[*local]))
            }
            ExprKind::ControlState(instance) => {
                let control = self.stores[*instance].control;
                Some(self.system.exprs.var(control))
            }
            ExprKind::Message(position) => scope.message.get(*position).copied().flatten(),
            ExprKind::Property(position) => match scope.properties {
                Properties::None => None,
                Properties::Of(instance) => self.property_of(instance, *position),
                Properties::Values(values) => Some(values[*position]),
            },
            ExprKind::SupplierProperty(position) => {
                let supplier = scope.step.and_then(|step| step.supplier())?;
                self.property_of(supplier, *position)
            }
            ExprKind::CurrentChannel => scope.channel,
            ExprKind::Myself => {
                let picked = scope.picked.last().copied().flatten();
                Some(picked.unwrap_or_else(|| self.location(scope.own)))
            }
            ExprKind::Party(party) => {
                let instance = scope.step.and_then(|step| step.party(*party))?;
                Some(self.location(instance))
            }
            ExprKind::PointToPoint => {
                let exchange = scope.step.is_some_and(|step| step.supplier().is_some());
                Some(self.system.exprs.bool(exchange))
            }
            ExprKind::Receivers { all, body } => {
                let step = scope.step?;
                Some(self.over_receivers(*all, body, step, scope))
            }
            ExprKind::Not(inner) => {
                let inner = self.truth(inner, scope)?;
                Some(self.system.exprs.not(inner))
            }
            ExprKind::Negate(inner) => {
                let inner = self.value(inner, scope)?;
                Some(self.system.exprs.neg(inner))
            }
            ExprKind::Binary(op, left, right) => self.binary(*op, left, right, scope),
        }
    }

    /// A boolean expression; in an observation, what is not there is false.
    fn truth(&mut self, expr: &Expr, scope: &Scope) -> Option<ExprId> {
        match self.value(expr, scope) {
            None if scope.step.is_some() => Some(self.system.exprs.bool(false)),
            value => value,
        }
    }

    /// What an instance reads when it reads a local: its value, if that is always the same.
    pub(super) fn local(&mut self, instance: usize, local: usize) -> ExprId {
        let pinned = self.pinned.get(instance).and_then(|locals| locals[local]);
        pinned.unwrap_or_else(|| self.system.exprs.var(self.stores[instance].locals[local]))
    }

    pub(super) fn location(&mut self, instance: usize) -> ExprId {
        self.system.exprs.constant(Sort::Enum(self.location), instance as i64)
    }

    /// How an instance reads a property variable.
    fn property_of(&mut self, instance: usize, property: usize) -> Option<ExprId> {
        let relabel = self.model.agent_of(instance).relabels[property].as_ref()?;
        self.value(relabel, &Scope::of(instance))
    }

    fn binary(&mut self, op: BinaryOp, left: &Expr, right: &Expr, scope: &Scope) -> Option<ExprId> {
        if matches!(op, BinaryOp::And | BinaryOp::Or | BinaryOp::Implies | BinaryOp::Iff) {
            let (a, b) = (self.truth(left, scope)?, self.truth(right, scope)?);
            let exprs = &mut self.system.exprs;
            return Some(match op {
                BinaryOp::And => exprs.and([a, b]),
                BinaryOp::Or => exprs.or([a, b]),
                BinaryOp::Implies => exprs.implies(a, b),
                _ => exprs.eq(a, b),
            });
        }
        let (Some(a), Some(b)) = (self.value(left, scope), self.value(right, scope)) else {
            // Nobody plays the part, or there is no channel: then it differs from everything. A message
            // variable that is not carried compares with nothing, not even as different.
            let absent = |e: &Expr| matches!(e.kind, ExprKind::Party(_) | ExprKind::CurrentChannel);
            let differs = op == BinaryOp::Ne && (absent(left) || absent(right));
            let computes = matches!(op, BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Div);
            return scope.step.filter(|_| !computes).map(|_| self.system.exprs.bool(differs));
        };
        let exprs = &mut self.system.exprs;
        Some(match op {
            BinaryOp::Add => exprs.binary(Op::Add, a, b),
            BinaryOp::Sub => exprs.binary(Op::Sub, a, b),
            BinaryOp::Mul => exprs.binary(Op::Mul, a, b),
            BinaryOp::Div => exprs.binary(Op::Div, a, b),
            BinaryOp::Eq => exprs.eq(a, b),
            BinaryOp::Ne => exprs.ne(a, b),
            BinaryOp::Lt => exprs.lt(a, b),
            BinaryOp::Le => exprs.le(a, b),
            BinaryOp::Gt => exprs.lt(b, a),
            BinaryOp::Ge => exprs.le(b, a),
            BinaryOp::And | BinaryOp::Or | BinaryOp::Implies | BinaryOp::Iff => {
                unreachable!("connectives are handled above")
            }
            BinaryOp::Until | BinaryOp::Release | BinaryOp::WeakUntil => {
                unreachable!("the checker keeps temporal operators out of expressions")
            }
        })
    }
}
