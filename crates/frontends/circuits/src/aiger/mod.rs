//! AIGER 1.9 in text: what a file says, and the circuit that it describes.

pub(crate) mod binary;

use rustc_hash::FxHashMap;
use synod_symbolic::aig::{Aig, Lit};
use synod_syntax::Span;

use crate::circuit::{Circuit, Goal, GoalKind, Signal, State};
use crate::gates::{DEEPEST, Depths, MOST_GATES};
use crate::scan::{Advice, Line, Lines, Names, Problem, problem};

/// The greatest number of a variable.
const MOST_VARIABLES: u64 = (1 << 31) - 1;

/// What a file says.
#[derive(Clone, Debug, Default)]
pub(crate) struct File {
    pub inputs: Vec<Entry>,
    pub latches: Vec<Latch>,
    pub outputs: Vec<Entry>,
    pub bad: Vec<Entry>,
    constraints: Vec<Entry>,
    pub justice: Vec<(Vec<Entry>, Span)>,
    fairness: Vec<Entry>,
    gates: Vec<(Entry, Entry, Entry)>,
    /// The symbol table, by kind and position.
    names: FxHashMap<(char, u64), (String, Span)>,
}

/// A literal with its place.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    lit: u64,
    pub span: Span,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Latch {
    pub now: Entry,
    next: Entry,
    /// The first value: a constant, or the latch itself if it may be any.
    reset: Option<Entry>,
}

fn syntax(span: Span, message: impl Into<String>) -> Problem {
    problem("aiger::syntax", span, message)
}

fn wrong(span: Span, message: impl Into<String>) -> Problem {
    problem("aiger::literal", span, message)
}

/// Reads one section after the other.
struct Reader<'t> {
    lines: Lines<'t>,
    most: u64,
}

impl<'t> Reader<'t> {
    /// The next line, with as many literals as asked for.
    fn literals(
        &mut self,
        what: &str,
        counts: std::ops::RangeInclusive<usize>,
    ) -> Result<Vec<Entry>, Problem> {
        let end = self.lines.end();
        let line = self.lines.next().ok_or_else(|| {
            syntax(end, format!("the file ends where {what} is expected"))
                .help("the header announces more than the file has: compare its numbers with the lines")
        })?;
        let tokens = line.tokens();
        if !counts.contains(&tokens.len()) {
            let (least, most) = (counts.start(), counts.end());
            let count = if least == most { least.to_string() } else { format!("{least} or {most}") };
            return Err(syntax(
                line.span(),
                format!("{what} was expected: a line with {count} literals, not {}", tokens.len()),
            ));
        }
        let entry = |token: &crate::scan::Token| {
            match token.text.parse::<u64>() {
            Ok(lit) if lit <= 2 * self.most + 1 => Ok(Entry { lit, span: token.span }),
            Ok(lit) => Err(wrong(token.span, format!("the literal {lit} is greater than {}, which the header allows", 2 * self.most + 1))
                .help("the first number of the header is the greatest variable; literals are up to twice that, plus one")),
            Err(_) => Err(syntax(token.span, format!("{what} was expected, in literals: whole numbers"))),
        }
        };
        tokens.iter().map(entry).collect()
    }

    fn one(&mut self, what: &str) -> Result<Entry, Problem> {
        Ok(self.literals(what, 1..=1)?[0])
    }

    fn section(&mut self, count: u64, what: &str) -> Result<Vec<Entry>, Problem> {
        (0..count).map(|_| self.one(what)).collect()
    }
}

/// The numbers of the header, 0 for those that are not there.
fn header(line: Line) -> Result<[u64; 9], Problem> {
    let tokens = line.tokens();
    let numbers: Result<Vec<u64>, Problem> = tokens
        .iter()
        .skip(1)
        .map(|token| token.text.parse().map_err(|_| syntax(token.span, "the header has whole numbers only")))
        .collect();
    let numbers = numbers?;
    if tokens.first().is_none_or(|token| token.text != "aag") || !(5..=9).contains(&numbers.len()) {
        return Err(syntax(line.span(), "the first line is no header of AIGER")
            .help("a file in text begins with `aag M I L O A`, or `aag M I L O A B C J F`: the greatest variable, and the numbers of inputs, latches, outputs, gates, bad states, constraints, justice properties and fairness constraints"));
    }
    let mut all = [0; 9];
    all[..numbers.len()].copy_from_slice(&numbers);
    let [most, inputs, latches, _, gates, ..] = all;
    let sum = inputs.checked_add(latches).and_then(|sum| sum.checked_add(gates));
    if most > MOST_VARIABLES {
        return Err(syntax(tokens[1].span, format!("there are at most {MOST_VARIABLES} variables")));
    }
    if sum.is_none_or(|sum| sum > most) {
        return Err(syntax(
            line.span(),
            "the header announces more inputs, latches and gates than variables",
        )
        .help("the first number is at least the sum of the second, third and fifth"));
    }
    Ok(all)
}

