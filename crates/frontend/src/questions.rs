//! Questions that are not in the text of a model: where in it they are put to be read.

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    /// A property: a formula as properties of the model have.
    Property,
    /// A condition on states.
    Condition,
}

/// Where a question is put into a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuestionPlace {
    /// At this byte.
    pub at: usize,
    /// What the language wants before the question.
    pub before: String,
    /// What it wants behind it.
    pub behind: String,
}

impl QuestionPlace {
    /// A place at a byte, with what the language wants around the question.
    pub fn new(at: usize, before: impl Into<String>, behind: impl Into<String>) -> Self {
        QuestionPlace { at, before: before.into(), behind: behind.into() }
    }
}

/// A name that begins like this and does not stand in a text.
pub fn unused_name(text: &str, begin: &str) -> String {
    let mut name = begin.to_string();
    while text.contains(&name) {
        name.push('_');
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_are_not_in_the_text() {
        assert_eq!(unused_name("asked asked_", "asked"), "asked__");
    }
}
