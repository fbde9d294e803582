//! Lines of BTOR2 that have a value: constants, and operators on earlier lines.

use synod_symbolic::aig::Lit;
use synod_syntax::{Diagnostic, Span, nearest};

use super::operators::{Binary, Operators, Shape, Unary, Word};
use super::{MOST_BITS, Operands, Reader, Sort, Value, constant, ill_sorted, syntax, too_large};
use crate::gates::{DEEPEST, MOST_GATES};
use crate::scan::{Advice, Problem, Token};

/// The words of lines with a value, besides those of operators on words.
const OTHER_WORDS: [&str; 12] =
    ["one", "ones", "zero", "const", "constd", "consth", "uext", "sext", "slice", "ite", "read", "write"];

impl Reader {
    /// A line with a value.
    pub(super) fn value(&mut self, line: &mut Operands, tag: Token) -> Result<Value, Problem> {
        let is_known = Unary::named(tag.text).is_some()
            || Binary::named(tag.text).is_some()
            || OTHER_WORDS.contains(&tag.text);
        if !is_known {
            let error = syntax(tag.span, format!("`{}` is no operator of BTOR2", tag.text));
            let words = crate::words::BTOR2_WORDS.iter().map(|word| word.word);
            return Err(match nearest(tag.text, words) {
                Some(meant) => Box::new(Diagnostic::fix(
                    *error.help(format!("did you mean `{meant}`?")),
                    tag.span,
                    meant,
                )),
                None => error,
            });
        }
        let (sort, sort_span) = self.sort_of(line)?;
        let value = self.computed(line, tag, sort)?;
        if value.sort != sort {
            return Err(ill_sorted(
                sort_span,
                format!("the result is {}, not {}", value.sort.describe(), sort.describe()),
            )
            .help("use the number of the sort of the result"));
        }
        let (gates, depths) = (&self.circuit.gates, &mut self.depths);
        if value.bits.iter().any(|bit| depths.of(gates, *bit) > DEEPEST) {
            return Err(too_large(tag.span, format!("more than {DEEPEST} gates follow each other here"))
                .help("only circuits of less depth can be read"));
        }
        Ok(value)
    }

