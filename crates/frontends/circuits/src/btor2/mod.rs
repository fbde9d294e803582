//! BTOR2: one line after the other, each a sort, a word made of earlier ones, or what is looked for.

mod constant;
pub(crate) mod operators;
mod values;

use rustc_hash::FxHashMap;
use synod_symbolic::aig::Lit;
use synod_syntax::Span;

use crate::circuit::{Circuit, Goal, GoalKind, Signal, State};
use crate::gates::{Depths, MOST_GATES};
use crate::scan::{Advice, Line, Lines, Names, Problem, Token, problem};

use operators::Word;

/// The widest word, and the most bits of an array.
const MOST_BITS: usize = 1 << 16;

/// The sort of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sort {
    Word { width: usize },
    Array { index: usize, element: usize },
}

impl Sort {
    /// How many bits its values have.
    fn bits(self) -> usize {
        match self {
            Sort::Word { width } => width,
            Sort::Array { index, element } => element << index,
        }
    }

    fn describe(self) -> String {
        match self {
            Sort::Word { width: 1 } => "a single bit".to_string(),
            Sort::Word { width } => format!("{width} bits"),
            Sort::Array { index, element } => format!("an array from {index} to {element} bits"),
        }
    }
}

/// The value of a line; of an array the elements one after the other.
#[derive(Clone, Debug)]
struct Value {
    sort: Sort,
    bits: Word,
}

/// What a number stands for.
#[derive(Clone, Debug)]
enum Definition {
    Sort(Sort),
    Value(Value),
    /// A line that defines nothing.
    Nothing,
}

/// A state as the lines say it.
#[derive(Clone, Debug)]
struct Declared {
    value: Value,
    name: Option<String>,
    number: u64,
    span: Span,
    init: Option<Word>,
    next: Option<Word>,
}

/// What was read so far.
#[derive(Default)]
struct Reader {
    circuit: Circuit,
    depths: Depths,
    definitions: FxHashMap<u64, Definition>,
    last: u64,
    /// The states by their numbers, in order.
    states: Vec<Declared>,
    state_numbers: FxHashMap<u64, usize>,
    names: Names,
    goal_names: Names,
    bad: usize,
    justice: usize,
}

fn syntax(span: Span, message: impl Into<String>) -> Problem {
    problem("btor2::syntax", span, message)
}

fn reference(span: Span, message: impl Into<String>) -> Problem {
    problem("btor2::reference", span, message)
}

fn ill_sorted(span: Span, message: impl Into<String>) -> Problem {
    problem("btor2::sort", span, message)
}

fn too_large(span: Span, message: impl Into<String>) -> Problem {
    problem("btor2::too-large", span, message)
}

/// The circuit that a text describes.
pub(crate) fn read(text: &str) -> Result<Circuit, Problem> {
    let mut reader = Reader::default();
    for line in Lines::new(text) {
        if let Some(operands) = operands(line) {
            reader.line(operands)?;
            if reader.circuit.gates.size() > MOST_GATES {
                return Err(reader.too_many_gates(line.span()));
            }
        }
    }
    reader.finish()
}

/// The words of a line without its comment; `None` if there are none.
pub(crate) fn operands(line: Line) -> Option<Operands> {
    let mut tokens = line.tokens();
    if let Some(comment) = tokens.iter().position(|token| token.text.starts_with(';')) {
        tokens.truncate(comment);
    }
    let first = tokens.first()?.span;
    Some(Operands { line: first.to(tokens[tokens.len() - 1].span), tokens, at: 0 })
}

/// The words of a line that are still to be read.
#[derive(Clone, Debug)]
pub(crate) struct Operands<'t> {
    pub tokens: Vec<Token<'t>>,
    at: usize,
    line: Span,
}

