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
    /// The part of the text outside of which it means something else, or nothing; `None` if it is known everywhere.
    pub scope: Option<Span>,
    /// Whether nobody need look for its use, because that is done when the text is read.
    pub is_judged: bool,
}

impl Declared {
    /// A name with what it names.
    pub fn new(name: &Name, what: &'static str) -> Self {
        Declared { name: name.text.clone(), what, span: name.span, scope: None, is_judged: false }
    }

    /// The same within a part of the text only.
    pub fn within(self, scope: Span) -> Self {
        Declared { scope: Some(scope), ..self }
    }

    /// The same, where reading the text tells whether it is used.
    pub fn judged(self) -> Self {
        Declared { is_judged: true, ..self }
    }
}
