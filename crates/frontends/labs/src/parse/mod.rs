//! Reading a LAbS file: recursive descent that reports and goes on.

mod expr;
mod process;
mod property;
mod sections;

use synod_syntax::{Diagnostic, Diagnostics, Failed, Parsed, Source, Span, checkpoint, quoted_words};

use crate::ast::{Expr, ExprKind, File, Group, Name};
use crate::lex::{RESERVED, Token, lex};
use crate::notation::VOCABULARY;

/// How deeply brackets, guards and conditions may be nested.
const NESTING: usize = 64;
/// How deep the tree of one expression may be.
pub(crate) const EXPRESSION_DEPTH: u16 = 400;

/// The code of complaints about reserved words.
const RESERVED_WORD: &str = "labs::reserved-word";

/// Where an expression stands: what may be referred to, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Context {
    /// In a process: `of` takes a whole arithmetic expression.
    Process,
    /// In a link predicate or after `where`: `of 1`, `of c2`.
    Link,
    /// In a property or an assumption: `of v`, `of 3`.
    Property,
    /// In a formula of temporal logic: as in a property.
    Formula,
    /// A constant expression.
    Constant,
}

/// Reads a file.
pub fn parse<'a>(source: &'a Source, diagnostics: &'a mut Diagnostics) -> File {
    let tokens = lex(source, diagnostics);
    let mut parser =
        Parser { source, tokens, at: 0, diagnostics, silent: 0, furthest: None, nesting: 0, in_guard: false };
    parser.file()
}

struct Parser<'a> {
    source: &'a Source,
    tokens: Vec<(Token, Span)>,
    at: usize,
    diagnostics: &'a mut Diagnostics,
    /// How many trial readings are going on; they report nothing.
    silent: u32,
    /// The message of the trial reading that came furthest.
    furthest: Option<(usize, Diagnostic)>,
    nesting: usize,
    /// Whether the process at hand is that of a guard, without brackets between.
    in_guard: bool,
}

