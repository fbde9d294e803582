//! The operators of BTOR2 on words, bit by bit, the least significant bit first. Their meaning is that of SMT-LIB.

use synod_symbolic::aig::{Aig, Lit};
use synod_symbolic::vector;

/// A word, the least significant bit first.
pub(crate) type Word = Vec<Lit>;

/// Operators of one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unary {
    Not,
    Inc,
    Dec,
    Neg,
    RedAnd,
    RedOr,
    RedXor,
}

/// Operators of two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Binary {
    Iff,
    Implies,
    Eq,
    Neq,
    Sgt,
    Ugt,
    Sgte,
    Ugte,
    Slt,
    Ult,
    Slte,
    Ulte,
    And,
    Nand,
    Nor,
    Or,
    Xnor,
    Xor,
    Rol,
    Ror,
    Sll,
    Sra,
    Srl,
    Add,
    Mul,
    Sdiv,
    Udiv,
    Smod,
    Srem,
    Urem,
    Sub,
    Saddo,
    Uaddo,
    Sdivo,
    Smulo,
    Umulo,
    Ssubo,
    Usubo,
    Concat,
}

/// How the widths of operands and result belong together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// All the same.
    Same,
    /// Two of the same width, and a single bit.
    ToBit,
    /// Single bits.
    Bits,
    /// The result is as wide as both together.
    Joined,
}

impl Unary {
    pub fn named(word: &str) -> Option<Self> {
        Some(match word {
            "not" => Unary::Not,
            "inc" => Unary::Inc,
            "dec" => Unary::Dec,
            "neg" => Unary::Neg,
            "redand" => Unary::RedAnd,
            "redor" => Unary::RedOr,
            "redxor" => Unary::RedXor,
            _ => return None,
        })
    }
}

impl Binary {
    pub fn named(word: &str) -> Option<Self> {
        use Binary::*;
        Some(match word {
            "iff" => Iff,
            "implies" => Implies,
            "eq" => Eq,
            "neq" | "ne" => Neq,
            "sgt" => Sgt,
            "ugt" => Ugt,
            "sgte" => Sgte,
            "ugte" => Ugte,
            "slt" => Slt,
            "ult" => Ult,
            "slte" => Slte,
            "ulte" => Ulte,
            "and" => And,
            "nand" => Nand,
            "nor" => Nor,
            "or" => Or,
            "xnor" => Xnor,
            "xor" => Xor,
            "rol" => Rol,
            "ror" => Ror,
            "sll" => Sll,
            "sra" => Sra,
            "srl" => Srl,
            "add" => Add,
            "mul" => Mul,
            "sdiv" => Sdiv,
            "udiv" => Udiv,
            "smod" => Smod,
            "srem" => Srem,
            "urem" => Urem,
            "sub" => Sub,
            "saddo" => Saddo,
            "uaddo" => Uaddo,
            "sdivo" => Sdivo,
            "smulo" => Smulo,
            "umulo" => Umulo,
            "ssubo" => Ssubo,
            "usubo" => Usubo,
            "concat" => Concat,
            _ => return None,
        })
    }

    /// About how many gates it takes for words of this width, where that grows with its square; otherwise nothing.
    pub fn large_cost(self, width: usize) -> usize {
        use Binary::*;
        match self {
            Mul | Udiv | Urem | Sdiv | Srem | Smod => 12 * width * width,
            Smulo | Umulo => 48 * width * width,
            Rol | Ror => 3 * width * width,
            _ => 0,
        }
    }

    pub fn shape(self) -> Shape {
        use Binary::*;
        match self {
            Iff | Implies => Shape::Bits,
            Eq | Neq | Sgt | Ugt | Sgte | Ugte | Slt | Ult | Slte | Ulte => Shape::ToBit,
            Saddo | Uaddo | Sdivo | Smulo | Umulo | Ssubo | Usubo => Shape::ToBit,
            Concat => Shape::Joined,
            And | Nand | Nor | Or | Xnor | Xor | Rol | Ror | Sll | Sra | Srl => Shape::Same,
            Add | Mul | Sdiv | Udiv | Smod | Srem | Urem | Sub => Shape::Same,
        }
    }
}

/// The most significant bit. Words have at least one.
fn sign(word: &[Lit]) -> Lit {
    word[word.len() - 1]
}

fn inverted(word: &[Lit]) -> Word {
    word.iter().map(|bit| !*bit).collect()
}

/// Operators of words of a graph.
pub(crate) struct Operators<'g>(pub &'g mut Aig);

