//! Cuts a model into tokens. Never fails: what is no token is reported and kept as [`Kind::Bad`].
//!
//! The dialects differ in a few places only. New: `<<`, `[[`, `||` are single tokens, letter case
//! counts, `F G X U R W` are reserved. Legacy: keywords in any letter case, names may begin with a digit,
//! any number of `&` or `|` is one operator, and besides `//` and `/* */` also `#` and `--` begin a
//! comment (so `a--b` ends at `a`; write `a - -b`).

use synod_syntax::{Cursor, Diagnostic, Diagnostics, Span, Token, TokenKind, unexpected_character};

use crate::ast::Dialect;

/// Kinds of token; the text of names and numbers is in the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Name,
    Number,
    /// `@name`.
    Property,
    Word(Word),
    BraceOpen,
    BraceClose,
    ParenOpen,
    ParenClose,
    BracketOpen,
    BracketClose,
    /// `<<`, `>>`, `[[` and `]]`, in the new dialect.
    DiamondOpen,
    DiamondClose,
    BoxOpen,
    BoxClose,
    Comma,
    Semicolon,
    Colon,
    Assign,
    Relabel,
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Plus,
    Minus,
    Star,
    Slash,
    And,
    Or,
    Arrow,
    DoubleArrow,
    Not,
    Question,
    /// `||`, in the new dialect.
    Parallel,
    Dot,
    DotDot,
    /// `-automaton-state`.
    ControlState,
    /// `/\` and `\/`.
    BigAnd,
    BigOr,
    /// Already reported.
    Bad,
    End,
}

impl TokenKind for Kind {
    const END: Self = Kind::End;
    const BAD: Self = Kind::Bad;

    fn describe(self, text: &str) -> String {
        match self {
            Kind::End => "the end of the text".to_string(),
            Kind::Word(_) => format!("the reserved word `{text}`"),
            _ => format!("`{text}`"),
        }
    }
}

/// Reserved words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Word {
    Agent,
    AnyAgent,
    Any,
    Bool,
    Chan,
    Channels,
    Enum,
    Exists,
    False,
    Forall,
    Getter,
    Guard,
    Init,
    Int,
    Local,
    Location,
    Myself,
    PointToPoint,
    RelabelSection,
    Rep,
    Repeat,
    Sender,
    Spec,
    System,
    True,
    Finally,
    Globally,
    Next,
    Until,
    Release,
    WeakUntil,
    MessageStructure,
    PropertyVariables,
    ReceiveGuard,
    Get,
    Supply,
}

/// The reserved words of the new dialect.
const NEW_WORDS: &[(&str, Word)] = &[
    ("Agent", Word::AnyAgent),
    ("any", Word::Any),
    ("chan", Word::Chan),
    ("F", Word::Finally),
    ("G", Word::Globally),
    ("X", Word::Next),
    ("U", Word::Until),
    ("R", Word::Release),
    ("W", Word::WeakUntil),
    ("SPEC", Word::Spec),
];

/// Those of the legacy dialect, in lower case.
const LEGACY_WORDS: &[(&str, Word)] = &[
    ("boolean", Word::Bool),
    ("integer", Word::Int),
    ("channels", Word::Channels),
    ("spec", Word::Spec),
    ("ltlspec", Word::Spec),
];

/// Those that both have.
const COMMON_WORDS: &[(&str, Word)] = &[
    ("agent", Word::Agent),
    ("bool", Word::Bool),
    ("enum", Word::Enum),
    ("exists", Word::Exists),
    ("false", Word::False),
    ("forall", Word::Forall),
    ("getter", Word::Getter),
    ("guard", Word::Guard),
    ("init", Word::Init),
    ("int", Word::Int),
    ("local", Word::Local),
    ("location", Word::Location),
    ("myself", Word::Myself),
    ("p2p", Word::PointToPoint),
    ("relabel", Word::RelabelSection),
    ("rep", Word::Rep),
    ("repeat", Word::Repeat),
    ("sender", Word::Sender),
    ("system", Word::System),
    ("true", Word::True),
];

/// Words that go on after a `-` or `@`.
const COMPOUND_WORDS: &[(&str, &str, Word)] = &[
    ("message", "-structure", Word::MessageStructure),
    ("property", "-variables", Word::PropertyVariables),
    ("communication", "-variables", Word::PropertyVariables),
    ("receive", "-guard", Word::ReceiveGuard),
    ("GET", "@", Word::Get),
    ("SUPPLY", "@", Word::Supply),
];