/// Reads a file.
pub(crate) fn parse(text: &str) -> Result<File, Problem> {
    let mut lines = Lines::new(text);
    let first = lines.next().unwrap_or(Line { text: "", start: 0 });
    let [most, inputs, latches, outputs, gates, bad, constraints, justice, fairness] = header(first)?;
    let mut reader = Reader { lines, most };
    let mut file = File { inputs: reader.section(inputs, "an input")?, ..File::default() };
    for _ in 0..latches {
        let latch = reader.literals("a latch, its next value and perhaps its first one", 2..=3)?;
        let reset = latch.get(2).copied();
        if let Some(reset) = reset.filter(|reset| reset.lit > 1 && reset.lit != latch[0].lit) {
            return Err(wrong(reset.span, "the first value of a latch is 0, 1, or the latch itself")
                .help(format!("write `0`, `1`, or `{}` if it may be either", latch[0].lit)));
        }
        file.latches.push(Latch { now: latch[0], next: latch[1], reset });
    }
    file.outputs = reader.section(outputs, "an output")?;
    file.bad = reader.section(bad, "a bad state")?;
    file.constraints = reader.section(constraints, "a constraint")?;
    // These numbers are no literals: they may be larger than any.
    let sizes: Result<Vec<(u64, Span)>, Problem> = (0..justice)
        .map(|_| {
            let end = reader.lines.end();
            let line = reader.lines.next().ok_or_else(|| {
                syntax(end, "the file ends where the size of a justice property is expected")
            })?;
            let size = line
                .text
                .trim()
                .parse()
                .map_err(|_| syntax(line.span(), "the size of a justice property was expected"))?;
            Ok((size, line.span()))
        })
        .collect();
    for (size, span) in sizes? {
        file.justice.push((reader.section(size, "a literal of a justice property")?, span));
    }
    file.fairness = reader.section(fairness, "a fairness constraint")?;
    for _ in 0..gates {
        let gate = reader.literals("a gate and its two operands", 3..=3)?;
        file.gates.push((gate[0], gate[1], gate[2]));
    }
    symbols(&mut file, reader.lines)?;
    Ok(file)
}

/// The symbol table, up to the comments.
fn symbols(file: &mut File, lines: Lines) -> Result<(), Problem> {
    for line in lines {
        if line.text == "c" {
            break;
        }
        let Some((place, name)) = line.text.split_once(' ') else {
            match line.text.trim() {
                "" => continue,
                _ => {
                    return Err(syntax(line.span(), "a symbol or the comments were expected")
                        .help("a symbol is written as `i0 name`; comments begin with a line `c`"));
                }
            }
        };
        let kind = place.chars().next().unwrap_or(' ');
        let count = match kind {
            'i' => file.inputs.len(),
            'l' => file.latches.len(),
            'o' => file.outputs.len(),
            'b' => file.bad.len(),
            'c' => file.constraints.len(),
            'j' => file.justice.len(),
            'f' => file.fairness.len(),
            _ => {
                return Err(syntax(
                    line.span(),
                    "a symbol begins with one of i, l, o, b, c, j, f and a position",
                )
                .help("comments begin after a line `c`"));
            }
        };
        let position = place[1..].parse::<u64>().ok().filter(|position| *position < count as u64);
        let Some(position) = position else {
            return Err(syntax(
                line.span(),
                format!("`{place}` is not there: the file has {count} of this kind, counted from 0"),
            ));
        };
        let span = line.from(place.len() + 1).span();
        file.names.insert((kind, position), (name.to_string(), span));
    }
    Ok(())
}

impl File {
    /// The name of something and where it is written, if it has one.
    pub fn name(&self, kind: char, position: usize) -> Option<(&str, Span)> {
        self.names.get(&(kind, position as u64)).map(|(name, span)| (name.as_str(), *span))
    }

