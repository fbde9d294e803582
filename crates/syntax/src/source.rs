//! A text with a name, byte ranges in it, and the lines and columns people speak of.

use std::ops::Range;
use std::sync::Arc;

/// A half-open range of bytes in a [`Source`]. `Span::default()` (empty, at 0) means "nowhere".
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
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
    pub fn range(self) -> Range<usize> {
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

/// A text with its name. Cheap to clone. It may be put together from several texts ([`Source::splice`]): places are then
/// those in the text that each part comes from.
#[derive(Clone, Debug)]
pub struct Source {
    text: Arc<str>,
    /// The texts that it was put together from, the main one first.
    files: Arc<[File]>,
    /// Where the parts are from, in the order of the text; the first begins at 0.
    segments: Arc<[Segment]>,
}

/// A text with a name of its own.
#[derive(Clone, Debug)]
struct File {
    name: Arc<str>,
    text: Arc<str>,
    line_starts: Arc<[usize]>,
}

/// A part of a text, up to where the next one begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Segment {
    start: usize,
    file: usize,
    /// Where it stands in the file.
    origin: usize,
    /// How long it is there: 0 for what stands in no file, else as long as the part.
    length: usize,
}

/// What is put into a text.
#[derive(Clone, Copy, Debug)]
pub enum Piece<'a> {
    /// A text with places of its own.
    Source(&'a Source),
    /// A text that stands in no file. Its place is the end of the source before it, or else the start of the one behind it, or
    /// else where it is put.
    Glue(&'a str),
}

impl File {
    fn new(name: Arc<str>, text: Arc<str>) -> Self {
        let line_starts = std::iter::once(0)
            .chain(text.bytes().enumerate().filter(|(_, b)| *b == b'\n').map(|(i, _)| i + 1))
            .collect();
        File { name, text, line_starts }
    }

    /// The line, from 0, of an offset.
    fn line_of(&self, offset: usize) -> usize {
        self.line_starts.partition_point(|start| *start <= offset) - 1
    }
}

impl Source {
    /// A source called `name` (usually a path) holding `text`.
    pub fn new(name: impl Into<Arc<str>>, text: impl Into<Arc<str>>) -> Self {
        let text = text.into();
        let segment = Segment { start: 0, file: 0, origin: 0, length: text.len() };
        let files = Arc::new([File::new(name.into(), text.clone())]);
        Source { text, files, segments: Arc::new([segment]) }
    }

    /// What the source is called in messages.
    pub fn name(&self) -> &str {
        &self.files[0].name
    }

    /// What the text is called that an offset is from.
    pub fn name_at(&self, offset: usize) -> &str {
        &self.origin(offset).0.name
    }

    /// The names of all texts that it was put together from, the main one first.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.files.iter().map(|file| &*file.name)
    }

    /// Where the text of this name stands, from its first to its last part, with what was put before and after it.
    pub fn span_of(&self, name: &str) -> Option<Span> {
        let is_of = |segment: &Segment| &*self.files[segment.file].name == name;
        let first = self.segments.iter().find(|segment| is_of(segment))?;
        let last = self.segments.iter().rposition(is_of)?;
        let end = self.segments.get(last + 1).map_or(self.text.len(), |next| next.start);
        Some(Span::new(first.start, end))
    }

    /// The name of the text that a span is from, and the span there.
    pub fn location(&self, span: Span) -> (&str, Span) {
        let (file, start) = self.origin(span.start as usize);
        let length = (span.end - span.start) as usize;
        (&file.name, Span::new(start, (start + length).min(file.text.len())))
    }

    /// Where an offset of one of the texts is in the whole; `None` if that place was replaced by something else.
    pub fn offset_of(&self, name: &str, offset: usize) -> Option<usize> {
        let ends = self.segments.iter().skip(1).map(|next| next.start).chain([self.text.len()]);
        for (segment, end) in std::iter::zip(self.segments.iter(), ends) {
            let length = segment.length.min(end - segment.start);
            let is_there = (segment.origin..=segment.origin + length).contains(&offset);
            let stands_in_file = segment.length > 0 || self.text.is_empty();
            if &*self.files[segment.file].name == name && stands_in_file && is_there {
                return Some(segment.start + (offset - segment.origin));
            }
        }
        None
    }

    /// The whole text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The text of a span; empty when the span does not fit this source.
    pub fn slice(&self, span: Span) -> &str {
        self.text.get(span.range()).unwrap_or("")
    }

    /// Line and column of a byte offset, in the text that it is from.
    pub fn place(&self, offset: usize) -> Place {
        let (file, offset) = self.origin(offset);
        let line = file.line_of(offset);
        let before = file.text.get(file.line_starts[line]..offset).unwrap_or("");
        Place { line: line + 1, column: before.chars().count() + 1 }
    }

    /// The text of the line of a byte offset, without its line break.
    pub fn line_at(&self, offset: usize) -> &str {
        let (file, offset) = self.origin(offset);
        let rest = &file.text[file.line_starts[file.line_of(offset)]..];
        rest.split('\n').next().unwrap_or("").trim_end_matches('\r')
    }

    /// The text that an offset is from, and where it is there.
    fn origin(&self, offset: usize) -> (&File, usize) {
        let offset = offset.min(self.text.len());
        let (file, at) = self.segment_of(offset).at(offset);
        let file = &self.files[file];
        (file, at.min(file.text.len()))
    }

    /// The source with other texts in the place of a span, which must be one of this text.
    pub fn splice(&self, span: Span, pieces: &[Piece]) -> Source {
        self.splice_all([(span, pieces)])
    }

    /// The source with other texts in the place of spans, which must be some of this text, in its order.
    pub fn splice_all<'p>(&self, places: impl IntoIterator<Item = (Span, &'p [Piece<'p>])>) -> Source {
        let mut result = Splicing {
            text: String::with_capacity(self.text.len()),
            files: self.files.to_vec(),
            segments: Vec::new(),
        };
        let mut done = 0;
        for (place, (span, pieces)) in places.into_iter().enumerate() {
            let range = span.range();
            if place > 0 || range.start > 0 {
                result.keep(self, done..range.start);
            }
            result.insert(self, range.start, pieces);
            done = range.end;
        }
        result.keep(self, done..self.text.len());
        let Splicing { text, files, segments } = result;
        Source { text: text.into(), files: files.into(), segments: segments.into() }
    }

    fn segment_of(&self, offset: usize) -> &Segment {
        &self.segments[self.segments.partition_point(|segment| segment.start <= offset) - 1]
    }
}

