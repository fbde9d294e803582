//! Runs in the words of the file: moments with the values of states and inputs, bits put together to words.

use std::collections::BTreeMap;

use synod_core::{State, Step, System, Trace, VarId};
use synod_frontend::{Event, EventKind, Narration, Narrator};

use crate::scan::as_bit;

/// Where the value of a bit is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// In the state.
    Variable(VarId),
    /// Among the choices of the step, which are the inputs.
    Choice(usize),
    /// Nowhere: nothing depends on it.
    Nowhere,
}

/// A state or an input: bits under one name, the least significant first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Word {
    pub name: String,
    pub bits: Vec<Place>,
}

/// Narrates the runs of a circuit.
#[derive(Clone, Debug)]
pub(crate) struct CircuitNarrator {
    states: Vec<Word>,
    inputs: Vec<Word>,
}

/// Words of one bit with names such as `count[0]`, `count[1]`, … put together, where none is missing.
fn regrouped(words: Vec<Word>) -> Vec<Word> {
    let mut groups: BTreeMap<&str, BTreeMap<usize, Place>> = BTreeMap::new();
    for word in &words {
        if let (Some((name, position)), [bit]) = (as_bit(&word.name), word.bits.as_slice()) {
            groups.entry(name).or_default().insert(position, *bit);
        }
    }
    groups.retain(|name, bits| {
        bits.len() > 1
            && bits.keys().copied().eq(0..bits.len())
            && words.iter().all(|word| word.name != *name)
    });
    let mut out = Vec::new();
    for word in &words {
        match as_bit(&word.name).filter(|(name, _)| word.bits.len() == 1 && groups.contains_key(name)) {
            None => out.push(word.clone()),
            // The group stands where its lowest bit does.
            Some((name, 0)) => {
                out.push(Word { name: name.to_string(), bits: groups[name].values().copied().collect() })
            }
            Some(_) => {}
        }
    }
    out
}

/// The bits of a word at a moment; `None` for those that nothing depends on.
type Bits = Vec<Option<bool>>;

/// A value: the number and the bits, or the bits alone where the number is too large or not known.
fn show(bits: &Bits) -> String {
    let digits: String =
        bits.iter().rev().map(|bit| bit.map_or('x', |bit| if bit { '1' } else { '0' })).collect();
    match (number(bits), bits.len()) {
        (_, 1) => digits,
        (Some(number), _) => format!("{number} (0b{digits})"),
        (None, _) => format!("0b{digits}"),
    }
}

fn number(bits: &Bits) -> Option<i64> {
    let all: Option<Vec<bool>> = bits.iter().copied().collect();
    let all = all.filter(|all| all.len() < 64)?;
    Some(all.iter().rev().fold(0, |number, bit| 2 * number + i64::from(*bit)))
}

impl CircuitNarrator {
    pub fn new(states: Vec<Word>, inputs: Vec<Word>) -> Self {
        CircuitNarrator { states: regrouped(states), inputs: regrouped(inputs) }
    }

    fn bits(&self, system: &System, word: &Word, state: &State, choices: &[i64]) -> Bits {
        let bit = |place: &Place| match place {
            Place::Variable(var) => state.get(system.slot(*var)).map(|value| *value == 1),
            Place::Choice(position) => choices.get(*position).map(|value| *value == 1),
            Place::Nowhere => None,
        };
        word.bits.iter().map(bit).collect()
    }

    /// The states, or those of them that are not as before.
    fn state_values(&self, system: &System, state: &State, before: Option<&State>) -> Vec<(&Word, Bits)> {
        let changed = |(word, bits): &(&Word, Bits)| {
            before.is_none_or(|before| self.bits(system, word, before, &[]) != *bits)
        };
        self.states.iter().map(|word| (word, self.bits(system, word, state, &[]))).filter(changed).collect()
    }

    /// The inputs of a step that something depends on.
    fn input_values(&self, system: &System, step: &Step) -> Vec<(&Word, Bits)> {
        let Step::Take(taken) = step else { return Vec::new() };
        let values =
            self.inputs.iter().map(|word| (word, self.bits(system, word, &State::new(), &taken.choices)));
        values.filter(|(_, bits)| bits.iter().any(Option::is_some)).collect()
    }
}

