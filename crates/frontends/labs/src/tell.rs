//! Runs in the words of the language: assignments with arrows and time stamps, messages with those who
//! take them.

use std::collections::BTreeSet;
use std::fmt::Write;

use synod_core::{Env, ExprId, Rule, State, Step, System, Taken, Trace, VarId, eval};

use crate::lower::{Cell, Stores};
use crate::model::{Arrow, Model};
use crate::{Assigned, Message, Sent, StepKind};

/// Tells runs of one model.
#[derive(Clone, Debug)]
pub struct Teller {
    model: Model,
    steps: Vec<StepKind>,
    stores: Stores,
}

/// Something that happens in a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// The step that it belongs to, from 1; `None` for the beginning.
    pub step: Option<usize>,
    /// Whose doing it is; `None` for the first values of the environment.
    pub agent: Option<usize>,
    /// What happens.
    pub kind: EventKind,
}

/// What happens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EventKind {
    /// A variable gets a value.
    Assigned {
        /// The variable.
        variable: String,
        /// Its kind.
        arrow: Arrow,
        /// The element of an array, row by row.
        index: Option<i64>,
        /// The value; `None` for the undefined one.
        value: Option<i64>,
        /// When the value of a stigmergic variable was made: later ones have greater stamps.
        stamp: Option<u64>,
        /// Who sent the value, by id.
        from: Option<usize>,
    },
    /// A message begins.
    Begins(Message, String),
    /// It has reached everybody.
    Ends(Message, String),
    /// A step that assigns nothing, in its own words.
    Idle(String),
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
    /// Who tells its runs.
    pub fn teller(&self) -> Teller {
        Teller { model: self.resolved.clone(), steps: self.steps.clone(), stores: self.stores.clone() }
    }
}

impl Teller {
    /// The model whose runs it tells.
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// The type of an agent and its id, as traces name it.
    pub fn agent_name(&self, agent: usize) -> String {
        self.model.agent_name(agent)
    }

    /// Everything that happens in a run of the system that the model was lowered to.
    pub fn events(&self, system: &System, trace: &Trace) -> Vec<Event> {
        let mut clock = Clock::new(&self.model);
        let mut events = self.beginning(system, &trace.states[0], &clock);
        for (at, (state, step)) in std::iter::zip(&trace.states, &trace.steps).enumerate() {
            let Step::Take(taken) = step else { continue };
            let passage = Passage { teller: self, system, before: state, taken, after: trace.target(at) };
            let told = passage.tell(&mut clock);
            events.extend(told.into_iter().map(|(agent, kind)| Event {
                step: Some(at + 1),
                agent: Some(agent),
                kind,
            }));
        }
        events
    }

    fn beginning(&self, system: &System, state: &State, clock: &Clock) -> Vec<Event> {
        let mut events = Vec::new();
        let mut put = |agent, name: &str, arrow, cell: &Cell, stamp| {
            for (index, value) in contents(system, state, cell) {
                let variable = name.to_string();
                let kind = EventKind::Assigned { variable, arrow, index, value, stamp, from: None };
                events.push(Event { step: None, agent, kind });
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

    /// An event as a line, such as `Node 0:` and `leader <~ 0,3`.
    pub fn line(&self, event: &Event) -> String {
        let name = event.agent.map(|agent| self.agent_name(agent)).unwrap_or_default();
        match &event.kind {
            EventKind::Assigned { variable, arrow, index, value, stamp, .. } => {
                let mut line = if name.is_empty() { "\t".to_string() } else { format!("{name}:\t") };
                line.push_str(variable);
                let _ = index.map(|index| write!(line, "[{index}]"));
                let value = value.map_or("undef".to_string(), |value| value.to_string());
                let _ = write!(line, " {} {value}", arrow.symbol());
                let _ = stamp.map(|stamp| write!(line, ",{stamp}"));
                line
            }
            EventKind::Begins(message, tuple) => format!("<{name}: {} '{tuple}'>", message.word()),
            EventKind::Ends(message, tuple) => format!("<{name}: end {} '{tuple}'>", message.word()),
            EventKind::Idle(text) => format!("{name}:\t{text}"),
        }
    }

    /// A run as text. `marks` are lines to put after the state of a position, such as what has become of a
    /// property there.
    pub fn text(&self, system: &System, trace: &Trace, marks: &[(usize, String)]) -> String {
        let events = self.events(system, trace);
        let mut left = events.iter().peekable();
        let mut lines = vec!["<initialization>".to_string()];
        while let Some(event) = left.next_if(|event| event.step.is_none()) {
            lines.push(self.line(event));
        }
        lines.push("<end initialization>".to_string());
        let marks_at = |at: usize| marks.iter().filter(move |mark| mark.0 == at).map(|mark| mark.1.clone());
        lines.extend(marks_at(0));
        for (at, step) in trace.steps.iter().enumerate() {
            if *step == Step::Stutter {
                break;
            }
            if trace.loop_start == Some(at) {
                lines.push("<loop>".to_string());
            }
            while let Some(event) = left.next_if(|event| event.step == Some(at + 1)) {
                lines.push(self.line(event));
            }
            lines.extend(marks_at(at + 1));
        }
        match (trace.loop_start, trace.steps.last()) {
            (Some(_), Some(Step::Stutter)) => lines.push(self.standstill(system, &trace.states).to_string()),
            (Some(_), _) => lines.push("<end loop: again from its start, for ever>".to_string()),
            (None, _) => {}
        }
        lines.iter().map(|line| format!("{line}\n")).collect()
    }

    /// The line for the last of some states, in which no step can be taken.
    pub fn standstill(&self, system: &System, states: &[State]) -> &'static str {
        let ended = |state| eval(&system.exprs, self.stores.terminated, Env::of(system, state)) == Ok(1);
        if states.last().is_some_and(ended) { "<all agents have ended>" } else { "<deadlock>" }
    }
}

/// A step, with the states around it.
struct Passage<'a> {
    teller: &'a Teller,
    system: &'a System,
    before: &'a State,
    taken: &'a Taken,
    after: &'a State,
}

impl Passage<'_> {
    fn rule(&self) -> &Rule {
        self.system.rule(self.taken.rule)
    }

