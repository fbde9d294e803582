//! The words of a text, for languages that recognise their own.

/// What comments begin with, in one language or another. What they say must not count in any.
const COMMENTS: [&str; 3] = ["//", "--", "#"];

/// The words and marks of a text, without what may be comments. Marks are of one character each.
pub fn lexemes(text: &str) -> Vec<&str> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
    let mut found = Vec::new();
    for line in text.lines() {
        let end = COMMENTS.iter().filter_map(|mark| line.find(*mark)).min().unwrap_or(line.len());
        let mut rest = line[..end].trim_start();
        while let Some(first) = rest.chars().next() {
            let length = if is_word(first) {
                rest.find(|c| !is_word(c)).unwrap_or(rest.len())
            } else {
                first.len_utf8()
            };
            found.push(&rest[..length]);
            rest = rest[length..].trim_start();
        }
    }
    found
}

/// Whether some words follow each other directly; the empty one stands for any.
pub fn follow(lexemes: &[&str], wanted: &[&str]) -> bool {
    let fits = |(found, wanted): (&&str, &&str)| wanted.is_empty() || found == wanted;
    lexemes.windows(wanted.len()).any(|found| std::iter::zip(found, wanted).all(fits))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_are_no_words() {
        let words = lexemes("agent A # agent B {\n  x<-1; end-of // no\n");
        assert_eq!(words, ["agent", "A", "x", "<", "-1", ";", "end-of"]);
        assert!(follow(&words, &["agent", "", "x"]) && !follow(&words, &["agent", "", "{"]));
        assert!(!follow(&[], &["agent"]));
    }
}