/// Symbols in either dialect, longer before shorter. `=>` and `<=>` are no R-CHECK, but what they mean
/// is plain: the parser accepts them with a complaint.
const SYMBOLS: &[(&str, Kind)] = &[
    ("<->", Kind::DoubleArrow),
    ("<=>", Kind::DoubleArrow),
    (":=", Kind::Assign),
    ("<-", Kind::Relabel),
    ("<=", Kind::LessEqual),
    (">=", Kind::GreaterEqual),
    ("=>", Kind::Arrow),
    ("==", Kind::Equal),
    ("!=", Kind::NotEqual),
    ("->", Kind::Arrow),
    ("..", Kind::DotDot),
    ("/\\", Kind::BigAnd),
    ("\\/", Kind::BigOr),
    ("{", Kind::BraceOpen),
    ("}", Kind::BraceClose),
    ("(", Kind::ParenOpen),
    (")", Kind::ParenClose),
    ("[", Kind::BracketOpen),
    ("]", Kind::BracketClose),
    (",", Kind::Comma),
    (";", Kind::Semicolon),
    (":", Kind::Colon),
    ("=", Kind::Equal),
    ("<", Kind::Less),
    (">", Kind::Greater),
    ("+", Kind::Plus),
    ("-", Kind::Minus),
    ("*", Kind::Star),
    ("/", Kind::Slash),
    ("&", Kind::And),
    ("|", Kind::Or),
    ("!", Kind::Not),
    ("?", Kind::Question),
    (".", Kind::Dot),
];

/// Symbols of the new dialect that the legacy one reads as two. `&&` is for a better message.
const NEW_SYMBOLS: &[(&str, Kind)] = &[
    ("<<", Kind::DiamondOpen),
    (">>", Kind::DiamondClose),
    ("[[", Kind::BoxOpen),
    ("]]", Kind::BoxClose),
    ("||", Kind::Parallel),
    ("&&", Kind::And),
];

/// The tokens of `text`, closed by [`Kind::End`], and what is wrong with it.
pub(crate) fn tokens(text: &str, dialect: Dialect) -> (Vec<Token<Kind>>, Diagnostics) {
    let mut lexer = Lexer::new(text, dialect);
    let mut tokens = Vec::new();
    loop {
        let token = lexer.token();
        tokens.push(token);
        if token.kind == Kind::End {
            return (tokens, lexer.diagnostics);
        }
    }
}

/// Cuts off one token after the other, for those who need not see all of them.
pub(crate) struct Lexer<'a> {
    cursor: Cursor<'a>,
    dialect: Dialect,
    diagnostics: Diagnostics,
}

impl<'a> Lexer<'a> {
    pub fn new(text: &'a str, dialect: Dialect) -> Self {
        Lexer { cursor: Cursor::new(text), dialect, diagnostics: Diagnostics::new() }
    }

    /// The next token; [`Kind::End`] at the end, again and again.
    pub fn token(&mut self) -> Token<Kind> {
        self.skip_blanks();
        let start = self.cursor.offset();
        let kind = self.next();
        Token { kind, span: self.cursor.span_from(start) }
    }

    fn skip_blanks(&mut self) {
        loop {
            self.cursor.eat_while(char::is_whitespace);
            let start = self.cursor.offset();
            let legacy = self.dialect == Dialect::Legacy;
            if self.cursor.eat("//") || legacy && (self.cursor.eat("--") || self.cursor.eat("#")) {
                self.cursor.eat_while(|c| c != '\n');
            } else if self.cursor.eat("/*") {
                self.skip_block(start);
            } else {
                return;
            }
        }
    }

    fn skip_block(&mut self, start: usize) {
        while !self.cursor.eat("*/") {
            if self.cursor.bump().is_none() {
                let opening = Span::new(start, start + 2);
                self.diagnostics.push(
                    Diagnostic::error("rcheck::unclosed-comment", opening, "this comment is never closed")
                        .help("close it with `*/`; comments do not nest"),
                );
                return;
            }
        }
    }

    fn next(&mut self) -> Kind {
        let Some(c) = self.cursor.peek() else { return Kind::End };
        if begins_name(c) || self.dialect == Dialect::Legacy && c.is_ascii_digit() {
            return self.word();
        }
        if c.is_ascii_digit() {
            self.cursor.eat_while(|c| c.is_ascii_digit());
            return Kind::Number;
        }
        if c == '@' {
            return self.property();
        }
        if self.dialect == Dialect::Legacy && (c == '&' || c == '|') {
            self.cursor.eat_while(|next| next == c);
            return if c == '&' { Kind::And } else { Kind::Or };
        }
        if self.control_state() {
            return Kind::ControlState;
        }
        let extra = if self.dialect == Dialect::New { NEW_SYMBOLS } else { &[] };
        match self.cursor.eat_meaning(extra).or_else(|| self.cursor.eat_meaning(SYMBOLS)) {
            Some(kind) => kind,
            None => self.unknown(),
        }
    }

    fn word(&mut self) -> Kind {
        let text = self.cursor.eat_while(in_name);
        if text.bytes().all(|b| b.is_ascii_digit()) {
            return Kind::Number;
        }
        let legacy = self.dialect == Dialect::Legacy;
        let is = |word: &str| if legacy { text.eq_ignore_ascii_case(word) } else { text == word };
        for (first, rest, word) in COMPOUND_WORDS {
            if is(first) && self.eat_compound(rest) {
                return Kind::Word(*word);
            }
        }
        let own = if legacy { LEGACY_WORDS } else { NEW_WORDS };
        let found = COMMON_WORDS.iter().chain(own).find(|(word, _)| is(word));
        found.map_or(Kind::Name, |(_, word)| Kind::Word(*word))
    }

