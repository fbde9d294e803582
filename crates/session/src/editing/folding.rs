//! Parts of a text that can be folded away.

use synod_syntax::Span;

use super::{Analysis, OutlineItem};

/// What is folded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FoldKind {
    /// A declaration with what it contains.
    Region,
    /// Comments.
    Comment,
}

/// A part of a text that can be folded away.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fold {
    /// Bytes of the file.
    pub span: Span,
    /// What it is.
    pub kind: FoldKind,
}

impl Analysis {
    /// What can be folded away in a file, whose text this is.
    pub fn folds(&self, file: &str, text: &str) -> Vec<Fold> {
        let mut found = Vec::new();
        let mut left = self.outline(file);
        while let Some(OutlineItem { place, children, .. }) = left.pop() {
            if text.get(place.span.range()).is_some_and(|part| part.contains('\n')) {
                found.push(Fold { span: place.span, kind: FoldKind::Region });
            }
            left.extend(children);
        }
        found.extend(self.comments(text));
        found.sort_by_key(|fold| (fold.span.start, fold.span.end));
        found
    }

    /// Two and more lines of comments below each other.
    fn comments(&self, text: &str) -> Vec<Fold> {
        let marks = self.frontend().line_comments();
        let mut found = Vec::new();
        let mut begun: Option<(usize, usize, usize)> = None;
        let mut start = 0;
        for line in text.split_inclusive('\n').chain([""]) {
            let is_comment = marks.iter().any(|mark| line.trim_start().starts_with(mark));
            begun = match (begun, is_comment) {
                (None, true) => Some((start, start + line.trim_end().len(), 1)),
                (Some((first, _, lines)), true) => Some((first, start + line.trim_end().len(), lines + 1)),
                (Some((first, end, lines)), false) => {
                    if lines > 1 {
                        found.push(Fold { span: Span::new(first, end), kind: FoldKind::Comment });
                    }
                    None
                }
                (None, false) => None,
            };
            start += line.len();
        }
        found
    }
}
