//! AIGER 1.9, in text and in binary: input for hardware model checkers such as ABC and rIC3.

use rustc_hash::FxHashMap;
use synod_sat::Claims;
use synod_sat::circuit::{Latch, Lit, Node};

use crate::circuit::{Printable, Sought, without_blanks};

/// How a circuit is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// As text, in files named `*.aag`.
    Text,
    /// In bytes, in files named `*.aig`.
    Binary,
}

/// The numbering that both forms share: inputs, latches, then conjunctions.
struct Numbering {
    literals: FxHashMap<usize, u64>,
    gates: Vec<(u64, u64, u64)>,
}

impl Numbering {
    fn new(printable: &Printable) -> Self {
        let circuit = &printable.circuit;
        let mut literals = FxHashMap::from_iter([(0, 0)]);
        let states = circuit.latches.iter().map(|latch| latch.now);
        for (number, signal) in (1..).zip(circuit.inputs.iter().copied().chain(states)) {
            literals.insert(signal.node(), 2 * number);
        }
        let mut numbering = Numbering { literals, gates: Vec::new() };
        for (node, a, b) in printable.gates() {
            let (a, b) = (numbering.of(a), numbering.of(b));
            let result = 2 * numbering.literals.len() as u64;
            numbering.literals.insert(node, result);
            numbering.gates.push((result, a.max(b), a.min(b)));
        }
        numbering
    }

    fn of(&self, lit: Lit) -> u64 {
        self.literals[&lit.node()] + u64::from(lit.is_negated())
    }
}

/// The circuit in the text form (`.aag`).
pub fn text(printable: &Printable) -> String {
    String::from_utf8(file(printable).write(Form::Text)).unwrap_or_default()
}

/// The circuit in the binary form (`.aig`).
pub fn binary(printable: &Printable) -> Vec<u8> {
    file(printable).write(Form::Binary)
}

fn file(printable: &Printable) -> File {
    let numbering = Numbering::new(printable);
    let circuit = &printable.circuit;
    let next = |(latch, reset): (&Latch, &Option<bool>)| {
        format!("{}{}", numbering.of(latch.next), if *reset == Some(true) { " 1" } else { "" })
    };
    let (bad, justice) = match &printable.sought {
        Sought::Bad(_) => (1, 0),
        Sought::Justice(_) => (0, 1),
    };
    File {
        inputs: circuit.inputs.len() as u64,
        latches: std::iter::zip(&circuit.latches, &printable.resets).map(next).collect(),
        outputs: 0,
        more: format!(" {bad} {} {justice}", printable.constraints.len()),
        goals: goals(printable, &numbering),
        symbols: symbols(printable),
        gates: numbering.gates,
    }
}

/// What a file says: inputs, latches and conjunctions are numbered in this order.
struct File {
    inputs: u64,
    /// For each latch its next value and, if it is true, its first one.
    latches: Vec<String>,
    outputs: usize,
    /// The other numbers of the header.
    more: String,
    /// The outputs and all else that is looked for, a line each.
    goals: Vec<u64>,
    /// The results of conjunctions, and their operands, the greater one first.
    gates: Vec<(u64, u64, u64)>,
    symbols: String,
}

impl File {
    fn write(&self, form: Form) -> Vec<u8> {
        let File { inputs, latches, outputs, more, goals, gates, symbols } = self;
        let (states, conjunctions) = (latches.len() as u64, gates.len() as u64);
        let name = if form == Form::Text { "aag" } else { "aig" };
        let most = inputs + states + conjunctions;
        let mut out = format!("{name} {most} {inputs} {states} {outputs} {conjunctions}{more}\n");
        // In the binary form, what is numbered in order has no number.
        if form == Form::Text {
            out.extend((1..=*inputs).map(|number| format!("{}\n", 2 * number)));
        }
        out.extend((inputs + 1..).zip(latches).map(|(number, next)| match form {
            Form::Text => format!("{} {next}\n", 2 * number),
            Form::Binary => format!("{next}\n"),
        }));
        out.extend(goals.iter().map(|goal| format!("{goal}\n")));
        let mut out = out.into_bytes();
        for (result, a, b) in gates {
            match form {
                Form::Text => out.extend(format!("{result} {a} {b}\n").bytes()),
                Form::Binary => {
                    push_delta(&mut out, result - a);
                    push_delta(&mut out, a - b);
                }
            }
        }
        out.extend(symbols.bytes());
        out
    }
}

