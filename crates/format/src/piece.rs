//! What the formatter asks of a language.

use synod_syntax::Span;

/// A language as the formatter sees it.
pub trait Layout: Send + Sync {
    /// The tokens of a text as the lexer of the language finds them, without its end; `None` if it finds fault.
    fn pieces(&self, text: &str) -> Option<Vec<Piece>>;

    /// What comments look like.
    fn comments(&self) -> &Comments;

    /// How its texts are indented.
    fn style(&self) -> &Style;
}

/// What comments look like.
#[derive(Clone, Copy, Debug)]
pub struct Comments {
    /// What begins a comment that ends with its line.
    pub line: &'static [&'static str],
    /// What begins and what ends a comment that may have several lines.
    pub block: Option<(&'static str, &'static str)>,
}

/// How the texts of a language are indented.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    /// How much deeper the inside of something is.
    pub step: usize,
    /// Whether a line that begins with an operator is moved to the left, so that operands stand below each other:
    ///
    /// ```text
    /// system = A
    ///       || B
    /// ```
    pub hang: bool,
}

/// A token, and what it is to the layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Where.
    pub span: Span,
    /// The space in front of it.
    pub before: Space,
    /// The space behind it.
    pub after: Space,
    /// What it does to the lines inside and after it.
    pub part: Part,
    /// If it begins a section (a definition, a statement): how deep sections of this kind are inside of others. A section
    /// ends where one begins that is not deeper, and with the bracket around it.
    pub section: Option<u8>,
    /// If it ends sections: how deep they are at least.
    pub ends: Option<u8>,
    /// Whether the head of a section ends with it, and what follows on its line is what next lines are aligned with.
    pub ends_head: bool,
    /// Whether it is aligned with its like in lines above and below that have it in second place.
    pub aligned: bool,
}

impl Piece {
    /// A word, with a space on either side.
    pub fn word(span: Span) -> Piece {
        Piece {
            span,
            before: Space::One,
            after: Space::One,
            part: Part::Inside,
            section: None,
            ends: None,
            ends_head: false,
            aligned: false,
        }
    }

    /// The same with these spaces.
    pub fn spaced(self, before: Space, after: Space) -> Piece {
        Piece { before, after, ..self }
    }

    /// The same as this part.
    pub fn part(self, part: Part) -> Piece {
        Piece { part, ..self }
    }

    /// How many characters it has.
    pub(crate) fn width(&self, text: &str) -> usize {
        text[self.span.range()].chars().count()
    }
}

/// The space that a token has on one of its sides, within a line. The strictest wish of two neighbours is met, in this
/// order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Space {
    /// None.
    None,
    /// One, if the author has put some.
    Keep,
    /// One.
    One,
}

/// What a token does to lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Nothing.
    Inside,
    /// Opens a bracket or a block.
    Open {
        /// Whether lines inside are aligned with what follows on the same line.
        align: bool,
    },
    /// Closes it.
    Close,
    /// An operator between two operands.
    Infix,
    /// An operator whose right side is indented where it begins a line.
    Arrow,
}
