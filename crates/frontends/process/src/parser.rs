//! The token stream: looking, taking, complaining, and going on after a mistake.

use synod_syntax::{Diagnostic, Diagnostics, Source, Span};

use crate::codes::Codes;
use crate::lex::{Kind, Token, tokens};

/// How deep brackets and operators in front may nest.
pub(crate) const MAX_NESTING: usize = 200;

/// Something could not be read, and that has been reported.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Failed;

/// What reading something yields.
pub(crate) type Parsed<T> = Result<T, Failed>;

/// A name with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Name {
    pub text: String,
    pub span: Span,
}

/// A reader of tokens.
pub(crate) struct Parser<'a> {
    pub source: &'a Source,
    pub codes: &'static Codes,
    pub diagnostics: Diagnostics,
    tokens: Vec<Token>,
    at: usize,
    nesting: usize,
    /// The token that the last complaint was about, to complain once a place.
    complained: Option<usize>,
}

impl<'a> Parser<'a> {
    pub fn new(source: &'a Source, codes: &'static Codes) -> Self {
        let (tokens, diagnostics) = tokens(source.text(), codes);
        Parser { source, codes, diagnostics, tokens, at: 0, nesting: 0, complained: None }
    }

    fn token(&self, ahead: usize) -> Token {
        // The last token is always `End`.
        self.tokens[(self.at + ahead).min(self.tokens.len() - 1)]
    }

    pub fn kind(&self) -> Kind {
        self.token(0).kind
    }

    pub fn ahead(&self, n: usize) -> Kind {
        self.token(n).kind
    }

    pub fn span(&self) -> Span {
        self.token(0).span
    }

    /// The place just read.
    pub fn last_span(&self) -> Span {
        self.at.checked_sub(1).map_or(Span::default(), |i| self.tokens[i].span)
    }

    pub fn text(&self) -> &'a str {
        self.source.slice(self.span())
    }

    pub fn at(&self, kind: Kind) -> bool {
        self.kind() == kind
    }

    pub fn at_name(&self) -> bool {
        matches!(self.kind(), Kind::Upper | Kind::Lower)
    }

    pub fn at_word(&self, word: &str) -> bool {
        self.at_name() && self.text() == word
    }

    pub fn advance(&mut self) -> Token {
        let token = self.token(0);
        if token.kind != Kind::End {
            self.at += 1;
        }
        token
    }

    pub fn take(&mut self, kind: Kind) -> bool {
        let found = self.at(kind);
        if found {
            self.advance();
        }
        found
    }

    pub fn take_word(&mut self, word: &str) -> bool {
        let found = self.at_word(word);
        if found {
            self.advance();
        }
        found
    }

    /// Takes a token of this kind or complains that `what` is missing.
    pub fn expect(&mut self, kind: Kind, what: &str) -> Parsed<Span> {
        if self.at(kind) { Ok(self.advance().span) } else { Err(self.expected(what)) }
    }

    /// Takes the closing bracket of the one at `open`.
    pub fn close(&mut self, kind: Kind, what: &str, open: Span) -> Parsed<Span> {
        if self.at(kind) {
            return Ok(self.advance().span);
        }
        let message = format!("expected {what}, found {}", self.found());
        let error = Diagnostic::error(self.codes.syntax, self.span(), message);
        self.complain(error.label(open, "to close this bracket"));
        Err(Failed)
    }

    /// Takes a name of any kind.
    pub fn name(&mut self, what: &str) -> Parsed<Name> {
        if !self.at_name() {
            return Err(self.expected(what));
        }
        let span = self.advance().span;
        Ok(Name { text: self.source.slice(span).to_string(), span })
    }

    /// Reads something one level deeper.
    pub fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.nesting == MAX_NESTING {
            let message = format!("this nests more than {MAX_NESTING} levels deep");
            let error = Diagnostic::error(self.codes.too_deep, self.span(), message);
            self.complain(error.help("name parts of it, or remove needless brackets"));
            // Whatever else is wrong in there cannot be told apart from the consequences.
            self.skip_to_item();
            return Err(Failed);
        }
        self.nesting += 1;
        let result = read(self);
        self.nesting -= 1;
        result
    }

    /// Reports an error, unless one was reported at this very token or the lexer did so.
    pub fn complain(&mut self, diagnostic: Diagnostic) {
        if self.complained != Some(self.at) && !self.at(Kind::Bad) {
            self.diagnostics.push(diagnostic);
        }
        self.complained = Some(self.at);
    }

    /// Complains that `what` was expected here.
    pub fn expected(&mut self, what: &str) -> Failed {
        let message = format!("expected {what}, found {}", self.found());
        self.complain(Diagnostic::error(self.codes.syntax, self.span(), message));
        Failed
    }

    /// What is at hand, in words.
    pub fn found(&self) -> String {
        match self.kind() {
            Kind::End => "the end of the text".to_string(),
            _ => format!("`{}`", self.text()),
        }
    }

    /// Whether a definition or a property begins here.
    pub fn at_item(&self) -> bool {
        let name = |kind| matches!(kind, Kind::Upper | Kind::Lower);
        match self.ahead(1) {
            Kind::Equal => self.at_name(),
            next if name(next) => match self.text() {
                "property" => self.ahead(2) == Kind::Colon,
                "agent" | "set" => self.ahead(2) == Kind::Equal,
                _ => false,
            },
            _ => false,
        }
    }

    /// Skips to the next definition or property. What is wrong with its first token is a consequence.
    pub fn skip_to_item(&mut self) {
        while !self.at(Kind::End) && !self.at_item() {
            self.advance();
        }
        self.complained = Some(self.at);
    }

    /// Reads `item {, item}` up to a closing bracket, which is left.
    pub fn list<T>(&mut self, close: Kind, mut item: impl FnMut(&mut Self) -> Parsed<T>) -> Parsed<Vec<T>> {
        let mut items = Vec::new();
        while !self.at(close) {
            items.push(item(self)?);
            if !self.take(Kind::Comma) {
                break;
            }
        }
        Ok(items)
    }
}
