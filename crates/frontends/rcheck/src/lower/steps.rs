//! Commands as rules. A send is one rule: the sender, and every other agent as a part that receives,
//! stays out, or blocks the step. A get and a supply that can meet are one rule with two parts.

use std::collections::BTreeSet;
use std::rc::Rc;

use synod_core::{
    Alternative, Alternatives, Choice, Datum, ExprId, Mode, Observation, Part, Rule, Sort, Type as CoreType,
    Update, checkpoint, show_expr,
};

use super::observation::{Exchange, Message, Observed, mentions};
use super::receivers::Receivers;
use super::scope::Scope;
use super::{Lowering, Participation};
use crate::hir::{Action, Command, Expr, ExprKind, Served, Whom};

/// How many of them are remembered: where senders say different things, remembering is no use.
const MOST_HEARINGS: usize = 100_000;

/// Among more receivers than this the step picks what its sender says. To a receiver it is the same then whoever says it, and
/// has to be written once and not for each sender.
const MANY: usize = 100;

/// A message as a receiver hears it. Senders that say the same are the same to it.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Heard {
    receiver: usize,
    channel: ExprId,
    /// Whether the sender asks the receiver.
    asked: ExprId,
    /// The number of the values that are sent.
    bound: u32,
}

/// What a step picks of its sender.
#[derive(Default)]
struct Picked {
    /// What stands for the locals of the sender, and last for its name.
    values: Vec<Option<ExprId>>,
    choices: Vec<Choice>,
}

/// What a receiver can do with a message.
pub(super) struct Hearing {
    /// First a receive command each, then staying out, if there are any of the former.
    alternatives: Alternatives,
    /// When it stays out.
    stays: ExprId,
}

impl<'m> Lowering<'m> {
    /// A rule for each send command of each instance.
    pub(super) fn add_messages(&mut self) {
        let receivers = self.receivers();
        for sender in 0..self.model.instances.len() {
            for position in 0..self.model.agent_of(sender).commands.len() {
                self.add_message(sender, position, &receivers);
            }
        }
    }

    /// The rule of a command, if it is a send.
    fn add_message(&mut self, sender: usize, position: usize, among: &Receivers) {
        let model = self.model;
        let command = &model.agent_of(sender).commands[position];
        let Action::Send { channel: place, guard, data } = &command.action else { return };
        let own = Scope::of(sender);
        // Sends read locals only; the checker reports those that read message variables.
        let Some(channel) = self.value(place, &own) else { return };
        let Some(bound) = self.bind(data, &own) else { return };
        let Some(condition) = self.precondition(sender, command, &own) else { return };
        let Some(updates) = self.updates(sender, command, &own) else { return };
        let broadcast = self.is_broadcast(channel);
        let receivers = match self.system.exprs.as_const(channel) {
            Some(channel) => among.of(channel),
            None => (0..model.instances.len()).collect(),
        };

        let mut conditions = vec![condition];
        let mut parts = vec![self.part(sender, position, updates)];
        let Picked { values, choices } = match receivers.len() > MANY {
            true => {
                let said = data.iter().map(|(_, value)| value).chain([place, guard]);
                self.pick(sender, &said.collect::<Vec<_>>(), &mut conditions)
            }
            false => Picked::default(),
        };
        let said = own.picked(&values);
        let (Some(on), Some(heard)) = (self.value(place, &said), self.bind(data, &said)) else { return };
        let next = self.messages.len() as u32;
        let message = *self.messages.entry(heard.clone()).or_insert(next);
        // Whether the sender asks a receiver is the same for all, unless it asks for something of theirs.
        let of_all = (!mentions(guard, &|kind| matches!(kind, ExprKind::Property(_))))
            .then(|| self.value(guard, &said.channel(on)));
        for receiver in receivers.into_iter().filter(|receiver| *receiver != sender) {
            checkpoint();
            let of_one = said.channel(on).properties_of(receiver);
            // A property that the receiver does not relabel is none that the send asks for.
            let Some(asked) = of_all.unwrap_or_else(|| self.value(guard, &of_one)) else { continue };
            let hears = Heard { receiver, channel: on, asked, bound: message };
            let known = self.hearings.get(&hears).cloned();
            let Some(hearing) = known.unwrap_or_else(|| self.hearing(hears, &heard)) else { continue };
            if hearing.alternatives.is_empty() {
                // It can only stay out, so what it asks for is a condition of the whole step.
                conditions.push(hearing.stays);
                continue;
            }
            let alternatives = hearing.alternatives.clone();
            parts.push(Part { agent: Some(self.agent(receiver)), alternatives });
        }

        let guard_now = self.system.exprs.and(conditions);
        if self.system.exprs.is_false(guard_now) {
            return;
        }
        let rule = Rule {
            name: self.step_name(sender, position),
            choices,
            guard: guard_now,
            parts,
            observation: Observation {
                actor: Some(self.agent(sender)),
                channel: Some(channel),
                broadcast: Some(broadcast),
                data: self.data(sender, &bound),
                ..Observation::of(Mode::Message)
            },
            span: command.span,
        };
        let observed = Observed::Message(Message { sender, channel, guard, data: bound });
        let rule = self.add_rule(rule, observed);
        self.participations.push(Participation { instance: sender, command: position, rule });
    }

