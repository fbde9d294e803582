//! Cutting an ISPL or PISPL text into tokens. Never fails: what is no token is reported and kept as [`Kind::Bad`].

use synod_frontend::Vocabulary;
use synod_syntax::{Cursor, Diagnostics, Span};

use crate::words::{ISPL_WORDS, PISPL_WORDS};

/// Which of the two languages a text is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// One system.
    Ispl,
    /// Templates for any number of agents.
    Pispl,
}

impl Dialect {
    /// Its name for people.
    pub fn name(self) -> &'static str {
        match self {
            Dialect::Ispl => "ISPL",
            Dialect::Pispl => "PISPL",
        }
    }

    /// Its words and signs. Some of what others write is explained in formulas only.
    pub(crate) fn vocabulary(self, in_formula: bool) -> Vocabulary {
        let words = match self {
            Dialect::Ispl => ISPL_WORDS,
            Dialect::Pispl => PISPL_WORDS,
        };
        let mut notation = self.notation();
        if !in_formula {
            notation.explained = &[];
        }
        Vocabulary { language: self.name(), notation, words }
    }
}

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
    /// A word with a meaning in some places, and a name in all others.
    SoftWord,
    /// Digits.
    Number,
    /// An operator or bracket; its text says which.
    Symbol,
    /// What is no token; it has been reported.
    Bad,
    /// The end of the text.
    End,
}

/// Words of ISPL that cannot be names, anywhere; those from `LTL` on are operators of formulas.
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

/// Words of PISPL that cannot be names. All other reserved words of ISPL have a meaning in formulas only.
const RESERVED_IN_PISPL: [&str; 19] = [
    "Template",
    "Environment",
    "Vars",
    "InitState",
    "Actions",
    "Protocol",
    "Evolution",
    "Evaluation",
    "Formulae",
    "Action",
    "GlobalAction",
    "Other",
    "end",
    "boolean",
    "true",
    "false",
    "if",
    "and",
    "or",
];

/// Whether a word of ISPL cannot be a name.
pub(crate) fn is_reserved(word: &str) -> bool {
    kind_of(word, Dialect::Ispl) == Kind::Word
}

/// Whether a reserved word of ISPL is an operator of formulas.
pub(crate) fn is_operator(word: &str) -> bool {
    const FIRST: &str = "LTL";
    RESERVED.iter().skip_while(|own| **own != FIRST).any(|own| *own == word)
}

/// What kind of token a word is.
fn kind_of(word: &str, dialect: Dialect) -> Kind {
    let in_ispl = RESERVED.contains(&word) || word == "CTL*";
    match dialect {
        Dialect::Ispl if in_ispl => Kind::Word,
        Dialect::Pispl if RESERVED_IN_PISPL.contains(&word) => Kind::Word,
        Dialect::Pispl if in_ispl => Kind::SoftWord,
        _ => Kind::Name,
    }
}

/// Symbols, longer ones first.
const SYMBOLS: [&str; 28] = [
    "<=", ">=", "<>", "->", "..", "<", ">", "=", "+", "-", "*", "/", "|", "^", "&", "~", "!", "(", ")", "{",
    "}", "[", "]", ",", ";", ":", ".", "?",
];

/// The tokens of a text, ended by one [`Kind::End`].
pub fn tokens<'a>(text: &'a str, dialect: Dialect, problems: &mut Diagnostics) -> Vec<Token<'a>> {
    let mut cursor = Cursor::new(text);
    let mut tokens = Vec::new();
    loop {
        skip_blanks(&mut cursor);
        let start = cursor.offset();
        let Some(next) = cursor.peek() else { break };
        let kind = if next.is_ascii_alphabetic() {
            let word = cursor.eat_while(|c| c.is_ascii_alphanumeric() || c == '_');
            kind_of(if word == "CTL" && cursor.eat("*") { "CTL*" } else { word }, dialect)
        } else if next.is_ascii_digit() {
            cursor.eat_while(|c| c.is_ascii_digit());
            Kind::Number
        } else if cursor.eat_sign(&SYMBOLS).is_some() {
            Kind::Symbol
        } else {
            cursor.bump();
            let span = cursor.span_from(start);
            problems.push(dialect.vocabulary(false).unexpected_character("ispl::character", span, next));
            Kind::Bad
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