/// A number in groups of seven bits, the last one without its highest bit.
fn push_delta(out: &mut Vec<u8>, mut delta: u64) {
    while delta >= 0x80 {
        out.push((delta & 0x7f) as u8 | 0x80);
        delta >>= 7;
    }
    out.push(delta as u8);
}

/// What is looked for.
fn goals(printable: &Printable, numbering: &Numbering) -> Vec<u64> {
    let mut signals: Vec<u64> = printable.constraints.iter().map(|signal| numbering.of(*signal)).collect();
    match &printable.sought {
        Sought::Bad(bad) => signals.insert(0, numbering.of(*bad)),
        Sought::Justice(often) => {
            signals.push(often.len() as u64);
            signals.extend(often.iter().map(|signal| numbering.of(*signal)));
        }
    }
    signals
}

/// The names of the latches and of the property.
fn symbols(printable: &Printable) -> String {
    let name = |(number, latch)| format!("l{number} {}\n", without_blanks(&printable.question.name(latch)));
    let latches: String = printable.circuit.latches.iter().enumerate().map(name).collect();
    format!("{latches}{} {}\n", printable.sought.name(), printable.property)
}

/// What the arguments of a certificate claim, as a circuit without state whose outputs are never true. The
/// names of the outputs say what is wrong if one can be.
pub fn miters(claims: &[Claims], form: Form) -> Vec<u8> {
    let cone = |claims: &Claims| claims.aig.cone(claims.impossible.iter().flat_map(|(all, _)| all.clone()));
    let cones: Vec<Vec<bool>> = claims.iter().map(cone).collect();
    // For each argument the numbers of its nodes.
    let mut literals: Vec<FxHashMap<usize, u64>> = vec![FxHashMap::from_iter([(0, 0)]); claims.len()];
    let mut inputs = 0;
    for ((claims, cone), literals) in std::iter::zip(claims, &cones).zip(&mut literals) {
        let is_input = |node: &usize| cone[*node] && claims.aig.node_at(*node) == Node::Input;
        for node in (1..claims.aig.size()).filter(is_input) {
            inputs += 1;
            literals.insert(node, 2 * inputs);
        }
    }
    let mut gates: Vec<(u64, u64, u64)> = Vec::new();
    let (mut outputs, mut names) = (Vec::new(), String::new());
    for ((claims, cone), literals) in std::iter::zip(claims, &cones).zip(&mut literals) {
        let mut gate = |a: u64, b: u64| {
            let result = 2 * (inputs + gates.len() as u64 + 1);
            gates.push((result, a.max(b), a.min(b)));
            result
        };
        let of =
            |literals: &FxHashMap<usize, u64>, lit: Lit| literals[&lit.node()] + u64::from(lit.is_negated());
        for node in (1..claims.aig.size()).filter(|node| cone[*node]) {
            if let Node::And(a, b) = claims.aig.node_at(node) {
                let result = gate(of(literals, a), of(literals, b));
                literals.insert(node, result);
            }
        }
        for (signals, otherwise) in &claims.impossible {
            names.push_str(&format!("o{} {}\n", outputs.len(), without_blanks(otherwise)));
            outputs.push(signals.iter().map(|signal| of(literals, *signal)).fold(1, &mut gate));
        }
    }
    File {
        inputs,
        latches: Vec::new(),
        outputs: outputs.len(),
        more: String::new(),
        goals: outputs,
        gates,
        symbols: names,
    }
    .write(form)
}
