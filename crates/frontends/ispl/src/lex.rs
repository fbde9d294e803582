//! Cutting an ISPL text into tokens. Never fails: what is no token becomes one that no rule accepts.

use synod_syntax::{Cursor, Diagnostic, Diagnostics, Span};

/// A token with its place.
#[derive(Clone, Copy, Debug)]
pub struct Token<'a> {
    /// What it is.
    pub kind: Kind,
    /// Its text.
    pub text: &'a str,
    /// Where.
    pub span: Span,
}

/// The kinds of token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A name that is not reserved.
    Name,
    /// A reserved word; its text says which.
    Word,
    /// Digits.
    Number,
    /// An operator or bracket; its text says which.
    Symbol,
    /// The end of the text.
    End,
}

/// Words that cannot be names, anywhere.
const RESERVED: [&str; 47] = [
    "Semantics",
    "MultiAssignment",
    "SingleAssignment",
    "MA",
    "SA",
    "Agent",
    "RedStates",
    "GreenStates",
    "Actions",
    "Action",
    "Protocol",
    "Evolution",
    "Evaluation",
    "InitStates",
    "Groups",
    "Fairness",
    "Formulae",
    "end",
    "Environment",
    "Obsvars",
    "Lobsvars",
    "Vars",
    "boolean",
    "true",
    "false",
    "Other",
    "if",
    "and",
    "or",
    "LTL",
    "AG",
    "EG",
    "AX",
    "EX",
    "X",
    "F",
    "G",
    "AF",
    "EF",
    "A",
    "E",
    "U",
    "K",
    "GK",
    "GCK",
    "O",
    "DK",
];

/// Symbols, longer ones first.
const SYMBOLS: [&str; 26] = [
    "<=", ">=", "<>", "->", "..", "<", ">", "=", "+", "-", "*", "/", "|", "^", "&", "~", "!", "(", ")", "{",
    "}", ",", ";", ":", ".", "?",
];

/// The tokens of a text, ended by one [`Kind::End`].
pub fn tokens<'a>(text: &'a str, problems: &mut Diagnostics) -> Vec<Token<'a>> {
    let mut cursor = Cursor::new(text);
    let mut tokens = Vec::new();
    loop {
        skip_blanks(&mut cursor);
        let start = cursor.offset();
        let Some(next) = cursor.peek() else { break };
        let kind = if next.is_ascii_alphabetic() {
            let word = cursor.eat_while(|c| c.is_ascii_alphanumeric() || c == '_');
            if word == "CTL" && cursor.eat("*") || RESERVED.contains(&word) { Kind::Word } else { Kind::Name }
        } else if next.is_ascii_digit() {
            cursor.eat_while(|c| c.is_ascii_digit());
            Kind::Number
        } else if SYMBOLS.iter().any(|symbol| cursor.eat(symbol)) {
            Kind::Symbol
        } else {
            cursor.bump();
            problems.push(
                Diagnostic::error(
                    "ispl::character",
                    cursor.span_from(start),
                    format!("`{next}` has no meaning in ISPL"),
                )
                .help("names are letters, digits and underscores, starting with a letter"),
            );
            continue;
        };
        let span = cursor.span_from(start);
        tokens.push(Token { kind, text: &text[span.range()], span });
    }
    let end = Span::new(text.len(), text.len());
    tokens.push(Token { kind: Kind::End, text: "", span: end });
    tokens
}

/// Skips white space and comments, which go from `--` to the end of the line.
fn skip_blanks(cursor: &mut Cursor) {
    loop {
        cursor.eat_while(char::is_whitespace);
        if !cursor.eat("--") {
            return;
        }
        cursor.eat_while(|c| c != '\n');
    }
}
