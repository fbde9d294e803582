//! Places in texts as pages count them: UTF-16 units from the start of a file.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use synod_session::editing::Location;
use synod_syntax::{Source, Span};

use crate::Model;

/// A part of the text of a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TextRange {
    /// The file: the model, or one that it includes.
    pub file: String,
    /// The first UTF-16 unit, from 0.
    pub from: usize,
    /// The first UTF-16 unit behind it.
    pub to: usize,
    /// The line in which it begins, from 1.
    pub line: usize,
}

/// A part of a text that is replaced.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TextEdit {
    /// What is replaced.
    pub range: TextRange,
    /// By what.
    pub text: String,
}

/// A text whose bytes are counted as UTF-16 units: a long one is counted once, not for each place.
pub(crate) struct Positions<'t> {
    text: &'t str,
    /// For each line: its first byte, and the UTF-16 units before it.
    lines: Vec<(usize, usize)>,
}

impl<'t> Positions<'t> {
    pub(crate) fn new(text: &'t str) -> Self {
        let mut lines = vec![(0, 0)];
        let (mut bytes, mut units) = (0, 0);
        for line in text.split_inclusive('\n') {
            bytes += line.len();
            units += utf16_length(line);
            lines.push((bytes, units));
        }
        Positions { text, lines }
    }

    fn line(&self, offset: usize) -> usize {
        self.lines.partition_point(|(start, _)| *start <= offset).saturating_sub(1)
    }

    /// The UTF-16 unit of a byte; that of the end for those behind it.
    pub(crate) fn utf16(&self, offset: usize) -> usize {
        let offset = boundary(self.text, offset);
        let (start, units) = self.lines[self.line(offset)];
        units + utf16_length(&self.text[start..offset])
    }

    /// The byte of a UTF-16 unit; the end of the text if there are no so many.
    pub(crate) fn byte(&self, unit: usize) -> usize {
        let line = self.lines.partition_point(|(_, units)| *units <= unit).saturating_sub(1);
        let (start, mut units) = self.lines[line];
        for (at, c) in self.text[start..].char_indices() {
            if units >= unit {
                return start + at;
            }
            units += c.len_utf16();
        }
        self.text.len()
    }

    fn range(&self, file: &str, span: Span) -> TextRange {
        let (start, end) = (span.start as usize, span.end.max(span.start) as usize);
        let from = self.utf16(start);
        let line = self.line(boundary(self.text, start)) + 1;
        TextRange { file: file.to_string(), from, to: self.utf16(end), line }
    }
}

/// The files of a source, to find the places of many of its spans.
pub(crate) struct SourcePlaces<'s> {
    source: &'s Source,
    files: Vec<(&'s str, Positions<'s>)>,
}

impl<'s> SourcePlaces<'s> {
    /// The texts of its files are given by their names; places in others are not found.
    pub(crate) fn new(source: &'s Source, text_of: impl Fn(&str) -> Option<&'s str>) -> Self {
        let file = |name| Some((name, Positions::new(text_of(name)?)));
        SourcePlaces { source, files: source.names().filter_map(file).collect() }
    }

    /// Where a span stands; `None` if nowhere.
    pub(crate) fn range(&self, span: Span) -> Option<TextRange> {
        let (name, inner) = self.source.location(span);
        let (_, positions) = self.files.iter().find(|(known, _)| *known == name)?;
        (span != Span::default()).then(|| positions.range(name, inner))
    }
}

impl Model {
    /// The text of a file: of the model itself, or of one that it includes.
    pub(crate) fn text_of(&self, file: &str) -> &str {
        if file == self.path { &self.text } else { self.files.get(file).map_or("", String::as_str) }
    }

    pub(crate) fn range(&self, place: &Location) -> TextRange {
        Positions::new(self.text_of(&place.file)).range(&place.file, place.span)
    }

    /// The range of a span of a source that this model was read into.
    pub(crate) fn range_of(&self, source: &Source, span: Span) -> TextRange {
        let (file, span) = source.location(span);
        Positions::new(self.text_of(file)).range(file, span)
    }

    /// The byte offset of a place of a file.
    pub(crate) fn offset(&self, file: &str, utf16: usize) -> usize {
        Positions::new(self.text_of(file)).byte(utf16)
    }
}

fn utf16_length(text: &str) -> usize {
    text.chars().map(char::len_utf16).sum()
}

fn boundary(text: &str, mut offset: usize) -> usize {
    offset = offset.min(text.len());
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    offset
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_count_utf16_units_and_lines() {
        let text = "a𝄞b\nçd";
        let positions = Positions::new(text);
        let range = positions.range("f", Span::new(text.find('b').unwrap(), text.len()));
        assert_eq!((range.from, range.to, range.line), (3, 7, 1));
        assert_eq!(positions.range("f", Span::new(text.find('d').unwrap(), text.len())).line, 2);
        for (at, _) in text.char_indices() {
            assert_eq!(positions.byte(positions.utf16(at)), at);
        }
        assert_eq!((positions.byte(99), positions.byte(2)), (text.len(), text.find('b').unwrap()));
        let beyond = positions.range("f", Span::new(900, 901));
        assert_eq!((beyond.from, beyond.to), (7, 7));
        assert_eq!(Positions::new("").utf16(3), 0);
    }
}
