//! AIGER by the rules of its report, and random circuits against a search through all their states.

#[allow(dead_code)]
mod common;

use std::collections::{BTreeMap, BTreeSet};

use common::load;
use proptest::collection::vec;
use proptest::prelude::*;
use synod_circuits::frontend::AIGER;
use synod_frontend::{Frontend, Narration};
use synod_testing::{Tape, runner};

/// For each property of a text its name and whether it holds, as all engines say.
fn verdicts(text: &str) -> Vec<(String, bool)> {
    common::verdicts(&AIGER, text)
}

fn said(text: &str) -> Vec<bool> {
    common::said(&AIGER, text)
}

#[test]
fn a_latch_begins_with_its_reset() {
    // A latch that keeps its value, bad if it is 1: first 0, first 0 as it is not said, first 1, first either.
    for (reset, expected) in [(" 0", true), ("", true), (" 1", false), (" 2", false)] {
        assert_eq!(said(&format!("aag 1 0 1 0 0 1\n2 2{reset}\n2\n")), [expected], "{reset}");
    }
    // Bad if it is 0.
    for (reset, expected) in [(" 0", false), ("", false), (" 1", true), (" 2", false)] {
        assert_eq!(said(&format!("aag 1 0 1 0 0 1\n2 2{reset}\n3\n")), [expected], "{reset}");
    }
}

#[test]
fn a_bad_state_depends_on_the_inputs_of_its_moment() {
    assert_eq!(said("aag 1 1 0 0 0 2\n2\n2\n3\n"), [false, false]);
    // An input and its opposite.
    assert_eq!(said("aag 2 1 0 0 1 1\n2\n4\n4 2 3\n"), [true]);
    // Constants.
    assert_eq!(said("aag 0 0 0 0 0 2\n0\n1\n"), [true, false]);
}

#[test]
fn constraints_hold_up_to_and_including_the_bad_moment() {
    // The input is bad, and a constraint forbids it.
    assert_eq!(said("aag 1 1 0 0 0 1 1\n2\n2\n3\n"), [true]);
    // A latch gets 1 after the first moment and stays so, which is bad; the constraint forbids 1: too late by then.
    assert_eq!(said("aag 1 0 1 0 0 1 1\n2 1\n2\n3\n"), [true]);
    // Bad is the first moment already, and the constraint is broken only later.
    assert_eq!(said("aag 1 0 1 0 0 1 1\n2 1\n3\n3\n"), [false]);
    // A constraint that no input satisfies is no deadlock to complain about.
    assert_eq!(said("aag 1 1 0 0 0 1 1\n2\n1\n0\n"), [true]);
}

#[test]
fn outputs_are_bad_states_where_nothing_else_is_looked_for() {
    assert_eq!(verdicts("aag 1 0 1 1 0\n2 3\n2\no0 high\n"), [("high".to_string(), false)]);
    assert_eq!(verdicts("aag 1 0 1 1 0\n2 3\n2\n"), [("output-0".to_string(), false)]);
    assert_eq!(verdicts("aag 1 0 1 1 0 1\n2 3\n2\n0\n"), [("bad-0".to_string(), true)]);
    let justice = "aag 1 0 1 1 0 0 0 1\n2 3\n2\n1\n2\n";
    assert_eq!(verdicts(justice), [("justice-0".to_string(), false)]);
}

#[test]
fn justice_is_met_if_each_of_its_literals_is_true_again_and_again() {
    // A latch that toggles: it is 1 and 0 again and again, but never both.
    assert_eq!(said("aag 2 0 1 0 1 0 0 2\n2 3\n2\n1\n2\n3\n4\n4 2 3\n"), [false, true]);
    // A latch that stays 1 once it is: 0 is not met again and again with 1.
    assert_eq!(said("aag 1 0 1 0 0 0 0 2\n2 1\n1\n2\n3\n2\n2\n"), [true, false]);
}

#[test]
fn fairness_restricts_what_meets_justice() {
    // The input is to be 1 again and again, and so is its opposite: fine, unless a constraint forbids it.
    assert_eq!(said("aag 1 1 0 0 0 0 0 1 1\n2\n1\n2\n3\n"), [false]);
    assert_eq!(said("aag 1 1 0 0 0 0 1 1 1\n2\n3\n1\n2\n3\n"), [true]);
    // Fairness does not matter to bad states.
    assert_eq!(said("aag 1 1 0 0 0 1 0 0 1\n2\n2\n0\n"), [false]);
    // Justice without literals asks for an infinite run that keeps the constraints.
    assert_eq!(said("aag 1 0 1 0 0 0 0 1\n2 1\n0\n"), [false]);
    assert_eq!(said("aag 1 0 1 0 0 0 1 1\n2 1\n3\n0\n"), [true]);
}

