//! Witnesses: what hardware model checkers answer, and the run of the model that they show.

mod aiger;
mod btor2;

use rustc_hash::{FxHashMap, FxHashSet};
use synod_core::{Budget, System, Trace, counted};
use synod_sat::circuit::{Lit, Run, Values};

use crate::circuit::{NamedWord, Printable, Sought};

/// What a model checker answers about a circuit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CheckerAnswer {
    /// Nothing violates the property.
    NoViolation,
    /// It does not know.
    Undecided,
    /// Something does.
    Violation(Stimulus),
}

/// What makes a circuit violate its property: the inputs of each position, and what the witness says of the
/// state there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stimulus {
    /// What is violated, such as `b0`; some formats do not say.
    about: Option<String>,
    positions: Vec<Position>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Position {
    state: Assignment,
    inputs: Assignment,
}

/// Values of signals that are known by their number.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Assignment {
    /// The signals that have a value, and in which line. All others may have any.
    given: Vec<(usize, usize, bool)>,
    /// If it is about all signals: how many there are, and in which line.
    whole: Option<(usize, usize)>,
    /// In formats that have words, the words that have a value instead, least significant bit first, and in
    /// which line.
    words: Vec<(usize, usize, Vec<Option<bool>>)>,
}

/// The lines of a text, numbered from one.
type Lines<'a> = std::iter::Enumerate<std::str::Lines<'a>>;

impl CheckerAnswer {
    /// Reads the answer that a model checker printed, in a witness of AIGER or BTOR2. What it says before
    /// is passed over.
    pub fn read(text: &str) -> Result<CheckerAnswer, String> {
        if let Some(stimulus) = aiger::bare(text) {
            return stimulus.map(CheckerAnswer::Violation);
        }
        let mut lines = text.lines().enumerate();
        while let Some((_, line)) = lines.next() {
            match line.trim() {
                "0" | "unsat" | "UNSAT" => return Ok(CheckerAnswer::NoViolation),
                "2" | "unknown" | "UNKNOWN" => return Ok(CheckerAnswer::Undecided),
                "1" => return aiger::stimulus(&mut lines).map(CheckerAnswer::Violation),
                "sat" => return btor2::stimulus(&mut lines).map(CheckerAnswer::Violation),
                _ => {}
            }
        }
        Err("no line of it is `1` or `0`, as in witnesses of AIGER, or `sat` or `unsat`, as in those of BTOR2"
            .to_string())
    }
}

impl Stimulus {
    /// The trace of the model that it shows, or why it shows no violation.
    pub fn trace(&self, system: &System, printable: &Printable) -> Result<Trace, String> {
        let run = self.run(printable)?;
        let question = &printable.question;
        synod_sat::circuit::trace(system, question, &question.circuit, &run, &Budget::unlimited())
            .map_err(|stop| stop.reason().to_string())
    }

    /// The run of the circuit, up to where it is what the circuit asks for.
    fn run(&self, printable: &Printable) -> Result<Run, String> {
        let asked = printable.sought.name();
        if let Some(about) = self.about.as_ref().filter(|about| *about != asked) {
            return Err(format!("it is about `{about}`, and the circuit asks only for `{asked}`"));
        }
        let mut simulation = Simulation::new(printable);
        for position in &self.positions {
            if let Some(found) = simulation.found() {
                return Ok(found);
            }
            simulation.proceed(position)?;
        }
        simulation.found().ok_or_else(|| match printable.sought {
            Sought::Bad(_) => "its run does not come to a violation".to_string(),
            Sought::Justice(_) => "its run does not go round in a loop that is a violation".to_string(),
        })
    }
}

/// A run of a printed circuit as far as it has gone.
struct Simulation<'a> {
    printable: &'a Printable,
    /// The words of the state and of the inputs.
    words: [Vec<NamedWord>; 2],
    /// The value of each latch.
    state: Vec<bool>,
    /// The run so far.
    run: Run,
    /// For each position so far, which signals are true.
    values: Vec<Values>,
    /// Where each state was first.
    seen: FxHashMap<Vec<bool>, usize>,
}

impl<'a> Simulation<'a> {
    fn new(printable: &'a Printable) -> Self {
        let run = Run { first: Vec::new(), inputs: Vec::new(), loop_start: None };
        let words = [printable.state_words(), printable.input_words()];
        let state = printable.resets.iter().map(|reset| *reset == Some(true)).collect();
        Simulation { printable, words, state, run, values: Vec::new(), seen: FxHashMap::default() }
    }

