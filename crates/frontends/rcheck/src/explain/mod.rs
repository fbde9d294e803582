//! Why agents cannot do what stands next in their processes: which sends are blocked and by whom, and what receives, gets
//! and supplies wait for. Follows the rules of the language on the resolved model, not the rules of the core, in which
//! the reasons are already combined.

mod value;

use synod_core::{AgentId, Role, State, System, VarId, checkpoint, show_value};
use synod_frontend::{Blocked, ClosedCommand, Condition, Obstacle};

use crate::hir::{Action, BinaryOp, Command, Expr, ExprKind, Model, Served, Whom};
use value::{Lack, Scope};

/// What agents would do in a state but cannot. Receives are listed whether or not a step has them.
pub(crate) fn blocked(model: &Model, system: &System, state: &State) -> Vec<Blocked> {
    let look = Look { model, system, state };
    let mut found = Vec::new();
    for instance in 0..model.instances.len() {
        for command in look.next_commands(instance) {
            let obstacles = look.obstacles(instance, command);
            if !obstacles.is_empty() {
                found.push(look.blocked(instance, command, obstacles));
            }
        }
    }
    found
}

/// A look at one state.
struct Look<'a> {
    model: &'a Model,
    system: &'a System,
    state: &'a State,
}

impl<'a> Look<'a> {
    fn name(&self, instance: usize) -> &'a str {
        &self.model.instances[instance].name
    }

    /// The variables of an instance: its control state first, then its locals.
    fn owned(&self, instance: usize) -> &'a [VarId] {
        &self.system.agent(AgentId(instance as u32)).owns
    }

    fn local(&self, instance: usize, local: usize) -> VarId {
        self.owned(instance)[local + 1]
    }

    fn read(&self, var: VarId) -> i64 {
        self.state[self.system.slot(var)]
    }

    /// The commands that begin in the control state of an instance.
    fn next_commands(&self, instance: usize) -> impl Iterator<Item = &'a Command> + use<'a> {
        let control = self.read(self.owned(instance)[0]);
        let commands = self.model.agent_of(instance).commands.iter();
        commands.filter(move |command| i64::from(command.from) == control)
    }

    fn others(&self, instance: usize) -> impl Iterator<Item = usize> + use<> {
        (0..self.model.instances.len()).filter(move |other| *other != instance)
    }

    fn channel(&self, channel: i64) -> String {
        self.model.channels.get(channel as usize).cloned().unwrap_or("*".to_string())
    }

    fn blocked(&self, instance: usize, command: &Command, obstacles: Vec<Obstacle>) -> Blocked {
        let own = Scope::of(instance);
        let labelled = |what: &str| command.label.clone().unwrap_or(what.to_string());
        let on = |channel: &Expr, what: &str| {
            let channel = self.value(channel, &own).map_or("…".to_string(), |value| self.channel(value));
            format!("{} on {channel}", labelled(what))
        };
        let (role, action) = match &command.action {
            Action::Send { channel, .. } => (Role::Sends, on(channel, "send")),
            Action::Receive { channel } => (Role::Receives, on(channel, "receive")),
            Action::Get { .. } => (Role::Gets, labelled("get")),
            Action::Supply { .. } => (Role::Supplies, labelled("supply")),
        };
        Blocked {
            agent: Some(self.name(instance).to_string()),
            role,
            action,
            command: command.text.clone(),
            span: command.span,
            obstacles,
        }
    }

    /// What stands against a command; nothing if it can be taken.
    fn obstacles(&self, instance: usize, command: &Command) -> Vec<Obstacle> {
        let conditions = self.false_guard(instance, command, &Scope::of(instance));
        if !conditions.is_empty() {
            return vec![Obstacle::Guard { conditions }];
        }
        match &command.action {
            Action::Send { channel, guard, data } => self.blockers(instance, channel, guard, data),
            Action::Receive { channel } => {
                let on = self.value(channel, &Scope::of(instance)).ok();
                let channel = on.map_or("…".to_string(), |value| self.channel(value));
                let deaf = on.map(|on| self.deaf(instance, on)).unwrap_or_default();
                let listening = if deaf.is_empty() { "" } else { ", and does not listen there" };
                let closed =
                    ClosedCommand { agent: None, command: None, span: Default::default(), conditions: deaf };
                let closed = if closed.conditions.is_empty() { Vec::new() } else { vec![closed] };
                vec![Obstacle::Waits { what: format!("a message on {channel}{listening}"), closed }]
            }
            Action::Get { .. } => self.partners(instance, command, "somebody who supplies what it gets"),
            Action::Supply { .. } => self.partners(instance, command, "somebody who gets what it supplies"),
        }
    }

    /// The conjuncts of the receive guard that are false of a channel. Nobody can hang up the broadcast channel.
    fn deaf(&self, instance: usize, channel: i64) -> Vec<Condition> {
        if channel == self.model.broadcast() {
            return Vec::new();
        }
        let scope = Scope::of(instance).channel(channel);
        let guard = conjuncts(&self.model.agent_of(instance).receive_guard).into_iter();
        let is_false = guard.filter(|conjunct| self.value(conjunct, &scope) == Ok(0));
        is_false.map(|conjunct| self.condition(instance, conjunct, &scope)).collect()
    }

    /// The conjuncts of a precondition that are false; those that need a message that is not there are not.
    fn false_guard(&self, instance: usize, command: &Command, scope: &Scope) -> Vec<Condition> {
        let mut found = Vec::new();
        for conjunct in conjuncts(&command.precondition) {
            if self.value(conjunct, scope) == Ok(0) {
                found.push(self.condition(instance, conjunct, scope));
            }
        }
        found
    }

    /// A condition of an instance with the variables that it reads.
    fn condition(&self, instance: usize, expr: &Expr, scope: &Scope) -> Condition {
        let (mut reads, mut given) = (Vec::new(), Vec::new());
        each_part(expr, &mut |part| match part.kind {
            ExprKind::Local(local) => reads.push(self.local(instance, local)),
            ExprKind::Property(property) => {
                if let Some(of) = scope.properties
                    && let Some(relabel) = &self.model.agent_of(of).relabels[property]
                {
                    let before = reads.len();
                    each_part(relabel, &mut |part| {
                        if let ExprKind::Local(local) = part.kind {
                            reads.push(self.local(of, local));
                        }
                    });
                    // What is always so is no variable.
                    if reads.len() == before
                        && let Ok(value) = self.value(part, scope)
                    {
                        let name = format!("@{}", self.model.properties[property].name);
                        given.push((name, self.sort(part.ty), value));
                    }
                }
            }
            ExprKind::Message(field) => {
                if let Ok(value) = self.value(part, scope) {
                    given.push((self.model.messages[field].name.clone(), self.sort(part.ty), value));
                }
            }
            _ => {}
        });
        reads.sort_unstable();
        reads.dedup();
        given.dedup();
        Condition { text: self.text(instance, expr), reads, given }
    }

    /// Who blocks a send whose guard holds.
    fn blockers(&self, sender: usize, channel: &Expr, guard: &Expr, data: &[(usize, Expr)]) -> Vec<Obstacle> {
        let own = Scope::of(sender);
        let Ok(channel) = self.value(channel, &own) else { return Vec::new() };
        if channel == self.model.broadcast() {
            return Vec::new();
        }
        let message = self.message(sender, data);
        let mut found = Vec::new();
        for receiver in self.others(sender) {
            checkpoint();
            let agent = self.model.agent_of(receiver);
            let listens = self.value(&agent.receive_guard, &Scope::of(receiver).channel(channel));
            if listens != Ok(1) {
                continue;
            }
            let scope = own.channel(channel).properties_of(receiver);
            let (because, closed) = match self.value(guard, &scope) {
                Ok(0) => {
                    let closed = ClosedCommand {
                        agent: None,
                        command: None,
                        span: Default::default(),
                        conditions: vec![self.condition(sender, guard, &scope)],
                    };
                    ("but is not one of those that the send is for", vec![closed])
                }
                Ok(_) => match self.closed_receives(receiver, channel, &message) {
                    None => continue,
                    Some(closed) if closed.is_empty() => ("and has no receive on it here", closed),
                    Some(closed) => ("and has no enabled receive", closed),
                },
                Err(_) => continue,
            };
            found.push(Obstacle::Participant {
                agent: Some(self.name(receiver).to_string()),
                because: format!("listens on {} {because}", self.channel(channel)),
                picked: Vec::new(),
                closed,
            });
        }
        found
    }

    /// The receives of an instance that would take a message, each with what is false; `None` if one takes it.
    fn closed_receives(
        &self,
        receiver: usize,
        channel: i64,
        message: &[Option<i64>],
    ) -> Option<Vec<ClosedCommand>> {
        let scope = Scope::of(receiver).message(message);
        let mut closed = Vec::new();
        for command in self.next_commands(receiver) {
            let Action::Receive { channel: on } = &command.action else { continue };
            if self.value(on, &scope) != Ok(channel) {
                continue;
            }
            let mut conditions = self.false_guard(receiver, command, &scope);
            if conditions.is_empty() {
                conditions.extend(self.lacks(command, &scope));
            }
            if conditions.is_empty() {
                return None;
            }
            closed.push(self.closed(None, command, conditions));
        }
        Some(closed)
    }

    fn closed(&self, agent: Option<usize>, command: &Command, conditions: Vec<Condition>) -> ClosedCommand {
        ClosedCommand {
            agent: agent.map(|agent| self.name(agent).to_string()),
            command: Some(command.text.clone()),
            span: command.span,
            conditions,
        }
    }

    /// That a command reads data which are not carried.
    fn lacks(&self, command: &Command, scope: &Scope) -> Option<Condition> {
        let reads =
            std::iter::once(&command.precondition).chain(command.updates.iter().map(|(_, value)| value));
        let mut missing = Vec::new();
        for expr in reads.filter(|expr| self.value(expr, scope) == Err(Lack::Missing)) {
            each_part(expr, &mut |part| {
                if let (ExprKind::Message(field), Err(_)) = (&part.kind, self.value(part, scope)) {
                    missing.push(format!("`{}`", self.model.messages[*field].name));
                }
            });
        }
        missing.sort_unstable();
        missing.dedup();
        (!missing.is_empty()).then(|| Condition {
            text: format!("the data {}", missing.join(", ")),
            reads: Vec::new(),
            given: Vec::new(),
        })
    }

    /// The values that data give to message variables.
    fn message(&self, instance: usize, data: &[(usize, Expr)]) -> Vec<Option<i64>> {
        let mut message = vec![None; self.model.messages.len()];
        for (field, value) in data {
            message[*field] = self.value(value, &Scope::of(instance)).ok();
        }
        message
    }

    /// That a get or supply meets nobody, and what comes closest.
    fn partners(&self, instance: usize, command: &Command, what: &str) -> Vec<Obstacle> {
        let gets = matches!(command.action, Action::Get { .. });
        let mut closed = Vec::new();
        for other in self.others(instance) {
            checkpoint();
            for theirs in self.next_commands(other) {
                let (get, supply) = if gets { (command, theirs) } else { (theirs, command) };
                let (getter, supplier) = if gets { (instance, other) } else { (other, instance) };
                let Some(conditions) = self.against_meeting((getter, get), (supplier, supply)) else {
                    continue;
                };
                if conditions.is_empty() {
                    return Vec::new();
                }
                closed.push(self.closed(Some(other), theirs, conditions));
            }
        }
        vec![Obstacle::Waits { what: what.to_string(), closed }]
    }

    /// What keeps a get and a supply apart; `None` if they are none, or can never meet.
    fn against_meeting(
        &self,
        (getter, get): (usize, &Command),
        (supplier, supply): (usize, &Command),
    ) -> Option<Vec<Condition>> {
        let Action::Get { from, data: asked } = &get.action else { return None };
        let Action::Supply { to, data: given } = &supply.action else { return None };
        let (asked, given) = (self.message(getter, asked), self.message(supplier, given));
        let mut found = Vec::new();
        match from {
            Whom::Location(place) => {
                let own = Scope::of(getter);
                if self.value(place, &own) != Ok(supplier as i64) {
                    let mut condition = self.condition(getter, place, &own);
                    condition.text = format!("{} = {}", condition.text, self.name(supplier));
                    found.push(condition);
                }
            }
            // Who serves by name is not found by what is true of it.
            Whom::Predicate(_) if matches!(to, Served::ByName) => {
                let text = format!("GET@({})", self.name(supplier));
                found.push(Condition { text, reads: Vec::new(), given: Vec::new() });
            }
            Whom::Predicate(predicate) => {
                let scope = Scope::of(getter).properties_of(supplier);
                match self.value(predicate, &scope) {
                    Ok(0) => found.push(self.condition(getter, predicate, &scope)),
                    Ok(_) => {}
                    Err(_) => return None,
                }
            }
        }
        match to {
            Served::ByName | Served::Any => {}
            Served::Location(place) => {
                let own = Scope::of(supplier);
                if self.value(place, &own) != Ok(getter as i64) {
                    let mut condition = self.condition(supplier, place, &own);
                    condition.text = format!("{} = {}", condition.text, self.name(getter));
                    found.push(condition);
                }
            }
            Served::Predicate(predicate) => {
                let scope = Scope::of(supplier).properties_of(getter);
                match self.value(predicate, &scope) {
                    Ok(0) => found.push(self.condition(supplier, predicate, &scope)),
                    Ok(_) => {}
                    Err(_) => return None,
                }
            }
        }
        let (of_getter, of_supplier) =
            (Scope::of(getter).message(&given), Scope::of(supplier).message(&asked));
        found.extend(self.false_guard(getter, get, &of_getter));
        found.extend(self.false_guard(supplier, supply, &of_supplier));
        if found.is_empty() {
            found.extend(self.lacks(get, &of_getter));
            found.extend(self.lacks(supply, &of_supplier));
        }
        Some(found)
    }
}

/// The parts of a conjunction.
fn conjuncts(expr: &Expr) -> Vec<&Expr> {
    match &expr.kind {
        ExprKind::Binary(BinaryOp::And, left, right) => {
            conjuncts(left).into_iter().chain(conjuncts(right)).collect()
        }
        _ => vec![expr],
    }
}

/// Visits an expression and all its parts.
fn each_part(expr: &Expr, visit: &mut dyn FnMut(&Expr)) {
    visit(expr);
    match &expr.kind {
        ExprKind::Not(inner) | ExprKind::Negate(inner) | ExprKind::Receivers { body: inner, .. } => {
            each_part(inner, visit);
        }
        ExprKind::Binary(_, left, right) => {
            each_part(left, visit);
            each_part(right, visit);
        }
        _ => {}
    }
}

impl Look<'_> {
    fn show(&self, expr: &Expr, value: i64) -> String {
        show_value(self.system, self.sort(expr.ty), value)
    }
}
