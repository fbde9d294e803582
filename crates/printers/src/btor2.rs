//! BTOR2: input for word-level hardware model checkers. The state of the model is one word a variable, and its
//! arithmetic is that of words, as the circuit remembers it; what was never a word is printed as bits.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;
use synod_core::checkpoint;
use synod_sat::circuit::{Definition, Lit, Node, last_node};
use synod_symbolic::BinaryWordOp;

use crate::circuit::{NamedWord, Printable, Sought, without_blanks};

/// The property as BTOR2. The circuit should be one [`Printable::with_words`].
pub fn text(printable: &Printable) -> String {
    let circuit = &printable.circuit;
    let mut writer = Writer::new(printable);
    for word in printable.input_words() {
        let sort = writer.sort(word.places.len());
        let line = writer.add(format!("input {sort} {}", word.name));
        writer.source(line, circuit.inputs[word.places].to_vec());
    }
    let states: Vec<(NamedWord, u64)> =
        printable.state_words().into_iter().map(|word| writer.state(printable, word)).collect();
    let next = |word: &NamedWord| circuit.latches[word.places.clone()].iter().map(|l| l.next).collect();
    let next: Vec<Vec<Lit>> = states.iter().map(|(word, _)| next(word)).collect();
    let goals = printable.constraints.iter().chain(printable.sought.signals());
    writer.define(next.iter().cloned().chain(goals.map(|signal| vec![*signal])).collect());
    for ((word, line), next) in std::iter::zip(&states, &next) {
        let (sort, next) = (writer.sort(word.places.len()), writer.reference(next));
        writer.add(format!("next {sort} {line} {next}"));
    }
    for constraint in &printable.constraints {
        let signal = writer.reference(&[*constraint]);
        writer.add(format!("constraint {signal}"));
    }
    let signals = printable.sought.signals().iter();
    let signals: Vec<String> = signals.map(|signal| writer.reference(&[*signal])).collect();
    let (signals, count, name) = (signals.join(" "), signals.len(), &printable.property);
    writer.add(match &printable.sought {
        Sought::Bad(_) => format!("bad {signals} {name}"),
        Sought::Justice(_) => format!("justice {count} {signals} {name}"),
    });
    writer.out
}

/// The lines so far, and where each word is defined. A word is its bits, least significant first.
struct Writer<'a> {
    printable: &'a Printable,
    out: String,
    last: u64,
    /// The lines that may be used again.
    lines: FxHashMap<String, u64>,
    words: FxHashMap<Vec<Lit>, u64>,
    /// The input or state that a bit belongs to: its line, its width, and the place of the bit.
    sources: FxHashMap<Lit, (u64, usize, usize)>,
}