    /// What happens, with the agents whose doing it is.
    fn tell(&self, clock: &mut Clock) -> Vec<(usize, EventKind)> {
        match &self.teller.steps[self.taken.rule.0 as usize] {
            StepKind::Send(sent) => self.message(*sent, &BTreeSet::new(), &mut BTreeSet::new(), clock),
            StepKind::Act { agent, assigned, messages } => {
                let written: BTreeSet<usize> =
                    assigned.iter().filter_map(|one| self.teller.tuple_of(one)).collect();
                written.iter().for_each(|tuple| clock.refresh(*agent, *tuple));
                let mut told: Vec<_> =
                    assigned.iter().map(|one| (*agent, self.assignment(one, *agent, clock))).collect();
                let mut reached = BTreeSet::new();
                for sent in messages {
                    told.extend(self.message(*sent, &written, &mut reached, clock));
                }
                if told.is_empty() {
                    let action = self.rule().parts.first().and_then(|part| part.alternatives.first());
                    let text = action.and_then(|a| a.action.as_ref()).map_or("", |a| a.short.as_str());
                    told.push((*agent, EventKind::Idle(text.to_string())));
                }
                told
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
        EventKind::Assigned {
            variable: assigned.name.clone(),
            arrow: assigned.arrow,
            index: assigned.index.and_then(|index| self.value(index)),
            value: self.value(assigned.value).filter(|_| defined),
            stamp: self.teller.tuple_of(assigned).map(|tuple| clock.stamps[agent][tuple]),
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
        let teller = self.teller;
        let name = teller.model.tuples[tuple].name.clone();
        let rank = |state: &State, agent: usize| {
            let var: Option<VarId> = teller.stores.ranks[agent][tuple];
            var.map(|var| state[self.system.slot(var)])
        };
        let mut told = vec![(sender, EventKind::Begins(message, name.clone()))];
        for agent in (0..teller.model.agents()).filter(|agent| *agent != sender) {
            let differed = written.contains(&tuple) || rank(self.before, agent) != rank(self.before, sender);
            let took = differed && rank(self.after, agent) == rank(self.after, sender);
            if took && reached.insert((agent, tuple)) {
                let stamp = clock.stamps[sender][tuple];
                clock.stamps[agent][tuple] = stamp;
                for variable in &teller.model.tuples[tuple].variables {
                    let cell = &teller.stores.stigmergic[sender][*variable];
                    for (index, value) in contents(self.system, self.after, cell) {
                        let kind = EventKind::Assigned {
                            variable: teller.model.stigmergic[*variable].variable.name.clone(),
                            arrow: Arrow::Stigmergy,
                            index,
                            value,
                            stamp: Some(stamp),
                            from: Some(sender),
                        };
                        told.push((agent, kind));
                    }
                }
            }
        }
        told.push((sender, EventKind::Ends(message, name)));
        told
    }
}
