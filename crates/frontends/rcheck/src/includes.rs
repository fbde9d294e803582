//! `include "file"`, on a line of its own: the text of another file stands here.
//!
//! `include` is no reserved word. No text without includes has a quote after it.

use synod_frontend::Include;
use synod_syntax::Span;

/// The includes of a text, in order.
pub(crate) fn includes(text: &str) -> Vec<Include> {
    let mut found = Vec::new();
    let (mut start, mut in_comment) = (0, false);
    for line in text.split_inclusive('\n') {
        if !in_comment && let Some(include) = include(line, start) {
            found.push(include);
        }
        in_comment = ends_in_comment(line, in_comment);
        start += line.len();
    }
    found
}

fn include(line: &str, start: usize) -> Option<Include> {
    let indent = line.len() - line.trim_start().len();
    let rest = line.trim_start().strip_prefix("include")?;
    let quoted = rest.trim_start().strip_prefix('"')?;
    let (path, behind) = quoted.split_once('"')?;
    let behind = behind.trim().trim_start_matches(';').trim();
    let is_alone = behind.is_empty() || behind.starts_with("//");
    let end = line.len() - quoted.len() + path.len() + 1;
    is_alone.then(|| Include { path: path.to_string(), span: Span::new(start + indent, start + end) })
}

/// Whether a block comment goes on behind a line.
fn ends_in_comment(line: &str, mut inside: bool) -> bool {
    let mut rest = line;
    loop {
        if inside {
            let Some(end) = rest.find("*/") else { return true };
            rest = &rest[end + 2..];
            inside = false;
        } else {
            let (block, line) = (rest.find("/*"), rest.find("//"));
            let Some(begin) = block.filter(|block| line.is_none_or(|line| *block < line)) else {
                return false;
            };
            rest = &rest[begin + 2..];
            inside = true;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn includes_stand_on_lines_of_their_own_outside_comments() {
        let text = "  include \"a.rcp\" // first\n// include \"b\"\n/* x\ninclude \"c\"\n*/\ninclude \"d\";\ninclude e\n";
        let found = includes(text);
        let paths: Vec<&str> = found.iter().map(|include| include.path.as_str()).collect();
        assert_eq!(paths, ["a.rcp", "d"]);
        assert_eq!(&text[found[0].span.range()], "include \"a.rcp\"");
        assert_eq!(&text[found[1].span.range()], "include \"d\"");
    }
}