impl Operators<'_> {
    /// An operator of one word.
    pub fn unary(&mut self, op: Unary, a: &[Lit]) -> Word {
        let zero = vec![Lit::FALSE; a.len()];
        match op {
            Unary::Not => inverted(a),
            Unary::Inc => self.sum(a, &zero, true),
            Unary::Dec => self.sum(a, &inverted(&zero), false),
            Unary::Neg => self.sum(&zero, &inverted(a), true),
            Unary::RedAnd => vec![self.0.all(a.iter().copied())],
            Unary::RedOr => vec![self.0.any(a.iter().copied())],
            Unary::RedXor => vec![self.parity(a)],
        }
    }

    /// An operator of two words.
    pub fn binary(&mut self, op: Binary, a: &[Lit], b: &[Lit]) -> Word {
        use Binary::*;
        match op {
            Iff | Eq => vec![self.equal(a, b)],
            Neq => vec![!self.equal(a, b)],
            Implies => vec![!self.0.and(a[0], !b[0])],
            Ult => vec![self.less(a, b, false)],
            Ugt => vec![self.less(b, a, false)],
            Ulte => vec![!self.less(b, a, false)],
            Ugte => vec![!self.less(a, b, false)],
            Slt => vec![self.less(a, b, true)],
            Sgt => vec![self.less(b, a, true)],
            Slte => vec![!self.less(b, a, true)],
            Sgte => vec![!self.less(a, b, true)],
            And => self.bitwise(a, b, Aig::and),
            Or => self.bitwise(a, b, Aig::or),
            Xor => self.bitwise(a, b, Aig::xor),
            Nand => inverted(&self.bitwise(a, b, Aig::and)),
            Nor => inverted(&self.bitwise(a, b, Aig::or)),
            Xnor => inverted(&self.bitwise(a, b, Aig::xor)),
            Rol => self.rotate(a, b, true),
            Ror => self.rotate(a, b, false),
            Sll => self.shift_left(a, b),
            Srl => self.shift_right(a, b, Lit::FALSE),
            Sra => self.shift_right(a, b, sign(a)),
            Add => self.sum(a, b, false),
            Sub => self.sum(a, &inverted(b), true),
            Mul => self.product(a, b, a.len()),
            Udiv => self.divide(a, b).0,
            Urem => self.divide(a, b).1,
            Sdiv => self.signed_quotient(a, b),
            Srem => self.signed_remainder(a, b),
            Smod => self.signed_modulo(a, b),
            Uaddo => vec![self.carrying_sum(a, b, false).1],
            Usubo => vec![self.less(a, b, false)],
            Saddo => {
                let sum = self.sum(a, b, false);
                vec![self.signs_clash(sign(a), sign(b), sign(&sum))]
            }
            Ssubo => {
                let difference = self.sum(a, &inverted(b), true);
                vec![self.signs_clash(sign(a), !sign(b), sign(&difference))]
            }
            Sdivo => {
                let least: Vec<Lit> =
                    (0..a.len()).map(|bit| if bit + 1 == a.len() { a[bit] } else { !a[bit] }).collect();
                vec![self.0.all(least.into_iter().chain(b.iter().copied()))]
            }
            Umulo => {
                let zeros = vec![Lit::FALSE; a.len()];
                let product = self.product(&[a, &zeros].concat(), &[b, &zeros].concat(), 2 * a.len());
                vec![self.0.any(product[a.len()..].iter().copied())]
            }
            Smulo => {
                let wide = |word: &[Lit]| [word, &vec![sign(word); word.len()]].concat();
                let product = self.product(&wide(a), &wide(b), 2 * a.len());
                // It fits if all bits from the sign on are the same.
                let top = &product[a.len() - 1..];
                let (all, any) = (self.0.all(top.iter().copied()), self.0.any(top.iter().copied()));
                vec![self.0.and(any, !all)]
            }
            Concat => [b, a].concat(),
        }
    }

    /// The one word or the other.
    pub fn choose(&mut self, condition: Lit, then: &[Lit], otherwise: &[Lit]) -> Word {
        let Ok(chosen) = vector::choose(self.0, &condition, then, otherwise);
        chosen
    }

    fn bitwise(&mut self, a: &[Lit], b: &[Lit], op: fn(&mut Aig, Lit, Lit) -> Lit) -> Word {
        std::iter::zip(a, b).map(|(a, b)| op(self.0, *a, *b)).collect()
    }

    fn parity(&mut self, word: &[Lit]) -> Lit {
        word.iter().fold(Lit::FALSE, |odd, bit| self.0.xor(odd, *bit))
    }

    pub fn equal(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        let Ok(equal) = vector::equal(self.0, a, b);
        equal
    }

    fn sum(&mut self, a: &[Lit], b: &[Lit], carry: bool) -> Word {
        let Ok(sum) = vector::sum(self.0, a, b, carry, a.len());
        sum
    }

    /// The sum, and the carry that goes out.
    fn carrying_sum(&mut self, a: &[Lit], b: &[Lit], carry: bool) -> (Word, Lit) {
        let longer = |word: &[Lit]| [word, &[Lit::FALSE]].concat();
        let mut sum = self.sum(&longer(a), &longer(b), carry);
        let carry = sum.pop().unwrap_or(Lit::FALSE);
        (sum, carry)
    }

    /// Whether two operands have one sign and the result has the other.
    fn signs_clash(&mut self, a: Lit, b: Lit, result: Lit) -> Lit {
        let (below, above) = (self.0.all([a, b, !result]), self.0.all([!a, !b, result]));
        self.0.or(below, above)
    }

    fn less(&mut self, a: &[Lit], b: &[Lit], is_signed: bool) -> Lit {
        let Ok(less) = vector::less(self.0, a, b, is_signed);
        less
    }

    /// So many bits of a product.
    fn product(&mut self, a: &[Lit], b: &[Lit], width: usize) -> Word {
        let Ok(product) = vector::product(self.0, a, b, width);
        product
    }

    /// Quotient and remainder by long division. By zero the quotient is all ones and the remainder the dividend, as
    /// SMT-LIB has it and long division gives it.
    fn divide(&mut self, a: &[Lit], b: &[Lit]) -> (Word, Word) {
        let width = a.len();
        let divisor = [b, &[Lit::FALSE]].concat();
        let mut rest = vec![Lit::FALSE; width];
        let mut quotient = vec![Lit::FALSE; width];
        for place in (0..width).rev() {
            // One bit more than the divisor has.
            let next = [&[a[place]], &rest[..]].concat();
            let (difference, fits) = self.carrying_sum(&next, &inverted(&divisor), true);
            quotient[place] = fits;
            rest = self.choose(fits, &difference[..width], &next[..width]);
        }
        (quotient, rest)
    }

    fn negate_where(&mut self, condition: Lit, word: &[Lit]) -> Word {
        let negated = self.unary(Unary::Neg, word);
        self.choose(condition, &negated, word)
    }

    fn signed_quotient(&mut self, a: &[Lit], b: &[Lit]) -> Word {
        let (left, right) = (self.negate_where(sign(a), a), self.negate_where(sign(b), b));
        let quotient = self.divide(&left, &right).0;
        let is_negative = self.0.xor(sign(a), sign(b));
        self.negate_where(is_negative, &quotient)
    }

    /// It has the sign of the dividend.
    fn signed_remainder(&mut self, a: &[Lit], b: &[Lit]) -> Word {
        let (left, right) = (self.negate_where(sign(a), a), self.negate_where(sign(b), b));
        let rest = self.divide(&left, &right).1;
        self.negate_where(sign(a), &rest)
    }

    /// It has the sign of the divisor.
    fn signed_modulo(&mut self, a: &[Lit], b: &[Lit]) -> Word {
        let rest = self.signed_remainder(a, b);
        let is_rest = self.0.any(rest.iter().copied());
        let signs = self.0.xor(sign(a), sign(b));
        let is_other = self.0.and(is_rest, signs);
        let moved = self.sum(&rest, b, false);
        self.choose(is_other, &moved, &rest)
    }

    fn shift_left(&mut self, a: &[Lit], by: &[Lit]) -> Word {
        let turned: Word = a.iter().rev().copied().collect();
        self.shift_right(&turned, by, Lit::FALSE).into_iter().rev().collect()
    }

    /// Shifts with `fill` coming in; by the width or more there is nothing else left.
    fn shift_right(&mut self, a: &[Lit], by: &[Lit], fill: Lit) -> Word {
        let mut word = a.to_vec();
        let (mut distance, mut place) = (1, 0);
        while distance < a.len() {
            let shifted: Word = word[distance..].iter().copied().chain(vec![fill; distance]).collect();
            word = self.choose(by[place], &shifted, &word);
            (distance, place) = (2 * distance, place + 1);
        }
        let is_far = self.0.any(by[place..].iter().copied());
        self.choose(is_far, &vec![fill; a.len()], &word)
    }

    /// Turns in a circle, by what is left of the distance in whole turns.
    fn rotate(&mut self, a: &[Lit], by: &[Lit], to_left: bool) -> Word {
        let mut word = a.to_vec();
        let mut distance = 1 % a.len();
        for bit in by {
            let mut turned = word.clone();
            if to_left {
                turned.rotate_right(distance)
            } else {
                turned.rotate_left(distance)
            }
            word = self.choose(*bit, &turned, &word);
            distance = 2 * distance % a.len();
        }
        word
    }

    /// The element of an array that an index selects.
    pub fn read(&mut self, elements: &[Lit], index: &[Lit]) -> Word {
        let mut layer = elements.to_vec();
        let width = elements.len() >> index.len();
        for bit in index {
            let pairs = layer.chunks(2 * width);
            layer = pairs.flat_map(|pair| self.choose(*bit, &pair[width..], &pair[..width])).collect();
        }
        layer
    }

    /// An array with the element at an index replaced.
    pub fn write(&mut self, elements: &[Lit], index: &[Lit], value: &[Lit]) -> Word {
        let mut written = Vec::with_capacity(elements.len());
        for (number, element) in elements.chunks(value.len()).enumerate() {
            let here = index.iter().enumerate().map(|(place, bit)| bit.negate_if(number >> place & 1 == 0));
            let here = self.0.all(here.collect::<Vec<_>>());
            written.extend(self.choose(here, value, element));
        }
        written
    }
}

#[cfg(test)]
mod tests;