impl<'t> Operands<'t> {
    fn token(&mut self, what: &str) -> Result<Token<'t>, Problem> {
        let token = self.tokens.get(self.at).copied();
        self.at += 1;
        token.ok_or_else(|| syntax(self.line, format!("the line ends where {what} is expected")))
    }

    fn number(&mut self, what: &str) -> Result<(u64, Span), Problem> {
        let token = self.token(what)?;
        let number = token
            .text
            .parse()
            .map_err(|_| syntax(token.span, format!("{what} was expected: a whole number")))?;
        Ok((number, token.span))
    }

    /// The symbol at the end of the line, after which there is nothing.
    fn symbol(&mut self) -> Result<Option<Token<'t>>, Problem> {
        let symbol = self.tokens.get(self.at).copied();
        match self.tokens.get(self.at + 1) {
            Some(more) => Err(syntax(more.span, "the line goes on after its symbol")
                .help("a symbol has no blanks; comments begin with `;`")),
            None => Ok(symbol),
        }
    }
}

impl Reader {
    fn line(&mut self, mut line: Operands) -> Result<(), Problem> {
        let (number, span) = line.number("the number of the line")?;
        if number <= self.last {
            return Err(syntax(
                span,
                format!("the number {number} is not greater than {}, that of the line before", self.last),
            )
            .help("lines are numbered from 1 on, in growing order"));
        }
        let tag = line.token("what the line is")?;
        let definition = match tag.text {
            "sort" => Definition::Sort(self.sort(&mut line)?),
            "input" | "state" => {
                Definition::Value(self.declare(&mut line, number, span, tag.text == "state")?)
            }
            "init" | "next" => {
                self.assign(&mut line, tag)?;
                Definition::Nothing
            }
            "bad" | "constraint" | "fair" | "output" | "justice" => {
                self.goal(&mut line, tag, span)?;
                Definition::Nothing
            }
            _ => Definition::Value(self.value(&mut line, tag)?),
        };
        line.symbol()?;
        self.definitions.insert(number, definition);
        self.last = number;
        Ok(())
    }

    fn too_many_gates(&self, span: Span) -> Problem {
        too_large(span, format!("the circuit has more than {MOST_GATES} gates"))
            .help("multiplication and division of wide words take the most: make words narrower")
    }

    fn sort(&mut self, line: &mut Operands) -> Result<Sort, Problem> {
        let kind = line.token("`bitvec` or `array`")?;
        match kind.text {
            "bitvec" => {
                let (width, span) = line.number("a width")?;
                match usize::try_from(width) {
                    Ok(0) => Err(ill_sorted(span, "a word has at least one bit")),
                    Ok(width) if width <= MOST_BITS => Ok(Sort::Word { width }),
                    _ => Err(too_large(span, format!("words have at most {MOST_BITS} bits"))),
                }
            }
            "array" => {
                let (index, element) = (self.word_sort(line)?, self.word_sort(line)?);
                let bits = 1usize.checked_shl(index as u32).and_then(|count| count.checked_mul(element));
                match bits {
                    Some(bits) if index < usize::BITS as usize && bits <= MOST_BITS => Ok(Sort::Array { index, element }),
                    _ => Err(too_large(kind.span, format!("an array has at most {MOST_BITS} bits in all, and this one has 2^{index} elements of {}", Sort::Word { width: element }.describe()))
                        .help("arrays are read element by element: make the index narrower")),
                }
            }
            other => Err(syntax(kind.span, format!("a sort is a `bitvec` or an `array`, not `{other}`"))),
        }
    }

    fn sort_of(&self, line: &mut Operands) -> Result<(Sort, Span), Problem> {
        let (number, span) = line.number("the number of a sort")?;
        match self.definitions.get(&number) {
            Some(Definition::Sort(sort)) => Ok((*sort, span)),
            Some(_) => Err(reference(span, format!("line {number} is no sort"))),
            None => Err(reference(span, format!("there is no line {number} before this one"))
                .help("declare the sort first, such as `1 sort bitvec 8`")),
        }
    }

    fn word_sort(&self, line: &mut Operands) -> Result<usize, Problem> {
        match self.sort_of(line)? {
            (Sort::Word { width }, _) => Ok(width),
            (Sort::Array { .. }, span) => {
                Err(ill_sorted(span, "the sort of a word was expected, and this is one of arrays"))
            }
        }
    }