/// How a word is made of others, all of them earlier in the order of [`key`].
enum Form {
    Constant,
    /// So many bits of an input or state, from a place on.
    Source(u64, usize, usize),
    And(Lit, Lit),
    Binary(&'static str, Vec<Lit>, Vec<Lit>),
    Select(Vec<(Lit, Vec<Lit>)>, Vec<Lit>),
    /// With more bits: zeros, or copies of the sign.
    Extended(&'static str, Vec<Lit>),
    /// The most significant bit and the others.
    Concat(Lit, Vec<Lit>),
}

/// Operands of definitions have only earlier nodes, and parts of a word are shorter.
fn key(word: &[Lit]) -> (usize, usize) {
    (last_node(word), word.len())
}

impl<'a> Writer<'a> {
    fn new(printable: &'a Printable) -> Self {
        let (lines, words, sources) = Default::default();
        Writer { printable, out: String::new(), last: 0, lines, words, sources }
    }

    fn add(&mut self, line: String) -> u64 {
        checkpoint();
        self.last += 1;
        self.out.push_str(&format!("{} {line}\n", self.last));
        self.last
    }

    /// A line without effects, which is written once.
    fn share(&mut self, line: String) -> u64 {
        if let Some(known) = self.lines.get(&line) {
            return *known;
        }
        let number = self.add(line.clone());
        self.lines.insert(line, number);
        number
    }

    fn sort(&mut self, width: usize) -> u64 {
        self.share(format!("sort bitvec {width}"))
    }

    fn constant(&mut self, bits: &[bool]) -> u64 {
        let sort = self.sort(bits.len());
        match bits {
            _ if bits.iter().all(|bit| !bit) => self.share(format!("zero {sort}")),
            [true, rest @ ..] if rest.iter().all(|bit| !bit) => self.share(format!("one {sort}")),
            _ => {
                let digits: String = bits.iter().rev().map(|bit| if *bit { '1' } else { '0' }).collect();
                self.share(format!("const {sort} {digits}"))
            }
        }
    }

    fn source(&mut self, line: u64, bits: Vec<Lit>) {
        let width = bits.len();
        self.sources.extend(bits.iter().enumerate().map(|(place, bit)| (*bit, (line, width, place))));
        self.words.insert(bits, line);
    }

    /// A state with its first value, which must be written before it.
    fn state(&mut self, printable: &Printable, word: NamedWord) -> (NamedWord, u64) {
        let sort = self.sort(word.places.len());
        let first: Option<Vec<bool>> = printable.resets[word.places.clone()].iter().copied().collect();
        let first = first.map(|bits| self.constant(&bits));
        let line = self.add(format!("state {sort} {}", without_blanks(&word.name)));
        if let Some(first) = first {
            self.add(format!("init {sort} {line} {first}"));
        }
        let latches = &printable.circuit.latches[word.places.clone()];
        self.source(line, latches.iter().map(|latch| latch.now).collect());
        (word, line)
    }

    /// The line of a word that is defined; a negative number is a negation.
    fn reference(&self, word: &[Lit]) -> String {
        let form = self.canonical(word.to_vec());
        let sign = if form == word { "" } else { "-" };
        format!("{sign}{}", self.words[&form])
    }

    fn references(&self, words: &[&[Lit]]) -> String {
        words.iter().map(|word| self.reference(word)).collect::<Vec<_>>().join(" ")
    }

    /// A single bit is written as what it was computed as, or else without negation.
    fn canonical(&self, mut word: Vec<Lit>) -> Vec<Lit> {
        if let [bit] = &mut word[..] {
            let (is_defined, opposite) =
                (self.definition(&[*bit]).is_some(), self.definition(&[!*bit]).is_some());
            if !is_defined && (opposite || bit.is_negated()) {
                *bit = !*bit;
            }
        }
        word
    }

    fn definition(&self, word: &[Lit]) -> Option<&'a Definition> {
        self.printable.circuit.aig.words()?.definition(word)
    }

    /// The value of a bit that is constant.
    fn as_constant(&self, bit: Lit) -> Option<bool> {
        let is_marker = self.printable.circuit.aig.words().is_some_and(|words| words.is_marker(bit));
        if is_marker { Some(!bit.is_negated()) } else { bit.as_constant() }
    }

    /// Writes all that some words need, and the words.
    fn define(&mut self, roots: Vec<Vec<Lit>>) {
        let mut needed: BTreeMap<((usize, usize), Vec<Lit>), Form> = BTreeMap::new();
        let mut todo = roots;
        while let Some(word) = todo.pop() {
            let word = self.canonical(word);
            let at = (key(&word), word);
            if self.words.contains_key(&at.1) || needed.contains_key(&at) {
                continue;
            }
            let form = self.form(&at.1);
            match &form {
                Form::Constant | Form::Source(..) => {}
                Form::And(a, b) => todo.extend([vec![*a], vec![*b]]),
                Form::Binary(_, a, b) => todo.extend([a.clone(), b.clone()]),
                Form::Select(cases, otherwise) => {
                    todo.extend(cases.iter().flat_map(|(condition, word)| [vec![*condition], word.clone()]));
                    todo.push(otherwise.clone());
                }
                Form::Extended(_, part) => todo.push(part.clone()),
                Form::Concat(top, rest) => todo.extend([vec![*top], rest.clone()]),
            }
            needed.insert(at, form);
        }
        for ((_, word), form) in needed {
            let line = self.write(&word, form);
            self.words.insert(word, line);
        }
    }

    fn form(&self, word: &[Lit]) -> Form {
        if let Some(definition) = self.definition(word) {
            return match definition {
                Definition::Binary(op, a, b) => binary(*op, a, b),
                Definition::Select(cases, otherwise) => Form::Select(cases.clone(), otherwise.clone()),
            };
        }
        if word.iter().all(|bit| self.as_constant(*bit).is_some()) {
            return Form::Constant;
        }
        if let Some((line, width, low)) = self.sources.get(&word[0]).copied() {
            let is_next = |(place, bit): (usize, &Lit)| self.sources.get(bit) == Some(&(line, width, place));
            if (low..).zip(word).all(is_next) {
                return Form::Source(line, width, low);
            }
        }
        if let [bit] = word {
            let Node::And(a, b) = self.printable.circuit.aig.node(*bit) else {
                unreachable!("every input belongs to a word");
            };
            return Form::And(a, b);
        }
        let (top, rest) = (word[word.len() - 1], &word[..word.len() - 1]);
        self.extension(word).unwrap_or_else(|| Form::Concat(top, rest.to_vec()))
    }

    /// A word as a shorter one with zeros, or copies of its sign: one that is known, or else the shortest.
    fn extension(&self, word: &[Lit]) -> Option<Form> {
        let ends = |how: &'static str, width: &usize| {
            let sign = if how == "uext" { Lit::FALSE } else { word[width - 1] };
            word[*width..].iter().all(|bit| *bit == sign)
        };
        let widths = |how| (1..word.len()).rev().take_while(move |width| ends(how, width));
        let is_known = |width: &usize| {
            let part = &word[..*width];
            self.words.contains_key(part) || self.definition(part).is_some()
        };
        let extended = |how, width: usize| Form::Extended(how, word[..width].to_vec());
        ["uext", "sext"]
            .into_iter()
            .find_map(|how| widths(how).find(is_known).map(|width| extended(how, width)))
            .or_else(|| {
                ["uext", "sext"]
                    .into_iter()
                    .find_map(|how| widths(how).last().map(|width| extended(how, width)))
            })
    }

