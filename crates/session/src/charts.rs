//! Runs as sequence charts: what passes between agents in each step, in all languages.

mod narrowing;

use std::collections::{BTreeMap, BTreeSet};

use synod_core::{
    AgentId, AutomatonEdge, Counterexample, Env, ExprId, Mode, Role, Rule, State, Step, System, Trace, VarId,
    eval_bool,
};
use synod_documents as documents;
use synod_documents::{
    BlockedMessage, Chart, ChartChange, ChartCompanion, ChartFormat, ChartMessage, ChartStep, DeadEnd, Deed,
    Lifeline, MessageKind, Receiver,
};
use synod_frontend::{Event, EventKind, Narrator};
use synod_printers::trace_json;
use synod_simulate::{Interpreter, short_name, show_control, show_variable};

use crate::narration::dead_end_text;
use crate::trace_view::TraceView;

/// The chart of a run and of the runs that explain it. Events of the narrator are used where there is one.
pub fn chart(
    system: &System,
    narrator: Option<&dyn Narrator>,
    title: &str,
    found: &Counterexample,
    view: &TraceView,
) -> Chart {
    let run = &found.trace;
    let mut drawing = Drawing { system, view, lifelines: agents(system), shared: None };
    let (start, steps) = match narrator {
        Some(narrator) => drawing.narrated(run, narrator.events(system, run)),
        None => drawing.observed(run),
    };
    let dead_end = drawing.dead_end(run, narrator);
    let mut lifelines = drawing.lifelines;
    for at in steps.iter().flat_map(active) {
        lifelines[at].is_active = true;
    }
    let companion = |one: &synod_core::Companion| ChartCompanion {
        at: one.at,
        text: one.shows.clone(),
        chart: chart(system, narrator, &one.shows, &one.run, view),
    };
    let whole = Chart {
        format: ChartFormat::SynodChart,
        version: Chart::VERSION,
        title: title.to_string(),
        model: system.name.clone(),
        lifelines,
        start,
        watched: view.watched_texts(&run.states[0]),
        loop_start: run.loop_start.filter(|start| *start < steps.len()),
        steps,
        dead_end,
        companions: found.companions.iter().map(companion).collect(),
    };
    narrowing::narrowed(whole, system, view)
}

fn agents(system: &System) -> Vec<Lifeline> {
    let lifeline = |agent: &synod_core::Agent| Lifeline {
        name: agent.name.clone(),
        role: Some(agent.role.clone()),
        is_active: false,
    };
    system.agents.iter().map(lifeline).collect()
}

/// The lifelines that have something to do with a step.
fn active(step: &ChartStep) -> Vec<usize> {
    let deeds = step.deeds.iter().map(|deed| deed.lifeline);
    let reached = |message: &ChartMessage| message.to.iter().map(|to| to.lifeline).collect::<Vec<_>>();
    let messages = step.messages.iter().flat_map(|one| reached(one).into_iter().chain([one.from]));
    deeds.chain(messages).chain(step.changes.iter().map(|change| change.lifeline)).collect()
}

/// A chart under construction.
struct Drawing<'a> {
    system: &'a System,
    view: &'a TraceView,
    lifelines: Vec<Lifeline>,
    /// The lifeline of what all share.
    shared: Option<usize>,
}