    /// Takes a step, if the circuit allows it.
    fn proceed(&mut self, position: &Position) -> Result<(), String> {
        let Printable { circuit, question, free, constraints, .. } = self.printable;
        let at = self.run.inputs.len();
        let [states, inputs] = &self.words;
        let given = position.state.bits(circuit.latches.len(), states, "latch", "state")?;
        let has_words = !position.state.words.is_empty();
        let set = position.inputs.bits(circuit.inputs.len(), inputs, "input", "input")?;
        let set = set.into_iter().filter(|(_, _, value)| *value);
        let mut inputs: Vec<Lit> = set.map(|(_, number, _)| circuit.inputs[number]).collect();
        for (line, number, value) in given {
            let latch = &circuit.latches[number];
            match free.iter().find(|(free, _)| has_words && at == 0 && *free == latch.now) {
                // Formats with words have no inputs for first values.
                Some((_, input)) => inputs.extend(value.then_some(*input)),
                None if self.state[number] != value => {
                    let (name, truth) = (question.name(latch), u8::from(!value));
                    return Err(format!(
                        "line {line} says otherwise, but `{name}` is {truth} at position {at}"
                    ));
                }
                None => {}
            }
        }
        let latches = std::iter::zip(&circuit.latches, &self.state).filter(|(_, value)| **value);
        let mut signals: FxHashSet<Lit> = latches.map(|(latch, _)| latch.now).collect();
        signals.extend(&inputs);
        let values = circuit.aig.simulate(|signal| signals.contains(&signal));
        if constraints.iter().any(|constraint| !values.of(*constraint)) {
            return Err(format!("at position {at} it breaks a constraint of the circuit"));
        }
        if at == 0 {
            // The circuit of the question has no inputs for first values, and no bit that tells the first
            // position from the others.
            let chosen = free.iter().filter(|(_, input)| signals.contains(input)).map(|(latch, _)| *latch);
            signals.extend(chosen.collect::<Vec<_>>());
            let latches = question.circuit.latches.iter().map(|latch| latch.now);
            self.run.first = latches.filter(|latch| signals.contains(latch)).collect();
        }
        let state = question.circuit.latches.iter().map(|latch| signals.contains(&latch.now)).collect();
        self.seen.entry(state).or_insert(at);
        self.state = circuit.latches.iter().map(|latch| values.of(latch.next)).collect();
        self.run.inputs.push(inputs);
        self.values.push(values);
        Ok(())
    }

    /// The run, if it is what the circuit asks for.
    fn found(&self) -> Option<Run> {
        match &self.printable.sought {
            Sought::Bad(bad) => self.values.last()?.of(*bad).then(|| self.run.clone()),
            Sought::Justice(often) => {
                let state = &self.state[..self.printable.question.circuit.latches.len()];
                let start = *self.seen.get(state)?;
                let happens = |signal: &Lit| self.values[start..].iter().any(|values| values.of(*signal));
                let just = often.iter().all(happens);
                just.then(|| Run { loop_start: Some(start), ..self.run.clone() })
            }
        }
    }
}

impl Assignment {
    /// The values in a row of bits; `x` is any.
    fn row(line: usize, row: &str) -> Result<Assignment, String> {
        let mut given = Vec::new();
        for (number, bit) in row.chars().enumerate() {
            if let Some(value) = value(bit).ok_or_else(|| format!("line {line} is not a row of bits"))? {
                given.push((line, number, value));
            }
        }
        Ok(Assignment { given, whole: Some((line, row.chars().count())), words: Vec::new() })
    }

    /// The lines, numbers and values of the bits that have one, if it is about so many bits or these words.
    fn bits(
        &self,
        count: usize,
        words: &[NamedWord],
        bit: &str,
        word: &str,
    ) -> Result<Vec<(usize, usize, bool)>, String> {
        if let Some((line, given)) = self.whole.filter(|(_, given)| *given != count) {
            return Err(format!(
                "line {line} has {}, and the circuit has {}",
                counted(given, "bit"),
                counted(count, bit)
            ));
        }
        let mut all = self.given.clone();
        for (line, number, value) in &self.words {
            let Some(NamedWord { name, places }) = words.get(*number) else {
                return Err(format!(
                    "line {line} gives number {number} a value, and the circuit has {}",
                    counted(words.len(), word)
                ));
            };
            let (given, width) = (value.len(), places.len());
            if given != width {
                return Err(format!(
                    "line {line} gives {} to `{name}`, which has {width}",
                    counted(given, "bit")
                ));
            }
            let of_word = std::iter::zip(places.clone(), value);
            all.extend(of_word.filter_map(|(place, value)| Some((*line, place, (*value)?))));
        }
        Ok(all)
    }
}

/// The value that a character stands for, or `None` inside if that is any.
fn value(bit: char) -> Option<Option<bool>> {
    match bit {
        '0' => Some(Some(false)),
        '1' => Some(Some(true)),
        'x' | 'X' | '?' | '-' => Some(None),
        _ => None,
    }
}

/// Whether a word names what a witness is about, as `b0` and `j1` do.
fn is_goal(word: &str) -> bool {
    let number = word.strip_prefix(['b', 'j']);
    number.is_some_and(|number| !number.is_empty() && number.bytes().all(|digit| digit.is_ascii_digit()))
}

/// The next line, if there is one, which must not be so in the middle of a witness.
fn demand<'a>(lines: &mut Lines<'a>) -> Result<(usize, &'a str), String> {
    let (number, line) = lines.next().ok_or("it is not complete: it ends without a line with a dot")?;
    Ok((number + 1, line.trim()))
}
