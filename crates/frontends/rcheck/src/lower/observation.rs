//! What observations see of a step, and LTOL's `exists` and `forall` over the receivers it asks for.

use synod_core::ExprId;

use super::Lowering;
use super::scope::Scope;
use crate::hir::{Expr, ExprKind, Field, Party, Type, Whom};

/// What can be seen of the steps of a rule.
pub enum Observed<'m> {
    /// A message on a channel.
    Message(Message<'m>),
    /// A get that meets a supply.
    Exchange(Exchange<'m>),
}

/// A message.
pub struct Message<'m> {
    /// Who sends it.
    pub sender: usize,
    /// On which channel.
    pub channel: ExprId,
    /// Whom it is for.
    pub guard: &'m Expr,
    /// What it carries.
    pub data: Vec<Option<ExprId>>,
}

/// A get that meets a supply.
pub struct Exchange<'m> {
    /// Who gets.
    pub getter: usize,
    /// Who supplies.
    pub supplier: usize,
    /// Whom the getter asks for.
    pub from: &'m Whom,
    /// What the supplier gives.
    pub data: Vec<Option<ExprId>>,
}

impl Observed<'_> {
    /// The supplier of an exchange.
    pub fn supplier(&self) -> Option<usize> {
        match self {
            Observed::Message(_) => None,
            Observed::Exchange(exchange) => Some(exchange.supplier),
        }
    }

    /// Who plays a part in the step, if anybody does.
    pub fn party(&self, party: Party) -> Option<usize> {
        match (self, party) {
            (Observed::Message(message), Party::Sender | Party::Initiator | Party::Producer) => {
                Some(message.sender)
            }
            (Observed::Message(_), Party::Getter | Party::Supplier) => None,
            (Observed::Exchange(exchange), Party::Getter | Party::Initiator) => Some(exchange.getter),
            (Observed::Exchange(exchange), Party::Supplier | Party::Producer) => Some(exchange.supplier),
            (Observed::Exchange(_), Party::Sender) => None,
        }
    }
}

/// How many combinations of property values an observation may range over.
const MOST_COMBINATIONS: u128 = 100_000;

impl<'m> Lowering<'m> {
    /// When the steps of a rule satisfy an observation, over the state before the step.
    pub(super) fn observe(&mut self, condition: &Expr, step: &Observed<'m>) -> ExprId {
        // A supplier's property makes no sense of a message: the whole observation is false.
        if step.supplier().is_none() && mentions(condition, &|k| matches!(k, ExprKind::SupplierProperty(_))) {
            return self.system.exprs.bool(false);
        }
        let scope = match step {
            Observed::Message(m) => Scope::of(m.sender).message(&m.data).channel(m.channel).observing(step),
            Observed::Exchange(e) => Scope::of(e.getter).message(&e.data).observing(step),
        };
        let seen = self.value(condition, &scope);
        seen.unwrap_or_else(|| self.system.exprs.bool(false))
    }

    /// `exists(body)` or `forall(body)`: over all values of the property variables that satisfy what the
    /// sender (or the getter's predicate) asks for. A getter that names its supplier asks for nothing:
    /// then the body is about the supplier's own values.
    pub(super) fn over_receivers(
        &mut self,
        all: bool,
        body: &Expr,
        step: &Observed,
        scope: &Scope,
    ) -> ExprId {
        let (asked, asker) = match step {
            Observed::Message(m) => (m.guard, Scope::of(m.sender).channel(m.channel)),
            Observed::Exchange(e) => match e.from {
                Whom::Predicate(predicate) => (predicate, Scope::of(e.getter)),
                Whom::Location(_) => {
                    let seen = self.value(body, &scope.properties_of(e.supplier));
                    return seen.unwrap_or_else(|| self.system.exprs.bool(false));
                }
            },
        };
        let mut cases = Vec::new();
        for values in self.property_values(&[asked, body]) {
            let falsity = self.system.exprs.bool(false);
            let asked = self.value(asked, &asker.property_values(&values)).unwrap_or(falsity);
            let seen = self.value(body, &scope.property_values(&values)).unwrap_or(falsity);
            let exprs = &mut self.system.exprs;
            cases.push(if all { exprs.implies(asked, seen) } else { exprs.and([asked, seen]) });
        }
        if all { self.system.exprs.and(cases) } else { self.system.exprs.or(cases) }
    }

    /// All combinations of values of the property variables that the expressions mention; the others
    /// are held at one value, which makes no difference.
    fn property_values(&mut self, mentioned: &[&Expr]) -> Vec<Vec<ExprId>> {
        let mut combinations = vec![Vec::new()];
        for (position, field) in self.model.properties.iter().enumerate() {
            let used = mentioned.iter().any(|expr| reads_property(expr, position));
            let (lo, hi) = self.domain(field.ty).unwrap_or((0, 0));
            let sort = self.sort(field.ty);
            let values: Vec<ExprId> = (lo..=if used { hi } else { lo })
                .map(|value| self.system.exprs.constant(sort, value))
                .collect();
            combinations = combinations
                .into_iter()
                .flat_map(|known: Vec<ExprId>| {
                    values.iter().map(move |value| known.iter().copied().chain([*value]).collect())
                })
                .collect();
        }
        combinations
    }

    /// Least and greatest value of a type.
    fn domain(&self, ty: Type) -> Option<(i64, i64)> {
        self.core_type(ty).bounds(&self.system.enums)
    }

    /// Whether an observation ranges over more combinations of property values than can be written out.
    pub(super) fn ranges_too_far(&self, condition: &Expr) -> bool {
        mentions(condition, &|k| matches!(k, ExprKind::Receivers { .. }))
            && self.observed.iter().any(|step| {
                let asked = match step {
                    Observed::Message(message) => Some(message.guard),
                    Observed::Exchange(exchange) => match exchange.from {
                        Whom::Predicate(predicate) => Some(predicate),
                        Whom::Location(_) => None,
                    },
                };
                let size = |field: &Field| {
                    let (lo, hi) = self.domain(field.ty).unwrap_or((0, 0));
                    (i128::from(hi) - i128::from(lo) + 1).max(1) as u128
                };
                let used = |position: usize| {
                    [Some(condition), asked].into_iter().flatten().any(|expr| reads_property(expr, position))
                };
                let fields = self.model.properties.iter().enumerate();
                let sizes = fields.filter(|(position, _)| used(*position)).map(|(_, field)| size(field));
                sizes.fold(1u128, u128::saturating_mul) > MOST_COMBINATIONS
            })
    }
}

/// Whether an expression reads a property variable.
fn reads_property(expr: &Expr, position: usize) -> bool {
    mentions(expr, &|kind| matches!(kind, ExprKind::Property(p) if *p == position))
}

/// Whether some part of an expression satisfies a test.
pub(super) fn mentions(expr: &Expr, test: &dyn Fn(&ExprKind) -> bool) -> bool {
    test(&expr.kind)
        || match &expr.kind {
            ExprKind::Not(a) | ExprKind::Negate(a) | ExprKind::Receivers { body: a, .. } => mentions(a, test),
            ExprKind::Binary(_, a, b) => mentions(a, test) || mentions(b, test),
            _ => false,
        }
}
