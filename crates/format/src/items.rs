//! Cuts a text into what white space separates: tokens and comments.

use synod_syntax::checkpoint;

use crate::{Comments, Piece};

/// A token or a comment.
#[derive(Clone, Copy, Debug)]
pub struct Item<'a> {
    /// The text, without white space at its end.
    pub text: &'a str,
    /// Where it begins.
    pub start: usize,
    /// The position of the token; `None` for a comment.
    pub piece: Option<usize>,
    /// How many line breaks are in front of it.
    pub breaks: usize,
    /// Whether there is any white space in front of it.
    pub spaced: bool,
}

impl Item<'_> {
    /// One past its last byte.
    pub fn end(&self) -> usize {
        self.start + self.text.len()
    }
}

/// The tokens and comments of a text; `None` if there is something else.
pub fn cut<'a>(text: &'a str, pieces: &[Piece], comments: &Comments) -> Option<Vec<Item<'a>>> {
    let mut items: Vec<Item<'a>> = Vec::with_capacity(pieces.len());
    let mut at = 0;
    for (piece, token) in pieces.iter().enumerate() {
        checkpoint();
        let range = token.span.range();
        between(text, at..range.start, comments, &mut items)?;
        add(text, range.start, text.get(range.clone())?, Some(piece), &mut items);
        at = range.end;
    }
    between(text, at..text.len(), comments, &mut items)?;
    Some(items)
}

/// The comments between two tokens.
fn between<'a>(
    text: &'a str,
    range: std::ops::Range<usize>,
    comments: &Comments,
    items: &mut Vec<Item<'a>>,
) -> Option<()> {
    let mut at = range.start;
    loop {
        let rest = text.get(at..range.end)?;
        let comment = rest.trim_start();
        at += rest.len() - comment.len();
        if comment.is_empty() {
            return Some(());
        }
        let block = comments.block.filter(|(open, _)| comment.starts_with(open));
        let length = match block {
            Some((open, close)) => open.len() + comment[open.len()..].find(close)? + close.len(),
            None if comments.line.iter().any(|mark| comment.starts_with(mark)) => {
                comment.find('\n').unwrap_or(comment.len())
            }
            None => return None,
        };
        add(text, at, comment[..length].trim_end(), None, items);
        at += length;
    }
}

fn add<'a>(text: &'a str, start: usize, item: &'a str, piece: Option<usize>, items: &mut Vec<Item<'a>>) {
    let before = &text[items.last().map_or(0, Item::end)..start];
    let breaks = before.matches('\n').count();
    items.push(Item { text: item, start, piece, breaks, spaced: !before.is_empty() });
}
