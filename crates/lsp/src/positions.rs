//! Places in a text as the protocol counts them: lines from 0, and columns in the units that client and server agreed on.

use std::sync::Arc;

use lsp_types::{Position, PositionEncodingKind, Range};
use synod_documents::Place;
use synod_syntax::Span;

/// The units of columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    Utf8,
    Utf16,
    Utf32,
}

impl Encoding {
    /// The best that a client offers: bytes need no counting. Without an offer columns count UTF-16 units.
    pub fn choose(offered: Option<&[PositionEncodingKind]>) -> Encoding {
        let offers = |kind: PositionEncodingKind| offered.is_some_and(|all| all.contains(&kind));
        match (offers(PositionEncodingKind::UTF8), offers(PositionEncodingKind::UTF32)) {
            (true, _) => Encoding::Utf8,
            (false, true) if !offers(PositionEncodingKind::UTF16) => Encoding::Utf32,
            _ => Encoding::Utf16,
        }
    }

    /// Its name in the protocol.
    pub fn kind(self) -> PositionEncodingKind {
        match self {
            Encoding::Utf8 => PositionEncodingKind::UTF8,
            Encoding::Utf16 => PositionEncodingKind::UTF16,
            Encoding::Utf32 => PositionEncodingKind::UTF32,
        }
    }

    fn width(self, c: char) -> usize {
        match self {
            Encoding::Utf8 => c.len_utf8(),
            Encoding::Utf16 => c.len_utf16(),
            Encoding::Utf32 => 1,
        }
    }
}

/// A text with the places of its lines; cheap to clone.
#[derive(Clone, Debug)]
pub struct Text {
    text: Arc<String>,
    line_starts: Arc<Vec<usize>>,
    encoding: Encoding,
}

impl Text {
    pub fn new(text: String, encoding: Encoding) -> Self {
        let line_starts = Arc::new(starts(&text));
        Text { text: Arc::new(text), line_starts, encoding }
    }

    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The offset of a position; the end of its line, or of the text, if there are no so many columns or lines.
    pub fn offset(&self, position: Position) -> usize {
        let Some(start) = self.line_starts.get(position.line as usize) else { return self.text.len() };
        let end = self.line_starts.get(position.line as usize + 1).map_or(self.text.len(), |next| next - 1);
        let line = &self.text[*start..end.max(*start)];
        let line = line.strip_suffix('\r').unwrap_or(line);
        let mut left = position.character as usize;
        for (at, c) in line.char_indices() {
            let width = self.encoding.width(c);
            if left < width {
                return start + at;
            }
            left -= width;
        }
        start + line.len()
    }

    /// The position of an offset.
    pub fn position(&self, offset: usize) -> Position {
        let mut offset = offset.min(self.text.len());
        while !self.text.is_char_boundary(offset) {
            offset -= 1;
        }
        let line = self.line_starts.partition_point(|start| *start <= offset) - 1;
        let before = &self.text[self.line_starts[line]..offset];
        let character = before.chars().map(|c| self.encoding.width(c)).sum::<usize>();
        Position::new(line as u32, character as u32)
    }

    pub fn range(&self, span: Span) -> Range {
        Range::new(self.position(span.start as usize), self.position(span.end as usize))
    }

    /// The range of a place as documents have it: lines and columns from 1, in characters.
    pub fn place(&self, place: &Place) -> Range {
        let offset = |line: usize, column: usize| {
            let Some(start) = self.line_starts.get(line.saturating_sub(1)) else { return self.text.len() };
            let line = &self.text[*start..];
            let before = line.char_indices().nth(column.saturating_sub(1));
            start + before.map_or(line.len(), |(at, _)| at)
        };
        let (start, end) = (offset(place.line, place.column), offset(place.end_line, place.end_column));
        Range::new(self.position(start), self.position(end))
    }

    pub fn span(&self, range: Range) -> Span {
        Span::new(self.offset(range.start), self.offset(range.end))
    }

    /// How wide a part of the text is, in the units of columns.
    pub fn width(&self, span: Span) -> u32 {
        let part = self.text.get(span.range()).unwrap_or("");
        part.chars().map(|c| self.encoding.width(c)).sum::<usize>() as u32
    }

    /// The text with a part of it, or all of it, replaced.
    pub fn edit(&mut self, range: Option<Range>, new: &str) {
        match range {
            Some(range) => {
                let span = self.span(range);
                Arc::make_mut(&mut self.text).replace_range(span.range(), new);
            }
            None => self.text = Arc::new(new.to_string()),
        }
        self.line_starts = Arc::new(starts(&self.text));
    }
}

fn starts(text: &str) -> Vec<usize> {
    std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_and_offsets_are_inverse_in_every_encoding() {
        let text = "a𝄞b\r\nçd\n\nx";
        for encoding in [Encoding::Utf8, Encoding::Utf16, Encoding::Utf32] {
            let text = Text::new(text.to_string(), encoding);
            for (offset, c) in text.as_str().char_indices().filter(|(_, c)| *c != '\n') {
                assert_eq!(text.offset(text.position(offset)), offset, "{encoding:?} {c}");
            }
            assert_eq!(text.offset(Position::new(9, 9)), text.as_str().len());
            assert_eq!(text.offset(Position::new(1, 99)), text.as_str().find("\n\n").unwrap());
        }
        let columns = [Encoding::Utf8, Encoding::Utf16, Encoding::Utf32].map(|encoding| {
            let text = Text::new(text.to_string(), encoding);
            text.position(text.as_str().find('b').unwrap()).character
        });
        assert_eq!(columns, [5, 3, 2]);
    }

    #[test]
    fn edits_replace_ranges() {
        let mut text = Text::new("ab\ncd".to_string(), Encoding::Utf16);
        text.edit(Some(Range::new(Position::new(0, 1), Position::new(1, 1))), "X\nY\n");
        assert_eq!(text.as_str(), "aX\nY\nd");
        assert_eq!(text.position(6), Position::new(2, 1));
        text.edit(None, "new");
        assert_eq!(text.as_str(), "new");
    }

    #[test]
    fn bytes_are_chosen_where_they_are_offered() {
        let [utf8, utf16, utf32] =
            [PositionEncodingKind::UTF8, PositionEncodingKind::UTF16, PositionEncodingKind::UTF32];
        assert_eq!(Encoding::choose(None), Encoding::Utf16);
        assert_eq!(Encoding::choose(Some(&[utf16.clone(), utf8])), Encoding::Utf8);
        assert_eq!(Encoding::choose(Some(std::slice::from_ref(&utf32))), Encoding::Utf32);
        assert_eq!(Encoding::choose(Some(&[utf16, utf32])), Encoding::Utf16);
    }
}
