//! Walking over a text character by character, the ground of every hand-written lexer here.

use crate::{Span, checkpoint, visible_line};

/// A position in a text that only moves forward.
#[derive(Clone, Debug)]
pub struct Cursor<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Cursor<'a> {
    /// At the start of `text`.
    pub fn new(text: &'a str) -> Self {
        Cursor { text, at: 0 }
    }

    /// The byte offset.
    pub fn offset(&self) -> usize {
        self.at
    }

    /// What is left.
    pub fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// The next character, if any, without taking it.
    pub fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Takes the next character.
    pub fn bump(&mut self) -> Option<char> {
        checkpoint();
        let c = self.peek()?;
        self.at += c.len_utf8();
        Some(c)
    }

    /// Takes `expected` if the text goes on with it.
    pub fn eat(&mut self, expected: &str) -> bool {
        let found = self.rest().starts_with(expected);
        if found {
            self.at += expected.len();
        }
        found
    }

    /// Takes the first of some signs that the text goes on with.
    pub fn eat_sign<'s>(&mut self, signs: &[&'s str]) -> Option<&'s str> {
        let found = *signs.iter().find(|sign| self.is_before(sign))?;
        self.at += found.len();
        Some(found)
    }

    /// Takes the first of some signs that the text goes on with, and tells what it means.
    pub fn eat_meaning<K: Copy>(&mut self, signs: &[(&str, K)]) -> Option<K> {
        let (sign, meaning) = signs.iter().find(|(sign, _)| self.is_before(sign))?;
        self.at += sign.len();
        Some(*meaning)
    }

    /// Whether the text goes on with a sign. Most signs differ in their first byte.
    #[inline]
    fn is_before(&self, sign: &str) -> bool {
        let rest = &self.text.as_bytes()[self.at..];
        rest.first() == sign.as_bytes().first() && rest.starts_with(sign.as_bytes())
    }

    /// Takes characters while `keep` says so, and returns them.
    pub fn eat_while(&mut self, mut keep: impl FnMut(char) -> bool) -> &'a str {
        let rest = self.rest();
        let ends = |c: char| {
            checkpoint();
            !keep(c)
        };
        let length = rest.find(ends).unwrap_or(rest.len());
        self.at += length;
        &rest[..length]
    }

    /// The span from `start` to here.
    pub fn span_from(&self, start: usize) -> Span {
        Span::new(start, self.at)
    }
}

/// The message about a character that no token begins with, in languages whose names are ASCII.
pub fn unexpected_character(found: char) -> String {
    let rule = if found.is_alphabetic() { ": names use ASCII letters, digits and `_`" } else { "" };
    format!("unexpected character `{}`{rule}", visible_line(found.encode_utf8(&mut [0; 4])))
}

#[cfg(test)]
mod tests {
    use super::{Cursor, unexpected_character};

    #[test]
    fn the_first_sign_of_a_table_that_fits_is_taken() {
        let signs = [("<->", 1), ("<-", 2), ("<", 3), ("∧", 4)];
        assert_eq!(Cursor::new("<-x").eat_sign(&["<->", "<-", "<"]), Some("<-"));
        let mut cursor = Cursor::new("<-<->∧<é");
        let taken: Vec<Option<i32>> = (0..5).map(|_| cursor.eat_meaning(&signs)).collect();
        assert_eq!(taken, [Some(2), Some(1), Some(4), Some(3), None]);
        assert_eq!((cursor.rest(), cursor.eat_while(|c| c != 'x'), cursor.peek()), ("é", "é", None));
        assert_eq!((cursor.eat_meaning(&signs), cursor.eat_sign(&["é"])), (None, None));
    }

    #[test]
    fn characters_are_printed_as_they_are_and_those_without_a_shape_by_their_sign() {
        for (found, message) in [
            ('\'', "unexpected character `'`"),
            ('\\', "unexpected character `\\`"),
            ('\u{1b}', "unexpected character `␛`"),
            ('é', "unexpected character `é`: names use ASCII letters, digits and `_`"),
        ] {
            assert_eq!(unexpected_character(found), message);
        }
    }
}
