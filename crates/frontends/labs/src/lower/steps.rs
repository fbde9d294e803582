//! Actions of agents as rules: one for each agent and triple of its behaviour.

use std::sync::Arc;

use synod_core::{
    Alternative, Datum, ExprId, Faults, Interval, Mode, Observation, Part, Rule, Sort, Type, Update,
};
use synod_passes::OpenChoice;
use synod_triples::{Assignment, Label as TripleLabel, Triple};

use super::expr::Frame;
use super::store::Store;
use super::{Lowering, core_action};
use crate::model::{Action, ActionKind, Arrow, Label, Number, Statement, Target, Truth, VariableRef};
use crate::options::Blocked;
use crate::{Assigned, Message, Sent, StepKind, WrittenGuard};

/// What an agent does that passes its turn on.
pub(crate) const SKIPS_ITS_TURN: &str = "skips its turn";

impl Lowering<'_> {
    pub(super) fn add_steps(&mut self) {
        for agent in 0..self.model.agents() {
            let mut able = Vec::new();
            let model = self.model;
            let ty = model.type_of(agent);
            for triple in &ty.behaviour.triples {
                if let TripleLabel::Act(label) = &triple.label {
                    able.push(self.add_step(agent, triple, label, &ty.actions[label.action]));
                }
            }
            if self.options.fair && self.options.blocked == Blocked::Skip {
                self.add_skipped_turn(agent, able);
            }
        }
    }

    /// Bounds on the number of steps.
    pub(super) fn may_step(&mut self) -> Option<ExprId> {
        let (var, most) = (self.step?, self.options.steps?);
        let now = self.system.exprs.var(var);
        let most = self.system.exprs.int(most as i64);
        Some(self.system.exprs.lt(now, most))
    }

    /// One more step was taken.
    pub(super) fn count_step(&mut self, store: &mut Store) {
        if let Some(var) = self.step {
            let (now, one) = (self.system.exprs.var(var), self.system.exprs.int(1));
            let next = self.add(now, one);
            store.write(var, None, next);
        }
    }

    /// What every step of an agent needs, and what it does to the schedule.
    fn scheduled(&mut self, agent: usize, guards: &mut Vec<ExprId>, store: &mut Store) {
        if let Some(turn) = self.turn {
            let exprs = &mut self.system.exprs;
            let (now, own) = (exprs.var(turn), exprs.int(agent as i64));
            guards.push(exprs.eq(now, own));
            let next = exprs.int(((agent + 1) % self.model.agents()) as i64);
            store.write(turn, None, next);
        }
        guards.extend(self.may_step());
        self.count_step(store);
    }

    /// Adds the rule of a triple, and says when the agent can take it.
    fn add_step(&mut self, agent: usize, triple: &Triple<Label>, label: &Label, action: &Action) -> ExprId {
        let mut frame = Frame::of(agent);
        let mut guards = Vec::new();
        for (component, value) in &triple.entry {
            let counter = self.counter(agent, *component);
            let value = self.system.exprs.constant(Sort::Int, i64::from(*value));
            guards.push(self.system.exprs.eq(counter, value));
        }
        let mut schedule = Store::default();
        self.scheduled(agent, &mut guards, &mut schedule);
        if !matches!(action.kind, ActionKind::Pass) {
            guards.extend(self.nothing_pending(agent));
        }
        let mut written = Vec::new();
        for guard in &action.guards {
            let condition = self.condition(&guard.condition, &mut frame);
            let (condition, text) = match guard.wanted {
                true => (condition, guard.text.clone()),
                false => (self.system.exprs.not(condition), format!("!({})", guard.text)),
            };
            guards.push(condition);
            written.push(WrittenGuard { text, condition });
        }
        let ready = self.system.exprs.and(guards.iter().copied());
        let mut assigned = Vec::new();
        if let ActionKind::Do(statements) = &action.kind {
            for statement in statements {
                self.execute(statement, &mut frame, &mut assigned);
            }
        }
        let messages = self.list_messages(agent, action, &mut frame.store);
        let exit = triple.exit.first().cloned().unwrap_or_default();
        self.advance(agent, &exit, &mut frame.store);
        guards.extend(frame.constraints.iter().copied());
        let guard = self.system.exprs.and(guards);
        if self.system.exprs.is_false(guard) {
            return guard;
        }
        let mut updates = frame.store.updates(&mut self.system.exprs);
        updates.extend(schedule.updates(&mut self.system.exprs));
        let able = self.system.exprs.and(frame.possible.iter().copied().chain([ready]));
        let able = match frame.choices.is_empty() {
            true => {
                let whole = self.system.exprs.and([able, guard]);
                self.without_fault(whole, &updates)
            }
            false => self.without_fault(able, &[]),
        };
        let rule = Rule {
            name: format!("{}: {label}", self.model.agent_name(agent)),
            choices: frame.choices,
            guard,
            parts: vec![self.part(agent, updates, label.text.to_string(), action)],
            observation: self.alone(agent, self.data(agent, &assigned)),
            span: action.span,
        };
        let rule = self.system.add_rule(rule);
        let open = frame.open_choices.into_iter();
        self.open_choices.extend(open.map(|(choice, from, below)| OpenChoice { rule, choice, from, below }));
        self.steps.push(StepKind::Act { agent, guards: written, assigned, messages });
        able
    }

    /// Holds where a condition is true and assignments have values that fit, so that the step can be taken. What a step
    /// picks is not known here: with picked values the condition alone counts.
    fn without_fault(&mut self, condition: ExprId, updates: &[Update]) -> ExprId {
        if !self.options.fair || self.options.blocked != Blocked::Skip {
            return condition;
        }
        let types: Vec<Interval> =
            self.system.vars.iter().map(|var| var.values(&self.system.enums)).collect();
        let bounds: Vec<_> = updates.iter().map(|update| self.system.var(update.var).clone()).collect();
        let mut faults = Faults::new(&mut self.system, &types, &[]);
        let mut all = vec![faults.is_true(condition)];
        for (update, var) in std::iter::zip(updates, bounds) {
            for id in std::iter::once(update.value).chain(update.index) {
                all.push(faults.defined(id));
            }
            if let Some(index) = update.index {
                all.push(faults.within(index, 0, i64::from(var.len.unwrap_or(1)) - 1));
            }
            if let Type::Range { lo, hi } = var.ty {
                all.push(faults.within(update.value, lo, hi));
            }
        }
        self.system.exprs.and(all)
    }

    fn part(&mut self, agent: usize, updates: Vec<Update>, text: String, action: &Action) -> Part {
        let guard = self.system.exprs.bool(true);
        let action = Some(Arc::new(core_action(text, &action.text, action.span)));
        Part {
            agent: Some(self.agent(agent)),
            alternatives: vec![Alternative { guard, updates, action }].into(),
        }
    }

    fn alone(&self, agent: usize, data: Vec<Datum>) -> Observation {
        Observation { actor: Some(self.agent(agent)), data, ..Observation::of(Mode::Local) }
    }

    fn data(&self, agent: usize, assigned: &[Assigned]) -> Vec<Datum> {
        let from = self.agent(agent);
        assigned.iter().map(|a| Datum { name: a.name.clone(), value: a.value, from }).collect()
    }

    /// The agent has no messages to send.
    fn nothing_pending(&mut self, agent: usize) -> Vec<ExprId> {
        let shares: Vec<_> = self.shares[agent].iter().flatten().copied().collect();
        let lists = shares.iter().flat_map(|share| std::iter::once(share.propagate).chain(share.confirm));
        lists
            .map(|var| {
                let pending = self.system.exprs.var(var);
                self.system.exprs.not(pending)
            })
            .collect()
    }

    /// A statement, on top of what the step has written so far.
    fn execute(&mut self, statement: &Statement, frame: &mut Frame, assigned: &mut Vec<Assigned>) {
        match statement {
            Statement::Assign(pairs) => self.assign(pairs, frame, assigned),
            Statement::Pick { local, count, from, condition } => {
                let values = (0..*count).map(|n| self.pick(n, from, condition, frame)).collect::<Vec<_>>();
                let enough = self.enough(*count, from, condition, frame);
                frame.possible.push(enough);
                for (i, one) in values.iter().enumerate() {
                    for other in &values[i + 1..] {
                        let differ = self.system.exprs.ne(*one, *other);
                        frame.constraints.push(differ);
                    }
                }
                set_local(frame, *local, values);
            }
        }
    }

    /// The candidates of a pick, each with the condition under which it fits.
    fn candidates(
        &mut self,
        from: &std::ops::Range<usize>,
        condition: &Truth,
        frame: &mut Frame,
    ) -> Vec<(usize, ExprId)> {
        let me = frame.me;
        let mut found = Vec::new();
        for candidate in from.clone().filter(|candidate| *candidate != me) {
            frame.pair = (me, candidate);
            found.push((candidate, self.condition(condition, frame)));
        }
        found
    }

    fn pick(
        &mut self,
        n: usize,
        from: &std::ops::Range<usize>,
        condition: &Truth,
        frame: &mut Frame,
    ) -> ExprId {
        let position = frame.choices.len();
        let ty = Type::Range { lo: from.start as i64, hi: (from.end as i64 - 1).max(from.start as i64) };
        frame.choices.push(synod_core::Choice { name: format!("agent {}", n + 1), ty, agent: None });
        let candidates = self.candidates(from, condition, frame);
        let exprs = &mut self.system.exprs;
        let value = exprs.choice(position as u32, Sort::Int);
        let unconditional = !candidates.is_empty() && candidates.iter().all(|(_, fits)| exprs.is_true(*fits));
        let constraint = if unconditional {
            let own = exprs.int(frame.me as i64);
            exprs.ne(value, own)
        } else {
            let each: Vec<ExprId> = candidates
                .into_iter()
                .map(|(candidate, fits)| {
                    let id = exprs.int(candidate as i64);
                    let is = exprs.eq(value, id);
                    exprs.and([is, fits])
                })
                .collect();
            exprs.or(each)
        };
        frame.constraints.push(constraint);
        value
    }

    /// There are as many candidates as are to be picked.
    fn enough(
        &mut self,
        count: usize,
        from: &std::ops::Range<usize>,
        condition: &Truth,
        frame: &mut Frame,
    ) -> ExprId {
        let candidates = self.candidates(from, condition, frame);
        let mut sum = self.system.exprs.int(0);
        for (_, fits) in candidates {
            let one = self.one_if(fits);
            sum = self.add(sum, one);
        }
        let count = self.system.exprs.int(count as i64);
        self.system.exprs.le(count, sum)
    }

    fn assign(&mut self, pairs: &[(Target, Number)], frame: &mut Frame, assigned: &mut Vec<Assigned>) {
        let values: Vec<_> = pairs.iter().map(|(_, value)| self.reading(value, frame)).collect();
        let subscripts: Vec<Vec<ExprId>> = pairs
            .iter()
            .map(|(target, _)| match target {
                Target::Place { index, .. } => index.iter().map(|e| self.number(e, frame)).collect(),
                Target::LocalElement(_, index) => vec![self.number(index, frame)],
                Target::Local(_) => vec![],
            })
            .collect();
        for (((target, _), reading), at) in std::iter::zip(std::iter::zip(pairs, values), subscripts) {
            match target {
                Target::Place { variable, .. } => {
                    let Some(cell) = self.cell(frame.me, *variable) else { continue };
                    let index = self.flat_index(&cell, &at);
                    // Without a place for it, a missing value is a fault.
                    let value = match (reading.defined, cell.defined) {
                        (Some(_), None) => self.present(reading),
                        _ => reading.value,
                    };
                    if let Some(lost) = frame.store.written(cell.value) {
                        self.demand(lost, frame);
                    }
                    frame.store.write(cell.value, index, value);
                    if let Some(flag) = cell.defined {
                        let defined = reading.defined.unwrap_or_else(|| self.system.exprs.bool(true));
                        // An undefined variable has the value 0, so that there is one way to be undefined.
                        if reading.defined.is_some() {
                            let zero = self.system.exprs.int(0);
                            let value = self.system.exprs.ite(defined, value, zero);
                            frame.store.write(cell.value, index, value);
                        }
                        frame.store.write(flag, index, defined);
                    }
                    let defined = reading.defined.filter(|_| cell.defined.is_some());
                    assigned.push(self.assignment(*variable, index, value, defined));
                }
                Target::Local(local) => {
                    let value = self.present(reading);
                    self.demand(value, frame);
                    set_local(frame, *local, vec![value]);
                }
                Target::LocalElement(local, _) => {
                    let value = self.present(reading);
                    self.set_local_element(*local, at[0], value, frame);
                }
            }
        }
    }

    /// The step is taken only if this has a value, whether or not something comes of it.
    fn demand(&mut self, value: ExprId, frame: &mut Frame) {
        frame.constraints.push(self.system.exprs.eq(value, value));
    }

    fn set_local_element(&mut self, local: usize, index: ExprId, value: ExprId, frame: &mut Frame) {
        let exprs = &mut self.system.exprs;
        for (at, old) in frame.locals[local].iter_mut().enumerate() {
            let at = exprs.int(at as i64);
            let same = exprs.eq(index, at);
            *old = exprs.ite(same, value, *old);
        }
        let len = frame.locals[local].len() as i64;
        let (zero, len) = (exprs.int(0), exprs.int(len));
        let (above, below) = (exprs.le(zero, index), exprs.lt(index, len));
        frame.constraints.extend([above, below]);
    }

    fn assignment(
        &self,
        variable: VariableRef,
        index: Option<ExprId>,
        value: ExprId,
        defined: Option<ExprId>,
    ) -> Assigned {
        let (name, arrow) = match variable {
            VariableRef::Environment(v) => (&self.model.environment[v].name, Arrow::Environment),
            VariableRef::Attribute(v) => (&self.model.attributes[v], Arrow::Attribute),
            VariableRef::Stigmergic(v) => (&self.model.stigmergic[v].variable.name, Arrow::Stigmergy),
        };
        Assigned { name: name.clone(), arrow, index, value, defined }
    }

    /// What the action wrote is to be propagated, what it read is to be confirmed; the messages that are
    /// sent at once.
    fn list_messages(&mut self, agent: usize, action: &Action, store: &mut Store) -> Vec<Sent> {
        let (written, read) = (self.tuples_written(action), self.tuples_read(action));
        for tuple in &written {
            self.refresh(agent, *tuple, store);
        }
        let yes = self.system.exprs.bool(true);
        let share = |tuple: usize, lowering: &Self| lowering.shares[agent][tuple];
        for tuple in &written {
            if let Some(share) = share(*tuple, self) {
                store.write(share.propagate, None, yes);
            }
        }
        for tuple in &read {
            if let Some(confirm) = share(*tuple, self).and_then(|share| share.confirm) {
                store.write(confirm, None, yes);
            }
        }
        if !self.options.sync {
            return Vec::new();
        }
        let kinds = [(Message::Confirm, &read), (Message::Propagate, &written)];
        let sent: Vec<Sent> = kinds
            .into_iter()
            .flat_map(|(message, tuples)| {
                tuples.iter().map(move |tuple| Sent { agent, tuple: *tuple, message })
            })
            .collect();
        for one in &sent {
            self.send_now(*one, store);
        }
        sent
    }

    /// Moves the program counters; compositions all of whose threads have ended are left at once.
    fn advance(&mut self, agent: usize, exit: &Assignment, store: &mut Store) {
        let mut next: std::collections::BTreeMap<usize, ExprId> = exit
            .iter()
            .map(|(component, value)| (*component, self.system.exprs.constant(Sort::Int, i64::from(*value))))
            .collect();
        let model = self.model;
        for join in model.type_of(agent).behaviour.joins() {
            // Only a thread that ends now can be the last.
            if !join.entry.iter().any(|(component, value)| *value == 0 && next.contains_key(component)) {
                continue;
            }
            let mut conditions = Vec::new();
            for (component, value) in &join.entry {
                let now = match next.get(component) {
                    Some(value) => *value,
                    None => self.counter(agent, *component),
                };
                let value = self.system.exprs.constant(Sort::Int, i64::from(*value));
                conditions.push(self.system.exprs.eq(now, value));
            }
            let all_ended = self.system.exprs.and(conditions);
            if self.system.exprs.is_false(all_ended) {
                continue;
            }
            for (component, value) in join.exit.first().into_iter().flatten() {
                let otherwise = match next.get(component) {
                    Some(value) => *value,
                    None => self.counter(agent, *component),
                };
                let value = self.system.exprs.constant(Sort::Int, i64::from(*value));
                next.insert(*component, self.system.exprs.ite(all_ended, value, otherwise));
            }
        }
        for (component, value) in next {
            if let Some(var) = self.counters[agent][component] {
                store.write(var, None, value);
            }
        }
    }

    /// The turn of an agent that can do nothing goes to the next.
    fn add_skipped_turn(&mut self, agent: usize, able: Vec<ExprId>) {
        let able = self.system.exprs.or(able);
        let mut guards = Vec::new();
        let mut store = Store::default();
        self.scheduled(agent, &mut guards, &mut store);
        guards.push(self.system.exprs.not(able));
        let text = SKIPS_ITS_TURN.to_string();
        let action = Action {
            guards: Vec::new(),
            kind: ActionKind::Skip,
            text: text.clone(),
            span: self.model.type_of(agent).span,
        };
        let updates = store.updates(&mut self.system.exprs);
        let rule = Rule {
            name: format!("{}: {text}", self.model.agent_name(agent)),
            choices: Vec::new(),
            guard: self.system.exprs.and(guards),
            parts: vec![self.part(agent, updates, text, &action)],
            observation: self.alone(agent, Vec::new()),
            span: action.span,
        };
        self.system.add_rule(rule);
        self.steps.push(StepKind::Act {
            agent,
            guards: Vec::new(),
            assigned: Vec::new(),
            messages: Vec::new(),
        });
    }
}

fn set_local(frame: &mut Frame, local: usize, values: Vec<ExprId>) {
    if frame.locals.len() <= local {
        frame.locals.resize(local + 1, Vec::new());
    }
    frame.locals[local] = values;
}
