//! Tokens of process texts: one set for CCS, choreographies and their properties.

use synod_syntax::{Cursor, Diagnostic, Diagnostics, Span, Token, TokenKind};

use crate::codes::Codes;

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A name that begins with a capital letter.
    Upper,
    /// Any other name.
    Lower,
    Zero,
    Quote,
    Dot,
    Plus,
    Minus,
    Star,
    Slash,
    Backslash,
    Bar,
    BarBar,
    And,
    Not,
    Arrow,
    Iff,
    Less,
    Greater,
    Comma,
    Semicolon,
    Colon,
    Equal,
    ParenOpen,
    ParenClose,
    BraceOpen,
    BraceClose,
    BracketOpen,
    BracketClose,
    /// Something that is no token; it has been reported.
    Bad,
    End,
}

impl TokenKind for Kind {
    const END: Self = Kind::End;
    const BAD: Self = Kind::Bad;
}

/// Longer signs first.
const SIGNS: [(&str, Kind); 37] = [
    ("<->", Kind::Iff),
    ("<=>", Kind::Iff),
    ("->", Kind::Arrow),
    ("=>", Kind::Arrow),
    ("||", Kind::BarBar),
    ("&&", Kind::And),
    ("&", Kind::And),
    ("∧", Kind::And),
    ("∨", Kind::BarBar),
    ("¬", Kind::Not),
    ("→", Kind::Arrow),
    ("↔", Kind::Iff),
    ("∥", Kind::BarBar),
    ("!", Kind::Not),
    ("'", Kind::Quote),
    (".", Kind::Dot),
    ("+", Kind::Plus),
    ("-", Kind::Minus),
    ("*", Kind::Star),
    ("/", Kind::Slash),
    ("\\", Kind::Backslash),
    ("|", Kind::Bar),
    ("<", Kind::Less),
    (">", Kind::Greater),
    (",", Kind::Comma),
    (";", Kind::Semicolon),
    (":", Kind::Colon),
    ("=", Kind::Equal),
    ("≝", Kind::Equal),
    ("(", Kind::ParenOpen),
    (")", Kind::ParenClose),
    ("{", Kind::BraceOpen),
    ("}", Kind::BraceClose),
    ("[", Kind::BracketOpen),
    ("]", Kind::BracketClose),
    ("⟨", Kind::Less),
    ("⟩", Kind::Greater),
];

/// The tokens of a text; the last one is `End`. Comments run from `--` or `//` to the end of the line.
pub(crate) fn tokens(text: &str, codes: &Codes) -> (Vec<Token<Kind>>, Diagnostics) {
    let mut cursor = Cursor::new(text);
    let mut tokens = Vec::new();
    let mut diagnostics = Diagnostics::new();
    loop {
        cursor.eat_while(char::is_whitespace);
        if cursor.eat("--") || cursor.eat("//") {
            cursor.eat_while(|c| c != '\n');
            continue;
        }
        let start = cursor.offset();
        let Some(first) = cursor.peek() else { break };
        let kind = if first.is_alphabetic() || first == '_' {
            cursor.eat_while(|c| c.is_alphanumeric() || c == '_');
            if first.is_uppercase() { Kind::Upper } else { Kind::Lower }
        } else if first.is_ascii_digit() {
            match cursor.eat_while(|c| c.is_alphanumeric() || c == '_') {
                "0" => Kind::Zero,
                word => {
                    let message = format!("`{word}` begins with a digit, so it is neither a name nor `0`");
                    diagnostics.push(Diagnostic::error(codes.syntax, cursor.span_from(start), message));
                    Kind::Bad
                }
            }
        } else if let Some(kind) = cursor.eat_meaning(&SIGNS) {
            kind
        } else {
            cursor.bump();
            let span = cursor.span_from(start);
            diagnostics.push(codes.vocabulary.unexpected_character(codes.syntax, span, first));
            Kind::Bad
        };
        tokens.push(Token { kind, span: cursor.span_from(start) });
    }
    tokens.push(Token { kind: Kind::End, span: Span::new(text.len(), text.len()) });
    (tokens, diagnostics)
}
