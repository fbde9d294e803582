//! Identifiers for programs: letters, digits and underscores, no reserved words, nothing twice.

use std::collections::HashSet;

/// Longer names are cut: nobody reads them to the end.
const LONGEST: usize = 48;

/// Gives out identifiers.
#[derive(Clone, Debug)]
pub struct Names {
    reserved: &'static [&'static str],
    /// In lower case, since not every language tells letters by their case.
    taken: HashSet<String>,
}

impl Names {
    /// Identifiers of a language with these reserved words, in lower case.
    pub fn new(reserved: &'static [&'static str]) -> Self {
        Names { reserved, taken: HashSet::new() }
    }

    /// An identifier of its own for something called `wanted`.
    pub fn fresh(&mut self, wanted: &str) -> String {
        let legal = legal(wanted);
        let numbered = (2..).map(|n| format!("{legal}_{n}"));
        let free = |name: &String| {
            let lower = name.to_ascii_lowercase();
            !self.reserved.contains(&lower.as_str()) && !self.taken.contains(&lower)
        };
        let name = std::iter::once(legal.clone()).chain(numbered).find(free).unwrap_or(legal);
        self.taken.insert(name.to_ascii_lowercase());
        name
    }
}

/// The nearest identifier.
fn legal(wanted: &str) -> String {
    let mut name = String::new();
    for c in wanted.chars() {
        if c.is_ascii_alphanumeric() {
            name.push(c);
        } else if !name.is_empty() && !name.ends_with('_') {
            name.push('_');
        }
    }
    name.truncate(LONGEST);
    let name = name.trim_end_matches('_');
    if name.starts_with(|c: char| c.is_ascii_alphabetic()) { name.to_string() } else { format!("x{name}") }
}

/// Text that can stand in a comment on one line.
pub fn one_line(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ").replace("*/", "* /").replace("/*", "/ *")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identifiers_are_legal_and_unique() {
        let mut names = Names::new(&["while"]);
        assert_eq!(names.fresh("x of Node 0"), "x_of_Node_0");
        assert_eq!(names.fresh("X of Node-0!"), "X_of_Node_0_2");
        assert_eq!(names.fresh("while"), "while_2");
        assert_eq!(names.fresh("2nd"), "x2nd");
        assert_eq!(names.fresh(""), "x");
        assert_eq!(names.fresh("é"), "x_2");
    }

    #[test]
    fn comments_cannot_be_left() {
        assert_eq!(one_line("a */ int\nx; /*"), "a * / int x; / *");
    }
}
