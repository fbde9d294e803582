//! Why processes cannot do what they offer: who would have to meet them, and where that one is instead.

use std::collections::BTreeMap;

use synod_core::{Command, Participation, Role, State, System, Usage};
use synod_frontend::{Blocked, ClosedCommand, Condition, Obstacle};
use synod_syntax::{Span, checkpoint};
use synod_triples::{Assignment, Component, Triple};

use crate::lower::Counter;
use crate::network::Label;
use crate::shape::Shape;

/// What processes offer in a state but cannot do.
pub(crate) fn blocked(shape: &Shape, system: &System, state: &State) -> Vec<Blocked> {
    let look = Look { shape, system, state };
    let mut found: Vec<Blocked> = Vec::new();
    for (component, offer) in &shape.network.structure.alone {
        let Some(label) = offer.label.action() else { continue };
        if look.is_at(&offer.entry) && !look.is_taken(*component, label) {
            let blocked = look.blocked(*component, offer, label);
            if !found.contains(&blocked) {
                found.push(blocked);
            }
        }
    }
    found
}

/// The actions of a text, by their places: those of the steps of the system, and those that threads only offer.
pub(crate) fn commands(shape: &Shape, system: &System, labels: &[Label]) -> Vec<Command> {
    let mut found: BTreeMap<(u32, u32), Command> = BTreeMap::new();
    let mut at = |span: Span, text: &str| {
        found
            .entry((span.start, span.end))
            .or_insert_with(|| Command {
                kind: "action",
                text: text.to_string(),
                span,
                usage: Usage::Steps(Vec::new()),
                begins: Vec::new(),
            })
            .clone()
    };
    let mut all: Vec<Command> = Vec::new();
    for (component, offer) in &shape.network.structure.alone {
        checkpoint();
        let Some(label) = offer.label.action() else { continue };
        for span in &label.places.0 {
            let mut command = at(*span, &label.text);
            if let (Counter::Variable(var, _), Some(value)) =
                (shape.counters[*component], offer.entry.get(component))
            {
                command.begins.push((var, i64::from(*value)));
            }
            all.push(command);
        }
    }
    for ((rule, _), label) in std::iter::zip(system.rule_ids(), labels) {
        for span in &label.places.0 {
            let mut command = at(*span, &label.text);
            command.usage = Usage::Steps(vec![Participation { rule, took: None }]);
            all.push(command);
        }
    }
    // What is said of the same place in several threads and rules belongs together.
    for one in all {
        if let Some(command) = found.get_mut(&(one.span.start, one.span.end)) {
            command.begins.extend(one.begins);
            if let (Usage::Steps(steps), Usage::Steps(more)) = (&mut command.usage, one.usage) {
                steps.extend(more);
            }
        }
    }
    found.into_values().collect()
}

/// A look at one state.
struct Look<'a> {
    shape: &'a Shape,
    system: &'a System,
    state: &'a State,
}

impl Look<'_> {
    fn value(&self, component: Component) -> u32 {
        match self.shape.counters[component] {
            Counter::Constant(value) => value,
            Counter::Variable(var, _) => self.state[self.system.slot(var)] as u32,
        }
    }

    fn is_at(&self, entry: &Assignment) -> bool {
        entry.iter().all(|(component, value)| self.value(*component) == *value)
    }

    /// The steps that have an action of a thread in them, alone or with others.
    fn steps(&self, component: Component, label: &Label) -> impl Iterator<Item = &Triple<Label>> {
        let here = self.value(component);
        let same = move |other: &Label| match label.places.0.as_slice() {
            [] => other.text == label.text,
            spans => spans.iter().any(|span| other.places.0.contains(span)),
        };
        let triples = self.shape.network.structure.triples.iter();
        triples.filter(move |triple| {
            triple.entry.get(&component) == Some(&here) && triple.label.action().is_some_and(same)
        })
    }

    fn is_taken(&self, component: Component, label: &Label) -> bool {
        self.steps(component, label).any(|triple| self.is_at(&triple.entry))
    }

    fn blocked(&self, component: Component, offer: &Triple<Label>, label: &Label) -> Blocked {
        // Partners that may come, and those that would have to be where they never are.
        let (mut closed, mut never): (Vec<ClosedCommand>, Vec<ClosedCommand>) = (Vec::new(), Vec::new());
        for step in self.steps(component, label) {
            let others =
                step.entry.iter().filter(|(c, v)| !offer.entry.contains_key(c) && self.value(**c) != **v);
            let others: Vec<(Component, u32)> =
                others.map(|(component, value)| (*component, *value)).collect();
            let is_constant = |(component, _): &(Component, u32)| {
                matches!(self.shape.counters[*component], Counter::Constant(_))
            };
            let list = if others.iter().any(is_constant) { &mut never } else { &mut closed };
            let conditions = others.into_iter().map(|(component, value)| self.condition(component, value));
            let conditions: Vec<Condition> = conditions.collect();
            let one = ClosedCommand { agent: None, command: None, span: Default::default(), conditions };
            if !one.conditions.is_empty() && !list.contains(&one) {
                list.push(one);
            }
        }
        let (what, closed) = match (closed.is_empty(), never.is_empty()) {
            (true, true) => ("a partner, and no process ever offers to meet it", closed),
            (true, false) => ("a partner that never comes to it", never),
            (false, _) => ("a partner", closed),
        };
        let network = &self.shape.network;
        Blocked {
            agent: network.owner(component).map(|party| network.parties[party].name.clone()),
            role: Role::Acts,
            action: label.text.clone(),
            command: label.text.clone(),
            span: label.places.first(),
            obstacles: vec![Obstacle::Waits { what: what.to_string(), closed }],
        }
    }

    /// That a thread is at this place.
    fn condition(&self, component: Component, value: u32) -> Condition {
        let network = &self.shape.network;
        let reads = match self.shape.counters[component] {
            Counter::Constant(_) => Vec::new(),
            Counter::Variable(var, _) => vec![var],
        };
        let place = &network.places(component)[value as usize];
        let text = format!("{} = {place}", network.counter_name(component));
        Condition { text, reads, given: Vec::new() }
    }
}