    /// Has a step pick what these expressions of its sender read; the conditions say that it is what there is.
    fn pick(&mut self, sender: usize, said: &[&Expr], conditions: &mut Vec<ExprId>) -> Picked {
        let mut picked = Picked::default();
        let locals = &self.model.agent_of(sender).locals;
        for (place, local) in locals.iter().map(Some).chain([None]).enumerate() {
            let (now, ty) = match local {
                Some(local) => (self.local(sender, place), self.core_type(local.ty)),
                None => (self.location(sender), CoreType::Enum(self.location)),
            };
            let is_it = |kind: &ExprKind| match kind {
                ExprKind::Local(read) => *read == place,
                ExprKind::Myself => local.is_none(),
                _ => false,
            };
            // A local that never changes is a constant, and an integer without bounds has too many values to pick.
            let is_known = local.is_some() && self.system.exprs.as_const(now).is_some();
            let is_picked =
                !is_known && ty != CoreType::Int && said.iter().any(|expr| mentions(expr, &is_it));
            let value = is_picked.then(|| {
                let name = show_expr(&self.system, now);
                let value = self.system.exprs.choice(picked.choices.len() as u32, ty.sort());
                picked.choices.push(Choice { name, ty, agent: None });
                conditions.push(self.system.exprs.eq(value, now));
                value
            });
            picked.values.push(value);
        }
        picked
    }

    /// What a message is to a receiver; `None` if it does not concern it.
    fn hearing(&mut self, heard: Heard, message: &[Option<ExprId>]) -> Option<Rc<Hearing>> {
        let Heard { receiver, channel, asked, .. } = heard;
        let agent = self.model.agent_of(receiver);
        let receptions = self.receptions(receiver, channel, message);
        let listens = self.value(&agent.receive_guard, &Scope::of(receiver).channel(channel));
        let hearing = listens.map(|listens| {
            let broadcast = self.is_broadcast(channel);
            let exprs = &mut self.system.exprs;
            let connected = exprs.or([broadcast, listens]);
            let able: Vec<ExprId> = receptions.iter().map(|(_, guard, _)| *guard).collect();
            let able = exprs.or(able);
            // Broadcast: whoever is asked and able must receive, the rest stays out. Multicast: whoever
            // listens must be asked and receive, else the send is blocked; the rest stays out.
            let receives = exprs.and([asked, able]);
            let passes = exprs.not(receives);
            let passes = exprs.and([broadcast, passes]);
            let deaf = exprs.not(connected);
            let stays = exprs.or([passes, deaf]);
            let (mut alternatives, mut commands) = (Vec::new(), Vec::new());
            for (command, guard, updates) in receptions {
                let guard = self.system.exprs.and([connected, asked, guard]);
                if !self.system.exprs.is_false(guard) {
                    let action = self.action(receiver, command).clone();
                    commands.push(command);
                    alternatives.push(Alternative { guard, updates, action: Some(action) });
                }
            }
            if !alternatives.is_empty() && !self.system.exprs.is_false(stays) {
                alternatives.push(Alternative { guard: stays, updates: vec![], action: None });
            }
            let alternatives = Alternatives::from(alternatives);
            self.receptions.get(&alternatives, || commands.into());
            Rc::new(Hearing { alternatives, stays })
        });
        if self.hearings.len() >= MOST_HEARINGS {
            self.hearings.clear();
        }
        self.hearings.insert(heard, hearing.clone());
        hearing
    }

    /// Whether a message is for everybody.
    fn is_broadcast(&mut self, channel: ExprId) -> ExprId {
        let everybody = self.system.exprs.constant(Sort::Enum(self.channel), self.model.broadcast());
        self.system.exprs.eq(channel, everybody)
    }

