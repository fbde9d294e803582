//! What changes, line by line, in the form of `diff -u`.

use std::fmt::Write as _;
use std::ops::Range;

use crate::Edit;

/// How many lines are shown around a change.
const CONTEXT: usize = 3;

/// Lines that change: positions in the old text and in the new one.
struct Change {
    old: Range<usize>,
    new: Range<usize>,
}

/// The lines that some edits change, with lines around them; empty if there are no edits.
pub fn diff(text: &str, edits: &[Edit]) -> String {
    let changed = crate::apply(text, edits);
    let (old, new): (Vec<&str>, Vec<&str>) =
        (text.split_inclusive('\n').collect(), changed.split_inclusive('\n').collect());
    let changes = changes(text, &changed, edits, &old, &new);
    let mut printed = String::new();
    let mut rest = changes.as_slice();
    while let Some(first) = rest.first() {
        let is_near = |pair: &[Change]| pair[1].old.start <= pair[0].old.end + 2 * CONTEXT;
        let length = 1 + rest.windows(2).take_while(|pair| is_near(pair)).count();
        let last = &rest[length - 1];
        let lead = first.old.start.min(CONTEXT);
        let tail = (old.len() - last.old.end).min(CONTEXT);
        let header =
            |from: usize, to: usize| format!("{},{}", if to > from { from + 1 } else { from }, to - from);
        let _ = writeln!(
            printed,
            "@@ -{} +{} @@",
            header(first.old.start - lead, last.old.end + tail),
            header(first.new.start - lead, last.new.end + tail)
        );
        let mut at = first.old.start - lead;
        for change in &rest[..length] {
            put(&mut printed, ' ', &old[at..change.old.start]);
            put(&mut printed, '-', &old[change.old.clone()]);
            put(&mut printed, '+', &new[change.new.clone()]);
            at = change.old.end;
        }
        put(&mut printed, ' ', &old[at..at + tail]);
        rest = &rest[length..];
    }
    printed
}

/// The lines that edits touch, without those that are the same before and after.
fn changes(text: &str, changed: &str, edits: &[Edit], old: &[&str], new: &[&str]) -> Vec<Change> {
    let mut found: Vec<Change> = Vec::new();
    let (mut old_lines, mut new_lines) = (LineCounter::new(text), LineCounter::new(changed));
    let (mut at, mut new_at) = (0, 0);
    for edit in edits {
        new_at += edit.range.start - at;
        let end = new_at + edit.text.len();
        let touched = Change {
            old: old_lines.of(edit.range.start)..(old_lines.of(edit.range.end) + 1).min(old.len()),
            new: new_lines.of(new_at)..(new_lines.of(end) + 1).min(new.len()),
        };
        (at, new_at) = (edit.range.end, end);
        match found
            .last_mut()
            .filter(|last| touched.old.start < last.old.end || touched.new.start < last.new.end)
        {
            Some(last) => (last.old.end, last.new.end) = (touched.old.end, touched.new.end),
            None => found.push(touched),
        }
    }
    for change in &mut found {
        while !change.old.is_empty()
            && !change.new.is_empty()
            && old[change.old.start] == new[change.new.start]
        {
            change.old.start += 1;
            change.new.start += 1;
        }
        while !change.old.is_empty()
            && !change.new.is_empty()
            && old[change.old.end - 1] == new[change.new.end - 1]
        {
            change.old.end -= 1;
            change.new.end -= 1;
        }
    }
    found
}

/// Counts lines up to places that only move forward.
struct LineCounter<'a> {
    text: &'a str,
    at: usize,
    line: usize,
}

impl<'a> LineCounter<'a> {
    fn new(text: &'a str) -> Self {
        LineCounter { text, at: 0, line: 0 }
    }

    fn of(&mut self, offset: usize) -> usize {
        self.line += self.text[self.at..offset].matches('\n').count();
        self.at = offset;
        self.line
    }
}

fn put(printed: &mut String, mark: char, lines: &[&str]) {
    for line in lines {
        let _ = writeln!(printed, "{mark}{}", line.trim_end_matches(['\n', '\r']));
    }
}