    fn write(&mut self, word: &[Lit], form: Form) -> u64 {
        let width = word.len();
        match form {
            Form::Constant => {
                let bits: Vec<bool> = word.iter().map(|bit| self.as_constant(*bit) == Some(true)).collect();
                self.constant(&bits)
            }
            Form::Source(line, whole, low) => self.slice(line, whole, low, width),
            Form::And(a, b) => {
                let (sort, operands) = (self.sort(1), self.references(&[&[a], &[b]]));
                self.share(format!("and {sort} {operands}"))
            }
            Form::Binary(op, a, b) => {
                let is_comparison = ["eq", "slt", "ult"].contains(&op);
                let whole = if is_comparison { 1 } else { a.len() };
                let (sort, operands) = (self.sort(whole), self.references(&[&a, &b]));
                let line = self.share(format!("{op} {sort} {operands}"));
                self.slice(line, whole, 0, width)
            }
            Form::Select(cases, otherwise) => {
                let sort = self.sort(otherwise.len());
                let mut result = self.reference(&otherwise);
                // Conditions exclude each other, or there is one.
                for (condition, word) in cases {
                    let operands = self.references(&[&[condition], &word]);
                    result = self.share(format!("ite {sort} {operands} {result}")).to_string();
                }
                let line = result.parse().unwrap_or_default();
                self.slice(line, otherwise.len(), 0, width)
            }
            Form::Extended(how, part) => {
                let (sort, operand) = (self.sort(width), self.reference(&part));
                self.share(format!("{how} {sort} {operand} {}", width - part.len()))
            }
            Form::Concat(top, rest) => {
                let (sort, operands) = (self.sort(width), self.references(&[&[top], &rest]));
                self.share(format!("concat {sort} {operands}"))
            }
        }
    }

    /// So many bits of a word from a place on.
    fn slice(&mut self, line: u64, whole: usize, low: usize, width: usize) -> u64 {
        if width == whole {
            return line;
        }
        let sort = self.sort(width);
        self.share(format!("slice {sort} {line} {} {low}", low + width - 1))
    }
}

/// An operation of two words, without the bits that make no difference.
fn binary(op: BinaryWordOp, a: &[Lit], b: &[Lit]) -> Form {
    let same = |bits: &dyn Fn(Lit) -> bool| {
        let pairs = std::iter::zip(a, b).skip(1).rev();
        a.len() - pairs.take_while(|(x, y)| x == y && bits(**x)).count()
    };
    let (name, width) = match op {
        BinaryWordOp::Sum => ("add", a.len()),
        BinaryWordOp::Difference => ("sub", a.len()),
        BinaryWordOp::Product => ("mul", a.len()),
        BinaryWordOp::Quotient => ("udiv", a.len()),
        BinaryWordOp::Remainder => ("urem", a.len()),
        BinaryWordOp::Equal => ("eq", same(&|_| true)),
        BinaryWordOp::Less => match same(&|bit| bit == Lit::FALSE) {
            width if width < a.len() => ("ult", width),
            width => ("slt", width),
        },
    };
    Form::Binary(name, a[..width].to_vec(), b[..width].to_vec())
}
