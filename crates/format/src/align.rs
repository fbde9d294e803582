//! What stands in the same column as something in another line.

use crate::items::Item;
use crate::{Gap, Part, Piece, Style};

/// How much lines may differ in width for what follows them to be aligned.
const SPREAD: usize = 40;

/// Which opening brackets have a space behind them, so that operators at the beginning of lines stand below the bracket:
///
/// ```text
/// ( a
/// + b
/// )
/// ```
pub fn padded(style: &Style, text: &str, pieces: &[Piece], items: &[Item]) -> Vec<bool> {
    let mut padded = vec![false; pieces.len()];
    if !style.hang {
        return padded;
    }
    // The brackets that are open, and whether a line inside begins with an operator of one character.
    let mut open: Vec<(usize, bool)> = Vec::new();
    for (at, item) in items.iter().enumerate() {
        let Some(piece) = item.piece else { continue };
        let is_alone = items.get(at + 1).is_none_or(|next| next.breaks > 0);
        match pieces[piece].part {
            Part::Open { .. } => open.push((at, false)),
            Part::Close => {
                let Some((opener, has_operators)) = open.pop() else { continue };
                let has_content =
                    items.get(opener + 1).is_some_and(|next| next.breaks == 0 && next.piece.is_some());
                let is_wanted = has_content && opener + 1 < at && (has_operators || item.breaks > 0);
                if let Some(piece) = items[opener].piece.filter(|_| is_wanted) {
                    padded[piece] = true;
                }
            }
            Part::Infix | Part::Arrow if item.breaks > 0 && !is_alone && pieces[piece].width(text) == 1 => {
                if let Some((_, has_operators)) = open.last_mut() {
                    *has_operators = true;
                }
            }
            _ => {}
        }
    }
    padded
}

/// For each token that is aligned with those of other lines: its column from the beginning of its line; 0 for all
/// others.
pub fn columns(pieces: &[Piece], items: &[Item]) -> Vec<usize> {
    let mut columns = vec![0; pieces.len()];
    // The tokens of the lines at hand, with the width of what is in front of each.
    let mut group: Vec<(usize, usize)> = Vec::new();
    let mut close = |group: &mut Vec<(usize, usize)>| {
        let widest = group.iter().map(|(_, width)| *width).max().unwrap_or(0);
        for (piece, _) in group.drain(..) {
            columns[piece] = widest + 1;
        }
    };
    for (at, item) in items.iter().enumerate() {
        let begins_line = at == 0 || item.breaks > 0;
        if !begins_line {
            continue;
        }
        let second = items.get(at + 1).filter(|next| next.breaks == 0).and_then(|next| next.piece);
        let second = second.filter(|piece| item.piece.is_some() && pieces[*piece].aligned);
        let width = item.text.chars().count();
        let fits = group.iter().all(|(_, other)| other.abs_diff(width) <= SPREAD);
        if item.breaks > 1 || second.is_none() || !fits {
            close(&mut group);
        }
        group.extend(second.map(|piece| (piece, width)));
    }
    close(&mut group);
    columns
}

/// Moves comments behind the tokens of lines that follow each other into one column.
pub fn comments(items: &[Item], widths: &[usize], gaps: &mut [Gap]) {
    // The comments at hand, with the widths of what is in front of them.
    let mut group: Vec<(usize, usize)> = Vec::new();
    let mut close = |group: &mut Vec<(usize, usize)>| {
        let widest = group.iter().map(|(_, width)| *width).max().unwrap_or(0);
        for (at, width) in group.drain(..) {
            gaps[at].spaces = widest - width + 2;
        }
    };
    let mut lines_since = 0;
    for (at, item) in items.iter().enumerate() {
        lines_since += if at == 0 { 0 } else { item.breaks };
        let ends_line = items.get(at + 1).is_none_or(|next| next.breaks > 0);
        let is_behind = at > 0 && item.breaks == 0 && items[at - 1].piece.is_some();
        if item.piece.is_some() || !ends_line || !is_behind || item.text.contains('\n') {
            continue;
        }
        let width = widths[at - 1];
        let fits = group.iter().all(|(_, other)| other.abs_diff(width) <= SPREAD);
        if lines_since != 1 || !fits {
            close(&mut group);
        }
        lines_since = 0;
        group.push((at, width));
    }
    close(&mut group);
}
