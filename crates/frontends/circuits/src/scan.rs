//! Lines and words of a text with their places, what is wrong with them, and names that are fit to be shown.

use rustc_hash::FxHashSet;
use synod_syntax::{Code, Diagnostic, Span, visible_line};

/// What is wrong with a text.
pub(crate) type Problem = Box<Diagnostic>;

/// The complaint about a place.
pub(crate) fn problem(code: Code, span: Span, message: impl Into<String>) -> Problem {
    Box::new(Diagnostic::error(code, span, message))
}

/// What to do about a problem.
pub(crate) trait Advice {
    fn help(self, text: impl Into<String>) -> Self;
}

impl Advice for Problem {
    fn help(self, text: impl Into<String>) -> Self {
        Box::new(Diagnostic::help(*self, text))
    }
}

/// A word with its place.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Token<'t> {
    pub text: &'t str,
    pub span: Span,
}

/// A line without its end.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line<'t> {
    pub text: &'t str,
    pub start: usize,
}

impl<'t> Line<'t> {
    pub fn span(&self) -> Span {
        Span::new(self.start, self.start + self.text.len())
    }

    /// The part from a byte of the line on.
    pub fn from(&self, at: usize) -> Line<'t> {
        Line { text: &self.text[at..], start: self.start + at }
    }

    /// The words of the line, which blanks and tabulators keep apart.
    pub fn tokens(&self) -> Vec<Token<'t>> {
        let offset = |word: &str| word.as_ptr() as usize - self.text.as_ptr() as usize;
        let words = self.text.split([' ', '\t']).filter(|word| !word.is_empty());
        let token = |text: &'t str| {
            let start = self.start + offset(text);
            Token { text, span: Span::new(start, start + text.len()) }
        };
        words.map(token).collect()
    }
}

/// The lines of a text.
#[derive(Clone, Debug)]
pub(crate) struct Lines<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Lines<'t> {
    pub fn new(text: &'t str) -> Self {
        Lines { text, at: 0 }
    }

    /// Where the text ends.
    pub fn end(&self) -> Span {
        Span::new(self.text.trim_end().len(), self.text.len())
    }
}

impl<'t> Iterator for Lines<'t> {
    type Item = Line<'t>;

    fn next(&mut self) -> Option<Line<'t>> {
        let rest = self.text.get(self.at..).filter(|rest| !rest.is_empty())?;
        let length = rest.find('\n').unwrap_or(rest.len());
        let line = Line { text: rest[..length].trim_end_matches('\r'), start: self.at };
        self.at += length + 1;
        Some(line)
    }
}

/// Names that are different from each other.
#[derive(Clone, Debug, Default)]
pub(crate) struct Names(FxHashSet<String>);

impl Names {
    /// The name as it can be shown, with a number if it is taken.
    pub fn add(&mut self, name: &str) -> String {
        let name = visible_line(name).replace(' ', "_");
        let mut unique = name.clone();
        let mut number = 1u64;
        while !self.0.insert(unique.clone()) {
            number += 1;
            unique = format!("{name}#{number}");
        }
        unique
    }
}

/// A name with the position of a bit behind it, such as `count[3]`.
pub(crate) fn as_bit(name: &str) -> Option<(&str, usize)> {
    let (word, position) = name.strip_suffix(']')?.rsplit_once('[')?;
    let is_plain = !word.is_empty() && position.len() <= 6 && position.bytes().all(|c| c.is_ascii_digit());
    is_plain.then(|| Some((word, position.parse().ok()?))).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_words_know_their_places() {
        let text = "ab  c\r\n\nd";
        let lines: Vec<Line> = Lines::new(text).collect();
        assert_eq!(lines.iter().map(|line| line.text).collect::<Vec<_>>(), ["ab  c", "", "d"]);
        assert_eq!(lines[0].tokens()[1].span, Span::new(4, 5));
        assert_eq!(lines[2].tokens()[0].span, Span::new(8, 9));
    }

    #[test]
    fn names_are_told_apart() {
        let mut names = Names::default();
        assert_eq!(["a b", "a b", "x\x1b"].map(|name| names.add(name)), ["a_b", "a_b#2", "x␛"]);
        assert_eq!(as_bit("a[1][20]"), Some(("a[1]", 20)));
        assert_eq!([as_bit("[1]"), as_bit("a[]"), as_bit("a[x]"), as_bit("a")], [None; 4]);
    }
}
