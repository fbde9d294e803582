//! Cutting a LAbS text into tokens. The longest token wins: `x<-1` is an assignment.

use synod_syntax::{Cursor, Diagnostic, Diagnostics, Source, Span};

use crate::notation::VOCABULARY;

/// A kind of token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Token {
    /// A name that begins with a small letter, or a reserved word.
    Lower(String),
    /// A name that begins with a capital.
    Upper(String),
    /// An external parameter, without its underscore.
    Extern(String),
    /// An integer without sign.
    Int(i64),
    /// An operator or a bracket.
    Symbol(&'static str),
    /// Something that is no token; it was reported.
    Unknown,
    /// The end of the text.
    End,
}

/// Longer ones before their beginnings.
const SYMBOLS: [&str; 37] = [
    "<->", "<--", "<-", "<~", "<=", "<", "->", "-", "++", "+", "=>", "=", ":=", ":", "||", "|", "..", "!=",
    "!", ">=", ">", "(", ")", "[", "]", "{", "}", ",", ";", "*", "/", "%", "$", "&&", "&", "?", ".",
];

/// Words that are no names.
pub const RESERVED: [&str; 18] = [
    "abs", "and", "or", "else", "false", "id", "if", "max", "min", "of", "pick", "then", "true", "undef",
    "where", "forall", "exists", "count",
];

/// A text as tokens; the last is [`Token::End`].
pub fn lex(source: &Source, diagnostics: &mut Diagnostics) -> Vec<(Token, Span)> {
    let mut cursor = Cursor::new(source.text());
    let mut tokens = Vec::new();
    loop {
        cursor.eat_while(char::is_whitespace);
        let start = cursor.offset();
        let Some(first) = cursor.peek() else {
            tokens.push((Token::End, cursor.span_from(start)));
            return tokens;
        };
        let token = match first {
            '#' => {
                cursor.eat_while(|c| c != '\n');
                continue;
            }
            'a'..='z' => Token::Lower(word(&mut cursor)),
            'A'..='Z' => Token::Upper(word(&mut cursor)),
            '0'..='9' => integer(&mut cursor, diagnostics),
            '_' => {
                cursor.bump();
                let name = word(&mut cursor);
                if !name.starts_with(|c: char| c.is_ascii_lowercase()) {
                    diagnostics.push(
                        Diagnostic::error(
                            "labs::bad-name",
                            cursor.span_from(start),
                            "the name of an external parameter begins with a small letter",
                        )
                        .help("write it as `_n`"),
                    );
                }
                Token::Extern(name)
            }
            _ => match cursor.eat_sign(&SYMBOLS) {
                Some(symbol) => Token::Symbol(symbol),
                None => {
                    cursor.bump();
                    let span = cursor.span_from(start);
                    diagnostics.push(VOCABULARY.unexpected_character("labs::bad-character", span, first));
                    Token::Unknown
                }
            },
        };
        tokens.push((token, cursor.span_from(start)));
    }
}

fn word(cursor: &mut Cursor) -> String {
    cursor.eat_while(|c| c.is_ascii_alphanumeric() || c == '_').to_string()
}

/// A decimal, hexadecimal, octal or binary literal of at most 32 bits.
fn integer(cursor: &mut Cursor, diagnostics: &mut Diagnostics) -> Token {
    let start = cursor.offset();
    let text = cursor.eat_while(|c| c.is_ascii_alphanumeric() || c == '_');
    let lower = text.to_ascii_lowercase();
    let value = match lower.get(..2) {
        Some("0x") => i64::from_str_radix(&lower[2..], 16).ok(),
        Some("0o") => i64::from_str_radix(&lower[2..], 8).ok(),
        Some("0b") => i64::from_str_radix(&lower[2..], 2).ok(),
        _ => lower.parse().ok(),
    };
    // 2147483648 is fine after a minus.
    match value.filter(|value| (0..=1 << 31).contains(value)) {
        Some(value) => Token::Int(value),
        None => {
            diagnostics.push(
                Diagnostic::error(
                    "labs::bad-number",
                    cursor.span_from(start),
                    format!("`{text}` is not a 32-bit integer"),
                )
                .help("write digits only, or a literal such as 0x1F, 0o17 or 0b101"),
            );
            Token::Int(0)
        }
    }
}

/// The tokens of a piece of text, one space between them: what it says, whatever its layout.
pub fn normalised(source: &Source, span: Span) -> String {
    let piece = Source::new("", source.slice(span));
    let tokens = lex(&piece, &mut Diagnostics::new());
    // The brackets of `<<g>>` are two tokens each.
    let double = |at: usize, symbol: &'static str| {
        let same = |at: usize| tokens.get(at).is_some_and(|(token, _)| *token == Token::Symbol(symbol));
        same(at) && (same(at + 1) || at > 0 && same(at - 1))
    };
    // A `-` where no value has ended is a sign, and `K (` and its like are one word.
    let before = |at: usize| at.checked_sub(1).map(|at| &tokens[at].0);
    let is_sign = |at: usize| {
        let ended = match before(at) {
            Some(Token::Lower(word)) => !["then", "else", "if", "and", "or", "of"].contains(&word.as_str()),
            Some(token) => matches!(token, Token::Int(_) | Token::Extern(_) | Token::Symbol(")" | "]")),
            None => false,
        };
        tokens[at].0 == Token::Symbol("-") && !ended
    };
    let is_applied = |at: usize| {
        let word = |word: &str| before(at) == Some(&Token::Upper(word.to_string()));
        tokens[at].0 == Token::Symbol("(") && ["K", "C", "D"].into_iter().any(word)
    };
    let mut text = String::new();
    let mut glue = true;
    for (at, (token, span)) in tokens.iter().enumerate() {
        let tight_before = matches!(token, Token::Symbol("," | ";" | ")" | "]" | ".." | "[") | Token::End);
        if !glue && !tight_before && !double(at, ">") && !is_applied(at) {
            text.push(' ');
        }
        text.push_str(piece.slice(*span));
        glue = matches!(token, Token::Symbol("(" | "[" | ".." | "!" | "$")) || double(at, "<") || is_sign(at);
    }
    text
}