    /// An operand: an earlier line, or its negation.
    fn operand(&self, line: &mut Operands) -> Result<(Value, Span), Problem> {
        let token = line.token("an operand")?;
        let (is_negated, digits) =
            token.text.strip_prefix('-').map_or((false, token.text), |digits| (true, digits));
        let number: u64 = digits
            .parse()
            .map_err(|_| syntax(token.span, "an operand was expected: the number of an earlier line"))?;
        match self.definitions.get(&number) {
            Some(Definition::Value(value)) if is_negated && matches!(value.sort, Sort::Array { .. }) => {
                Err(ill_sorted(token.span, "an array has no negation"))
            }
            Some(Definition::Value(value)) => {
                let bits = value.bits.iter().map(|bit| bit.negate_if(is_negated)).collect();
                Ok((Value { sort: value.sort, bits }, token.span))
            }
            Some(Definition::Sort(_)) => {
                Err(reference(token.span, format!("line {number} is a sort, not a value")))
            }
            Some(Definition::Nothing) => Err(reference(token.span, format!("line {number} has no value"))),
            None => Err(reference(token.span, format!("there is no line {number} before this one"))
                .help("operands are lines that come before")),
        }
    }

    fn word(&self, line: &mut Operands) -> Result<(Word, Span), Problem> {
        match self.operand(line)? {
            (Value { sort: Sort::Word { .. }, bits }, span) => Ok((bits, span)),
            (_, span) => Err(ill_sorted(span, "a word was expected, and this is an array")),
        }
    }

    fn bit(&self, line: &mut Operands) -> Result<Lit, Problem> {
        let (bits, span) = self.word(line)?;
        match bits.as_slice() {
            [bit] => Ok(*bit),
            bits => {
                Err(ill_sorted(span, format!("a single bit was expected, and this has {} bits", bits.len()))
                    .help("reduce the word first, for example with `redor`"))
            }
        }
    }

    fn declare(
        &mut self,
        line: &mut Operands,
        number: u64,
        span: Span,
        is_state: bool,
    ) -> Result<Value, Problem> {
        let (sort, place) = self.sort_of(line)?;
        if !is_state && matches!(sort, Sort::Array { .. }) {
            return Err(
                ill_sorted(place, "an input is a word, not an array").help("use a state without `next`")
            );
        }
        let bits: Word = (0..sort.bits()).map(|_| self.circuit.gates.input()).collect();
        let name = line.symbol()?.map(|symbol| symbol.text.to_string());
        line.at = line.tokens.len();
        let value = Value { sort, bits };
        if is_state {
            self.state_numbers.insert(number, self.states.len());
            self.states.push(Declared { value: value.clone(), name, number, span, init: None, next: None });
        } else {
            let name = self.names.add(&name.unwrap_or_else(|| format!("input-{number}")));
            self.circuit.inputs.push(Signal { name, bits: value.bits.clone(), span });
        }
        Ok(value)
    }

    /// The first or the next value of a state.
    fn assign(&mut self, line: &mut Operands, tag: Token) -> Result<(), Problem> {
        let is_init = tag.text == "init";
        let (sort, sort_span) = self.sort_of(line)?;
        let (number, span) = line.number("a state")?;
        let Some(position) = self.state_numbers.get(&number).copied() else {
            return Err(reference(span, format!("line {number} is no state")));
        };
        let start = line.at;
        let (value, value_span) = self.operand(line)?;
        let state = &self.states[position];
        if sort != state.value.sort {
            return Err(ill_sorted(
                sort_span,
                format!("the state is {}, not {}", state.value.sort.describe(), sort.describe()),
            ));
        }
        let bits = match (sort, value.sort) {
            _ if value.sort == sort => value.bits,
            // All elements are the same at first.
            (Sort::Array { index, element }, Sort::Word { width }) if is_init && width == element => {
                value.bits.repeat(1 << index)
            }
            _ => {
                return Err(ill_sorted(
                    value_span,
                    format!("the state is {}, and this value {}", sort.describe(), value.sort.describe()),
                ));
            }
        };
        if is_init {
            let operand = line.tokens[start].text.trim_start_matches('-').parse::<u64>().unwrap_or(0);
            if operand > number {
                return Err(reference(value_span, "the first value of a state is made of lines before it")
                    .help("write the state after the lines of its first value"));
            }
            self.refuse_inputs(&bits, value_span)?;
        }
        let state = &mut self.states[position];
        let slot = if is_init { &mut state.init } else { &mut state.next };
        match slot {
            Some(_) => Err(reference(span, format!("the state {number} has two lines `{}`", tag.text))
                .help("keep one of them")),
            None => {
                *slot = Some(bits);
                Ok(())
            }
        }
    }