#[test]
fn gates_may_be_in_any_order() {
    assert_eq!(said("aag 3 1 0 0 2 1\n2\n6\n6 4 4\n4 2 2\n"), [false]);
}

#[test]
fn names_are_those_of_the_symbol_table() {
    let model = load(
        &AIGER,
        "aag 4 1 2 0 1 1\n2\n4 2\n6 4\n8\n8 4 6\ni0 go\nl0 x[0]\nl1 x[1]\nb0 both bits\nc\nanything\n",
    )
    .unwrap();
    let names: Vec<&str> = model.compiled.system.vars.iter().map(|var| var.name.as_str()).collect();
    assert_eq!((names, model.compiled.properties[0].name.as_str()), (vec!["x[0]", "x[1]"], "both_bits"));
}

#[test]
fn runs_are_told_in_words() {
    let text = "aag 4 1 2 0 1 1\n2\n4 2\n6 4\n8\n8 4 6\ni0 go\nl0 x[0]\nl1 x[1]\n";
    let model = load(&AIGER, text).unwrap();
    let system = &model.compiled.system;
    let engine = synod_explicit::Explicit::new(system);
    let found = synod_core::Engine::check(
        &engine,
        &model.compiled.properties[0],
        &synod_core::Budget::default(),
        &synod_core::Silent,
    );
    let synod_core::Verdict::Violated(found) = found.verdict else { panic!("{:?}", found.verdict) };
    let narrator = model.details.narrator().unwrap();
    let told = narrator.text(system, &found.trace, &Narration::default());
    let expected = "\
moment 0: x = 0 (0b00)
  inputs: go = 1
moment 1: x = 1 (0b01)
  inputs: go = 1
moment 2: x = 3 (0b11)
";
    assert_eq!(told, expected);
}

#[test]
fn what_is_wrong_is_told_with_its_line() {
    for (text, code, line, words) in [
        ("", "aiger::syntax", 1, "no header"),
        ("aag 1 1 0 0\n", "aiger::syntax", 1, "no header"),
        ("aag 1 x 0 0 0\n", "aiger::syntax", 1, "whole numbers"),
        ("aag 1 1 1 0 0\n", "aiger::syntax", 1, "more inputs, latches and gates"),
        ("aag 4294967296 1 1 0 0\n", "aiger::syntax", 1, "at most"),
        ("aag 2147483647 2147483647 0 0 0\n2\n", "aiger::syntax", 2, "the file ends"),
        ("aag 2147483647 0 2147483647 0 0\n", "aiger::syntax", 1, "the file ends"),
        ("aag 1 0 1 18446744073709551615 0\n2 2\n0\n", "aiger::syntax", 3, "the file ends"),
        ("aag 0 0 0 0 0 0 0 1\n18446744073709551615\n0\n", "aiger::syntax", 3, "the file ends"),
        ("aag 1 1 0 0 0\n3\n", "aiger::literal", 2, "cannot be defined"),
        ("aag 1 1 0 0 0\n4\n", "aiger::literal", 2, "greater than 3"),
        ("aag 2 2 0 0 0\n2\n2\n", "aiger::literal", 3, "defined twice"),
        ("aag 1 0 1 0 0\n2\n", "aiger::syntax", 2, "2 or 3 literals, not 1"),
        ("aag 2 1 1 0 0\n2\n4 2 2\n", "aiger::literal", 3, "0, 1, or the latch itself"),
        ("aag 2 0 1 0 0\n2 4\n", "aiger::literal", 2, "no input, latch or gate"),
        ("aag 2 0 0 0 2\n2 4 4\n4 2 2\n", "aiger::literal", 3, "depends on itself"),
        ("aag 1 1 0 0 0\n2\ni1 x\n", "aiger::syntax", 3, "`i1` is not there"),
        ("aag 1 1 0 0 0\n2\nx1 x\n", "aiger::syntax", 3, "begins with one of"),
        ("aag 1 1 0 0 0\n2\n7\n", "aiger::syntax", 3, "a symbol or the comments"),
        ("aag 1 1 0 0 0\nü\n", "aiger::syntax", 2, "whole numbers"),
    ] {
        let (found, at, message) = load(&AIGER, text).err().unwrap_or_else(|| panic!("{text}"));
        assert_eq!((found.as_str(), at), (code, line), "{text}: {message}");
        assert!(message.contains(words), "{message}");
    }
}