/// A source that is put together.
struct Splicing {
    text: String,
    files: Vec<File>,
    segments: Vec<Segment>,
}

impl Splicing {
    /// A part of the source that stays.
    fn keep(&mut self, source: &Source, range: Range<usize>) {
        let shift = self.text.len();
        let first = source.segment_of(range.start);
        let (file, origin) = first.at(range.start);
        let length = first.length.saturating_sub(range.start - first.start);
        self.segments.push(Segment { start: shift, file, origin, length });
        let from = source.segments.partition_point(|segment| segment.start <= range.start);
        // The end of the text is a place too.
        let is_kept = |segment: &&Segment| segment.start < range.end || range.end == source.text.len();
        let others = source.segments[from..].iter().take_while(is_kept);
        self.segments
            .extend(others.map(|segment| Segment { start: segment.start - range.start + shift, ..*segment }));
        self.text.push_str(&source.text[range]);
    }

    /// Texts that come to this place of the source.
    fn insert(&mut self, source: &Source, at: usize, pieces: &[Piece]) {
        for (position, piece) in pieces.iter().enumerate() {
            let start = self.text.len();
            match piece {
                Piece::Source(inner) => {
                    let first = self.files.len();
                    self.files.extend(inner.files.iter().cloned());
                    self.segments.extend(inner.segments.iter().map(|segment| Segment {
                        start: start + segment.start,
                        file: first + segment.file,
                        ..*segment
                    }));
                    self.text.push_str(&inner.text);
                }
                Piece::Glue(glue) => {
                    let is_source = |piece: &&Piece| matches!(piece, Piece::Source(_));
                    let (file, origin) = if pieces[..position].iter().any(|piece| is_source(&piece)) {
                        let file = self.files.len() - 1;
                        (file, self.files[file].text.len())
                    } else if pieces[position..].iter().any(|piece| is_source(&piece)) {
                        (self.files.len(), 0)
                    } else {
                        source.segment_of(at).at(at)
                    };
                    self.segments.push(Segment { start, file, origin, length: 0 });
                    self.text.push_str(glue);
                }
            }
        }
    }
}

