//! Questions that are not in the text of a model: where in it they are put to be read.

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    /// A property: a formula as properties of the model have.
    Property,
    /// A condition on states.
    Condition,
}

/// Something to put into a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Insertion {
    /// At this byte. Insertions are in order.
    pub at: usize,
    /// What.
    pub what: Inserted,
}

/// What is put into a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Inserted {
    /// The question as it was written.
    Question,
    /// What the language wants around it.
    Text(String),
}

impl Insertion {
    /// The question with text before and after it, at one place.
    pub fn around(at: usize, before: impl Into<String>, after: impl Into<String>) -> Vec<Insertion> {
        let [before, after] = [before.into(), after.into()].map(Inserted::Text);
        [before, Inserted::Question, after].into_iter().map(|what| Insertion { at, what }).collect()
    }

    /// A text at a place.
    pub fn text(at: usize, text: impl Into<String>) -> Insertion {
        Insertion { at, what: Inserted::Text(text.into()) }
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
