//! Stigmergic messages: one rule for each sender, tuple and kind of message. The sender is a part that
//! takes the tuple off its list and updates the ranks; every possible receiver is a part.

use std::sync::Arc;

use synod_core::{
    Alternative, Committed, ExprId, Mode, Observation, Part, Role, Rule, RuleId, Update, VarId,
};
use synod_syntax::Span;

use super::stamps::Delivery;
use super::store::Store;
use super::{Lowering, core_action};
use crate::{Message, Sent, StepKind};

/// What receivers do, in words.
struct Reactions {
    takes: Arc<synod_core::Action>,
    answers: Arc<synod_core::Action>,
}

impl Lowering<'_> {
    pub(super) fn add_messages(&mut self) {
        let none = Committed { rules: Vec::new(), fits: Vec::new() };
        let mut committed = vec![none; self.model.tuples.len()];
        for sender in 0..self.model.agents() {
            for (tuple, steps) in committed.iter_mut().enumerate() {
                let Some(share) = self.shares[sender][tuple] else { continue };
                steps.rules.push(self.add_message(sender, tuple, Message::Propagate, share.propagate));
                if let Some(confirm) = share.confirm {
                    steps.rules.push(self.add_message(sender, tuple, Message::Confirm, confirm));
                }
                steps.fits.extend([share.rank, share.propagate].into_iter().chain(share.confirm));
            }
        }
        // No message makes a version or asks for a confirmation, so there are only so many.
        if self.may_step().is_some() {
            // Where steps are counted, a bound can keep a message from being sent.
            committed.iter_mut().for_each(|steps| steps.rules.clear());
        }
        self.system.committed = committed;
    }

    fn add_message(&mut self, sender: usize, tuple: usize, message: Message, pending: VarId) -> RuleId {
        let model = self.model;
        let name = &model.tuples[tuple].name;
        let store = Store::default();
        let deliveries = self.deliveries(sender, tuple, &store);
        let mut after = store.clone();
        self.spread(sender, tuple, &deliveries, &mut after);
        let no = self.system.exprs.bool(false);
        after.write(pending, None, no);
        self.count_step(&mut after);
        let span = model.type_of(sender).span;
        let sends = Alternative {
            guard: self.system.exprs.bool(true),
            updates: after.updates(&mut self.system.exprs),
            action: Some(Arc::new(synod_core::Action {
                role: Role::Sends,
                ..core_action(format!("{} {name}", message.word()), message.word(), span)
            })),
        };
        let mut parts = vec![Part { agent: Some(self.agent(sender)), alternatives: vec![sends].into() }];
        let reactions = self.reactions(tuple, span);
        for delivery in &deliveries {
            parts.extend(self.receiver(sender, tuple, message, delivery, &reactions));
        }
        let mut guards = vec![self.system.exprs.var(pending)];
        guards.extend(self.may_step());
        let rule = Rule {
            name: format!("{}: {} {name}", model.agent_name(sender), message.word()),
            choices: Vec::new(),
            guard: self.system.exprs.and(guards),
            parts,
            observation: Observation {
                actor: Some(self.agent(sender)),
                data: self.tuple_data(sender, tuple),
                ..Observation::of(Mode::Message)
            },
            span,
        };
        self.steps.push(StepKind::Send(Sent { agent: sender, tuple, message }));
        self.system.add_rule(rule)
    }

    /// The values that travel, for traces.
    fn tuple_data(&mut self, sender: usize, tuple: usize) -> Vec<synod_core::Datum> {
        let model = self.model;
        let mut data = Vec::new();
        for variable in &model.tuples[tuple].variables {
            let cell = self.stigmergic[sender][*variable].clone();
            let name = &model.stigmergic[*variable].variable.name;
            if cell.sizes.is_empty() {
                let value = self.system.exprs.var(cell.value);
                data.push(synod_core::Datum { name: name.clone(), value, from: self.agent(sender) });
            }
        }
        data
    }

    /// Whether a linked receiver puts the tuple on its list without taking it.
    fn answers(&mut self, message: Message, delivery: &Delivery) -> ExprId {
        let exprs = &mut self.system.exprs;
        match message {
            Message::Propagate => exprs.bool(false),
            Message::Confirm if self.options.semantics.equal_answers => {
                exprs.or([delivery.answers, delivery.agrees])
            }
            Message::Confirm => delivery.answers,
        }
    }

    /// What receivers do with a message about a tuple.
    fn reactions(&self, tuple: usize, span: Span) -> Reactions {
        let variables = self.model.tuples[tuple].variables.iter();
        let names: Vec<&str> = variables.map(|v| self.model.stigmergic[*v].variable.name.as_str()).collect();
        let receives = |text: String, short: &str| {
            Arc::new(synod_core::Action { role: Role::Receives, ..core_action(text, short, span) })
        };
        Reactions {
            takes: receives(format!("takes {}", names.join(", ")), "takes"),
            answers: receives("has a newer version to propagate".to_string(), "answers"),
        }
    }

    /// A receiver as a part of the step: it takes the values, answers, or stays out.
    fn receiver(
        &mut self,
        sender: usize,
        tuple: usize,
        message: Message,
        delivery: &Delivery,
        reactions: &Reactions,
    ) -> Option<Part> {
        let answers = self.answers(message, delivery);
        let share = self.shares[delivery.agent][tuple]?;
        let (yes, no) = (self.system.exprs.bool(true), self.system.exprs.bool(false));
        let mut alternatives = Vec::new();
        if !self.system.exprs.is_false(delivery.takes) {
            let mut updates = self.copies(sender, delivery.agent, tuple);
            updates.push(Update { var: share.propagate, index: None, value: yes });
            updates.extend(share.confirm.map(|confirm| Update { var: confirm, index: None, value: no }));
            let action = Some(reactions.takes.clone());
            alternatives.push(Alternative { guard: delivery.takes, updates, action });
        }
        if !self.system.exprs.is_false(answers) {
            let updates = vec![Update { var: share.propagate, index: None, value: yes }];
            let action = Some(reactions.answers.clone());
            alternatives.push(Alternative { guard: answers, updates, action });
        }
        if alternatives.is_empty() {
            return None;
        }
        let exprs = &mut self.system.exprs;
        let involved = exprs.or([delivery.takes, answers]);
        let stays = exprs.not(involved);
        if !exprs.is_false(stays) {
            alternatives.push(Alternative { guard: stays, updates: Vec::new(), action: None });
        }
        Some(Part { agent: Some(self.agent(delivery.agent)), alternatives: alternatives.into() })
    }

    /// The values of a tuple, from the sender to the receiver.
    fn copies(&mut self, sender: usize, receiver: usize, tuple: usize) -> Vec<Update> {
        let mut updates = Vec::new();
        for variable in &self.model.tuples[tuple].variables {
            let (from, to) = (&self.stigmergic[sender][*variable], &self.stigmergic[receiver][*variable]);
            let pairs = [(Some(from.value), Some(to.value)), (from.defined, to.defined)];
            let len = self.system.var(from.value).len;
            for (from, to) in pairs.into_iter().filter_map(|(from, to)| from.zip(to)) {
                for element in 0..len.unwrap_or(1) {
                    let exprs = &mut self.system.exprs;
                    let index = len.map(|_| exprs.int(i64::from(element)));
                    let value = match index {
                        Some(index) => exprs.element(from, index),
                        None => exprs.var(from),
                    };
                    updates.push(Update { var: to, index, value });
                }
            }
        }
        updates
    }

    /// With `--sync`: the message happens at once, after what was written so far.
    pub(super) fn send_now(&mut self, sent: Sent, store: &mut Store) {
        let Sent { agent: sender, tuple, message } = sent;
        let Some(own) = self.shares[sender][tuple] else { return };
        let before = store.clone();
        let deliveries = self.deliveries(sender, tuple, &before);
        for delivery in &deliveries {
            let Some(share) = self.shares[delivery.agent][tuple] else { continue };
            let answers = self.answers(message, delivery);
            for update in self.copies(sender, delivery.agent, tuple) {
                self.write_if(delivery.takes, sender, &update, &before, store);
            }
            let exprs = &mut self.system.exprs;
            let involved = exprs.or([delivery.takes, answers]);
            let now = before.read(exprs, share.propagate, None);
            let listed = exprs.or([now, involved]);
            store.write(share.propagate, None, listed);
            if let Some(confirm) = share.confirm {
                let now = before.read(exprs, confirm, None);
                let kept = exprs.not(delivery.takes);
                let listed = exprs.and([now, kept]);
                store.write(confirm, None, listed);
            }
        }
        self.spread(sender, tuple, &deliveries, store);
        let no = self.system.exprs.bool(false);
        match message {
            Message::Propagate => store.write(own.propagate, None, no),
            Message::Confirm => {
                if let Some(confirm) = own.confirm {
                    store.write(confirm, None, no);
                }
            }
        }
    }

    /// Copies a value of the sender as it was `before`, where the condition holds.
    fn write_if(
        &mut self,
        condition: ExprId,
        sender: usize,
        update: &Update,
        before: &Store,
        store: &mut Store,
    ) {
        let exprs = &mut self.system.exprs;
        let source = match exprs[update.value] {
            synod_core::Expr::Var(var) => before.read(exprs, var, None),
            synod_core::Expr::Element(var, index) => before.read(exprs, var, Some(index)),
            _ => unreachable!("copies of agent {sender} read variables"),
        };
        let old = before.read(exprs, update.var, update.index);
        let value = exprs.ite(condition, source, old);
        store.write(update.var, update.index, value);
    }
}
