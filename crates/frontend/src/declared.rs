//! Names that a text declares, for those who look whether they are used.

use synod_syntax::{Name, Span};

/// A declared name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declared {
    /// The name.
    pub name: String,
    /// What it names, with the article, such as "a channel".
    pub what: &'static str,
    /// Where it is declared.
    pub span: Span,
}

impl Declared {
    /// A name with what it names.
    pub fn new(name: &Name, what: &'static str) -> Self {
        Declared { name: name.text.clone(), what, span: name.span }
    }
}
