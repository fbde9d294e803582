//! Who has to be asked what a message is to it. A message on a known channel is nothing to those who never receive on that
//! channel and do not listen to it, and they need not be looked at one by one.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;
use synod_core::{ExprId, Sort};

use super::Lowering;
use super::scope::Scope;
use crate::hir::{Action, BinaryOp, Expr, ExprKind};

/// The instances by the channels that they know.
#[derive(Default)]
pub(super) struct Receivers {
    /// For each channel those that receive on it or compare it with the channel of a message, in order.
    knowing: FxHashMap<i64, Vec<usize>>,
    /// Those that may have to do with any channel.
    open: BTreeSet<usize>,
}

impl Receivers {
    /// Those that a message may concern, in order; for all others it is as if they were not there.
    pub fn of(&self, channel: i64) -> Vec<usize> {
        let knowing = self.knowing.get(&channel).into_iter().flatten();
        if self.open.is_empty() {
            return knowing.copied().collect();
        }
        let all: BTreeSet<usize> = knowing.chain(&self.open).copied().collect();
        all.into_iter().collect()
    }
}

impl Lowering<'_> {
    /// Files all instances.
    pub(super) fn receivers(&mut self) -> Receivers {
        let mut receivers = Receivers::default();
        for instance in 0..self.model.instances.len() {
            let mut known = BTreeSet::new();
            let closed = self.receives_on(instance, &mut known) && self.listens_to(instance, &mut known);
            if !closed {
                receivers.open.insert(instance);
                continue;
            }
            for channel in known {
                receivers.knowing.entry(channel).or_default().push(instance);
            }
        }
        receivers
    }

    /// Adds the channels that an instance receives on; says whether they are all.
    fn receives_on(&mut self, instance: usize, known: &mut BTreeSet<i64>) -> bool {
        for command in &self.model.agent_of(instance).commands {
            let Action::Receive { channel } = &command.action else { continue };
            let channel = self.value(channel, &Scope::of(instance));
            match channel.and_then(|channel| self.system.exprs.as_const(channel)) {
                Some(channel) => known.insert(channel),
                None => return false,
            };
        }
        true
    }

    /// Adds the channels that a receive guard asks about; says whether it is false for all others.
    fn listens_to(&mut self, instance: usize, known: &mut BTreeSet<i64>) -> bool {
        let guard = &self.model.agent_of(instance).receive_guard;
        if !self.asks_about(guard, instance, known) {
            return false;
        }
        // For all channels that it does not ask about it is the same.
        let Some(other) = (0..self.model.broadcast()).find(|channel| !known.contains(channel)) else {
            return true;
        };
        let other = self.system.exprs.constant(Sort::Enum(self.channel), other);
        let listens = self.value(guard, &Scope::of(instance).channel(other));
        listens.is_none_or(|listens| self.system.exprs.is_false(listens))
    }

    /// Adds the channels that the channel of a message is compared with; says whether nothing else is asked about it.
    fn asks_about(&mut self, expr: &Expr, instance: usize, known: &mut BTreeSet<i64>) -> bool {
        match &expr.kind {
            ExprKind::CurrentChannel | ExprKind::Receivers { .. } => false,
            ExprKind::Not(inner) | ExprKind::Negate(inner) => self.asks_about(inner, instance, known),
            ExprKind::Binary(op, left, right) => {
                let other = match (&left.kind, &right.kind) {
                    (ExprKind::CurrentChannel, _) => right,
                    (_, ExprKind::CurrentChannel) => left,
                    _ => {
                        return self.asks_about(left, instance, known)
                            && self.asks_about(right, instance, known);
                    }
                };
                let value: Option<ExprId> = self.value(other, &Scope::of(instance));
                match value.and_then(|value| self.system.exprs.as_const(value)) {
                    Some(channel) if matches!(op, BinaryOp::Eq | BinaryOp::Ne) => {
                        known.insert(channel);
                        true
                    }
                    _ => false,
                }
            }
            _ => true,
        }
    }
}