impl Parser<'_> {
    fn peek(&self) -> &Token {
        &self.tokens[self.at].0
    }

    fn peek_at(&self, ahead: usize) -> &Token {
        &self.tokens[(self.at + ahead).min(self.tokens.len() - 1)].0
    }

    fn span(&self) -> Span {
        self.tokens[self.at].1
    }

    /// The place of the token before this one.
    fn last_span(&self) -> Span {
        self.tokens[self.at.saturating_sub(1)].1
    }

    fn bump(&mut self) {
        checkpoint();
        if self.at + 1 < self.tokens.len() {
            self.at += 1;
        }
    }

    fn is(&self, symbol: &str) -> bool {
        matches!(self.peek(), Token::Symbol(s) if *s == symbol)
    }

    fn is_word(&self, word: &str) -> bool {
        matches!(self.peek(), Token::Lower(w) if w == word)
    }

    fn eat(&mut self, symbol: &str) -> bool {
        let found = self.is(symbol);
        if found {
            self.bump();
        }
        found
    }

    fn eat_word(&mut self, word: &str) -> bool {
        let found = self.is_word(word);
        if found {
            self.bump();
        }
        found
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        if self.silent == 0 {
            self.diagnostics.push(diagnostic);
        }
    }

    /// Reports at the current token that something else was expected.
    fn expected(&mut self, what: &str) -> Failed {
        let message = format!("expected {what}, found {}", describe(self.peek()));
        self.fail(Diagnostic::error("labs::syntax", self.span(), message))
    }

    fn fail(&mut self, diagnostic: Diagnostic) -> Failed {
        if self.silent == 0 {
            let is_reported = self.token_at(diagnostic.span) == Some(&Token::Unknown);
            let explained = self.explained(diagnostic);
            // What is no token was reported by the lexer.
            if !is_reported {
                self.diagnostics.push(explained);
            }
        } else if self.furthest.as_ref().is_none_or(|(at, _)| *at < self.at) {
            self.furthest = Some((self.at, diagnostic));
        }
        Failed
    }

    /// A complaint that something was expected, with what is meant by what stands there.
    fn explained(&self, diagnostic: Diagnostic) -> Diagnostic {
        if diagnostic.code != "labs::syntax" || diagnostic.help.is_some() || self.diagnostics.is_full() {
            return diagnostic;
        }
        let message = diagnostic.message.clone();
        let expected = message.split(", found").next().unwrap_or_default();
        VOCABULARY.explain(diagnostic, self.source.text(), &quoted_words(expected))
    }

    fn token_at(&self, span: Span) -> Option<&Token> {
        let at = self.tokens.partition_point(|(_, place)| place.start < span.start);
        self.tokens.get(at).map(|(token, _)| token)
    }

    fn expect(&mut self, symbol: &str) -> Parsed<()> {
        if self.eat(symbol) { Ok(()) } else { Err(self.expected(&format!("`{symbol}`"))) }
    }

    fn expect_word(&mut self, word: &str) -> Parsed<()> {
        if self.eat_word(word) { Ok(()) } else { Err(self.expected(&format!("`{word}`"))) }
    }

    fn lower_name(&mut self, what: &str) -> Parsed<Name> {
        match self.peek().clone() {
            // Once is enough for each word.
            Token::Lower(text) if self.silent == 0 && self.is_refused(&text) => {
                let span = self.span();
                self.bump();
                Ok(Name { text, span })
            }
            Token::Lower(text) if RESERVED.contains(&text.as_str()) => {
                let mut diagnostic = Diagnostic::error(
                    RESERVED_WORD,
                    self.span(),
                    format!("`{text}` is a reserved word and cannot be the name of {what}"),
                );
                if text == "count" {
                    diagnostic = diagnostic.explain("`count` was a plain name before SLiVER 5.0");
                }
                Err(self.fail(diagnostic.help("choose another name")))
            }
            Token::Lower(text) => {
                let span = self.span();
                self.bump();
                Ok(Name { text, span })
            }
            Token::Upper(text) => {
                let message = format!("the name of {what} begins with a small letter, unlike `{text}`");
                Err(self.fail(Diagnostic::error("labs::bad-name", self.span(), message)))
            }
            _ => Err(self.expected(&format!("the name of {what}"))),
        }
    }

    /// The name of what is declared here. A reserved word is reported, and taken for one.
    fn declared_name(&mut self, what: &str) -> Parsed<Name> {
        let read = self.lower_name(what);
        match self.peek() {
            Token::Lower(word) if read.is_err() && self.is_refused(word) => self.lower_name(what),
            _ => read,
        }
    }

    /// Whether a reserved word was reported where it stands for a name.
    fn is_refused(&self, word: &str) -> bool {
        let mut reported = self.diagnostics.iter().filter(|one| one.code == RESERVED_WORD);
        reported.any(|one| self.source.slice(one.span) == word)
    }

    fn upper_name(&mut self, what: &str) -> Parsed<Name> {
        match self.peek().clone() {
            Token::Upper(text) => {
                let span = self.span();
                self.bump();
                Ok(Name { text, span })
            }
            Token::Lower(text) if !RESERVED.contains(&text.as_str()) => {
                let message = format!("the name of {what} begins with a capital, unlike `{text}`");
                Err(self.fail(Diagnostic::error("labs::bad-name", self.span(), message)))
            }
            _ => Err(self.expected(&format!("the name of {what}"))),
        }
    }

    /// Runs `read` one level deeper, unless that is too deep.
    fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.nesting >= NESTING {
            let message = format!("more than {NESTING} levels of nesting");
            return Err(self.fail(
                Diagnostic::error("labs::too-deep", self.span(), message)
                    .help("give a name to a part of it, or leave out brackets"),
            ));
        }
        self.nesting += 1;
        let result = read(self);
        self.nesting -= 1;
        result
    }

    /// Tries to read something; on failure nothing is reported and the position is as before.
    fn attempt<T>(&mut self, read: impl FnOnce(&mut Self) -> Parsed<T>) -> Option<T> {
        let (at, nesting) = (self.at, self.nesting);
        self.silent += 1;
        let result = read(self);
        self.silent -= 1;
        if result.is_err() {
            (self.at, self.nesting) = (at, nesting);
        }
        result.ok()
    }

    /// Makes an expression, unless its tree grows too deep.
    fn make(&mut self, kind: ExprKind, span: Span) -> Parsed<Expr> {
        let mut depth = 0;
        children(&kind, &mut |child| depth = depth.max(child.depth));
        if depth >= EXPRESSION_DEPTH {
            let message = format!("an expression with more than {EXPRESSION_DEPTH} operators in a row");
            return Err(self.fail(Diagnostic::error("labs::too-deep", span, message)));
        }
        Ok(Expr { kind, span, depth: depth + 1 })
    }
}

/// Visits the direct parts of an expression.
pub(crate) fn children<'e>(kind: &'e ExprKind, visit: &mut dyn FnMut(&'e Expr)) {
    match kind {
        ExprKind::Int(_)
        | ExprKind::Bool(_)
        | ExprKind::Extern(_)
        | ExprKind::Call(_)
        | ExprKind::Deadlock
        | ExprKind::Error => {}
        ExprKind::Ref { index, of, .. } => {
            index.iter().for_each(&mut *visit);
            if let Some(of) = of {
                visit(of);
            }
        }
        ExprKind::Fresh(a, b) | ExprKind::Binary(_, a, b) | ExprKind::Knows(a, b) => {
            visit(a);
            visit(b);
        }
        ExprKind::Together(_, group, body) => {
            if let Group::List(list) = group {
                list.iter().for_each(&mut *visit);
            }
            visit(body);
        }
        ExprKind::If(a, b, c) => [a, b, c].into_iter().for_each(|e| visit(e)),
        ExprKind::Unary(_, a) => visit(a),
        ExprKind::Quantified { body, .. } | ExprKind::Count { body, .. } => visit(body),
    }
}

fn describe(token: &Token) -> String {
    match token {
        Token::Lower(word) if RESERVED.contains(&word.as_str()) => format!("the word `{word}`"),
        Token::Lower(name) | Token::Upper(name) => format!("`{name}`"),
        Token::Extern(name) => format!("`_{name}`"),
        Token::Int(value) => format!("`{value}`"),
        Token::Symbol(symbol) => format!("`{symbol}`"),
        Token::Unknown => "something unreadable".to_string(),
        Token::End => "the end of the file".to_string(),
    }
}