fn listed(values: &[(&Word, Bits)]) -> String {
    values.iter().map(|(word, bits)| format!("{} = {}", word.name, show(bits))).collect::<Vec<_>>().join(", ")
}

fn event(step: Option<usize>, word: &Word, bits: &Bits, is_input: bool) -> Event {
    let text = format!("{} = {}", word.name, show(bits));
    let kind = match number(bits) {
        Some(value) => EventKind::Assignment {
            variable: word.name.clone(),
            arrow: if is_input { "<-" } else { "=" },
            index: None,
            value: Some(value),
            stamp: None,
            from: None,
        },
        None => EventKind::Idle { action: text.clone() },
    };
    Event { step, agent: None, text, kind }
}

impl Narrator for CircuitNarrator {
    fn events(&self, system: &System, trace: &Trace) -> Vec<Event> {
        let first = self.state_values(system, &trace.states[0], None);
        let mut events: Vec<Event> =
            first.iter().map(|(word, bits)| event(None, word, bits, false)).collect();
        for (at, (state, step)) in std::iter::zip(&trace.states, &trace.steps).enumerate() {
            let (inputs, number) = (self.input_values(system, step), Some(at + 1));
            events.extend(inputs.iter().map(|(word, bits)| event(number, word, bits, true)));
            let changed = self.state_values(system, trace.target(at), Some(state));
            events.extend(changed.iter().map(|(word, bits)| event(number, word, bits, false)));
        }
        events
    }

    fn text(&self, system: &System, trace: &Trace, wanted: &Narration) -> String {
        let mut out = String::new();
        for (at, state) in trace.states.iter().enumerate() {
            if trace.loop_start == Some(at) && trace.steps.last() != Some(&Step::Stutter) {
                out.push_str("for ever again:\n");
            }
            let before = if at == 0 { wanted.known } else { Some(&trace.states[at - 1]) };
            let values = self.state_values(system, state, before);
            let values =
                if values.is_empty() && before.is_some() { "as before".to_string() } else { listed(&values) };
            out.push_str(&format!("moment {at}: {values}\n"));
            let marks = wanted.marks.iter().filter(|mark| mark.0 == at);
            marks.for_each(|mark| out.push_str(&format!("  {}\n", mark.1)));
            let inputs = trace.steps.get(at).map(|step| self.input_values(system, step)).unwrap_or_default();
            if !inputs.is_empty() {
                out.push_str(&format!("  inputs: {}\n", listed(&inputs)));
            }
        }
        match (trace.loop_start, trace.steps.last()) {
            (Some(_), Some(Step::Stutter)) => {
                out.push_str(&format!("{}\n", self.dead_end_line(system, &trace.states)))
            }
            (Some(start), _) => out.push_str(&format!("then moment {start} again\n")),
            (None, _) => {}
        }
        out
    }

    fn property_line(&self, property: &str, satisfied: bool) -> String {
        let word = if satisfied { "satisfied" } else { "violated" };
        format!("property {property}: {word}")
    }

    fn dead_end_line(&self, _: &System, _: &[State]) -> String {
        "no input satisfies the constraints here: the run does not go on".to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn word(name: &str, bits: &[usize]) -> Word {
        Word { name: name.to_string(), bits: bits.iter().map(|bit| Place::Choice(*bit)).collect() }
    }

    #[test]
    fn bits_with_positions_are_put_together_if_none_is_missing() {
        let bits =
            [word("a[1]", &[0]), word("b[1]", &[1]), word("a[0]", &[2]), word("c", &[3]), word("d[0]", &[4])];
        let expected = [word("b[1]", &[1]), word("a", &[2, 0]), word("c", &[3]), word("d[0]", &[4])];
        assert_eq!(regrouped(bits.to_vec()), expected);
    }

    #[test]
    fn words_are_numbers_with_their_bits() {
        assert_eq!(show(&vec![Some(true)]), "1");
        assert_eq!(show(&vec![Some(true), Some(false), Some(true)]), "5 (0b101)");
        assert_eq!(show(&vec![Some(true), None]), "0bx1");
        assert_eq!(show(&vec![Some(true); 64]), format!("0b{}", "1".repeat(64)));
    }
}