#[test]
fn binary_files_are_decoded_or_refused() {
    let bytes = b"aig 5 2 0 2 3\n10\n6\n\x02\x02\x03\x02\x01\x02";
    let text = AIGER.decode(bytes).unwrap().unwrap();
    assert_eq!(said(&text), [false, false]);
    // The same bytes, where somebody took them for a text.
    assert_eq!(said(std::str::from_utf8(bytes).unwrap()), [false, false]);
    assert!(AIGER.decode(b"aag 0 0 0 0 0\n").is_none());
    assert!(AIGER.decode(b"aig 0 0 0 9 0\n").unwrap().is_err());
}

#[test]
fn deep_and_shared_circuits_are_read_and_judged() {
    // A chain of exclusive ors of one latch with itself and the input, each used twice.
    let mut text = String::new();
    let (mut gates, mut last, mut next) = (0, 4, 6);
    for _ in 0..60 {
        text += &format!(
            "{next} {last} 2\n{} {} 3\n{} {} {}\n",
            next + 2,
            last + 1,
            next + 4,
            next + 1,
            next + 3
        );
        (last, next, gates) = (next + 4, next + 6, gates + 3);
    }
    let text = format!("aag {} 1 1 0 {gates} 1\n2\n4 {last}\n{last}\n{text}", 2 + gates);
    assert_eq!(said(&text).len(), 1);
}

#[test]
fn codes_are_explained_by_examples() {
    common::assert_explained(&AIGER);
}

/// A small circuit, as lists of literals.
#[derive(Debug, Default)]
struct Sketch {
    inputs: usize,
    /// Next values and resets.
    latches: Vec<(u64, u64)>,
    gates: Vec<(u64, u64)>,
    bad: Vec<u64>,
    constraints: Vec<u64>,
    justice: Vec<Vec<u64>>,
    fairness: Vec<u64>,
}

impl Sketch {
    fn draw(numbers: Vec<u16>) -> Self {
        let tape = &mut Tape::new(numbers);
        let (inputs, latches, gates) = (tape.below(3), 1 + tape.below(4), tape.below(12));
        let variables = inputs + latches;
        let gate = |number: usize, tape: &mut Tape| {
            let mut operand = || tape.below(2 * (1 + variables + number)) as u64;
            (operand(), operand())
        };
        let drawn: Vec<(u64, u64)> = (0..gates).map(|number| gate(number, tape)).collect();
        let any = |tape: &mut Tape| tape.below(2 * (1 + variables + gates)) as u64;
        let latch = |number: usize, tape: &mut Tape| {
            let own = 2 * (1 + inputs + number) as u64;
            let reset = [0, 1, own][tape.below(3)];
            (tape.below(2 * (1 + variables + gates)) as u64, reset)
        };
        let latches = (0..latches).map(|number| latch(number, tape)).collect();
        let some =
            |most: usize, tape: &mut Tape| -> Vec<u64> { (0..tape.below(most)).map(|_| any(tape)).collect() };
        Sketch {
            inputs,
            latches,
            gates: drawn,
            bad: some(3, tape),
            constraints: some(3, tape),
            justice: (0..tape.below(3)).map(|_| some(3, tape)).collect(),
            fairness: some(2, tape),
        }
    }

    fn text(&self) -> String {
        let Sketch { inputs, latches, gates, bad, constraints, justice, fairness } = self;
        let first = 1 + inputs + latches.len();
        let mut lines = vec![format!(
            "aag {} {inputs} {} 0 {} {} {} {} {}",
            first - 1 + gates.len(),
            latches.len(),
            gates.len(),
            bad.len(),
            constraints.len(),
            justice.len(),
            fairness.len()
        )];
        lines.extend((1..=*inputs).map(|number| (2 * number).to_string()));
        let latch = |(number, (next, reset)): (usize, &(u64, u64))| {
            format!("{} {next} {reset}", 2 * (1 + inputs + number))
        };
        lines.extend(latches.iter().enumerate().map(latch));
        lines.extend(bad.iter().chain(constraints).map(u64::to_string));
        lines.extend(justice.iter().map(|often| often.len().to_string()));
        lines.extend(justice.concat().iter().chain(fairness).map(u64::to_string));
        let gate = |(number, (a, b)): (usize, &(u64, u64))| format!("{} {a} {b}", 2 * (first + number));
        lines.extend(gates.iter().enumerate().map(gate));
        lines.join("\n") + "\n"
    }