    /// The receive commands of an instance that could take a message: command, guard and updates.
    /// Those that need data which the message does not carry do not exist for it.
    fn receptions(
        &mut self,
        receiver: usize,
        channel: ExprId,
        message: &[Option<ExprId>],
    ) -> Vec<(usize, ExprId, Vec<Update>)> {
        let mut found = Vec::new();
        for (position, command) in self.model.agent_of(receiver).commands.iter().enumerate() {
            let Action::Receive { channel: on } = &command.action else { continue };
            let scope = Scope::of(receiver).message(message);
            let Some(on) = self.value(on, &scope) else { continue };
            let Some(ready) = self.precondition(receiver, command, &scope) else { continue };
            let Some(updates) = self.updates(receiver, command, &scope) else { continue };
            let same = self.system.exprs.eq(channel, on);
            let guard = self.system.exprs.and([ready, same]);
            if !self.system.exprs.is_false(guard) {
                found.push((position, guard, updates));
            }
        }
        found
    }

    /// A rule for each get and supply command of two different instances.
    pub(super) fn add_exchanges(&mut self) {
        let count = self.model.instances.len();
        let commands = |instance: usize, is_wanted: fn(&Action) -> bool| {
            let all = self.model.agent_of(instance).commands.iter().enumerate();
            let wanted: Vec<usize> =
                all.filter(|(_, command)| is_wanted(&command.action)).map(|(position, _)| position).collect();
            (!wanted.is_empty()).then_some((instance, wanted))
        };
        let is_get = |action: &Action| matches!(action, Action::Get { .. });
        let is_supply = |action: &Action| matches!(action, Action::Supply { .. });
        let getters: Vec<_> = (0..count).filter_map(|instance| commands(instance, is_get)).collect();
        let suppliers: Vec<_> = (0..count).filter_map(|instance| commands(instance, is_supply)).collect();
        for (getter, gets) in &getters {
            // A getter that names its suppliers meets no others.
            let named: Option<BTreeSet<usize>> =
                gets.iter().map(|get| self.supplier_named(*getter, *get)).collect();
            let some = |named: BTreeSet<usize>| {
                let position =
                    |supplier| suppliers.binary_search_by_key(&supplier, |(supplier, _)| *supplier);
                named.into_iter().filter_map(|supplier| position(supplier).ok()).collect()
            };
            let asked: Vec<usize> = named.map_or_else(|| (0..suppliers.len()).collect(), some);
            let asked = asked.into_iter().map(|position| &suppliers[position]);
            for (supplier, supplies) in asked.filter(|(supplier, _)| supplier != getter) {
                for get in gets {
                    for supply in supplies {
                        self.add_exchange(*getter, *get, *supplier, *supply);
                    }
                }
            }
        }
    }

    /// The only instance that a get asks, if it asks for one by name and that name is always the same.
    fn supplier_named(&mut self, getter: usize, get: usize) -> Option<usize> {
        match &self.model.agent_of(getter).commands[get].action {
            Action::Get { from: Whom::Location(place), .. } => {
                let place = self.value(place, &Scope::of(getter))?;
                usize::try_from(self.system.exprs.as_const(place)?).ok()
            }
            _ => None,
        }
    }

    /// The rule of two commands, if they are a get and a supply that can meet.
    fn add_exchange(&mut self, getter: usize, get: usize, supplier: usize, supply: usize) -> Option<()> {
        let get_command = &self.model.agent_of(getter).commands[get];
        let supply_command = &self.model.agent_of(supplier).commands[supply];
        let Action::Get { from, data: asked } = &get_command.action else { return None };
        let Action::Supply { to, data: given } = &supply_command.action else { return None };
        let (of_getter, of_supplier) = (Scope::of(getter), Scope::of(supplier));
        let meet = self.meet(getter, from, supplier, to)?;
        if self.system.exprs.is_false(meet) {
            return None;
        }
        let asked = self.bind(asked, &of_getter)?;
        let given = self.bind(given, &of_supplier)?;
        // Each side sees the data of the other, in preconditions and updates alike.
        let (of_getter, of_supplier) = (of_getter.message(&given), of_supplier.message(&asked));
        let getter_ready = self.precondition(getter, get_command, &of_getter)?;
        let supplier_ready = self.precondition(supplier, supply_command, &of_supplier)?;
        let getter_updates = self.updates(getter, get_command, &of_getter)?;
        let supplier_updates = self.updates(supplier, supply_command, &of_supplier)?;
        let guard = self.system.exprs.and([getter_ready, supplier_ready, meet]);
        if self.system.exprs.is_false(guard) {
            return None;
        }
        let mut data = self.data(supplier, &given);
        data.extend(self.data(getter, &asked));
        let rule = Rule {
            name: format!("{} + {}", self.step_name(getter, get), self.step_name(supplier, supply)),
            choices: vec![],
            guard,
            parts: vec![
                self.part(getter, get, getter_updates),
                self.part(supplier, supply, supplier_updates),
            ],
            observation: Observation {
                actor: Some(self.agent(getter)),
                partner: Some(self.agent(supplier)),
                data,
                ..Observation::of(Mode::PointToPoint)
            },
            span: get_command.span,
        };
        let observed = Observed::Exchange(Exchange { getter, supplier, from, data: given });
        let rule = self.add_rule(rule, observed);
        self.participations.push(Participation { instance: getter, command: get, rule });
        self.participations.push(Participation { instance: supplier, command: supply, rule });
        Some(())
    }

