//! Formatting of models in any language: white space is laid out anew, and nothing else changes.
//!
//! A language gives the tokens of its own lexer with what each is to the layout ([`Layout`], [`Piece`]). Line breaks are the author's; runs of blank
//! lines become one. What is laid out is the indentation of lines, the spaces between tokens, and the columns of
//! comments behind them. A text is changed only if its lexer finds the same tokens and comments in the result, so that
//! its meaning is the same whatever a layout asks for.
//!
//! The layout depends on tokens, comments and line breaks alone (and, where a language says [`Space::Keep`], on whether
//! there is a space), all of which it keeps: hence formatting twice is formatting once.

mod align;
mod diff;
mod edits;
mod indent;
mod items;
mod piece;

use synod_syntax::checkpoint;

pub use diff::diff;
pub use edits::{Edit, apply, within};
pub use piece::{Comments, Layout, Part, Piece, Space, Style};

use indent::Indenter;
use items::Item;

/// Why a text is left alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unformatted {
    /// It has characters that are neither in tokens nor in comments.
    NotTokens,
    /// The layout asked for white space with which the lexer would find other tokens or comments.
    WouldChange,
}

/// The white space in front of an item in the formatted text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Gap {
    /// Line breaks, two at most.
    breaks: usize,
    /// Spaces behind them.
    spaces: usize,
}

/// The changes that format a text, in its order: each replaces white space by white space.
pub fn format(layout: &dyn Layout, text: &str) -> Result<Vec<Edit>, Unformatted> {
    let pieces = layout.pieces(text).ok_or(Unformatted::NotTokens)?;
    let items = items::cut(text, &pieces, layout.comments()).ok_or(Unformatted::NotTokens)?;
    let gaps = lay_out(layout, text, &pieces, &items);
    let edits = edits::between(text, &items, &gaps);
    match keeps_everything(layout, text, &items, &apply(text, &edits)) {
        true => Ok(edits),
        false => Err(Unformatted::WouldChange),
    }
}

/// The column at which a line that begins behind some text is to be indented, for whoever begins one.
pub fn indentation(layout: &dyn Layout, before: &str) -> Option<usize> {
    let pieces = layout.pieces(before)?;
    let items = items::cut(before, &pieces, layout.comments())?;
    let mut indenter = Indenter::new(layout.style());
    lay_out_with(&mut indenter, layout, before, &pieces, &items);
    Some(indenter.body())
}

fn lay_out(layout: &dyn Layout, text: &str, pieces: &[Piece], items: &[Item]) -> Vec<Gap> {
    let mut indenter = Indenter::new(layout.style());
    let (mut gaps, widths) = lay_out_with(&mut indenter, layout, text, pieces, items);
    align::comments(items, &widths, &mut gaps);
    gaps
}

/// The gap in front of each item, and how wide its line is with it.
fn lay_out_with(
    indenter: &mut Indenter,
    layout: &dyn Layout,
    text: &str,
    pieces: &[Piece],
    items: &[Item],
) -> (Vec<Gap>, Vec<usize>) {
    let padded = align::padded(layout.style(), text, pieces, items);
    let columns = align::columns(pieces, items);
    let mut gaps: Vec<Gap> = Vec::with_capacity(items.len());
    let mut widths = Vec::with_capacity(items.len());
    let mut width = 0;
    for (at, item) in items.iter().enumerate() {
        checkpoint();
        let begins_line = at == 0 || item.breaks > 0;
        let next = items[at..].iter().find_map(|item| item.piece);
        let gap = if begins_line {
            let is_alone = items.get(at + 1).is_none_or(|next| next.breaks > 0);
            let column = indenter.column(item.piece.is_none(), next.map(|piece| &pieces[piece]), is_alone);
            let is_part = |at: usize, part: fn(&Part) -> bool| {
                items[at].piece.is_some_and(|piece| part(&pieces[piece].part))
            };
            // No blank line at the beginning of a block, nor at its end.
            let most = match at {
                0 => 0,
                _ if is_part(at - 1, |part| matches!(part, Part::Open { .. })) => 1,
                _ if is_part(at, |part| *part == Part::Close) => 1,
                _ => 2,
            };
            Gap { breaks: item.breaks.min(most), spaces: column }
        } else {
            let spaces = match (items[at - 1].piece, item.piece) {
                (Some(left), Some(right)) if columns[right] > 0 => columns[right] - pieces[left].width(text),
                (Some(left), Some(right)) => {
                    spaces(layout, text, (&pieces[left], &pieces[right]), item, padded[left])
                }
                _ => 1,
            };
            Gap { breaks: 0, spaces }
        };
        if begins_line {
            width = 0;
        }
        width += gap.spaces;
        if let Some(piece) = item.piece {
            indenter.take(&pieces[piece], width, begins_line);
        }
        // Behind a comment of several lines the line goes on with its last one.
        width = match item.text.rsplit_once('\n') {
            Some((_, last)) => last.chars().count(),
            None => width + item.text.chars().count(),
        };
        gaps.push(gap);
        widths.push(width);
    }
    (gaps, widths)
}

/// How many spaces are between two tokens of a line.
fn spaces(
    layout: &dyn Layout,
    text: &str,
    (left, right): (&Piece, &Piece),
    item: &Item,
    is_padded: bool,
) -> usize {
    let is_empty = matches!(left.part, Part::Open { .. }) && right.part == Part::Close;
    let wanted = match (left.after, right.before) {
        _ if is_padded => Space::One,
        _ if is_empty => Space::None,
        (Space::None, _) | (_, Space::None) => Space::None,
        (Space::Keep, _) | (_, Space::Keep) if !item.spaced => Space::None,
        _ => Space::One,
    };
    match wanted {
        Space::None if item.spaced && !may_touch(layout, text, left, right) => 1,
        Space::None => 0,
        _ => 1,
    }
}

/// Whether two tokens stay what they are without a space between them.
fn may_touch(layout: &dyn Layout, text: &str, left: &Piece, right: &Piece) -> bool {
    let (left, right) = (&text[left.span.range()], &text[right.span.range()]);
    let pieces = layout.pieces(&format!("{left}{right}"));
    pieces.is_some_and(|pieces| {
        matches!(pieces.as_slice(), [first, second]
            if first.span.range() == (0..left.len()) && second.span.range() == (left.len()..left.len() + right.len()))
    })
}

/// Whether the lexer finds the same tokens and comments in the formatted text.
fn keeps_everything(layout: &dyn Layout, text: &str, items: &[Item], formatted: &str) -> bool {
    let Some(pieces) = layout.pieces(formatted) else { return false };
    let Some(after) = items::cut(formatted, &pieces, layout.comments()) else { return false };
    debug_assert!(items.iter().all(|item| text.contains(item.text)));
    let is_kept =
        |(old, new): (&Item, &Item)| old.text == new.text && old.piece.is_some() == new.piece.is_some();
    after.len() == items.len() && items.iter().zip(&after).all(is_kept)
}
