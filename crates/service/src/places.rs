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

impl Model {
    /// The text of a file: of the model itself, or of one that it includes.
    pub(crate) fn text_of(&self, file: &str) -> &str {
        if file == self.path { &self.text } else { self.files.get(file).map_or("", String::as_str) }
    }

    pub(crate) fn range(&self, place: &Location) -> TextRange {
        range_in(self.text_of(&place.file), &place.file, place.span)
    }

    /// The range of a span of a source that this model was read into.
    pub(crate) fn range_of(&self, source: &Source, span: Span) -> TextRange {
        let (file, span) = source.location(span);
        range_in(self.text_of(file), file, span)
    }

    /// The byte offset of a place of a file.
    pub(crate) fn offset(&self, file: &str, utf16: usize) -> usize {
        byte_offset(self.text_of(file), utf16)
    }
}

fn range_in(text: &str, file: &str, span: Span) -> TextRange {
    let (start, end) = (boundary(text, span.start as usize), boundary(text, span.end as usize));
    let from = utf16_length(&text[..start]);
    let line = 1 + text[..start].matches('\n').count();
    TextRange { file: file.to_string(), from, to: from + utf16_length(&text[start..end.max(start)]), line }
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

/// The byte offset of a UTF-16 unit; the end of the text if there are no so many.
pub(crate) fn byte_offset(text: &str, utf16: usize) -> usize {
    let mut units = 0;
    for (at, c) in text.char_indices() {
        if units >= utf16 {
            return at;
        }
        units += c.len_utf16();
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_count_utf16_units_and_lines() {
        let text = "a𝄞b\nçd";
        let span = Span::new(text.find('b').unwrap(), text.len());
        let range = range_in(text, "f", span);
        assert_eq!((range.from, range.to, range.line), (3, 7, 1));
        for (at, _) in text.char_indices() {
            assert_eq!(byte_offset(text, utf16_length(&text[..at])), at);
        }
        assert_eq!(byte_offset(text, 99), text.len());
        let beyond = range_in(text, "f", Span::new(900, 901));
        assert_eq!((beyond.from, beyond.to), (7, 7));
    }
}
