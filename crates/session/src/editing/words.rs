//! Words in a text, which may be half-written.

use std::ops::Range;

fn is_part(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The word around an offset, or that ends or begins there; empty where there is none.
pub fn word_at(text: &str, offset: usize) -> Range<usize> {
    let (before, behind) = text.split_at_checked(offset).unwrap_or((text, ""));
    let start = before.trim_end_matches(is_part).len();
    let end = before.len() + behind.find(|c| !is_part(c)).unwrap_or(behind.len());
    start..end
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_found_at_both_ends_and_inside() {
        let text = "a çd_1-x";
        let found = |offset| &text[word_at(text, offset)];
        assert_eq!([found(0), found(1), found(2), found(5), found(7)], ["a", "a", "çd_1", "çd_1", "çd_1"]);
        assert_eq!((found(8), found(text.len())), ("x", "x"));
        assert_eq!(word_at("- -", 1), 1..1);
    }
}
