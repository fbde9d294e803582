//! How CCS and choreographies are laid out.

use synod_format::{Comments, Layout, Part, Piece, Space, Style};
use synod_syntax::Token;

use crate::Language;
use crate::codes::{CCS, CHOR};
use crate::lex::{Kind, tokens};

/// The layout of one of the process languages.
pub(crate) struct ProcessLayout(pub Language);

impl Layout for ProcessLayout {
    fn pieces(&self, text: &str) -> Option<Vec<Piece>> {
        let codes = match self.0 {
            Language::Ccs => &CCS,
            Language::Chor => &CHOR,
        };
        let (tokens, diagnostics) = tokens(text, codes);
        let brackets = Vec::new();
        let mut marker =
            Marker { text, tokens: &tokens, at: 0, brackets, closed_bar: false, is_property: false };
        (!diagnostics.has_errors()).then(|| (1..tokens.len()).map(|_| marker.piece()).collect())
    }

    fn comments(&self) -> &Comments {
        &Comments { line: &["--", "//"], block: None }
    }

    fn style(&self) -> &Style {
        &Style { step: 4, hang: false }
    }
}

struct Marker<'a> {
    text: &'a str,
    tokens: &'a [Token<Kind>],
    at: usize,
    /// The brackets that are open, and whether a bar is in front of each.
    brackets: Vec<bool>,
    /// Whether the bracket that was closed last has one.
    closed_bar: bool,
    is_property: bool,
}

impl Marker<'_> {
    fn kind(&self, ahead: isize) -> Kind {
        let at = self.at.checked_add_signed(ahead);
        at.and_then(|at| self.tokens.get(at)).map_or(Kind::End, |token| token.kind)
    }

    fn piece(&mut self) -> Piece {
        let token = self.tokens[self.at];
        if let Some(is_property) = self.item(&self.text[token.span.range()]) {
            self.is_property = is_property;
        }
        let mut piece = self.spaced(&token);
        piece.section = self.item(&self.text[token.span.range()]).map(|_| 0);
        piece.aligned = token.kind == Kind::Equal && self.brackets.is_empty();
        match piece.part {
            Part::Open { .. } => self.brackets.push(self.kind(-1) == Kind::Bar),
            Part::Close => self.closed_bar = self.brackets.pop() == Some(true),
            _ => {}
        }
        self.at += 1;
        piece
    }

    /// Whether a definition, a set or a property begins with this word, and whether it is a property.
    fn item(&self, word: &str) -> Option<bool> {
        let is_name = |kind| matches!(kind, Kind::Upper | Kind::Lower);
        let next = self.kind(1);
        let follows = |n| self.kind(n) == Kind::Equal;
        match word {
            _ if !self.brackets.is_empty() || !is_name(self.kind(0)) => None,
            "property" if is_name(next) && self.kind(2) == Kind::Colon => Some(true),
            "set" | "agent" if is_name(next) && follows(2) => Some(false),
            _ if follows(1) => {
                let before = self.at.checked_sub(1).map_or("", |at| &self.text[self.tokens[at].span.range()]);
                (!["set", "agent"].contains(&before)).then_some(false)
            }
            _ => None,
        }
    }

    /// The spaces around a token.
    fn spaced(&self, token: &Token<Kind>) -> Piece {
        use Space::{Keep, None, One};
        let word = Piece::word(token.span);
        let open = |before| word.spaced(before, None).part(Part::Open { align: true });
        match token.kind {
            Kind::ParenOpen => open(if self.kind(-1) == Kind::Lower { Keep } else { One }),
            Kind::BracketOpen => open(match self.kind(-1) {
                Kind::Bar => None,
                Kind::Upper | Kind::ParenClose | Kind::BracketClose if !self.is_property => None,
                _ => One,
            }),
            Kind::BraceOpen | Kind::Less => open(One),
            Kind::ParenClose | Kind::BraceClose | Kind::BracketClose | Kind::Greater => {
                word.spaced(None, One).part(Part::Close)
            }
            // Of `|[a]|`.
            Kind::Bar if self.kind(-1) == Kind::BracketClose && self.closed_bar => word.spaced(None, One),
            Kind::Comma | Kind::Semicolon | Kind::Colon => word.spaced(None, One),
            Kind::Dot | Kind::Slash => word.spaced(None, None),
            Kind::Quote | Kind::Not | Kind::Star | Kind::Minus => word.spaced(One, None),
            Kind::Plus | Kind::Bar | Kind::BarBar | Kind::And | Kind::Arrow | Kind::Iff => {
                word.part(Part::Infix)
            }
            Kind::Upper
            | Kind::Lower
            | Kind::Zero
            | Kind::Backslash
            | Kind::Equal
            | Kind::Bad
            | Kind::End => word,
        }
    }
}
