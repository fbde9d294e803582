//! BTOR2, on bits: input for word-level hardware model checkers.

use rustc_hash::FxHashMap;
use synod_sat::circuit::Lit;

use crate::circuit::{Printable, Sought, without_blanks};

/// The lines so far, and where each signal is defined.
struct Lines {
    out: String,
    last: u64,
    nodes: FxHashMap<usize, u64>,
}

impl Lines {
    fn add(&mut self, line: &str) -> u64 {
        self.last += 1;
        self.out.push_str(&format!("{} {line}\n", self.last));
        self.last
    }

    /// The line of a signal; a negative number is a negation.
    fn of(&self, lit: Lit) -> String {
        let sign = if lit.is_negated() { "-" } else { "" };
        format!("{sign}{}", self.nodes[&lit.node()])
    }
}

/// The circuit as BTOR2.
pub fn text(printable: &Printable) -> String {
    let circuit = &printable.circuit;
    let mut lines = Lines { out: String::new(), last: 0, nodes: FxHashMap::default() };
    let bit = lines.add("sort bitvec 1");
    let zero = lines.add(&format!("zero {bit}"));
    lines.nodes.insert(0, zero);
    for (number, input) in circuit.inputs.iter().enumerate() {
        let line = lines.add(&format!("input {bit} input{number}"));
        lines.nodes.insert(input.node(), line);
    }
    for (latch, reset) in std::iter::zip(&circuit.latches, &printable.resets) {
        let name = without_blanks(&printable.question.name(latch));
        let line = lines.add(&format!("state {bit} {name}"));
        lines.nodes.insert(latch.now.node(), line);
        let value = lines.of(Lit::constant(*reset));
        lines.add(&format!("init {bit} {line} {value}"));
    }
    for (node, a, b) in printable.gates() {
        let (a, b) = (lines.of(a), lines.of(b));
        let line = lines.add(&format!("and {bit} {a} {b}"));
        lines.nodes.insert(node, line);
    }
    for latch in &circuit.latches {
        let (now, next) = (lines.of(latch.now), lines.of(latch.next));
        lines.add(&format!("next {bit} {now} {next}"));
    }
    for constraint in &printable.constraints {
        let signal = lines.of(*constraint);
        lines.add(&format!("constraint {signal}"));
    }
    let signals: Vec<String> = printable.sought.signals().iter().map(|signal| lines.of(*signal)).collect();
    let (signals, count, name) = (signals.join(" "), signals.len(), &printable.property);
    lines.add(&match &printable.sought {
        Sought::Bad(_) => format!("bad {signals} {name}"),
        Sought::Justice(_) => format!("justice {count} {signals} {name}"),
    });
    lines.out
}