    /// The circuit that the file describes.
    pub fn circuit(&self) -> Result<Circuit, Problem> {
        let mut names = Names::default();
        let mut circuit = Circuit::default();
        let mut definitions: FxHashMap<u64, Definition> = FxHashMap::default();
        let mut define =
            |entry: Entry, definition: Definition| match definitions.insert(entry.lit / 2, definition) {
                _ if entry.lit % 2 == 1 || entry.lit == 0 => Err(wrong(
                    entry.span,
                    format!("{} cannot be defined: variables have even numbers from 2 on", entry.lit),
                )),
                Some(_) => Err(wrong(entry.span, format!("{} is defined twice", entry.lit))),
                None => Ok(()),
            };
        let named = |kind: char, position: usize, otherwise: String| {
            self.name(kind, position).map_or(otherwise, |(name, _)| name.to_string())
        };
        for (position, input) in self.inputs.iter().enumerate() {
            let bit = circuit.gates.input();
            define(*input, Definition::Known(bit))?;
            let name = names.add(&named('i', position, format!("i{position}")));
            circuit.inputs.push(Signal { name, bits: vec![bit], span: input.span });
        }
        for (position, latch) in self.latches.iter().enumerate() {
            let bit = circuit.gates.input();
            define(latch.now, Definition::Known(bit))?;
            let init = match latch.reset {
                Some(reset) if reset.lit > 1 => None,
                reset => Some(Lit::constant(reset.is_some_and(|reset| reset.lit == 1))),
            };
            let name = names.add(&named('l', position, format!("l{position}")));
            let signal = Signal { name, bits: vec![bit], span: latch.now.span };
            circuit.states.push(State { signal, init: vec![init], next: None });
        }
        for (number, (result, ..)) in self.gates.iter().enumerate() {
            define(*result, Definition::Gate(number))?;
        }
        let mut builder =
            Builder { file: self, definitions, gates: circuit.gates, depths: Depths::default() };
        for (state, latch) in std::iter::zip(&mut circuit.states, &self.latches) {
            state.next = Some(vec![builder.lit(latch.next)?]);
        }
        circuit.constraints = builder.lits(&self.constraints)?;
        circuit.fairness = builder.lits(&self.fairness)?;
        let mut goal_names = Names::default();
        let mut goal = |kind: char, position: usize, word: &str, found: GoalKind, span: Span| {
            let name = goal_names.add(&named(kind, position, format!("{word}-{position}")));
            circuit.goals.push(Goal { name, kind: found, span });
        };
        for (position, bad) in self.bad.iter().enumerate() {
            goal('b', position, "bad", GoalKind::Bad(builder.lit(*bad)?), bad.span);
        }
        for (position, (often, span)) in self.justice.iter().enumerate() {
            goal('j', position, "justice", GoalKind::Justice(builder.lits(often)?), *span);
        }
        // As before version 1.9, where nothing else says what is looked for. Otherwise outputs are for others to read.
        for (position, output) in self.outputs.iter().enumerate() {
            let lit = builder.lit(*output)?;
            if self.bad.is_empty() && self.justice.is_empty() {
                goal('o', position, "output", GoalKind::Bad(lit), output.span);
            }
        }
        for (result, ..) in &self.gates {
            builder.lit(*result)?;
        }
        circuit.gates = builder.gates;
        Ok(circuit)
    }
}

/// What a variable is.
#[derive(Clone, Copy, Debug)]
enum Definition {
    Known(Lit),
    Gate(usize),
    /// A gate whose operands are being looked at.
    Open,
}

struct Builder<'f> {
    file: &'f File,
    definitions: FxHashMap<u64, Definition>,
    gates: Aig,
    depths: Depths,
}

impl Builder<'_> {
    fn lits(&mut self, entries: &[Entry]) -> Result<Vec<Lit>, Problem> {
        entries.iter().map(|entry| self.lit(*entry)).collect()
    }

    /// A literal that is known already.
    fn known(&self, lit: u64) -> Option<Lit> {
        let negated = lit % 2 == 1;
        match (lit / 2, self.definitions.get(&(lit / 2))) {
            (0, _) => Some(Lit::constant(negated)),
            (_, Some(Definition::Known(found))) => Some(found.negate_if(negated)),
            _ => None,
        }
    }

    /// A literal with all that it needs. Gates may be in any order, but not in circles.
    fn lit(&mut self, root: Entry) -> Result<Lit, Problem> {
        let mut todo: Vec<(Entry, Option<usize>)> = vec![(root, None)];
        while let Some((entry, opened)) = todo.pop() {
            if let Some(number) = opened {
                let (result, a, b) = self.file.gates[number];
                let (Some(a), Some(b)) = (self.known(a.lit), self.known(b.lit)) else {
                    unreachable!("operands come first");
                };
                let gate = self.gates.and(a, b);
                if self.depths.of(&self.gates, gate) > DEEPEST || self.gates.size() > MOST_GATES {
                    return Err(problem(
                        "aiger::too-large",
                        result.span,
                        format!("more than {DEEPEST} gates follow each other here"),
                    )
                    .help("only circuits of less depth can be read"));
                }
                self.definitions.insert(result.lit / 2, Definition::Known(gate));
                continue;
            }
            if self.known(entry.lit).is_some() {
                continue;
            }
            match self.definitions.get(&(entry.lit / 2)) {
                Some(Definition::Gate(number)) => {
                    let (number, (_, a, b)) = (*number, self.file.gates[*number]);
                    self.definitions.insert(entry.lit / 2, Definition::Open);
                    todo.extend([(entry, Some(number)), (a, None), (b, None)]);
                }
                Some(_) => {
                    return Err(wrong(
                        entry.span,
                        format!("the gate {} depends on itself", entry.lit / 2 * 2),
                    )
                    .help("between a gate and itself there must be a latch"));
                }
                None => {
                    return Err(wrong(
                        entry.span,
                        format!("{} is no input, latch or gate of this file", entry.lit / 2 * 2),
                    )
                    .help("define it as a gate, or correct the number"));
                }
            }
        }
        Ok(self.known(root.lit).unwrap_or(Lit::FALSE))
    }
}
