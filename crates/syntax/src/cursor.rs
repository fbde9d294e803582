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

    /// Takes characters while `keep` says so, and returns them.
    pub fn eat_while(&mut self, mut keep: impl FnMut(char) -> bool) -> &'a str {
        let start = self.at;
        while self.peek().is_some_and(&mut keep) {
            self.bump();
        }
        &self.text[start..self.at]
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
    use super::unexpected_character;

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
