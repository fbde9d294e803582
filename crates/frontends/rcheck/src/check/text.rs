//! Pieces of the source on one line, for tables and messages.

/// `text` without comments, white space collapsed to single spaces.
pub(super) fn one_line(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(next) = rest.chars().next() {
        let skip = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            rest.find("*/").map_or(rest.len(), |end| end + 2)
        } else if next.is_whitespace() {
            next.len_utf8()
        } else {
            out.push(next);
            rest = &rest[next.len_utf8()..];
            continue;
        };
        if !out.ends_with(' ') {
            out.push(' ');
        }
        rest = &rest[skip..];
    }
    out.trim().to_string()
}

#[cfg(test)]
mod tests {
    use super::one_line;

    #[test]
    fn white_space_and_comments_become_single_spaces() {
        assert_eq!(one_line(" a\n\t & // no\n b /* x\n y */ | c "), "a & b | c");
        assert_eq!(one_line("a /* never closed"), "a");
        assert_eq!(one_line(""), "");
    }
}
