//! Runs in the words of the language: assignments with arrows and time stamps, messages with those who
//! take them.

use std::collections::BTreeSet;
use std::fmt::Write;

use synod_core::{Env, ExprId, Rule, State, Step, System, Taken, Trace, VarId, counted, eval};
use synod_frontend::{Event, EventKind, Links, Narration, Narrator};

use crate::lower::{Cell, Stores};
use crate::model::{Arrow, Model};
use crate::{Assigned, Sent, StepKind};

/// Narrates the runs of one model.
#[derive(Clone, Debug)]
pub struct LabsNarrator {
    model: Model,
    pub(crate) steps: Vec<StepKind>,
    pub(crate) stores: Stores,
}

/// The stamps that agents have, and the next one.
struct Clock {
    /// For each agent, by tuple.
    stamps: Vec<Vec<u64>>,
    next: u64,
}

impl Clock {
    /// Those who take part have different stamps, growing with the id; for the rest it is 0.
    fn new(model: &Model) -> Self {
        let takes_part = |ty: &crate::model::AgentType, tuple: usize| {
            ty.stigmergies.contains(&model.tuples[tuple].stigmergy)
        };
        let tuples = 0..model.tuples.len();
        let outsiders = model.types.iter().any(|ty| tuples.clone().any(|tuple| !takes_part(ty, tuple)));
        let mut stamps = vec![vec![0; model.tuples.len()]; model.agents()];
        let mut next = u64::from(outsiders);
        for ty in &model.types {
            for tuple in tuples.clone().filter(|tuple| takes_part(ty, *tuple)) {
                for agent in ty.ids.clone() {
                    stamps[agent][tuple] = next;
                    next += 1;
                }
            }
        }
        Clock { stamps, next }
    }

    fn refresh(&mut self, agent: usize, tuple: usize) {
        self.stamps[agent][tuple] = self.next;
        self.next += 1;
    }
}

/// A variable with what it holds in a state, element by element.
fn contents(system: &System, state: &State, cell: &Cell) -> Vec<(Option<i64>, Option<i64>)> {
    let (slot, len) = (system.slot(cell.value), system.var(cell.value).len);
    (0..len.unwrap_or(1) as usize)
        .map(|element| {
            let defined = cell.defined.is_none_or(|flag| state[system.slot(flag) + element] != 0);
            (len.map(|_| element as i64), defined.then_some(state[slot + element]))
        })
        .collect()
}

impl crate::Model {
    /// Who narrates its runs.
    pub fn narrator(&self) -> LabsNarrator {
        LabsNarrator { model: self.resolved.clone(), steps: self.steps.clone(), stores: self.stores.clone() }
    }
}

impl LabsNarrator {
    /// The model whose runs it narrates.
    pub fn model(&self) -> &Model {
        &self.model
    }

    fn agent_name(&self, agent: usize) -> String {
        self.model.agent_name(agent)
    }

    fn event(&self, step: Option<usize>, agent: Option<usize>, kind: EventKind) -> Event {
        let agent = agent.map(|agent| self.agent_name(agent));
        let text = line(agent.as_deref().unwrap_or_default(), &kind);
        Event { step, agent, text, kind }
    }

    fn beginning(&self, system: &System, state: &State, clock: &Clock) -> Vec<Event> {
        let mut events = Vec::new();
        let mut put = |agent, name: &str, arrow: Arrow, cell: &Cell, stamp| {
            for (index, value) in contents(system, state, cell) {
                let (variable, arrow) = (name.to_string(), arrow.symbol());
                let kind = EventKind::Assignment { variable, arrow, index, value, stamp, from: None };
                events.push(self.event(None, agent, kind));
            }
        };
        for (variable, cell) in std::iter::zip(&self.model.environment, &self.stores.environment) {
            put(None, &variable.name, Arrow::Environment, cell, None);
        }
        for agent in 0..self.model.agents() {
            let ty = self.model.type_of(agent);
            for (attribute, variable) in &ty.attributes {
                let cell = &self.stores.attributes[agent][attribute];
                put(Some(agent), &variable.name, Arrow::Attribute, cell, None);
            }
            for (stigmergic, cell) in std::iter::zip(&self.model.stigmergic, &self.stores.stigmergic[agent]) {
                if ty.stigmergies.contains(&self.model.tuples[stigmergic.tuple].stigmergy) {
                    let stamp = clock.stamps[agent][stigmergic.tuple];
                    put(Some(agent), &stigmergic.variable.name, Arrow::Stigmergy, cell, Some(stamp));
                }
            }
        }
        events
    }

    fn tuple_of(&self, assigned: &Assigned) -> Option<usize> {
        let written = assigned.arrow == Arrow::Stigmergy;
        let found = self.model.stigmergic.iter().find(|s| written && s.variable.name == assigned.name)?;
        Some(found.tuple)
    }
}

