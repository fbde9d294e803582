//! Changes of white space in a text.

use std::ops::Range;

use crate::Gap;
use crate::items::Item;

/// White space that replaces other white space.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// The bytes that are replaced.
    pub range: Range<usize>,
    /// What replaces them.
    pub text: String,
}

/// The text with some edits made, which are in its order.
pub fn apply(text: &str, edits: &[Edit]) -> String {
    let mut changed = String::with_capacity(text.len());
    let mut at = 0;
    for edit in edits {
        changed.push_str(&text[at..edit.range.start]);
        changed.push_str(&edit.text);
        at = edit.range.end;
    }
    changed + &text[at..]
}

/// The edits that concern lines of a part of the text, such as a selection.
pub fn within(text: &str, edits: Vec<Edit>, part: Range<usize>) -> Vec<Edit> {
    let start = text[..part.start].rfind('\n').unwrap_or(0);
    let end = text[part.end..].find('\n').map_or(text.len(), |length| part.end + length);
    edits.into_iter().filter(|edit| start <= edit.range.start && edit.range.end <= end).collect()
}

/// What is to change for the gaps in front of the items to become these. The text ends with one line break.
pub fn between(text: &str, items: &[Item], gaps: &[Gap]) -> Vec<Edit> {
    let first = text.split_once('\n').map(|(line, _)| line);
    let line_break = if first.is_some_and(|line| line.ends_with('\r')) { "\r\n" } else { "\n" };
    let mut edits = Vec::new();
    let mut replace = |range: Range<usize>, new: String| {
        if text[range.clone()] != new {
            edits.push(Edit { range, text: new });
        }
    };
    let mut at = 0;
    for (item, gap) in items.iter().zip(gaps) {
        replace(at..item.start, line_break.repeat(gap.breaks) + &" ".repeat(gap.spaces));
        at = item.end();
    }
    replace(at..text.len(), if items.is_empty() { String::new() } else { line_break.to_string() });
    edits
}
