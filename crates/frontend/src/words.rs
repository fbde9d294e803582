//! The words of a language and forms to fill in: what an editor explains and offers.

/// A word of a language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LanguageWord {
    /// As it is written.
    pub word: &'static str,
    /// What it means, as a sentence.
    pub meaning: &'static str,
}

/// A rule of the semantics that words or signs of a language stand for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SemanticRule {
    /// The words and signs. A `_` in front of one stands for a name or a `*` that it is written behind.
    pub of: &'static [&'static str],
    /// The rule, in Markdown; names in brackets are those of the book.
    pub text: &'static str,
    /// Where the book tells it: a page of its site, and the heading there.
    pub place: &'static str,
}

/// A form to fill in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Snippet {
    /// What it is called.
    pub name: &'static str,
    /// What it is for, in a few words.
    pub meaning: &'static str,
    /// Its text, with places `${1:…}` to fill in.
    pub text: &'static str,
}

/// Words with their meanings, a line each.
#[macro_export]
macro_rules! words {
    ($($word:literal : $meaning:literal),* $(,)?) => {
        &[$($crate::LanguageWord { word: $word, meaning: $meaning }),*]
    };
}

/// Rules of the semantics: what they are of, their texts, and their places in the book.
#[macro_export]
macro_rules! rules {
    ($($($of:literal)|+ : $text:literal in $place:literal),* $(,)?) => {
        &[$($crate::SemanticRule { of: &[$($of),+], text: $text, place: $place }),*]
    };
}

/// Snippets, each with its name, what it is for, and its text.
#[macro_export]
macro_rules! snippets {
    ($($name:literal ($meaning:literal) $text:literal),* $(,)?) => {
        &[$($crate::Snippet { name: $name, meaning: $meaning, text: $text }),*]
    };
}