impl Segment {
    /// The file, and where an offset of the whole text is there.
    fn at(&self, offset: usize) -> (usize, usize) {
        (self.file, self.origin + (offset - self.start).min(self.length))
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
        assert_eq!(source.line_at(4), "çd");
        assert_eq!(source.place(999).line, 3);
    }

    /// The file, line and column of each occurrence of a character.
    fn places(source: &Source, wanted: char) -> Vec<String> {
        let found = source.text().char_indices().filter(|(_, c)| *c == wanted);
        let place = |at| (source.name_at(at), source.place(at));
        found.map(|(at, _)| place(at)).map(|(name, p)| format!("{name}:{}:{}", p.line, p.column)).collect()
    }

    #[test]
    fn a_text_put_together_keeps_the_places_of_its_parts() {
        let main = Source::new("main", "x\n<a>\nx\n<b>\nx");
        let inner = Source::new("inner", "y\nx\n");
        let once = main.splice(Span::new(2, 5), &[Piece::Source(&inner)]);
        assert_eq!(once.text(), "x\ny\nx\n\nx\n<b>\nx");
        assert_eq!(places(&once, 'x'), ["main:1:1", "inner:2:1", "main:3:1", "main:5:1"]);
        assert_eq!(once.names().collect::<Vec<_>>(), ["main", "inner"]);
        let at = once.text().find("<b>").unwrap();
        let glued = [Piece::Glue("? "), Piece::Source(&Source::new("f", "x x")), Piece::Glue("!")];
        let twice = once.splice(Span::new(at, at + 3), &glued);
        assert_eq!(twice.text(), "x\ny\nx\n\nx\n? x x!\nx");
        let expected = ["main:1:1", "inner:2:1", "main:3:1", "f:1:1", "f:1:3", "main:5:1"];
        assert_eq!(places(&twice, 'x'), expected);
        assert_eq!([places(&twice, '?'), places(&twice, '!')], [["f:1:1"], ["f:1:4"]]);
        assert_eq!(twice.line_at(twice.text().find('!').unwrap()), "x x");
        let inner = [Piece::Source(&inner)];
        let both = main.splice_all([(Span::new(2, 5), &inner[..]), (Span::new(8, 11), &[])]);
        assert_eq!(both.text(), "x\ny\nx\n\nx\n\nx");
        assert_eq!(places(&both, 'x'), ["main:1:1", "inner:2:1", "main:3:1", "main:5:1"]);
        let at = twice.text().find("x!").unwrap();
        assert_eq!(twice.location(Span::new(at, at + 1)), ("f", Span::new(2, 3)));
        assert_eq!((twice.offset_of("f", 2), twice.offset_of("main", 3)), (Some(at), None));
        let last = twice.text().len() - 1;
        assert_eq!(twice.location(Span::new(last, last + 1)), ("main", Span::new(12, 13)));
        assert_eq!(twice.offset_of("main", 12), Some(last));
        // What stands in no file is where it was put, also at the very ends.
        let ends = Source::new("m", "ab").splice(Span::new(2, 2), &[Piece::Glue("cd")]);
        assert_eq!([places(&ends, 'd'), places(&ends, 'b')], [["m:1:3"], ["m:1:2"]]);
        let begin = ends.splice(Span::new(0, 1), &[Piece::Glue("z")]);
        assert_eq!((begin.text(), places(&begin, 'b')), ("zbcd", vec!["m:1:2".to_string()]));
    }
}