/// An event as a line, such as `Node 0:` and `leader <~ 0,3`.
fn line(name: &str, kind: &EventKind) -> String {
    match kind {
        EventKind::Assignment { variable, arrow, index, value, stamp, .. } => {
            let mut line = if name.is_empty() { "\t".to_string() } else { format!("{name}:\t") };
            line.push_str(variable);
            let _ = index.map(|index| write!(line, "[{index}]"));
            let value = value.map_or("undef".to_string(), |value| value.to_string());
            let _ = write!(line, " {arrow} {value}");
            let _ = stamp.map(|stamp| write!(line, ",{stamp}"));
            line
        }
        EventKind::Message { tuple, .. } => format!("<{name}: {} '{tuple}'>", kind.word()),
        EventKind::Idle { action } => format!("{name}:\t{action}"),
    }
}

impl Narrator for LabsNarrator {
    fn events(&self, system: &System, trace: &Trace) -> Vec<Event> {
        let mut clock = Clock::new(&self.model);
        let mut events = self.beginning(system, &trace.states[0], &clock);
        for (at, (state, step)) in std::iter::zip(&trace.states, &trace.steps).enumerate() {
            let Step::Take(taken) = step else { continue };
            let transition =
                Transition { narrator: self, system, before: state, taken, after: trace.target(at) };
            let happens = transition.events(&mut clock);
            events
                .extend(happens.into_iter().map(|(agent, kind)| self.event(Some(at + 1), Some(agent), kind)));
        }
        events
    }

    fn text(&self, system: &System, trace: &Trace, wanted: &Narration) -> String {
        let told = self.events(system, trace).into_iter().filter(|event| wanted.tells(event));
        let mut left = told.peekable();
        let known = wanted.known.map(|state| self.beginning(system, state, &Clock::new(&self.model)));
        let (mut first, mut is_partial) = (Vec::new(), false);
        while let Some(event) = left.next_if(|event| event.step.is_none()) {
            match known.as_ref().is_some_and(|known| known.contains(&event)) {
                true => is_partial = true,
                false => first.push(event.text),
            }
        }
        let mut lines = match (first.is_empty(), is_partial) {
            (true, true) => vec!["<initialization as before>".to_string()],
            (_, is_partial) => {
                let end = if is_partial {
                    "<end initialization: the rest as before>"
                } else {
                    "<end initialization>"
                };
                let begin = "<initialization>".to_string();
                std::iter::once(begin).chain(first).chain([end.to_string()]).collect()
            }
        };
        let marks_at =
            |at: usize| wanted.marks.iter().filter(move |mark| mark.0 == at).map(|mark| mark.1.clone());
        lines.extend(marks_at(0));
        let mut silent = 0;
        for (at, step) in trace.steps.iter().enumerate() {
            if *step == Step::Stutter {
                break;
            }
            if trace.loop_start == Some(at) {
                lines.extend(of_others(&mut silent));
                lines.push("<loop>".to_string());
            }
            let mut is_silent = true;
            while let Some(event) = left.next_if(|event| event.step == Some(at + 1)) {
                lines.extend(of_others(&mut silent));
                is_silent = false;
                lines.push(event.text);
            }
            silent += usize::from(is_silent && !wanted.only.is_empty());
            let marks: Vec<String> = marks_at(at + 1).collect();
            if !marks.is_empty() {
                lines.extend(of_others(&mut silent));
                lines.extend(marks);
            }
        }
        lines.extend(of_others(&mut silent));
        match (trace.loop_start, trace.steps.last()) {
            (Some(_), Some(Step::Stutter)) => lines.push(self.dead_end_line(system, &trace.states)),
            (Some(_), _) => lines.push("<end loop: again from its start, for ever>".to_string()),
            (None, _) => {}
        }
        lines.iter().map(|line| format!("{line}\n")).collect()
    }

    fn property_line(&self, property: &str, satisfied: bool) -> String {
        let word = if satisfied { "satisfied" } else { "violated" };
        format!("<property {word}: '{property}'>")
    }

    fn dead_end_line(&self, system: &System, states: &[State]) -> String {
        let line = match states.last() {
            Some(state) if self.has_ended(system, state) => "<all agents have ended>",
            // Where steps are counted, their number is what ends runs.
            Some(state) if system.has_ended(state) => "<no steps are left>",
            _ => "<deadlock>",
        };
        line.to_string()
    }

    fn links(&self, system: &System, state: &State) -> Vec<Links> {
        let holds = |condition| eval(&system.exprs, condition, Env::of(system, state)) == Ok(1);
        let named = std::iter::zip(&self.model.stigmergies, &self.stores.links);
        let named = named.filter(|(_, links)| !links.is_empty());
        let links = named.map(|(name, links)| {
            let linked = links.iter().filter(|(.., condition)| holds(*condition));
            Links { name: name.clone(), pairs: linked.map(|(from, to, _)| (*from, *to)).collect() }
        });
        links.collect()
    }
}