    fn operators(&mut self) -> Operators<'_> {
        Operators(&mut self.circuit.gates)
    }

    fn computed(&mut self, line: &mut Operands, tag: Token, sort: Sort) -> Result<Value, Problem> {
        let of = |bits: Word| Value { sort: Sort::Word { width: bits.len() }, bits };
        if let Some(op) = Unary::named(tag.text) {
            let (a, _) = self.word(line)?;
            return Ok(of(self.operators().unary(op, &a)));
        }
        if let Some(op) = Binary::named(tag.text) {
            return self.binary(op, line, tag).map(of);
        }
        match tag.text {
            "zero" | "one" | "ones" | "const" | "constd" | "consth" => {
                Ok(of(self.constant(line, tag, sort)?))
            }
            "uext" | "sext" => {
                let ((mut bits, _), (more, span)) = (self.word(line)?, line.number("a number of bits")?);
                let width = usize::try_from(more).ok().and_then(|more| more.checked_add(bits.len()));
                let width = width
                    .filter(|width| *width <= MOST_BITS)
                    .ok_or_else(|| too_large(span, format!("words have at most {MOST_BITS} bits")))?;
                let fill = if tag.text == "uext" { Lit::FALSE } else { bits[bits.len() - 1] };
                bits.resize(width, fill);
                Ok(of(bits))
            }
            "slice" => {
                let (bits, _) = self.word(line)?;
                let ((high, span), (low, low_span)) =
                    (line.number("the highest bit")?, line.number("the lowest bit")?);
                if high >= bits.len() as u64 {
                    return Err(ill_sorted(
                        span,
                        format!("bit {high} is not there: the word has {} bits, counted from 0", bits.len()),
                    ));
                }
                if low > high {
                    return Err(ill_sorted(low_span, "the lowest bit of a slice is above its highest one")
                        .help("write the highest bit first"));
                }
                Ok(of(bits[low as usize..=high as usize].to_vec()))
            }
            "ite" => {
                let condition = self.bit(line)?;
                let ((then, _), (otherwise, span)) = (self.operand(line)?, self.operand(line)?);
                self.same(then.sort, otherwise.sort, span)?;
                let bits = self.operators().choose(condition, &then.bits, &otherwise.bits);
                Ok(Value { sort: then.sort, bits })
            }
            "read" | "write" => {
                let (array, span) = self.operand(line)?;
                let Sort::Array { index, element } = array.sort else {
                    return Err(ill_sorted(
                        span,
                        format!("an array was expected, and this is {}", array.sort.describe()),
                    ));
                };
                let (at, at_span) = self.operand(line)?;
                self.same(Sort::Word { width: index }, at.sort, at_span)?;
                if tag.text == "read" {
                    return Ok(of(self.operators().read(&array.bits, &at.bits)));
                }
                let (value, value_span) = self.operand(line)?;
                self.same(Sort::Word { width: element }, value.sort, value_span)?;
                let bits = self.operators().write(&array.bits, &at.bits, &value.bits);
                Ok(Value { sort: array.sort, bits })
            }
            other => Err(syntax(tag.span, format!("`{other}` cannot stand here"))),
        }
    }

    fn same(&self, expected: Sort, found: Sort, span: Span) -> Result<(), Problem> {
        match expected == found {
            true => Ok(()),
            false => Err(ill_sorted(
                span,
                format!("{} expected, and this is {}", expected.describe(), found.describe()),
            )),
        }
    }

    fn binary(&mut self, op: Binary, line: &mut Operands, tag: Token) -> Result<Word, Problem> {
        let ((a, a_span), (b, b_span)) = (self.operand(line)?, self.operand(line)?);
        if op.shape() == Shape::Bits {
            self.same(Sort::Word { width: 1 }, a.sort, a_span)?;
        }
        if op.shape() != Shape::Joined {
            self.same(a.sort, b.sort, b_span)?;
        }
        let is_equality = matches!(op, Binary::Eq | Binary::Neq);
        if let Some((_, span)) =
            [(a.sort, a_span), (b.sort, b_span)].iter().find(|(sort, _)| matches!(sort, Sort::Array { .. }))
            && !is_equality
        {
            return Err(ill_sorted(
                *span,
                format!("`{}` is an operator of words, and this is an array", tag.text),
            ));
        }
        if op.shape() == Shape::Joined && a.bits.len() + b.bits.len() > MOST_BITS {
            return Err(too_large(tag.span, format!("words have at most {MOST_BITS} bits")));
        }
        if self.circuit.gates.size() + op.large_cost(a.bits.len()) > MOST_GATES {
            return Err(self.too_many_gates(tag.span));
        }
        Ok(self.operators().binary(op, &a.bits, &b.bits))
    }

    fn constant(&mut self, line: &mut Operands, tag: Token, sort: Sort) -> Result<Word, Problem> {
        let Sort::Word { width } = sort else {
            return Err(ill_sorted(tag.span, "a constant is a word, not an array"));
        };
        let same = |value: bool| vec![Lit::constant(value); width];
        match tag.text {
            "zero" => return Ok(same(false)),
            "ones" => return Ok(same(true)),
            "one" => {
                let mut word = same(false);
                word[0] = Lit::TRUE;
                return Ok(word);
            }
            _ => {}
        }
        let digits = line.token("the digits of a constant")?;
        let (word, kind) = match tag.text {
            "const" => (constant::binary(digits.text, width), "binary digits, as many as the word has bits"),
            "constd" => (
                constant::decimal(digits.text, width),
                "decimal digits, perhaps with a `-` before them, of a number that fits",
            ),
            _ => (constant::hexadecimal(digits.text, width), "hexadecimal digits of a number that fits"),
        };
        let what = Sort::Word { width }.describe();
        word.ok_or_else(|| {
            ill_sorted(digits.span, format!("`{}` is no constant of {what}", digits.text))
                .help(format!("write {kind}"))
        })
    }
}