impl Drawing<'_> {
    /// The lifeline of what all share, which is there from when it is needed.
    fn shared(&mut self, name: &str) -> usize {
        *self.shared.get_or_insert_with(|| {
            self.lifelines.push(Lifeline { name: name.to_string(), role: None, is_active: false });
            self.lifelines.len() - 1
        })
    }

    fn position(&self, agent: &str) -> Option<usize> {
        self.system.agents.iter().position(|known| known.name == agent)
    }

    fn others(&self, message: &ChartMessage) -> Vec<usize> {
        let is_reached = |at: &usize| message.to.iter().any(|to| to.lifeline == *at);
        (0..self.system.agents.len()).filter(|at| *at != message.from && !is_reached(at)).collect()
    }

    /// A run of which only states and rules are known.
    fn observed(&mut self, run: &Trace) -> (Vec<ChartChange>, Vec<ChartStep>) {
        let system = self.system;
        let changes_to_shared = |var: &VarId| {
            system.var(*var).owner.is_none() && {
                let slots = system.slots(*var);
                run.states.iter().any(|state| state[slots.clone()] != run.states[0][slots.clone()])
            }
        };
        if system.var_ids().any(|(var, _)| changes_to_shared(&var)) {
            self.shared("shared");
        }
        let start = system.var_ids().filter_map(|(var, _)| self.change(&run.states[0], var)).collect();
        let mut steps = Vec::new();
        for (at, taken) in run.steps.iter().enumerate() {
            let (from, to) = (&run.states[at], run.target(at));
            let documents::Step::Taken { .. } = trace_json::step(system, from, taken) else { break };
            let differs = |var: &VarId| from[system.slots(*var)] != to[system.slots(*var)];
            let changed: Vec<VarId> = system.var_ids().map(|(var, _)| var).filter(differs).collect();
            let changes = changed.iter().filter_map(|var| self.change(to, *var)).collect();
            let mut step = self.step(at + 1, trace_json::step(system, from, taken), changes);
            if let (Step::Take(taken), true) = (taken, step.messages.is_empty()) {
                step = self.handshake(self.system.rule(taken.rule), (from, to), step);
            }
            step.remarks = self.view.watched_texts(to);
            steps.push(step);
        }
        (start, steps)
    }

    /// A value for the lifeline that it belongs to, if there is one.
    fn change(&self, state: &State, var: VarId) -> Option<ChartChange> {
        let lifeline = match self.system.var(var).owner {
            Some(owner) => owner.0 as usize,
            None => self.shared?,
        };
        Some(match show_control(self.system, state, var) {
            Some(place) => ChartChange { lifeline, variable: String::new(), value: place, is_control: true },
            None => ChartChange {
                lifeline,
                variable: short_name(self.system, var).to_string(),
                value: show_variable(self.system, state, var),
                is_control: false,
            },
        })
    }

    fn step(&self, number: usize, step: documents::Step, changes: Vec<ChartChange>) -> ChartStep {
        let mut out = ChartStep {
            number,
            text: step.text().to_string(),
            is_round: false,
            deeds: Vec::new(),
            messages: Vec::new(),
            changes,
            remarks: Vec::new(),
        };
        let documents::Step::Taken {
            text, mode, actor, partner, channel, broadcast, data, participants, ..
        } = step
        else {
            return out;
        };
        let actor = actor.as_deref().and_then(|name| self.position(name));
        let partner = partner.as_deref().and_then(|name| self.position(name));
        let has = |role| participants.iter().any(|p: &documents::Participant| p.role == role);
        let given = |by: Option<usize>| -> Vec<String> {
            let own = data.iter().filter(|datum| by.is_none() || self.position(&datum.from) == by);
            own.map(|datum| format!("{} = {}", datum.name, datum.value)).collect()
        };
        let of =
            |at: usize| participants.iter().find(|participant| self.position(&participant.agent) == Some(at));
        let label = |at: usize| of(at).and_then(|own| own.label.clone()).unwrap_or_default();
        let command = |at: usize| of(at).map(|own| own.command.clone()).unwrap_or_default();
        match (mode, actor, partner) {
            (documents::Mode::Message, Some(from), _) => {
                let receives = |p: &&documents::Participant| p.role == documents::ParticipantRole::Receives;
                let to = participants.iter().filter(receives).filter_map(|p| {
                    let lifeline = self.position(&p.agent)?;
                    Some(Receiver { lifeline, label: p.label.clone(), command: p.command.clone() })
                });
                let mut message = ChartMessage {
                    kind: if broadcast { MessageKind::Broadcast } else { MessageKind::Multicast },
                    from,
                    label: label(from),
                    channel: channel.filter(|_| !broadcast),
                    data: given(None),
                    to: to.collect(),
                    missed: Vec::new(),
                    command: command(from),
                };
                message.missed = self.others(&message);
                out.messages.push(message);
            }
            (documents::Mode::PointToPoint, Some(getter), Some(supplier))
                if has(documents::ParticipantRole::Gets) =>
            {
                let one = |kind, from: usize, to: usize| ChartMessage {
                    kind,
                    from,
                    label: label(from),
                    channel: None,
                    data: given(Some(from)),
                    to: vec![Receiver { lifeline: to, label: None, command: command(to) }],
                    missed: Vec::new(),
                    command: command(from),
                };
                out.messages.push(one(MessageKind::Get, getter, supplier));
                out.messages.push(one(MessageKind::Supply, supplier, getter));
            }
            (_, Some(from), Some(to)) if from != to => {
                let name = |at: usize| self.lifelines[at].name.as_str();
                let start = format!("{} -> {}: ", name(from), name(to));
                out.messages.push(ChartMessage {
                    kind: MessageKind::Handshake,
                    from,
                    label: text.strip_prefix(&start).unwrap_or(&text).to_string(),
                    channel: None,
                    data: Vec::new(),
                    to: vec![Receiver { lifeline: to, label: None, command: command(to) }],
                    missed: Vec::new(),
                    command: command(from),
                });
            }
            (documents::Mode::Joint, ..) if !data.is_empty() => {
                out.is_round = true;
                out.deeds.extend(data.iter().filter_map(|datum| {
                    let lifeline = self.position(&datum.from)?;
                    Some(Deed { lifeline, text: datum.value.clone(), command: command(lifeline) })
                }));
            }
            _ => {
                out.deeds = self.deeds(&text, actor, &participants, &out.changes);
                if out.deeds.is_empty() {
                    // What is nobody's in particular is everybody's.
                    let everybody = 0..self.system.agents.len();
                    let deed = |lifeline| Deed { lifeline, text: text.clone(), command: text.clone() };
                    out.deeds = everybody.map(deed).collect();
                }
                out.is_round = out.deeds.len() > 1;
            }
        }
        out
    }

    /// Two agents that meet, of which one does what its program calls sending: a message of that one to the other.
    fn handshake(&self, rule: &Rule, (from, to): (&State, &State), mut step: ChartStep) -> ChartStep {
        let read = self.system.exprs.variables(rule.guard);
        let who: BTreeSet<AgentId> = read.iter().filter_map(|var| self.system.var(*var).owner).collect();
        let sends = |agent: &&AgentId| {
            let automaton = self.system.agent(**agent).automaton.iter();
            automaton.flat_map(|automaton| &automaton.threads).any(|thread| {
                let Some(at) = thread.state.map(|state| self.system.slot(state)) else { return false };
                let is_taken =
                    |edge: &&AutomatonEdge| i64::from(edge.from) == from[at] && i64::from(edge.to) == to[at];
                let is_read = thread.state.is_some_and(|state| read.contains(&state));
                is_read && thread.edges.iter().filter(is_taken).any(|edge| edge.action.role == Role::Sends)
            })
        };
        let senders: Vec<&AgentId> = who.iter().filter(sends).collect();
        let ([sender], 2) = (senders.as_slice(), who.len()) else { return step };
        let receivers = who.iter().filter(|agent| agent != sender).map(|agent| agent.0 as usize);
        let receiver = |lifeline| Receiver { lifeline, label: None, command: step.text.clone() };
        step.messages.push(ChartMessage {
            kind: MessageKind::Handshake,
            from: sender.0 as usize,
            label: step.text.clone(),
            channel: None,
            data: Vec::new(),
            to: receivers.map(receiver).collect(),
            missed: Vec::new(),
            command: step.text.clone(),
        });
        step.deeds.clear();
        step.is_round = false;
        step
    }

    /// What is done where nothing passes between agents. A step that names nobody is that of those whom it changes.
    fn deeds(
        &self,
        text: &str,
        actor: Option<usize>,
        participants: &[documents::Participant],
        changes: &[ChartChange],
    ) -> Vec<Deed> {
        let own = |participant: &documents::Participant| {
            let lifeline = self.position(&participant.agent)?;
            let text = participant.label.clone().unwrap_or_else(|| participant.command.clone());
            Some(Deed { lifeline, text, command: participant.command.clone() })
        };
        let named: Vec<Deed> = participants.iter().filter_map(own).collect();
        if !named.is_empty() {
            return named;
        }
        let mut who: Vec<usize> = match actor {
            Some(actor) => vec![actor],
            None => changes.iter().map(|change| change.lifeline).collect(),
        };
        who.dedup();
        who.retain(|at| Some(*at) != self.shared);
        let deed = |lifeline: usize| {
            let start = format!("{}: ", self.lifelines[lifeline].name);
            let short = text.strip_prefix(&start).unwrap_or(text).to_string();
            Deed { lifeline, text: short, command: text.to_string() }
        };
        who.into_iter().map(deed).collect()
    }

    /// A run in the words of its language.
    fn narrated(&mut self, run: &Trace, events: Vec<Event>) -> (Vec<ChartChange>, Vec<ChartStep>) {
        const ENVIRONMENT: &str = "environment";
        let writes_shared = |event: &Event| matches!(&event.kind, EventKind::Assignment { arrow, .. } if *arrow == ENVIRONMENT_ARROW);
        if let ([_], true) = (self.system.agents.as_slice(), events.iter().all(|event| event.agent.is_none()))
        {
            // Of one who is never named all is said.
            self.shared = Some(0);
        } else if events.iter().any(|event| event.agent.is_none() || writes_shared(event)) {
            self.shared(ENVIRONMENT);
        }
        let mut start = Vec::new();
        let mut steps: Vec<ChartStep> = Vec::new();
        for event in &events {
            let Some(number) = event.step else {
                start.extend(self.told_value(event));
                continue;
            };
            if steps.last().is_none_or(|step| step.number != number) {
                let after = run.target(number - 1);
                steps.push(ChartStep {
                    number,
                    text: String::new(),
                    is_round: false,
                    deeds: Vec::new(),
                    messages: Vec::new(),
                    changes: Vec::new(),
                    remarks: self.view.watched_texts(after),
                });
            }
            let last = steps.len() - 1;
            self.happens(event, &mut steps[last]);
        }
        for step in &mut steps {
            for at in 0..step.messages.len() {
                if step.messages[at].kind != MessageKind::Write {
                    step.messages[at].missed = self.others(&step.messages[at]);
                }
            }
        }
        (start, steps)
    }

    /// The value that an event gives to a variable of its agent, or of the environment.
    fn told_value(&self, event: &Event) -> Option<ChartChange> {
        let EventKind::Assignment { variable, index, value, .. } = &event.kind else { return None };
        let lifeline = match &event.agent {
            Some(agent) => self.position(agent)?,
            None => self.shared?,
        };
        let variable = match index {
            Some(index) => format!("{variable}[{index}]"),
            None => variable.clone(),
        };
        let value = value.map_or("undef".to_string(), |value| value.to_string());
        Some(ChartChange { lifeline, variable, value, is_control: false })
    }

    fn happens(&mut self, event: &Event, step: &mut ChartStep) {
        let lifeline = match event.agent.as_deref() {
            Some(agent) => self.position(agent),
            None => self.shared.filter(|at| *at < self.system.agents.len()),
        };
        let Some(lifeline) = lifeline else { return };
        let line = event.text.split_once('\t').map_or(event.text.as_str(), |(_, line)| line);
        match &event.kind {
            EventKind::Assignment { from: Some(_), .. } => {
                if let Some(message) = step.messages.last_mut()
                    && !message.to.iter().any(|to| to.lifeline == lifeline)
                {
                    message.to.push(Receiver { lifeline, label: None, command: String::new() });
                }
                step.changes.extend(self.told_value(event));
                return;
            }
            // A value that is so, and was not assigned by anybody.
            EventKind::Assignment { arrow: "=", .. } => {
                step.changes.extend(self.told_value(event));
                return;
            }
            EventKind::Assignment { arrow, .. } if *arrow == ENVIRONMENT_ARROW => {
                let Some(shared) = self.shared else { return };
                step.messages.push(ChartMessage {
                    kind: MessageKind::Write,
                    from: lifeline,
                    label: line.to_string(),
                    channel: None,
                    data: Vec::new(),
                    to: vec![Receiver { lifeline: shared, label: None, command: String::new() }],
                    missed: Vec::new(),
                    command: line.to_string(),
                });
            }
            EventKind::Assignment { .. } | EventKind::Idle { .. } => {
                step.deeds.push(Deed { lifeline, text: line.to_string(), command: line.to_string() });
            }
            EventKind::Message { is_end: true, .. } => return,
            EventKind::Message { kind, tuple, .. } => {
                let is_confirmation = *kind == MessageKind::Confirm.word();
                step.messages.push(ChartMessage {
                    kind: if is_confirmation { MessageKind::Confirm } else { MessageKind::Propagate },
                    from: lifeline,
                    label: format!("{kind} {tuple}"),
                    channel: None,
                    data: Vec::new(),
                    to: Vec::new(),
                    missed: Vec::new(),
                    command: format!("{kind} {tuple}"),
                });
            }
        }
        let sentence = format!("{}: {line}", self.lifelines[lifeline].name);
        let sentence = sentence.trim_matches(['<', '>']).to_string();
        step.text = if step.text.is_empty() { sentence } else { format!("{}; {sentence}", step.text) };
    }

    /// What there is to say where a run ends in a dead end.
    fn dead_end(&self, run: &Trace, narrator: Option<&dyn Narrator>) -> Option<DeadEnd> {
        let last = run.states.last()?;
        let stutters = run.steps.last() == Some(&Step::Stutter);
        if !stutters && (run.loop_start.is_some() || !Interpreter::new(self.system).is_deadlock(last)) {
            return None;
        }
        let text = dead_end_text(self.system, narrator, &run.states);
        let blocked = self.blocked(last).into_iter().chain(self.waiting(last));
        Some(DeadEnd { text, blocked: blocked.collect() })
    }

    /// Steps that several agents take together and for which some are ready: each of these waits for the others.
    fn waiting(&self, state: &State) -> Vec<BlockedMessage> {
        const MOST: usize = 12;
        let system = self.system;
        let env = Env { system, state, choices: &[], taken: &[] };
        let holds = |id| eval_bool(&system.exprs, id, env) == Ok(true);
        let mut found: Vec<BlockedMessage> = Vec::new();
        for rule in &system.rules {
            let seen = &rule.observation;
            let is_joint = seen.mode == Mode::Joint || seen.mode == Mode::Local && seen.actor.is_none();
            if !is_joint || !rule.choices.is_empty() {
                continue;
            }
            let mut ready: BTreeMap<usize, bool> = BTreeMap::new();
            for part in system.exprs.conjuncts(rule.guard) {
                for var in system.exprs.variables(part) {
                    if let Some(owner) = system.var(var).owner {
                        *ready.entry(owner.0 as usize).or_insert(true) &= holds(part);
                    }
                }
            }
            let by: Vec<usize> = ready.iter().filter(|(_, ready)| !**ready).map(|(at, _)| *at).collect();
            // What is no command of the text, nobody waits for.
            let action = rule.parts.iter().find_map(|part| part.alternatives.first()?.action.as_ref());
            let Some(label) = action.map(|action| &action.short) else { continue };
            // Who meets is drawn.
            let label = match label.split_once(": ") {
                Some((_, what)) if seen.actor.is_some() => what.to_string(),
                _ => label.clone(),
            };
            for (from, _) in ready.iter().filter(|(_, ready)| **ready && !by.is_empty()) {
                let one = BlockedMessage { from: *from, label: label.clone(), by: by.clone() };
                if !found.contains(&one) && found.len() < MOST {
                    found.push(one);
                }
            }
        }
        found
    }

    /// Messages whose senders are ready in a state, but not all others.
    fn blocked(&self, state: &State) -> Vec<BlockedMessage> {
        let system = self.system;
        let env = Env { system, state, choices: &[], taken: &[] };
        let holds = |id| eval_bool(&system.exprs, id, env) == Ok(true);
        let mut found = Vec::new();
        for rule in &system.rules {
            let seen = &rule.observation;
            let (Mode::Message, Some(actor), true) = (seen.mode, seen.actor, rule.choices.is_empty()) else {
                continue;
            };
            // Conditions on others stand in the guard, or in parts of their own.
            let is_own = |id: &ExprId| {
                let read = system.exprs.variables(*id);
                read.iter().all(|var| system.var(*var).owner == Some(actor))
            };
            let (own, others): (Vec<ExprId>, Vec<ExprId>) =
                system.exprs.conjuncts(rule.guard).into_iter().partition(is_own);
            if !own.into_iter().all(holds) {
                continue;
            }
            let read = system.exprs.variables_of(others.into_iter().filter(|id| !holds(*id)));
            let owners = read.into_iter().filter_map(|var| system.var(var).owner);
            let is_ready = |part: &synod_core::Part| {
                part.alternatives.iter().any(|alternative| holds(alternative.guard))
            };
            let unready = rule.parts.iter().filter(|part| !is_ready(part)).filter_map(|part| part.agent);
            if unready.clone().any(|agent| agent == actor) {
                continue;
            }
            let mut by: Vec<usize> =
                owners.chain(unready).filter(|agent| *agent != actor).map(|agent| agent.0 as usize).collect();
            by.sort_unstable();
            by.dedup();
            if by.is_empty() {
                continue;
            }
            let action = rule.parts.iter().find(|part| part.agent == Some(actor));
            let action = action.and_then(|part| part.alternatives.first()?.action.as_ref());
            let label = action.map_or(&rule.name, |action| action.label.as_ref().unwrap_or(&action.short));
            found.push(BlockedMessage { from: actor.0 as usize, label: label.clone(), by });
        }
        found
    }
}

/// How narrators write assignments to what all share.
const ENVIRONMENT_ARROW: &str = "<--";