    /// The values of all variables in a state with an input.
    fn values(&self, state: usize, input: usize) -> Vec<bool> {
        let mut values = vec![false];
        values.extend((0..self.inputs).map(|bit| input >> bit & 1 == 1));
        values.extend((0..self.latches.len()).map(|bit| state >> bit & 1 == 1));
        for (a, b) in &self.gates {
            let both = of(&values, *a) && of(&values, *b);
            values.push(both);
        }
        values
    }

    /// For each state the steps that satisfy the constraints: all values, and where they lead.
    fn steps(&self, state: usize) -> Vec<(Vec<bool>, usize)> {
        let inputs = (0..1 << self.inputs).map(|input| self.values(state, input));
        let kept = inputs.filter(|values| self.constraints.iter().all(|lit| of(values, *lit)));
        let next = |values: &Vec<bool>| {
            let bits = self.latches.iter().enumerate();
            bits.map(|(bit, (next, _))| usize::from(of(values, *next)) << bit).sum()
        };
        kept.map(|values| {
            let next = next(&values);
            (values, next)
        })
        .collect()
    }

    fn is_first(&self, state: usize) -> bool {
        self.latches
            .iter()
            .enumerate()
            .all(|(bit, (_, reset))| *reset > 1 || state >> bit & 1 == *reset as usize)
    }

    /// Whether each bad state is never met, and each justice property is not.
    fn verdicts(&self) -> Vec<bool> {
        let mut graph: BTreeMap<usize, Vec<(Vec<bool>, usize)>> = BTreeMap::new();
        let mut todo: Vec<usize> =
            (0..1 << self.latches.len()).filter(|state| self.is_first(*state)).collect();
        while let Some(state) = todo.pop() {
            if let std::collections::btree_map::Entry::Vacant(entry) = graph.entry(state) {
                let steps = entry.insert(self.steps(state));
                todo.extend(steps.iter().map(|(_, next)| *next));
            }
        }
        let never = |lit: &u64| !graph.values().flatten().any(|(values, _)| of(values, *lit));
        let mut verdicts: Vec<bool> = self.bad.iter().map(never).collect();
        let reach = |from: usize| {
            let (mut seen, mut todo) = (BTreeSet::new(), vec![from]);
            while let Some(state) = todo.pop() {
                todo.extend(graph[&state].iter().map(|(_, next)| *next).filter(|next| seen.insert(*next)));
            }
            seen
        };
        let reached: BTreeMap<usize, BTreeSet<usize>> =
            graph.keys().map(|state| (*state, reach(*state))).collect();
        // On a cycle through a state each literal is true at some step from which the state is reached again.
        let is_met = |often: &Vec<u64>, start: usize| {
            let inside = |state: usize| {
                state == start || reached[&start].contains(&state) && reached[&state].contains(&start)
            };
            let steps = || graph.iter().filter(|(state, _)| inside(**state)).flat_map(|(_, steps)| steps);
            let on_cycle = |lit: &u64| steps().any(|(values, next)| inside(*next) && of(values, *lit));
            reached[&start].contains(&start) && often.iter().chain(&self.fairness).all(on_cycle)
        };
        verdicts.extend(self.justice.iter().map(|often| !graph.keys().any(|state| is_met(often, *state))));
        verdicts
    }
}

fn of(values: &[bool], lit: u64) -> bool {
    values[lit as usize / 2] != (lit % 2 == 1)
}

#[test]
fn every_engine_agrees_with_a_search_through_all_states() {
    let test = |numbers: Vec<u16>| {
        let sketch = Sketch::draw(numbers);
        prop_assert_eq!(said(&sketch.text()), sketch.verdicts(), "{}", sketch.text());
        Ok(())
    };
    runner(300).run(&vec(any::<u16>(), 0..90), test).unwrap();
}