/// Says how many steps in a row were not told, and begins to count anew.
fn of_others(silent: &mut usize) -> Option<String> {
    let steps = std::mem::take(silent);
    (steps > 0).then(|| format!("<{} of others>", counted(steps, "step")))
}

/// A step, with the states around it.
struct Transition<'a> {
    narrator: &'a LabsNarrator,
    system: &'a System,
    before: &'a State,
    taken: &'a Taken,
    after: &'a State,
}

impl Transition<'_> {
    fn rule(&self) -> &Rule {
        self.system.rule(self.taken.rule)
    }

    /// What happens, with the agents whose doing it is.
    fn events(&self, clock: &mut Clock) -> Vec<(usize, EventKind)> {
        match &self.narrator.steps[self.taken.rule.0 as usize] {
            StepKind::Send(sent) => self.message(*sent, &BTreeSet::new(), &mut BTreeSet::new(), clock),
            StepKind::Act { agent, assigned, messages, .. } => {
                let written: BTreeSet<usize> =
                    assigned.iter().filter_map(|one| self.narrator.tuple_of(one)).collect();
                written.iter().for_each(|tuple| clock.refresh(*agent, *tuple));
                let mut events: Vec<_> =
                    assigned.iter().map(|one| (*agent, self.assignment(one, *agent, clock))).collect();
                let mut reached = BTreeSet::new();
                for sent in messages {
                    events.extend(self.message(*sent, &written, &mut reached, clock));
                }
                if events.is_empty() {
                    let action = self.rule().parts.first().and_then(|part| part.alternatives.first());
                    let text = action.and_then(|a| a.action.as_ref()).map_or("", |a| a.short.as_str());
                    events.push((*agent, EventKind::Idle { action: text.to_string() }));
                }
                events
            }
        }
    }

    fn value(&self, id: ExprId) -> Option<i64> {
        let choices = &self.taken.choices;
        let env = Env { system: self.system, state: self.before, choices, taken: &[] };
        eval(&self.system.exprs, id, env).ok()
    }

    fn assignment(&self, assigned: &Assigned, agent: usize, clock: &Clock) -> EventKind {
        let defined = assigned.defined.is_none_or(|defined| self.value(defined) == Some(1));
        EventKind::Assignment {
            variable: assigned.name.clone(),
            arrow: assigned.arrow.symbol(),
            index: assigned.index.and_then(|index| self.value(index)),
            value: self.value(assigned.value).filter(|_| defined),
            stamp: self.narrator.tuple_of(assigned).map(|tuple| clock.stamps[agent][tuple]),
            from: None,
        }
    }

    /// A message to those who have not been `reached` with this tuple in the same step. Who has the
    /// version of the sender afterwards, and had not before, has taken it.
    fn message(
        &self,
        sent: Sent,
        written: &BTreeSet<usize>,
        reached: &mut BTreeSet<(usize, usize)>,
        clock: &mut Clock,
    ) -> Vec<(usize, EventKind)> {
        let Sent { agent: sender, tuple, message } = sent;
        let narrator = self.narrator;
        let message_event = |is_end| EventKind::Message {
            kind: message.word(),
            is_end,
            tuple: narrator.model.tuples[tuple].name.clone(),
        };
        let rank = |state: &State, agent: usize| {
            let var: Option<VarId> = narrator.stores.ranks[agent][tuple];
            var.map(|var| state[self.system.slot(var)])
        };
        let mut events = vec![(sender, message_event(false))];
        for agent in (0..narrator.model.agents()).filter(|agent| *agent != sender) {
            let differed = written.contains(&tuple) || rank(self.before, agent) != rank(self.before, sender);
            let took = differed && rank(self.after, agent) == rank(self.after, sender);
            if took && reached.insert((agent, tuple)) {
                let stamp = clock.stamps[sender][tuple];
                clock.stamps[agent][tuple] = stamp;
                for variable in &narrator.model.tuples[tuple].variables {
                    let cell = &narrator.stores.stigmergic[sender][*variable];
                    for (index, value) in contents(self.system, self.after, cell) {
                        let kind = EventKind::Assignment {
                            variable: narrator.model.stigmergic[*variable].variable.name.clone(),
                            arrow: Arrow::Stigmergy.symbol(),
                            index,
                            value,
                            stamp: Some(stamp),
                            from: Some(narrator.agent_name(sender)),
                        };
                        events.push((agent, kind));
                    }
                }
            }
        }
        events.push((sender, message_event(true)));
        events
    }
}