    /// When a getter and a supplier find each other.
    fn meet(&mut self, getter: usize, from: &Whom, supplier: usize, to: &Served) -> Option<ExprId> {
        let wanted = match from {
            Whom::Location(place) => {
                let place = self.value(place, &Scope::of(getter))?;
                let location = self.system.exprs.constant(Sort::Enum(self.location), supplier as i64);
                self.system.exprs.eq(place, location)
            }
            Whom::Predicate(_) if matches!(to, Served::ByName) => return None,
            Whom::Predicate(predicate) => {
                self.value(predicate, &Scope::of(getter).properties_of(supplier))?
            }
        };
        let served = match to {
            Served::ByName | Served::Any => self.system.exprs.bool(true),
            Served::Location(place) => {
                let place = self.value(place, &Scope::of(supplier))?;
                let location = self.system.exprs.constant(Sort::Enum(self.location), getter as i64);
                self.system.exprs.eq(place, location)
            }
            Served::Predicate(predicate) => {
                self.value(predicate, &Scope::of(supplier).properties_of(getter))?
            }
        };
        Some(self.system.exprs.and([wanted, served]))
    }

    /// The values of message variables that data assign.
    fn bind(&mut self, data: &[(usize, Expr)], scope: &Scope) -> Option<Vec<Option<ExprId>>> {
        let mut bound = vec![None; self.model.messages.len()];
        for (position, value) in data {
            bound[*position] = Some(self.value(value, scope)?);
        }
        Some(bound)
    }

    /// Where a command starts, and what it asks for.
    fn precondition(&mut self, instance: usize, command: &Command, scope: &Scope) -> Option<ExprId> {
        let at = self.is_at(instance, command.from);
        let condition = self.value(&command.precondition, scope)?;
        Some(self.system.exprs.and([at, condition]))
    }

    /// What a command changes, its control state included.
    fn updates(&mut self, instance: usize, command: &Command, scope: &Scope) -> Option<Vec<Update>> {
        let mut updates = Vec::new();
        if command.to != command.from {
            let value = self.system.exprs.int(i64::from(command.to));
            updates.push(Update { var: self.stores[instance].control, index: None, value });
        }
        for (local, value) in &command.updates {
            let var = self.stores[instance].locals[*local];
            let value = self.value(value, scope)?;
            // `x := x` changes nothing.
            if value != self.system.exprs.var(var) {
                updates.push(Update { var, index: None, value });
            }
        }
        Some(updates)
    }

    /// A participant that does one thing.
    fn part(&mut self, instance: usize, command: usize, updates: Vec<Update>) -> Part {
        let guard = self.system.exprs.bool(true);
        let action = Some(self.action(instance, command).clone());
        Part {
            agent: Some(self.agent(instance)),
            alternatives: vec![Alternative { guard, updates, action }].into(),
        }
    }

    fn data(&self, from: usize, bound: &[Option<ExprId>]) -> Vec<Datum> {
        std::iter::zip(&self.model.messages, bound)
            .filter_map(|(field, value)| {
                Some(Datum { name: field.name.clone(), value: (*value)?, from: self.agent(from) })
            })
            .collect()
    }

    /// What the steps of a command are called.
    fn step_name(&self, instance: usize, command: usize) -> String {
        format!("{}-{}", self.model.instances[instance].name, self.action(instance, command).short)
    }
}