    /// Takes the second half of a compound word, unless it goes on as a longer name.
    fn eat_compound(&mut self, rest: &str) -> bool {
        let mut ahead = self.cursor.clone();
        let found = ahead.eat(rest) && (rest == "@" || !ahead.peek().is_some_and(in_name));
        if found {
            self.cursor = ahead;
        }
        found
    }

    fn control_state(&mut self) -> bool {
        self.cursor.peek() == Some('-') && self.eat_compound("-automaton-state")
    }

    fn property(&mut self) -> Kind {
        let start = self.cursor.offset();
        self.cursor.bump();
        if self.cursor.peek().is_some_and(begins_name) {
            self.cursor.eat_while(in_name);
            return Kind::Property;
        }
        self.diagnostics.push(
            Diagnostic::error("rcheck::syntax", self.cursor.span_from(start), "`@` without a name")
                .help("write `@` directly in front of the name of a property variable, as in `@role`"),
        );
        Kind::Bad
    }

    fn unknown(&mut self) -> Kind {
        let start = self.cursor.offset();
        let first = self.cursor.bump();
        self.cursor.eat_while(|c| Some(c) == first);
        let span = self.cursor.span_from(start);
        let message = first.map(unexpected_character).unwrap_or_default();
        let error = Diagnostic::error("rcheck::unknown-character", span, message);
        self.diagnostics.push(match first.and_then(instead_of) {
            Some(help) => error.help(help),
            None => error,
        });
        Kind::Bad
    }
}

fn begins_name(c: char) -> bool {
    c == '_' || c.is_ascii_alphabetic()
}

fn in_name(c: char) -> bool {
    c == '_' || c.is_ascii_alphanumeric()
}

/// How R-CHECK writes what other languages write with this character.
fn instead_of(c: char) -> Option<&'static str> {
    Some(match c {
        '#' => "comments begin with `//`",
        '~' | '¬' => "negation is written `!`",
        '∧' => "conjunction is written `&`",
        '∨' => "disjunction is written `|`",
        '→' => "implication is written `->`",
        '≠' => "inequality is written `!=`",
        '%' => "there is no remainder operator",
        '"' => "values are no strings: use those of an `enum`",
        '\'' => "the value after a step is that under `X`, and values are no strings: use those of an `enum`",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str, dialect: Dialect) -> Vec<Kind> {
        let (tokens, diagnostics) = tokens(text, dialect);
        assert!(!diagnostics.has_errors(), "{text}: {diagnostics:?}");
        tokens[..tokens.len() - 1].iter().map(|t| t.kind).collect()
    }

    #[test]
    fn the_longest_token_wins() {
        use Kind::*;
        for (text, expected) in [
            ("one-automaton-state", vec![Name, ControlState]),
            ("one-automaton-states", vec![Name, Minus, Name, Minus, Name]),
            ("message-structure", vec![Kind::Word(super::Word::MessageStructure)]),
            ("message-structured", vec![Name, Minus, Name]),
            ("GET@(x)", vec![Kind::Word(super::Word::Get), ParenOpen, Name, ParenClose]),
            ("GET", vec![Name]),
            ("a<-b", vec![Name, Relabel, Name]),
            ("a<->b", vec![Name, DoubleArrow, Name]),
            ("[[a]]", vec![BoxOpen, Name, BoxClose]),
            ("<<a>>b", vec![DiamondOpen, Name, DiamondClose, Name]),
            ("* ?", vec![Star, Question]),
            ("0..12", vec![Number, DotDot, Number]),
            ("@role", vec![Property]),
            ("a // b\n/* c */ d", vec![Name, Name]),
        ] {
            assert_eq!(kinds(text, Dialect::New), expected, "{text}");
        }
    }

    #[test]
    fn legacy_words_ignore_case_and_operators_may_repeat() {
        use Kind::*;
        assert_eq!(kinds("TRUE True tRuE", Dialect::Legacy), [Kind::Word(super::Word::True); 3].to_vec());
        assert_eq!(kinds("a && b ||| 3c -- d\n# e", Dialect::Legacy), [Name, And, Name, Or, Name]);
        assert_eq!(kinds("[[", Dialect::Legacy), [BracketOpen, BracketOpen]);
        assert_eq!(kinds("F U", Dialect::Legacy), [Name, Name]);
    }

    #[test]
    fn what_is_no_token_is_reported_once() {
        for text in ["a ### b", "/* never", "@ p", "a ∧ b", "\u{0}", "é"] {
            let (_, diagnostics) = tokens(text, Dialect::New);
            assert_eq!(diagnostics.iter().count(), 1, "{text}");
        }
    }
}
