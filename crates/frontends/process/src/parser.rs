//! The token stream: looking, taking, complaining, and going on after a mistake.

use std::ops::{Deref, DerefMut};

use synod_syntax::{Diagnostic, Diagnostics, Source, Tokens};
pub(crate) use synod_syntax::{Failed, Name, Parsed};

use crate::codes::Codes;
use crate::lex::{Kind, tokens};

/// How deep brackets and operators in front may nest.
pub(crate) const MAX_NESTING: usize = 200;

/// A reader of tokens.
pub(crate) struct Parser<'a> {
    pub codes: &'static Codes,
    tokens: Tokens<'a, Kind>,
    nesting: usize,
}

impl<'a> Deref for Parser<'a> {
    type Target = Tokens<'a, Kind>;

    fn deref(&self) -> &Self::Target {
        &self.tokens
    }
}

impl DerefMut for Parser<'_> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.tokens
    }
}

impl<'a> Parser<'a> {
    pub fn new(source: &'a Source, codes: &'static Codes) -> Self {
        let tokens =
            Tokens::new(source, codes.syntax, tokens(source.text(), codes)).explained_by(codes.explain);
        Parser { codes, tokens, nesting: 0 }
    }

    /// What is wrong with the text.
    pub fn into_diagnostics(self) -> Diagnostics {
        self.tokens.diagnostics
    }

    pub fn at_name(&self) -> bool {
        matches!(self.kind(), Kind::Upper | Kind::Lower)
    }

    pub fn at_word(&self, word: &str) -> bool {
        self.at_name() && self.text() == word
    }

    pub fn take_word(&mut self, word: &str) -> bool {
        let found = self.at_word(word);
        if found {
            self.advance();
        }
        found
    }

    /// Takes a name of any kind.
    pub fn name(&mut self, what: &str) -> Parsed<Name> {
        if !self.at_name() {
            return Err(self.expected(what));
        }
        Ok(self.word_as_name())
    }

    /// Reads something one level deeper.
    pub fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.nesting == MAX_NESTING {
            let message = format!("this nests more than {MAX_NESTING} levels deep");
            let error = Diagnostic::error(self.codes.too_deep, self.span(), message);
            self.complain(error.help("name parts of it, or remove needless brackets"));
            // Whatever else is wrong in there cannot be distinguished from the consequences.
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
        self.tokens.complain(diagnostic);
    }

    /// Whether a definition or a property begins here.
    pub fn at_item(&self) -> bool {
        let name = |kind| matches!(kind, Kind::Upper | Kind::Lower);
        match self.ahead(1) {
            Kind::Equal => self.at_name(),
            next if name(next) => match self.text() {
                // With `=` it is a mistake of one sign.
                "property" => matches!(self.ahead(2), Kind::Colon | Kind::Equal),
                "agent" | "set" => self.ahead(2) == Kind::Equal,
                _ => false,
            },
            _ => false,
        }
    }

    /// Takes the name in `NAME := …`, of which the sign is the mistake.
    pub fn skip_defined_name(&mut self) {
        if self.at_name() && self.ahead(1) == Kind::Colon && self.ahead(2) == Kind::Equal {
            self.advance();
        }
    }

    /// Skips to the next definition or property. What is wrong with its first token is a consequence.
    pub fn skip_to_item(&mut self) {
        while !self.at(Kind::End) && !self.at_item() {
            self.advance();
        }
        self.forgive();
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
