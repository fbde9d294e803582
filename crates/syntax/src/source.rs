//! A text with a name, byte ranges in it, and the lines and columns people speak of.

use std::sync::Arc;

/// A half-open range of bytes in a [`Source`]. `Span::default()` (empty, at 0) means "nowhere".
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// The range from `start` to `end`; positions past 4 GiB are cut there.
    pub fn new(start: usize, end: usize) -> Self {
        let cut = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        Span { start: cut(start), end: cut(end.max(start)) }
    }

    /// The smallest span that covers both.
    pub fn to(self, other: Span) -> Span {
        Span { start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// The span as a range for slicing.
    pub fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// A place as people count: line and column from 1, the column in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
}

/// A text with its name. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Source {
    name: Arc<str>,
    text: Arc<str>,
    line_starts: Arc<[usize]>,
}

impl Source {
    /// A source called `name` (usually a path) holding `text`.
    pub fn new(name: impl Into<Arc<str>>, text: impl Into<Arc<str>>) -> Self {
        let text = text.into();
        let line_starts = std::iter::once(0)
            .chain(text.bytes().enumerate().filter(|(_, b)| *b == b'\n').map(|(i, _)| i + 1))
            .collect();
        Source { name: name.into(), text, line_starts }
    }

    /// What the source is called in messages.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The whole text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The text of a span; empty when the span does not fit this source.
    pub fn slice(&self, span: Span) -> &str {
        self.text.get(span.range()).unwrap_or("")
    }

    /// Line and column of a byte offset.
    pub fn place(&self, offset: usize) -> Place {
        let offset = offset.min(self.text.len());
        let line = self.line_starts.partition_point(|start| *start <= offset) - 1;
        let before = self.text.get(self.line_starts[line]..offset).unwrap_or("");
        Place { line: line + 1, column: before.chars().count() + 1 }
    }

    /// The text of a line (from 1), without its line break.
    pub fn line(&self, line: usize) -> &str {
        let Some(start) = line.checked_sub(1).and_then(|i| self.line_starts.get(i)) else { return "" };
        let rest = &self.text[*start..];
        rest.split('\n').next().unwrap_or("").trim_end_matches('\r')
    }

    /// How many lines there are.
    pub fn lines(&self) -> usize {
        self.line_starts.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_count_characters_from_one() {
        let source = Source::new("m", "ab\nçd\r\nx");
        assert_eq!(source.place(0), Place { line: 1, column: 1 });
        assert_eq!(source.place(5), Place { line: 2, column: 2 });
        assert_eq!(source.line(2), "çd");
        assert_eq!(source.place(999).line, 3);
    }
}