    fn refuse_inputs(&self, bits: &[Lit], span: Span) -> Result<(), Problem> {
        let cone = self.circuit.gates.cone(bits.iter().copied());
        let input = self.circuit.inputs.iter().find(|input| input.bits.iter().any(|bit| cone[bit.node()]));
        match input {
            Some(input) => Err(reference(
                span,
                format!("the first value of a state depends on the input `{}`", input.name),
            )
            .help("use a state without `next` instead of the input")),
            None => Ok(()),
        }
    }

    fn goal(&mut self, line: &mut Operands, tag: Token, span: Span) -> Result<(), Problem> {
        match tag.text {
            "output" => drop(self.operand(line)?),
            "constraint" => {
                let bit = self.bit(line)?;
                self.circuit.constraints.push(bit);
            }
            "fair" => {
                let bit = self.bit(line)?;
                self.circuit.fairness.push(bit);
            }
            "bad" => {
                let bit = self.bit(line)?;
                self.add_goal(line, format!("bad-{}", self.bad), GoalKind::Bad(bit), span)?;
                self.bad += 1;
            }
            _ => {
                let (count, place) = line.number("how many conditions there are")?;
                if count as usize > line.tokens.len() {
                    return Err(syntax(place, format!("the line has less than {count} conditions")));
                }
                let often: Result<Vec<Lit>, Problem> = (0..count).map(|_| self.bit(line)).collect();
                self.add_goal(line, format!("justice-{}", self.justice), GoalKind::Justice(often?), span)?;
                self.justice += 1;
            }
        }
        Ok(())
    }

    fn add_goal(
        &mut self,
        line: &Operands,
        otherwise: String,
        kind: GoalKind,
        span: Span,
    ) -> Result<(), Problem> {
        let symbol = line.clone().symbol()?;
        let name = self.goal_names.add(symbol.map_or(otherwise.as_str(), |symbol| symbol.text));
        self.circuit.goals.push(Goal { name, kind, span });
        Ok(())
    }

    fn finish(mut self) -> Result<Circuit, Problem> {
        let starts = self.states.iter().flat_map(|state| state.init.iter().flatten().copied());
        let read_at_start = self.circuit.gates.cone(starts);
        for state in self.states {
            let word = if state.name.is_none() {
                format!("state-{}", state.number)
            } else {
                state.name.unwrap_or_default()
            };
            let is_read = state.value.bits.iter().any(|bit| read_at_start[bit.node()]);
            let is_free = state.init.is_none() && state.next.is_none() && !is_read;
            let (count, width) = match state.value.sort {
                Sort::Word { width } => (None, width),
                Sort::Array { index, element } => (Some(1usize << index), element),
            };
            for number in 0..count.unwrap_or(1) {
                let part = number * width..(number + 1) * width;
                let name = if count.is_some() { format!("{word}[{number}]") } else { word.clone() };
                let signal = Signal {
                    name: self.names.add(&name),
                    bits: state.value.bits[part.clone()].to_vec(),
                    span: state.span,
                };
                if is_free {
                    // A state that nothing determines is an input.
                    self.circuit.inputs.push(signal);
                    continue;
                }
                let init = state.init.as_ref().map_or(vec![None; width], |init| {
                    init[part.clone()].iter().map(|bit| Some(*bit)).collect()
                });
                let next = state.next.as_ref().map(|next| next[part.clone()].to_vec());
                self.circuit.states.push(State { signal, init, next });
            }
        }
        Ok(self.circuit)
    }
}
